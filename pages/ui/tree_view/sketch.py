"""What each node and branch of a lesson's tree says, and how much room it takes.

Not done here: places and pictures. States can be told apart without colour: a node that is
open asks "?", and each box has its kind and marks, which the drawing shows by its outline.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

import dtcore as dt
from dtcore import export
from dtcore.formula import Digits
from dtcore.growth.moves import Prune
from dtcore.model.splits import number
from dtcore.model.tree import NodeId
from pages.ui import words
from pages.ui.language import _, ngettext
from pages.ui.lesson import Lesson

MOST_LETTERS: Final = 30
MOST_CLASSES: Final = 6
"""With more classes than this the counts do not fit a node; its largest class is shown."""
HEAD, LINE = 14.0, 12.5
"""Sizes of letters, in pixels."""
EQUALS: Final = "\u2009=\u2009"
"""With thin spaces, for narrow nodes help most."""
SYMBOLS: Final = {
    "Entropy": "H",
    "Gini": "Gini",
    "Twoing": "Gini",  # of a node; twoing itself compares two branches
    "ErrorRate": "E",
    "Variance": "s²",
}


@dataclass(frozen=True)
class Box:
    """One node as it is drawn.

    ``kind`` is "ask", "open" or "leaf"; ``marks`` are of "hand", "pruned" and
    "fallen". ``bar``: each
    class present with its share; for a numeric target (low, mean, high), the mean and one
    standard deviation to each side, as shares of the target's range. ``answer``: the class
    that a leaf predicts, None for a ``numeric`` target. ``condition`` is on the
    branch that leads here, ``share`` that of all rows; ``hidden``: nodes folded away below.
    """

    node: NodeId
    kind: str
    marks: tuple[str, ...]
    head: str
    lines: tuple[str, ...]
    bar: tuple[tuple[int, float], ...] | tuple[float, float, float]
    numeric: bool
    answer: int | None
    condition: str
    share: float
    hidden: int
    says: str

    @property
    def fallen(self) -> Box:
        """The same of a node that has been cut away."""
        return replace(self, marks=("fallen",), says=f"{self.says}, {_('cut away')}")

    @property
    def width(self) -> float:
        """Pixels. The head is bold, and bold letters are wider."""
        room = [
            advance(self.head) * HEAD * 1.06 + 24,
            *(advance(s) * LINE + 18 for s in self.lines),
        ]
        return float(round(max(64.0, *room)))

    @property
    def height(self) -> float:
        return 42.0 + 15 * len(self.lines)


@dataclass(frozen=True)
class Sketch:
    """Makes the boxes of a lesson's tree."""

    lesson: Lesson
    digits: Digits
    notes: Mapping[NodeId, str] = field(default_factory=dict)

    def boxes(self, places: Sequence[int], hidden: Mapping[int, int]) -> list[Box]:
        """A box for each of ``places``; ``hidden``: how many nodes are folded away below."""
        return [self.box(self.tree.id_at(place), hidden.get(place, 0)) for place in places]

    @cached_property
    def tree(self) -> dt.Tree:
        return self.lesson.tree

    @cached_property
    def _range(self) -> tuple[float, float]:
        """The target's lowest value, and how far the highest is from it."""
        values = self.lesson.dataset.target.values
        low = float(values.min())
        return low, max(float(values.max()) - low, 1e-300)

    @cached_property
    def _words(self) -> dict[str, str]:
        """Looked up once, since there may be a thousand nodes."""
        return {
            "all": _("all rows"),
            "ask": _("asks {column}"),
            "open": _("open"),
            "leaf": _("answers {answer}"),
            "hand": _("decided by hand"),
            "pruned": _("pruned"),
            "mean": _("mean {mean}"),
            "impurity": words.impurity_name(self.lesson.recipe),
        }

    def box(self, node: NodeId, hidden: int) -> Box:
        """The box of a node, of which ``hidden`` nodes are folded away below."""
        tree, place = self.tree, self.tree.place(node)
        noted = [self.notes[node]] if node in self.notes else []
        open_node = node in self.lesson.timeline.state.bags
        kind = "open" if open_node else "leaf" if tree.splits[place] is None else "ask"
        condition = export.branch_into(tree, place) if node else None
        return Box(
            node,
            kind,
            self._marks(node, kind),
            shortened(self._head(place, node, kind)),
            tuple(map(shortened, [*self._lines(node, kind), *noted])),
            self._bar(node),
            not tree.schema.classes,
            int(tree.prediction(node)) if kind == "leaf" and tree.schema.classes else None,
            f"{condition.operator} {condition.value}" if condition else "",
            tree.weight(node) / max(tree.weight(()), 1e-300),
            hidden,
            self._says(place, node, kind, hidden),
        )

    def _marks(self, node: NodeId, kind: str) -> tuple[str, ...]:
        step = self.lesson.timeline.step_of(node)
        if step is None or kind == "open":
            return ()
        pruned = isinstance(step.move, Prune) and kind == "leaf"
        return ("hand",) * step.by_hand + ("pruned",) * pruned

    def _head(self, place: int, node: NodeId, kind: str) -> str:
        """Its question, its answer, or "?" while it has not been decided."""
        split = self.tree.splits[place]
        if split is not None:
            return self.tree.schema.columns[split.column].name
        return "?" if kind == "open" else export.prediction(self.tree, node)

    def _lines(self, node: NodeId, kind: str) -> list[str]:
        tree = self.tree
        n = f"n{EQUALS}{number(round(tree.weight(node), 3))}"
        symbol = SYMBOLS[type(self.lesson.recipe.impurity).__name__]
        impurity = tree.impurity(node)  # a plain 0 for pure nodes: leaves are many
        mixed = f"{symbol}{EQUALS}{self.digits.show(impurity) if impurity else 0}"
        if not tree.schema.classes:
            mean = f"ȳ{EQUALS}{export.prediction(tree, node)}"
            return [n if kind == "leaf" else f"{mean}, {n}", mixed]
        return [self._counts(node), f"{n}, {mixed}"]

    def _counts(self, node: NodeId) -> str:
        """The class weights; with more than two classes, the legend has their names."""
        tree, classes = self.tree, self.tree.schema.classes
        if len(classes) > MOST_CLASSES:
            stats = tree[node].stats
            largest = int(stats.argmax())
            return f"{number(round(float(stats[largest]), 3))} {classes[largest]}"
        full = export.counts(tree, node)
        if len(classes) == 2 and len(full) <= MOST_LETTERS * 2 // 3:
            return full
        return " · ".join(number(round(float(weight), 3)) for weight in tree[node].stats)

    def _bar(self, node: NodeId) -> tuple[tuple[int, float], ...] | tuple[float, float, float]:
        tree = self.tree
        weight = tree.weight(node)
        if tree.schema.classes:
            shares = tree[node].stats / max(weight, 1e-300)
            return tuple((k, round(float(s), 4)) for k, s in enumerate(shares) if s > 0)
        low, width = self._range
        middle = (tree.prediction(node) - low) / width
        off = (tree[node].stats[2] / max(weight, 1e-300)) ** 0.5 / width
        ends = (max(0.0, middle - off), middle, min(1.0, middle + off))
        return round(ends[0], 4), round(ends[1], 4), round(ends[2], 4)

    def _says(self, place: int, node: NodeId, kind: str, hidden: int) -> str:
        """The whole of a node in words, for those who hear the tree or read its outline."""
        tree, known = self.tree, self._words
        way = str(export.branch_into(tree, place)) if node else known["all"]
        head = self._head(place, node, kind)
        what = known[kind].format(column=head, answer=head)
        impurity = f"{known['impurity']} {self.digits.show(tree.impurity(node))}"
        parts = [what, words.rows_count(tree.weight(node)), self._spoken(node), impurity]
        parts += [known[mark] for mark in self._marks(node, kind)]
        parts += [self.notes[node]] if node in self.notes else []
        if hidden:
            parts.append(ngettext("{n} node folded away", "{n} nodes folded away", hidden))
        return f"{way}: {', '.join(parts)}"

    def _spoken(self, node: NodeId) -> str:
        tree = self.tree
        if not tree.schema.classes:
            return self._words["mean"].format(mean=export.prediction(tree, node))
        pairs = zip(tree[node].stats, tree.schema.classes, strict=True)
        return " · ".join(f"{number(round(float(w), 3))} {name}" for w, name in pairs if w > 0)


def shortened(text: str, most: int = MOST_LETTERS) -> str:
    """A text fit for a node; the panels beside the tree show it in full."""
    plain = " ".join(text.split())
    return plain if len(plain) <= most else plain[: most - 1] + "…"


def advance(text: str) -> float:
    """How wide a line of text is, in heights of its letters; roughly, and rather too much."""
    return sum(map(_advance, text))


def _advance(letter: str) -> float:
    if unicodedata.combining(letter) or unicodedata.category(letter) == "Cf":
        return 0.0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.0
    if letter in "mwMW@%—…":
        return 0.9
    return 0.66 if letter.isupper() else 0.3 if letter in " \u2009.,:;'|!il·()" else 0.54
