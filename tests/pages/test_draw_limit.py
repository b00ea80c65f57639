"""Pages are drawn a few at a time, and nobody waits for work that takes long."""

import threading
import time

import pytest

from pages.work.draw_limit import DrawLimit


def run(turns, jobs):
    threads = [threading.Thread(target=job, args=(turns,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert not any(thread.is_alive() for thread in threads)


def test_no_more_at_a_time_than_there_are_places_while_the_line_moves():
    inside, most = [], []

    def short(turns):
        with turns.turn():
            inside.append(1)
            most.append(len(inside))
            time.sleep(0.005)
            inside.pop()

    run(DrawLimit(clicks=2, patience=10.0), [short] * 20)
    assert len(most) == 20
    assert max(most) == 2


def test_nobody_waits_for_long_work():
    release, begun, done = threading.Event(), threading.Event(), []

    def long(turns):
        with turns.turn():
            begun.set()
            release.wait(20)

    def short(turns):
        begun.wait(20)
        with turns.turn():
            done.append(release.is_set())
        release.set()

    run(DrawLimit(clicks=1, patience=0.02), [long, short])
    assert done == [False]


def test_a_fault_gives_the_place_back():
    turns = DrawLimit(clicks=1, patience=5.0)
    for _ in range(3):
        with pytest.raises(ValueError, match="fault"), turns.turn():
            raise ValueError("fault")
    start = time.perf_counter()
    with turns.turn():
        pass
    assert time.perf_counter() - start < 2.5


def test_long_work_steps_aside_while_somebody_draws_and_no_longer() -> None:
    turns, waited = DrawLimit(), threading.Event()

    def work() -> None:
        turns.step_aside(longest=20)
        waited.set()

    with turns.turn():
        thread = threading.Thread(target=work)
        thread.start()
        assert not waited.wait(0.05)
        turns.step_aside(longest=0.001)  # of one who draws on and on nobody waits for the end
    assert waited.wait(20)
    thread.join(20)


def test_a_click_does_not_wait_for_whole_pages() -> None:
    done: list[str] = []
    turns, first_clicked = DrawLimit(patience=20), threading.Event()

    def page(turns: DrawLimit) -> None:
        with turns.turn(whole_page=True):
            first_clicked.wait(20)
            done.append("page")

    def click(turns: DrawLimit) -> None:
        with turns.turn():
            done.append("click")
        first_clicked.set()

    run(turns, [page, page, page, click])
    assert done == ["click", "page", "page", "page"]


def test_a_turn_within_a_turn_is_the_same() -> None:
    turns = DrawLimit(clicks=1, whole_pages=1, patience=20)

    def page(turns: DrawLimit) -> None:
        with turns.turn(whole_page=True), turns.turn():
            pass
        with turns.turn(), turns.turn(), turns.turn(whole_page=True):
            pass

    run(turns, [page, page])  # which ends


def test_who_only_waits_lets_others_draw_and_takes_a_place_again() -> None:
    turns, drawn = DrawLimit(whole_pages=1, patience=20), threading.Event()
    done: list[str] = []

    def waiting(turns: DrawLimit) -> None:
        with turns.turn(whole_page=True):
            with turns.resting():
                assert drawn.wait(20)
            done.append("waited")
        with turns.resting():  # without a turn there is nothing to give
            done.append("left")

    def other(turns: DrawLimit) -> None:
        with turns.turn(whole_page=True):
            done.append("drew")
        drawn.set()

    run(turns, [waiting, other])
    assert done == ["drew", "waited", "left"]
    run(turns, [other] * 2)
    assert done[3:] == ["drew", "drew"]


def test_those_who_wait_for_long_work_take_its_place_one_at_a_time() -> None:
    release, inside, most = threading.Event(), list[int](), list[int]()
    turns = DrawLimit(clicks=1, patience=0.2)

    def long(turns: DrawLimit) -> None:
        with turns.turn():
            release.wait(20)

    def short(turns: DrawLimit) -> None:
        with turns.turn():
            inside.append(1)
            most.append(len(inside))
            time.sleep(0.001)
            inside.pop()

    first = threading.Thread(target=long, args=(turns,))
    first.start()
    while not turns._clicks._placed:
        time.sleep(0.001)
    run(turns, [short] * 20)
    assert len(most) == 20
    assert max(most) <= 10  # not all, when nothing moves; one that is slow is overtaken by one
    release.set()
    first.join(20)
    assert turns._clicks._placed == []
    run(turns, [short] * 2)  # there is one place as before
    assert turns._clicks._free.acquire(timeout=0)
    assert not turns._clicks._free.acquire(timeout=0)
