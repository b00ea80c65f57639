"""What a way of pruning says of every inner node of the tree as it stands: the table's rows, the
arithmetic of one comparison as lines, and what stands in the nodes of the tree; and α, the price of
a leaf: its stops, the ruler that shows them, and on which scale it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Final

import numpy as np
import streamlit as st

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
from dtcore.model import Dataset, NodeId, Tree, number
from dtcore.policies import Losses
from dtcore.pruning import (
    Estimate,
    Limit,
    LimitComparison,
    MinimumError,
    Pessimistic,
    PruningPath,
    Risk,
    WeakestLink,
    comparisons,
    expected_costs,
    held_out_costs,
    weakest_links,
    weight_reaching,
)
from dtcore.stepping import RaiseSubtree
from dtshow.figures.pruning import SIDES
from dtshow.lesson import narration
from dtshow.scene.blocks import Block
from dtshow.scene.sums import Line
from dtshow.words import number_format
from dtshow.words.language import N_, _
from dttools.evaluation import exact_limit
from dttools.printing import Digits
from pages.ui.shell import cache, session
from pages.ui.shell.places import StoryView
from pages.ui.trees import pruning_session as sessions
from pages.ui.trees.post_pruned import limits_in, plainly
from pages.ui.trees.pruning_session import PruningSession
from pages.ui.trees.pruning_settings import PruningView


def place_on(path: PruningPath, leaves: int) -> int:
    """The first subtree of the path that has no more leaves than that."""
    return int(np.flatnonzero(path.leaves <= leaves)[0])


def per_row(now: PruningSession) -> bool:
    return now.settings.method == "cost" and session.view(PruningView).per_row


def first_of(now: PruningSession) -> int:
    """The place on the path of the tree that one begins with."""
    return place_on(now.grown.path, now.grown.start.leaves)


def divisor_of(now: PruningSession) -> float:
    """What α on the total scale is divided by to be shown."""
    return now.grown.path.weight if per_row(now) else 1.0


def several(now: PruningSession) -> bool:
    """Whether there are trees to choose from by the price of a leaf."""
    trees = len(now.grown.path) - first_of(now)
    return now.settings.method == "cost" and trees > 1


def priced(now: PruningSession) -> bool:
    """Whether that price is shown. A guided lesson that shows overfitting or errors has not named
    it."""
    lesson, view = session.view(StoryView).key, session.view(PruningView).view
    return several(now) and not (lesson and view in ("growth", "errors"))


def curved(now: PruningSession) -> bool:
    """Whether the path has curves: those need each row."""
    return several(now) and not now.grown.training.counted


def ruler(now: PruningSession, digits: Digits) -> list[Block]:
    """The ruler of α as a part of the panel, the axis of the curves where they are on show; nothing
    where no price is shown."""
    path, first = now.grown.path, first_of(now)
    if not priced(now):
        return []
    alphas = path.alphas[first:] / divisor_of(now)
    shown = [_price(alpha, digits) for alpha in alphas]
    stops = [_stop(int(leaves), shown[k : k + 2]) for k, leaves in enumerate(path.leaves[first:])]
    at = max(first, place_on(path, now.lesson.tree.leaves)) - first
    if (leaves := now.lesson.tree.leaves) != path.leaves[first + at]:
        for length in ("leaves", "short"):
            stops[at][length] = f"{leaves} → {stops[at][length]}"  # not all that tie are cut
    name = {"type": "ruler", "key": "alpha", "label": _("α, the price of a leaf (not to scale)")}
    view, names = session.view(PruningView).view, [_("leaves"), "α"]
    axis = {"sides": SIDES} if view == "path" and curved(now) else {}
    named = {"names": names} if axis or view == "growth" else {}
    return [name | axis | named | {"stops": stops, "chosen": at}]


def _price(alpha: float, digits: Digits) -> str:
    """As the sums say it, without zeros at its end; never as a power of ten."""
    shown = digits.show(alpha)
    return shown.rstrip("0").rstrip(".") if "." in shown else shown


def _stop(leaves: int, prices: list[str]) -> dict[str, Any]:
    """``prices``: where the stretch begins, and where the next one does, if there is one."""
    said = (
        _("α from {alpha}: {leaves}") if len(prices) < 2 else _("α from {alpha} to {end}: {leaves}")
    )
    how = number_format.leaves(leaves)
    says = said.format(alpha=prices[0], end=prices[-1], leaves=how)
    return {"price": prices[0], "short": str(leaves), "leaves": how, "says": says}


def scale(now: PruningSession) -> None:
    """In what α is counted: one of two risks, or one, in all or per row."""
    risks: tuple[Risk, ...] = ("impurity",) if now.numeric else ("impurity", "error")
    units = {(risk, each): scaled_unit(now, risk, each) for risk in risks for each in (False, True)}
    here = (risks[0] if now.numeric else now.settings.risk), per_row(now)

    def take(unit: tuple[Risk, bool]) -> None:
        session.change(PruningView, per_row=unit[1])
        if not now.numeric:
            sessions.take("risk", unit[0])

    st.selectbox(
        _("Unit of α, the price of a leaf"),
        list(units),
        format_func=units.__getitem__,
        width=300,
        **session.control("lab_unit", here, take),
    )


def scaled_unit(now: PruningSession, risk: Risk, each: bool) -> str:
    unit = unit_of(now, risk)
    return _("{unit} per row").format(unit=unit) if each else unit


def scale_words(now: PruningSession, risk: Risk) -> str:
    """What α is counted in. A risk in impurity is no multiple of one in errors: for two classes
    Gini is 2p(1 − p), and the share of errors min(p, 1 − p)."""
    return _("α, the price of a leaf, in {unit}.").format(unit=unit_of(now, risk))


def unit_of(now: PruningSession, risk: Risk) -> str:
    recipe = now.lesson.recipe_choice.recipe
    if now.numeric:
        return _("squared error")
    if risk == "error":
        return _("cost of errors") if isinstance(recipe.classes, Losses) else _("errors")
    weighs = now.lesson.dataset.schema.weighs
    text = _("weight × {impurity}") if weighs else _("rows × {impurity}")
    return text.format(impurity=narration.impurity_name(recipe))


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
Leaves = Sequence[tuple[NodeId, Named]]
"""Each with the formula of what it costs."""


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

    @property
    def numbers(self) -> tuple[float, ...]:
        return (self.leaf, self.subtree, *self.others)


@dataclass(frozen=True)
class Evidence:
    """``rows``: the node that comes next stands first; ``goes`` is it, None at the end."""

    rows: tuple[CostRow, ...]
    goes: NodeId | None

    def of(self, node: NodeId) -> CostRow | None:
        return next((row for row in self.rows if row.node == node), None)


@cache.shared(by=lambda pruning: (*pruning.rows, pruning.pruner, pruning.moves))
def evidence(now: PruningSession) -> Evidence:
    """Of the tree as it stands; shared by all who look at the same."""
    tree, step = now.lesson.tree, now.lesson.timeline.propose()
    goes = step.move.node if step else None
    match now.pruner:
        case WeakestLink(risk=risk):
            links = weakest_links(tree, risk) or ()
            rows = [
                CostRow(k.node, k.leaf, k.subtree, (float(k.leaves), k.g), _prune(k.weakest))
                for k in links
            ]
            return Evidence(tuple(sorted(rows, key=lambda row: row.others[1])), goes)
        case Pessimistic() as pruner:
            return _from_below(_limits(pruner, tree, now.grown.training)[::-1], goes)
        case MinimumError(m=m):
            costs = expected_costs(tree, m)
        case _:
            costs = held_out_costs(tree, now.grown.unseen)
    compared = comparisons(tree, costs) or ()
    rows = [CostRow(c.node, c.leaf, c.subtree, (), _prune(c.falls)) for c in compared]
    return _from_below(rows, goes)


def _limits(pruner: Pessimistic, tree: Tree, training: Dataset) -> list[CostRow]:
    rows = []
    for found in islice(pruner.comparisons(tree, training), MOST_LIMITS):
        others = (found.of_branch,) if pruner.raising else ()
        follows = "raise" if isinstance(found.move, RaiseSubtree) else _prune(bool(found.move))
        rows.append(CostRow(found.node, found.leaf.expected, found.of_subtree, others, follows))
    return rows


def _prune(falls: bool) -> str:
    return "prune" if falls else ""


def _from_below(rows: list[CostRow], goes: NodeId | None) -> Evidence:
    """In the order in which the method comes to them, after the one that comes next."""
    ahead = [row for row in rows if row.node == goes]
    others = [row for row in rows if row.node != goes]
    return Evidence((*ahead, *others[::-1]), goes)


def lines_of(now: PruningSession, node: NodeId, by_row: bool) -> list[Line]:
    tree, pruner = now.lesson.tree, now.pruner
    match pruner:
        case WeakestLink(risk=kind):
            own = pruning.risk(tree, node, kind)
            parts = _parts(tree, node, lambda leaf: pruning.risk(tree, leaf, kind), "R(t_{%d})")
            lines = _lines(tree, own, parts, _total("R(T_t)", _over("R(t_m)"), parts))
            return [*lines, *_links(pruning.g(tree, node, kind), tree, by_row)]
        case MinimumError(m=m):
            own = pruning.m_errors(tree, node, m)
            parts = _parts(tree, node, lambda leaf: pruning.m_errors(tree, leaf, m), "E_{%d}")
            return _lines(tree, own, parts, _total("E(T_t)", _over("E_m"), parts))
        case Pessimistic():
            return _limit_lines(tree, pruner.comparison(tree, now.grown.training, node))
        case _:
            return _held_out_working(now, node)


def exact_beside(now: PruningSession, node: NodeId) -> tuple[float, float] | None:
    """(C4.5's U, the exact binomial limit) of the node as a leaf."""
    pruner = now.pruner
    if not isinstance(pruner, Pessimistic):
        return None
    leaf = pruner.comparison(now.lesson.tree, now.grown.training, node).leaf
    exact = exact_limit(leaf.errors, leaf.rows, pruner.limit.confidence)
    return pruner.limit.of(leaf.errors, leaf.rows), exact


def _links(g: Named, tree: Tree, by_row: bool) -> list[Line]:
    if not by_row:
        return [Line(g, result=True)]
    short = Named(g.symbol, g.general, Number(g.value))
    whole = Count(tree.weight(()), Query(()))
    each = Named("g(t)/n", Ratio(Symbol("g(t)"), Symbol("n")), Ratio(short, whole))
    return [Line(g), Line(each, result=True)]


def _held_out_working(now: PruningSession, node: NodeId) -> list[Line]:
    tree, unseen = now.lesson.tree, now.grown.unseen
    rows, costs = weight_reaching(tree, unseen), held_out_costs(tree, unseen)

    def of(at: NodeId) -> Named:
        return pruning.held_out_errors(tree, at, rows, costs)

    parts = _parts(tree, node, of, "e(t_{%d})")
    top = tree.place(node)
    lost = float(costs.rest[top : tree.end(top)].sum())
    total = _total("e(T_t)", _over("e(t_m)"), parts, lost)
    return _lines(tree, of(node), parts, total)


def _limit_lines(tree: Tree, found: LimitComparison) -> list[Line]:
    own = named_parts(pruning.of_leaf(tree, found))
    source = {pruning.DEVIATIONS: source_of_z(found.limit)}
    lines = [Line(plainly(p), source.get(p.symbol, ""), p is own[-1]) for p in own]
    lines += _estimates(tree, found, found.subtree, "E")
    return lines if found.branch is None else lines + _estimates(tree, found, found.raised, "B")


def source_of_z(limit: Limit) -> str:
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
    return Over("m", Symbol(leaf))


def _total(symbol: str, general: Formula, parts: Leaves, rest: float = 0.0) -> Named:
    terms: list[tuple[int, Formula]] = [(1, part) for _leaf, part in parts]
    return Named(symbol, general, Sum((*terms, *([(1, Number(rest))] if rest else []))))


def _lines(tree: Tree, own: Named, parts: Leaves, total: Named) -> list[Line]:
    """``own``: what a node costs as a leaf; ``total``: what its subtree does, the sum of that of
    its leaves."""
    named = named_parts(own)
    first = [Line(part, result=part is named[-1]) for part in named]
    return [*first, *_sum(tree, parts, total)]


def _sum(tree: Tree, parts: Leaves, total: Named) -> list[Line]:
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


def notes(now: PruningSession, found: Evidence, digits: Digits) -> dict[NodeId, str]:
    """g(t), or the cost as a leaf ▪ against the subtree's ⋔."""
    if now.settings.method == "cost":
        return {row.node: f"g = {digits.show(scaled(now, row).others[1])}" for row in found.rows}
    return {row.node: _compared(row, digits) for row in found.rows}


def scaled(now: PruningSession, row: CostRow) -> CostRow:
    """The row in the numbers that are shown: of α all but the number of leaves by the row."""
    if not per_row(now):
        return row
    by, (leaves, g) = divisor_of(now), row.others
    return replace(row, leaf=row.leaf / by, subtree=row.subtree / by, others=(leaves, g / by))


def _compared(row: CostRow, digits: Digits) -> str:
    sign = "≤" if row.leaf <= row.subtree else ">"
    return f"▪ {_shown(row.leaf, digits)} {sign} ⋔ {_shown(row.subtree, digits)}"


def _shown(value: float, digits: Digits) -> str:
    return number(value) if float(value).is_integer() else Digits(min(digits.result, 2)).show(value)
