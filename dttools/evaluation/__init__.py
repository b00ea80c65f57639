"""How good a tree is on rows: every number with the sum that it opens into.

Begin with ``evaluate``, which reads the rows; ``classes`` judges predicted classes, ``numbers``
predicted numbers, ``roc`` how well the shares of a class rank the rows. ``importance`` says what
each column contributes, ``stability`` how much hangs on the rows that the tree has seen,
``score`` is a number with its formula, ``losses`` one without: the share of rows got wrong, also as
a tree grows, and ``split_history`` what is told right after each step of a lesson;
``exact_limit`` is up to which rate that share is believable. Not done here: which
rows are held out (``dtcore.pruning.validation``), and what a node gets wrong
(``dtcore.pruning.held_out``).
"""

from dttools.evaluation.classes import ClassEvaluation, wilson
from dttools.evaluation.evaluate import Evaluation, evaluate, evaluate_folds
from dttools.evaluation.exact_limit import exact_limit
from dttools.evaluation.importance import (
    ColumnImportance,
    Permuted,
    Term,
    fall,
    importance,
    impurity_at,
    opened,
)
from dttools.evaluation.losses import (
    OverfittingCurve,
    accuracy,
    confusion,
    loss,
    overfitting_curve,
)
from dttools.evaluation.numbers import NumberEvaluation
from dttools.evaluation.roc import Roc, RocPoint, RocStep
from dttools.evaluation.score import Score
from dttools.evaluation.split_history import SplitHistory, split_history
from dttools.evaluation.stability import (
    Bootstrap,
    LeaveOut,
    Position,
    Sampling,
    Shake,
    Spread,
    Stability,
    Votes,
    resampled,
    stability,
)

__all__ = [
    "Bootstrap", "ClassEvaluation", "ColumnImportance", "Evaluation", "LeaveOut",
    "NumberEvaluation", "OverfittingCurve", "Permuted", "Position", "Roc", "RocPoint", "RocStep",
    "Sampling", "Score", "Shake", "SplitHistory", "Spread", "Stability", "Term", "Votes",
    "accuracy", "confusion", "evaluate", "evaluate_folds", "exact_limit", "fall", "importance",
    "impurity_at", "loss", "opened", "overfitting_curve", "resampled", "split_history",
    "stability", "wilson",
]  # fmt: skip
