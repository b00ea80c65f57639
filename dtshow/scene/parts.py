"""A scene as the sections that it is made of, each of them JSON that is written once; what tells
the scenes of one lesson from those of others; and the acts that the stage sends back.

Whoever keeps what was written (``Keep``) shares it with all who see the same. A payload is a
scene and what of it the next beat would change; it is plain text, versioned by ``VERSION``.

Acts come in a queue, numbered, each with a kind and a value. The browser repeats those that were
not yet acknowledged, so that none is lost when clicks come faster than answers. Whatever else was
sent is ignored.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from dtcore.model import Tree, digest_of
from dtcore.stepping import Step
from dtshow.lesson.lesson import Lesson
from dtshow.words.language import speaking

VERSION: Final = 1
Keep = Callable[[str, tuple[Hashable, ...], Callable[[], str]], str]
"""Gives the text of that name and content: one that was kept, or made now."""


@dataclass(frozen=True, eq=False)
class Section:
    """``by``: all that it depends on, if it is worth keeping."""

    make: Callable[[], Any]
    by: tuple[Hashable, ...] = ()

    def written(self) -> str:
        return json.dumps(self.make(), ensure_ascii=False, separators=(",", ":"))


Sections = Mapping[str, Section]


class Scene(Protocol):
    """``by``: all that it depends on."""

    @property
    def by(self) -> tuple[Hashable, ...]: ...

    def sections(self) -> Sections: ...


def made_anew(_name: str, _by: tuple[Hashable, ...], make: Callable[[], str]) -> str:
    """Keeps nothing."""
    return make()


def payload(now: Sections, coming: Sections | None, keep: Keep = made_anew) -> str:
    """``{"scene": ..., "next": ...}``; ``next`` holds the sections that the next beat changes,
    null if it may not be told or is not known."""
    before = _written(now, keep)
    after = None if coming is None else _written(coming, keep)
    changed = after and {name: text for name, text in after.items() if text != before[name]}
    return f'{{"scene":{_object(before)},"next":{"null" if after is None else _object(changed)}}}'


def _written(sections: Sections, keep: Keep) -> dict[str, str]:
    return {
        name: keep(name, section.by, section.written) if section.by else section.written()
        for name, section in sections.items()
    }


def _object(sections: Mapping[str, str] | None) -> str:
    return "{" + ",".join(f'"{name}":{text}' for name, text in (sections or {}).items()) + "}"


def table_key(lesson: Lesson) -> tuple[Hashable, ...]:
    """The table; of one that is counted where it lies the rows as well, which may change there."""
    return lesson.choice, lesson.dataset.digest if lesson.dataset.counted else ""


def lesson_key(lesson: Lesson) -> tuple[Hashable, ...]:
    """All that a lesson's steps hang on, what was made by hand and may be done again included;
    the language; of one that prunes, the tree that it began with."""
    timeline = lesson.timeline
    ahead = timeline.steps[timeline.cursor :]
    again = _moves(ahead.runs()) if ahead.by_hand else ()
    pruning = timeline.problem.pruning
    start = (lesson.dataset, repr(pruning.pruner), _digest(pruning.tree)) if pruning else ()
    moves = _moves(timeline.done.runs())
    return *table_key(lesson), lesson.recipe_choice, speaking(), moves, again, *start


def _moves(runs: Iterable[int | Step]) -> tuple[Hashable, ...]:
    return tuple(run if isinstance(run, int) else run.move for run in runs)


def _digest(tree: Tree) -> str:
    return digest_of((repr(list(tree.splits)).encode(), tree.stats))


@dataclass(frozen=True)
class Act:
    """``kind`` says what was done, ``value`` to what; each page names its kinds."""

    number: int
    kind: str
    value: object = None


def new_acts(sent: object, done: int) -> Iterator[Act]:
    """The acts of a queue that come after number ``done``, each of them once, in order."""
    for act in sent if isinstance(sent, Sequence) else ():
        match act:
            case [bool(), *_]:
                continue
            case [int(number), str(kind), value] if number > done:
                done = number
                yield Act(number, kind, value)


def whole(value: object) -> int | None:
    """The whole number that was sent; None if it is none."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None
