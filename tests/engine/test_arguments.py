"""The mistakes of a first hour with the library: each is told what to write instead."""

import importlib
import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import dtcore
import dttools as dt
from dtcore.pruning import (
    at_cp,
    cost_complexity,
    cross_validate,
    minimum_error,
    pessimistic,
    reduced_error,
)
from dtcore.pruning.validation import holdout, k_folds
from dttools.evaluation import accuracy, loss

FRAME = pd.DataFrame(
    {"a": list("xyxy"), "n": [1.0, 2, 3, 4], "y": list("pqqp"), "w": [1.0, 2, 1, 3]}
)
X, Y = FRAME[["n", "w"]].to_numpy(), FRAME["y"].to_numpy()
CART = dt.recipe("cart")
DATA = dt.Dataset.from_frame(FRAME, target="y")
LESSON = dt.start(DATA, CART).finish()
TREE = LESSON.state.tree
ROW = {"a": "x", "n": 1.0, "w": 1.0}


# ----------------------------------------------------------------------- column names


@pytest.mark.parametrize(
    "names", [[0, 1, 2, 3], np.arange(4), ["0", "1", "2", "3"], [0, "1", 2, "3"]]
)
@pytest.mark.parametrize("text", [int, str, np.int64])
def test_numbers_are_column_names(names: object, text: Callable[[int], object]) -> None:
    """As their text; whoever names a column may write the number or the text."""
    frame = FRAME.set_axis(names, axis=1)
    a, n, y, w = map(text, range(4))
    made = dt.Dataset.from_frame(frame, y, kinds={n: "nominal"}, weights=w, costs={a: 2.0})
    named = dt.Dataset.from_frame(
        FRAME.set_axis(list("0123"), axis=1),
        target="2",
        kinds={"1": "nominal"},
        roles={"3": "weight"},
        costs={"0": 2.0},
    )
    assert made == named
    assert [column.name for column in made.columns] == ["0", "1"]
    tree = dt.grow(made, CART)
    assert dt.predict(tree, frame).tolist() == dt.predict(tree, made).tolist()
    assert dt.report(tree, frame.assign(**{"9": 0})).unplaced == ()
    assert [c.name for c in dt.Dataset.from_frame(frame, y, roles={a: "ignore"}).columns] == [
        "1",
        "3",
    ]


@pytest.mark.parametrize(
    ("names", "twice"), [("anna", "“a”, “n”"), ("ayyw", "“y”"), ([0, "0", "y", "w"], "“0”")]
)
def test_two_columns_of_one_name_are_refused(names: object, twice: str) -> None:
    frame = FRAME.set_axis(list(names), axis=1)
    for asked in (
        lambda: dt.Dataset.from_frame(frame, target="y"),
        lambda: dt.predict(TREE, frame),
    ):
        with pytest.raises(dt.DataError, match=f"More than one column is called {twice}. Give"):
            asked()


# --------------------------------------------------------------------- what to write


@pytest.mark.parametrize(
    ("mistake", "instead"),
    [
        (lambda: dt.Dataset.from_frame(X, Y), r"pd.DataFrame(X).assign(y=y)"),
        (lambda: dt.Dataset.from_frame(X, target="y"), r"pd.DataFrame(X).assign(y=y)"),
        (lambda: dt.Dataset.from_frame("golf.csv", target="play"), "pd.read_csv(path)"),
        (lambda: dt.Dataset.from_frame(FRAME, Y), "X.assign(target=values)"),
        (lambda: dt.Dataset.from_frame(FRAME, FRAME["y"]), 'target="target"'),
        (lambda: dt.Dataset.from_frame(FRAME, "y", weights=[1, 1, 1, 1]), 'weights="weights"'),
        (lambda: dt.recipe("cart", depth=2), 'dt.recipe("cart").limited(depth=2)'),
        (
            lambda: dt.recipe("assistant", m=np.inf),
            'dataclasses.replace(dt.recipe("assistant"), …)',
        ),
        (lambda: replace(CART, impurity="entropy"), "impurity=dt.Gini()"),
        (lambda: replace(CART, classes="balanced"), "classes=dt.Balanced()"),
        (lambda: replace(CART, classes={"p": 2, "q": 1}), "classes=dt.Balanced()"),
        (lambda: replace(CART, stopping=dt.MaxDepth(3)), "stopping=(dt.Pure(), dt.MaxDepth(3))"),
        (lambda: dt.grow(FRAME, CART), "dt.Dataset.from_frame"),
        (lambda: dt.start(FRAME, CART), "dt.Dataset.from_frame"),
        (lambda: dt.fitting(FRAME), "dt.Dataset.from_frame"),
        (lambda: dt.search.bfs_id3(FRAME), "dt.Dataset.from_frame"),
        (lambda: cross_validate(FRAME, CART), "dt.Dataset.from_frame"),
        (lambda: holdout(FRAME), "dt.Dataset.from_frame"),
        (lambda: k_folds(FRAME), "dt.Dataset.from_frame"),
        (lambda: accuracy(TREE, FRAME), "dt.Dataset.from_frame"),
        (lambda: loss(TREE, FRAME), "dt.Dataset.from_frame"),
        (lambda: reduced_error(TREE, FRAME), "dt.Dataset.from_frame"),
        (lambda: pessimistic(TREE, FRAME), "dt.Dataset.from_frame"),
        (lambda: dt.grow(DATA, "cart"), 'dt.recipe("cart")'),
        (lambda: dt.start(DATA, "cart"), 'dt.recipe("cart")'),
        (lambda: at_cp(TREE, CART.cp), "Give a number"),
        (lambda: dt.predict(TREE, ROW), "pd.DataFrame([row])"),
        (
            lambda: dt.predict(TREE, X),
            "pd.DataFrame(X, columns=[c.name for c in tree.schema.columns])",
        ),
        (lambda: dt.predict_proba(TREE, ROW), "pd.DataFrame([row])"),
        (lambda: dt.leaf_ids(TREE, [ROW]), "pd.DataFrame([row])"),
        (lambda: dt.leaf_shares(TREE, ROW), "pd.DataFrame([row])"),
        (lambda: dt.report(TREE, FRAME.iloc[0]), "pd.DataFrame([row])"),
        (lambda: dt.predict(LESSON, FRAME), "lesson.state.tree"),
        (lambda: dt.predict_proba(LESSON, FRAME), "lesson.state.tree"),
        (lambda: dt.predict(FRAME, TREE), "dt.grow(dataset, recipe)"),
        (lambda: dt.export.text(LESSON), "lesson.state.tree"),
        (lambda: dt.export.dot(LESSON), "lesson.state.tree"),
        (lambda: dt.export.to_json(LESSON), "lesson.state.tree"),
        (lambda: dt.rules.of_tree(LESSON), "lesson.state.tree"),
        (lambda: dt.rules.of(LESSON), "lesson.state.tree"),
        (lambda: dt.evaluate(LESSON, DATA), "lesson.state.tree"),
        (lambda: dt.evaluate(TREE, ROW), "dt.Dataset.from_frame"),
        (lambda: dt.importance(LESSON), "lesson.state.tree"),
        (lambda: dt.importance(TREE, FRAME), "dt.Dataset.from_frame"),
        (lambda: dt.what_if(LESSON, FRAME), "lesson.state.tree"),
        (lambda: dt.what_if(TREE, ROW), "pd.DataFrame([row])"),
        (lambda: dt.study.prediction(LESSON, FRAME), "lesson.state.tree"),
        (lambda: dt.export.python(LESSON), "lesson.state.tree"),
        (lambda: dt.export.sql(LESSON), "lesson.state.tree"),
        (lambda: dt.export.markdown(LESSON), "lesson.state.tree"),
        (lambda: dt.export.sklearn_text(LESSON), "lesson.state.tree"),
        (lambda: accuracy(LESSON, DATA), "lesson.state.tree"),
        (lambda: cost_complexity(LESSON), "lesson.state.tree"),
        (lambda: minimum_error(DATA), "lesson.state.tree"),
        (lambda: reduced_error(LESSON, DATA), "lesson.state.tree"),
        (lambda: pessimistic(LESSON, DATA), "lesson.state.tree"),
    ],
)
def test_a_mistake_is_told_what_to_write(mistake: Callable[[], object], instead: str) -> None:
    with pytest.raises(dt.DtError) as told:
        mistake()
    assert instead in str(told.value)


def test_what_is_told_can_be_written() -> None:
    made = dt.Dataset.from_frame(pd.DataFrame(X).assign(y=Y), target="y")
    assert made == dt.Dataset.from_frame(pd.DataFrame({"0": X[:, 0], "1": X[:, 1], "y": Y}), "y")
    values = FRAME["y"].to_numpy()
    frame = FRAME[["a", "n"]].assign(target=values)
    assert dt.Dataset.from_frame(frame, target="target").target.name == "target"
    assert dt.predict(TREE, pd.DataFrame([ROW])).tolist() == dt.predict(TREE, FRAME)[:1].tolist()
    names = [c.name for c in TREE.schema.columns]
    array = FRAME[names].to_numpy()
    assert dt.predict(TREE, pd.DataFrame(array, columns=names)).tolist() == Y.tolist()
    assert dt.grow(DATA, dt.recipe("cart").limited(depth=2)).depths.max() <= 2


@pytest.mark.parametrize(
    ("name", "where"),
    [
        ("dot", "dttools.export"),
        ("text", "dttools.export"),
        ("bfs_id3", "dttools.space.search"),
        ("diagnose", "dttools.teach"),
        ("cross_validate", "dtcore.pruning"),
        ("accuracy", "dttools.evaluation"),
        ("k_folds", "dtcore.pruning.validation"),
    ],
)
def test_who_looks_on_the_wrong_floor_is_sent_to_the_right_one(name: str, where: str) -> None:
    with pytest.raises(AttributeError, match=rf"has no '{name}'\. Write {where}\.{name}\."):
        getattr(dt, name)


@pytest.mark.parametrize(
    "name",
    [
        "evaluate",
        "evaluation",
        "export",
        "importance",
        "open",
        "report",
        "rules",
        "search",
        "what_if",
        "bundled",
        "compare",
        "large",
        "practice",
        "reading",
        "space",
    ],
)
def test_a_name_that_has_moved_out_of_the_engine_says_where(name: str) -> None:
    with pytest.raises(AttributeError, match=r"moved from dtcore to dttools") as said:
        getattr(dtcore, name)
    importlib.import_module(re.findall(r"dttools\.\w+", str(said.value))[0])


@pytest.mark.parametrize("name", ["nothing", "np", "__wrapped__"])
def test_what_is_nowhere_is_missing_as_usual(name: str) -> None:
    for face in (dtcore, dt):
        with pytest.raises(AttributeError, match=f"module '{face.__name__}' has no attribute"):
            getattr(face, name)


@pytest.mark.parametrize(
    "infinite",
    [
        lambda: replace(dt.recipe("assistant"), m=np.inf),
        lambda: replace(CART, cp=np.inf),
        lambda: minimum_error(TREE, np.inf),
        lambda: dt.pruning.MinimumError(np.inf),
    ],
)
def test_an_infinite_m_is_refused_as_infinite(infinite: Callable[[], object]) -> None:
    with pytest.raises(dt.DtError, match=r"zero or more,? and finite"):
        infinite()
