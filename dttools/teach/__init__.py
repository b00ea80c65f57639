"""What makes a lesson of a tree: questions, the mistakes behind wrong answers, paper, tables.

``quiz`` asks what a node answers, ``diagnosis`` says what a guessed number tells of how it was
found, ``working`` judges the numbers of a whole text, ``statements`` its counts, orders and choice,
``step_numbers`` is what they may be, ``typed_numbers`` reads them,
``split_support`` finds the fewest rows that hold a split, ``code_words`` the code whose length
entropy bounds; ``exercise`` and ``worksheet`` are lessons on paper, ``graded`` what marks them.
``practice`` is a table to practise on as a few words that a link carries, ``patterns`` the rules
planted in it. ``exercise``, ``graded``, ``quiz``, ``working`` and ``worksheet`` are public under
their own names, all else by what stands below. Not done here: nothing is drawn.
"""

from dttools.teach.code_words import code_words
from dttools.teach.diagnosis import Asked, Diagnosis, Mistake, Pick, diagnose, pick
from dttools.teach.patterns import PATTERNS
from dttools.teach.practice import EXTRA, LEVELS, ROWS, SEEDS, SWITCH, Practice
from dttools.teach.split_support import Scores, SplitSupport, split_support
from dttools.teach.typed_numbers import read_typed

__all__ = [
    "EXTRA", "LEVELS", "PATTERNS", "ROWS", "SEEDS", "SWITCH", "Asked", "Diagnosis", "Mistake",
    "Pick", "Practice", "Scores", "SplitSupport", "code_words", "diagnose", "pick", "read_typed",
    "split_support",
]  # fmt: skip
