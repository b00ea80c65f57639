"""Numbers as people write them: 1,500 and 1.500,25 and 1'500, 12 %, $3, 3 kg, −5 and (5), 19M,
30万元, 3万5, 43,6468 for 436468, with marks: <0.5, 60以上, 1,000+, 10.3*, 1.0 ± 0.1, and in two
units: 5'9", 1米75, 1小时20分.

A cell is read in all ways at once: with a point and with a comma as its decimal sign, and with a
comma behind each four digits. Which of them a column means, and whether its marks may go, its
cells say together (``cleaning``). ``span`` reads groups, as 18-25 and 60+. Not done here: "3/4" is
no number, leading zeros make a code, and a letter O is no zero.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from decimal import Context, Decimal
from typing import Final

from dttools.files.cells import EXACT_DIGITS, in_groups, number

LONGEST: Final = 40
"""Characters: a longer cell is no number."""

_DASHES: Final = "‐‑‒–—−﹣－"
_SPACES: Final = "\t\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u202f\u3000"
_APOSTROPHES: Final = "’‘ʼ′´`＇"
_QUOTES: Final = "”“″＂"
_FULL_WIDTH: Final = dict(
    zip("０１２３４５６７８９．，％＄￥（）＋￡＜＞～", "0123456789.,%$¥()+£<>~", strict=True)
)
_TABLE: Final = str.maketrans(
    dict.fromkeys(_DASHES, "-")
    | dict.fromkeys(_SPACES, " ")
    | dict.fromkeys(_APOSTROPHES, "'")
    | dict.fromkeys(_QUOTES, '"')
    | _FULL_WIDTH
    | {"½": ".5", "¼": ".25", "¾": ".75"}
    | {"℃": "°C", "℉": "°F", "㎡": "m²", "㎥": "m³", "㎏": "kg", "㎝": "cm", "㎞": "km", "㎜": "mm"}
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
        "角 毛",
        "岁 周岁",
        "个月 month months mo mos",
        "year years yr yrs",
        "kg kgs 公斤 千克",
        "g 克",
        "斤 市斤",
        "lb lbs pound pounds 磅",
        "oz ounce ounces 盎司",
        "t 吨",
        "km 公里 千米",
        "m 米",
        "dm 分米",
        "cm 厘米 公分",
        "mm 毫米",
        "ft ' feet foot 英尺",
        "in \" '' inch inches 英寸",
        "mi mile miles 英里",
        "°c 摄氏度 度",
        "s sec secs second seconds 秒 秒钟",
        "min mins minute minutes 分钟",
        "h hr hrs hour hours 小时 个小时 钟头 个钟头",
        "day days 天",
        "week weeks 周 星期 个星期",
        "m² m2 平方米 平米 平 平方",
        "l 升",
        "ml 毫升",
    )
    for name in names.split()
}
SHARE: Final = "share"
"""The unit of a share of one, beside %."""
# How many of the smallest are in each; the first of those that a bare number may be in.
_MEASURES: Final[tuple[Mapping[str, Decimal], ...]] = tuple(
    {unit: Decimal(size) for unit, size in sizes.items()}
    for sizes in (
        {"mm": "1", "cm": "10", "dm": "100", "m": "1000", "km": "1000000"}
        | {"in": "25.4", "ft": "304.8", "mi": "1609344"},
        {"g": "1", "斤": "500", "kg": "1000", "t": "1000000", "oz": "28.349523125"}
        | {"lb": "453.59237"},
        {"s": "1", "min": "60", "h": "3600", "day": "86400", "week": "604800"},
        {"个月": "1", "岁": "12", "year": "12"},
        {"ml": "1", "l": "1000"},
        {"角": "1", "元": "10"},
        {"‰": "1", "%": "10", SHARE: "1000"},
    )
)
# What a cell that names none may be in, though no other cell is.
_PLAIN_UNITS: Final = frozenset(("mm", "cm", "m", "km", "g", "kg", SHARE))
_NEXT: Final = {"ft": "in", "m": "cm", "h": "min", "min": "s", "元": "角"}
# Of what comes out even, and of what does not.
_EXACT, _SHORT = Context(prec=12), Context(prec=6)
_WORD: Final = r"(?:[^\W\d_]|[%‰°])++(?:(?<=[A-Za-z米])[23])?"
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
_COUNTS: Final = dict(zip("十百千万萬亿億", (1, 2, 3, 4, 4, 8, 8), strict=True))
# 年薪(万元), 人数（千人）, 资产亿元, income (k$), sales (in millions); not (千克) and (km).
_OF_NAME: Final = re.compile(
    r"[(（\[【/／:：_ ](?:in )?[$€£¥]?(?P<scale>[十百千]?[万萬亿億]|千(?![克米瓦卡升])|k|K|M|bn"
    r"|thousand|million|billion)s?(?![a-z])|(?P<end>[十百千]?[万萬亿億])(?:[美港欧日]?元|人次?)$"
)
_BOUNDS: Final = re.compile(
    "(?P<below>(?:不到|不足|少于|小于|低于|最多|(?:under|below|less than|up to|at most) )"
    "(?=[0-9$]))?"
    "(?P<above>(?:超过|大于|高于|多于|至少|(?:over|above|more than|at least) )(?=[0-9$]))?"
    "(?P<about>(?:大?约|about |approx\\.? )(?=[0-9$]))?(?P<rest>.*?)"
    "(?:(?P<under>[及或]?以下|[以之]内| (?:or|and) (?:less|under|below|fewer|younger))"
    "|(?P<over>[及或]?以上| (?:or|and) (?:more|over|above|older|up))|(?P<around>左右|上下))?",
    re.IGNORECASE | re.DOTALL,
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
} | {
    "万": re.compile(
        "(?:0|[1-9][0-9]*|[1-9][0-9]{0,3}(?:,[0-9]{4})+|[1-9][0-9]{0,2}(?:,[0-9]{3})+)(?:[.][0-9]*)?"
    )
}
_WIDE_DIGITS: Final = re.compile("(?<=[０-９])０|[１-８]")
FIGURES: Final = {one: at for at, one in enumerate("〇一二三四五六七八九")} | {"零": 0, "两": 2}
# 一九九六 stands for its digits; 九八 is no number of its own.
_DIGITS: Final = re.compile("[〇零一二三四五六七八九]{3,}(?![十百千万萬亿億])")
_COUNTED: Final = re.compile(
    "(?:[0-9]+(?:\\.[0-9]+)?|[零一二三四五六七八九两]|[十百万萬亿億]|千(?![克米瓦卡升]))+"
)
_PART: Final = re.compile(
    r"(?P<gap>零?)(?P<count>[0-9]+(?:\.[0-9]+)?|[一二三四五六七八九两])?(?P<scale>[十百千万萬亿億]?)"
)
_BETWEEN: Final = re.compile(" ?(?:-|~|至|到| to ) ?")
# Of a unit so many letters at most: without an end they are parted in each of n ways.
_DOUBLE: Final = re.compile(
    r"(?P<many>[0-9]+|[一二两三]) ?(?P<of>['\"]|[^\W\d_]{1,20}?\.?) ?"
    r"(?P<more>[0-9]+(?:\.[0-9]+)?|[〇零一二三四五六七八九]{1,2})? ?"
    r"(?P<unit>[\"']{1,2}|[^\W\d_]{1,20}\.?)?"
)
_AND_HALF: Final = re.compile(
    "(?P<many>[0-9]+|[一二两三])(?:个半(?P<unit>小时|钟头|月)|(?P<of>小时|岁)半)"
)
# 身高(cm), weight_kg, time [min], 时间/分钟.
_UNIT_OF_NAME: Final = re.compile(r"[(（\[【/／:：_ ](?:in )?(?P<unit>[^\W\d_]+[²2]?)[)）\]】]?$")
# What may follow a number and yet is no unit: ordinals, exponents, products, times of the day.
_NO_UNITS: Final = frozenset(("e", "x", "o", "st", "nd", "rd", "th", "am", "pm"))
_LONGEST_UNIT: Final = 12


ONE: Final = "个"
"""The unit of what is counted in none."""
FOURS: Final = "万"
"""The way of a number whose commas stand behind four digits each, or three."""
WAYS: Final = (".", FOURS, ",")


@dataclass(frozen=True)
class Numeral:
    """A cell that says a number: as plain text with a decimal point, or None, in each of ``WAYS``.

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
    by_fours: str | None = None

    def by(self, way: str) -> str | None:
        """The number with this decimal sign, or by fours; with "", by the sign that it can have."""
        if not way:
            return self.by_comma if self.by_point is None else self.by_point
        return {".": self.by_point, ",": self.by_comma}.get(way, self.by_fours)

    def counted(self, way: str, into: str) -> str | None:
        """The same in another scale or unit: 20万 is 20 in 万, and 1.5 m are 150 cm. What says
        neither stands in it already."""
        plain = self.by(way)
        if plain is None or not into or not (self.scale or self.unit):
            return plain
        value, unit = Decimal(plain), same_unit(self.unit)
        if sizes := measure_of({unit, into}):
            ratio = value * sizes[unit] / sizes[into]
            value = ratio if ratio == _EXACT.plus(ratio) else _SHORT.plus(ratio)
        elif is_scale(into):
            value = value.scaleb(-power_of(into))
        return f"{value.normalize():f}"

    def typed(self, way: str, decimal: str, into: str = "") -> str:
        """The number as one would type it, read in this way."""
        return (self.counted(way, into) or "").replace(".", decimal)

    @property
    def is_ambiguous(self) -> bool:
        """Whether it is another number in another way."""
        return len({self.by_point, self.by_comma, self.by_fours} - {None}) > 1

    @property
    def nought(self) -> bool:
        """Nothing is nothing in every unit."""
        return self.by_point == "0"


def typed(text: str) -> str:
    """The text with digits, spaces, apostrophes and minus signs as a keyboard has them."""
    return text if text.isascii() else text.translate(_TABLE)


def numeral(cell: str) -> Numeral | None:
    """The number that a cell without surrounding spaces says, or None."""
    bound, text = _bound(cell) if len(cell) <= LONGEST else ("", "")
    found = _CELL.fullmatch(in_digits(_in_one_unit(text)))
    if found is None:
        return None
    unit = _unit(found)
    bracketed = found["open"] is not None
    signed = (found["sign"] or "") + (found["inner"] or "")
    if unit is None or bracketed != (found["close"] is not None) or len(signed) + bracketed > 1:
        return None
    minus, power = "-" if bracketed or signed == "-" else "", found["power"] or ""
    scale = (found["scale"] or "").strip(" .")
    by_point, by_fours, by_comma = (
        _scaled(_plain(found["core"], way, minus, power), scale) for way in WAYS
    )
    if by_point is None and by_comma is None and by_fours is None:
        return None
    signs = "".join(sorted(set(found["core"]) & set(",.' ")))
    # +49 30 1234 is called, not counted.
    if signed == "+" and " " in signs:
        return None
    rough, mark = ((found[part] or "").strip() for part in ("rough", "mark"))
    return Numeral(
        *(by_point, by_comma, unit, bracketed, signs, scale, bound or rough, mark, by_fours)
    )


def _bound(cell: str) -> tuple[str, str]:
    """< where a word says that a number is one at most, > at least, ~ about, and the cell without
    the word: 60以上 and over 60 are > and 60."""
    text = typed(cell)
    found = _BOUNDS.fullmatch(text)
    said = found and (found.lastgroup != "rest" or found["rest"] != text)
    if found is None or not said:
        return "", text
    below, above = found["below"] or found["under"], found["above"] or found["over"]
    return "<" if below else ">" if above else "~", found["rest"]


def span(cell: str) -> tuple[float, float] | None:
    """The least and the largest number of a group: 18-25, 5千-1万, <5, 60以上, 60+."""
    sign, text = _bound(cell.removesuffix("+"))
    sign = ">" if cell.endswith("+") else sign or text[:1]
    if sign in ("<", "≤", ">", "≥"):
        form = numeral(text.lstrip("<>≤≥= "))
        value = math.nan if form is None or form.rough else float(form.by("") or math.nan)
        ends = (-math.inf, value) if sign in "<≤" else (value, math.inf)
        return None if math.isnan(value) else ends
    forms = [*map(numeral, _BETWEEN.split(text))]
    if len(forms) != 2 or forms[0] is None or forms[1] is None:
        return None
    low, high = (float(form.by("") or math.nan) for form in forms if form)
    power = power_of(forms[1].scale)
    if not (forms[0].scale or forms[0].unit) and low * 10**power < high:  # 5-10万
        low *= 10**power
    alike = not forms[0].unit or same_unit(forms[0].unit) == same_unit(forms[1].unit)
    return (low, high) if alike and low < high else None


def scale_of_name(name: str) -> str:
    """The scale in which a column counts by its name: 万 of 年薪(万元); "" where it says none."""
    found = _OF_NAME.search(name)
    return (found["scale"] or found["end"]) if found else ""


def power_of(scale: str) -> int:
    """The power of ten of a k, a 万 or a 百万; 0 of none."""
    return _SCALES.get(scale) or sum(map(_SCALES.__getitem__, scale))


def is_scale(name: str) -> bool:
    """Whether it is a k, a 万 or a 百万, and no unit."""
    return bool(name) and (name in _SCALES or _SCALES.keys() >= set(name))


def unit_of_name(name: str) -> str:
    """The unit in which a column counts by its name: cm of 身高(cm); "" where it says none."""
    found = _UNIT_OF_NAME.search(name)
    unit = same_unit(found["unit"]) if found else ""
    return unit if measure_of({unit}) else ""


def measure_of(units: Set[str]) -> Mapping[str, Decimal]:
    """How many of the smallest are in each unit of the measure that all of them are of; empty where
    there is none."""
    return next((one for one in _MEASURES if units <= one.keys()), {})


def may_be_meant(unit: str, units: Set[str]) -> bool:
    """Whether a bare number may be in it beside numbers in ``units``."""
    return unit in units or unit in _PLAIN_UNITS


def _in_one_unit(text: str) -> str:
    """A cell in two units in the smaller of them: 5'9" is 69 in, 1米75 is 175 cm."""
    if half := _AND_HALF.fullmatch(text):
        return f"{FIGURES.get(half['many'], half['many'])}.5{half['unit'] or half['of']}"
    found = _DOUBLE.fullmatch(text)
    if found is None:
        return text
    of, unit, more = same_unit(found["of"]), same_unit(found["unit"] or ""), found["more"] or ""
    if not more:
        return f"{found['many']} {of}" if found["of"] in ("'", '"') and not unit else text
    into = _NEXT.get(of, "") if unit in ("", "分") else unit
    sizes = measure_of({of, into})
    digits = "".join(str(FIGURES.get(one, one)) for one in more)
    tenths = of == "m" and not unit and len(digits) == 1  # 1米8; 3m2 is an area
    if not sizes or sizes[of] <= sizes[into] or (not unit and len(digits) > 2):
        return text
    if (tenths and found["of"] != "米") or (not unit and found["of"] == "M"):  # 2020M01 is a month
        return text
    part = Decimal(digits) * (10 if tenths else 1)
    whole = Decimal(FIGURES.get(found["many"], found["many"])) * sizes[of] / sizes[into]
    return f"{(whole + part).normalize():f} {into}"


def in_digits(cell: str) -> str:
    """The cell with a number that begins it in Chinese characters, or in parts, in digits:
    一九九六年 is 1996年, 一百二十万 is 120万 and 3万5 is 3.5万."""
    if cell.isascii():
        return cell
    if found := _DIGITS.match(cell):
        return "".join(str(FIGURES[one]) for one in found[0]) + cell[found.end() :]
    if cell[0] == "半" and len(cell) > 1:
        return f"0.5{cell[1:]}"
    found = _COUNTED.search(cell)
    if found is None or any(map(str.isalnum, cell[: found.start()])):
        return cell
    return cell[: found.start()] + (_sum(found[0]) or found[0]) + cell[found.end() :]


def _sum(text: str) -> str | None:
    """A number in parts, each with its scale: 一千零二, 1亿2000万, and 3万5, of which the last is
    of the next lower scale; None where it is none, or one part alone. Its 万 or 亿 stays."""
    parts = [one for one in _PART.finditer(text) if one[0]]
    if text[0].isdecimal() and sum(one["count"] is not None for one in parts) < 2:
        return None  # 30万 and 5千万
    whole, part, last, largest = Decimal(0), Decimal(0), 0, ""
    for one in parts:
        power, count = _COUNTS.get(one["scale"], 0), one["count"]
        if not count and power != 1 and not (power > 3 and (part or whole)):
            return None
        if 0 < power < 4 and 0 < last <= power:
            return None
        value = Decimal(FIGURES.get(count, count)) if count else Decimal(power == 1)
        if not power and one is not parts[-1]:
            return None
        if not power and last > 1 and not one["gap"]:
            if len(count) not in (1, last) or "." in text:  # 3.5万2 is no number
                return None
            value *= 10 ** (last - 1) if len(count) == 1 else 1
        part += value * 10 ** (power if power < 4 else 0)
        if power > 3:
            first = power >= _COUNTS.get(largest, 0)
            largest = one["scale"] if first else largest
            whole = (whole + part) * 10**power if first else whole + part * 10**power
            part = Decimal(0)
        last = power or last
    value = (whole + part).scaleb(-_COUNTS.get(largest, 0)).normalize()
    return f"{value:f}{largest}"


def same_unit(unit: str) -> str:
    """One name for the units that mean the same, whatever their capitals."""
    plain = unit.casefold().rstrip(".")
    return _SAME.get(plain, plain)


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
    if not FIGURES.keys().isdisjoint(after):  # 1万二 is 12,000
        return None
    return after


def _plain(core: str, way: str, minus: str, power: str) -> str | None:
    """The digits as one would type them, with a decimal point."""
    if not _GROUPED[way].fullmatch(core):
        return None
    decimal = "," if way == "," else "."
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
    product = f"{Decimal(plain).scaleb(power_of(scale)).normalize():f}"
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


def typed_again(
    forms: Sequence[str], way: str, into: str, decimal: str, cells: Sequence[str]
) -> list[str]:
    """Numbers of the shapes ``forms``, read in this way and in this scale or unit, as one would
    type them; "" for a cell that is none."""
    table = _becomes("".join(forms), "," if way == "," else ".", decimal)

    def at_once(texts: Sequence[str]) -> list[str]:
        joined = "\n".join(texts)
        for odd, plain in table:
            joined = joined.replace(odd, plain)
        return joined.split("\n")

    def one_by_one(texts: Sequence[str]) -> list[str]:
        found = map(numeral, texts)
        return ["" if one is None else one.typed(way, decimal, into) for one in found]

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
