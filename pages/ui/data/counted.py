"""How many rows and columns there are, how many of them are used, and why the others are not."""

from __future__ import annotations

from collections.abc import Mapping

from dtshow.lesson.narration import gaps_left_out
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import _, joined, ngettext
from pages.ui.bring import draft
from pages.ui.shell import session


def counted(choice: TableChoice) -> str:
    """One sentence for the size, one for each reason to leave rows out, one for what remains."""
    frame = session.frame(choice)
    size = _("{rows}, {columns}.").format(
        rows=ngettext("{n} row", "{n} rows", len(frame)),
        columns=ngettext("{n} column", "{n} columns", len(frame.columns)),
    )
    dataset = draft.dataset()
    if dataset is None or not dataset.left_out:
        return size
    remain = ngettext("{n} row remains.", "{n} rows remain.", len(dataset))
    return joined(size, *_left_out(choice, dataset.left_out), remain)


def _left_out(choice: TableChoice, left_out: Mapping[str, int]) -> list[str]:
    phrases = {
        "no target": lambda n: ngettext(
            "{n} row without a target value left out.",
            "{n} rows without a target value left out.",
            n,
        ),
        "weight zero": lambda n: ngettext(
            "{n} row of weight zero left out.", "{n} rows of weight zero left out.", n
        ),
        "missing cells": lambda n: gaps_left_out(choice, session.lesson().recipe_choice, n),
    }
    return [phrases[reason](count) for reason, count in left_out.items()]
