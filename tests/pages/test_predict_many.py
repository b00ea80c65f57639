"""Predictions for the rows of a file."""

from dataclasses import replace
from io import BytesIO
from typing import Final

import pandas as pd
import pytest

import dttools as dt
from dttools.files.bundled import bundled
from pages.ui.use import many_rows
from pages.ui.use.many_rows import predictions
from tests.pages import visit
from tests.pages.data import drafted, set_target
from tests.small_tables import dataset as table


@pytest.fixture(scope="module")
def tennis() -> dt.Tree:
    return dt.grow(table("playtennis"), dt.recipe("c45"))


def test_a_file_with_faults_is_predicted_row_by_row(tennis: dt.Tree) -> None:
    frame = pd.DataFrame({"Outlook": ["Sunny", "Snow", None, "Rain"], "Wind": list("abcd")})
    found = predictions(tennis, frame)
    assert len(found.table) == 4
    assert found.table["prediction"].notna().all()
    assert "Humidity" in found.absent
    assert "never seen" in found.table["note"][1]
    assert "Outlook is not known" in found.table["note"][2]


def test_of_a_row_that_is_divided_every_way_is_told_with_its_share(tennis: dt.Tree) -> None:
    found = predictions(tennis, pd.DataFrame({"Outlook": ["Rain"], "Wind": ["calm"]}))
    way = found.table["way"][0]
    columns = [field.name for field in tennis.schema.columns]
    frame = pd.DataFrame({"Outlook": ["Rain"], "Wind": ["calm"]}).reindex(columns=columns)
    ends = dt.leaf_shares(tennis, frame)[0]
    assert len(ends) > 1
    for share in ends.values():
        assert f"({share:.1%})" in way
    assert "Wind = Weak" in way
    assert "Wind = Strong" in way
    assert found.table["leaf"][0].count("; ") == len(ends) - 1


def test_a_leaf_has_the_number_of_its_rule(tennis: dt.Tree) -> None:
    frame = pd.read_csv(bundled("playtennis").path)
    numbers = {rule.leaf: str(n) for n, rule in enumerate(dt.rules.of(tennis).rules, 1)}
    found = predictions(tennis, frame).table["leaf"].tolist()
    assert found == [numbers[leaf] for leaf in dt.leaf_ids(tennis, frame)]
    assert len(set(found)) == 5
    stays = dt.grow(table("playtennis"), dt.recipe("id3"))
    assert predictions(stays, pd.DataFrame({"Outlook": ["Snow"]})).table["leaf"][0] == "no leaf"


def test_a_level_in_other_letters_and_a_cell_that_is_not_asked_are_noted() -> None:
    tree = dt.grow(table("golf"), dt.recipe("c45"))
    rows = {"outlook": ["Overcast ", "sunny", "hail"], "windy": ["FALSE", "false", "false"]}
    rows |= {"humidity": [70, 70, 70], "temperature": [None, "thirty", "30"]}
    frame = pd.DataFrame(rows, index=[7, 7, 8], dtype=object)
    first, second, third = predictions(tree, frame).table["note"]
    assert "outlook has a level that the tree has never seen (did you mean “overcast”?)" in first
    assert "temperature" not in first
    assert second == "temperature is not a number (not asked of this row)"
    assert third == "outlook has a level that the tree has never seen"


def test_an_interval_takes_no_words() -> None:
    tree = dt.grow(table("golf"), replace(dt.recipe("id3"), bins=dt.EqualWidth(2)))
    rows = {"outlook": "sunny", "temperature": "thirty", "humidity": "wet", "windy": "false"}
    assert [tree.schema.columns[split.column].name for split in tree.splits if split]
    [note] = predictions(tree, pd.DataFrame([rows])).table["note"]
    assert "humidity is not a number" in note
    assert "temperature is not a number" in note


def test_batches_tell_the_same_and_to_predict_ends_between_them(
    tennis: dt.Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    frame = pd.read_csv(bundled("playtennis").path).drop(columns="Play")
    whole, heard = predictions(tennis, frame), []
    monkeypatch.setattr(many_rows, "BATCH", 3)

    def stop(share: float) -> None:
        heard.append(share)
        if len(heard) == 7:
            raise InterruptedError(share)

    pd.testing.assert_frame_equal(predictions(tennis, frame, stop).table, whole.table)
    assert len(heard) == 5
    with pytest.raises(InterruptedError):
        predictions(tennis, frame, stop)
    assert len(heard) == 7


def test_no_cell_of_the_download_is_a_formula(tennis: dt.Tree) -> None:
    frame = pd.DataFrame({"=cmd": ["=1+1", "@x", "-2", "fine"], "n": [-1.0, 2, 3, 4]})
    frame["Outlook"] = "Sunny"
    back = pd.read_csv(BytesIO(predictions(tennis, frame).csv()))
    assert back["'=cmd"].tolist() == ["'=1+1", "'@x", "'-2", "fine"]
    assert back["n"].tolist() == [-1, 2, 3, 4]


def test_headings_may_differ_in_capitals_and_blanks(tennis: dt.Tree) -> None:
    cells = {"Outlook": ["Sunny"], "Humidity": ["High"], "Wind": ["Weak"]}
    found = predictions(tennis, pd.DataFrame({f" {name.upper()} ": c for name, c in cells.items()}))
    assert found.table["prediction"].tolist() == ["No"]
    assert not found.absent


def test_a_file_without_a_column_of_the_tree_is_refused(tennis: dt.Tree) -> None:
    with pytest.raises(dt.DataError, match=r"none of the columns.*“a”, “b”"):
        predictions(tennis, pd.DataFrame({"a": [1], "b": ["x"]}))


ONE_ROW: Final = b"Outlook,Humidity,Wind\nSunny,High,Weak\n"


ONE_CELL: Final = b"Outlook\nOvercast\n"
CHINESE: Final = "天气\n阴\n".encode()


@pytest.mark.parametrize(
    ("content", "answer"), [(ONE_ROW, "No"), (ONE_CELL, "Yes"), (CHINESE, "Yes")]
)
def test_one_row_or_one_column_is_enough(
    content: bytes, answer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = visit.opened("use", data="playtennis", recipe="id3", step="8", ask="file")
    at.file_uploader[0].upload("row.csv", content, "text/csv")
    visit.waited(visit.checked(at.run()))
    assert at.dataframe[0].value["prediction"].tolist() == [answer]
    monkeypatch.setattr(many_rows, "predictions", None)  # what is worked out is not so again
    visit.waited(visit.checked(at.run()))
    assert at.dataframe[0].value["prediction"].tolist() == [answer]


NO_ROWS: Final = b"Outlook,Wind\nSunny,Weak\n,\nOutlook,Wind\nRain,Strong\n\nSource: a diary\n"


def test_each_line_that_is_no_row_is_listed_with_its_reason() -> None:
    at = visit.opened("use", data="playtennis", recipe="id3", step="8", ask="file")
    at.file_uploader[0].upload("rows.csv", NO_ROWS, "text/csv")
    visit.waited(visit.checked(at.run()))
    told, left_out = at.dataframe[1].value, at.dataframe[0].value
    assert told["line"].tolist() == [2, 5]
    assert left_out.to_numpy().tolist() == [
        [3, "it has no value", ""],
        [4, "a repeated header", "Outlook · Wind"],
        [7, "a line below the table", "Source: a diary"],
    ]
    assert "3 lines of the file were not predicted" in visit.captions(at)


def test_the_page_reads_a_file_and_says_what_it_lacks() -> None:
    at = visit.opened("use", data="playtennis", recipe="id3", step="8", ask="file")
    at.file_uploader[0].upload("rows.csv", b"Outlook,Wind\nSunny,Weak\nRain,Strong\n", "text/csv")
    visit.waited(visit.checked(at.run()))
    assert "Humidity" in " ".join(w.value for w in at.warning)
    assert len(at.dataframe[0].value) == 2
    at.file_uploader[0].upload("rows.csv", b"\x00\x01", "text/csv")
    visit.waited(visit.checked(at.run()))
    assert at.error


RATES: Final = (0, 37, 24, 11, 48, 35, 22, 9, 46, 33)
BARE: Final = "".join(f"{n}%,{'ab'[n % 2]},{'ny'[n > 30]}\n" for n in RATES).encode()


def test_rows_are_read_as_the_table_of_the_tree_was() -> None:
    """Without a header, and with the offer that was taken."""
    at = drafted(BARE)
    at = visit.clicked(visit.clicked(set_target(at, "column 3"), "data_offer_0_0"), "data_use")
    rate = visit.lesson(at).dataset.columns[0]
    assert (rate.name, rate.numeric) == ("column 1", True)
    at = visit.turned(at, "use")
    at.selectbox(key="use_mode").set_value("file")
    visit.checked(at.run())
    assert "has no column names" in visit.captions(at)
    for content, answers in ((b"37%,a\n", ["y"]), (b"rate,kind,y\n1%,a,?\n39%,b,?\n", ["n", "y"])):
        at.file_uploader[0].upload("rows.csv", content, "text/csv")
        visit.waited(visit.checked(at.run()))
        assert at.dataframe[-1].value["prediction"].tolist() == answers
    at.file_uploader[0].upload("rows.csv", b"37%\n38%\n", "text/csv")
    visit.waited(visit.checked(at.run()))
    assert "which is which" in at.error[0].value
