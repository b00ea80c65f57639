"""Values into formulas and sentences: every number that is shown, with its sum.

Begin with ``scores`` (the score of a candidate), then ``nodes`` (the numbers of a node) and
``pruning`` (the numbers that pruners compare); ``alternatives`` are splits that were not chosen.
``nodes`` and ``pruning`` are public under their own names, all else by what stands below. Not
done here: nothing is decided or counted anew, and nothing is drawn.
"""

from dtcore.explain.alternatives import Standing, groupings, sends_missing, standings
from dtcore.explain.nodes import Opened, rows_of, terms_of, weight_counted
from dtcore.explain.scores import (
    average_gain,
    claims_of,
    headline,
    impurity,
    score,
    tests,
    variance_decrease,
)

__all__ = [
    "Opened", "Standing", "average_gain", "claims_of", "groupings", "headline", "impurity",
    "rows_of", "score", "sends_missing", "standings", "terms_of", "tests", "variance_decrease",
    "weight_counted",
]  # fmt: skip
