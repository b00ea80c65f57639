"""The stage's bar, panel, candidates and rows: what stays from scene to scene, what is told."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.parts import VIEWS, parts, ranking, say, scene, show, told
from tests.browser.rest import at_rest
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

NAMES = ["Outlook", "Humidity", "Wind"]
HOSTILE = ["<img src=x onerror=alert(1)>", "עמודה \u202e x", "L" * 200, "</script><b>b</b>"]
CANDIDATES = ranking(NAMES, "Outlook")


def chosen(page: Page) -> Locator:
    return page.locator(".ranking [aria-selected=true]")


def test_a_candidate_under_the_hand_or_the_focus_is_pointed_at(visitor: Visitor) -> None:
    page = parts(visitor)
    show(page, scene(CANDIDATES))
    rows = page.locator(".ranking tbody tr")
    rows.nth(2).hover()
    assert told(page) == [["point", "Wind"]]
    page.mouse.move(1300, 700)
    assert told(page) == [["point", None]]
    rows.nth(0).focus()
    page.keyboard.press("ArrowDown")
    assert told(page)[-1] == ["point", "Humidity"]
    page.keyboard.press("Enter")
    assert told(page) == [["look", "Humidity"]]


def test_a_mark_is_made_at_once_and_the_next_scene_has_the_last_word(visitor: Visitor) -> None:
    page = parts(visitor)
    show(page, scene(CANDIDATES, VIEWS))
    page.locator(".ranking tbody tr").nth(1).click()
    expect(chosen(page)).to_contain_text("Humidity")
    page.get_by_role("radio", name="Node").click()
    expect(page.get_by_role("radio", name="Node")).to_be_checked()
    show(page, scene(CANDIDATES, VIEWS))
    expect(chosen(page)).to_contain_text("Outlook")
    expect(page.get_by_role("radio", name="Node")).not_to_be_checked()


def test_blocks_that_stay_keep_their_elements_and_the_focus(visitor: Visitor) -> None:
    page = parts(visitor)
    show(page, scene(say("a", "one"), CANDIDATES, VIEWS))
    page.locator(".ranking tbody tr").nth(0).focus()
    page.evaluate("window.before = focused()")
    for panel in ([say("b", "two"), CANDIDATES], [VIEWS, CANDIDATES, say("a", "three")]):
        show(page, scene(*panel))
        assert page.evaluate("focused() === before")
        keys = page.locator(".block").evaluate_all("all => all.map(e => e.dataset.key)")
        assert keys == [block["key"] for block in panel]
    show(page, scene(say("a", "four")))  # what had the focus is gone
    assert page.evaluate("focused().className") == "blocks"


def test_arrows_choose_a_view_as_in_any_group_of_radio_buttons(visitor: Visitor) -> None:
    page = parts(visitor)
    show(page, scene(VIEWS))
    page.get_by_role("radio", name="Arithmetic").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert told(page) == [["view", "node"], ["view", "working"]]
    expect(page.locator("[role=radio][tabindex='0']")).to_have_text("Arithmetic")


def test_the_hole_is_told_after_layout_and_when_it_is_gone(visitor: Visitor) -> None:
    page = parts(visitor)
    hole = {"type": "hole", "key": "curve"}
    show(page, scene(say("a", "one"), hole))
    page.wait_for_function("told.length")
    assert told(page) == [["hole", 300]]
    show(page, scene(say("a", "one " * 300), hole))  # moves it down
    page.wait_for_function("told.length")
    assert told(page) == [["hole", 300]]
    show(page, scene(say("a", "one")))
    assert told(page) == [["hole", None]]


def test_the_main_button_keeps_its_place_and_its_focus_at_the_end(visitor: Visitor) -> None:
    page = parts(visitor)
    first = scene()
    show(page, first)
    main = page.get_by_role("button", name="Split")
    box = main.bounding_box()
    main.click()
    last = scene()
    last["say"] = [
        "A leaf. ",
        "Finished:",
        " 5 leaves, 14 of 14 rows right, and so it goes on. " * 2,
    ]
    last["step"].update(next="Finished", icon="check", end=True)
    show(page, last)
    main = page.get_by_role("button", name="Finished")
    assert main.bounding_box() == box
    expect(main).to_be_focused()
    expect(main).to_be_disabled()
    page.keyboard.press("Enter")
    assert told(page) == [["next", None]]


def test_the_second_of_two_fast_clicks_does_not_lead_on(visitor: Visitor) -> None:
    page = parts(visitor)
    last = scene()
    last["step"].update(next="Prune this tree", end=True, onward=True)
    show(page, scene())
    main = page.locator("[data-kind=next]")
    main.click()
    show(page, last)
    main.dblclick()  # the first one leads on, the second one nowhere
    assert told(page) == [["next", None], ["onward", None]]
    main.press("Enter")
    assert told(page) == [["onward", None]]


@pytest.mark.on_push("390")
@pytest.mark.parametrize("width", [1366, 390])
def test_the_slider_jumps_when_it_is_let_go(visitor: Visitor, width: int) -> None:
    page = parts(visitor, width)
    show(page, scene())
    slider = page.get_by_role("slider")
    if width < 800:
        expect(slider).to_have_count(0)
        page.get_by_role("button", name="step 3 of 8").click()
    expect(slider).to_have_attribute("aria-valuetext", "step 3 of 8")
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert told(page) == [["jump", 4]]


def test_rows_are_drawn_when_one_goes_there_and_light_both_ways(visitor: Visitor) -> None:
    page = parts(visitor)
    show(page, scene(n_rows=400))
    rows = page.locator(".rowtable tbody tr")
    assert rows.count() < 100
    rows.nth(0).locator("button").focus()
    page.keyboard.press("End")
    expect(rows).to_have_count(400)
    assert told(page)[-1] == ["row under", 400]
    page.keyboard.press("Enter")
    assert told(page) == [["row", 399]]
    page.evaluate("rows.light(7)")
    expect(page.locator(".rowtable tr.under")).to_contain_text("7")
    page.evaluate("rows.light(null)")
    expect(page.locator(".rowtable tr.under")).to_have_count(0)


@pytest.mark.on_push("390")
@pytest.mark.parametrize("width", [1366, 390])
def test_hostile_names_stay_text_and_nothing_is_wider_than_the_page(
    visitor: Visitor, width: int
) -> None:
    page = parts(visitor, width)
    items = [{"do": name, "label": name, "icon": name} for name in HOSTILE]
    made = scene(
        ranking(HOSTILE, HOSTILE[2]),
        {"type": "list", "key": "list", "items": HOSTILE},
        {"type": "buttons", "key": "buttons", "items": items},
        {"type": "table", "key": "table", "heads": HOSTILE[:1], "rows": [[n] for n in HOSTILE]},
        *[say(f"say{i}", name) for i, name in enumerate(HOSTILE)],
        column=HOSTILE[0],
    )
    show(page, made)
    expect(page.locator(".statement")).to_contain_text(HOSTILE[0])
    for kind in ("ranking", "list", "buttons", "table", "say"):
        block = page.locator(f"[data-type={kind}]").first
        expect(block).to_contain_text(HOSTILE[0])
    expect(page.locator("img, script:not([type])")).to_have_count(0)
    assert page.locator(".statement b").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_sentence_of_three_lines_needs_no_scrolling(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.set_viewport_size({"width": 1100, "height": 720})
    page.goto(f"{server}/grow?data=titanic&recipe=c45&step=16&complete=auto")
    says = page.locator(".statement").filter(visible=True)
    expect(says).to_contain_text("so the branch becomes a leaf")
    at_rest(page)
    assert says.get_attribute("data-size") == "middle"
    assert says.evaluate("e => e.scrollHeight - e.clientHeight") == 0


def test_many_candidates_are_drawn_when_one_goes_there(visitor: Visitor) -> None:
    page = parts(visitor)
    names = [f"V{i}" for i in range(450)]
    show(page, scene(ranking(names, "V0")))
    rows, frame = page.locator(".ranking tbody tr"), page.locator(".ranking .frame")
    high = frame.evaluate("e => e.scrollHeight")
    assert rows.count() < 100
    frame.evaluate("e => { e.scrollTop = 3000 }")
    expect(rows.nth(100)).to_be_visible()
    assert frame.evaluate("e => e.scrollHeight") == high
    rows.nth(100).focus()
    page.keyboard.press("End")
    expect(rows).to_have_count(450)
    expect(rows.nth(449)).to_be_focused()
    page.keyboard.press("Enter")
    expect(chosen(page)).to_contain_text("V449")
    show(page, scene(ranking([f"W{i}" for i in range(450)], "W300")))
    expect(chosen(page)).to_be_in_viewport(ratio=0.99)
    expect(rows.nth(300)).to_have_attribute("aria-rowindex", "302")


def test_heads_of_rows_that_begin_alike_show_their_ends(visitor: Visitor) -> None:
    page = parts(visitor, 500)
    start = "How satisfied are you with the speed at which your order "
    ends = ("was sent?", "was taken?")
    block = scene()
    block["rows"]["columns"] = [*(start + end for end in ends), "LDL cholesterol"]
    block["rows"]["cells"] = [["1", "5", "4", "3.2"]]
    show(page, block)
    heads = page.locator(".rowtable thead .long")
    assert heads.all_text_contents() == [*(start + end for end in ends), "LDL cholesterol"]
    gaps = heads.evaluate_all(
        "all => all.map(({ firstChild: front, lastChild: back }) => [back.textContent.trim(),"
        " front.scrollWidth > front.clientWidth, back.scrollWidth > back.clientWidth])"
    )
    assert gaps == [[end, True, False] for end in ends] + [["cholesterol", False, False]]


LONG = ("Uniformity of cell size", "Uniformity of cell shape", "Single epithelial cell size")
SHOWN = """all => all.map(one => {
  const [front, back, cut] = one.querySelectorAll("bdi"), box = one.getBoundingClientRect();
  const whole = (part) => part.scrollWidth <= part.clientWidth + 1 &&
    part.getBoundingClientRect().right <= box.right + 1;
  return [whole(back) && whole(cut), front.clientWidth > 20, back.textContent, cut.textContent];
})"""


@pytest.mark.on_push("390")
@pytest.mark.parametrize("width", [1366, 900, 390])
def test_long_names_are_never_cut_so_that_two_look_alike(visitor: Visitor, width: int) -> None:
    page = parts(visitor, width)
    page.locator("main > div").nth(1).evaluate("one => { one.style.maxWidth = '340px'; }")
    block = ranking(list(LONG), LONG[0])
    for row in block["rows"]:
        row["cells"][0] = f"{row['name']} ≤ 2.5"
    show(page, scene(block))
    seen = page.locator(".ranking tbody .question").evaluate_all(SHOWN)
    assert all(whole and begun for whole, begun, *_ in seen)
    assert [cut for *_, cut in seen] == [" ≤ 2.5"] * 3
    ends = {(name[:6], back) for name, (_, _, back, _) in zip(LONG, seen, strict=True)}
    assert len(ends) == 3
    heads = page.locator(".ranking tbody .question")
    for name, head in zip(LONG, heads.all(), strict=True):
        expect(head).to_have_attribute("title", f"{name} ≤ 2.5")
