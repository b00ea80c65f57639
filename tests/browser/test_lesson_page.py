"""A lesson as one file, opened from a disk: it asks nobody, and what it draws does something."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from dtshow.page import command
from tests.browser.stage import consulted
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser
PRESSED = ".stage .panel-part button:not([aria-disabled='true']):visible"
SEEN = "() => document.querySelector('.stage').outerHTML"
OWN = "</script><b>x</b>,~~1,passed\n1,x,yes\n2,y,no\n3,x,yes\n4,<i>,no\n5,x,yes\n6,x,no\n"


def opened(visitor: Visitor, file: Path, table: str, *more: str) -> Page:
    assert command.main([table, "-o", str(file), *more]) == 0
    visitor.page.set_viewport_size({"width": 1366, "height": 768})
    visitor.page.emulate_media(reduced_motion="reduce")
    visitor.page.goto(file.as_uri())
    expect(visitor.page.locator(".stage g.node").first).to_be_visible()
    return visitor.page


def assert_nobody_was_asked(visitor: Visitor) -> None:
    assert visitor.elsewhere == [visitor.page.url]
    visitor.elsewhere.clear()  # its own file is all that it may open


def test_it_is_stepped_and_looked_at_without_anybody(visitor: Visitor, tmp_path: Path) -> None:
    page = opened(visitor, tmp_path / "t.html", "playtennis", "--lang", "both")
    said, place = page.locator(".stage .said"), page.locator(".stage .label")
    for _press in range(3):
        page.keyboard.press("PageDown")
    expect(said).to_have_text("3 questions weighed; Humidity is best: 0.9710 bits.")
    found = Axe().run(page).response["violations"]
    assert [v for v in found if v["impact"] in ("serious", "critical")] == []
    pressed = page.locator(PRESSED)
    for n in range(99):
        if n >= pressed.count():  # a switch may have taken some away
            break
        before, one = page.evaluate(SEEN), pressed.nth(n)
        name, chosen = one.inner_text(), one.get_attribute("aria-checked") == "true"
        one.click()
        assert chosen or page.evaluate(SEEN) != before, name
    assert n > 10
    page.locator(".rowtable tbody button").last.click()
    expect(page.locator(".rowtable .told")).to_contain_text("Row 14: ")
    page.locator('.stage g.node[data-id="root"]').click()
    expect(page.locator(".rowtable .why")).to_contain_text("14 rows")
    expect(said).to_contain_text("14 rows, split on Outlook")
    page.get_by_role("button", name="中文").click()
    expect(said).to_contain_text("湿度")
    page.keyboard.press("End")
    expect(place).to_contain_text("8")
    assert page.locator("html").get_attribute("lang") == "zh"
    link = page.locator("a.onward").get_attribute("href") or ""
    assert link.startswith("http://localhost:8501/grow?data=playtennis&recipe=id3&step=8")
    assert consulted(page) == "http://localhost:8501/glossary?lang=zh"
    assert_nobody_was_asked(visitor)


def test_names_of_a_hostile_table_stay_text(visitor: Visitor, tmp_path: Path) -> None:
    table = tmp_path / "own.csv"
    table.write_text(OWN, "utf-8")
    page = opened(visitor, tmp_path / "own.html", str(table))
    page.keyboard.press("PageDown")
    expect(page.locator(".rowtable thead")).to_contain_text("</script><b>x</b>")
    expect(page.locator(".rowtable thead")).to_contain_text("~~1")
    assert page.locator(".stage b b, .rowtable :is(td, th) :is(b, i)").count() == 0
    assert_nobody_was_asked(visitor)
