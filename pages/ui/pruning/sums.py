"""The arithmetic of one comparison, as lines of a formula that one can touch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
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
from dtcore.model import NodeId, Tree
from dtcore.pruning import (
    Estimate,
    Limit,
    LimitComparison,
    MinimumError,
    Pessimistic,
    WeakestLink,
    held_out_costs,
    weight_reaching,
)
from dtshow.lesson import narration
from dtshow.scene.sums import Line
from dtshow.words.language import _
from dttools.evaluation import exact_limit
from dttools.printing import Digits
from pages.ui.trees.post_pruned import limits_in, plainly
from pages.ui.trees.pruning_session import PruningSession

MOST_LEAVES: Final = 24
"""A sum over more leaves than this is not written out."""


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
            return _limits(tree, pruner.comparison(tree, pruning_session.grown.training, node))
        case _:
            return _held_out(pruning_session, node)


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


def _held_out(pruning_session: PruningSession, node: NodeId) -> list[Line]:
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


def _limits(tree: Tree, found: LimitComparison) -> list[Line]:
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
