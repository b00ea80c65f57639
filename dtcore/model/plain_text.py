"""A tree as plain text, and what a node says: its class or mean, and the rows behind it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from dtcore.model.node_id import NodeId
from dtcore.model.splits import Split, weight_text

if TYPE_CHECKING:
    from dtcore.model.tree import Tree

# Control characters, which no XML has and which a terminal obeys; what is no character; and what
# turns the rest of a line around, in which a name is only a part.
_UNSEEN: Final = dict.fromkeys(
    code
    for code in (*range(0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A))
    if not chr(code).isspace()
) | dict.fromkeys((0xFFFE, 0xFFFF))


def on_one_line(text: str) -> str:
    """A text that holds names, without line breaks and without what is obeyed and not seen."""
    return " ".join(text.translate(_UNSEEN).splitlines())


def text(tree: Tree) -> str:
    """The tree as C4.5 prints it: a line for each branch, (rows/errors) at each leaf."""
    if len(tree) == 1:
        return on_one_line(_leaf(tree, ()))
    lines = []
    for node in tree:
        if node.id:
            line = "|   " * (node.depth - 1) + str(tree.conditions(node.id)[-1])
            lines.append(on_one_line(f"{line}: {_leaf(tree, node.id)}" if node.leaf else line))
    return "\n".join(lines)


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


def _leaf(tree: Tree, node: NodeId) -> str:
    """As C4.5 prints it: no thousands apart."""
    rows = tree.rows(node)
    told = weight_text(rows)
    if tree.schema.classes and (wrong := rows - float(tree.rows_right[tree.place(node)])) > 0:
        told += f"/{weight_text(wrong, rows)}"
    return f"{prediction(tree, node, ',')} ({told.replace(',', '')})"


def _column(tree: Tree, split: Split) -> str:
    return tree.schema.columns[split.column].name
