"""What a student is called in a class: an animal with a colour, by number."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from dtshow.words.language import N_, _
from pages.ui.classroom.steps import both

COLOURS: Final = {
    "red": N_("Red"),
    "orange": N_("Orange"),
    "yellow": N_("Yellow"),
    "green": N_("Green"),
    "teal": N_("Teal"),
    "blue": N_("Blue"),
    "purple": N_("Purple"),
    "pink": N_("Pink"),
    "brown": N_("Brown"),
    "grey": N_("Grey"),
    "black": N_("Black"),
    "white": N_("White"),
}
ANIMALS: Final = {
    "🦊": N_("fox"),
    "🐼": N_("panda"),
    "🦉": N_("owl"),
    "🐢": N_("turtle"),
    "🐬": N_("dolphin"),
    "🦁": N_("lion"),
    "🐘": N_("elephant"),
    "🐧": N_("penguin"),
    "🐝": N_("bee"),
    "🦒": N_("giraffe"),
    "🐙": N_("octopus"),
    "🦔": N_("hedgehog"),
    "🐇": N_("rabbit"),
    "🐴": N_("horse"),
    "🦋": N_("butterfly"),
    "🐨": N_("koala"),
    "🐅": N_("tiger"),
    "🦆": N_("duck"),
    "🐿️": N_("squirrel"),
    "🐳": N_("whale"),
    "🦌": N_("deer"),
    "🐞": N_("ladybird"),
    "🐐": N_("goat"),
    "🦅": N_("eagle"),
    "🐸": N_("frog"),
}


@cache
def of(number: int) -> dict[str, Any]:
    """Name, icon and colour of the student with a number, from 1 on: 300 of them differ."""
    animals, colours = list(ANIMALS), list(COLOURS)
    place, turn = (number - 1) % len(animals), (number - 1) // len(animals)
    animal, colour = animals[place], colours[(place + turn) % len(colours)]

    def name() -> str:
        return _("{colour} {animal}").format(colour=_(COLOURS[colour]), animal=_(ANIMALS[animal]))

    return {"name": both(name), "icon": animal, "colour": colour}
