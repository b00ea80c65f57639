"""Why a row is predicted as it is: each question on its way, its own cell, and the sum at the end.

A row goes down one way, or in fractions down several; ``steps`` holds every question that some
of it meets. The class shares are sums over the leaves: s_l is the share of the row that comes to
leaf l, n_{l} the leaf's weight and n_{l,k} that of class k, to which an m-estimate adds p_{k} m.
Not done here: no sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from dtcore.formula import (
    Count,
    Formula,
    Named,
    Number,
    Over,
    Product,
    Query,
    Ratio,
    Sum,
    Symbol,
    Total,
)
from dtcore.model.columns import level_name
from dtcore.model.data import Dataset
from dtcore.model.frames import with_text_names
from dtcore.model.nodes import NodeId
from dtcore.model.predict import encode_for, ends, predict, through
from dtcore.model.routing import Surrogate, by_surrogates
from dtcore.model.splits import Split
from dtcore.model.tree import Tree, check_tree
from dttools.evaluation.score import Score
from dttools.study.report import Reason, reason_of

if TYPE_CHECKING:
    import pandas as pd

HERE = np.zeros(1, np.intp)


class How(Enum):
    """What decided where a row went on."""

    CELL = "its cell"
    SURROGATE = "a surrogate split"
    POLICY = "the tree's policy for missing cells"
    STAYS = "nothing: it stays"


@dataclass(frozen=True, eq=False)
class Met:
    """A question that ``share`` of the row meets at ``node``: ``split`` of ``cell``.

    ``cell`` is a number or a level as text, None if it is missing. ``onward``: by branch, the
    share of the row that goes on there. ``why``: why the split has no branch for the cell, None
    if it has; then ``how`` says what decided, ``surrogate`` which stood in.
    """

    node: NodeId
    share: float
    split: Split
    cell: float | str | None
    onward: Mapping[int, float]
    how: How
    why: Reason | None = None
    surrogate: Surrogate | None = None


@dataclass(frozen=True, eq=False)
class Predicted:
    """What ``tree`` says of a row. ``ends``: the nodes at which the row rests, with its shares."""

    steps: tuple[Met, ...]
    ends: Mapping[NodeId, float]
    prediction: Any
    tree: Tree

    @cached_property
    def scores(self) -> tuple[Score, ...]:
        """The share of each class, by its ``part``, or the mean; each opens into its terms, leaf
        by leaf."""
        return tuple(_scores(self.tree, self.ends, self.steps))

    @property
    def divided(self) -> bool:
        return len(self.ends) > 1


def prediction(tree: Tree, data: pd.DataFrame | Dataset, row: int = 0) -> Predicted:
    """Why ``row`` of ``data``, counted from 0, is predicted as it is."""
    check_tree(tree)
    one = encode_for(data, tree).part(np.array([row]))
    given = one if isinstance(data, Dataset) else with_text_names(data).iloc[[row]]
    rests = ends(tree, one, 0)
    shares = through(rests)
    inner = [node for node in shares if tree[node].split is not None]
    steps = tuple(_met(tree, one, given, node, shares) for node in inner)
    return Predicted(steps, rests, predict(tree, one)[0], tree)


def _met(
    tree: Tree,
    one: Dataset,
    given: pd.DataFrame | Dataset,
    node: NodeId,
    shares: Mapping[NodeId, float],
) -> Met:
    split = tree[node].split
    assert split is not None
    onward = {child[-1]: shares[child] for child in tree.children(node) if child in shares}
    cell = _cell(one, given, split.column)
    if int(split.branch(one, HERE)[0]) >= 0:
        return Met(node, shares[node], split, cell, onward, How.CELL)
    why = reason_of(one.columns[split.column], 0, given)
    kept = tree.surrogates.get(tree.place(node), ())
    teller = int(by_surrogates(kept, one, HERE)[1][0])
    if teller >= 0:
        return Met(node, shares[node], split, cell, onward, How.SURROGATE, why, kept[teller])
    return Met(node, shares[node], split, cell, onward, How.POLICY if onward else How.STAYS, why)


def _cell(one: Dataset, given: pd.DataFrame | Dataset, place: int) -> float | str | None:
    column = one.columns[place]
    code = float(column.values[0])
    if column.levels is None and not np.isnan(code):
        return code
    if column.levels is not None and code >= 0:
        return column.levels[int(code)]
    if not isinstance(given, Dataset) and given[column.name].notna().item():
        return level_name(given[column.name].item())  # never seen, or no number
    return None


# --------------------------------------------------------------------------------- the sums


def _scores(tree: Tree, rests: Mapping[NodeId, float], steps: tuple[Met, ...]) -> Iterator[Score]:
    parts = [_share(tree, number, end, steps) for number, end in enumerate(rests, 1)]
    shares = dict(zip(rests, parts, strict=True))
    if not tree.schema.classes:
        terms = tuple((1, _times(part, _mean(tree, end))) for end, part in shares.items())
        general = Over("l", Product((Symbol("s_l"), Symbol("ȳ_l"))))
        yield Score("mean", Named("ŷ", general, Sum(terms)))
        return
    for k in range(len(tree.schema.classes)):
        terms = tuple((1, _times(s, _of_class(tree, end, k))) for end, s in shares.items())
        share = _share_in_general(f"n_{{l,{k + 1}}}", f"p_{{{k + 1}}}", tree.schema.leaf_rule.m)
        general = Over("l", Product((Symbol("s_l"), share)))
        yield Score("share", Named(f"p_{{{k + 1}}}", general, Sum(terms)), part=k)


def _times(share: Formula | None, part: Formula) -> Formula:
    return Product((share, part)) if share else part


def _share(tree: Tree, number: int, end: NodeId, steps: tuple[Met, ...]) -> Named | None:
    """The share of the row that comes to ``end``: a factor for each node that divided it."""
    here = [met for met in steps if met.node == end[: len(met.node)] and len(met.node) < len(end)]
    factors = tuple(_divided(tree, met, end[len(met.node)]) for met in here if len(met.onward) > 1)
    if not factors:
        return None
    general = Product(tuple(Ratio(Symbol("n_b"), Symbol("n_t")) for _ in factors))
    return Named(f"s_{{{number}}}", general, factors[0] if len(factors) == 1 else Product(factors))


def _divided(tree: Tree, met: Met, branch: int) -> Formula:
    children = tree.children(met.node)
    rows = [Count(tree.weight(child), Query(child)) for child in children if tree.weight(child)]
    mine = Count(tree.weight(children[branch]), Query(children[branch]))
    ratio = Ratio(mine, Sum(tuple((1, count) for count in rows)))
    part = met.onward[branch] / met.share
    return ratio if abs(ratio.value - part) <= 1e-9 else Number(part)


def _of_class(tree: Tree, end: NodeId, label: int) -> Formula:
    """The share of a class at a node, as it tells it."""
    node, rule = tree.predicting_node(end), tree.schema.leaf_rule
    stats = tree[node].stats
    if rule.divisors:
        told = rule.adjusted_weights(stats)
        return Ratio(Number(float(told[label])), Number(float(told.sum())))
    of_class: Formula = Count(float(stats[label]), Query(node, label=label))
    whole: Formula = Count(float(stats.sum()), Query(node))
    if rule.m:
        added = Product((Number(rule.priors[label]), Number(rule.m)))
        of_class, whole = Sum(((1, of_class), (1, added))), Sum(((1, whole), (1, Number(rule.m))))
    return Ratio(of_class, whole)


def _share_in_general(of_class: str, prior: str, m: float) -> Formula:
    if not m:
        return Ratio(Symbol(of_class), Symbol("n_l"))
    added = Product((Symbol(prior), Symbol("m")))
    top, bottom = (1, Symbol(of_class)), (1, Symbol("n_l"))
    return Ratio(Sum((top, (1, added))), Sum((bottom, (1, Symbol("m")))))


def _mean(tree: Tree, end: NodeId) -> Formula:
    node = tree.predicting_node(end)
    weight, away = map(float, tree[node].stats[:2])
    total = Total(tree.schema.centre * weight + away, Query(node))
    return Ratio(total, Count(weight, Query(node)))
