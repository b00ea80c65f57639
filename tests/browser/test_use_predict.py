"""One case, asked in three ways: by the form, question by question, and in a file."""

import re
from pathlib import Path

import pandas as pd
import pytest
from playwright.sync_api import expect

from tests.browser.rest import at_rest
from tests.browser.stage import chosen
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser
USE = "/use?data=playtennis&recipe=id3&step=99"
CELLS = {"Outlook": "Rain", "Wind": "Strong"}
ROW = "row14"
TABLE = Path(__file__).resolve().parents[2] / "datasets" / "playtennis.csv"


@pytest.mark.nightly  # on a push: pages/test_predict_laws
def test_form_questions_and_file_give_one_answer(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{server}{USE}&case={ROW}")
    answer = page.locator(".st-key-use_answer")
    expect(answer).to_contain_text("No")
    lit = page.locator(".st-key-use_right g.node.lit")
    expect(lit).to_have_count(3)
    wind = page.locator(".st-key-use_form").get_by_role("radio", name=CELLS["Wind"])
    wind.click()  # what is chosen already is not forgotten
    at_rest(page)
    expect(wind).to_be_checked()
    expect(answer).to_contain_text("No")
    chosen(page, "use_mode", "Question by question")
    for asked in ("Outlook", "Wind"):
        expect(page.locator(".st-key-use_asked")).to_have_text(f"{asked}?")
        at_rest(page)
        answers = page.get_by_role("group", name=f"{asked}?")
        answers.get_by_role("button", name=re.compile(f"^{CELLS[asked]}")).click()
        expect(
            page.locator(".st-key-use_asked")
        ).to_be_focused()  # and so read, next question or answer
    expect(page.locator(".st-key-use_asked")).to_contain_text("No")
    expect(page.locator(".st-key-use_so_far g.node.lit")).to_have_count(3)
    page.get_by_role("button", name="Ask again").click()
    for asked, key in (("Outlook", "3"), ("Wind", "0")):  # by key, and what is not known
        expect(page.locator(".st-key-use_asked")).to_have_text(f"{asked}?")
        at_rest(page)
        page.keyboard.press(key)
    expect(page.locator(".st-key-use_asked")).to_contain_text("Yes, like 60.0% of the 5 rows")
    chosen(page, "use_mode", "Many rows")
    page.locator(".st-key-bring_row_use input[type=file]").set_input_files(TABLE)
    with page.expect_download() as got:
        page.get_by_role("button", name="Download as CSV").click()
    told = pd.read_csv(got.value.path())["prediction"]
    assert told.tolist() == pd.read_csv(TABLE)["Play"].tolist()  # which this tree tells all


def test_the_answer_is_seen_beside_the_form(server: str, visitor: Visitor) -> None:
    """Not at the foot of the window, below the tree, but as high as the form."""
    page = visitor.page
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"{server}{USE}")
    expect(page.locator(".st-key-use_right g.node.lit")).to_have_count(3)
    at_rest(page)
    answer = page.locator(".st-key-use_answer p").first.bounding_box()
    tree = page.locator(".st-key-use_right .tree").bounding_box()
    assert answer
    assert tree
    assert answer["y"] + answer["height"] <= tree["y"]
    menu = page.locator(".st-key-use_mode").bounding_box()
    assert menu
    assert menu["y"] <= answer["y"] < menu["y"] + menu["height"]
    assert tree["y"] + tree["height"] <= 1080


IN_PANEL = """tree => {
  const panel = tree.getBoundingClientRect();
  return [...tree.querySelectorAll(".node.lit:not(.small) .head")].filter((head) => {
    const { left, right, bottom } = head.getBoundingClientRect();
    return left >= panel.left && right <= panel.right && bottom <= panel.bottom;
  }).map((head) => head.textContent);
}"""
"""What is said on the way of the row, in sight."""


@pytest.mark.nightly  # on a push: test_use_rules
@pytest.mark.parametrize(
    ("wide", "high", "least"), [(1366, 768, 12), (1366, 640, 4), (390, 844, 10)]
)
def test_the_way_of_a_row_is_read_to_its_leaf_in_a_large_tree(
    server: str, visitor: Visitor, wide: int, high: int, least: int
) -> None:
    page = visitor.page
    page.set_viewport_size({"width": wide, "height": high})
    page.goto(f"{server}/use?data=titanic&recipe=cart&complete=1")
    lit = page.locator(".st-key-use_right g.node.lit")
    expect(lit).to_have_count(13)  # deeper than the nodes that are folded away
    at_rest(page)
    said = page.locator(".st-key-use_right .tree").evaluate(IN_PANEL)
    assert len(said) >= least
    assert said[-1] in ("no", "no (15)")  # how many rows, where there is room for it
