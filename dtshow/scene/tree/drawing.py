"""From a lesson to Graphviz: where to put things, and whole pictures. No Streamlit.

Two drawings of one tree: bare boxes whose places the page asks for and fills itself, and a
picture that stands alone, for downloads and for when no layout can be had. The fill of a
node in a picture shows its class shares; open nodes are dashed, those decided by hand have a
double line, the selected one a thick one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import dtcore as dt
from dtcore.model import NodeId
from dtshow.figures.palette import CSS_FONT, FAMILIES, INKS, Theme, colour, tint
from dtshow.scene.tree.layout import DOTS_PER_INCH
from dtshow.scene.tree.letters import EDGE_LETTERS, advance, shortened
from dtshow.scene.tree.sketch import Box
from dttools import export

FONT = ", ".join([*FAMILIES, "sans-serif"])
EDGE_SIZE = 12.0
COURIER = 7.2
"""Pixels of one letter in Courier at 12 pixels: the one width that every Graphviz agrees on."""
PAD = "\u2002"
"""Keeps a label off its branch; and Graphviz takes wide letters for narrow ones."""


def for_places(tree: dt.Tree, boxes: Sequence[Box]) -> str:
    """The DOT source of the bare boxes, with a run of x for each branch's label."""
    by_node = {box.node: box for box in boxes}

    def node(at: NodeId) -> Mapping[str, str]:
        box = by_node[at]
        width, height = box.width / DOTS_PER_INCH, box.height / DOTS_PER_INCH
        return {"width": f"{width:.3f}", "height": f"{height:.3f}", "fixedsize": "true"}

    def edge(at: NodeId) -> Mapping[str, str]:
        room = advance(shortened(by_node[at].condition, EDGE_LETTERS)) * EDGE_SIZE
        return {
            "label": "x" * max(2, round(room / COURIER + 1)),
            "fontname": "Courier",
            "fontsize": f"{EDGE_SIZE:g}",
            "arrowhead": "none",
        }

    graph = {"nodesep": "0.2", "ranksep": "0.3", "margin": "0"}
    look = export.Look(lambda at: [""], node, edge, graph)
    return export.dot(tree, look, [tree.place(box.node) for box in boxes])


def picture(
    tree: dt.Tree, boxes: Sequence[Box], theme: Theme, selected: NodeId | None = None
) -> str:
    """The DOT source of a picture of the tree; on its own ground without ``selected``."""
    by_node = {box.node: box for box in boxes}

    def node(at: NodeId) -> Mapping[str, str]:
        box = by_node[at]
        fill = _fill(box, tree, theme)
        return {
            **_letters(theme),
            **fill,
            **_outline(box, fill["style"], theme, at == selected),
            "width": f"{box.text_width / DOTS_PER_INCH:.3f}",
            "margin": "0.11,0.06",
            "peripheries": "2" if "hand" in box.marks else "1",
        }

    def edge(at: NodeId) -> Mapping[str, str]:
        words = f"{PAD}{shortened(by_node[at].condition, EDGE_LETTERS)}"
        wide = sum(advance(letter) >= 1 for letter in words)
        return {
            "label": export.literal([words + PAD * wide]),
            "penwidth": f"{0.8 + 5 * by_node[at].share:.2f}",
            "color": INKS[theme].ink3,
            "arrowhead": "none",
        } | _letters(theme)

    ground = INKS[theme].paper if selected is None else "transparent"
    graph = {"bgcolor": ground, "nodesep": "0.16", "ranksep": "0.38", "margin": "0.05"}
    places = [tree.place(box.node) for box in boxes]
    return export.dot(tree, export.Look(lambda at: _label(by_node[at]), node, edge, graph), places)


def in_css(drawn: bytes) -> bytes:
    """An SVG of Graphviz, with its letters named as browsers understand it."""
    return drawn.replace(f'"{FONT}"'.encode(), f'"{CSS_FONT}"'.encode())


def _label(box: Box) -> list[str]:
    hidden = [f"+ {box.hidden}"] if box.hidden else []
    return [box.head, *box.lines, *hidden]


def _letters(theme: Theme) -> dict[str, str]:
    return {"fontname": FONT, "fontcolor": INKS[theme].ink, "fontsize": "10"}


def _fill(box: Box, tree: dt.Tree, theme: Theme) -> dict[str, str]:
    """A node's ground, striped by class share."""
    shares = [part for part in box.bar if isinstance(part, tuple)]
    if not tree.schema.classes or not shares:
        return {"style": "filled", "fillcolor": INKS[theme].sunk}
    if len(shares) == 1:
        return {"style": "filled", "fillcolor": tint(shares[0][0], theme)}
    stripes = ":".join(f"{tint(k, theme)};{share:.4f}" for k, share in shares[:-1])
    return {"style": "striped", "fillcolor": f"{stripes}:{tint(shares[-1][0], theme)}"}


def _outline(box: Box, style: str, theme: Theme, selected: bool) -> dict[str, str]:
    if selected:
        return {"penwidth": "3.5", "color": INKS[theme].ink, "style": style}
    if box.kind == "open":
        return {"penwidth": "1.6", "color": INKS[theme].ink, "style": f"{style},dashed"}
    if box.answer is not None:
        return {"penwidth": "2", "color": colour(box.answer, theme), "style": style}
    return {"penwidth": "1.2", "color": INKS[theme].ink3, "style": style}
