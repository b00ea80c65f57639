"""Graphviz: a tree as a picture that stands alone, for downloads. No Streamlit.

The fill of a node shows its class shares; open nodes are dashed, those decided by hand have a
double line. A picture that is ``signed`` says inside where it comes
from, in lines of text that its viewers pass over. Not done here: trees on a page, which the stage
draws and lays out by itself.

Graphviz runs in one child process (``dttools.export.graphviz_child``), asked by one thread at a
time: not in a pool of processes, since those of Python's library start by running the page again.
The child starts when it
is first needed; if it has died, or hears nothing, it is started anew, once for a drawing, and one
that takes too long is ended.
"""

from __future__ import annotations

import re
import struct
import subprocess
import sys
import threading
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from html import escape
from pathlib import Path
from typing import Final

import dtcore as dt
from dtcore.model import NodeId
from dtshow.figures.palette import CSS_FONT, FAMILIES, INKS, Theme, colour, tint
from dtshow.scene.tree.node_marks import MARKS
from dtshow.scene.tree.sketch import EDGE_LETTERS, Box, advance, shortened
from dtshow.words.language import _
from dttools import export
from dttools.export import graphviz_child

DOTS_PER_INCH = 72
CHILD: Final = Path(graphviz_child.__file__)
PATIENCE: Final = 20.0
"""Seconds for a drawing."""
HEARS: Final = 1.0
"""Seconds within which a child that waits for requests has read the beginning of one: else it was
stopped, and another one is faster."""
FONT = ", ".join([*FAMILIES, "sans-serif"])
PAD = "\u2002"
"""Keeps a label off its branch; and Graphviz takes wide letters for narrow ones."""
IHDR_END: Final = 33
"""Of a PNG: eight bytes of signature, then its first chunk."""


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
            # later than a drawing is given up: who is new is late and not deaf
            soon = HEARS if process is before else self._patience + HEARS
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


def picture(tree: dt.Tree, boxes: Sequence[Box], theme: Theme) -> str:
    """The DOT source of a picture of the tree."""
    by_node = {box.node: box for box in boxes}

    def node(at: NodeId) -> Mapping[str, str]:
        box = by_node[at]
        fill = _fill(box, tree, theme)
        return {
            **_letters(theme),
            **fill,
            **_outline(box, fill["style"], theme),
            "width": f"{box.text_width / DOTS_PER_INCH:.3f}",
            "margin": "0.11,0.06",
            **{key: text for name in box.marks for key, text in MARKS[name].paper.items()},
        }

    def edge(at: NodeId) -> Mapping[str, str]:
        words = f"{PAD}{shortened(by_node[at].condition, EDGE_LETTERS)}"
        wide = sum(advance(letter) >= 1 for letter in words)
        return {
            "label": export.literal([words + PAD * wide]),
            "penwidth": f"{0.8 + 5 * by_node[at].share:.2f}",
            "color": INKS[theme].ink3,
            "arrowhead": "none",
        } | _letters(theme)

    graph = {"bgcolor": INKS[theme].paper, "nodesep": "0.16", "ranksep": "0.38", "margin": "0.05"}
    if legend := _legend(boxes):
        graph |= {**_letters(theme), "label": export.literal(legend)}
    places = [tree.place(box.node) for box in boxes]
    look = export.Look(lambda at: _label(by_node[at]), node, edge, graph)
    return str(export.dot(tree, look, places))


def in_css(drawn: bytes) -> bytes:
    """An SVG of Graphviz, with its letters named as browsers understand it."""
    return drawn.replace(f'"{FONT}"'.encode(), f'"{CSS_FONT}"'.encode())


def _label(box: Box) -> list[str]:
    hidden = [f"+ {box.hidden}"] if box.hidden else []
    letters = [MARKS[name].letter for name in box.marks]
    return [" ".join(filter(None, [box.head, *letters])), *box.lines, *hidden]


def _legend(boxes: Sequence[Box]) -> list[str]:
    """What the letters behind names mean."""
    there = {name for box in boxes for name in box.marks}
    lettered = [mark for name, mark in MARKS.items() if name in there and mark.letter]
    return [f"{mark.letter} {_(mark.says)}" for mark in lettered]


def _letters(theme: Theme) -> dict[str, str]:
    return {"fontname": FONT, "fontcolor": INKS[theme].ink, "fontsize": "10"}


def _fill(box: Box, tree: dt.Tree, theme: Theme) -> dict[str, str]:
    """A node's ground, striped by class share: of two classes as a gradient without a blend, since
    Graphviz draws a line between stripes, through the letters."""
    shares = [part for part in box.bar if isinstance(part, tuple)]
    if not tree.schema.classes or not shares:
        return {"style": "filled", "fillcolor": INKS[theme].sunk}
    if len(shares) == 1:
        return {"style": "filled", "fillcolor": tint(shares[0][0], theme)}
    if len(shares) == 2:
        (first, share), (other, _rest) = shares
        return {
            "style": "filled",
            "fillcolor": f"{tint(first, theme)};{share:.4f}:{tint(other, theme)}",
        }
    stripes = ":".join(f"{tint(k, theme)};{share:.4f}" for k, share in shares[:-1])
    return {"style": "striped", "fillcolor": f"{stripes}:{tint(shares[-1][0], theme)}"}


def _outline(box: Box, style: str, theme: Theme) -> dict[str, str]:
    if box.kind == "open":
        return {"penwidth": "1.6", "color": INKS[theme].ink, "style": f"{style},dashed"}
    if box.answer is not None:
        return {"penwidth": "2", "color": colour(box.answer, theme), "style": style}
    return {"penwidth": "1.2", "color": INKS[theme].ink3, "style": style}


def signed(picture: bytes, form: str, lines: Sequence[str]) -> bytes:
    """``form``: "dot", "svg", "png" or "pdf"; a picture of another make stays as it is."""
    return {"dot": _dot, "svg": _svg, "png": _png, "pdf": _pdf}[form](picture, lines)


def _dot(picture: bytes, lines: Sequence[str]) -> bytes:
    return export.with_origin(picture.decode(), "dot", lines).encode()


def _svg(picture: bytes, lines: Sequence[str]) -> bytes:
    told = f"\n<desc>{escape(chr(10).join(lines))}</desc>".encode()
    return re.sub(rb"<svg[^>]*>", lambda opened: opened[0] + told, picture, count=1)


def _png(picture: bytes, lines: Sequence[str]) -> bytes:
    """With a chunk of international text after the first."""
    data = b"iTXt" + b"Description\0\0\0\0\0" + "\n".join(lines).encode()
    chunk = struct.pack(">I", len(data) - 4) + data + struct.pack(">I", zlib.crc32(data))
    return picture[:IHDR_END] + chunk + picture[IHDR_END:]


def _pdf(picture: bytes, lines: Sequence[str]) -> bytes:
    """With a title and a subject, as an update at the end (PDF 1.7, §7.5.6)."""
    trailer = re.search(
        rb"trailer\s*<<\s*/Size (\d+)\s*/Root (\d+ 0 R)\s*/Info (\d+) 0 R\s*>>\s*"
        rb"startxref\s*(\d+)\s*%%EOF\s*$",
        picture,
    )
    if trailer is None:
        return picture
    size, root, info, before = trailer.groups()
    title, subject = (f"FEFF{line.encode('utf-16-be').hex()}".encode() for line in lines)
    start = len(picture)
    told = b"%s 0 obj\n<< /Title <%s> /Subject <%s> >>\nendobj\n" % (info, title, subject)
    table = b"xref\n%s 1\n%010d 00000 n \n" % (info, start)
    ends = b"trailer\n<< /Size %s /Root %s /Info %s 0 R /Prev %s >>\n" % (size, root, info, before)
    return b"%s%s%s%sstartxref\n%d\n%%%%EOF\n" % (picture, told, table, ends, start + len(told))
