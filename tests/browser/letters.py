"""How large the letters are that one sees, in pixels of the screen."""

from typing import Any

from playwright.sync_api import Page

from tests.browser.rest import at_rest

SIZES = """() => {
  const parts = (root) => [...root.querySelectorAll("*")].flatMap(
    (part) => [part, ...(part.shadowRoot ? parts(part.shadowRoot) : [])]);
  const text = (one) => one.nodeType === Node.TEXT_NODE && one.data.trim();
  const worded = (part) => [...part.childNodes].some(text);
  const drawn = (part) => { const { a, b } = part.getScreenCTM(); return Math.hypot(a, b); };
  const size = (part) => parseFloat(getComputedStyle(part).fontSize) *
    (part instanceof SVGElement ? drawn(part) : part.currentCSSZoom);
  const seen = ({ bottom, right }) => bottom > 0 && right > 0;
  return parts(document).filter((part) => worded(part) && [...part.getClientRects()].some(seen) &&
      part.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !["STYLE", "TITLE", "title"].includes(part.tagName))
    .map((part) => [Math.round(size(part) * 10) / 10, part.textContent.slice(0, 40)])
    .sort((a, b) => a[0] - b[0]).slice(0, 3);
}"""
"""The smallest letters that are seen, in pixels of the screen, and what they say."""


def smallest(page: Page) -> tuple[float, Any]:
    at_rest(page)
    found = page.evaluate(SIZES)
    return found[0][0], found
