"""What was made of a table's columns is made once for all parts of a page, and goes with it."""

import gc
import weakref
from collections import Counter

import numpy as np
import pandas as pd
import pytest

import dtcore as dt
from pages.ui.shell import cache
from pages.ui.tables import looks
from pages.ui.tables.bars import bars_of
from pages.ui.tables.target_guess import guess_target
from pages.ui.tables.upload import first_choice, take

CONTENT = b"name,size,colour,bought\n" + b"".join(
    b"n%d,%d.5,%s,%s\n" % (i, i % 17, [b"red", b"green", b"blue"][i % 3], [b"y", b"n"][i % 2])
    for i in range(60)
)


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


def test_it_is_gone_with_the_table() -> None:
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
