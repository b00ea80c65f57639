"""An exam of variants: sheets, their keys with the marks, and cards, each a page to print.

Sheet A1 is the first variant, and so on; the keys begin with all answers on a page. Not done here:
the tables (``dttools.teach.variants``), and what is on a sheet (``sheet``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

import dtcore as dt
from dtcore.model import Column
from dtcore.progress import Progress, unheard
from dtshow.words import number_format
from dtshow.words.language import _, plain_sentence
from dtshow.worksheet.sheet import (
    Sheet,
    document,
    html_of,
    numbered,
    paragraph,
    right,
    rows,
    with_marks,
)
from dtshow.worksheet.stories import renamed
from dttools.teach.exercise import exercises
from dttools.teach.variants import Variant

ON_A_PAGE: Final = 8
ACROSS: Final = 12
"""Answers side by side, so that they can be read."""
FEW: Final = 7
"""Columns that are printed large on a card."""


def exam(
    sheet: Sheet,
    lesson: dt.Timeline,
    found: Sequence[Variant],
    stories: bool = False,
    progress: Progress = unheard,
) -> list[Sheet]:
    """The variants of a ``sheet``, with the same nodes and with marks; with ``stories`` each under
    other names, if these have enough for its table. Without variants the sheet of the ``lesson``.

    ``progress`` hears the share and the number that are done."""
    if not found:
        return [with_marks(sheet, lesson)]
    made = list[Sheet]()
    for variant in found:
        progress(len(made) / len(found), len(made))
        made.append(_of_variant(sheet, variant, stories))
    return made


def _of_variant(sheet: Sheet, variant: Variant, stories: bool) -> Sheet:
    lesson, title = variant.timeline, sheet.title
    story = renamed(lesson.problem.dataset, variant.number - 1) if stories else None
    if story is not None:
        title, lesson = story[0], lesson.on(story[1])
    steps = variant.exercises if story is None else exercises(lesson, len(variant.exercises))
    asked = [exercise for exercise in steps if exercise.node in sheet.asked]
    made = replace(
        sheet,
        title=title,
        exercises=asked,
        tree=asked[-1].grown,
        rows=rows_of(lesson.problem.dataset),
        number=f"A{variant.number}",
    )
    return with_marks(made, lesson)


def rows_of(table: dt.Dataset) -> pd.DataFrame:
    """Its rows as people read them, numbered from 1 on."""
    given = table.given or table
    cells = {column.name: _cells(column) for column in (*given.columns, given.target)}
    return pd.DataFrame(cells, index=pd.RangeIndex(1, len(given) + 1))


def _cells(column: Column) -> NDArray[Any]:
    """(n_rows,) names or numbers, None where one is missing."""
    names: NDArray[Any] = np.array([*(column.levels or ()), None], object)
    return column.values if column.numeric else names[column.values]  # code -1 is the last


def pages(name: str, sheets: Sequence[Sheet]) -> Mapping[str, tuple[str, str]]:
    """By the names of files, which begin with ``name``: what a page is called, and its text."""
    keys = [replace(sheet, answers=True) for sheet in sheets]
    return {
        f"{name}_sheets.html": (_("Sheets"), html_of(*sheets)),
        f"{name}_keys.html": (_("Answer keys"), html_of(*keys, before=[_summary(keys)])),
        f"{name}_cards.html": (_("Cards"), cards(sheets)),
    }


def _summary(keys: Sequence[Sheet]) -> str:
    """The answers of all sheets on a page across: a line for each, a column for each part; what is
    not called the same on all is named as on the first."""
    parts = [dict(numbered(key)) for key in keys]
    title = _("All answers: {first} to {last}").format(first=keys[0].number, last=keys[-1].number)
    asked = {n: [plain_sentence(of[n].text) for of in parts] for n in parts[0]}
    first_alone = _("{level} ({count})").format(level="{}", count=keys[0].number)
    told = (
        f"{n} {text if {text} >= {*others} else first_alone.format(text)}"
        for n, (text, *others) in asked.items()
    )
    made = [f'<article class="wide"><h1>{escape(title)}</h1>', paragraph(" · ".join(told))]
    for first in range(0, len(parts[0]), ACROSS):
        some = [*parts[0]][first : first + ACROSS]
        lines = [[_("Marks"), *(str(parts[0][n].marks) for n in some)]]
        lines += [
            [key.number, *(right(of[n]) for n in some)] for key, of in zip(keys, parts, strict=True)
        ]
        made += rows("marks", ["", *some], lines)
    return "\n".join([*made, "</article>"])


def cards(sheets: Sequence[Sheet]) -> str:
    """A card for each row, eight to a page, to cut out and to sort into the branches of a tree."""
    parts = (part for sheet in sheets for part in _cards(sheet))
    return document(sheets[0].language, _("Cards"), parts)


def _cards(sheet: Sheet) -> Iterator[str]:
    cells, many = [*sheet.rows.itertuples()], " many" * (len(sheet.rows.columns) > FEW)
    for first in range(0, len(cells), ON_A_PAGE):
        yield f'<div class="cards{many}">'
        for index, *row in cells[first : first + ON_A_PAGE]:
            told = zip(map(str, sheet.rows.columns), map(number_format.cell, row), strict=True)
            lines = "".join(f"<dt>{escape(a)}</dt><dd>{escape(b)}</dd>" for a, b in told)
            yield f"<div><b>{escape(f'{sheet.number} · {index}')}</b><dl>{lines}</dl></div>"
        yield "</div>"
