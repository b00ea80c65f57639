"""Long work in a thread of its own: shared, looked at, and ended when nobody looks any more."""

import gc
import threading
import weakref
from collections.abc import Callable

import pytest

from dtcore.progress import Progress
from pages.work.jobs import Job, Jobs, Places

LONG = 20.0
"""Seconds after which a test would fail; none of them waits so long."""


def talking(go: threading.Event, said: threading.Event) -> Callable[[Progress], None]:
    """Work that says that it is half done, again and again until it may go on."""

    def make(tell: Progress) -> None:
        while not go.wait(0.005):
            tell(0.5, 7)
            said.set()
        tell(1.0, 8)

    return make


def test_work_says_how_far_it_is_and_goes_on_while_someone_looks() -> None:
    go, said = threading.Event(), threading.Event()
    work = Jobs(patience=LONG).on("tree", talking(go, said))
    assert said.wait(LONG)
    assert (work.share, work.count, work.begun) == (0.5, 7, True)
    assert not work.ended()
    go.set()
    assert work.ended(LONG)
    assert (work.share, work.count, work.fault) == (1.0, 8, None)


def test_two_who_ask_for_the_same_wait_for_the_same() -> None:
    go, made = threading.Event(), list[int]()
    works = Jobs(patience=LONG)

    def make(tell: Progress) -> None:
        made.append(1)
        go.wait(LONG)

    one, other = works.on("tree", make), works.on("tree", make)
    assert one is other
    assert works.on("another tree", lambda tell: None) is not one
    go.set()
    assert other.ended(LONG)
    assert made == [1]
    assert works.on("tree", make) is not one  # what is over is not waited for again


def test_work_that_nobody_looks_at_ends() -> None:
    go, said = threading.Event(), threading.Event()
    work = Jobs(patience=0.05).on("tree", talking(go, said))
    assert work._ended.wait(LONG)
    assert not work.failed
    assert work.fault is not None


def test_work_that_was_left_goes_on_for_those_who_still_look() -> None:
    go, said = threading.Event(), threading.Event()
    work = Jobs(patience=LONG).on("tree", talking(go, said))
    work.leave()
    work.ended()
    said.clear()
    assert said.wait(LONG)
    go.set()
    assert work.ended(LONG)
    assert work.fault is None


def test_what_goes_wrong_is_told_once_and_then_tried_again() -> None:
    works, release = Jobs(patience=LONG), threading.Event()

    def fail(tell: Progress) -> None:
        release.wait(LONG)
        raise ValueError("no such column")

    first = works.on("tree", fail)
    release.set()
    assert first.ended(LONG)
    again = works.on("tree", fail)
    assert again is first
    assert again.failed
    with pytest.raises(ValueError, match="no such column"):
        raise again.fault or AssertionError
    assert works.on("tree", lambda tell: None) is not first


def test_no_more_at_a_time_than_there_are_places() -> None:
    works, go, said = Jobs(places=1, patience=LONG), threading.Event(), threading.Event()
    first = works.on("first", talking(go, said))
    assert said.wait(LONG)
    second = works.on("second", lambda tell: None)
    assert not second.ended(0.05)
    assert first.begun
    assert not second.begun
    go.set()
    assert second.ended(LONG)
    assert second.begun


def test_one_may_leave_the_line() -> None:
    places, go = Places(0), threading.Event()
    waiting = Job(lambda tell: go.set(), places, patience=0.01)
    assert waiting._ended.wait(LONG)
    assert not go.is_set()


def test_what_costs_little_goes_first() -> None:
    works, order = Jobs(places=1, patience=LONG), list[str]()
    go, said = threading.Event(), threading.Event()
    works.on("first", talking(go, said), cost=0)
    assert said.wait(LONG)
    large = works.on("large", lambda tell: order.append("large"), cost=9)
    small = works.on("small", lambda tell: order.append("small"), cost=2)
    go.set()
    assert large.ended(LONG)
    assert small.ended(LONG)
    assert order == ["small", "large"]


def test_large_work_steps_aside_for_small() -> None:
    works, go, said = Jobs(places=1, patience=LONG), threading.Event(), threading.Event()
    large = works.on("large", talking(go, said), cost=9)
    assert said.wait(LONG)
    small = works.on("small", lambda tell: None, cost=2)
    assert small.ended(LONG)  # while the large one has not ended
    assert not large.ended()
    as_large = works.on("as large", lambda tell: None, cost=9)
    assert not as_large.ended(0.05)
    go.set()
    assert large.ended(LONG)
    assert large.fault is None


def test_work_that_stepped_aside_may_be_given_up() -> None:
    works = Jobs(places=1, patience=0.05)
    go, said = threading.Event(), threading.Event()
    large = works.on("large", talking(go, said), cost=9)
    assert said.wait(LONG)
    small, hold = Jobs(places=1, patience=LONG), threading.Event()
    small._places = works._places
    first = small.on("small", lambda tell: hold.wait(LONG), cost=2)
    assert large._ended.wait(LONG)  # nobody looked
    hold.set()
    assert first.ended(LONG)
    last = small.on("last", lambda tell: None, cost=5)
    assert last.ended(LONG)  # the place is there again, and only once
    assert works._places._free == 1


def test_work_waits_for_room_beside_what_the_other_work_was_given() -> None:
    asked, go = list[int](), threading.Event()

    def room(needed: int) -> bool:
        asked.append(needed)
        return needed <= 16 * 10

    works, said = Jobs(places=3, patience=LONG, room=room), threading.Event()
    first = works.on("first", talking(go, said), cost=6)
    assert said.wait(LONG)
    second = works.on("second", lambda tell: None, cost=6)
    free = works.on("free", lambda tell: None)
    assert free.ended(LONG)  # what needs no room overtakes it
    dear = works.on("dear", lambda tell: None, cost=7)
    while not second.crowded:
        second.ended(0.01)
    assert not dear.ended(0.3)  # what needs more does not
    assert not second.begun
    go.set()
    assert first.ended(LONG)
    assert second.ended(LONG)
    assert dear.ended(LONG)
    assert asked[:2] == [16 * 6, 16 * 12]
    assert works._places._given == 0


def test_what_was_given_up_holds_nothing_of_what_was_made() -> None:
    class Table:
        pass

    made = list[weakref.ref[Table]]()

    def make(tell: Progress) -> None:
        table = Table()
        made.append(weakref.ref(table))
        while True:
            tell(0.5, 0)

    work = Jobs(patience=0.01).on("table", make)
    assert work._ended.wait(LONG)
    gc.collect()
    assert made[0]() is None
