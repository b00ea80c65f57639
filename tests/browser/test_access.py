"""What axe-core finds on the pages with a stage, and what it does not look at."""

from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.alone import alone
from tests.browser.rest import at_rest
from tests.browser.stage import asked, node, said
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

WEIGHED = "grow?data=playtennis&recipe=id3&step=1&weigh=0"
SCREENS = {
    "weighed": WEIGHED,
    "finished": "grow?data=iris&recipe=cart&step=17",
    "regression": "grow?data=carseats&recipe=regression&step=3",
    "pruning": "pruning?data=kyphosis&recipe=cart",
    "guided": "grow?data=playtennis&recipe=id3&step=1&lesson=play_tennis&at=3",
    "lecture": f"{WEIGHED}&lecture=on",
}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
GROUND = "app => getComputedStyle(app).backgroundColor"
SERIOUS = ("serious", "critical")
LANDMARKS = {"landmark-one-main", "landmark-main-is-top-level", "page-has-heading-one"}
"""Moderate only, yet it is by these that one finds the way; a lecture too has them."""
CONTRASTS = """stage => {
  const parts = (colour) => colour.match(/[0-9.]+/g).map(Number);
  const page = document.querySelector("[data-testid=stApp]");
  const paper = parts(getComputedStyle(page).backgroundColor);
  const light = (rgb) => rgb.map((v) => v / 255)
    .map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, k) => sum + v * [0.2126, 0.7152, 0.0722][k], 0);
  const shown = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const ground = (one) => one.matches(".weighed .head")
    ? parts(getComputedStyle(one.parentElement.querySelector(".marker")).fill) : paper;
  return [...stage.querySelectorAll("svg text")].filter(shown)
    .filter((one) => !one.closest(".fallen")).map((one) => {
      const [a, b] = [parts(getComputedStyle(one).fill), ground(one)]
        .map((rgb) => light(rgb.slice(0, 3)));
      return [one.textContent, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)];
    });
}"""
"""Of the texts of the tree, which axe leaves out, with what lies below them. What has fallen is
not for reading."""
NAMES = """stage => {
  const bare = (text) => text.replace(/\\([^()]*\\)|（[^（）]*）/g, "");
  const words = (text) => bare(text).match(/[\\p{L}\\p{N}]+/gu) ?? [];
  const shown = (one) => one.checkVisibility({ visibilityProperty: true });
  return [...stage.querySelectorAll("[role=treeitem]")].map((item) => {
    const texts = [...item.querySelectorAll(".head, .line")].filter(shown);
    const seen = texts.flatMap((one) => words(one.textContent));
    const name = item.getAttribute("aria-label"), heard = words(name);
    const holds = heard.some((_, k) => seen.every((word, n) => heard[k + n] === word));
    return [name, seen.join(" "), holds];
  });
}"""
"""Of each node its name, what is read in it, and whether the one holds the other in one piece."""
FOCUS = """() => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  if (!at?.closest(".stage")) return null;
  const style = getComputedStyle(at), touch = at.querySelector(":scope > .touch");
  const seen = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1;
  const ring = touch && parseFloat(getComputedStyle(touch).strokeWidth) >= 2;
  return [at.outerHTML.slice(0, 120), seen || Boolean(ring) || style.boxShadow !== "none"];
}"""


def opened(visitor: Visitor, address: str) -> Page:
    visitor.page.goto(address)
    expect(said(visitor.page)).not_to_be_empty()
    at_rest(visitor.page)
    return visitor.page


@pytest.mark.on_push("weighed")
@pytest.mark.parametrize("name", SCREENS)
def test_axe_finds_nothing_serious_and_names_hold_what_is_read(
    server: str, visitor: Visitor, name: str
) -> None:
    page = opened(visitor, f"{server}/{SCREENS[name]}")
    named_as_read(page)
    grounds = set()
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        at_rest(page)
        grounds.add(page.locator("[data-testid=stApp]").evaluate(GROUND))
        found = Axe().run(page).response["violations"]
        assert [line for one in found for line in told(one) if one["impact"] in SERIOUS] == []
        assert {one["id"] for one in found} & LANDMARKS == set()
        contrasts = page.locator(".stage").evaluate(CONTRASTS)
        assert contrasts
        assert [one for one in contrasts if one[1] < 4.5] == []
    assert len(grounds) == len(SCHEMES)


def told(violation: dict[str, Any]) -> list[str]:
    """Where it was found."""
    nodes = violation["nodes"]
    return [f"{violation['id']}: {node['target']} {node['html'][:120]}" for node in nodes]


def test_the_stage_speaks_with_one_voice_and_the_focus_is_seen(visitor: Visitor) -> None:
    page = alone(visitor, WEIGHED)
    it_has_one_voice_and_its_tree_is_a_tree(page)
    page.locator(".stage [data-kind=first]").focus()
    stops = []
    while (stop := page.evaluate(FOCUS)) is not None:
        stops.append(stop)
        page.keyboard.press("Tab")
    assert len(stops) > 15
    assert [text for text, seen in stops if not seen] == []


def it_has_one_voice_and_its_tree_is_a_tree(page: Page) -> None:
    live = page.locator(".stage [aria-live], .stage [role=status], .stage [role=alert]")
    expect(live.filter(visible=True)).to_have_count(1)
    tree = page.locator(".stage [role=tree]")
    expect(tree).to_have_count(1)
    items = tree.locator("[role=treeitem]")
    expect(items).to_have_count(4)  # what is only promised is none yet
    expect(tree.locator("[role=treeitem][tabindex='0']")).to_have_count(1)
    expect(tree.locator("[role=treeitem][aria-selected=true]")).to_have_count(1)
    expect(node(page, "root")).to_have_attribute("aria-level", "1")
    expect(node(page, "0")).to_have_attribute("aria-level", "2")
    expect(node(page, "root")).to_have_attribute("aria-expanded", "true")
    heard = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    items = [one for one in heard if one["role"]["value"] == "treeitem" and not one["ignored"]]
    told = [
        {said["name"]: said["value"].get("value") for said in one["properties"]} for one in items
    ]
    assert [one["level"] for one in told] == [1, 2, 2, 2]  # so the browser tells a screen reader
    assert [one["selected"] for one in told].count(True) == 1
    assert told[0]["expanded"]
    ids = asked(page, "({ root }) => [...root.querySelectorAll('[id]')].map(({ id }) => id)")
    assert len(ids) == len(set(ids))


LARGE = "grow?data=carseats&recipe=regression&step=57"
CHINESE = [f"{SCREENS[name]}&lang=zh" for name in ("weighed", "finished", "regression", "pruning")]


@pytest.mark.nightly  # on a push: axe, of the page of a weighed node
@pytest.mark.parametrize("address", [f"{LARGE}&lang=en", f"{LARGE}&lang=zh", *CHINESE])
def test_what_is_read_in_a_node_is_in_its_name(visitor: Visitor, address: str) -> None:
    """In Chinese, and where there are many nodes; the English screens are those above."""
    named_as_read(alone(visitor, address))


def named_as_read(page: Page) -> None:
    """WCAG 2.5.3, label in name: however little of it there is room for."""
    named = page.locator(".stage").evaluate(NAMES)
    assert any(seen for _, seen, _ in named)
    assert [(heard, seen) for heard, seen, holds in named if not holds] == []
