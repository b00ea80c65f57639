"""Names that reading a file made have a label in each language; those in the file stay."""

from __future__ import annotations

from typing import Final

import pytest

import dtcore as dt
from dtshow.tables.edits import RenameColumn
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import speaking
from dttools.files import Chosen, pair
from pages.ui.shell import cache
from pages.ui.tables import made_names
from pages.ui.tables.made_names import Made, labels_of
from pages.ui.tables.upload import Upload, first_choice, take

CHINESE: Final = {
    "column {number}": "第 {number} 列",
    "row name": "行名",
    "class": "类别",
    "{column} (year)": "{column}（年）",
    "{column} (month)": "{column}（月）",
    "May": "五月",
    "Sat": "周六",
}
PLAIN: Final = "".join(
    f"{at},{'xy'[at % 2]},{2023 + at % 2}-0{4 + at % 3}-1{at}\n" for at in range(9)
)


@pytest.fixture(autouse=True)
def chinese(monkeypatch: pytest.MonkeyPatch) -> None:
    def said(text: str) -> str:
        return CHINESE.get(text, text) if speaking() == "zh" else text

    monkeypatch.setattr(made_names, "_", said)


def columns(upload: Upload) -> dict[str, str]:
    return dict(labels_of(upload.frame, "zh").columns)


def test_a_file_without_a_header_has_numbered_columns() -> None:
    made = {"column 1": "第 1 列", "column 2": "第 2 列", "column 3": "第 3 列"}
    assert columns(take("a.csv", PLAIN.encode())) == made


def test_a_name_in_the_file_stays_whatever_it_says() -> None:
    header = "column 1,class,row name\n"
    assert columns(take("a.csv", (header + PLAIN).encode())) == {}
    named = take("a.csv", ("day (year),class,d\n" + PLAIN).encode(), Chosen(cells={"d": ("year",)}))
    assert columns(named) == {"d (year)": "d（年）"}


def test_the_parts_of_a_date_and_their_values() -> None:
    upload = take("a.csv", PLAIN.encode(), Chosen(cells={"column 3": ("year", "month", "weekday")}))
    said = labels_of(upload.frame, "zh")
    assert said.columns["column 3 (month)"] == "第 3 列（月）"
    assert said.columns["column 3 (year)"] == "第 3 列（年）"
    assert (said.values["column 3 (month)"]["May"], said.values["x"]["May"]) == ("五月", "May")


def test_the_class_that_a_names_file_leaves_without_a_name() -> None:
    names, data = b"yes, no.\nage: continuous.\nclass: a, b.\n", b"1,a,yes\n2,b,no\n"
    assert columns(take("a.data", pair(names, data))) == {"class (2)": "类别 (2)"}
    of_its_own = pair(names.replace(b"yes, no.", b"class."), b"1,a\n2,b\n")
    assert columns(take("a.data", of_its_own)) == {}


def test_row_names_and_a_name_that_the_file_has_already() -> None:
    text = b",a,\xe8\xa1\x8c\xe5\x90\x8d\nx,1,p\ny,2,q\nz,3,p\n"
    assert columns(take("a.csv", text)) == {}  # 行名 is taken
    assert columns(take("a.csv", text.replace(b"\xe8\xa1\x8c", b"b"))) == {"row name": "行名"}


def test_a_tree_has_the_labels_and_what_it_splits_on_stays() -> None:
    upload = take("a.csv", PLAIN.encode())
    choice = first_choice(upload)
    trees = [
        dt.grow(cache.dataset(choice, language, upload.frame), dt.recipe("c45"))
        for language in ("en", "zh")
    ]
    english, chinese = ([field.name for field in tree.schema.columns] for tree in trees)
    assert chinese == [name.replace("column ", "第 ") + " 列" for name in english]
    assert trees[0].splits == trees[1].splits


def test_an_edit_keeps_the_labels_of_the_other_columns() -> None:
    upload = take("a.csv", PLAIN.encode()).edited((RenameColumn("column 2", "wind"),))
    assert "wind" not in columns(upload)
    assert columns(upload)["column 1"] == "第 1 列"


def test_all_names_are_understood_in_rows_to_be_predicted() -> None:
    upload = take("a.csv", PLAIN.encode())
    known = cache.other_names(upload.key, "zh", upload.frame).columns
    assert (known["column 1"], known["第 1 列"]) == ("第 1 列", "第 1 列")
    assert cache.other_names(upload.key, "en", upload.frame).columns["第 1 列"] == "column 1"


def test_a_table_that_nobody_read_has_no_made_names() -> None:
    assert Made().column("column 1") == "column 1"
    assert cache.labels(TableChoice("upload:x", "y").key, "zh").columns == {}
