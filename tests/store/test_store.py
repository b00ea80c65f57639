"""The store keeps what it was given, no longer than it says, and no more: on both databases."""

from __future__ import annotations

import multiprocessing
import os
import sqlite3
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Barrier
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import delete, event, func, make_url, select

from pages.store.rooms import Rooms
from pages.store.schema import (
    VERSION,
    SchemaError,
    blobs,
    engine_of,
    meta,
    records,
    rooms,
    totals,
    versions,
)
from pages.store.store import (
    DAY,
    HOUR,
    LONGEST_FORM,
    Retention,
    SharedName,
    Store,
    StoreError,
    writing,
)
from tests.strategies import law

VERSION_1 = Path(__file__).with_name("version_1")
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
    assert sha256(b"192.0.2.7").hexdigest() not in row  # 2**32 addresses are soon tried
    clock.time += HOUR + 1
    store.forget_senders()
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
    with pytest.raises(StoreError, match="edits"):
        store.keep(TABLE, "天" * (LONGEST_FORM // 3 + 1))  # bytes, not letters


def test_a_digest_of_a_sender_is_of_the_hour_and_of_the_process(url: str, clock: Clock) -> None:
    clock.time = 1e6 * HOUR - 1
    one, other = (Store(engine_of(url), Retention(tables_an_hour=3), clock) for _ in range(2))
    for store in (one, one, other):
        store.keep(TABLE, "", sender="192.0.2.7")
    clock.time += 2
    one.keep(TABLE, "", sender="192.0.2.7")
    with pytest.raises(StoreError, match="within an hour"):  # of two hours by the clock
        one.keep(TABLE, "", sender="192.0.2.7")
    with one.engine.connect() as connection:
        assert len(set(connection.scalars(select(records.c.sender)))) == 3
    clock.time += HOUR
    one.keep(TABLE, "", sender="192.0.2.7")


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


@pytest.mark.nightly
def test_two_processes_keep_and_none_is_lost(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # tests of pages leave the app as the main module, which each worker would run first
    monkeypatch.setitem(sys.modules, "__main__", sys.modules[__name__])
    store, spawn = Store(engine_of(url)), multiprocessing.get_context("spawn")
    names: multiprocessing.Queue[list[str]] = spawn.Queue()
    workers = [spawn.Process(target=_keep_many, args=(url, 100, names)) for _ in range(2)]
    for worker in workers:
        worker.start()
    kept = [name for _ in workers for name in names.get(timeout=120)]
    for worker in workers:
        worker.join()
    assert len(set(kept)) == 200
    assert all(store.find(name) for name in kept)
    assert total(store) == weighed(store)


def total(store: Store) -> int:
    with store.engine.connect() as connection:
        return int(connection.scalars(select(totals.c.bytes)).one())


def weighed(store: Store) -> int:
    """All that is kept, summed up."""
    with store.engine.connect() as connection:
        sums = (func.sum(func.length(table.c.packed)) for table in (blobs, records))
        return sum(int(connection.scalar(select(one)) or 0) for one in sums)


def done(store: Store, clock: Clock, acts: list[tuple[str, int]]) -> None:
    """``acts`` on tables that may be there or not."""
    names, shared = [""], [SharedName("", "")]
    for act, number in acts:
        match act:
            case "keep":
                after = names[number % len(names)]
                names.append(store.keep(TABLE + bytes([number % 3]), "x" * number, "", after))
            case "share":
                shared.append(store.share(TABLE + bytes([number % 3]), "y" * number))
            case "forget":
                store.forget(names[number % len(names)])
            case "withdraw":
                one = shared[number % len(shared)]
                store.withdraw(one.name, one.secret)
            case "expire":
                clock.time += 13 * HOUR
                store.expire()
        assert total(store) == weighed(store)


ACTS = ("keep", "share", "forget", "withdraw", "expire")


@law
@given(st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 40)), max_size=12))
def test_the_total_is_what_is_kept(acts: list[tuple[str, int]]) -> None:
    with TemporaryDirectory() as folder:
        clock = Clock()
        store = Store(engine_of(f"sqlite:///{folder}/store.db"), Retention(), clock)
        done(store, clock, acts)
        store.engine.dispose()


def test_the_total_is_what_is_kept_on_both_databases(store: Store, clock: Clock) -> None:
    done(store, clock, [(act, number) for number in (1, 2, 3, 5) for act in ACTS])


def test_what_another_version_deleted_is_counted_at_the_next_opening(store: Store) -> None:
    name = store.keep(TABLE, "x")
    store.share(TABLE + b"1", "y")
    with store.engine.begin() as connection:  # as one of version 1 still does in an update
        connection.execute(delete(records).where(records.c.name == name))
    assert total(store) > weighed(store)
    assert total(Store(engine_of(url_of(store)))) == weighed(store) > 0


def url_of(store: Store) -> str:
    return store.engine.url.render_as_string(hide_password=False)


def test_a_write_costs_the_same_however_much_is_kept(tmp_path: Path) -> None:
    """Counted in steps of SQLite's machine, since times differ from run to run."""
    store, steps = Store(engine_of(f"sqlite:///{tmp_path}/store.db")), list[int]()
    store.engine.dispose()
    event.listen(
        store.engine,
        "connect",
        lambda connection, _entry: connection.set_progress_handler(lambda: steps.append(1), 1),
    )

    def work(number: int) -> int:
        steps.clear()
        store.keep(TABLE + bytes([number]), "", sender="192.0.2.7")
        return len(steps)

    few = max(work(number) for number in range(3))
    for number in range(60):
        store.keep(TABLE + bytes([number + 100]), "x" * 1000, sender=f"{number}")
    assert work(99) <= 1.2 * few


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_what_a_sender_brought_is_summed_without_a_look_at_rows(store: Store) -> None:
    """They are as large as their forms."""
    seen = list[str]()

    @event.listens_for(store.engine, "before_cursor_execute")
    def see(_c: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        seen.append(statement)

    store.keep(TABLE, "", sender="192.0.2.7")
    sums = next(one for one in seen if "sum(" in one)
    with store.engine.connect() as connection:
        given = ("a",) * sums.count("?")
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sums}", given).all()
    assert "COVERING INDEX ix_record_sender" in str(plan)


@pytest.mark.skipif(os.name == "nt", reason="Windows has other rights")
def test_nobody_else_on_the_machine_reads_the_store(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        place = tmp_path / "folder" / "store.db"
        store = Store(engine_of(f"sqlite:///{place}"))
        store.keep(TABLE, "")
        files = {file.name: file.stat().st_mode & 0o777 for file in place.parent.iterdir()}
        assert files == dict.fromkeys(("store.db", "store.db-wal", "store.db-shm"), 0o600)
        assert place.parent.stat().st_mode & 0o777 == 0o700
        for name in files:  # as earlier versions made them, and left them when they were killed
            place.with_name(name).chmod(0o644)
        engine_of(f"sqlite:///{place}")
        assert {file.stat().st_mode & 0o777 for file in place.parent.iterdir()} == {0o600}
    finally:
        os.umask(old)


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:"])
def test_a_store_in_memory_makes_no_file(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    store = Store(engine_of(url))
    assert store.find(store.keep(TABLE, ""))
    assert not list(tmp_path.iterdir())


def test_who_opens_waits_for_whoever_writes(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be bringing the store up, for longer than a writer waits."""
    monkeypatch.setattr("pages.store.schema.WAIT", 0.05)
    store = Store(engine_of(url))
    store.keep(TABLE, "x")
    left = select(func.sum(blobs.c.packed_size)).scalar_subquery()
    with ThreadPoolExecutor(1) as pool:
        with writing(store.engine) as connection:
            connection.execute(delete(records))
            connection.execute(totals.update().values(bytes=left))
            opened = pool.submit(engine_of, url)
            with pytest.raises(TimeoutError):
                opened.result(timeout=0.5)
        opened.result()
    assert total(store) == weighed(store) > 0


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_a_writer_waits_for_another_one_and_gives_up(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pages.store.store.WAIT", 0.05)
    one, other = engine_of(url), engine_of(url)
    with writing(one), pytest.raises(StoreError), writing(other):
        pass


def opened_of_version_1(url: str) -> Store:
    """What commit a4bc3672 wrote, brought up."""
    script = (VERSION_1 / f"{make_url(url).get_backend_name()}.sql").read_text("utf-8")
    if url.startswith("sqlite"):
        with sqlite3.connect(str(make_url(url).database)) as connection:
            connection.executescript(script)
    else:
        engine = engine_of(url)
        meta.drop_all(engine)
        with engine.begin() as connection:
            connection.exec_driver_sql(script)
        engine.dispose()
    return Store(engine_of(url), now=lambda: 1e9 + 1)


def test_a_store_of_version_1_is_brought_up(url: str) -> None:
    store = opened_of_version_1(url)
    with store.engine.connect() as connection:
        rows = connection.execute(select(records.c.name, records.c.shared)).all()
        code = connection.scalars(select(rooms.c.code)).one()
    found = {name: store.find(name) for name, _shared in rows}
    forms = {record.form for record in found.values() if record}
    assert forms == {f'{{"name": "{name}.csv"}}' for name in ("play", "天气", "shared")}
    own, shared = ({row.name for row in rows if row.shared is kind} for kind in (False, True))
    assert {store.content(found[name]) for name in own} == {TABLE}
    assert {store.content(found[name]) for name in shared} == {b"a,b\n1,2\n"}
    assert [vote.choice for vote in Rooms(store.engine).votes(code)] == ["leaf"]
    assert total(store) == weighed(store) > 0
    store.forget(own.pop())
    store.forget(own.pop())  # one line: they are gone together
    assert total(store) == weighed(store)
    again = Store(engine_of(url), now=store.now)
    assert [name for name in found if again.find(name)] == list(shared)
    assert again.keep(TABLE, "")


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
            connection.execute(versions.update().values(number=VERSION))


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
