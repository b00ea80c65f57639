"""Where Graphviz puts things, read from its "plain" output. Pixels, with y downwards.

Places are told from the middle of the root, so that what lies below the root can grow
without the root moving. Not read: the curves of branches, which the stage draws by itself, since
it may draw a tree smaller than it was laid out.
"""

from __future__ import annotations

from dataclasses import dataclass

DOTS_PER_INCH = 72
Point = tuple[float, float]


@dataclass(frozen=True)
class Layout:
    """By DOT id: the middle of each node, and that of the label on the branch to it."""

    nodes: dict[str, Point]
    labels: dict[str, Point]


def read_plain(text: str, root: str = "n0") -> Layout:
    """The format is one record a line: https://graphviz.org/docs/outputs/plain/."""
    lines = [line.split() for line in text.splitlines()]
    middles = {f[1]: (float(f[2]), float(f[3])) for f in lines if f[0] == "node"}
    x, y = middles[root]

    def pixels(right: float, up: float) -> Point:
        dx, dy = right - x, y - up
        return round(dx * DOTS_PER_INCH, 1) + 0.0, round(dy * DOTS_PER_INCH, 1) + 0.0

    def label(fields: list[str]) -> Point:
        end = 4 + 2 * int(fields[3])
        return pixels(float(fields[end + 1]), float(fields[end + 2]))

    return Layout(
        {name: pixels(*middle) for name, middle in middles.items()},
        {fields[2]: label(fields) for fields in lines if fields[0] == "edge"},
    )
