"""C4.5's fractions: a row whose cell is missing goes down every branch. Quinlan 1993, §3.2."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import dttools as dt
from dtcore.stepping.evidence import Weighed
from tests.small_tables import quinlan, weighed


def test_the_tree_of_quinlans_example() -> None:
    """Leaves of 2.0, 3.4/0.4, 3.2, 2.4/0.4 and 3.0 rows."""
    text = dt.export.text(dt.grow(quinlan(), dt.recipe("c45"))).splitlines()
    assert text == [
        "outlook = overcast: yes (3.231)",
        "outlook = rain",
        "|   windy = false: yes (3)",
        "|   windy = true: no (2.385/0.385)",
        "outlook = sunny",
        "|   humidity ≤ 75: yes (2)",
        "|   humidity > 75: no (3.385/0.385)",
    ]


def test_the_working_of_quinlans_example() -> None:
    """13 of 14 days are known; the unknown one is a branch of split info. Quinlan prints .199,
    1.809 and, from these, .110."""
    data, recipe = quinlan(), dt.recipe("c45")
    found = weighed(data, recipe)
    outlook = found.candidates[0]
    assert (outlook.unknown, outlook.verdict) == (1.0, dt.Verdict.WINS)
    assert outlook.scores["known_share"] == 13 / 14
    formula = dt.explain.score(recipe, data.schema, found, outlook, "gain_ratio")
    lines = {part.symbol: part for part in dt.formula.named_parts(formula)}
    digits = dt.printing.Digits()
    assert dt.printing.plain(lines["g(D,A)"], digits) == "13/14 × (0.961237 − 0.746885)"
    assert dt.printing.plain(lines["H_A(D)"], digits).endswith("1/14 log2(1/14)")
    assert digits.show(lines["g(D,A)"].value) == "0.1990"


def test_a_fraction_of_a_row_is_shown_as_such() -> None:
    """Of the rows under rain, 5/13 of the twelfth day is one."""
    data, recipe = quinlan(), dt.recipe("c45")
    lesson = dt.start(data, recipe).step()
    found = dt.weigh(lesson.problem, lesson.state, (1,))
    windy = found.candidates[3]
    formula = dt.explain.score(recipe, data.schema, found, windy, "gain")
    [before, *_] = dt.formula.named_parts(formula)
    assert dt.printing.plain(before, dt.printing.Digits()).startswith(
        "−2/5.384615 log2(2/5.384615)"
    )
    assert lesson.state.node_rows[(1,)].weights.tolist()[-2:] == [5 / 13, 1]


def test_where_the_twelfth_day_went() -> None:
    data, recipe = quinlan(), dt.recipe("c45")
    sent = dt.missing_routing(data, dt.grow(data, recipe), ())
    assert (sent.rows.tolist(), sent.weights.tolist()) == ([11], [1.0])
    assert sent.placed.tolist() == [3, 5, 5]
    assert sent.parts.tolist() == [[3 / 13, 5 / 13, 5 / 13]]
    assert sent.teller.tolist() == [-1]


def test_a_missing_cell_is_predicted_from_several_leaves() -> None:
    """Quinlan 1993, §3.2: of 5.4 days 2.0 are at play for certain, 3.4 with a chance of .4."""
    data = quinlan()
    tree = dt.grow(data, dt.recipe("c45"))
    day = pd.DataFrame(
        {"outlook": ["sunny"], "temperature": [70.0], "humidity": [np.nan], "windy": ["false"]}
    )
    no, yes = dt.predict_proba(tree, day)[0]
    assert yes == pytest.approx((2 + 5 / 13) / (5 + 5 / 13), abs=1e-15)
    assert no + yes == pytest.approx(1)
    [shares] = dt.leaf_shares(tree, day)
    assert shares == pytest.approx({(2, 0): 2 / (5 + 5 / 13), (2, 1): (3 + 5 / 13) / (5 + 5 / 13)})
    assert dt.leaf_ids(tree, day) == [(2, 1)]
    assert list(dt.predict(tree, day)) == ["no"]


def test_an_empty_branch_gets_no_fraction() -> None:
    """No row has the level c, so the missing one sends nothing there. It predicts as its parent."""
    levels = pd.Categorical(["a", "a", "b", "b", None, "a"], list("abc"), ordered=True)
    frame = pd.DataFrame({"x": levels, "y": list("uuvvuu")})
    data = dt.Dataset.from_frame(frame, target="y")
    tree = dt.grow(data, dt.recipe("c45"))
    assert [tree.weight(child) for child in tree.children(())] == [3.6, 2.4, 0.0]
    assert list(dt.predict(tree, pd.DataFrame({"x": ["c"]}))) == ["u"]


def test_the_textbook_ratio_has_no_fractions() -> None:
    with pytest.raises(dt.RecipeError, match="No source says"):
        replace(dt.recipe("c45_textbook"), missing=dt.Fractions())


def test_weighed_evidence_tells_how_many_rows_were_unknown() -> None:
    step = dt.start(quinlan(), dt.recipe("c45")).propose()
    assert isinstance(step.evidence, Weighed)
    assert [candidate.unknown for candidate in step.evidence.candidates] == [1, 0, 0, 0]
