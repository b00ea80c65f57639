"""What can be asked of a tree that is there: of one row, of two columns, beside another tree.

``what_if`` is what would change what is told of a row, ``predicted`` why it is told, ``report``
which of its cells had no branch. ``plane`` and ``regions`` are a tree seen on two columns,
``histogram`` how rows lie along one, ``two_way`` what one column tells of another, ``compare`` two
trees side by side, ``printouts`` a tree that another program printed; these are public under their
own names, all else by what stands below.
``alternatives`` are splits of a step that were not chosen, and what there is to split by;
``suspects`` are columns that number the rows, or give the answer away. Not done here: how good a
tree is (``dttools.evaluation``).
"""

from dttools.files.columns import words_of
from dttools.study.alternatives import (
    Standing,
    cut_scores,
    each_against_the_rest,
    groupings,
    level_stats,
    sends_missing,
    standings,
    values_here,
)  # fmt: skip
from dttools.study.predicted import How, Met, Predicted, prediction
from dttools.study.report import check_asked, report
from dttools.study.suspects import DATES, NUMBERS, numbers_rows, rises, tells_classes
from dttools.study.two_way import TwoWay
from dttools.study.what_if import Change, Piece, WhatIf, what_if

__all__ = [
    "DATES", "NUMBERS", "Change", "How", "Met", "Piece", "Predicted", "Standing", "TwoWay",
    "WhatIf", "check_asked", "cut_scores", "each_against_the_rest", "groupings", "level_stats",
    "numbers_rows", "prediction", "report", "rises", "sends_missing", "standings",
    "tells_classes", "values_here", "what_if", "words_of",
]  # fmt: skip
