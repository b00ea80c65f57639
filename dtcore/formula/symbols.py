"""How names are written: H(D_1), e_{1,2}, ΔSS, ȳ.

A name is plain text. What stands below the line comes after _, in braces if it is more than one
sign; a single letter is italic, a word upright. Not done here: no other notation is read, so
no fraction and no root can be part of a name.
"""

from __future__ import annotations

import re
from typing import Final

from dtcore.formula.parts import Bars, Symbol

_SIGN: Final = re.compile(
    r"_\{(?P<sub>[^}]*)\}|_(?P<one>\w)|(?P<rm>[A-Za-z]{2,})|(?P<it>[^\W\d_])|(?P<other>[^_])"
)


def within(whole: str, index: str) -> str:
    """The name of a part of the set ``whole``: D_k of D, D_{1k} of D_{1}, D_{t,k} of D_t."""
    name, _, below = whole.partition("_")
    below = below.strip("{}")
    if not below:
        return f"{name}_{index}" if len(index) == 1 else f"{name}_{{{index}}}"
    comma = "" if below.isdecimal() and index.isalpha() else ","
    return f"{name}_{{{below}{comma}{index}}}"


def size(of: str) -> Bars:
    """|D|, how many rows the set ``of`` has."""
    return Bars(Symbol(of))


def symbol_parts(symbol: str) -> list[tuple[str, str]]:
    """A name in parts: ("it" | "rm" | "sub" | "other", text).

    ``ΔSS(D_{1})`` is Δ upright, SS upright, (, D italic, 1 below, ).
    """
    out = []
    for found in _SIGN.finditer(symbol):
        kind = found.lastgroup or "other"
        text = found[kind]
        if kind == "it" and "Α" <= text <= "Ω":  # Greek capitals are upright
            kind = "rm"
        out.append(("sub" if kind == "one" else kind, text))
    return out


def symbol_text(symbol: str) -> str:
    """A name as plain text: H(D_{1}) is H(D1)."""
    parts = symbol_parts(symbol)
    return "".join(f"_{t}" if kind == "sub" and not t.isdecimal() else t for kind, t in parts)
