"""Scenes of grown trees: one that is pruned step by step, one that is asked, in which a node can be
touched, and one that is only looked at, of which several may stand on a page.

What stands beside the tree its page draws. Not done here: what is lit and what is said, which the
page finds.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dtcore.stepping import RaiseSubtree
from dtshow.figures.palette import in_both
from dtshow.scene.blocks import Block, hole
from dtshow.scene.grow.panel import HOLE
from dtshow.scene.parts import Section, Sections, lesson_key
from dtshow.scene.tree.section import TreePart
from dtshow.scene.tree.tree_look import name_of
from dtshow.scene.words import lecture_words, signs, words
from dtshow.words.language import _, explanation, speaking
from dtshow.words.markdown import pieces_of


@dataclass(frozen=True)
class Walk:
    """Steps that no timeline has: how many are done, how many there are, the ``next`` in a word."""

    at: int
    of: int
    next: str
    icon: str


@dataclass(frozen=True, eq=False)
class PruningScene:
    """``said``: what just happened, Markdown. ``history``: whether there is something to undo and
    to redo. ``above``: the blocks of the panel above what its host draws. ``lecture``: what a
    lecture adds, if one lectures. ``walk``: the steps, where they are not those of the timeline.
    ``onward``: what the big button says after the last cut, and its icon, if it leads anywhere.
    ``score``: the sentence at the page's head that says how well the tree does, for those who hear
    the page: there nothing tells that it has changed."""

    tree: TreePart
    said: str
    history: tuple[bool, bool]
    above: Sequence[Block] = ()
    lecture: Mapping[str, Any] | None = None
    walk: Walk | None = None
    score: str = ""
    onward: tuple[str, str] | None = None

    def sections(self) -> Sections:
        tree = self.tree
        return {
            **tree.sections("pruning"),
            "say": Section(lambda: pieces_of(self.said)),
            "score": Section(lambda: self.score),
            "opens": Section(lambda: ""),
            "step": Section(self._step),
            "history": Section(lambda: self.history),
            "tree": Section(lambda: tree.section() | ({"current": ""} if self.walk else {})),
            "panel": Section(lambda: [*self.above, hole(HOLE)]),
            "rows": Section(lambda: None),
            "lecture": Section(lambda: self.lecture),
            "words": Section(self._words, self._worded),
        }

    @property
    def _worded(self) -> tuple[Hashable, ...]:
        """What the words depend on."""
        numeric = not self.tree.lesson.tree.schema.classes
        return "pruning", speaking(), numeric, self.tree.look.signs, self.lecture is not None

    def _words(self) -> dict[str, str]:
        numeric = not self.tree.lesson.tree.schema.classes
        meanings = signs(numeric) if self.tree.look.signs else {}
        lecture = lecture_words() | {"presssum": _("Show the arithmetic of the weakest link")}
        return _words() | meanings | ({} if self.lecture is None else lecture)

    @property
    def by(self) -> tuple[Hashable, ...]:
        """All that the scene depends on."""
        told = (
            self.said,
            self.score,
            self.history,
            repr(self.above),
            repr(self.lecture),
            self.tree.overlay.weak,
        )
        lit = tuple(sorted(self.tree.overlay.path.items()))
        here = self.tree.lesson.node, self.tree.look, self.walk, self.onward, lit, *told
        return (*lesson_key(self.tree.lesson), *self.tree.by, *here)

    def _step(self) -> dict[str, Any]:
        walk = self.walk or self._timeline()
        done = walk.at == walk.of if self.walk else self.tree.lesson.finished
        label, icon = (self.onward or (_("Finished"), "check")) if done else (walk.next, walk.icon)
        return {
            "at": walk.at,
            "of": walk.of,
            "far": walk.of,
            "label": _("step {k} of {n}").format(k=walk.at, n=walk.of),
            "next": label,
            "icon": icon,
            "start": not walk.at,
            "end": done,
            "onward": done and self.onward is not None,
            "busy": False,
        }

    def _timeline(self) -> Walk:
        timeline = self.tree.lesson.timeline
        coming = timeline.propose()
        raises = coming is not None and isinstance(coming.move, RaiseSubtree)
        named = (_("Raise"), "raise") if raises else (_("Cut"), "cut")
        return Walk(timeline.cursor, timeline.length, *named)


def _words() -> dict[str, str]:
    """As while a tree grows, where there are beats and recipes."""
    return words(explanation("lab_keys").strip()) | {
        "nexthelp": _("The next step (Page Down)"),
        "undohelp": _("Undo the last change to the tree, the algorithm or the data"),
    }


@dataclass(frozen=True, eq=False)
class UseScene:
    """``tree``: its overlay's path is lit, with the share of the row that goes that way.
    ``picked``: a node was touched; none is framed otherwise."""

    tree: TreePart
    picked: bool = True

    def sections(self) -> Sections:
        seen = {"current": "", "unpicked": not self.picked}
        return {
            **self.tree.sections("use"),
            "tree": Section(lambda: self.tree.section() | seen),
            "words": plain_words(),
        }

    @property
    def by(self) -> tuple[Hashable, ...]:
        """All that the scene depends on."""
        path = tuple(sorted(self.tree.overlay.path.items()))
        values = tuple(sorted(self.tree.overlay.values.items()))
        lesson = self.tree.lesson
        here = *lesson_key(lesson), lesson.node, self.picked
        return *here, *self.tree.by, self.tree.look, path, values


def still(tree: TreePart, marked: tuple[int, ...] | None = None) -> Sections:
    """A scene of nothing but a tree, with one node ``marked``."""
    seen = {"selected": name_of(marked or ()), "current": "", "still": True}
    return {
        **tree.sections("still"),
        "tree": Section(lambda: tree.section() | seen),
        "words": plain_words(),
    }


def picture(tree: TreePart) -> dict[str, Any]:
    """A whole scene of a tree that nobody touches, and around which nothing is said."""
    classes = tree.lesson.tree.schema.classes
    drawn = {"nodes": tree.nodes(), "marks": tree.marks(), "current": "", "still": True}
    look = {"classes": classes, "colours": in_both(len(classes)), "words": {}}
    return {**look, "tree": tree.section() | drawn}


def plain_words() -> Section:
    """Where there are no steps."""
    return Section(lambda: words(""), (speaking(),))
