"""What was made of a table's columns is made once for all parts of a page, and goes with it."""

import gc
import threading
import weakref
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
import pytest

import dtcore as dt
from dtshow.tables import looks
from dtshow.tables.column_facts import bars_of, facts_of
from dtshow.tables.target_guess import guess_target
from pages.ui.shell import cache
from pages.ui.tables.upload import first_choice, look_over, take

CONTENT = b"name,size,colour,bought\n" + b"".join(
    b"n%d,%d.5,%s,%s\n" % (i, i % 17, [b"red", b"green", b"blue"][i % 3], [b"y", b"n"][i % 2])
    for i in range(60)
)


class StopError(Exception):
    pass


def test_each_column_is_taken_in_once_for_all_that_is_said_of_a_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken: Counter[tuple[str, str]] = Counter()
    made = looks.column_of

    def counted(frame: pd.DataFrame, name: str, kind: str) -> object:
        taken[name, kind] += 1
        return made(frame, name, kind)

    monkeypatch.setattr(looks, "column_of", counted)
    monkeypatch.setattr("dtcore.model.frames.column_of", counted)
    upload = take("mine.csv", CONTENT)
    choice = first_choice(upload)
    facts = cache.facts(choice, upload.frame)
    bars_of(upload.frame, facts, choice)
    dataset = cache.dataset(choice, "en", upload.frame)
    assert guess_target(upload.frame).column == choice.target == "bought"
    assert [column.name for column in dataset.columns] == ["size", "colour"]
    assert len(taken) == 4
    assert set(taken.values()) == {1}


def test_what_is_looked_over_is_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of it is done in sight, with a bar and a way to stop."""
    upload, told = take("mine.csv", CONTENT), list[float]()
    look_over(upload.frame, told.append)
    assert told == [0, 0.25, 0.5, 0.75, 1]
    monkeypatch.setattr(looks, "column_of", None)
    choice = first_choice(upload)
    facts = cache.facts(choice, upload.frame)
    assert [fact.distinct for fact in facts] == [60, 17, 3, 2]
    assert len(bars_of(upload.frame, facts, choice)) == 4
    assert len(cache.dataset(choice, "en", upload.frame).columns) == 2


def test_looking_over_can_be_stopped_at_each_column() -> None:
    def stop(share: float) -> None:
        if share >= 0.5:
            raise StopError

    frame = take("mine.csv", CONTENT).frame
    with pytest.raises(StopError):
        look_over(frame, stop)
    known = looks._made[id(frame)].known
    assert {key[1] for key in known if isinstance(key, tuple)} == {"name", "size"}


def test_words_are_told_from_numbers_by_their_last_level(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    to_numeric = pd.to_numeric
    monkeypatch.setattr(
        pd, "to_numeric", lambda v, **k: looked.append(len(v)) or to_numeric(v, **k)
    )
    frame = pd.DataFrame({"x": [*map(str, range(50)), "x"], "n": [*map(str, range(51))]})
    assert not facts_of(frame, "x", "nominal").as_numbers
    assert looked == [1]
    assert facts_of(frame, "n", "nominal").as_numbers
    assert looked == [1, 1, 51]


def test_it_is_gone_with_the_table() -> None:
    gc.collect()  # tables of tests before this one
    frame = pd.DataFrame({"x": list("abc"), "y": list("uvu")})
    gone, before = weakref.ref(looks.column(frame, "x", "nominal")), len(looks._made)
    del frame
    gc.collect()
    assert gone() is None
    assert len(looks._made) == before - 1


@pytest.mark.parametrize("known", [[True] * 4, [True, True, False, True]], ids=["all", "some"])
def test_a_dataset_of_kept_columns_is_that_of_the_frame(known: list[bool]) -> None:
    frame = pd.DataFrame({"x": list("cabb"), "n": [2.0, np.nan, -0.0, 1.0], "y": list("uvwu")})
    frame["y"] = frame["y"].where(known, None)
    kept = dt.Dataset.from_frame(
        frame, target="y", columns=lambda name, kind: looks.column(frame, name, kind)
    )
    assert kept == dt.Dataset.from_frame(frame, target="y")
    assert [column.levels for column in kept.columns] == [("a", "b", "c"), None]


def test_a_column_in_some_rows_is_that_of_a_frame_of_these_rows() -> None:
    stated = pd.Categorical(list("cabb"), ["c", "b", "a", "z"], ordered=True)
    frame = pd.DataFrame(
        {"x": ["u", None, "v", "w"], "n": [2.0, np.nan, 5.0, 1.0], "s": stated, "e": [None] * 4}
    )
    rows = np.array([1, 2, 3])
    for name, kind in [("x", "nominal"), ("n", "numeric"), ("s", "nominal"), ("e", "nominal")]:
        made = looks.column_in(frame, name, kind, rows)
        expected = looks.column_of(frame.iloc[rows], name, kind)
        assert made.field == expected.field
        assert np.array_equal(made.values, expected.values, equal_nan=kind == "numeric")
    assert looks.column_in(frame, "x", "nominal", None) is looks.column(frame, "x", "nominal")


def test_what_a_class_looks_at_at_once_is_made_once() -> None:
    """The second asks while the first is at it: it comes in as the first is held up."""
    frame, made, second_asks = pd.DataFrame({"x": [1.0]}), Counter[str](), threading.Event()

    def make() -> int:
        made["looks"] += 1
        second_asks.wait(5)
        return made["looks"]

    def second() -> int:
        second_asks.set()
        return looks.once(frame, "looks", make)

    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(looks.once, frame, "looks", make)
        other = threads.submit(second)
        assert (first.result(), other.result()) == (1, 1)
    assert made["looks"] == 1
