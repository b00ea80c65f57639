"""What stands at a node: its column or prediction, and its rows as they count and weigh."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dtcore.model.nodes import NodeId
from dtcore.model.splits import Split, weight_text
from dtcore.model.tree import Tree, prediction


def default_label(tree: Tree, node: NodeId) -> list[str]:
    """Column or prediction, then the class counts or the number of rows."""
    here = tree[node]
    head = prediction(tree, node, ",") if here.split is None else _column(tree, here.split)
    return [head, counts(tree, node)]


def counts(tree: Tree, node: NodeId) -> str:
    """The rows, whatever they weigh: "9 Yes · 5 No", or "n = 90" for a numeric target."""
    if not tree.schema.classes:
        return f"n = {weight_text(tree.rows(node))}"
    return by_class(tree.rows_of_classes(node), tree.schema.classes)


def weights(tree: Tree, node: NodeId) -> str:
    """What these rows weigh: that of each class, with its name, or of all."""
    if not tree.schema.classes:
        return weight_text(tree.weight(node))
    return by_class(tree[node].stats, tree.schema.classes)


def by_class(numbers: Iterable[float], classes: Sequence[str]) -> str:
    """A number for each class, with its name."""
    pairs = zip(numbers, classes, strict=True)
    return " · ".join(f"{weight_text(float(number))} {name}" for number, name in pairs)


def _column(tree: Tree, split: Split) -> str:
    return tree.schema.columns[split.column].name
