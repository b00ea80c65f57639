"""``python -m pages.ui.server.own_process_child``: one piece of work, and then the end.

On stdin comes a function, pickled; on stdout go pickled triples: ``("share", how much is done,
used)`` as often as the work says so, and at last ``("made", what it gave, used)`` or ``("raised",
what it raised, used)``; ``used`` are the seconds of a processor so far. It imports nothing of the
app but what the work needs, so that it starts soon. It ends with the server, as its pipe does.
"""

import os
import pickle
import sys
import time
from contextlib import suppress

NICENESS = 5
"""By so much the processor prefers who answers clicks."""


def main() -> None:
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not get between the answers

    def say(kind: str, said: object) -> None:
        answers.write(pickle.dumps((kind, said, time.process_time()), pickle.HIGHEST_PROTOCOL))
        answers.flush()

    try:
        say("made", pickle.load(sys.stdin.buffer)(lambda share: say("share", share)))
    except Exception as problem:
        say("raised", problem)


def stand_back() -> None:
    """Let the server go first for a processor, and this process last if memory runs out."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICENESS)
    with suppress(OSError), open("/proc/self/oom_score_adj", "w") as first_to_go:  # on Linux
        first_to_go.write("1000")


if __name__ == "__main__":
    stand_back()
    main()
