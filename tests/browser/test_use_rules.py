"""A rule and its leaf: chosen in the list or in the tree, the other shows it."""

import pytest
from playwright.sync_api import expect

from tests.browser.rest import at_rest
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser
RULES = "/use?data=playtennis&recipe=id3&step=99&tab=rules"


def test_a_rule_lights_its_leaf_and_a_leaf_chooses_its_rule(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(server + RULES)
    tree = page.locator(".st-key-use_rules_right")
    expect(tree.locator("g.node[data-id]")).to_have_count(8)
    expect(tree.locator("g.node.selected")).to_have_count(0)
    at_rest(page)
    expect(page.locator("h5")).to_have_count(0)  # no level is skipped
    tree.locator('g.node[data-id="1"]').click()
    said = page.locator(".st-key-use_rules_left")
    expect(said).to_contain_text("If Outlook = Overcast, then Play = Yes.")
    at_rest(page)
    rule = page.get_by_role("button", name="If Outlook = Rain ∧ Wind = Weak, then Play = Yes.")
    rule.focus()
    page.keyboard.press("Enter")
    expect(said).to_contain_text("If Outlook = Rain ∧ Wind = Weak, then Play = Yes.")
    expect(tree.locator("g.node.selected")).to_have_attribute("data-id", "2.0")
    expect(tree.locator("g.node.lit")).to_have_count(3)
    expect(said).to_contain_text("3 rows · Outlook = Rain ∧ Wind = Weak")
    expect(rule).to_be_focused()
