"""How the file was read: what was done with it, what can be done otherwise, and what odd cells of a
column may mean.

Not done here: what is offered, and how it is taken (``dttools.files``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import partial, reduce
from typing import Any, Final

import numpy as np
import pandas as pd
import streamlit as st

from dtcore.words import Sentence
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import N_, _, joined, ngettext, sentence
from dtshow.words.markdown import literal
from dttools.files import PARTS, Dialect, Finding, Offer
from pages.ui.bring import draft
from pages.ui.bring.ways_to_read import (
    Again,
    decimal_name,
    encoding_name,
    header_control,
    separator_name,
    sheet_controls,
    text_controls,
)
from pages.ui.shell import cache, session
from pages.ui.tables.made_names import VALUES
from pages.ui.tables.upload import Upload

PLAIN: Final = 5
"""Lines without a switch that are shown; of more, how many."""
CELLS: Final = "cells"
"""Where the way to the offers leads."""
OTHERS: Final = "others"
"""Where the offers of columns begin that are read right."""
MOST_OFFERS: Final = 12
"""Columns with offers that are shown; of more, how many."""
FEW: Final = 3
"""Columns whose offers are seen one by one, where one press reads some of them alike."""
AMOUNTS: Final = (*("numbers", "thousands", "ten_thousands", "decimals", "as_counted", "duration"),)
"""Meanings that read cells as numbers."""
_QUESTIONS: Final = {"number": AMOUNTS, "date": ("day_first", "month_first")}
TO_NUMBERS: Final = (*AMOUNTS, "strays", "missing", "order")
"""Meanings of columns of which it counts whether they are numbers now."""
LISTED: Final = 4
"""Cells that are named one after the other."""


def how_read(choice: TableChoice) -> None:
    """The file's story; nothing of a table that is no file."""
    upload = session.uploads().get(choice.key)
    if upload is None:
        return

    def again(**chosen: Any) -> None:
        draft.read_again(upload, **chosen)

    by_hand = upload.by_hand
    draft.heading(_("How the cells were read") if by_hand else _("How the file was read"))
    draft.show_refusal("file")
    with st.container(key="data_story", gap="small"):
        _story(upload, again)
        _readings(upload, again)
        _written(upload, again)


def _story(upload: Upload, again: Again) -> None:
    """Whether there is a header; what has a switch; what has none."""
    _header(upload, again)
    _switches(upload, again, rows=False)
    story = upload.table.story
    _plain([one for one in story if (one.firm or not one.key) and "column" not in one.said.fields])


def _switches(upload: Upload, again: Again, *, rows: bool) -> None:
    """Those of what is no row of the table, or the others."""
    turnable = (one for one in upload.table.story if one.key and not one.firm)
    for number, finding in enumerate(turnable):
        if (finding.key in _NO_ROWS) == rows:
            _switch(number, finding, upload, again)


def left_out(choice: TableChoice) -> None:
    """How much of the file is no row of the table, and the switches that take it back in."""
    upload = session.uploads().get(choice.key)
    found = [one for one in upload.table.story if one.key in _NO_ROWS] if upload else []
    if upload is None or not found:
        return
    gone = [one for one in found if one.on]
    what = _(", ").join(_counted(one) for one in gone or found)
    said = _("Left out: {what}") if gone else _("Put back: {what}")
    if all(one.firm for one in found):
        st.caption(said.format(what=what), width="content")
        return
    said = _("Left out: {what} · put back") if gone else said
    with st.popover(said.format(what=what), type="tertiary", key="data_left_out"):
        _switches(upload, partial(draft.read_again, upload), rows=True)


def _counted(finding: Finding) -> str:
    count = int(str(finding.said.fields["count"]))
    if finding.key == "above":
        text = ngettext("{n} line above the table", "{n} lines above the table", count)
    elif finding.key == "remarks_below":
        text = ngettext("{n} line below the table", "{n} lines below the table", count)
    else:
        text = ngettext("{n} row of {{what}}", "{n} rows of {{what}}", count)
    what = finding.said.fields.get("what")
    return text.format(what=sentence(what) if isinstance(what, Sentence) else "")


def notes(choice: TableChoice) -> None:
    """What is told of single columns, but of those whose cells an offer asks of first."""
    upload, asked = session.uploads().get(choice.key), misread(choice)
    story = upload.table.story if upload else ()
    told = [one for one in story if one.said.fields.get("column", "") not in {"", *asked}]
    _plain([one for one in told if one.firm or not one.key], upload)


def _plain(findings: Sequence[Finding], upload: Upload | None = None) -> None:
    plain = [_said(finding.said, upload) for finding in findings]
    if len(plain) > PLAIN:
        more = ngettext("{n} more note", "{n} more notes", len(plain) - PLAIN)
        plain = [*plain[:PLAIN], more]
    if plain:
        st.caption("\n".join(f"- {note}" for note in plain))


def _said(worded: Sentence, upload: Upload | None) -> str:
    """A sentence in which the column that it is about is called as everywhere on the page."""
    if upload is None or "column" not in worded.fields:
        return sentence(worded)
    return sentence(worded, column=literal(_name(str(worded.fields["column"]), upload), 200))


def _name(column: str, upload: Upload) -> str:
    return cache.labels(upload.key, session.language(), upload.frame).columns[column]


def _header(upload: Upload, again: Again) -> None:
    """Parquet and the like state the names themselves."""
    dialect, header = upload.table.dialect, upload.table.header
    if dialect is not None:
        header_control("data", bool(header), again)
    elif header is not None:  # to take back what was chosen is to let it be guessed
        guessed_so = upload.chosen.header is None
        header_control("data", header, lambda header: again(header=header if guessed_so else None))
    if upload.chosen.header is False:  # what is chosen as it would be guessed is not kept
        st.caption(_("The first line looks like column names."))


def _switch(number: int, finding: Finding, upload: Upload, again: Again) -> None:
    asks, turned = _ASKS.get(finding.key), upload.chosen.turned(finding)
    st.toggle(
        sentence(Sentence(asks, **finding.said.fields) if asks else finding.said),
        **session.control(f"data_story_{number}", finding.on, lambda _on: again(**turned)),
    )


_NO_ROWS: Final = ("above", "remarks_below", "totals", "odd_totals")
# As a switch asks it, on or off; the story itself tells what was done.
_ASKS: Final = {
    "above": N_("Skip what lies above the table: {count} (the first: “{line}”)"),
    "two_headers": N_("Join the names of lines {first} and {second} (such as “{name}”)"),
    "declared": N_(
        "Read line {line} as what Orange declares of the columns (“{text}”), not as a row"
    ),
    "labels": N_("Leave out labels below the header: {count} (line {line}: “{label}”)"),
    "repeated_header": N_("Leave out repeated headers: {count} (line {lines})"),
    "remarks_below": N_("Leave out lines below the table: {count} (line {line}: “{text}”)"),
    "groups": N_("Leave out lines that head groups of rows: {count} (line {lines}: “{text}”)"),
    "tables": N_("Read one of {count} tables (another begins {where}: “{text}”)"),
    "totals": N_("Leave out rows of {what}: {count} (line {lines}: “{name}”)"),
    "odd_totals": N_(
        "Leave out rows called {what} whose numbers do not match the others: {count} (line "
        "{lines}: “{name}”)"
    ),
    "named_totals": N_(
        "Leave out rows called {what} whose numbers do not match the others: {count} (line "
        "{lines}: “{name}”)"
    ),
    "test_student": N_("Leave out the test student of Canvas (line {line})"),
    "row_numbers": N_("Leave out the first column, which has no name and only numbers the rows"),
    "empty_columns": N_(
        "Leave out columns with neither a name nor a value: {count} (position {positions})"
    ),
    "hidden_rows": N_(
        "Leave out rows that are hidden in the sheet: {count} (the first: row {line})"
    ),
    "hidden_columns": N_(
        "Leave out columns that are hidden in the sheet: {count} (the first: “{name}”)"
    ),
    "merged": N_("Fill the rows of merged cells: {count} (the first in row {row})"),
}


def _readings(upload: Upload, again: Again) -> None:
    """Where the guess of the encoding is weak: the first line as each of the likeliest has it."""
    lines, dialect = dict(upload.table.readings), upload.table.dialect
    if len(lines) < 2 or dialect is None:
        return
    now = dialect.encoding if dialect.encoding in lines else None
    st.radio(
        _("Which of these lines looks right?"),
        list(lines),
        format_func=lambda encoding: literal(lines[encoding], 60),
        captions=[encoding_name(encoding) for encoding in lines],
        **session.control("data_readings", now, lambda encoding: again(encoding=encoding)),
    )


def sheets(choice: TableChoice) -> None:
    """Another sheet, or another table on it: nothing that was chosen of this one holds there."""
    upload = session.uploads().get(choice.key)
    if upload is None:
        return
    names, sheet = upload.table.sheets, upload.table.sheet
    if len(names) > 1:
        said = _("Sheet “{sheet}” of {count} · choose another")
        name = said.format(sheet=literal(sheet or "", 40), count=len(names))
        with st.popover(name, type="tertiary", key="data_sheets"):
            take = partial(_take_another, upload, sheet, preamble=None, table=0)
            control = session.control("data_sheet", sheet, lambda name: take(name, sheet=name))
            st.selectbox(_("Sheet"), names, **control)
    _tables(upload)


def _tables(upload: Upload) -> None:
    """The choice among several tables that stand below or beside each other."""
    tables, place = upload.table.tables, upload.chosen.table
    if not tables:
        return
    now = place if place in range(len(tables)) else 0
    said = _("Table {n} of {count} · choose another")
    with st.popover(said.format(n=now + 1, count=len(tables)), type="tertiary", key="data_several"):
        said = _("Line {n}: {text}")
        named = [said.format(n=f"{line:,}", text=text) for line, text in tables]
        st.selectbox(
            _("Table"),
            range(len(tables)),
            format_func=named.__getitem__,
            **session.control(
                "data_one_table", now, lambda at: _take_another(upload, now, at, table=at)
            ),
        )


def _take_another(
    upload: Upload, now: str | int | None, other: str | int | None, **more: Any
) -> None:
    if other not in (None, now):
        none = frozenset[str]()
        draft.read_again(upload, header=None, off=none, on=none, cells={}, **more)


def _written(upload: Upload, again: Again) -> None:
    """How the cells are written, and the way to change that."""
    dialect, chosen = upload.table.dialect, upload.chosen
    if dialect is None and not upload.table.sheets:
        return
    if dialect is not None:
        st.caption(_how_written(dialect, upload))
    cells, file = _("Read the cells differently"), _("Read the file differently")
    name = cells if upload.by_hand else file
    with st.expander(name, key="data_reading"):
        if dialect is not None:
            text_controls("data", dialect, again)
        else:
            sheet_controls("data", chosen.decimal or ".", chosen.preamble, again)


def _how_written(dialect: Dialect, upload: Upload) -> str:
    """What separates the cells, the decimal sign unless numbers of a column are read in a way of
    their own, and of a file how its text is encoded."""
    text = _("Cells are separated by a {separator}; the decimal sign is a {decimal}.")
    if any(one.taken and one.key in AMOUNTS for one in upload.table.offers):
        text = _("Cells are separated by a {separator}.")
    text = text.format(
        separator=separator_name(dialect.separator), decimal=decimal_name(dialect.decimal)
    )
    if upload.by_hand:
        return text
    return joined(_("{encoding} text.").format(encoding=encoding_name(dialect.encoding)), text)


def offers(choice: TableChoice, *, odd: bool) -> None:
    """A line for each column of which something is offered, of those that may be misread if they
    are ``odd``, else of the others; nothing where there is none."""
    upload = session.uploads().get(choice.key)
    every, misread_ones = _asked(upload), misread(choice)
    asked = [one for one in every if (one.column in misread_ones) == odd]
    if upload is None or not asked:
        return
    told = _may_be_misread(choice) if odd else _("Cells that may mean something else")
    st.header(told, anchor=CELLS if odd or not misread_ones else OTHERS)
    draft.show_refusal("columns")
    asked = sorted(asked, key=lambda one: not one.mends)
    columns = list(dict.fromkeys(offer.column for offer in asked))
    numbers = {name: at for at, name in enumerate(dict.fromkeys(one.column for one in every))}
    with st.container(key="data_odd" if odd else "data_offers", gap="small"):
        with st.container(key=f"data_alike_{odd}", horizontal=True):
            first = [one for one in asked if odd and one.mends and not one.taken][:1]
            mended = _all_alike(asked, upload)
        shown = columns[:MOST_OFFERS]
        # what is to be predicted is asked below, and stays in sight
        folded = mended.intersection(shown) if len(columns) > FEW else set[str]()
        fold = st.expander(_("Column by column")) if folded else nullcontext()
        for column in shown:
            with fold if column in folded else nullcontext():
                found = [offer for offer in asked if offer.column == column]
                _line(numbers[column], found, upload, [] if mended else first)
    if len(columns) > MOST_OFFERS:
        more = len(columns) - MOST_OFFERS
        st.caption(ngettext("{n} more column", "{n} more columns", more))


def _may_be_misread(choice: TableChoice) -> str:
    count = len(misread(choice))
    told = ngettext("{n} column may be misread", "{n} columns may be misread", count)
    return told if count else ""


def way_to_offers(choice: TableChoice) -> None:
    """How many columns may be misread, and the way to what is offered."""
    st.markdown(f"[{_may_be_misread(choice)}](#{CELLS})")


def way_to_dates(choice: TableChoice) -> None:
    """That dates are not used, and the way to what can be taken of them; nothing of a few."""
    asked = _asked(session.uploads().get(choice.key))
    dated = {one.column for one in asked if not one.taken and one.key in PARTS}
    names = session.frame(choice).columns
    unused = [name for name in names if choice.role(name) == "ignore"]
    if (count := len(dated.intersection(unused))) and 2 * len(unused) >= len(names):
        told = ngettext(
            "{n} column of dates is not used yet: see what can be taken of it",
            "{n} columns of dates are not used yet: see what can be taken of them",
            count,
        )
        st.markdown(f"[{told}](#{CELLS})")


def misread(choice: TableChoice) -> set[str]:
    """The columns of which a person may know better what their cells say."""
    asked = _asked(session.uploads().get(choice.key))
    settled = {(one.column, _question(one)) for one in asked if one.taken}
    return {
        one.column for one in asked if one.mends and (one.column, _question(one)) not in settled
    }


def _question(offer: Offer) -> str:
    """What an offer answers, be it one of several answers."""
    return next((name for name, keys in _QUESTIONS.items() if offer.key in keys), offer.key)


def _asked(upload: Upload | None) -> list[Offer]:
    """What is offered, but for cells that stand only in rows that no tree is grown on."""
    every, rows = upload.table.offers if upload else (), draft.rows()
    whole = {one.column for one in every if one.taken and one.strays}  # one press, one to undo it
    offers = [
        one for one in every if one.key != "strays" or not one.taken or one.column not in whole
    ]
    if rows is None or (upload and upload.edits):  # edits may have moved the rows
        return offers
    return [
        one
        for one in offers
        if one.taken or len(one.rows) < one.cells or np.isin(one.rows, rows).any()
    ]


def _all_alike(asked: Sequence[Offer], upload: Upload) -> set[str]:
    """One press for each meaning that is offered of several columns, or was taken in several, and
    the columns that they mend."""
    mended = set[str]()
    apart = [one for one in asked if one.mends or one.key not in AMOUNTS]  # versions are none
    for (key, taken), count in Counter((_press(one), one.taken) for one in apart).items():
        if count < 2 or key in PARTS:
            continue
        alike = [one for one in apart if (_press(one), one.taken) == (key, taken)]
        name = _label(replace(alike[0], key=key, strays=()))
        if any(one.strays or one.key == "strays" for one in alike):  # each column names its own
            name = _("{name}; the rest as missing").format(name=name)
        text = _("{name}: {count} columns at once").format(name=name, count=count)
        first = not mended and not taken and alike[0].mends
        mended |= {one.column for one in alike if one.mends and not taken}
        st.button(
            _("Undo: {name}").format(name=text) if taken else text,
            key=f"data_alike_{key}_undo" if taken else f"data_alike_{key}",
            type="tertiary" if taken else "primary" if first else "secondary",
            on_click=draft.read_again,
            args=(upload, "columns"),
            kwargs={"cells": reduce(_turned, alike, dict(upload.chosen.cells))},
        )
        st.caption(_cells([_name(one.column, upload) for one in alike]), width="content")
    return mended


def _press(offer: Offer) -> str:
    """What a button for several columns does: without its strays, a column is one of numbers."""
    return "numbers" if offer.key == "strays" else offer.key


def _line(number: int, found: Sequence[Offer], upload: Upload, first: Sequence[Offer] = ()) -> None:
    """A column, and for each button a few cells as they stand and as it would read them; of all on
    the page, ``first`` is pressed first. What is taken of dates says the same cell in parts."""
    parts = [offer for offer in found if offer.key in PARTS]
    rows = [[offer] for offer in found if offer not in parts] + ([parts] if parts else [])
    column = literal(_name(found[0].column, upload), 100)
    head = f"**{column}**{_read_now(found, upload)}  \n"
    for at, row in enumerate(rows):
        key = f"data_offer_{number}_row_{at}"
        with st.container(key=key, horizontal=True, vertical_alignment="center"):
            told = _shown(row, upload, most=1 if len(rows) + len(row) > 2 else None)
            st.markdown(f"{'' if at else head}{told}", width="content")
            for offer in row:
                key = f"data_offer_{number}_{found.index(offer)}"
                _button(key, offer, upload, first=offer in first)


def _button(key: str, offer: Offer, upload: Upload, *, first: bool) -> None:
    name = _label(offer)
    st.button(
        _("Undo: {name}").format(name=name) if offer.taken else name,
        key=key,
        type="tertiary" if offer.taken else "primary" if first else "secondary",
        help=literal(_said(_in_words(offer, upload), upload), 400),
        on_click=draft.read_again,
        args=(upload, "columns"),
        kwargs={"cells": _turned(upload.chosen.cells, offer)},
    )


def _read_now(found: Sequence[Offer], upload: Upload) -> str:
    """How the column stands in the table, where that is what the offers change."""
    column, keys = found[0].column, {offer.key for offer in found if not offer.taken}
    if {"day_first", "month_first"} <= keys and not any(offer.why for offer in found):
        now = _("No date shows which of the two comes first.")
        return f" · {now}"
    if column not in upload.frame or not any(offer.key in TO_NUMBERS for offer in found):
        return ""
    if isinstance(dtype := upload.frame[column].dtype, pd.CategoricalDtype):
        now = _("put in order")  # within an f-string, Babel would not find it
    else:
        now = _("read as numbers") if dtype.kind in "if" else _("read as words")
    return f" · {now}"


def _shown(found: Sequence[Offer], upload: Upload, most: int | None) -> str:
    """Of what stands beside one offer, so many cells at ``most`` and how many it changes, or beside
    several, what each makes of a cell; then all that would be missing, and what is a number as it
    stands."""
    by_cell: dict[str, list[str]] = {}
    in_order = [offer for offer in found if offer.key == "order"]
    for offer in found if not in_order else ():
        for cell, read in offer.examples[:most]:
            if read:
                read = _as_people_write(read, offer, upload)
                by_cell.setdefault(cell, []).append(f"**{literal(read, 24)}**")
    told = [f"{_cells([cell])} → {_(', ').join(reads)}" for cell, reads in by_cell.items()]
    told += [_cells_changed(offer) for offer in found[:1] if offer.cells > len(by_cell) > 0]
    told += [
        " < ".join(f"“{literal(cell, 24)}”" for cell, _place in one.examples) for one in in_order
    ]
    gone = list(dict.fromkeys(cell for offer in found for cell in offer.missing))  # see the button
    gone += [cell for offer in found if offer.taken for cell in offer.strays if cell not in gone]
    kept = list(dict.fromkeys(cell for offer in found for cell in offer.kept))
    if gone:
        told.append(" → ".join((_cells(gone), _("missing"))))
    if kept:
        told.append(_("{cells} already numbers").format(cells=_cells(kept)))
    told += [sentence(offer.why) for offer in found[:1] if offer.why]
    return " · ".join(told)


def _cells_changed(offer: Offer) -> str:
    return ngettext("{n} cell", "{n} cells", offer.cells)


def read_otherwise(choice: TableChoice) -> dict[str, str]:
    """Of each column that is read otherwise than it stands, a cell and how many; plain text."""
    upload, told = session.uploads().get(choice.key), dict[str, str]()
    for offer in upload.table.offers if upload else ():
        if upload and offer.taken and offer.examples and offer.key != "order":
            cell, read = offer.examples[0]
            now = _as_people_write(read, offer, upload) or _("missing")
            text = f"“{cell}” → {now} · {_cells_changed(offer)}"
            before = told.get(offer.column)
            told[offer.column] = _("; ").join([before, text] if before else [text])
    return told


def _in_words(offer: Offer, upload: Upload) -> Sentence:
    told = dict(offer.said.fields)
    for name in {"number", "value"} & told.keys():
        told[name] = _as_people_write(str(told[name]), offer, upload)
    return Sentence(offer.said.template, **told)


def _as_people_write(read: str, offer: Offer, upload: Upload) -> str:
    """A month or weekday in the language that is spoken; a number, which has the decimal sign of
    the file, with a point."""
    if read in VALUES.get(offer.key, ()):
        return _(read)
    dialect, chosen = upload.table.dialect, upload.chosen.decimal
    comma = offer.key in AMOUNTS and (dialect.decimal if dialect else chosen) == ","
    return read.replace(",", ".") if comma else read


def _cells(cells: Sequence[str]) -> str:
    """A few cells as they stand, one after the other."""
    named = [f"“{literal(cell, 24)}”" for cell in cells[:LISTED]]
    return _(", ").join([*named, "…"] if len(cells) > LISTED else named)


def _turned(cells: Mapping[str, tuple[str, ...]], offer: Offer) -> dict[str, tuple[str, ...]]:
    """What is chosen of the cells, with the offer taken, or taken back; with numbers go strays, or
    the column would stay text."""
    own = (offer.key, *(["strays"] if offer.strays else []))
    keys = tuple(key for key in cells.get(offer.column, ()) if key not in own)
    keys = keys if offer.taken else (*keys, *own)
    return {
        **{name: k for name, k in cells.items() if name != offer.column},
        **({offer.column: keys} if keys else {}),
    }


def _label(offer: Offer) -> str:
    """What the button of the meaning says: of a comma, if the cells have one beside points; of
    groups of a number, that they have sizes; and what would be missing besides."""
    commas = any("," in cell for cell, _read in offer.examples)
    of_points = {
        "thousands": _("The point groups thousands"),
        "decimals": _("The point is a decimal sign"),
    }
    of_sizes = {"order": _("Put in order of size")} if offer.why else {}
    names = _labels() | ({} if commas else of_points) | of_sizes
    name = names.get(offer.key, _("Apply"))
    if not offer.strays:
        return name
    return _("{name}; {cells} as missing").format(name=name, cells=_cells(offer.strays))


def _labels() -> dict[str, str]:
    return {
        "numbers": _("Read as numbers"),
        "thousands": _("The comma groups thousands"),
        "ten_thousands": _("The comma only groups digits"),
        "decimals": _("The comma is a decimal sign"),
        "as_counted": _("Take the number as it stands"),
        "choices": _("A column for each option"),
        "level": _("Take NA as a value"),
        "blank": _("Take blank as no"),
        "missing": _("Take as missing"),
        "strays": _("Take as missing"),
        "one_value": _("Take as one value"),
        "day_first": _("The day comes first"),
        "month_first": _("The month comes first"),
        "fill_down": _("Fill down"),
        "ranges": _("Read as ranges"),
        "duration": _("Read as durations"),
        "order": _("Put in order"),
        "year": _("Take the year"),
        "quarter": _("Take the quarter"),
        "month": _("Take the month"),
        "weekday": _("Take the weekday"),
        "hour": _("Take the hour"),
        "hours": _("Count in hours"),
        "days": _("Count days since the first"),
    }
