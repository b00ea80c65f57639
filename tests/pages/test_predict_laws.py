"""Form, questions and file say of every row what the tree predicts of it."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import dtcore as dt
from dtcore.explain import prediction
from pages.ui.use.predict.asking import QuestionWalk, Told, walk
from pages.ui.use.predict.case import Case
from pages.ui.use.predict.many import predictions
from tests.small_tables import dataset as table

ROOT = Path(__file__).resolve().parents[2]
TABLES = sorted(path.stem for path in (ROOT / "datasets").glob("*.csv"))
MOST = 60
"""Rows that are asked question by question: each question explains what the tree would say with
nothing more, by fractions over all that is below, in some milliseconds. All rows of ten of the
tables are fewer; of the others, so many that differ, from their first row to their last."""


def asked(case: Case, step: Callable[[Told], QuestionWalk]) -> object:
    """The answer when each question is answered as ``case`` has it."""
    told: Told = ()
    while (at := step(told)).column is not None:
        told = (*told, (at.column, case.cells[at.column]))
    return at.found.prediction


@pytest.mark.parametrize("name", TABLES)
def test_all_three_agree_with_the_tree(name: str) -> None:
    data = table(name)
    recipe = "c45" if data.target.levels else "regression"
    tree = dt.grow(data, dt.recipe(recipe))
    truth = dt.predict(tree, data).tolist()
    cases = [Case.of_row(data, row) for row in range(len(data))]
    frame = pd.concat([case.frame(tree) for case in cases], ignore_index=True)
    assert predictions(tree, frame).table["prediction"].tolist() == truth
    answers = {case.cells: answer for case, answer in zip(cases, truth, strict=True)}
    differing = list(answers)
    some = np.unique(np.linspace(0, len(differing) - 1, min(len(differing), MOST)).astype(int))
    step = cache(lambda told: walk(tree, data, told))
    for cells in (differing[place] for place in some):
        case = Case(cells)
        assert prediction(tree, case.frame(tree)).prediction == answers[cells]
        assert asked(case, step) == answers[cells]
