"""A lesson that grows a tree as a scene: a plain, versioned JSON value.

It holds what may be seen now. Not done here: nothing is drawn, sent or kept.
"""

from __future__ import annotations

from collections.abc import Hashable, MutableMapping
from dataclasses import dataclass, replace
from typing import Any

from dtcore.model import Dataset, Split
from dtshow.figures.palette import in_both
from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow import panel, rows, steps
from dtshow.scene.grow.lecture import weighing
from dtshow.scene.grow.look import DRAWN_BY_HOST, GrowLook, candidates_seen, digits_of, on_way
from dtshow.scene.grow.rows import Display
from dtshow.scene.grow.steps import leading_on, onward
from dtshow.scene.lesson_key import lesson_key, table_key
from dtshow.scene.parts import VERSION, Section, Sections
from dtshow.scene.signs import signs
from dtshow.scene.tree.extra_lines import held_out_lines
from dtshow.scene.tree.question import Plot
from dtshow.scene.tree.section import Overlay, TreePart
from dtshow.scene.words import lecture_words, words
from dtshow.words.language import explanation
from dtshow.words.markdown import pieces_of
from dttools.printing import Digits


@dataclass(frozen=True, eq=False)
class GrowScene:
    """``display``: the rows of the table as people read them. ``plots``: those of histograms made
    before, to be added to. ``placed``: its nodes have places. ``unseen``: the rows held out, if
    they are counted in the nodes."""

    lesson: Lesson
    look: GrowLook
    display: Display
    plots: MutableMapping[Hashable, Plot] | None = None
    placed: bool = True
    unseen: Dataset | None = None

    def sections(self) -> Sections:
        lesson, look, digits = self.lesson, self.look, digits_of(self.lesson, self.look)
        tree, here = self._tree(digits), (*self._place, digits)
        classes = lesson.tree.schema.classes
        return {
            "version": Section(lambda: VERSION),
            "page": Section(lambda: "grow"),
            "classes": Section(lambda: classes),
            "colours": Section(lambda: in_both(len(classes))),
            "say": Section(lambda: pieces_of(self._said(digits))),
            "opens": Section(lambda: steps.opens(lesson, look)),
            "step": Section(lambda: leading_on(steps.step(lesson, look), lesson, look)),
            "history": Section(lambda: look.history),
            "tree": Section(tree.section),
            "nodes": Section(tree.nodes, (*lesson_key(lesson), *tree.by)),
            "marks": Section(tree.marks, (*table_key(lesson), lesson.recipe_choice)),
            "panel": Section(
                lambda: [*onward(lesson, look), *panel.panel(lesson, look, digits)],
                (*here, look.panel),
            ),
            "rows": Section(
                lambda: self._rows(digits),
                (
                    *lesson_key(lesson),
                    *(lesson.node, digits, look.rows, self.unseen is not None),
                    _looked_at(lesson, look),
                ),
            ),
            "lecture": Section(lambda: weighing(lesson, look, digits)),
            "words": Section(
                lambda: (
                    words(explanation("grow_keys").strip())
                    | (signs(not lesson.tree.schema.classes) if look.tree.signs else {})
                    | (lecture_words() if look.lecture else {})
                )
            ),
        }

    def coming(self) -> GrowScene | None:
        """The scene after the next beat, where it may be told ahead: not while one guesses, nor
        where a host would have to draw anew."""
        look = self.look
        if look.guessing or look.mode != "grow" or look.view in DRAWN_BY_HOST:
            return None
        after = self.lesson.next(look.one_click)
        if after is self.lesson:
            return None
        lost = look.row is not None and not on_way(after, look.row)
        coming = replace(look.moved_on, row=None) if lost else look.moved_on
        return replace(self, lesson=after, look=coming)

    def _said(self, digits: Digits) -> str:
        row = None if self.look.row is None else self.display.frame.index[self.look.row]
        return steps.statement(self.lesson, self.look, digits, row)

    def _rows(self, digits: Digits) -> dict[str, Any]:
        """With the rows held out that reach the node, however little its tree has room for."""
        split = _looked_at(self.lesson, self.look)
        section = rows.section(self.lesson, self.look, self.display, digits, split)
        if self.unseen is None:
            return section
        *before, why = section["head"]
        counts = held_out_lines(self.lesson.tree, self.unseen)[self.lesson.node]
        return {**section, "head": [*before, " · ".join([why, *counts])]}

    def _tree(self, digits: Digits) -> TreePart:
        lesson, look = self.lesson, self.look
        path = rows.highlighted_path(lesson, look)
        unseen = {} if self.unseen is None else held_out_lines(lesson.tree, self.unseen)
        overlay = Overlay(path=path, looked_at=_looked_at(lesson, look), held_out=unseen)
        shown = replace(look.tree, scores=not look.counts_only)
        return TreePart(lesson, digits, shown, overlay, self.plots, self.placed)

    @property
    def by(self) -> tuple[Hashable, ...]:
        """All that the scene depends on; how far one has been, if nobody knows the end."""
        been = len(self.lesson.timeline.steps) if self.look.total is None else None
        return (*self._place, self.look, been)

    @property
    def _place(self) -> tuple[Hashable, ...]:
        lesson = self.lesson
        return (*lesson_key(lesson), lesson.weighed, lesson.node, lesson.column)


def _looked_at(lesson: Lesson, look: GrowLook) -> Split | None:
    """The split of an open node that is looked at, once it may be seen."""
    open_here = lesson.node in lesson.timeline.state.node_rows
    if not open_here or not candidates_seen(lesson, look) or lesson.candidate is None:
        return None
    return lesson.candidate.split
