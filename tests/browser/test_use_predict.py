"""One case, asked in three ways: by the form, question by question, and in a file."""

import pandas as pd
import pytest
from playwright.sync_api import expect

from tests.browser.rest import at_rest
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser
USE = "/use?data=playtennis&recipe=id3&step=99"
CELLS = {"Outlook": "Rain", "Temperature": "Mild", "Humidity": "High", "Wind": "Strong"}
ROW = "row14"


def test_form_questions_and_file_give_one_answer(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{server}{USE}&case={ROW}")
    answer = page.locator(".st-key-use_answer")
    expect(answer).to_contain_text("No")
    lit = page.locator(".st-key-use_right g.node.lit")
    expect(lit).to_have_count(3)
    page.get_by_text("Question by question", exact=True).click()
    for asked in ("Outlook", "Wind"):
        expect(page.locator(".st-key-use_asked")).to_have_text(f"{asked}?")
        at_rest(page)
        page.get_by_role("button", name=CELLS[asked], exact=True).click()
    expect(page.locator(".st-key-use_asked")).to_contain_text("No")
    expect(page.locator(".st-key-use_so_far g.node.lit")).to_have_count(3)
    page.get_by_text("Many rows", exact=True).click()
    line = ",".join(CELLS) + "\n" + ",".join(CELLS.values())
    given = {"name": "row.csv", "mimeType": "text/csv", "buffer": line.encode()}
    page.locator(".st-key-bring_row_use input[type=file]").set_input_files(files=given)  # type: ignore[arg-type]
    with page.expect_download() as got:
        page.get_by_role("button", name="Download as CSV").click()
    assert pd.read_csv(got.value.path())["prediction"].tolist() == ["No"]
