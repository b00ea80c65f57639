"""The sentence about what is on show, the buttons that move the lesson, and where a finished tree
leads: to be pruned, to be asked about a row, to be judged.

Not done here: what the buttons do (``pages.ui.grow.acts``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dtcore.growth import ErrorComparison
from dtcore.stepping import Expand, MakeLeaf, Prune, RaiseSubtree, Weighed
from dtshow.lesson import answers, narration
from dtshow.lesson.lesson import Lesson
from dtshow.scene import blocks
from dtshow.scene.blocks import Block, Button
from dtshow.scene.grow.look import GrowLook
from dtshow.scene.grow.row_paths import answer_of_row, end_of_new
from dtshow.words.language import _
from dtshow.words.markdown import literal, one_line
from dttools.printing import Digits


def statement(lesson: Lesson, look: GrowLook, digits: Digits, row: object = None) -> str:
    """What is on show in a sentence or two, Markdown; ``row``: what the row followed is called."""
    if look.waiting and look.mode != "build":
        return _("**Guess first:** choose a question, then submit.")
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
    return narration.narrate(lesson, digits)


def followed(lesson: Lesson, look: GrowLook) -> bool:
    """Whether the sentence is about the row that is followed."""
    return (look.follows or look.new is not None) and lesson.weighed is None and look.mode == "grow"


def opens(lesson: Lesson, look: GrowLook) -> str:
    """The name of the way into the number that the sentence names, if it names one."""
    if look.mode != "grow" or look.waiting or followed(lesson, look):
        return ""
    last = lesson.timeline.last
    if lesson.weighed is not None:
        able = lesson.evidence_at_weighed.winner is not None
    else:
        able = last is not None and isinstance(last.evidence, ErrorComparison)
    return _("Show the arithmetic of this number") if able else ""


def step(lesson: Lesson, look: GrowLook) -> dict[str, Any]:
    """Where the lesson is, and what its next beat is called."""
    at, building = lesson.timeline.cursor, look.mode == "build"
    made = len(lesson.timeline.steps) if look.total is None else look.total
    held = look.waiting and not building  # the guess comes before the step
    does, icon = (_("Submit"), "check") if held else _next(lesson, look)
    able = look.guess is not None if held else not (lesson.finished or building)
    # who builds goes on by hand alone: how many steps the tree takes is not known
    of = at if building else look.total
    label = _("step {k}") if building else _("step {k} of {n}")
    return {
        "at": at,
        "of": of,
        "far": at if building else made,
        "label": label.format(k=at, n="…" if of is None else of),
        "next": does,
        "icon": icon,
        "start": lesson.at_start,
        "end": not able,
        "busy": look.busy,
    }


def _next(lesson: Lesson, look: GrowLook) -> tuple[str, str]:
    """What the next beat is called, and the name of its icon."""
    coming = lesson.turn
    if coming is None:
        return _("Finished"), "check"
    weighs = isinstance(coming.evidence, Weighed) and lesson.weighed != coming.move.node
    if weighs and (look.guessing or not look.one_click):
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
    return lesson.finished and look.mode == "grow" and not look.waiting and not look.guided


def prunable(lesson: Lesson) -> bool:
    """A tree of one leaf has nothing to lose."""
    return len(lesson.tree) > 1


def leading_on(step: Mapping[str, Any], lesson: Lesson, look: GrowLook) -> dict[str, Any]:
    """What the big button says at the end of the lesson, where it would else be dead."""
    if not leads_on(lesson, look):
        return dict(step)
    prune, another = (_("Prune this tree"), "cut"), (_("Another table"), "swap")
    label, icon = prune if prunable(lesson) else another
    return {**step, "next": label, "icon": icon, "onward": True}


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
