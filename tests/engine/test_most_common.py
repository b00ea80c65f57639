"""Missing cells filled by the most common value: Mitchell 1997, §3.7.4."""

from collections.abc import Iterator
from dataclasses import replace
from math import log2

import numpy as np
import pandas as pd
import pytest

import dtcore as dt
from dtcore.formula import named_parts
from dtshow.tables.catalogue import catalogue
from dttools.printing import Digits, plain
from tests.small_tables import stepped, table, weighed, with_gaps
from tests.strategies import seeds

COMMON, OF_CLASS = dt.MostCommon(), dt.MostCommon(of_class=True)


def id3(policy: dt.MostCommon) -> dt.Recipe:
    return replace(dt.recipe("id3"), missing=policy)


def without_a_cell() -> dt.Dataset:
    """PlayTennis with the outlook of D12 missing: overcast, and a Yes."""
    frame = catalogue()["playtennis"].read()
    frame.loc[11, "Outlook"] = None
    return dt.Dataset.from_frame(frame, target="Play", roles={"Day": "ignore"})


def tree_by_rows(
    frame: pd.DataFrame, columns: list[str], of_class: bool
) -> Iterator[tuple[str | None, list[int]]]:
    """Mitchell's ID3, row by row: what each node asks and its counts of u and v, in pre-order."""
    counts = [int((frame["y"] == label).sum()) for label in "uv"]
    cells = {column: filled(frame, column, of_class) for column in columns}
    asked = [column for column in columns if cells[column].nunique() > 1]
    if not all(counts) or not asked:
        yield None, counts
        return

    def after(column: str) -> float:
        parts = [frame["y"][cells[column] == value] for value in cells[column].unique()]
        return sum(len(y) / len(frame) * entropy(*y.value_counts()) for y in parts)

    best = min(asked, key=lambda column: round(after(column), 9))
    yield best, counts
    for value in "abc":
        below = frame[cells[best] == value]
        yield from tree_by_rows(below, [c for c in columns if c != best], of_class)


def filled(frame: pd.DataFrame, column: str, of_class: bool) -> pd.Series:
    """The cells of a column at a node, the missing ones filled in."""
    cells = frame[column]
    if cells.notna().sum() == 0:
        return cells
    for label in frame["y"].unique() if of_class else ():
        ours = frame["y"] == label
        if cells[ours].notna().any():
            cells = cells.mask(ours & cells.isna(), cells[ours].mode()[0])
    return cells.fillna(frame[column].mode()[0])


def entropy(*counts: float) -> float:
    return -sum(c / sum(counts) * log2(c / sum(counts)) for c in counts if c)


# ------------------------------------------------------------------ by hand


def test_the_most_common_value_at_the_node() -> None:
    """Sunny and Rain have five days each, and the first of tied ones is taken: Sunny."""
    outlook = weighed(without_a_cell(), id3(COMMON)).candidates[0]
    assert outlook.branch_stats.tolist() == [[3, 3], [3, 0], [3, 2]]  # Yes and No of each value
    by_hand = entropy(9, 5) - 6 / 14 * entropy(3, 3) - 5 / 14 * entropy(3, 2)
    assert outlook.scores["gain"] == pytest.approx(by_hand, rel=1e-14)
    assert outlook.unknown == 0


def test_the_most_common_value_in_the_class() -> None:
    """Of the Yes days three are overcast and three of rain; where overcast comes first the cell
    is as it was, and the gain is the book's 0.246."""
    data = with_gaps(
        "nnyyynynyyyyyn", outlook="ssorrrossrs?or", humidity="hhhhnnnhnnnhnh"
    )  # o, r, s in this order
    outlook = weighed(data, id3(OF_CLASS)).candidates[0]
    by_hand = entropy(9, 5) - 10 / 14 * entropy(3, 2)
    assert outlook.scores["gain"] == pytest.approx(by_hand, rel=1e-14)
    assert round(outlook.scores["gain"], 3) == 0.247
    assert weighed(data, id3(COMMON)).candidates[0].scores["gain"] != outlook.scores["gain"]


def test_the_working_counts_filled_rows() -> None:
    data = with_gaps("uuvv", x="aab?")
    found = weighed(data, id3(COMMON))
    formula = dt.explain.score(id3(COMMON), data.schema, found, found.candidates[0], "gain")
    lines = {part.symbol: plain(part, Digits()) for part in named_parts(formula)}
    assert lines["H(D|A)"] == "3/4 × 0.918296 + 1/4 × 0"


# ------------------------------------------------------------------ growth and prediction


def test_rows_go_with_the_value_that_they_get() -> None:
    """Of the known cells most are a; of those of class v most are b."""
    data = with_gaps("uuuvvvv", x="aaabb??")
    for policy, expected in ((COMMON, [5, 2]), (OF_CLASS, [3, 4])):
        tree = dt.grow(data, id3(policy))
        assert [tree.weight(child) for child in tree.children(())] == expected
        assert tree == stepped(data, id3(policy))


def test_a_class_without_a_known_cell_goes_by_the_node() -> None:
    data = with_gaps("uuuvvw", x="aaabb?")
    tree = dt.grow(data, id3(OF_CLASS))
    assert [tree.weight(child) for child in tree.children(())] == [4, 2]


def test_it_is_filled_anew_at_each_node() -> None:
    """At the root most x are a; where z is d most are b."""
    data = with_gaps("uuuuuvvwwv", z="cccccddddd", x="aaaaabbaa?")
    tree = dt.grow(data, replace(id3(COMMON), stopping=(dt.Pure(),)))
    data_at_d = (
        dt.start(data, id3(COMMON))
        .do(dt.Expand((), dt.Multiway(0)))
        .do(dt.Expand((1,), dt.Multiway(1)))
    )
    weights = [data_at_d.state.tree.weight(child) for child in ((1, 0), (1, 1))]
    assert weights == [3, 2]
    assert tree.weight(()) == 10


def test_a_predicted_row_has_no_class_yet() -> None:
    """It goes by the most common value of the node's rows, those filled in among them."""
    data = with_gaps("uuuvv", x="aaab?")
    unknown = pd.DataFrame({"x": [None, "never seen"]})
    for policy in (COMMON, OF_CLASS):
        assert dt.predict(dt.grow(data, id3(policy)), unknown).tolist() == ["u", "u"]


def test_weights_count_when_values_are_counted() -> None:
    frame = pd.DataFrame({"x": ["a", "b", "b", None], "y": list("uvvu"), "w": [5.0, 1, 1, 1]})
    data = dt.Dataset.from_frame(frame, target="y", weights="w")
    tree = dt.grow(data, id3(COMMON))
    assert [tree.weight(child) for child in tree.children(())] == [6, 2]


def test_how_rows_were_sent_is_told_row_by_row() -> None:
    data = with_gaps("uuuvvvu", x="aaabb??")
    sent = dt.missing_routing(data, dt.grow(data, id3(OF_CLASS)), ())
    assert sent.rows.tolist() == [5, 6]
    assert sent.parts.tolist() == [[0, 1], [1, 0]]


@pytest.mark.on_push(4)
@pytest.mark.parametrize("policy", [COMMON, OF_CLASS])
@pytest.mark.parametrize("seed", seeds(0.6))
def test_the_tree_is_that_of_filling_row_by_row(seed: int, policy: dt.MostCommon) -> None:
    random = np.random.default_rng(seed)
    n, columns = int(random.integers(5, 40)), ["x0", "x1", "x2"]
    frame = pd.DataFrame({name: random.choice(list("abc"), n) for name in columns})
    frame = frame.astype(object).mask(random.random(frame.shape) < 0.25)
    frame["y"] = ["u", "v", *random.choice(list("uv"), n - 2)]
    for name in columns:  # each has all its levels, so that branches bear the same numbers
        frame[name] = pd.Categorical(frame[name], list("abc"), ordered=True)
    tree = dt.grow(dt.Dataset.from_frame(frame, target="y"), id3(policy))
    ours = [(split and columns[split.column], counts.astype(int).tolist())
            for split, counts in zip(tree.splits, tree.stats, strict=True)]  # fmt: skip
    frame = frame.astype(object).where(frame.notna(), None)
    assert ours == list(tree_by_rows(frame, columns, policy.of_class))


# ------------------------------------------------------------------ what it goes with


def test_missing_numbers_have_no_most_common_value() -> None:
    """Mitchell speaks of values to be told apart: numbers are cut into intervals first."""
    data = with_gaps("uuvvuv", n=[1.0, 2.0, 8.0, 9.0, None, 9.5])
    recipe = replace(dt.recipe("c45_textbook"), missing=COMMON)
    with pytest.raises(dt.DataError, match="Numbers are missing in “n”"):
        dt.grow(data, recipe)
    in_two = replace(id3(COMMON), bins=dt.EqualWidth(2))
    tree = dt.grow(data, in_two)
    assert [tree.weight(child) for child in tree.children(())] == [2, 4]
    assert tree == stepped(data, in_two)


@pytest.mark.parametrize("name", ["cart", "cart_sklearn", "assistant", "regression"])
def test_each_value_needs_a_branch(name: str) -> None:
    with pytest.raises(dt.RecipeError, match="a branch for each value"):
        replace(dt.recipe(name), missing=COMMON)


def test_with_nothing_missing_nothing_changes() -> None:
    data = table("uuvvuvuv", x="aabbabab", z="cdcdccdd")
    trees = [dt.grow(data, replace(dt.recipe("id3"), missing=p)) for p in (COMMON, OF_CLASS)]
    assert trees[0] == trees[1] == dt.grow(data, dt.recipe("id3"))
