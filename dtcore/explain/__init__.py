"""Values into formulas and sentences: every number that is shown, with its sum.

Begin with ``scores`` (the score of a candidate), then ``nodes`` (the numbers of a node) and
``pruning`` (the numbers that pruners compare). ``nodes`` and ``pruning`` are public under their own
names, all else by what stands below. Not done here: nothing is decided or counted anew, and
nothing is drawn; splits that were not chosen are studied in ``dttools.study.alternatives``.
"""

from typing import TYPE_CHECKING

from dtcore.errors import elsewhere
from dtcore.explain.nodes import Explanation, rows_of, terms_of, weight_counted
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
    "Explanation", "average_gain", "claims_of", "headline", "impurity", "rows_of", "score",
    "terms_of", "tests", "variance_decrease", "weight_counted",
]  # fmt: skip

if not TYPE_CHECKING:  # which would take every name for one that is here
    __getattr__ = elsewhere(
        __name__, {"dttools.study": "Standing groupings sends_missing standings"}
    )
