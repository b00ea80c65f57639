"""What odd cells of a column may mean: what stands there, what it becomes, and a button each.

Not done here: what is offered, and how it is taken (``dttools.files``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Final

import streamlit as st

from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import _, ngettext, sentence
from dtshow.words.markdown import literal
from dttools.files import Offer
from pages.ui.bring import draft
from pages.ui.shell import session
from pages.ui.tables.upload import Upload

MOST: Final = 12
"""Lines that are shown; of more, how many."""
LISTED: Final = 4
"""Cells that are named one after the other."""


def offers(choice: TableChoice) -> None:
    """A line for each column of which something is offered; nothing where every cell is plain."""
    upload = session.uploads().get(choice.key)
    if upload is None or not upload.table.offers:
        return
    draft.heading(_("Cells that may mean something else"))
    draft.show_refusal("columns")
    columns = list(dict.fromkeys(offer.column for offer in upload.table.offers))
    with st.container(key="data_offers", gap="small"):
        for number, column in enumerate(columns[:MOST]):
            found = [offer for offer in upload.table.offers if offer.column == column]
            _line(number, found, upload)
        _all_alike(upload)
    if len(columns) > MOST:
        more = len(columns) - MOST
        st.caption(ngettext("{n} more column", "{n} more columns", more))


def _all_alike(upload: Upload) -> None:
    """One press where several columns spell values in several ways."""
    left = [one for one in upload.table.offers if one.key == "one_value" and not one.taken]
    if len(left) < 2:
        return
    st.button(
        ngettext(
            "Take as one value in {n} column", "Take as one value in all {n} columns", len(left)
        ),
        key="data_offers_alike",
        on_click=draft.read_again,
        args=(upload, "columns"),
        kwargs={"cells": reduce(_turned, left, dict(upload.chosen.cells))},
    )


def _line(number: int, found: Sequence[Offer], upload: Upload) -> None:
    """A column, a few of its cells as they stand and as they would be read, and the buttons."""
    with st.container(key=f"data_offer_{number}", horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{literal(found[0].column, 40)}**  \n{_shown(found)}", width="content")
        for at, offer in enumerate(found):
            name = _label(offer)
            st.button(
                _("Undo: {name}").format(name=name) if offer.taken else name,
                key=f"data_offer_{number}_{at}",
                type="tertiary" if offer.taken else "secondary",
                help=literal(sentence(offer.said), 400),
                on_click=draft.read_again,
                args=(upload, "columns"),
                kwargs={"cells": _turned(upload.chosen.cells, offer)},
            )


def _shown(found: Sequence[Offer]) -> str:
    """Of one offer, up to three cells; of several, one cell and what each makes of it; then all
    that would be missing, and what stays as it stands among cells that change."""
    pairs = [offer.examples[0] for offer in found if offer.examples]
    if len(found) == 1:
        pairs = list(found[0].examples)
    by_cell: dict[str, list[str]] = {}
    for cell, read in pairs:
        if read:
            by_cell.setdefault(cell, []).append(f"**{literal(read, 24)}**")
    told = [f"{_cells([cell])} → {_(', ').join(reads)}" for cell, reads in by_cell.items()]
    gone = list(dict.fromkeys(cell for offer in found for cell in offer.missing))
    kept = list(dict.fromkeys(cell for offer in found for cell in offer.kept))
    if gone:
        told.append(" → ".join((_cells(gone), _("missing"))))
    if kept:
        told.append(_("{cells} unchanged").format(cells=_cells(kept)))
    if why := next((offer.why for offer in found if offer.why), None):
        told.append(sentence(why))
    elif {"day_first", "month_first"} <= {offer.key for offer in found if not offer.taken}:
        told.append(_("No date shows which of the two comes first."))
    return " · ".join(told)


def _cells(cells: Sequence[str]) -> str:
    """A few cells as they stand, one after the other."""
    named = [f"“{literal(cell, 24)}”" for cell in cells[:LISTED]]
    return _(", ").join([*named, "…"] if len(cells) > LISTED else named)


def _turned(cells: Mapping[str, tuple[str, ...]], offer: Offer) -> dict[str, tuple[str, ...]]:
    """What is chosen of the cells, with the offer taken, or taken back."""
    keys = cells.get(offer.column, ())
    keys = tuple(k for k in keys if k != offer.key) if offer.taken else (*keys, offer.key)
    return {
        **{name: k for name, k in cells.items() if name != offer.column},
        **({offer.column: keys} if keys else {}),
    }


def _label(offer: Offer) -> str:
    """What the button of the meaning says: of a comma, if the cells have one beside points."""
    commas = any("," in cell for cell, _read in offer.examples)
    of_points = {
        "thousands": _("The point groups thousands"),
        "decimals": _("The point is a decimal sign"),
    }
    return (_labels() | ({} if commas else of_points)).get(offer.key, _("Apply"))


def _labels() -> dict[str, str]:
    return {
        "numbers": _("Read as numbers"),
        "thousands": _("The comma groups thousands"),
        "decimals": _("The comma is a decimal sign"),
        "missing": _("Take as missing"),
        "strays": _("Take as missing"),
        "one_value": _("Take as one value"),
        "day_first": _("The day comes first"),
        "month_first": _("The month comes first"),
        "year": _("Take the year"),
        "month": _("Take the month"),
        "weekday": _("Take the weekday"),
        "hour": _("Take the hour"),
        "days": _("Count days since the first"),
    }
