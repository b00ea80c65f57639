"""Policies in any combination that a recipe allows, on tables with missing cells and weights.

Here is the one law that growing is stepping; other tests compare the two only where an example
of their own could part them.
"""

import json

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

import dttools as dt
from dtcore.model.nodes import weight_of
from tests.engine.any_recipe import cases
from tests.engine.gappy_tables import gappy
from tests.engine.random_frames import RECIPES as OF_FRAMES
from tests.engine.random_frames import framed
from tests.small_tables import stepped, table
from tests.strategies import Table, law_of, problems


@st.composite
def far(draw: st.DrawFn) -> tuple[dt.Dataset, dt.Recipe]:
    """A target of which one number is so far off that the others are nothing beside it."""
    ordinary = st.floats(-1e6, 1e6).filter(lambda v: v == 0 or abs(v) > 1e-6)
    y = [*draw(st.lists(ordinary, min_size=1)), draw(st.sampled_from([1e12, 1e18, -1e15]))]
    return table(y, x=range(len(y))), dt.recipe("regression")


def of(problem: tuple[Table, dt.Recipe]) -> tuple[dt.Dataset, dt.Recipe]:
    return problem[0].data(), problem[1]


SOURCES = {
    "any recipe": cases(),
    "a recipe": problems().map(of),
    "with gaps": gappy().map(of),
    "larger": problems(framed(), OF_FRAMES).map(of),
    "a far outlier": far(),
}


@pytest.mark.on_push(3)
@pytest.mark.parametrize("source", SOURCES)
@law_of(2, suppress_health_check=[HealthCheck.filter_too_much])
@given(st.data())
def test_growing_is_stepping(source: str, drawn: st.DataObject) -> None:
    """A level of nodes at a time, or one node after the other: equal to the last bit."""
    data, recipe = drawn.draw(SOURCES[source])
    assert stepped(data, recipe) == dt.grow(data, recipe)


@law_of(2, suppress_health_check=[HealthCheck.filter_too_much])
@given(cases())
def test_what_goes_together_works_together(case: tuple[dt.Dataset, dt.Recipe]) -> None:
    """A candidate is what is judged of its split and what its sums say."""
    data, recipe = case
    lesson = dt.start(data, recipe).finish()
    tree, schema = lesson.state.tree, lesson.problem.dataset.schema
    whole = max(tree.weight(()) * tree.impurity(()), tree.weight(()), 1.0)
    for node in tree:
        weighed = dt.weigh(lesson.problem, lesson.state, node.id)
        for candidate in weighed.candidates:
            if candidate.split is None:
                continue
            comparison = dt.judge(lesson.problem, lesson.state, node.id, candidate.split)
            near = {"rel": 1e-9, "abs": 1e-12 * whole}
            assert comparison.scores == pytest.approx(candidate.scores, **near)
            assert comparison.branch_stats == pytest.approx(candidate.branch_stats, **near)
            assert comparison.unknown == pytest.approx(candidate.unknown, **near)
            for name, score in candidate.scores.items():
                formula = dt.explain.score(recipe, schema, weighed, candidate, name)
                assert formula.value == pytest.approx(score, **near)
        if not node.leaf:
            children = tree.stats[tree.child_places(tree.place(node.id))]
            shared = float(weight_of(children, schema).sum())
            assert shared == pytest.approx(tree.weight(node.id), rel=1e-9)


@law_of(1, suppress_health_check=[HealthCheck.filter_too_much])
@given(cases())
def test_whatever_was_grown_predicts_and_is_written_down(
    case: tuple[dt.Dataset, dt.Recipe],
) -> None:
    """Rows with a level or a cell that was never seen among them."""
    data, recipe = case
    tree = dt.grow(data, recipe)
    strange = pd.DataFrame(
        {c.name: ["zebra", None] if c.levels is not None else [np.nan, 1e9] for c in data.columns}
    )
    for shares in dt.leaf_shares(tree, strange):
        assert sum(shares.values()) == pytest.approx(1.0)
    if tree.schema.classes:
        assert dt.predict_proba(tree, strange).sum(axis=1) == pytest.approx([1.0, 1.0])
    told = json.loads(dt.export.to_json(tree))
    assert len(told["nodes"]) == str(dt.export.dot(tree)).count("shape=box") == len(tree)
    assert len(dt.export.text(tree).splitlines()) == max(len(tree) - 1, 1)
