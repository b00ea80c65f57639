"""Work in a process of its own: what it gives and raises comes back, and it ends when stopped."""

import os
import pickle
import time
from functools import partial
from pathlib import Path

import psutil
import pytest

import dtcore as dt
from dtcore.progress import ShareProgress
from dtcore.reading import read
from pages.ui.server.allowance import Allowance
from pages.ui.server.jobs import Jobs
from pages.ui.server.own_process import LostProcessError, in_own_process
from pages.ui.tables import upload

LONG = 60.0


def halves(told: ShareProgress) -> int:
    told(0.5)
    print("what a library prints")
    told(1.0)
    return os.getpid()


def standing(told: ShareProgress) -> tuple[int, str]:
    return os.nice(0), Path("/proc/self/oom_score_adj").read_text().strip()


def refuse(told: ShareProgress) -> None:
    raise dt.ReadingError("{count} rows of {name} {{are}} few.", count=3, name="{braces}")


def fall(told: ShareProgress) -> None:
    os._exit(1)


def endless(folder: Path, told: ShareProgress) -> None:
    (folder / "pid").write_text(str(os.getpid()))
    time.sleep(LONG)


def busy(told: ShareProgress) -> None:
    while time.process_time() < 1.0:
        pass


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


def test_a_refusal_is_the_same_sentence() -> None:
    with pytest.raises(dt.ReadingError) as caught:
        in_own_process(refuse, ignored)
    assert str(caught.value) == "3 rows of {braces} {are} few."
    assert caught.value.template == "{count} rows of {name} {{are}} few."
    assert caught.value.fields == {"count": 3, "name": "{braces}"}


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
    assert sum(spent) >= 1.0


def test_a_large_file_is_read_elsewhere_as_it_would_be_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    content = b"size,colour\n" + b"".join(
        b"%d,%s\n" % (k, b"red blue".split()[k % 2]) for k in range(1000)
    )
    here = read(content)
    monkeypatch.setattr(upload, "LARGE", 100)
    there = upload.take("table.csv", content)
    assert there.table.frame.equals(here.frame)
    assert there.table.story == here.story
    assert (there.table.lines == here.lines).all()


def test_a_file_for_which_there_is_no_memory_is_refused_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def lost(work: object, told: ShareProgress) -> None:
        raise LostProcessError

    monkeypatch.setattr(upload, "LARGE", 0)
    monkeypatch.setattr(upload, "in_own_process", lost)
    with pytest.raises(dt.ReadingError, match="not enough memory"):
        upload.take("table.csv", b"a,b\n1,2\n3,4\n")
