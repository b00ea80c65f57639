"""The Textbook tab: every link opens the step whose panel shows our number; filters; words."""

from __future__ import annotations

import re
from collections import Counter
from urllib.parse import parse_qsl, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from dtshow.scene.grow.look import GrowLook, digits_of
from dtshow.tables.catalogue import catalogue
from dtshow.words.language import spoken
from pages.ui.reference.reference_view import ReferenceView
from pages.ui.textbook.marks import MARKS, as_number, mark
from pages.ui.textbook.printed import Printed, Step, address, misprints, numbers, tried, value
from pages.ui.textbook.sentences import TEXTS, of_misprint, of_number
from tests.pages import stage
from tests.pages.visit import checked, kept, lesson, opened

LINK = re.compile(r"\[[^\]]*\]\((/grow\?[^)]*)\)")
LINES = {
    "impurity": r"(H|Gini)\(D\)",
    "impurity_after": r"(H\(D\||Gini\(D,)A\)",
    "gain": r"g\(D,A\)|ΔGini",
    "split_info": r"H_A\(D\)",
    "gain_ratio": r"g_R\(D,A\)",
}
"""What the line of a quantity is called."""
STEPS = list(dict.fromkeys(one.step for one in numbers()))


def page(**params: str) -> AppTest:
    return opened("reference", tab="textbook", **params)


def grow(step: Step, language: str = "en") -> AppTest:
    """The Grow page at the address of a step."""
    params = dict(parse_qsl(urlsplit(address(step)).query))
    return stage.page(**params, lang=language)


def links(at: AppTest) -> list[str]:
    return [link for text in at.markdown for link in LINK.findall(text.value)]


def heads(at: AppTest) -> list[str]:
    return [one.value for one in at.header]


def shown(at: AppTest, one: Printed) -> str:
    """Our number as the page of its step has it."""
    node = ".".join(map(str, lesson(at).node)) or "root"
    if one.of == "mean":
        [line] = [x for x in stage.node_at(at, node)["lines"] if x.startswith("ȳ")]
        return line.partition(" = ")[2].partition(",")[0]
    if one.of == "cut":
        child = f"{node}.0".removeprefix("root.")
        return stage.node_at(at, child)["edge"]["text"].removeprefix("≤ ")
    if one.of == "branch":
        split = lesson(at).candidate.split  # type: ignore[union-attr]
        named = rf"(H|Gini)\(D_\{{{branch_of(at, one, split) + 1}\}}\)"
    else:
        named = LINES[one.of]
    [line] = [line for name, line in stage.lines(at).items() if re.fullmatch(named, name)]
    return line["value"]


def branch_of(at: AppTest, one: Printed, split: object) -> int:
    """The number of the branch; its levels stand in the order of the raw table."""
    if one.branch in ("<=", ">"):
        return ("<=", ">").index(one.branch)
    raw = {
        "Humidity": ("High", "Normal"),
        "Wind": ("Weak", "Strong"),
        "voice": ("高", "低"),
    }
    assert one.step.split is not None
    return raw[one.step.split.column].index(one.branch)


@pytest.mark.on_push(10)
@pytest.mark.parametrize("step", STEPS, ids=address)
def test_every_link_opens_the_step_that_shows_our_number(step: Step) -> None:
    at = grow(step)
    assert not [*at.warning, *at.error]
    digits = digits_of(lesson(at), GrowLook())
    for one in (one for one in numbers() if one.step == step):
        text = shown(at, one)
        if one.of in ("mean", "cut"):  # with as many digits as cards have
            assert float(text) == pytest.approx(value(one), rel=5e-4)
        else:
            assert text == digits.show(value(one)), one.quantity


def test_a_cut_that_is_not_the_best_of_its_column_has_a_row_of_its_own() -> None:
    """Its arithmetic is on show; the row of its column is about 167.5."""
    [cut] = {one.step for one in numbers() if one.printed == "0.2692"}
    at = grow(cut)
    candidates = stage.block(at, "candidates")
    (own,) = (row for row in candidates["rows"] if row["name"] == candidates["chosen"])
    assert own["column"] == "height"
    assert (own["cells"][0], own["cells"][-1]) == ("height ≤ 175", "★ chosen")
    at = stage.looking_at(at, 0)
    assert stage.block(at, "candidates")["chosen"] == "height"
    assert stage.lines(at)["g_R(D,A)"]["value"] == "0.6074"


@pytest.mark.on_push(8)
@pytest.mark.parametrize("one", misprints(), ids=lambda one: one.key)
def test_every_misprint_opens_a_step(one: object) -> None:
    at = grow(one.step)  # type: ignore[attr-defined]
    assert not [*at.warning, *at.error]
    assert stage.block(at, "candidates")["rows"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_there_is_a_sentence_for_all_that_is_not_right(language: str) -> None:
    with spoken(language):
        for one in numbers():
            assert bool(of_number(one)) == (mark(one) != "right")
        for misprint in misprints():
            assert of_misprint(misprint)
            assert "|" not in of_misprint(misprint)  # which would end a cell


def test_sentences_are_the_sums_that_the_text_made() -> None:
    said = {one.printed: of_number(one) for one in numbers() if mark(one) == "wrong"}
    assert "0.9911 − (0.0000 + 0.6500) = 0.3411" in said["0.3411"]
    assert "3/9, 6/9" in said["0.3411"]
    assert "0.9911 − (0.7219 + 0.0000) = 0.2692" in said["0.2692"]
    assert "0.2692 / 0.9911" in said["0.2716"]
    assert "1 − 0.1852 = 0.8148" in said["0.8148"]
    assert "Loan applications" in said["0.971"]
    told = {one.key: of_misprint(one) for one in misprints()}
    assert "the height gains 0.5900, the voice 0.5577" in told["wrong_order"]
    assert "0.6295, and $X_3$ only 0.1858" in told["other_root"]
    assert "the 9 heights of the gender article make 7 cuts" in told["as_many_cuts"]
    assert "no column gains more than 0.0000 at the root" in told["until_no_gain"]
    assert "below switch A the best gains 1.0000" in told["until_no_gain"]


def test_a_misprint_is_listed_once_and_is_not_what_is_right() -> None:
    places = [(one.text, one.place, one.key) for one in misprints()]
    assert len(places) == len(set(places))
    for one in misprints():
        assert bool(one.printed) >= bool(one.right)
        assert not one.printed or one.printed != one.right


def test_each_printed_height_is_counted_and_each_cut_tried_once() -> None:
    """The gender article lists 8 different heights of 9 people, and the 7 cuts between them."""
    [one] = [one for one in misprints() if one.key == "as_many_cuts"]
    heights = catalogue()["gender"].read()["height"]
    assert tried(one.step) == (len(heights), heights.nunique() - 1) == (9, 7)


def test_it_counts_and_lists_all_the_wrong_ones_first() -> None:
    at = page()
    n = Counter(map(mark, numbers()))
    count = (
        f"**{len(numbers())} printed numbers: {n['right']} right, {n['rounded']} rounded, "
        f"{n['wrong']} wrong.**"
    )
    assert count in [text.value for text in at.markdown]
    assert [head.split()[0] for head in heads(at)[:4]] == ["✗", "✗", "≈", "✓"]
    asked = [*(one.step for one in numbers()), *(one.step for one in misprints())]
    assert Counter(links(at)) == Counter(f"{address(step)}&lang=en" for step in asked)


def test_each_of_our_numbers_is_shown_to_six_decimals_or_as_many_as_are_printed() -> None:
    text = " ".join(one.value for one in page().markdown)
    for one in numbers():
        places = max(6, len(one.printed.partition(".")[2]))
        told = f"{value(one):g}" if one.of == "cut" else f"{value(one):.{places}f}"
        assert f"[{told}]({address(one.step)}&lang=en)" in text
        assert mark(one) == "right" or as_number(told) != as_number(one.printed)


@pytest.mark.parametrize("text", TEXTS)
def test_one_text_at_a_time(text: str) -> None:
    at = page(text=text)
    own = [*(n for n in numbers() if n.text == text), *(m for m in misprints() if m.text == text)]
    assert len(links(at)) == len(own) > 0


@pytest.mark.parametrize("kind", MARKS)
def test_one_mark_at_a_time(kind: str) -> None:
    at = page(mark=kind)
    own = [one for one in numbers() if mark(one) == kind]
    assert len(links(at)) == len(own) + (len(misprints()) if kind == "wrong" else 0)


def test_the_address_says_what_is_listed() -> None:
    at = page()
    at = checked(at.selectbox(key="textbook_text").set_value("fang").run())
    at = checked(at.segmented_control(key="textbook_mark").set_value("wrong").run())
    params = at.query_params
    said = [params[name] for name in ("tab", "text", "mark")]
    assert said == ["textbook", "fang", "wrong"]
    assert links(page(text="fang", mark="wrong")) == links(at)


def test_the_tabs_lead_to_each_other() -> None:
    at = opened("reference")
    assert at.selectbox(key="recipe_shown").value == "id3"
    at = checked(at.segmented_control(key="reference_tab").set_value("textbook").run())
    assert links(at)
    at = checked(at.segmented_control(key="reference_tab").set_value("algorithms").run())
    assert not links(at)
    assert "tab" not in at.query_params


def test_an_address_with_nonsense_opens_all() -> None:
    at = page(text="../../etc", mark="<b>")
    view = kept(at, ReferenceView)
    assert (view.tab, view.text, view.mark) == ("textbook", "", "")
