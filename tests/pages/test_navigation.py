"""Which page is drawn: that which was opened, whatever a page that is left still tells."""

import pytest

from pages.streamlit_inside import clicks
from pages.ui.shell.places import NAMES, Departure
from tests.pages.visit import PAGES, kept, opened, turned


def test_a_page_can_be_gone_to() -> None:
    assert sorted(NAMES) == sorted(file.stem for file in PAGES.glob("[!_]*.py"))


def test_a_press_on_a_page_that_was_left_does_not_draw_it_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at = turned(opened("grow", data="playtennis", recipe="id3"), "pruning")
    monkeypatch.setattr(clicks, "pressed", lambda: True)
    at = turned(at, "grow")
    assert kept(at, Departure).drawn == "pruning"


def test_a_page_that_is_opened_from_the_menu_is_drawn() -> None:
    at = turned(opened("grow", data="playtennis", recipe="id3"), "pruning")
    assert kept(turned(at, "grow"), Departure).drawn == "grow"
