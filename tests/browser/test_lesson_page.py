"""A lesson as one file, opened from a disk: it asks nobody, and what it draws does something."""

import io
import json
from pathlib import Path
from zipfile import ZipFile

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from dtshow.page import command
from dtshow.page.package import INDEX, package
from pages.ui.story import runner
from pages.ui.story.saved import pages
from tests.browser.stage import consulted
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser
PRESSED = ".stage .panel-part button:not([aria-disabled='true']):visible"
SEEN = "() => document.querySelector('.stage').outerHTML"
APP, LOCAL = "https://trees.example.org", "http://localhost:8501"
OWN = "</script><b>x</b>,~~1,passed\n1,x,yes\n2,y,no\n3,x,yes\n4,<i>,no\n5,x,yes\n6,x,no\n"


def opened(visitor: Visitor, file: Path, table: str, *more: str) -> Page:
    assert command.main([table, "-o", str(file), *more]) == 0
    visitor.page.set_viewport_size({"width": 1366, "height": 768})
    visitor.page.emulate_media(reduced_motion="reduce")
    visitor.page.goto(file.as_uri())
    expect(visitor.page.locator(".stage g.node").first).to_be_visible()
    return visitor.page


def assert_nobody_was_asked(visitor: Visitor) -> None:
    assert {url for url in visitor.elsewhere if not url.startswith("file:")} == set()
    visitor.elsewhere.clear()  # its own file is all that it may open


def test_it_is_stepped_and_looked_at_without_anybody(visitor: Visitor, tmp_path: Path) -> None:
    page = opened(visitor, tmp_path / "t.html", "playtennis", "--lang", "both", "--app", APP)
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
    assert link.startswith(f"{APP}/grow?data=playtennis&recipe=id3&step=8")
    assert consulted(page) == f"{APP}/glossary?lang=zh"
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


LMS = """told => {
  const kept = Object.assign({"cmi.core.lesson_status": "not attempted"}, told);
  window.calls = [];
  window.API = Object.fromEntries(Object.entries({
    LMSInitialize: () => "true", LMSFinish: () => "true", LMSCommit: () => "true",
    LMSGetValue: name => kept[name] ?? "",
    LMSSetValue: (name, value) => { kept[name] = value; return "true"; },
  }).map(([name, does]) => [name, (...given) => {
    calls.push([name, ...given]);
    return does(...given);
  }]));
  window.kept = kept;
}"""


def guided(visitor: Visitor, file: Path, lms: dict[str, str] | None = None) -> Page:
    """A lesson; with ``lms``, within a learning management system that knows so much."""
    page = visitor.page
    page.set_viewport_size({"width": 1366, "height": 768})
    page.emulate_media(reduced_motion="reduce")
    if lms is not None:
        page.add_init_script(f"({LMS})({json.dumps(lms)})")
    page.goto(file.as_uri())
    expect(page.locator(".story .sentence")).not_to_be_empty()
    return page


@pytest.mark.nightly  # on a push: tests of pages
def test_a_guided_lesson_asks_before_it_tells_and_an_lms_hears(
    visitor: Visitor, tmp_path: Path
) -> None:
    file = tmp_path / "id3.html"
    file.write_bytes(package("id3", pages("id3", ("en", "zh"), APP)))
    page = guided(visitor, file, {})
    sentence, place = page.locator(".story .sentence"), page.locator(".story .place")
    for _press in range(2):
        page.keyboard.press("PageDown")
    expect(sentence).to_have_text("14 rows: which question is best?")
    assert "0.2467" not in page.locator(".stage").inner_text()
    found = Axe().run(page).response["violations"]
    assert [v for v in found if v["impact"] in ("serious", "critical")] == []
    page.get_by_role("button", name="Humidity", exact=True).click()
    expect(sentence).to_contain_text("Outlook gains most: 0.2467 bits")
    expect(page.locator(".stage .panel-part")).to_contain_text("Humidity · Not this time.")
    page.keyboard.press("PageDown")
    page.locator('[data-do^="guess:"]', has_text="Humidity").click()
    expect(page.locator(".stage .panel-part")).to_contain_text("You are right.")
    page.get_by_role("button", name="中文").click()
    expect(sentence).to_contain_text("湿度")
    assert (page.locator("a.onward").get_attribute("href") or "").endswith("&at=4&lang=zh")
    kept = page.evaluate("kept")
    assert (kept["cmi.core.lesson_status"], kept["cmi.core.score.raw"]) == ("incomplete", "33")
    page.keyboard.press("End")
    expect(place).to_have_text("第 7 句，共 7 句")
    assert page.locator(".story .verb").inner_text() == "学完了"
    kept = page.evaluate("kept")
    assert kept["cmi.core.lesson_status"] == "completed"
    assert page.evaluate("calls[0]") == ["LMSInitialize", ""]
    again = visitor.page.context.new_page()
    again.add_init_script(f"({LMS})({json.dumps(kept | {'cmi.core.lesson_location': '4'})})")
    again.goto(file.as_uri())
    expect(again.locator(".story .place")).to_have_text("4 of 7")
    assert again.evaluate("kept['cmi.core.score.raw']") == "33"
    assert again.evaluate("kept['cmi.core.lesson_status']") == "completed"
    assert_nobody_was_asked(visitor)


def test_a_lesson_of_an_app_that_nobody_reaches_ends_in_itself(
    visitor: Visitor, tmp_path: Path
) -> None:
    file = tmp_path / "play_tennis.html"
    file.write_bytes(package("play_tennis", pages("play_tennis", ("en",), LOCAL)))
    page = guided(visitor, file)
    expect(page.locator(".onward")).to_have_text("Node by Node")
    expect(page.locator(".onward[href]")).to_have_count(0)
    place, others = page.locator(".story .place"), page.locator(".story .contents .others:visible")
    for _press in range(3):
        page.keyboard.press("PageDown")
    expect(page.locator(".paper")).to_be_visible()  # and no stage, which hears these keys elsewhere
    page.keyboard.press("End")
    expect(place).to_have_text("15 of 15")  # a question counts as the sentence that answers it
    place.click()
    assert not [text for text in others.all_inner_texts() if "lesson" in text.lower()]
    page.keyboard.press("Escape")
    page.get_by_role("button", name="To the start").click()
    expect(place).to_have_text("1 of 15")
    assert page.url == file.as_uri()
    assert_nobody_was_asked(visitor)


@pytest.mark.nightly
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_course_is_walked_from_a_folder(visitor: Visitor, tmp_path: Path, lang: str) -> None:
    found = package("course", pages("course", (lang,), LOCAL))
    ZipFile(io.BytesIO(found)).extractall(tmp_path)
    page, faults = visitor.page, list[object]()
    page.on("pageerror", lambda fault: faults.append(fault))
    page.goto((tmp_path / INDEX).as_uri())
    page.locator("main a").first.click()
    for key in runner.COURSE:
        expect(page.locator(".story .sentence")).not_to_be_empty()
        assert f"/{key}.html" in page.url
        of = page.locator(".story .contents li").count()
        for _press in range(of - 1):
            before = page.locator(".story .sentence").inner_text()
            page.keyboard.press("PageDown")
            expect(page.locator(".story .sentence")).not_to_have_text(before)
            assert page.locator("main :is(.node, .curves):visible").count()
        page.locator(".story .next").click()
    expect(page.locator("main section:visible .done:visible")).to_have_count(len(runner.COURSE))
    assert not faults
    assert_nobody_was_asked(visitor)
