"""Packed files, Parquet, ARFF and C4.5, and files that are none of what is read."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable
from decimal import Decimal

import pyarrow as pa
import pytest

from dtcore.errors import ReadingError
from dttools.files import LIMITS, Chosen, read
from dttools.files.c45 import pair
from dttools.files.formats import grids, unpacked
from tests.engine.read_tables import values
from tests.engine.written_files import (
    as_parquet,
    by_odfpy,
    by_openpyxl,
    by_xlwt,
    cells,
    gzipped,
    opened,
    told,
    zipped,
)

CSV = b"a,b\n1,x\n2,y\n"
GOLF_NAMES = b"""| Quinlan's golf
Play, Don't Play.

outlook: sunny, overcast,
         rain.
temperature: continuous.
humidity: continuous.  | in percent
windy: true, false.
number: ignore.
"""
GOLF_DATA = b"""sunny, 85, 85, false, 1, Don't Play
rain, ?, 80.5, true, 2, Play.
| a comment

overcast, 83, 78, false, 3, Play | and one behind a case
"""
ARFF = b"""% a comment
@RELATION 'my iris'

@attribute 'sepal length'\treal
@attribute play{yes, no}
@ATTRIBUTE "petal, w" { 'a b', c,"d" } {0.5}
@attribute when date "yyyy-MM-dd HH:mm"
@attribute s string % a comment
@attribute n INTEGER [0,10]
@data
5.1, yes, 'a b', "2001-04-03 12:12", 'it\\'s', 3
% a comment
?,no,c,'2001-04-03 12:12',x,1e3, {5}
"""
SPARSE = b"""@relation x
@attribute c {A,B}
@attribute z {0,1}
@attribute n numeric
@data
{0 B, 2 5}
{}
{1 1}
"""


def test_parquet_keeps_numbers_levels_and_nulls() -> None:
    table = {
        "i": pa.array([1, None, 2**62]),
        "f": [0.1 + 0.2, None, float("nan")],
        "s": ["NA", None, "?"],
        "b": [True, None, False],
        "d": [dt.date(2024, 1, 2), None, None],
        "t": [dt.datetime(2024, 1, 2), dt.datetime(2024, 1, 2, 3, 4, 5), None],
        "m": [Decimal("1.50"), None, None],
        "l": pa.DictionaryArray.from_arrays([1, None, 0], ["lo", "hi", "never"]),
        "e": pa.nulls(3),
    }
    found = opened(as_parquet(table)).grid
    assert found.names == tuple(table)
    assert found.levels == {"l": ("lo", "hi", "never")}
    assert found.missing == {""}
    assert cells(found) == [
        ["1", "", str(2**62)],
        ["0.30000000000000004", "", ""],
        ["NA", "", "?"],
        ["TRUE", "", "FALSE"],
        ["2024-01-02", "", ""],
        ["2024-01-02", "2024-01-02 03:04:05", ""],
        ["1.50", "", ""],
        ["hi", "", "lo"],
        ["", "", ""],
    ]


def test_parquet_becomes_a_frame_with_its_levels_in_order() -> None:
    levels = pa.DictionaryArray.from_arrays([1, 0, 1], ["lo", "hi", "never"])
    frame = read(as_parquet({"x": [1.5, 2.0, 3.0], "l": levels})).frame
    assert frame["x"].tolist() == [1.5, 2, 3]
    assert frame["l"].cat.categories.tolist() == ["lo", "hi", "never"]
    assert frame["l"].cat.ordered


def test_parquet_refuses_what_is_nested_or_large() -> None:
    with pytest.raises(ReadingError, match="column “n” of the Parquet file holds list<"):
        opened(as_parquet({"a": [1], "n": [[1]]}))
    with pytest.raises(ReadingError, match="column “n” of the Parquet file holds binary"):
        opened(as_parquet({"a": [1], "n": [b"\xff"]}))
    with pytest.raises(ReadingError, match="1,000,001 rows"):
        opened(as_parquet({"a": pa.nulls(1_000_001, pa.int8())}))
    with pytest.raises(ReadingError, match="501 columns"):
        opened(as_parquet({f"c{at}": [1] for at in range(501)}))
    counted = {"a": range(900_000), "b": range(900_000)}
    options = {"use_dictionary": False, "column_encoding": "DELTA_BINARY_PACKED"}
    with pytest.raises(ReadingError, match="1,800,000 different values"):
        opened(as_parquet({name: list(one) for name, one in counted.items()}, **options))


def test_arff_keeps_kinds_levels_quotes_and_missing_values() -> None:
    found = opened(ARFF)
    assert found.grid.names == ("sepal length", "play", "petal, w", "when", "s", "n")
    assert found.grid.levels == {"play": ("yes", "no"), "petal, w": ("a b", "c", "d")}
    assert list(found.grid.lines) == [11, 13]
    assert cells(found.grid) == [
        ["5.1", "?"],
        ["yes", "no"],
        ["a b", "c"],
        ["2001-04-03 12:12", "2001-04-03 12:12"],
        ["it's", "x"],
        ["3", "1e3"],
    ]
    assert told(found)[1] == "The weights in the ARFF file were left out."
    assert values(read(ARFF))["sepal length"] == [5.1, None]


def test_sparse_arff_fills_in_zero_or_the_first_level() -> None:
    quoted = SPARSE.replace(b"{A,B}", b"{A,'B c'}").replace(b"{0 B,", b"{0 'B c',")
    assert cells(opened(SPARSE).grid) == [["B", "A", "A"], ["0", "0", "1"], ["5", "0", "0"]]
    assert cells(opened(quoted).grid)[0] == ["B c", "A", "A"]


def test_c45_keeps_the_order_of_values_and_puts_the_target_last() -> None:
    found = opened(pair(GOLF_NAMES, GOLF_DATA))
    assert found.grid.names == ("outlook", "temperature", "humidity", "windy", "class")
    assert found.grid.levels == {
        "outlook": ("sunny", "overcast", "rain"),
        "windy": ("true", "false"),
        "class": ("Play", "Don't Play"),
    }
    assert cells(found.grid) == [
        ["sunny", "rain", "overcast"],
        ["85", "?", "83"],
        ["85", "80.5", "78"],
        ["false", "true", "false"],
        ["Don't Play", "Play", "Play"],
    ]
    assert list(found.grid.lines) == [1, 2, 5]
    assert told(found)[1].endswith("they were left out: number.")
    frame = read(pair(GOLF_NAMES, GOLF_DATA)).frame
    assert frame["class"].cat.categories.tolist() == ["Play", "Don't Play"]
    assert frame["temperature"].isna().tolist() == [False, True, False]


def test_c5_names_the_target_and_escapes_signs() -> None:
    names = b"play.\nplay: yes, no.\na\\:b: continuous.\n"
    names += b"size: [ordered] s, m\\., l\\,x.\nv.1: discrete 5."
    found = opened(pair(names, b"yes,1.5,s,2.\nno,2,m\\.,1\nno,3,l\\,x,1\n"))
    assert found.grid.names == ("a:b", "size", "v.1", "play")
    assert found.grid.levels == {"size": ("s", "m.", "l,x"), "play": ("yes", "no")}
    assert cells(found.grid)[:2] == [["1.5", "2", "3"], ["s", "m.", "l,x"]]


@pytest.mark.parametrize(
    "text",
    [
        b"name:age\nBob:12\nAnn:13\n",
        b"name:likes\nBob:skis,books\nAnn:a,b\n",
        b"Station:,Koeln\nDate: 1, 2\na,b\n1,2\n3,4\n",
        b"a;b:c\n1;2\n2;3\n",
        b"1:10,2:20\n3:1,4:2\n",
        GOLF_DATA,
        CSV,
    ],
)
def test_other_texts_with_colons_are_no_names(text: bytes) -> None:
    assert grids(text, Chosen(), LIMITS) is None


def test_what_is_packed_once_is_unpacked() -> None:
    note = {"__MACOSX/._a.csv": b"x", "README.md": b"about"}
    assert unpacked(gzipped(CSV), LIMITS)[0] == CSV
    assert unpacked(gzipped(CSV[:4]) + gzipped(CSV[4:]), LIMITS)[0] == CSV
    assert unpacked(zipped({"t/a.csv": CSV, **note}), LIMITS)[0] == CSV
    assert values(read(zipped({"a.txt": CSV}))) == {"a": [1, 2], "b": ["x", "y"]}
    assert told(opened(gzipped(SPARSE)))[0] == "The file was unpacked from gzip."
    assert opened(gzipped(by_openpyxl({"s": [["a", "b"], [1, 2]]}))).sheet == "s"
    both = opened(zipped({"golf.names": GOLF_NAMES, "golf.data": GOLF_DATA}))
    assert both.grid.names is not None
    assert both.grid.names[-1] == "class"


REFUSED: dict[str, tuple[bytes, str]] = {
    "names alone": (GOLF_NAMES, "Choose the .data file along with it"),
    "prose as names": (pair(b"It says:\nnothing much.\n", GOLF_DATA), "choose the .data alone"),
    "a value that is not listed": (
        pair(GOLF_NAMES, GOLF_DATA.replace(b"rain", b"snow")),
        "“snow” in line 2 of the .data .* for “outlook”",
    ),
    "a short case": (
        pair(GOLF_NAMES, GOLF_DATA.replace(b"85, 85", b"85")),
        "Line 1 of the .data has 5 values, but the .names declares 6",
    ),
    "an attribute twice": (pair(GOLF_NAMES + b"windy: a, b.\n", b"x"), "“windy” twice .line 10"),
    "classes that are cut": (pair(b"age: 12, 19.\nage: continuous.\n", b"1\n"), "cuts “age”"),
    "a level that is not listed": (
        ARFF.replace(b"5.1, yes", b"5.1, maybe"),
        "“maybe” in line 11 .* for “play”",
    ),
    "no number": (ARFF.replace(b"5.1, yes", b"5;1, yes"), "“5;1” in line 11 .* no number"),
    "a short row": (ARFF.replace(b"5.1, yes", b"yes"), "Line 11 .* has 5 values, but 6"),
    "a plain short row": (SPARSE.partition(b"{0 B")[0] + b"A,0\n", "Line 6 .* has 2 values, but 3"),
    "a bag": (ARFF.replace(b"string", b"relational"), "“s” in line 8 .* kind relational"),
    "a mark within a level": (ARFF.replace(b"'a b', \"2", b'a "b, "2'), "Line 11 .* be split"),
    "an attribute without a kind": (ARFF.replace(b"INTEGER [0,10]", b""), "Line 9 .* no attribute"),
    "no data": (ARFF.replace(b"@data", b"@date"), "no line “@data”"),
    "gzip in gzip": (gzipped(gzipped(CSV)), "another packed file"),
    "zip in zip": (zipped({"a.zip": zipped({"a": CSV})}), "another packed file"),
    "a gzip cut off": (gzipped(CSV)[:-4], "gzip file is broken"),
    "two tables": (zipped({"a.csv": CSV, "b.csv": CSV}), "2 files .* a.csv, b.csv. Unpack it"),
    "nothing": (zipped({}), "holds no file"),
    "R data": (b"RDX3\nX\n", "type R,"),
    "a web page as .xls": (b"<html><table>", "web page .HTML., even if its name ends in .xls"),
    "Parquet cut off": (as_parquet({"a": [1]})[:-9], "Parquet file is broken"),
}


def refused(content: bytes, fact: str) -> None:
    with pytest.raises(ReadingError, match=fact) as caught:
        read(content)
    assert "\n" not in str(caught.value)
    assert str(caught.value).endswith(".")
    assert len(str(caught.value)) < 240


@pytest.mark.parametrize(("content", "fact"), REFUSED.values(), ids=REFUSED)
def test_the_rest_is_refused_in_one_sentence(content: bytes, fact: str) -> None:
    refused(content, fact)


@pytest.mark.parametrize(
    "pack", [gzipped, lambda content: zipped({"a.csv": content})], ids=["gzip", "zip"]
)
def test_a_bomb_is_refused_in_one_sentence(pack: Callable[[bytes], bytes]) -> None:
    refused(pack(bytes(200_000_000)), "more than 10 MB")


SEEDS = {
    "xlsx": by_openpyxl({"s": [["a", "b"], [1, "x"], [2, "y"]]}),
    "xls": by_xlwt({"s": [["a", "b"], [1, "x"], [2, "y"]]}),
    "ods": by_odfpy({"s": [["a", "b"], [1, "x"], [2, "y"]]}),
    "parquet": as_parquet({"a": [1, 2, None], "b": ["x", "y", None]}),
    "arff": ARFF,
    "sparse arff": SPARSE,
    "c45": pair(GOLF_NAMES, GOLF_DATA),
    "gzip": gzipped(CSV),
    "zip": zipped({"a.csv": CSV}),
}


def _broken(content: bytes, chance: random.Random) -> bytes:
    """Cut off, without a part of its middle, or with some bits turned over."""
    result = bytearray(content)
    cut = sorted(chance.choices(range(len(result) + 1), k=2))
    kind = chance.randrange(4)
    if kind == 0:
        del result[cut[0] :]
    elif kind == 1:
        del result[cut[0] : cut[1]]
    else:
        for at in chance.choices(range(len(result)), k=chance.choice([1, 1, 2, 5])):
            result[at] ^= 1 << chance.randrange(8)
    return bytes(result)


@pytest.mark.parametrize("kind", SEEDS)
def test_a_broken_file_is_read_or_refused(kind: str) -> None:
    chance = random.Random(kind)
    for _ in range(60):
        content = _broken(SEEDS[kind], chance)
        try:
            inside, _ = unpacked(content, LIMITS)
            found = grids(inside, Chosen(), LIMITS)
        except ReadingError:
            continue
        if found is not None:
            lengths = {len(column.codes) for column in found.grid.columns}
            assert lengths <= {len(found.grid.lines)}
