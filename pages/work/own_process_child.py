"""``python -m pages.work.own_process_child MODULE...``: one piece of work after the other.

The modules are imported first, as far as they are installed. On stdin come a function and its
bounds (seconds, megabytes), pickled. On stdout go pickled tuples: ``("share", how much is done,
used, False)``, first of all and now and then, and at last ``("made", what it gave, used, stays)``
or ``("raised", what it raised, used, stays)``; ``used`` are the seconds of a processor for this
work, and ``stays`` says that more work may come. It ends with the server, as its pipe does, and by
its bounds.
"""

import gc
import os
import pickle
import sys
import time
from contextlib import suppress
from importlib import import_module

NICENESS = 5
"""By so much the processor prefers who answers clicks."""
EVERY = 0.05
"""Seconds from one share of the work that is said to the next."""
LEFT = 20_000
"""Objects that a piece of work leaves behind, before they are looked through."""
KEPT = 64
"""Megabytes. Who has taken so many more than when it was ready does no other work: not all of it
is given back."""
MEGABYTE = 2**20


def main() -> None:
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not get between the answers
    for name in sys.argv[1:]:
        with suppress(ImportError):
            import_module(name)
    gc.freeze()
    gc.disable()  # between two pieces of work nobody waits for it
    most = peak() + KEPT
    begun = said_at = 0.0

    def say(kind: str, said: object, stays: bool = False) -> None:
        told = kind, said, time.process_time() - begun, stays
        answers.write(pickle.dumps(told, pickle.HIGHEST_PROTOCOL))
        answers.flush()

    def share(done: float) -> None:
        nonlocal said_at
        if time.monotonic() - said_at > EVERY:
            said_at = time.monotonic()
            say("share", done)

    say("share", 0.0)  # it is ready
    while True:
        begun, said_at = time.process_time(), time.monotonic()
        try:
            work, *bounds = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        except Exception as problem:
            say("raised", problem)
            return
        try:
            at_most(*bounds)
            say("made", work(share), 0 < peak() < most)
        except Exception as problem:
            refused = type(problem).__module__ == "dtcore.errors"
            say("raised", problem, refused and 0 < peak() < most)
        work = None
        if gc.get_count()[0] > LEFT:
            gc.collect()


def at_most(seconds: int, megabytes: int) -> None:
    """Let the system see to it that no more is taken, where it does."""
    if sys.platform != "win32":
        import resource

        def bound(what: int, most: int) -> None:
            with suppress(ValueError, OSError):  # macOS names limits that it does not take
                _soft, hard = resource.getrlimit(what)
                most = most if hard == resource.RLIM_INFINITY else min(most, hard)
                resource.setrlimit(what, (most, hard))

        bound(resource.RLIMIT_CORE, 0)
        bound(resource.RLIMIT_CPU, int(time.process_time()) + 1 + seconds)
        with suppress(OSError), open("/proc/self/statm") as sizes:  # on Linux
            held = int(sizes.read().split()[0]) * resource.getpagesize()
            bound(resource.RLIMIT_AS, held + megabytes * MEGABYTE)


def peak() -> float:
    """The most memory that it has had so far, in megabytes; 0 where the system does not say."""
    if sys.platform == "win32":
        return 0.0
    with suppress(OSError), open("/proc/self/status") as sizes:  # ru_maxrss begins at the server's
        for line in sizes:
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    import resource

    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size / (MEGABYTE if sys.platform == "darwin" else 1024)


def stand_back() -> None:
    """Let the server go first for a processor, and this process last if memory runs out."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICENESS)
    with suppress(OSError), open("/proc/self/oom_score_adj", "w") as first_to_go:  # on Linux
        first_to_go.write("1000")


if __name__ == "__main__":
    stand_back()
    main()
