"""Ten links of the Textbook tab, pressed: each opens the step whose sums hold our number."""

import pytest
from playwright.sync_api import Page, expect

from pages.ui.textbook.printed import Printed, address, numbers, value
from tests.browser.rest import at_rest
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser
IN_SUMS = [one for one in numbers() if one.of not in ("mean", "cut") and value(one)]
TEN = IN_SUMS[:: len(IN_SUMS) // 10][:10]
PHONE = {"width": 390, "height": 844}


@pytest.mark.nightly  # on a push: a number leads to its step
@pytest.mark.parametrize("text", dict.fromkeys(one.text for one in TEN))
def test_a_link_opens_its_step(server: str, visitor: Visitor, text: str) -> None:
    page = visitor.page
    page.goto(f"{server}/reference?tab=textbook&text={text}")
    for one in TEN:
        if one.text == text:
            the_link_opens(page, one)


def the_link_opens(page: Page, one: Printed) -> None:
    link = page.locator(f'a[href="{address(one.step)}&lang=en"]').first
    expect(link).to_be_visible()
    with page.context.expect_page() as opened:
        link.click()
    step = opened.value
    values = step.locator(".formula .line").filter(has_text=f"{value(one):.4f}")
    expect(values.first).to_be_visible()
    step.close()


@pytest.mark.nightly
def test_a_phone_shows_each_number_as_a_card(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.set_viewport_size(PHONE)
    page.goto(f"{server}/reference?tab=textbook&mark=wrong")
    expect(page.get_by_text("0.3411").first).to_be_visible()
    at_rest(page)
    widths = page.get_by_test_id("stMain").evaluate("it => [it.scrollWidth, it.clientWidth]")
    assert widths[0] <= widths[1]
    tables = page.locator(".st-key-textbook table")
    wide = tables.evaluate_all("all => all.filter(t => t.scrollWidth > t.clientWidth + 1).length")
    assert wide == 0


@pytest.mark.nightly
def test_the_old_address_opens_the_algorithms(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{server}/algorithms?data=golf")
    expect(page.locator("h1")).to_have_text("How do the algorithms differ?")
    page.get_by_role("radio", name="Textbook").click()
    expect(page.locator("h1")).to_have_text("Are the printed numbers right?")
    assert "tab=textbook" in page.url


@pytest.mark.on_push("phone")
@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_a_number_of_a_course_text_leads_to_its_step_and_back(
    server: str, visitor: Visitor, phone: bool
) -> None:
    page = visitor.page
    if phone:
        page.set_viewport_size(PHONE)
    page.goto(f"{server}/lessons")
    page.get_by_text("My text, section by section").click()
    page.get_by_role("link", name="Mitchell").first.click()
    expect(page.locator("h1")).to_have_text("Where is it in your course text?")
    expect(page.get_by_role("link", name="0.2467")).to_be_visible()
    at_rest(page)
    widths = page.get_by_test_id("stMain").evaluate("it => [it.scrollWidth, it.clientWidth]")
    assert widths[0] <= widths[1]
    page.get_by_role("link", name="3.4.2 An illustrative example").click()
    expect(page.get_by_role("heading", name="3.4.2 An illustrative example")).to_be_in_viewport()
    page.get_by_role("link", name="0.2467").click()
    expect(page.locator(".story .sentence")).to_contain_text("Gain(S,Outlook)")
    expect(page.locator(".formula .line").filter(has_text="0.2467").first).to_be_attached()
    page.goto(f"{server}/pruning?lesson=mitchell&at=34")
    page.locator(".story").get_by_role("button", name="My text").first.click()
    expect(page.locator("h1")).to_have_text("Where is it in your course text?")
