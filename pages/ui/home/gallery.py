"""The gallery: each table as a picture drawn from its data, which is the link to it.

One's own tables come first. Not done here: what a picture shows (``thumbnail``) and what is said
of a bundled table (``tables``).
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

import streamlit as st

import dtcore as dt
from dtshow.lesson import link
from dtshow.tables.catalogue import Entry, catalogue
from dtshow.tables.column_facts import dataset_of
from dtshow.words.language import N_, _, ngettext
from pages.ui.bring import draft
from pages.ui.components.home import part
from pages.ui.home.leading import Address, table_address
from pages.ui.home.tables import asks_for_a_look, drawing_of, group_of, line_of
from pages.ui.home.thumbnail import Shape, thumbnail
from pages.ui.home.upload import TABLES
from pages.ui.shell import cache, session
from pages.ui.shell.places import go_on, go_to, title_of_own
from pages.ui.tables.upload import Upload, first_choice

GROUPS: Final = {
    "hand": N_("By hand"),
    "real": N_("Real data"),
    "number": N_("Predict a number"),
}
KEY: Final = "home_gallery"
ENOUGH: Final = 500
"""Rows of a table of one's own, evenly taken, for its picture."""


def gallery() -> None:
    own = [_own_tile(upload) for upload in list(session.uploads().values())[::-1]]
    groups = [_group(_("Your tables"), own)] if own else []
    groups += [_group(_(name), tiles(key)) for key, name in GROUPS.items()]
    st.header(_("Take a table"), anchor=TABLES)
    sent = f'{{"part":"gallery","groups":[{",".join(groups)}]}}'
    part(KEY, sent.encode(), _follow)


def tiles(group: str) -> list[str]:
    return [_tile(one.key, session.language()) for one in of_group(group)]


def of_group(group: str) -> Iterable[Entry]:
    return (entry for entry in catalogue().values() if group_of(entry) == group)


def _group(name: str, tiles: Iterable[str]) -> str:
    return f'{{"name":{json.dumps(name)},"tiles":[{",".join(tiles)}]}}'


@cache.shared(cache.PICTURES)
def _tile(key: str, language: str) -> str:
    entry = catalogue()[key]
    return _written(
        to=key,
        href=address_of(entry).href,
        title=entry.text("title", language),
        line=line_of(key, entry.rows),
        shapes=picture(key),
    )


def address_of(entry: Entry) -> Address:
    """To its tree, or first to its data."""
    return table_address(entry.key, "data" if asks_for_a_look(entry) else "grow")


@cache.shared(cache.PICTURES)
def picture(key: str) -> list[Shape]:
    """Of a bundled table, rows with gaps and all."""
    dataset = dataset_of(cache.table(key), replace(link.choice_of(key), complete=False))
    return thumbnail(dataset, drawing_of(key))


def _own_tile(upload: Upload) -> str:
    return _written(
        to=upload.key,
        title=title_of_own(upload),
        line=_("{rows} × {columns}").format(
            rows=ngettext("{n} row", "{n} rows", len(upload.frame)),
            columns=ngettext("{n} column", "{n} columns", len(upload.frame.columns)),
        ),
        shapes=_own_picture(upload),
    )


@cache.shared(cache.PICTURES, by=lambda upload: upload.key)
def _own_picture(upload: Upload) -> list[Shape]:
    """By the target that is guessed first; of a table that cannot be taken so, none."""
    every = max(1, len(upload.frame) // ENOUGH)
    try:
        return thumbnail(dataset_of(upload.frame.iloc[::every], first_choice(upload)))
    except dt.DtError:
        return []


def _written(**tile: Any) -> str:
    return json.dumps(tile, ensure_ascii=False, separators=(",", ":"))


def _follow(to: str) -> None:
    if to in catalogue():
        entry = catalogue()[to]
        on_it = session.has_lesson() and session.lesson().choice.key == to
        keeps = on_it and asks_for_a_look(entry)
        there = Address("data") if keeps else address_of(entry)
        go_on(there.page, there.params)
        if keeps:
            draft.forget_draft()
    elif upload := session.uploads().get(to):
        _look_at_upload(upload)


def _look_at_upload(upload: Upload) -> None:
    """A draft, unless the lesson is on it already."""
    if session.lesson().choice.key == upload.key:
        draft.forget_draft()
    elif (open_draft := draft.draft()) is None or open_draft.key != upload.key:
        draft.look_at(upload)
    go_to("data")
