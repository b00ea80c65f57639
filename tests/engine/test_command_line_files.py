"""``python -m dtcore``: what is chosen of a file's reading, and what is told of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from dttools.command import main
from tests.engine.command_line import DATA, printed, refusal
from tests.engine.written_files import by_openpyxl

Put: TypeAlias = Callable[..., str]
SIGNED = "rate,cost,y\n" + "".join(
    f'{3 * n}%,"$1,{7 * n:03d}",{"n" if n < 10 else "y"}\n' for n in range(20)
)
BARE = "".join(f"{25 + n}, {'ab'[n % 2]}, {'>50K' if n < 5 else '<=50K'}\n" for n in range(20))
ORANGE = (
    "w\tlength\tcolour\tiris\nc\tc\td\td\nweight\t\tmeta\tclass\n"
    + "1\t5.0\tred\ta\n2\t5.1\tblue\ta\n1\t6.3\tred\tb\n1\t6.4\tblue\tb\n" * 2
)


@pytest.fixture
def put(tmp_path: Path) -> Put:
    def write(content: str | bytes, name: str = "table.csv") -> str:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return write


def notes(out: str) -> list[str]:
    return [line for line in out.splitlines() if line.startswith("Note")]


# ------------------------------------------------------------------------------ offers


def test_an_offer_is_told_as_it_is_typed(capsys: pytest.CaptureFixture[str], put: Put) -> None:
    out = printed(capsys, put(SIGNED), "--target", "y", "--recipe", "cart")
    rate, cost = notes(out)
    assert rate.endswith("“0%” is 0. --read-as numbers=rate reads it so.")
    assert cost.endswith("--read-as thousands=cost reads it so, or decimals=cost.")
    assert "--ignore" not in out


@pytest.mark.parametrize("taken", ["numbers=rate", "all"])
def test_an_offer_is_taken(capsys: pytest.CaptureFixture[str], put: Put, taken: str) -> None:
    out = printed(capsys, put(SIGNED), "--target", "y", "--recipe", "cart", "--read-as", taken)
    assert "\nRead as  numbers=rate\n" in out
    assert "\nrate ≤ 28.5: n (10)\n" in out
    assert "rate reads it so" not in out
    assert "--read-as thousands=cost reads it so" in out  # which sign the comma is, a person says


def test_all_of_several_offers_and_their_rows(capsys: pytest.CaptureFixture[str], put: Put) -> None:
    """One new row is read as the table was."""
    both = ("--read-as", "thousands=cost", "--read-as", "numbers=rate", "--ignore", "rate")
    table = (put(SIGNED), "--target", "y", "--recipe", "cart", *both)
    assert "\ncost ≤ 1066.5: n (10)\n" in printed(capsys, *table)
    new = put('cost,rate\n"$1,100",1%\n', "new.csv")
    assert printed(capsys, *table, "--predict", new).splitlines()[1] == "1100,1,y,"


def test_a_name_is_quoted_for_a_shell(capsys: pytest.CaptureFixture[str], put: Put) -> None:
    out = printed(capsys, put(SIGNED.replace("rate", "my rate", 1)), "--target", "y")
    assert "--read-as 'numbers=my rate'" in notes(out)[0]


def test_more_columns_than_are_named_are_counted(
    capsys: pytest.CaptureFixture[str], put: Put
) -> None:
    head = ",".join(f"c{n}" for n in range(8)) + ",y\n"
    rows = "".join(",".join(f"{n + k}%" for k in range(8)) + f",{'ny'[n % 2]}\n" for n in range(9))
    told = notes(printed(capsys, put(head + rows), "--target", "y"))
    assert len(told) == 6
    assert told[-1].endswith(
        "3 more columns have offers; --read-as all takes those that leave no choice."
    )
    out = printed(capsys, put(head + rows), "--target", "y", "--read-as", "all")
    assert "reads it so" not in out


def test_an_offer_that_is_not_there_is_refused_with_those_that_are(
    capsys: pytest.CaptureFixture[str], put: Put
) -> None:
    table = (put(SIGNED), "--target", "y")
    for wrong in ("numbers=rates", "number=rate", "rate"):
        said = refusal(capsys, *table, "--read-as", wrong)
        assert f"“{wrong}”" in said
        assert "numbers=rate, thousands=cost, decimals=cost" in said
    assert "--turn has nothing to choose" in refusal(capsys, *table, "--turn", "totals")
    assert "Leave out --turn, --header." in refusal(capsys, "golf", "--turn", "a", "--header", "no")


# --------------------------------------------------------------------- switches and the rest


def test_a_switch_is_told_and_turned(capsys: pytest.CaptureFixture[str], put: Put) -> None:
    table = (
        put("x,z,y\n1,a,n\n2,b,y\n3,a,n\nTotal,,\n"),
        "--target",
        "z",
        "--recipe",
        "id3",
        "--nominal",
        "x",
    )
    out = printed(capsys, *table[:3])
    key = notes(out)[0].split("--turn ")[1].split()[0]
    assert notes(out)[0].endswith(f" --turn {key} undoes this.")
    turned = printed(capsys, *table[:3], "--turn", key)
    assert any(f"Not done: --turn {key} does it." in one for one in notes(turned))
    assert "There is no “above” for --turn" in refusal(capsys, *table, "--turn", "above")


def test_another_of_several_tables_is_told_and_read(
    capsys: pytest.CaptureFixture[str], put: Put
) -> None:
    table = put("x,y\n1,a\n2,b\n3,a\n\nu,v\n1,p\n2,q\n3,q\n4,q\n")
    said = "begins in line 6 (“u · v”). --part N reads the Nth. --turn tables undoes this."
    assert notes(printed(capsys, table, "--target", "y"))[0].endswith(said)
    second = printed(capsys, table, "--target", "v", "--part", "2")
    assert "\nRows     4\n" in second
    there = "There is no “3” for --part in this file. Choose one of these: 1, 2."
    assert there in refusal(capsys, table, "--target", "v", "--part", "3")
    assert "--part has nothing to choose" in refusal(capsys, put("x,y\n1,a\n2,b\n"), "--part", "2")


def test_sheet_header_signs_and_encoding(capsys: pytest.CaptureFixture[str], put: Put) -> None:
    book = by_openpyxl(
        {"a": [["x", "y"], [1, "p"], [2, "q"]], "b": [["u", "v"], [1, "p"], [2, "q"], [3, "q"]]}
    )
    assert "\nRows     3\n" in printed(capsys, put(book, "b.xlsx"), "--target", "v", "--sheet", "b")
    bare = put(BARE)
    assert "\nRows     19\n" in printed(capsys, bare, "--target", ">50K", "--header", "yes")
    text = put("größe\ty\n1,5\tja\n2,5\tnein\n".encode("cp1252"), "t.txt")
    signs = ("--separator", "tab", "--decimal", ",", "--encoding", "cp1252")
    assert "größe ≤ 2" in printed(capsys, text, "--target", "y", "--recipe", "cart", *signs)
    with pytest.raises(SystemExit):
        main([bare, "--target", "column 3", "--encoding", "klingon"])


# ---------------------------------------------------------------------- without a header


def test_a_table_without_a_header_predicts_its_own_rows(
    capsys: pytest.CaptureFixture[str], put: Put
) -> None:
    table = (put(BARE), "--target", "column 3", "--recipe", "cart")
    told = printed(capsys, *table, "--predict", table[0]).splitlines()
    assert len(told) == 21
    assert told[1] == "25,a,>50K,>50K,"
    again = put("\n".join(told), "told.csv")  # which has names
    assert len(printed(capsys, *table, "--predict", again).splitlines()) == 21


def test_classes_of_a_test_that_end_in_a_point_are_taken_and_told(
    capsys: pytest.CaptureFixture[str], put: Put
) -> None:
    table = (put(BARE), "--target", "column 3", "--recipe", "cart")
    test = put("|1x3 Cross validator\n" + BARE.replace("K\n", "K.\n"), "new.test")
    assert main([*table, "--test", test]) == 0
    out, err = capsys.readouterr()
    assert "\nAccuracy     1 (" in out
    assert "“>50K.” as “>50K”, “<=50K.” as “<=50K”" in err
    test = put(BARE.replace("25, a, >50K", "25, a, rich"), "new.test")
    assert main([*table, "--test", test]) == 0
    out, err = capsys.readouterr()
    assert "\nAccuracy     0.95 (" in out
    assert err.endswith("“rich”.\n")


def test_names_and_rows_without_names_are_told_or_refused(
    capsys: pytest.CaptureFixture[str], put: Put
) -> None:
    table = (put(BARE), "--target", "column 3", "--recipe", "cart")
    assert main([*table, "--predict", put("age,kind,pay\n" + BARE, "new.csv")]) == 0
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 21
    assert "line 1: it names the columns" in err
    said = refusal(capsys, *table, "--predict", put("25\n26\n", "new.csv"))
    assert "which is which" in said
    said = refusal(capsys, "playtennis", "--predict", put("Sunny,High\nRain,High\n", "new.csv"))
    assert "names of the columns in its first line" in said
    assert "“Outlook”" in said


# ------------------------------------------------------------- what the file declares itself


def test_what_a_file_declares_is_the_default(capsys: pytest.CaptureFixture[str], put: Put) -> None:
    table = put(ORANGE, "iris.tab")
    out = printed(capsys, table)
    assert "\nTarget   iris, n = 10 (" in out
    assert "\nColumns  length\n" in out
    assert "\nColumns  length, iris\n" in printed(capsys, table, "--target", "colour")
    assert "by --target: w, length" in refusal(capsys, table, "--turn", "declared")


def test_a_name_for_each_row_is_still_told(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, str(DATA / "playtennis.csv"), "--target", "Play")
    assert "“Day” has a value of its own in nearly every row" in out


# ------------------------------------------------------------- what the app says as well


def test_how_an_unusual_text_is_read(capsys: pytest.CaptureFixture[str], put: Put) -> None:
    rows = "".join(f"{'女男'[n % 2]};{n},5;{'ab'[n > 9]}\n" for n in range(20))
    table = put(f"性别;x;y\n{rows}".encode("gb18030"))
    told = " ".join(notes(printed(capsys, table, "--target", "y")))
    assert "read as gb18030; --encoding" in told
    assert "separated by “;”; --separator" in told
    assert "decimal sign is “,”; --decimal" in told


def test_columns_that_number_the_rows_or_tell_the_answer(
    capsys: pytest.CaptureFixture[str], put: Put
) -> None:
    """What is noise tells nothing, and a week is an amount."""
    rows = "".join(f"{n},{n},{n % 7},{n > 19},{'ab'[n > 19]}\n" for n in range(1, 41))
    table = put(f"id,week,noise,passed,y\n{rows}")
    told = notes(printed(capsys, table, "--target", "y"))
    assert len(told) == 2
    assert "“id” only numbers the rows; --ignore" in told[0]
    assert "to tell “y” in every row: week, passed." in told[1]


def test_all_that_takes_nothing_says_why(capsys: pytest.CaptureFixture[str], put: Put) -> None:
    all_of = ("--target", "y", "--read-as", "all")
    plain = put("x,y\n" + "".join(f"{n},{'ab'[n % 2]}\n" for n in range(20)))
    assert "took no offer: no column has any." in notes(printed(capsys, plain, *all_of))[0]
    several = put("x,y\n" + "".join(f'"1,{n:03}",{"ab"[n % 2]}\n' for n in range(100, 140)))
    assert "took no offer: each column has several" in notes(printed(capsys, several, *all_of))[0]
