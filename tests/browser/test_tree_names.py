"""What a node of the tree shows and is called, whatever the names are, in a browser."""

import re
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from tests.browser.rest import at_rest
from tests.browser.stage import asked, more, node, opened, press, tool
from tests.browser.visitor import Visitor

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


@pytest.mark.nightly  # on a push: test_stage_parts
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
    page.get_by_role("button", name="Yes, predict").click()
    press(page, "last")
    expect(page.locator("g.node").nth(3)).to_be_visible()
    at_rest(page)
    shown = " ".join(page.locator("g.node title").all_text_contents())
    tool(page, "Tree as text")
    outline = " ".join(page.locator(".outline").all_text_contents())
    names = [" ".join(name.split()) for name in HOSTILE]
    for name in (names[0], names[1], names[2], names[3], names[7], names[8]):
        assert name in shown
        assert name in outline
    assert page.locator(".stage img, .stage script, .tree b").count() == 0
    more(page, "Files")
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


def test_nodes_show_the_histogram_of_their_question(server: str, visitor: Visitor) -> None:
    page = opened(visitor, server, "data=iris&recipe=cart&step=5", 9)
    expect(page.locator("g.node .at")).to_have_count(0)
    more(page, "Tree")
    page.get_by_role("radio", name="Histogram of the tested column").click()
    expect(page.locator("g.node .at")).to_have_count(4)
    page.keyboard.press("Escape")
    # the petals of iris: setosas alone stand left of the cut, also while their node still glides
    cut, setosa, versicolor = node(page, "root").evaluate(
        """root => {
          const box = (which) => root.querySelector(which).getBoundingClientRect();
          const share = (k) => box(`path.share[fill$='class${k})']`);
          return [box(".at").x, share(0).right, share(1).x];
        }"""
    )
    assert setosa <= cut + 1
    assert versicolor >= cut - 1
    press(page, "last")
    expect(page.locator("g.node")).to_have_count(17)
    page.keyboard.press("t")  # across the page there is room for all
    expect(page.locator("g.node .at")).to_have_count(8)


@pytest.mark.nightly  # on a push: test_access
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_what_a_node_is_called_holds_what_is_seen_of_it(
    server: str, visitor: Visitor, lang: str
) -> None:
    page = opened(visitor, server, f"data=playtennis&recipe=id3&step=8&lang={lang}", 8)
    node(page, "2").click()
    page.keyboard.press("f")
    expect(page.locator("g.node")).to_have_count(6)
    at_rest(page)  # what is folded is named by the server, a moment later
    read = """(all) => all.map((g) => [g.ariaLabel ?? g.getAttribute("aria-label"),
        [...g.childNodes].filter((c) => c.nodeType === 3 || c.tagName === "text"
            || c.classList.contains("folded")).map((c) => c.tagName === "g"
            ? c.querySelector("text").textContent : c.textContent).join("")])"""
    for name, seen in page.locator("g.node").evaluate_all(read):
        words = re.findall(r"\w+", seen)
        said = re.findall(r"\w+", name)
        assert any(said[k : k + len(words)] == words for k in range(len(said))), (name, seen)


BROKEN = """({ tree: { place } }) => [...place.values()].filter(({ node, lined }) =>
  node.kind === "ask" && /^\\p{Script=Han}{1,4}$/u.test(node.head)
    && lined && !lined.some(({ head }) => head === node.head))
  .map(({ node }) => node.head)"""
"""Names of few Chinese signs that stand in two lines."""


@pytest.mark.nightly
def test_a_short_chinese_name_is_never_broken(server: str, visitor: Visitor) -> None:
    page, query = visitor.page, "data=biopsy&complete=1&recipe=cart&lab_share=0&lang=zh"
    page.goto(f"{server}/pruning?{query}")
    expect(page.locator("g.node").first).to_be_visible()
    for width, height in ((1366, 640), (1280, 720), (1100, 640), (900, 640)):
        page.set_viewport_size({"width": width, "height": height})
        at_rest(page)
        assert asked(page, BROKEN) == []
