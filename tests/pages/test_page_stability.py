"""The Stability tab: its trees in the background, its counts, its address."""

import time
from threading import Event
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

import dtcore as dt
from dtshow.scene.tree.small import MOST_NODES, OTHER, levels_of, records, signs
from dtshow.scene.tree.tree_look import name_of
from dttools.evaluation import LeaveOut, resampled, stability
from pages.ui.explore import stability as stability_tab
from pages.ui.explore.explore_view import StabilityView
from tests.pages import visit
from tests.pages.stage import node_at
from tests.small_tables import dataset

IRIS = {"data": "iris", "recipe": "cart"}
TREES = 20
"""Fewer than in the app, which takes as long as it is many."""
LEAVE = {"sample": "leave", "sample_percent": "20", "sample_seed": "3", "sample_run": "1"}


@pytest.fixture(autouse=True)
def few_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stability_tab, "TREES", TREES)


def grown(at: AppTest) -> AppTest:
    """Once the trees are there."""
    end = time.monotonic() + 60
    while "stop_work" in visit.keys(at) and time.monotonic() < end:
        at = visit.checked(at.run())
    assert "stop_work" not in visit.keys(at)
    return at


def told(at: AppTest) -> str:
    return " ".join(m.value for m in at.markdown)


def test_trees_are_grown_when_they_are_asked_for() -> None:
    at = visit.opened("explore", tab="stability", **IRIS)
    assert "sample_run" not in at.query_params
    assert not at.dataframe
    at = grown(visit.clicked(at, "stability_run"))
    assert at.query_params["sample_run"] == "1"
    assert "sample_seed" not in at.query_params
    at = grown(visit.clicked(at, "stability_run"))  # as many others
    assert at.query_params["sample_seed"] == "1"
    assert f"of {TREES}" in told(at)
    visit.keep(at, StabilityView, run=False, seed=4)
    assert not visit.checked(at.run()).dataframe


def test_the_page_answers_while_they_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on, begun = Event(), Event()

    def held(*given: Any, **more: Any) -> Any:
        begun.set()
        assert go_on.wait(60)
        return resampled(*given, **more)

    monkeypatch.setattr(stability_tab, "resampled", held)
    try:
        said = IRIS | {"sample_seed": "17", "sample_run": "1"}
        at = visit.opened("explore", tab="stability", **said)
        assert begun.wait(60)
        assert "stop_work" in visit.keys(at)
        assert node_at(at, "root")  # the tree of all rows is there
        elsewhere = visit.turned(at, "reference")
        assert "stop_work" not in visit.keys(elsewhere)
        at = visit.clicked(visit.turned(elsewhere, "explore"), "stop_work")
        assert "stop_work" not in visit.keys(at)
        assert not at.dataframe
    finally:
        go_on.set()


def test_the_counts_are_the_engines_and_the_address_says_how() -> None:
    at = grown(visit.opened("explore", tab="stability", **IRIS, **LEAVE))
    assert {name: at.query_params[name] for name in LEAVE} == LEAVE
    lesson = visit.lesson(at)
    data, recipe = lesson.dataset, lesson.recipe
    trees = resampled(data, recipe, LeaveOut(0.2), trees=TREES, seed=3)
    found = stability(dt.grow(data, recipe), data, trees)
    root = found.positions[0]
    assert node_at(at, "root")["lines"] == [f"{root.same} of {root.reached}"]
    first = int(found.rows.order[0])
    line = at.dataframe[0].value.iloc[0]
    assert line["row"] == int(data.origin[first]) + 1
    assert line["different answer"] == f"{found.rows.changed[first]} of {TREES} trees"


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["carseats", "titanic"])
def test_numbers_and_many_columns_are_drawn_too(name: str) -> None:
    at = grown(
        visit.opened(
            "explore", tab="stability", data=name, depth="3", sample_run="1", sample_row="2"
        )
    )
    assert not at.error
    assert len(at.dataframe) == 2  # all rows, and the cells of the chosen one


@pytest.mark.parametrize("said", ["x", "-1", "0", "91", "1" * 30, "٣"])
def test_what_cannot_be_read_is_as_usual(said: str) -> None:
    at = visit.opened(
        "explore", tab="stability", **IRIS, sample="leave", sample_percent=said, sample_row=said
    )
    assert visit.kept(at, StabilityView).percent == StabilityView().percent


def test_each_node_that_asks_has_a_sign_that_is_no_class_and_each_leaf_its_bar() -> None:
    data = dataset("iris")
    tree = dt.grow(data, dt.recipe("cart"))
    own = signs([tree], levels_of([tree]))
    assert set(own) == {split.column for split in tree.splits if split is not None}
    assert all(sign >= len(tree.schema.classes) for sign in own.values())
    found = {one["id"]: one for one in records(tree, data, levels_of([tree]), own)}
    for node in tree:
        drawn = found.pop(name_of(node.id))
        if node.split is None:
            shares = [node.stats[k] / node.stats.sum() for k, _share in drawn["bar"]]
            assert [share for _k, share in drawn["bar"]] == pytest.approx(shares, abs=1e-4)
        else:
            assert drawn["sign"] == own[node.split.column]
    assert not found


def test_columns_beyond_the_signs_share_one_and_deep_nodes_are_left_out() -> None:
    data = dataset("titanic")
    tree = dt.grow(data, dt.recipe("cart"))
    levels = levels_of([tree])
    assert (tree.depths < levels).sum() <= MOST_NODES < len(tree)
    assert len(records(tree, data, levels)) == (tree.depths < levels).sum()
    many = signs([tree] * 2, int(tree.depths.max()))
    assert len({sign for sign in many.values() if sign != OTHER}) == min(len(many), 6)
