"""Columns that a person leaves out and uses again, from the ranking; on Data they have the same
role."""

from __future__ import annotations

from dtcore.errors import DtError
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.replay import replayed
from dtshow.scene.grow.look import GrowLook
from dtshow.tables.table_choice import TableChoice
from pages.ui.shell import cache, session


def left_out(choice: TableChoice) -> tuple[str, ...]:
    """What they are called: not those that the table is first taken without."""
    usual = session.usual(choice)
    labels = session.labels(choice).columns
    ignored = (name for name, role in choice.roles.items() if role == "ignore")
    return tuple(labels[name] for name in ignored if usual.role(name) != "ignore")


def leave_out(lesson: Lesson) -> None:
    """For acts: the column of the candidate looked at, in the whole tree."""
    if lesson.candidate is not None and len(lesson.dataset.columns) > 1:
        _take(lesson, lesson.dataset.columns[lesson.candidate.column].name, "ignore")


def use_again(lesson: Lesson) -> None:
    """For acts: the one that is looked at."""
    if (name := session.view(GrowLook).aside) in left_out(lesson.choice):
        _take(lesson, name, "input")


def _take(lesson: Lesson, name: str, role: str) -> None:
    labels = session.labels(lesson.choice).columns
    own = [one for one in map(str, session.frame(lesson.choice).columns) if labels[one] == name]
    choice = lesson.choice.with_role(own, role)
    try:
        begun = Lesson.begin(choice, lesson.recipe_choice, session.dataset(choice), cache.start)
    except DtError as problem:
        session.say_trouble(problem)
        return
    session.edit(lambda now: begun if cache.large(begun.dataset) else replayed(now, begun))
    session.change(GrowLook, aside=name if role == "ignore" else "")
