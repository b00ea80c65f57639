"""Arithmetic that one can touch: a formula's lines with real fractions and buttons for counts.

A count that is pressed reports its query's key; ``query_key`` and ``read_key`` are the two
directions. User text travels as data and is set as text, never as markup.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import streamlit as st

from dtcore.formula import (
    Count,
    Digits,
    Formula,
    Log,
    Max,
    Named,
    Number,
    Power,
    Product,
    Query,
    Ratio,
    Root,
    Squares,
    Sum,
    Total,
    symbol_parts,
)

HERE: Final = Path(__file__).parent
Box = str | list[Any]


@dataclass(frozen=True)
class Line:
    """One line of working: symbol = numbers = result, and which branch it is about."""

    named: Named
    legend: str = ""
    result: bool = False


def formula_view(
    lines: Sequence[Line],
    digits: Digits,
    key: str,
    label: str,
    describe: Callable[[Query], str],
    pressed: str = "",
    on_press: Callable[[], None] | None = None,
) -> Any:
    """Draw ``lines``; ``describe`` says in words what a count counts (for its button).

    The component's state holds ``count``, the key of the count pressed last ("" to let go).
    """
    data = {
        "lines": [_line(line, digits, describe) for line in lines],
        "pressed": pressed,
        "label": label,
    }
    ignore = on_press or (lambda: None)
    return _component()(key=key, data=data, on_count_change=ignore, height="content")


def query_key(query: Query) -> str:
    """A query without its node and split: which branch, which class."""
    branch = "" if query.branch is None else query.branch
    return f"b{branch}k{'' if query.label is None else query.label}"


def read_key(key: str) -> tuple[int | None, int | None] | None:
    """(branch, class) of a key; None if it is no key."""
    found = re.fullmatch(r"b(\d*)k(\d*)", key)
    if found is None:
        return None
    branch, label = (int(part) if part else None for part in found.groups())
    return branch, label


@cache
def _component() -> Any:
    css, js = ((HERE / f"formula.{end}").read_text("utf-8") for end in ("css", "js"))
    html = '<div class="formula" role="group"></div>'
    return st.components.v2.component("nbn_formula", html=html, css=css, js=js)


def _line(line: Line, digits: Digits, describe: Callable[[Query], str]) -> dict[str, Any]:
    return {
        "symbol": symbol_box(line.named.symbol),
        "numbers": box(line.named.body, digits, describe),
        "relation": "=" if digits.adds_up(line.named) else "≈",
        "value": digits.show(line.named.value),
        "legend": line.legend,
        "result": line.result,
    }


def symbol_box(symbol: str) -> Box:
    r"""A name such as ``H(D_{1})`` or ``\Delta\mathrm{SS}`` as boxes: it, sub, rm."""
    parts = symbol_parts(symbol)
    return ["row", *(text if kind == "other" else [kind, text] for kind, text in parts)]


def box(formula: Formula, digits: Digits, describe: Callable[[Query], str]) -> Box:
    """A formula with its numbers put in, as nested boxes that the browser draws."""

    def again(part: Formula) -> Box:
        return box(part, digits, describe)

    match formula:
        case Number(number=number):
            return f"{number:g}"
        case Count(value=value, query=query) | Total(value=value, query=query):
            return ["count", query_key(query), digits.part(value), describe(query)]
        case Squares(mean=mean, query=query):
            return ["squares", query_key(query), digits.part(mean), describe(query)]
        case Named(value=value):
            return digits.part(value)
        case Ratio(top=top, bottom=bottom):
            return ["frac", again(top), again(bottom)]
        case Log(x=x, base=base):
            # the same counts stand as buttons before the logarithm: here they are only read
            return ["row", ["rm", "ln" if base is None else "log₂"], _read_only(again(x))]
        case Power(base=inner, exponent=exponent):
            return ["row", "(", again(inner), ")", ["sup", str(exponent)]]
        case Root(x=x, degree=degree):
            if formula.square:
                return ["row", "√(", again(x), ")"]
            return ["row", "(", again(x), ")", ["sup", f"1/{digits.part(degree.value)}"]]
        case Max(items=items):
            commas = [part for item in items for part in (again(item), ",")][:-1]
            return ["row", ["rm", "max"], "(", *commas, ")"]
        case Product(factors=factors):
            return ["row", *_spaced([(f, again(f)) for f in factors])]
        case Sum(terms=terms):
            return ["terms", *_signed([(sign, again(term)) for sign, term in terms])]


def _read_only(drawn: Box) -> Box:
    """Boxes with their buttons turned into plain numbers."""
    if isinstance(drawn, str):
        return drawn
    if drawn[0] == "count":
        return str(drawn[2])
    return [drawn[0], *map(_read_only, drawn[1:])]


def _spaced(factors: list[tuple[Formula, Box]]) -> list[Box]:
    out: list[Box] = []
    for formula, drawn in factors:
        if out and not isinstance(formula, Log):
            out.append("·")
        out.append(["row", "(", drawn, ")"] if isinstance(formula, Sum) else drawn)
    return out


def _signed(terms: list[tuple[int, Box]]) -> list[Box]:
    """Each term with its sign, so that a long sum breaks between terms only."""
    if not terms:
        return ["0"]
    return [
        ["row", "−" if sign < 0 else "+", drawn] if i or sign < 0 else drawn
        for i, (sign, drawn) in enumerate(terms)
    ]
