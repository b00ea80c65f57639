"""A tree as a Graphviz drawing."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from dtcore.model.nodes import NodeId
from dtcore.model.splits import Condition
from dtcore.model.tree import Tree, check_tree, on_one_line
from dttools.export.labels import default_label

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


def dot(tree: Tree, look: Look = Look(), places: Sequence[int] | None = None) -> str:
    """A Graphviz drawing.

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
    return str(drawing.source)


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
