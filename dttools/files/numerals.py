"""Numbers as people write them: 1,500 and 1.500,25 and 1'500, 12 %, $3, 3 kg, −5 and (5).

A cell is read in two ways at once, with a point and with a comma as its decimal sign; which of
them a column means, its cells say together (``cleaning``). Not done here: "<5", "~5", "18-25",
"5+" and "3/4" are no numbers, leading zeros make a code, and a letter O is no zero.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from dttools.files.cells import EXACT_DIGITS, in_groups, number

LONGEST: Final = 40
"""Characters: a longer cell is no number."""

_DASHES: Final = "‐‑‒–—−﹣－"
_SPACES: Final = "\t\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u202f\u3000"
_APOSTROPHES: Final = "’‘ʼ′´`＇"
_FULL_WIDTH: Final = dict(
    zip("０１２３４５６７８９．，％＄￥（）＋￡", "0123456789.,%$¥()+£", strict=True)
)
_TYPED: Final = {
    **dict.fromkeys(_DASHES, "-"),
    **dict.fromkeys(_SPACES, " "),
    **dict.fromkeys(_APOSTROPHES, "'"),
    **_FULL_WIDTH,
}
_TABLE: Final = str.maketrans(_TYPED)
_CODES: Final = (
    "USD|EUR|GBP|JPY|CNY|RMB|INR|CHF|AUD|CAD|NZD|HKD|SGD|TWD|KRW|SEK|NOK|DKK|PLN|CZK|HUF|RUB|TRY"
    "|BRL|MXN|ZAR|THB|IDR|MYR|PHP|VND|ILS|AED|SAR"
)
_MONEY: Final = rf"(?:(?:US|NT|HK|A|C|S|R)?\$|[€£¥₹₩₽₺₫₱฿₪₴¢]|Rs\.?|{_CODES})"
_WORD: Final = r"(?:[^\W\d_]|[%‰°])++[23]?"
_CELL: Final = re.compile(
    rf"'?(?P<open>\()?(?P<sign>[+-])? ?(?P<before>{_MONEY})? ?(?P<inner>[+-])?"
    r"(?P<core>[0-9.,](?:[0-9., ']*[0-9.,])?)(?P<power>[eE][+-]?[0-9]+)?"
    rf"(?P<gap> *)(?P<after>{_MONEY}|{_WORD}(?:[ /·]{_WORD})?\.?)?(?P<close>\))?"
)
_GROUPED: Final = {
    decimal: re.compile(
        f"(?:0|[1-9][0-9]*|{in_groups(by, '(?:(?P=by)[0-9]{3})*')}{lakhs})?"
        f"(?:{re.escape(decimal)}[0-9]*)?"
    )
    for decimal, by, lakhs in (
        (".", "(?P<by>[, '])", "|[1-9][0-9]?(?:,[0-9]{2})+,[0-9]{3}"),
        (",", "(?P<by>[. '])", ""),
    )
}
_WIDE_DIGITS: Final = re.compile("(?<=[０-９])０|[１-８]")
# What may follow a number and yet is no unit: ordinals, exponents, products, times of the day.
_NO_UNITS: Final = frozenset(("e", "x", "o", "st", "nd", "rd", "th", "am", "pm"))
_LONGEST_UNIT: Final = 12


@dataclass(frozen=True)
class Numeral:
    """A cell that says a number: as plain text with a decimal point, or None, in either way.

    ``unit`` is its currency, percent sign or unit ("" without one), ``bracketed`` says (5);
    ``signs`` are those that group its digits ("" without one).
    """

    by_point: str | None
    by_comma: str | None
    unit: str = ""
    bracketed: bool = False
    signs: str = ""

    def by(self, decimal: str) -> str | None:
        return self.by_point if decimal == "." else self.by_comma

    def typed(self, sign: str, decimal: str) -> str:
        """The number as one would type it, read with the decimal ``sign``."""
        return (self.by(sign) or "").replace(".", decimal)

    @property
    def nought(self) -> bool:
        """Nothing is nothing in every unit."""
        return self.by_point == "0"


def typed(text: str) -> str:
    """The text with digits, spaces, apostrophes and minus signs as a keyboard has them."""
    return text if text.isascii() else text.translate(_TABLE)


def numeral(cell: str) -> Numeral | None:
    """The number that a cell without surrounding spaces says, or None."""
    found = _CELL.fullmatch(typed(cell)) if len(cell) <= LONGEST else None
    if found is None:
        return None
    unit = _unit(found)
    bracketed = found["open"] is not None
    signed = (found["sign"] or "") + (found["inner"] or "")
    if unit is None or bracketed != (found["close"] is not None) or len(signed) + bracketed > 1:
        return None
    minus, power = "-" if bracketed or signed == "-" else "", found["power"] or ""
    by_point, by_comma = (_plain(found["core"], sign, minus, power) for sign in ".,")
    if by_point is None and by_comma is None:
        return None
    signs = "".join(sorted(set(found["core"]) & set(",.' ")))
    # +49 30 1234 is called, not counted.
    if signed == "+" and " " in signs:
        return None
    return Numeral(by_point, by_comma, unit, bracketed, signs)


def _unit(found: re.Match[str]) -> str | None:
    """What is counted, or None where it is no unit."""
    before, after = found["before"] or "", found["after"] or ""
    if before and after:
        return None
    if not after:
        return before
    code = len(after) == 1 and after.isascii() and after.isupper() and not found["gap"]
    if code or len(after) > _LONGEST_UNIT or after.casefold() in _NO_UNITS:
        return None
    return after


def _plain(core: str, decimal: str, minus: str, power: str) -> str | None:
    """The digits as one would type them, with a decimal point."""
    if not _GROUPED[decimal].fullmatch(core):
        return None
    whole, _, fraction = core.partition(decimal)
    for sign in ",. '":
        whole = whole.replace(sign, "")
    plain = minus + whole + ("." + fraction if decimal in core else "") + power
    short = len(plain) <= EXACT_DIGITS and not power and (whole or fraction)
    return plain if short or number(plain, ".") is not None else None


def shapes(cells: Sequence[str]) -> list[str]:
    """Each cell with every digit as a 9, but a 0 where a run of digits begins with one.

    The few shapes of a column of numbers say as much of how they are written as all its cells.
    Digits of full width stay so.
    """
    joined = "\n".join(cells)
    if joined.count("\n") >= len(cells):
        joined = "\n".join(cell.replace("\n", "\0") for cell in cells)
    for digit in "12345678":
        joined = joined.replace(digit, "9")
    while "90" in joined or "00" in joined:
        joined = joined.replace("90", "99").replace("00", "09")
    if not joined.isascii():
        joined = _WIDE_DIGITS.sub("９", joined)
    return joined.split("\n")


def typed_again(forms: Sequence[str], sign: str, decimal: str, cells: Sequence[str]) -> list[str]:
    """Numbers of the shapes ``forms``, read with the decimal ``sign``, as one would type them;
    "" for a cell that is none."""
    swapped = _swapped("".join(forms), sign, decimal)
    # Nearly always the same signs go from all cells, so that all can be rewritten at once.
    if _all_at_once(swapped, forms) == _one_by_one(forms, sign, decimal):
        texts = _all_at_once(swapped, cells)
        if len(texts) == len(cells):
            return texts
    return _one_by_one(cells, sign, decimal)


def _one_by_one(cells: Sequence[str], sign: str, decimal: str) -> list[str]:
    found = (numeral(cell) for cell in cells)
    return ["" if one is None else one.typed(sign, decimal) for one in found]


def _all_at_once(swapped: Mapping[str, str], cells: Sequence[str]) -> list[str]:
    joined = "\n".join(cells)
    for odd, plain in swapped.items():
        joined = joined.replace(odd, plain)
    return joined.split("\n")


def _swapped(text: str, sign: str, decimal: str) -> dict[str, str]:
    """What becomes of each character that is no digit: first those that go, then the others."""
    becomes = {"-": "-", "(": "-", sign: decimal}
    odd = {char: becomes.get(typed(char), "") for char in set(text) - set("0123456789\n")}
    digits = {full: plain for full, plain in _FULL_WIDTH.items() if plain.isdigit()}
    gone = {char: "" for char, plain in odd.items() if not plain and char not in digits}
    return {**gone, **{char: plain for char, plain in odd.items() if plain}, **digits}
