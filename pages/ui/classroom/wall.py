"""The board of a class while nothing is asked: the stage in lecture mode, and what is done on it.

Nothing is kept between two requests. The page says at which step it is and what it looks at there,
and hears where its acts lead. Not done here: nobody is led (``routes``), and nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from dtcore.model import NodeId
from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.acts import MOVES
from dtshow.scene.grow.look import Bar, GrowLook, on_way
from dtshow.scene.grow.rows import Display, read_light, read_new, row_at
from dtshow.scene.grow.scene import GrowScene
from dtshow.scene.parts import Act, whole
from dtshow.scene.tree.tree_look import (
    At,
    Folding,
    TreeLook,
    after,
    name_of,
    node_in,
    read_folding,
)
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import spoken
from pages.ui.shell import cache


@dataclass(frozen=True)
class WallLook:
    """``node``: selected, if it is another than the step is about. ``row``: followed; ``here``: it
    was chosen at this step, so that the sentence is about it. ``counts``: of the nodes,
    since no word for what is worked out was said. ``light``: the class whose rows stand out, and
    ``new``: a row that is not in the table, both as addresses have them. ``folding``: what of a
    deep tree is open."""

    node: NodeId | None = None
    row: int | None = None
    here: bool = False
    counts: bool = False
    light: str = ""
    new: str = ""
    folding: Folding = Folding()

    @property
    def record(self) -> dict[str, Any]:
        return {
            "node": None if self.node is None else name_of(self.node),
            "row": self.row,
            "here": self.here,
            "counts": self.counts,
            "light": self.light,
            "new": self.new,
            "open": self.folding.written,
        }


@dataclass(frozen=True, eq=False)
class Wall:
    """A step in one language, as it is looked at."""

    lesson: Lesson
    lang: str
    look: WallLook = WallLook()

    def after(self, act: Act) -> Wall:
        """What is unknown, or makes no sense here, does nothing."""
        if act.kind in MOVES:
            there = MOVES[act.kind](self.lesson, act.value)
            anew = replace(self.look, node=None, here=False, counts=False, light="", new="")
            return self if there is self.lesson else replace(self, lesson=there, look=anew)
        look = self._row(act.value) if act.kind == "row" else self._of_tree(act)
        return replace(self, look=look)

    def _of_tree(self, act: Act) -> WallLook:
        if act.kind not in ("pick", "fold", "levels"):
            return self.look
        now = At(self.look.folding, self.selected.node)
        there = after(act.kind, act.value, self.lesson.tree, now) or now
        node = self.look.node if there.node == now.node else there.node
        return replace(self.look, node=node, folding=there.folding)

    def _row(self, value: object) -> WallLook:
        """A place among the rows on show; -1 to let go."""
        place = whole(value)
        row = None if place is None else row_at(self.selected, self.grow_look, place)
        return replace(self.look, row=row, here=row is not None)

    def written(self, frame: Callable[[TableChoice], pd.DataFrame]) -> str:
        """The scene, and what of it the next beat would change. ``frame``: the raw table."""
        lesson, lang = self.selected, self.lang
        with spoken(lang):
            rows = Display(cache.display(lesson.choice, lang, frame))
            scene = GrowScene(lesson, self.grow_look, rows)
            return cache.written(scene, scene.coming)

    @property
    def selected(self) -> Lesson:
        node = self.look.node
        return self.lesson if node is None else self.lesson.select(node)

    @property
    def grow_look(self) -> GrowLook:
        row, here = self.look.row, self.look.here
        seen = row is not None and (here or on_way(self.lesson, row))
        bar = Bar(self.lesson.timeline.length)
        tree, follows = TreeLook(self.look.folding), here and seen
        shown = row if seen else None
        look = GrowLook(row=shown, follows=follows, lecture=True, bar=bar, tree=tree)
        return replace(
            look,
            counts_only=self.look.counts,
            highlighted=None if seen else read_light(self.look.light, self.selected),
            new=None if seen else read_new(self.look.new, self.lesson.dataset.columns),
        )


def read_look(lesson: Lesson, given: object) -> WallLook:
    """What a page says that it looks at, as far as it is there."""
    said = given if isinstance(given, Mapping) else {}
    row = whole(said.get("row"))
    known = row is not None and 0 <= row < len(lesson.dataset)
    return WallLook(
        node_in(lesson.tree, said.get("node")),
        row if known else None,
        known and said.get("here") is True,
        said.get("counts") is True,
        _short(said.get("light")),
        _short(said.get("new")),
        read_folding(said.get("open")) or Folding(),
    )


def _short(text: object) -> str:
    return text[:2000] if isinstance(text, str) else ""
