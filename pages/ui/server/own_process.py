"""Long work in a process of its own: pages keep Python's one lock, and its memory is given back.

A thread that makes objects holds every click up, however often it steps aside. The process starts
for one piece of work and ends with it, or as soon as nobody wants it any more. Not a pool: those
of Python's library start by running the page again. Not done here: who may begin (``jobs``).
"""

from __future__ import annotations

import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeVar

from dtcore.progress import ShareProgress
from pages.ui.server.jobs import GLANCE, spend_elsewhere

T = TypeVar("T")
Heard = SimpleQueue[tuple[str, Any, float]]
"""What the process says: see ``own_process_child``."""
ROOT: Final = Path(__file__).resolve().parents[3]
CHILD: Final = f"{__name__}_child"


class LostProcessError(RuntimeError):
    """The process ended without an answer: it was killed, most likely for want of memory."""


def in_own_process(work: Callable[[ShareProgress], T], told: ShareProgress) -> T:
    """``work(told)``, done elsewhere; ``work`` and what it gives have to be picklable.

    Raises what ``work`` raises, what ``told`` raises, and LostProcessError.
    """
    pickled, heard = pickle.dumps(work, pickle.HIGHEST_PROTOCOL), Heard()
    pipe = subprocess.PIPE
    process = subprocess.Popen([sys.executable, "-m", CHILD], cwd=ROOT, stdin=pipe, stdout=pipe)
    talk = threading.Thread(target=_talk, args=(process, pickled, heard))
    talk.start()
    try:
        made: T = _answer(heard, told)
        return made
    finally:
        process.kill()
        talk.join()
        process.wait()


def _answer(heard: Heard, told: ShareProgress) -> Any:
    share = spent = 0.0
    while True:
        with suppress(Empty):
            kind, said, used = heard.get(timeout=GLANCE)
            spend_elsewhere(used - spent)
            spent = used
            if kind == "made":
                return said
            if kind == "raised":
                raise said
            share = said
        told(share)  # even if nothing was heard: it raises when nobody looks any more


def _talk(process: subprocess.Popen[bytes], work: bytes, heard: Heard) -> None:
    """Give it the work, and hear it out."""
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(OSError), process.stdin:  # what has ended reads no more
        process.stdin.write(work)
    with process.stdout:
        try:
            while True:
                heard.put(pickle.load(process.stdout))
        except Exception:  # at the end, after the answer; else the last word may be torn anywhere
            heard.put(("raised", LostProcessError(), 0.0))
