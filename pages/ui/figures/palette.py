"""Colours and second marks. Okabe and Ito's palette, safe for colour-blind eyes.

A class has the same colour and the same mark on every page: by its number in level order.
Colour never stands alone: patterns, symbols or text say the same.
"""

from typing import Any, Final, Literal

Theme = Literal["light", "dark"]

CLASS_COLOURS: Final = (
    "#0072B2",
    "#D55E00",
    "#009E73",
    "#CC79A7",
    "#E69F00",
    "#56B4E9",
    "#F0E442",
    "#8A8A8A",
)
PATTERNS: Final = ("", "/", ".", "x", "\\", "+", "-", "|")
SYMBOLS: Final = ("circle", "diamond", "square", "cross", "x", "triangle-up", "star", "pentagon")
ACCENT: Final[dict[Theme, str]] = {"light": "#0b63b5", "dark": "#4393e6"}
MUTED: Final[dict[Theme, str]] = {"light": "#6e6e6e", "dark": "#9aa0a6"}
TEXT: Final[dict[Theme, str]] = {"light": "#31333f", "dark": "#fafafa"}
GROUND: Final[dict[Theme, str]] = {"light": "#ffffff", "dark": "#171614"}
FONT: Final = '"Source Sans", "Source Sans Pro", "Noto Sans CJK SC", sans-serif'
GRID: Final[dict[Theme, str]] = {"light": "#e3e3e8", "dark": "#31343f"}


def colour(number: int) -> str:
    """The colour of the ``number``-th class; colours repeat after eight, patterns do not help."""
    return CLASS_COLOURS[number % len(CLASS_COLOURS)]


def tint(number: int, theme: Theme) -> str:
    """A class colour mixed with the ground, fit to carry text in both themes."""
    return mixed(number, 0.32 if theme == "light" else 0.5, theme)


def mixed(number: int, share: float, theme: Theme) -> str:
    """A class colour that lies with ``share`` of its strength on the ground."""
    pair = zip(_rgb(colour(number)), _rgb(GROUND[theme]), strict=True)
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pair)


def layout(theme: Theme, height: int) -> dict[str, Any]:
    """What all figures share: see-through ground, theme text, fixed size, no dragging."""
    axis = {"gridcolor": GRID[theme], "zerolinecolor": GRID[theme], "fixedrange": True}
    return {
        "height": height,
        "margin": {"l": 8, "r": 8, "t": 8, "b": 8},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": {"color": TEXT[theme], "size": 13, "family": FONT},
        "dragmode": False,
        "xaxis": axis,
        "yaxis": dict(axis),
    }


def _rgb(code: str) -> tuple[int, int, int]:
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)
