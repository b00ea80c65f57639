"""Each file as the world writes it is read right, or refused with its cause named."""

from __future__ import annotations

import pytest

from tests.world.check import CASES, Case, lacking


def test_every_file_has_an_expectation() -> None:
    assert lacking() == []


@pytest.mark.parametrize("case", [pytest.param(one, id=one.name) for one in CASES])
def test_a_file_of_the_world_comes_out_right(case: Case) -> None:
    assert case.judged() is True
