"""A lesson that grows a tree as a scene: a plain, versioned JSON value.

It holds what may be seen now: the sentence, the buttons that move the lesson, where a finished tree
leads (to be pruned, to be asked about a row, to be judged), and what ``panel``, ``rows`` and
``tree.section`` make. Not done here: what the buttons do (``pages.ui.grow.acts``); nothing is
drawn, sent or kept.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, MutableMapping
from dataclasses import dataclass, replace
from typing import Any

from dtcore.growth import ErrorComparison
from dtcore.model import Dataset, Split
from dtcore.stepping import Expand, MakeLeaf, Prune, RaiseSubtree, Weighed
from dtshow.lesson import answers, narration
from dtshow.lesson.lesson import Lesson
from dtshow.scene import blocks
from dtshow.scene.blocks import Block, Button
from dtshow.scene.grow import panel, rows
from dtshow.scene.grow.candidates import BEST
from dtshow.scene.grow.fit import fit
from dtshow.scene.grow.lecture import weighing
from dtshow.scene.grow.look import (
    DRAWN_BY_HOST,
    GrowLook,
    candidates_seen,
    digits_of,
    followed,
    on_way,
)
from dtshow.scene.grow.rows import Display, answer_of_row, end_of_new
from dtshow.scene.parts import Section, Sections, lesson_key
from dtshow.scene.tree.rows import Plot
from dtshow.scene.tree.section import Overlay, TreePart
from dtshow.scene.tree.sketch import held_out_lines
from dtshow.scene.words import lecture_words, signs, words
from dtshow.words import number_format
from dtshow.words.language import _, explanation, ngettext, speaking
from dtshow.words.markdown import literal, one_line, pieces_of
from dttools.printing import Digits


@dataclass(frozen=True, eq=False)
class GrowScene:
    """``display``: the rows of the table as people read them. ``plots``: those of histograms made
    before, to be added to. ``unseen``: the rows held out, if there are any."""

    lesson: Lesson
    look: GrowLook
    display: Display
    plots: MutableMapping[Hashable, Plot] | None = None
    unseen: Dataset | None = None

    def sections(self) -> Sections:
        lesson, look, digits = self.lesson, self.look, digits_of(self.lesson, self.look)
        tree, here = self._tree(digits), (*self._place, digits)
        return {
            **tree.sections("grow"),
            "say": Section(lambda: pieces_of(self._said(digits))),
            "opens": Section(lambda: opens(lesson, look)),
            "step": Section(lambda: step(lesson, look)),
            "history": Section(lambda: look.bar.history),
            "fit": Section(self._fit),
            "panel": Section(
                lambda: [*onward(lesson, look), *panel.panel(lesson, look, digits)],
                (*here, look.panel),
            ),
            "rows": Section(
                self.rows,
                (
                    *lesson_key(lesson),
                    *(lesson.node, digits, look.rows, look.tree.held_out),
                    _looked_at(lesson, look),
                ),
            ),
            "lecture": Section(lambda: weighing(lesson, look, digits)),
            "words": Section(
                lambda: (
                    words(explanation("grow_keys").strip())
                    | (signs(not lesson.tree.schema.classes) if look.tree.signs else {})
                    | (lecture_words() if look.lecture else {})
                ),
                ("grow", speaking(), not lesson.tree.schema.classes, look.tree.signs, look.lecture),
            ),
        }

    def coming(self) -> GrowScene | None:
        """The scene after the next beat, where it may be told ahead: not while one guesses, nor
        where a host would have to draw anew."""
        look = self.look
        if look.guess.on or look.mode != "grow" or look.view in DRAWN_BY_HOST:
            return None
        after = self.lesson.next(look.one_click)
        return None if after is self.lesson else self.at(after)

    def at(self, lesson: Lesson) -> GrowScene:
        """Elsewhere in the lesson: what was pressed is let go, and a row that does not pass."""
        look = self.look.moved_on
        lost = look.row is not None and not on_way(lesson, look.row)
        return replace(self, lesson=lesson, look=replace(look, row=None) if lost else look)

    def _said(self, digits: Digits) -> str:
        row = None if self.look.row is None else self.display.frame.index[self.look.row]
        return statement(self.lesson, self.look, digits, row)

    def _fit(self) -> dict[str, Any] | None:
        holds = self.look.bar.holds
        hidden = holds is None or self.look.counts_only or self.look.guided
        return None if hidden else fit(self.lesson, self.unseen, holds or "")

    @property
    def _counted(self) -> Dataset | None:
        """The rows held out, if they are counted in the nodes."""
        return self.unseen if self.look.tree.held_out else None

    def rows(self) -> dict[str, Any]:
        """With the rows held out that reach the node, however little its tree has room for."""
        digits = digits_of(self.lesson, self.look)
        split = _looked_at(self.lesson, self.look)
        section = rows.section(self.lesson, self.look, self.display, digits, split)
        if self._counted is None:
            return section
        *before, why = section["head"]
        counts = held_out_lines(self.lesson.tree, self._counted)[self.lesson.node]
        return {**section, "head": [*before, " · ".join([why, *counts])]}

    def _tree(self, digits: Digits) -> TreePart:
        lesson, look = self.lesson, self.look
        path = rows.highlighted_path(lesson, look)
        unseen = {} if self._counted is None else held_out_lines(lesson.tree, self._counted)
        overlay = Overlay(path=path, looked_at=_looked_at(lesson, look), held_out=unseen)
        shown = replace(look.tree, scores=not look.counts_only)
        return TreePart(lesson, digits, shown, overlay, self.plots)

    @property
    def by(self) -> tuple[Hashable, ...]:
        """All that the scene depends on; how far one has been, if nobody knows the end."""
        been = len(self.lesson.timeline.steps) if self.look.bar.total is None else None
        return (*self._place, self.look, been)

    @property
    def _place(self) -> tuple[Hashable, ...]:
        lesson = self.lesson
        return (*lesson_key(lesson), lesson.weighed, lesson.node, lesson.column)


def _looked_at(lesson: Lesson, look: GrowLook) -> Split | None:
    """The split of an open node that is looked at, once it may be seen; where no question wins,
    none is drawn as if it came, unless it is chosen to be looked at."""
    open_here = lesson.node in lesson.timeline.state.node_rows
    if not open_here or not candidates_seen(lesson, look) or lesson.candidate is None:
        return None
    wins = any(candidate.verdict in BEST for candidate in lesson.evidence.candidates)
    chosen = wins or lesson.column is not None
    return look.tried or (lesson.candidate.split if chosen else None)


def statement(lesson: Lesson, look: GrowLook, digits: Digits, row: object = None) -> str:
    """What is on show in a sentence or two, Markdown; ``row``: what the row followed is called."""
    if look.guess.waiting and look.mode != "build":
        if look.guess.column is None:
            return _("**Guess first:** choose a question.")
        return _("**Guess first:** type its score, then submit.")
    if look.new is not None:
        end = end_of_new(lesson.tree, lesson.dataset, look.new)
        text = _("Row {row} is new. The tree answers **{answer}**.")
        told = literal(answers.in_full(lesson, end))
        return text.format(row=len(lesson.dataset) + 1, answer=told)
    if followed(lesson, look):
        # the leaf that the last step made is another one than the row's
        assert look.row is not None
        told = literal(answer_of_row(lesson, look.row))
        text = _("Row {row} gets the answer **{answer}**. To follow another row, select it below.")
        return text.format(row=look.row + 1 if row is None else row, answer=told)
    return _elsewhere(lesson) if elsewhere(lesson, look) else narration.narrate(lesson, digits)


def elsewhere(lesson: Lesson, look: GrowLook) -> bool:
    """Whether one looks at another node than the last step, or the weighing, is about."""
    return look.mode == "grow" and not look.guided and lesson.node != lesson.stands


def _elsewhere(lesson: Lesson) -> str:
    """The selected node in a sentence, since its panel is open."""
    tree, node = lesson.tree, lesson.node
    split = tree[node].split
    if split is not None:
        text = _("**{where}**: {rows}, split on **{told}**.")
        told = tree.schema.columns[split.column].name
    elif node in lesson.timeline.state.node_rows:
        text, told = _("**{where}**: {rows}, not decided yet."), ""
    else:
        text, told = _("**{where}**: {rows}. A leaf: **{told}**."), answers.in_full(lesson, node)
    where = narration.path_words(tree, node) if node else _("The root")
    return text.format(
        where=literal(where, 160),
        rows=number_format.rows_count(tree.rows(node)),
        told=literal(told),
    )


def opens(lesson: Lesson, look: GrowLook) -> str:
    """The name of the way into the number that the sentence names, if it names one."""
    hidden = look.guess.waiting or followed(lesson, look) or elsewhere(lesson, look)
    if look.mode != "grow" or hidden:
        return ""
    last = lesson.timeline.last
    if lesson.weighed is not None:
        able = lesson.evidence_at_weighed.winner is not None
    else:
        able = last is not None and isinstance(last.evidence, ErrorComparison)
    return _("Show the arithmetic of this number") if able else ""


def step(lesson: Lesson, look: GrowLook) -> dict[str, Any]:
    """Where the lesson is, and what its next beat is called; at the end of the lesson, where the
    big button would else be dead, where it leads on."""
    at, building = lesson.timeline.cursor, look.mode == "build"
    made = len(lesson.timeline.steps) if look.bar.total is None else look.bar.total
    held = look.guess.waiting and not building  # the guess comes before the step
    chosen = look.guess.column is not None  # without a score to type, a choice is the guess
    does, icon = _next(lesson, look)
    if held:
        does, icon = _("Submit") if chosen else _("Guess"), "check"
    able = chosen if held else not (lesson.finished or building)
    # who builds goes on by hand alone: how many steps the tree takes is not known
    of = at if building else look.bar.total
    label = _("step {k}") if building else _("step {k} of {n}")
    leads = leads_on(lesson, look)
    if leads:
        prune, another = (_("Prune this tree"), "cut"), (_("Another table"), "swap")
        does, icon = prune if prunable(lesson) else another
    return {
        "at": at,
        "of": of,
        "far": at if building else made,
        # a step that is weighed has begun
        "label": label.format(k=at + (lesson.coming is not None), n="…" if of is None else of),
        **({"begun": True} if lesson.coming is not None else {}),
        "next": does,
        "icon": icon,
        "start": lesson.at_start,
        "end": not able,
        "busy": look.bar.busy,
        **_over(passed(lesson, look)),
        **({"onward": True} if leads else {}),
    }


def passed(lesson: Lesson, look: GrowLook) -> int:
    """How many of the steps to come one press passes, for they are all taken back; 0 if a step
    alone would be, or nobody knows."""
    if look.mode != "grow" or look.guess.waiting or look.bar.total is None:
        return 0
    taken_back = lesson.timeline.taken_back
    return taken_back if taken_back > 1 else 0


def _over(steps: int) -> dict[str, str]:
    if not steps:
        return {}
    return {
        "over": ngettext("Skip {n} step undone later (J)", "Skip {n} steps undone later (J)", steps)
    }


def _next(lesson: Lesson, look: GrowLook) -> tuple[str, str]:
    """What the next beat is called, and the name of its icon."""
    coming = lesson.turn
    if coming is None:
        return _("Finished"), "check"
    weighs = isinstance(coming.evidence, Weighed) and lesson.weighed != coming.move.node
    if weighs and (look.guess.on or not look.one_click):
        return (_("Weigh this node next") if lesson.follows else _("Weigh")), "weigh"
    match coming.move:
        case Expand(node=node, split=split):
            looked_at = lesson.candidate if lesson.node == node else None
            if looked_at is None or looked_at.column == split.column:
                return _("Split"), "split"
            name = one_line(lesson.dataset.columns[split.column].name, 12)
            return _("Split on {column}").format(column=name), "split"
        case MakeLeaf():
            return _("Make a leaf"), "leaf"
        case Prune():
            return _("Collapse"), "collapse"
        case RaiseSubtree():
            raise AssertionError("no branch is raised while a tree grows")


def leads_on(lesson: Lesson, look: GrowLook) -> bool:
    """Whether the tree is finished, and nothing else is asked of the class."""
    return lesson.finished and look.mode == "grow" and not look.guess.waiting and not look.guided


def prunable(lesson: Lesson) -> bool:
    """A tree of one leaf has nothing to lose."""
    return len(lesson.tree) > 1


def onward(lesson: Lesson, look: GrowLook) -> Iterator[Block]:
    """A sentence, and ways on from here; before the end, to ask about the row that is followed."""
    if not leads_on(lesson, look):
        if look.row is not None and look.mode == "grow" and prunable(lesson):
            yield blocks.buttons("ask_row", [_ask(look)])
        return
    yield blocks.say("onward", _("**The tree is finished.** What next?"))
    name = _("Follow a row to its leaf") if look.row is None else _("Follow the next row")
    items = [Button("follow", name, "place")]
    if prunable(lesson):
        items.append(_ask(look))
        items.append(Button("judge", _("Judge it on rows it has not seen"), "check"))
        items.append(Button("beside", _("Compare it with another tree"), "split"))
        items.append(Button("tables", _("Take another table"), "swap"))
    yield blocks.buttons("onward_to", items)


def _ask(look: GrowLook) -> Button:
    """To Use: about the row that is followed, if one is."""
    label = _("Ask it about a new case") if look.row is None else _("Ask about this row")
    return Button("ask", label, "hand")
