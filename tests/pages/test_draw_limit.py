"""Pages are drawn a few at a time, and nobody waits for work that takes long."""

import threading
import time

import pytest

from pages.ui.server.draw_limit import DrawLimit


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

    run(DrawLimit(places=2, patience=10.0), [short] * 20)
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

    run(DrawLimit(places=1, patience=0.02), [long, short])
    assert done == [False]


def test_a_fault_gives_the_place_back():
    turns = DrawLimit(places=1, patience=5.0)
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
