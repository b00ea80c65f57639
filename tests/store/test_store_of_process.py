"""The store of a running server: its file may be lost, and the clock may jump."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pages.store import kept_tables
from pages.store.kept_tables import Cleaning
from pages.store.rooms import Rooms, RoomStanding
from pages.store.schema import engine_of
from pages.store.store import DAY, HOUR, Retention, Store, StoreError

TABLE = b"a,b\n1,2\n"
YEARS = 4000 * DAY


def deleted(place: Path) -> None:
    for file in place.parent.glob("store.db*"):
        file.unlink()


def replaced(place: Path) -> None:
    """By a copy of it, as from a backup."""
    copy = place.with_name("copy")
    with engine_of(f"sqlite:///{place}").connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    shutil.copy(place, copy)
    deleted(place)
    copy.rename(place)


@pytest.mark.parametrize(("lose", "known"), [(deleted, False), (replaced, True)])
def test_a_file_that_was_lost_is_opened_anew_and_said(
    lose: Callable[[Path], None],
    known: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    place = tmp_path / "store.db"
    monkeypatch.setenv("NBN_STORE", f"sqlite:///{place}")
    first = kept_tables.store().keep(TABLE, "")
    kept_tables.let_go_of_lost()
    assert not caplog.records
    lose(place)
    with caplog.at_level(logging.WARNING):
        kept_tables.let_go_of_lost()
    assert ["deleted or replaced" in record.message for record in caplog.records] == [True]
    second = kept_tables.store().keep(TABLE, "")
    beside = Store(engine_of(f"sqlite:///{place}"))  # as another process has it
    assert beside.find(second)
    assert (beside.find(first) is not None) is known
    kept_tables.let_go_of_lost()
    assert len(caplog.records) == 1


class Clocks:
    """One that may jump, and one that never does."""

    wall, steady = 1e9, 5.0

    def passes(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds


def cleaned(url: str) -> tuple[Clocks, Store, Cleaning]:
    clocks = Clocks()
    store = Store(engine_of(url), Retention(), lambda: clocks.wall)
    return clocks, store, Cleaning(lambda: clocks.steady)


def test_what_is_late_goes_at_the_second_look(url: str) -> None:
    clocks, store, cleaning = cleaned(url)
    name, rooms = store.keep(TABLE, ""), Rooms(store.engine, store.now)
    code, _secret = rooms.open(RoomStanding("{}"))
    clocks.passes(3 * DAY)
    assert cleaning.look(store) == 0
    clocks.passes(HOUR - 1)
    assert cleaning.look(store) == 0
    assert rooms.versions([code])
    clocks.passes(1)
    assert cleaning.look(store) == 2
    assert store.find(name) is None
    assert not rooms.versions([code])


@pytest.mark.parametrize("ahead", [0, 1, 2])
def test_a_clock_that_jumps_and_is_put_right_deletes_nothing(url: str, ahead: int) -> None:
    """At whichever of the hourly looks it is ahead."""
    clocks, store, cleaning = cleaned(url)
    name, rooms = store.keep(TABLE, ""), Rooms(store.engine, store.now)
    code, _secret = rooms.open(RoomStanding("{}"))
    for look in range(4):
        clocks.wall += YEARS * (look == ahead)
        assert cleaning.look(store) == 0
        clocks.wall -= YEARS * (look == ahead)
        clocks.passes(HOUR)
    assert store.find(name)
    assert rooms.find(code)


def looked_through(clocks: Clocks, store: Store, minutes: int) -> int:
    """By a process that begins now and lives so long; how much went."""
    cleaning, gone, clocks.steady = Cleaning(lambda: clocks.steady), 0, 5.0
    for _minute in range(minutes):
        gone += cleaning.look(store)
        clocks.passes(60)
    return gone


@pytest.mark.parametrize("minutes", [1, 50, 70])
def test_a_server_that_never_runs_for_an_hour_lets_go_too(url: str, minutes: int) -> None:
    clocks, store, _cleaning = cleaned(url)
    store.keep(TABLE, "")
    clocks.passes(40 * DAY)
    gone = [looked_through(clocks, store, minutes) for _session in range(120 // minutes + 2)]
    assert sum(gone) == 1
    assert gone[0] == (minutes > 60)  # not at one look


@pytest.mark.on_push(6)
@pytest.mark.parametrize("session", range(3))
@pytest.mark.parametrize("ahead", [1, 20, 29])
def test_a_clock_that_jumps_between_sessions_deletes_nothing(
    url: str, session: int, ahead: int
) -> None:
    """It is put right after two more of so many minutes."""
    clocks, store, _cleaning = cleaned(url)
    name, rooms = store.keep(TABLE, ""), Rooms(store.engine, store.now)
    code, _secret = rooms.open(RoomStanding("{}"))
    for number in range(6):
        if number == session:
            clocks.wall += YEARS
            assert not looked_through(clocks, store, ahead)
            assert not looked_through(clocks, store, ahead)
            clocks.wall -= YEARS
        assert not looked_through(clocks, store, 50)
    assert store.find(name)
    assert rooms.find(code)


def test_who_sent_is_forgotten_at_the_next_look(url: str) -> None:
    clocks, store, cleaning = cleaned(url)
    store = Store(store.engine, Retention(tables_an_hour=1), store.now)
    store.keep(TABLE, "", "192.0.2.7")
    with pytest.raises(StoreError):
        store.keep(TABLE, "", "192.0.2.7")
    clocks.passes(HOUR + 1)
    cleaning.look(store)
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT sender FROM record").scalars().all() == [""]
