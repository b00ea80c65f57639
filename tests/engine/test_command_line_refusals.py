"""``python -m dtcore``: what it refuses, and how it behaves in a pipe."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dttools.command import main
from tests.engine.command_line import DATA, PLAY, ROOT, printed, refusal

TITANIC = (str(DATA / "titanic.csv"), "--target", "survived")


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "dtcore", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        check=False,
    )


# ------------------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("no/such.csv", "--target", "y"), "“no/such.csv” cannot be read"),
        (("*/such.csv", "--target", "y"), "no file “*/such.csv”"),
        ((PLAY[0], "--target", "Plays"), "no column “Plays” in this table. Did you mean “Play”?"),
        ((PLAY[0], "--target", "zzz"), "“zzz” in this table. There are: Day, Outlook"),
        ((PLAY[0],), "Name the column to predict by --target: Day, Outlook"),
        ((*PLAY, "--recipe", "id4"), "no algorithm “id4”"),
        ((*PLAY, "--recipe", "regression"), "predicts a number"),
        ((*PLAY, "--ignore", "Nights"), "no column “Nights”"),
        ((*PLAY, "--ignore", "two\nlines\x1b[2J"), "no column “two lines [2J”"),
        ((*PLAY, "--ignore", "Play"), "“Play” is the target; it cannot be ignored"),
        ((*PLAY, "--weights", "Play"), "“Play” is the target; it cannot be ignored or be the w"),
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
    ],
    ids=["empty", "spreadsheet", "one row", "one class"],
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
    assert "g(D,A) = 0.9402860 − 0.6935361 = 0.2467" in done.stdout.decode()
    lost = run("nowhere.csv", "--target", "y", PYTHONIOENCODING="utf-8")
    assert (lost.returncode, lost.stdout) == (2, b"")
    assert lost.stderr.decode().startswith("dtcore: The file “nowhere.csv” cannot be read: ")
    assert lost.stderr.count(b"\n") == 1


@pytest.mark.on_push("ascii")
@pytest.mark.slow
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
