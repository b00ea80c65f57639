"""``python -m dtcore``: what it prints, what it refuses, and how it behaves in a pipe."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import dtcore as dt
from dtcore.__main__ import main

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "datasets"
TITANIC = (str(DATA / "titanic.csv"), "--target", "survived")
PLAY = (str(DATA / "playtennis.csv"), "--target", "Play", "--ignore", "Day")
HITTERS = (str(DATA / "hitters.csv"), "--target", "Salary")


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command prints that goes well."""
    assert main(arguments) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The sentence of a command that is refused, with nothing printed besides."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("dtcore: ")
    assert err.endswith((".\n", "”\n"))
    assert err.count("\n") == 1
    return err


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "dtcore", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        check=False,
    )


# ------------------------------------------------------------------------- the head


def test_the_head_and_the_tree(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, *PLAY, "--recipe", "id3").splitlines() == [
        "Table    playtennis.csv",
        "Rows     14",
        "Target   Play, n = 14 (5 No · 9 Yes)",
        "Columns  Outlook, Temperature, Humidity, Wind",
        "Recipe   id3 (Quinlan 1986; Mitchell 1997, table 3.1)",
        "",
        "Outlook = Overcast: Yes (4)",
        "Outlook = Rain",
        "|   Wind = Strong: No (2)",
        "|   Wind = Weak: Yes (3)",
        "Outlook = Sunny",
        "|   Humidity = High: No (3)",
        "|   Humidity = Normal: Yes (2)",
    ]


def test_rows_left_out_are_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Left out  59 without a target\n" in printed(capsys, *HITTERS, "--depth", "1")
    titanic = (str(DATA / "titanic.csv"), "--target", "survived", "--ignore", "name")
    out = printed(capsys, *titanic, "--complete", "--depth", "1")
    assert "Rows      1046\nLeft out  263 with missing cells\n" in out


def test_notes_of_the_reader_are_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    table = tmp_path / "short.csv"
    table.write_text("a,b,y\n1,2,p\n2,,q\n\n3,4\n5,6,q\n", "utf-8")
    out = printed(capsys, str(table), "--target", "y", "--complete")
    assert "Note      Rows with too few cells: 1 (line 5)." in out


def test_a_column_like_an_identifier_is_noted(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Note     “Day” has a value of its own" in printed(capsys, *PLAY[:3])
    assert "“Day”" not in printed(capsys, *PLAY)


@pytest.mark.parametrize(
    ("arguments", "recipe"),
    [
        (PLAY, "id3"),
        ((str(DATA / "golf.csv"), "--target", "play"), "c45"),
        ((str(DATA / "iris.csv"), "--target", "Species"), "cart"),
        ((str(DATA / "mtcars.csv"), "--target", "mpg"), "regression"),
        ((str(DATA / "mtcars.csv"), "--target", "am", "--nominal", "vs"), "c45"),
        ((str(DATA / "mtcars.csv"), "--target", "am", "--numeric", "am"), "regression"),
    ],
)
def test_a_recipe_that_fits(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], recipe: str
) -> None:
    out = printed(capsys, *arguments, "--depth", "1")
    assert f"\nRecipe   {recipe} (" in out
    assert "taken to fit the table" in out


# ----------------------------------------------------------------------- the options


def test_the_whole_lesson(capsys: pytest.CaptureFixture[str]) -> None:
    """Gains: Mitchell 1997, §3.4.2."""
    out = printed(capsys, *PLAY, "--recipe", "id3", "--steps")
    assert all(gain in out for gain in ("0.2467", "0.1518", "0.0481", "0.0292"))
    assert [line for line in out.splitlines() if line.startswith("Step ")] == [
        f"Step {k} of 8: {node}"
        for k, node in enumerate(
            ("the root", *(f"node {name}" for name in ("0", "1", "1.0", "1.1", "2", "2.0", "2.1"))),
            start=1,
        )
    ]
    assert out.endswith("\n\n" + printed(capsys, *PLAY, "--recipe", "id3").split("\n\n")[1])


def test_the_lesson_of_hitters(capsys: pytest.CaptureFixture[str]) -> None:
    """James et al., figure 8.1: Years at 4.5, then Hits at 117.5, on the log scale."""
    ignored = set(next((DATA / "hitters.csv").open()).strip().split(","))
    ignored -= {"Years", "Hits", "Salary"}
    out = printed(
        capsys,
        *HITTERS,
        *(word for name in sorted(ignored) for word in ("--ignore", name)),
        *("--recipe", "regression", "--log", "--depth", "2", "--steps"),
    )
    assert "Target    log(Salary), n = 263, mean 5.92722" in out
    assert "changed: MaxDepth(depth=2)" in out
    assert "→  Years   ≤ 4.5            115.0585   92.0953  wins" in out
    assert "|   Hits > 117.5: 6.73969 (83)" in out


def test_json_is_the_tree(capsys: pytest.CaptureFixture[str]) -> None:
    tree = json.loads(printed(capsys, *PLAY, "--format", "json"))
    assert tree["target"] == {"name": "Play", "classes": ["No", "Yes"], "centre": 0.0}
    assert len(tree["nodes"]) == 8


def test_dot_is_a_drawing(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, *PLAY, "--format", "dot").startswith("digraph {")


def test_weights_count_rows(capsys: pytest.CaptureFixture[str]) -> None:
    table = (str(DATA / "titanic_counts.csv"), "--target", "Survived", "--weights", "Freq")
    out = printed(capsys, *table)
    assert "Left out  8 of weight zero" in out
    assert "n = 2201 (1490 No · 711 Yes)" in out


def test_numbers_can_be_taken_as_names(capsys: pytest.CaptureFixture[str]) -> None:
    golf = (str(DATA / "golf.csv"), "--target", "play", "--recipe", "id3")
    assert "numeric: “temperature”, “humidity”" in refusal(capsys, *golf)
    out = printed(capsys, *golf, "--nominal", "temperature", "--nominal", "humidity")
    assert "temperature = 64: yes (1)" in out


def test_limits() -> None:
    limited = dt.recipe("cart").limited(3, 5).stopping
    assert {dt.MinLeaf(5), dt.MaxDepth(3)} < set(limited)
    assert dt.MinLeaf(1) not in limited
    assert dt.recipe("c45").limited(leaf=5).stopping == (dt.Pure(), dt.TwoBranches(5))
    assert dt.MinLeaf(2) in dt.recipe("id3").limited(leaf=2).stopping
    assert dt.recipe("cart").limited() == dt.recipe("cart")


# ------------------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("no/such.csv", "--target", "y"), "“no/such.csv” cannot be read"),
        ((str(DATA), "--target", "y"), "cannot be read"),
        ((PLAY[0], "--target", "Plays"), "no column “Plays”"),
        ((*PLAY, "--recipe", "id4"), "no recipe “id4”"),
        ((*PLAY, "--recipe", "regression"), "predicts a number"),
        ((*PLAY, "--ignore", "Nights"), "no column “Nights”"),
        ((*PLAY, "--ignore", "two\nlines\x1b[2J"), "no column “two lines [2J”"),
        ((*PLAY, "--weights", "Wind"), "weights in “Wind”"),
        ((*PLAY, "--numeric", "Wind"), "cells that are not numbers"),
        ((*PLAY, "--log"), "logarithm"),
        ((*TITANIC, "--recipe", "c45_textbook"), "missing in “age” (263)"),
        ((str(DATA / "SOURCES.md"), "--target", "y"), ""),
    ],
)
def test_bad_input_is_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], words: str
) -> None:
    for option in ((), ("--steps",)):
        assert words in refusal(capsys, *arguments, *option)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty"),
        (b"PK\x03\x04xl/workbook.xml", "spreadsheet"),
        (b"a,y\n1,p\n", "only one row"),
        (b"a,y\n1,p\n2,p\n", "same class"),
        (b"a,y\n" + b"1,p\n" * 2_700_000, "more than 10 MB"),
    ],
    ids=["empty", "spreadsheet", "one row", "one class", "too big"],
)
def test_a_file_that_will_not_do(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes, words: str
) -> None:
    table = tmp_path / "table.csv"
    table.write_bytes(content)
    assert words in refusal(capsys, str(table), "--target", "y")


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        PLAY[:1],
        (*PLAY, "--depth", "-1"),
        (*PLAY, "--depth", "²"),
        (*PLAY, "--min-leaf", "0"),
        (*PLAY, "--format", "pdf"),
        (*PLAY, "--steps", "--format", "json"),
    ],
)
def test_wrong_use_is_two_as_well(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "Traceback" not in err


# ---------------------------------------------------------------------- as a process


def test_as_a_module() -> None:
    done = run(*PLAY, "--steps", PYTHONIOENCODING="utf-8")
    assert (done.returncode, done.stderr) == (0, b"")
    assert "g(D,A) = 0.940286 − 0.693536 ≈ 0.2467" in done.stdout.decode()
    lost = run("nowhere.csv", "--target", "y", PYTHONIOENCODING="utf-8")
    assert (lost.returncode, lost.stdout) == (2, b"")
    assert lost.stderr.decode().startswith("dtcore: The file “nowhere.csv” cannot be read: ")
    assert lost.stderr.count(b"\n") == 1


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_a_console_that_lacks_signs_gets_them_spelt(encoding: str) -> None:
    golf = ("datasets/golf.csv", "--target", "play", "--steps")
    done = run(*golf, PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    out = done.stdout.decode(encoding)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "-0.1811" in out
    assert "<= 70" in out
    assert "?" not in out
    loan = run("datasets/loan.csv", "--target", "y", PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert loan.returncode == 0
    assert b"house = ?" in loan.stdout


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = [sys.executable, "-m", "dtcore", "datasets/carseats.csv", "--target", "Sales"]
    pipe = subprocess.PIPE
    with subprocess.Popen([*command, "--steps"], cwd=ROOT, stdout=pipe, stderr=pipe) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().split() == [b"Table", b"carseats.csv"]
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 1


def test_names_from_a_file_do_not_reach_the_terminal_as_commands(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    table = tmp_path / "wild.csv"
    table.write_text("a,y\nr\x9b31med,p\nblue,q\n", "utf-8")
    assert "\x9b" not in printed(capsys, str(table), "--target", "y", "--steps")
