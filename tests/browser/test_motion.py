"""What moves on the stage: rows as marks, each in its tray in the end; and nothing where nobody
wants motion or looks."""

from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.alone import alone, scene_at
from tests.browser.rest import at_rest
from tests.browser.stage import asked, opened, panel, press, rows, said
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

PLAYTENNIS = "data=playtennis&recipe=id3"
WATCH = """(() => {
  const moved = window.moved = [];
  const ours = () => {
    const caller = new Error().stack.split("\\n")[3];
    return /\\/modules\\.\\w+\\.js/.test(caller) && !caller.includes("MutationObserver");
  };
  for (const [on, name] of [[window, "requestAnimationFrame"], [window, "setTimeout"],
    [window, "setInterval"], [window, "requestIdleCallback"], [Element.prototype, "animate"]]) {
    const was = on[name];
    on[name] = function (...given) {
      if (ours()) moved.push(name);
      return was.apply(this, given);
    };
  }
})()"""
"""Notes what our modules ask of the browser's clocks, but to see whether the server rests."""
LISTEN = """stage => {
  moved.length = 0;
  for (const kind of ["transitionrun", "animationstart"])
    stage.addEventListener(kind, ({ target }) => moved.push(`${kind} ${target.className}`));
}"""
HIDDEN = """Object.defineProperty(Document.prototype, "hidden", { get: () => true });
Object.defineProperty(Document.prototype, "visibilityState", { get: () => "hidden" });"""
ANIMATIONS = "stage => stage.getRootNode().getAnimations().length"
MARKS = """({ marks }) => marks.at.map(({ row, node, x, y, r }) => {
  const tray = marks.plan.place.get(node).tray, least = tray.pitch ? 1 : 0;
  return { row, node, seen: r > 0, inside: r >= least && (tray.pitch > 0) === (r > 0)
    && tray.x <= x - r && x + r <= tray.x + tray.w && tray.y <= y - r && y + r <= tray.y + tray.h };
})"""
"""In a node that is too small for a tray its marks are gathered to nothing, behind its bar."""
OWNERS = """({ scene }) => Object.fromEntries(scene.tree.nodes
  .filter(({ tray, kind }) => tray && kind !== "ghost")
  .flatMap(({ id, tray }) => tray.rows.map((row) => [row, id])))"""
ON_ITS_WAY = r"""async ({ marks, tree }) => {
  const names = performance.getEntriesByType("resource").map(({ name }) => name);
  const { need } = await import(names.find((name) => /\/modules\.\w+\.js$/.test(name)));
  const { branch, pose } = need("stage/ways.js");
  let far = 0;
  for (const id of ["0", "1", "2"]) {
    const path = branch("root", id, marks.plan, null), line = tree.nodes.get(id).branch.line;
    const way = { sx: path.ax, sy: path.ay, tx: path.bx, ty: path.by, path, wait: 0 }, spot = {};
    const part = (_, k) => line.getPointAtLength(k / 400 * line.getTotalLength());
    const all = Array.from({ length: 401 }, part);
    for (let t = 0; t <= 1; t += 0.05) {
      pose(way, t, spot);
      far = Math.max(far, Math.min(...all.map(({ x, y }) => Math.hypot(x - spot.x, y - spot.y))));
    }
  }
  return far;
}"""
"""How far from its branch, as that is in the end, a row is that travels along the middle of it."""
BRIGHT = """({ marks }) => {
  const c = marks.context, d = marks.dense;
  return marks.at.filter(({ x, y }) =>
    c.getImageData(Math.round(x * d), Math.round(y * d), 1, 1).data[3] > 200).map(({ row }) => row);
}"""
"""The rows whose marks are painted in full colour."""

WIPED = """({ marks }) => {
  const draw = marks.draw.bind(marks), c = marks.context;
  window.wiped = { frames: 0, rows: new Set() };
  marks.draw = () => {
    draw();
    if (marks.still) return;
    wiped.frames++;
    for (const { row, x, y, flies, r } of marks.at) {
      if (flies || r < 2) continue;
      const at = [x, y].map((one) => Math.round(one * marks.dense));
      if (c.getImageData(...at, 1, 1).data[3] < 200) wiped.rows.add(row);
    }
  };
}"""
"""Notes which rows are out of sight while something moves, but for those on a branch."""

OUTSIDE = """async (view, key) => {
  const { marks, treeHost: host, root } = view, frame = () => new Promise(requestAnimationFrame);
  const touch = (id) => host.querySelector(`g.node[data-id="${id}"] > .touch`);
  const within = (x, y) => ({ left, right, top, bottom }) =>
    left - 1 <= x && x <= right + 1 && top - 1 <= y && y <= bottom + 1;
  const running = () => [...document.getAnimations(), ...root.getRootNode().getAnimations()];
  dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
  for (let k = 0; k < 300 && !running().length; k++) await frame();
  await frame();
  const moving = running(), seen = { moving: moving.length, most: 0, out: [] };
  for (const one of moving) one.pause();
  for (const ms of [0, 40, 90, 150, 220, 300, 420, 560]) {
    for (const one of moving)
      one.currentTime = Math.min(ms, one.effect.getComputedTiming().endTime - 1);
    for (let k = 0; k < 3; k++) await frame();
    const { left, top } = marks.canvas.getBoundingClientRect();
    const stand = [...marks.at, ...marks.promised].filter(({ flies, r }) => !flies && r > 1);
    seen.most = Math.max(seen.most, stand.length);
    for (const { row, node, left: leaves, x, y } of stand) {
      const boxes = [node, leaves].map(touch).filter(Boolean);
      if (!boxes.map((one) => one.getBoundingClientRect()).some(within(left + x, top + y)))
        seen.out.push([ms, row, node]);
    }
  }
  for (const one of moving) one.finish();
  return seen;
}"""
"""Which rows stand outside of their node's box, and of that which they leave, during a beat."""


STRUCK = """async ({ marks, tree, root }, scene) => {
  const frame = () => new Promise(requestAnimationFrame), c = marks.context;
  show(scene);
  await frame();
  const moving = [...document.getAnimations(), ...root.getRootNode().getAnimations()];
  const seen = { poured: 0, struck: [] };
  for (const one of moving) one.pause();
  for (const ms of [0, 40, 90, 150, 220, 300, 420, 560]) {
    for (const one of moving)
      one.currentTime = Math.min(ms, one.effect.getComputedTiming().endTime - 1);
    for (let k = 0; k < 3; k++) await frame();
    seen.poured += marks.pour.blocks.length;
    const all = marks.canvas.getBoundingClientRect();
    for (const text of tree.canvas.querySelectorAll(".conditions text, .node .head")) {
      if (!text.checkVisibility() || text.closest(".gone") || !text.textContent) continue;
      const { left, top, width, height } = text.getBoundingClientRect();
      const box = [left - all.left + 2, top - all.top + 5, width - 4, height - 10];
      const { data } = c.getImageData(...box.map((one) => Math.round(one * marks.dense)));
      if (data.some((one, k) => k % 4 === 3 && one > 40)) seen.struck.push([ms, text.textContent]);
    }
  }
  for (const one of moving) one.finish();
  return seen;
}"""
"""What pours from one scene to another, and which words of the tree it lies over meanwhile."""


def in_trays(page: Page, count: int) -> None:
    """Every row has one mark, and it stands in the tray of the node that the row is in."""
    at_rest(page)
    marks, owners = asked(page, MARKS), asked(page, OWNERS)
    assert sorted(mark["row"] for mark in marks) == list(range(count))
    assert {str(mark["row"]): mark["node"] for mark in marks} == owners
    assert [mark for mark in marks if not mark["inside"]] == []
    assert any(mark["seen"] for mark in marks)


def test_rows_travel_with_a_split_and_back(server: str, visitor: Visitor) -> None:
    page = opened(visitor, server, f"{PLAYTENNIS}&step=0", 1)
    in_trays(page, 14)
    press(page, "next")
    expect(said(page)).to_contain_text("Outlook is best")
    in_trays(page, 14)
    press(page, "next")
    expect(said(page)).to_contain_text("Split on Outlook")
    in_trays(page, 14)
    assert set(asked(page, OWNERS).values()) == {"0", "1", "2"}
    assert asked(page, ON_ITS_WAY) < 1
    press(page, "back")
    expect(said(page)).to_contain_text("Outlook is best")
    in_trays(page, 14)
    assert set(asked(page, OWNERS).values()) == {"root"}


@pytest.mark.nightly
def test_a_split_by_hand_that_is_undone_takes_its_rows_back(server: str, visitor: Visitor) -> None:
    page = opened(visitor, server, f"{PLAYTENNIS}&step=0&weigh=root", 4)
    page.locator(".stage .ranking").get_by_text("Wind", exact=True).click()
    page.locator(".stage [data-do=take]").click()
    expect(said(page)).to_contain_text("By hand: Wind splits 14 rows")
    in_trays(page, 14)
    assert set(asked(page, OWNERS).values()) == {"0", "1"}
    press(page, "undo")
    expect(said(page)).to_contain_text("Outlook is best")
    in_trays(page, 14)
    assert set(asked(page, OWNERS).values()) == {"root"}


@pytest.mark.nightly  # on a push: test_stage_parts
def test_a_pressed_count_lights_exactly_its_rows(server: str, visitor: Visitor) -> None:
    page = opened(visitor, server, f"{PLAYTENNIS}&step=0&weigh=root", 4)
    assert asked(page, BRIGHT) != []
    name = "3: rows with Outlook = Sunny ∧ Play = No"
    count = panel(page).locator(f".formula [data-count][aria-label='{name}']").first
    count.click()
    expect(rows(page)).to_contain_text("Outlook = Sunny ∧ Play = No")
    at_rest(page)
    assert sorted(asked(page, BRIGHT)) == [0, 1, 7]  # D1, D2 and D8
    shown = rows(page).locator("tbody tr.lit button").all_inner_texts()
    assert [int(text) - 1 for text in shown] == [0, 1, 7]
    count.click()
    at_rest(page)
    assert sorted(asked(page, BRIGHT)) == list(range(14))


@pytest.mark.nightly  # on a push: test_tree_steady
@pytest.mark.parametrize(
    ("query", "row_count"),
    [("data=iris&recipe=cart", 150), (PLAYTENNIS, 14)],
    ids=["iris", "playtennis"],
)
def test_after_twenty_fast_presses_every_mark_is_in_its_place(
    server: str, visitor: Visitor, query: str, row_count: int
) -> None:
    page = opened(visitor, server, f"{query}&step=0", 1)
    for _ in range(20):
        page.keyboard.press("PageDown")
    in_trays(page, row_count)
    for _ in range(20):
        page.keyboard.press("PageUp")
    in_trays(page, row_count)
    assert set(asked(page, OWNERS).values()) == {"root"}


Motion = Literal["wanted", "reduced", "hidden"]


def watched(visitor: Visitor, server: str, motion: Motion) -> Page:
    page = visitor.page
    page.add_init_script(WATCH)
    if motion == "hidden":
        page.add_init_script(HIDDEN)
    page.emulate_media(reduced_motion="reduce" if motion == "reduced" else "no-preference")
    opened(visitor, server, f"{PLAYTENNIS}&step=0&weigh=root", 4)
    page.locator(".stage").evaluate(LISTEN)
    return page


def a_few_steps(page: Page) -> None:
    """A split, what is weighed next, a click on a node, and all the way back."""
    page.keyboard.press("PageDown")
    expect(said(page)).to_contain_text("Split on Outlook")
    page.keyboard.press("PageDown")
    expect(said(page)).to_contain_text("Humidity is best")
    page.locator(".stage g.node[data-id=root]").click()
    expect(rows(page)).to_contain_text("14 rows")
    page.keyboard.press("PageUp")
    expect(said(page)).to_contain_text("Split on Outlook")


@pytest.mark.nightly  # on a push: test_sums
@pytest.mark.parametrize("motion", ["reduced", "hidden"])
def test_nothing_moves_where_nobody_wants_it_or_looks(
    server: str, visitor: Visitor, motion: Motion
) -> None:
    page = watched(visitor, server, motion)
    a_few_steps(page)
    assert page.locator(".stage").evaluate(ANIMATIONS) == 0
    at_rest(page)
    assert page.evaluate("moved") == []
    in_trays(page, 14)


@pytest.mark.nightly
def test_what_is_watched_for_is_there_where_motion_is_wanted(server: str, visitor: Visitor) -> None:
    page = watched(visitor, server, "wanted")
    a_few_steps(page)
    at_rest(page)
    moved = page.evaluate("moved")
    assert "requestAnimationFrame" in moved
    assert any(name.startswith("transitionrun") for name in moved)


@pytest.mark.nightly
def test_rows_that_stand_or_glide_with_their_node_stay_in_sight(
    server: str, visitor: Visitor
) -> None:
    """Words are kept clear of what flies past them, and of nothing else."""
    page = opened(visitor, server, f"{PLAYTENNIS}&step=0", 1)
    asked(page, WIPED)
    for _beat in ("weigh", "split"):
        press(page, "next")
        at_rest(page)
    assert page.evaluate("wiped.frames") > 4
    assert page.evaluate("[...wiped.rows]") == []


@pytest.mark.nightly
@pytest.mark.parametrize("query", [PLAYTENNIS, "data=iris&recipe=cart"])
def test_rows_stay_in_their_box_while_it_grows_or_shrinks(
    server: str, visitor: Visitor, query: str
) -> None:
    """Whoever waits to leave closes up with the box; what is promised glides with it."""
    page = opened(visitor, server, f"{query}&step=0", 1)
    for key in ["PageDown"] * 4 + ["PageUp"] * 4:
        seen = asked(page, OUTSIDE, key)
        assert seen["moving"] > 0
        assert seen["most"] > 10
        assert seen["out"] == [], key
        at_rest(page)


@pytest.mark.parametrize("steps", [(1, 4), (60, 63)])
def test_what_pours_passes_below_the_words_that_glide(
    visitor: Visitor, steps: tuple[int, int]
) -> None:
    """Of steps that follow fast upon one another one scene skips others, and all of it moves."""
    visitor.page.set_viewport_size({"width": 1366, "height": 768})
    first, last = (f"data=titanic&recipe=cart&complete=auto&step={step}" for step in steps)
    page = alone(visitor, f"grow?{first}")
    seen = asked(page, STRUCK, scene_at("grow", last))
    assert seen["poured"] > 0
    assert seen["struck"] == []
