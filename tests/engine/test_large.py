"""Tables counted by DuckDB, Polars or Spark where they lie, beside the same rows in memory."""

import importlib.util
import os
import shutil
from itertools import islice
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import dttools as dt
from dttools.files import read
from dttools.large import exact, exact_cut, range_of
from tests.engine.command_line import printed
from tests.engine.random_frames import RECIPES, frame_of, same
from tests.strategies import fitting

pytest.importorskip("ibis", reason="the extra “large” is not installed")
pytest.importorskip("duckdb", reason="the extra “large” is not installed")

pytestmark = pytest.mark.filterwarnings("ignore")  # of Ibis, about what it calls

SPARK = importlib.util.find_spec("pyspark") and shutil.which("java") and not os.environ.get("CI")
ENGINES = [
    "duckdb://",
    pytest.param(
        "polars://",
        marks=pytest.mark.skipif(not importlib.util.find_spec("polars"), reason="without Polars"),
    ),
    pytest.param(
        "pyspark://", marks=pytest.mark.skipif(not SPARK, reason="without Spark and Java, or in CI")
    ),
]
REFUSED = {"assistant"}


def plain(seed: int) -> pd.DataFrame:
    """A random table as a file holds it: words, without the levels that do not occur."""
    frame = frame_of(seed)
    words = {name: frame[name].astype(str) for name in frame if frame[name].dtype == "category"}
    return frame.assign(**words)


@pytest.mark.on_push("duckdb://-number")
@pytest.mark.parametrize("target", ["class", "number"])
@pytest.mark.parametrize("engine", ENGINES)
def test_who_counts_makes_no_difference(engine: str, target: str, tmp_path: Path) -> None:
    few = engine == "pyspark://"  # a second or more a query
    for seed in range(1 if few else 6):
        frame, file = plain(seed + 2), tmp_path / f"{seed}.parquet"
        frame.to_parquet(file)
        ignore = [*({"class", "number", "w"} - {target})]
        kinds = {target: "nominal" if target == "class" else "numeric"}
        roles = dict.fromkeys(ignore, "ignore")
        data = dt.Dataset.from_frame(frame, target=target, roles=roles, kinds=kinds)
        table = dt.open(file, target, ignore=ignore, kinds=kinds, counting=engine)
        recipes = [recipe for recipe in fitting(data, RECIPES) if recipe.name not in REFUSED]
        for recipe in islice(recipes, seed % 3, None, 8 if few else 3):
            shallow = recipe.limited(2) if few else recipe
            same(dt.grow(table, shallow), dt.grow(data, shallow))


@pytest.fixture(scope="module")
def numbers(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, pd.DataFrame]:
    """2,000 rows with a column of as many numbers, in two files."""
    random = np.random.default_rng(3)
    x = random.normal(size=2000)
    frame = pd.DataFrame(
        {"x": x, "n": random.choice(["b10", "b9"], 2000), "k": np.arange(2000) % 7}
    )
    frame["y"] = np.where((x > 0.3) ^ (random.random(2000) < 0.3), "yes", "no")
    folder = tmp_path_factory.mktemp("large") / "parts"
    folder.mkdir()
    frame[:900].to_parquet(folder / "a.parquet")
    frame[900:].to_parquet(folder / "b.parquet")
    return folder, frame


def test_many_numbers_are_cut_between_groups_and_exactly_on_request(
    numbers: tuple[Path, pd.DataFrame],
) -> None:
    folder, frame = numbers
    table = dt.open(folder, "y")
    assert [table.grouped(place) for place in range(3)] == [True, False, False]
    assert (len(table), len(table.low[0])) == (2000, 256)
    np.testing.assert_array_equal(table.columns[1].levels, ["b9", "b10"])
    lesson = dt.start(table, dt.recipe("cart"))
    split = lesson.propose().move.split
    x = np.sort(frame["x"])
    assert (x <= split.gap[0]).sum() + (x >= split.gap[1]).sum() == 2000
    mine = lesson.propose().evidence.candidates[0]
    within = range_of(lesson.problem, lesson.state, (), mine)
    found = exact_cut(lesson.problem, lesson.state, (), 0)
    data = dt.Dataset.from_frame(frame, target="y")
    best = dt.start(data, dt.recipe("cart")).propose().evidence.best
    assert within.low <= best.split.cut <= within.high
    assert 0 < within.groups.sum() < 10
    assert found.split == best.split
    tries = {"tries": best.scores["tries"]}  # of all values, not of those between alone
    assert {**found.scores, **tries} == best.scores
    below = lesson.step().step()
    assert exact_cut(below.problem, below.state, (1,), 0).verdict in dt.Verdict


def test_too_many_rows_are_not_looked_at_for_an_exact_cut(
    numbers: tuple[Path, pd.DataFrame], monkeypatch: pytest.MonkeyPatch
) -> None:
    lesson = dt.start(dt.open(numbers[0], "y"), dt.recipe("cart"))
    monkeypatch.setattr(exact, "MOST_ROWS", 1)
    with pytest.raises(dt.DataError, match="further down the tree"):
        exact_cut(lesson.problem, lesson.state, (), 0)


def test_a_copy_serves_again_until_the_table_changes(tmp_path: Path) -> None:
    file, told = tmp_path / "t.csv", []
    file.write_text("a,y\n1,p\n2,q\n3,q\n")
    assert len(dt.open(file, "y", progress=told.append)) == 3
    assert told == sorted(told)
    assert told[0] < told[-1] == 1
    told.clear()
    assert len(dt.open(file, "y", progress=told.append)) == 3
    assert told == [1]
    file.write_text("a,y\n1,p\n2,q\n3,q\n4,p\n")
    assert len(dt.open(file, "y")) == 4


@pytest.mark.parametrize(("target", "recipe"), [("y", "cart"), ("k", "regression")])
def test_no_exact_cut_is_found_in_a_table_that_has_changed(
    tmp_path: Path, target: str, recipe: str
) -> None:
    random = np.random.default_rng(4)
    frame = pd.DataFrame({"x": random.normal(size=900), "k": np.arange(900) % 300 / 2})
    frame["y"] = np.where((frame["x"] > 0.3) ^ (random.random(900) < 0.3), "yes", "no")
    frame.to_parquet(tmp_path / "t.parquet")
    lesson = dt.start(dt.open(tmp_path / "t.parquet", target), dt.recipe(recipe))
    assert exact_cut(lesson.problem, lesson.state, (), 0).split
    frame[:700].to_parquet(tmp_path / "t.parquet")
    with pytest.raises(dt.DataError, match="has changed"):
        exact_cut(lesson.problem, lesson.state, (), 0)


def test_cells_of_a_text_are_what_they_are_in_a_small_table(tmp_path: Path) -> None:
    """Yes and No stay words, and what says that a value is missing says it here too."""
    file = tmp_path / "t.csv"
    file.write_text("a,b,y\n1,yes,No\nNA,no,No\n2.5,no,Yes\n4,?,Yes\n3,yes,Yes\n")
    table = dt.open(file, "y", complete=True)
    own = read(file.read_bytes()).frame.dropna()
    data = dt.Dataset.from_frame(own, target="y")
    assert len(table) == len(data) == 3
    assert table.schema.classes == data.schema.classes == ("No", "Yes")
    assert table.columns[1].levels == data.columns[1].levels
    assert [column.numeric for column in table.columns] == [True, False]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
def test_a_text_is_taken_apart_as_in_a_small_table(tmp_path: Path, encoding: str) -> None:
    """Its separator, its decimal commas, lines above the table, and codes that are no numbers."""
    file = tmp_path / "t.csv"
    rows = "\n".join(f"{k % 7:05};{k % 9},5;{'né' if k % 2 else 'hé'}" for k in range(40))
    file.write_bytes(f"sep=;\ncode;price;y\n{rows}\n".encode(encoding))
    table = dt.open(file, "y")
    data = dt.Dataset.from_frame(read(file.read_bytes()).frame, target="y")
    assert len(table) == len(data) == 40
    assert [column.numeric for column in data.columns] == [False, True]
    assert table.schema == data.schema
    assert table.columns[0].levels == data.columns[0].levels


def test_a_text_that_the_database_cannot_decode_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    file.write_bytes("天气,决定\n晴,去\n雨天,不去\n多云,去\n晴天,不去\n".encode("gb18030") * 20)
    with pytest.raises(dt.ReadingError, match="Save it as UTF-8"):
        dt.open(file, "决定")


def test_a_table_of_a_database_is_named_unless_it_is_the_only_one(tmp_path: Path) -> None:
    import duckdb

    file = tmp_path / "t.duckdb"

    def run(sql: str) -> None:
        with duckdb.connect(str(file)) as database:
            database.execute(sql)

    run("CREATE TABLE days AS SELECT i AS a, i % 2 = 0 AS y FROM range(6) t(i)")
    assert len(dt.open(file, "y")) == 6
    run("CREATE TABLE nights AS SELECT i AS a, i % 2 = 0 AS y FROM range(8) t(i)")
    with pytest.raises(dt.ReadingError, match="these tables: days, nights"):
        dt.open(file, "y")
    assert [len(dt.open(file, "y", table=name)) for name in ("days", "nights")] == [6, 8]


def test_cancelling_leaves_nothing(tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    file.write_text("a,y\n1,p\n2,q\n")

    def cancel(share: float) -> None:
        if share >= 0.4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        dt.open(file, "y", progress=cancel)
    assert list(tmp_path.iterdir()) == [file]


def test_what_cannot_be_counted_is_refused_with_a_way_out(tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    names = "\n".join(f"{i},w{i},{'pq'[i % 2]},{i if i % 5 else ''}" for i in range(300))
    file.write_text(f"a,word,y,gap\n{names}\n")
    for ignore, target, words in (
        ([], "z", "There is no column “z”"),
        (["gap"], "y", "“word” has more than 256 values"),
        (["word"], "y", "Cells are missing in “gap”"),
    ):
        with pytest.raises(dt.DataError, match=words):
            dt.open(file, target, ignore=ignore)
    assert len(dt.open(file, "y", ignore=["word"], complete=True)) == 240
    with pytest.raises(dt.ReadingError, match="There is no file"):
        dt.open(tmp_path / "no.parquet", "y")
    file.write_text("a,y\n1,p\n2,p\n")
    with pytest.raises(dt.DataError, match="same class"):
        dt.open(file, "y")
    file.write_text("a,y\n")
    with pytest.raises(dt.ReadingError, match="no rows below the header"):
        dt.open(file, "y")
    file = tmp_path / "none.parquet"
    pd.DataFrame({"a": [], "y": []}).to_parquet(file)
    with pytest.raises(dt.DataError, match="no rows"):
        dt.open(file, "y")
    (tmp_path / "bad.parquet").write_bytes(b"nothing")
    with pytest.raises(dt.ReadingError, match=r"^“bad\.parquet” cannot be opened"):
        dt.open(tmp_path / "bad.parquet", "y")


def test_the_command_line_steps_a_folder(
    numbers: tuple[Path, pd.DataFrame], capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = ("--target", "y", "--recipe", "cart", "--steps", "--depth", "1")
    told = printed(capsys, str(numbers[0]), *wanted)
    assert "Rows     2000" in told
    assert "Cut between groups of values, at most 256 of about equal size: x." in told
    assert "x is cut between 256 groups of its values" in told


def test_an_exact_cut_below_a_date_is_refused(tmp_path: Path) -> None:
    """Its levels are counted by code, but the table itself cannot be asked for them."""
    n = np.arange(1200)
    day = pd.to_datetime("2026-01-01") + pd.to_timedelta(n % 2, unit="D")
    frame = pd.DataFrame({"day": day.date, "x": n * 1.0, "y": (n % 2 == 0) | (n > 700)})
    frame.to_parquet(tmp_path / "t.parquet")
    lesson = dt.start(dt.open(tmp_path / "t.parquet", "y"), dt.recipe("cart")).step()
    assert lesson.state.tree[()].split == dt.Subset(0, (0,), (1,))
    with pytest.raises(dt.DataError, match="“day” holds values"):
        exact_cut(lesson.problem, lesson.state, (1,), 1)
