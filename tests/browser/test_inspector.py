"""What one touches in the inspector: definitions, numbers that lead to their line, rows, cuts."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.alone import alone
from tests.browser.rest import at_rest
from tests.browser.stage import panel, rows, view
from tests.browser.visitor import LAPTOP, Visitor

pytestmark = pytest.mark.browser


def test_a_number_opens_into_its_definition_and_leads_to_its_line(visitor: Visitor) -> None:
    page = alone(visitor, "grow?data=playtennis&recipe=id3&step=0&weigh=root")
    after = page.locator(".formula .line", has=page.locator("[data-opens='H(D|A)']"))
    expect(after.locator(".general")).to_be_hidden()
    after.locator("[data-opens]").click()
    expect(after.locator(".general")).to_contain_text("∑")
    after.locator("[data-leads='H(D_{1})']").click()
    focused = page.evaluate(
        "() => { let a = document.activeElement;"
        " while (a && a.shadowRoot) a = a.shadowRoot.activeElement; return a.dataset.opens }"
    )
    assert focused == "H(D_{1})"


def test_a_row_lights_its_path_by_keyboard_and_lets_it_go(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{server}/grow?data=playtennis&recipe=id3&step=8")
    first = rows(page).locator("tbody button").first
    expect(first).to_be_visible()
    at_rest(page)
    first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    told = rows(page).locator(".told")
    expect(told).to_contain_text("Row 14: Outlook = Rain ∧ Wind = Strong → No; it is No.")
    expect(page.locator(".stage g.node.lit")).to_have_count(3)
    at_rest(page)
    page.keyboard.press("Enter")
    expect(page.locator(".stage g.node.lit")).to_have_count(0)


@pytest.mark.nightly
def test_the_impurity_above_the_rows_opens_the_numbers_of_the_node(
    server: str, visitor: Visitor
) -> None:
    page = visitor.page
    page.goto(f"{server}/grow?data=playtennis&recipe=id3&step=0&weigh=root")
    name = "entropy 0.9403: Show the arithmetic of this number"
    page.get_by_role("button", name=name).press("Enter")
    expect(panel(page)).to_contain_text("How mixed are these rows?")


def test_a_cut_is_tried_in_the_field_and_taken(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{server}/grow?data=iris&recipe=cart&step=0&weigh=root")
    view(page, "curve")
    field = page.locator(".st-key-cut_typed input")
    field.fill("4.9")
    field.press("Enter")
    expect(page.locator(".st-key-host")).to_contain_text(
        "less than the algorithm’s choice, Petal.Length"
    )
    at_rest(page)
    result = page.get_by_text("less than the algorithm’s choice, Petal.Length").bounding_box()
    curves = page.locator(".st-key-threshold_curve").bounding_box()
    assert result is not None
    assert curves is not None
    assert result["y"] < curves["y"]
    assert result["y"] + result["height"] < LAPTOP["height"]  # seen while one tries
    page.locator(".st-key-take_cut button").click()
    expect(page).to_have_url(re.compile(r"moves=x%3Ac2%3C%3D4\.9"))
