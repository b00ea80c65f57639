"""From an Excel file with a title to the first weighed node, and no address in it is a link."""

import pytest
from playwright.sync_api import expect

from tests.browser.exports import Export, bring, excel, grow
from tests.browser.rest import at_rest
from tests.browser.visitor import Visitor
from tests.engine.file_corpus.case import csv_of

pytestmark = pytest.mark.browser

URL = "https://evil.example/a"


def test_a_survey_from_excel_is_weighed_in_three_clicks(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(server)
    clicks = bring(page, Export("survey.xlsx", excel()))
    main = page.locator("[data-testid=stMain]")
    expect(main).to_contain_text("survey.xlsx: 24 rows, 4 columns.")
    expect(main).to_contain_text("Left out: 1 line above the table, 1 row of totals")
    assert clicks + grow(page) == 3


@pytest.mark.nightly  # on a push: test_hostile_files
def test_addresses_in_a_file_are_no_links(server: str, visitor: Visitor) -> None:
    page = visitor.page
    rows = range(12)
    table = {
        URL: [f"www.evil.example/{at % 2}" for at in rows],
        "me@evil.example": list(rows),
        "kind": [("a@evil.example", URL)[at % 2] for at in rows],
    }
    page.goto(server)
    bring(page, Export("www.evil.example.csv", csv_of(table).encode()))
    expect(page.get_by_role("button", name="Yes, predict")).to_be_visible()
    at_rest(page)
    assert page.locator("a[href*='evil.example']").count() == 0
    assert visitor.elsewhere == []
