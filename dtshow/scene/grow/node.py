"""The numbers of the selected node itself, each opened: how mixed, how large, how often wrong."""

from __future__ import annotations

from collections.abc import Iterator

from dtcore.explain import nodes
from dtcore.explain.nodes import Explanation
from dtcore.growth import ErrorComparison
from dtcore.model import ROOT
from dtshow.lesson import answers, narration
from dtshow.lesson.lesson import Lesson
from dtshow.scene.blocks import Block, say, switch
from dtshow.scene.grow.look import GrowLook
from dtshow.scene.grow.working import touchable
from dtshow.scene.sums import Line
from dtshow.words.language import _
from dtshow.words.markdown import literal
from dttools.printing import Digits

MOST_CLASSES = 8
"""The shares of no more classes than this are listed; the others stand in the impurity."""
MOST_LEAVES = 16
WHOLE = ("right", "explained")
"""What a finished tree comes to, shown with its sum at the root."""


def node_view(lesson: Lesson, digits: Digits, look: GrowLook) -> Iterator[Block]:
    """The question that the numbers answer, and a line for each of them."""
    yield say("node_question", _question(lesson))
    lines = node_lines(lesson, look)
    if lines:
        yield touchable(lesson, lines, digits, look) | {"key": "node_numbers"}
        if weights := narration.weights_decide(lesson.tree.schema):
            yield say("node_weights", literal(weights, 400), "quiet")
        if lesson.seen or look.more:  # a first visit has few controls
            yield switch("more", "more", _("More about this node"), look.more)
        if back := answers.geometric(lesson, lesson.node):
            yield say("node_back", literal(back, 300), "quiet")
    else:
        text = _("No rows reach this node, so there is nothing to count.")
        yield say("node_numbers", text, "quiet")


def node_lines(lesson: Lesson, look: GrowLook) -> list[Line]:
    """What it comes to alone, unless one wants to know ``more``."""
    return [line for line in _lines(lesson) if look.more or line.result]


def _question(lesson: Lesson) -> str:
    if lesson.recipe.impurity.numeric:
        question = _("**How far are these rows from their mean {target}?**")
        return question.format(target=literal(lesson.dataset.target.name))
    return _("**How mixed are these rows?**")


def _lines(lesson: Lesson) -> Iterator[Line]:
    result = list(nodes.of_node(lesson.recipe, lesson.tree, lesson.node))
    first = [o for o in result if o.name == "impurity"]
    for opened in first + [o for o in result if o.name != "impurity"]:
        if opened.name != "share" or (opened.part or 0) < MOST_CLASSES:
            yield Line(opened.formula, _says(lesson, opened), result=opened in first)
    step = lesson.step
    if step is not None and isinstance(step.evidence, ErrorComparison):
        before = lesson.timeline.state_at(lesson.timeline.steps.index(step)).tree
        yield from _long(nodes.of_collapse(before, step.evidence), lesson)
    if lesson.node == ROOT and lesson.finished:
        yield from _long(nodes.of_tree(lesson.tree), lesson)


def _long(found: Iterator[Explanation], lesson: Lesson) -> Iterator[Line]:
    """Sums over leaves, left out where there are too many to write."""
    if lesson.tree.leaves <= MOST_LEAVES:
        for opened in found:
            yield Line(opened.formula, _says(lesson, opened), result=opened.name in WHOLE)


def _says(lesson: Lesson, opened: Explanation) -> str:
    """What a number is, in a few words."""
    losses, weighs = lesson.tree.schema.leaf_rule.loss, lesson.tree.schema.weighs
    names = {
        "impurity": narration.impurity_name(lesson.recipe),
        "weight": _("share of all weight") if weighs else _("share of all rows"),
        "wrong": _("rows a leaf here would misclassify"),
        "mean": _("prediction of a leaf here"),
        "squares": _("sum of squares"),
        "leaf": _("cost as a leaf") if losses else _("wrong as a leaf"),
        "subtree": _("cost as a subtree") if losses else _("wrong as a subtree"),
        "right": _("rows the tree classifies correctly"),
        "explained": _("share of the variance that the tree explains"),
    }
    if opened.name == "share":
        return str(lesson.tree.schema.classes[opened.part or 0])
    unit = narration.unit_name(lesson.recipe) if opened.name == "impurity" else ""
    return f"{names[opened.name]} · {unit}" if unit else names[opened.name]
