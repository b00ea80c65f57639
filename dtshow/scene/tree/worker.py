"""The server's side of Graphviz: one child process, asked by one thread at a time.

Not a pool of processes: those of Python's library start by running the page again. The child
starts when it is first needed; if it has died, or hears nothing, it is started anew, once for a
drawing, and one that takes too long is ended.
"""

from __future__ import annotations

import struct
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

CHILD: Final = Path(__file__).with_name("child.py")
PATIENCE: Final = 10.0
"""Seconds for a drawing."""
HEARS: Final = 1.0
"""Seconds within which a child that waits for requests has read the beginning of one: else it was
stopped, and another one is faster."""


class PictureError(RuntimeError):
    """There is no Graphviz here, it crashed on this drawing, or it took too long."""


class Worker:
    """Keeps the child; ``render`` may be called from any thread."""

    def __init__(self, child: Path = CHILD, patience: float = PATIENCE) -> None:
        self._command = [sys.executable, "-P", str(child)]
        self._patience = patience
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def render(self, source: str, form: str = "plain") -> bytes:
        """A drawing in DOT as Graphviz renders it. Raises PictureError."""
        request = f"{form}\n{source}".encode()
        with self._lock:
            # a child that was killed since the last picture is not this picture's fault
            for _attempt in range(2):
                answer, again = self._ask(request)
                if not again:
                    break
        if answer[:1] != b"+":
            raise PictureError(answer[1:].decode(errors="replace") or "the process died")
        return answer[1:]

    def _ask(self, request: bytes) -> tuple[bytes, bool]:
        """The answer, b"" if there is none; and whether another child may give one."""
        answer, late = b"", threading.Event()
        before = self._process
        with suppress(OSError):  # it cannot be started, or the pipe is broken
            process = self._running()
            soon = HEARS if process is before else self._patience
            with _ended(process, self._patience) as late:
                with _ended(process, soon):
                    hears = _hears(process, request)
                answer = _answer(process) if hears else b""
        if not answer:
            self.close()
        return answer, not (answer or late.is_set())

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.close()
            pipe = subprocess.PIPE
            self._process = subprocess.Popen(self._command, stdin=pipe, stdout=pipe)
        return self._process

    def close(self) -> None:
        """End the child, if there is one; the next picture starts another."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(BrokenPipeError):  # of a request that it did not read
                        pipe.close()


@contextmanager
def _ended(process: subprocess.Popen[bytes], seconds: float) -> Iterator[threading.Event]:
    """What is set if the block takes longer, and the process is ended for it."""
    late = threading.Event()

    def end() -> None:
        late.set()
        process.kill()

    timer = threading.Timer(seconds, end)
    timer.start()
    try:
        yield late
    finally:
        timer.cancel()


def _hears(process: subprocess.Popen[bytes], request: bytes) -> bool:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(struct.pack("!I", len(request)) + request)
    process.stdin.flush()
    return process.stdout.read(1) == b"?"


def _answer(process: subprocess.Popen[bytes]) -> bytes:
    assert process.stdout is not None
    head = process.stdout.read(4)
    return process.stdout.read(struct.unpack("!I", head)[0]) if len(head) == 4 else b""


WORKER: Final = Worker()
