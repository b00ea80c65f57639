"""The rows of a table as a grid: what is typed is one edit, told, and taken back."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from dtshow.tables.edits import AddColumn
from pages.ui.shell import session
from pages.ui.shell.places import title_of_own
from pages.ui.tables.upload import take
from tests.pages.data import drafted, said
from tests.pages.visit import checked, lesson, opened


def typing(monkeypatch: pytest.MonkeyPatch, **typed: Any) -> None:
    """AppTest has no grid to type in: what it would say is put in its place."""
    monkeypatch.setattr(session.CellsWidget, "typed", typed)


def choice_of(at: AppTest) -> Any:
    found = at.session_state["DataView"].draft
    return found if found is not None else lesson(at).choice


def frame_of(at: AppTest) -> Any:
    return at.session_state["uploads"][choice_of(at).key].frame


def test_a_table_that_comes_with_the_app_is_edited_and_had_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at = opened("data", data="playtennis")
    at = checked(at.button(key="edit_open").click().run())
    typing(monkeypatch, edited_rows={0: {"Play": "Yes"}}, deleted_rows=[13])
    at = checked(at.button(key="edit_use").click().run())
    assert "1 cell changed, 1 row removed." in said(at)
    frame = frame_of(at)
    assert len(frame) == 13
    assert frame["Play"].tolist()[0] == "Yes"
    choice = choice_of(at)
    assert (choice.target, choice.role("Day")) == ("Play", "ignore")
    at = checked(at.button(key="edit_undo").click().run())
    assert frame_of(at)["Play"].tolist()[0] == "No"
    assert len(frame_of(at)) == 14
    assert "cell changed" not in said(at)


def test_an_edited_table_is_grown(monkeypatch: pytest.MonkeyPatch) -> None:
    at = drafted(b"Wind,Degrees,Play\nweak,20,yes\nstrong,31,no\nweak,5,yes\nweak,35,no\n")
    at = checked(at.button(key="edit_open").click().run())
    typing(monkeypatch, added_rows=[{"Wind": "calm", "Degrees": "36", "Play": "no"}, {}])
    at = checked(at.button(key="edit_use").click().run())
    assert frame_of(at)["Degrees"].tolist() == [20, 31, 5, 35, 36]
    at = checked(at.button(key="data_use").click().run())
    assert len(lesson(at).dataset) == 5


def test_a_column_is_added_named_and_taken_out() -> None:
    at = opened("data", data="playtennis")
    at = checked(at.button(key="edit_open").click().run())
    at = checked(at.text_input(key="edit_new").set_value("Rain gauge").run())
    assert "Column Rain gauge added." in said(at).replace("\\", "")
    at = checked(at.selectbox(key="edit_column").set_value("Wind").run())
    at = checked(at.text_input(key="edit_name").set_value("Breeze").run())
    assert "Breeze" in frame_of(at)
    at = checked(at.selectbox(key="edit_column").set_value("Temperature").run())
    at = checked(at.button(key="edit_drop").click().run())
    assert "Temperature" not in frame_of(at)
    at = checked(at.text_input(key="edit_new").set_value("Breeze").run())
    assert any("already" in error.value for error in at.error)


def test_the_column_to_predict_may_be_renamed() -> None:
    at = opened("data", data="playtennis")
    at = checked(at.button(key="edit_open").click().run())
    at = checked(at.selectbox(key="edit_column").set_value("Play").run())
    at = checked(at.text_input(key="edit_name").set_value("Tennis").run())
    assert choice_of(at).target == "Tennis"


def test_a_table_with_edits_has_another_title_than_the_table_that_came() -> None:
    upload = take("churn.csv", b"x,y\n1,a\n2,b\n")
    assert title_of_own(upload) == "churn.csv"
    assert title_of_own(upload.edited([AddColumn("VIP")])) == "churn.csv · 1 edit"
