"""What one column offers at one node: its best split, with the scores by name and the verdict.

A frontier of thousands of nodes is weighed in arrays (``dtcore.growth.evaluation``); a candidate
is made only for the node that someone looks at.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from dtcore.growth.evaluation import Evaluation
from dtcore.growth.frontier import Frontier
from dtcore.growth.known_rows import known_part, known_share, split_of
from dtcore.growth.recipe import Recipe
from dtcore.growth.scores import costed, gains, scores_of, with_cut_penalty
from dtcore.growth.scoring import best_options
from dtcore.model.columns import FloatArray
from dtcore.model.splits import Split, placed
from dtcore.model.statistics import weight_of
from dtcore.policies.selection import NOTHING, Verdict


@dataclass(frozen=True, eq=False)
class Candidate:
    """One column's best split at a node, scored.

    ``split`` is None if the column has nothing to offer (``verdict`` says why);
    ``branch_stats`` (arity, k); ``scores`` holds the named parts: impurity_before,
    impurity_after, gain, split_info, gain_ratio, and for numeric columns tries, correction
    and worth (gain less correction). ``tied`` counts this column's other splits that score
    the same. ``unknown`` is the weight of the node's rows that the split does not place, since
    the column is missing there; known_share is then among the scores, and impurities are over
    the known rows.
    """

    column: int
    split: Split | None
    branch_stats: FloatArray
    scores: Mapping[str, float]
    verdict: Verdict
    tied: int = 0
    unknown: float = 0.0

    @property
    def gains(self) -> bool:
        """Whether the split gains anything, rounding apart."""
        return self.scores.get("gain", 0.0) > NOTHING * self.scores.get("impurity_before", 0.0)


def candidates_at(found: Evaluation, node: int) -> tuple[Candidate, ...]:
    """What was found of each column at one node of the frontier, in table order."""
    return tuple(_candidate(found, node, column) for column in range(len(found.table.n_levels)))


def _candidate(found: Evaluation, node: int, column: int) -> Candidate:
    recipe, table, frontier = found.recipe, found.table, found.frontier
    verdict = Verdict(int(found.choice.verdict[node, column]))
    if found.refused[node] >= 0 and verdict in (Verdict.WINS, Verdict.TIED):
        verdict = Verdict.REFUSED
    if verdict in (Verdict.ONE_VALUE, Verdict.USED_ON_PATH):
        return Candidate(column, None, np.zeros((0, 0)), {}, verdict)
    split, stats, tied = _best_split(found, node, column)
    gappy = column in frontier.dataset.gappy
    here = frontier.part(np.array([node])) if gappy else frontier
    scores, unknown = scored_split(recipe, here, column, stats, table.before[node : node + 1])
    if table.n_levels[column] == 0:
        scores = with_cut_penalty(scores, found.tries[node, column], found.correction[node, column])
    scores |= costed(recipe, frontier.dataset.columns[column].cost, scores["gain"])
    return Candidate(column, split, stats, scores, verdict, tied, unknown)


def _best_split(found: Evaluation, node: int, column: int) -> tuple[Split, FloatArray, int]:
    """The split, the statistics of its branches, and how many others tie with it."""
    if column not in found.by_options and found.tries[node, column]:
        split, tied = found.split(node, column), int(found.tied[node, column])
        if column in found.partial:
            return split, branches_of(found.frontier.part(np.array([node])), split), tied
        numeric = found.numeric_place(column)
        cut = int(found.cuts.at[node, numeric])
        return split, found.frontier.branch_stats(numeric, node, cut), tied
    options, at = found.by_options.get(column), node
    if options is None:  # where nothing is admitted, the best of the inadmissible is shown
        here = found.frontier.part(np.array([node]))
        before = found.table.before[node : node + 1]
        options, at = best_options(found.recipe, here, column, before), 0
    place, scored = int(options.at[at]), options.scored
    split = split_of(found.recipe, found.frontier, column, scored.options, place)
    split = placed(split, found.frontier.dataset, found.frontier.rows_of(node))
    stats = scored.stats[place]
    if not found.frontier.classes:  # as squares they were taken about the mean of the node
        stats = branches_of(found.frontier.part(np.array([node])), split)
    return split, stats, int(options.tied[at])


def branches_of(here: Frontier, split: Split) -> FloatArray:
    """(arity, k) statistics of the branches of ``split`` at a frontier of one node."""
    arity = split.arity(here.dataset.schema)
    branch = split.branch(here.dataset, here.rows)
    placed = np.flatnonzero(branch >= 0)
    return here.at(placed, branch[placed], arity).stats()


def scored_split(
    recipe: Recipe, here: Frontier, column: int, stats: FloatArray, before: FloatArray
) -> tuple[dict[str, float], float]:
    """The scores of a split with branches ``stats`` (b, k), and the weight it does not place.

    ``here`` is a frontier of the node alone if the column has missing cells; ``before`` (1,)
    the node's impurity.
    """
    weights = weight_of(stats, here.dataset.schema)
    part = known_part(recipe, here, column, before)
    gain, info = gains(recipe, part.before, stats[None], weights[None], part.unknown)
    if part.unknown is None:
        return scores_of(recipe, part.before[0], stats, gain[0], info[0]), 0.0
    share = float(known_share(weights.sum(keepdims=True), part.unknown)[0])
    scores = scores_of(recipe, part.before[0], stats, gain[0], info[0], share)
    return scores, float(part.unknown[0])
