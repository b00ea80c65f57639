"""Whatever the bytes are: a table, or a sentence, in no time (a small part of ``fuzz_files``)."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dtcore.errors import DtError
from dttools.files import ENCODINGS, Chosen, read
from tests.engine.fuzz_files import sound, tried
from tests.strategies import law_of

HURRIED = [HealthCheck.too_slow, HealthCheck.data_too_large]


@settings(law_of(8), suppress_health_check=HURRIED)
@given(st.integers(0, 10**9))
def test_a_spoilt_file_is_read_or_refused(number: int) -> None:
    assert tried(number).failed == ""


@settings(law_of(4), suppress_health_check=HURRIED)
@given(st.text(max_size=300), st.sampled_from(ENCODINGS))
def test_any_text_is_read_or_refused(text: str, encoding: str) -> None:
    _read(text.encode("utf-8", "surrogatepass"), Chosen(encoding=encoding))
    _read(text.encode("utf-8", "surrogatepass"), Chosen())


@settings(law_of(4), suppress_health_check=HURRIED)
@given(st.data())
def test_a_file_with_any_bytes_in_it_is_read_or_refused(data: st.DataObject) -> None:
    _, content = data.draw(st.sampled_from(sound()))
    at = data.draw(st.integers(0, len(content)))
    over = data.draw(st.integers(0, 20))
    _read(content[:at] + data.draw(st.binary(max_size=20)) + content[at + over :], Chosen())


def _read(content: bytes, chosen: Chosen) -> None:
    said = "a table"
    try:
        read(content, chosen)
    except DtError as error:
        said = str(error)
    assert said.strip()
