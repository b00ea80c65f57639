"""A table whose names and values are markup anywhere else: shown as typed, and nothing runs."""

import csv
import io
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rest import at_rest
from tests.browser.stage import more, panel, press, ranking, rows, said
from tests.browser.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.nightly]  # on a push: test_stage_parts

IMAGE = "<img src=x onerror=alert(1)>"
NAMES = [IMAGE, "$x_1$", "a|b", ":red[hi]", 'it\'s "quoted"', "two\nlines", "x" * 200, "🌳", "天气"]


def table() -> bytes:
    """Columns called by the names, with the names as values, and a number; ``$x_1$`` decides."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([*NAMES, "<b>number</b>", "<i>class</i>"])
    for row in range(24):
        values = [NAMES[(row * (k + 1) + row // 3) % (2 + k % 3)] for k in range(len(NAMES))]
        label = IMAGE if values[1] == NAMES[0] or row % 7 == 0 else "`code` **bold**"
        writer.writerow([*values, row / 2, label])
    return out.getvalue().encode("utf-8")


def nothing_ran(page: Page) -> None:
    """No element came of a name: none is an image of ours, none has a handler."""
    made = page.evaluate(
        """() => {
          const found = [];
          const look = (root) => {
            for (const one of root.querySelectorAll("*")) {
              const ours = one.getAttribute("src") === "x" || one.hasAttribute("onerror");
              if (ours) found.push(one.outerHTML);
              if (one.shadowRoot) look(one.shadowRoot);
            }
          };
          look(document);
          return found;
        }"""
    )
    assert made == []


def test_names_are_shown_as_typed_on_every_view(
    server: str, visitor: Visitor, tmp_path: Path
) -> None:
    page = visitor.page
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    page.goto(server)
    open_table(page)
    look_at_the_ranking(page)
    views = page.locator(".stage button[data-view]")
    expect(views).to_have_count(5)
    for k in range(5):
        views.nth(k).click()
        at_rest(page)
        nothing_ran(page)
    look_at_a_row_of_the_whole_tree(page)
    look_at_use(page)
    paper = page.context.new_page()
    paper.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    paper.goto(worksheet(page, tmp_path / "key.html").as_uri())
    expect(paper.locator("body")).to_contain_text(IMAGE)
    nothing_ran(paper)
    assert dialogs == []


def open_table(page: Page) -> None:
    """Upload it and go to Grow, by way of Data."""
    file = {"name": f"{IMAGE}.csv", "mimeType": "text/csv", "buffer": table()}
    page.locator("input[type=file]").set_input_files(file)
    at_rest(page)
    nothing_ran(page)
    page.get_by_role("button", name="Yes, predict").click()
    expect(said(page)).to_contain_text("24 rows, all in one node")
    page.get_by_role("link", name="Data", exact=True).click()
    at_rest(page)
    expect(page.locator("[data-testid=stMain]")).to_contain_text(IMAGE)
    nothing_ran(page)
    page.get_by_role("link", name="Grow", exact=True).click()
    at_rest(page)


def look_at_the_ranking(page: Page) -> None:
    expect(rows(page)).to_contain_text(IMAGE)
    page.keyboard.press("PageDown")
    candidates = ranking(page)
    for name in (IMAGE, "a|b", ":red[hi]"):
        expect(candidates.get_by_title(name, exact=True)).to_have_text(name)
    candidates.locator("thead button").first.click()
    candidates.get_by_title(IMAGE, exact=True).click()
    expect(candidates.locator("[aria-selected=true]")).to_contain_text(IMAGE)
    expect(panel(page).locator(".formula")).to_be_visible()


def look_at_a_row_of_the_whole_tree(page: Page) -> None:
    press(page, "last")
    at_rest(page)
    rows(page).locator("tbody button").first.click()
    told = rows(page).locator(".told")
    expect(told).to_contain_text("; it is ")
    assert "\\" not in told.inner_text()
    nothing_ran(page)


def look_at_use(page: Page) -> None:
    """Its four tabs, and back."""
    page.get_by_role("link", name="Use", exact=True).click()
    tabs = page.locator(".st-key-use_head [role=radio]")
    expect(tabs).to_have_count(4)
    for k in range(4):
        tabs.nth(k).click()
        at_rest(page)
        nothing_ran(page)
    page.get_by_role("link", name="Grow", exact=True).click()
    at_rest(page)


def worksheet(page: Page, place: Path) -> Path:
    """The worksheet with its key, downloaded to ``place``."""
    more(page, "Files")
    with page.expect_download() as download:
        page.locator(".st-key-download_key button").click()
    download.value.save_as(place)
    return place
