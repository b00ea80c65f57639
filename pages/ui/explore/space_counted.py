"""What is worked out once for all who are on a table; partial trees and rows in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import dtcore as dt
from dtcore.errors import DtError
from dtcore.model import Schema
from dtcore.pruning import WeakestLink
from dtshow.lesson.choice import RecipeChoice
from dtshow.lesson.lesson import Lesson
from dtshow.words.language import _
from dtshow.words.markdown import one_line
from dttools.space import (
    Conjunctions,
    Map,
    Space,
    Vote,
    conjunctions,
    fitting_tree,
    map_of,
    most_divided,
    space_of,
    telling_row,
)
from dttools.space.search import Sketch, questions
from pages.ui.shell import cache

ID3: Final = RecipeChoice("id3")
FEW: Final = 40
"""Trees that are made within a moment."""
LONG = 24


def counted(data: dt.Dataset) -> Space:
    """Raises DtError if the trees cannot be counted."""
    found = _counted(data)
    if isinstance(found, DtError):
        raise found
    return found


@cache.shared()
def _counted(data: dt.Dataset) -> Space | DtError:
    """A refusal takes as long to find, so it is kept too."""
    try:
        return space_of(data)
    except DtError as problem:
        return problem


@cache.shared()
def mapped(data: dt.Dataset) -> Map:
    return map_of(counted(data))


@cache.shared()
def divided(data: dt.Dataset) -> Vote | None:
    """Raises DtError if there are too many possible rows."""
    return most_divided(counted(data))


@cache.shared()
def rules(data: dt.Dataset) -> tuple[Conjunctions, ...]:
    """What one conjunction can say, for each class that has rows."""
    space = counted(data)
    has = [n > 0 for n in space.counts(space.everything)]
    return tuple(conjunctions(space, code) for code, some in enumerate(has) if some)


def id3(data: dt.Dataset) -> dt.Tree:
    return cache.grown(data, ID3.recipe)


@cache.shared()
def beside(data: dt.Dataset) -> int:
    """The number, from 1 on, of the tree that first stands beside ID3's: the smallest, if ID3's is
    larger; else of a few the first which some row tells from it; else the first that is another; 1
    if there is no other."""
    space, own = counted(data), id3(data)
    if questions(own) > min(space.fitting):
        return 1
    few = range(min(sum(space.fitting.values()), FEW))
    trees = [fitting_tree(space, number) for number in few]
    telling = (n for n, tree in enumerate(trees, 1) if telling_row(own, tree))
    others = (n for n, tree in enumerate(trees, 1) if tree != own)
    return next(telling, next(others, 1))


def as_lesson(lesson: Lesson, tree: dt.Tree) -> Lesson:
    """A lesson on a finished tree, to be drawn as on the other pages."""
    problem = dt.Problem.of(lesson.dataset, ID3.recipe)
    return Lesson(lesson.choice, ID3, dt.prune(problem, tree, WeakestLink("error")))


def splits(schema: Schema, sketch: Sketch) -> list[str]:
    """A line for each split: "Outlook", "Outlook = Sunny → Humidity"."""
    return list(_splits(schema, sketch, ())) or [_("No split: one leaf")]


def _splits(schema: Schema, sketch: Sketch, path: tuple[str, ...]) -> Iterator[str]:
    if sketch is None:
        return
    column, below = sketch
    yield " → ".join([*path, one_line(schema.columns[column].name, LONG)])
    for branch, tree in enumerate(below):
        yield from _splits(schema, tree, (*path, cell(schema, column, branch)))


def cell(schema: Schema, column: int, code: int) -> str:
    """ "Outlook = Sunny"."""
    asked = schema.columns[column]
    return f"{one_line(asked.name, LONG)} = {one_line((asked.levels or ())[code], LONG)}"
