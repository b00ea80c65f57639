"""Undo and redo as a value: there and back, and few large tables are kept."""

from dataclasses import dataclass

import dtcore as dt
from dtshow.lesson.history import CELLS, LIMIT, History, affordable


@dataclass(frozen=True, eq=False)
class Table:
    cells: int


class Old:
    def __init__(self, table: Table) -> None:
        self.dataset: dt.Dataset = table  # type: ignore[assignment]


def old(cells: int = 10) -> Old:
    return Old(Table(cells))


def test_undo_and_redo_go_back_and_forth() -> None:
    first, second, third = old(), old(), old()
    history = History[Old]().after(first).after(second)
    assert list(history) == [first, second]
    here, history = history.undone(third)
    assert (here, history) == (second, History((first,), (third,)))
    here, history = history.undone(here)
    assert (here, history) == (first, History((), (third, second)))
    here, history = history.redone(here)
    assert (here, history) == (second, History((first,), (third,)))


def test_an_edit_forgets_what_could_be_redone() -> None:
    first, second, third = old(), old(), old()
    _, history = History((first,)).undone(second)
    assert history.after(third) == History((third,))


def test_those_that_are_gone_are_left_out() -> None:
    first, second, third = old(), old(), old()
    history = History((first, second), (third,))
    assert history.where(lambda one: one is second) == History((second,))


def test_few_large_tables_are_kept_to_undo_to() -> None:
    large = CELLS // 2 + 1
    past = (old(large), old(), old(large), old())
    assert affordable(past) == past[1:]
    many = tuple(old() for _ in range(LIMIT + 9))
    assert affordable(many) == many[9:]
    same = old(large)
    assert affordable((same,) * 5) == (same,) * 5  # one table counts once
