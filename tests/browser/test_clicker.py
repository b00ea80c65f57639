"""A clicker sends Page Down and Page Up: they move the lesson from the first moment of a page on,
whatever has the focus."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.rest import at_rest
from tests.browser.stage import asked, said, view, where
from tests.browser.visitor import LAPTOP, Visitor

pytestmark = pytest.mark.browser

PRESSES, APART = 20, 40
COLD = f"""
  let left = {PRESSES};
  const going = setInterval(() => {{
    if (!window.nbnEarly) return;
    if (!left--) {{ clearInterval(going); return; }}
    const key = {{ key: "PageDown", bubbles: true, composed: true, cancelable: true }};
    (document.body ?? document.documentElement).dispatchEvent(new KeyboardEvent("keydown", key));
  }}, {APART});
"""
"""Pressed from the page's first script on, before which nothing can hear; all is over long before
there is a stage."""
COUNT = "view => { view.moves = 0; view.act = (kind) => { view.moves += kind === 'next'; }; }"
"""The lesson stays where it is, and every step that was asked for is counted."""
FOCUS = """() => {
  const able = "a[href], button, input, select, textarea, [tabindex], canvas, summary";
  const parts = (root) => [...root.querySelectorAll("*")].flatMap(
    (part) => [part, ...(part.shadowRoot ? parts(part.shadowRoot) : [])]);
  window.controls = parts(document).filter((part) => part.matches(able) && part.checkVisibility());
  return window.controls.length;
}"""
HAS_IT = """(k) => {
  const control = window.controls[k];
  control.focus({ preventScroll: true });
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at === control ? control.outerHTML.slice(0, 120) : "";
}"""


def test_presses_on_a_cold_page_arrive_all(server: str, chromium: Browser) -> None:
    context = chromium.new_context(viewport=LAPTOP)  # in which nothing is compiled yet
    visitor = Visitor(context.new_page())
    page = visitor.page
    page.add_init_script(COLD)
    page.goto(f"{server}/grow?data=iris&recipe=cart&step=0")
    expect(where(page)).to_have_text("step 13 of 17")
    at_rest(page)  # none comes late
    # twenty beats: thirteen steps, of which seven were weighed first
    expect(page).to_have_url(re.compile(r"step=13&lang"))
    context.close()
    assert visitor.errors == []
    assert visitor.elsewhere == []


PAINTED = "() => performance.getEntriesByName('first-contentful-paint').length"
LEAVING = """address => {
  const press = () => document.body.dispatchEvent(
    new KeyboardEvent("keydown", { key: "PageDown", bubbles: true }));
  press();  // moves what is here
  addEventListener("beforeunload", () => { press(); press(); });
  location.href = address;
}"""


def test_what_is_pressed_while_a_page_is_being_left_moves_the_next(
    server: str, visitor: Visitor
) -> None:
    page = visitor.page
    page.goto(f"{server}/data?data=iris")
    at_rest(page)
    page.evaluate(LEAVING, f"{server}/grow?data=iris&recipe=cart&step=0")
    expect(where(page)).to_have_text("step 1 of 17")
    at_rest(page)
    expect(page).to_have_url(re.compile(r"/grow.*step=1&lang"))
    page.reload()  # handed over once
    at_rest(page)
    expect(page).to_have_url(re.compile(r"/grow.*step=1&lang"))


@pytest.mark.nightly
def test_a_page_paints_before_its_style_sheet_has_come(server: str, visitor: Visitor) -> None:
    """Before it has painted something, a browser gives what is pressed to nobody."""
    page, held = visitor.page, list[Route]()
    page.route("**/static/css/*.css", lambda route: held.append(route))
    page.goto(f"{server}/grow?data=iris&recipe=cart&step=0", wait_until="commit")
    page.wait_for_function(PAINTED)
    assert page.locator("#root").inner_text() == "Node by Node"
    assert held
    page.unroute("**/static/css/*.css")  # lets them go on
    expect(where(page)).to_be_visible()


@pytest.mark.nightly
def test_an_end_and_an_l_pressed_on_a_page_that_still_comes_are_heard(
    server: str, visitor: Visitor
) -> None:
    page = visitor.page
    press = "dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))"
    both = f"for (const key of ['End', 'l']) document.body.{press}"
    page.add_init_script(f"addEventListener('DOMContentLoaded', () => {{ {both} }})")
    page.goto(f"{server}/pruning?data=iris&lab_method=cost")
    expect(page).to_have_url(re.compile("cuts=.*lecture=on"))


@pytest.mark.nightly
def test_presses_on_any_page_of_a_guided_lesson_that_still_comes_move_it(
    server: str, visitor: Visitor
) -> None:
    """Impurity has no stage: its band takes up what was pressed before it was there."""
    page = visitor.page
    page.add_init_script(
        "addEventListener('DOMContentLoaded', () => { for (let k = 0; k < 2; k += 1) "
        "document.body.dispatchEvent(new KeyboardEvent('keydown', "
        "{ key: 'PageDown', bubbles: true })) })"
    )
    page.goto(f"{server}/impurity?lesson=play_tennis&at=4")
    expect(page.locator(".story .place")).to_have_text("6 of 15")
    expect(page).to_have_url(re.compile("/grow.*weigh=root.*at=6"))


@pytest.mark.nightly  # on a push: test_stage
@pytest.mark.parametrize(
    ("address", "show", "least"),
    [
        ("grow?data=iris&recipe=cart&step=0&weigh=root", "curve", 30),
        ("pruning?data=iris&lab_method=cost", "", 20),
    ],
)
def test_page_down_moves_the_lesson_from_every_control(
    server: str, visitor: Visitor, address: str, show: str, least: int
) -> None:
    page = visitor.page
    page.goto(f"{server}/{address}")
    said(page).wait_for()
    at_rest(page)
    if show:
        view(page, show)
        expect(page.locator(".st-key-host .js-plotly-plot").first).to_be_visible()
        at_rest(page)
    asked(page, COUNT)
    focused = [kept for k in range(page.evaluate(FOCUS)) if (kept := heard(page, k))]
    assert len(focused) >= least


def heard(page: Page, k: int) -> str:
    """Press Page Down while a control has the focus; what it is, or nothing if it takes none."""
    control = str(page.evaluate(HAS_IT, k))
    if control:
        before = asked(page, "view => view.moves")
        page.keyboard.press("PageDown")
        assert asked(page, "view => view.moves") == before + 1, control
    return control


@pytest.mark.nightly
def test_page_down_moves_the_lesson_after_the_slider_of_cuts_was_dragged(
    server: str, visitor: Visitor
) -> None:
    page = visitor.page
    page.goto(f"{server}/grow?data=iris&recipe=cart&step=0&weigh=root")
    said(page).wait_for()
    view(page, "curve")
    slider = page.locator(".st-key-host [data-testid=stSlider] input[type=range]")
    expect(slider).to_be_visible()
    at_rest(page)
    before, box = slider.input_value(), slider.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 + 50, box["y"] + box["height"] / 2, steps=3)
    page.mouse.up()
    at_rest(page)
    assert slider.input_value() != before
    page.keyboard.press("PageDown")
    expect(said(page)).to_contain_text("Split on Petal.Length")
    page.keyboard.press("PageUp")
    expect(said(page)).to_contain_text("each of 4 columns weighed; Petal.Length")
