"""Work in a process of its own: what it gives and raises comes back, and it ends when stopped."""

import os
import pickle
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import psutil
import pytest

import dtcore as dt
from dtcore.progress import ShareProgress
from dttools.files import read
from pages.ui.tables import upload
from pages.work import own_process
from pages.work.allowance import Allowance
from pages.work.jobs import Jobs, paid_elsewhere
from pages.work.own_process import (
    ROOT,
    Bounds,
    FullError,
    LateError,
    LostProcessError,
    Processes,
    in_own_process,
)
from tests.pages import elsewhere
from tests.pages.elsewhere import (
    GREED,
    REST,
    busy,
    endless,
    fall,
    for_ever,
    greedy,
    halves,
    refuse,
    standing,
)

LONG = elsewhere.LONG


@pytest.fixture(autouse=True)
def processes(monkeypatch: pytest.MonkeyPatch) -> Iterator[Processes]:
    """Of this test alone, and soon there: they import nothing before they are asked."""
    made = Processes()
    monkeypatch.setattr(own_process, "IMPORTED", ())
    monkeypatch.setattr(own_process, "PROCESSES", made)
    yield made
    made.close()


def ignored(share: float) -> None:
    """Nobody looks."""


def test_what_is_made_comes_back_with_the_share_that_is_done() -> None:
    told = list[float]()
    assert in_own_process(halves, told.append) != os.getpid()
    assert {0.5, 1.0} <= set(told)
    assert told == sorted(told)


@pytest.mark.skipif(not Path("/proc/self/oom_score_adj").exists(), reason="this is not Linux")
def test_the_server_goes_first_and_the_process_falls_first() -> None:
    niceness, falls = in_own_process(standing, ignored)
    assert niceness >= min(os.nice(0) + 1, 19)  # no process is nicer
    assert falls == "1000"


def test_work_that_cannot_be_sent_is_a_fault_at_once() -> None:
    with pytest.raises((AttributeError, pickle.PicklingError)):
        in_own_process(lambda told: None, ignored)


def test_a_process_that_dies_is_said_to_be_lost() -> None:
    with pytest.raises(LostProcessError):
        in_own_process(fall, ignored)


def test_whoever_stops_looking_ends_the_process_though_it_says_nothing(tmp_path: Path) -> None:
    begun = tmp_path / "pid"

    def look(share: float) -> None:
        if begun.exists() and begun.read_text():
            raise InterruptedError

    with pytest.raises(InterruptedError):
        in_own_process(partial(endless, tmp_path), look)
    assert not psutil.pid_exists(int(begun.read_text()))


def test_who_asked_pays_for_the_other_processor_too() -> None:
    payer = Allowance(1000.0)
    spent = list[float]()
    payer.spend = spent.append  # type: ignore[method-assign]

    def make(tell: object) -> None:
        in_own_process(busy, ignored)

    assert Jobs(patience=LONG).on("busy", make, payer=payer).ended(LONG)
    assert sum(spent) >= elsewhere.BUSY


CSV = b"size,colour\n" + b"".join(b"%d,%s\n" % (k, b"red blue".split()[k % 2]) for k in range(1000))


def test_a_file_is_read_elsewhere_as_it_would_be_here(monkeypatch: pytest.MonkeyPatch) -> None:
    here = read(CSV)
    spent = list[float]()
    monkeypatch.setattr(own_process, "spend_elsewhere", spent.append)
    there = upload.take("table.csv", CSV)
    assert there.table.frame.equals(here.frame)
    assert there.table.story == here.story
    assert (there.table.lines == here.lines).all()
    assert sum(spent) > 0


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (LostProcessError, "most likely there is not enough memory"),
        (LateError, "ended after 25 seconds of computing"),
        (FullError, "Too many files are being read"),
    ],
)
def test_a_file_that_is_given_up_is_refused_with_a_sentence(
    fault: type[Exception], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def given_up(work: object, told: ShareProgress, *, bounds: Bounds) -> None:
        raise fault

    monkeypatch.setattr(upload, "in_own_process", given_up)
    with pytest.raises(upload.GivenUpError, match=said):
        upload.take("table.csv", CSV)


def test_the_next_piece_of_work_finds_the_process_ready_though_one_was_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(own_process, "IMPORTED", ("dtcore.errors",))
    first = in_own_process(halves, ignored)
    assert in_own_process(halves, ignored) == first
    with pytest.raises(dt.ReadingError) as caught:
        in_own_process(refuse, ignored)
    assert str(caught.value) == "3 rows of {braces} {are} few."
    assert caught.value.template == "{count} rows of {name} {{are}} few."
    assert caught.value.fields == {"count": 3, "name": "{braces}"}
    assert in_own_process(halves, ignored) == first  # what was refused did no harm
    monkeypatch.setattr(own_process, "IMPORTED", ())
    with pytest.raises(LostProcessError):
        in_own_process(fall, ignored)
    assert in_own_process(halves, ignored) not in (first, os.getpid())


def test_who_has_taken_much_memory_does_no_other_work(monkeypatch: pytest.MonkeyPatch) -> None:
    greedy(ignored)  # what the server once had is not the process's
    first = in_own_process(halves, ignored)
    spent = list[float]()
    monkeypatch.setattr(own_process, "spend_elsewhere", spent.append)
    assert in_own_process(greedy, ignored) == GREED * 2**20
    assert 0 < sum(spent) < REST  # it answered, so that what it did is paid, and not the wait
    assert in_own_process(halves, ignored) != first


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="this is not Linux")
def test_no_more_memory_is_taken_than_may_be() -> None:
    with pytest.raises(MemoryError):
        in_own_process(greedy, ignored, bounds=Bounds(60, GREED // 2))


@pytest.mark.nightly  # on a push: test_bombs
@pytest.mark.skipif(sys.platform == "win32", reason="Windows counts no processor's seconds")
def test_no_more_time_is_taken_than_may_be() -> None:
    spent = list[float]()
    payer = Allowance(1000.0)
    payer.spend = spent.append  # type: ignore[method-assign]
    with pytest.raises(LateError), paid_elsewhere(payer):
        in_own_process(for_ever, ignored, bounds=Bounds(0))
    assert sum(spent) >= 0.5


def test_so_many_work_at_a_time_and_so_many_wait() -> None:
    line, looks = Processes(places=1, in_line=1), list[float]()

    def look(share: float) -> None:
        looks.append(share)
        with pytest.raises(FullError), line.one(ignored):
            pass
        raise InterruptedError  # who was in line leaves

    with line.one(ignored), pytest.raises(InterruptedError), line.one(look):
        pass
    assert looks == [0.0]
    with line.one(ignored) as process:
        assert process.lives
    line.close()
    assert not process.lives


ENDED = """
from pages.work import own_process
own_process.IMPORTED = ()
own_process.PROCESSES.make_ready()
print(own_process.PROCESSES._ready[0]._process.pid, flush=True)
import os, signal; os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_the_process_ends_with_a_server_that_was_killed() -> None:
    said = subprocess.run([sys.executable, "-c", ENDED], cwd=ROOT, capture_output=True).stdout
    end = time.monotonic() + LONG
    while psutil.pid_exists(int(said)) and time.monotonic() < end:
        time.sleep(0.05)
    assert not psutil.pid_exists(int(said))
