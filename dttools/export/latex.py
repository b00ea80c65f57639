r"""A sum as LaTeX, and a tree as a picture of the package ``forest``.

>>> print(dt.export.latex(formula))  # as dt.explain.score and its like give one
H(D) = -\frac{9}{14} \log_2 \frac{9}{14} - \frac{5}{14} \log_2 \frac{5}{14} = 0.9403

Not done here: colours of the pages, and long sums are not broken into lines. Names in Chinese need
XeLaTeX or LuaLaTeX with ``ctex``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from dtcore.formula import (
    Bars,
    Count,
    Equal,
    Formula,
    Log,
    Max,
    Named,
    Number,
    Over,
    Power,
    Product,
    Raised,
    Ratio,
    Root,
    Squares,
    Sum,
    Symbol,
    Total,
    symbol_parts,
)
from dtcore.model.tree import Tree, check_tree, on_one_line
from dttools.export.drawing import branch_into
from dttools.export.labels import default_label
from dttools.printing import Digits, in_symbols, join_factors, join_terms, several

BRACKETS: Final = r"\left({}\right)"

COMMANDS: Final = (
    ("ΔΣΦαβλνπσχ", "Delta Sigma Phi alpha beta lambda nu pi sigma chi"),
    ("∈≤≥≠·×…⋯∞", "in leq geq neq cdot times ldots cdots infty"),
)
MATH = {
    sign: f"\\{name} "
    for signs, names in COMMANDS
    for sign, name in zip(signs, names.split(), strict=True)
}
MATH |= {"−": "-", "′": "'", "ȳ": r"\bar{y}", "ŷ": r"\hat{y}", "ḡ": r"\bar{g}"}
MATH |= {"²": "^2", "⁻": "^{-", "¹": "1}"}  # χ², Φ⁻¹
"""What LaTeX calls a sign in math."""
TEXT: Final = (
    {sign: f"\\{sign}" for sign in "#$%&_{}"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    | {sign: f"${MATH.get(sign, sign).strip()}$" for sign in "<>|≤≥≠·×∈−…"}
)
"""What it calls a sign in words."""


def latex(formula: Formula, digits: Digits = Digits()) -> str:
    """A line of working with its result, or a definition, as math without its dollar signs.

    ``formula``: of ``dtcore.explain``, a named one with its name before it. Numbers are rounded
    by ``digits`` as on the pages; where the rounded parts do not give the rounded result, the sign
    between them is ≈. Raises TypeError for what is no formula.
    """
    if not isinstance(formula, Named):
        return _tidy(_math(formula, digits))
    digits = digits.of_line(formula)
    relation = "=" if digits.adds_up(formula) else r"\approx"
    name, numbers = _symbol(formula.symbol), _math(formula.body, digits)
    if isinstance(formula.body, Number | Count):
        return _tidy(f"{name} = {numbers}")
    return _tidy(f"{name} = {numbers} {relation} {_number(digits.show(formula.value))}")


def tikz(tree: Tree) -> str:
    """The tree as a ``forest``: what each node asks or predicts over its rows, and what each
    branch says. Needs ``\\usepackage{forest}``; raises DtError if ``tree`` is none."""
    check_tree(tree)
    below: list[list[str]] = [[] for _ in range(len(tree))]
    for place in range(len(tree) - 1, 0, -1):  # children before their parent
        condition = branch_into(tree, place)
        words = _text(f"{condition.operator} {condition.value}")
        edge = f", edge label={{node[midway, fill=white, font=\\scriptsize] {{{words}}}}}"
        below[int(tree.parent[place])].insert(0, _node(tree, place, edge, below[place]))
    style = "for tree={draw, rounded corners, align=center, l sep=2.5em, s sep=1em}"
    body = _node(tree, 0, "", below[0]).replace("\n", "\n  ")
    return f"\\begin{{forest}}\n  {style}\n  {body}\n\\end{{forest}}\n"


def _node(tree: Tree, place: int, edge: str, below: Sequence[str]) -> str:
    lines = r"\\".join(map(_text, default_label(tree, tree.id_at(place))))
    leaf = "" if tree.arity[place] else ", fill=black!8"
    children = "".join("\n  " + child.replace("\n", "\n  ") for child in below)
    return f"[{{{lines}}}{leaf}{edge}{children}]"


def _text(words: str) -> str:
    """Words as they are, whatever signs are in them."""
    return "".join(TEXT.get(sign, sign) for sign in on_one_line(words))


def _tidy(math: str) -> str:
    return re.sub(r" +", " ", math).replace(" }", "}").strip()


def _number(text: str) -> str:
    return text.replace("−", "-")


def _symbol(name: str) -> str:
    """A name: one letter italic, a word upright, what is below the line in braces."""
    written = []
    for kind, text in symbol_parts(name):
        if kind == "sub":
            written.append(f"_{{{_symbol(text)}}}")
        else:
            signs = "".join(MATH.get(sign, sign) for sign in text)
            written.append(rf"\mathrm{{{signs}}}" if kind == "rm" and text.isascii() else signs)
    return "".join(written)


def _math(formula: Formula, digits: Digits) -> str:
    def again(part: Formula) -> str:
        return _math(part, digits)

    match formula:
        case Number() | Count() | Total() | Named():
            return _number(digits.part(formula.value))
        case Squares(mean=mean):
            return rf"\sum (y - {_number(digits.part(mean))})^2"
        case Ratio(top=top, bottom=bottom):
            return rf"\frac{{{again(top)}}}{{{again(bottom)}}}"
        case Log(x=x, base=base):
            return rf"\{'ln' if base is None else 'log_2'} {_enclosed(x, again)}"
        case Power(base=base, exponent=exponent):
            return f"{_powered(base, again)}^{{{exponent}}}"
        case Raised(base=base, exponent=exponent):
            return f"{_powered(base, again)}^{{{again(exponent)}}}"
        case Root(x=x, degree=degree):
            return rf"\sqrt{'' if formula.square else f'[{again(degree)}]'}{{{again(x)}}}"
        case Max(items=items):
            return rf"\max\left({', '.join(map(again, items))}\right)"
        case Product(factors=factors):
            times = " " if in_symbols(formula) else r" \cdot "
            return join_factors([*map(again, factors)], factors, times, BRACKETS)
        case Sum(terms=terms):
            signed = [(sign, _enclosed(term, again)) for sign, term in terms]
            return _number(join_terms(signed))
        case _:
            return _defined(formula, again)


def _powered(base: Formula, again: Callable[[Formula], str]) -> str:
    """What a power is taken of: in brackets unless it is a name or a number."""
    alone = isinstance(base, Symbol | Number | Named) and not base.value < 0
    return again(base) if alone else BRACKETS.format(again(base))


def _defined(part: Formula, again: Callable[[Formula], str]) -> str:
    """What only definitions have."""
    match part:
        case Symbol(name=name):
            return _symbol(name)
        case Bars(x=x):
            return rf"\left|{again(x)}\right|"
        case Over(index=index, x=x, sign=sign):
            operator = r"\sum" if sign == "∑" else r"\max"
            return rf"{operator}_{{{_symbol(index)}}} {_enclosed(x, again)}"
        case Equal(one=one, other=other):
            return f"{again(one)} = {again(other)}"
    raise TypeError(part)


def _enclosed(part: Formula, again: Callable[[Formula], str]) -> str:
    return BRACKETS.format(again(part)) if several(part) else again(part)
