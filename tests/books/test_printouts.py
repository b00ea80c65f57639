"""Printed trees of four programs are read, and why they are not ours is the true reason."""

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.tree import DecisionTreeClassifier, export_text

import dttools as dt
from dtcore.errors import DtError
from dttools.study.compare import compare
from dttools.study.printouts import Cause, Followed, Program, follow, read, reason
from tests.books.written_printouts import c45, j48, rpart
from tests.references import name_of, nominal_or_mixed, numeric, release_8
from tests.references import read as references
from tests.small_tables import dataset, table

KNOWN = [e for e in references("c45.jsonl") if not e["missing"]]
CART = [e for e in references("cart.jsonl") if e["criterion"] != "sse"]


def followed(text: str, data: dt.Dataset, recipe: dt.Recipe | str) -> Followed:
    recipe = dt.recipe(recipe) if isinstance(recipe, str) else recipe
    found = follow(read(text), data, recipe)
    assert found.tree.leaves == sum(not one.branches for one in found.nodes.values())
    return found


def cause(text: str, data: dt.Dataset, recipe: dt.Recipe | str) -> Cause:
    theirs = followed(text, data, recipe)
    recipe = dt.recipe(recipe) if isinstance(recipe, str) else recipe
    return reason(dt.start(data, recipe).finish(), theirs).cause


def fitted(data: dt.Dataset, **options: object) -> tuple[DecisionTreeClassifier, list[str]]:
    """scikit-learn on the 0/1 columns of a table."""
    parts, names = [], []
    for column in data.columns:
        if column.levels is None:
            parts.append(column.values[:, None])
            names.append(column.name)
        else:
            parts.append(column.values[:, None] == np.arange(len(column.levels)))
            names += [f"{column.name}_{level}" for level in column.levels]
    labels = np.array(data.schema.classes)[data.target.values.astype(int)]
    options = {"random_state": 0, **options}
    return DecisionTreeClassifier(**options).fit(np.hstack(parts), labels), names


def as_json(model: DecisionTreeClassifier, names: list[str]) -> str:
    tree = model.tree_
    arrays = ("children_left", "children_right", "feature", "threshold", "n_node_samples")
    return json.dumps({"feature_names": names} | {a: getattr(tree, a).tolist() for a in arrays})


# ------------------------------------------------------------------ sixty printouts


@pytest.mark.on_push(3)
@pytest.mark.parametrize("entry", CART[:16], ids=name_of)
def test_rpart_is_read(entry: dict) -> None:
    data = numeric(entry)
    text = rpart(entry["nodes"], list(data.schema.classes))
    recipe = (
        replace(dt.recipe("cart"), impurity=dt.Entropy())
        if entry["criterion"] == "entropy"
        else "cart"
    )
    found = followed(text, data, recipe)
    assert found.printout.program is Program.RPART
    assert found.other_rows is None
    assert {len(node) for node in found.nodes} == {n["depth"] for n in entry["nodes"]}


@pytest.mark.on_push(3)
@pytest.mark.parametrize("entry", KNOWN[:16], ids=name_of)
@pytest.mark.parametrize(("printed", "program"), [(c45, Program.C45), (j48, Program.J48)])
def test_c45_and_j48_are_read(entry: dict, printed: object, program: Program) -> None:
    assert callable(printed)
    data = nominal_or_mixed(entry)
    nodes = entry["c45"]["default"]["unpruned"]
    if len(nodes) == 1:
        pytest.skip("a leaf alone asks nothing")
    found = followed(printed(nodes), data, release_8("default"))
    assert found.printout.program is program
    assert found.other_rows is None
    assert found.tree.leaves == sum(n["leaf"] for n in nodes)
    if entry["j48"]["default"]["unpruned_agrees_with_c45"]:
        assert compare(dt.grow(data, release_8("default")), found.tree).parting is None


@pytest.mark.on_push(3)
@pytest.mark.parametrize("key", ["iris", "golf", "biopsy", "contact_lenses"])
@pytest.mark.parametrize("way", ["text", "exact", "weights", "json"])
def test_scikit_learn_is_read(key: str, way: str) -> None:
    data = dataset(key, complete=True)
    model, names = fitted(data, max_depth=4)
    text = {
        "text": lambda: export_text(model, feature_names=names),
        "exact": lambda: export_text(model, feature_names=names, decimals=7),
        "weights": lambda: export_text(model, feature_names=names, show_weights=True),
        "json": lambda: as_json(model, names),
    }[way]()
    found = followed(text, data, "cart_sklearn")
    assert found.printout.program is Program.SKLEARN
    assert found.other_rows is None
    assert found.tree.leaves == model.get_n_leaves()


def test_the_units_of_load_iris_are_no_part_of_a_name() -> None:
    text = "|--- petal width (cm) <= 0.80\n|   |--- class: a\n|--- petal width (cm) > 0.80\n"
    assert followed(f"{text}|   |--- class: b", dataset("iris"), "cart").tree.leaves == 2


def test_our_own_text_and_json_are_read() -> None:
    data = dataset("playtennis")
    tree = dt.grow(data, dt.recipe("id3"))
    for text in (dt.export.text(tree), dt.export.to_json(tree), dt.export.sklearn_text(tree)):
        assert cause(text, data, "id3") is Cause.SAME


# ------------------------------------------------------------------ planted differences

BLOBS = np.random.default_rng(3)
ROWS = pd.DataFrame({"a": BLOBS.normal(size=120).round(2), "b": BLOBS.normal(size=120).round(2)})
MIXED = dt.Dataset.from_frame(
    ROWS.assign(y=np.where(ROWS["a"] + 0.7 * ROWS["b"] + BLOBS.normal(size=120) > 0.4, "p", "q")),
    target="y",
)
SKEWED = dt.Dataset.from_frame(
    ROWS.assign(y=np.where(ROWS["a"] + 0.7 * ROWS["b"] + BLOBS.normal(size=120) > 1.4, "p", "q")),
    target="y",
)


def printed(data: dt.Dataset, **options: object) -> str:
    return export_text(*fitted(data, **options)[:1], feature_names=fitted(data)[1], decimals=6)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"max_depth": 3}, Cause.DEPTH),
        ({"min_samples_leaf": 9}, Cause.MIN_LEAF),
        ({"min_samples_split": 20}, Cause.MIN_ROWS),
        ({"max_leaf_nodes": 6}, Cause.MAX_LEAVES),
        ({"criterion": "entropy"}, Cause.CRITERION),
    ],
)
def test_a_limit_or_a_criterion_is_found(options: dict[str, object], expected: Cause) -> None:
    assert cause(printed(MIXED, **options), MIXED, "cart_sklearn") is expected


def test_balanced_weights_are_found() -> None:
    text = printed(SKEWED, class_weight="balanced", max_depth=3)
    assert cause(text, SKEWED, "cart_sklearn") is Cause.BALANCED


def test_single_precision_is_found() -> None:
    data = dataset("iris")
    model, names = fitted(data, max_depth=1)
    limited = dt.recipe("cart").limited(depth=1)
    found = cause(as_json(model, names), data, limited)
    assert found in (Cause.PRECISION, Cause.TIE)


def test_a_tie_is_found() -> None:
    data = table("aabb", n=[1.0, 2.0, 3.0, 4.0], m=[1.0, 2.0, 3.0, 4.0])
    text = "|--- m <= 2.50\n|   |--- class: a\n|--- m >  2.50\n|   |--- class: b\n"
    assert cause(text, data, "cart") is Cause.TIE


def test_one_hot_is_found() -> None:
    data = table("aabbaabb", c="ppqqrrss")
    model, names = fitted(data)
    assert cause(export_text(model, feature_names=names), data, "cart") is Cause.ONE_HOT


def test_a_value_of_the_data_is_found() -> None:
    data = table("aabb", n=[1.0, 2.0, 4.0, 5.0])
    text = "J48 pruned tree\n------------------\n\nn <= 2: a (2.0)\nn > 2: b (2.0)\n"
    assert cause(text, data, "cart") is Cause.DATA_VALUE


def test_other_rows_are_found() -> None:
    data = table("aabb", n=[1.0, 2.0, 4.0, 5.0])
    text = "J48 pruned tree\n------------------\n\nn <= 2: a (3.0)\nn > 2: b (2.0)\n"
    assert cause(text, data, "cart") is Cause.ROWS


def test_a_print_that_breaks_off_is_found() -> None:
    model, names = fitted(MIXED)
    text = export_text(model, feature_names=names, max_depth=1, decimals=6)
    assert cause(text, MIXED, "cart_sklearn") is Cause.CUT_OFF


def test_another_algorithm_is_found() -> None:
    data = dataset("playtennis", roles={})
    text = "J48 unpruned tree\n\n" + dt.export.text(dt.grow(data, dt.recipe("j48")))
    assert cause(text, data, "id3") is Cause.ALGORITHM


def test_a_tree_that_is_cut_back_is_found() -> None:
    lesson = dt.start(MIXED, dt.recipe("cart")).finish()
    deepest = max((n.id for n in lesson.state.tree if n.split is not None), key=len)
    shallow = next(n.id for n in lesson.state.tree if n.split is not None and len(n.id) == 2)
    cut = (
        lesson.do(dt.Prune(deepest[:-2])).do(dt.Prune(shallow))
        if shallow != deepest[:2]
        else (lesson.do(dt.Prune(deepest[:-2])))
    )
    assert cause(dt.export.text(cut.state.tree), MIXED, "cart") is Cause.PRUNED


@pytest.mark.parametrize(
    "text",
    ["", "hello", "{", "[1]", '{"children_left": [1]}', "a = b", "|--- a <= 1\n|--- b > 1",
     "1) root", "Outlook = Sunny: Yes", "|   |--- class: 1", "x" * 500_000,
     json.dumps({f"children_{side}": [*range(1, 60), -1] for side in ("left", "right")}),
     '{"children_left": [1e999], "children_right": [1]}'],
)  # fmt: skip
def test_what_is_no_tree_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(DtError):
        follow(read(text), dataset("playtennis"), dt.recipe("id3"))


def test_a_column_or_a_value_that_is_not_there_is_named() -> None:
    for text, said in (
        ("Sky = Clear: Yes (2)\nSky = Grey: No (3)", "asks about “Sky”"),
        ("Outlook = Hail: Yes (2)\nOutlook = Rain: No (3)", "“Hail” is no value of “Outlook”"),
        ("Outlook <= 3: Yes (2)\nOutlook > 3: No (3)", "compares it with 3"),
    ):
        with pytest.raises(DtError, match=said):
            follow(read(text), dataset("playtennis"), dt.recipe("id3"))
