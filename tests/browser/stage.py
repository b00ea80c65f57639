"""The stage in the browser: its sentence, buttons and panels, its nodes, its camera, its marks.

Playwright finds what lies in an open shadow root as if it lay in the page.
"""

from typing import Any

from playwright.sync_api import FrameLocator, Locator, Page, expect

from tests.browser.rest import at_rest
from tests.browser.visitor import Visitor

RESULT = ".stage .formula .result"


def opened(visitor: Visitor, server: str, query: str, nodes: int) -> Page:
    visitor.page.goto(f"{server}/grow?{query}")
    expect(visitor.page.locator("g.node")).to_have_count(nodes)
    at_rest(visitor.page)
    return visitor.page


def said(page: Page | FrameLocator) -> Locator:
    """The sentence that says what happened."""
    return page.locator(".stage .said")


def where(page: Page) -> Locator:
    """Which step it is."""
    return page.locator(".stage .where .label")


def press(page: Page, kind: str) -> None:
    """Press a button of the bar: first, back, next, last, undo or redo."""
    page.locator(f".stage [data-kind={kind}]").click()


def do(page: Page, name: str) -> None:
    """Press a button of the panel by what it does."""
    page.locator(f".stage .panel-part button[data-do={name}]").click()


def tool(page: Page, name: str) -> None:
    """Press a button of the tree, which stand behind one."""
    page.get_by_role("button", name="View of the tree").click()
    page.get_by_role("button", name=name).click()
    page.get_by_role("button", name="View of the tree").click()


def more(page: Page, tab: str) -> None:
    """Open what is rare, at one of its parts."""
    page.locator(".st-key-more button").first.click()
    page.get_by_role("tab", name=tab).click()


def chosen(page: Page, key: str, name: str) -> None:
    """Choose from a menu of Streamlit's."""
    page.locator(f".st-key-{key}").get_by_role("combobox").click()
    page.get_by_role("option", name=name, exact=True).click()


def view(page: Page, key: str) -> None:
    """Choose what is shown of a candidate."""
    page.locator(f".stage button[data-view={key}]").click()


def panel(page: Page) -> Locator:
    return page.locator(".stage .panel-part")


def ranking(page: Page) -> Locator:
    return page.locator(".stage .ranking")


def rows(page: Page) -> Locator:
    return page.locator(".stage .rows-part")


def node(page: Page, name: str) -> Locator:
    return page.locator(f".stage g.node[data-id='{name}']")


def place(page: Page) -> str:
    """Where the camera stands, and how near."""
    at_rest(page)  # it glides
    seen = [page.locator("g.world"), node(page, "root")]
    return " ".join(str(part.get_attribute("style")) for part in seen)


def asked(page: Page, code: str, given: Any = None) -> Any:
    """What ``code`` returns, a function of the stage's own object and of ``given``."""
    root = page.locator(".stage").first.element_handle()
    page.wait_for_function("root => root.view", arg=root)  # its script may be on its way
    return root.evaluate(f"(root, given) => ({code})(root.view, given)", given)


def consulted(page: Page) -> str:
    """Where the key of the glossary leads, which opens a page of its own."""
    page.evaluate("""() => { const { open } = globalThis; globalThis.open = (to) => {
      Object.assign(globalThis, { led: new URL(to, location).href, open }); }; }""")
    page.keyboard.press("g")
    return str(page.evaluate("globalThis.led"))
