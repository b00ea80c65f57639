"""The partial trees as a graph, each joined to those with one split more, and ID3's way in it.

Mitchell 1997, figure 3.5. ID3 goes from one tree to the next; on the way it weighs the columns of
one node, and each is a tree with one split more. All others of that size it never looks at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from dtcore.model.nodes import ROOT, NodeId
from dtcore.model.splits import Multiway
from dtcore.model.tree import Tree
from dtcore.stepping.grow import grow
from dtcore.stepping.moves import Expand
from dttools.space.count import Mask, Space
from dttools.space.search import Sketch, moves, planted

SPLITS: Final = 3
STATES: Final = 200
"""So many partial trees can still be told apart in a picture."""


class SearchStanding(Enum):
    """What ID3 did with a partial tree."""

    TAKEN = auto()
    WEIGHED = auto()
    NEVER = auto()
    """It was not looked at."""


@dataclass(frozen=True)
class PartialTree:
    """``sketch``: its splits; ``errors``: rows that it gets wrong if no further split is made."""

    sketch: Sketch
    splits: int
    errors: int
    standing: SearchStanding


@dataclass(frozen=True)
class SpaceLevel:
    """All trees with so many ``splits``: how many there are, and how many of them ID3 took (one or
    none) or weighed and left; ``fitting``: those that make the fewest errors."""

    splits: int
    trees: int
    taken: int
    weighed: int
    fitting: int

    @property
    def never(self) -> int:
        """How many ID3 did not look at."""
        return self.trees - self.taken - self.weighed


@dataclass(frozen=True)
class Map:
    """``levels``: all there are, counted; ``states``: the partial trees that are drawn, level by
    level, those that ID3 took and weighed first; ``edges``: places of two states, the second with
    one split more."""

    levels: tuple[SpaceLevel, ...]
    states: tuple[PartialTree, ...]
    edges: tuple[tuple[int, int], ...]


def map_of(space: Space, splits: int = SPLITS, states: int = STATES) -> Map:
    """Partial trees with up to ``splits`` splits, ``states`` at most; of a level for which there
    is no room, as many as there is. What ID3 took and weighed is always there."""
    way, weighed = _greedy(space)
    drawn: list[list[Sketch]] = [[None]]
    for size in range(1, min(splits, len(space.levels) - 1) + 1):
        first = [*way[size : size + 1], *sorted(weighed.get(size, ()), key=repr)]
        found = dict.fromkeys(first)
        for smaller in drawn[-1]:
            found |= dict.fromkeys(_grown(space, space.everything, smaller))
        room = max(states - sum(map(len, drawn)), len(first))
        drawn.append(list(found)[:room])
    known = set(way)
    looked = {sketch for some in weighed.values() for sketch in some}

    def standing(sketch: Sketch) -> SearchStanding:
        if sketch in known:
            return SearchStanding.TAKEN
        return SearchStanding.WEIGHED if sketch in looked else SearchStanding.NEVER

    result = tuple(
        PartialTree(sketch, size, errors_of(space, space.everything, sketch), standing(sketch))
        for size, level in enumerate(drawn)
        for sketch in level
    )
    return Map(_levels(space, way, weighed), result, _edges(space, result))


def partial_tree(space: Space, state: PartialTree) -> Tree:
    """With the rows counted in its nodes; its leaves predict as they stand."""
    return planted(space.problem, state.sketch)


def errors_of(space: Space, mask: Mask, sketch: Sketch) -> int:
    """Rows of a set that a partial tree gets wrong."""
    if sketch is None:
        return space.errors(mask)
    column, below = sketch
    parts = zip(space.parts(mask, column), below, strict=True)
    return sum(errors_of(space, part, tree) for part, tree in parts)


def _greedy(space: Space) -> tuple[list[Sketch], dict[int, set[Sketch]]]:
    """ID3's partial trees, and by number of splits those that it weighed and left."""
    way: list[Sketch] = [None]
    weighed: dict[int, set[Sketch]] = {}
    for move in moves(grow(space.problem.dataset, space.problem.recipe)):
        if isinstance(move, Expand) and isinstance(move.split, Multiway):
            here = _mask_at(space, way[-1], move.node)
            tried = {c: _split(space, way[-1], move.node, c) for c in space.open_columns(here)}
            way.append(tried.pop(move.split.column))
            weighed[len(way) - 1] = set(tried.values())
    return way, weighed


def _mask_at(space: Space, sketch: Sketch, node: NodeId) -> Mask:
    """The set at a node of a partial tree."""
    mask = space.everything
    for branch in node:
        assert sketch is not None
        column, below = sketch
        mask, sketch = space.parts(mask, column)[branch], below[branch]
    return mask


def _split(space: Space, sketch: Sketch, node: NodeId, column: int) -> Sketch:
    """With a leaf split on ``column``."""
    if node == ROOT:
        return column, (None,) * len(space.branches[column])
    assert sketch is not None
    asked, below = sketch
    branch = node[0]
    grown = _split(space, below[branch], node[1:], column)
    return asked, (*below[:branch], grown, *below[branch + 1 :])


def _grown(space: Space, mask: Mask, sketch: Sketch) -> Iterator[Sketch]:
    """All partial trees with one split more."""
    if sketch is None:
        for column in space.open_columns(mask):
            yield _split(space, None, ROOT, column)
        return
    column, below = sketch
    for branch, part in enumerate(space.parts(mask, column)):
        for grown in _grown(space, part, below[branch]):
            yield column, (*below[:branch], grown, *below[branch + 1 :])


def _edges(space: Space, states: tuple[PartialTree, ...]) -> tuple[tuple[int, int], ...]:
    place = {state.sketch: number for number, state in enumerate(states)}
    return tuple(
        (number, place[grown])
        for number, state in enumerate(states)
        for grown in _grown(space, space.everything, state.sketch)
        if grown in place
    )


def _levels(
    space: Space, way: list[Sketch], weighed: dict[int, set[Sketch]]
) -> tuple[SpaceLevel, ...]:
    return tuple(
        SpaceLevel(n, trees, int(n < len(way)), len(weighed.get(n, ())), space.fitting.get(n, 0))
        for n, trees in enumerate(space.levels)
    )
