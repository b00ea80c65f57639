"""Every tree that was finished or pruned, kept by itself; over a reload by the reader's browser."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dtcore.errors import DtError
from dtshow.lesson.lesson import Lesson
from pages.ui.components.noted import noted
from pages.ui.shell import cache, session
from pages.ui.trees.beside import as_pruned, word_of
from pages.ui.trees.pruning_session import PruningSession

MOST: Final = 12
"""The oldest goes first."""


@dataclass(frozen=True)
class Tried:
    """``words`` of the trees, the latest first; ``dropped``: those that nobody wants to see, the
    last one dropped first."""

    words: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()


def remember() -> None:
    """Let the browser keep them, and take up those that it has from before."""

    def add(words: list[str]) -> None:
        tried = session.view(Tried)
        session.keep(Tried(tuple(dict.fromkeys((*tried.words, *words)))[:MOST], tried.dropped))

    noted("trees", session.view(Tried).words, add)


def note(lesson: Lesson) -> None:
    """Keep the tree if it is finished and is more than a leaf."""
    if not lesson.finished or len(lesson.tree) == 1:
        return
    tried, word = session.view(Tried), word_of(lesson)
    if word not in (*tried.words[:1], *tried.dropped):
        words = word, *_without(tried.words, word)
        session.keep(Tried(words[:MOST], tried.dropped))


def note_pruned(pruning: PruningSession) -> None:
    """Keep the tree as far as it is cut; one of a large table would have to be grown again."""
    small = not pruning.grown.shortened and not cache.large(pruning.dataset)
    if pruning.lesson.timeline.cursor and small:
        try:
            note(as_pruned(pruning))
        except DtError:  # it has no address of its own
            return


def drop(word: str) -> None:
    tried = session.view(Tried)
    session.keep(Tried(_without(tried.words, word), (word, *_without(tried.dropped, word))))


def bring_back(word: str) -> None:
    tried = session.view(Tried)
    words = word, *_without(tried.words, word)
    session.keep(Tried(words[:MOST], _without(tried.dropped, word)))


def _without(words: tuple[str, ...], word: str) -> tuple[str, ...]:
    return tuple(other for other in words if other != word)
