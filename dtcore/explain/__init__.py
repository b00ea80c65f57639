"""Values into formulas and sentences: every number that is shown, with its sum.

Begin with ``scores`` (the score of a candidate), then ``nodes`` (the numbers of a node) and
``pruning`` (the numbers that pruners compare). ``two_way`` is what one column tells of another,
``histogram`` how rows lie along a column, ``alternatives`` splits that were not chosen,
``diagnosis`` what a guessed number tells of how it was found, ``predicted`` why a row is predicted
as it is, ``quiz`` questions that a node answers and the mistakes behind wrong answers,
``code_words`` the code whose length entropy bounds, ``holding`` the fewest rows that hold a split;
``exercise`` and ``worksheet`` are lessons on paper. Public under their own names are ``nodes``,
``pruning``, ``histogram``, ``exercise``, ``quiz`` and ``worksheet``, all else by what stands
below. Not done here: nothing is decided or counted anew, and nothing is drawn.
"""

from dtcore.explain.alternatives import Standing, groupings, sends_missing, standings
from dtcore.explain.claims import claims_of
from dtcore.explain.code_words import code_words
from dtcore.explain.diagnosis import Diagnosis, Mistake, Pick, diagnose, pick
from dtcore.explain.holding import Holding, Scores, holding
from dtcore.explain.nodes import Opened, rows_of, terms_of, weight_counted
from dtcore.explain.predicted import How, Met, Predicted, prediction
from dtcore.explain.scores import average_gain, headline, impurity, score, tests, variance_decrease
from dtcore.explain.two_way import TwoWay

__all__ = [
    "Diagnosis",
    "Holding",
    "How",
    "Met",
    "Mistake",
    "Opened",
    "Pick",
    "Predicted",
    "Scores",
    "Standing",
    "TwoWay",
    "average_gain",
    "claims_of",
    "code_words",
    "diagnose",
    "groupings",
    "headline",
    "holding",
    "impurity",
    "pick",
    "prediction",
    "rows_of",
    "score",
    "sends_missing",
    "standings",
    "terms_of",
    "tests",
    "variance_decrease",
    "weight_counted",
]
