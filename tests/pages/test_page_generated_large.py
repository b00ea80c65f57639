"""Large tables that are made on request: in sight, once, one at a time, and stopped."""

import gc
import threading
import time

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

import dtcore as dt
from dtcore.progress import ShareProgress, unheard
from dtshow.tables import generated
from dtshow.tables.generated import GeneratedTable
from dttools.teach import Practice
from pages.ui.practice.generating import PracticeView
from pages.ui.shell import cache
from pages.ui.tables import table_store
from pages.work.byte_cache import BYTES, byte_cache
from pages.work.jobs import works
from tests.pages.practice import generator, said
from tests.pages.visit import checked, clicked, keep, kept, keys, lesson, opened, turned, waited

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("empty_store")]

WAIT = 30.0
"""Seconds after which a test would fail; none of them waits so long."""
LARGE = "made:xor-40000-3-0.1-7"


def test_a_large_table_is_made_in_sight() -> None:
    at = generator(opened())
    at = checked(at.number_input(key="practice_home_rows").set_value(40_000).run())
    assert "MB of memory" in said(at)
    at = waited(clicked(at, "practice_home_look"))
    assert lesson(at).choice.key == "made:xor-40000-2-0-1"
    assert kept(at, PracticeView).making is None
    assert table_store.at_hand("made:xor-40000-2-0-1")


class Gate:
    """Making that says that it is half done, again and again until it may go on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.open, self.begun, self.ended = (threading.Event() for _ in range(3))
        make = Practice.make

        def held(practice: Practice, told: ShareProgress = unheard) -> pd.DataFrame:
            try:
                while told is not unheard and not self.open.wait(0.01):
                    told(0.5)
                    self.begun.set()
                return make(practice, told)
            finally:
                self.ended.set()

        monkeypatch.setattr(Practice, "make", held)


def test_the_page_is_there_while_a_table_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate(monkeypatch)
    at = generator(opened())
    at = checked(at.number_input(key="practice_home_rows").set_value(40_000).run())
    at = clicked(at, "practice_home_grow")
    assert gate.begun.wait(WAIT)
    assert "40,000 rows" in at.get("progress")[0].proto.text
    at = checked(at.number_input(key="practice_home_extra").set_value(7).run())
    assert at.number_input(key="practice_home_extra").value == 7
    assert "stop_work" in keys(at)
    gate.open.set()
    at = waited(at)
    assert lesson(at).choice.key == "made:xor-40000-2-0-1"  # the one that was asked for
    gc.collect()
    assert not cache.slot(("made", lesson(at).choice.key), True)  # the session alone holds it


def test_who_stops_the_making_has_changed_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate(monkeypatch)
    at = opened("grow", data="golf", recipe="c45", step="1")
    before = lesson(at)
    at = generator(turned(at, "home"))
    at = checked(at.number_input(key="practice_home_rows").set_value(40_000).run())
    at = clicked(at, "practice_home_grow")
    assert gate.begun.wait(WAIT)
    at = checked(at.button(key="stop_work").click().run())
    assert "nothing was changed" in at.error[0].value
    assert lesson(at) is before
    assert "practice_home_grow" in keys(at)  # the buttons are back
    assert gate.ended.wait(WAIT)  # and the work has ended


def test_who_goes_to_another_page_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate(monkeypatch)
    at = generator(opened())
    at = checked(at.number_input(key="practice_home_rows").set_value(40_000).run())
    at = clicked(at, "practice_home_grow")
    assert gate.begun.wait(WAIT)
    at = turned(at, "reference")
    assert kept(at, PracticeView).making is None
    for work in [*works._going.values()]:
        work._patience = 0.0  # it would go on a while
    assert gate.ended.wait(WAIT)


class StoppedError(BaseException):
    """As Streamlit ends a run when someone clicks."""


@pytest.mark.nightly  # on a push: who stops it has changed nothing
def test_a_making_that_is_stopped_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def cut_short(entry: generated.GeneratedTable, told: object) -> pd.DataFrame:
        raise dt.DataError("Stopped.")

    monkeypatch.setattr(table_store, "table", cut_short)
    at = opened("grow", data="golf", recipe="c45", step="1")
    before = lesson(at)
    at = generator(turned(at, "home"))
    at = checked(at.number_input(key="practice_home_rows").set_value(40_000).run())
    at = waited(clicked(at, "practice_home_grow"))
    assert lesson(at) is before
    assert "Stopped" in at.error[0].value
    assert "practice_home_grow" in keys(at)  # the buttons are back


@pytest.mark.nightly
def test_the_line_goes_on_when_a_making_is_stopped() -> None:
    def stop(share: float) -> None:
        raise StoppedError

    entry = generated.made(LARGE)
    with pytest.raises(StoppedError):
        table_store.table(entry, stop)
    assert not table_store.at_hand(LARGE)
    assert len(table_store.table(entry)) == entry.rows


def test_a_table_is_made_once_and_gone_with_the_last_who_has_it() -> None:
    entry = generated.made(LARGE)
    one, other = table_store.table(entry), table_store.table(entry)
    assert one is other
    assert table_store.at_hand(LARGE)
    del one, other
    gc.collect()
    assert not table_store.at_hand(LARGE)


def test_a_table_for_which_there_is_no_room_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    gc.collect()
    byte_cache.room(10**15)  # all that can be spared goes
    most = byte_cache.weigh() + 250_000 * BYTES
    monkeypatch.setattr(byte_cache, "_most", lambda: most)
    entry = generated.made(LARGE)
    held = table_store.table(entry)  # 240,000 cells
    with pytest.raises(dt.DataError, match="no room"):
        table_store.table(generated.made("made:xor-40000-3-0.1-8"))
    del held
    assert len(table_store.table(generated.made("made:xor-40000-3-0.1-8"))) == entry.rows
    at = waited(opened("grow", data="made:xor-50000-3-0.1-8"))  # one that can never be had
    assert "no room" in at.error[0].value
    assert lesson(at).choice.key == "playtennis"


def test_a_link_to_a_large_table_is_made_in_sight_or_not_at_all() -> None:
    at = waited(opened("grow", data=LARGE, step="2"))
    assert lesson(at).choice.key == LARGE
    assert lesson(at).timeline.cursor == 2
    assert not at.error


def let_go(at: AppTest) -> AppTest:
    """Without its lesson, once what works in the background for it has left its table too."""
    del at.session_state["lesson"]
    del at.session_state["made"]
    end = time.monotonic() + WAIT
    while table_store.at_hand(LARGE):
        assert time.monotonic() < end
        gc.collect()
        time.sleep(0.05)
    return at


def test_a_table_taken_over_just_before_its_work_ends_stays_with_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It was left in a cache, and so never given up."""
    table, ends = table_store.table, threading.Event()

    def slow(entry: GeneratedTable, progress: ShareProgress = unheard) -> pd.DataFrame:
        result = table(entry, progress)
        if progress is not unheard:  # in the background
            assert ends.wait(WAIT)
        return result

    monkeypatch.setattr(table_store, "table", slow)
    at = opened("grow", data=LARGE)
    until = time.monotonic() + WAIT
    while not table_store.at_hand(LARGE):
        assert time.monotonic() < until
        time.sleep(0.05)
    at = at.run()
    ends.set()
    let_go(waited(at))


def test_a_link_whose_table_was_stopped_opens_without_it() -> None:
    at = let_go(waited(opened("grow", data=LARGE)))  # the run that the click on Stop ends
    keep(at, PracticeView, stopped=True)
    at = checked(at.run())
    assert "was not finished" in at.info[0].value
    assert "lesson" not in at.session_state
    assert at.session_state["opened_with"] == {"data": LARGE}  # the address is as it was
    at = checked(at.button(key="making_leave").click().run())
    assert lesson(at).choice.key == "playtennis"


@pytest.mark.nightly
def test_a_link_that_was_stopped_can_be_made_after_all() -> None:
    at = let_go(waited(opened("grow", data=LARGE)))
    keep(at, PracticeView, stopped=True)
    at = checked(at.run())
    at = waited(checked(at.button(key="making_again").click().run()))
    assert lesson(at).choice.key == LARGE
