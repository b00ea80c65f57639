"""Where the rows of a node come to rest in the trees beside it, for the server and for the browser.

The browser has it beforehand and lights the rows at once. Not done here: nothing is drawn.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final

from dtcore.errors import DataError
from dtcore.model import NodeId
from dtshow.lesson.lesson import Lesson
from dtshow.scene.lesson_key import lesson_key
from dtshow.scene.tree.records import name_of
from dttools.study.compare import landings
from pages.ui.shell import cache

MOST: Final = 1000
"""Nodes of all trees together that the browser is told of; beyond it asks the server."""


def passed(mine: Lesson, node: NodeId, theirs: Lesson) -> list[NodeId]:
    """The nodes through which the rows at ``node`` of ``mine`` pass in ``theirs``."""
    here = _landings(mine, theirs).items()
    rests = {there for at, found in here if at[: len(node)] == node for there in found}
    return sorted({there[:depth] for there in rests for depth in range(len(there) + 1)})


def linked(k: int, lessons: Sequence[Lesson]) -> str:
    """What tree ``k`` is told, as JSON: its ``place`` among them, and for each of them its nodes
    where rows rest, with the nodes of tree ``k`` where the same rows do; "null" if that is much."""
    if sum(len(one.tree) for one in lessons) > MOST:
        return "null"
    found = [_named(_landings(one, lessons[k])) for one in lessons]
    return json.dumps({"place": k, "landings": found}, separators=(",", ":"))


def _named(found: Mapping[NodeId, tuple[NodeId, ...]]) -> dict[str, list[str]]:
    return {name_of(node): [name_of(there) for there in rests] for node, rests in found.items()}


def _by(mine: Lesson, theirs: Lesson) -> tuple[object, ...]:
    return lesson_key(mine), lesson_key(theirs)


@cache.shared(by=_by)
def _landings(mine: Lesson, theirs: Lesson) -> dict[NodeId, tuple[NodeId, ...]]:
    """Of the rows of ``mine``, or of ``theirs`` where these have the columns that both ask for;
    nothing if each asks for one that the other leaves out."""
    for rows in (mine.dataset, theirs.dataset):
        try:
            return landings(mine.tree, theirs.tree, rows)
        except DataError:
            continue
    return {}
