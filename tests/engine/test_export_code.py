"""Exported Python, SQL and rules predict as ``dt.predict`` does, row for row."""

import sqlite3
from dataclasses import replace
from io import StringIO
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given

import dttools as dt
from dtcore.model.nodes import weight_of
from dtcore.model.predict import encode, route
from dtshow.tables.catalogue import catalogue
from dttools.export.sql_code import NESTED
from tests.engine.gappy_tables import gappy, with_policy
from tests.engine.random_frames import RECIPES, data_of, frame_of
from tests.exported_code import by_python, by_sql
from tests.small_tables import dataset, table, with_gaps
from tests.strategies import NASTY, fits, law, seeds

POLICIES = (dt.Fractions(), dt.Surrogates(), dt.MajorityBranch(), dt.OwnBranch(), dt.MostCommon())
STRANGE = (*NASTY, "row", "branch", "class", "None", "x_0", "", "a'); --", "\0", "é" * 3)


def frame(data: dt.Dataset) -> pd.DataFrame:
    """The rows of a table as people write them, then with cells missing, then with levels that
    no tree has seen."""
    columns: dict[str, list[Any]] = {}
    random = np.random.default_rng(len(data))
    for column in data.columns:
        names, nothing = [*(column.levels or ()), None], None if column.levels else np.nan
        own = [names[v] for v in column.values] if column.levels else column.values.tolist()
        gone = [nothing if random.random() < 0.3 else cell for cell in own]
        new = ["zebra" if column.levels and random.random() < 0.3 else cell for cell in own]
        columns[column.name] = [*own, *gone, *new]
    return pd.DataFrame(columns)


def check(tree: dt.Tree, rows: pd.DataFrame) -> None:
    told, rules, coded = dt.predict(tree, rows), dt.rules.of(tree), encode(rows, tree.schema)
    covers = np.array([rule.covers(coded) for rule in rules.rules])
    sure = rules.which(rows) >= 0  # else the tree decides: by surrogates, fractions or its policy
    assert (covers.sum(axis=0) == sure).all()
    ours, theirs = by_python(tree, rows), by_sql(tree, rows)
    certain = ~divided(tree, rows)
    assert all(value is None for value in np.array(theirs, object)[~certain])
    said = [value for value, sure in zip(theirs, certain, strict=True) if sure]
    by_rules = rules.predict(rows)
    if tree.schema.classes:
        assert by_rules.tolist() == ours == told.tolist()
        assert said == told[certain].tolist()
    else:
        near = {"rel": 1e-12, "abs": 1e-12 * float(np.abs(told).max(initial=0.0))}
        assert ours == pytest.approx(told.tolist(), **near)
        assert by_rules.tolist() == pytest.approx(told.tolist(), **near)
        assert said == pytest.approx(told[certain].tolist(), **near)


def divided(tree: dt.Tree, rows: pd.DataFrame) -> np.ndarray:
    """The rows of which a split makes fractions: those that SQL answers with NULL."""
    found = route(tree, encode(rows, tree.schema))
    out = np.zeros(len(rows), bool)
    for row, place in found.unplaced.tolist():
        shares = tree.missing.shares(weight_of(tree.stats[tree.child_places(place)], tree.schema))
        out[row] |= bool(shares.any()) and shares.max() < 1
    return out


@pytest.mark.on_push(4)
@pytest.mark.parametrize("key", catalogue())
def test_every_bundled_table(key: str) -> None:
    """All its rows, by its own recipe, the tree in full."""
    data = dataset(key)
    check(dt.grow(data, dt.recipe(catalogue()[key].recipe)), frame(data))


@pytest.mark.nightly
@pytest.mark.parametrize("key", catalogue())
def test_every_bundled_table_by_other_recipes(key: str) -> None:
    data = dataset(key)
    others = [
        recipe for recipe in map(dt.recipe, ("c45", "cart", "regression")) if fits(recipe, data)
    ]
    assert others
    for recipe in others:
        check(dt.grow(data, recipe), frame(data))


def hostile(data: dt.Dataset, seed: int) -> dt.Dataset:
    """With other names for columns, levels and classes; those that SQL cannot say have a test of
    their own."""
    words = [name for name in STRANGE if "\0" not in name]
    columns = (*data.columns, data.target)
    names = {c.name: f"{words[(seed + k) % len(words)]}{k}" for k, c in enumerate(columns)}
    levels = {
        c.name: {level: f"{words[(seed + k) % len(words)]}{k}" for k, level in enumerate(c.levels)}
        for c in columns
        if c.levels
    }
    return data.relabel(names, levels)


def random_tree(seed: int) -> tuple[dt.Dataset, dt.Tree]:
    """Recipes, targets and policies in turn; half of the tables have gaps, and all have names that
    do harm where they are taken for code."""
    frame, target = frame_of(seed), "number" if seed % 4 == 1 else "class"
    if seed % 2:
        inputs = [name for name in frame if name[0] in "nx" and name != "number"]
        gone = np.random.default_rng(seed).random((len(frame), len(inputs))) < 0.15
        frame[inputs] = frame[inputs].mask(gone)
    data, first = hostile(data_of(frame, target), seed), seed % len(RECIPES)
    for recipe in (*RECIPES[first:], *RECIPES[:first]):
        changed = with_policy(recipe, POLICIES[seed // 2 % len(POLICIES)]) if seed % 2 else recipe
        if changed and fits(changed, data):
            return data, dt.grow(data, changed)
    return data, dt.grow(data, dt.fitting(data))


@pytest.mark.on_push(12)
@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(5))
def test_a_random_table(seed: int) -> None:
    data, tree = random_tree(seed)
    check(tree, frame(data))


@law
@given(gappy())
def test_every_missing_policy(case: object) -> None:
    data = case[0].data()
    check(dt.grow(data, case[1]), frame(data))


@pytest.mark.parametrize("name", STRANGE)
def test_hostile_names(name: str) -> None:
    """As a column, a level and a class; what SQL cannot say it says that it cannot."""
    column = name or " "
    data = pd.DataFrame({column: [name, name, "b", "b"], "goal": [name + "?"] * 2 + ["no"] * 2})
    tree = dt.grow(dt.Dataset.from_frame(data, target="goal"), dt.recipe("id3"))
    rows = data[[column]]
    told = dt.predict(tree, rows).tolist()
    assert by_python(tree, rows) == told
    if "\0" in name:
        assert "SQL cannot say these names" in dt.export.sql(tree).partition("SELECT")[0]
    else:
        assert by_sql(tree, rows) == told
    lines = dt.export.markdown(tree).splitlines()
    assert len([line for line in lines if line[:2] in ("1.", "2.")]) == len(tree) - 1


def test_chinese_names_stay_readable() -> None:
    """As variables too; "ﬁ", which Python takes for "fi", gets another name."""
    data = table("aabb", x=[1, 1, 2, 2]).relabel({"x": "天气"}, {"y": {"a": "晴"}})
    tree = dt.grow(data, dt.recipe("cart"))
    for text in ("    天气 = number(row.get('天气'))", "    if 天气 > 1.5:", "return '晴'"):
        assert text in dt.export.python(tree)
    assert "WHEN \"天气\" > 1.5 THEN 'b'" in dt.export.sql(tree)
    check(tree, frame(data))
    both = pd.DataFrame({"ﬁ": list("uuvv"), "fi": list("uvuv"), "y": list("ppqr")})
    tree = dt.grow(dt.Dataset.from_frame(both, target="y"), dt.recipe("id3"))
    assert by_python(tree, both) == dt.predict(tree, both).tolist()
    assert "x_0 = level(row.get('ﬁ'))" in dt.export.python(tree)


def test_columns_that_sql_takes_for_the_same_are_told() -> None:
    frame = pd.DataFrame({"a": list("uuvv"), "A": list("uvuv"), "y": list("ppqr")})
    tree = dt.grow(dt.Dataset.from_frame(frame, target="y"), dt.recipe("id3"))
    assert "takes these columns for the same: ['a', 'A']" in dt.export.sql(tree)
    assert by_python(tree, frame) == dt.predict(tree, frame).tolist()


def test_sql_says_what_it_assumes_of_types_and_needs_it() -> None:
    """Truth values that are 0 and 1, as sqlite has them, and text without case answer wrongly."""
    data = pd.DataFrame({"b": [True, False] * 6, "z": list("aA") * 6, "y": list("uv") * 6})
    for name, kind, other in (("b", "TEXT", "INTEGER"), ("z", "TEXT", "TEXT COLLATE NOCASE")):
        rows = data[[name, "y"]]
        tree = dt.grow(dt.Dataset.from_frame(rows, target="y"), dt.recipe("id3"))
        answers = {}
        for declared in (kind, other):
            base = sqlite3.connect(":memory:")
            base.execute(f'CREATE TABLE "rows" ("{name}" {declared})')
            cells = data[name].astype(str if kind == declared or name == "z" else int).tolist()
            base.executemany('INSERT INTO "rows" VALUES (?)', [(cell,) for cell in cells])
            answers[declared] = [row[-1] for row in base.execute(dt.export.sql(tree))]
        assert answers[kind] == data["y"].tolist() != answers[other]
    head = dt.export.sql(tree).partition("SELECT")[0]
    assert head.count("\n") == 5
    for words in ("is NULL,", "byte by byte", "'True', 'False', '1'"):
        assert words in head


def test_intervals_and_losses() -> None:
    cut = replace(dt.recipe("id3"), bins=dt.EqualWidth(3))
    tree = dt.grow(dataset("iris"), cut)
    check(tree, frame(dataset("iris")))
    costly = replace(dt.recipe("c45"), classes=dt.Losses(((0.0, 1.0), (9.0, 0.0))))
    gaps = with_gaps("uuvvuvuv", n=[1.0, 2.0, 3.0, 4.0, None, None, 1.5, 3.5], z="cdcdcdcc")
    check(dt.grow(gaps, replace(costly, stopping=(dt.Pure(),))), frame(gaps))


def test_cells_may_be_numbers_for_levels_and_text_for_numbers() -> None:
    data = table("aabb", x=[1, 1, 2, 2], z="uvuv")
    named = dt.Dataset.from_frame(
        pd.DataFrame({"x": [1, 1, 2, 2], "y": list("aabb")}), target="y", kinds={"x": "nominal"}
    )
    for tree in (dt.grow(named, dt.recipe("id3")), dt.grow(data, dt.recipe("cart"))):
        names: dict[str, Any] = {}
        exec(dt.export.python(tree), names)
        assert [names["predict"]({"x": x}) for x in (1, 1.0, "1", 2, "2")] == list("aaabb")
        assert names["predict"]({}) in "ab"


def chain(depth: int, side: int) -> tuple[dt.Dataset, dt.Tree]:
    """Each question below the branch ``side`` of the one before."""
    n = 90
    data = table("ab" * (n // 2), x=[float(i) for i in range(n)])
    lesson = dt.start(data, dt.recipe("cart"))
    for k in range(depth):
        cut = k + 0.5 if side else n - 1.5 - k
        lesson = lesson.do(dt.Expand((side,) * k, dt.Threshold(0, cut)))
    return data, lesson.state.tree


@pytest.mark.parametrize("side", [0, 1])
def test_a_tree_as_deep_as_code_may_be(side: int) -> None:
    """Deeper than what SQLite reads as CASE within CASE."""
    data, tree = chain(80, side)
    check(tree, frame(data))


@pytest.mark.on_push(2)
@pytest.mark.parametrize("policy", POLICIES[:4])  # cart does not take the last one
def test_a_deep_tree_by_every_missing_policy(policy: object) -> None:
    data, recipe = dataset("titanic"), with_policy(dt.recipe("cart"), policy)
    assert recipe
    tree = dt.grow(data, recipe)
    assert tree.depths.max() > NESTED
    check(tree, frame(data)[::7])


def test_a_tree_too_deep_for_code_is_refused() -> None:
    _data, tree = chain(85, 1)
    for write in (dt.export.python, dt.export.sql):
        with pytest.raises(dt.DataError, match="85 questions"):
            write(tree)


def test_markdown_of_tennis() -> None:
    lines = dt.export.markdown(dt.grow(dataset("playtennis"), dt.recipe("id3"))).splitlines()
    assert "1. **If** Outlook = Sunny **and** Humidity = High **then** No (n = 3, 100.0%)" in lines
    name = table("aabb", x=[1, 1, 2, 2]).relabel({"x": "*a*<b>"}, {"y": {"a": "[x](y)"}})
    told = dt.export.markdown(dt.grow(name, dt.recipe("cart")))
    assert r"**If** \*a\*\<b> ≤ 1.5 **then** \[x\](y) (n = 2, 100.0%)" in told


def test_candidates_are_a_table() -> None:
    """Mitchell 1997, §3.4.2: the gains of the four columns."""
    step = dt.start(dataset("playtennis"), dt.recipe("id3")).propose()
    assert step is not None
    schema = dataset("playtennis").schema
    found = dt.export.candidates(step, schema)
    assert found["column"].tolist() == ["Outlook", "Temperature", "Humidity", "Wind"]
    assert found["gain"].round(3).tolist() == [0.247, 0.029, 0.152, 0.048]
    again = pd.read_csv(StringIO(dt.export.candidates_csv(step, schema)))
    assert again["gain"].tolist() == found["gain"].tolist()


def test_candidates_of_all_steps_say_their_step_and_path() -> None:
    """Mitchell 1997, §3.4.2: the gain of Humidity where Outlook = Sunny."""
    lesson = dt.start(dataset("playtennis"), dt.recipe("id3")).finish()
    found = dt.export.candidates_of(lesson.done, lesson.state.tree)
    assert found["step"].unique().tolist() == [1, 2, 6]
    sunny = found[(found["path"] == "Outlook = Sunny") & (found["column"] == "Humidity")]
    assert sunny["gain"].round(3).tolist() == [0.971]
    nothing = dt.start(dataset("playtennis"), dt.recipe("id3"))
    with pytest.raises(dt.DataError, match="Nothing was weighed"):
        dt.export.candidates_of(nothing.done, nothing.state.tree)


def test_csv_holds_no_formula() -> None:
    """OWASP's signs of CSV injection, and the wide ones that spreadsheets in Asia take."""
    signs = [*"=+-@\t\r\n＝＋－＠"]
    frame = pd.DataFrame({sign: [f"{sign}1+1", "1+1", -1.5] for sign in signs})
    text = dt.export.csv_text(frame, ["=a, b", "c"])
    assert text.startswith('"# =a, b"\r\n# c\r\n')
    again = pd.read_csv(StringIO(text), skiprows=2)
    assert all(name[0] == "'" for name in again.columns)
    assert len(again) == 3
    assert again.iloc[:, 3].tolist() == ["'@1+1", "1+1", "-1.5"]
