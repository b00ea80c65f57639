"""Whatever is written is read; a plain table is guessed right; scraps are read or refused."""

from __future__ import annotations

import csv
import io

import numpy as np
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from dtcore.errors import ReadingError
from dtcore.progress import unheard
from dtcore.words import Sentence
from dttools.files import (
    ENCODINGS,
    SEPARATORS,
    Chosen,
    Dialect,
    read,
)
from dttools.files.grid import first
from dttools.files.limits import LIMITS
from dttools.files.plain import plain_grid
from dttools.files.records import Body, tokenize_any
from tests.engine.read_tables import as_chosen, values
from tests.strategies import law_of

ALPHABETS = {
    "utf-8": "aé中😀,;|\t\"'\n .5{}",
    "utf-16-le": "aé中😀,;|\t\"'\n .5{}",
    "utf-16-be": "aé中😀,;|\t\"'\n .5{}",
    "gb18030": "aé中青年龄😀,;|\t\"'\n .5",
    "big5": "a中臺灣年齡，。,;|\t\"'\n .5",
    "cp1252": "aéüßñ€’,;|\t\"'\n .5",
    "shift_jis": "aあ中ソ表ｱ,;|\t\"'\n .5",
    "euc-jp": "aあ中年齢,;|\t\"'\n .5",
    "euc-kr": "a가나이힘,;|\t\"'\n .5",
    "iso-8859-15": "aéüßñ€,;|\t\"'\n .5",
    **dict.fromkeys(("cp1250", "iso-8859-2", "cp852"), "aéąłžő,;|\t\"'\n .5"),
    "cp1254": "aéüışğ,;|\t\"'\n .5",
    **dict.fromkeys(("cp1251", "koi8-r", "cp866"), "aёжЯ,;|\t\"'\n .5"),
    "cp1253": "aάλΩ,;|\t\"'\n .5",
    **dict.fromkeys(("mac-roman", "cp850"), "aéüßñ,;|\t\"'\n .5"),
}


# An encoding, and a separator that it can write: no Western one has a full-width comma.
WRITTEN_SO = st.sampled_from(
    [
        (encoding, separator)
        for encoding in ENCODINGS
        for separator in SEPARATORS
        if separator.encode(encoding, "ignore")
    ]
)


@st.composite
def written(draw: st.DrawFn) -> tuple[dict[str, list[object]], Dialect, bytes]:
    """Columns of text and numbers, a way to write them, and the file that comes of it."""
    encoding, separator = draw(WRITTEN_SO)
    dialect = Dialect(
        encoding=encoding,
        separator=separator,
        header=True,
        decimal=draw(st.sampled_from(".,")),
        preamble=0,
    )
    alphabet = ALPHABETS[dialect.encoding]
    # A letter at each end: neither a number nor a word for missing, and nothing to strip.
    texts = st.text(alphabet, max_size=8).map(lambda inner: f"x{inner}z")
    kinds = [
        texts,
        st.integers(-(10**15) + 1, 10**15 - 1),
        st.floats(allow_nan=False, allow_infinity=False),
    ]
    rows = draw(st.integers(2, 8))
    columns: dict[str, list[object]] = {
        "first": draw(st.lists(texts, min_size=rows, max_size=rows))
    }
    for at in range(draw(st.integers(1, 3))):
        kind = draw(st.sampled_from(kinds))
        cell = draw(st.sampled_from([kind, st.none() | kind]))
        columns[f"c{at}"] = draw(st.lists(cell, min_size=rows, max_size=rows))
    # Between spaces nothing cannot stand, unless it is quoted.
    quote = draw(st.booleans()) or dialect.separator == " "
    return columns, dialect, _write(columns, dialect, quote, draw(st.booleans()))


def _write(columns: dict[str, list[object]], dialect: Dialect, quote: bool, crlf: bool) -> bytes:
    out = io.StringIO()
    writer = csv.writer(
        out,
        delimiter=dialect.separator,
        quoting=csv.QUOTE_ALL if quote else csv.QUOTE_MINIMAL,
        lineterminator="\r\n" if crlf else "\n",
    )
    writer.writerow(columns)
    for row in zip(*columns.values(), strict=True):
        writer.writerow([_written_cell(cell, dialect.decimal) for cell in row])
    return out.getvalue().encode(dialect.encoding)


def _written_cell(cell: object, decimal: str) -> str:
    if isinstance(cell, float):
        return repr(cell).replace(".", decimal)
    return "" if cell is None else str(cell)


@law_of(8)
@given(written())
def test_what_is_written_is_read(case: tuple[dict[str, list[object]], Dialect, bytes]) -> None:
    columns, dialect, content = case
    assert values(read(content, as_chosen(dialect))) == columns


WORDS = {
    "utf-8": ["été", "青年", "ßtraße", "plain"],
    "utf-16-le": ["été", "青年", "ßtraße", "plain"],
    "utf-16-be": ["été", "青年", "ßtraße", "plain"],
    "gb18030": ["青年", "中年", "老年人", "有房子", "plain"],
    "big5": ["青年", "中年", "有房子", "學生", "plain"],
    "cp1252": ["élève", "großer", "niño", "plain"],
    "shift_jis": ["年齢", "性別", "はい", "いいえ", "plain"],
    "euc-jp": ["年齢", "性別", "はい", "いいえ", "plain"],
    "euc-kr": ["나이", "성별", "남자", "아니오", "plain"],
    "iso-8859-15": ["élève", "modèle", "coût €", "plain"],
    "cp1250": ["książka", "śnieg", "żółty", "mężczyzna", "plain"],
    "iso-8859-2": ["książka", "śnieg", "żółty", "mężczyzna", "plain"],
    "cp1254": ["yaş", "ağaç", "kadın", "evet"],
    "cp1251": ["возраст", "молодой", "женщина", "plain"],
    "koi8-r": ["возраст", "молодой", "женщина", "plain"],
    "cp1253": ["ηλικία", "γυναίκα", "άνδρας", "plain"],
    "mac-roman": ["élève", "größer", "niño", "prénom", "plain"],
    "cp850": ["élève", "größer", "niño", "prénom", "plain"],
    "cp852": ["książka", "śnieg", "żółty", "mężczyzna", "plain"],
    "cp866": ["возраст", "молодой", "женщина", "plain"],
}


@law_of(4)
@given(st.data())
def test_a_plain_table_is_guessed_right(data: st.DataObject) -> None:
    encoding, separator = data.draw(WRITTEN_SO)
    decimal = data.draw(st.sampled_from(".,"))
    words = WORDS[encoding]
    more = data.draw(st.lists(st.sampled_from(words), max_size=8))
    columns: dict[str, list[object]] = {
        "word": [*words, *more],
        "whole": list(range(len(words) + len(more))),
        "real": [at + 0.5 for at in range(len(words) + len(more))],
    }
    dialect = Dialect(encoding, separator, header=True, decimal=decimal, preamble=0)
    content = _write(columns, dialect, data.draw(st.booleans()), data.draw(st.booleans()))
    table = read(content)
    assert table.dialect == dialect
    assert values(table) == columns
    assert table.notes == ()


@law_of(8)
@given(
    st.lists(st.sampled_from(["a", "1", ",", ",", '"', '","', "\n", "\n", " ", "é", "x,y\n"])).map(
        "".join
    ),
    st.sampled_from([",", ";", " "]),
)
def test_a_plain_text_is_the_same_grid_in_less_time(text: str, separator: str) -> None:
    text = "p,q\n" + text.replace(",", separator)
    fast = plain_grid(text, separator, 1, unheard, LIMITS)
    if fast is not None:
        slow = tokenize_any(Body(text, separator, 1), unheard, LIMITS)
        rows = len(slow.lines)
        assert first(fast, rows + 1) == first(slow, rows + 1)
        assert [column.raw for column in fast.columns] == [column.raw for column in slow.columns]
    assert plain_grid('a,"b"\n1,"x,y"\n', ",", 1, unheard, LIMITS) is not None


FRAGMENTS = st.sampled_from(
    [b"a", b"1", b"2,5", b",", b";", b"\t", b"|", b'"', b"\n", b"\r\n", b" ", b"\x00", b"\xff\xfe",
     b"\xef\xbb\xbf", b"\xc4\xea", b"\xa4@", b"\x81", b"sep=;\n", b"NA", b"{}", b"\x0c", b"\x1f"]
)  # fmt: skip
SCRAPS = st.lists(FRAGMENTS, max_size=60).map(b"".join) | st.binary(max_size=200)


@law_of(12, suppress_health_check=[HealthCheck.too_slow])
@given(SCRAPS, st.none() | st.sampled_from(ENCODINGS), st.none() | st.sampled_from(SEPARATORS))
def test_scraps_are_read_or_refused(
    content: bytes, encoding: str | None, separator: str | None
) -> None:
    try:
        table = read(content, Chosen(encoding=encoding, separator=separator))
    except ReadingError as error:
        assert str(error).endswith(".")  # noqa: PT017
    else:
        assert len(table.frame) >= 2
        assert table.frame.shape[1] >= 2
        assert all(name.strip() for name in table.frame.columns)
        for _, column in table.frame.items():
            assert column.dtype == object or not np.isinf(column).any()
        assert all(isinstance(note, Sentence) and str(note).endswith(".") for note in table.notes)
