"""Worksheets: blanks and their answers, and names that would be markup anywhere else."""

from html.parser import HTMLParser

import pandas as pd
import pytest

import dtcore as dt
from dtcore.exercise import exercises
from dtcore.formula import Digits
from pages.ui.language import spoken
from pages.ui.sheet import Sheet, html_of
from tests.small_tables import dataset

NASTY = [
    "<img src=x onerror=alert(1)>",
    "$x_1$",
    "a|b",
    ":red[hi]",
    'it\'s "quoted" & more',
    "two\nlines",
    "x" * 200,
    "🌳",
    "天气",
]
ALLOWED = {
    *("html", "head", "meta", "title", "style", "body", "h1", "h2", "p", "section", "i", "br"),
    *("table", "thead", "tbody", "tr", "th", "td", "span", "div", "pre"),
}


class Reader(HTMLParser):
    """The tags, their attributes, and the text of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.text += data


def sheet(data: dt.Dataset, recipe: str, steps: int, answers: bool, language: str = "en") -> str:
    lesson = dt.start(data, dt.recipe(recipe))
    found = list(exercises(lesson, steps))
    tree = lesson.jump(len(found)).state.tree
    names = [c.name for c in (*data.columns, data.target)]
    frame = pd.DataFrame({name: ["cell"] * 3 for name in names})
    with spoken(language):
        return html_of(
            Sheet("A table", lesson.problem.recipe, recipe, found, tree, frame, Digits(),
                  language, answers)
        )  # fmt: skip


def test_blanks_and_their_key() -> None:
    data = dataset("playtennis")
    blank, key = (sheet(data, "id3", 2, answers) for answers in (False, True))
    for number in ("0.2467", "0.1518", "0.9403", "0.9710"):
        assert number not in blank
        assert number in key
    assert "g(D,A) = 0.940286 − 0.693536 ≈ 0.2467" in Reader(key).text
    for given in ("Step 1: all rows", "Step 2: Outlook = Sunny", "= Sunny: 2 Yes · 3 No"):
        assert given in Reader(blank).text
    assert "Outlook: Sunny | Overcast | Rain" in Reader(key).text
    assert "Outlook: Sunny | Overcast | Rain" not in Reader(blank).text


def test_a_leaf_asks_for_its_reason() -> None:
    data = dataset("playtennis")
    assert "All its rows are of one class" in Reader(sheet(data, "id3", 3, True)).text
    assert "Why is it a leaf" in Reader(sheet(data, "id3", 3, False)).text


def test_in_chinese() -> None:
    page = Reader(sheet(dataset("playtennis"), "id3", 3, True, "zh"))
    assert "第 1 步" in page.text
    assert "Step" not in page.text


@pytest.mark.parametrize("recipe", ["c45", "cart", "cart_sklearn"])
def test_numbers_are_cut_on_paper_too(recipe: str) -> None:
    assert "≤" in Reader(sheet(dataset("iris"), recipe, 2, True)).text


def test_a_numeric_target() -> None:
    data = dataset("hitters", complete=True)
    assert "mean" in Reader(sheet(data, "regression", 1, False)).text


@pytest.mark.parametrize("name", NASTY)
@pytest.mark.parametrize("answers", [False, True])
def test_names_stay_names(name: str, answers: bool) -> None:
    frame = pd.DataFrame({name: [name, "b", name, "b"], "t" + name: [name, "n", name, name]})
    data = dt.Dataset.from_frame(frame, target="t" + name)
    page = Reader(sheet(data, "id3", 3, answers))
    assert page.tags <= ALLOWED
    assert not {one for one in page.attributes if one.startswith("on")}
    assert "src" not in page.attributes
    assert name in page.text
