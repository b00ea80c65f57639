"""Predictions for the rows of a file."""

from io import BytesIO
from typing import Final

import pandas as pd
import pytest

import dtcore as dt
from pages.ui.use.predict import file
from pages.ui.use.predict.many import predictions
from tests.pages import visit
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
    assert "never seen" in found.table["to note"][1]
    assert "Outlook is not known" in found.table["to note"][2]


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


def test_to_predict_ends_between_its_parts_when_it_is_stopped(tennis: dt.Tree) -> None:
    def stop(share: float) -> None:
        raise InterruptedError(share)

    with pytest.raises(InterruptedError):
        predictions(tennis, pd.DataFrame({"Outlook": ["Rain"]}), stop)


def test_no_cell_of_the_download_is_a_formula(tennis: dt.Tree) -> None:
    frame = pd.DataFrame({"=cmd": ["=1+1", "@x", "-2", "fine"], "n": [-1.0, 2, 3, 4]})
    back = pd.read_csv(BytesIO(predictions(tennis, frame).csv()))
    assert back["'=cmd"].tolist() == ["'=1+1", "'@x", "'-2", "fine"]
    assert back["n"].tolist() == [-1, 2, 3, 4]


ONE_ROW: Final = b"Outlook,Humidity,Wind\nSunny,High,Weak\n"


@pytest.mark.parametrize(("content", "answer"), [(ONE_ROW, "No"), (b"Outlook\nOvercast\n", "Yes")])
def test_one_row_or_one_column_is_enough(
    content: bytes, answer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = visit.opened("use", data="playtennis", recipe="id3", step="8", ask="file")
    at.file_uploader[0].upload("row.csv", content, "text/csv")
    visit.checked(at.run())
    assert at.dataframe[0].value["prediction"].tolist() == [answer]
    monkeypatch.setattr(file, "predictions", None)  # what is worked out is not so again
    visit.checked(at.run())
    assert at.dataframe[0].value["prediction"].tolist() == [answer]


def test_the_page_reads_a_file_and_says_what_it_lacks() -> None:
    at = visit.opened("use", data="playtennis", recipe="id3", step="8", ask="file")
    at.file_uploader[0].upload("rows.csv", b"Outlook,Wind\nSunny,Weak\nRain,Strong\n", "text/csv")
    visit.checked(at.run())
    assert "Humidity" in " ".join(w.value for w in at.warning)
    assert len(at.dataframe[0].value) == 2
    at.file_uploader[0].upload("rows.csv", b"\x00\x01", "text/csv")
    visit.checked(at.run())
    assert at.error
