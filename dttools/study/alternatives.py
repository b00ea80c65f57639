"""Splits that were not chosen: why each cut may or may not be, and other groupings of levels.

What the page lets people try, scored by the same kernels as what the algorithm weighs. Not
done here: no split is made.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum, auto
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dtcore import explain
from dtcore.errors import RecipeError
from dtcore.growth.frontier import counts_of
from dtcore.growth.recipe import Recipe
from dtcore.growth.scoring import KNOWN_FROM_MISSING, Scored, best_options, grouping_of
from dtcore.model.columns import BoolArray, FloatArray
from dtcore.model.data import Dataset
from dtcore.model.nodes import NodeId, weight_of
from dtcore.model.splits import NOWHERE, Split, Threshold
from dtcore.policies.selection import GuardedGainRatio
from dtcore.policies.splits import EveryLevel, Groups, NominalSplitter, OneAgainstRest
from dtcore.policies.stopping import MaxLeaves
from dtcore.stepping.evidence import Candidate, Weighed, judge
from dtcore.stepping.problem import Problem, State, rows_at


class Standing(Enum):
    """What can be said of a cut before it is compared with the others."""

    OPEN = auto()
    TOO_FEW_ROWS = auto()
    BELOW_AVERAGE_GAIN = auto()
    SAME_CLASS = auto()
    """It parts neighbours of one class, so that no impurity is ever least there."""


def standings(recipe: Recipe, weighed: Weighed, scored: Scored) -> list[Standing]:
    """One for each option of a numeric column at one node, in order.

    Fayyad and Irani 1992 show that a best cut by entropy never parts neighbours of one class.
    """
    same = np.zeros(len(scored.gain), bool)
    if not recipe.impurity.numeric:
        for branch in (NOWHERE, 0, 1):
            mine = sends_missing(scored, branch)
            same[mine] = _same_class(scored, mine, branch)
    low = _below_average(recipe, weighed, scored)
    return [
        Standing.TOO_FEW_ROWS
        if not admitted
        else Standing.BELOW_AVERAGE_GAIN
        if low[i]
        else Standing.SAME_CLASS
        if same[i]
        else Standing.OPEN
        for i, admitted in enumerate(scored.admitted)
    ]


def sends_missing(scored: Scored, branch: int) -> BoolArray:
    """(o,) which options of a column of numbers are cuts that send missing cells to ``branch``.

    -1 where they send them nowhere. The cut between the known cells and the missing ones is
    none of them.
    """
    goes = np.full(len(scored.gain), NOWHERE) if scored.missing is None else scored.missing
    return np.asarray(np.isfinite(scored.key) & (goes == branch))


def _same_class(scored: Scored, mine: BoolArray, branch: int) -> BoolArray:
    """(o',) whether the rows between the cuts on either side of ``mine`` are of one class.

    All of them send the missing cells to ``branch``, so those lie between no two cuts.
    """
    stats, apart = scored.stats[mine], scored.key == KNOWN_FROM_MISSING
    missing = scored.stats[apart, 1].sum(axis=0)  # there is one such option, or none
    first = missing if branch == 0 else np.zeros_like(missing)
    last = stats[:1].sum(axis=(0, 1)) - (missing if branch == 1 else 0)
    runs = np.diff(np.concatenate([first[None], stats[:, 0], last[None]]), axis=0)
    present = runs > 1e-9 * stats[:1].sum()  # sums of fractions leave a rest
    return np.asarray((present[:-1] | present[1:]).sum(axis=1) == 1)


def _below_average(recipe: Recipe, weighed: Weighed, scored: Scored) -> BoolArray:
    """(o,) whether C4.5 would rule a cut out for gaining less than the average."""
    if weighed.average is None or not isinstance(recipe.selection, GuardedGainRatio):
        return np.zeros(len(scored.gain), bool)
    tries = np.full(len(scored.gain), float(scored.admitted.sum()))
    cut_penalty = recipe.cut_penalty(tries, weighed.stats.sum(keepdims=True))
    return np.asarray(scored.gain - cut_penalty < weighed.average - recipe.selection.slack)


GROUPINGS: Final[dict[str, NominalSplitter]] = {
    "every": EveryLevel(),
    "groups": Groups(),
    "one": OneAgainstRest(),
}
"""A branch for each level; the best two groups; the best level against all others."""


def groupings(problem: Problem, state: State, node: NodeId, column: int) -> dict[str, Candidate]:
    """The best split of a nominal column in each of ``GROUPINGS`` that can be tried at ``node``."""
    result = {}
    for name, nominal in GROUPINGS.items():
        try:
            recipe, scored, best = _options(problem, state, node, column, nominal)
        except RecipeError:
            continue  # too many levels to group, or more branches than the criterion compares
        if best >= 0:
            split = split_of(recipe, problem.dataset, column, scored, best)
            result[name] = judge(problem, state, node, split)
    return result


def each_against_the_rest(
    problem: Problem, state: State, node: NodeId, column: int, most: int
) -> list[Candidate]:
    """Every question of a nominal column that sets one level apart, the best first; ``most`` of
    them. Raises RecipeError if there are too many levels."""
    recipe, scored, _best = _options(problem, state, node, column, GROUPINGS["one"])
    options = range(len(scored.gain))
    splits = (split_of(recipe, problem.dataset, column, scored, at) for at in options)
    judged = [judge(problem, state, node, split) for split in splits]
    score = explain.headline(problem.recipe)
    return sorted(judged, key=lambda one: -one.scores.get(score, -np.inf))[:most]


def _options(
    problem: Problem, state: State, node: NodeId, column: int, nominal: NominalSplitter
) -> tuple[Recipe, Scored, int]:
    """All splits of a column by ``nominal``, and which of them is the best; -1: none will do."""
    nominal.check(problem.dataset.columns[column], problem.dataset)
    frontier = counts_of(problem.dataset, [rows_at(problem, state, node)])
    # a limit on the leaves of the whole tree says nothing of one split
    rules = tuple(rule for rule in problem.recipe.stopping if not isinstance(rule, MaxLeaves))
    splitter = replace(problem.recipe.splitter, nominal=nominal)
    recipe = replace(problem.recipe, splitter=splitter, stopping=rules)
    before = recipe.impurity.of(frontier.stats())
    scored, at, *_ = best_options(recipe, frontier, column, before)
    return recipe, scored, int(at[0])


def cut_scores(recipe: Recipe, scored: Scored, weight: float, cost: float = 1.0) -> FloatArray:
    """(o,) what the cuts of a numeric column are shown by at a node of ``weight``: the deciding
    score. ``cost`` is that of asking for the column."""
    if recipe.impurity.numeric:
        return np.asarray(scored.gain * weight)
    if recipe.selection.score != "gain_ratio":
        return recipe.selection.against_cost(scored.gain, np.array(cost))
    tries = np.full(len(scored.gain), float(scored.admitted.sum()))
    corrected_gain = scored.gain - recipe.cut_penalty(tries, np.array(weight))
    info = scored.split_info
    return np.where(info > 0, corrected_gain / np.where(info > 0, info, 1.0), 0.0)


def split_of(recipe: Recipe, dataset: Dataset, column: int, scored: Scored, at: int) -> Split:
    """The split that option ``at`` of a column stands for; the gap of a cut is for the caller."""
    field, key = dataset.columns[column], scored.key[at]
    if not field.numeric:
        return grouping_of(recipe, dataset, column, key)
    side = -1 if scored.missing is None else int(scored.missing[at])
    cuts, cut = recipe.splitter.numeric, key[None]
    assert cuts is not None  # Recipe.check refuses numeric columns otherwise
    if key != KNOWN_FROM_MISSING:
        cut = cuts.placed(cut, field.distinct)
    return Threshold(column, float(cut[0]), side)


def values_here(problem: Problem, state: State, node: NodeId, column: int) -> NDArray[Any]:
    """(v,) the different values of a column at a node, rising, without missing cells: numbers, of
    which only the ends of groups are told where they are counted in such; or codes of levels."""
    known = problem.dataset.columns[column]
    counts = counts_of(problem.dataset, [rows_at(problem, state, node)])
    if known.numeric:
        values = np.unique(counts.values_at(0, column))
        return np.asarray(values[~np.isnan(values)])
    moments = counts.level_counts(column)[0, : len(known.levels or ())]
    return np.flatnonzero(weight_of(moments, problem.dataset.schema) > 0)


def level_stats(problem: Problem, state: State, node: NodeId, column: int) -> FloatArray:
    """(n_levels, k) the statistics of the rows at a node by the level of a nominal column; rows
    without one are in none."""
    counts = counts_of(problem.dataset, [rows_at(problem, state, node)])
    n_levels = len(problem.dataset.columns[column].levels or ())
    moments = counts.level_counts(column)[:, :n_levels]
    result: FloatArray = counts.recentre(moments, np.array([0]))[0]
    return result
