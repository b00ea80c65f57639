"""Why a row is predicted as it is: Quinlan's sum, surrogates, the majority, and laws."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dttools as dt
from dtcore.model.predict import encode, ends, path
from dttools.printing import Digits, plain
from dttools.study import How
from dttools.study.report import Reason
from tests.engine.gappy_tables import gappy
from tests.small_tables import dataset, quinlan, with_gaps
from tests.strategies import law


def test_a_case_without_humidity() -> None:
    """Quinlan 1993, §3.3: outlook sunny, humidity unknown; 2.0/(2.0+3.4) of the case goes to
    humidity ≤ 75, the rest to > 75: play 2.0/5.4 × 100% + 3.4/5.4 × 12% = 44%."""
    tree = dt.grow(quinlan(), dt.recipe("c45"))
    row = {"outlook": "sunny", "temperature": 70.0, "humidity": None, "windy": "false"}
    found = dt.study.prediction(tree, pd.DataFrame([row]))
    root, humid = found.steps
    assert (root.cell, root.how, root.share) == ("sunny", How.CELL, 1)
    assert (humid.cell, humid.how, humid.why) == (None, How.POLICY, Reason.MISSING)
    assert list(humid.onward.values()) == pytest.approx([2 / 5.4, 3.4 / 5.4], abs=0.01)
    play = found.scores[tree.schema.classes.index("yes")]
    assert play.value == pytest.approx(0.44, abs=0.005)
    assert found.prediction == "no"
    assert found.divided


def test_a_surrogate_stands_in() -> None:
    data = with_gaps("uuuuvvv", x="aaaabb?", n=[1.0, 2.0, 3.0, 4.0, 7.0, 8.0, 9.0])
    tree = dt.start(data, dt.recipe("cart")).do(dt.Expand((), dt.Subset(0, (0,), (1,)))).state.tree
    [met] = dt.study.prediction(tree, pd.DataFrame({"x": ["zebra"], "n": [2.0]})).steps
    assert (met.cell, met.how, met.why) == ("zebra", How.SURROGATE, Reason.UNSEEN)
    assert met.surrogate is not None
    assert (met.surrogate.split.column, dict(met.onward)) == (1, {0: 1.0})
    [met] = dt.study.prediction(tree, pd.DataFrame({"x": [None], "n": [np.nan]})).steps
    assert (met.how, dict(met.onward)) == (How.POLICY, {0: 1.0})


def test_a_row_may_stay() -> None:
    tree = dt.grow(dataset("playtennis"), dt.recipe("id3"))
    frame = pd.DataFrame(
        [{"Outlook": None, "Temperature": "Hot", "Humidity": "High", "Wind": "Weak"}]
    )
    found = dt.study.prediction(tree, frame)
    assert [met.how for met in found.steps] == [How.STAYS]
    assert found.ends == {(): 1.0}
    texts = [plain(score.formula, Digits.for_scale(1)) for score in found.scores]
    assert sorted(texts) == ["5/14", "9/14"]


@law
@given(gappy(), st.data())
def test_the_terms_sum_to_what_is_predicted(case: object, draw: st.DataObject) -> None:
    data = case[0].data()
    tree = dt.grow(data, case[1])
    row = draw.draw(st.integers(0, len(data) - 1))
    found, known = dt.study.prediction(tree, data, row), encode(data, tree.schema)
    assert found.ends == ends(tree, known, row)
    shares = path(tree, known, row)
    for met in found.steps:
        assert met.share == shares[met.node]
        assert {b: shares[(*met.node, b)] for b in met.onward} == met.onward
        assert (met.why is None) == (met.how is How.CELL)
        if met.how is not How.STAYS:
            assert sum(met.onward.values()) == pytest.approx(met.share)
    values = [score.value for score in found.scores]
    if tree.schema.classes:
        assert values == pytest.approx(dt.predict_proba(tree, data)[row].tolist())
        assert found.prediction == dt.predict(tree, data)[row]
    else:
        near = {"rel": 1e-9, "abs": 1e-9 * float(np.abs(data.target.values).max())}
        assert values == [pytest.approx(found.prediction, **near)]
