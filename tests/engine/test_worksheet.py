"""The story of a lesson: the numbers that the books print, ties, stops and collapse."""

from dataclasses import replace

import pandas as pd
from hypothesis import given

import dttools as dt
from dtcore.formula import Named, Number, Sum
from dttools.printing import Digits
from dttools.teach import worksheet
from dttools.teach.worksheet import worksheet_text
from tests.engine.worksheets import sheet
from tests.small_tables import dataset, table
from tests.strategies import Table, law, problems

PLAYTENNIS = """\
Outlook = Sunny
|   Humidity = High: No (3)
|   Humidity = Normal: Yes (2)
Outlook = Overcast: Yes (4)
Outlook = Rain
|   Wind = Weak: Yes (3)
|   Wind = Strong: No (2)"""


def row(text: str, column: str) -> list[str]:
    """The cells of one candidate, without the mark of the winner."""
    line = next(line for line in text.splitlines() if line[3:].startswith(f"{column} "))
    return [cell.strip() for cell in line[3:].split("  ") if cell]


# ------------------------------------------------------------------------- the books


def test_playtennis_as_in_mitchell() -> None:
    """Gains at the root: Mitchell 1997, §3.4.2, where two of them carry rounded parts."""
    *steps, tree = sheet("playtennis", "id3")
    assert len(steps) == 8
    assert [steps[0].splitlines()[0], steps[7].splitlines()[0]] == [
        "Step 1 of 8: the root",
        "Step 8 of 8: node 2.1",
    ]
    gains = {"Outlook": ".2467", "Humidity": ".1518", "Wind": ".0481", "Temperature": ".0292"}
    for column, gain in gains.items():
        assert row(steps[0], column)[3] == f"0{gain}"
    assert row(steps[0], "Outlook")[-1] == "★ wins"
    assert "→  Outlook      Sunny | Overcast | Rain" in steps[0]
    assert "g(D,A) = 0.9402860 − 0.6935361 = 0.2467" in steps[0]
    assert "all rows: n = 14 (9 Yes · 5 No)" in steps[0]
    assert tree.endswith(PLAYTENNIS)
    assert "nodes: 8, leaves: 5" in tree


def test_a_deeper_node_says_where_we_are_and_why_it_is_a_leaf() -> None:
    steps = sheet("playtennis", "id3")
    assert steps[1].splitlines()[:2] == [
        "Step 2 of 8: node 0",
        "Outlook = Sunny: n = 5 (2 Yes · 3 No)",
    ]
    assert row(steps[1], "Outlook")[1:] == [
        "–",
        "–",
        "–",
        worksheet.verdict_words(dt.Verdict.USED_ON_PATH),
    ]
    assert steps[2].splitlines() == [
        "Step 3 of 8: node 0.0",
        "Outlook = Sunny and Humidity = High: n = 3 (0 Yes · 3 No)",
        "",
        "→ A leaf that says No. All its rows have the same class: nothing is left to split.",
    ]


def test_the_legend_says_which_branch_is_which_set() -> None:
    lines = sheet("playtennis", "id3")[0].splitlines()
    start = lines.index("D is the rows here, A is Outlook")
    assert lines[start + 1 : start + 4] == [
        "D1  Outlook = Sunny     n = 5 (2 Yes · 3 No)",
        "D2  Outlook = Overcast  n = 4 (4 Yes · 0 No)",
        "D3  Outlook = Rain      n = 5 (3 Yes · 2 No)",
    ]
    assert lines[start + 7] == "H(D2)  = −4/4 log2(4/4) = 0"


def test_golf_pays_for_the_choice_among_cuts() -> None:
    """Quinlan 1996: the gain of a cut less log2(cuts)/n; both numeric columns fall below zero."""
    root = sheet("golf", "c45")[0]
    unpaid = worksheet.verdict_words(dt.Verdict.NO_GAIN)
    assert row(root, "temperature")[2:5] == ["0.0453", "9", "−0.1811"]
    assert row(root, "humidity")[2:5] == ["0.1022", "6", "−0.0824"]
    assert row(root, "temperature")[-1] == row(root, "humidity")[-1] == unpaid
    assert row(root, "windy")[-1] == worksheet.verdict_words(dt.Verdict.BELOW_AVERAGE_GAIN)
    assert "ḡ = (0.246750 + 0.048127)/2 = 0.1474" in root
    assert "g_R(D,A) = 0.246750/1.577406 = 0.1564" in root


def test_hitters_regions_as_in_islr() -> None:
    """James et al., figure 8.1: the means 5.11, 6.00 and 6.74."""
    *steps, tree = sheet("hitters", replace(dt.recipe("regression"), stopping=(dt.MaxDepth(2),)))
    root = steps[0].splitlines()
    assert "all rows: n = 263, mean 5.92722" in root
    assert "D1  Years ≤ 4.5  n = 90, mean 5.10679" in root
    assert "SS(D)  = Σ(y − 5.927222)² = 207.1537" in root
    assert "ΔSS    = 207.153733 − 42.353165 − 72.705310 = 92.0953" in root
    assert row(steps[0], "Hits")[1:] == ["≤ 117.5", "160.9715", "46.1822", "lower"]
    assert "Hits ≤ 117.5: 5.99838 (90)" in tree


def test_a_sum_that_does_not_add_up_as_printed_says_so() -> None:
    third = Named("a", Number(0), Number(0.0000166666))
    total = Named("ΔE", Number(0), Sum(((1, third),) * 3))
    even = Named("E", Number(0), Number(0.5))
    assert list(worksheet.formula_lines([total, even], Digits())) == [
        "ΔE = 0.000017 + 0.000017 + 0.000017 ≈ 0.0000",
        "E  = 0.5 = 0.5000",
    ]


def test_a_long_sum_is_wrapped_under_its_beginning() -> None:
    total = Named("g", Number(0), Sum(((1, Number(123456.0)),) * 20))
    first, *more = worksheet.formula_lines([total], Digits())
    assert first.startswith("g = 123456 + 123456")
    assert more
    assert all(line.startswith("    ") and len(line) <= 100 for line in more)


# ------------------------------------------------------------------- ties, stops, collapse


def test_ties_and_a_refused_winner_are_said() -> None:
    (step, tree) = sheet("xor", "id3_lihang")
    for column in "ABC":  # all three tie at a gain of nothing
        assert row(step, column)[-1] == worksheet.verdict_words(dt.Verdict.REFUSED)
    assert "g(D,A) = 1 − 1 = 0" in step
    assert step.endswith(
        "→ A leaf that says off. The best split gains less than the threshold ε = 0.01."
    )
    assert tree.endswith("off (8/4)")


def test_ties_within_a_column_are_counted() -> None:
    frame = pd.DataFrame({"x": [1, 2, 3, 4], "y": list("abab")})
    (root, *_) = worksheet_text(
        dt.start(dt.Dataset.from_frame(frame, target="y"), dt.recipe("cart"))
    )
    assert "★ wins (as good: 1 more of the splits tried)" in root


def test_a_collapse_compares_errors() -> None:
    steps = [" ".join(step.split()) for step in sheet("kyphosis", "c45")]
    found = [step for step in steps if "so the branch becomes a leaf" in step]
    assert found
    assert found[0].endswith("so the branch becomes a leaf: 1 with them, 1 without.")
    assert all("These splits saved no training error" in step for step in found)


def test_a_leaf_without_rows_says_what_its_parent_would() -> None:
    data = table("xyyyxxxx", a="ppppqqqq", b="rrsstrst")  # under a = p there is no b = t
    steps = list(worksheet_text(dt.start(data, dt.recipe("id3"))))
    empty = [step for step in steps if "n = 0 (0 x · 0 y)" in step.splitlines()[1]]
    assert empty
    assert all("No row reaches this node" in step for step in empty)


def test_a_split_by_hand_has_its_own_arithmetic() -> None:
    """Wind gains 0.048 (Mitchell 1997, §3.4.1), although Outlook would win."""
    data = dataset("playtennis")
    wind = dt.Multiway([column.name for column in data.columns].index("Wind"))
    root = next(worksheet_text(dt.start(data, dt.recipe("id3")).do(dt.Expand((), wind))))
    assert row(root, "Outlook")[-1] == "★ wins"
    assert "D is the rows here, A is Wind" in root
    assert "g(D,A) = 0.940286 − 0.892159 = 0.0481" in root
    assert root.endswith("→ By hand: Split on Wind: node 0 to node 1.")


@law
@given(problems())
def test_every_lesson_can_be_told(case: tuple[Table, dt.Recipe]) -> None:
    timeline = dt.start(case[0].data(), case[1])
    *steps, tree = worksheet_text(timeline)
    assert len(steps) == timeline.length
    assert tree.endswith(dt.export.text(timeline.finish().state.tree))


def test_a_lesson_is_told_from_its_beginning_to_its_end() -> None:
    timeline = dt.start(dataset("playtennis"), dt.recipe("id3"))
    assert list(worksheet_text(timeline.jump(3))) == list(worksheet_text(timeline))
