"""Lecture mode: clicks within a beat, notes in a window, the link to a step, how large text is."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.alone import alone
from tests.browser.letters import smallest
from tests.browser.rest import at_rest
from tests.browser.stage import asked, opened, press, ranking, said
from tests.browser.visitor import LAPTOP, Visitor

pytestmark = pytest.mark.browser

PLAYTENNIS = "data=playtennis&recipe=id3"
SUM, BEST = ".lecture-part .formula", ".lecture-part .best"
HEADS = """view => {
  const seen = (node) => node.checkVisibility({ visibilityProperty: true });
  const nodes = [...view.treeHost.querySelectorAll("g.node")].filter(seen);
  const ids = nodes.map((node) => node.dataset.id);
  return view.drawn.tree.nodes.filter(({ id }) => ids.includes(id)).map(({ head }) => head);
}"""
PLACE = """view => {
  const places = [view.treeHost, view.treeHost.querySelector("g.node"), view.rowsHost];
  return places.flatMap((part) => {
    const { left, top } = part.getBoundingClientRect();
    return [Math.round(left), Math.round(top)];
  });
}"""


@pytest.mark.nightly
def test_where_no_candidate_is_left_the_tree_promises_no_split(
    server: str, visitor: Visitor
) -> None:
    page = opened(visitor, server, "data=titanic&recipe=c45&step=4", 6)
    page.keyboard.press("l")
    for _beat in range(2):
        page.keyboard.press("PageDown")
        expect(said(page)).to_contain_text("no split is made")
        at_rest(page)
        assert asked(page, HEADS) == ["sex", "passengerClass", "yes", "yes", "?", "?"]
    expect(page.locator(SUM)).to_be_visible()
    page.keyboard.press("l")  # and one who is alone may look at what each would do
    ranking(page).locator("tbody tr", has_text="age").first.click()
    at_rest(page)
    assert "age?" in asked(page, HEADS)


def test_a_weighing_unfolds_in_clicks_and_folds_back(server: str, visitor: Visitor) -> None:
    visitor.page.set_viewport_size({"width": 1920, "height": 1080})
    page = opened(visitor, server, f"{PLAYTENNIS}&step=0", 1)
    page.keyboard.press("l")
    expect(page.get_by_role("navigation")).to_have_count(0)  # no chrome
    hint = page.locator(".hint")
    expect(hint).to_contain_text("N: notes")
    seen, parts = [], []
    for key in ["PageDown"] * 3 + ["PageUp"] * 3:
        page.keyboard.press(key)
        expect(hint).to_be_hidden()
        least, text = smallest(page)
        assert least >= 24, text
        heads = asked(page, HEADS)
        told = said(page).inner_text()
        assert not re.search(r"\d [a-z]", told)  # no line ends between a number and what it counts
        told = told.replace("\u00a0", " ")
        seen.append((told, page.locator(SUM).is_visible(), best(page), heads))
        parts.append(page.locator("p.place").get_attribute("data-part"))
    assert parts == ["1/3", "2/3", None, "2/3", "1/3", None]  # of a step that is not made yet
    names = ["Outlook", "Temperature", "Humidity", "Wind"]
    assert seen[0] == ("Which question is best?", False, names, ["?"])  # the room guesses
    assert seen[1][0] == "4 questions weighed; Outlook is best: 0.2467 bits."
    assert seen[1][1:3] == (True, WINNERS)
    assert seen[1][3][0] == "Outlook?"
    assert "It has the highest gain: 0.2467 bits." in seen[2][0]
    assert seen[3:5] == seen[:2][::-1]
    assert "14 rows" in seen[5][0]
    page.keyboard.press("Escape")
    expect(page.get_by_role("navigation").first).to_be_visible()
    expect(page).not_to_have_url(re.compile("lecture"))


LONG = """(view, names) => {
  const { scene } = view;
  const row = (name, i) => ({ name, value: `0.${4 - i}`, share: 1 - i / 4, best: i < 2 });
  const rows = names.map(row);
  const more = [16, 15, 14, 13, 12].map((n) => `and ${n} more`), candidates = { rows, more };
  view.lecture.at = 1;
  view.lecture.show({ ...scene, lecture: { ...scene.lecture, candidates } }, false);
  const { lectureHost: host } = view, [list] = host.querySelectorAll(".best");
  const [bottom, free] = [list.lastChild, host].map((part) => part.getBoundingClientRect().bottom);
  return [host.scrollHeight <= host.clientHeight && bottom <= free, [...list.classList].slice(1)];
}"""


def test_a_lecture_shows_as_many_candidates_as_have_room(visitor: Visitor) -> None:
    visitor.page.set_viewport_size({"width": 1280, "height": 720})
    page = alone(visitor, "grow?data=iris&recipe=cart&step=0&weigh=root&lecture=on")
    expect(page.locator("g.node")).to_have_count(3)
    page.keyboard.press("PageDown")
    tied = ["Petal.Length ≤ 2.45 0.3333", "Petal.Width ≤ 0.8 0.3333"]
    assert best(page) == [*tied, "Sepal.Length ≤ 5.45 0.2278", "Sepal.Width ≤ 3.35 0.1269"]
    long = "of a long name, "
    for name, shown, left, how in (
        ("Wind", 4, 12, []),
        (long * 3, 4, 12, ["close"]),
        (long * 12, 2, 14, ["short"]),  # what ties for the best is never left out
    ):
        assert asked(page, LONG, [name] * 4) == [True, how]
        assert (len(best(page)), best(page)[-1]) == (shown + 1, f"and {left} more")
    printed = [asked(page, PRINTED, event) for event in ("beforeprint", "afterprint")]
    assert printed == [[False, 1], [True, 1]]  # on paper it is a page


PRINTED = """(view, event) => {
  dispatchEvent(new Event(event));
  return [view.lecture.on, view.lecture.at];
}"""


@pytest.mark.nightly
def test_rows_that_are_too_wide_for_the_wall_keep_their_target(
    server: str, visitor: Visitor
) -> None:
    visitor.page.set_viewport_size({"width": 1920, "height": 1080})
    page = opened(visitor, server, "data=biopsy&recipe=cart&complete=1&step=0&lecture=on", 1)
    at_rest(page)
    heads = page.locator(".rowtable thead th:visible")
    names = heads.all_inner_texts()
    assert names[-1] == "class"
    assert len(names) < 11
    assert all(box["x"] + box["width"] <= 1920 for box in boxes(heads))
    expect(page.locator(".rowtable .rest")).to_contain_text(f"{len(names)} of 11 columns")
    page.keyboard.press("l")
    expect(page.locator(".rowtable thead th:visible")).to_have_count(11)


@pytest.mark.nightly
def test_the_room_that_guesses_sees_every_row_of_a_small_table(visitor: Visitor) -> None:
    page = alone(visitor, f"grow?{PLAYTENNIS}&step=0&weigh=root&lecture=on")
    expect(said(page)).to_have_text("Which question is best?")
    rows = boxes(page.locator(".rowtable tbody tr:visible"))
    assert len(rows) == 14
    assert all(row["y"] + row["height"] <= LAPTOP["height"] for row in rows)
    expect(page.locator(".lecture-part .counts")).to_have_count(0)


def test_of_a_large_table_it_sees_the_counts_of_each_answer(visitor: Visitor) -> None:
    visitor.page.set_viewport_size({"width": 1920, "height": 1080})
    page = alone(visitor, "grow?data=biopsy&recipe=cart&complete=1&step=0&weigh=root&lecture=on")
    head, *asked_about = page.locator(".lecture-part .counts li").all()
    assert head.locator(".n").all_inner_texts() == ["benign", "malignant"]
    assert len(asked_about) == 9
    for one in asked_about:
        counts = [int(n) for n in one.locator(".n").all_inner_texts()]
        assert (sum(counts[::2]), sum(counts[1::2])) == (444, 239)
        left = [box["x"] for box in boxes(one.locator(".answer"))]
        assert len(set(left)) == 1  # a line for each answer
    expect(page.locator(".rows-part")).to_be_hidden()


SIZES = [(1366, 640), (1366, 768), (1280, 720), (1920, 1080)]
SHOWN = """view => {
  const box = (part) => part.getBoundingClientRect();
  const rows = [...view.rowsHost.querySelectorAll("tbody tr")].map(box);
  const seen = ({ bottom, right, height }) =>
    height && bottom <= innerHeight && right <= innerWidth;
  const nodes = [...view.treeHost.querySelectorAll("g.node")].map(box);
  const { lectureHost: board, treeHost } = view, { left, right, bottom } = box(treeHost);
  const inside = (one) => one.left > left - 2 && one.right < right + 2 && one.bottom < bottom + 2;
  const fits = board.scrollHeight <= board.clientHeight;
  return [rows.filter(seen).length, nodes.every(inside), fits, view.rows.data.lit];
}"""
"""How many rows are in sight, whether the tree and what stands beside it are, and how many rows
the node has."""


@pytest.mark.on_push("tennis-(1366, 640)")
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("query", [PLAYTENNIS, "data=golf&recipe=c45"], ids=["tennis", "golf"])
def test_every_row_of_a_small_table_is_in_sight_at_each_beat(
    visitor: Visitor, query: str, size: tuple[int, int]
) -> None:
    wide, high = size
    visitor.page.set_viewport_size({"width": wide, "height": high})
    for step in ("0", "0&weigh=root", "1", "1&weigh=0", "8"):
        page = alone(visitor, f"grow?{query}&step={step}&lecture=on")
        for click in range(2 if "weigh" in step else 1):
            at_rest(page)
            rows, tree, board, node = asked(page, SHOWN)
            # below a sum a deep tree on a low screen leaves room for the node's own alone, and
            # where a table of the scores has no room with rows, they were in sight before it
            deep = high <= 720 and step == "1&weigh=0"
            ranked = click and page.locator(".best:not(.flow) .won .track").count()
            assert rows >= (0 if ranked else node if deep else 14), (step, click)
            assert ranked or not click, step
            assert (tree, board) == (True, True), (step, click)
            page.keyboard.press("PageDown")


@pytest.mark.nightly
def test_a_lecture_is_as_large_on_the_wall_from_a_sharper_projector(visitor: Visitor) -> None:
    sizes = []
    for wide, high in ((1366, 768), (1920, 1080)):
        visitor.page.set_viewport_size({"width": wide, "height": high})
        page = alone(visitor, f"grow?{PLAYTENNIS}&step=0&weigh=root&lecture=on")
        page.keyboard.press("PageDown")
        at_rest(page)
        parts = (
            ".lead .said",
            ".best .value",
            ".rowtable tbody td:visible",
            ".lecture-part .result",
        )
        shares = [page.locator(part).first.evaluate(LETTERS) / wide for part in parts]
        sizes.append(shares)
    assert sizes[1] == pytest.approx(sizes[0], rel=0.1)


LETTERS = "part => parseFloat(getComputedStyle(part).fontSize) * part.currentCSSZoom"


@pytest.mark.nightly
def test_two_blocks_of_rows_show_as_many_as_they_say(server: str, visitor: Visitor) -> None:
    visitor.page.set_viewport_size({"width": 2560, "height": 1080})
    page = opened(visitor, server, "lesson=iris&at=1&lecture=on", 1)
    at_rest(page)
    shown = int(page.locator(".rowtable .rest").inner_text().split()[0])
    assert shown >= 10
    rows = page.locator(".rowtable tbody tr")
    last = rows.nth(shown - 1).bounding_box()
    assert last
    assert last["y"] + last["height"] <= 1080
    assert last["x"] > 1280


@pytest.mark.nightly
def test_a_low_screen_has_every_day_of_play_tennis(server: str, visitor: Visitor) -> None:
    """The columns close up, and that of names which no question can ask about makes way."""
    visitor.page.set_viewport_size({"width": 1280, "height": 720})
    page = opened(visitor, server, "lesson=play_tennis&at=1&lecture=on", 1)
    at_rest(page)
    expect(page.locator(".rowtable .rest")).to_have_text("5 of 6 columns")
    days = boxes(page.locator(".rowtable tbody th"))
    assert len(days) == 14
    assert all(day["x"] >= 0 and day["y"] + day["height"] <= 720 for day in days)
    expect(page.locator(".rowtable thead th:visible").first).to_have_text("Outlook")


def boxes(places: Locator) -> list[FloatRect]:
    found = [place.bounding_box() for place in places.all()]
    assert all(found)
    return [box for box in found if box]


WINNERS = ["Outlook 0.2467", "Humidity 0.1518", "Wind 0.0481", "Temperature 0.0292"]


def best(page: Page) -> list[str]:
    rows = page.locator(f"{BEST} li")
    if not page.locator(BEST).is_visible():
        return []
    return [" ".join(text.split()) for text in rows.all_inner_texts()]


@pytest.mark.nightly
def test_a_link_opens_in_a_lecture_that_is_read_on_a_small_projector(
    server: str, visitor: Visitor
) -> None:
    visitor.page.set_viewport_size({"width": 1280, "height": 720})
    page = opened(visitor, server, "data=iris&recipe=cart&step=0&weigh=root&lecture=on&lang=zh", 3)
    assert asked(page, "view => view.lecture.on")
    places = []
    for key, sum_shown in (("PageDown", False), ("PageUp", True)):
        # nothing moves but what is told: to guess by, there are counts, then the sum
        assert page.locator(".lecture-part .counts").is_visible() != sum_shown
        least, text = smallest(page)
        assert least >= 24, text
        assert page.locator(SUM).is_visible() == sum_shown
        places.append(asked(page, PLACE))
        page.keyboard.press(key)
    assert places[0][:4] == pytest.approx(places[1][:4], abs=20)
    page.keyboard.press("PageDown")
    page.keyboard.press("q")
    link = page.locator(".linkcard input")
    expect(link).to_be_visible()
    assert link.input_value() == f"{server}/grow?data=iris&recipe=cart&step=0&weigh=root&lang=zh"
    page.keyboard.press("PageDown")  # the code follows the lesson
    expect(link).to_have_value(f"{server}/grow?data=iris&recipe=cart&step=1&lang=zh")


WIDE = """view => {
  const wide = (part) => part.getBoundingClientRect().width / innerWidth;
  return [view.treeHost, view.lectureHost.querySelector(".errors:not(.swatch)")].map(wide);
}"""


@pytest.mark.on_push(1)
@pytest.mark.parametrize(
    ("query", "tree", "plot"),
    [
        ("grow?data=playtennis&recipe=id3&step=8", 0.45, 0),  # beside it every row
        ("grow?data=iris&recipe=cart&step=99", 0.9, 0),
        ("grow?data=mtcars&recipe=regression&step=4", 0.9, 0),
        ("grow?data=titanic&recipe=c45&step=3", 0.9, 0),
        ("pruning?data=kyphosis&lab_method=cost&cuts=1", 0.7, 0.19),  # a large tree, a short curve
        ("pruning?data=kyphosis&lab_method=cost&cuts=4", 0.6, 0.28),
    ],
)
def test_a_tree_has_the_room_and_letters_of_24_pixels(
    visitor: Visitor, query: str, tree: float, plot: float
) -> None:
    visitor.page.set_viewport_size({"width": 1280, "height": 720})
    page = alone(visitor, f"{query}&lecture=on")
    least, text = smallest(page)
    assert least >= 24, text
    for share, most in zip(asked(page, WIDE), (tree, plot), strict=True):
        assert share >= most


CURVE = """view => {
  const box = (part) => part.getBoundingClientRect();
  const figures = [...view.lectureHost.querySelectorAll(".errors .figure")].map(box);
  const floor = box(view.lectureHost.querySelector(".errors .floor"));
  return [floor.height, figures.map(({ bottom }) => floor.bottom - bottom)];
}"""
"""How high the axis is, and how far each figure ends above its foot."""


FOUND = """view => {
  const box = (part) => part.getBoundingClientRect();
  const plot = view.lectureHost.querySelector(".errors:not(.swatch)");
  const rule = view.lectureHost.querySelector(".rule");
  const own = [...plot.querySelectorAll("circle.own")].map(box);
  const stretches = [...rule.querySelectorAll(".stretch")].map(box).filter(({ width }) => width);
  const middle = ({ left, width }) => left + width / 2;
  const apart = stretches.map((one, k) => Math.abs(middle(one) - middle(own[k])));
  const meet = own.slice(1).filter((one, k) => own[k].right > one.left + 1).length;
  const high = box(plot).height + box(rule).height, name = box(plot.querySelector(".halo"));
  const under = ({ left, right, top, bottom }) => left < name.right && right > name.left &&
    top < name.bottom - name.height / 5 && bottom > name.top + name.height / 5;
  const over = [...plot.querySelectorAll("circle")].map(box).filter(under).length;
  const unused = plot.clientHeight - plot.viewBox.baseVal.height;
  return [high / innerHeight, Math.max(0, ...apart), meet, over, unused];
}"""
"""The share of the screen's height that the curves have with their axis, how far a stretch of it
is from its tree, how many dots lie on others, how many on a name, and what of the height is left
over."""


@pytest.mark.on_push(1)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_pruning_curve_has_a_third_of_the_screen_with_its_band_and_scales(
    visitor: Visitor, size: tuple[int, int]
) -> None:
    wide, high = size
    visitor.page.set_viewport_size({"width": wide, "height": high})
    query = "data=biopsy&complete=auto&recipe=cart&step=0&lab_share=0&cuts=17&lecture=on"
    page = alone(visitor, f"pruning?{query}")
    for _click in range(2):
        at_rest(page)
        share, apart, meet, over, unused = asked(page, FOUND)
        assert share > 1 / 3
        assert apart < 1.5
        assert (meet, over, unused) == (0, 0, 0)
        expect(page.locator(".errors .band")).to_have_count(1)
        expect(page.locator(".errors .limit")).to_have_count(1)
        texts = page.locator(".errors text").all_text_contents()
        assert {"1 standard error", "best", "Leaves", "error rate", "0.34 ↑"} <= set(texts)
        legend = page.locator(".said-of p")
        assert [p.strip() for p in legend.all_inner_texts()] == [
            "Training 24/699",
            "Cross-validated 42/699",
        ]
        page.keyboard.press("PageDown")


@pytest.mark.nightly
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_errors_of_the_trees_have_room_to_be_seen(visitor: Visitor, lang: str) -> None:
    visitor.page.set_viewport_size({"width": 1280, "height": 720})
    query = "data=kyphosis&recipe=cart&cuts=3&lab_share=0&lecture=on"
    page = alone(visitor, f"pruning?{query}&lang={lang}")
    expect(page.locator(".errors .figure").first).to_be_visible()
    high, above = asked(page, CURVE)
    assert high > 120
    assert len(above) == 2
    assert min(above) > 10


SMALL_NODE = """view => {
  const last = [...view.treeHost.querySelectorAll("g.node")].at(-1);
  const { x, y, width, height } = last.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""


@pytest.mark.nightly
def test_a_tree_that_comes_under_a_mouse_at_rest_is_not_pointed_at(
    server: str, visitor: Visitor
) -> None:
    page, card = visitor.page, visitor.page.locator(".stage .peek")
    page.goto(f"{server}/?lesson=play_tennis&at=14&lecture=on")
    expect(page.locator("g.node").first).to_be_visible()
    at_rest(page)
    x, y = asked(page, SMALL_NODE)
    page.keyboard.press("PageUp")
    expect(page.locator(".lecture-part .place")).to_have_text("13 of 15")
    at_rest(page)
    page.mouse.move(x, y)
    page.keyboard.press("PageDown")
    expect(page.locator(".lecture-part .place")).to_have_text("14 of 15")
    at_rest(page)
    expect(card).to_be_hidden()
    page.mouse.move(x + 1, y)
    expect(card).to_be_visible()


WATCH = """view => {
  window.cutOff = [];
  let known = view.treeHost.getBoundingClientRect().right;
  const look = () => {
    const nodes = [...view.treeHost.querySelectorAll("g.node:not(.gone)")];
    const out = nodes.filter((one) => one.getBoundingClientRect().right > known + 1);
    window.cutOff.push(out.map((one) => one.dataset.id));
  };
  // a panel of another size is drawn by an observer older than this one, and only then painted
  const right = () => view.treeHost.getBoundingClientRect().right;
  new ResizeObserver(() => { known = right(); look(); }).observe(view.treeHost);
  const frame = () => { if (right() === known) look(); requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
}"""


@pytest.mark.nightly
def test_no_node_is_cut_off_while_the_questions_come_beside_the_tree(
    server: str, visitor: Visitor
) -> None:
    page = opened(visitor, server, f"{PLAYTENNIS}&step=1&lecture=on", 4)
    asked(page, WATCH)
    page.keyboard.press("PageDown")
    expect(page.locator(f"{BEST} li")).to_have_count(3)
    at_rest(page)
    frames = page.evaluate("window.cutOff.map(String)")
    assert frames
    assert not [ids for ids in frames if ids]


@pytest.mark.on_push("tree")
@pytest.mark.parametrize(
    "address", [f"/grow?{PLAYTENNIS}&step=8", "/?lesson=play_tennis&at=15"], ids=["tree", "lesson"]
)
def test_the_clicker_hears_that_nothing_comes_next(
    server: str, visitor: Visitor, address: str
) -> None:
    page = visitor.page
    page.goto(f"{server}{address}&lecture=on")
    expect(page.locator(".stage.lecture g.node").first).to_be_visible()
    at_rest(page)
    hint = page.locator(".stage > .hint")
    page.keyboard.press("PageUp")  # what is said when one enters goes
    expect(hint).to_be_hidden()
    at_rest(page)
    page.keyboard.press("PageDown")
    at_rest(page)
    expect(hint).to_be_hidden()
    page.keyboard.press("PageDown")
    expect(hint).to_have_text("This is the end. Esc: back to the page, which leads on.")
    page.keyboard.press("PageUp")
    expect(hint).to_be_hidden()


@pytest.mark.nightly
def test_who_leaves_a_lecture_has_the_focus_where_it_was_and_a_link_is_copied(
    server: str, visitor: Visitor
) -> None:
    page = opened(visitor, server, f"{PLAYTENNIS}&step=1", 4)
    button = page.get_by_role("button", name="To the end")
    button.focus()
    page.keyboard.press("l")
    expect(page.locator(".stage.lecture")).to_be_visible()
    page.keyboard.press("Escape")
    expect(button).to_be_focused()
    a_link_is_copied(page, server)


LOOK = """(part) => {
  const { colorScheme, color, backgroundColor } = getComputedStyle(part);
  return [colorScheme, color, backgroundColor];
}"""


def test_the_notes_say_what_comes_and_follow_each_step(server: str, visitor: Visitor) -> None:
    page = opened(visitor, server, f"{PLAYTENNIS}&step=0&lecture=on", 1)
    with page.expect_popup() as opening:
        page.keyboard.press("n")
    notes = opening.value
    expect(notes.locator(".step")).to_have_text("step 0 of 8")
    expect(notes.locator(".press")).to_have_text("Weigh")
    expect(notes.locator(".then")).to_have_text("Which question is best?")
    expect(notes.locator(".clock")).to_be_visible()
    notes.keyboard.press("PageDown")  # a clicker moves the lesson from there too
    expect(said(page)).to_have_text("Which question is best?")
    expect(notes.locator(".press")).to_have_text("Show the best splits and their arithmetic")
    expect(notes.locator("body")).to_contain_text("g(D,A) = 0.9402860 − 0.6935361 = 0.2467")
    notes.keyboard.press("PageDown")
    expect(notes.locator(".press")).to_have_text("Split")
    assert notes.locator("body").evaluate(LOOK) == page.locator(".stage").evaluate(LOOK)
    asked(page, "view => view.act('last', null)")
    expect(notes.locator(".step")).to_have_text("step 8 of 8")
    expect(notes.locator(".press")).to_be_hidden()  # no key goes on from here
    with notes.expect_event("close"):
        page.keyboard.press("Escape")
    assert notes.is_closed()


SHARED = """view => {
  const { act } = view.share;
  view.shared = [];
  view.share.act = (kind, on) => { view.shared.push(on); act(kind, on); };
}"""


def a_link_is_copied(page: Page, server: str) -> None:
    """And this is said."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    press(page, "share")
    card = page.get_by_role("dialog", name="Share this step")
    card.get_by_role("button", name="Copy link").click()
    expect(card.get_by_role("status")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == (
        f"{server}/grow?{PLAYTENNIS}&step=1&lang=en"
    )
    expect(card).to_contain_text("others cannot open the link")
    asked(page, SHARED)
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    assert asked(page, "view => view.shared") == [False]
    assert asked(page, "view => view.root.getRootNode().activeElement.dataset.kind") == "share"


@pytest.mark.nightly
def test_a_click_for_a_step_that_is_on_its_way_does_not_leave(
    server: str, visitor: Visitor
) -> None:
    page = opened(visitor, server, f"{PLAYTENNIS}&step=8", 8)
    assert asked(page, LEAVING) == [[], ["onward"]]


LEAVING = """view => {
  const told = [[], []], { queue } = view.acts;
  for (const [i, waiting] of [[[99, "next", null]], []].entries()) {
    view.acts.queue = waiting;
    view.act = (kind) => told[i].push(kind);
    view.press("onward", null);
  }
  view.acts.queue = queue;
  return told;
}"""


ENTERED = """(root) => new Promise((done) => {
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "l", bubbles: true }));
  requestAnimationFrame(() => {
    const { canvas, place } = root.view.tree;
    const foot = Math.max(...[...place.values()].map(({ bottom }) => bottom));
    done([root.classList.contains("lecture"), foot <= canvas.clientHeight]);
  });
})"""
"""In the first frame of a lecture: whether it is one, and whether the whole tree is in sight."""


@pytest.mark.nightly
def test_the_first_frame_of_a_lecture_shows_the_whole_tree(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{server}/pruning?data=kyphosis")
    expect(page.locator("g.node").first).to_be_visible()
    at_rest(page)
    assert page.locator(".stage").first.evaluate(ENTERED) == [True, True]
