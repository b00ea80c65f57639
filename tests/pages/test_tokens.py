"""The one visual language: that it can be read, and that nobody says otherwise."""

import re
import tomllib
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np
import pytest

from dtshow.figures import palette
from dtshow.figures.palette import (
    COLOURS,
    INKS,
    LOOKS,
    PALE,
    REPEAT,
    Theme,
    colour,
    colour_number,
    mark,
)
from dtshow.figures.regions import STRENGTH, Marks, traces
from dtshow.figures.template import NAMED, class_bars, class_look, class_ticks
from dtshow.scene.tree import graphviz
from tests.contrast import SHAPE, TEXT, apart, contrast, over

ROOT: Final = Path(__file__).resolve().parents[2]
SHEET: Final = (ROOT / "dtshow/web/tokens.css").read_text("utf-8")
THEMES: Final[tuple[Theme, ...]] = ("light", "dark")
DECLARED: Final = set(re.findall(r"--([\w-]+):", SHEET))
PAGES, SHOWN = ROOT / "pages/ui", ROOT / "dtshow"
ELSEWHERE: Final = {SHOWN / "web/tokens.css", SHOWN / "worksheet/sheet.css"}
"""The tokens themselves, and what is printed, which has no page around it."""
SHEETS: Final = sorted({*PAGES.rglob("*.css"), *SHOWN.rglob("*.css")} - ELSEWHERE)
SCRIPTS: Final = "".join(
    script.read_text("utf-8") for script in (*PAGES.rglob("*.js"), *SHOWN.rglob("*.js"))
)
NOTES: Final = ROOT / "dtshow/web/stage/notes.js"
OF_THE_STAGE: Final = {"high", "lead", "below"}
"""Names of ``stage.css`` and of the page's own style that others read."""
OF_A_CODE: Final = {"share.css": ["#fff", "#000"]}
"""What a camera reads is black on white."""
CLASSES: Final = range(COLOURS)
LATER: Final = range(COLOURS, LOOKS)
"""The classes that share the colours of the first ones."""
ALIKE: Final = 12
"""So far apart in CIE's L*a*b* colours are seen to differ where they lie side by side."""
GROUNDS: Final = ("paper", "raised", "sunk")
WORDS: Final = [(word, ground) for word in ("ink", "ink2", "ink3", "bad") for ground in GROUNDS] + [
    *(("ink", ground) for ground in ("marker", "marker-soft")),
    *(("ink2", "marker-soft"), ("ink3", "marker-soft")),
    *(("on-ink", "ink"), ("on-ink", "ink2")),
    *((word, f"k{k}") for word in ("ink", "ink2") for k in CLASSES),
]
SHAPES: Final = [
    *(("edge", "paper"), ("edge", "raised"), ("edge", "sunk"), ("mark-line", "paper")),
    ("wood", "paper"),
    *((f"c{k}", "paper") for k in range(3)),
    *((f"c{k}", ground) for k in range(3) for ground in ("sunk", *(f"k{k}" for k in CLASSES))),
]


def tokens(theme: Theme) -> dict[str, str]:
    pairs = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", SHEET)
    return {name: light if theme == "light" else dark for name, light, dark in pairs}


def low(theme: Theme, pairs: list[tuple[str, str]], least: float) -> list[tuple[str, str, float]]:
    found = tokens(theme)
    told = [(one, on, contrast(found[one], found[on])) for one, on in pairs]
    return [line for line in told if line[2] < least]


def test_black_on_white_is_21_to_1() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)  # WebAIM's checker


@pytest.mark.parametrize("theme", THEMES)
def test_words_can_be_read_and_shapes_be_seen(theme: Theme) -> None:
    assert low(theme, WORDS, TEXT) == []
    assert low(theme, SHAPES, SHAPE) == []


def test_in_the_dark_every_class_stands_out_by_itself() -> None:
    """In the light, marks from the fourth class on have an edge of ink (stage/glyphs.js)."""
    assert low("dark", [(f"c{k}", "paper") for k in CLASSES], 4.5) == []
    needed = {int(name[1:]) for name, *_ in low("light", [(f"c{k}", "paper") for k in CLASSES], 3)}
    script = (ROOT / "dtshow/web/stage/glyphs.js").read_text("utf-8")
    (first,) = re.findall(r"DARK_ENOUGH = (\d);", script)
    assert min(needed) >= int(first)


def test_twenty_classes_have_twenty_looks() -> None:
    """Neighbours differ in colour and in mark; after the last, all begins again."""
    looks = [(colour_number(k), mark(k)) for k in range(2 * LOOKS)]
    assert looks[:COLOURS] == [(k, k) for k in CLASSES]
    assert len({*looks}) == LOOKS == 20
    assert looks[LOOKS:] == looks[:LOOKS]
    pairs = pairwise(looks)
    assert all(one[0] != other[0] and one[1] != other[1] for one, other in pairs)
    assert f" {LOOKS + 1}st " in REPEAT


@pytest.mark.parametrize("theme", THEMES)
def test_classes_of_one_mark_have_colours_that_nobody_takes_for_each_other(theme: Theme) -> None:
    """Nor do those who see no red, no green or no blue."""
    pairs = [(i, k) for k in range(LOOKS) for i in range(k) if mark(i) == mark(k)]
    near = {(i, k): apart(colour(i, theme), colour(k, theme)) for i, k in pairs}
    assert {pair: far for pair, far in near.items() if far < ALIKE} == {}


def test_scripts_give_a_class_the_same_look() -> None:
    script = (ROOT / "dtshow/web/stage/glyphs.js").read_text("utf-8")
    (said,) = re.findall(r"MARKS = Array.from\((.+), Number\)", script)
    assert tuple(map(int, re.findall(r"\d", said))) == palette.MARKS
    assert f"COLOURS = {COLOURS};" in script
    assert f"DARK_ENOUGH = {PALE};" in script


@pytest.mark.parametrize("theme", THEMES)
def test_the_mark_of_a_later_class_is_seen_on_the_stage(theme: Theme) -> None:
    """Its strokes on its colour; the colour itself, or its edge, is seen as that of the first."""
    script = (ROOT / "dtshow/web/stage/nodes.js").read_text("utf-8")
    assert 'later(number) ? "#fff" : "#fffd"' in script
    assert 'edged(number) ? "#0009" : `light-dark(${light}, #000b)`' in script
    dark, light = ("#000000", 0xB / 0xF), ("#ffffff", 1.0)
    for k in LATER:
        pale = ("#000000", 0x9 / 0xF)
        stroke = pale if colour_number(k) >= PALE else light if theme == "light" else dark
        assert contrast(over(*stroke, colour(k, theme)), colour(k, theme)) >= SHAPE, k


@pytest.mark.parametrize("theme", THEMES)
def test_a_later_class_is_seen_in_charts(theme: Theme) -> None:
    """Its mark, full or hollow, on paper and on every region; its pattern on its bar."""
    grounds = [INKS[theme].paper]
    grounds += [palette.mixed(k, share, theme) for k in CLASSES for share in STRENGTH[theme]]
    for k in LATER:
        look = class_look(k, theme)
        assert min(contrast(look["line"]["color"], ground) for ground in grounds) >= SHAPE, k
        one = np.array([float(k)])
        seen = Marks(one, one, one, one, np.array([False]), np.array([0]))
        (hollow, *_key) = traces(seen, [""] * LOOKS, "", theme)
        (edge,) = hollow["marker"]["line"]["color"]
        assert contrast(edge, INKS[theme].paper) >= SHAPE, k
    bars = class_bars(range(LOOKS), theme)
    lines = list(zip(bars["color"], bars["pattern"]["fgcolor"], strict=True))
    assert min(contrast(*pair) for pair in lines[COLOURS:]) >= SHAPE
    assert len({*zip(bars["color"], bars["pattern"]["shape"], strict=True)}) == LOOKS


def test_a_later_class_is_seen_on_the_number_line_of_a_phone() -> None:
    sheet = (ROOT / "pages/ui/classroom/web/class.css").read_text("utf-8")
    (black,) = re.findall(r":is\((.+)\) \{ --stroke: black; \}", sheet)
    assert {int(k) for k in re.findall(r"colour(\d)", black)} == set(range(PALE, COLOURS))
    assert "box-shadow: inset 0 0 0 1px var(--ink)" in sheet.split(".later {", 1)[1].split("}")[0]


def test_a_chart_names_the_classes_that_have_room() -> None:
    assert class_ticks(["<no>", "yes"], 3)["ticktext"] == ["&lt;no", "yes"]
    assert class_ticks(["x"] * (NAMED + 1), 3)["ticktext"] == []


@pytest.mark.parametrize("theme", THEMES)
def test_charts_and_scenes_have_the_colours_of_the_pages(theme: Theme) -> None:
    found = tokens(theme)
    assert [found[f"c{k}"] for k in CLASSES] == list(palette.CLASS_COLOURS[theme])
    assert [found[f"k{k}"] for k in CLASSES] == list(palette.TINTS[theme])
    ink = {name.replace("_", "-"): value for name, value in asdict(INKS[theme]).items()}
    ink["marker-soft"] = ink.pop("soft")
    assert ink == {name: found[name] for name in ink}


def test_charts_and_pictures_are_lettered_as_the_pages_are() -> None:
    (said,) = re.findall(r"--sans: (.+);", SHEET)
    assert said == palette.CSS_FONT.replace("'", '"')
    assert said.replace('"', "") == graphviz.FONT


@pytest.mark.parametrize("theme", THEMES)
def test_streamlit_is_told_the_same(theme: Theme) -> None:
    said = tomllib.loads((ROOT / ".streamlit/config.toml").read_text("utf-8"))["theme"]
    found, own = tokens(theme), said[theme]
    words = {"backgroundColor": "paper", "secondaryBackgroundColor": "sunk", "textColor": "ink"}
    words |= {"linkColor": "ink", "borderColor": "line", "redTextColor": "bad"}
    assert {key: own[key] for key in words} == {key: found[name] for key, name in words.items()}
    assert own.get("chartCategoricalColors", said["chartCategoricalColors"]) == list(
        palette.CLASS_COLOURS[theme]
    )
    alert = own["redBackgroundColor"]
    assert min(contrast(own[word], alert) for word in ("textColor", "redTextColor")) >= TEXT
    assert contrast("#ffffff", own["primaryColor"]) >= TEXT  # Streamlit writes white on it


def test_what_a_sheet_uses_there_is() -> None:
    """A misspelt name would leave the browser's own colour."""
    known = DECLARED | set(re.findall(r"--([a-z-]+)", SCRIPTS))
    for sheet in SHEETS:
        text = sheet.read_text("utf-8")
        own = set(re.findall(r"--([\w-]+):", text)) | OF_THE_STAGE
        used = set(re.findall(r"var\(--([\w-]+)\)", text))
        assert used - known - own == set(), sheet.name


def test_no_token_is_idle() -> None:
    text = SHEET + SCRIPTS + "".join(sheet.read_text("utf-8") for sheet in SHEETS)
    used = set(re.findall(r"var\(--([\w-]+)", text))
    by_number = {f"{kind}{k}" for kind in "ck" for k in CLASSES}
    assert all(f"var(--{kind}${{" in SCRIPTS for kind in "ck")
    assert DECLARED - used - by_number == set()


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: f"{sheet.parent.name}-{sheet.stem}")
def test_no_sheet_says_a_token_again(sheet: Path) -> None:
    """Tokens are on every page: a value to fall back on is a copy that nobody keeps up."""
    told = set(re.findall(r"var\(--([\w-]+),", sheet.read_text("utf-8")))
    assert told & DECLARED == set()


@pytest.mark.parametrize(
    "part", [*SHEETS, NOTES], ids=lambda part: f"{part.parent.name}-{part.name}"
)
def test_no_part_has_colours_of_its_own(part: Path) -> None:
    found = re.findall(r"#(?:\w{6}|\w{3})\b", part.read_text("utf-8"))  # a shadow has four digits
    assert found == OF_A_CODE.get(part.name, [])


HATCHES: Final = {
    "": [],
    "/": ["-45deg"],
    ".": ["circle"],
    "x": ["45deg", "-45deg"],
    "\\": ["45deg"],
    "+": ["0deg", "90deg"],
}


def test_a_class_has_the_same_hatch_in_the_list_of_columns_as_in_its_bars() -> None:
    sheet = (Path(__file__).parents[2] / "pages/ui/data/listing.css").read_text("utf-8")
    drawn = re.findall(r"\.k(\d) \{ background: (.*?); \}", sheet)
    for kind, look in drawn:
        found = re.findall(r"-gradient\((-?\d+deg|circle)", look)
        assert found == HATCHES[palette.PATTERNS[palette.MARKS[int(kind)]]], kind
    assert len(drawn) == len(HATCHES)
