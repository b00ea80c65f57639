"""What has gone is dropped and given back, once, when most have gone."""

import asyncio
import weakref
from concurrent.futures import ThreadPoolExecutor

import pytest

from pages.serving import while_served
from pages.streamlit_inside import sessions


def test_it_is_tidied_up_once_when_half_have_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    there, told = iter([0, 1, 100, 100, 60, 50, 50, 30, 25, 100]), list[int]()

    def count() -> int:
        told.append(next(there))
        return told[-1]

    monkeypatch.setattr(while_served, "EVERY", 0.0)
    monkeypatch.setattr(sessions, "count", count)
    monkeypatch.setattr(while_served, "trim", lambda: None)
    monkeypatch.setattr(while_served.byte_cache, "weigh", lambda: 0)  # a second, of all tests
    tidied: list[int] = []
    monkeypatch.setattr(while_served, "give_back", lambda: tidied.append(told[-1]))
    with ThreadPoolExecutor() as beside, pytest.raises(RuntimeError, match="StopIteration"):
        beside.submit(
            lambda: asyncio.run(while_served._tidy())
        ).result()  # a browser may have a loop
    assert tidied == [50, 25]


def test_what_can_be_given_back_is() -> None:
    class Knot:
        def __init__(self) -> None:
            self.itself = self

    knot = weakref.ref(Knot())
    while_served.give_back()
    assert knot() is None
