"""Values into formulas and sentences: every number that is shown, with its sum.

Begin with ``scores`` (the score of a candidate), then ``nodes`` (the numbers of a node) and
``pruning`` (the numbers that pruners compare). ``two_way`` is what one column tells of another,
``histogram`` how rows lie along a column, ``alternatives`` splits that were not chosen,
``diagnosis`` what a guessed number tells of how it was found; ``exercise`` and ``worksheet`` are
lessons on paper. Not done here: nothing is decided or counted anew, and nothing is drawn.
"""

from dtcore.explain.scores import average_gain, headline, impurity, score, tests

__all__ = ["average_gain", "headline", "impurity", "score", "tests"]
