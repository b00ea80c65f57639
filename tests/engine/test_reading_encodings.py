"""The letters of a file: which encoding they were written in, and what a person chooses instead."""

from __future__ import annotations

import codecs
import time
from dataclasses import replace

import pandas as pd
import pytest

from dttools.files import (
    Chosen,
    Dialect,
    guess,
    read,
)
from dttools.files.encoding import decode, guess_encoding, readings
from tests.engine.encoded_tables import TABLES
from tests.engine.read_tables import PLAIN, as_chosen, values

SENTENCES = {
    "gb18030": (
        "年龄,有工作,有自己的房子,信贷情况,类别\n青年,否,否,一般,否\n中年,是,是,好,是\n",
        "西瓜,色泽,根蒂,敲声\n1,青绿,蜷缩,浊响\n2,乌黑,稍蜷,沉闷\n3,浅白,硬挺,清脆\n",
        "height,hair,voice,sex\n160.0,36.0,高,女\n180.0,1.0,低,男\n",
        "title,class\n决策树是一种基本的分类与回归方法,A\niPhone手机,B\n",
    ),
    "big5": (
        "年齡,有工作,有自己的房子,信貸情況,類別\n青年,否,否,一般,否\n中年,是,是,好,是\n",
        "身高,頭髮,聲音,性別\n160.0,36.0,高,女\n180.0,1.0,低,男\n",
        "title,class\n決策樹是一種基本的分類與迴歸方法,A\n臺北市的天氣與溫度,B\n",
        "name,city\n裏恒,臺北\n碧銹,高雄\n",
    ),
    "cp1252": (
        "prénom,âge,élève\nHélène,12,oui\nFrançois,13,très bien\nZoë,11,déjà\n",
        "Größe,Gewicht,für\nklein,5,Mädchen\ngroß,7,Äpfel\nübrig,6,Straße\n",
        "niño,corazón,mañana\nsí,1,José\nno,2,María Peña\n",
        "temp (°C),area (m²),café\n5,6,l’été\n7,8,“où”\n",
        "city,price\nMalmö,€5\nKøbenhavn,£6\n",
        "CAFÉ,ÉTÉ\nÜBER,1\nÄRGER,2\n",
    ),
}


@pytest.mark.parametrize(
    ("encoding", "text"),
    [(encoding, text) for encoding, texts in SENTENCES.items() for text in texts],
)
def test_the_encoding_is_guessed(encoding: str, text: str) -> None:
    codec = {"big5": "cp950"}.get(encoding, encoding)
    table = read(text.encode(codec))
    assert table.dialect.encoding == encoding
    assert list(table.frame.columns) == text.split("\n", 1)[0].split(",")
    for mark, unicode in (
        (b"", "utf-8"),
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (b"", "utf-16-le"),
        (b"", "utf-16-be"),
    ):
        again = read(mark + text.encode(unicode))
        assert again.dialect.encoding == unicode
        pd.testing.assert_frame_equal(again.frame, table.frame)


def test_letters_beyond_the_sample_are_seen() -> None:
    rows = "1,x\n" * 50_000
    assert read(f"a,b\n{rows}2,älter\n".encode("cp1252")).frame["b"].iloc[-1] == "älter"
    assert read(f"a,b\n{rows}2,青年\n".encode("gb18030")).frame["b"].iloc[-1] == "青年"


def test_what_is_chosen_wins_over_what_is_guessed() -> None:
    content = "a;b,c\n1;2,5\n3;4,5\n".encode("utf-16")
    assert guess(content, Chosen(separator=",", header=False)) == Dialect(
        encoding="utf-16-le", separator=",", header=False, decimal=".", preamble=0
    )
    chinese = "年龄,类别\n青年,否\n中年,是\n".encode("gb18030")
    table = read(chinese, Chosen(encoding="cp1252"))
    assert table.frame.columns[0] == "年龄".encode("gb18030").decode("cp1252")
    assert values(read(b"a,b\n1,x\n3,y\n", as_chosen(replace(PLAIN, header=False)))) == {
        "column 1": ["a", "1", "3"],
        "column 2": ["b", "x", "y"],
    }
    assert values(read(b"a,b\n1,x\n3,y\n4,z\n", as_chosen(replace(PLAIN, preamble=1)))) == {
        "1": [3, 4],
        "x": ["y", "z"],
    }
    assert values(
        read(b"a;b\n1.5;x\n2;y\n", as_chosen(replace(PLAIN, separator=";", decimal=",")))
    )["a"] == [
        "1.5",
        "2",
    ]


CASES = [
    (language, encoding, text)
    for language, (encodings, texts) in TABLES.items()
    for encoding in encodings
    for text in texts
]
# In these files a letter or two could as well be others: both readings are offered.
WEAK = {
    ("euc-jp", "height,weight,sex"),
    ("iso-8859-2", "město;obyvatel"),
    ("cp1252", "modèle,prix"),
    ("iso-8859-15", "modèle,prix"),
}


@pytest.mark.parametrize(("language", "encoding", "text"), CASES)
@pytest.mark.parametrize("times", [1, 200])
def test_no_language_is_silently_misread(
    language: str, encoding: str, text: str, times: int
) -> None:
    header, rows = text.split("\n", 1)
    text = f"{header}\n{rows * times}"
    try:
        content = text.encode(encoding)
    except UnicodeEncodeError:  # КОИ-8 has no №
        return
    assert guess_text(content) == text
    shown = readings(content)
    if (encoding, header) not in WEAK:
        assert shown == ()
    else:
        assert shown[0][0] == encoding
        assert shown[0][1] in text
        assert shown[0][1] != shown[1][1]


def guess_text(content: bytes) -> str:
    return decode(content, guess_encoding(content))


def test_a_weak_guess_shows_the_line_that_tells_the_readings_apart() -> None:
    content = "id,name\n1,plain\n2,男\n".encode("euc-jp")
    assert dict(readings(content))["euc-jp"] == "2,男"
    assert readings("id,name\n2,男\n".encode()) == ()
    assert readings("prénom,âge\nHélène,déjà\n".encode("cp1252")) == ()
    assert readings(b"id,name\n1,plain\n") == ()


@pytest.mark.parametrize("encoding", ["cp1255", "cp1256", "iso-8859-5", "cp737", "cp874"])
def test_a_script_that_is_not_known_gives_a_weak_guess(encoding: str) -> None:
    texts = {
        "cp1255": "גיל,מין,מקצוע\nצעיר,גבר,סטודנט\nזקן,אישה,רופאה\n",
        "cp1256": "العمر,الجنس,المهنة\nشاب,ذكر,طالب\nمسن,أنثى,طبيبة\n",
        "iso-8859-5": "Возраст,Пол\nмолодой,мужской\nпожилой,женский\n",
        "cp737": "Ηλικία,Φύλο\nνέος,άνδρας\nγυναίκα,όχι\n",
        "cp874": "อายุ,เพศ\nหนุ่ม,ชาย\nชรา,หญิง\n",
    }
    assert len(readings(texts[encoding].encode(encoding))) > 1


def test_a_large_file_is_judged_by_words_from_all_of_its_parts() -> None:
    text = "город,население\n" + "Москва,12600\n" * 400_000
    content = text.encode("cp1251")
    start = time.process_time()
    assert guess_encoding(content) == "cp1251"
    assert readings(content) == ()
    # Twice 0.1 s; the bound leaves room for a loaded machine.
    assert time.process_time() - start < 2
