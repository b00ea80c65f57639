"""What is claimed of a node, so that no two sentences about it contradict each other.

Verdicts, stopping rules and reasons declare what they claim; what the numbers of a candidate add
is worked out in ``dtcore.explain.scores``. Not done here: no sentence is written.
"""

from __future__ import annotations

from enum import Enum, auto


class Claim(Enum):
    """Something that is said of a node, or of one of its candidates."""

    ALLOWED = auto()
    """A candidate may be chosen."""
    TAKEN = auto()
    """It may be chosen, and scores best."""
    TIES = auto()
    """It scores as the best does, which is an earlier column."""
    RULED_OUT = auto()
    """A candidate may not be chosen, whatever its score."""
    REFUSED = auto()
    """The best candidate is not worth a split."""
    HELPS = auto()
    """A split that may be chosen lowers the impurity; of errors this says nothing."""
    SAME_ANSWER = auto()
    """All its branches predict the same class, so by itself it gets no more rows right."""
    NO_GAIN = auto()
    """The best split that may be chosen does not lower the impurity."""
    LITTLE_GAIN = auto()
    """The best split gains less than is asked for."""
    TOGETHER = auto()
    """Two columns that gain nothing may tell together what neither tells alone."""
    PURE = auto()
    """The rows are all alike."""
    EMPTY = auto()
    """There is no row."""
    NONE_LEFT = auto()
    """Every candidate is ruled out."""
    STOPPED = auto()
    """A stopping rule made it a leaf."""
    COLLAPSED = auto()
    """It was split, and got no fewer rows wrong than as a leaf; of impurity this says nothing."""


Claims = frozenset[Claim]
