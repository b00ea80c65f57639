"""``python graphviz_child.py``: Graphviz in a process of its own, where a crash costs one picture.

On stdin come requests, on stdout go answers, each with its length before it (4 bytes, big
endian); "?" goes out as soon as a request has come. A request is a format, a line break and a
drawing in DOT; an answer is "+" and the rendering, or "-" and what went wrong. The process ends
when its stdin does, that is, with the server. It imports nothing of the app, so that it starts at
once and stays small.
"""

import os
import shutil
import struct
import subprocess
import sys


def render(form: str, source: str) -> bytes:
    """``source`` laid out by dot, as "plain", "svg", "png" or "pdf". Raises FileNotFoundError where
    there is no Graphviz, ValueError for what it cannot read."""
    try:
        import pygraphviz
    except ImportError:
        return _by_program(form, source)
    drawn: bytes = pygraphviz.AGraph(string=source).draw(format=form, prog="dot")
    return drawn


def _by_program(form: str, source: str) -> bytes:
    """By a Graphviz that is installed on the computer, where the package has no wheel."""
    dot = shutil.which("dot")
    if dot is None:
        raise FileNotFoundError("no Graphviz")
    done = subprocess.run([dot, f"-T{form}"], input=source.encode(), capture_output=True)
    if done.returncode:
        raise ValueError(done.stderr[:200])
    return done.stdout


def main() -> None:
    """Answer requests until there are no more."""
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not get between the answers
    while len(head := requests.read(4)) == 4:
        form, _, source = requests.read(struct.unpack("!I", head)[0]).decode().partition("\n")
        answers.write(b"?")
        answers.flush()
        try:
            answer = b"+" + render(form, source)
        except Exception as problem:  # whatever it is, the next drawing may do well
            answer = b"-" + repr(problem).encode()
        answers.write(struct.pack("!I", len(answer)) + answer)
        answers.flush()


if __name__ == "__main__":
    main()
