"""The glossary in a browser: a word of a course text is three presses away from any page."""

import re

import pytest
from playwright.sync_api import expect

from dtshow.words.glossary import terms
from tests.browser.rest import at_rest
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser


def test_a_word_of_a_text_is_looked_up_from_any_page(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{server}/grow?data=golf&recipe=c45&step=2")
    at_rest(page)
    page.get_by_role("button", name="More", exact=True).first.click()
    page.get_by_role("menuitem", name="Glossary").click()
    asked = page.get_by_role("textbox", name="Find a word")
    asked.fill("信息增益比")
    asked.press("Enter")
    expect(page.locator(".st-key-glossary tbody tr")).to_have_count(1)
    expect(page.locator(".st-key-glossary tbody tr")).to_contain_text("Gain ratio")
    expect(page).to_have_url(re.compile("tab=glossary.*find="))
    with page.expect_popup() as opening:
        page.get_by_role("link", name="See it on Grow").click()
    expect(opening.value.locator(".panel")).to_contain_text("Gain ratio")
    page.get_by_role("link", name="Grow", exact=True).click()
    expect(page).to_have_url(re.compile("/grow.*recipe=c45.*step=2"))  # the lesson is as it was


@pytest.mark.nightly
def test_every_formula_is_drawn(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server}/reference?tab=glossary&lang=zh")
    rows = page.locator(".st-key-glossary tbody tr")
    expect(rows).to_have_count(len(terms()))
    expect(rows.locator(".katex")).to_have_count(sum(bool(one.formula) for one in terms()))
    expect(rows.locator(".katex-error, .katex [style*='#cc0000']")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
