"""Which cases a push tries, and that the night tries all: nothing falls between the two."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.on_push import spread

ROOT = Path(__file__).resolve().parent.parent
TESTS = """
import pytest

@pytest.mark.on_push(2)
@pytest.mark.parametrize("n", range(5))
def test_some(n): ...

@pytest.mark.on_push("b-2")
@pytest.mark.parametrize("n", [1, pytest.param(2), pytest.param(3, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("name", ["a", "b"])
def test_named(name, n): ...

@pytest.mark.nightly
def test_at_night(): ...

@pytest.mark.slow
def test_each_time(): ...
"""
PUSH = ["test_some[0]", "test_some[4]", "test_named[b-2]", "test_each_time"]


def collected(path: Path, *more: str) -> list[str]:
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "tests.conftest"]
    command += ["-c", str(ROOT / "pyproject.toml"), "--rootdir", str(path.parent), *more, str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        return [done.stderr]
    return [line.partition("::")[2] for line in done.stdout.splitlines() if "::" in line]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    written = tmp_path / "test_written.py"
    written.write_text(TESTS)
    return written


def test_a_push_takes_what_is_asked_for(path: Path) -> None:
    assert collected(path) == PUSH


def test_the_night_takes_everything(path: Path) -> None:
    names = [*(f"test_some[{n}]" for n in range(5)), "test_at_night", "test_each_time"]
    names += [f"test_named[{name}-{n}]" for name in "ab" for n in (1, 2, 3)]
    assert sorted(collected(path, "-m", "")) == sorted(names)


def test_a_case_that_is_not_there_is_told(path: Path) -> None:
    """Nor is one that is nightly by itself."""
    path.write_text(TESTS.replace('"b-2"', '"b-3", "c-2"'))
    (complaint,) = collected(path)
    told = "on_push names ['b-3', 'c-2'], which are not there or nightly by themselves"
    assert told in complaint


@pytest.mark.parametrize(("count", "taken"), [(1, "a"), (2, "ag"), (3, "adg"), (9, "abcdefg")])
def test_cases_are_spread_evenly(count: int, taken: str) -> None:
    assert spread(count, "abcdefg") == {*taken}
