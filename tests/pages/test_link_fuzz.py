"""A few of the addresses that ``fuzz_links`` puts together by chance."""

import pytest

from tests.pages.fuzz_links import main


def test_nothing_but_a_sentence_comes_of_an_address(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(60, 3) == 0
    assert "failed 0" in capsys.readouterr().out
