"""The stage: keys that are always heard, steps that wait for nobody, and what the page holds."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

from tests.browser.alone import alone
from tests.browser.line import Line
from tests.browser.rest import at_rest
from tests.browser.stage import (
    RESULT,
    asked,
    consulted,
    more,
    node,
    opened,
    panel,
    press,
    ranking,
    rows,
    said,
    where,
)
from tests.browser.visitor import LAPTOP, Visitor

pytestmark = pytest.mark.browser

PLAYTENNIS = "data=playtennis&recipe=id3"
IRIS = "data=iris&recipe=cart"
PRESSES, APART, LATE = 20, 40, 500
"""So many keys, so many milliseconds apart, and the answer comes so much later."""
BEAT = """() => {
  const parts = root => [...root.querySelectorAll("*")].flatMap(
    part => part.shadowRoot ? parts(part.shadowRoot) : part.matches(".stage") ? [part] : []);
  const [stage] = parts(document), of = (path) => stage.querySelector(path);
  return [of(".said").textContent, of(".where .label").textContent,
    of(".next .verb").textContent,
    [...stage.querySelectorAll("g.node[data-id]")].map(node => node.dataset.id).sort().join(" "),
    of("g.node.selected")?.dataset.id].join("; ");
}"""
"""What tells one beat of a lesson from the others."""
FILM = """() => {
  const beat = %s, seen = window.seen = [beat()];
  const look = () => {
    const now = beat();
    if (now !== seen.at(-1)) seen.push(now);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
KEYS = """([n, apart]) => new Promise((done) => {
  let left = n;
  const press = () => {
    if (!left--) { clearInterval(going); done(); return; }
    const key = { key: "PageDown", bubbles: true, composed: true, cancelable: true };
    document.body.dispatchEvent(new KeyboardEvent("keydown", key));
  };
  const going = setInterval(press, apart);
})"""
"""As fast as that, however slow the machine that runs the test is at sending keys."""


def focused(page: Page) -> str:
    """What has the focus, also within the stage."""
    inside = """() => {
      let at = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      return at?.className?.baseVal ?? at?.outerHTML;
    }"""
    return str(page.evaluate(inside))


def test_page_keys_move_the_lesson_whatever_has_the_focus(server: str, visitor: Visitor) -> None:
    page = opened(visitor, server, f"{PLAYTENNIS}&step=0", 1)
    press(page, "next")
    expect(ranking(page)).to_be_visible()
    practise = page.locator(".st-key-more button").first
    slider = page.locator(".stage input[type=range]")
    candidate = ranking(page).locator("tbody tr").first
    row = rows(page).locator("tbody button").first
    for part in (practise, slider, candidate, row, node(page, "root"), page.locator("body")):
        part.focus()
        before = focused(page)
        page.keyboard.press("PageDown")
        expect(said(page)).to_contain_text("Split on Outlook")
        page.keyboard.press("PageUp")
        expect(said(page)).to_contain_text("Outlook is best")
        at_rest(page)
        assert focused(page) == before


@pytest.mark.nightly
def test_page_keys_move_the_lesson_from_within_a_popover_and_a_select_box(
    server: str, visitor: Visitor
) -> None:
    page = opened(visitor, server, f"{IRIS}&step=0&weigh=root", 3)
    page.locator(".stage button[data-view=regions]").click()
    box = page.locator(".st-key-axes input").first
    expect(box).to_be_visible()
    at_rest(page)
    box.focus()
    page.keyboard.press("PageDown")
    expect(said(page)).to_contain_text("Split on Petal.Length")
    at_rest(page)
    more(page, "Tree")
    inside = page.locator("[data-testid=stPopoverBody] button, [data-testid=stPopoverBody] input")
    expect(inside.first).to_be_visible()
    at_rest(page)
    inside.first.focus()
    page.keyboard.press("PageDown")
    expect(said(page)).not_to_contain_text("Split on Petal.Length")


def test_a_page_key_is_heard_as_soon_as_there_is_a_stage(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{server}/grow?{PLAYTENNIS}&step=0")
    said(page).wait_for()
    page.keyboard.press("PageDown")
    expect(said(page)).to_contain_text("Outlook is best")
    at_rest(page)
    expect(said(page)).to_contain_text("Outlook is best")  # and was not taken back
    expect(where(page)).to_have_text("step 1 of 8")


def test_letters_are_keys_unless_one_types(server: str, visitor: Visitor) -> None:
    page = opened(visitor, server, f"{IRIS}&step=0&weigh=root", 3)
    stage = page.locator(".stage")
    node(page, "root").focus()
    assert consulted(page) == f"{server}/glossary?lang=en"
    page.keyboard.press("t")
    expect(stage).to_have_class("stage across")
    page.keyboard.press("t")
    expect(stage).not_to_have_class("stage across")
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys.get_by_text("Tree across the page, and back")).to_be_visible()
    page.keyboard.press("t")  # the window's now
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    expect(stage).not_to_have_class("stage across")
    expect(node(page, "root")).to_be_focused()
    page.locator(".stage button[data-view=curve]").click()
    field = page.locator(".st-key-cut_typed input")
    field.click()
    page.keyboard.type("t4.9t")
    expect(stage).not_to_have_class("stage across")
    expect(field).to_have_value("2.4549")


def test_a_step_is_on_screen_before_the_server_answers(server: str, visitor: Visitor) -> None:
    line = Line(visitor.page)
    page = opened(visitor, server, f"{PLAYTENNIS}&step=0&weigh=root", 4)
    line.shut()
    answers = page.evaluate("line.answers")
    page.keyboard.press("PageDown")
    expect(said(page)).to_contain_text("Split on Outlook: 14 rows go to 3 branches")
    expect(page.locator("g.node.open")).to_have_count(3)
    expect(page.locator("g.node.ghost")).to_have_count(0)
    expect(where(page)).to_have_text("step 1 of 8")
    expect(page.locator(".stage")).to_have_attribute("data-busy", "")
    page.wait_for_function("answers => line.answers > answers", arg=answers)
    line.open()
    at_rest(page)
    expect(page.locator(".stage")).not_to_have_attribute("data-busy", "")
    expect(said(page)).to_contain_text("Split on Outlook: 14 rows go to 3 branches")


def true_beats(page: Page, count: int) -> list[str]:
    """The lesson as it is when one waits for the server at each step."""
    beats = [str(page.evaluate(BEAT))]
    for _ in range(count):
        page.keyboard.press("PageDown")
        at_rest(page)
        beats.append(str(page.evaluate(BEAT)))
    return beats


@pytest.mark.nightly
def test_no_frame_is_contradicted_and_no_press_is_lost(
    server: str, visitor: Visitor, chromium: Browser
) -> None:
    context = chromium.new_context(viewport=LAPTOP)
    patient = opened(Visitor(context.new_page()), server, f"{IRIS}&step=0", 1)
    beats = true_beats(patient, PRESSES)
    context.close()
    assert len(set(beats)) == PRESSES + 1
    line = Line(visitor.page)
    page = opened(visitor, server, f"{IRIS}&step=0", 1)
    line.delay(LATE)
    page.evaluate(FILM % BEAT)
    page.evaluate(KEYS, [PRESSES, APART])
    page.wait_for_function(f"beat => ({BEAT})() === beat", arg=beats[-1])
    line.delay(0)
    at_rest(page)
    assert page.evaluate(BEAT) == beats[-1]
    seen = [beats.index(beat) for beat in page.evaluate("seen")]
    assert seen[:2] == [0, 1]  # the first press is answered at once
    assert all(before < after for before, after in pairwise(seen))
    assert seen[-1] == PRESSES
    assert asked(page, "({ acts: { told, queue } }) => [told.done, queue.length]") == [PRESSES, 0]


def test_while_answers_are_hidden_the_browser_holds_no_score(server: str, visitor: Visitor) -> None:
    page = opened(visitor, server, f"{PLAYTENNIS}&step=0", 1)
    heard: list[str | bytes] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: heard.append(frame))

    page.on("websocket", listen)
    page.goto(page.url)
    at_rest(page)
    heard.clear()
    page.keyboard.press("h")
    expect(page.locator(".st-key-guess_give_up")).to_be_visible()
    at_rest(page)
    page.goto(page.url)  # which says that answers are hidden
    expect(page.locator(".st-key-guess_give_up")).to_be_visible()
    at_rest(page)
    assert heard
    scores = ("0.2467", "0.1518", "0.0481", "0.0292", "0.24674981")
    assert not [s for s in scores for frame in heard if s.encode() in _bytes(frame)]
    told = asked(page, "({ acts }) => acts.told")
    assert told["next"] is None
    scene = told["scene"]
    assert [block["type"] for block in scene["panel"]] == ["list", "hole"]
    assert not [one for one in scene["nodes"] if "by" in one.get("tray", {})]
    assert "ghost" not in [one["kind"] for one in scene["nodes"]]
    assert "Outlook" not in "".join(scene["say"])
    page.keyboard.press("PageDown")
    at_rest(page)


def _bytes(frame: str | bytes) -> bytes:
    return frame.encode() if isinstance(frame, str) else frame


def test_the_way_out_where_the_stage_cannot_load(server: str, chromium: Browser) -> None:
    context = chromium.new_context(viewport=LAPTOP)
    page = context.new_page()
    page.route("**/modules.*.js", lambda route: route.abort())
    page.goto(f"{server}/grow?{PLAYTENNIS}&step=1&weigh=0")
    link = page.locator(".st-key-way_out a")
    expect(link).to_have_attribute("href", f"/grow?{PLAYTENNIS}&step=1&weigh=0&stage=off")
    expect(page.locator(".st-key-way_out")).to_have_css("opacity", "1")
    with context.expect_page() as opening:
        link.click()
    plain = opening.value
    main = plain.locator("[data-testid=stMain]")
    expect(main).to_contain_text("Humidity is best")
    expect(main.locator("pre").first).to_contain_text("Outlook = Sunny")
    expect(main.locator("pre").last).to_contain_text("g(D,A) = 0.970951 − 0 = 0.9710")
    plain.get_by_role("button", name="Split", exact=True).click()
    expect(main).to_contain_text("Split on Humidity")
    expect(main.locator("pre").first).to_contain_text("Humidity = High")
    plain.get_by_role("button", name="Back", exact=True).click()
    expect(main).to_contain_text("Humidity is best")
    plain.get_by_role("button", name="To the end").click()
    expect(main.locator("pre").first).to_contain_text("Wind = Strong")
    context.close()


@pytest.mark.nightly
def test_with_the_stage_the_way_out_is_not_offered(server: str, visitor: Visitor) -> None:
    page = opened(visitor, server, f"{PLAYTENNIS}&step=0", 1)
    expect(page.locator(".st-key-way_out")).to_be_hidden()
    expect(panel(page)).to_be_visible()


def test_arrows_move_the_lesson_only_while_nothing_has_the_focus(
    server: str, visitor: Visitor
) -> None:
    page = opened(visitor, server, f"{PLAYTENNIS}&step=1", 4)
    page.keyboard.press("ArrowRight")
    expect(said(page)).to_contain_text("Humidity is best")
    page.keyboard.press("ArrowLeft")
    expect(said(page)).to_contain_text("Split on Outlook")
    node(page, "0").click()
    expect(said(page)).to_contain_text("Outlook = Sunny")
    before = said(page).inner_text()
    page.keyboard.press("ArrowRight")
    expect(page.locator("g.node.selected")).to_have_attribute("data-id", "0")
    assert said(page).inner_text() == before


@pytest.mark.nightly
def test_a_new_beat_begins_at_the_top_of_the_panel(server: str, visitor: Visitor) -> None:
    visitor.page.set_viewport_size({"width": 1366, "height": 640})
    page = opened(visitor, server, f"{PLAYTENNIS}&step=0&weigh=root", 4)
    expect(page.locator(RESULT)).to_be_in_viewport(ratio=1)
    panel(page).evaluate("panel => { panel.scrollTop = 120 }")
    count = panel(page).locator(".formula .count").nth(4)
    count.evaluate("count => count.click()")  # a hand would scroll to it
    at_rest(page)
    assert panel(page).evaluate("panel => panel.scrollTop") == 120
    for _ in range(2):
        page.keyboard.press("PageDown")
    expect(said(page)).to_contain_text("Humidity is best")
    assert panel(page).evaluate("panel => panel.scrollTop") == 0


@pytest.mark.nightly  # on a push: test_stage_parts
def test_a_candidate_under_the_hand_is_asked_about(visitor: Visitor) -> None:
    page = alone(visitor, f"grow?{PLAYTENNIS}&step=0&weigh=root")
    expect(page.locator("g.node")).to_have_count(4)
    ranking(page).get_by_text("Humidity", exact=True).hover()
    expect(node(page, "root").locator(".head")).to_have_text("Humidity?")
    expect(node(page, "0").locator(".line")).to_have_text("3 Yes · 4 No")
