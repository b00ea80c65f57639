"""A tree as a Graphviz drawing."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from dtcore.model.nodes import NodeId, predictions
from dtcore.model.splits import Condition
from dtcore.model.tree import Tree, check_tree, on_one_line
from dttools.export.labels import default_label

if TYPE_CHECKING:
    from graphviz import Source

LIGHT_TINTS: Final = (
    *("#e9f3fa", "#fceee3", "#e5f5f0", "#f9edf3"),
    *("#fcefd3", "#e4f3fc", "#faf6c8", "#f1f0ee"),
)
"""Grounds for dark letters, by class."""
PLAIN, PAPER, GREY, LETTERS = "#f4f2ec", "#fdfcf9", "#757575", "Helvetica"
"""Other grounds; what is seen on light pages and on dark; letters that every browser has."""
MOST_NODES: Final = 127
_SPACE: Final = re.compile(r"[^\S\u2002]+")  # an en space is a caller's own padding

Attributes = Callable[[NodeId], Mapping[str, str]]


@dataclass(frozen=True)
class Look:
    """How a tree is drawn: the lines of a node's label, and the attributes of Graphviz.

    ``edge`` is asked with the id of the child.
    """

    label: Callable[[NodeId], list[str]] | None = None
    node: Attributes = lambda _: {}
    edge: Attributes = lambda _: {}
    graph: Mapping[str, str] = field(default_factory=dict)


def dot(tree: Tree, look: Look = Look(), places: Sequence[int] | None = None) -> Source:
    """A Graphviz drawing: a notebook shows it, ``str`` of it is its text.

    Ids are synthetic ("n" and the place) and labels are escaped, so that no name can be taken
    for markup. ``places``, if given, are those of the nodes to draw, each with its parent, in
    rising order.
    """
    import graphviz

    check_tree(tree)
    drawing = graphviz.Digraph(graph_attr={"ordering": "out", **look.graph})
    label = look.label or (lambda at: default_label(tree, at))
    for place in range(len(tree)) if places is None else places:
        here = tree.id_at(place)
        drawing.node(f"n{place}", label=literal(label(here)), **{"shape": "box", **look.node(here)})
        if here:
            condition = branch_into(tree, place)
            words = literal([f"{condition.operator} {condition.value}"])
            up = f"n{tree.parent[place]}"
            drawing.edge(up, f"n{place}", **{"label": words, **look.edge(here)})
    return graphviz.Source(drawing.source)


def svg(tree: Tree) -> str:
    """The tree as a picture that is read on light ground and on dark: a leaf has the tint of the
    class that it predicts. Raises FileNotFoundError where there is no Graphviz."""
    from dttools.export.graphviz_child import render

    answers = [int(answer) for answer in predictions(tree.effective_stats, tree.schema)]

    def node(at: NodeId) -> Mapping[str, str]:
        place = tree.place(at)
        tints = LIGHT_TINTS if tree.schema.classes else (PLAIN,)
        tinted = not tree.arity[place]
        fill = tints[answers[place] % len(tints)] if tinted else PAPER
        return {"style": "rounded,filled", "fillcolor": fill, "color": GREY, "fontname": LETTERS}

    edge = {"color": GREY, "fontcolor": GREY, "fontname": LETTERS, "arrowhead": "none"}
    source = dot(tree, Look(None, node, lambda _: edge, {"bgcolor": "transparent"}))
    drawn = render("svg", str(source)).decode()
    return drawn[drawn.index("<svg") :]


def _pictures(tree: Tree) -> Mapping[str, str]:
    """For a notebook, of a tree that can be taken in; none where there is no Graphviz."""
    try:
        return {"image/svg+xml": svg(tree)} if len(tree) <= MOST_NODES else {}
    except FileNotFoundError:
        return {}


Tree.pictures = _pictures


def branch_into(tree: Tree, place: int) -> Condition:
    """The condition on the branch that leads to the node at ``place``, which is not the root."""
    split = tree.splits[int(tree.parent[place])]
    assert split is not None
    return split.condition(tree.schema, int(tree.branch[place]))


def literal(lines: list[str]) -> str:
    """Lines as a DOT label: literal text, broken only between the lines."""
    import graphviz

    names = (_SPACE.sub(" ", on_one_line(line)) for line in lines)
    plain = (graphviz.escape(name.replace("&", "&amp;")) for name in names)
    literal: str = graphviz.nohtml(r"\n".join(plain))
    return literal
