"""Tables larger than memory in the app: from a folder of the server to a lesson on counts."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest

import dttools as dt
from pages.ui.classroom import steps
from pages.ui.pruning.stage import way_on
from pages.ui.shell.session import lessons
from pages.ui.tables import large
from pages.work.settings import LargeTables, Settings, settings
from tests.pages import visit
from tests.pages.pruning import pruning_session
from tests.pages.stage import acted, block, scene
from tests.pages.visit import clicked, keys, lesson, turned, unfolded, waited

pytestmark = pytest.mark.filterwarnings("ignore")  # of Ibis, about what it calls
ROWS = 3000
KEY = "large~parts"


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    random = np.random.default_rng(3)
    x = random.normal(size=ROWS)
    words = random.choice(["b10", "b9", "c"], ROWS)
    frame = pd.DataFrame({"x": x, "n": words, "k": np.arange(ROWS) % 7})
    frame["y"] = np.where((x > 0.3) ^ (random.random(ROWS) < 0.1), "yes", "no")
    return frame


@pytest.fixture
def folder(tmp_path: Path, frame: pd.DataFrame, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Named by the settings: a folder of two Parquet files, a CSV, and ways out of it."""
    result = tmp_path / "large"
    (result / "parts").mkdir(parents=True)
    frame[:900].to_parquet(result / "parts" / "a.parquet")
    frame[900:].to_parquet(result / "parts" / "b.parquet")
    frame[:50].assign(id=[f"w{i}" for i in range(50)]).to_csv(result / "small.csv", index=False)
    (tmp_path / "secret.csv").write_text("a,y\n1,p\n2,q\n")
    (result / "link.csv").symlink_to(tmp_path / "secret.csv")
    (result / "away").mkdir()
    (result / "away" / "a.csv").symlink_to(tmp_path / "secret.csv")
    (result / "notes.md").write_text("not a table")
    named = replace(Settings(), large=LargeTables(str(result)))
    for module in (large, lessons):
        monkeypatch.setattr(module, "settings", lambda: named)
    return result


@pytest.fixture
def counting() -> None:
    pytest.importorskip("ibis", reason="the extra “large” is not installed")
    pytest.importorskip("duckdb", reason="the extra “large” is not installed")


def errors(at: visit.AppTest) -> str:
    return " ".join(error.value for error in at.error)


def opened(page: str = "grow", **params: str) -> visit.AppTest:
    return waited(visit.opened(page, data=KEY, **params))


def test_without_a_folder_nothing_is_offered() -> None:
    assert not settings().large.folder
    at = visit.opened("home")
    assert "Or open a large table that stays on the server" not in [
        place.label for place in at.expander
    ]
    at = visit.opened("grow", data=KEY)
    assert "does not offer" in errors(at)
    assert lesson(at).choice.key == "playtennis"


def test_without_the_libraries_home_says_what_to_install(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ibis", "duckdb"):
        monkeypatch.setitem(__import__("sys").modules, name, None)
    at = unfolded(visit.opened("home"), "home_large")
    assert 'pip install "ibis-framework[duckdb]<13" "duckdb<2"' in errors(at)
    at = visit.opened("grow", data=KEY)
    assert 'pip install "ibis-framework[duckdb]<13" "duckdb<2"' in errors(at)
    assert lesson(at).choice.key == "playtennis"


def test_the_folder_offers_its_tables_and_nothing_outside(folder: Path, counting: None) -> None:
    assert list(large.listed()) == ["parts", "small.csv"]
    for name in ("../secret.csv", "link.csv", "away", str(folder.parent / "secret.csv"), "*", ""):
        with pytest.raises(dt.LinkError, match="does not offer"):
            large.named(large.LARGE + name)


def test_a_table_is_opened_on_home_and_stepped(
    folder: Path, counting: None, frame: pd.DataFrame
) -> None:
    at = unfolded(visit.opened("home"), "home_large")
    at = visit.checked(at.selectbox(key="large_table").select("parts").run())
    assert at.selectbox(key="large_target").value == "y"
    at = turned(waited(clicked(at, "large_open")), "grow")
    assert at.query_params["data"] == KEY
    assert lesson(at).dataset.counted
    here = scene(at)["rows"]
    assert "".join(here["head"]) == "3,000 rows · all rows"
    assert "".join(here["said"][0]).startswith("A sample of 200 of 3,000 rows")
    assert (len(here["cells"]), here["lit"]) == (200, 200)
    own = dt.start(dt.Dataset.from_frame(frame, target="y"), lesson(at).recipe).propose()
    step = lesson(acted(at, "next")).timeline.propose()
    assert own is not None
    assert step is not None
    assert step.evidence is not None
    n = next(c for c in step.evidence.candidates if c.column == 1)
    assert n.scores == next(c for c in own.evidence.candidates if c.column == 1).scores


def test_an_address_opens_the_table_at_its_step(folder: Path, counting: None) -> None:
    at = opened(recipe="cart", step="3")
    assert lesson(at).timeline.cursor == 3
    assert at.query_params["data"] == KEY
    node = lesson(at).node
    rows = scene(acted(at, "pick", 1))["rows"]
    weight = lesson(at).tree.weight(node)
    assert f"{weight:,.0f} rows" in "".join(rows["head"])
    assert 0 < rows["lit"] < 200


def test_a_copy_of_an_earlier_version_is_made_anew(folder: Path, counting: None) -> None:
    """Or one that was not written to its end."""
    copy = large.copy_of(large.first_look(KEY).choice)
    copy.parent.mkdir()
    copy.write_bytes(b"old")
    at = opened(recipe="cart", step="3")
    assert not errors(at)
    assert lesson(at).timeline.cursor == 3


def test_a_table_that_has_changed_is_not_shown_as_it_was(
    folder: Path, counting: None, frame: pd.DataFrame
) -> None:
    before = scene(opened(recipe="cart"))
    frame[900:2000].to_parquet(folder / "parts" / "b.parquet")
    after = scene(opened(recipe="cart"))
    assert "".join(before["rows"]["head"]) == "3,000 rows · all rows"
    assert "".join(after["rows"]["head"]) == "2,000 rows · all rows"
    assert before["nodes"] != after["nodes"]


def test_a_copy_that_is_gone_is_made_anew(folder: Path, counting: None) -> None:
    """Though others are still on the table."""
    first = opened(recipe="cart", step="2")
    large.copy_of(large.first_look(KEY).choice).unlink()
    at = opened(recipe="cart", step="3")
    assert not errors(at)
    assert lesson(at).timeline.cursor == 3
    assert lesson(first).dataset.counted


def test_a_cut_between_groups_says_so_and_is_found_exactly(
    folder: Path, counting: None, frame: pd.DataFrame
) -> None:
    at = acted(opened(recipe="cart"), "next")
    said = "".join(block(at, "grouped")["text"])
    assert "between 256 groups of values only" in said
    at = waited(acted(at, "do", "exactly"))
    found = "".join(block(at, "exactly")["text"])
    best = dt.start(dt.Dataset.from_frame(frame, target="y"), dt.recipe("cart")).propose()
    assert best is not None
    assert str(best.move.split.condition(lesson(at).dataset.schema, 0)) in found
    at = acted(acted(at, "look", "k"), "view", "working")
    assert not [b for b in scene(at)["panel"] if b["key"] == "grouped"]


@pytest.mark.on_push(3)
@pytest.mark.parametrize("shown", ["curve", "drop", "node"])
@pytest.mark.parametrize("column", ["x", "n"])
def test_each_view_of_a_candidate_is_drawn(
    folder: Path, counting: None, column: str, shown: str
) -> None:
    at = acted(acted(opened(recipe="cart", step="2"), "pick", 1), "do", "weigh")
    at = acted(acted(at, "look", column), "view", shown)
    assert not errors(at)


@pytest.mark.on_push("use")
@pytest.mark.parametrize("page", ["explore", "use"])
def test_what_needs_rows_is_refused_with_a_way_out(folder: Path, counting: None, page: str) -> None:
    at = waited(turned(opened(recipe="cart", depth="3"), page))
    assert "needs the rows one by one" in errors(at)
    at = turned(clicked(at, "take_sample"), "data")
    assert not errors(at)
    assert len(at.session_state["uploads"]) == 1


def test_pruning_goes_by_counts_and_refuses_rows_held_out(folder: Path, counting: None) -> None:
    at = waited(turned(opened(recipe="cart", depth="3"), "pruning"))
    assert not errors(at)
    table = lesson(at).dataset
    tree = dt.grow(table, lesson(at).recipe)
    wrong = round((1 - dt.evaluation.accuracy(tree, table)) * ROWS)
    assert f"{wrong} errors on the 3,000 training rows" in " ".join(m.value for m in at.markdown)
    at = acted(at, "next")
    way = way_on(pruning_session(at))
    assert way is not None
    assert way.label == "Use this tree"  # counts have no curves to choose a tree by


@pytest.mark.parametrize("page", ["data", "impurity", "reference"])
def test_other_pages_are_drawn(folder: Path, counting: None, page: str) -> None:
    at = turned(opened(recipe="cart"), page)
    assert not errors(at)


def test_an_address_that_asks_for_rows_says_so(folder: Path, counting: None) -> None:
    for extra in ({"hold": "0.3~1"}, {"without": "1~2"}, {"weight": "k"}):
        at = opened(**extra)
        assert errors(at), extra
        assert lesson(at).choice.key == KEY


def test_a_folder_that_cannot_be_written_says_who_can_help(
    folder: Path, counting: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(large.os, "access", lambda path, mode: False)
    at = opened(recipe="cart")
    assert "The owner of this server can let the app write there" in errors(at)
    assert str(folder) not in errors(at)
    assert lesson(at).choice.key == "playtennis"


def test_what_a_server_did_not_write_to_its_end_goes(folder: Path, counting: None) -> None:
    left, fresh = folder / large.COPIES / "old.part", folder / large.COPIES / "new.part"
    left.parent.mkdir()
    for part in (left, fresh):
        part.write_bytes(b"")
    os.utime(left, (0, 0))
    large.table(large.first_look(KEY).choice, lambda share: None)
    assert (left.exists(), fresh.exists()) == (False, True)


def test_no_class_is_opened_on_a_table_that_is_counted(folder: Path, counting: None) -> None:
    with pytest.raises(dt.LinkError, match="too large for a live class"):
        steps.opened(f"/grow?data={KEY}&recipe=cart&step=1")


def test_no_more_copies_are_kept_than_there_is_room_for(
    folder: Path, counting: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(large, "MOST_COPIES", 2)
    choice = large.first_look(KEY).choice

    def opened(column: str) -> object:
        return large.table(choice.with_role([column], "ignore"), lambda share: None)

    for column in ("x", "n", "k"):
        opened(column)  # which nobody keeps
    assert len(list((folder / large.COPIES).iterdir())) == 2
    kept = [opened("x"), opened("n")]
    with pytest.raises(dt.DataError, match="no room for the copy"):
        opened("k")
    assert len(kept) == 2


def test_only_what_is_prepared_opens_at_once(folder: Path, counting: None) -> None:
    choice = large.first_look(KEY).choice
    with pytest.raises(large.NotPreparedError):
        large.table(choice)
    made = large.table(choice, lambda share: None)
    assert large.table(choice) is made


def test_a_first_look_leaves_out_what_only_names_rows(
    folder: Path, counting: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(large, "LEVELS", 40)
    assert large.first_look("large~small.csv").choice.roles == {"id": "ignore"}


def test_preparing_can_be_stopped(
    folder: Path, counting: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, ended = Event(), Event()

    def held(*given: Any, **more: Any) -> Any:
        assert go_on.wait(60)
        try:
            return dt.open(*given, **more)
        finally:
            ended.set()

    monkeypatch.setattr(large, "dt", SimpleNamespace(**vars(dt) | {"open": held}))
    try:
        at = visit.opened("grow", data=KEY)
        assert "stop_work" in keys(at)
        at = clicked(at, "stop_work")
        assert "was not finished" in errors(at)
    finally:
        go_on.set()
    assert ended.wait(60)
    assert not waited(at).exception
