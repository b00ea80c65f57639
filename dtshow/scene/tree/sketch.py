"""What each node and branch of a lesson's tree says, and how much room it takes.

Per cent, and what comes to a node of the rows held out, are lines on request, below its own; a
small tree drops them first. Not done here: places and pictures. States can be told apart without
colour: a node that is open asks "?", and each box has its kind and marks, which the drawing shows
by its outline.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Final

import dtcore as dt
from dtcore.model import ROOT, NodeId, Split, weight_text
from dtcore.pruning import held_out_counts
from dtcore.stepping import Prune
from dtshow.lesson import answers
from dtshow.lesson.lesson import Lesson
from dtshow.scene.tree.node_marks import MARKS
from dtshow.scene.tree.rows import Plot, Questions, Tray, Trays, plot_words, scale_of, spread
from dtshow.scene.tree.tree_look import TreeLook
from dtshow.words import number_format
from dtshow.words.language import _, ngettext
from dtshow.words.markdown import elided, unasked
from dttools import export
from dttools.printing import Digits

MOST_LETTERS: Final = 30
EDGE_LETTERS: Final = 34
"""On a branch."""
APART: Final = " · "
MOST_CLASSES: Final = 6
"""With more classes than this their counts do not fit a node."""
HEAD, LINE = 14.0, 12.5
"""Sizes of letters, in pixels."""
THIN, THICK = 2.0, 13.0
"""The bar of a node with next to no rows, and with all of them; pixels."""
PLOT_WIDTH: Final = 124.0
"""The least width of a node with a histogram, in pixels."""
HIDDEN: Final = "?"
EQUALS: Final = "\u2009=\u2009"
"""With thin spaces, for narrow nodes help most."""


def shortened(text: str, most: int = MOST_LETTERS) -> str:
    """A text fit for a node; the panels beside the tree show it in full."""
    plain = " ".join(text.split())
    return plain if len(plain) <= most else plain[: most - 1] + "…"


def shortened_name(name: str) -> str:
    """As ``shortened``, but cut in the middle: names that begin alike differ at their ends."""
    return elided(" ".join(name.split()), MOST_LETTERS)


@lru_cache(maxsize=4096)
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


def percent(tree: dt.Tree, node: NodeId) -> str:
    """The share of each class, in the order of the counts; of a numeric target, of all rows."""
    rows = tree.rows(node)
    if not tree.schema.classes:
        return _("{share} of all rows").format(share=per_cent(rows / max(tree.rows(()), 1e-300)))
    each = tree.rows_of_classes(node) / max(rows, 1e-300)
    return APART.join(per_cent(float(share)) for share in each)


def per_cent(share: float) -> str:
    """Whole per cent; what is neither nothing nor all is not said to be."""
    whole = f"{share:.0%}"
    if whole == "0%" and share > 0:
        return "<1%"
    return ">99%" if whole == "100%" and share < 1 - 1e-9 else whole


def held_out_lines(tree: dt.Tree, held_out: dt.Dataset) -> dict[NodeId, tuple[str, ...]]:
    """Of each node, in the order of its own counts; as narrow as they are."""
    say = _class_counts if tree.schema.classes else _mean
    text = _("out {counts}")
    return {
        tree.id_at(place): tuple(text.format(counts=said) for said in say(tree, row))
        for place, row in enumerate(held_out_counts(tree, held_out).tolist())
    }


def _class_counts(tree: dt.Tree, row: list[float]) -> list[str]:
    """With the rows of classes that the tree has never seen behind a plus."""
    known = len(tree.schema.classes)
    if known > MOST_CLASSES:
        return [weight_text(sum(row))]
    new = f" + {weight_text(row[known])}" if row[known] else ""
    return [APART.join(map(weight_text, row[:known])) + new]


def _mean(tree: dt.Tree, row: list[float]) -> list[str]:
    weight, mean = row
    told = [number_format.mean(tree, mean)] if weight else []
    return [*told, f"n\u2009=\u2009{weight_text(weight)}"]


Bar = tuple[tuple[int, float], ...] | tuple[float, float, float]


def bar_of(tree: dt.Tree, node: NodeId, scale: tuple[float, float]) -> Bar:
    """Each class present with its share; of a numeric target its spread on the ``scale``."""
    if not tree.schema.classes:
        squares = tree[node].stats[2] / max(tree.weight(node), 1e-300)
        return spread(tree.prediction(node), squares**0.5, scale)
    shares = tree.rows_of_classes(node) / max(tree.rows(node), 1e-300)
    return tuple((k, round(float(s), 4)) for k, s in enumerate(shares) if s > 0)


@dataclass(frozen=True)
class Box:
    """One node as it is drawn.

    ``kind`` is "ask", "open", "leaf", or "ghost" of what a candidate would make; ``marks``: names
    of ``node_marks``. ``bar``: each class present with its share; for a numeric target (low, mean,
    high), the mean and one standard deviation to each side, as shares of the target's range.
    ``answer``: the class that a leaf predicts, None for a numeric target. ``condition`` is on the
    branch that leads here, ``share`` that of all rows; ``hidden``: nodes folded away below;
    ``extra``: lines at the end that are dropped first. ``plot``: how the rows lie along the column
    asked for, in place of the bar; ``tray``: the rows themselves; ``n``: how many rows there are.
    """

    node: NodeId
    kind: str
    marks: tuple[str, ...]
    head: str
    lines: tuple[str, ...]
    bar: Bar
    answer: int | None
    condition: str
    share: float
    hidden: int
    says: str
    plot: Plot | None = None
    tray: Tray | None = None
    n: str = ""
    extra: int = 0

    @property
    def ghost(self) -> Box:
        """The same of a node that is only looked at."""
        return replace(self, kind="ghost", head="", answer=None)

    def wearing(self, *names: str) -> Box:
        """The same with more marks, if there are any."""
        if not names:
            return self
        said = self._saying(_(", ").join(_(MARKS[name].says) for name in names))
        return replace(said, marks=(*self.marks, *names))

    def _saying(self, more: str) -> Box:
        return replace(self, says=f"{self.says}{_(', ')}{more}")

    @property
    def beside(self) -> Box:
        """The same of a node that a case does not come to: what it says is not told."""
        says = f"{self.condition}{_(': ')}?"
        there = replace(self, kind="ask", head="?", lines=(), answer=None, tray=None, n="")
        return replace(there, bar=(), marks=(), hidden=0, says=says)

    def counting(self, line: str) -> Box:
        """The same with ``line`` alone below its head, if there is one; in words it is added."""
        if not line:
            return self
        return replace(self._saying(line), lines=(line,), extra=0)

    @property
    def fallen(self) -> Box:
        """The same of a node that has been cut away. Of its tray the room is left: a cut moves
        nothing else."""
        tray = self.tray and replace(self.tray, rows=(), by=(), parts=())
        return replace(self, marks=(), tray=tray).wearing("fallen")

    @property
    def stub(self) -> Box:
        """The same where there is no room for it: a mark of where it hung."""
        return replace(self.fallen, head="", lines=(), extra=0, plot=None, tray=None)

    @property
    def text_width(self) -> float:
        """Pixels that the text takes. The head is bold, and bold letters are wider."""
        room = [
            advance(self.head) * HEAD * 1.06 + 24,
            *(advance(s) * LINE + 18 for s in self.lines),
        ]
        return float(round(max(64.0, *room)))

    @property
    def width(self) -> float:
        tray = self.tray.width if self.tray else 0.0
        return max(self.text_width, tray, PLOT_WIDTH if self.plot else 0.0)

    @property
    def thickness(self) -> float:
        """Of the bar, in pixels: a node with more rows has a thicker one."""
        return round(THIN + (THICK - THIN) * math.sqrt(min(1.0, self.share)), 1)


@dataclass(frozen=True)
class Sketch:
    """Makes the boxes of a lesson's tree. ``looked_at``: a split of the selected node, whose rows
    stand by its branches. ``told``: the one node that tells its answer where ``look`` hides it;
    ``held_out``: more lines. ``asked``: a node drawn as before it was decided."""

    lesson: Lesson
    digits: Digits
    notes: Mapping[NodeId, str] = field(default_factory=dict)
    questions: Questions | None = None
    trays: Trays | None = None
    looked_at: Split | None = None
    look: TreeLook = TreeLook()
    told: NodeId | None = None
    held_out: Mapping[NodeId, tuple[str, ...]] = field(default_factory=dict)
    asked: NodeId | None = None

    def boxes(self, places: Sequence[int], hidden: Mapping[int, int]) -> list[Box]:
        """A box for each of ``places``; ``hidden``: how many nodes are folded away below."""
        return [self.box(self.tree.id_at(place), hidden.get(place, 0)) for place in places]

    @cached_property
    def tree(self) -> dt.Tree:
        return self.lesson.tree

    @cached_property
    def _scale(self) -> tuple[float, float]:
        return scale_of(self.lesson.dataset)

    @cached_property
    def _words(self) -> dict[str, str]:
        """Looked up once, since there may be a thousand nodes."""
        return {
            "all": _("all rows"),
            "ask": _("splits on {column}"),
            "open": _("open"),
            "leaf": _("predicts {answer}"),
            "hidden": _("answer hidden; select the node to see it"),
            **{name: _(mark.says) for name, mark in MARKS.items()},
            "full": _("in full: {text}"),
        }

    def box(self, node: NodeId, hidden: int) -> Box:
        """The box of a node, of which ``hidden`` nodes are folded away below."""
        tree, place = self.tree, self.tree.place(node)
        noted = [self.notes[node]] if node in self.notes else []
        open_node = node in self.lesson.timeline.state.node_rows or node == self.asked
        kind = "open" if open_node else "leaf" if tree.splits[place] is None else "ask"
        extra = self._extra(node, kind)
        condition = export.branch_into(tree, place) if node else None
        lines = [*self._lines(node, kind), *noted, *extra]
        head = self._head(place, node, kind)
        plot = self.questions.plot(node) if self.questions and kind == "ask" else None
        seen = Box(
            node,
            kind,
            self._marks(node, kind),
            shortened_name(head),
            tuple(map(shortened, lines)),
            () if kind == "leaf" and self._hides(node) else bar_of(tree, node, self._scale),
            self._answer(node, kind),
            number_format.on_branch(condition) if condition else "",
            tree.rows(node) / max(tree.rows(()), 1e-300),
            hidden,
            number_format.told(condition) if condition else self._words["all"],
            plot,
            self._tray(node, kind),
            "" if kind == "open" else weight_text(tree.rows(node)),
            len(extra),
        )
        return replace(seen, says=self._says(seen, [head, *lines]))

    def _hides(self, node: NodeId) -> bool:
        return self.look.asks and node != self.told

    def _answer(self, node: NodeId, kind: str) -> int | None:
        if kind != "leaf" or not self.tree.schema.classes or self._hides(node):
            return None
        return int(self.tree.prediction(node))

    def _extra(self, node: NodeId, kind: str) -> list[str]:
        """What a small tree drops first. The shares of many classes have no room either, and
        those of a leaf, or the mean of held-out rows, would tell a hidden answer."""
        many, numeric = len(self.tree.schema.classes) > MOST_CLASSES, not self.tree.schema.classes
        hides = self._hides(node) and (numeric or kind == "leaf")
        extra = []
        if self.look.percent and not many and (numeric or not hides):
            extra.append(percent(self.tree, node))
        if node in self.held_out and not hides:
            extra.extend(self.held_out[node])
        return extra

    def _tray(self, node: NodeId, kind: str) -> Tray | None:
        """The marks of rows have their classes' colours."""
        if self.trays is None or kind == "ask" or (kind == "leaf" and self._hides(node)):
            return None
        looked_at = self.looked_at if node == self.lesson.node and kind == "open" else None
        return self.trays.tray(node, looked_at)

    def _marks(self, node: NodeId, kind: str) -> tuple[str, ...]:
        step = self.lesson.timeline.step_of(node)
        if step is None or kind == "open":
            return ()
        pruned = isinstance(step.move, Prune) and kind == "leaf"
        return ("hand",) * step.decided + ("pruned",) * pruned

    def _head(self, place: int, node: NodeId, kind: str) -> str:
        """Its question, its answer, or "?" while it has not been decided; the question that is
        looked at stands before its "?"."""
        split = self.tree.splits[place]
        if kind == "ask" and split is not None:
            return self.tree.schema.columns[split.column].name
        if kind != "open":
            return HIDDEN if self._hides(node) else answers.answer(self.lesson, node)
        asked = self.looked_at if node == self.lesson.node else None
        if not asked:
            return "?"
        name = self.tree.schema.columns[asked.column].name
        return _("{column}?").format(column=unasked(name))

    def _lines(self, node: NodeId, kind: str) -> list[str]:
        tree = self.tree
        n = f"n{EQUALS}{weight_text(tree.rows(node))}"
        decides = weight_text(tree.weight(node)) if tree.schema.weighs else ""
        weight = [f"w{EQUALS}{decides}"] if decides else []
        impurity = tree.impurity(node)  # a plain 0 for pure nodes: leaves are many
        letter = self.lesson.recipe.impurity.letter
        mixed = f"{letter}{EQUALS}{self.digits.show(impurity) if impurity else 0}"
        if not tree.schema.classes:
            hides = self._hides(node)
            mean = f"ȳ{EQUALS}{HIDDEN if hides else answers.answer(self.lesson, node)}"
            power = "" if hides else answers.back(self.lesson, node)
            back = [f"exp(ȳ)\u2009≈\u2009{power}"] if power else []
            return [n if kind == "leaf" else f"{mean}, {n}", *back, mixed, *weight]
        size = [f"{n}, {mixed}" if self.look.scores else n, *weight]
        return size if kind == "leaf" and self._hides(node) else [self._counts(node), *size]

    def _counts(self, node: NodeId) -> str:
        """The rows of each class; with more than two classes, the legend has their names."""
        tree, classes = self.tree, self.tree.schema.classes
        rows = tree.rows_of_classes(node)
        if len(classes) > MOST_CLASSES:
            if self._hides(node):
                present = int((rows > 0).sum())
                return ngettext("{n} class", "{n} classes", present).format(n=present)
            largest = int(rows.argmax())
            return number_format.class_count(weight_text(float(rows[largest])), classes[largest])
        if self._named_counts:
            return number_format.class_counts(tree, node)
        return " · ".join(weight_text(float(count)) for count in rows)

    @cached_property
    def _named_counts(self) -> bool:
        """Whether counts have the names of their classes, alike in the whole tree: the counts of
        the root are the longest."""
        two = len(self.tree.schema.classes) == 2
        return two and len(number_format.class_counts(self.tree, ROOT)) <= MOST_LETTERS * 2 // 3

    def _says(self, box: Box, texts: list[str]) -> str:
        """The whole of a node in words, for those who hear the tree or read its outline: so far
        ``box`` says the way to it. ``texts``: its head and lines in full.

        What is seen of it stands there as it is seen, in one piece: who asks a computer by
        voice for what they see must be understood (WCAG 2.5.3, label in name).
        """
        known, seen = self._words, [box.head, *box.lines]
        kind = "hidden" if box.kind == "leaf" and self._hides(box.node) else box.kind
        parts = [known[kind].format(column=box.head, answer=box.head), *box.lines]
        if box.kind == "open" and texts[0] != "?":
            parts.insert(1, box.head)
        if box.hidden:  # the number of nodes is seen below the lines
            parts.append(_("+{n} below").format(n=box.hidden))
        parts += [known[mark] for mark in box.marks]
        full = [" ".join(text.split()) for text in texts]
        cut = [text for text, short in zip(full, seen, strict=True) if text != short]
        parts += [known["full"].format(text=text) for text in cut]
        parts += [] if kind == "hidden" else self._named(box.node, texts[1])
        parts += plot_words(box.plot, self.tree, box.node) if box.plot else []
        return f"{box.says}{_(': ')}{_(', ').join(parts)}".replace(EQUALS, " = ")

    def _named(self, node: NodeId, line: str) -> list[str]:
        """The rows of each class with its name, where ``line`` has none."""
        tree = self.tree
        if not tree.schema.classes or line == number_format.class_counts(tree, node):
            return []
        pairs = zip(tree.rows_of_classes(node), tree.schema.classes, strict=True)
        named = [
            number_format.class_count(weight_text(float(n)), name) for n, name in pairs if n > 0
        ]
        return [" · ".join(named)] if " · ".join(named) != line else []
