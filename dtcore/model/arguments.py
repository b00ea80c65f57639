"""Whether a function was given what it asks for; where not, a sentence with what to write instead.

The mistakes of a first hour: a frame where a dataset belongs, a lesson where its tree does. Not
done here: what a frame must be (``dtcore.model.frames``).
"""

from __future__ import annotations

from dtcore.errors import DataError
from dtcore.model.data import Dataset
from dtcore.model.tree import Tree


def check_dataset(given: object, least: int = 0) -> None:
    """Raises DataError if it is none, or has fewer than ``least`` rows."""
    if not isinstance(given, Dataset):
        raise DataError(
            "A dataset belongs here, and this is of type {kind}. Write "
            'dt.Dataset.from_frame(frame, target="y").',
            kind=type(given).__name__,
        )
    if len(given) < least:
        raise DataError(
            "This dataset has too few rows: {rows}. Take {least} or more.",
            rows=len(given),
            least=least,
        )


def check_tree(given: object) -> None:
    if not isinstance(given, Tree):
        raise DataError(
            "A tree belongs here, and this is of type {kind}. Write dt.grow(dataset, recipe), or "
            "lesson.state.tree for the tree of a lesson.",
            kind=type(given).__name__,
        )
