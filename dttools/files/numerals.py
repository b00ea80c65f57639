"""Numbers as people write them: 1,500 and 1.500,25 and 1'500, 12 %, $3, 3 kg, −5 and (5), 19M,
30万元, and with marks: <0.5, 1,000+, 10.3*, 1200[3], 1.0 ± 0.1, 1.0 (0.5–1.9).

A cell is read in two ways at once, with a point and with a comma as its decimal sign; which of
them a column means, and whether its marks may go, its cells say together (``cleaning``). Not done
here: "18-25" and "3/4" are no numbers, leading zeros make a code, and a letter O is no zero.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from dttools.files.cells import EXACT_DIGITS, in_groups, number

LONGEST: Final = 40
"""Characters: a longer cell is no number."""

_DASHES: Final = "‐‑‒–—−﹣－"
_SPACES: Final = "\t\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u202f\u3000"
_APOSTROPHES: Final = "’‘ʼ′´`＇"
_FULL_WIDTH: Final = dict(
    zip("０１２３４５６７８９．，％＄￥（）＋￡＜＞～", "0123456789.,%$¥()+£<>~", strict=True)
)
_TABLE: Final = str.maketrans(
    dict.fromkeys(_DASHES, "-")
    | dict.fromkeys(_SPACES, " ")
    | dict.fromkeys(_APOSTROPHES, "'")
    | _FULL_WIDTH
    | {"℃": "°C", "℉": "°F"}
)
_CODES: Final = (
    "USD|EUR|GBP|JPY|CNY|RMB|INR|CHF|AUD|CAD|NZD|HKD|SGD|TWD|KRW|SEK|NOK|DKK|PLN|CZK|HUF|RUB|TRY"
    "|BRL|MXN|ZAR|THB|IDR|MYR|PHP|VND|ILS|AED|SAR"
)
_MONEY: Final = rf"(?:(?:US|NT|HK|A|C|S|R)?\$|[€£¥₹₩₽₺₫₱฿₪₴¢]|Rs\.?|{_CODES})"
_PRICED: Final = re.compile(_MONEY)
_YUAN: Final = "元 块 块钱 圆 人民币 ¥ cny rmb"
# The first of each stands for all.
_SAME: Final = {
    name: names.split()[0]
    for names in (
        _YUAN,
        "岁 周岁",
        "kg 公斤 千克",
        "g 克",
        "km 公里 千米",
        "m 米",
        "cm 厘米 公分",
        "°c 摄氏度",
    )
    for name in names.split()
}
_WORD: Final = r"(?:[^\W\d_]|[%‰°])++[23]?"
_POWERS: Final = {
    1: "十",
    2: "百",
    3: "k K 千 thousand",
    4: "万 萬",
    5: "lakh",
    6: "M mn Mio million",
    7: "crore",
    8: "亿 億",
    9: "B bn Mrd billion",
}
_SCALES: Final = {word: power for power, words in _POWERS.items() for word in words.split()}
# 5k and 5 million, 51百万 and 1.2万亿; not 5 kg, 300 K and 9千克.
_SCALE: Final = (
    "(?:[kKMB]|(?: ?(?:thousand|lakh|million|mn|Mio|crore|billion|bn|Mrd)))(?![A-Za-z])[.]?+"
    "| ?(?:[十百千万萬]?[万萬亿億]|[千](?![克米瓦卡升]))"
)
_BESIDE: Final = r"[+-]?[0-9][0-9.,]*"
_MARK: Final = (
    r" ?(?:\+|\*{1,3}|[†‡§¶]{1,3}|(?:\[(?:[a-z]{1,4}\.? ?)?[0-9]{0,3}(?<!\[)\]){1,3}"
    rf"|(?:±|\+/?-) ?{_BESIDE}|[(\[]{_BESIDE} ?(?:[-,;]|to) ?{_BESIDE}[)\]])"
)
_CELL: Final = re.compile(
    rf"'?(?P<rough>[<>≤≥~≈]=? ?)?(?P<open>\()?(?P<sign>[+-])? ?(?P<before>{_MONEY})? ?"
    r"(?P<inner>[+-])?(?P<core>[0-9.,](?:[0-9., ']*[0-9.,])?)(?P<power>[eE][+-]?[0-9]+)?"
    rf"(?P<scale>{_SCALE})?(?P<gap> *)(?P<after>{_MONEY}|{_WORD}(?:[ /·]{_WORD})?\.?)?"
    rf"(?P<close>\))?(?P<mark>{_MARK})?"
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
_FIGURES: Final = {one: at for at, one in enumerate("〇一二三四五六七八九")} | {"零": 0, "两": 2}
_FIGURE: Final = "[一二三四五六七八九]"
# 一九九六 stands for its digits; 九八 is no number of its own. 三百五 (350) is left to a person.
_CHINESE: Final = re.compile(
    rf"(?:(?P<figures>[〇零一二三四五六七八九]{{3,}})"
    rf"|(?=[〇零一二三四五六七八九十两])(?P<thousands>(?:{_FIGURE}|两)千)?零?"
    rf"(?P<hundreds>(?:{_FIGURE}|两)百)?零?(?P<tens>(?<!千){_FIGURE}?十)?零?"
    rf"(?P<ones>(?<![百千]){_FIGURE})?)"
    "(?![〇零一二三四五六七八九十百千两0-9])"
)
# What may follow a number and yet is no unit: ordinals, exponents, products, times of the day.
_NO_UNITS: Final = frozenset(("e", "x", "o", "st", "nd", "rd", "th", "am", "pm"))
_LONGEST_UNIT: Final = 12


@dataclass(frozen=True)
class Numeral:
    """A cell that says a number: as plain text with a decimal point, or None, in either way.

    ``unit`` is its currency, percent sign or unit ("" without one), ``bracketed`` says (5);
    ``signs`` are those that group its digits, ``scale`` is the k or 万 that was multiplied out,
    ``rough`` a < before it and ``mark`` what stands behind it ("" without one).
    """

    by_point: str | None
    by_comma: str | None
    unit: str = ""
    bracketed: bool = False
    signs: str = ""
    scale: str = ""
    rough: str = ""
    mark: str = ""

    def by(self, decimal: str) -> str | None:
        """The number with this decimal sign; with "", by the one that it can have."""
        if not decimal:
            return self.by_comma if self.by_point is None else self.by_point
        return self.by_point if decimal == "." else self.by_comma

    def typed(self, sign: str, decimal: str) -> str:
        """The number as one would type it, read with the decimal ``sign``."""
        return (self.by(sign) or "").replace(".", decimal)

    @property
    def is_ambiguous(self) -> bool:
        """Whether it is another number with the other decimal sign."""
        return None not in (self.by_point, self.by_comma) and self.by_point != self.by_comma

    @property
    def nought(self) -> bool:
        """Nothing is nothing in every unit."""
        return self.by_point == "0"


def typed(text: str) -> str:
    """The text with digits, spaces, apostrophes and minus signs as a keyboard has them."""
    return text if text.isascii() else text.translate(_TABLE)


def numeral(cell: str) -> Numeral | None:
    """The number that a cell without surrounding spaces says, or None."""
    found = _CELL.fullmatch(_in_digits(typed(cell))) if len(cell) <= LONGEST else None
    if found is None:
        return None
    unit = _unit(found)
    bracketed = found["open"] is not None
    signed = (found["sign"] or "") + (found["inner"] or "")
    if unit is None or bracketed != (found["close"] is not None) or len(signed) + bracketed > 1:
        return None
    minus, power = "-" if bracketed or signed == "-" else "", found["power"] or ""
    scale = (found["scale"] or "").strip(" .")
    by_point, by_comma = (
        _scaled(_plain(found["core"], sign, minus, power), scale) for sign in ".,"
    )
    if by_point is None and by_comma is None:
        return None
    signs = "".join(sorted(set(found["core"]) & set(",.' ")))
    # +49 30 1234 is called, not counted.
    if signed == "+" and " " in signs:
        return None
    rough, mark = ((found[part] or "").strip() for part in ("rough", "mark"))
    return Numeral(by_point, by_comma, unit, bracketed, signs, scale, rough, mark)


def _in_digits(cell: str) -> str:
    """The cell with a number that begins it in Chinese characters, or its count of 万, in digits:
    一九九六年 is 1996年, 一百二十万 is 120万."""
    found = None if cell.isascii() else _CHINESE.match(cell)
    if found is None:
        return cell
    if figures := found["figures"]:
        return "".join(str(_FIGURES[one]) for one in figures) + cell[found.end() :]
    # Of 十五 the ten is one.
    parts = (("thousands", 1000), ("hundreds", 100), ("tens", 10), ("ones", 1))
    whole = sum(_FIGURES.get(found[name][:1], 1) * each for name, each in parts if found[name])
    return f"{whole}{cell[found.end() :]}"


def same_unit(unit: str) -> str:
    """One name for the units that mean the same, whatever their capitals."""
    return _SAME.get(unit.casefold(), unit.casefold())


def is_money(unit: str) -> bool:
    return unit in _YUAN.split() or _PRICED.fullmatch(unit) is not None


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
    if not _FIGURES.keys().isdisjoint(after):  # 1万二 is 12,000
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


def _scaled(plain: str | None, scale: str) -> str | None:
    """The number with its k or 万 multiplied out."""
    if plain is None or not scale:
        return plain
    power = _SCALES.get(scale) or sum(map(_SCALES.__getitem__, scale))
    product = f"{Decimal(plain).scaleb(power).normalize():f}"
    return product if number(product, ".") is not None else None


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
    table = _becomes("".join(forms), sign, decimal)

    def at_once(texts: Sequence[str]) -> list[str]:
        joined = "\n".join(texts)
        for odd, plain in table:
            joined = joined.replace(odd, plain)
        return joined.split("\n")

    def one_by_one(texts: Sequence[str]) -> list[str]:
        found = map(numeral, texts)
        return ["" if one is None else one.typed(sign, decimal) for one in found]

    # Nearly always the same signs go from all cells, so that all can be rewritten at once.
    if at_once(forms) == one_by_one(forms) and len(texts := at_once(cells)) == len(cells):
        return texts
    return one_by_one(cells)


def _becomes(text: str, sign: str, decimal: str) -> list[tuple[str, str]]:
    """What becomes of each character that is no digit, and of digits of full width: first those
    that go, then the others, of which one may be the sign that went."""
    becomes = {"-": "-", "(": "-", sign: decimal}
    odd = {char: becomes.get(typed(char), "") for char in set(text) - set("0123456789\n")}
    odd |= {full: plain for full, plain in _FULL_WIDTH.items() if plain.isdigit()}
    return sorted(odd.items(), key=lambda one: bool(one[1]))
