"""The trees that stand beside the lesson's, as words: each is the address of a lesson.

``recipe=c45&depth=3`` is grown on the lesson's table as it is; a word that names a table
(``data=...``) says all of itself, with the moves that were made by hand. A tree that nobody has
stepped through is the whole of it; a large one is grown in sight.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final
from urllib.parse import parse_qsl, urlencode

import dtcore as dt
from dtshow.lesson import link
from dtshow.lesson.choice import RecipeChoice
from dtshow.lesson.lesson import Lesson
from dtshow.scene.parts import lesson_key
from dtshow.tables.table_choice import TableChoice
from pages.ui.shell import cache, session
from pages.ui.shell.progress import growing, in_sight
from pages.ui.trees.pruning_session import PruningSession

KNOWN: Final = ("c45", "id3", "cart", "regression")
"""Algorithms to propose first."""


def of_recipe(name: str) -> str:
    return urlencode({"recipe": name})


def word_of(lesson: Lesson) -> str:
    """All that tells the lesson's tree from others. The step is left out where it is the end."""
    said = link.write(lesson, session.own(lesson.choice))
    if lesson.finished:
        said.pop("step", None)  # an upload that has no place in the store says none
    said.pop("weigh", None)
    return urlencode(said)


def without(lesson: Lesson, rows: Iterable[int]) -> str:
    """The whole tree of the lesson's algorithm without ``rows``, places among those it has."""
    places = {*lesson.choice.without, *lesson.dataset.origin[[*rows]].tolist()}
    choice = replace(lesson.choice, without=tuple(sorted(places)))
    said = link.write_choice(choice, session.own(choice))
    recipe = {"recipe": lesson.recipe_choice.name, **dict(lesson.recipe_choice.changes)}
    return urlencode(said | recipe)


def partners(choice: TableChoice, own: str) -> list[str]:
    """The algorithms besides ``own`` that can take a table, the best known first."""
    names = dict.fromkeys((*KNOWN, *dt.RECIPES))
    return [n for n in names if n != own and session.fits(choice, RecipeChoice(n))]


def tree_of(word: str, watched: session.Watched | None = None) -> Lesson:
    """The lesson whose present tree a word means. What takes long to read is left to ``watched``.

    Raises DtError, and UnfinishedError while a large tree is being grown.
    """
    here, language = session.lesson().choice, session.language()
    lesson: Lesson = _read(word, here, language, watched)
    return lesson if lesson.timeline.cursor else whole(lesson)


@cache.shared(by=lambda word, here, language, watched: (word, here, language))
def _read(word: str, here: TableChoice, language: str, watched: session.Watched | None) -> Lesson:
    own, said = session.own(here), dict(parse_qsl(word, keep_blank_values=True))
    table = link.write_choice(here, own)
    if said.get("data", table["data"]) != table["data"]:
        raise dt.LinkError("This tree was grown on another table, so it is not shown here.")
    params = said if "data" in said else {**table, **said}
    found, _step = session.read_link(params, watched, own)
    if found.choice.target != here.target:
        raise dt.LinkError("This tree predicts a different column, so it is not shown here.")
    return found


def as_pruned(pruning: PruningSession) -> Lesson:
    """The tree of Pruning as a lesson that grows it and then cuts. Raises MoveError where a
    branch was raised, which growing does not know."""
    at, chosen = pruning.lesson, pruning.settings
    choice = replace(at.choice, hold=chosen.split if chosen.share else None)
    begun = Lesson.begin(choice, at.recipe_choice, pruning.dataset, cache.start)
    lesson = session.lesson().finish() if pruning.grown.by_hand else begun.finish()
    cut = [node.id for node in at.tree if node.leaf and node.id in lesson.tree]
    for node in cut:
        if not lesson.tree[node].leaf:
            lesson = lesson.do(dt.Prune(node))
    if lesson.tree != at.tree:
        raise dt.MoveError("A branch was raised in this pruned tree, so it is not shown here.")
    return lesson


def steps_of(lesson: Lesson) -> int | None:
    """How many steps there are in all; None if a large tree would have to be grown to know."""
    far = cache.large(lesson.dataset) and not lesson.timeline.grown
    return None if far else lesson.timeline.length


def whole(lesson: Lesson) -> Lesson:
    """The lesson at its end, whether or not anybody has stepped through it."""
    if steps_of(lesson) is None:
        in_sight((lesson.dataset, *lesson_key(lesson)), lesson.timeline.look_ahead, growing)
    return lesson.finish()
