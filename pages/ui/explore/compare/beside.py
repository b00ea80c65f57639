"""The trees that stand beside the lesson's, as words: each is the address of a lesson.

``recipe=c45&depth=3`` is grown on the lesson's table as it is; a word that names a table
(``data=...``) says all of itself, with the moves that were made by hand. A tree that nobody has
stepped through is the whole of it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final
from urllib.parse import parse_qsl, urlencode

import dtcore as dt
from pages.ui.grow.background import whole
from pages.ui.lesson import link
from pages.ui.lesson.lesson import Lesson
from pages.ui.lesson.step_budget import StepBudget
from pages.ui.pruning.pruning_session import PruningSession
from pages.ui.server.settings import settings
from pages.ui.shell import cache, session

MOST: Final = 3
"""Trees beside the lesson's own."""


def of_recipe(name: str) -> str:
    return urlencode({"recipe": name})


def word_of(lesson: Lesson) -> str:
    """All that tells the lesson's tree from others. The step is left out where it is the end."""
    said = link.write(lesson, session.own(lesson.choice))
    if lesson.finished:
        del said["step"]
    said.pop("weigh", None)
    return urlencode(said)


def tree_of(word: str) -> Lesson:
    """The lesson whose present tree a word means. Raises DtError, and UnfinishedError while a
    large tree is being grown."""
    here = session.lesson()
    kept = cache.slot(("beside", here.choice, session.language(), word))
    if not kept:
        kept.append(_read(word, here))
    lesson: Lesson = kept[0]
    return lesson if lesson.timeline.cursor else whole(lesson)


def _read(word: str, here: Lesson) -> Lesson:
    own, said = session.own(here.choice), dict(parse_qsl(word))
    table = link.write_choice(here.choice, own)
    if said.get("data", table["data"]) != table["data"]:
        raise dt.LinkError("This tree was grown on another table, so it is not shown here.")
    params = said if "data" in said else {**table, **said}
    budget = StepBudget(settings().work.link)
    found = link.read(params, session.dataset, cache.start, own, budget)
    if found.choice.target != here.choice.target:
        raise dt.LinkError("This tree predicts another column, so it is not shown here.")
    return found


def as_pruned(pruning: PruningSession) -> Lesson:
    """The tree of Pruning as a lesson that grows it and then cuts. Raises MoveError where a
    branch was raised, which growing does not know."""
    at, settings = pruning.lesson, pruning.settings
    choice = replace(at.choice, hold=settings.split if settings.share else None)
    begun = Lesson.begin(choice, at.recipe_choice, pruning.dataset, cache.start)
    lesson = session.lesson().finish() if pruning.grown.by_hand else begun.finish()
    cut = [node.id for node in at.tree if node.leaf and node.id in lesson.tree]
    for node in cut:
        if not lesson.tree[node].leaf:
            lesson = lesson.do(dt.Prune(node))
    if lesson.tree != at.tree:
        raise dt.MoveError("A branch was raised in this pruned tree, so it is not shown here.")
    return lesson
