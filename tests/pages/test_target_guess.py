"""The target of a table is guessed by name, kind and place: headers as people write them."""

from collections.abc import Sequence

import pandas as pd
import pytest

from dtshow.tables.target_guess import Reason, guess_target, target_kind
from dttools.study import numbers_rows, words_of

ROWS = 60
KINDS = {
    "id": lambda i: f"p{i}",
    "row": lambda i: i + 1,
    "two": lambda i: "yn"[i * 7 % 5 % 2],
    "bit": lambda i: i * 3 % 7 % 2,
    "few": lambda i: "abc"[i % 3],
    "five": lambda i: i * i % 7,
    "many": lambda i: f"w{i % 25}",
    "number": lambda i: (i * 37 % 41) / 4,
    "day": lambda i: i % 31 + 1,
    "same": lambda i: 1,
    "gap": lambda i: None if i % 6 == 0 else (i * 37 % 41) / 4,
}
"""What stands in a column, by its kind."""


def table(header: str) -> pd.DataFrame:
    """``name:kind`` for each column."""
    pairs = [part.strip().rpartition(":") for part in header.split(";")]
    return pd.DataFrame({name: [KINDS[kind](i) for i in range(ROWS)] for name, _, kind in pairs})


@pytest.mark.parametrize(
    ("header", "target"),
    [
        # orange juice (ISLR): the first column, of two values; the last is a code
        (
            "Purchase:two; WeekofPurchase:number; StoreID:five; PriceCH:number; PriceMM:number; "
            "SpecialCH:bit; LoyalCH:number; SalePriceMM:number; Store7:two; STORE:five",
            "Purchase",
        ),
        # air quality (R): numbers only; the last columns are dates
        ("Ozone:gap; Solar.R:gap; Wind:number; Temp:number; Month:five; Day:day", "Ozone"),
        ("rownames:row; survived:two; sex:two; age:gap; passengerClass:few", "survived"),
        ("name:id; survived:two; sex:two; age:gap; passengerClass:few", "survived"),
        ("PassengerId:row; Survived:bit; Pclass:few; Sex:two; Fare:number", "Survived"),
        ("Day:id; Outlook:few; Temperature:few; Humidity:two; Wind:two; Play:two", "Play"),
        ("sepal length:number; sepal width:number; petal length:number; species:few", "species"),
        ("Class:few; Alcohol:number; Ash:number; Hue:number; Proline:number", "Class"),
        ("Pregnancies:five; Glucose:number; BMI:number; Age:number; Outcome:bit", "Outcome"),
        ("x1:number; x2:number; y:bit; weight:number", "y"),
        ("target:bit; f1:number; f2:number; f3:two", "target"),
        ("text length:number; links:five; label:two; source:few", "label"),
        ("mpg:number; cyl:few; disp:number; vs:bit; am:bit; gear:few; carb:five", "mpg"),
        ("Sales:number; Price:number; ShelveLoc:few; Urban:two; US:two", "Sales"),
        ("Hits:number; League:two; Salary:gap; NewLeague:two", "Salary"),
        ("LotArea:number; Street:two; CentralAir:two; YrSold:five; SalePrice:number", "SalePrice"),
        ("Sex:few; Length:number; Diameter:number; Height:number; Rings:number", "Rings"),
        ("age:number; workclass:few; sex:two; native country:many; income:two", "income"),
        ("ID:row; limit:number; sex:two; default next month:bit", "default next month"),
        ("Customer ID:id; Region:few; Since:day; Calls:five; Churned?:two", "Churned?"),
        ("is_fraud:bit; amount:number; country:few; hour:day", "is_fraud"),
        ("age:few; spectacle-prescrip:two; astigmatism:two; contact-lenses:few", "contact-lenses"),
        ("Kyphosis:two; Age:number; Number:five; Start:number", "Kyphosis"),
        ("a:number; b:two; same:same; code:id", "b"),
        ("编号:row; 色泽:few; 根蒂:few; 密度:number; 好瓜:two", "好瓜"),
        ("年龄:few; 收入:few; 学生:two; 是否购买:two; 城市:many", "是否购买"),
        ("类别:few; 长度:number; 宽度:number; 颜色:few", "类别"),
        ("面积:number; 楼层:five; 房价:number; 日期:day", "房价"),
        ("姓名:id; 性别:two; 成绩:number; 班级:few; 是否及格:two", "是否及格"),
        ("age:number; smoker:two; colour:few; result_date:few", "smoker"),  # a date, not a result
        ("age:number; class_name:few; sex:two; weight:number", "class_name"),
        ("now:few; was:few; will buy:few; weight:number", "will buy"),  # one word asks nothing
        # a mark beside what came of it
        ("Student:id; Hours:number; Grade:few; Passed:two", "Passed"),
        ("Hours:number; Grade:number; Subject:few; Exam passed:two", "Exam passed"),
        ("Hours:number; Grade:few; Smoker:two", "Grade"),
        ("Hours:number; Grade:few; Speed:two", "Grade"),  # nothing that happened
        ("姓名:id; 等级:few; 学时:number; 录取:two", "录取"),
        # what is known beforehand, as a rule, is asked for where it is the last and has two values
        ("序号:row; 身高（cm）:number; 头发长度:number; 声音音调:two; 性别:two", "性别"),
        ("height:number; voice:two; sex:two; age:few", "voice"),
        ("smoker:two; height:number; sex:two", "smoker"),
        # what counts the rows is the last to be predicted, even if it measures something
        ("y:number; x:row", "y"),
        ("temp:number; week:row", "temp"),
    ],
)  # fmt: skip
def test_the_target_is_guessed(header: str, target: str) -> None:
    assert guess_target(table(header)).column == target


@pytest.mark.parametrize(
    ("header", "reasons"),
    [
        ("Region:few; Spend:number; Churned?:two", ("question", "two", "last")),
        ("survived:two; sex:two; age:number", ("name", "two", "first")),
        ("Ozone:gap; Wind:number; Month:five", ("first",)),
        ("code:id; b:two; same:same", ("only",)),
        ("result_date:few; place:many; number:number", ("few", "first")),
        ("was:few; place:many; number:number", ("few", "first")),
        ("Hours:number; Grade:few; Passed:two", ("outcome", "two", "last")),
    ],
)
def test_what_speaks_for_it_is_told(header: str, reasons: tuple[Reason, ...]) -> None:
    assert guess_target(table(header)).reasons == reasons


def test_of_a_table_without_a_usable_column_the_last_is_taken() -> None:
    assert guess_target(table("code:id; same:same")).column == "same"


def test_the_words_of_a_name() -> None:
    assert words_of("passengerClass") == ["passenger", "class"]
    assert words_of("Sale_Price2") == ["sale", "price"]
    assert words_of("PriceCH") == ["price", "ch"]
    assert words_of("是否购买") == ["是否购买"]


def test_whole_numbers_are_classes_only_if_they_come_again() -> None:
    ages = [23, 31, 45, 52, 38, 29, 61, 47, 33, 40]
    frame = pd.DataFrame({"age": ages, "sleep": [6, 7, 8] * 3 + [6], "bought": [0, 1] * 5})
    kinds = {name: target_kind(frame[name]) for name in frame}
    assert kinds == {"age": "numeric", "sleep": "nominal", "bought": "nominal"}
    found = guess_target(frame)
    assert {found.column, *found.others} == set(frame)


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        *(("x", False), ("t (s)", False), ("Week", False), ("dose_mg", False), ("时间", False)),
        *(("年龄（岁）", False), ("trial", False), ("trial no.", True), ("day id", True)),
        *(("X", True), ("n", True), ("Unnamed: 0", True), ("序号", True), ("volume", True)),
    ],
)
def test_a_run_numbers_the_rows_unless_its_name_measures(name: str, numbers: bool) -> None:
    assert numbers_rows(pd.Series(range(1, 13), name=name)) is numbers


@pytest.mark.parametrize(
    ("name", "cells", "numbers"),
    [
        *(("学号", range(20240101, 20240109), True), ("学生学号", [907, 311, 502, 118, 640], True)),
        *(("Student ID", [907, 311, 502, 118, 640], True), ("No.", range(101, 109), True)),
        *(("studentId", [5, 9, 1, 7, 3], True), ("工号", [1003, 1001, 1002, 1009, 1005], True)),
        # a code that comes again, a fraction, and what is measured
        *(("ID", [1, 2, 2, 3, 4], False), ("ID", [1.5, 2, 3, 4, 5], False)),
        *(("No.", [12, 45, 33, 20, 18], False), ("身高", range(160, 168), False)),
        *(("body index", [21, 25, 19, 30, 27], False), ("width", [9, 4, 7, 2, 5], False)),
        *(("鞋号", [38, 42, 40, 36, 44], False), ("number of rooms", [3, 5, 2, 8, 6], False)),
    ],
)
def test_what_is_called_an_identifier_and_tells_all_rows_apart_numbers_them(
    name: str, cells: Sequence[float], numbers: bool
) -> None:
    assert numbers_rows(pd.Series(cells, name=name)) is numbers


def test_a_running_number_is_no_target_and_a_run_of_years_is_one() -> None:
    frame = table("x:number; y:number").assign(
        **{"Customer ID": range(1000, 1060), "Year": range(1950, 2010)}
    )
    found = guess_target(frame)
    able = {found.column, *found.others}
    assert able == {"x", "y", "Year"}
    assert not numbers_rows(frame["Customer ID"][:9].rename("customers"))
    assert guess_target(pd.concat([frame] * 400)[["x", "y"]].assign(no=range(24_000))).others == (
        "x",
    )
