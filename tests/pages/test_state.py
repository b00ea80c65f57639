"""What a page keeps: fields that say how they are bound, written, read and ended."""

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from pages.ui.shell import session
from tests.pages.example_state import TABLE, Example


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(st, "session_state", {})
    monkeypatch.setattr(st, "query_params", type("None_", (), {"to_dict": lambda self: {}})())
    TABLE[0] = "first"


def test_a_change_ends_what_lapses_with_it() -> None:
    session.change(Example, row=4)
    session.change(Example, run=True)
    assert session.view(Example).row == 4
    session.change(Example, tab="two")
    assert session.view(Example) == Example(tab="two", run=True)


def test_what_is_about_a_table_is_gone_with_it_and_does_not_come_back() -> None:
    session.change(Example, place=7)
    TABLE[0] = "second"
    assert session.view(Example).place is None
    TABLE[0] = "first"
    assert session.view(Example).place is None


def test_the_address_says_what_is_not_as_usual_where_it_matters() -> None:
    assert session.params_of(Example) == {}
    session.change(Example, row=4, run=True, words=("a", "b"))
    assert session.params_of(Example) == {"row": "5", "word1": "a", "word2": "b"}
    session.change(Example, tab="two")
    assert session.params_of(Example) == {"tab": "two", "run": "1", "word1": "a", "word2": "b"}


def test_what_is_said_is_read_again() -> None:
    session.change(Example, tab="two", run=True, row=98, words=("a",))
    before, said = session.view(Example), session.params_of(Example)
    session.keep(Example())
    session.open_views("example", {"data": "any", **said})
    assert session.view(Example) == before


def test_without_a_table_an_address_changes_what_it_names_alone() -> None:
    session.change(Example, size=0.25, form="sql", words=("a",))
    session.open_views("example", {"row": "3"})
    assert session.view(Example) == Example(row=2, size=0.25, form="sql", words=("a",))
    session.open_views("other", {"data": "any"})
    assert session.view(Example).size == 0.25
    session.open_views("example", {"data": "any", "tab": "two"})
    assert session.view(Example) == Example(tab="two", form="sql")


@pytest.mark.parametrize("said", ["", "0", "100", "-1", "1.5", "٣", "9" * 30, "<b>"])
def test_what_cannot_be_read_is_left_as_it_is(said: str) -> None:
    session.change(Example, row=4)
    session.open_views("example", {"row": said, "tab": said, "run": said})
    assert session.view(Example) == Example(row=4)


def test_an_address_is_read_once_by_each_kind_and_the_last_one_counts() -> None:
    session.open_views("example", {"row": "3"})
    session.open_views("example", {"row": "8"})
    assert session.view(Example).row == 7
    session.change(Example, row=None)
    assert session.view(Example).row is None


def _app() -> None:
    import streamlit as st

    from pages.ui.shell import session
    from tests.pages.example_state import Example

    now = session.view(Example)
    st.radio("Tab", ["one", "two"], **session.bind(Example, tab=now.tab))
    st.slider("Size", 0.0, 1.0, **session.bind(Example, size=now.size))
    st.number_input("Size", 0.0, 1.0, **session.bind_to("typed", Example, size=now.size))


def test_two_widgets_of_one_field_follow_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    at = AppTest.from_function(_app, default_timeout=120).run()
    at.slider(key="example_size").set_value(0.75).run()
    assert at.number_input(key="typed").value == 0.75
    at.number_input(key="typed").set_value(0.25).run()
    assert at.slider(key="example_size").value == 0.25


def test_a_widget_is_not_told_what_it_has_just_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slider that is told its own place while a key is held down would fall back to it."""
    monkeypatch.undo()
    at = AppTest.from_function(_app, default_timeout=120).run()
    assert at.slider[0].proto.set_value
    at.slider[0].set_value(0.75).run()
    assert not at.slider[0].proto.set_value
    assert at.number_input[0].proto.set_value
    at.run()
    assert at.slider[0].value == 0.75
