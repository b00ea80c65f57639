"""The one visual language: that it can be read, and that nobody says otherwise."""

import re
import tomllib
from dataclasses import asdict
from pathlib import Path
from typing import Final

import pytest

from pages.ui.figures import palette
from pages.ui.figures.palette import INKS, Theme
from pages.ui.scene.tree import drawing
from tests.contrast import SHAPE, TEXT, contrast

ROOT: Final = Path(__file__).resolve().parents[2]
SHEET: Final = (ROOT / "pages/ui/shell/tokens.css").read_text("utf-8")
THEMES: Final[tuple[Theme, ...]] = ("light", "dark")
DECLARED: Final = set(re.findall(r"--([\w-]+):", SHEET))
PAGES: Final = ROOT / "pages/ui"
ELSEWHERE: Final = {PAGES / "shell/tokens.css", PAGES / "worksheet/sheet.css"}
"""The tokens themselves, and what is printed, which has no page around it."""
SHEETS: Final = sorted(set(PAGES.glob("**/*.css")) - ELSEWHERE)
SCRIPTS: Final = "".join(script.read_text("utf-8") for script in PAGES.glob("**/*.js"))
NOTES: Final = PAGES / "components/stage/notes.js"
OF_THE_STAGE: Final = {"high", "lead", "below"}
"""Names of ``stage.css`` and of the page's own style that others read."""
OF_A_CODE: Final = {"share.css": ["#fff", "#000"]}
"""What a camera reads is black on white."""
CLASSES: Final = range(8)
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
    script = (ROOT / "pages/ui/components/stage/glyphs.js").read_text("utf-8")
    (first,) = re.findall(r"DARK_ENOUGH = (\d);", script)
    assert min(needed) >= int(first)


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
    assert said.replace('"', "") == drawing.FONT


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
