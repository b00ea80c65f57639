"""The tree of a step for a class, as a scene of the stage: by language and what is marked in it.

A mark is a few letters of an address: ``ask:0.1``, ``path:0.1`` or ``at:root=3,0.1=12``. It may
come from anybody, so it is read with suspicion, and the same scene is made once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import dtcore as dt
from dtcore.model import NodeId
from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.look import digits_at_root
from dtshow.scene.parts import payload
from dtshow.scene.tree.section import Overlay, TreePart
from dtshow.scene.tree.tree_look import Folding, TreeLook, name_of, node_in
from dtshow.scene.trees import still
from dtshow.words.language import ngettext, spoken
from pages.ui.classroom.steps import ClassStep, opened
from pages.ui.shell import cache

_MARK: Final = re.compile(r"(ask|path|at):([0-9a-z.=,]{1,2000})")
NO_PICTURE: Final = "There is no such picture."
FOLDED: Final = Folding()


@dataclass(frozen=True)
class Marks:
    """``asked``: the node that a question is about, which does not say what becomes of it;
    ``counts``: how many students are at a node; ``path``: the end of the one way that is lit."""

    asked: NodeId | None = None
    counts: Mapping[NodeId, int] = field(default_factory=dict)
    path: NodeId | None = None

    @property
    def end(self) -> NodeId | None:
        """Of the way that is lit."""
        return self.path if self.asked is None else self.asked


def scene(opened: ClassStep, lang: str = "en", mark: str = "", folding: Folding = FOLDED) -> str:
    """What the stage shows of a step: its tree and no more. Raises LinkError."""
    if lang not in opened.lessons:
        raise dt.LinkError(NO_PICTURE)
    return _written(opened.address, lang, written(read_mark(opened, mark)), folding)


@cache.shared(cache.store(128))
def _written(address: str, lang: str, mark: str, folding: Folding) -> str:
    place = opened(address)
    return tree(place.lessons[lang], lang, read_mark(place, mark), folding)


@cache.shared(cache.store(128), by=lambda lesson, *asked: (lesson.dataset, *asked))
def of_rows(lesson: Lesson, lang: str, end: NodeId | None, folding: Folding) -> str:
    """The tree of a table that the class itself is, with the way to ``end`` lit. Its choice tells
    it from no other, only its rows do."""
    return tree(lesson.select(()), lang, Marks(path=end), folding)


def tree(lesson: Lesson, lang: str, marks: Marks, folding: Folding = FOLDED) -> str:
    """The tree of a lesson as the stage gets it: what was worked out is not told in it."""
    lit = {} if marks.end is None else {marks.end[:k]: 1.0 for k in range(len(marks.end) + 1)}
    look, digits = TreeLook(folding, scores=False), digits_at_root(lesson)
    with spoken(lang):
        counts = {node: _students(count) for node, count in marks.counts.items()}
        worn = dict.fromkeys(counts, ("students",))
        at = lesson if marks.end is None else lesson.select(marks.end)
        drawn = Overlay(path=lit, counts=counts, worn=worn, asked=marks.asked)
        part = TreePart(at, digits, look, drawn)
        text = payload(still(part, at.node), None)
    return f'{{"done":0,{text[1:]}'


def _students(count: int) -> str:
    return ngettext("{n} student", "{n} students", count)


def read_mark(opened: ClassStep, mark: str) -> Marks:
    """Raises LinkError."""
    said = _MARK.fullmatch(mark)
    if not mark:
        return Marks()
    if said is None:
        raise dt.LinkError(NO_PICTURE)
    kind, rest = said.groups()
    if kind == "at":
        pairs = [part.partition("=")[::2] for part in rest.split(",")]
        return Marks(counts={_node(opened, name): _count(count) for name, count in pairs})
    node = _node(opened, rest)
    return Marks(asked=node) if kind == "ask" else Marks(path=node)


def _count(text: str) -> int:
    if not re.fullmatch(r"\d{1,4}", text):
        raise dt.LinkError(NO_PICTURE)
    return int(text)


def _node(opened: ClassStep, name: str) -> NodeId:
    node = node_in(opened.lesson.tree, name)
    if node is None:
        raise dt.LinkError(NO_PICTURE)
    return node


def written(marks: Marks) -> str:
    """A mark as it stands in an address."""
    if marks.counts:
        counts = sorted(marks.counts.items())
        return "at:" + ",".join(f"{name_of(node)}={count}" for node, count in counts)
    for kind, node in (("ask", marks.asked), ("path", marks.path)):
        if node is not None:
            return f"{kind}:{name_of(node)}"
    return ""


def where(here: ClassStep, students: Mapping[str, int]) -> str:
    """The mark that says at which nodes students are, by the addresses of their steps. Who is
    further than the tree on show stands at the last node that both have."""
    counts: dict[NodeId, int] = {}
    tree = here.lesson.tree
    for address, number in students.items():
        if not number:
            continue
        try:
            node = opened(address).node
        except dt.DtError:
            continue
        while node not in tree:
            node = node[:-1]
        counts[node] = counts.get(node, 0) + number
    return written(Marks(counts=counts))
