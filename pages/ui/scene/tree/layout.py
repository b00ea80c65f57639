"""Where Graphviz puts things, read from its "plain" output. Pixels, with y downwards.

Places are told from the middle of the root, so that what lies below the root can grow
without the root moving.
"""

from __future__ import annotations

from dataclasses import dataclass

DOTS_PER_INCH = 72
Point = tuple[float, float]


@dataclass(frozen=True)
class Branch:
    """A branch's curve as an SVG path, and the middle of its label."""

    path: str
    label: Point


@dataclass(frozen=True)
class Layout:
    """By DOT id: the middle of each node, and the branch that leads to it."""

    nodes: dict[str, Point]
    branches: dict[str, Branch]


def read_plain(text: str, root: str = "n0") -> Layout:
    """The format is one record a line: https://graphviz.org/docs/outputs/plain/."""
    lines = [line.split() for line in text.splitlines()]
    middles = {f[1]: (float(f[2]), float(f[3])) for f in lines if f[0] == "node"}
    x, y = middles[root]

    def pixels(pair: list[str]) -> Point:
        dx, dy = float(pair[0]) - x, y - float(pair[1])
        return round(dx * DOTS_PER_INCH, 1) + 0.0, round(dy * DOTS_PER_INCH, 1) + 0.0

    def branch(fields: list[str]) -> Branch:
        end = 4 + 2 * int(fields[3])
        points = [pixels(fields[i : i + 2]) for i in range(4, end, 2)]
        return Branch(_path(points), pixels(fields[end + 1 : end + 3]))

    return Layout(
        {name: pixels([str(mx), str(my)]) for name, (mx, my) in middles.items()},
        {fields[2]: branch(fields) for fields in lines if fields[0] == "edge"},
    )


def _path(points: list[Point]) -> str:
    """A chain of cubic Bézier curves; a single one is halved, for two can turn into two."""
    if len(points) == 4:
        points = _halved(points)
    parts = [f"{x:g},{y:g}" for x, y in points]
    return f"M{parts[0]}C{' '.join(parts[1:])}"


def _halved(points: list[Point]) -> list[Point]:
    """De Casteljau at one half."""
    a, b, c, d = points
    ab, bc, cd = _middle(a, b), _middle(b, c), _middle(c, d)
    abc, bcd = _middle(ab, bc), _middle(bc, cd)
    return [a, ab, abc, _middle(abc, bcd), bcd, cd, d]


def _middle(p: Point, q: Point) -> Point:
    return round((p[0] + q[0]) / 2, 1), round((p[1] + q[1]) / 2, 1)
