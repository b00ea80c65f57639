"""A few of what ``fuzz_links`` and ``fuzz_lessons`` put together by chance."""

import pytest

from tests.pages import fuzz_lessons
from tests.pages.fuzz_links import main

NIGHTLY = [("files", 60, 3), ("moves", 8, 6), ("moves", 15, 3)]


def test_nothing_but_a_sentence_comes_of_an_address(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(25, 3) == 0
    assert "failed 0" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("what", "many", "seed"),
    [
        ("files", 20, 3),
        ("moves", 4, 8),
        *(pytest.param(*more, marks=pytest.mark.nightly) for more in NIGHTLY),
    ],
)
def test_nothing_but_a_sentence_comes_of_a_lesson(
    what: str, many: int, seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert fuzz_lessons.main(what, many, seed) == 0
    said = capsys.readouterr().out
    assert "failed 0" in said
    assert "'opened': " in said


def test_files_that_are_not_spoiled_open() -> None:
    for content in fuzz_lessons.good():
        assert fuzz_lessons.opened(content).timeline.cursor > 1
