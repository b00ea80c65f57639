"""The lines of working by themselves: they fold, open into terms, play, and stay as they were."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import dttools as dt
from dtcore.explain import nodes
from dtcore.formula import Count, Named, Query, Squares, Symbol, named_parts
from dtshow.scene.sums import Counts, Line, Writing, exact_switch, sum_block
from dttools.printing import Digits
from tests.browser.parts import blank
from tests.browser.visitor import Visitor
from tests.small_tables import dataset, table, weighed

pytestmark = pytest.mark.browser

ROOT = "/stage"
DRAW = """async ([root, block]) => {
  const { Sum } = await import(`${root}/sum.js`);
  const host = document.body.appendChild(document.createElement("div"));
  host.style.cssText = "position: fixed; inset: 0; z-index: 9999999; background: white; color: black";
  const shadow = host.attachShadow({ mode: "open" });
  const style = Object.assign(document.createElement("link"), { rel: "stylesheet", href: `${root}/sum.css` });
  shadow.append(style, document.createElement("div"));
  await new Promise((loaded) => { style.onload = loaded; });
  window.acts = [];
  window.sum = new Sum(shadow.lastChild, { act: (kind, value) => acts.push([kind, value]) });
  shadow.lastChild.id = "sum";
  window.show = (block) => sum.show(block);
  show(block);
  window.moving = sum.root.getAnimations({ subtree: true });
  window.delays = moving.map((one) => Math.round(one.effect.getTiming().delay));
}"""  # noqa: E501
SMALLEST = """() => Math.min(...[...document.querySelector("body > div:last-child").shadowRoot.querySelectorAll("*")]
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""  # noqa: E501


def gini(column: int = 2, exact: bool = False) -> dict[str, Any]:
    data, recipe = dataset("iris"), dt.recipe("cart")
    found = weighed(data, recipe)
    formula = dt.explain.score(recipe, data.schema, found, found.candidates[column], "gain")
    lines = [Line(part, "<img src=x onerror=alert(1)>") for part in named_parts(formula)]
    counts = Counts(describe=lambda query: "rows")
    block = sum_block(lines, Writing(Digits(), exact), "Working", counts)
    return block | {"exact": exact_switch(lines, exact), "play": True}


@pytest.fixture
def page(visitor: Visitor) -> Page:
    return blank(visitor)


def drawn(page: Page, block: dict[str, Any]) -> None:
    page.evaluate(DRAW, [ROOT, block])
    expect(page.locator("#sum .line").first).to_be_visible()


def test_a_line_folds_to_its_result(page: Page) -> None:
    drawn(page, gini())
    line = page.locator("#sum .line").last
    expect(line.locator(".first")).to_be_visible()
    line.locator(".relation").click()
    expect(line.locator(".first")).to_be_hidden()
    expect(line.locator(".value")).to_have_text("0.3333")
    expect(line.locator(".relation")).to_have_attribute("aria-expanded", "false")
    page.evaluate("show", gini() | {"pressed": "q0"})
    expect(line.locator(".first")).to_be_hidden()
    line.locator(".relation").click()
    expect(line.locator(".first")).to_be_visible()


def test_squares_open_into_their_terms(page: Page) -> None:
    """By hand: 2, 3 and 7 about their mean of 4."""
    lesson = dt.start(table([2.0, 3.0, 7.0], x=[1, 2, 3]), dt.recipe("regression"))
    line = Line(Named("SS(D)", Symbol("SS(D)"), Squares(14.0, 4.0, Query(()))))
    counts = Counts(terms=lambda one: nodes.terms_of(lesson.problem, lesson.state, one))
    drawn(page, sum_block([line], Writing(Digits()), "Working", counts))
    shown = page.locator("#sum .numbers")
    sign = shown.locator(".writes")
    assert "".join(shown.inner_text().split()).endswith("=14.0000")
    sign.click()
    assert "=(2−4)2+(3−4)2+(7−4)2=14.0000" in "".join(shown.inner_text().split())
    expect(sign).to_have_attribute("aria-expanded", "true")
    expect(sign).to_be_focused()
    sign.click()
    assert "(2−4)" not in "".join(shown.inner_text().split())


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ([2.0, 3.0, 7.0], "=13((2−4)2+(3−4)2+(7−4)2)=4.6667"),
        ([2.0, 3.0, 7.0, *[4.0] * 27], "=130((2−4)2+(3−4)2+(7−4)2+⋯+26+(4−4)2)=0.4667"),
    ],
    ids=["all", "some"],
)
def test_a_variance_opens_into_the_terms_of_its_squares(
    page: Page, values: list[float], text: str
) -> None:
    """Of many rows three, the last, and how many are between them."""
    lesson = dt.start(table(values, x=list(range(len(values)))), dt.recipe("regression"))
    body = Squares(14.0, 4.0, Query(())) / Count(len(values), Query(()))
    counts = Counts(terms=lambda one: nodes.terms_of(lesson.problem, lesson.state, one))
    line = Line(Named("Var(D)", Symbol("Var(D)"), body))
    drawn(page, sum_block([line], Writing(Digits()), "Working", counts))
    shown = page.locator("#sum .numbers")
    shown.locator(".writes").click()
    assert "".join(shown.inner_text().split()).endswith(text)


def test_a_count_is_pressed_at_once_and_the_switch_is_reported(page: Page) -> None:
    drawn(page, gini())
    count = page.locator("#sum [data-count=q1]").first
    count.click()
    expect(count).to_have_attribute("aria-pressed", "true")
    count.click()
    page.locator("#sum .exact").click()
    page.locator("#sum .latex").click()
    expect(page.locator("#sum .latex")).to_have_text("TeX ✓")
    expect(page.locator("#sum .latex")).to_be_focused()
    assert page.evaluate("acts") == [["count", "q1"], ["count", "none"], ["do", "exact"]]
    page.evaluate("show", gini(exact=True))
    third = page.locator("#sum .value").last
    assert third.locator("mfrac mn").all_text_contents() == ["1", "3"]
    expect(page.locator("#sum .exact")).to_have_attribute("aria-checked", "true")


def test_what_stays_the_same_is_not_built_again(page: Page) -> None:
    drawn(page, gini())
    count = page.locator("#sum .line").nth(1).locator("[data-count]").first
    count.focus()
    page.evaluate("() => { window.before = [...sum.table.children]; }")
    page.evaluate("show", gini(column=3))
    kept = page.evaluate("() => [...sum.table.children].map((line, i) => line === before[i])")
    assert kept[0] is True
    page.evaluate("show", gini() | {"lines": [line | {"legend": "x"} for line in gini()["lines"]]})
    expect(page.locator("#sum .line").nth(1).locator("[data-count]").first).to_be_focused()


@pytest.mark.on_push("reduced")
@pytest.mark.parametrize("why", ["reduced", "hidden"])
def test_nothing_moves_where_none_may_see_it(page: Page, why: str) -> None:
    page.emulate_media(reduced_motion="reduce" if why == "reduced" else "no-preference")
    if why == "hidden":
        page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    drawn(page, gini())
    assert page.evaluate("() => moving.length") == 0


def test_lines_appear_one_after_another(page: Page) -> None:
    page.emulate_media(reduced_motion="no-preference")
    drawn(page, gini())
    assert sorted(set(page.evaluate("delays"))) == [0, 70, 140, 210, 280]
    expect(page.locator("#sum .line.new")).to_have_count(0)
    assert page.evaluate("() => sum.root.getAnimations({ subtree: true }).length") == 0


def test_brackets_grow_and_small_signs_can_be_read(page: Page) -> None:
    drawn(page, gini())
    bracket = page.locator("#sum .numbers mo[stretchy=true]").first.bounding_box()
    fraction = page.locator("#sum .numbers mfrac").first.bounding_box()
    assert bracket is not None
    assert fraction is not None
    assert bracket["height"] >= 0.95 * fraction["height"]
    assert page.evaluate(SMALLEST) >= 12
    fonts = page.evaluate(
        "() => document.fonts.ready.then((all) =>"
        " [...all].filter((one) => one.family.includes('NbN Math')).map((one) => one.status))"
    )
    assert fonts == ["loaded"]
    expect(page.locator("#sum .legend").first).to_have_text("<img src=x onerror=alert(1)>")


def test_the_lines_are_copied_as_latex(page: Page) -> None:
    """As ``dttools.export.latex`` writes the same formulas, whatever room or braces it gives."""

    def bare(text: str) -> str:
        return re.sub(r"[\s{}&]|\\,|\\\\$", "", text)

    page.evaluate("() => { navigator.clipboard.writeText = (text) => { window.copied = text; }; }")
    told, heights = [], table([2.0, 3.0, 7.5], x=[1, 2, 3])
    for data, recipe in ((dataset("golf"), "c45"), (heights, "regression")):
        found = weighed(data, dt.recipe(recipe))
        given = dt.recipe(recipe), data.schema, found
        for candidate in found.candidates:
            for name in candidate.scores:
                told += named_parts(dt.explain.score(*given, candidate, name))
    drawn(page, sum_block([*map(Line, told)], Writing(Digits()), "Working"))
    page.locator("#sum .latex").dispatch_event("click")
    expect(page.locator("#sum .latex")).to_have_text("TeX ✓")
    copied = page.evaluate("copied").splitlines()
    assert (copied[0], copied[-1]) == (r"\begin{align*}", r"\end{align*}")
    assert [bare(line) for line in copied[1:-1]] == [bare(dt.export.latex(part)) for part in told]
