"""The gallery: each table as a picture drawn from its data, which is the link to it.

The same address opens the same in a new window; here the lesson before can be had back by undo,
and the tables that were uploaded stay. One's own tables come first. A table that ``TILES`` does not
list gets its count of rows and the picture that fits its columns. Not done here: what a picture
shows (``thumbnail``).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import urlencode

import streamlit as st

import dtcore as dt
from dtshow.lesson import link
from dtshow.tables.catalogue import Entry, catalogue
from dtshow.tables.column_facts import dataset_of
from dtshow.words.language import N_, _, ngettext
from pages.ui.bring import draft
from pages.ui.components.home import part
from pages.ui.home.own import TABLES
from pages.ui.home.thumbnail import Motif, Shape, thumbnail
from pages.ui.shell import cache, session
from pages.ui.shell.places import Place, go_on, go_to, title_of_own
from pages.ui.tables.upload import Upload, first_choice

BY_HAND: Final = 24
"""Rows: a table of classes that is no longer can be worked out on paper."""
ENOUGH: Final = 500
"""Rows of a table of one's own, evenly taken, for its picture."""
GROUPS: Final = {
    "hand": N_("By hand"),
    "real": N_("Real data"),
    "number": N_("Predict a number"),
}


@dataclass(frozen=True)
class Tile:
    """``line``: a short one, with the count of rows as {n}."""

    line: str
    drawing: Motif | None = None


TILES: Final[Mapping[str, Tile]] = {
    "playtennis": Tile(N_("{n:,} days · the ID3 classic")),
    "golf": Tile(N_("{n:,} days · where to cut?"), Motif("scatter", ("temperature", "humidity"))),
    "loan": Tile(N_("{n:,} people · two questions")),
    "consumer_credit": Tile(N_("{n:,} people · find the misprint")),
    "gender": Tile(N_("{n:,} people · every cut by hand"), Motif("scatter", ("height", "hair"))),
    "contact_lenses": Tile(N_("{n:,} people · three classes")),
    "xor": Tile(N_("{n:,} rows · where greed fails"), Motif("corners", ("B", "A"))),
    "iris": Tile(
        N_("{n:,} flowers · two cuts do it"),
        Motif("scatter", ("Petal.Length", "Petal.Width")),
    ),
    "titanic": Tile(N_("{n:,} people · ages missing"), Motif("mosaic", ("sex", "passengerClass"))),
    "titanic_counts": Tile(N_("{n:,} rows · each counts many"), Motif("mosaic", ("Class",))),
    "vote": Tile(N_("{n:,} members · one key vote")),
    "biopsy": Tile(N_("{n:,} samples · worth pruning"), Motif("histogram", ("V1",))),
    "heart": Tile(N_("{n:,} men · much noise"), Motif("histogram", ("age",))),
    "kyphosis": Tile(N_("{n:,} children · prune nearly all"), Motif("scatter", ("Start", "Age"))),
    "carseats": Tile(N_("{n:,} shops · how many sold?"), Motif("scatter", ("Price",))),
    "hitters": Tile(N_("{n:,} players · what salary?"), Motif("scatter", ("Years",))),
    "mtcars": Tile(N_("{n:,} cars · miles per gallon"), Motif("scatter", ("wt",))),
}
PLAIN: Final = Tile(N_("{n:,} rows"))


def group_of(entry: Entry) -> str:
    if entry.task == "regression":
        return "number"
    return "hand" if entry.rows <= BY_HAND else "real"


def gallery() -> None:
    own = [_own_tile(upload) for upload in list(session.uploads().values())[::-1]]
    groups = [_group(_("Your tables, which open on Data"), own)] if own else []
    groups += [_group(_(name), tiles(key)) for key, name in GROUPS.items()]
    with st.container(gap="small"):
        st.header(_("Take a table"), anchor=TABLES)
        st.caption(_("Each opens on Grow."))
    sent = f'{{"part":"gallery","groups":[{",".join(groups)}]}}'
    part("home_gallery", sent.encode(), _follow)


def tiles(group: str) -> list[str]:
    entries = (entry for entry in catalogue().values() if group_of(entry) == group)
    return [_tile(entry.key, session.language()) for entry in entries]


def _group(name: str, tiles: Iterable[str]) -> str:
    return f'{{"name":{json.dumps(name)},"tiles":[{",".join(tiles)}]}}'


@cache.shared(cache.PICTURES)
def _tile(key: str, language: str) -> str:
    entry = catalogue()[key]
    page, params = address_of(entry)
    return _written(
        to=key,
        href=f"{page}?{urlencode({**params, 'lang': language})}",
        title=entry.text("title", language),
        line=_(TILES.get(key, PLAIN).line).format(n=entry.rows),
        shapes=picture(key),
    )


def address_of(entry: Entry) -> tuple[Place, dict[str, str]]:
    """To its tree, before its first question: the page and its parameters."""
    table = link.write_choice(link.choice_of(entry.key))
    recipe = link.recipe_choice_of(entry.key)
    changes = {name: str(value) for name, value in recipe.changes}
    return "grow", {**table, "recipe": recipe.name, **changes, "step": "0"}


@cache.shared(cache.PICTURES)
def picture(key: str) -> list[Shape]:
    """Of a bundled table, rows with gaps and all."""
    dataset = dataset_of(cache.table(key), replace(link.choice_of(key), complete=False))
    return thumbnail(dataset, TILES.get(key, PLAIN).drawing)


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
        go_on(*address_of(catalogue()[to]))
    elif upload := session.uploads().get(to):
        _look_at_upload(upload)


def _look_at_upload(upload: Upload) -> None:
    """A draft, unless the lesson is on it already."""
    if session.has_lesson() and session.lesson().choice.key == upload.key:
        draft.forget_draft()
    elif (open_draft := draft.draft()) is None or open_draft.key != upload.key:
        draft.look_at(upload)
    go_to("data")
