"""The tree one touches, in a real browser: mouse, keys, zoom, speed, and hostile names."""

import os
import random
import re
import signal
import subprocess
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visitor

pytestmark = pytest.mark.browser
HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "$x_1$",
    "a|b",
    ":red[hi]",
    "say \"no\" & 'so'",
    "</script><script>alert(2)</script>",
    "line\nbreak",
    "🌳 漂亮的树",
    "x" * 200,
]


def at_rest(page: Page) -> None:
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")


def opened(visitor: Visitor, server: str, query: str, nodes: int) -> Page:
    visitor.page.goto(f"{server}/grow?{query}")
    expect(visitor.page.locator("g.node")).to_have_count(nodes)
    at_rest(visitor.page)
    return visitor.page


def node(page: Page, name: str) -> Locator:
    return page.locator(f"g.node[data-id='{name}']")


def place(page: Page) -> str:
    """Where the camera stands."""
    page.wait_for_timeout(500)  # it glides
    return str(page.locator("g.world").get_attribute("style"))


def rows(page: Page) -> Locator:
    return page.locator(".st-key-rows")


def test_a_click_selects_a_node_and_its_panels_follow(server: str, visitor: Visitor) -> None:
    page = opened(visitor, server, "data=playtennis&recipe=id3&step=8", 8)
    node(page, "2").click()
    expect(rows(page)).to_contain_text("Outlook = Rain")
    expect(node(page, "2")).to_have_attribute("aria-selected", "true")
    expect(page.locator(".st-key-right .formula .result")).to_have_text("0.9710")
    node(page, "0.1").click()
    expect(rows(page)).to_contain_text("Outlook = Sunny ∧ Humidity = Normal")


def test_arrows_walk_and_enter_selects(server: str, visitor: Visitor) -> None:
    page = opened(visitor, server, "data=playtennis&recipe=id3&step=8", 8)
    node(page, "root").click()
    expect(rows(page)).to_contain_text("14 rows")
    walk = {"ArrowDown": "0", "ArrowRight": "1", "ArrowLeft": "0", "ArrowUp": "root", "End": "root"}
    for key, name in walk.items():
        page.keyboard.press(key)
        expect(node(page, name)).to_be_focused()
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(rows(page)).to_contain_text("Outlook = Rain ∧ Wind = Weak")
    at_rest(page)
    expect(node(page, "2.0")).to_be_focused()
    page.keyboard.press("Home")
    expect(node(page, "root")).to_be_focused()


def test_zoom_pan_and_focus_survive_a_rerun(server: str, visitor: Visitor) -> None:
    page = opened(visitor, server, "data=playtennis&recipe=id3&step=8", 8)
    before = place(page)
    page.get_by_role("button", name="Zoom in").click()
    closer = place(page)
    assert closer != before
    canvas = page.locator("svg.canvas").bounding_box()
    assert canvas is not None
    x, y = canvas["x"] + 30, canvas["y"] + canvas["height"] - 20
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y - 30, steps=5)
    page.mouse.up()
    panned = place(page)
    assert panned != closer
    page.mouse.wheel(0, 200)
    zoomed = place(page)
    assert zoomed != panned
    node(page, "root").click()
    expect(rows(page)).to_contain_text("14 rows")
    node(page, "1").click()
    expect(rows(page)).to_contain_text("Outlook = Overcast")
    at_rest(page)
    assert place(page) == zoomed
    expect(node(page, "1")).to_be_focused()
    page.mouse.dblclick(x, y)
    fitted = place(page)
    assert fitted != zoomed
    expect(page.locator("[data-do=fit]")).to_have_attribute("aria-pressed", "true")


def test_nodes_keep_their_place_while_the_tree_grows_and_back_is_back(
    server: str, visitor: Visitor
) -> None:
    page = opened(visitor, server, "data=playtennis&recipe=id3&step=0", 1)
    page.wait_for_timeout(1500)
    root = node(page, "root").locator("rect.box")
    before = root.bounding_box()
    for nodes in (4, 6):
        page.locator(".st-key-next button").first.click()
        at_rest(page)
        page.locator(".st-key-next button").first.click()
        expect(page.locator("g.node")).to_have_count(nodes)
        page.wait_for_timeout(500)
    after = root.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(before["y"] - after["y"]) < 1
    assert abs((before["x"] + before["width"] / 2) - (after["x"] + after["width"] / 2)) < 1


def test_twenty_fast_clicks_lose_none(server: str, visitor: Visitor) -> None:
    page = opened(visitor, server, "data=playtennis&recipe=id3&step=8", 8)
    names = ["root", "0", "1", "2", "0.0", "0.1", "2.0", "2.1"]
    marked = page.evaluate(
        """(names) => {
          const host = [...document.querySelectorAll('*')].find(
            (one) => one.shadowRoot?.querySelector('.tree'));
          const root = host.shadowRoot, seen = [];
          for (let k = 0; k < 20; k++) {
            const id = names[(k * 3 + 1) % 8];
            const box = root.querySelector(`g.node[data-id="${id}"] .box`);
            box.dispatchEvent(new MouseEvent('click', { bubbles: true }));
            seen.push(root.querySelector('.node.selected').dataset.id === id);
          }
          return seen;
        }""",
        names,
    )
    assert marked == [True] * 20
    last = names[(19 * 3 + 1) % 8]
    expect(node(page, last)).to_have_attribute("aria-selected", "true")
    expect(rows(page)).to_contain_text("4 rows · Outlook = Overcast")
    at_rest(page)
    done = page.evaluate(
        "[...document.querySelectorAll('*')].find(e => e.shadowRoot?.querySelector('.tree'))"
        ".shadowRoot.querySelector('.tree').view.data.done"
    )
    assert done == 20


def worker_of(server: str) -> int | None:
    """The layout worker of the server under test: a child of the process on its port."""
    port = f"--server.port={urlsplit(server).port}"
    command = ["ps", "-ww", "-eo", "pid,ppid,args"]
    listed = subprocess.run(command, capture_output=True, text=True).stdout
    lines = [line.split(None, 2) for line in listed.splitlines()[1:]]
    ours = {pid for pid, _, words in lines if port in words}
    return next((int(p) for p, up, words in lines if up in ours and "child.py" in words), None)


@pytest.mark.skipif(os.name == "nt", reason="needs ps")
def test_killing_the_worker_leaves_the_page_working(server: str, visitor: Visitor) -> None:
    page = opened(visitor, server, "data=golf&recipe=cart&step=0", 1)
    first = worker_of(server)
    assert first is not None
    os.kill(first, signal.SIGKILL)
    page.locator(".st-key-last button").first.click()
    expect(page.locator("g.node")).to_have_count(11)
    assert worker_of(server) not in (None, first)
    node(page, "1").click()
    expect(rows(page)).to_contain_text("outlook")


def test_hostile_names_are_shown_as_they_are(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.on("dialog", lambda dialog: visitor.errors.append(f"a dialog: {dialog.message}"))
    quoted = ['"' + name.replace('"', '""') + '"' for name in HOSTILE]
    header = ",".join([*quoted[:4], '"<b>class</b>"'])
    lines = [
        f"{a},{b},{c},{d},{c if k % 3 else a}"
        for k, (a, b, c, d) in enumerate(hostile_rows(quoted))
    ]
    page.goto(server)
    page.locator("input[type=file]").set_input_files(
        {"name": "bad.csv", "mimeType": "text/csv", "buffer": "\n".join([header, *lines]).encode()}
    )
    page.get_by_role("button", name="Use this table and grow").click()
    page.locator(".st-key-last button").first.click()
    expect(page.locator("g.node").nth(3)).to_be_visible()
    at_rest(page)
    shown = " ".join(page.locator("g.node title").all_text_contents())
    page.get_by_role("button", name="Tree as text").click()
    outline = " ".join(page.locator(".outline").all_text_contents())
    names = [" ".join(name.split()) for name in HOSTILE]
    for name in (names[0], names[1], names[2], names[3], names[7], names[8]):
        assert name in shown
        assert name in outline
    assert page.locator(".tree img, .tree script, .tree b").count() == 0
    page.locator(".st-key-tree_more button").first.click()
    texts = {}
    for kind in ("SVG", "DOT"):
        with page.expect_download() as waiting:
            page.locator(".st-key-tree_files").get_by_role("button", name=kind).click()
        texts[kind] = waiting.value.path().read_text("utf-8")
    drawn = ElementTree.fromstring(texts["SVG"])
    tags = {element.tag.rpartition("}")[2] for element in drawn.iter()}
    assert not tags & {"img", "script", "b", "image", "foreignObject"}
    assert names[0] in " ".join(drawn.itertext()).replace("\u00a0", " ")
    assert "label=<" not in texts["DOT"]


def hostile_rows(quoted: list[str]) -> list[tuple[str, str, str, str]]:
    n = len(quoted)
    return [tuple(quoted[(i * step + step) % n] for step in (1, 2, 4, 5)) for i in range(27)]  # type: ignore[misc]


def test_large_trees_are_first_shown_readable_with_the_selected_node_in_view(
    server: str, visitor: Visitor
) -> None:
    for query, nodes in (
        ("data=vote&recipe=cart&step=31", 31),
        ("data=biopsy&recipe=cart&step=63", 63),
    ):
        page = opened(visitor, server, query, nodes)
        panel = page.locator("svg.canvas").bounding_box()
        selected = page.locator(".node.selected .box")
        expect(selected).to_be_visible()
        page.wait_for_timeout(500)
        box = selected.bounding_box()
        assert panel is not None
        assert box is not None
        assert panel["x"] <= box["x"]
        assert box["x"] + box["width"] <= panel["x"] + panel["width"]
        assert panel["y"] <= box["y"]
        assert box["y"] + box["height"] <= panel["y"] + panel["height"]
        size = page.locator(".node.selected .line").first.evaluate(
            "(e) => parseFloat(getComputedStyle(e).fontSize) * e.getCTM().a"
        )
        assert size >= 12


def test_the_outline_selects_too(server: str, visitor: Visitor) -> None:
    page = opened(visitor, server, "data=playtennis&recipe=id3&step=8", 8)
    page.get_by_role("button", name="Tree as text").click()
    page.locator(".outline button", has_text="Wind = Strong").click()
    expect(rows(page)).to_contain_text("Outlook = Rain ∧ Wind = Strong")


def test_nodes_show_the_histogram_of_their_question(server: str, visitor: Visitor) -> None:
    page = opened(visitor, server, "data=iris&recipe=cart&step=5", 9)
    expect(page.locator("g.node .wedge")).to_have_count(0)
    page.locator(".st-key-tree_more button").first.click()
    page.get_by_role("radio", name="Histogram of the question").click()
    expect(page.locator("g.node .wedge")).to_have_count(4)
    page.keyboard.press("Escape")
    # the petals of iris: setosas alone stand left of the wedge
    wedge = node(page, "root").locator(".wedge").bounding_box()
    setosa, versicolor = (
        node(page, "root").locator(f"path.share[fill='url(#class{k})']").bounding_box()
        for k in (0, 1)
    )
    assert wedge is not None
    assert setosa is not None
    assert versicolor is not None
    cut = wedge["x"] + wedge["width"] / 2
    assert setosa["x"] + setosa["width"] <= cut + 1
    assert versicolor["x"] >= cut - 1
    page.locator(".st-key-last button").first.click()
    expect(page.locator("g.node")).to_have_count(17)
    expect(page.locator("g.node .wedge")).to_have_count(8)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_what_a_node_is_called_holds_what_is_seen_of_it(
    server: str, visitor: Visitor, lang: str
) -> None:
    page = opened(visitor, server, f"data=playtennis&recipe=id3&step=8&lang={lang}", 8)
    node(page, "2").click()
    page.keyboard.press("f")
    expect(page.locator("g.node")).to_have_count(6)
    read = """(all) => all.map((g) => [g.ariaLabel ?? g.getAttribute("aria-label"),
        [...g.childNodes].filter((c) => c.nodeType === 3 || c.tagName === "text"
            || c.classList.contains("folded")).map((c) => c.tagName === "g"
            ? c.querySelector("text").textContent : c.textContent).join("")])"""
    for name, seen in page.locator("g.node").evaluate_all(read):
        words = re.findall(r"\w+", seen)
        said = re.findall(r"\w+", name)
        assert any(said[k : k + len(words)] == words for k in range(len(said)))


def test_a_branch_is_folded_and_opened(server: str, visitor: Visitor) -> None:
    page = opened(visitor, server, "data=playtennis&recipe=id3&step=8", 8)
    node(page, "2").click()
    expect(rows(page)).to_contain_text("Outlook = Rain")
    page.keyboard.press("f")
    expect(page.locator("g.node")).to_have_count(6)
    expect(node(page, "2").locator(".folder text")).to_have_text("+2")
    node(page, "2").locator(".folder").click()
    expect(page.locator("g.node")).to_have_count(8)


def test_of_a_large_tree_what_is_in_sight_is_displayed_and_can_be_walked(
    server: str, visitor: Visitor
) -> None:
    draw = random.Random(3)
    lines = [f"{draw.random()},{draw.random()},{draw.choice('ab')}" for _ in range(1100)]
    page = visitor.page
    page.goto(server)
    page.locator("input[type=file]").set_input_files(
        {
            "name": "noise.csv",
            "mimeType": "text/csv",
            "buffer": "\n".join(["x,y,z", *lines]).encode(),
        }
    )
    page.get_by_role("button", name="Use this table and grow").click()
    page.locator(".st-key-last button").first.click()
    page.locator(".st-key-tree_more button").first.click()
    page.get_by_role("slider").last.press("End")
    expect(page.locator("svg.canvas.many")).to_be_attached()
    page.keyboard.press("Escape")
    at_rest(page)
    shown = page.locator("g.node:not(.away)")
    few, all_of_them = shown.count(), page.locator("g.node").count()
    assert 0 < few < 30 < 300 < all_of_them
    node(page, shown.first.get_attribute("data-id") or "").focus()
    page.keyboard.press("Home")
    for key in ("ArrowDown", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    expect(node(page, "0.1")).to_be_focused()
    expect(node(page, "0.1").locator(".box")).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(node(page, "0.1")).to_have_attribute("aria-selected", "true")
    expect(page.locator(".st-key-rows .head")).to_contain_text("∧")
    page.keyboard.press("0")
    expect(shown).to_have_count(all_of_them)
    expect(page.locator("g.node .head").first).not_to_be_visible()
    page.keyboard.press("0")
    expect(node(page, "0.1").locator(".head")).to_be_visible()
    expect(shown).not_to_have_count(all_of_them)


def test_rows_are_drawn_as_one_comes_to_them(server: str, visitor: Visitor) -> None:
    page = opened(visitor, server, "data=biopsy&recipe=cart&step=63", 63)
    drawn = rows(page).locator("tbody tr")
    assert 5 < drawn.count() < 100
    drawn.first.locator("button").focus()
    widths = rows(page).locator("thead th").evaluate_all("all => all.map(e => e.offsetWidth)")
    page.keyboard.press("End")
    expect(drawn).to_have_count(400)
    expect(drawn.last.locator("button")).to_be_focused()
    expect(drawn.last).to_be_in_viewport()
    assert widths == rows(page).locator("thead th").evaluate_all("a => a.map(e => e.offsetWidth)")
    page.keyboard.press("Enter")
    expect(drawn.nth(399).locator("button")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("g.node.lit")).not_to_have_count(0)
