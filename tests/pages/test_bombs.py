"""Files that ask for much come to their end as any other: a table, or a sentence, and soon."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

import dtcore as dt
from dttools.files import LIMITS, Chosen, read, sheets
from pages.ui.tables import upload
from tests.engine.bombs import BY_THE_LIMIT, NAMED, OWN, ods, text_cell

SECONDS = 10
"""Of a processor: none takes a third of it, and each took minutes, or would have."""
BOMBS = {**NAMED, **OWN}
SOON = [
    pytest.param(write, marks=[pytest.mark.slow] if "MB" in name or "line" in name else [], id=name)
    for name, write in BOMBS.items()
    if name != BY_THE_LIMIT
]


@pytest.mark.on_push(6)
@pytest.mark.parametrize("write", SOON)
def test_a_bomb_is_read_or_refused_soon(write: Callable[[], bytes]) -> None:
    content, begun, said = write(), time.process_time(), "a table"
    try:
        read(content)
    except dt.DtError as error:
        said = str(error)
    assert said.strip()
    assert time.process_time() - begun < SECONDS


def test_what_takes_long_is_ended_by_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upload, "SECONDS", (0, 0))
    with pytest.raises(upload.GivenUpError, match="ended after 0 seconds of computing"):
        upload.read_file(BOMBS[BY_THE_LIMIT](), Chosen(), lambda share: None, LIMITS)


@pytest.mark.nightly  # on a push: what takes long
def test_what_takes_much_memory_is_ended_by_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upload, "MEGABYTES", (50, 0))
    with pytest.raises(dt.ReadingError, match="most likely there is not enough memory"):
        upload.read_file(BOMBS["xlsx: 79 MB of blanks"](), Chosen(), lambda share: None, LIMITS)


def _counting(count: bytes) -> bytes:
    cell = text_cell(b"<text:p>a<text:s text:c=" + count + b"/></text:p>")
    return ods(cell * 2, b"<table:table-row>" + cell * 2 + b"</table:table-row>")


def test_blanks_that_a_cell_only_counts_are_counted() -> None:
    assert sheets(_counting(b'"9"')) == ("s",)
    with pytest.raises(dt.ReadingError, match="add up to more than 256 MB"):
        sheets(_counting(b"'90000000'"))


@pytest.mark.parametrize("odd", [b'"&#57;00000000"', b'"9000000000000"', b'"-1"'])
def test_a_count_that_no_program_writes_is_refused(odd: bytes) -> None:
    with pytest.raises(dt.ReadingError, match="broken"):
        sheets(_counting(odd))
