"""What a student does on the Grow page, in a real browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.alone import alone
from tests.browser.rest import at_rest
from tests.browser.stage import do, opened, panel, press, ranking, rows, said, where
from tests.browser.visitor import LAPTOP, Visitor

pytestmark = pytest.mark.browser


def go_on(page: Page, key: str, says: str) -> None:
    """Press a key as a person does, who sees the page at rest; then read the sentence."""
    at_rest(page)
    page.keyboard.press(key)
    expect(said(page)).to_contain_text(says)


def test_playtennis_to_the_end_by_keyboard_from_a_cold_deep_link(
    server: str, visitor: Visitor
) -> None:
    page = visitor.page
    page.goto(f"{server}/grow?data=playtennis&recipe=id3&step=0")
    sentence = said(page)
    expect(sentence).to_contain_text("9 Yes, 5 No")
    go_on(page, "PageDown", "Outlook is best: 0.2467 bits")
    expect(panel(page)).to_contain_text("0.2467")
    go_on(page, "PageDown", "Split on Outlook: 14 rows go to 3 branches")
    go_on(page, "PageDown", "Humidity is best: 0.9710 bits")
    leaves = ("Split on Humidity", "A leaf: No", "A leaf: Yes", "A leaf: Yes")
    for step, says in enumerate(leaves, start=2):
        go_on(page, "PageDown", says)
        expect(where(page)).to_contain_text(f"step {step} of 8")
    go_on(page, "PageDown", "Wind is best: 0.9710 bits")
    go_on(page, "PageDown", "Split on Wind")
    for step, says in ((7, "A leaf: "), (8, "Finished: ")):
        go_on(page, "PageDown", says)
        expect(where(page)).to_contain_text(f"step {step} of 8")
    page.keyboard.press("PageDown")  # the clicker stays where the tree is finished
    expect(page.locator(".stage [data-kind=next]")).to_have_text("Prune this tree")
    expect(page).to_have_url(re.compile(r"step=8"))
    go_on(page, "Home", "9 Yes, 5 No")
    page.locator(".stage [data-kind=next]").focus()
    go_on(page, "End", "Finished: ")
    expect(where(page)).to_contain_text("step 8 of 8")
    expect(page.locator(".stage [data-kind=undo]")).to_be_hidden()  # no step is a change


@pytest.mark.nightly
def test_every_gain_of_the_root_stands_in_the_working(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{server}/grow?data=playtennis&recipe=id3&step=0&weigh=root")
    gains = {"Outlook": "0.2467", "Humidity": "0.1518", "Wind": "0.0481", "Temperature": "0.0292"}
    for column, gain in gains.items():
        ranking(page).get_by_text(column, exact=True).click()
        expect(page.locator(".formula .result")).to_have_text(gain)


@pytest.mark.nightly  # on a push: test_motion, test_phone
def test_a_count_opens_its_rows(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{server}/grow?data=playtennis&recipe=id3&step=0&weigh=root")
    page.locator(
        ".formula [data-count][aria-label='3: rows with Outlook = Sunny ∧ Play = No']"
    ).first.click()
    head = rows(page).locator(".why").first
    expect(head).to_contain_text("3 rows · Outlook = Sunny ∧ Play = No")


@pytest.mark.nightly
def test_another_candidate_by_hand_and_undo(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{server}/grow?data=playtennis&recipe=id3&step=0&weigh=root")
    ranking(page).get_by_text("Wind", exact=True).click()
    do(page, "take")
    expect(said(page)).to_contain_text("By hand: Wind splits 14 rows")
    expect(page).to_have_url(re.compile(r"moves=x"))
    press(page, "undo")
    expect(said(page)).to_contain_text("Outlook is best")


def test_stepper_tree_and_candidates_are_on_one_laptop_screen(visitor: Visitor) -> None:
    page = alone(visitor, "grow?data=playtennis&recipe=id3&step=1&weigh=0")
    expect(ranking(page)).to_be_visible()
    for name in ("bar-part", "tree-part", "ranking", "panel-part", "rows-part"):
        part = page.locator(f".stage .{name}")
        expect(part).to_be_visible()
        box = part.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= LAPTOP["height"]


def test_chinese_by_the_switch_and_by_the_address(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{server}/grow?data=playtennis&recipe=id3&step=1")
    page.locator(".st-key-language").get_by_text("中文").click()
    expect(said(page)).to_contain_text("天气")
    expect(page).to_have_url(re.compile(r"lang=zh"))
    page.goto(f"{server}/grow?data=playtennis&recipe=id3&step=0&weigh=root&lang=zh")
    expect(said(page)).to_contain_text("0.2467 比特")


@pytest.mark.nightly
def test_a_chinese_table_is_uploaded_and_grown(server: str, visitor: Visitor) -> None:
    page = visitor.page
    rows = ["天气,风,出门", "晴,弱,是", "晴,强,否", "雨,弱,否", "雨,强,否", "阴,弱,是", "阴,强,是"]
    page.goto(server)
    page.locator("input[type=file]").set_input_files(
        {"name": "出门.csv", "mimeType": "text/csv", "buffer": "\n".join(rows).encode("gbk")}
    )
    page.get_by_role("button", name="Yes, predict").click()
    expect(said(page)).to_contain_text("6 rows, all in one node")
    go_on(page, "PageDown", "天气 is best: 0.6667 bits")
    press(page, "last")
    expect(said(page)).to_contain_text("Finished: ")


@pytest.mark.nightly  # on a push: test_page_home
def test_a_bad_file_gets_a_sentence_and_the_lesson_stays(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{server}/grow?data=golf&recipe=c45&step=1")
    expect(said(page)).to_contain_text("Split on outlook")
    page.get_by_role("link", name="Home").click()
    page.locator("input[type=file]").set_input_files(
        {"name": "picture.csv", "mimeType": "text/csv", "buffer": b"\x89PNG\r\n\x1a\n\0\0\0"}
    )
    expect(page.get_by_role("alert").first).to_contain_text("PNG")
    page.get_by_role("link", name="Grow", exact=True).click()
    expect(said(page)).to_contain_text("Split on outlook")


@pytest.mark.nightly  # on a push: test_acts
@pytest.mark.parametrize("size", [(1366, 640), (390, 844)])
def test_steps_undone_later_are_passed_in_one(
    server: str, visitor: Visitor, size: tuple[int, int]
) -> None:
    visitor.page.set_viewport_size({"width": size[0], "height": size[1]})
    page = opened(visitor, server, "data=iris&recipe=c45&step=4", 7)
    over = page.get_by_role("button", name="Skip 3 steps undone later")
    box = over.bounding_box()
    assert box is not None
    assert 0 <= box["x"] < box["x"] + box["width"] <= size[0]
    if size[0] == 390:
        over.click()
    else:
        page.keyboard.press("j")
    expect(where(page)).to_have_text("step 7 of 15")
    expect(over).to_have_count(0)
