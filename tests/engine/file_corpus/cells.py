"""Cells as people write them: text until somebody takes what they are offered to mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from dttools.files import Chosen
from tests.engine.file_corpus.case import Case, Cell, Columns, Levels, csv_of

ROW = ("x", "y", "x", "x", "y", "y", "x", "y")


@dataclass(frozen=True)
class Odd:
    """Cells of a column, what each becomes once the meanings ``keys`` are taken, and how the
    column stands untaken where that is not as text.

    A semicolon between the cells says that a comma is a decimal sign; a bar says nothing.
    """

    cells: Sequence[str]
    keys: tuple[str, ...]
    taken: Sequence[Cell]
    untaken: Sequence[Cell] | None = None
    separator: str = ";"


ODD: Mapping[str, Odd] = {
    "1,500 with a decimal point": Odd(
        ["1,500.5", "900", "12,000", "1,234,567"], ("numbers",), [1500.5, 900.0, 12000.0, 1234567.0]
    ),
    "1.500,25": Odd(
        ["1.500,25", "900,5", "12.000", "7,0"], ("numbers",), [1500.25, 900.5, 12000.0, 7.0]
    ),
    "1 500": Odd(["1 500", "900", "12 000", "7"], ("numbers",), [1500, 900, 12000, 7]),
    "1 500 with a fixed space": Odd(
        ["1\u00a0500", "900", "12\u00a0000"], ("numbers",), [1500, 900, 12000]
    ),
    "1 500 with a thin space": Odd(
        ["1\u202f500", "900", "12\u202f000"], ("numbers",), [1500, 900, 12000]
    ),
    "1'500": Odd(["1'500", "900", "12'000"], ("numbers",), [1500, 900, 12000]),
    "1’500": Odd(["1’500", "900", "12’000"], ("numbers",), [1500, 900, 12000]),
    "1,500 only, as thousands": Odd(
        ["1,500", "2,250", "12,000"], ("thousands",), [1500, 2250, 12000], separator="|"
    ),
    "1,500 only, as decimals": Odd(
        ["1,500", "2,250", "12,125"], ("decimals",), [1.5, 2.25, 12.125], separator="|"
    ),
    "12,34,567 of India": Odd(
        ["12,34,567", "1,00,000", "5,000"], ("numbers",), [1234567, 100000, 5000]
    ),
    "12 %": Odd(["12 %", "5 %", "100 %"], ("numbers",), [12, 5, 100]),
    "12%": Odd(["12%", "5.5%", "100%"], ("numbers",), [12.0, 5.5, 100.0]),
    "$3": Odd(["$3", "$12.50", "$0"], ("numbers",), [3.0, 12.5, 0.0]),
    "$1,500.00": Odd(["$1,500.00", "$12.50", "$300.00"], ("numbers",), [1500.0, 12.5, 300.0]),
    "3 €": Odd(["3 €", "12,50 €", "0 €"], ("numbers",), [3.0, 12.5, 0.0]),
    "€3": Odd(["€3", "€12.50", "€1"], ("numbers",), [3.0, 12.5, 1.0]),
    "￥100": Odd(["￥100", "￥25", "￥3"], ("numbers",), [100, 25, 3]),
    "100元": Odd(["100元", "25元", "3元"], ("numbers",), [100, 25, 3]),
    "EUR 5": Odd(["EUR 5", "EUR 7.5", "EUR 9"], ("numbers",), [5.0, 7.5, 9.0]),
    "5 kg": Odd(["5 kg", "7.5 kg", "9 kg"], ("numbers",), [5.0, 7.5, 9.0]),
    "21 °C": Odd(["21 °C", "-3 °C", "7.5 °C"], ("numbers",), [21.0, -3.0, 7.5]),
    "a minus sign": Odd(["−5", "3", "−0.5"], ("numbers",), [-5.0, 3.0, -0.5]),
    "a dash as a minus": Odd(["–5", "3", "–7"], ("numbers",), [-5, 3, -7]),
    "(5) is below zero": Odd(
        ["(5)", "3", "(1,200.5)", "12"], ("numbers",), [-5.0, 3.0, -1200.5, 12.0]
    ),
    "digits of full width": Odd(["１２", "３４", "５６"], ("numbers",), [12, 34, 56]),
    "a dash is missing": Odd(["5", "-", "7", "-"], ("missing",), [5.0, None, 7.0, None]),
    "a point is missing": Odd(["5", ".", "7", "8"], ("missing",), [5.0, None, 7.0, 8.0]),
    "n.a. is missing": Odd(["5", "n.a.", "7", "8"], ("missing",), [5.0, None, 7.0, 8.0]),
    "k.A. is missing": Odd(["5", "k.A.", "7", "8"], ("missing",), [5.0, None, 7.0, 8.0]),
    "缺失 is missing": Odd(["5", "缺失", "7", "8"], ("missing",), [5.0, None, 7.0, 8.0]),
    "none among numbers": Odd(["5", "none", "7", "8"], ("missing",), [5.0, None, 7.0, 8.0]),
    "a dash among texts": Odd(
        ["red", "-", "blue", "red"], ("missing",), ["red", None, "blue", "red"]
    ),
    "-999": Odd(
        ["21", "-999", "25", "-999", "19"],
        ("missing",),
        [21.0, None, 25.0, None, 19.0],
        [21, -999, 25, -999, 19],
    ),
    "numbers and a dash": Odd(
        ["1,500.5", "-", "12,000", "900"], ("numbers",), [1500.5, None, 12000.0, 900.0]
    ),
    "Yes and YES": Odd(
        ["Yes", "YES", "yes", "No", "no", "No", "Yes", "Yes"],
        ("one_value",),
        ["Yes", "Yes", "Yes", "No", "No", "No", "Yes", "Yes"],
    ),
    "No and No.": Odd(
        ["No", "No.", "Yes", "No", "Yes"], ("one_value",), ["No", "No", "Yes", "No", "Yes"]
    ),
    "two spaces": Odd(
        ["New York", "New  York", "Bonn", "New York"],
        ("one_value",),
        ["New York", "New York", "Bonn", "New York"],
    ),
    "full width": Odd(["Ａ", "A", "B", "A"], ("one_value",), ["A", "A", "B", "A"]),
    "one stray of many": Odd(
        [*map(str, range(10, 29)), "five"], ("strays",), [*map(float, range(10, 29)), None]
    ),
    "1,000+ of a shop": Odd(
        ["1,000+", "500,000+", "1,000,000+"], ("numbers",), [1000, 500000, 1000000]
    ),
    "k and M": Odd(["200k", "1.5M", "11M"], ("numbers",), [200000, 1500000, 11000000]),
    "万 and 亿": Odd(["30万", "1.2亿", "9800"], ("numbers",), [300000, 120000000, 9800]),
    "万元": Odd(["30万元", "1.5万元", "2万元"], ("numbers",), [300000, 15000, 20000]),
    "million and bn": Odd(["1.5 million", "2 bn"], ("numbers",), [1500000, 2000000000]),
    "footnotes": Odd(["10.3*", "10.7[a]", "11.0†", "9.5"], ("numbers",), [10.3, 10.7, 11.0, 9.5]),
    "footnotes in numbers": Odd(["1200[3]", "1201", "1203"], ("numbers",), [1200, 1201, 1203]),
    "plus or minus": Odd(["1.5 ± 0.1", "2.5±0.2"], ("numbers",), [1.5, 2.5]),
    "intervals": Odd(["1.5 (0.5–1.9)", "2.5 [1.5, 3.5]"], ("numbers",), [1.5, 2.5]),
    "below a bound": Odd(["<0.5", "0.75", "1.25", "3.5"], ("numbers",), [0.5, 0.75, 1.25, 3.5]),
    "above a bound": Odd([">100", "75", "99", "80"], ("numbers",), [100, 75, 99, 80]),
    "both decimal signs": Odd(["50,0", "51.7", "52,5"], ("numbers",), [50.0, 51.7, 52.5]),
    "Inf of R": Odd(["Inf", "-Inf", "3", "4"], ("missing",), [None, None, 3.0, 4.0]),
    "Infinity of Java": Odd(["Infinity", "2.5", "3.5"], ("missing",), [None, 2.5, 3.5]),
    ".a of Stata": Odd([".a", ".b", ".", "3"], ("missing",), [None, None, None, 3.0]),
    "[x] of an office": Odd(["[x]", "[low]", "7", "8"], ("missing",), [None, None, 7.0, 8.0]),
    "<undefined> of MATLAB": Odd(
        ["<undefined>", "red", "blue"], ("missing",), [None, "red", "blue"]
    ),
    "NA is a level": Odd(
        ["NA", "Gd", "TA", "NA", "Gd", "TA"],
        ("level",),
        ["NA", "Gd", "TA", "NA", "Gd", "TA"],
        [None, "Gd", "TA", None, "Gd", "TA"],
    ),
    "N/A is a level": Odd(
        ["a", "N/A", "a", "b", "b"],
        ("level",),
        ["a", "N/A", "a", "b", "b"],
        ["a", None, "a", "b", "b"],
    ),
    "NA is Namibia": Odd(["NA", "DE", "FR"], ("level",), ["NA", "DE", "FR"], [None, "DE", "FR"]),
    "a blank is no": Odd(["x", "", "x"], ("blank",), ["x", "no", "x"], ["x", None, "x"]),
    "a blank is No": Odd(
        ["Yes", "", "Yes"], ("blank",), ["Yes", "No", "Yes"], ["Yes", None, "Yes"]
    ),
    "a blank is 否": Odd(["是", "", "是"], ("blank",), ["是", "否", "是"], ["是", None, "是"]),
    "1.9 and 1.10": Odd(["1.9", "1.10", "1.11"], ("decimals",), [1.9, 1.1, 1.11], separator=","),
    "2020.1 and 2020.10": Odd(
        ["2020.1", "2020.10", "2020.12"], ("decimals",), [2020.1, 2020.1, 2020.12], separator=","
    ),
    "sections": Odd(["2", "2.1", "2.10"], ("decimals",), [2.0, 2.1, 2.1], separator=","),
    "a dash among decimal commas": Odd(["5", "-", "7,5", "8"], ("missing",), [5.0, None, 7.5, 8.0]),
}
DATES: Mapping[str, tuple[Sequence[str], tuple[str, ...], Columns]] = {
    "ISO, the month": (
        ["2024-03-01", "2024-04-02", "2024-03-05"],
        ("month",),
        {"c (month)": Levels(("Mar", "Apr"), ("Mar", "Apr", "Mar"))},
    ),
    "ISO, the weekday": (
        ["2024-03-01", "2024-03-02", "2024-03-08"],
        ("weekday",),
        {"c (weekday)": Levels(("Fri", "Sat"), ("Fri", "Sat", "Fri"))},
    ),
    "ISO, days since the first": (
        ["2024-03-01", "2024-04-02", "2024-03-05"],
        ("days",),
        {"c (days)": [0, 32, 4]},
    ),
    "ISO, the year": (
        ["2023-03-01", "2024-04-02", "2023-03-05"],
        ("year",),
        {"c (year)": [2023, 2024, 2023]},
    ),
    "German": (["1.3.2024", "2.4.2024", "15.3.2024"], ("days",), {"c (days)": [0, 32, 14]}),
    "American, as its days show": (
        ["03/01/2024", "04/15/2024", "03/05/2024"],
        ("days",),
        {"c (days)": [0, 45, 4]},
    ),
    "British, as its days show": (
        ["01/03/2024", "15/04/2024", "05/03/2024"],
        ("days",),
        {"c (days)": [0, 45, 4]},
    ),
    "either, taken as day first": (
        ["01/03/2024", "02/04/2024", "05/03/2024"],
        ("day_first", "days"),
        {"c (days)": [0, 32, 4]},
    ),
    "either, taken as month first": (
        ["01/03/2024", "02/04/2024", "05/03/2024"],
        ("month_first", "days"),
        {"c (days)": [0, 32, 121]},
    ),
    "Chinese": (
        ["2024年3月1日", "2024年4月2日", "2024年3月5日"],
        ("days",),
        {"c (days)": [0, 32, 4]},
    ),
    "with a name": (
        ["1 Mar 2024", "2 Apr 2024", "5 Mar 2024"],
        ("month",),
        {"c (month)": Levels(("Mar", "Apr"), ("Mar", "Apr", "Mar"))},
    ),
    "moments, the hour": (
        ["2024-03-01 08:30", "2024-03-01 17:00", "2024-03-02 08:45"],
        ("hour",),
        {"c (hour)": [8, 17, 8]},
    ),
    "moments of ISO, two parts": (
        ["2024-03-01T08:30:00Z", "2024-03-02T17:00:00Z"],
        ("hour", "days"),
        {"c (hour)": [8, 17], "c (days)": [0, 1]},
    ),
    "times": (["8:30", "17:00", "12:15"], ("hour",), {"c (hour)": [8, 17, 12]}),
    "times with PM": (["8:30 AM", "5:00 PM", "12:15 AM"], ("hour",), {"c (hour)": [8, 17, 0]}),
}
OF_PROGRAMS: Mapping[str, tuple[str, Sequence[str], tuple[str, ...], Columns]] = {
    "SAS": ("c", ["01JAN2020", "15FEB2020", "02JAN2020"], ("days",), {"c (days)": [0, 45, 1]}),
    "SAS, moments": (
        "c",
        ["01JAN2020:12:00:00", "02JAN2020:13:30:00"],
        ("hour", "days"),
        {"c (hour)": [12, 13], "c (days)": [0, 1]},
    ),
    "Oracle": ("c", ["01-JAN-19", "02-FEB-20"], ("year",), {"c (year)": [2019, 2020]}),
    "a web server": (
        "c",
        ["01/Jan/2020:12:00:00 +0000", "01/Jan/2020:14:00:00 +0000"],
        ("hour",),
        {"c (hour)": [12, 14]},
    ),
    "quarters": (
        "c",
        ["2020-Q1", "2020-Q3", "2021-Q1"],
        ("year", "quarter"),
        {"c (year)": [2020, 2020, 2021], "c (quarter)": Levels(("Q1", "Q3"), ("Q1", "Q3", "Q1"))},
    ),
    "quarters first": ("c", ["Q1 2020", "Q2 2021"], ("year",), {"c (year)": [2020, 2021]}),
    "quarters in Chinese": (
        "c",
        ["2020年第1季度", "2020年第四季度"],
        ("quarter",),
        {"c (quarter)": Levels(("Q1", "Q4"), ("Q1", "Q4"))},
    ),
    "months": (
        "c",
        ["2019-10", "2020-02", "2020-01"],
        ("year", "month"),
        {
            "c (year)": [2019, 2020, 2020],
            "c (month)": Levels(("Jan", "Feb", "Oct"), ("Oct", "Feb", "Jan")),
        },
    ),
    "months in Chinese": ("c", ["2020年10月", "2021年1月"], ("year",), {"c (year)": [2020, 2021]}),
    "months of a bank": ("c", ["2020M01", "2021M02"], ("year",), {"c (year)": [2020, 2021]}),
    "Forms": (
        "c",
        ["2024/03/01 下午 3:05:22 [GMT+8]", "2024/03/02 上午 12:10:00 [GMT+8]"],
        ("hour",),
        {"c (hour)": [15, 0]},
    ),
    "Forms, in English": (
        "c",
        ["2024/03/01 3:05:22 PM GMT+8", "2024/03/02 9:10:00 AM GMT+8"],
        ("hour",),
        {"c (hour)": [15, 9]},
    ),
    "of a house": (
        "c",
        ["20141013T000000", "20151209T000000"],
        ("year",),
        {"c (year)": [2014, 2015]},
    ),
    "durations": ("c", ["0:10:30", "1:11:31", "2:00:00"], ("duration",), {"c": [630, 4291, 7200]}),
    "durations, by the name": (
        "duration",
        ["11:30", "21:29"],
        ("duration",),
        {"duration": [690, 1289]},
    ),
    "durations, some under an hour": (
        "c",
        ["7:00:16", "12:30", "9:01:02"],
        ("duration",),
        {"c": [25216, 750, 32462]},
    ),
    "durations, spent": (
        "time spent",
        ["11:30", "21:29"],
        ("duration",),
        {"time spent": [690, 1289]},
    ),
    "durations, a day and more": (
        "c",
        ["26:30", "8:00", "100:15"],
        ("duration",),
        {"c": [1590, 480, 6015]},
    ),
    "durations of pandas": (
        "c",
        ["0 days 00:10:30", "1 days 02:00:00"],
        ("duration",),
        {"c": [630, 93600]},
    ),
    "durations by name": (
        "用时",
        ["8:30", "7:05", "12:15"],
        ("duration",),
        {"用时": [510, 425, 735]},
    ),
    "ranges": (
        "c",
        ["15-19", "14-Oct", "9-May", "20-24", "65+"],
        ("ranges",),
        {"c": ["15-19", "10-14", "5-9", "20-24", "65+"]},
    ),
    "ranges of a sheet": (
        "c",
        ["15-19", "2019-10-14", "20-24"],
        ("ranges",),
        {"c": ["15-19", "10-14", "20-24"]},
    ),
    "ranges in Chinese": (
        "c",
        ["15-19", "10月14日", "20-24"],
        ("ranges",),
        {"c": ["15-19", "10-14", "20-24"]},
    ),
    "ranges, all lost": (
        "c",
        ["5-Mar", "8-Jun", "11-Sep"],
        ("ranges",),
        {"c": ["3-5", "6-8", "9-11"]},
    ),
    "weekdays": (
        "c",
        ["Wed", "Mon", "Tue"],
        ("order",),
        {"c": Levels(("Mon", "Tue", "Wed"), ("Wed", "Mon", "Tue"))},
    ),
    "weekdays in Chinese": (
        "c",
        ["周三", "周一", "周日"],
        ("order",),
        {"c": Levels(("周一", "周三", "周日"), ("周三", "周一", "周日"))},
    ),
    "names of months": (
        "c",
        ["May", "January", "Oct"],
        ("order",),
        {"c": Levels(("January", "May", "Oct"), ("May", "January", "Oct"))},
    ),
    "ages": (
        "c",
        ["15-19", "10-14", "20-24"],
        ("order",),
        {"c": Levels(("10-14", "15-19", "20-24"), ("15-19", "10-14", "20-24"))},
    ),
    "answers": (
        "c",
        ["yes", "Y", "no", "N", "yes", "✓"],
        ("one_value",),
        {"c": ["yes", "yes", "no", "no", "yes", "yes"]},
    ),
    "answers in two languages": (
        "c",
        ["是", "否", "是", "yes", "no"],
        ("one_value",),
        {"c": ["是", "否", "是", "是", "否"]},
    ),
    "answers and digits": (
        "c",
        ["TRUE", "1", "0", "FALSE", "TRUE"],
        ("one_value",),
        {"c": ["TRUE", "TRUE", "FALSE", "FALSE", "TRUE"]},
    ),
    "blocks": ("c", ["a", "", "", "b", "", "", "c", "", ""], ("fill_down",), {"c": [*"aaabbbccc"]}),
    "blocks in Chinese": (
        "c",
        ["一班", "", "二班", "", "三班", ""],
        ("fill_down",),
        {"c": ["一班", "一班", "二班", "二班", "三班", "三班"]},
    ),
    "blocks, one shorter": (
        "c",
        ["a", "", "", "b", "", "", "c", ""],
        ("fill_down",),
        {"c": [*"aaabbbcc"]},
    ),
}
COUNTED: Mapping[str, tuple[str, Sequence[int], str, Sequence[int]]] = {
    "seconds": ("ts", [1577836800, 1577926800, 1577840400], "hour", [0, 1, 1]),
    "seconds, seen": ("lastSeen", [1577836800, 1577926800, 1577840400], "hour", [0, 1, 1]),
    "seconds, joined": ("joined_at", [1577836800, 1577926800, 1577840400], "hour", [0, 1, 1]),
    "milliseconds": ("created_at", [1577836800123, 1577926800456], "days", [0, 1]),
    "days of a spreadsheet": ("OrderDate", [43831, 43900, 43832], "days", [0, 69, 1]),
    "days in Chinese": ("日期", [43831, 44197, 43832], "year", [2020, 2021, 2020]),
    "eight digits": ("c", [20200101, 20210301, 20200102], "year", [2020, 2021, 2020]),
}
NEARLY: Mapping[str, tuple[str, Sequence[str]]] = {
    "seasons": ("c", ["2009-10", "2010-11", "2011-12"]),
    "months of no year": ("c", ["1024-10", "1203-04", "3010-11"]),
    "thirteen months": ("c", ["2020-12", "2020-13", "2020-01"]),
    "fifth quarter": ("c", ["2020-Q4", "2020-Q5", "2020-Q1"]),
    "questions": ("c", ["Q1-20", "Q2-20", "Q3-21"]),
    "parts of a year": ("c", ["2020.5", "2020.25", "2021.75"]),
    "numbers of ten digits": ("id", ["1577836800", "1577926800", "1577840400"]),
    "numbers of ten digits, attended": ("attended", ["1577836800", "1577926800", "1577840400"]),
    "a row numbered beside a code": ("n", ["1", "2", "3", "4", "999"]),
    "numbers of five digits": ("c", ["43831", "43900", "43832"]),
    "updates": ("update", ["43831", "43900", "43832"]),
    "candidates": ("candidate", ["43831", "43900", "43832"]),
    "eight digits that are no days": ("c", ["20200101", "20201301", "20200102"]),
    "points of sets": ("score", ["25:23", "22:25", "25:10"]),
    "shapes of a picture": ("c", ["16:9", "4:3", "21:9"]),
    "days of a year": ("c", ["14-Oct", "5-Mar", "21-Dec"]),
    "points of a game": ("c", ["0-2", "1-Mar", "3-1"]),
    "a range and names": ("c", ["15-19", "14-Oct", "old"]),
    "a name among months": ("c", ["April", "June", "Bob"]),
    "two days": ("c", ["Sat", "Sun", "Sat"]),
    "another answer": ("c", ["yes", "Y", "no", "maybe"]),
    "two answers": ("c", ["yes", "no", "yes"]),
    "a remark now and then": ("c", ["", "late", "", "", "ill", ""]),
    "most are there": ("c", ["a", "b", "", "c", "d", ""]),
}
PLAIN: Mapping[str, Sequence[str]] = {
    "codes with zeros": ["007", "012", "013"],
    "versions": ["1.2.3", "1.2.4", "2.0.0"],
    "telephones": ["612 345 678", "612 345 679", "612 345 670"],
    "ranges": ["18-25", "26-35", "36-45"],
    "at least": ["<5", "5", ">10"],
    "groups with bounds": ["<18", "18-64", ">64"],
    "classes of incomes": ["<=50K", ">50K", "<=50K"],
    "sizes in M": ["3M", "6M", "12M"],
    "products": ["3M", "A4", "5G"],
    "names of files": [".a", ".so", ".b"],
    "answers": ["[x]", "[ ]", "[x]"],
    "years of dates": ["2020-01", "2020-02", "2020-03"],
    "names and first names": ["Smith, Ann", "Jones, Bob", "Smith, Bob"],
    "places in a line": ["35.8;104.1", "36.8;104.1", "35.8"],
    "fractions": ["1/2", "3/4", "1/4"],
    "marks (1) and (2)": ["(1)", "(2)", "(3)"],
    "flats 5A and 6B": ["5A", "6B", "7A"],
    "addresses of computers": ["192.168.1.1", "192.168.1.2", "10.0.0.1"],
    "sizes": ["5x3", "6x4", "7x5"],
    "ordinals": ["1st", "2nd", "3rd"],
    "two units": ["5 kg", "500 g", "2 kg"],
    "chess": ["e4", "d4", "c4"],
    "a letter O": ["1O", "2O", "3O"],
    "Roman numbers": ["II", "IV", "IX"],
}


CHOICES: Mapping[str, tuple[Sequence[str], Columns]] = {
    "codes of choices": (
        ['"1,2"', '"1,3"', "2", "3", '"2,3"', "1"],
        {
            "c: 1": ["yes", "yes", "no", "no", "no", "yes"],
            "c: 2": ["yes", "no", "yes", "no", "yes", "no"],
            "c: 3": ["no", "yes", "no", "yes", "yes", "no"],
        },
    ),
    "options": (
        ["a; b", "a", "b", "a"],
        {"c: a": ["yes", "yes", "no", "yes"], "c: b": ["yes", "no", "yes", "no"]},
    ),
    "options in Chinese": (
        ["图书馆;宿舍", "图书馆;", "", "宿舍", "宿舍"],
        {"c: 图书馆": ["是", "是", None, "否", "否"], "c: 宿舍": ["是", "否", None, "是", "是"]},
    ),
}


def choices() -> Iterator[Case]:
    """Text as it stands, never 1.2; and a column for each option."""
    for name, (cells, columns) in CHOICES.items():
        content = _file(cells, ",")
        untaken = _with(c=[cell.strip('"') or None for cell in cells])
        yield Case(f"untaken: {name}", content, untaken, offers=(("c", "choices"),))
        taken = Chosen(cells={"c": ("choices",)})
        yield Case(f"taken: {name}", content, _with(**dict(columns)), chosen=taken)


def odd() -> Iterator[Case]:
    for name, one in ODD.items():
        content = _file(one.cells, one.separator)
        untaken = one.cells if one.untaken is None else one.untaken
        offers = tuple(("c", key) for key in one.keys)
        yield Case(f"untaken: {name}", content, _with(c=untaken), offers=offers)
        yield Case(
            f"taken: {name}", content, _with(c=one.taken), chosen=Chosen(cells={"c": one.keys})
        )


def dates() -> Iterator[Case]:
    for name, (cells, keys, columns) in DATES.items():
        content = _file(cells)
        first = ("day_first", "month_first") if "either" in name else keys
        offers = tuple(("c", key) for key in first)
        yield Case(f"untaken date: {name}", content, _with(c=cells), offers=offers)
        taken = Chosen(cells={"c": keys})
        yield Case(f"taken date: {name}", content, _with(**dict(columns)), chosen=taken)


def plain() -> Iterator[Case]:
    """What looks like numbers and is none; nothing is done to it."""
    for name, cells in PLAIN.items():
        separator = "," if any(";" in cell for cell in cells) else ";"
        yield Case(f"stays text: {name}", _file(cells, separator), _with(c=cells), quiet=True)


def of_programs() -> Iterator[Case]:
    for name, (column, cells, keys, columns) in OF_PROGRAMS.items():
        content = _file(cells, name=column)
        offers = tuple((column, key) for key in keys)
        untaken = [cell or None for cell in cells]
        yield Case(f"untaken: {name}", content, _with(**{column: untaken}), offers=offers)
        chosen = Chosen(cells={column: keys})
        yield Case(f"taken: {name}", content, _with(**dict(columns)), chosen=chosen)
    for name, (column, numbers, key, values) in COUNTED.items():
        content = _file(list(map(str, numbers)), name=column)
        yield Case(f"untaken: {name}", content, _with(**{column: numbers}), offers=((column, key),))
        chosen = Chosen(cells={column: (key,)})
        yield Case(f"taken: {name}", content, _with(**{f"{column} ({key})": values}), chosen=chosen)


def nearly() -> Iterator[Case]:
    """What looks like it and is none: nothing is offered."""
    for name, (column, cells) in NEARLY.items():
        untaken: list[Cell] = [cell or None for cell in cells]
        if all(cell.replace(".", "", 1).isdigit() for cell in cells):
            untaken = [float(cell) if "." in cell else int(cell) for cell in cells]
        content = _file(cells, name=column)
        yield Case(f"nearly: {name}", content, _with(**{column: untaken}), quiet=True, asks=False)


def refused() -> Iterator[Case]:
    content = _file(["5", "-", "7"])
    yield Case("cells: a column that there is not", content, "has no column “d”", chosen=Chosen(cells={"d": ("missing",)}))  # fmt: skip
    yield Case("cells: a meaning that there is not", content, "cannot be read as “colour”", chosen=Chosen(cells={"c": ("colour",)}))  # fmt: skip


def _file(cells: Sequence[str], separator: str = ";", name: str = "c") -> bytes:
    rows: list[Cell] = [f"r{at}" for at in range(len(cells))]
    return csv_of({"n": rows, name: cells, "k": _classes(cells)}, separator).encode()


def _with(**columns: Sequence[Cell] | Levels) -> Columns:
    first = next(iter(columns.values()))
    cells = first.cells if isinstance(first, Levels) else first
    rows: list[Cell] = [f"r{at}" for at in range(len(cells))]
    named = {name.replace("__", " "): column for name, column in columns.items()}
    return {"n": rows, **named, "k": _classes(cells)}


def _classes(cells: Sequence[Cell]) -> list[Cell]:
    return [ROW[at % len(ROW)] for at in range(len(cells))]


CASES_OF_CELLS = (*odd(), *choices(), *dates(), *of_programs(), *nearly(), *plain(), *refused())
