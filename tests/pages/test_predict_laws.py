"""Form, questions and file say of every row what the tree predicts of it."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import dtcore as dt
from pages.ui.use.predict.asking import walk
from pages.ui.use.predict.case import Case, Cell
from pages.ui.use.predict.many import predictions
from tests.small_tables import dataset as table

ROOT = Path(__file__).resolve().parents[2]
TABLES = sorted(path.stem for path in (ROOT / "datasets").glob("*.csv"))
MOST = 5


def asked(tree: dt.Tree, data: dt.Dataset, case: Case) -> object:
    """The answer when each question is answered as ``case`` has it."""
    told: tuple[tuple[int, Cell], ...] = ()
    while (at := walk(tree, data, told)).column is not None:
        told = (*told, (at.column, case.cells[at.column]))
    return at.found.prediction


@pytest.mark.parametrize("name", TABLES)
def test_all_three_agree_with_the_tree(name: str) -> None:
    data = table(name)
    recipe = "c45" if data.target.levels else "regression"
    tree = dt.grow(data, dt.recipe(recipe))
    rows = np.unique(np.linspace(0, len(data) - 1, MOST).astype(int))
    truth = dt.predict(tree, data)[rows].tolist()
    cases = [Case.of_row(data, int(row)) for row in rows]
    assert [dt.predict(tree, case.frame(tree))[0] for case in cases] == truth
    assert [asked(tree, data, case) for case in cases] == truth
    frame = pd.concat([case.frame(tree) for case in cases], ignore_index=True)
    assert predictions(tree, frame).table["prediction"].tolist() == truth
