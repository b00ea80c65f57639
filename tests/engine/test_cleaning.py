"""What odd cells may mean: offered where it is likely, done where it was chosen, never unasked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtcore.errors import ReadingError
from dttools.files import MISSING, Chosen, guess, read
from dttools.files.cleaning import KEYS, clean
from dttools.files.columns import TextColumn, settle
from dttools.files.grid import Cleaned, Offer
from tests.strategies import law_of

DATASETS = Path(__file__).resolve().parents[2] / "datasets"


def column(cells: Sequence[str], name: str = "x", position: int = 1) -> TextColumn:
    codes, raw = pd.factorize(np.array(cells, dtype=object))
    return TextColumn(position, name, codes, tuple(raw))


def cleaned(
    cells: Sequence[str], *chosen: str, decimal: str = ".", beside: Sequence[str] = ()
) -> Cleaned:
    columns = [column(cells), *([column(beside, "y", 2)] if beside else [])]
    return clean(columns, decimal, {"x": chosen} if chosen else {}, MISSING)


def offers(cells: Sequence[str], *chosen: str, **more: object) -> dict[str, Offer]:
    return {one.key: one for one in cleaned(cells, *chosen, **more).offers}  # type: ignore[arg-type]


def written(column: TextColumn) -> list[str]:
    return [column.raw[code] for code in column.codes]


def settled(cells: Sequence[str], *chosen: str, decimal: str = ".") -> list[object]:
    (one,) = cleaned(cells, *chosen, decimal=decimal).columns
    values = settle(one, decimal).values
    return [None if value is None or value != value else value for value in values.tolist()]


# Numbers in other styles.

NUMBERS = {
    "1,500.25 and 900": (["1,500.25", "900"], [1500.25, 900]),
    "1.500,25 and 900": (["1.500,25", "900"], [1500.25, 900]),
    "a point that groups twice": (["1.234.567", "12"], [1234567, 12]),
    "a comma that groups twice": (["1,234,567", "1,200"], [1234567, 1200]),
    "a comma that cannot group": (["5,1", "3,25", "4"], [5.1, 3.25, 4]),
    "a zero before the comma": (["0,500", "0,125"], [0.5, 0.125]),
    "lakhs": (["₹1,23,456", "₹12,345"], [123456, 12345]),
    "spaces": (["1 500", "2\u00a0300", "3\u202f400", "9"], [1500, 2300, 3400, 9]),
    "apostrophes": (["1'500", "2’300.5"], [1500, 2300.5]),
    "percent": (["12 %", "5.5%", "100％"], [12, 5.5, 100]),
    "nought has any unit": (["12 %", "0", "3 %"], [12, 0, 3]),
    "dollars": (["$3", "$4.50", "$1,000"], [3, 4.5, 1000]),
    "dollars below nought": (["-$3", "$-4", "($5)", "$6"], [-3, -4, -5, 6]),
    "euros": (["3 €", "4,50 €", "1.000 €"], [3, 4.5, 1000]),
    "pounds": (["£3", "£12"], [3, 12]),
    "yen of full width": (["￥3", "¥12"], [3, 12]),
    "rupees": (["₹30", "₹12"], [30, 12]),
    "a currency's code": (["USD 3", "USD 4.5"], [3, 4.5]),
    "a unit": (["3 kg", "4.5kg"], [3, 4.5]),
    "a unit in Chinese": (["３０岁", "41岁"], [30, 41]),
    "degrees": (["-3 °C", "4.5 °C"], [-3, 4.5]),
    "minus signs": (["−5", "–4", "—3", "2"], [-5, -4, -3, 2]),
    "brackets": (["(5)", "1,200.5", "3"], [-5, 1200.5, 3]),
    "full width": (["１２", "３．５"], [12, 3.5]),
    "an apostrophe of Excel": (["'12", "'7"], [12, 7]),
    "with a sign for missing": (["1,500.5", "-", "n.a.", "none"], [1500.5, None, None, None]),
    "a power": (["1,5e3", "2,5"], [1500, 2.5]),
    "bounds among numbers": (["<5", "3", "4", "7"], [5, 3, 4, 7]),
    "about": (["~5", "≈ 6.5"], [5, 6.5]),
    "and more": (["1,000+", "500,000+", "1,000,000+"], [1000, 500000, 1000000]),
    "k and M": (["200k", "1.5M", "11M", "950"], [200000, 1500000, 11000000, 950]),
    "k below nought": (["-0.5k", "(2k)", "-0.0005k"], [-500, -2000, -0.5]),
    "dollars in M": (["$3M", "$12M"], [3000000, 12000000]),
    "words for millions": (["1.5 million", "3 Mio.", "2 bn"], [1500000, 3000000, 2000000000]),
    "万 and 亿": (["30万", "1.2亿", "3千", "9800"], [300000, 120000000, 3000, 9800]),
    "万元": (["30万元", "1.5万元"], [300000, 15000]),
    "万 beside 元": (["8万", "3.5万", "35,000元", "1.2亿"], [80000, 35000, 35000, 120000000]),
    "two names of one unit": (["3 kg", "4.5公斤", "5千克"], [3, 4.5, 5]),
    "a few without their unit": (["35岁", "４２岁", "46岁", "51", "28岁"], [35, 42, 46, 51, 28]),
    "half without their unit": (["35岁", "51", "４２岁", "60", "28"], [35, 51, 42, 60, 28]),
    "one of three without its unit": (["35岁", "51", "４２岁"], [35, 51, 42]),
    "full width without a unit": (["３５", "42岁", "51岁"], [35, 42, 51]),
    "some without %": (["45%", "38 %", "51", "0"], [45, 38, 51, 0]),
    "℃ is °C": (["29℃", "-3 °C", "31.5摄氏度", "25"], [29, -3, 31.5, 25]),
    "百万 beside 亿": (["3.5亿", "51百万", "2千", "300"], [350000000, 51000000, 2000, 300]),
    "千万 and 万亿": (["3千万元", "5百億", "1.2万亿元"], [30000000, 50000000000, 1200000000000]),
    "千克 is a unit": (["3千克", "4.5千克"], [3, 4.5]),
    "footnotes": (["10.3*", "10.7[a]", "11.0†", "9.5"], [10.3, 10.7, 11, 9.5]),
    "footnotes in numbers": (["1200[3]", "1201", "1203[1][2]"], [1200, 1201, 1203]),
    "stars of significance": (["0.5***", "-0.25*", "0.75"], [0.5, -0.25, 0.75]),
    "plus or minus": (["1.0 ± 0.1", "2.5±0.2", "3.5 +/- 1"], [1, 2.5, 3.5]),
    "intervals": (["1.0 (0.5–1.9)", "2.5 [1.5, 3.5]", "2.0 (-1 to 4)"], [1, 2.5, 2]),
    "both signs": (["50,0", "51.7", "1234,5"], [50, 51.7, 1234.5]),
    "the last in the next scale": (["3万5", "三万五", "1千2", "9000"], [35000, 35000, 1200, 9000]),
    "numbers in parts": (["1亿2000万", "3万5千", "三百零五"], [120000000, 35000, 305]),
    "mostly in Chinese": (["一九九六年", "二〇〇一年", "2015", "2010年"], [1996, 2001, 2015, 2010]),
    "words beside digits": (["1次", "2次", "三次", "两次"], [1, 2, 3, 2]),
    "a comma behind four digits": (["3,4000", "1.2亿", "5,6000"], [34000, 120000000, 56000]),
    "several units of one measure": (["172 cm", "1.8m", "1.75米"], [172, 180, 175]),
    "minutes and hours": (["15 min", "1 hour", "30 mins", "1.5小时"], [15, 60, 30, 90]),
    "half an hour": (["2小时", "半小时", "1.5小时"], [2, 0.5, 1.5]),
    "two units of one measure": (["3 kg", "4 lb"], [3, 1.81436948]),
    "more without the unit than with it": (["3 kg", "4", "5"], [3, 4, 5]),
    "bare ones in another unit": (["1.75米", "1.80米", "172", "1.68"], [1.75, 1.8, 1.72, 1.68]),
    "bare ones in two units": (
        ["175cm", "1.75m", "168", "1.6", "5'9\""],
        [175, 175, 168, 160, 175.26],
    ),
    "bare ones nearer to one unit": (["60kg", "110斤", "55", "120斤"], [60, 55, 55, 60]),
    "shares beside percentages": (["50%", "45%", "0.4", "38%"], [50, 45, 40, 38]),
    "some of another size": (["30元", "40元", "35元", "9000"], [30, 40, 35, None]),
    "feet and inches": (["5'9\"", "6’", "5 ft 10 in.", '72"'], [69, 72, 70, 72]),
    "metres and centimetres": (["1米75", "一米七", "1米8", "1m68"], [175, 170, 180, 168]),
    "hours and minutes": (["1小时20分", "45分钟", "一个半小时"], [80, 45, 90]),
    "words for bounds": (["60以上", "35", "42", "不到20", "28", "33"], [60, 35, 42, 20, 28, 33]),
}


@pytest.mark.parametrize(("cells", "expected"), NUMBERS.values(), ids=NUMBERS)
@pytest.mark.parametrize("decimal", [".", ","])
def test_numbers_in_other_styles_are_offered(
    cells: list[str], expected: list[object], decimal: str
) -> None:
    cells = [*cells, cells[0]]
    if settled(cells, decimal=decimal) != [*expected, expected[0]]:
        (offer,) = offers(cells, decimal=decimal).values()
        assert offer.key == "numbers"
        assert not offer.taken
        assert 1 <= len(offer.examples) <= 3
        assert written(*cleaned(cells, decimal=decimal).columns) == cells
    assert settled(cells, "numbers", decimal=decimal) == [*expected, expected[0]]


NO_NUMBERS = {
    "groups with bounds": ["<5", "5", ">10"],
    "classes of incomes": ["<=50K", ">50K"],
    "sizes in M": ["3M", "6M", "12M"],
    "races": ["5K", "10K"],
    "bases": ["1B", "2B"],
    "groups of ages": ["0-4", "5-9", "85+"],
    "grades": ["1+", "1-", "2"],
    "a code in brackets": ["A[1]", "B[2]"],
    "numbers with numbers": ["12 (3)", "14 (5)"],
    "either sign may group": ["1.234", "50,0", "51.7"],
    "ranges": ["18-25", "26-35"],
    "years apart": ["2019/20", "2020/21"],
    "leading zeros": ["007", "012", "1,500"],
    "zip codes": ["10115", "01067"],
    "product codes": ["A12", "B13"],
    "product codes behind": ["12A", "13A"],
    "product codes with a word": ["SKU 12", "SKU 13"],
    "telephones": ["555-1234", "555-9876"],
    "telephones in groups": ["612 345 678", "698 765 432"],
    "telephones of a country": ["+49 170 123 456", "+49 171 999 888"],
    "telephones in four digits": ["555 123 4567", "555 987 6543"],
    "addresses of computers": ["192.168.0.1", "10.0.0.1"],
    "addresses all as long": ["192.168.100.101", "192.168.100.102"],
    "versions": ["1.2.3", "1.2.10"],
    "a letter O": ["1O5", "2OO", "3O0"],
    "ordinals": ["1st", "2nd", "3rd"],
    "marks": ["(1)", "(2)"],
    "lists": ["1,2,3", "4,5"],
    "both signs group": ["1,500.250.000", "2"],
    "groups of two": ["12 34", "56 78"],
    "hours": ["3 am", "4 pm"],
    "products": ["2x4", "3x5"],
    "too many digits": ["1,234,567,890,123,456", "2,234,567,890,123,456"],
    "words": ["alpha", "beta"],
    "plain": ["1", "2.5", "-3", "1e5", ""],
}


@pytest.mark.parametrize("cells", NO_NUMBERS.values(), ids=NO_NUMBERS)
def test_what_is_no_number_is_not_offered(cells: list[str]) -> None:
    assert {*offers(cells * 2)} <= {"order"}  # groups are read as words
    assert written(*cleaned(cells, "numbers").columns) == cells


def test_a_sign_that_may_mean_both_is_offered_in_both_ways() -> None:
    cells = ["1,500", "900", "2,300"]
    found = offers(cells)
    assert [*found] == ["thousands", "decimals"]
    assert found["thousands"].examples == (("1,500", "1500"), ("2,300", "2300"))
    assert found["decimals"].examples == (("1,500", "1.500"), ("2,300", "2.300"))
    assert [one.cells for one in found.values()] == [2, 2]
    assert settled(cells, "thousands") == [1500, 900, 2300]
    assert settled(cells, "decimals") == [1.5, 900, 2.3]
    # The last click holds.
    assert settled(cells, "thousands", "decimals") == [1.5, 900, 2.3]
    assert [one.taken for one in offers(cells, "decimals", "thousands").values()] == [True, False]


@pytest.mark.parametrize(
    ("beside", "expected"), [(["2.5", "3", "4"], 1500), (["2,5", "3", "4"], 1.5)]
)
def test_another_column_says_what_the_sign_means(beside: list[str], expected: float) -> None:
    cells = ["1,500", "900", "2,300"]
    found = cleaned(cells, "numbers", beside=beside)
    assert [one.key for one in found.offers if one.column == "x"] == ["numbers"]
    assert settle(found.columns[0], ".").values[0] == expected


def test_points_among_plain_numbers_may_separate_thousands() -> None:
    assert [*offers(["1.500", "900", "2.300"])] == ["thousands"]
    assert settled(["1.500", "900", "2.300"], "thousands") == [1500, 900, 2300]
    assert [*offers(["1,500", "12,000"], decimal=",")] == ["thousands"]
    for measured in (["1.234", "2.345"], ["1.500", "2.345"], ["1.500", "0.900"], ["1.5", "900"]):
        assert offers(measured) == {}


def test_what_is_said_names_a_cell_and_its_number() -> None:
    assert str(offers(["12 %", "5 %"])["numbers"].said) == (
        "The cells of “x” are percentages: “12 %” is 12."
    )
    assert "with the unit “kg”: “3 kg” is 3" in str(offers(["3 kg", "4 kg"])["numbers"].said)
    said = str(offers(["1,5", "2,5", "-", "n.a."])["numbers"].said)
    assert said.endswith("“1,5” is 1.5. These count as missing: “-”, “n.a.”.")


def test_a_comma_behind_four_digits_alone_is_asked() -> None:
    """43,6468 is 436468 as Chinese counts, or 43.6468."""
    rows = ["43,6468", "32,5400", "9,1200"]
    table = read("\n".join(["price\tbuys", *(f"{one}\tyes" for one in rows)]).encode())
    assert [one.key for one in table.offers] == ["ten_thousands", "decimals"]
    assert settled(rows, "ten_thousands") == [436468, 325400, 91200]
    assert settled(rows, "decimals") == [43.6468, 32.54, 9.12]
    semicolons = read("\n".join(["房价;买", *(f"{one};是" for one in rows)]).encode())
    assert [one.key for one in semicolons.offers] == ["ten_thousands"]
    assert semicolons.frame["房价"].tolist() == [43.6468, 32.54, 9.12]
    assert not read("\n".join(["lat;place", *(f"{one};a" for one in rows)]).encode()).offers


def test_units_that_are_of_no_one_measure_are_named_and_left() -> None:
    for cells in (["3 kg", "4 m"], ["€12.50", "$15", "£9.99"], ["30m", "1h"]):
        found = cleaned(cells)
        assert found.offers == ()
        assert "in several units" in str(found.told)
    assert cleaned(["3 kg", "4 kg", "5"]).told == ()


@pytest.mark.parametrize(
    ("cells", "odd"),
    [
        (["168", "1.75", "175", "180", "172", "165"], "“1.75”"),
        (["1995", "1996", "95", "1997", "1995", "1996"], "“95”"),
        ([*map(str, range(160, 180)), "1.6", "1.7"], "“1.6”, “1.7”"),
    ],
)
def test_a_few_numbers_far_from_all_others_are_named(cells: list[str], odd: str) -> None:
    found = cleaned(cells)
    assert found.offers == ()
    assert f": {odd}. In another unit" in str(*found.told)


@pytest.mark.parametrize(
    "cells",
    [
        ["168", "1.75", "175", "1.8", "172", "165"],  # two of six
        ["0", "12", "7", "300", "25", "4", "1"],  # spread
        ["0", "0", "0", "0", "0", "0", "5000"],
        ["5", "5", "5", "5", "5", "5", "60"],  # too few others to say where they lie
        ["1", "2", "3", "4", "5", "6", "40"],
        ["168", "175", "180", "172", "165", "1a"],
    ],
)
def test_numbers_that_may_be_so_far_are_not_named(cells: list[str]) -> None:
    assert cleaned(cells).told == ()


def test_groups_among_numbers_are_named_where_they_are_too_many_to_be_slips() -> None:
    ages = [*map(str, range(20, 50)), *["35-40", "60以上"] * 8]
    assert offers(ages)["numbers"].strays == ("35-40",)
    found = cleaned([*ages, *["51-59"] * 30])
    assert [one.key for one in found.offers] == []
    assert "read as words: “35-40”, “60以上”" in " ".join(map(str, found.told))
    assert cleaned([*map(str, range(20, 50)), "abc"]).told == ()


@pytest.mark.parametrize("name", ["年薪(万元)", "年薪（万）", "年薪 单位：万元", "年薪万元"])
def test_the_name_of_a_column_may_say_in_what_it_counts(name: str) -> None:
    cells = [column(["20万", "18", "3000000元", "1.2亿", "30"], name)]
    (made,) = clean(cells, ".", {name: ("numbers",)}, MISSING).columns
    assert settle(made, ".").values.tolist() == [20, 18, 300, 12000, 30]


def test_a_number_far_below_those_with_a_scale_may_count_in_it_too() -> None:
    assert [*offers(["20万", "18", "25万"])] == ["numbers", "as_counted"]
    assert settled(["20万", "18", "25万"], "as_counted") == [20, 18, 25]
    assert [*offers(["20万", "180000", "25万"])] == ["numbers"]


@pytest.mark.parametrize(
    ("cells", "levels"),
    [
        (["35-40", "60以上", "20~30", "20岁以下", "35~40", "35-40"], "20岁以下 20~30 35-40 60以上"),
        (["2万以上", "1-2万", "5千-1万", "5000以下"], "5000以下 5千-1万 1-2万 2万以上"),
        (["over 50", "under 18", "18-30", "31 – 50"], "under 18|18-30|31 – 50|over 50"),
        (["200+", "1-10", "11-50", "0"], "0 1-10 11-50 200+"),
    ],
)
def test_groups_of_a_number_stay_words_and_are_offered_in_order(
    cells: list[str], levels: str
) -> None:
    (offer,) = offers(cells).values()
    assert (offer.key, offer.mends) == ("order", False)
    made = cleaned(cells, "order").levels["x"]
    assert [*made] == levels.split("|" if "|" in levels else " ")


@pytest.mark.parametrize(
    "cells", [["1-0", "0-2", "2-2"], ["555-1234", "555-9876", "556-1000"], ["<5", "<10", "<20"]]
)
def test_scores_telephones_and_limits_that_overlap_are_no_groups(cells: list[str]) -> None:
    assert offers(cells) == {}


# Missing values and strays.

NUMBERED = ["1", "2", "3", "4", "4"]


@pytest.mark.parametrize(
    "sign",
    [
        *("-", ".", "–", "none", "None", "N.A.", "n/v", "k.A.", "missing", "unknown", "不详", "无"),
        *("Inf", "-Inf", "infinity", ".a", ".z", "<undefined>", "[x]", "[low]", ":", "(X)"),
    ],
)
def test_signs_among_numbers_are_offered_as_missing(sign: str) -> None:
    cells = [*NUMBERED, sign, sign]
    offer = offers(cells)["missing"]
    assert (offer.cells, offer.examples) == (2, ((sign, ""),))
    assert settled(cells, "missing") == [1, 2, 3, 4, 4, None, None]
    assert settled(cells) == cells


@pytest.mark.parametrize("code", ["-999", "-99", "9999", "999", "-999.0"])
def test_repeated_codes_far_outside_are_offered_as_missing(code: str) -> None:
    assert offers([*NUMBERED, code, code])["missing"].cells == 2
    assert settled([*NUMBERED, code, code], "missing")[-2:] == [None, None]
    assert offers([*NUMBERED, code])["missing"].cells == 1
    assert settled([*NUMBERED, code, "-", code], "missing")[-3:] == [None, None, None]


def test_one_code_among_prices_leaves_them_numbers_and_is_named() -> None:
    cells = [*(f"${at},936" for at in range(11, 58)), "-999", "unknown", "-"]
    found = offers(cells)
    assert [*found][:2] == ["thousands", "decimals"]
    for offer in (found["thousands"], found["decimals"]):
        assert (offer.missing, offer.kept, offer.strays) == (("unknown", "-"), ("-999",), ())
        said = str(offer.said)
        assert "These count as missing: “unknown”, “-”." in said
        assert "48 of 50 cells" in said
        assert said.endswith("stay as they are: “-999”.")
    assert settled(cells, "thousands")[46:] == [57936, -999, None, None]
    assert offers(cells, "thousands")["missing"].missing == ("-999",)
    assert settled(cells, "thousands", "missing")[46:] == [57936, None, None, None]


@pytest.mark.parametrize(
    ("cells", "last"),
    [
        ([*(f"{at}%" for at in range(1, 30)), "-99"], None),
        ([*(f"{at}%" for at in range(1, 30)), "0.5"], 50),
        ([*(f"{at} kg" for at in range(1, 5)), "7"], 7),
        ([*(f"{at} kg" for at in range(1, 5)), "8"], None),
        ([*map(str, range(20, 41)), "99"], 99),
    ],
)
def test_a_number_without_unit_is_read_where_it_is_near_or_rare_and_named(
    cells: list[str], last: float | None
) -> None:
    assert settled(cells, "numbers")[-1] == last
    named = "".join(f"{one.why} {one.said} {one.missing}" for one in offers(cells).values())
    assert (cells[-1] in named) is any("%" in cell or "kg" in cell for cell in cells)


@pytest.mark.parametrize(
    "cells",
    [
        ["90", "95", "99", "99", "100"],
        ["18", "60", "99", "99"],
        ["-500", "200", "-99", "-99", "800"],
        ["99", "99", "99"],
        ["99", "99", "5", "5"],
    ],
)
def test_numbers_that_may_be_meant_are_no_codes(cells: list[str]) -> None:
    assert offers(cells) == {}


@pytest.mark.parametrize(
    "cells",
    [
        ["none", "soft", "hard"],
        ["+", "-", "+"],
        ["+", "-", "."],
        ["有", "无"],
        ["yes", "-"],
        ["none", "-"],
        ["A+", "A-", "B"],
        ["True", "False"],
        ["Na", "K", "Cl"],
        ["0", "1"],
        ["-", "-"],
        ["[x]", "[c]", "a"],
        [".a", ".b", ".c"],
    ],
)
def test_levels_stay_levels(cells: list[str]) -> None:
    assert offers(cells * 3) == {}


def test_signs_among_levels_are_offered_as_missing() -> None:
    assert settled(["red", "blue", "-", "unknown"], "missing") == ["red", "blue", None, None]


def test_a_stray_among_numbers_is_named_and_offered_as_missing() -> None:
    cells = [*map(str, range(200)), "abc"]
    offer = offers(cells)["strays"]
    assert (offer.cells, offer.examples) == (1, (("abc", ""),))
    assert "“abc”" in str(offer.said)
    assert settled(cells, "strays") == [*range(200), None]
    assert "strays" not in offers([*map(str, range(200)), "00123"])
    assert "strays" not in offers(["1", "2", "abc"])
    assert "strays" in offers(["23", "45", "abc", "31", "52", "18"])  # one slip, however few rows
    ages = ["23", "45", "abc", "31", "abc", "52", "none at all"]  # most are numbers
    assert str(offers(ages)["strays"].why) == (
        "Not numbers: 3 of 7 cells, “abc” × 2, “none at all” × 1."
    )
    assert "strays" not in offers([*ages, "abc"])
    assert "strays" not in offers(["1", "2", "3", "A1", "B2"])  # codes
    rents = ["3元", "4元", "缺", "5元", "2元", "9元"]
    assert settled(rents, "numbers", "strays") == [3, 4, None, 5, 2, 9]


def test_odd_cells_with_digits_are_counted_and_never_decide_for_the_others() -> None:
    ages = [*map(str, range(20, 50)), "4O", "35-40", "33.5.1"]
    assert str(offers(ages)["strays"].why) == (
        "Not numbers: 3 of 33 cells, “4O” × 1, “35-40” × 1, “33.5.1” × 1."
    )
    pay = [f"{thousands},{rest}" for thousands in range(3, 20) for rest in ("250", "718")]
    for slip in ("8,5000", "12,50"):
        both = offers([*pay, slip])
        assert (both["thousands"].strays, both["decimals"].strays) == ((slip,), ())
        read = settled([*pay, slip], "thousands", "strays")
        assert (read[0], read[-1]) == (3250, None)
        text = "\n".join(["pay\tclass", *(f"{one}\tyes" for one in [*pay, slip])])
        assert guess(text.encode()).decimal == "."
    assert guess(b"a\tb\n12\t1\n8,5\t1\n").decimal == ","


def test_a_number_in_chinese_among_numbers_is_read_if_it_has_one_reading() -> None:
    years = [*map(str, range(1990, 2020)), "一九九六年"]
    assert settled(years, "numbers")[-1] == 1996
    prices = [*(f"{count}万" for count in range(50, 90)), "一百二十万", "三万五", "三四万"]
    assert (offers(prices)["numbers"].kept, offers(prices)["numbers"].strays) == ((), ("三四万",))
    assert settled(prices, "numbers", "strays")[-3:] == [1_200_000, 35_000, None]
    short = [*years[:-1], "九八年", "95年", "08年"]
    assert settled(short, "numbers")[-3:] == [1998, 1995, 2008]
    assert offers(short)["numbers"].examples == (
        ("九八年", "1998"),
        ("95年", "1995"),
        ("08年", "2008"),
    )
    assert settled(["10年", "9年", "25年", "30年"], "numbers") == [10, 9, 25, 30]
    assert offers(["一年级", "二年级", "三年级"] * 6) == {}


def test_strays_among_numbers_in_another_style_come_after_them() -> None:
    cells = [*(f"{at} kg" for at in range(50)), "heavy"]
    assert [*offers(cells)] == ["numbers"]
    assert [*offers(cells, "numbers")] == ["numbers", "strays"]
    assert settled(cells, "numbers", "strays") == [*range(50), None]


def test_a_negative_number_that_comes_most_often_and_lies_far_below_is_a_code() -> None:
    measured = ["2.6", "2.2", "1.6", "1.2", "0.9", "2.0"]
    assert settled([*measured, *["-200"] * 3], "missing")[6:] == [None] * 3
    assert offers([*measured, "-200"]) == {}
    assert offers(["-20", "-20", "-20", "35", "10", "-5", "20", "40", "5"]) == {}


def test_na_among_levels_may_be_a_value() -> None:
    cells = ["NA", "Grvl", "Pave", "NA", "Grvl", "Pave"]
    assert settled(cells) == [None, "Grvl", "Pave", None, "Grvl", "Pave"]
    assert settled(cells, "level") == cells
    assert [*offers(cells, "level")] == ["level"]
    assert settled(["NA", "DE", "FR"], "level") == ["NA", "DE", "FR"]
    for none in (["NA", "1", "2"], ["NA", "Ann", "Bob"], ["NA", "2024-03-01", "2024-03-02"]):
        assert "level" not in offers(none)


@pytest.mark.parametrize(
    ("value", "no"),
    [("x", "no"), ("Yes", "No"), ("JA", "NEIN"), ("是", "否"), ("✓", "✗"), ("图书馆", "否")],
)
def test_a_blank_beside_one_value_may_mean_no(value: str, no: str) -> None:
    assert settled([value, "", value, " "], "blank") == [value, no, value, no]
    assert settled([value, "", value, " "]) == [value, None, value, None]


def test_a_blank_beside_the_number_1_may_mean_0() -> None:
    assert settled(["1", "", "1", ""], "blank") == [1, 0, 1, 0]


@pytest.mark.parametrize(
    "cells", [["x", ""], ["x"] * 20 + [""], ["2024", "", "2024"], ["a", "", "b"], ["x", "NA", "x"]]
)
def test_a_blank_that_means_no_is_not_offered_elsewhere(cells: list[str]) -> None:
    assert "blank" not in offers(cells)


# Several choices in a cell.


@pytest.mark.parametrize(
    ("cells", "made"),
    [
        (
            ["1,2", "1,3", "2", "3", "1,2", "", "3"],
            {"x: 1": "yes yes no no yes  no", "x: 3": "no yes no yes no  yes"},
        ),
        (
            ["a; b", "a", "b;", "a;b", "", "b"],
            {"x: a": "yes yes no yes  no", "x: b": "yes no yes yes  yes"},
        ),
        (
            ["图书馆;宿舍", "图书馆", "宿舍", "宿舍"],
            {"x: 图书馆": "是 是 否 否", "x: 宿舍": "是 否 是 是"},
        ),
    ],
)
def test_several_choices_become_a_column_each(cells: list[str], made: dict[str, str]) -> None:
    assert settled(cells) == [cell or None for cell in cells]
    found = {one.name: " ".join(written(one)) for one in cleaned(cells, "choices").columns}
    assert {name: found[name] for name in made} == made


def test_nothing_more_is_asked_of_a_column_that_gave_way_to_others() -> None:
    cells = ["1,2", "1,3", "2", "3", "1,2", "3"]
    assert [*offers(cells)] == ["choices", "numbers"]
    assert [*offers(cells, "choices")] == ["choices"]


@pytest.mark.parametrize(
    "cells",
    [
        ["5,1", "4,9", "4", "5,1"],
        ["0,5", "1,5", "1", "2"],
        ["1,500", "2,500", "900", "1,200"],
        ["Smith, Ann", "Jones, Bob", "Smith, Bob"],
        ["Yes, daily", "Yes, weekly", "No", "No"],
        ["35.8;104.1", "36.8;104.1", "35.8"],
        ["a;b", "b;a", "a;b"],
        ["one, two and three", "four", "five"],
    ],
)
def test_what_is_no_list_of_choices_is_not_offered(cells: list[str]) -> None:
    assert "choices" not in offers(cells * 3)


# Versions and months.


@pytest.mark.parametrize(
    "cells",
    [
        ["1.1", "1.2", "1.10"],
        ["3.8", "3.9", "3.10", "3.11"],
        ["2020.1", "2020.9", "2020.10", "2020.12"],
        ["2", "1.9", "1.10"],
    ],
)
def test_versions_and_months_stay_text_until_they_are_taken(cells: list[str]) -> None:
    (made,) = cleaned(cells).columns
    assert settle(made, ".").values.tolist() == cells
    (taken,) = cleaned(cells, "decimals").columns
    assert settle(taken, ".").values.tolist() == [*map(float, cells)]


@pytest.mark.parametrize(
    "cells",
    [
        ["1.5", "1.50", "2.25"],
        ["0.1", "0.10", "0.2"],
        ["1.1", "1.10", "1.05"],
        ["1.1", "-1.10"],
        ["1.10", "1.20", "1.30"],
        ["1.1", "1.2", "1.11"],
        ["1.1", "1.10", "1.125"],
    ],
)
def test_decimals_stay_numbers(cells: list[str]) -> None:
    (made,) = cleaned(cells).columns
    assert settle(made, ".").values.tolist() == [*map(float, cells)]


# Spellings of one value.


def test_spellings_are_chosen_alike_over_values() -> None:
    news = ["No"] * 9 + ["no"] * 12 + ["YES"] * 13 + ["Yes"] * 6 + ["yes"] * 10
    assert set(cleaned(news, "one_value").columns[0].raw) == {"no", "yes"}
    phones = ["iPhone"] * 3 + ["iphone"] * 2 + ["android", "Android", "android"]
    assert set(cleaned(phones, "one_value").columns[0].raw) == {"iPhone", "android"}


def test_the_commonest_spelling_wins_and_at_a_tie_the_first() -> None:
    cells = ["Yes", "YES", "yes", "no ", "No", "No", "Ｎｏ", "New  York", "New York."]
    offer = offers(cells)["one_value"]
    assert offer.examples == (("YES", "Yes"), ("yes", "Yes"), ("no", "No"))
    assert offer.cells == 5
    expected = ["Yes", "Yes", "Yes", "No", "No", "No", "No", "New  York", "New  York"]
    assert settled(cells, "one_value") == expected
    assert "“YES” → “Yes”" in str(offer.said)


@pytest.mark.parametrize(
    "cells",
    [["yes", "no"], ["a", "b", "A+"], ["x!", "x"], ["yes", "yes?"], ["no ", "no"], ["+", "-", "."]],
)
def test_values_that_differ_in_more_are_not_one(cells: list[str]) -> None:
    assert "one_value" not in offers(cells * 3)


@pytest.mark.parametrize("others", [["Male", "FEMALE"], ["男生", "女生"], ["boy", "Girl"]])
def test_ways_to_name_a_sex_are_one_value(others: list[str]) -> None:
    cells = ["男", "女", "男", "女", "男", *others]
    assert set(cleaned(cells, "one_value").columns[0].raw) == {"男", "女"}
    assert "one_value" not in offers([*cells, "保密"])


def test_marks_of_letters_are_not_one_value() -> None:
    marks = [f"k{a}{b}" for a in "abcdefgh" for b in "stuvwxyz"]
    assert offers([*marks, "Kas"]) == {}


# Dates and times.


@pytest.mark.parametrize(
    ("name", "dated"), [("x", True), ("学号", False), ("student_id", False), ("date id", True)]
)
def test_an_identifier_of_eight_digits_is_no_date(name: str, dated: bool) -> None:
    cells = column([f"202401{day:02}" for day in range(1, 9)], name)
    assert bool(clean([cells], ".", {}, MISSING).offers) is dated


DATES = {
    "iso": ["2021-03-01", "2022-04-05"],
    "with points": ["1.3.2021", "05.04.2022"],
    "with points, short": ["01.03.21", "05.04.22"],
    "day first": ["01/03/2021", "05/04/2022", "13/04/2022"],
    "month first": ["03/01/2021", "04/05/2022", "04/13/2022"],
    "Chinese": ["2021年3月1日", "2022年4月5日"],
    "slashes": ["2021/3/1", "2022/4/5"],
    "names": ["1 Mar 2021", "April 5, 2022"],
    "names with dashes": ["01-Mar-2021", "05-Apr-2022"],
    "of a spreadsheet": ["2021-03-01 00:00:00", "2022-04-05 00:00:00"],
    "one unknown": ["2021-03-01", "2022-04-05", "unknown"],
}


@pytest.mark.parametrize("cells", DATES.values(), ids=DATES)
def test_dates_are_offered_in_parts(cells: list[str]) -> None:
    assert {"year", "month", "weekday", "days"} <= {*offers(cells)} | {"missing"}
    assert "hour" not in offers(cells)
    assert settled(cells) == cells
    made = cleaned(cells, "year", "month", "weekday", "days")
    assert [one.name for one in made.columns] == [
        "x (year)",
        "x (month)",
        "x (weekday)",
        "x (days)",
    ]
    parts = [written(one)[:2] for one in made.columns]
    assert parts == [["2021", "2022"], ["Mar", "Apr"], ["Mon", "Tue"], ["0", "400"]]
    assert made.levels["x (month)"][:2] == ("Mar", "Apr")
    assert made.levels["x (weekday)"][:2] == ("Mon", "Tue")
    assert settle(made.columns[0], ".").values.dtype != object


def test_times_are_offered_by_the_hour() -> None:
    assert settled(["2021-03-01 12:30", "2021-03-01T07:05:10Z"], "hour") == [12, 7]
    assert settled(["12:30", "7:05"], "hour") == [12, 7]
    assert settled(["12:30 AM", "7:05 pm"], "hour") == [0, 19]
    assert [*offers(["12:30", "7:05"])] == ["hour", "hours"]
    assert [*offers(["12:00", "7:00"])] == ["hour"]
    assert settled(["12:30", "7:15"], "hours") == [12.5, 7.25]
    assert settled(["7:30", "8:00"], "hours", decimal=",") == [7.5, 8]
    assert [*offers(["2021-03-01 12:30", "2021-03-01 14:00"])] == ["hour"]


def test_an_open_order_of_day_and_month_is_asked_first() -> None:
    cells = ["03/01/2021 10:00", "04/02/2021 11:00"]
    found = offers(cells)
    assert [*found] == ["day_first", "month_first"]
    assert found["day_first"].examples[0] == ("03/01/2021 10:00", "2021-01-03 10:00")
    assert found["month_first"].examples[0] == ("03/01/2021 10:00", "2021-03-01 10:00")
    assert {"month", "hour", "days"} <= {*offers(cells, "day_first")}
    assert written(*cleaned(cells, "day_first", "month").columns) == ["Jan", "Feb"]
    assert written(*cleaned(cells, "month_first", "month").columns) == ["Mar", "Apr"]
    # A part that was taken waits for the order when that is undone.
    assert written(*cleaned(cells, "month").columns) == cells


@pytest.mark.parametrize(
    "cells",
    [
        ["1.2.10", "1.3.11"],
        ["18-25", "26-35"],
        ["2021-02-30", "2021-03-01"],
        ["13/13/2021", "01/02/2021"],
        ["13/01/2021", "01/13/2021"],
        ["12-10-21", "11-09-20"],
        ["25:70", "12:10"],
        ["4:3", "16:9"],
        ["2021-03-01", "soon", "later"],
        ["2021-03-01", "12:30"],
        ["1.3.", "2.4."],
        ["T:", ":"],
        ["555-12-3456", "555-12-9999"],
        ["2021-03-01", "2021-03-01"],
    ],
)
def test_what_is_no_date_is_not_offered(cells: list[str]) -> None:
    assert offers(cells) == {}


# Choosing and undoing.


def test_unknown_columns_and_meanings_are_refused() -> None:
    with pytest.raises(ReadingError, match="no column “z”"):
        clean([column(["1,5", "2"])], ".", {"z": ("numbers",)}, MISSING)
    with pytest.raises(ReadingError, match="cannot be read as “number”"):
        clean([column(["1,5", "2"])], ".", {"x": ("number",)}, MISSING)


def test_a_choice_that_changes_nothing_is_told_so_that_it_can_be_undone() -> None:
    (offer,) = cleaned(["a", "b"], "numbers").offers
    assert (offer.key, offer.cells, offer.taken) == ("numbers", 0, True)
    assert str(offer.said) == "This choice no longer changes any cell of “x”."


def test_nothing_is_asked_of_columns_of_stated_levels() -> None:
    found = clean([column(["Yes", "yes"])], ".", {"x": ("one_value",)}, MISSING, {"x"})
    assert [one.cells for one in found.offers] == [0]
    assert written(*found.columns) == ["Yes", "yes"]


def test_a_new_column_takes_no_name_that_there_is() -> None:
    there = column(["1", "2"], "x (month)", 2)
    dates = column(["2021-03-01", "2021-04-01"])
    made = clean([dates, there], ".", {"x": ("month",)}, MISSING)
    assert [one.name for one in made.columns] == ["x (month) (2)", "x (month)"]


def test_a_file_is_read_as_chosen() -> None:
    content = "price;when\n1.500,25 €;2021-03-01\n20 €;2021-04-02\n".encode()
    table = read(content)
    assert [(one.column, one.key) for one in table.offers][:2] == [
        ("price", "numbers"),
        ("when", "month"),
    ]
    table = read(content, Chosen(cells={"price": ("numbers",), "when": ("month", "days")}))
    assert table.frame["price"].tolist() == [1500.25, 20]
    assert table.frame["when (month)"].cat.categories.tolist() == ["Mar", "Apr"]
    assert table.frame["when (days)"].tolist() == [0, 32]
    assert [*table.frame] == ["price", "when (month)", "when (days)"]


@pytest.mark.parametrize("path", sorted(DATASETS.glob("*.csv")), ids=lambda path: path.stem)
def test_nothing_is_offered_on_the_bundled_tables(path: Path) -> None:
    table = read(path.read_bytes())
    assert table.offers == ()
    assert not [one for one in table.notes if "Far from all" in str(one)]


# Laws.

CELL = st.sampled_from(
    ["1", "2.5", "1,500", "1.500", "900", "12 %", "3 kg", "−5", "(5)", "-", "none", "-999", "abc",
     "Yes", "yes", "no ", "2021-03-01", "03/01/2021", "12:30", "", "NA", "00123", "１２", "<5",
     "1\n500", "\x00", "1.2.3", "2021年3月1日 8:00", "$1,000.50", "T:", "、", "e", "%", "²"]
) | st.text("0123456789.,' -%$e()kg:/年月日O−", max_size=12)  # fmt: skip
COLUMN = st.lists(CELL, min_size=1, max_size=12) | st.lists(
    st.sampled_from(["1,500", "900", "-", "1.500,5"]), min_size=1, max_size=12
)
SETTING = st.sampled_from([".", ","])


@law_of(6)
@given(COLUMN, SETTING, st.lists(st.sampled_from(KEYS), max_size=4, unique=True))
def test_taking_changes_the_cells_that_were_counted_and_undoing_is_exact(
    cells: list[str], decimal: str, chosen: list[str]
) -> None:
    before = cleaned(cells, decimal=decimal)
    assert written(*before.columns) == cells
    assert not any(one.taken for one in before.offers)
    for offer in before.offers:
        assert str(offer.said).endswith(".")
        assert 1 <= offer.cells <= len(cells)
        assert 1 <= len(offer.examples) <= 3
        (after, *_) = cleaned(cells, offer.key, decimal=decimal).columns
        same = zip(cells, written(after), strict=True)
        # one that is taken for a value of its own stays as it is written
        assert sum(old != new or new in after.values for old, new in same) == offer.cells
    after_all = cleaned(cells, *chosen, decimal=decimal)
    assert {one.key for one in after_all.offers if one.taken} <= {*chosen}
    assert set(chosen) <= {one.key for one in after_all.offers}
    assert all(len(one.codes) == len(cells) for one in after_all.columns)
    assert cleaned(cells, decimal=decimal).offers == before.offers


STYLES = {
    "point": (",", ".", "", ""),
    "comma": (".", ",", "", ""),
    "space": (" ", ",", "", ""),
    "narrow space": ("\u202f", ".", "", ""),
    "Swiss": ("’", ".", "", ""),
    "euro": (".", ",", "", " €"),
    "dollar": (",", ".", "$", ""),
    "percent": ("", ".", "", " %"),
    "unit": (" ", ",", "", " kg"),
    "code": (",", ".", "CHF ", ""),
}


def styled(value: int, style: tuple[str, str, str, str], minus: str) -> str:
    """Hundredths written in a style."""
    group, decimal, before, after = style
    text = f"{abs(value) // 100:,}".replace(",", group) + f"{decimal}{abs(value) % 100:02d}"
    if value < 0 and minus == "(":
        return f"({before}{text}{after})"
    return (minus if value < 0 else "") + before + text + after


@law_of(4)
@given(
    st.lists(st.integers(-(10**11), 10**11), min_size=2, max_size=8),
    st.sampled_from([*STYLES]),
    st.sampled_from(["-", "−", "("]),
    SETTING,
)
def test_a_number_in_any_style_comes_back_exactly(
    values: list[int], style: str, minus: str, decimal: str
) -> None:
    # One is above nought: numbers that all stand in brackets are marks.
    cells = [styled(value, STYLES[style], minus) for value in [*values, 123456]]
    expected = [value / 100 for value in [*values, 123456]]
    assert settled(cells, "numbers", decimal=decimal) == expected


FORMATS = ["%Y-%m-%d", "%d.%m.%Y", "%Y/%m/%d", "%Y年%m月%d日", "%d %b %Y", "%B %d, %Y"]


@law_of(2)
@given(
    st.lists(st.dates(date(1900, 1, 1), date(2100, 1, 1)), min_size=2, max_size=6, unique=True),
    st.sampled_from(FORMATS),
)
def test_a_date_in_any_style_comes_back_exactly(days: list[date], style: str) -> None:
    cells = [day.strftime(style) for day in days]
    assert settled(cells, "days") == [(day - min(days)).days for day in days]


@law_of(2)
@given(
    st.lists(st.dates(date(1900, 1, 1), date(2100, 1, 1)), min_size=1, max_size=6, unique=True),
    st.booleans(),
)
def test_a_day_above_twelve_settles_the_order(days: list[date], day_first: bool) -> None:
    days = [*days, date(2020, 2, 28), date(2020, 2, 28) + timedelta(days=1)]
    style = "%d/%m/%Y" if day_first else "%m/%d/%Y"
    cells = [day.strftime(style) for day in days]
    assert settled(cells, "days") == [(day - min(days)).days for day in days]


# Speed.

MANY = 50_000
LONG: dict[str, Callable[[int], str]] = {
    "whole": str,
    "grouped": lambda at: f"{at + 10**6:,}",
    "money": lambda at: f"${at:,}.{at % 100:02d}",
    "words": lambda at: f"word {at} x",
    "times": lambda at: (
        f"2021-{at % 12 + 1:02d}-{at % 28 + 1:02d} {at % 24}:{at % 60:02d}:{at % 59:02d}"
    ),
}


@pytest.mark.on_push(2)
@pytest.mark.parametrize("written_as", LONG.values(), ids=LONG)
def test_many_distinct_cells_are_judged(written_as: Callable[[int], str]) -> None:
    long = column([written_as(at) for at in range(MANY)])
    found = clean([long], ".", {}, MISSING)
    keys = tuple(one.key for one in found.offers)[:1]
    taken = clean([long], ".", {"x": keys}, MISSING)
    assert [one.key for one in taken.offers if one.taken] == list(keys)


def test_many_columns_are_judged() -> None:
    kinds = [["1", "2"], ["1,500", "2.5"], ["Yes", "yes"], ["1.3.2021", "2.4.2021"], ["3 kg", "-"]]
    columns = [column(kinds[at % 5] * 20, f"c{at}", at) for at in range(500)]
    assert len(clean(columns, ".", {}, MISSING).offers) > 400


def test_a_date_that_shows_the_order_is_named() -> None:
    why = [str(one.why) for one in offers(["08/05/2023", "31/07/2023", "01/02/2023"]).values()]
    assert set(why) == {"Read day first, as “31/07/2023” shows."}
    assert "month first" in str(offers(["08/05/2023", "07/31/2023"])["month"].why)
    assert offers(["2023-05-08", "2023-07-31"])["month"].why is None
    # Where no date shows it, both orders are offered before any part is.
    assert [*offers(["08/05/2023", "01/02/2023"])] == ["day_first", "month_first"]


def test_a_comma_behind_grouped_digits_tells_the_decimal_sign() -> None:
    """2.967 beside 9.656,25 is never 2.967; beside 2.5 it may be."""
    content = "people;area\n2.967;9.656,25\n7.843;2.514,10\n"
    table = read(content.encode())
    assert [(one.column, one.key) for one in table.offers] == [
        ("people", "numbers"),
        ("area", "numbers"),
    ]
    table = read(content.encode(), Chosen(cells={"people": ("numbers",), "area": ("numbers",)}))
    assert table.frame["people"].tolist() == [2967, 7843]
    assert table.frame["area"].tolist() == [9656.25, 2514.1]
    mixed = read(b"people;area\n2.5;9.656,25\n7.25;2.514,10\n")
    assert mixed.frame["people"].tolist() == [2.5, 7.25]


def test_a_version_read_as_a_number_says_what_is_lost_and_mends_nothing() -> None:
    lossy = offers(["1.1", "1.2", "1.9", "1.10"])["decimals"]
    assert not lossy.mends
    assert str(lossy.why) == "4 values would become 3."
    assert offers(["2020.9", "2020.10", "2020.11"])["decimals"].why is None
    assert offers(["3 kg", "4 kg"])["numbers"].mends


def test_a_bound_is_shown_first_and_said_to_be_lost() -> None:
    found = offers(["8.8*", "12", "<5", "11", "13", "14"])["numbers"]
    assert found.examples == (("<5", "5"), ("8.8*", "8.8"))
    assert str(found.why) == "The bound is lost: “<5” would be 5 itself."
    assert "“<5” is 5" in str(found.said)
    assert offers(["8.8*", "12", "11", "13", "14"])["numbers"].why is None


def test_a_code_is_one_unless_all_other_cells_number_the_rows() -> None:
    assert "missing" not in offers(["30011", "30012", "30013", "999"])
    assert "missing" in offers(["30011", "30012", "30014", "999"])
    assert "missing" in offers(["11", "12", "13", "12", "999"])


def test_squares_of_one_character_and_units_per_square_metre_are_units() -> None:
    assert settled(["115㎡", "98㎡", "87.5㎡"], "numbers") == [115, 98, 87.5]
    assert settled(["43,210元/㎡", "9,800元/㎡"], "thousands") == [43210, 9800]


def test_groups_among_numbers_in_several_styles_may_count_as_missing() -> None:
    ages = ["28", "35-40", "60以上", "二十五", "52岁", "31", "44", "27", "39", "22-24", "33"]
    assert offers(ages)["numbers"].strays == ("35-40", "22-24")
    expected = [28, None, 60, 25, 52, 31, 44, 27, 39, None, 33]
    assert settled(ages, "numbers", "strays") == expected
    assert "numbers" not in offers([*ages, *["50-59", "18-20"] * 4])


def test_a_bare_number_beside_others_with_a_scale_is_taken_in_the_nearest() -> None:
    prices = ["320万", "450万元", "2650000", "380", "298万", "1.2亿"]
    read = [3_200_000, 4_500_000, 2_650_000, 3_800_000, 2_980_000, 120_000_000]
    assert settled(prices, "numbers") == read
    assert str(offers(prices)["numbers"].why) == "Without a unit, so assumed: “380” → 3800000."
    named = column(["35.5", "28万", "300000", "22"], "销售额(万元)")
    (made,) = clean([named], ".", {named.name: ("numbers",)}, MISSING).columns
    assert settle(made, ".").values.tolist() == [35.5, 28, 30, 22]
    assert settled(["1.2万", "600", "900", "3000"], "numbers") == [12000, 600, 900, 3000]
