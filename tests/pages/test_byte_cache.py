"""What is kept: within its bytes, made once for all who wait, tables counted while they live."""

import gc
import threading
from typing import Any

import numpy as np
import pandas as pd
import pytest

import dtcore as dt
from dtcore.stepping import Memory
from pages.work import jobs
from pages.work.byte_cache import APART, SAMPLE, ByteCache, size_of
from pages.work.jobs import Jobs

LONG = 20.0


def text(n: int) -> str:
    return "x" * n


def test_an_array_counts_once_with_all_that_it_is_a_view_of() -> None:
    array = np.zeros(100_000)
    assert size_of(array) == pytest.approx(800_000, rel=0.01)
    assert size_of([array, array[:10], {"again": array}]) == pytest.approx(800_000, rel=0.01)
    assert size_of(pd.DataFrame({"a": array.copy()})) == pytest.approx(800_000, rel=0.01)


def test_of_many_alike_some_stand_for_all() -> None:
    many = [text(1000 + k) for k in range(100 * SAMPLE)]
    counted = sum(map(size_of, many))
    assert size_of(many) == pytest.approx(counted, rel=0.05)
    assert size_of(dict.fromkeys(many, 1)) == pytest.approx(counted, rel=0.1)


def test_of_a_column_of_texts_some_stand_for_all() -> None:
    texts = [text(20 + k % 7) for k in range(50 * SAMPLE)]
    frame = pd.DataFrame({"words": pd.Series(texts, dtype=object), "numbers": range(len(texts))})
    counted = int(frame.memory_usage(deep=True).sum())
    assert size_of(frame) == pytest.approx(counted, rel=0.05)
    assert size_of(frame["words"]) == pytest.approx(counted - 8 * len(texts), rel=0.05)
    some = frame[frame["numbers"] % 2 == 0]  # has an index of its own, which counts once
    assert size_of(some) == pytest.approx(int(some.memory_usage(deep=True).sum()), rel=0.05)


def test_a_table_within_a_value_is_counted_by_itself() -> None:
    data = dt.Dataset.from_frame(pd.DataFrame({"x": [1.0, 2.0], "y": ["a", "b"]}), "y")
    assert size_of([data], APART) < size_of([data])


def test_what_was_asked_for_longest_ago_goes_first_whichever_shelf_it_is_on() -> None:
    byte_cache = ByteCache(lambda: 3_500_000)
    one, other = byte_cache.shelf(10), byte_cache.shelf(10)
    made = list[str]()

    def get(shelf: Any, name: str) -> None:
        shelf(name, lambda: made.append(name) or text(1_000_000))

    for shelf, name in ((one, "a"), (other, "b"), (one, "c"), (one, "a"), (other, "d")):
        get(shelf, name)
    assert made == ["a", "b", "c", "d"]  # and b has gone
    for shelf, name in ((one, "a"), (one, "c"), (other, "d"), (other, "b")):
        get(shelf, name)
    assert made == ["a", "b", "c", "d", "b"]
    assert byte_cache.weigh() <= 3_500_000


def test_what_grows_on_a_shelf_is_weighed_again() -> None:
    byte_cache = ByteCache(lambda: 2_000_000)
    shelf = byte_cache.shelf(10)
    slots = [shelf(str(k), list) for k in range(3)]
    for slot in slots:
        slot.append(text(900_000))
    assert byte_cache.weigh() <= 2_000_000
    assert len(shelf.kept) == 2


def test_all_who_wait_get_what_one_has_made() -> None:
    byte_cache, go, made = ByteCache(lambda: 10**6), threading.Event(), list[object]()
    shelf, got = byte_cache.shelf(3), list[object]()

    def make() -> object:
        made.append(go.wait(LONG))
        return object()

    threads = [threading.Thread(target=lambda: got.append(shelf("a", make))) for _ in range(5)]
    for thread in threads:
        thread.start()
    go.set()
    for thread in threads:
        thread.join(LONG)
    assert made == [True]
    assert len(got) == 5
    assert len(set(map(id, got))) == 1


def test_what_lessons_hold_counts_as_long_as_they_live() -> None:
    byte_cache = ByteCache(lambda: 10**9)
    data = dt.Dataset.from_frame(
        pd.DataFrame({"x": np.arange(100_000.0), "y": ["a", "b"] * 50_000}), "y"
    )
    byte_cache.watch(data)
    unsorted = byte_cache.weigh()
    assert unsorted == pytest.approx(100_000 * 4 * 8, rel=0.1)  # cells, weights, origin
    data.sort(lambda share: None)
    assert byte_cache.weigh() >= unsorted + 100_000 * 4
    memory = Memory()
    byte_cache.watch(memory)
    lesson = dt.start(data, dt.recipe("cart"), memory).jump(3)
    assert byte_cache.weigh() > unsorted + 100_000 * 4 + 2 * 100_000 * 8
    del data, memory, lesson
    gc.collect()
    assert byte_cache.weigh() == 0


def test_what_can_be_spared_makes_room() -> None:
    byte_cache = ByteCache(lambda: 10_000_000)
    shelf, held = byte_cache.shelf(10), pd.DataFrame({"x": np.zeros(500_000)})
    byte_cache.watch(held)
    shelf("picture", lambda: text(5_000_000))
    assert not byte_cache.room(8_000_000)
    assert not shelf.kept  # it went, and was not enough
    shelf("picture", lambda: text(1_000_000))
    assert not byte_cache.room(8_000_000)
    assert shelf.kept  # it does not go in vain again and again
    shelf("large picture", lambda: text(5_000_000))
    assert byte_cache.room(5_000_000)  # there is room for less, as soon as it is asked for
    assert not shelf.kept
    shelf("picture", lambda: text(1_000_000))
    assert byte_cache.room(4_000_000)
    assert shelf.kept


def test_work_waits_for_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "BREATH", 0.005)
    room, asked, done = threading.Event(), threading.Event(), list[int]()

    def has_room(needed: int) -> bool:
        if not room.is_set():
            asked.set()
        return room.is_set()

    works = Jobs(patience=LONG, room=has_room)
    work = works.on("large", lambda tell: done.append(1), cost=10)
    assert asked.wait(LONG)
    assert not work.begun
    assert works.on("small", lambda tell: done.append(2)).ended(LONG)  # it asks for none
    room.set()
    assert work.ended(LONG)
    assert done == [2, 1]
    assert not work.crowded
