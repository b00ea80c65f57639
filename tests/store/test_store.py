"""The store keeps what it was given, no longer than it says, and no more: on both databases."""

from __future__ import annotations

import multiprocessing
import os
import sqlite3
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Barrier

import pytest
from sqlalchemy import func, select

from pages.store.schema import VERSION, SchemaError, blobs, engine_of, meta, records, versions
from pages.store.store import DAY, HOUR, LONGEST_FORM, Retention, Store, StoreError

TABLE = b"Sky,Play\nsunny,yes\nrainy,no\n" * 40


@dataclass
class Clock:
    """A time that goes on only when it is told to."""

    time: float = 1e9

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(url: str, clock: Clock) -> Store:
    return Store(
        engine_of(url), Retention(24, 90, megabytes=1, megabytes_an_hour=1, tables_an_hour=5), clock
    )


def test_a_table_is_found_under_its_name_alone(store: Store) -> None:
    name = store.keep(TABLE, '{"name": "play.csv"}')
    record = store.find(name)
    assert record is not None
    assert (store.content(record), record.form) == (TABLE, '{"name": "play.csv"}')
    assert len(name) == 22  # 128 bits
    assert store.find(name[:-1]) is None
    assert store.find("") is None


def test_the_same_bytes_are_kept_once(store: Store) -> None:
    names = {store.keep(TABLE, form) for form in ("a", "b", "a")}
    assert len(names) == 3
    with store.engine.connect() as connection:
        assert connection.scalar(select(func.count()).select_from(blobs)) == 1
    for name in names:
        store.forget(name)
    with store.engine.connect() as connection:
        assert connection.scalar(select(func.count()).select_from(blobs)) == 0


def test_what_came_of_a_table_is_forgotten_with_it(store: Store) -> None:
    first = store.keep(TABLE, "read")
    second = store.keep(TABLE, "edited", after=first)
    other, shared = store.keep(TABLE, "another's"), store.share(TABLE, "shared").name
    of_shared = store.keep(TABLE, "edited by a reader", after=shared)
    third = store.keep(TABLE, "edited again", after=second)
    store.forget(second)
    assert [store.find(name) is not None for name in (first, second, third)] == [False] * 3
    assert all(store.find(name) is not None for name in (other, shared, of_shared))


def test_it_goes_when_it_was_not_used_for_so_long(store: Store, clock: Clock) -> None:
    mine, shared = store.keep(TABLE, ""), store.share(TABLE, "").name
    clock.time += 23 * HOUR
    assert store.find(mine) is not None  # used: its time begins again
    clock.time += 23 * HOUR
    assert store.find(mine) is not None
    clock.time += 25 * HOUR + 1
    assert store.find(mine) is None
    assert store.find(shared) is not None
    assert store.expire() == 1
    clock.time += 89 * DAY
    assert store.find(shared) is not None
    clock.time += 91 * DAY
    assert store.find(shared) is None
    assert store.expire() == 1
    with store.engine.connect() as connection:
        assert connection.scalar(select(func.count()).select_from(blobs)) == 0


def test_only_its_secret_takes_a_shared_table_back(store: Store) -> None:
    mine, shared = store.keep(TABLE, ""), store.share(TABLE, "")
    assert not store.withdraw(shared.name, shared.secret + "x")
    assert not store.withdraw(mine, "")
    assert store.find(shared.name) is not None
    store.forget(shared.name)
    assert store.find(shared.name) is not None
    assert store.withdraw(shared.name, shared.secret)
    assert store.find(shared.name) is None
    assert store.find(mine) is not None
    assert not store.withdraw(shared.name, shared.secret)


def test_secrets_and_addresses_are_not_written_down(store: Store, clock: Clock) -> None:
    shared = store.share(TABLE, "", sender="192.0.2.7")
    with store.engine.connect() as connection:
        row = str(connection.execute(select(records)).one())
    assert shared.secret not in row
    assert "192.0.2.7" not in row
    clock.time += HOUR + 1
    store.expire()
    with store.engine.connect() as connection:
        assert connection.scalar(select(records.c.sender)) == ""


def test_bounds_are_kept(store: Store, clock: Clock) -> None:
    random = [os.urandom(400_000) for _ in range(3)]
    for _ in range(5):
        store.keep(TABLE, "", sender="one")
    with pytest.raises(StoreError, match="within an hour"):
        store.keep(TABLE, "", sender="one")
    store.keep(TABLE, "", sender="another")
    clock.time += HOUR + 1
    store.keep(random[0], "", sender="one")
    store.keep(random[1], "", sender="two")
    with pytest.raises(StoreError, match="no room"):
        store.keep(random[2], "", sender="three")
    with pytest.raises(StoreError, match="edits"):
        store.keep(TABLE, "x" * (LONGEST_FORM + 1))


def test_one_sender_brings_so_much_in_an_hour(url: str, clock: Clock) -> None:
    store = Store(engine_of(url), Retention(megabytes=50, megabytes_an_hour=1), clock)
    for _ in range(2):
        store.keep(os.urandom(500_000), "", sender="one")
    with pytest.raises(StoreError, match="your network"):
        store.keep(os.urandom(500_000), "", sender="one")
    store.keep(os.urandom(500_000), "", sender="two")


def test_a_server_may_keep_nothing(url: str) -> None:
    store = Store(engine_of(url), Retention(hours=0, days=0))
    with pytest.raises(StoreError, match="keeps no tables"):
        store.keep(TABLE, "")
    with pytest.raises(StoreError, match="keeps no tables"):
        store.share(TABLE, "")


def _keep_many(url: str, times: int, names: multiprocessing.Queue[list[str]]) -> None:
    store = Store(engine_of(url), Retention(tables_an_hour=10**6))
    names.put([store.keep(TABLE + bytes(i % 7), str(i), sender="one") for i in range(times)])


def test_two_processes_keep_and_none_is_lost(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # tests of pages leave the app as the main module, which each worker would run first
    monkeypatch.setitem(sys.modules, "__main__", sys.modules[__name__])
    spawn = multiprocessing.get_context("spawn")
    names: multiprocessing.Queue[list[str]] = spawn.Queue()
    workers = [spawn.Process(target=_keep_many, args=(url, 100, names)) for _ in range(2)]
    for worker in workers:
        worker.start()
    kept = [name for _ in workers for name in names.get(timeout=120)]
    for worker in workers:
        worker.join()
    store = Store(engine_of(url))
    assert len(set(kept)) == 200
    assert all(store.find(name) for name in kept)


def test_all_who_start_at_once_find_the_tables(url: str) -> None:
    start = Barrier(4)

    def begin(_number: int) -> int:
        start.wait()
        with engine_of(url).connect() as connection:
            return int(connection.scalar(select(versions.c.number)) or 0)

    for _time in range(3):
        engine = engine_of(url)
        meta.drop_all(engine)
        engine.dispose()
        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(begin, range(4))) == [VERSION] * 4


def test_another_version_is_not_touched(url: str) -> None:
    engine = engine_of(url)
    with engine.begin() as connection:
        connection.execute(versions.update().values(number=99))
    try:
        with pytest.raises(SchemaError, match="99"):
            engine_of(url)
    finally:
        with engine.begin() as connection:
            connection.execute(versions.update().values(number=1))


def test_a_database_that_is_gone_is_a_sentence(tmp_path: Path) -> None:
    place = tmp_path / "store.db"
    store = Store.open(f"sqlite:///{place}")
    name = store.keep(TABLE, "")
    with sqlite3.connect(place) as connection:
        connection.execute("DROP TABLE record")
    with pytest.raises(StoreError, match="cannot reach"):
        store.find(name)
    with pytest.raises(StoreError, match="cannot reach"):
        store.keep(TABLE, "")
