"""Each file as the world writes it is read right, or refused with its cause named."""

from __future__ import annotations

from typing import Final

import pytest

from tests.world.check import CASES, Case, lacking

TO_MEND: Final = frozenset[str]()
"""What still falls short; a test goes red where one of these comes out right, so that it goes."""


def _tried(case: Case) -> object:
    marks = [pytest.mark.xfail(strict=True)] if case.name in TO_MEND else []
    return pytest.param(case, id=case.name, marks=marks)


def test_every_file_has_an_expectation() -> None:
    assert lacking() == []


@pytest.mark.parametrize("case", [_tried(one) for one in CASES])
def test_a_file_of_the_world_comes_out_right(case: Case) -> None:
    assert case.judged() is True
