"""A tree for other eyes: as indented text, as JSON, as a Graphviz drawing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isinf
from typing import Final

import graphviz

from dtcore.model.arguments import check_tree
from dtcore.model.node_id import NodeId
from dtcore.model.splits import Condition, Split, Subset, Threshold, weight_text
from dtcore.model.tree import Tree

_SPACE: Final = re.compile(r"[^\S\u2002]+")  # an en space is a caller's own padding

Attributes = Callable[[NodeId], Mapping[str, str]]


def text(tree: Tree) -> str:
    """The tree as C4.5 prints it: a line for each branch, (rows/errors) at each leaf."""
    check_tree(tree)
    if len(tree) == 1:
        return _leaf(tree, ())
    lines = []
    for node in tree:
        if node.id:
            line = "|   " * (node.depth - 1) + str(tree.conditions(node.id)[-1])
            lines.append(f"{line}: {_leaf(tree, node.id)}" if node.leaf else line)
    return "\n".join(lines)


def to_json(tree: Tree) -> str:
    """All that the tree is: schema, splits and statistics, in pre-order.

    Where a split says so, ``missing`` is the branch of missing cells; a cut without a number
    sets the known cells apart from them.
    """
    check_tree(tree)
    schema = tree.schema
    nodes = [
        {
            "id": list(node.id),
            "split": _split(node.split),
            "stats": node.stats.tolist(),
            "prediction": prediction(tree, node.id),
            **_surrogates(tree, place),
        }
        for place, node in enumerate(tree)
    ]
    columns = [
        {"name": f.name, "levels": f.levels} | ({"cuts": f.cuts} if f.cuts is not None else {})
        for f in schema.columns
    ]
    target = {"name": schema.target.name, "classes": schema.target.levels, "centre": schema.centre}
    content = {"format": 1, "target": target, "columns": columns, "nodes": nodes}
    return json.dumps(content, ensure_ascii=False, indent=1)


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


def default_label(tree: Tree, node: NodeId) -> list[str]:
    """Column or prediction, then the class counts or the number of rows."""
    here = tree[node]
    head = prediction(tree, node, ",") if here.split is None else _column(tree, here.split)
    return [head, counts(tree, node)]


def prediction(tree: Tree, node: NodeId, apart: str = "") -> str:
    """The predicted class, or the ``mean``."""
    value = tree.prediction(node)
    return tree.schema.classes[int(value)] if tree.schema.classes else mean(value, apart)


def mean(value: float, apart: str = ",", decimals: int = 10) -> str:
    """A mean by six significant digits, or by fewer than ten ``decimals``; one in the millions
    by one decimal, and its thousands stand ``apart``, for people by a comma."""
    if decimals < 10 and abs(value) < 999_999.5:
        return f"{round(value, decimals) + 0.0:.{decimals}f}"
    if not 999_999.5 <= abs(value) < 1e15:
        return f"{value:.6g}"
    return f"{value:{apart}.1f}".removesuffix(".0")


def counts(tree: Tree, node: NodeId) -> str:
    """ "9 Yes · 5 No", or "n = 90" for a numeric target."""
    stats = tree[node].stats
    if not tree.schema.classes:
        return f"n = {weight_text(float(stats[0]))}"
    pairs = zip(stats, tree.schema.classes, strict=True)
    return " · ".join(f"{weight_text(float(w))} {name}" for w, name in pairs)


def _leaf(tree: Tree, node: NodeId) -> str:
    """As C4.5 prints it: no thousands apart."""
    weight = weight_text(tree.weight(node)).replace(",", "")
    if tree.schema.classes:
        stats = tree[node].stats
        errors = float(stats.sum() - stats[int(tree.prediction(node))])
        wrong = weight_text(errors, tree.weight(node)).replace(",", "")
        weight += f"/{wrong}" if errors > 0 else ""
    return f"{prediction(tree, node, ',')} ({weight})"


def _column(tree: Tree, split: Split) -> str:
    return tree.schema.columns[split.column].name


def _split(split: Split | None) -> dict[str, object] | None:
    match split:
        case None:
            return None
        case Threshold(column=column, cut=cut):  # an infinite one is no JSON
            result = {"kind": "threshold", "column": column, "cut": None if isinf(cut) else cut}
        case Subset(column=column, left=left, right=right):
            result = {"kind": "subset", "column": column, "left": left, "right": right}
        case _:
            result = {"kind": "multiway", "column": split.column}
    return result | ({"missing": split.missing} if split.missing >= 0 else {})


def _surrogates(tree: Tree, place: int) -> dict[str, object]:
    """Who is asked where a cell is missing; nothing if nobody is."""
    asked = [
        {"split": _split(kept.split), "turned": kept.turned, "agreement": kept.agreement}
        for kept in tree.surrogates.get(place, ())
    ]
    return {"surrogates": asked} if asked else {}


def literal(lines: list[str]) -> str:
    """Lines as a DOT label: literal text, broken only between the lines."""
    plain = (graphviz.escape(_SPACE.sub(" ", line).replace("&", "&amp;")) for line in lines)
    literal: str = graphviz.nohtml(r"\n".join(plain))
    return literal
