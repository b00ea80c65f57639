"""What stands beside the tree: what was weighed at the selected node, candidates first, then one
of them in full."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dtcore.formula import Query
from dtcore.model import ROOT, NodeId, Split, Tree, weight_text
from dtshow.lesson import answers, narration
from dtshow.lesson.lesson import Lesson
from dtshow.scene import blocks
from dtshow.scene.blocks import Block, Button
from dtshow.scene.grow.candidates import grouped, ranking, unranked, verdict, working, working_lines
from dtshow.scene.grow.look import (
    DRAWN_BY_HOST,
    GrowLook,
    candidates_seen,
    followed,
    pictured,
    unasked,
)
from dtshow.scene.grow.node import (
    MOST_LEAVES,
    holding,
    leaf_button,
    node_lines,
    node_view,
    out_button,
    sent,
    take_button,
)
from dtshow.scene.sums import keys_of
from dtshow.words import number_format
from dtshow.words.language import _, joined, ngettext
from dtshow.words.markdown import literal, one_line
from dttools.printing import Digits
from dttools.study.plane import able

MOST_QUESTIONS: Final = 12
HOLE: Final = "host"


def panel(lesson: Lesson, look: GrowLook, digits: Digits) -> Iterator[Block]:
    if look.mode != "grow":
        if look.mode == "guess":
            yield unranked(lesson, look)
        yield from _switch(lesson, look)
        yield blocks.hole(HOLE)
    elif look.counts_only:
        yield from _counts(lesson)
    elif not lesson.seen:
        yield from _unseen(lesson, look, digits)
    elif unasked(lesson, look):
        yield from _stopped(lesson, look, digits)
    else:
        yield from _seen(lesson, look, digits)


def queries(lesson: Lesson, look: GrowLook) -> dict[str, Query]:
    """What the counts of the sums on show stand for, by their keys."""
    candidate = lesson.candidate if candidates_seen(lesson, look) else None
    if candidate is None or candidate.split is None or look.shown == "node":
        lines = node_lines(lesson, look)
    else:
        lines = working_lines(lesson, candidate)
    return {key: query for query, key in keys_of(lines).items()}


def _seen(lesson: Lesson, look: GrowLook, digits: Digits) -> Iterator[Block]:
    # above what comes and goes, so that the views keep their place
    yield ranking(lesson, digits, look)
    if look.aside:
        yield from _aside(look.aside)
        return
    yield blocks.views("view", _("View"), _views(lesson), _shown(lesson, look))
    if lesson.tree[lesson.node].leaf:
        yield from _why_stopped(lesson, look)
    for k, (tone, text) in enumerate(look.guess.feedback):
        yield blocks.say(f"feedback{k}", text, tone)
    yield from _view(lesson, look, digits)
    yield from sent(lesson, look.sent)
    if lesson.unweighed:
        yield _anyway(look)


def _view(lesson: Lesson, look: GrowLook, digits: Digits) -> Iterator[Block]:
    candidate = lesson.candidate
    if pictured(lesson, look):
        yield blocks.hole(HOLE)
        return
    if candidate is None or candidate.split is None or look.shown == "node":
        yield from node_view(lesson, digits, look)
        yield from holding(lesson, look, digits)
        yield from _decide(leaf_button(lesson))
        return
    if look.shown not in DRAWN_BY_HOST:
        yield from verdict(lesson, candidate, digits)
        yield from grouped(lesson, candidate, look, digits)
    if _shown(lesson, look) in DRAWN_BY_HOST:
        yield blocks.hole(HOLE)
        return
    yield from working(lesson, candidate, digits, look)
    out = None if look.guided else out_button(lesson, candidate)
    yield from _decide(take_button(lesson, candidate.split), leaf_button(lesson), out)


def _aside(column: str) -> Iterator[Block]:
    """Of a column that is left out."""
    text = _(
        "**{column}** is left out: no node asks about it. The tree is kept up to the first step "
        "that this changes."
    )
    yield blocks.say("left_out", text.format(column=literal(column, 40)))
    yield blocks.buttons("use_again", [Button("again", _("Use it again"), "undo")])


def _shown(lesson: Lesson, look: GrowLook) -> str:
    return "working" if look.shown == "regions" and not pictured(lesson, look) else look.shown


def _views(lesson: Lesson) -> dict[str, str]:
    looked_at = lesson.candidate
    numeric = looked_at is not None and lesson.dataset.columns[looked_at.column].numeric
    names = {
        "working": _("Arithmetic"),
        "curve": _("Cuts") if numeric else _("Groups"),
        "drop": _("Before, after"),
        "node": _("Node"),
    }
    return names | ({"regions": _("Regions")} if able(lesson.dataset) else {})


def _stopped(lesson: Lesson, look: GrowLook, digits: Digits) -> Iterator[Block]:
    """A leaf that came about unweighed."""
    yield from _why_stopped(lesson, look)
    yield from _switch(lesson, look)
    if pictured(lesson, look):
        yield blocks.hole(HOLE)
    else:
        yield from node_view(lesson, digits, look)
    yield _anyway(look)


def _why_stopped(lesson: Lesson, look: GrowLook) -> Iterator[Block]:
    """Unless the sentence of the step has just said so."""
    step, last = lesson.step, lesson.timeline.last
    if step is None:
        return
    just_made = last is not None and last.move == step.move and lesson.weighed is None
    whole = lesson.finished and len(lesson.tree) > 1  # it tells of the tree
    told = (just_made and not whole) or lesson.weighed == lesson.node
    if not told or followed(lesson, look):
        yield blocks.say("stopped", narration.stop_words(step, lesson.tree), "info")


def _counts(lesson: Lesson) -> Iterator[Block]:
    """What is to be seen before anything has been worked out; of a leaf, the groups it is of; of a
    whole tree its leaves."""
    if lesson.finished and lesson.node == ROOT and len(lesson.tree) > 1:
        yield from _leaves(lesson)
        return
    asked = lesson.node[:-1] if lesson.unweighed else lesson.node
    if (split := lesson.tree[asked].split) is not None:
        yield from _groups(lesson.tree, asked, split)
        return
    if not lesson.at_start:  # whose sentence asks the same
        yield blocks.say("unseen", _("Which question would you ask about these rows?"), "info")
    yield blocks.listing("questions", _questions(lesson)[0])


def _groups(tree: Tree, asked: NodeId, split: Split) -> Iterator[Block]:
    """Each answer, with its counts."""
    yield blocks.say("groups", _("**Each answer makes a group.**"))
    heads, rows = [tree.schema.columns[split.column].name, *_heads(tree)], list[list[str]]()
    for k in range(tree[asked].arity):
        name = number_format.on_branch(split.condition(tree.schema, k)).removeprefix("= ")
        rows.append([name, *_rows(tree, (*asked, k))])
    yield blocks.table("counts", heads, rows)


def _leaves(lesson: Lesson) -> Iterator[Block]:
    """Each leaf by its last condition, with its counts and what it answers."""
    tree = lesson.tree
    leaves = [node.id for node in tree if node.leaf]
    rows = [
        [
            number_format.told(tree.conditions(leaf)[-1]),
            *_rows(tree, leaf),
            answers.answer(lesson, leaf),
        ]
        for leaf in leaves[:MOST_LEAVES]
    ]
    yield blocks.say("leaves", _("**Each leaf has one answer.**"))
    yield blocks.table("counts", [_("Leaf"), *_heads(tree), _("Answer")], rows)
    if (more := len(leaves) - MOST_LEAVES) > 0:
        yield blocks.say("more_leaves", ngettext("and {n} more", "and {n} more", more), "quiet")


def _heads(tree: Tree) -> list[str]:
    return list(tree.schema.classes) or [_("Rows")]


def _rows(tree: Tree, node: NodeId) -> list[str]:
    return [weight_text(float(count)) for count in tree.rows_of_classes(node)]


def _anyway(look: GrowLook) -> Block:
    label = _("Show the questions anyway")
    return blocks.switch("anyway", "anyway", label, look.anyway)


def _unseen(lesson: Lesson, look: GrowLook, digits: Digits) -> Iterator[Block]:
    text = _("Not weighed yet. Which question would you ask here? Choose one.")
    yield blocks.say("unseen", text, "info")
    yield blocks.listing("questions", *_questions(lesson))
    yield from _switch(lesson, look)
    if lesson.waits and not lesson.follows:  # else the stage's own button does it
        yield blocks.say("turn", _why_not(lesson), "quiet")
        yield blocks.buttons("weigh_here", [Button("weigh", _("Weigh this node now"), "weigh")])
    if not pictured(lesson, look):
        yield from node_view(lesson, digits, look)
    else:
        yield blocks.hole(HOLE)


def _why_not(lesson: Lesson) -> str:
    """Why the next step cannot be the selected leaf's."""
    if lesson.recipe.in_order:
        reason = _(
            "The limit on leaves makes the order matter, so a different node comes next (▶)."
        )
    else:
        reason = _(
            "The node with the largest decrease comes next (▶), and that is a different one."
        )
    return joined(reason, _("You can still weigh this node and split it by hand."))


def _switch(lesson: Lesson, look: GrowLook) -> Iterator[Block]:
    """To the regions and back, where there are no views to choose from: always in one place."""
    if able(lesson.dataset):
        yield blocks.switch("regions", "regions", _("Regions"), pictured(lesson, look))


def _questions(lesson: Lesson) -> tuple[list[str], list[str]]:
    """The columns that may still be asked here, the first of them if they are many: as they are
    written, and their names."""
    asked = lesson.recipe.used_on_path(lesson.tree, lesson.node)[0]
    names = [c.name for c, gone in zip(lesson.dataset.columns, asked, strict=True) if not gone]
    more = len(names) - MOST_QUESTIONS
    items = [one_line(name) for name in names[:MOST_QUESTIONS]]
    tail = [ngettext("and {n} more", "and {n} more", more)] if more > 0 else []
    return items + tail, names[: len(items)]


def _decide(*items: Button | None) -> Iterator[Block]:
    if some := [item for item in items if item is not None]:
        yield blocks.buttons("take", some)
