"""What formulas that one can touch and Markdown say: counts, definitions, and names as typed."""

import re

import pytest
from pages.ui.components.formula.general import general_box

import dtcore as dt
from dtcore.formula import Digits, Named, Number, Query, Raised, Sum, named
from pages.ui.components.formula import Drawing, Line, keys_of, symbol_box
from pages.ui.wording.markdown import literal, pieces
from tests.small_tables import dataset, weighed
from tests.strategies import NASTY


@pytest.mark.parametrize("name", NASTY)
def test_markdown_is_disarmed(name: str) -> None:
    shown = literal(name, 300)
    bare = shown.replace("\\", "")
    assert bare == " ".join(name.split()).replace("\\", "")
    for special in "<$:*_[]`|":
        assert all(shown[i - 1] == "\\" for i, letter in enumerate(shown) if letter == special)


@pytest.mark.parametrize("name", [*NASTY, "**bold**", "{row}"])
def test_the_pieces_of_a_sentence_take_names_literally(name: str) -> None:
    assert pieces("Row {row}: **{name}**.", row=1, name=name) == ["Row 1: ", name, "."]


def test_counts_are_buttons_that_know_their_rows() -> None:
    data, recipe = dataset("playtennis"), dt.recipe("id3")
    found = weighed(data, recipe)
    candidate = found.candidates[0]
    formula = dt.explain.score(recipe, data.schema, found, candidate, "gain")
    lines = [Line(part) for part in named(formula)]
    keys = keys_of(lines)
    drawn = Drawing(Digits(), lambda query: str(query.label), keys).line(lines[1])["numbers"]
    assert drawn[0] == "terms"
    assert drawn[1][2][1][1] == ["count", "q3", "2", "0"]
    assert {query.branch for query in keys} == {None, 0, 1, 2}
    assert next(q for q, key in keys.items() if key == "q3") == Query((), candidate.split, 0, 0)


def test_a_number_that_has_a_line_leads_there() -> None:
    formula = Named("g", "a-b", Sum(((1, Named("a", "a", Number(3))), (-1, Number(1)))))
    drawn = Drawing(Digits(), str, {}).line(Line(formula))
    assert drawn["numbers"] == ["terms", ["named", "3", "a"], ["row", "−", "1"]]


def test_a_power_of_a_formula_is_drawn() -> None:
    """As in Nunez's rule, (2^Gain - 1) / (Cost + 1)^w."""
    gain, cost = Named("g", "a", Number(0.25)), Sum(((1, Number(3)), (1, Number(1))))
    drawing = Drawing(Digits(), str, {})
    assert drawing.box(Raised(Number(2), gain)) == ["row", "2", ["sup", "0.25"]]
    raised = drawing.box(Raised(cost, Number(0.5)))
    assert raised == ["row", ["row", "(", drawing.box(cost), ")"], ["sup", "0.5"]]


def test_definitions_are_drawn() -> None:
    assert general_box(r"\sum_{i\in D} (y_i-\bar y)^2") == [
        "row", ["rm", "∑"], ["sub", "i∈D"], "(", ["it", "y"], ["sub", "i"], "−", ["it", "ȳ"], ")",
        ["sup", "2"],
    ]  # fmt: skip
    assert general_box(r"\frac{\mathrm{SS}(D)}{n}") == [
        "row",
        ["frac", ["row", ["rm", "SS"], "(", ["it", "D"], ")"], ["row", ["it", "n"]]],
    ]


@pytest.mark.parametrize("recipe", dt.RECIPES)
def test_no_definition_holds_a_command_that_is_not_drawn(recipe: str) -> None:
    data = dataset({"regression": "hitters"}.get(recipe, "playtennis"), complete=True)
    found = weighed(data, recipe)
    candidate = next(c for c in found.candidates if c.split is not None)
    for name in candidate.scores:
        formula = dt.explain.score(dt.recipe(recipe), data.schema, found, candidate, name)
        for part in named(formula):
            letters = str(general_box(part.general))
            assert not set("\\{}") & set(letters)
            assert all(len(word) > 0 for word in re.findall(r"'(?:it|rm)', '(\w+)'", letters))


def test_symbols_become_letters_and_subscripts() -> None:
    assert symbol_box("H(D_{1})") == ["row", ["it", "H"], "(", ["it", "D"], ["sub", "1"], ")"]
    assert symbol_box(r"\Delta \mathrm{Gini}") == ["row", ["rm", "Δ"], ["rm", "Gini"]]


def test_a_sum_within_a_product_stands_in_brackets() -> None:
    """Where cells are missing, the known share multiplies the whole difference."""
    data, recipe = dataset("biopsy"), dt.recipe("c45")
    found = weighed(data, recipe)
    formula = dt.explain.score(recipe, data.schema, found, found.candidates[5], "gain")
    lines = [Line(part) for part in named(formula)]
    drawn = Drawing(Digits(), str, keys_of(lines)).line(lines[-1])["numbers"]
    row, share, times, bracketed = drawn
    assert (row, share[0], times) == ("row", "frac", "·")
    assert (bracketed[1], bracketed[2][0], bracketed[3]) == ("(", "terms", ")")
