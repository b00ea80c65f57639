"""Each file of the corpus becomes its table, or is refused with its sentence; none is misread."""

from __future__ import annotations

import pytest

from tests.engine.file_corpus.all import CORPUS
from tests.engine.file_corpus.case import Case, wrong


def test_the_corpus_is_large_and_no_file_stands_in_it_twice() -> None:
    names = [case.name for _, case in CORPUS]
    assert len(set(names)) == len(names) >= 250


@pytest.mark.parametrize(
    "case", [pytest.param(one, id=f"{sort}-{one.name}") for sort, one in CORPUS]
)
def test_a_file_is_read_right_or_refused_in_one_true_sentence(case: Case) -> None:
    assert wrong(case) == []
