"""How much a page asks of who sees it first: what can have the focus, and the words."""

from playwright.sync_api import Page

EVERYWHERE = """(asks) => {
  const within = (root) => [...root.querySelectorAll("*")].flatMap(
    (one) => [one, ...(one.shadowRoot ? within(one.shadowRoot) : [])]);
  const seen = (one) => one.getBoundingClientRect().width > 1
    && one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  return asks(within(document), seen);
}"""
FOCUSABLE = "a[href], button, input, select, textarea, summary, canvas, [tabindex]"
OF_THE_TABLE_OR_THE_TREE = "[role=treeitem], .rowtable tbody *"
"""Rows and nodes, of which there are as many as the table and its tree have."""
CONTROLS = f"""(all, seen) => all.filter((one) => one.matches("{FOCUSABLE}") && one.tabIndex >= 0
    && !one.disabled && !one.closest("[inert]") && seen(one)
    && !one.matches("{OF_THE_TABLE_OR_THE_TREE}"))
  .map((one) => (one.ariaLabel || one.textContent || one.localName).trim())"""
WORDS = """(all, seen) => all.flatMap(({ childNodes: parts }) => [...parts])
  .filter((part) => part.nodeType === Node.TEXT_NODE && part.data.trim() && seen(part.parentElement)
    && !part.parentElement.closest("script, style"))
  .flatMap(({ data }) => data.match(/[\\p{L}\\p{N}]+/gu) ?? []).length"""


def controls(page: Page) -> list[str]:
    """The names of all that the Tab key or a finger can reach, with those of the bar, but for the
    rows and nodes; what is folded away does not count."""
    found: list[str] = page.evaluate(f"() => ({EVERYWHERE})({CONTROLS})")
    return found


def words(page: Page) -> int:
    """How many are on the page, in the stage and around it."""
    found: int = page.evaluate(f"() => ({EVERYWHERE})({WORDS})")
    return found
