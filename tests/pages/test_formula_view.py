"""What formulas that one can touch and Markdown say: counts, definitions, and names as typed."""

import re

import pytest

import dtcore as dt
from dtcore.formula import (
    Equal,
    Formula,
    Log,
    Max,
    Named,
    Number,
    Over,
    Power,
    Product,
    Query,
    Raised,
    Ratio,
    Root,
    Squares,
    Sum,
    Symbol,
    named_parts,
    size,
    sum_of,
)
from dtshow.scene.sums import (
    Box,
    Drawing,
    Line,
    Writing,
    exact_switch,
    general_box,
    keys_of,
    sum_block,
    symbol_box,
)
from dtshow.words.markdown import literal, pieces
from dttools.printing import Digits, plain
from tests.small_tables import dataset, table, weighed
from tests.strategies import NASTY

Y_I = ["row", ["it", "y"], ["sub", ["it", "i"]]]
LN_2 = ["row", ["rm", "ln"], " ", "2"]
KINDS = {"row", "it", "rm", "sub", "sup", "frac", "paren", "sqrt", "root", "pow", "sum", "terms"}
"""Of boxes, those that a definition may have."""


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
    lines = [Line(part) for part in named_parts(formula)]
    keys = keys_of(lines)
    drawn = Drawing(Digits(), lambda query: str(query.label), keys).line(lines[1])["numbers"]
    assert drawn[0] == "terms"
    assert drawn[1][2][1][1] == ["count", "q3", "2", "0", 0, 0]
    assert {query.branch for query in keys} == {None, 0, 1, 2}
    assert next(q for q, key in keys.items() if key == "q3") == Query((), candidate.split, 0, 0)


def test_a_number_that_has_a_line_leads_there() -> None:
    three = Named("a", Symbol("a"), Number(3))
    formula = Named("g", Symbol("g"), Sum(((1, three), (-1, Number(1)))))
    drawn = Drawing(Digits(), str, {}).line(Line(formula))
    assert drawn["numbers"] == ["terms", ["named", "3", "a"], ["row", "−", "1"]]


def test_a_power_of_a_formula_is_drawn() -> None:
    """As in Nunez's rule, (2^Gain - 1) / (Cost + 1)^w."""
    gain, cost = Named("g", Symbol("a"), Number(0.25)), Sum(((1, Number(3)), (1, Number(1))))
    drawing = Drawing(Digits(), str, {})
    assert drawing.box(Raised(Number(2), gain)) == ["pow", "2", "0.25"]
    raised = drawing.box(Raised(cost, Number(0.5)))
    assert raised == ["pow", ["paren", drawing.box(cost)], "0.5"]


def test_definitions_are_drawn() -> None:
    away = Sum(((1, Symbol("y_i")), (-1, Symbol("ȳ"))))
    assert general_box(Over("i∈D", Power(away, 2))) == [
        "sum",
        ["row", ["it", "i"], "∈", ["it", "D"]],
        ["pow", ["paren", ["terms", Y_I, ["row", "−", ["it", "ȳ"]]]], "2"],
    ]
    assert general_box(Ratio(Symbol("SS(D)"), Symbol("n"))) == [
        "frac", ["row", ["rm", "SS"], "(", ["it", "D"], ")"], ["it", "n"],
    ]  # fmt: skip
    assert general_box(Over("k", size("D_k"), "max")) == [
        "row", ["rm", "max"], ["sub", ["it", "k"]], " ",
        ["row", "|", ["row", ["it", "D"], ["sub", ["it", "k"]]], "|"],
    ]  # fmt: skip
    assert general_box(Equal(Symbol("a"), Symbol("b"))) == ["row", ["it", "a"], "=", ["it", "b"]]


def test_an_opened_definition_speaks_of_its_own_set() -> None:
    """H(D_1) is written with |D_1k| / |D_1|, and not with D."""
    data, recipe = dataset("playtennis"), dt.recipe("id3")
    found = weighed(data, recipe)
    formula = dt.explain.score(recipe, data.schema, found, found.candidates[0], "gain")
    said = {part.symbol: plain(part.general, Digits()) for part in named_parts(formula)}
    assert said["H(D)"] == "−∑_k |D_k|/|D| log2(|D_k|/|D|)"
    assert said["H(D_{1})"] == "−∑_k |D_1k|/|D1| log2(|D_1k|/|D1|)"
    assert said["H(D|A)"] == "∑_i |D_i|/|D| H(D_i)"
    assert said["g(D,A)"] == "H(D) − H(D|A)"


@pytest.mark.parametrize("recipe", dt.RECIPES)
def test_no_definition_holds_a_sign_that_is_not_drawn(recipe: str) -> None:
    data = dataset({"regression": "hitters"}.get(recipe, "playtennis"), complete=True)
    found = weighed(data, recipe)
    candidate = next(c for c in found.candidates if c.split is not None)
    for name in candidate.scores:
        formula = dt.explain.score(dt.recipe(recipe), data.schema, found, candidate, name)
        for part in named_parts(formula):
            letters = str(general_box(part.general))
            assert not set("\\{}_") & set(letters)
            assert set(re.findall(r"\['(\w+)'", letters)) <= KINDS
            assert all(len(word) > 0 for word in re.findall(r"'(?:it|rm)', '(\w+)'", letters))


def test_symbols_become_letters_and_subscripts() -> None:
    assert symbol_box("H(D_{1})") == ["row", ["it", "H"], "(", ["it", "D"], ["sub", "1"], ")"]
    assert symbol_box("ΔGini") == ["row", ["rm", "Δ"], ["rm", "Gini"]]
    assert symbol_box("D'") == ["row", ["it", "D"], "′"]
    assert symbol_box("D_{1k}")[2] == ["sub", ["row", "1", ["it", "k"]]]


def test_a_sum_within_a_product_stands_in_brackets() -> None:
    """Where cells are missing, the known share multiplies the whole difference."""
    data, recipe = dataset("biopsy"), dt.recipe("c45")
    found = weighed(data, recipe)
    formula = dt.explain.score(recipe, data.schema, found, found.candidates[5], "gain")
    lines = [Line(part) for part in named_parts(formula)]
    drawn = Drawing(Digits(), str, keys_of(lines)).line(lines[-1])["numbers"]
    row, share, times, bracketed = drawn
    assert (row, share[0], times) == ("row", "frac", "·")
    assert (bracketed[0], bracketed[1][0]) == ("paren", "terms")


# ----------------------------------------------------------------- brackets, roots, squares

SHARE = Ratio(Number(9), Number(14))


@pytest.mark.parametrize(
    ("formula", "box"),
    [
        (Power(SHARE, 2), ["pow", ["paren", ["frac", "9", "14"]], "2"]),
        (Power(Number(0.5), 2), ["pow", "0.5", "2"]),
        (Power(Number(-2), 2), ["pow", ["paren", "−2"], "2"]),
        (Root(SHARE), ["sqrt", ["frac", "9", "14"]]),
        (Root(Number(0.25), Number(6)), ["root", "0.25", "6"]),
        (Max((Number(9), Number(5))), ["row", ["rm", "max"], ["paren", "9", ",", "5"]]),
        (Log(SHARE), ["row", ["rm", "log"], ["sub", "2"], " ", ["frac", "9", "14"]]),
        (Log(Number(2), None), ["row", ["rm", "ln"], " ", "2"]),
        (Product((Number(2), Log(Number(2), None))), ["row", "2", " ", LN_2]),
        (Product((Number(2), Number(3))), ["row", "2", "·", "3"]),
        (Product((Symbol("n"), Symbol("U"))), ["row", ["it", "n"], " ", ["it", "U"]]),
        (Sum(()), ["terms", "0"]),
        (Sum(((-1, Number(9)),)), ["terms", ["row", "−", "9"]]),
    ],
)
def test_parts_are_drawn(formula: Formula, box: Box) -> None:
    assert Drawing(Digits(), str, {}).box(formula) == box


def test_squares_have_terms_where_they_are_few() -> None:
    squares = Squares(2.0, 3.0, Query(()))
    keys = {squares.query: "q0"}
    assert Drawing(Digits(), lambda query: "rows", keys).box(squares) == [
        "squares", "q0", "3", "rows", -1, -1,
    ]  # fmt: skip
    written = sum_of([Power(Sum(((1, Number(2)), (-1, Number(3)))), 2)])
    drawing = Drawing(Digits(), lambda query: "rows", keys, terms=lambda squares: written)
    square = ["pow", ["paren", ["terms", "2", ["row", "−", "3"]]], "2"]
    assert drawing.line(Line(Named("SS", Symbol("SS"), squares)))["terms"] == ["terms", square]
    mean = drawing.line(Line(Named("Var", Symbol("Var"), squares / Number(4))))
    assert mean["numbers"][:2] == ["frac", ["squares", "q0", "3", "rows", -1, -1, "∑"]]
    assert mean["terms"] == ["terms", ["row", ["frac", "1", "4"], " ", "(", square, ")"]]


# ------------------------------------------------------------------------- exact fractions


def gain_of_an_eighteenth() -> list[Line]:
    data, recipe = table("aababb", x="pppqqq"), dt.recipe("cart")
    found = weighed(data, recipe)
    formula = dt.explain.score(recipe, data.schema, found, found.candidates[0], "gain")
    return [Line(part) for part in named_parts(formula)]


def test_fractions_on_request() -> None:
    lines = gain_of_an_eighteenth()
    block = sum_block(lines, Writing(Digits(), exact=True), "Working")
    last = block["lines"][-1]
    assert (last["relation"], last["value"]) == ("=", ["frac", "1", "18"])
    assert last["numbers"] == [
        "terms",
        ["named", ["frac", "1", "2"], "Gini(D)"],
        ["row", "−", ["named", ["frac", "4", "9"], "Gini(D,A)"]],
    ]
    rounded = sum_block(lines, Writing(Digits()), "Working")["lines"][-1]
    assert (rounded["relation"], rounded["value"]) == ("=", "0.0556")


def test_the_switch_to_fractions_is_there_if_there_are_any() -> None:
    assert exact_switch(gain_of_an_eighteenth(), True) == {"on": True, "label": "Exact fractions"}
    assert exact_switch([Line(Named("a", Symbol("a"), Log(Number(8))))], False) is None
    assert exact_switch([Line(Named("a", Symbol("a"), Number(8)))], False) is None


def test_a_fraction_that_nobody_can_read_is_rounded() -> None:
    long = Ratio(Number(123_456_789_012), Number(987_654_321_011))
    drawn = Drawing(Digits(), str, {}, exact=True).line(Line(Named("a", Symbol("a"), long)))
    assert (drawn["relation"], drawn["value"]) == ("=", "0.1250")


@pytest.mark.parametrize(
    ("value", "box"),
    [
        (Ratio(Number(4), Number(2)), "2"),
        (Sum(((-1, SHARE),)), ["row", "−", ["frac", "9", "14"]]),
        (Sum(()), "0"),
    ],
)
def test_fractions_are_written_as_short_as_can_be(value: Formula, box: Box) -> None:
    drawn = Drawing(Digits(), str, {}, exact=True).line(Line(Named("a", Symbol("a"), value)))
    assert drawn["value"] == box
