"""scikit-learn and biosphere as peers of the bench: the same tables, in CPU seconds of a fit.

biosphere (Rust) is timed where it is installed. It keeps no candidates, and takes classes 0 and 1
as numbers, whose squares order splits as the Gini index does.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from importlib.util import find_spec

import numpy as np
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from bench.work import COLUMNS, FOLDS, TREES, Job, seconds, table

Work = Callable[[str, Job, int], float | None]


def sklearn(work: str, job: Job, n: int) -> float | None:
    """Seconds of a tree, of as many on samples or without a fold each; None of other works."""
    given, kind = table(job, n), DecisionTreeClassifier if job.classes else DecisionTreeRegressor
    weights = given.weights if job.weights else None

    def fit(rows: np.ndarray | slice = slice(None)) -> None:
        peer = kind(criterion=job.criterion, max_depth=job.depth, random_state=0)
        peer.fit(given.x[rows], given.y[rows], None if weights is None else weights[rows])

    return _timed(work, n, fit)


def biosphere(work: str, job: Job, n: int) -> float | None:
    """As ``sklearn``, for what biosphere can do: two classes or a number, no gaps, no weights."""
    if job.classes > 2 or job.criterion == "entropy" or job.weights or job.gaps:
        return None
    from biosphere import DecisionTree

    given = table(job, n)
    x, y = np.ascontiguousarray(given.x), given.y.astype(np.float64)

    def fit(rows: np.ndarray | slice = slice(None)) -> None:
        peer = DecisionTree(max_depth=job.depth, max_features=COLUMNS, random_state=0)
        peer.fit(np.ascontiguousarray(x[rows]), y[rows])

    return _timed(work, n, fit)


def _timed(work: str, n: int, fit: Callable[..., None]) -> float | None:
    if work == "grow":
        return seconds(fit)
    random = np.random.default_rng(0)
    if work == "bootstrap":
        samples = [random.integers(0, n, n) for _ in range(TREES)]
    elif work == "folds":
        samples = [np.flatnonzero(np.arange(n) % FOLDS != fold) for fold in range(FOLDS)]
    else:
        return None
    return seconds(lambda: [fit(rows) for rows in samples])


def missing() -> str:
    """Why biosphere is left out, in a sentence; "" if it is not."""
    if find_spec("biosphere"):
        return ""
    return "biosphere is not installed here (pip install biosphere==0.4.2), so it is left out."


def title() -> str:
    return f"biosphere {version('biosphere')}, which keeps no candidates"
