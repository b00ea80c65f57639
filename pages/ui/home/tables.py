"""What Home says and shows of each bundled table: its group, its line, its picture.

A table that is not listed here gets its count of rows and the picture that fits its columns.
Not done here: the tables themselves (``dtshow.tables.catalogue``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from dtshow.tables.catalogue import Entry
from dtshow.words.language import N_, _
from pages.ui.home.thumbnail import Motif

BY_HAND: Final = 24
"""Rows: a table of classes that is no longer can be worked out on paper."""
GAPS: Final = 0.05
"""Of the rows: a table with so many missing cells in one column asks for a look at its data."""
Group = Literal["hand", "real", "number"]


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
    "kyphosis": Tile(N_("{n:,} children · prune nearly all"), Motif("scatter", ("Start", "Age"))),
    "carseats": Tile(N_("{n:,} shops · how many sold?"), Motif("scatter", ("Price",))),
    "hitters": Tile(N_("{n:,} players · what salary?"), Motif("scatter", ("Years",))),
    "mtcars": Tile(N_("{n:,} cars · miles per gallon"), Motif("scatter", ("wt",))),
}
PLAIN: Final = Tile(N_("{n:,} rows"))


def group_of(entry: Entry) -> Group:
    if entry.task == "regression":
        return "number"
    return "hand" if entry.rows <= BY_HAND else "real"


def line_of(key: str, rows: int) -> str:
    return _(TILES.get(key, PLAIN).line).format(n=rows)


def drawing_of(key: str) -> Motif | None:
    return TILES.get(key, PLAIN).drawing


def asks_for_a_look(entry: Entry) -> bool:
    """Whether its data come before its tree: it has many gaps, or rows that count for many."""
    gaps = max(entry.missing.values(), default=0)
    return gaps > GAPS * entry.rows or "weight" in entry.roles.values()
