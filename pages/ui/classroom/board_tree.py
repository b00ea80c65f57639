"""A small tree in large letters, as SVG text: for a wall, and for phones that follow it.

It says what the nodes of the stage say (``Sketch``), in letters that can be read from the last
row. Where all of it has no room, what is far from the node in question is folded. The places are
worked out here and not asked of Graphviz: there are few nodes, and a hundred phones may ask.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from html import escape
from typing import Final

from dtcore.model import NodeId, Tree
from dtshow.figures.palette import (
    COLOURS,
    CSS_FONT,
    INKS,
    LOOKS,
    PALE,
    REPEAT,
    Ink,
    Theme,
    colour,
    colour_number,
    mark,
    rimmed,
    tint,
)
from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.look import digits_at_root
from dtshow.scene.tree.sketch import HIDDEN, Box, Sketch, advance, shortened
from dtshow.scene.tree.tree_look import TreeLook
from dtshow.words.language import _, ngettext
from dtshow.words.markdown import one_line

HEAD, LINE = 27, 24
"""Sizes of letters, in pixels of the picture: nothing is smaller."""
HIGH, BRANCH, GAP, EDGE = 108, 96, 24, 16
"""How high a node and the branches below it are, how far nodes are apart, and the margin."""
SEAT: Final = 44
"""How high the number of students at a node is, half of it above the node."""
FOLDED: Final = 20
"""How high it is below the last nodes to say how many are not drawn there."""
UPRIGHT = 70
"""So far a branch goes straight down to its node: its condition stands there."""
LEAST, MOST = 132, 300
"""How wide a node is at least and at most."""
LETTERS: Final = 18
"""Of a name."""
CONDITION: Final = 24
"""Letters on a branch."""
MOST_NODES: Final = 60
LEAST_EDGED: Final = 8
"""Pixels: an edge would cover the colour of a narrower part of a bar."""
MUCH: Final = 1.5
"""What is so many times too wide, for a phone, shows the way that is lit and nothing beside it."""
RAISED: Final[dict[Theme, str]] = {"light": "#ffffff", "dark": "#1f1d1a"}
WOOD: Final[dict[Theme, str]] = {"light": "#948d80", "dark": "#777061"}
STROKES: Final = (
    *("", "M0,12L12,0M-2,2L2,-2M10,14L14,10", "M6,6h.01", "M0,0L12,12M12,0L0,12"),
    *("M0,0L12,12M-2,10L2,14M10,-2L14,2", "M6,0V12M0,6H12", "M0,6H12", "M6,0V12"),
)
"""The marks of the classes beside their colours, as on the stage."""


@dataclass(frozen=True)
class BoardMarks:
    """``asked``: the node that a question is about, which does not say what becomes of it;
    ``counts``: how many students are at a node; ``path``: the end of the one way that is lit."""

    asked: NodeId | None = None
    counts: Mapping[NodeId, int] = field(default_factory=dict)
    path: NodeId | None = None

    @property
    def lit(self) -> frozenset[NodeId]:
        """The nodes on the way that is lit."""
        end = self.path if self.asked is None else self.asked
        return frozenset() if end is None else frozenset(end[:k] for k in range(len(end) + 1))


@dataclass(frozen=True, eq=False)
class BoardTree:
    """The tree of ``lesson`` no wider than ``room`` pixels, if it can be."""

    lesson: Lesson
    theme: Theme = "light"
    marks: BoardMarks = BoardMarks()
    room: int = 1300

    @property
    def tree(self) -> Tree:
        return self.lesson.tree

    @property
    def ink(self) -> Ink:
        return INKS[self.theme]

    @cached_property
    def focus(self) -> NodeId:
        """The node that is surely shown, with those beside the way to it."""
        for node in (self.marks.asked, self.marks.path):
            if node is not None:
                return node
        return self.lesson.node

    @cached_property
    def shown(self) -> dict[NodeId, list[NodeId]]:
        """The nodes drawn, each with its children that are drawn: as deep as there is room."""
        depth = int(self.tree.depths.max())
        result = self._within(depth)
        while depth > 1 and (self._width(result) > self.room or len(result) > MOST_NODES):
            depth -= 1
            result = self._within(depth)
        if self.marks.lit and self._width(result) > MUCH * self.room:
            way = [node for node in result if node in self.marks.lit]
            return {node: [k for k in result[node] if k in self.marks.lit] for node in way}
        return result

    def _within(self, depth: int) -> dict[NodeId, list[NodeId]]:
        result: dict[NodeId, list[NodeId]] = {}
        waiting: list[NodeId] = [()]
        while waiting and len(result) < 10 * MOST_NODES:
            node = waiting.pop()
            on_way = self.focus[: len(node)] == node and len(node) < len(self.focus)
            open_ = (len(node) < depth or on_way) and node != self.marks.asked
            children = list(self.tree.children(node)) if open_ else []
            result[node] = children
            waiting.extend(reversed(children))
        return result

    def _width(self, shown: Mapping[NodeId, list[NodeId]]) -> float:
        return self._slots(shown)[()]

    def _slots(self, shown: Mapping[NodeId, list[NodeId]]) -> dict[NodeId, float]:
        """How wide each node is with all that is drawn below it."""
        result: dict[NodeId, float] = {}
        for node in reversed(list(shown)):  # children come after their parents
            below = sum(result[child] for child in shown[node]) + GAP * (len(shown[node]) - 1)
            result[node] = max(self._room_of(node), below)
        return result

    def _room_of(self, node: NodeId) -> float:
        label = advance(self._condition(node)) * LINE + 28 if node else 0
        return max(self._wide(node), label)

    def _condition(self, node: NodeId) -> str:
        """Without the signs that a branch of a drawn tree does not need."""
        text = self._box(node).condition.removeprefix("= ")
        levels = text.startswith("∈ {") and text.endswith("}")
        return shortened(text[3:-1] if levels else text, CONDITION)

    @cached_property
    def _made(self) -> dict[NodeId, Box]:
        return {}

    def _box(self, node: NodeId) -> Box:
        if node not in self._made:
            self._made[node] = self._sketch.box(node, 0)
        return self._made[node]

    @cached_property
    def _sketch(self) -> Sketch:
        return Sketch(self.lesson, digits_at_root(self.lesson), look=TreeLook(scores=False))

    def words(self, node: NodeId) -> tuple[str, str]:
        """The two lines of a node."""
        box = self._box(node)
        asked = node == self.marks.asked
        head = HIDDEN if asked else shortened(box.head, LETTERS)
        return head, shortened(box.lines[0], 2 * LETTERS) if box.lines else ""

    def _wide(self, node: NodeId) -> float:
        head, line = self.words(node)
        room = max(advance(head) * HEAD * 1.06, advance(line) * LINE) + 36
        return min(max(LEAST, room), MOST)

    @cached_property
    def places(self) -> dict[NodeId, tuple[float, float]]:
        """The middle of each node's top edge."""
        slots, result = self._slots(self.shown), dict[NodeId, tuple[float, float]]()
        left: dict[NodeId, float] = {(): float(EDGE)}
        for node, children in self.shown.items():
            result[node] = (left[node] + slots[node] / 2, EDGE + len(node) * (HIGH + BRANCH))
            below = sum(slots[child] for child in children) + GAP * (len(children) - 1)
            start = left[node] + (slots[node] - below) / 2
            for child in children:
                left[child] = start
                start += slots[child] + GAP
        return result

    # ------------------------------------------------------------------------------ drawing

    def svg(self) -> str:
        tree = self._slots(self.shown)[()] + 2 * EDGE
        wide = max(tree, self._legend_room())
        left = (tree - wide) / 2
        deep = max(len(node) for node in self.shown)
        legend, below = self._legend(wide)
        folded = any(len(node) == deep for node in self.shown if self._hidden(node))
        high = 2 * EDGE + (deep + 1) * HIGH + deep * BRANCH + folded * FOLDED + below
        above = max(0, SEAT // 2 + 1 - EDGE) if self.marks.counts.get(()) else 0
        label = _("Decision tree")
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" '
            f'viewBox="{left:.0f} {-above} {wide:.0f} {high + above:.0f}" '
            f'width="{wide:.0f}" height="{high + above:.0f}" '
            f'role="img" aria-label="{escape(label)}" '
            f'font-family="{CSS_FONT}" '
            f'font-size="{LINE}" text-anchor="middle" fill="{self.ink.ink}">',
            f"<title>{escape(label)}</title><desc>{escape(self._says())}</desc>",
            f"<defs>{''.join(self._patterns())}</defs>",
            *self._branches(),
            *self._conditions(),
            *(self._node(node) for node in self.shown),
            f'<g transform="translate({left:.0f} {high - below:.0f})">{legend}</g>'
            if legend
            else "",
            "</svg>",
        ]
        return "".join(parts)

    def _says(self) -> str:
        """The tree in words, a sentence for a node."""
        said = []
        for node in self.shown:
            asked, box = node == self.marks.asked, self._box(node)
            text = f"{box.says.split(': ')[0]}: ?" if asked else box.says
            count = self.marks.counts.get(node, 0)
            said.append(text + (f" ({self._students(count)})" if count else ""))
        return ". ".join(said)

    def _students(self, count: int) -> str:
        return ngettext("{n} student", "{n} students", count)

    @cached_property
    def prefix(self) -> str:
        """Of the names within the picture, which may stand in a page with others."""
        told = repr((self.lesson.tree.schema.classes, self.theme))
        return f"c{blake2b(told.encode(), digest_size=4).hexdigest()}"

    def _patterns(self) -> Iterator[str]:
        for number in range(min(len(self.tree.schema.classes), LOOKS)):
            dark = colour_number(number) in (4, 6) or self._edged(number)
            stroke = "#000000" if dark else self.ink.paper
            fill = f'<rect width="12" height="12" fill="{colour(number, self.theme)}"/>'
            width, strokes = 5 if mark(number) == 2 else 2.6, STROKES[mark(number)]
            path = (
                f'<path d="{strokes}" stroke="{stroke}" stroke-width="{width}" '
                'stroke-linecap="round" fill="none"/>'
            )
            yield (
                f'<pattern id="{self.prefix}{number}" width="12" height="12" '
                f'patternUnits="userSpaceOnUse">{fill}{path if strokes else ""}</pattern>'
            )

    def _edged(self, number: int) -> bool:
        """Whether a class after the first eight would not stand out by itself."""
        return rimmed(number) and colour_number(number) >= PALE

    def _share(self, x: float, y: float, wide: float, high: float, number: int) -> str:
        """A part that stands for a class."""
        edged = self._edged(number) and wide >= LEAST_EDGED
        edge = f' stroke="{self.ink.ink}" stroke-width="1.5"' if edged else ""
        part = self._rect(x, y, wide, high, f"url(#{self.prefix}{number % LOOKS})")
        return part.replace("/>", f"{edge}/>")

    def _branches(self) -> Iterator[str]:
        lit = self.marks.lit
        for node in sorted(self.shown, key=lambda n: n in lit):
            if not node:
                continue
            (x, y), (ux, uy) = self.places[node], self.places[node[:-1]]
            foot, top = uy + HIGH, y - UPRIGHT
            middle = (foot + top) / 2
            way = (
                f"M{ux:.0f} {foot:.0f}C{ux:.0f} {middle:.0f} {x:.0f} {middle:.0f} {x:.0f} {top:.0f}"
                f"V{y:.0f}"
            )
            if node in lit:
                yield self._stroke(way, self.ink.marker, 20)
            yield self._stroke(way, self.ink.ink if node in lit else WOOD[self.theme], 3)

    def _stroke(self, way: str, paint: str, width: float) -> str:
        return f'<path d="{way}" fill="none" stroke="{paint}" stroke-width="{width:g}"/>'

    def _conditions(self) -> Iterator[str]:
        for node in self.shown:
            if not node:
                continue
            (x, y), text, lit = self.places[node], self._condition(node), node in self.marks.lit
            wide = advance(text) * LINE + 24
            ground = self.ink.marker if lit else self.ink.paper
            weight = ' font-weight="650"' if lit else ""
            yield (
                f'<rect x="{x - wide / 2:.0f}" y="{y - 64:.0f}" width="{wide:.0f}" height="40" '
                f'rx="20" fill="{ground}"/><text x="{x:.0f}" y="{y - 36:.0f}"{weight}>'
                f"{escape(text)}</text>"
            )

    def _node(self, node: NodeId) -> str:
        x, y = self.places[node]
        box, wide = self._box(node), self._wide(node)
        lit, head_line = self.marks.lit, self.words(node)
        faint = ' opacity="0.62"' if self.marks.asked is not None and node not in lit else ""
        inside = [
            self._outline(node, wide),
            f'<text y="38" font-size="{HEAD}" font-weight="650">{escape(head_line[0])}</text>',
            f'<text y="70" fill="{self.ink.ink2}">{escape(head_line[1])}</text>',
            *self._bar(box, wide - (64 if box.kind == "leaf" else 32)),
            *self._folded(node),
            *self._count(node, wide),
        ]
        return f'<g transform="translate({x:.0f} {y:.0f})"{faint}>{"".join(inside)}</g>'

    def _outline(self, node: NodeId, wide: float) -> str:
        box, asked = self._box(node), node == self.marks.asked
        leaf = box.kind == "leaf" and not asked
        fill = tint(box.answer, self.theme) if leaf and box.answer is not None else ""
        now = asked or (not self.marks.lit and node == self.focus) or node == self.marks.path
        paint, width = (self.ink.ink, 4) if now else (self.ink.edge, 2)
        dashed = ' stroke-dasharray="9 7"' if box.kind == "open" and not now else ""
        return (
            f'<rect x="{-wide / 2:.0f}" y="0" width="{wide:.0f}" height="{HIGH}" '
            f'rx="{44 if leaf else 10}" fill="{fill or RAISED[self.theme]}" stroke="{paint}" '
            f'stroke-width="{width}"{dashed}/>'
        )

    def _bar(self, box: Box, wide: float) -> Iterator[str]:
        """The shares of the classes; of a numeric target its mean and deviation on the range."""
        left = -wide / 2
        if not self.tree.schema.classes:
            low, mean, high = (float(part) for part in box.bar if isinstance(part, float | int))
            yield self._rect(left, 89, wide, 2, self.ink.edge)
            yield self._rect(left + low * wide, 86, max(2.0, (high - low) * wide), 8, self.ink.ink3)
            yield self._rect(left + mean * wide - 2, 82, 4, 16, self.ink.ink)
            return
        for part in box.bar:
            if isinstance(part, tuple):
                label, share = part
                yield self._share(left, 84, share * wide, 11, label)
                left += share * wide

    def _rect(self, x: float, y: float, wide: float, high: float, fill: str) -> str:
        size = f'x="{x:.1f}" y="{y:g}" width="{wide:.1f}" height="{high:g}"'
        return f'<rect {size} fill="{fill}"/>'

    def _hidden(self, node: NodeId) -> int:
        """How many nodes are not drawn below."""
        if self.shown[node] or node == self.marks.asked or self.tree[node].leaf:
            return 0
        place = self.tree.place(node)
        return self.tree.end(place) - place - 1

    def _folded(self, node: NodeId) -> Iterator[str]:
        hidden = self._hidden(node)
        if hidden:
            yield f'<text y="{HIGH + 26}" fill="{self.ink.ink2}">+ {hidden}</text>'

    def _count(self, node: NodeId, wide: float) -> Iterator[str]:
        """How many students are here."""
        count = self.marks.counts.get(node, 0)
        if count:
            text, x = str(count), wide / 2 - 8
            half = max(SEAT / 2, advance(text) * LINE / 2 + 12)
            yield (
                f'<rect x="{x - half:.0f}" y="{-SEAT // 2}" '
                f'width="{2 * half:.0f}" height="{SEAT}" rx="{SEAT // 2}" '
                f'fill="{self.ink.marker}" stroke="{self.ink.ink}" stroke-width="2"/>'
                f'<text x="{x:.0f}" y="9" font-weight="650">{text}</text>'
            )

    @property
    def _named(self) -> tuple[str, ...]:
        """The classes that the legend names: those whose counts have no room for it."""
        classes = self.tree.schema.classes
        told = len(classes) == 2 and classes[0] in self.words(())[1]
        return () if told or len(classes) < 2 else tuple(classes)

    def _repeat(self, wide: float) -> Iterator[str]:
        """The lines of what is said below the legend of too many classes."""
        line = ""
        for word in _(REPEAT).split() if len(self._named) > LOOKS else ():
            longer = f"{line} {word}".strip()
            if line and advance(longer) * LINE > wide - 2 * EDGE:
                yield line
                longer = word
            line = longer
        if line:
            yield line

    def _legend_room(self) -> float:
        """How wide the legend is: in one line, which leaves the tree its height, if that has room;
        of many classes as wide as can be; else as its longest name, than which a lone node is
        narrower."""
        names = [advance(one_line(name, LETTERS)) * LINE + 66 for name in self._named]
        line = sum(names) + 2 * EDGE
        most = self.room if len(names) > COLOURS else 0
        return line if line <= self.room else max(most, max(names) - 30 + 2 * EDGE)

    def _legend(self, wide: float) -> tuple[str, float]:
        """The names of the classes, where counts have no room for them, and how high it is."""
        classes = self._named
        if not classes:
            return "", 0.0
        parts, x, y = [], float(EDGE), 40.0
        for number, name in enumerate(classes):
            text = one_line(name, LETTERS)
            room = advance(text) * LINE + 66
            if x + room > wide - EDGE and x > EDGE:
                x, y = float(EDGE), y + 38
            parts.append(self._share(x, y - 20, 26, 24, number))
            parts.append(
                f'<text x="{x + 36:.0f}" y="{y:.0f}" text-anchor="start">{escape(text)}</text>'
            )
            x += room
        for text in self._repeat(wide):
            y += 38
            parts.append(f'<text x="{EDGE}" y="{y:.0f}" text-anchor="start">{escape(text)}</text>')
        return "".join(parts), y + 16
