"""Who keeps asking for long work waits, while others do not."""

import threading
import time

import pytest

from dtcore.progress import Progress
from pages.ui.shell.session import lessons
from pages.work import jobs
from pages.work.allowance import PERIOD, Allowance
from pages.work.jobs import Jobs
from tests.pages.visit import checked, lesson, opened, turned

LONG = 20.0
"""Seconds after which a test would fail; none of them waits so long."""
SMALL = "made:xor-1000-2-0.3-7"


class Clock:
    """Time that passes when it is told to."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_what_is_spent_comes_back_as_time_goes_by() -> None:
    clock = Clock()
    mine = Allowance(30, now=clock)
    mine.spend(29)
    assert mine.wait() == 0
    mine.spend(16)
    assert mine.wait() == pytest.approx(15 * PERIOD / 30)
    clock.now += mine.wait()
    assert mine.wait() == pytest.approx(0)
    clock.now += PERIOD
    mine.spend(30)
    assert mine.wait() == 0  # no more than all of it has come back


def busy(seconds: float, tell: Progress) -> None:
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        tell(0.5, 1)


def test_work_is_paid_for_by_whose_it_is() -> None:
    mine, theirs, works = Allowance(1), Allowance(1), Jobs(patience=LONG)
    assert works.on("one", lambda tell: busy(0.2, tell), payer=mine).ended(LONG)
    assert mine._still_spent() > 0.1
    assert theirs._still_spent() == 0


def test_waiting_costs_nothing() -> None:
    mine = Allowance(1)
    assert Jobs().on("sleep", lambda tell: time.sleep(0.3), payer=mine).ended(LONG)
    assert mine._still_spent() < 0.1


def test_work_that_was_ended_is_paid_for() -> None:
    mine, worked = Allowance(1), threading.Event()

    def make(tell: Progress) -> None:
        busy(0.1, tell)
        worked.set()
        busy(LONG, tell)

    one = Jobs(patience=0.2).on("one", make, payer=mine)
    while not worked.wait(0.02):
        one.ended()
    assert one._ended.wait(LONG)  # nobody has looked at it
    assert mine._still_spent() > 0.05


def test_who_has_spent_too_much_waits_and_others_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "BREATH", 0.02)
    clock, works = Clock(), Jobs(patience=LONG)
    spender, other = Allowance(10, now=clock), Allowance(10, now=clock)
    spender.spend(15)
    made = list[str]()
    waiting = works.on("mine", lambda tell: made.append("mine"), payer=spender)
    assert works.on("theirs", lambda tell: made.append("theirs"), payer=other).ended(LONG)
    assert not waiting.ended(0.1)
    assert waiting.rest == spender.wait() == 5 * PERIOD / 10
    clock.now += spender.wait() + 1e-6
    assert waiting.ended(LONG)
    assert made == ["theirs", "mine"]


def test_work_begins_when_someone_joins_who_may_have_it_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(jobs, "BREATH", 0.02)
    clock, works = Clock(), Jobs(patience=LONG)
    spender, other = Allowance(10, now=clock), Allowance(10, now=clock)
    spender.spend(15)
    one = works.on("tree", lambda tell: busy(0.2, tell), payer=spender)
    assert not one.ended(0.1)
    assert works.on("tree", lambda tell: None, payer=other) is one
    assert one.ended(LONG)
    assert (spender._still_spent(), other._still_spent() > 0.1) == (15, True)


def test_a_visitor_who_waits_is_told_and_can_leave_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "AT_ONCE", 10**6)
    at = opened("home")
    at.session_state["allowance"] = spent = Allowance(1)
    spent.spend(10)
    at.session_state["opened_with"] = {"data": SMALL, "recipe": "cart", "moves": "3"}
    at = turned(at, "grow")
    assert "The server has computed a lot" in at.get("progress")[0].proto.text
    at = checked(at.button(key="stop_work").click().run())
    assert lesson(at).choice.key == SMALL
    assert lesson(at).timeline.cursor == 0
