"""The lines of a formula as printed: what is said to add up does, and prices are shown."""

import re
from decimal import Decimal

import pandas as pd
from hypothesis import given

import dtcore as dt
from dtcore.formula import named_parts
from dttools.printing import Digits, plain
from tests.engine.every_formula import Case, formulas, golf, lines
from tests.strategies import law, problems


@law
@given(problems())
def test_a_line_that_is_said_to_add_up_does(case: Case) -> None:
    """Read what is printed, work it out with fifty digits, round it, and compare."""
    data, recipe = case[0].data(), case[1]
    for _, candidate, _, formula in formulas(data, recipe):
        digits = Digits.for_scale(candidate.scores["impurity_before"])
        for line in named_parts(formula):
            printed = plain(line, digits)
            if digits.adds_up(line) and "Σ" not in printed:
                unit = Decimal(1).scaleb(-digits.result)
                again = worked_out(printed).quantize(unit)
                assert again == Decimal(digits.show(line.value).replace("−", "-")), printed


TOKEN = re.compile(r"\d+(?:\.\d+)?(?:e[+-]?\d+)?|log2|ln|max|[()/×^−+,]")


def worked_out(printed: str) -> Decimal:
    """The value of a printed line, by the usual rules; "p log2(p)" is a product."""
    tokens = TOKEN.findall(printed)
    assert "".join(tokens) == printed.replace(" ", "")
    value = total(tokens)
    assert not tokens
    return value


def total(tokens: list[str]) -> Decimal:
    """Each of these reads the tokens of its own part from the front and takes them off."""
    value = product(tokens)
    while tokens and tokens[0] in "+−":
        value += product(tokens) if tokens.pop(0) == "+" else -product(tokens)
    return value


def product(tokens: list[str]) -> Decimal:
    negative = tokens[0] == "−" and bool(tokens.pop(0))
    value = power(tokens)
    while tokens and tokens[0] in ("×", "/", "log2", "ln"):
        match tokens[0]:
            case "×":
                tokens.pop(0)
                value *= power(tokens)
            case "/":
                tokens.pop(0)
                value /= power(tokens)
            case _:
                value *= power(tokens)
    return -value if negative else value


def power(tokens: list[str]) -> Decimal:
    base = atom(tokens)
    if tokens and tokens[0] == "^":
        tokens.pop(0)
        return base ** (atom(tokens) if tokens[0] == "(" else int(tokens.pop(0)))
    return base


def atom(tokens: list[str]) -> Decimal:
    match token := tokens.pop(0):
        case "(" | "log2" | "ln" | "max":
            if token != "(":
                assert tokens.pop(0) == "("
            inner = [total(tokens)]
            while tokens.pop(0) == ",":
                inner.append(total(tokens))
            natural = max(inner).ln() if token in ("log2", "ln") else max(inner)
            return natural / Decimal(2).ln() if token == "log2" else natural
        case "−":
            return -atom(tokens)
        case _:
            return Decimal(token)


def test_the_working_of_a_gain_ratio() -> None:
    """Quinlan 1993, §2.2: outlook, 0.247 bits of 1.577."""
    assert lines(*golf(), 0, "gain_ratio") == [
        "H(D) = −5/14 log2(5/14) − 9/14 log2(9/14) = 0.9403",
        "H(D_{1}) = −4/4 log2(4/4) = 0",
        "H(D_{2}) = −2/5 log2(2/5) − 3/5 log2(3/5) = 0.9710",
        "H(D_{3}) = −3/5 log2(3/5) − 2/5 log2(2/5) = 0.9710",
        "H(D|A) = 4/14 × 0 + 5/14 × 0.970951 + 5/14 × 0.970951 = 0.6935",
        "g(D,A) = 0.9402860 − 0.6935361 = 0.2467",
        "H_A(D) = −4/14 log2(4/14) − 5/14 log2(5/14) − 5/14 log2(5/14) = 1.5774",
        "g_R(D,A) = 0.246750/1.577406 = 0.1564",
    ]


def test_the_price_of_choosing_a_cut_is_part_of_the_working() -> None:
    """Quinlan 1996: humidity has six possible cuts at the root, and log2(6)/14 eats its gain."""
    assert lines(*golf(), 2, "corrected_gain")[-1] == "g'(D,A) = 0.102244 − log2(6)/14 = −0.0824"


def test_a_price_that_is_not_taken_is_zero() -> None:
    """Only C4.5 takes log2(cuts tried)/n off a gain; CART and the textbook C4.5 do not."""
    data, _ = golf()
    cart = dt.recipe("cart")
    timeline = dt.start(data, cart)
    weighed = dt.weigh(timeline.problem, timeline.state, ())
    temperature = weighed.candidates[1]
    assert temperature.scores["correction"] == 0
    formula = dt.explain.score(cart, data.schema, weighed, temperature, "correction")
    assert formula.value == 0


def test_nought_divided_by_nought_does_not_add_up() -> None:
    """A column with one value, judged all the same: a gain of 0 and a split info of 0."""
    frame = pd.DataFrame({"x": list("aa"), "y": list("pq")})
    data = dt.Dataset.from_frame(frame, target="y")
    timeline = dt.start(data, dt.recipe("id3"))
    weighed = dt.weigh(timeline.problem, timeline.state, ())
    comparison = dt.judge(timeline.problem, timeline.state, (), dt.Multiway(0))
    formula = dt.explain.score(dt.recipe("id3"), data.schema, weighed, comparison, "gain_ratio")
    assert plain(formula, Digits()) == "0/0"
    assert not Digits().adds_up(formula)
