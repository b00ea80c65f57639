"""A smaller space of hypotheses: one conjunction, such as Sky = Sunny and Wind = Strong.

What Mitchell's candidate elimination searches (1997, chapter 2), to show what a restriction bias
is (§3.6.1): each column must have one value, or may have any, and all rows for which this holds
are of the class. A disjunction cannot be said. Trees can say any function of the columns.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from dtcore.errors import DataError
from dttools.space.count import Mask, Space


@dataclass(frozen=True)
class Conjunctions:
    """What conjunctions can say of the class with code ``label``.

    ``hypotheses``: how many say different things, among them that no row is of the class;
    ``possible``: how many rows there can be, each of which trees can give any class.
    ``required``: column -> level that all rows of the class have in common; ``covered``: rows of
    other classes that have it all, too; ``fitting``: how many conjunctions hold for all rows of
    the class and for no others.
    """

    label: int
    hypotheses: int
    possible: int
    required: tuple[tuple[int, int], ...]
    covered: int
    fitting: int


def conjunctions(space: Space, label: int) -> Conjunctions:
    """For one class against the others. Raises DataError if no row is of it.

    Each conjunction that fits is the narrowest one, ``required``, with some parts left out
    (Mitchell's general to specific order), so those are gone through.
    """
    positive, negative = _kinds(space, label)
    if not positive:
        raise DataError("No row is of this class. Choose one that the table has.")
    required = _common(space, positive)
    sets = [space.branches[column][code] for column, code in required]
    covered = _all_of(space, sets) & negative
    levels = [len(branches) for branches in space.branches]
    return Conjunctions(
        label,
        1 + prod(n + 1 for n in levels),
        prod(levels),
        required,
        sum(space.counts(covered)) - space.counts(covered)[label],
        _free_of(space, sets, negative),
    )


def _kinds(space: Space, label: int) -> tuple[Mask, Mask]:
    """The kinds with rows of the class, and those with rows of others; they may overlap."""
    own = sum(1 << i for i, weights in enumerate(space.weights) if weights[label])
    rest = sum(1 << i for i, weights in enumerate(space.weights) if sum(weights) > weights[label])
    return own, rest


def _common(space: Space, mask: Mask) -> tuple[tuple[int, int], ...]:
    """Column -> level that a whole set has."""
    return tuple(
        (column, code)
        for column, branches in enumerate(space.branches)
        for code, branch in enumerate(branches)
        if mask & branch == mask
    )


def _all_of(space: Space, sets: list[Mask]) -> Mask:
    result = space.everything
    for some in sets:
        result &= some
    return result


def _free_of(space: Space, sets: list[Mask], negative: Mask) -> int:
    """How many choices among ``sets`` have nothing of ``negative`` in common."""
    ways = {space.everything & negative: 1}
    for some in sets:
        left = dict(ways)
        for mask, n in ways.items():
            left[mask & some] = left.get(mask & some, 0) + n
        ways = left
    return ways.get(0, 0)
