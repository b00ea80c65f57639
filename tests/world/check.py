"""Files as the world writes them: ``python -m tests.world.check``.

A line for each case that falls short, then ``world: good/total``. ``hand/`` holds what is to be
mended, ``works/`` what is right and must stay so. README.md says of each file what a right answer
is. All access to the project is in ``adapter.py``.
"""

from __future__ import annotations

import re
import sys
from datetime import datetime
from pathlib import Path

import pandas as pd

from tests.world.adapter import (
    Alternative,
    Case,
    Judged,
    app,
    both,
    class_looks,
    command,
    command_gives,
    cuts,
    dated,
    exported_right,
    exports_tell,
    frame_of,
    gone,
    grown,
    grows,
    header,
    here,
    level,
    levels,
    named,
    names,
    nothing_lost,
    num,
    printed_sides,
    reaches,
    reads,
    refuses,
    rows,
    says,
    scaled,
    score,
    split_codes,
    text,
    told,
    width,
)

HERE = Path(__file__).resolve().parent
HAND, WORKS = HERE / "hand", HERE / "works"


# Trees, predictions and the command: what no table shows.


def trained(name: str) -> pd.DataFrame:
    return pd.read_csv(HAND / name)


def midpoint(case: Case) -> Judged:
    tree = grown(trained("midpoint_train.csv"), "y", "cart")
    said = told(tree, pd.DataFrame({"x": [2.1, 2.0, 2.2]}))
    return said == ["low", "low", "high"] or f"2.1, 2.0, 2.2 are told {said}"


def midpoint_command(case: Case) -> Judged:
    new = str(HAND / "midpoint_new.csv")
    status, out, problem = command(
        str(case.path), "--target", "y", "--recipe", "cart", "--predict", new
    )
    said = [] if status else list(frame_of(out)["prediction"])
    return said == ["low", "low", "high"] or f"--predict tells {said} {problem.strip()}"


def midpoint_others(case: Case) -> Judged:
    often = pd.concat([trained("midpoint_train.csv")] * 5, ignore_index=True)  # rpart wants 20 rows
    for recipe in ("cart_rpart", "c45_textbook", "assistant", "cart_sklearn"):
        tree = grown(often, "y", recipe)
        side = printed_sides(tree, "x", lambda cut: pd.DataFrame({"x": [cut]}), "low")
        if side is not True:
            return f"{recipe}: {side}"
    return True


def midpoint_exports(case: Case) -> Judged:
    tree, new = (
        grown(trained("midpoint_train.csv"), "y", "cart"),
        pd.DataFrame({"x": [2.1, 2.0, 2.2]}),
    )
    wrong = exports_tell(tree, new, ["low", "low", "high"])
    return not wrong or f"2.1, 2.0, 2.2 are told {wrong}"


def single(case: Case) -> Judged:
    tree = grown(trained("sklearn_single_train.csv"), "y", "cart_sklearn")
    said = told(tree, pd.DataFrame({"x": [0.35, 0.34, 0.36]}))
    return said == ["low", "low", "high"] or f"0.35, 0.34, 0.36 are told {said}"


def single_exports(case: Case) -> Judged:
    tree = grown(trained("sklearn_single_train.csv"), "y", "cart_sklearn")
    new = pd.DataFrame({"x": [0.35, 0.34, 0.36]})
    wrong = exports_tell(tree, new, ["low", "low", "high"], pardon="single precision")
    return not wrong or f"0.35, 0.34, 0.36 are told {wrong}"


def weights(case: Case) -> Judged:
    tree = grown(trained(case.path.name), "y", "cart", weights="w")
    found = cuts(tree)
    if [(column, cut) for column, cut, _ in found] != [("x", 19.5)]:
        return f"cuts {found}, not x ≤ 19.5"
    said = told(tree, pd.DataFrame({"x": [0, 19, 20, 39]}))
    return said == ["a", "a", "b", "b"] or f"told {said}"


def weights_said(recipe: str) -> Alternative:
    """It splits, or the reason does not speak of rows where it counts their weights."""

    def way(case: Case) -> Judged:
        status, out, problem = command(
            str(case.path), "--target", "y", "--weights", "w", "--recipe", recipe, "--steps"
        )
        if status:
            return f"exit {status}: {problem.strip()}"
        untrue = [
            line for line in out.splitlines() if line.startswith("→ A leaf") and "rows" in line
        ]
        untrue = [line for line in untrue if "2 rows" in line and "weigh" not in line.casefold()]
        return not untrue or untrue[0]

    return way


def gps(case: Case) -> Judged:
    tree = grown(trained(case.path.name), "zone", "cart")
    ((_, cut, same),) = cuts(tree)
    if abs(cut - 121.473715) > 1e-6 or not same:
        return f"the cut is printed {cut!r}, and the midpoint is 121.473715"
    between = [121.473711, 121.473712, 121.473714, 121.473716, 121.473719]
    said = told(tree, pd.DataFrame({"lat": between}))
    return said == ["a" if one <= cut else "b" for one in between] or f"told {said} under ≤ {cut}"


def no_header_predicted(case: Case) -> Judged:
    def right(status: int, out: str, problem: str) -> Judged:
        if status:
            return f"exit {status}: {problem.strip()}"
        found = frame_of(out)
        return (len(found) == 20 and found["prediction"].nunique() == 2) or f"{len(found)} rows"

    words = [
        str(case.path),
        "--target",
        "column 6",
        "--recipe",
        "cart",
        "--predict",
        str(case.path),
    ]
    return command_gives(case, words, right)


def no_header_tested(case: Case) -> Judged:
    def right(status: int, out: str, problem: str) -> Judged:
        notes = [
            line
            for line in (*problem.splitlines(), *out.splitlines())
            if line.startswith(("Note", "dtcore:"))
        ]
        if any(">50K." in line for line in notes):
            return True  # told that the classes of this file end in a point
        judged = re.search(r"Rows\s+20\b", out) and re.search(r"Accuracy\s+1(?![.\d])", out)
        return (not status and bool(judged)) or f"exit {status}: {(problem or out).strip()[:160]}"

    words = [
        str(HAND / "adult.data"),
        "--target",
        "column 6",
        "--recipe",
        "cart",
        "--test",
        str(case.path),
    ]
    return command_gives(case, words, right)


def percent_command(case: Case) -> Judged:
    def right(status: int, out: str, problem: str) -> Judged:
        split = "rate ≤" in out or "cost ≤" in out
        return (
            not status and split
        ) or f"exit {status}, no cut of rate or cost, and no option named that gives it"

    return command_gives(case, [str(case.path), "--target", "y", "--recipe", "cart"], right)


def percent_advice(case: Case) -> Judged:
    _, out, problem = command(str(case.path), "--target", "y", "--recipe", "cart")
    text = " ".join((out + problem).split())
    advised = (
        "“rate” has a value of its own in nearly every row" in text
        and "--ignore leaves it out" in text
    )
    return not advised or "advises to leave the number “rate” out"


def classes_apart(case: Case) -> Judged:
    looks = class_looks(len(set(trained(case.path.name)["typ"])))
    alike = [(at, looks.index(one)) for at, one in enumerate(looks) if looks.index(one) < at]
    return (
        not alike or f"classes {alike[0][1]} and {alike[0][0]} look the same: {looks[alike[0][0]]}"
    )


def row_number_used(case: Case) -> Judged:
    tree = grown(trained(case.path.name), "y", "regression", kinds={"y": "numeric"})
    return ("x", 6.5) in [(column, cut) for column, cut, _ in cuts(tree)] or f"{cuts(tree)}"


SAS = [
    datetime(2020, 1, 1),
    datetime(2020, 2, 2),
    datetime(2020, 3, 3),
    datetime(2020, 1, 4),
    datetime(2020, 2, 5),
]
CODES = "Which languages? (select all)"
ORANGE = ("sepal length", "sepal width", "colour", "iris")
SURVEY = ("year of study", "Excel", "R", "Python", "Other", "satisfied")
ACCOUNT = {0: "9007199254740993", 17: "9007199254741010"}

TO_MEND: list[tuple[str, *tuple[Alternative, ...]]] = [  # type: ignore[misc]
    ("midpoint_train.csv: cart, value equal to the cut", midpoint),
    ("midpoint_train.csv: --predict midpoint_new.csv", midpoint_command),
    ("midpoint_train.csv: cart_rpart, c45_textbook, assistant, cart_sklearn", midpoint_others),
    ("midpoint_train.csv: exported Python and SQL", midpoint_exports),
    ("sklearn_single_train.csv: cart_sklearn, sklearn_single_new.csv", single),
    ("sklearn_single_train.csv: exported Python and SQL", single_exports),
    ("weights_sum_to_one.csv: cart", weights),
    ("weights_sum_to_one.csv: what cart says", weights_said("cart")),
    ("weights_sum_to_one.csv: what c45 says", weights_said("c45")),
    ("gps_midpoint.csv", gps),
    (
        "worldbank_api.csv",
        reads(
            names("Country Name", "Country Code", "Indicator Name", "2019", "2020"),
            rows(15),
            num("2019", {1: 11 / 6}, missing=[0, 4]),
        ),
    ),
    (
        "orange_three_rows.tab",
        reaches(rows(18), num("sepal length", {0: 5.0, 17: 6.7}), levels("iris", "a", "b")),
        refuses("type|Orange|declar"),
    ),
    (
        "canvas_points_possible.csv",
        reaches(
            rows(16), text("Student", {0: "Last0, First0"}), num("Current Score", {0: 0, 15: 75})
        ),
        refuses("Points Possible"),
    ),
    ("orange_prefixes.tab", reaches(names(*ORANGE), rows(18), num("sepal length", {0: 5.0}))),
    (
        "multi_codes.csv",
        reaches(rows(20), text(CODES, {0: "1,2", 1: "1,3", 2: "2", 4: "2,3"})),
        reaches(rows(20), split_codes(3)),
    ),
    ("na_means_none.csv: Alley", reaches(level("Alley", [0, 3, 4, 7], {1: "Grvl", 2: "Pave"}))),
    ("na_means_none.csv: Basement", reaches(level("Basement", [1, 4, 7], {0: "Gd", 2: "TA"}))),
    (
        "stata_extended_missing.csv",
        reaches(num("income", {3: 1039, 27: 1351}, missing=[0, 1, 2, 7]), depth=2),
    ),
    ("checkbox_blank_no.csv: smokes", reaches(level("smokes", [1, 2, 4], {0: None, 3: None}))),
    ("checkbox_blank_no.csv: drinks", reaches(level("drinks", [1, 3, 5], {0: None, 2: None}))),
    ("play_store.csv: installs", reaches(num("installs", {0: 1000, 1: 10000, 3: 1000000}))),
    ("play_store.csv: size", reaches(scaled("size", {0: 200e3, 1: 11e6, 5: 205e3}))),
    (
        "footnote_marks.csv: rate",
        reaches(num("rate", {0: 10.0, 1: 10.3, 2: 10.7, 3: 11.0, 19: 16.3})),
    ),
    ("footnote_marks.csv: pop", reaches(num("pop", {0: 1200, 1: 1201, 3: 1203}))),
    (
        "auto-mpg.data",
        reaches(
            rows(18),
            width(9),
            header(False),
            num(0, {0: 18.0}),
            num(3, {0: 130}, missing=[5]),
            text(8, {0: "car model 0", 17: "car model 17"}),
        ),
        refuses(r"(blank|space).*tab|tab.*(blank|space)"),
    ),
    ("x_1_to_10.csv", both(app("y", "x"), row_number_used)),
    (
        "surveymonkey_two_rows.csv",
        reads(
            rows(18),
            named(*SURVEY),
            text(4, {0: "First", 1: "Second"}),
            text(6, {0: "R"}, missing=[1]),
        ),
    ),
    (
        "forms_repeated_questions.csv",
        refuses("repeat.*Score|Score.*repeat|twice"),
        both(reads(rows(12), width(7), named("Score", "Comments")), says("Score|repeat")),
    ),
    ("summary_below.csv", reaches(rows(10), num("age", {0: 20, 9: 29})), refuses("Summary|tables")),
    (
        "stacked_tables.csv",
        reaches(rows(16), num("age", {0: 20, 8: 30})),
        both(
            reaches(rows(8), num("age", {0: 20})),
            says("table.*Group B|Group B.*table|two tables|another table"),
        ),
        refuses("tables|Group B"),
    ),
    (
        "csv_ranges_became_dates.csv",
        says("range|spreadsheet|Excel|10[-–]14|3[-–]5"),
        reaches(text("tumor", {2: "10-14", 3: "5-9"})),
    ),
    (
        "excel_hidden_rows.xlsx: rows",
        both(says("hidden|filter"), reaches(rows(15)), reaches(rows(20))),
    ),
    (
        "excel_hidden_rows.xlsx: column",
        both(says("hidden|filter"), reaches(gone("income")), reaches(here("income"))),
    ),
    (
        "fill_down_blanks.csv",
        reaches(rows(16), text("site", {1: "site 0", 3: "site 0", 5: "site 1", 15: "site 3"})),
    ),
    ("sas_dates.csv", reaches(dated("visit", SAS))),
    ("durations.csv", reaches(scaled("time", {0: 630, 1: 4291, 2: 7952, 3: 813}))),
    (
        "mixed_decimals.csv",
        reaches(num("rate", {0: 50.0, 1: 50.3, 5: 51.7})),
        says(r"51\.7|53\.7|55\.7"),
    ),
    (
        "r_inf.csv",
        reaches(
            num(
                "x",
                {0: (None, 23, float("inf")), 1: (None, -float("inf"), 3), 3: 3, 11: 11},
                missing=[2],
            ),
            grows("grp"),
        ),
    ),
    ("exported_python_decimal_comma.csv", lambda case: exported_right(case, "klasse")),
    ("adult.data: --predict", no_header_predicted),
    ("adult.test: --test", no_header_tested),
    ("percent_cli.csv: the tree", percent_command),
    ("percent_cli.csv: the advice", percent_advice),
    ("many_classes_15.csv", classes_apart),
    (
        "excel_readme_first.xlsx",
        reads(rows(10), names("x", "y"), num("x", {0: 0, 9: 9})),
        refuses("sheet"),
    ),
]

DAY = datetime
TO_KEEP: list[tuple[str, *tuple[Alternative, ...]]] = [  # type: ignore[misc]
    (
        "adult_no_header_python.csv",
        reads(
            rows(20),
            width(6),
            header(False),
            num(0, {0: 25}),
            text(1, {0: "Private"}, missing=[1]),
            text(5, {0: ">50K"}),
        ),
    ),
    (
        "apostrophes.csv",
        reads(rows(12), text("name", {0: "O'Neil 0"}), text("quote", {0: "it's 'fine'"})),
    ),
    ("basket.csv", nothing_lost),
    (
        "blackboard_utf16.xls",
        reads(
            rows(16),
            width(5),
            text("Last Name", {0: "L0"}),
            num("Final [Total Pts: 100 Score] |777", {15: 65}, missing=[0]),
        ),
    ),
    (
        "bom_semicolon_first_name.csv",
        reads(rows(12), names("name", "x", "ok"), num("x", {0: 0, 11: 11})),
    ),
    ("checkmarks.csv", reads(rows(24), levels("smokes", "✓", "✗"))),
    ("comma_decimal_in_comma_file_unquoted.csv", nothing_lost),
    (
        "dates_dd_mon.csv",
        reaches(
            rows(20),
            dated("d", [DAY(2020, 1, 1), DAY(2020, 2, 2), DAY(2020, 3, 3), DAY(2020, 1, 4)]),
        ),
    ),
    (
        "dotted_ids.csv",
        both(
            reads(rows(18), text("code", {0: "3.00.001.00000"})),
            reaches(num("menge", {0: 16000, 2: 4000})),
            reaches(num("menge", {0: 16, 2: 4})),
        ),
    ),
    (
        "excel_div0.xlsx",
        both(reads(rows(16), num("ratio", {1: 1 / 3, 15: 5}, missing=[0, 4])), says("error")),
    ),
    (
        "excel_footnotes.xlsx",
        both(
            reads(rows(12), names("Class", "Pupils", "Passed (%)1", "Region"), num(2, {0: 50.5})),
            says("below"),
        ),
    ),
    (
        "excel_merged_site.xlsx",
        both(reads(rows(16), text("site", {1: "site 0", 5: "site 1"})), says("merged")),
    ),
    (
        "excel_mixed_dates.xlsx",
        reaches(
            rows(16),
            dated("when", [DAY(2024, 1, 13), DAY(2024, 2, 5), DAY(2024, 1, 15), DAY(2024, 4, 5)]),
        ),
    ),
    (
        "excel_text_numbers.xlsx",
        reads(rows(16), text("code", {0: "000", 15: "015"}), num("score", {0: 50, 1: 51})),
    ),
    (
        "header_at_bottom_units.csv",
        reads(rows(16), num("t", {0: 0}), num("T", {0: 20.0})),
        both(
            reads(rows(17), text("t", {0: "0", 16: "s"})),
            says("is read as text"),
            reaches(num("t", {0: 0})),
        ),
    ),
    (
        "horse_colic_trailing_space.data",
        reads(rows(20), width(9), header(False), num(3, {0: 38.5}), num(5, {19: 28}, missing=[0])),
    ),
    (
        "housing_fixed_width.data",
        reads(rows(20), width(8), header(False), num(0, {0: 0.00632}), num(7, {0: 24.0})),
    ),
    ("html_as_xls.xls", refuses("HTML|web page"), reads()),
    ("inch_quotes.csv", reads(rows(12), text("size", {0: '1"', 11: '4"'}))),
    (
        "inch_quotes_start.csv",
        reads(rows(12), text("item", {0: "p0", 11: "p11"}), levels("grp", "yes", "no")),
    ),
    (
        "json_lines_cells.csv",
        reads(
            rows(12),
            lambda one: one.frame["meta"].iloc[0] == '{"a": 0, "b": "x"}' or "a cell changed",
        ),
    ),
    (
        "kdd_trailing_dot.data",
        reads(
            rows(18),
            width(7),
            header(False),
            num(4, {0: 181}),
            text(6, {0: "normal.", 17: "neptune."}),
        ),
    ),
    (
        "kobo.csv",
        reads(
            rows(16),
            num("grp/age", {0: 30}),
            text("grp/crops", {0: "maize beans"}),
            num("grp/crops/none", {0: 0}),
            num("_index", {0: 1}),
            text("_submission_time", {0: "2024-02-01T07:10:00"}),
        ),
    ),
    ("lakh.csv", reaches(num("price", {0: 150000, 1: 251000}))),
    ("lakh_plain.csv", reaches(num("price", {0: 150000, 1: 251000}))),
    (
        "lf_in_header.csv",
        reads(rows(12), names("Height (cm)", "Weight (kg)", "ok"), num(0, {0: 150})),
    ),
    ("lists_in_cells.csv", reads(rows(12), text("codes", {0: "['112', '113']"}))),
    (
        "long_ints.csv",
        reads(
            rows(18),
            lambda one: (
                {at: str(one.frame["account"].iloc[at]) for at in ACCOUNT} == ACCOUNT
                or "digits lost"
            ),
        ),
    ),
    (
        "mixed_thousands.csv",
        both(
            reads(rows(18), text("a", {0: "x0"})), reaches(num("b", {0: 1.2, 1: 22.3, 2: 1234.56}))
        ),
    ),
    (
        "moodle_de_percent.csv",
        both(
            reads(rows(16), text("Vorname", {0: "F0"}), text("Kurs gesamt (Buchstabe)", {0: "A"})),
            reaches(num("Test 1 (Prozentsatz)", {0: 50, 15: 65})),
            reaches(lambda one: num("Aufgabe 1 (Punkte)", {}, missing=[0])(one)),
        ),
    ),
    (
        "moodle_grades.csv",
        both(
            reads(rows(16), num("Course total (Real)", {0: 40.25})),
            reaches(num("Quiz: Week 2 (Real)", {1: 6.5}, missing=[0, 4])),
        ),
    ),
    (
        "moodle_letter_dash_few.csv",
        reaches(rows(30), num("Essay (Real)", {0: 50, 29: 79}, missing=[3])),
    ),
    ("null_surname.csv", reads(rows(20), text("name", {0: "Null"}))),
    ("one_semicolon.csv", nothing_lost),
    (
        "quoted_semicolon_coords.csv",
        reads(
            rows(12),
            width(4),
            lambda one: one.frame["Location"].iloc[0] == "35.86166;104.09397" or "cell changed",
            num("Count", {0: 97.7}),
        ),
    ),
    (
        "seeds_double_tabs.txt",
        reads(rows(18), width(8), header(False), num(0, {0: 15.26}), num(7, {0: 1, 17: 3})),
    ),
    ("sleep_none_class.csv", reads(rows(24), text("Disorder", {0: "None", 23: "None"}))),
    (
        "spaces_quoted_last.data",
        reads(rows(18), width(5), header(False), num(0, {0: 14.0}), text(4, {0: "name 0"})),
    ),
    (
        "spss_null.csv",
        both(
            reads(rows(20), num("einkommen", {0: 1000.5})),
            reaches(num("alter", {19: 39}, missing=[0])),
        ),
    ),
    (
        "stars_markdown.csv",
        reads(
            rows(12),
            lambda one: (
                one.frame["review"].iloc[0] == "**Title** 0\n\n* one, two\n* three"
                or "cell changed"
            ),
        ),
    ),
    (
        "times_with_colons.csv",
        reaches(
            rows(12),
            dated("start", [DAY(2022, 3, 1), DAY(2022, 3, 2), DAY(2022, 3, 3), DAY(2022, 3, 4)]),
        ),
    ),
    (
        "units_row_blank.csv",
        both(
            reads(rows(16), num("depth", {0: 5}), num("salinity", {15: 34.3})), says("label|unit")
        ),
    ),
    (
        "units_row_brackets.csv",
        both(
            reads(rows(16), num("Time", {0: 0, 15: 1.5}), num("Force", {0: 5})), says("label|unit")
        ),
    ),
    ("units_row_dash.csv", both(reads(rows(16), num("temp", {0: 12, 15: 15})), says("label|unit"))),
    ("width_grows.csv", nothing_lost),
    (
        "worldbank_databank.csv",
        both(
            reads(
                rows(15),
                names("Country Name", "Country Code", "Group", "2019 [YR2019]", "2020 [YR2020]"),
            ),
            reaches(num("2019 [YR2019]", {14: 6.17}, missing=[0])),
        ),
    ),
    (
        "year_trend.csv",
        both(reads(rows(30), num("year", {0: 1990})), app("quota", "year", "catch")),
    ),
]

BY_HAND = (
    "x_1_to_10.csv in the app: Data leaves “x” in use, Yes is enabled; dropping it is a switch",
    "checkbox_blank_no.csv in the app: no sentence says that “smokes” is always the same",
    "many_classes_15.csv in the app: legend names all 15 classes or ends in …; marks differ",
    "adult.test in the app: Use, Many rows takes a file without a header",
    "forms_repeated_questions.csv in the app: the line editor is offered where it is refused",
    "excel_hidden_rows.xlsx in the app: the line about hidden rows has its switch",
)


CASES = (
    *(Case(name, tuple(ways), HAND) for name, *ways in TO_MEND),
    *(Case(name, tuple(ways), WORKS) for name, *ways in TO_KEEP),
)


def lacking() -> list[str]:
    """Files of which nothing is expected."""
    files = {case.path.name for case in CASES} | {"midpoint_new.csv", "sklearn_single_new.csv"}
    there = (path.name for folder in (HAND, WORKS) for path in folder.iterdir())
    return [name for name in there if name not in files]


if __name__ == "__main__":
    sys.exit(score(CASES, BY_HAND))
