"""Worksheets: blanks and their answers, and names that would be markup anywhere else."""

import re

import pandas as pd
import pytest

import dtcore as dt
from dttools.printing import Digits
from dttools.teach.exercise import MOST_ASKED, exercises
from dttools.teach.graded import GradedNumber, graded
from tests.pages.worksheets import ALLOWED, Reader, sheet
from tests.small_tables import dataset, table

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


def test_blanks_and_their_key() -> None:
    data = dataset("playtennis")
    blank, key = (sheet(data, "id3", 2, answers) for answers in (False, True))
    for number in ("0.2467", "0.1518", "0.9403", "0.9710"):
        assert number not in blank
        assert number in key
    assert "g(D,A) = 0.9402860 − 0.6935361 = 0.2467" in Reader(key).text
    for given in ("Step 1: all rows", "= Sunny: 2 Yes · 3 No"):
        assert given in Reader(blank).text
    assert "Step 2: Outlook = Sunny" in Reader(key).text
    assert "Outlook: Sunny | Overcast | Rain" in Reader(key).text
    assert "Outlook: Sunny | Overcast | Rain" not in Reader(blank).text


@pytest.mark.parametrize(
    ("name", "recipe"), [("golf", "c45"), ("golf", "cart"), ("playtennis", "id3")]
)
def test_nothing_on_a_blank_sheet_hangs_on_the_answers(name: str, recipe: str) -> None:
    """Whatever is asked first, and wherever that leads, each step is the same on every sheet that
    has so many: a tree with fewer nodes to weigh has fewer."""
    data = dataset(name)
    asked = [c.split for c in dt.start(data, dt.recipe(recipe)).propose().evidence.candidates]
    lessons = [dt.start(data, dt.recipe(recipe)).do(dt.Expand((), split)) for split in asked]
    pages = (sheet(lesson, recipe, 4, False).partition("</article>") for lesson in lessons)
    blanks = [page[0].rstrip().split("<section") for page in pages]
    longest = max(blanks, key=len)
    assert len(longest) == 6  # the rows, the tree beside them, four steps
    for blank in blanks:
        shared = longest[: len(blank)]
        assert [part.rstrip() for part in blank] == [part.rstrip() for part in shared]
    assert len({sheet(lesson, recipe, 4, True) for lesson in lessons}) == len(asked)


def test_what_is_counted_for_a_large_table_is_not_named() -> None:
    data = dataset("iris")
    blank = Reader(sheet(data, "cart", 3, False, rows=150))
    before, after = blank.text.split("Step 2")
    assert "Petal.Length" in before
    assert "Step 2: " not in blank.text
    assert "n = 100 (0 setosa · 50 versicolor" in after  # that of setosa alone is no step
    assert "Petal.Length ≤ 2.45: setosa" in Reader(sheet(data, "cart", 3, True, rows=150)).text
    assert "page" in blank.classes  # of paper: what is counted for step 2 tells step 1


def test_a_leaf_asks_for_its_reason() -> None:
    data = dataset("playtennis")
    assert "why is it a leaf" in Reader(sheet(data, "id3", 3, False)).text
    told = "leaves at once, and what do they predict? Outlook = Overcast: Yes"
    assert told in Reader(sheet(data, "id3", 3, True)).text
    alike = table([5.0, 5.0], x=[1.0, 2.0])
    assert (
        "All its rows have the same target value"
        in Reader(sheet(alike, "regression", 3, True)).text
    )


def test_the_price_of_cuts_is_given() -> None:
    """Quinlan 1996. Of eleven cuts of Temperature nine leave two rows on both sides."""
    for answers in (False, True):
        page = Reader(sheet(dataset("golf"), "c45", 1, answers)).text
        assert "log2(t)/n is subtracted from its gain" in page
        assert "log2(9)/14 = 0.2264" in page
    assert "log2" not in Reader(sheet(dataset("golf"), "cart", 1, False)).text
    assert "Price" not in Reader(sheet(dataset("playtennis"), "c45", 1, False)).text


def test_in_chinese() -> None:
    page = Reader(sheet(dataset("playtennis"), "id3", 3, True, "zh"))
    assert "第 1 步" in page.text
    assert "Step" not in page.text


@pytest.mark.parametrize("recipe", ["c45", "cart", "cart_sklearn"])
def test_numbers_are_cut_on_paper_too(recipe: str) -> None:
    assert "≤" in Reader(sheet(dataset("iris"), recipe, 2, True)).text


def test_a_numeric_target() -> None:
    data = dataset("hitters", complete=True)
    few = sheet(data, "regression", 1, False, rows=40)
    assert "mean" in Reader(few).text
    assert "Σ(y − m)² = " not in few  # its rows are there to be squared


def test_a_table_that_is_not_printed_gives_its_squares() -> None:
    """What is left of them after the split gives the printed decrease of squares."""
    data = dataset("hitters", complete=True)
    key = Reader(sheet(data, "regression", 1, True, rows=len(data))).text
    blank = Reader(sheet(data, "regression", 1, False, rows=len(data))).text
    before, low, high = map(float, re.findall(r"Σ\(y − m\)² = ([\d.]+)", blank)[:3])
    lesson = dt.start(data, dt.recipe("regression"))
    found = dt.weigh(lesson.problem, lesson.state, ())
    first = next(c for c in found.candidates if c.split is not None)
    score = Digits().show(first.scores[dt.explain.headline(lesson.problem.recipe)])
    assert score in key
    assert before - low - high == pytest.approx(float(score), abs=2e-4)


def test_the_key_names_both_of_a_tie() -> None:
    assert "; as good: Petal.Width" in Reader(sheet(dataset("iris"), "cart", 1, True)).text
    assert "as good" not in Reader(sheet(dataset("playtennis"), "id3", 1, True)).text


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


def test_of_many_columns_a_sheet_asks_about_those_that_earn_marks() -> None:
    """Among them the one that wins, wherever it stands."""
    cells = {f"c{k}": [row * (2 * k + 3) % 7 % 2 for row in range(60)] for k in range(10, 29)}
    answers = ["yes" if row % 11 % 2 else "no" for row in range(60)]
    data = dt.Dataset.from_frame(
        pd.DataFrame(cells).assign(c29=[row % 11 % 2 for row in range(60)], y=answers), "y"
    )
    lesson = dt.start(data, dt.recipe("cart"))
    (root,) = exercises(lesson, 1)
    parts = [one for one in graded(lesson, root, Digits()) if isinstance(one, GradedNumber)]
    marked = {data.columns[one.asked.candidate.column].name for one in parts}
    page = Reader(sheet(lesson, "cart", 1, answers=False, rows=50)).text
    assert {name for name in (*cells, "c29") if name in page} == marked
    assert len(marked) == MOST_ASKED
    assert "c29" in marked
