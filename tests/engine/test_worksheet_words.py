"""The words and the layout of a lesson as text: nothing lacks words, and columns align."""

import pandas as pd
import pytest
from hypothesis import given

import dtcore as dt
from dtcore.formula import Named, symbol_text, walk
from dttools.teach import worksheet
from dttools.teach.worksheet import aligned, display_width, worksheet_text
from tests.engine.worksheets import sheet
from tests.strategies import Table, law, problems

# ----------------------------------------------------------------------------- words


@pytest.mark.parametrize("verdict", dt.Verdict)
def test_every_verdict_has_words(verdict: dt.Verdict) -> None:
    assert str(verdict.label) in worksheet.verdict_words(verdict)
    assert str(verdict.reason.template).endswith(".")


def test_no_two_verdicts_have_the_same_words() -> None:
    assert len({worksheet.verdict_words(verdict) for verdict in dt.Verdict}) == len(dt.Verdict)


@pytest.mark.parametrize(
    ("symbol", "text"),
    [
        ("H(D_{1})", "H(D1)"),
        ("H(D|A)", "H(D|A)"),
        ("g'(D,A_{12})", "g'(D,A12)"),
        ("H_A(D)", "H_A(D)"),
        ("g_R(D,A)", "g_R(D,A)"),
        ("SS(D)", "SS(D)"),
        ("ΔGini", "ΔGini"),
        ("ΔSS", "ΔSS"),
        ("ΔE", "ΔE"),
        ("ḡ", "ḡ"),
    ],
)
def test_symbols_can_be_read(symbol: str, text: str) -> None:
    assert symbol_text(symbol) == text


@law
@given(problems())
def test_no_symbol_is_left_in_braces(case: tuple[Table, dt.Recipe]) -> None:
    data, recipe = case[0].data(), case[1]
    start = dt.start(data, recipe)
    weighed = dt.weigh(start.problem, start.state, ())
    for candidate in weighed.candidates:
        for name in candidate.scores:
            formula = dt.explain.score(recipe, data.schema, weighed, candidate, name)
            for part in walk(formula):
                if isinstance(part, Named):
                    assert not set(symbol_text(part.symbol)) & set("\\{}")


# ---------------------------------------------------------------------------- layout


def test_chinese_names_align() -> None:
    """Li Hang, table 5.1: by display width each score ends where its heading ends."""
    root = sheet("loan", "id3")[0].splitlines()
    heading = next(line for line in root if "verdict" in line)
    table = root[root.index(heading) + 1 :]
    table = table[: table.index("")]
    assert len(table) == 4
    for line in table:
        before, verdict = line.split("  ★ wins" if "wins" in line else "  lower")
        assert verdict is not None
        assert display_width(before) == heading.index("  verdict")
        gain = before.split()[-1]
        assert display_width(before.removesuffix(gain)) == heading.index("  verdict") - 6
    assert any("青年 | 中年 | 老年" in line for line in table)


def test_display_width() -> None:
    assert display_width("青年 =") == 6
    assert display_width("e\u0301") == 1
    assert display_width("ｱ") == 1


def test_aligned() -> None:
    assert aligned([("青", "1"), ("a", "10")], right=[1]) == ["青   1", "a   10"]
    assert aligned([]) == []


def test_wild_names_keep_the_layout() -> None:
    levels = [f"a long level\nof number {i}" for i in range(40)]
    frame = pd.DataFrame({"x" * 90: levels, "y": ["p", "q"] * 20})
    root = next(
        worksheet_text(dt.start(dt.Dataset.from_frame(frame, target="y"), dt.recipe("id3")))
    )
    winner = next(line for line in root.splitlines() if line.startswith("→  x"))
    assert winner.split("  ")[1:3] == ["x" * 39 + "…", winner.split("  ")[2]]
    assert display_width(winner.split("  ")[2]) == 40
    assert "D40  " + "x" * 90 + " = a long level of number 39" in root
