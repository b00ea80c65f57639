"""The app on a Streamlit that has one of its insides no more: it starts, grows, takes a file, and a
class votes. Without components a lesson is plain text, from which no class is opened."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from pages.streamlit_inside import clicks, components, sessions, theme, web
from tests.browser.classroom import PHONE, Class, OwnServer, ask, lead, vote
from tests.browser.processes import until_it_answers
from tests.browser.stage import press, said
from tests.browser.visitor import LAPTOP

pytestmark = [pytest.mark.browser, pytest.mark.nightly]
NOT_FOUND = "404 (Not Found)"
KNOWN = {web.FOLDER: ("Content Security Policy", NOT_FOUND), components.MANAGER: (NOT_FOUND,)}
"""What the browser may say: that a line of script in Streamlit's page does not run, and that fonts
of a class or modules of the stage are not there."""
SMALL = {"name": "small.csv", "mimeType": "text/csv", "buffer": b"a,b\n1,x\n2,y\n3,x\n"}


@pytest.mark.parametrize(
    "gone",
    [
        clicks.RUN,
        clicks.CONTEXT,
        theme.READ,
        sessions.RUNTIME,
        web.FOLDER,
        components.MANAGER,
    ],
)
def test_the_app_goes_without(gone: str, chromium: Browser, tmp_path: Path) -> None:
    held = OwnServer(chromium, f"sqlite:///{tmp_path}/s.db", "serve_without", NBN_WITHOUT=gone)
    try:
        until_it_answers(held.address, held.process)
        grows(held, plain=gone == components.MANAGER)
        takes_a_file(held)
        if gone != components.MANAGER:
            votes(held)
        known = KNOWN.get(gone, ())
        assert [text for text in held.errors if not any(part in text for part in known)] == []
    finally:
        held.shut()


def grows(held: Class, plain: bool) -> None:
    page = held.person(LAPTOP)
    page.goto(f"{held.address}/grow?data=playtennis&recipe=id3")
    if plain:
        page.locator(".st-key-last button").click()
        expect(page.get_by_text("Outlook = Sunny").first).to_be_visible()
    else:
        press(page, "last")
        expect(page.locator("g.node")).to_have_count(8)
        press(page, "first")
        press(page, "next")
        expect(said(page)).to_be_visible()


def takes_a_file(held: Class) -> None:
    page = held.person(LAPTOP)
    page.goto(held.address)
    page.locator("input[type=file]").set_input_files(SMALL)
    expect(page.get_by_text("3 rows, 2 columns")).to_be_visible()


def votes(held: Class) -> None:
    board = held.board()
    phone = held.person(PHONE, touch=True)
    phone.goto(f"{held.address}/class/{board.locator('.large-code').inner_text()}")
    expect(board.locator(".n b")).to_have_text("1")
    lead(board, "ArrowRight", "lesson")
    ask(board)
    vote(phone, "Temperature")
