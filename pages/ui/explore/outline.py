"""Small drawings of trees: no words, the nodes marked by the column that they ask, or the leaves
by their answer. No Streamlit.

A column has a mark, its shape with a colour that is no class's of the table; the columns asked
most have one each, all others share a ring. Not done here: what the columns are called.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import dtcore as dt
from dtshow.figures.palette import COLOURS, INKS, PALE, Theme, colour, colour_number, mark

WIDE, HIGH, MARGIN = 150.0, 92.0, 8.0
"""Of a drawing, in units of its own."""
SHAPES: Final = ("circle", "diamond", "square", "triangle", "cross", "wedge")
OF_CLASSES: Final = (*SHAPES, "saltire", "bow")
"""The shape of each mark of a class, as on the stage."""
MOST_NODES: Final = 120
"""Deeper nodes of a tree with more are not drawn."""
OTHER: Final = "ring"


@dataclass(frozen=True)
class Mark:
    """``colour``: its number among those of the classes; None: ink alone."""

    shape: str
    colour: int | None = None

    def paint(self, theme: Theme) -> str:
        """CSS; a picture in a page has no variables of its own."""
        inks = INKS[theme]
        if self.shape == OTHER:
            return f"fill:{inks.paper};stroke:{inks.ink3};stroke-width:1.2"
        fill = inks.ink if self.colour is None else colour(self.colour, theme)
        return f"fill:{fill};stroke:{inks.ink};stroke-width:.5"

    def at(self, x: float, y: float, r: float) -> str:
        d = 0.8 * r
        shapes = {
            "diamond": f"M{x:.1f} {y - r:.1f}l{r:.1f} {r:.1f}-{r:.1f} {r:.1f}-{r:.1f}-{r:.1f}z",
            "square": f"M{x - d:.1f} {y - d:.1f}h{2 * d:.1f}v{2 * d:.1f}h-{2 * d:.1f}z",
            "triangle": f"M{x:.1f} {y - r:.1f}l{r:.1f} {2 * d:.1f}h-{2 * r:.1f}z",
            "wedge": f"M{x:.1f} {y + r:.1f}l{r:.1f}-{2 * d:.1f}h-{2 * r:.1f}z",
            "cross": _cross(x, y, r),
            "saltire": _saltire(x, y, r),
            "bow": f"M{x - r:.1f} {y - r:.1f}h{2 * r:.1f}l-{2 * r:.1f} {2 * r:.1f}h{2 * r:.1f}z",
        }
        half = f"a{d:.1f} {d:.1f} 0 1 0"
        circle = f"M{x - d:.1f} {y:.1f}{half} {2 * d:.1f} 0{half}-{2 * d:.1f} 0z"
        return shapes.get(self.shape, circle)


def _cross(x: float, y: float, r: float) -> str:
    a = r / 3
    arm = f"v-{2 * a:.1f}h{2 * a:.1f}v{2 * a:.1f}h{2 * a:.1f}v{2 * a:.1f}"
    rest = f"h-{2 * a:.1f}v{2 * a:.1f}h-{2 * a:.1f}v-{2 * a:.1f}h-{2 * a:.1f}z"
    return f"M{x - a:.1f} {y - a:.1f}{arm}{rest}"


def _saltire(x: float, y: float, r: float) -> str:
    a = r / 2
    arms = f"l{a:.1f} {a:.1f}-{a:.1f} {a:.1f} {a:.1f} {a:.1f}-{a:.1f} {a:.1f}-{a:.1f}-{a:.1f}"
    rest = f"-{a:.1f} {a:.1f}-{a:.1f}-{a:.1f} {a:.1f}-{a:.1f}-{a:.1f}-{a:.1f} {a:.1f}-{a:.1f}z"
    return f"M{x:.1f} {y - a:.1f}l{a:.1f}-{a:.1f}{arms}{rest}"


def marks(trees: Sequence[dt.Tree], levels: int) -> Mapping[int, Mark]:
    """A mark for each column that ``trees`` ask in their first ``levels``, most asked first."""
    asked = Counter(
        split.column
        for tree in trees
        for split, depth in zip(tree.splits, tree.depths.tolist(), strict=True)
        if split is not None and depth < levels
    )
    classes = len(trees[0].schema.classes)
    free = [number for number in range(COLOURS) if number >= classes][: len(SHAPES)]
    columns = [column for column, _count in asked.most_common()]
    own = dict(zip(columns, map(Mark, SHAPES, free), strict=False))
    return {column: own.get(column, Mark(OTHER)) for column in columns}


def levels_of(trees: Sequence[dt.Tree]) -> int:
    """So many levels, the roots' included, that no tree has too many nodes to be told apart."""
    deepest = max(int(tree.depths.max()) for tree in trees)
    fits = (
        depth + 1
        for depth in range(deepest, 0, -1)
        if all((tree.depths <= depth).sum() <= MOST_NODES for tree in trees)
    )
    return next(fits, 2)


def outline(tree: dt.Tree, marks: Mapping[int, Mark], levels: int, theme: Theme) -> str:
    """The inside of an SVG: branches, leaves as ticks, and the marks of the nodes that ask."""
    spots = _spots(tree, levels)
    r = min(5.0, max(2.2, _gap(spots) * 0.45))
    lines = _branches(tree, spots)
    ends = "".join(
        f"M{x:.1f} {y:.1f}v{r:.1f}" for place, (x, y) in spots.items() if not tree.arity[place]
    )
    drawn: dict[Mark, str] = {}
    for place, (x, y) in spots.items():
        if (split := tree.splits[place]) is not None:
            mark = marks.get(split.column, Mark(OTHER))
            drawn[mark] = drawn.get(mark, "") + mark.at(x, y, r)
    painted = "".join(f'<path style="{m.paint(theme)}" d="{path}"/>' for m, path in drawn.items())
    thin = f"fill:none;stroke:{INKS[theme].edge};stroke-width:1"
    thick = f"fill:none;stroke:{INKS[theme].ink3};stroke-width:1.6"
    return f'<path style="{thin}" d="{lines}"/><path style="{thick}" d="{ends}"/>{painted}'


def answers(tree: dt.Tree) -> str:
    """An SVG of the branches, and of the leaves in the colours and with the marks of their classes,
    which are seen on a light ground and on a dark one."""
    levels = levels_of([tree])
    spots = _spots(tree, levels)
    r = min(5.0, max(2.2, _gap(spots) * 0.45))
    classes = bool(tree.schema.classes)
    leaves = (
        _leaf(int(tree.prediction(tree.id_at(place))), x, y, r)
        for place, (x, y) in spots.items()
        if not tree.arity[place] and classes
    )
    line = f'<path fill="none" stroke="{INKS["light"].edge}" d="{_branches(tree, spots)}"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE:g} {HIGH:g}">'
    return f"{head}{line}{''.join(leaves)}</svg>"


def _leaf(answer: int, x: float, y: float, r: float) -> str:
    edge = f' stroke="{INKS["light"].edge}"' if colour_number(answer) >= PALE else ""
    shape = Mark(OF_CLASSES[mark(answer)]).at(x, y, r)
    return f'<path fill="{colour(answer)}"{edge} d="{shape}"/>'


def _branches(tree: dt.Tree, spots: Mapping[int, tuple[float, float]]) -> str:
    return "".join(
        f"M{x:.1f} {y:.1f}L{spots[up][0]:.1f} {spots[up][1]:.1f}"
        for place, (x, y) in spots.items()
        if (up := int(tree.parent[place])) >= 0
    )


def _spots(tree: dt.Tree, levels: int) -> dict[int, tuple[float, float]]:
    """The point of each node that is drawn, by its place in pre-order: what hangs lowest side by
    side, each other node above the middle of its children."""
    depths = tree.depths.tolist()
    places = [place for place, depth in enumerate(depths) if depth < levels]
    lowest = [p for p in places if not tree.arity[p] or depths[p] == levels - 1]
    across = (WIDE - 2 * MARGIN) / max(1, len(lowest) - 1)
    left = MARGIN if len(lowest) > 1 else WIDE / 2
    x = {place: left + k * across for k, place in enumerate(lowest)}
    for place in reversed(places):
        if place not in x:
            children = tree.child_places(place).tolist()
            x[place] = (x[children[0]] + x[children[-1]]) / 2
    down = (HIGH - 2 * MARGIN) / max(1, levels - 1)
    return {place: (x[place], MARGIN + depths[place] * down) for place in places}


def _gap(spots: Mapping[int, tuple[float, float]]) -> float:
    """The least distance between two neighbours of a level."""
    rows: dict[float, list[float]] = {}
    for x, y in spots.values():
        rows.setdefault(y, []).append(x)
    gaps = [b - a for row in map(sorted, rows.values()) for a, b in pairwise(row)]
    return min(gaps, default=WIDE)
