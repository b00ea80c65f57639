"""The data of a choice in the session: under the names of its language, made or its own.

A made table is held as long as a lesson of the session is on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pandas as pd

import dtcore as dt
from dtshow.lesson.choice import RecipeChoice
from dtshow.tables.generated import is_generated
from dtshow.tables.table_choice import TableChoice
from pages.ui.shell import cache
from pages.ui.shell.session.address_bar import language
from pages.ui.shell.session.current import tables_in_use
from pages.ui.shell.session.own_tables import uploads
from pages.ui.shell.session.values import Key
from pages.ui.tables.large import is_large, sample_frame

_MADE: Final = Key[Mapping[str, pd.DataFrame]]("made", {})


def dataset(choice: TableChoice) -> dt.Dataset:
    """The data of a choice in the session's language. Raises DataError."""
    return cache.dataset(choice, language(), _frame(choice))


def held_out(choice: TableChoice) -> dt.Dataset | None:
    """The rows that the tree of a choice has not seen; None if it grows on all of them."""
    if not choice.hold:
        return None
    return cache.parts(dataset(choice.with_all.all_rows), choice.hold)[1]


def dataset_for(choice: TableChoice, recipe_choice: RecipeChoice) -> dt.Dataset:
    """The data of a choice as a recipe would get it. Raises DataError or RecipeError."""
    return dataset(choice.under(recipe_choice.recipe))


def fits(choice: TableChoice, recipe_choice: RecipeChoice) -> bool:
    """Whether a recipe can grow a tree on the table of a choice."""
    try:
        recipe_choice.recipe.check(dataset_for(choice, recipe_choice))
    except dt.DtError:
        return False
    return True


def frame(choice: TableChoice) -> pd.DataFrame:
    """The raw table behind a choice; of a large one a sample."""
    if is_large(choice.key):
        return sample_frame(dataset(choice))
    raw = _frame(choice)
    assert raw is not None, "an upload is kept as long as a lesson or a draft is on it"
    return raw


def _frame(choice: TableChoice) -> pd.DataFrame | None:
    if choice.uploaded:
        upload = uploads().get(choice.key)
        return upload.frame if upload else None
    if is_large(choice.key):
        return None
    table = cache.table(choice.key)
    if is_generated(choice.key):
        hold(choice.key, table)
    return table


def hold(key: str, table: pd.DataFrame) -> None:
    """Keep a made table as long as a lesson of the session is on it, or until the next edit."""
    _MADE.set({**_MADE.value, key: table})


def let_go() -> None:
    """Of the made tables, keep those that lessons are on."""
    used = tables_in_use()
    _MADE.set({key: table for key, table in _MADE.value.items() if key in used})
