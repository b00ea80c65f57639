"""What a way of pruning says of every inner node of the tree as it stands: the table's rows, the
arithmetic of one comparison as lines, and what stands in the nodes of the tree."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from dtcore.explain import pruning
from dtcore.formula import (
    Count,
    Formula,
    Named,
    Number,
    Over,
    Query,
    Ratio,
    Sum,
    Symbol,
    named_parts,
    replace_parts,
)
from dtcore.model import NodeId, Tree, number
from dtcore.pruning import (
    Estimate,
    Limit,
    LimitComparison,
    MinimumError,
    Pessimistic,
    ReducedError,
    WeakestLink,
    comparisons,
    expected_costs,
    held_out_costs,
    weakest_links,
    weight_reaching,
)
from dtcore.stepping import Prune, RaiseSubtree
from dtshow.lesson import narration
from dtshow.scene.sums import Line
from dtshow.words.language import N_, _
from dttools.evaluation import exact_limit
from dttools.printing import Digits
from pages.ui.pruning.scale import divisor_of
from pages.ui.shell import cache
from pages.ui.trees.post_pruned import limits_in, plainly
from pages.ui.trees.pruning_session import PruningSession

MOST_LIMITS: Final = 120
"""So many nodes are estimated by their limits, the lowest; each has three sums."""
SIZE: Final = "|Tₜ|"
# The signs are those of ``notes`` in the nodes of the tree.
HEADINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "cost": ("R(t)", "R(Tₜ)", SIZE, "g(t)"),
    "reduced": (N_("▪ Leaf"), N_("⋔ Subtree")),
    "minimum": (N_("▪ Leaf"), N_("⋔ Subtree")),
    "pessimistic": (N_("▪ Leaf"), N_("⋔ Subtree"), N_("↑ Raised")),
}
MOST_LEAVES: Final = 24
"""A sum over more leaves than this is not written out."""
LEAF, SUBTREE = "▪", "⋔"


@dataclass(frozen=True)
class CostRow:
    """One inner node: what it costs as a leaf, as its subtree, and what decides.

    ``others``: the number of leaves and g(t), or the largest branch; ``follows`` is what the
    method does with the node if it comes to it: "prune", "raise" or "".
    """

    node: NodeId
    leaf: float
    subtree: float
    others: tuple[float, ...] = ()
    follows: str = ""


@dataclass(frozen=True)
class Evidence:
    """``rows``: the node that comes next stands first; ``goes`` is it, None at the end."""

    rows: tuple[CostRow, ...]
    goes: NodeId | None

    def of(self, node: NodeId) -> CostRow | None:
        return next((row for row in self.rows if row.node == node), None)


@cache.shared(by=lambda pruning: (*pruning.rows, pruning.pruner, pruning.moves))
def evidence(pruning_session: PruningSession) -> Evidence:
    """Of the tree as it stands; shared by all who look at the same."""
    return _OF[type(pruning_session.pruner)](pruning_session)


def _weakest(pruning_session: PruningSession) -> Evidence:
    pruner, tree = pruning_session.pruner, pruning_session.lesson.tree
    assert isinstance(pruner, WeakestLink)
    result = weakest_links(tree, pruner.risk)
    rows = [
        CostRow(k.node, k.leaf, k.subtree, (float(k.leaves), k.g), "prune" if k.weakest else "")
        for k in result or ()
    ]
    return Evidence(tuple(sorted(rows, key=lambda row: row.others[1])), _next(pruning_session))


def _held_out(pruning_session: PruningSession) -> Evidence:
    tree = pruning_session.lesson.tree
    result = comparisons(tree, held_out_costs(tree, pruning_session.grown.unseen))
    rows = [
        CostRow(c.node, c.leaf, c.subtree, (), "prune" if c.falls else "") for c in result or ()
    ]
    return _from_below(pruning_session, rows)


def _expected(pruning_session: PruningSession) -> Evidence:
    pruner, tree = pruning_session.pruner, pruning_session.lesson.tree
    assert isinstance(pruner, MinimumError)
    result = comparisons(tree, expected_costs(tree, pruner.m))
    rows = [
        CostRow(c.node, c.leaf, c.subtree, (), "prune" if c.falls else "") for c in result or ()
    ]
    return _from_below(pruning_session, rows)


def _limits(pruning_session: PruningSession) -> Evidence:
    tree, pruner = pruning_session.lesson.tree, pruning_session.pruner
    assert isinstance(pruner, Pessimistic)
    rows = []
    for result in islice(pruner.comparisons(tree, pruning_session.grown.training), MOST_LIMITS):
        others = (result.of_branch,) if pruner.raising else ()
        costs = (result.leaf.expected, result.of_subtree, others)
        rows.append(CostRow(result.node, *costs, _follows(result)))
    return _from_below(pruning_session, rows[::-1])


def _follows(found: LimitComparison) -> str:
    match found.move:
        case Prune():
            return "prune"
        case RaiseSubtree():
            return "raise"
        case _:
            return ""


def _from_below(pruning_session: PruningSession, rows: list[CostRow]) -> Evidence:
    """In the order in which the method comes to them, after the one that comes next."""
    goes = _next(pruning_session)
    ahead = [row for row in rows if row.node == goes]
    others = [row for row in rows if row.node != goes]
    return Evidence((*ahead, *others[::-1]), goes)


def _next(pruning_session: PruningSession) -> NodeId | None:
    step = pruning_session.lesson.timeline.propose()
    return step.move.node if step else None


_OF: Final[Mapping[type[object], Callable[[PruningSession], Evidence]]] = {
    WeakestLink: _weakest,
    ReducedError: _held_out,
    MinimumError: _expected,
    Pessimistic: _limits,
}


@dataclass(frozen=True)
class Working:
    """Of a node: what it costs as a leaf, of which parts its subtree's cost is the sum."""

    own: Named
    parts: Sequence[tuple[NodeId, Named]]
    total: Named


def lines_of(pruning_session: PruningSession, node: NodeId, per_row: bool) -> list[Line]:
    """The working behind the numbers of an inner node."""
    tree, pruner = pruning_session.lesson.tree, pruning_session.pruner
    match pruner:
        case WeakestLink(risk=kind):
            own = pruning.risk(tree, node, kind)
            parts = _parts(tree, node, lambda leaf: pruning.risk(tree, leaf, kind), "R(t_{%d})")
            lines = _lines(tree, Working(own, parts, _total("R(T_t)", _over("R(t_m)"), parts)))
            return [*lines, *_links(pruning.g(tree, node, kind), tree, per_row)]
        case MinimumError(m=m):
            own = pruning.m_errors(tree, node, m)
            parts = _parts(tree, node, lambda leaf: pruning.m_errors(tree, leaf, m), "E_{%d}")
            return _lines(tree, Working(own, parts, _total("E(T_t)", _over("E_m"), parts)))
        case Pessimistic():
            return _limit_lines(tree, pruner.comparison(tree, pruning_session.grown.training, node))
        case _:
            return _held_out_working(pruning_session, node)


def exact_beside(pruning_session: PruningSession, node: NodeId) -> tuple[float, float] | None:
    """(C4.5's U, the exact binomial limit) of the node as a leaf."""
    pruner = pruning_session.pruner
    if not isinstance(pruner, Pessimistic):
        return None
    leaf = pruner.comparison(pruning_session.lesson.tree, pruning_session.grown.training, node).leaf
    exact = exact_limit(leaf.errors, leaf.rows, pruner.limit.confidence)
    return pruner.limit.of(leaf.errors, leaf.rows), exact


def _links(g: Named, tree: Tree, per_row: bool) -> list[Line]:
    if not per_row:
        return [Line(g, result=True)]
    short = Named(g.symbol, g.general, Number(g.value))
    whole = Count(tree.weight(()), Query(()))
    each = Named("g(t)/n", Ratio(Symbol("g(t)"), Symbol("n")), Ratio(short, whole))
    return [Line(g), Line(each, result=True)]


def _held_out_working(pruning_session: PruningSession, node: NodeId) -> list[Line]:
    tree, rows = (
        pruning_session.lesson.tree,
        weight_reaching(pruning_session.lesson.tree, pruning_session.grown.unseen),
    )
    costs = held_out_costs(tree, pruning_session.grown.unseen)

    def of(at: NodeId) -> Named:
        return pruning.held_out_errors(tree, at, rows, costs)

    parts = _parts(tree, node, of, "e(t_{%d})")
    top = tree.place(node)
    lost = float(costs.rest[top : tree.end(top)].sum())
    total = _total("e(T_t)", _over("e(t_m)"), parts, lost)
    return _lines(tree, Working(of(node), parts, total))


def _limit_lines(tree: Tree, found: LimitComparison) -> list[Line]:
    own = named_parts(pruning.of_leaf(tree, found))
    source = {pruning.DEVIATIONS: source_of_z(found.limit)}
    lines = [Line(plainly(p), source.get(p.symbol, ""), p is own[-1]) for p in own]
    lines += _estimates(tree, found, found.subtree, "E")
    return lines if found.branch is None else lines + _estimates(tree, found, found.raised, "B")


def source_of_z(limit: Limit) -> str:
    """Where z comes from."""
    rule = _("Φ(z) = 1 − CF, by the normal distribution")
    if limit.neighbours is None:
        return rule
    text = _("between two points of Release 8’s table; {rule}: {exact}")
    return text.format(rule=rule, exact=Digits().show(replace(limit, z="exact").deviations))


def _estimates(
    tree: Tree, found: LimitComparison, leaves: Sequence[Estimate], letter: str
) -> list[Line]:
    """U and n·U of each leaf, and their sum; ``letter`` is "B" for the branch that may rise."""
    lines, parts = list[Line](), list[tuple[NodeId, Named]]()
    for i, leaf in enumerate(leaves, 1):
        whole = pruning.expected_errors(tree, found.limit, leaf, raised=letter == "B")
        parts.append((leaf.node, replace(whole, symbol=f"{letter}_{{{i}}}")))
        legend = narration.path_words(tree, leaf.node)
        lines += [Line(limit, legend) for limit in limits_in(whole)]
        lines.append(Line(parts[-1][1]))
    symbol = "E(T_b)" if letter == "B" else "E(T_t)"
    total = _total(symbol, pruning.EXPECTED_OF_LEAVES, parts)
    if len(leaves) > MOST_LEAVES:
        return _sum(tree, parts, total)
    return [*lines, Line(total, result=True)]


def _parts(
    tree: Tree, node: NodeId, of: Callable[[NodeId], Named], symbol: str
) -> list[tuple[NodeId, Named]]:
    """The formula of each leaf below ``node``, by number."""
    top = tree.place(node)
    leaves = [tree.id_at(p) for p in range(top, tree.end(top)) if not tree.arity[p]]
    return [(leaf, replace(of(leaf), symbol=symbol % i)) for i, leaf in enumerate(leaves, 1)]


def _over(leaf: str) -> Formula:
    """The sum over the leaves, in a definition."""
    return Over("m", Symbol(leaf))


def _total(
    symbol: str, general: Formula, parts: Sequence[tuple[NodeId, Named]], rest: float = 0.0
) -> Named:
    terms: list[tuple[int, Formula]] = [(1, part) for _leaf, part in parts]
    return Named(symbol, general, Sum((*terms, *([(1, Number(rest))] if rest else []))))


def _lines(tree: Tree, working: Working) -> list[Line]:
    own = named_parts(working.own)
    first = [Line(part, result=part is own[-1]) for part in own]
    return [*first, *_sum(tree, working.parts, working.total)]


def _sum(tree: Tree, parts: Sequence[tuple[NodeId, Named]], total: Named) -> list[Line]:
    """A line for each leaf, worked out in one go, and their sum."""
    if len(parts) > MOST_LEAVES:
        return [Line(replace(total, body=Number(total.value)), result=True)]
    lines = [Line(_in_one(part), narration.path_words(tree, leaf)) for leaf, part in parts]
    return [*lines, Line(total, result=True)]


def _in_one(part: Named) -> Named:
    """The formula with the parts that have names of their own put in."""

    def open_up(inner: Formula) -> Formula | None:
        return replace_parts(inner.body, open_up) if isinstance(inner, Named) else None

    return replace(part, body=replace_parts(part.body, open_up))


def notes(pruning_session: PruningSession, found: Evidence, digits: Digits) -> dict[NodeId, str]:
    """g(t), or the cost as a leaf ▪ against the subtree's ⋔."""
    return {row.node: _note(pruning_session, row, digits) for row in found.rows}


def _note(pruning_session: PruningSession, row: CostRow, digits: Digits) -> str:
    if pruning_session.settings.method == "cost":
        return f"g = {digits.show(row.others[1] / divisor_of(pruning_session))}"
    sign = "≤" if row.leaf <= row.subtree else ">"
    return f"{LEAF} {_shown(row.leaf, digits)} {sign} {SUBTREE} {_shown(row.subtree, digits)}"


def _shown(value: float, digits: Digits) -> str:
    return number(value) if float(value).is_integer() else Digits(min(digits.result, 2)).show(value)
