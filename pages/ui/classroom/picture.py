"""The picture of a step for a class, as SVG text: by theme, language and what is marked in it.

A mark is a few letters of an address: ``ask:0.1``, ``path:0.1`` or ``at:root=3,0.1=12``. It may
come from anybody, so it is read with suspicion, and the same picture is drawn once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import dtcore as dt
from dtcore.model import NodeId
from dtshow.figures.palette import Theme
from dtshow.scene.tree.tree_look import name_of, node_of
from dtshow.words.language import spoken
from pages.ui.classroom.board_tree import BoardMarks, BoardTree
from pages.ui.classroom.steps import ClassStep, opened
from pages.ui.shell import cache

THEMES: Final[dict[str, Theme]] = {"light": "light", "dark": "dark"}
ROOMS: Final = (360, 2600)
"""Pixels: the narrowest and the widest picture that can be asked for."""
_MARK: Final = re.compile(r"(ask|path|at):([0-9a-z.=,]{1,2000})")


def svg(
    opened: ClassStep, theme: str = "light", lang: str = "en", mark: str = "", room: int = 1300
) -> str:
    """The tree of a step, ``room`` pixels wide at most if that can be. Raises LinkError."""
    if theme not in THEMES or lang not in opened.lessons:
        raise dt.LinkError("There is no such picture.")
    marks = read_mark(opened, mark)
    room = min(max(room, ROOMS[0]), ROOMS[1]) // 20 * 20  # as many as there are, and no more
    return _drawn(opened.address, THEMES[theme], lang, written(marks), room)


@cache.shared(cache.store(128))
def _drawn(address: str, theme: Theme, lang: str, mark: str, room: int) -> str:
    place = opened(address)
    with spoken(lang):
        return BoardTree(place.lessons[lang], theme, read_mark(place, mark), room).svg()


def read_mark(opened: ClassStep, mark: str) -> BoardMarks:
    """Raises LinkError."""
    said = _MARK.fullmatch(mark)
    if not mark:
        return BoardMarks()
    if said is None:
        raise dt.LinkError("There is no such picture.")
    kind, rest = said.groups()
    if kind == "at":
        pairs = [part.partition("=")[::2] for part in rest.split(",")]
        return BoardMarks(counts={_node(opened, name): _count(count) for name, count in pairs})
    node = _node(opened, rest)
    return BoardMarks(asked=node) if kind == "ask" else BoardMarks(path=node)


def _count(text: str) -> int:
    if not re.fullmatch(r"\d{1,4}", text):
        raise dt.LinkError("There is no such picture.")
    return int(text)


def _node(opened: ClassStep, name: str) -> NodeId:
    node = node_of(name)
    if node is None or node not in opened.lesson.tree:
        raise dt.LinkError("There is no such picture.")
    return node


def written(marks: BoardMarks) -> str:
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
        try:
            node = opened(address).node
        except dt.DtError:
            continue
        while node not in tree:
            node = node[:-1]
        counts[node] = counts.get(node, 0) + number
    return written(BoardMarks(counts=counts))
