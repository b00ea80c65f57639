"""A guided lesson by keys: the page keys go from stop to stop, or move the tree meanwhile."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.letters import smallest
from tests.browser.rest import at_rest
from tests.browser.stage import asked, node, press, said, where
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

WITHOUT_NAVIGATION = """
delete window.navigation;
const polls = window.polls = new Set(), { setInterval: begin, clearInterval: end } = window;
window.setInterval = (does, every, ...more) => {
  const id = begin(does, every, ...more);
  if (every === 400) polls.add(id);
  return id;
};
window.clearInterval = (id) => { polls.delete(id); end(id); };
window.hide = (hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
  return polls.size;
};
"""

LEAVES_THE_CARD = """() => {
  dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  return document.activeElement.localName;
}"""
"""What has the focus in the same moment, before the browser draws."""


def sentence(page: Page, text: str) -> None:
    expect(page.locator(".story .sentence")).to_contain_text(text)


def try_it(page: Page) -> None:
    page.get_by_role("button", name="Try it yourself").click()


def test_one_sentence_speaks_until_one_tries_it_oneself(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{server}/?lesson=play_tennis&at=6")
    sentence(page, "Outlook gains most: 0.2467 bits.")
    bar = page.locator(".stage .lead")
    for _time in range(2):
        expect(bar).to_be_hidden()
        try_it(page)
        expect(bar).to_be_visible()
        page.keyboard.press("PageDown")
        expect(bar).to_be_hidden()
    page.locator(".story .leave").click()
    expect(bar).to_be_visible()


def test_three_stops_by_the_keyboard(server: str, visitor: Visitor) -> None:
    page, keys = visitor.page, visitor.page.keyboard
    page.goto(f"{server}/?lesson=play_tennis&at=6")
    sentence(page, "Outlook gains most: 0.2467 bits.")
    expect(page).to_have_url(re.compile("/grow.*weigh=root.*at=6"))
    keys.press("PageDown")
    sentence(page, "among 5 sunny days")
    expect(where(page)).to_have_text("step 2 of 8")
    keys.press("PageDown")
    sentence(page, "no going back")
    expect(where(page)).to_have_text("step 2 of 8")
    expect(page.locator("g.node")).to_have_count(6)
    keys.press("PageUp")
    sentence(page, "among 5 sunny days")
    at_rest(page)

    try_it(page)
    press(page, "last")  # one looks around: the keys are the tree's
    expect(where(page)).to_have_text("step 8 of 8")
    onward = page.get_by_role("button", name="Back to the lesson")
    expect(onward).to_be_visible()
    keys.press("PageUp")
    expect(where(page)).to_have_text("step 7 of 8")
    onward.click()
    expect(where(page)).to_have_text("step 2 of 8")
    expect(node(page, "root")).to_be_visible()
    sentence(page, "among 5 sunny days")

    page.locator(".story .place").focus()
    keys.press("Enter")
    keys.press("Tab")
    contents = page.locator(".story .contents")
    expect(contents).to_be_visible()
    contents.get_by_role("button", name="Less is more: 6 leaves").focus()
    keys.press("Enter")
    expect(page).to_have_url(re.compile("/pruning.*cuts=6.*at=15"))
    sentence(page, "6 leaves, 10 errors")
    at_rest(page)
    page.reload()
    sentence(page, "6 leaves, 10 errors")
    expect(where(page)).to_have_text("step 6 of 10")


@pytest.mark.nightly
def test_who_is_elsewhere_when_the_page_is_read_anew_is_led_back(
    server: str, visitor: Visitor
) -> None:
    page = visitor.page
    page.goto(f"{server}/grow?data=playtennis&recipe=id3&step=0&lesson=play_tennis&at=4")
    page.get_by_role("button", name="Back to the lesson").click()
    sentence(page, "Half and half, like a coin")
    expect(page).to_have_url(re.compile("/impurity.*at=4"))


@pytest.mark.nightly
def test_a_guided_lesson_in_a_lecture(server: str, visitor: Visitor) -> None:
    page, keys = visitor.page, visitor.page.keyboard
    page.goto(f"{server}/?lesson=play_tennis&at=3&lecture=on")
    expect(said(page)).to_have_text("Ask about Wind: the 6 days of strong wind are 3 Yes, 3 No.")
    expect(page.locator(".lecture-part .place")).to_have_text("3 of 15")
    keys.press("PageDown")
    expect(page.locator(".story.projected .sentence")).to_contain_text("Half and half, like a coin")
    expect(page.get_by_role("navigation", name="Home")).to_have_count(0)
    expect(page).to_have_url(re.compile("/impurity.*at=4.*lecture=on"))
    keys.press("Space")
    plot = page.locator(".st-key-slide .main-svg").first
    expect(plot).to_be_visible()
    at_rest(page)  # it is drawn anew once its place is known
    box, screen = plot.bounding_box(), page.viewport_size
    assert box
    assert screen
    assert box["y"] + box["height"] <= screen["height"]  # the whole of it
    least, text = smallest(page)
    assert least >= 24, text
    with page.expect_popup() as opening:
        keys.press("n")
    notes = opening.value
    expect(notes.locator(".step")).to_have_text("5 of 15")
    expect(notes.locator(".then")).to_contain_text("Outlook gains most")
    keys.press("q")
    expect(page.locator(".story .linkcard")).to_contain_text("others cannot open the link")
    assert page.evaluate(LEAVES_THE_CARD) == "body"  # an arrow right after it is the lesson's
    keys.press("ArrowRight")
    expect(said(page)).to_contain_text("Outlook gains most: 0.2467 bits.")
    expect(page.locator(".lecture-part .formula")).to_be_visible()
    expect(page.locator(".lecture-part .best")).to_contain_text("0.1518")
    expect(notes.locator(".step")).to_have_text("6 of 15")  # the window follows to another page
    with notes.expect_event("close"):
        keys.press("Escape")
    sentence(page, "Outlook gains most: 0.2467 bits.")
    expect(said(page)).to_contain_text("4 questions weighed")
    expect(page).not_to_have_url(re.compile("lecture"))
    expect(page).to_have_url(re.compile("at=6"))


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("lesson", "parts", "high"),
    [
        ("judging", {3: ".st-key-use_matrix"}, 720),
        ("judging", {3: ".st-key-use_matrix"}, 1080),
        ("judging", {3: ".st-key-use_interval .xtitle"}, 1080),
        ("carseats", {8: ".st-key-use_residuals .main-svg"}, 720),  # below a sentence of two lines
        ("loan", {8: "button:has-text('3. 如果')"}, 720),
        ("biopsy", {4: ".st-key-use_matrix"}, 720),
        (
            "biopsy",  # at last the leaf that answers
            {8: ".st-key-use_matrix", 9: ".stage .node[data-id='1.0.0'] .words"},
            720,
        ),
    ],
)
def test_what_a_slide_of_use_speaks_of_is_in_sight(
    server: str, visitor: Visitor, lesson: str, parts: dict[int, str], high: int
) -> None:
    """Whole, on a small projector and on a large one, with nothing to press above it."""
    page = visitor.page
    page.set_viewport_size({"width": high * 16 // 9, "height": high})
    page.goto(f"{server}/?lesson={lesson}&at={min(parts)}&lecture=on&lang=zh")
    for at, part in parts.items():
        if at > min(parts):
            page.keyboard.press("PageDown")
        expect(page).to_have_url(re.compile(f"[?&]at={at}(&|$)"))
        expect(page.locator(part).first).to_be_visible()
        at_rest(page)
        box = page.locator(part).first.bounding_box()
        assert box
        assert box["y"] + box["height"] <= high
        assert box["x"] + box["width"] <= high * 16 / 9
        for control in ("looks", "rules_head", "rule_controls", "hint", "per_class", "per_row"):
            expect(page.locator(f".st-key-use_{control}:visible")).to_have_count(0)


STOPS = [("biopsy", 5), ("judging", 4)]
"""Where the rows that a tree errs on stand beside it."""


@pytest.mark.on_push("size0-biopsy-5")
@pytest.mark.parametrize(
    ("size", "lesson", "at"),
    [
        *((size, *stop) for size in [(1366, 640), (1920, 1080)] for stop in STOPS),
        ((1920, 1080), "biopsy", 6),
    ],
)
def test_what_the_leaves_of_a_slide_answer_is_whole(
    server: str, visitor: Visitor, size: tuple[int, int], lesson: str, at: int
) -> None:
    """Of a tree of a dozen leaves, beside the curve of its cuts or the rows it errs on."""
    page = visitor.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{server}/?lesson={lesson}&at={at}&lecture=on")
    expect(page).to_have_url(re.compile(f"[?&]at={at}(&|$)"))
    answers = page.locator(".stage g.node.leaf .head:visible")
    expect(answers.nth(6)).to_be_visible()
    at_rest(page)
    texts = answers.all_text_contents()
    assert [one for one in texts if not re.match("(benign|malignant)( |$|\\()", one)] == []


def test_a_slide_of_data_shows_its_columns_and_no_larger_words(
    server: str, visitor: Visitor
) -> None:
    page = visitor.page
    page.set_viewport_size({"width": 1366, "height": 640})
    page.goto(f"{server}/data?data=iris&recipe=c45_textbook&step=0&lesson=numbers&at=2&lecture=on")
    expect(page.locator(".story.projected .sentence")).to_contain_text("Which one would you cut?")
    at_rest(page)
    expect(page.locator(".st-key-data").get_by_role("heading").filter(visible=True)).to_have_count(
        0
    )
    for name in ("Sepal.Length", "Petal.Width"):
        box = page.locator(".columns-list li", has_text=name).bounding_box()
        assert box
        assert box["y"] + box["height"] <= 640


LINES = """said => {
  const range = document.createRange(), lines = [];
  const texts = document.createTreeWalker(said, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (let k = 0; k < text.data.length; k++) {
      range.setStart(text, k);
      range.setEnd(text, k + 1);
      const [{ top } = {}] = range.getClientRects(), last = lines.at(-1);
      if (top === undefined) continue;
      if (last && Math.abs(last.top - top) < 4) last.text += text.data[k];
      else lines.push({ top, text: text.data[k] });
    }
  }
  return lines.map(({ text }) => text.trim());
}"""


@pytest.mark.nightly
@pytest.mark.parametrize(("at", "place"), [(5, ".story.projected .sentence"), (15, ".stage .said")])
def test_no_line_of_a_chinese_slide_ends_within_a_measure(
    server: str, visitor: Visitor, at: int, place: str
) -> None:
    page = visitor.page
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{server}/?lesson=play_tennis&at={at}&lecture=on&lang=zh")
    expect(page.locator(place)).to_contain_text("。")
    at_rest(page)
    lines = page.locator(place).evaluate(LINES)
    assert len(lines) > 1
    assert [line for line in lines if line[-1] not in "，。：；、"] == []


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("lesson", "at", "words"),
    [
        ("play_tennis", 7, ["晴天中"]),  # nor before a word that leans on it
        ("play_tennis", 12, ["叶结点", "正常"]),
        ("many_values", 3, ["胜出"]),
        ("cart", 2, ["取值"]),
    ],
)
def test_no_line_of_a_chinese_sentence_ends_within_a_word_on_a_phone(
    server: str, visitor: Visitor, lesson: str, at: int, words: list[str]
) -> None:
    """From stop to stop, one word each."""
    page = visitor.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server}/?lesson={lesson}&at={at}&lang=zh")
    for k, word in enumerate(words):
        if k:
            page.keyboard.press("PageDown")
        sentence(page, word)
        at_rest(page)
        lines = page.locator(".story .sentence").evaluate(LINES)
        assert len(lines) > 1
        assert [line for line in lines if word in line]


COVERED = """(view) => {
  const box = (part) => part.getBoundingClientRect(), hint = view.root.querySelector(".hint");
  const rows = [...view.rowsHost.querySelectorAll("tbody tr")], end = box(view.rowsHost).bottom;
  const seen = rows.filter((row) => row.checkVisibility() && box(row).bottom <= end);
  const parts = [view.treeHost, view.lectureHost, ...seen].map((part) => box(part).bottom);
  return parts.filter((bottom) => bottom > box(hint).top + 1);
}"""
"""What reaches below the upper edge of the sentence at the foot."""


@pytest.mark.nightly
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("at", [1, 6])
def test_what_the_keys_do_is_said_until_the_lesson_goes_on(
    server: str, visitor: Visitor, size: tuple[int, int], at: int
) -> None:
    """At the foot of the slide, below all else, until the next press."""
    page = visitor.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{server}/?lesson=play_tennis&at={at}")
    expect(page.locator(".story .place")).to_contain_text(f"{at} of 15")
    at_rest(page)
    page.locator(".story .place").click()
    page.get_by_role("button", name="Lecture mode (L)").click()
    hint = page.locator(".stage .hint")
    expect(hint).to_contain_text("Page Down: next")
    at_rest(page)
    told = hint.bounding_box()
    assert told
    assert told["y"] + told["height"] <= size[1]
    assert asked(page, COVERED) == []
    page.keyboard.press("PageDown")
    expect(page.locator(".lecture-part .place")).to_contain_text(f"{at + 1} of 15")
    expect(hint).to_be_hidden()


@pytest.mark.nightly
@pytest.mark.parametrize("at", [6, 9])
def test_beside_a_sum_all_rows_are_shown_or_none_are_counted(
    server: str, visitor: Visitor, at: int
) -> None:
    page = visitor.page
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{server}/?lesson=play_tennis&at={at}&lecture=on")
    expect(page.locator(".lecture-part .place")).to_contain_text(f"{at} of 15")
    expect(page.locator(".lecture-part .formula")).to_be_visible()
    at_rest(page)
    why = page.locator(".rowtable .why")
    if why.is_visible():
        rows = int(why.inner_text().split()[0])
        expect(page.locator(".rowtable tbody tr:visible")).to_have_count(rows)
    parts = page.locator(".stage :is(.tree-part, .rowtable tr):visible").all()
    ends = [box["y"] + box["height"] for part in parts if (box := part.bounding_box())]
    assert 680 < max(ends) <= 720  # no room is left over


@pytest.mark.nightly
def test_the_rows_that_answer_for_a_new_one_stand_out(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{server}/?lesson=play_tennis&at=13")
    sentence(page, "Day 15")
    at_rest(page)
    assert asked(page, "({ marks }) => [...marks.lit].map((row) => row + 1)") == [9, 11]


@pytest.mark.nightly
def test_on_pruning_a_lesson_folds_away_what_one_may_choose(server: str, visitor: Visitor) -> None:
    """The rows, the method, the view, the page's sentence; the errors that it speaks of stay."""
    page = visitor.page
    page.goto(f"{server}/?lesson=biopsy&at=6")
    sentence(page, "Cut the weakest link")
    expect(page.get_by_text("rows wrong.")).to_have_count(2)
    tabs = page.locator(".stage .panel .views")
    folded = tabs, page.locator(".st-key-lab_bar"), page.locator(".st-key-tree_more")
    for part in folded:
        expect(part).to_be_hidden()
    page.get_by_role("button", name="Try it yourself").click()
    for part in folded:
        expect(part).to_be_visible()
    expect(tabs.get_by_role("radio", name="Errors")).to_be_checked()


@pytest.mark.nightly  # on a push: test_clicker
def test_presses_faster_than_the_server_all_count(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{server}/?lesson=play_tennis&at=8")
    sentence(page, "no going back")
    for _press in range(5):
        page.keyboard.press("PageDown")
    sentence(page, "Day 15")
    expect(page).to_have_url(re.compile("step=8.*new=.*at=13"))
    for _press in range(3):  # and while the page changes
        page.keyboard.press("PageDown")
    sentence(page, "6 leaves, 10 errors")
    expect(page).to_have_url(re.compile("/pruning.*at=15"))


@pytest.mark.nightly
def test_to_and_fro_faster_than_the_server(server: str, visitor: Visitor) -> None:
    """The server comes past stops that were left again; the keys never move the tree meanwhile."""
    page, at = visitor.page, 10
    page.goto(f"{server}/?lesson=play_tennis&at={at}")
    sentence(page, "Ask A by hand, and B")
    at_rest(page)
    for k, by in enumerate((-1, 1, -1, -1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, 1, 1, 1, -1, 1, 1)):
        page.keyboard.press("PageDown" if by > 0 else "PageUp")
        page.wait_for_timeout((40, 150, 300)[k % 3])  # the person's own pace
        at += by
    expect(page.locator(".story .place")).to_have_text(f"{at} of 15")
    expect(page).to_have_url(re.compile(f"[?&]at={at}(&|$)"))
    at_rest(page)
    expect(page.locator(".story .place")).to_have_text(f"{at} of 15")
    expect(page.locator(".story[data-away=false]")).to_have_count(1)


@pytest.mark.nightly
def test_without_a_navigation_api_the_address_is_asked_for_only_in_sight(
    server: str, visitor: Visitor
) -> None:
    page = visitor.page
    page.add_init_script(WITHOUT_NAVIGATION)
    page.goto(f"{server}/?lesson=play_tennis&at=7")
    sentence(page, "among 5 sunny days")
    expect(where(page)).to_have_text("step 2 of 8")
    at_rest(page)
    try_it(page)
    press(page, "last")
    expect(page.get_by_role("button", name="Back to the lesson")).to_be_visible()
    assert page.evaluate("polls.size") == 1
    assert page.evaluate("hide(true)") == 0
    assert page.evaluate("hide(false)") == 1
    page.locator(".story .leave").click()
    expect(page.locator(".story")).to_have_count(0)
    page.wait_for_function("() => polls.size === 0")


ASTRAY = """story => {
  const { view: band } = story, show = band.show.bind(band), press = band.press;
  band.asks = 0;
  band.press = (kind, value) => { band.asks += kind === "go"; press(kind, value); };
  band.show = (told) => {
    const stray = band.asks === 1 && told.heard === band.asked;
    show(stray ? { ...told, page: "impurity" } : told);
  };
}"""


@pytest.mark.nightly
def test_a_stop_is_asked_for_again_if_the_page_before_it_was_drawn_once_more(
    server: str, visitor: Visitor
) -> None:
    """The browser's next press may run the page that is being left, after the way was taken."""
    page = visitor.page
    page.goto(f"{server}/grow?lesson=play_tennis&at=6")
    story = page.locator(".story").first
    expect(page.locator(".story .place")).to_have_text("6 of 15")
    at_rest(page)
    story.evaluate(ASTRAY)
    page.keyboard.press("PageDown")
    expect(page.locator(".story .place")).to_have_text("7 of 15")
    at_rest(page)
    assert story.evaluate("story => story.view.asks") == 2
    assert story.evaluate("story => story.view.going") is None
    expect(page).to_have_url(re.compile("weigh=0.*at=7"))
