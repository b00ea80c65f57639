"""A large file: its reading can be watched and stopped."""

import pytest
from playwright.sync_api import expect

from tests.browser.gate import Gate
from tests.browser.stage import said
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser


def test_reading_a_large_file_can_be_stopped(server: str, visitor: Visitor, gate: Gate) -> None:
    page = visitor.page
    page.goto(f"{server}/grow?data=golf&recipe=c45&step=1")
    expect(said(page)).to_contain_text("Split on outlook")
    page.get_by_role("link", name="Home").click()
    line = ",".join(["12345.5"] * 20)
    rows = [",".join(f"c{i}" for i in range(20)), *[line] * 8_000]
    gate.shut()
    page.locator("input[type=file]").set_input_files(
        {"name": "large.csv", "mimeType": "text/csv", "buffer": "\n".join(rows).encode()}
    )
    page.locator(".st-key-home_stop button").click()
    expect(page.get_by_role("alert").first).to_contain_text("not read to its end")
    gate.open()
    page.get_by_role("link", name="Grow", exact=True).click()
    expect(said(page)).to_contain_text("Split on outlook")
