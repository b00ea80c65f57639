"""The case that is on show: kept for its table, at first the middle of each column."""

from __future__ import annotations

import numpy as np

import dtcore as dt
from dtcore.formula import Query
from dtshow.lesson.state import whole
from pages.ui.shell import session
from pages.ui.use.predict.case import Case, Cell, read
from pages.ui.use.use_view import UseView


def case_of(data: dt.Dataset) -> Case:
    """What is asked about the tree of ``data``."""
    view = session.view(UseView)
    if view.case is not None and view.case[0] == data.digest:
        return view.case[1]
    return read(view.asked, data) or _row(view.asked, data) or Case.usual(data)


def _row(asked: str, data: dt.Dataset) -> Case | None:
    number = asked.removeprefix("row")
    row = whole(1, len(data), first=1).read(number) if number != asked else None
    return None if row is None else Case.of_row(data, row)


def number_of(data: dt.Dataset, row: int) -> int:
    """The number that a row has on all pages, from 1: among the rows of Grow's tree."""
    return int(np.searchsorted(session.lesson().dataset.origin, data.origin[row])) + 1


def row_at(data: dt.Dataset, number: int) -> int:
    """The place of the row of that number in ``data``, or of the next that is there."""
    origin = session.lesson().dataset.origin
    place = np.searchsorted(data.origin, origin[min(number, len(origin)) - 1])
    return min(int(place), len(data) - 1)


def choose(data: dt.Dataset, case: Case, before: Case | None = None) -> None:
    """For callbacks: ask about another case; ``before``: the one that it can be undone to."""
    session.change(UseView, case=(data.digest, case), before=before)


def before_change(data: dt.Dataset) -> Case | None:
    """What the change taken last is undone to; None if none was, or of another table."""
    view = session.view(UseView)
    return view.before if view.case is not None and view.case[0] == data.digest else None


def put(data: dt.Dataset, column: int, cell: Cell) -> None:
    """For callbacks: with another cell."""
    choose(data, case_of(data).put(column, cell))


def address(data: dt.Dataset) -> dict[str, str]:
    """What the address says of the case that was chosen."""
    table, case = session.view(UseView).case or ("", None)
    if case is None or table != data.digest:
        return {}
    return {"case": case.written() if case.row is None else f"row{case.row + 1}"}


def pressed() -> Query | None:
    """What the count that was pressed last counts."""
    return session.view(UseView).highlighted


def see(query: Query | None) -> None:
    """For callbacks: list the rows that ``query`` counts; None: none."""
    session.change(UseView, highlighted=query)
