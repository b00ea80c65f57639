"""Home in a real browser: the tree grows once and takes nothing, and links are links."""

import re
from typing import Final

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.rest import at_rest
from tests.browser.visitor import LAPTOP, Visitor

pytestmark = pytest.mark.browser

QUICK: Final = """(() => {
  const was = window.setTimeout, set = Element.prototype.setAttribute;
  window.setTimeout = (call, ms, ...more) =>
    was(call, /\\/modules\\.\\w+\\.js/.test(new Error().stack) ? 60 : ms, ...more);
  window.moments = [];
  Element.prototype.setAttribute = function (name, value) {
    if (name === "data-moment") moments.push(value);
    return set.call(this, name, value);
  };
})()"""
"""The hero does not wait between its moments, and each is noted."""
FOCUSED: Final = "() => [document.body, null].includes(document.activeElement)"
HIDDEN: Final = """;
Object.defineProperty(Document.prototype, "hidden", { get: () => true });"""
MOVING: Final = "hero => hero.getRootNode().getAnimations().length"


def hero(page: Page) -> Locator:
    return page.locator(".home[data-moment]")


def test_the_tree_grows_once_and_takes_no_focus(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.add_init_script(QUICK)
    page.goto(server)
    expect(hero(page)).to_have_attribute("data-moment", "3")
    expect(hero(page)).to_contain_text("3 questions sort all 14 days.")
    at_rest(page)
    assert page.evaluate("moments") == ["0", "1", "2", "3"]
    assert page.evaluate(FOCUSED)
    again = hero(page).get_by_role("button", name="Play again")
    again.focus()
    again.press("Enter")
    expect(again).to_be_focused()
    expect(hero(page)).to_have_attribute("data-moment", "3")
    at_rest(page)
    assert page.evaluate("moments") == ["0", "1", "2", "3"] * 2
    page.get_by_role("button", name="More").click()
    page.get_by_role("menuitem", name="Impurity").click()
    expect(hero(page)).to_have_count(0)  # before that, it is the old one that stands
    page.get_by_role("link", name="Home").click()
    expect(hero(page)).to_have_attribute("data-moment", "3")  # it has grown in this window
    assert page.evaluate("moments")[8:] == ["3"]


@pytest.mark.nightly
def test_where_motion_is_not_wanted_the_tree_stands(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.emulate_media(reduced_motion="reduce")
    page.add_init_script(QUICK)
    page.goto(server)
    expect(hero(page)).to_have_attribute("data-moment", "3")
    assert page.evaluate("moments") == ["3"]
    assert hero(page).evaluate(MOVING) == 0
    for scheme in ("light", "dark"):
        page.emulate_media(reduced_motion="reduce", color_scheme=scheme)  # type: ignore[arg-type]
        at_rest(page)
        for name in ("Grow your first tree", "Main menu", "English"):
            button = page.locator("button").filter(has_text=name).or_(page.get_by_label(name)).first
            button.focus()
            expect(button).to_have_css("outline-style", "solid")
        found = Axe().run(page).response["violations"]
        serious = [one for one in found if one["impact"] in ("serious", "critical")]
        assert [(one["id"], one["nodes"][0]["html"][:200]) for one in serious] == []


@pytest.mark.nightly
def test_where_nobody_looks_the_tree_stands(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.add_init_script(QUICK + HIDDEN)
    page.goto(server)
    expect(hero(page)).to_have_attribute("data-moment", "3")
    assert page.evaluate("moments") == ["3"]


def test_a_picture_is_a_link_and_the_button_waits_for_nobody(
    server: str, chromium: Browser
) -> None:
    context = chromium.new_context(viewport=LAPTOP)
    page = context.new_page()
    page.goto(server)
    expect(hero(page)).to_have_attribute("data-moment", "0")  # it has only begun
    tile = page.get_by_role("link", name="Golf, with numbers")
    with context.expect_page() as other:
        tile.click(button="middle")
    expect(other.value).to_have_url(re.compile("/grow.*data=golf"))
    other.value.close()
    page.get_by_role("button", name="Grow your first tree").click()
    expect(page).to_have_url(re.compile("lesson=play_tennis"))
    context.close()
