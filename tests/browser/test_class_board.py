"""The board of a class is lecture mode, and a clicker alone leads it."""

import re
import time
from io import BytesIO

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Page, Route, ViewportSize, expect

from tests.browser.classroom import (
    LESSON,
    PHONE,
    Class,
    OwnServer,
    ask,
    choose,
    lead,
    scene,
)
from tests.browser.processes import end, until_it_answers
from tests.browser.rest import at_rest
from tests.browser.stage import consulted, said

pytestmark = pytest.mark.browser
WIDE, HIGH = 1366, 640
PATIENCE = 30.0
"""Seconds for two pages to come to rest."""
ROWS = ".stage .rows-part tbody tr"


def stands(board: Page, step: str, text: str) -> None:
    expect(said(board)).to_have_text(text)
    expect(board.locator(".stage p.place")).to_have_text(step)


def test_a_clicker_leads_through_a_lecture(held: Class) -> None:
    board = held.board()
    phone = held.person(PHONE, touch=True)
    phone.goto(f"{held.address}/class/{board.locator('.large-code').inner_text()}")
    first = "Split on Outlook: 14 rows go to 3 branches. It has the highest gain: 0.2467 bits."
    expect(phone.locator("h1")).to_have_text(first)
    board.keyboard.press("PageDown")  # the first begins
    stands(board, "step 1 of 8", first)
    for _again in range(3):  # a key that is held, or seems to be on a busy machine
        board.keyboard.down("PageDown")
    board.keyboard.up("PageDown")
    stands(board, "step 2 of 8", "Which question is best?")
    expect(board.locator(".stage .best li")).to_have_text(["Temperature", "Humidity", "Wind"])
    before = "(one) => getComputedStyle(one, '::before').content"
    assert board.locator(".stage .best .name").first.evaluate(before) == "none"  # no vote is open
    expect(phone.locator(".candidates .name")).to_have_text(["Temperature", "Humidity", "Wind"])
    expect(board.locator(ROWS).first).to_be_visible()
    expect(phone.locator("h1")).to_have_text("Which question is best?")
    board.keyboard.press("PageDown")
    told = "3 questions weighed; Humidity is best: 0.9710 bits."
    stands(board, "step 2 of 8", told)
    expect(board.locator(".stage .one .line").first).to_contain_text("0.9710")
    expect(phone.locator("h1")).to_have_text(told)
    board.reload()
    stands(board, "step 2 of 8", told)  # what the room knows it goes on knowing
    for _press in range(3):  # faster than the answers
        board.keyboard.press("PageDown")
    stands(
        board,
        "step 4 of 8",
        "A leaf: Yes. All its rows have the same class: nothing is left to split.",
    )
    expect(phone.locator(".where").first).to_contain_text("step 4")
    board.keyboard.press("Escape")  # nobody leaves it
    expect(scene(board, "lesson")).to_be_visible()
    assert held.errors == []


@pytest.mark.nightly
def test_what_is_pressed_while_the_server_is_away_is_done_once_it_is_back(own: OwnServer) -> None:
    board = own.board()
    for _press in range(2):
        board.keyboard.press("PageDown")
    stands(board, "step 2 of 8", "Which question is best?")
    rows = board.locator(ROWS).count()
    end(own.process)
    expect(board.locator(".notice")).to_have_text("Reconnecting…")
    board.keyboard.press("PageUp")
    own.start()
    until_it_answers(own.address, own.process)
    expect(board.locator(".notice")).to_be_hidden()
    stands(
        board,
        "step 1 of 8",
        "Split on Outlook: 14 rows go to 3 branches. It has the highest gain: 0.2467 bits.",
    )
    board.keyboard.press("PageDown")
    stands(board, "step 2 of 8", "Which question is best?")
    expect(board.locator(ROWS)).to_have_count(rows)
    expect(board.locator(ROWS).first).to_be_visible()


@pytest.mark.nightly
def test_q_shows_how_to_join_and_n_opens_the_notes(held: Class) -> None:
    board = held.board()
    board.keyboard.press("PageDown")
    stands(
        board,
        "step 1 of 8",
        "Split on Outlook: 14 rows go to 3 branches. It has the highest gain: 0.2467 bits.",
    )
    assert consulted(board) == f"{held.address}/glossary?lang=en"
    board.keyboard.press("e")
    expect(board.locator("dialog")).to_be_visible()
    board.keyboard.press("PageDown")  # of a clicker, which has no other key to get out
    expect(board.locator("dialog")).to_have_count(0)
    board.keyboard.press("q")
    expect(scene(board, "join")).to_be_visible()
    board.keyboard.press("PageDown")
    expect(scene(board, "lesson")).to_be_visible()
    expect(board.locator(".stage g.node").first).to_be_visible()
    with board.context.expect_page() as opened:
        board.keyboard.press("n")
    expect(opened.value.locator(".say")).to_contain_text("Outlook")
    opened.value.keyboard.press("PageDown")
    stands(board, "step 2 of 8", "Which question is best?")


BINS = """() => {
  const boxes = (parts) => [...document.querySelectorAll(`.number-line ${parts}`)]
    .map((one) => one.getBoundingClientRect());
  const gaps = (all) => all.slice(1).map((box, k) => box.left - all[k].right);
  const [heaps] = boxes(".heaps");
  return [Math.min(...gaps(boxes(".tick"))) > 0, Math.max(...gaps(boxes(".heap"))) < 3,
    heaps.height > 0.4 * innerHeight];
}"""


def test_a_cut_is_named_from_the_back_row_and_its_answer_drawn_on_the_rows(held: Class) -> None:
    board, phone = held.board("/grow?data=iris&recipe=cart&step=2"), held.person(PHONE, touch=True)
    code = board.locator(".large-code").inner_text().strip()
    phone.goto(f"{held.address}/class/{code}")
    expect(phone.locator("h1")).to_be_visible()
    lead(board, "PageDown", "lesson")
    board.keyboard.press("e")
    board.get_by_role("button", name="Which cut?").first.click()
    expect(scene(board, "vote")).to_be_visible()
    edges = ["1", "1.15", "1.35", "1.55", "1.75", "1.95", "2.15", "2.35", "2.5"]
    for page in (board, phone):
        expect(page.locator(".tick")).to_have_text(edges)
        legend = page.locator(".number-line .legend > *")
        expect(legend).to_have_text(["Petal.Width", "versicolor", "virginica"])  # no setosa is here
        assert page.evaluate(BINS)[:2] == [True, True]
    assert board.evaluate(BINS)[2]
    expect(board.locator(".side .tree")).to_have_count(0)  # its legend would be a second one
    phone.locator("[data-name=cut]").press("Home")
    for _ in range(3):
        phone.locator("[data-name=cut_more]").click()
    expect(phone.locator("output")).to_have_text("Petal.Width ≤ 1.75")
    choose(phone, "Sure")
    phone.locator("[data-name=send]").click()
    expect(board.locator(".n")).to_have_text(re.compile("^1 *of 1 answered"))
    lead(board, "PageDown", "shown")
    expect(board.locator(".chosen")).to_have_text("1")
    lead(board, "PageDown", "revealed")
    expect(board.locator("h1")).to_have_text("Petal.Width ≤ 1.75")
    expect(board.locator("footer .primary")).to_contain_text("Back to the tree")  # of no lesson
    expect(board.locator(".side")).to_contain_text("All are right.")
    for page in (board, phone):
        expect(page.locator(".chosen.right")).to_have_text("1")
        expect(page.locator(".tick.right")).to_have_text("1.75")


@pytest.mark.nightly
def test_beside_its_rows_a_node_says_its_counts_on_a_low_board(held: Class) -> None:
    board = held.board("/grow?data=playtennis&recipe=id3&step=0")
    board.set_viewport_size({"width": WIDE, "height": HIGH})
    lead(board, "PageDown", "lesson")
    ask(board)
    expect(board.locator(".side tbody tr")).to_have_count(14)
    expect(board.locator(".side text.line:visible")).to_have_text(["9 Yes · 5 No"])
    fits = "one => one.scrollHeight <= one.clientHeight && one.scrollWidth <= one.clientWidth"
    assert board.locator(".side").evaluate(fits)
    board.set_viewport_size({"width": 1920, "height": 1080})
    larger = "() => Number.parseFloat(getComputedStyle(document.querySelector('td')).fontSize) > 34"
    board.wait_for_function(larger)
    board.set_viewport_size({"width": WIDE, "height": HIGH})
    lead(board, "PageDown", "shown")
    expect(board.locator(".side tbody tr")).to_have_count(14)  # while they talk about it, too
    for part in (".asked", ".side"):
        assert board.locator(part).evaluate(fits)


CUT = """(() => {
  const apart = (one, place) => {
    const [box, room] = [one, place].map((part) => part.getBoundingClientRect());
    return box.left < room.left - 1 || box.right > room.right + 1 ||
      box.top < room.top - 1 || box.bottom > room.bottom + 1;
  };
  const sums = [...document.querySelectorAll(".sum")], place = document.querySelector(".asked");
  const parts = (sum) => [...sum.querySelectorAll("p, span, mn")];
  const broad = sums.flatMap((sum) => parts(sum).filter((part) => apart(part, sum)));
  return [...broad, ...sums.filter((sum) => apart(sum, place))].length;
})()"""
"""How many parts of sums are cut."""
LETTERS = "(one) => Number.parseFloat(getComputedStyle(one).fontSize)"
BOARDS: dict[str, ViewportSize] = {
    "1920": {"width": 1920, "height": 1080},
    "1366": {"width": 1366, "height": 768},
    "1280": {"width": 1280, "height": 720},
    "low": {"width": 1366, "height": 640},
}


@pytest.mark.on_push("zh-low")
@pytest.mark.parametrize("size", BOARDS)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_sums_of_a_reveal_are_whole(held: Class, language: str, size: str) -> None:
    board = held.person(BOARDS[size])
    given = {"address": "/grow?data=playtennis&recipe=id3&step=0"}
    headers = {"origin": held.address}
    opened = board.request.post(f"{held.address}/class/open", data=given, headers=headers).json()
    board.goto(f"{held.address}/class/{opened['code']}/board?lang={language}#{opened['secret']}")
    expect(scene(board, "join")).to_be_visible()
    lead(board, "PageDown", "lesson")
    board.keyboard.press("e")
    board.locator("dialog .choice").first.click()
    expect(scene(board, "vote")).to_be_visible()
    for reached in ("shown", "revealed"):
        lead(board, "PageDown", reached)
    expect(board.locator(".sum")).to_have_count(6)
    expect(board.locator(".sum").nth(3)).to_contain_text({"en": "Sunny", "zh": "晴"}[language])
    sizes = [
        board.locator(place).evaluate(LETTERS) for place in (".asked > .lead", ".sums > .small")
    ]
    assert sizes[0] > sizes[1] >= 24  # what the sum says, and how it is written
    board.wait_for_function(f"() => document.querySelector('.sums').style.cssText && !{CUT}")
    told = [board.locator(part).first.evaluate(LETTERS) for part in (".terms", ".tally .name")]
    assert told[0] >= told[1]


@pytest.mark.nightly
def test_a_long_address_cuts_nothing_and_questions_fill_a_board_without_a_tree(held: Class) -> None:
    board = held.person({"width": 1920, "height": 1080})
    headers = {"origin": held.address}
    opened = board.request.post(
        f"{held.address}/class/open", data={"address": LESSON}, headers=headers
    ).json()
    far = re.sub("(?<=//)[^:/]+", "decision-trees.informatik.example.localhost", held.address)
    board.goto(f"{far}/class/{opened['code']}/board?lang=en#{opened['secret']}")
    expect(board.locator("main .qr")).to_be_visible()
    expect(board.locator(".where-to")).to_contain_text("informatik.example.localhost")
    whole = "all => all.every((one) => one.scrollWidth <= one.clientWidth + 1)"
    for width, height in ((1920, 1080), (WIDE, HIGH)):
        board.set_viewport_size({"width": width, "height": height})
        assert board.locator("body, footer, .where-to span, .n, .how").evaluate_all(whole)
        assert board.locator("main").evaluate("(one) => one.scrollHeight <= one.clientHeight")
        box = board.locator("main .qr").bounding_box()
        assert box is not None
        assert box["height"] > 0.75 * height
        assert box["x"] + box["width"] <= width
    board.set_viewport_size({"width": 1920, "height": 1080})
    lead(board, "PageDown", "lesson")
    board.keyboard.press("c")
    board.get_by_role("button", name="Early bird or night owl").click()
    expect(scene(board, "survey")).to_be_visible()
    board.wait_for_function("() => document.querySelector('.asked').style.cssText")
    assert board.locator(".asked").evaluate(LETTERS) > 1.5 * board.locator("html").evaluate(LETTERS)
    assert board.locator("body, footer, .n, .asked").evaluate_all(whole)
    phones = f"{held.address}/class/{opened['code']}"
    asleep = board.request.post(f"{phones}/join", data={}, headers=headers).json()["token"]
    row, bearer = {"answers": [None] * 5 + [0]}, {"authorization": f"Bearer {asleep}"}
    assert board.request.post(f"{phones}/row", data=row, headers=headers | bearer).ok
    expect(board.locator(".n")).to_have_text(re.compile("^1 *of 1 sent a row"))


def test_the_menu_is_all_in_sight_and_a_label_is_one_piece(held: Class) -> None:
    board = held.board()
    board.keyboard.press("PageDown")
    for language in ("en", "zh"):
        board.keyboard.press("m")
        expect(board.locator(".menu .choice")).to_have_count(12)
        assert board.locator("dialog").evaluate("(one) => one.scrollHeight <= one.clientHeight + 1")
        pieces = "all => all.map((one) => one.childNodes.length)"
        assert board.locator(".menu .choice").evaluate_all(pieces) == [1] * 12, language
        if language == "en":
            board.get_by_role("button", name="中文").click()
    expect(board.get_by_role("button", name="下课")).to_be_visible()


def test_what_the_board_has_told_is_not_asked(held: Class) -> None:
    board = held.board()
    board.keyboard.press("PageDown")
    stands(
        board,
        "step 1 of 8",
        "Split on Outlook: 14 rows go to 3 branches. It has the highest gain: 0.2467 bits.",
    )
    held_back: list[Route] = []
    for told in (False, True):
        if told:  # and the class has not heard of it yet
            board.route("**/wall", lambda route: held_back.append(route))
        with board.expect_request("**/wall"):
            board.keyboard.press("PageDown")
        expect(said(board)).to_have_text(re.compile("weighed" if told else "Which question"))
        board.keyboard.press("e")
        for route in held_back:
            route.continue_()
        first = board.locator(".at-node").first
        expect(first.get_by_role("button", name="What score?")).to_be_visible()
        assert first.get_by_role("button", name="Which column?").count() == (0 if told else 1)
        board.keyboard.press("Escape")
        expect(board.locator("dialog")).to_have_count(0)


@pytest.mark.nightly  # on a push the board is drawn in one theme
def test_another_theme_colours_the_marks_of_rows_too(held: Class) -> None:
    board = held.board()
    board.emulate_media(reduced_motion="reduce", color_scheme="light")
    board.set_viewport_size({"width": WIDE, "height": HIGH})
    board.keyboard.press("PageDown")
    expect(board.locator(".stage g.node").first).to_be_visible()
    board.keyboard.press("m")
    board.get_by_role("button", name="Dark colours").click()
    board.mouse.move(0, 0)  # a node under the mouse is framed
    turned = shot(board)
    board.reload()
    expect(scene(board, "join")).to_be_visible()  # for nobody has joined
    board.keyboard.press("PageDown")
    expect(board.locator(".stage g.node").first).to_be_visible()
    until = time.monotonic() + PATIENCE
    while shot(board) != turned:
        assert time.monotonic() < until


def shot(page: Page) -> bytes:
    return page.screenshot(clip={"x": 0, "y": 0, "width": WIDE, "height": HIGH})


WHOLE = """one => {
  const high = Math.ceil(one.offsetHeight);
  Object.assign(one.style, { boxSizing: "border-box", height: `${high}px` });
  return high;
}"""
"""The height of the strip, made whole: a window has no room of a part of a pixel."""


@pytest.mark.nightly
def test_the_board_and_lecture_mode_are_the_same_picture(held: Class) -> None:
    """Above the strip that tells who is here, pixel by pixel; a window of another height is
    painted in other tiles, whose edges differ by 1 of 255."""
    board = held.board()
    board.keyboard.press("PageDown")
    strip = board.locator("footer").evaluate(WHOLE)
    board.set_viewport_size({"width": WIDE, "height": HIGH + strip})
    lecture = held.person({"width": WIDE, "height": HIGH})
    for page in (board, lecture):
        page.emulate_media(reduced_motion="reduce")
    lecture.goto(held.address + LESSON)
    at_rest(lecture)
    lecture.keyboard.press("l")
    until = time.monotonic() + PATIENCE
    for _click in range(4):
        lecture.keyboard.press("PageDown")  # with the first goes what is said as a lecture begins
        at_rest(lecture)
        board.keyboard.press("PageDown")
        expect(said(board)).to_have_text(said(lecture).inner_text())
        expect(board.locator(".stage[data-busy]")).to_have_count(0)
        while (apart := furthest(shot(board), shot(lecture))) > 1 and time.monotonic() < until:
            pass
        assert apart <= 1


def furthest(one: bytes, other: bytes) -> int:
    """By how much the colours of two pictures differ where they differ most, of 255."""
    seen = (np.asarray(Image.open(BytesIO(shot)).convert("RGB"), int) for shot in (one, other))
    return int(abs(next(seen) - next(seen)).max())
