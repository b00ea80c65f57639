"""Colours, second marks and letters. Okabe and Ito's palette, safe for colour-blind eyes.

A class has the same colour and the same mark on every page: by its number in level order. Eight
colours and eight marks tell LOOKS classes apart; those after them look like the first ones again.
Colour never stands alone: patterns, symbols or text say the same. All else is ink on paper. What
draws without a style sheet finds here the values of ``web/tokens.css``; a test compares them all.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

from dtshow.words.language import N_
from dttools.export import LIGHT_TINTS

Theme = Literal["light", "dark"]

CLASS_COLOURS: Final[dict[Theme, tuple[str, ...]]] = {
    "light": (
        *("#0072b2", "#d55e00", "#009e73", "#cc79a7"),
        *("#e69f00", "#56b4e9", "#f0e442", "#8a8a8a"),
    ),
    "dark": (
        *("#4ba3dc", "#f08038", "#2fbf95", "#de97bf"),
        *("#f0b437", "#7cc8f2", "#f5ec6e", "#9a9a9a"),
    ),
}
"""The same hues one step lighter in the dark, so that they stand there as they do on paper."""
TINTS: Final[dict[Theme, tuple[str, ...]]] = {
    "light": LIGHT_TINTS,
    "dark": (
        *("#163447", "#4a2a14", "#123c30", "#43293a"),
        *("#433213", "#1d3a4b", "#3b3815", "#333230"),
    ),
}
"""Grounds for ink: nothing is written on the full colour."""
COLOURS: Final = len(TINTS["light"])
MARKS: Final = (
    *(0, 1, 2, 3, 4, 5, 6, 7),
    *(6, 5, 3, 0, 7, 4, 2, 1),
    *(3, 0, 6, 2),
)
"""The mark of each class: its place in PATTERNS, in SYMBOLS and among the shapes of pages. Those
that share a mark have colours that colour-blind eyes tell apart, and neighbours share neither: a
test works it out. ``stage/glyphs.js`` says the same."""
LOOKS: Final = len(MARKS)
REPEAT: Final = N_("From the 21st class on, colours and marks repeat.")
"""Said where a legend names more than LOOKS classes."""
PALE: Final = 3
"""The colours from this one on do not stand out from light paper by themselves."""
PATTERNS: Final = ("", "/", ".", "x", "\\", "+", "-", "|")
SYMBOLS: Final = ("circle", "diamond", "square", "cross", "x", "triangle-up", "star", "pentagon")
FAMILIES: Final = (
    *("Source Sans", "Source Sans 3", "PingFang SC", "Microsoft YaHei"),
    *("Noto Sans CJK SC", "WenQuanYi Micro Hei"),
)
"""What is tried in turn for labels and numbers, before any letters without serifs."""
CSS_FONT: Final = ", ".join([*(f"'{family}'" for family in FAMILIES), "sans-serif"])
"""As style sheets and SVG want them: unless a name such as Source Sans 3 is quoted, none counts."""


@dataclass(frozen=True)
class Ink:
    """The colours that belong to no class, as in the style sheet: ``ink`` for lines and words,
    ``ink2`` and ``ink3`` for quieter ones, ``line`` for grids, ``edge`` for axes; ``sunk`` fills
    what is no class; ``marker`` lies behind what is meant now, ``soft`` behind a usual range."""

    paper: str
    sunk: str
    line: str
    edge: str
    ink: str
    ink2: str
    ink3: str
    marker: str
    soft: str
    mark_line: str


INKS: Final[dict[Theme, Ink]] = {
    "light": Ink(
        paper="#fdfcf9", sunk="#f4f2ec", line="#e2dfd6", edge="#8a8478", ink="#1d1b18",
        ink2="#4f4b44", ink3="#6b665c", marker="#ffe27a", soft="#fff4cc", mark_line="#b98a00",
    ),
    "dark": Ink(
        paper="#171614", sunk="#25231f", line="#38352e", edge="#857f72", ink="#f2eee6",
        ink2="#c4beb2", ink3="#a39c8f", marker="#786011", soft="#372f14", mark_line="#e8c547",
    ),
}  # fmt: skip


def colour_number(number: int) -> int:
    """Which of the eight colours the ``number``-th class has."""
    return number % LOOKS % COLOURS


def mark(number: int) -> int:
    """Which of the eight marks the ``number``-th class has."""
    return MARKS[number % LOOKS]


def rimmed(number: int) -> bool:
    """Whether the class comes after the first eight, and has an edge where these have none."""
    return number % LOOKS >= COLOURS


def colour(number: int, theme: Theme = "light") -> str:
    """The colour of the ``number``-th class, which it may share: its mark is its own."""
    return CLASS_COLOURS[theme][colour_number(number)]


def rim(number: int, theme: Theme) -> str:
    """What edges the mark of a class in a chart: from the ninth on its colour in much ink, which is
    seen on the region of any class."""
    return mixed(number, 0.25, theme, INKS[theme].ink) if rimmed(number) else INKS[theme].paper


def strokes(number: int, theme: Theme) -> str:
    """The colour of a class's pattern on its own colour."""
    return INKS[theme].ink if _weak(number, theme) else INKS[theme].paper


def line(number: int, theme: Theme) -> str:
    """The colour of a class for the edge of a hollow mark."""
    return (
        mixed(number, 0.5, theme, INKS[theme].ink)
        if _weak(number, theme)
        else colour(number, theme)
    )


def _weak(number: int, theme: Theme) -> bool:
    """Whether the colour of a class after the first eight is not seen on paper."""
    return theme == "light" and rimmed(number) and colour_number(number) >= PALE


@cache
def in_both(classes: int) -> list[str]:
    """As a scene carries them, which is the same for readers of either theme."""
    numbers = range(min(max(2, classes), LOOKS))
    return [
        f"light-dark({colour(number, 'light')}, {colour(number, 'dark')})" for number in numbers
    ]


def tint(number: int, theme: Theme) -> str:
    """The ground of the ``number``-th class, fit to carry text."""
    return TINTS[theme][colour_number(number)]


def mixed(number: int, share: float, theme: Theme, ground: str = "") -> str:
    """A class colour that lies with ``share`` of its strength on the ground, which is paper."""
    pair = zip(_rgb(colour(number, theme)), _rgb(ground or INKS[theme].paper), strict=True)
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pair)


def _rgb(code: str) -> tuple[int, int, int]:
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)
