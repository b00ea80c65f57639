"""Form, questions and file say of every row what the tree predicts of it."""

from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtcore as dt
from dtcore.model.predict import route
from dtshow.lesson.link import choice_of
from dtshow.tables.catalogue import LANGUAGES, Labels, catalogue, in_words
from dttools.study import prediction
from pages.ui.shell.cache import dataset, other_names
from pages.ui.use.many_rows import predictions
from pages.ui.use.questions import QuestionWalk, Told, walk
from pages.ui.use.use_view import Case
from tests.engine.gappy_tables import gappy
from tests.small_tables import dataset as table
from tests.strategies import law

ROOT = Path(__file__).resolve().parents[2]
TABLES = sorted(path.stem for path in (ROOT / "datasets").glob("*.csv"))
FEW = ("golf-c45", "iris-cart", "mtcars-regression", "titanic-c45", "vote-c45", "xor-id3")


def asked(case: Case, step: Callable[[Told], QuestionWalk]) -> object:
    """The answer when each question is answered as ``case`` has it."""
    told: Told = ()
    while (at := step(told)).column is not None:
        told = (*told, (at.column, case.cells[at.column]))
    return at.found.prediction


def recipes() -> list[tuple[str, str]]:
    """Each table by the recipe that it opens with, and all that have classes by C4.5."""
    own = [(name, catalogue()[name].recipe) for name in TABLES]
    by_c45 = [(name, "c45") for name, recipe in own if recipe != "regression"]
    return [*dict.fromkeys([*own, *by_c45])]


@pytest.mark.on_push(*(f"{table}-one of each leaf" for table in FEW))
@pytest.mark.parametrize(
    "rows", ["one of each leaf", pytest.param("all", marks=pytest.mark.nightly)]
)
@pytest.mark.parametrize(("name", "recipe"), recipes())
def test_all_three_agree_with_the_tree(name: str, recipe: str, rows: str) -> None:
    """A row of each leaf on a push, of a few tables, and at night all rows of all."""
    data = table(name)
    tree = dt.grow(data, dt.recipe(recipe))
    at = route(tree, data)
    chosen = at.row if rows == "all" else at.row[np.unique(at.place, return_index=True)[1]]
    chosen = np.unique(chosen)
    truth = dt.predict(tree, data)[chosen].tolist()
    cases = [Case.of_row(data, int(row)) for row in chosen]
    frame = pd.concat([case.frame(tree) for case in cases], ignore_index=True)
    assert predictions(tree, frame).table["prediction"].tolist() == truth
    answers = {case.cells: answer for case, answer in zip(cases, truth, strict=True)}
    step = cache(lambda told: walk(tree, data, told))
    for cells, answer in answers.items():  # rows that are alike are asked once
        case = Case(cells)
        assert prediction(tree, case.frame(tree)).prediction == answer
        assert asked(case, step) == answer


@pytest.mark.on_push(4)
@pytest.mark.parametrize("name", TABLES)
def test_a_file_may_name_its_columns_and_levels_in_any_language(name: str) -> None:
    """Its own names, English or Chinese ones: the tree of either language tells the same."""
    entry = catalogue()[name]
    choice = choice_of(name)
    for shown, other in product(LANGUAGES, (Labels(), *map(entry.labels, LANGUAGES))):
        data = dataset(choice, shown)
        tree = dt.grow(data, dt.fitting(data))
        rows = in_words(entry.read().iloc[data.origin], other)
        found = predictions(tree, rows, known_as=other_names(name, shown))
        assert found.table["prediction"].tolist() == dt.predict(tree, data).tolist()
        assert not found.absent


@law
@given(gappy(), st.data())
def test_no_more_questions_come_than_the_first_says(case: object, draw: st.DataObject) -> None:
    """Where each is answered; where one is not, the first has said that more may come."""
    data = case[0].data()
    tree = dt.grow(data, case[1])
    row, told = Case.of_row(data, draw.draw(st.integers(0, len(data) - 1))), ()
    first = walk(tree, data, told)
    while (at := walk(tree, data, told)).column is not None:
        told = (*told, (at.column, row.cells[at.column]))
        assert at.found.prediction is not None
    if all(cell is not None for _column, cell in told) or not first.longer:
        assert len(told) <= first.most
