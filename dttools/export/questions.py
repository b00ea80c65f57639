"""A tree as the questions that code asks, one after the other, until one of them says the branch.

Own tests come first, then those of surrogates; a row that passes them all goes where the tree's
missing policy sends all such rows, stays, or is divided. Not done here: no language.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isinf
from typing import Final, Literal

from dtcore.errors import DataError
from dtcore.model.columns import Schema
from dtcore.model.cut import of_raw
from dtcore.model.nodes import weight_of
from dtcore.model.splits import Multiway, Split, Subset, Threshold
from dtcore.model.tree import Tree, check_tree

STAYS: Final = -1
DIVIDED: Final = -2
DEEPEST: Final = 80
"""Deeper code than this no compiler takes."""


@dataclass(frozen=True)
class Test:
    """What a cell of ``column`` may be: a number up to ``cut`` or above it, one of the levels
    with ``codes``, known at all, or missing. Numbers are compared as they are: of a column in
    single precision ``cut`` is the one that parts them as the rounded ones are."""

    column: int
    kind: Literal["up to", "above", "among", "known", "missing"]
    cut: float = 0.0
    codes: tuple[int, ...] = ()


@dataclass(frozen=True)
class Question:
    """``tests``: the first that holds says the branch. ``otherwise``: the branch of all other
    rows, STAYS or DIVIDED; then ``shares`` (branches,) are what each branch gets. ``stood_in``:
    surrogates are among the tests, so that their order counts."""

    tests: tuple[tuple[Test, int], ...]
    otherwise: int
    shares: tuple[float, ...]
    stood_in: bool

    @property
    def groups(self) -> list[tuple[int, list[Test]]]:
        """The tests of each branch but the last one's, if nothing else counts: those of
        ``otherwise`` need not be asked. Only without surrogates."""
        asked: dict[int, list[Test]] = {}
        for test, branch in self.tests:
            if branch != self.otherwise:
                asked.setdefault(branch, []).append(test)
        return list(asked.items())


def question(tree: Tree, place: int) -> Question:
    """What code asks at the inner node at ``place``."""
    split = tree.splits[place]
    assert split is not None
    tests = [*_tests(split, tree.schema)]
    kept = tree.surrogates.get(place, ())
    for surrogate in kept:
        own = _tests(surrogate.split, tree.schema)
        tests += [(test, 1 - side if surrogate.turned else side) for test, side in own]
    shares = tree.missing.shares(weight_of(tree.stats[tree.child_places(place)], tree.schema))
    otherwise = STAYS if not shares.any() else DIVIDED
    if shares.max() == 1:
        otherwise = int(shares.argmax())
    return Question(tuple(tests), otherwise, tuple(shares.tolist()), bool(kept))


def about_cuts(tree: Tree) -> list[str]:
    """What code says of its cuts, if they are others than those of the tree."""
    if not any(tree.schema.columns[place].single for place in tree.columns_used):
        return []
    return ["The tree compares numbers in single precision: these cuts do so without rounding."]


def divides(tree: Tree) -> bool:
    """Whether some row may go down several branches."""
    inner = (place for place, split in enumerate(tree.splits) if split is not None)
    return any(question(tree, place).otherwise == DIVIDED for place in inner)


def check_depth(tree: Tree) -> None:
    """Raises DataError if the tree is too deep to be code."""
    check_tree(tree)
    depth = int(tree.depths.max())
    if depth > DEEPEST:
        raise DataError(
            "The tree asks {depth} questions one after the other, too many for code. Prune it, or "
            "take it as JSON.",
            depth=depth,
        )


def _tests(split: Split, schema: Schema) -> list[tuple[Test, int]]:
    column = split.column
    gone = [(Test(column, "missing"), split.missing)] if split.missing >= 0 else []
    match split:
        case Threshold(cut=cut) if isinf(cut):
            return [*gone, (Test(column, "known"), 0 if cut > 0 else 1)]
        case Threshold(cut=cut):
            cut = of_raw(cut) if schema.columns[column].single else cut
            return [(Test(column, "up to", cut), 0), (Test(column, "above", cut), 1), *gone]
        case Subset(left=left, right=right):
            sides = enumerate((left, right))
            return [*((Test(column, "among", codes=codes), side) for side, codes in sides), *gone]
        case Multiway():
            levels = range(len(schema.columns[column].levels or ()))
            return [*((Test(column, "among", codes=(code,)), code) for code in levels), *gone]
