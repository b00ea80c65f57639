"""The scores of splits, from the statistics of their branches: gain, split info, and the others.

``gains`` takes many splits at once; what has a name (``Candidate.scores``) is made for one.
"""

from __future__ import annotations

import numpy as np

from dtcore.growth.known_rows import known_share, split_info
from dtcore.growth.recipe import Recipe
from dtcore.model.columns import FloatArray
from dtcore.policies.selection import Selection
from dtcore.policies.twoing import Twoing


def gains(
    recipe: Recipe,
    before: FloatArray,
    branches: FloatArray,
    weights: FloatArray,
    unknown: FloatArray | None = None,
) -> tuple[FloatArray, FloatArray]:
    """Gain and split info (o,) of splits with statistics (o, b, k) and weights (o, b).

    ``unknown`` (o,): the weight of the node's rows that a split does not place, None if none.
    """
    gain = before - impurity_after(recipe, branches, weights)
    if isinstance(recipe.impurity, Twoing):
        gain = recipe.impurity.of_splits(branches)
    if unknown is not None:
        gain = gain * known_share(weights.sum(axis=1), unknown)
    return gain, split_info(recipe, weights, unknown)


def impurity_after(recipe: Recipe, branches: FloatArray, weights: FloatArray) -> FloatArray:
    """(o,) the impurity of the branches, by their weights (o, b)."""
    total = weights.sum(axis=-1)
    inside = (weights * recipe.impurity.of(branches)).sum(axis=-1)
    return np.asarray(inside / np.where(total > 0, total, 1.0))


def scores_of(
    recipe: Recipe,
    before: float,
    branch_stats: FloatArray,
    gain: float,
    split_info: float,
    share: float = 1.0,
) -> dict[str, float]:
    """The named scores of one split; squares are totals over its rows.

    ``share`` is that of the rows at which the column is known; impurities and squares are of
    these, and the gain is their gain times the share.
    """
    weights = branch_stats[:, 0] if recipe.impurity.numeric else branch_stats.sum(axis=1)
    scores = {
        "impurity_before": float(before),
        "impurity_after": float(impurity_after(recipe, branch_stats, weights)),
        "gain": float(gain),
        "split_info": float(split_info),
        "gain_ratio": _over(gain, split_info),
    }
    if recipe.impurity.numeric:
        weight = float(weights.sum())
        for part in ("before", "after"):
            scores[f"squares_{part}"] = weight * scores[f"impurity_{part}"]
        scores["squares_decrease"] = weight * float(gain / share if share else 0.0)
    return scores | ({"known_share": float(share)} if share < 1 else {})


def with_cut_penalty(scores: dict[str, float], tries: float, correction: float) -> dict[str, float]:
    """The scores of a numeric column's split, less the price of choosing among its cuts."""
    corrected_gain = float(scores["gain"] - correction)
    ratio = _over(corrected_gain, scores["split_info"])
    parts = {
        "tries": float(tries),
        "correction": float(correction),
        "corrected_gain": corrected_gain,
    }
    return scores | parts | {"gain_ratio": ratio}


def costed(recipe: Recipe, cost: float, gain: float) -> dict[str, float]:
    """The score that weighs gain against cost, if the recipe does."""
    selection = recipe.selection
    if type(selection).against_cost is Selection.against_cost:
        return {}
    value = selection.against_cost(np.array(gain), np.array(cost))
    return {"cost": cost, selection.score: float(value)}


def _over(top: float, bottom: float) -> float:
    return float(top / bottom) if bottom > 0 else 0.0
