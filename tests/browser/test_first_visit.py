"""What meets one who opens Grow for the first time: few controls."""

from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.rest import at_rest
from tests.browser.stage import said
from tests.browser.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.nightly]  # on a push: test_less_on_screen
MOST: Final = 11  # with the switch that holds rows out
CONTROLS: Final = """() => {
  const within = (root) => [...root.querySelectorAll("*")].flatMap(
    (one) => one.shadowRoot ? [one, ...within(one.shadowRoot)] : [one]);
  const presses = "a[href], button, input, select, textarea, summary, [role=tab], [role=radio]," +
    "[role=switch], [role=checkbox], [role=combobox], [role=slider]";
  const navigation = ".stAppHeader, .st-key-language";
  const content = ".stage .tree [role=treeitem], .stage .ranking, .stage .list, .stage .formula," +
    ".stage table, .stage .opens";
  const seen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  return within(document)
    .filter((one) => one.matches(presses) && seen(one) && !one.disabled)
    .filter((one) => one.getAttribute("aria-disabled") !== "true")
    .filter((one) => !one.closest(navigation) && !one.closest(content))
    .filter((one) => getComputedStyle(one).pointerEvents !== "none")
    .map((one) => one.getAttribute("aria-label") || one.innerText || one.outerHTML);
}"""
"""Whatever a person sees and can press. Not counted is what belongs to content: nodes of the tree,
candidates, weighed or not, and the heads that sort them, rows, the numbers and names of a sum, and
the number that a sentence tells; nor the navigation, which is the same on every page, with its
language and menu."""


def test_a_first_visit_shows_few_controls(server: str, visitor: Visitor) -> None:
    visitor.page.goto(f"{server}/grow")
    expect(said(visitor.page)).not_to_be_empty()
    at_rest(visitor.page)
    found = visitor.page.evaluate(CONTROLS)
    assert len(found) <= MOST, found
    assert len(found) >= 5, found  # it counts what it is to count
