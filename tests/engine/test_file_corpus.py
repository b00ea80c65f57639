"""Each file of the corpus becomes its table, or is refused with its sentence; none is misread."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dttools.files import Table, read
from tests.engine.file_corpus.all import CORPUS
from tests.engine.file_corpus.case import Case, as_lists, wrong


def test_the_corpus_is_large_and_no_file_stands_in_it_twice() -> None:
    names = [case.name for _, case in CORPUS]
    assert len(set(names)) == len(names) >= 250


@pytest.mark.on_push(120)
@pytest.mark.parametrize(
    "case", [pytest.param(one, id=f"{sort}-{one.name}") for sort, one in CORPUS]
)
def test_a_file_is_read_right_or_refused_in_one_true_sentence(case: Case) -> None:
    assert wrong(case) == []


@pytest.mark.on_push(60)
@pytest.mark.parametrize(
    "case",
    [
        pytest.param(one, id=f"{sort}-{one.name}")
        for sort, one in CORPUS
        if not isinstance(one.expects, str)
    ],
)
def test_each_switch_that_is_offered_can_be_turned_and_does_something(case: Case) -> None:
    table = read(case.bytes, case.chosen, limits=case.limits)
    for finding in table.story:
        if finding.key and not finding.firm:
            turned = replace(case.chosen, **case.chosen.turned(finding))
            other = read(case.bytes, turned, limits=case.limits)
            assert not _alike(other, table), finding


def _alike(one: Table, other: Table) -> bool:
    names = (list(map(str, table.frame.columns)) for table in (one, other))
    return len({*map(tuple, names)}) == 1 and as_lists(one.frame) == as_lists(other.frame)
