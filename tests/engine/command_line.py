"""Calling ``python -m dtcore``: what it prints, or the sentence with which it refuses."""

from pathlib import Path

import pytest

from dttools.command import main

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "datasets"
PLAY = (str(DATA / "playtennis.csv"), "--target", "Play", "--ignore", "Day")


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
