"""A tree as a small picture, of which one sees the shape and the answers, and reads nothing."""

from __future__ import annotations

from typing import Final

from dtcore.model import Tree
from pages.ui.figures.palette import colour

STEP_X, STEP_Y, RADIUS = 10.0, 14.0, 3.4
LINE: Final = "#8a8478"


def outline(tree: Tree) -> str:
    """SVG; a leaf in its class's colour. The leaves stand side by side, a node over its branches'
    middle."""
    at: dict[int, float] = {}
    leaves = 0
    for place in range(len(tree)):
        if not tree.arity[place]:
            at[place] = leaves * STEP_X
            leaves += 1
    for place in reversed(range(len(tree))):
        children = tree.child_places(place).tolist()
        if children:
            at[place] = (at[children[0]] + at[children[-1]]) / 2
    deep = tree.depths.tolist()
    points = {place: (x, deep[place] * STEP_Y) for place, x in at.items()}
    lines = [
        f"M{points[up][0]:.1f} {points[up][1]:.1f}L{points[place][0]:.1f} {points[place][1]:.1f}"
        for place, up in enumerate(tree.parent.tolist())
        if place
    ]
    dots = [
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS}" fill="{_colour(tree, place)}"/>'
        for place, (x, y) in points.items()
    ]
    wide, high = max(leaves - 1, 1) * STEP_X, max(deep) * STEP_Y
    box = f"{-RADIUS} {-RADIUS} {wide + 2 * RADIUS} {high + 2 * RADIUS}"
    path = f'<path d="{"".join(lines)}" stroke="{LINE}" fill="none"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{path}{"".join(dots)}</svg>'


def _colour(tree: Tree, place: int) -> str:
    if tree.arity[place] or not tree.schema.classes:
        return LINE
    return colour(int(tree.prediction(tree.id_at(place))), "light")  # seen on either ground
