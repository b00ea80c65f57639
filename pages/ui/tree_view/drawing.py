"""From a lesson to Graphviz: what each node and branch says and looks like. No Streamlit.

States can be told apart without colour: open nodes are dashed and ask "?", the selected node
has a thick line, a split made by hand a double one. The fill of a node shows its class shares.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

import dtcore as dt
from dtcore import export
from dtcore.model.splits import Split, number
from dtcore.model.tree import NodeId
from pages.ui.figures.palette import ACCENT, GRID, MUTED, TEXT, Theme, colour, tint
from pages.ui.lesson import Lesson

FONT = "Source Sans, Noto Sans CJK SC, PingFang SC, Microsoft YaHei, sans-serif"
MOST_LETTERS = 44
PAD = "\u2002"
"""Keeps a label off its branch; and Graphviz takes wide letters for narrow ones."""
MOST_CLASSES = 4
"""With more classes than this the counts do not fit a node; its size is shown instead."""


def draw(lesson: Lesson, theme: Theme) -> str:
    """The DOT source of the lesson's tree."""
    tree = lesson.tree
    by_hand = {step.move.node for step in lesson.timeline.done if step.by_hand}
    whole = max(tree.weight(()), 1e-300)

    def node(at: NodeId) -> Mapping[str, str]:
        return {
            **(fill := _fill(tree, at, label(lesson, at), theme)),
            **_outline(lesson, at, fill["style"], theme),
            **({"peripheries": "2"} if at in by_hand and not tree[at].leaf else {}),
        }

    def edge(at: NodeId) -> Mapping[str, str]:
        condition = tree.conditions(at)[-1]
        words = f"{PAD}{condition.operator} {shortened(condition.value)}"
        share = tree.weight(at) / whole
        return {
            "label": export.literal([words + PAD * sum(map(wide, words))]),
            "penwidth": f"{0.8 + 5 * share:.2f}",
            "color": MUTED[theme],
            "arrowhead": "none",
        } | _letters(theme)

    graph = {"bgcolor": "transparent", "nodesep": "0.16", "ranksep": "0.38", "margin": "0.05"}
    return export.dot(tree, lambda at: label(lesson, at), node, edge, graph)


def label(lesson: Lesson, at: NodeId) -> list[str]:
    """What a node says: its question, its answer, or "?" while it has not been decided."""
    tree = lesson.tree
    here = tree[at]
    if here.split is not None:
        head = question(tree, here.split)
    else:
        head = "?" if at in lesson.timeline.state.bags else export.prediction(tree, at)
    return [shortened(line) for line in (head, *_numbers(tree, at))]


def shortened(text: str) -> str:
    """A text fit for a node; the panels beside the tree show it in full."""
    return text if len(text) <= MOST_LETTERS else text[: MOST_LETTERS - 1] + "…"


def question(tree: dt.Tree, split: Split) -> str:
    """The column a node asks about; the conditions stand on its branches."""
    return tree.schema.columns[split.column].name


def _numbers(tree: dt.Tree, at: NodeId) -> list[str]:
    if not tree.schema.classes:
        mean = [] if tree[at].leaf else [f"ȳ = {export.prediction(tree, at)}"]
        return [*mean, export.counts(tree, at)]
    if len(tree.schema.classes) > MOST_CLASSES:
        return [f"n = {number(round(tree.weight(at), 3))}"]
    full = export.counts(tree, at)
    if len(tree.schema.classes) == 2 and len(full) <= MOST_LETTERS // 2:
        return [full]
    # narrow nodes help most: the names stand in the legend, in the same order
    return [" · ".join(number(round(float(weight), 3)) for weight in tree[at].stats)]


def _letters(theme: Theme) -> dict[str, str]:
    return {"fontname": FONT, "fontcolor": TEXT[theme], "fontsize": "10"}


def _width(lines: list[str]) -> str:
    """Inches for the longest line: Graphviz takes wide East Asian characters for narrow ones."""
    points = max(sum(10.5 if wide(letter) else 5.8 for letter in line) for line in lines)
    return f"{(points + 16) / 72:.3f}"


def wide(letter: str) -> bool:
    return unicodedata.east_asian_width(letter) in "WF"


def _fill(tree: dt.Tree, at: NodeId, lines: list[str], theme: Theme) -> dict[str, str]:
    """A node's ground, striped by class share, and its letters."""
    common = {**_letters(theme), "margin": "0.11,0.06", "width": _width(lines)}
    stats, total = tree[at].stats, tree.weight(at)
    if not tree.schema.classes or total <= 0:
        return {**common, "style": "filled", "fillcolor": GRID[theme]}
    shares = [(k, weight / total) for k, weight in enumerate(stats) if weight > 0]
    if len(shares) == 1:
        return {**common, "style": "filled", "fillcolor": tint(shares[0][0], theme)}
    stripes = ":".join(f"{tint(k, theme)};{share:.4f}" for k, share in shares[:-1])
    return {**common, "style": "striped", "fillcolor": f"{stripes}:{tint(shares[-1][0], theme)}"}


def _outline(lesson: Lesson, at: NodeId, style: str, theme: Theme) -> dict[str, str]:
    tree = lesson.tree
    open_node = at in lesson.timeline.state.bags
    if at == lesson.node:
        return {"penwidth": "3.5", "color": ACCENT[theme], "style": style}
    if open_node:
        return {"penwidth": "1.6", "color": TEXT[theme], "style": f"{style},dashed"}
    if tree[at].leaf and tree.schema.classes:
        return {"penwidth": "2", "color": colour(int(tree.prediction(at))), "style": style}
    return {"penwidth": "1.2", "color": MUTED[theme], "style": style}
