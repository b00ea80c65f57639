"""Three tables that a class can become without preparation. They ask nothing that is private."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from dtshow.words.language import N_

YES_NO: Final = (N_("Yes"), N_("No"))


@dataclass(frozen=True)
class ReadyItem:
    """As ``survey.Item``, in messages that are translated."""

    name: str
    options: tuple[str, ...] | None = None
    unit: str = ""


@dataclass(frozen=True)
class ReadyForm:
    title: str
    items: tuple[ReadyItem, ...]
    target: int


READY_FORMS: Final[Mapping[str, ReadyForm]] = {
    "lark": ReadyForm(
        N_("Early bird or night owl"),
        (
            ReadyItem(N_("Got up at"), unit=N_("hour, such as 7:30")),
            ReadyItem(N_("Slept"), unit=N_("hours")),
            ReadyItem(N_("Morning drink"), (N_("Coffee"), N_("Tea"), N_("Something else"))),
            ReadyItem(N_("Had breakfast"), YES_NO),
            ReadyItem(N_("Alarm clocks"), unit=N_("number")),
            ReadyItem(N_("I am"), (N_("an early bird"), N_("a night owl"))),
        ),
        5,
    ),
    "way": ReadyForm(
        N_("How we came here"),
        (
            ReadyItem(N_("Distance"), unit=N_("km")),
            ReadyItem(N_("On the way"), unit=N_("minutes")),
            ReadyItem(N_("Own a bicycle"), YES_NO),
            ReadyItem(N_("Came with others"), YES_NO),
            ReadyItem(N_("Bag"), (N_("Without"), N_("Light"), N_("Heavy"))),
            ReadyItem(N_("Came by"), (N_("foot"), N_("bicycle"), N_("bus or train"), N_("car"))),
        ),
        5,
    ),
    "snack": ReadyForm(
        N_("Sweet or salty"),
        (
            ReadyItem(N_("Last meal"), unit=N_("hours ago")),
            ReadyItem(N_("Spicy food"), (N_("Love it"), N_("Sometimes"), N_("Never"))),
            ReadyItem(N_("Sugar in tea or coffee"), YES_NO),
            ReadyItem(N_("Chocolate"), (N_("Dark"), N_("Milk"), N_("Neither"))),
            ReadyItem(N_("Cooks at home"), YES_NO),
            ReadyItem(N_("Snack"), (N_("sweet"), N_("salty"))),
        ),
        5,
    ),
}
