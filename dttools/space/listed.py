"""Any one of the trees that fit the rows best, by its number: the smaller ones first.

No list is made of them: the counts say below which column and how far into each branch the tree
of a number lies. Trees of one size are in table order of the columns, the root's first.
"""

from __future__ import annotations

from collections.abc import Sequence

from dtcore.model.tree import Tree
from dttools.space.count import Mask, Space, Ways, times
from dttools.space.search import Sketch, planted


def fitting_tree(space: Space, number: int) -> Tree:
    """Tree ``number``, from 0 on, of those with the fewest errors. Raises IndexError."""
    for splits, trees in space.fitting.items():
        if 0 <= number < trees:
            return planted(space.problem, _sketch(space, space.everything, splits, number))
        number -= trees
    raise IndexError("no tree that fits has this number")


def _sketch(space: Space, mask: Mask, splits: int, number: int) -> Sketch:
    """Of those on a set with so many splits."""
    if splits == 0:
        return None
    for column in space.open_columns(mask):
        parts = space.parts(mask, column)
        trees = _together(space, parts).get((splits - 1, 0), 0)
        if number < trees:
            return column, _below(space, parts, splits - 1, number)
        number -= trees
    raise IndexError("no tree on the set has this number")


def _below(space: Space, parts: Sequence[Mask], splits: int, number: int) -> tuple[Sketch, ...]:
    """What is in the branches, of all ways to share the splits out among them."""
    if not parts:
        return ()
    first, others = parts[0], parts[1:]
    for size, trees in space.fitting_of(first).items():
        each = _together(space, others).get((splits - size, 0), 0)
        if number < trees * each:
            own, rest = divmod(number, each)
            below = _below(space, others, splits - size, rest)
            return (_sketch(space, first, size, own), *below)
        number -= trees * each
    raise IndexError("no trees in the branches have this number")


def _together(space: Space, parts: Sequence[Mask]) -> Ways:
    """How many ways there are to fit all branches, by splits; errors are not counted again."""
    result: Ways = {(0, 0): 1}
    for part in parts:
        fits = {(splits, 0): trees for splits, trees in space.fitting_of(part).items()}
        result = times(result, fits)
    return result
