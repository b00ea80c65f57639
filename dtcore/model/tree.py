"""A tree as a value: nodes in pre-order, read-only, with no rows of the data in it.

The tree is held in arrays, one cell per node; ``Node`` objects are made when someone asks,
since hundreds of thousands of them would cost more than growing the tree. Its text is the one that
C4.5 prints. Not done here: who is whose child (``dtcore.model.nodes``), and where rows go
(``dtcore.model.predict``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Any, ClassVar, Final

import numpy as np

from dtcore.errors import DataError
from dtcore.model.columns import BoolArray, FloatArray, IntArray, Schema, frozen
from dtcore.model.json_format import read, write
from dtcore.model.nodes import ROOT, Measure, Node, NodeId, Shape, predictions, weight_of
from dtcore.model.routing import STOP_HERE, Routing, Surrogate
from dtcore.model.splits import Condition, Split, Splits, weight_text


@dataclass(frozen=True, eq=False)
class Tree(Shape):
    """A shape, and for each place ``stats`` (n, k) float64 and a split.

    ``splits`` has a split for each inner node and None for each leaf. ``missing`` says how rows
    without a branch are shared out, ``surrogates`` by place whom they ask first. ``row_counts``:
    the rows of each class (n, k), or of a numeric target (n, 1), where weights are fractions.
    """

    stats: FloatArray
    splits: Sequence[Split | None]
    schema: Schema
    measure: Measure
    missing: Routing = STOP_HERE
    surrogates: Mapping[int, tuple[Surrogate, ...]] = field(default_factory=dict)
    row_counts: FloatArray | None = None
    pictures: ClassVar[Callable[[Tree], Mapping[str, str]]] = lambda _tree: {}
    """By MIME type. Set by ``dttools.export.drawing``, of which nothing is known here."""

    def __post_init__(self) -> None:
        for array in (self.parent, self.branch, self.arity, self.stats, self.row_counts):
            if array is not None:
                array.setflags(write=False)

    @classmethod
    def of(cls, nodes: Sequence[Node], schema: Schema, measure: Measure, **more: Any) -> Tree:
        """A tree from its nodes in pre-order, as a test or a reader writes it down; ``more`` are
        its other fields. Raises ValueError if the nodes do not make a tree."""
        place = {node.id: i for i, node in enumerate(nodes)}
        if len(place) != len(nodes) or list(place) != sorted(place):
            raise ValueError("nodes must be in pre-order, each id once")
        children = {(*node.id, branch) for node in nodes for branch in range(node.arity)}
        if place.keys() != {ROOT, *children}:
            raise ValueError("each node must come with all its children")
        return cls(
            np.array([place[n.id[:-1]] if n.id else -1 for n in nodes], np.intp),
            np.array([n.id[-1] if n.id else -1 for n in nodes], np.intp),
            np.array([n.arity for n in nodes], np.intp),
            np.array([n.stats for n in nodes], np.float64),
            tuple(n.split for n in nodes),
            schema,
            measure,
            **more,
        )

    @classmethod
    def stump(
        cls, stats: FloatArray, schema: Schema, measure: Measure, missing: Routing = STOP_HERE
    ) -> Tree:
        """The tree that is one leaf."""
        return cls.of([Node(ROOT, stats)], schema, measure, missing=missing)

    def __iter__(self) -> Iterator[Node]:
        ids: list[NodeId] = []
        for place in range(len(self)):
            up = int(self.parent[place])
            ids.append((*ids[up], int(self.branch[place])) if up >= 0 else ROOT)
            yield self._node(place, ids[-1])

    def __getitem__(self, node: NodeId) -> Node:
        return self._node(self.place(node), node)

    def __eq__(self, other: object) -> bool:
        """Same shape, splits, statistics and measure; columns and classes of the same names.

        ``missing`` may differ: a table without gaps gives one tree by every policy, though rows
        with gaps would be sent elsewhere.
        """
        return (
            isinstance(other, Tree)
            and self.schema == other.schema
            and self.measure == other.measure
            and self.splits == other.splits
            and np.array_equal(self.parent, other.parent)
            and np.array_equal(self.branch, other.branch)
            and np.array_equal(self.stats, other.stats)
            and self.surrogates == other.surrogates
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        size = f"nodes {len(self)}, leaves {self.leaves}, depth {int(self.depths.max())}"
        return f"<Tree for {self.schema.target.name!r}: {size}>"

    def _repr_mimebundle_(self, **_which: object) -> dict[str, str]:
        """What a notebook shows: the tree as text, and as a picture if anybody draws one."""
        return {"text/plain": f"{self!r}\n{text(self)}", **type(self).pictures(self)}

    def to_json(self) -> str:
        """All that the tree is, as text that ``from_json`` reads back to an equal tree."""
        return write(self, (prediction(self, node.id) for node in self))

    @classmethod
    def from_json(cls, content: str) -> Tree:
        """What ``to_json`` wrote. Raises ReadingError for anything else."""
        tree: Tree = read(content, cls.of)
        return tree

    def way(self, node: NodeId) -> tuple[tuple[Split, int], ...]:
        """The splits from the root to ``node``, each with the branch taken there."""
        passed = []
        for place, branch in zip(self.path(node), node, strict=False):
            if (split := self.splits[place]) is not None:
                passed.append((split, branch))
        return tuple(passed)

    def leaves_below(self, node: NodeId) -> list[NodeId]:
        """The leaves below ``node``, or the node itself, in pre-order."""
        top = self.place(node)
        return [self.id_at(p) for p in range(top, self.end(top)) if not self.arity[p]]

    def conditions(self, node: NodeId) -> tuple[Condition, ...]:
        """The conditions on the way from the root to ``node``."""
        return tuple(split.condition(self.schema, branch) for split, branch in self.way(node))

    def weight(self, node: NodeId) -> float:
        return float(weight_of(self.stats[self.place(node)], self.schema))

    @cached_property
    def class_rows(self) -> FloatArray:
        """(n, k) the rows of each class that came to each node, whatever they weigh; (n, 1) of a
        numeric target. Of a row in fractions its share."""
        return self.schema.rows(self.stats) if self.row_counts is None else self.row_counts

    def rows_of_classes(self, node: NodeId) -> FloatArray:
        """(k,) as in ``class_rows``."""
        return np.asarray(self.class_rows[self.place(node)])

    def rows(self, node: NodeId) -> float:
        """How many rows came to ``node``, whatever they weigh."""
        return float(self.rows_of_classes(node).sum())

    @cached_property
    def rows_right(self) -> FloatArray:
        """(n,) how many of the rows at each node are of the class that a leaf there predicts."""
        predicted = predictions(self.effective_stats, self.schema).astype(np.intp)
        return np.asarray(self.class_rows[np.arange(len(self)), predicted])

    def predicting_node(self, node: NodeId) -> NodeId:
        """The node whose rows ``node`` predicts from: the nearest above that has any."""
        while node and not self.rows(node):
            node = node[:-1]
        return node

    def impurity(self, node: NodeId) -> float:
        return float(self.measure.of(self.stats[self.place(node)]))

    @cached_property
    def columns_used(self) -> tuple[int, ...]:
        """The columns that a split asks, or a surrogate, in table order."""
        splits = {split.column for split in self.splits if split is not None}
        surrogates = chain.from_iterable(self.surrogates.values())
        return tuple(sorted(splits.union(each.split.column for each in surrogates)))

    @cached_property
    def effective_stats(self) -> FloatArray:
        """(n, k) the statistics each node predicts from: of its nearest ancestor with rows."""
        stats, empty = self.stats.copy(), weight_of(self.stats, self.schema) <= 0
        for places in self.generations[1:]:
            lost = places[empty[places]]
            stats[lost] = stats[self.parent[lost]]
        return frozen(stats)

    def prediction(self, node: NodeId) -> float:
        """The class code (ties to the first level), or the mean in target units."""
        return float(predictions(self.effective_stats[self.place(node)], self.schema))

    @cached_property
    def decimals(self) -> int:
        """With so many all means are written: six digits for the largest, at least one and at
        most four behind the point, and none that is 0 in all means."""
        means = predictions(self.effective_stats, self.schema)
        largest = float(np.abs(means).max())
        if largest >= 999_999.5:  # one in the millions has a form of its own
            return 1
        most = 5 - int(np.floor(np.log10(largest))) if largest else 0
        most = most if largest < 0.1 else min(max(most, 1), 4)
        rest = (np.abs(means - means.round(few)).max() for few in range(most))
        return next((few for few, r in enumerate(rest) if r <= 1e-9 * largest), most)

    def expand(
        self,
        node: NodeId,
        split: Split,
        stats: FloatArray,
        surrogates: tuple[Surrogate, ...] = (),
        row_counts: FloatArray | None = None,
    ) -> Tree:
        """Give a leaf a split and its children; ``stats`` and ``row_counts`` (arity, k) are
        theirs. Raises ValueError without the latter if the tree has its own."""
        at, arity = self.place(node), len(stats)
        if self.arity[at]:
            raise KeyError(node)
        parent = np.where(self.parent > at, self.parent + arity, self.parent)
        grown = self.arity.copy()
        grown[at] = arity
        here, rows = at + 1, self.row_counts
        if rows is not None:
            if row_counts is None:
                raise ValueError("the tree keeps its rows, and those of the children are missing")
            rows = np.insert(rows, here, row_counts, axis=0)
        return replace(
            self,
            parent=np.insert(parent, here, np.full(arity, at)),
            branch=np.insert(self.branch, here, np.arange(arity)),
            arity=np.insert(grown, here, np.zeros(arity, np.intp)),
            stats=np.insert(self.stats, here, stats, axis=0),
            splits=(*self.splits[:at], split, *[None] * arity, *self.splits[here:]),
            surrogates={
                **{place + arity * (place > at): those for place, those in self.surrogates.items()},
                **({at: surrogates} if surrogates else {}),
            },
            row_counts=rows,
        )

    def prune(self, node: NodeId) -> Tree:
        """Make ``node`` a leaf."""
        falls = np.zeros(len(self), bool)
        falls[self.place(node)] = True
        return self.pruned(falls)

    def pruned(self, falls: BoolArray) -> Tree:
        """Make leaves of all nodes that ``falls`` (n,) marks."""
        stays = np.ones(len(self), bool)
        for places in self.generations[1:]:
            up = self.parent[places]
            stays[places] = stays[up] & ~falls[up]
        return self.part(np.flatnonzero(stays), falls)

    def part(self, places: IntArray, leaf: BoolArray) -> Tree:
        """The nodes at places ``places`` (m,); those that ``leaf`` (n,) marks become leaves."""
        number = np.full(len(self), -1)
        number[places] = np.arange(len(places))
        up = self.parent[places]
        return replace(
            self,
            parent=np.where(up >= 0, number[up], -1),
            branch=self.branch[places],
            arity=np.where(leaf, 0, self.arity)[places],
            stats=self.stats[places],
            splits=Splits.of(self.splits).part(places, leaf),
            surrogates={
                int(number[place]): result
                for place, result in self.surrogates.items()
                if number[place] >= 0 and not leaf[place]
            },
            row_counts=None if self.row_counts is None else self.row_counts[places],
        )

    def _node(self, place: int, node: NodeId) -> Node:
        return Node(node, self.stats[place], self.splits[place], int(self.arity[place]))


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


def _leaf(tree: Tree, node: NodeId) -> str:
    """As C4.5 prints it: no thousands apart."""
    rows = tree.rows(node)
    counts = weight_text(rows)
    if tree.schema.classes and (wrong := rows - float(tree.rows_right[tree.place(node)])) > 0:
        counts += f"/{weight_text(wrong, rows)}"
    return f"{prediction(tree, node, ',')} ({counts.replace(',', '')})"


def check_tree(given: object) -> None:
    if not isinstance(given, Tree):
        raise DataError(
            "A tree belongs here, and this is of type {kind}. Write dt.grow(dataset, recipe), or "
            "lesson.state.tree for the tree of a lesson.",
            kind=type(given).__name__,
        )
