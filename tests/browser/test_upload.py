"""A large file: its reading can be watched and stopped."""

import pytest
from playwright.sync_api import expect

from tests.browser.gate import Gate
from tests.browser.stage import said
from tests.browser.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.nightly]  # on a push: pages/test_own_process


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
    page.locator(".st-key-stop_work button").click()
    expect(page.get_by_role("alert").first).to_contain_text("not read to the end")
    gate.open()
    page.get_by_role("link", name="Grow", exact=True).click()
    expect(said(page)).to_contain_text("Split on outlook")
    page.get_by_role("link", name="Home").click()
    small = {"name": "small.csv", "mimeType": "text/csv", "buffer": b"a,b\n1,x\n2,y\n3,x\n"}
    place = page.locator("input[type=file]")
    expect(place).to_have_count(1)  # the one that held the large file is gone
    place.set_input_files(small)
    expect(page.get_by_text("3 rows, 2 columns")).to_be_visible()
    gate.shut()
    page.locator(".st-key-data_header label").click()
    page.locator(".st-key-stop_reading button").click()
    expect(page.get_by_role("alert").first).to_contain_text("stays as it was")
    gate.open()
    expect(page.get_by_text("3 rows, 2 columns")).to_be_visible()
