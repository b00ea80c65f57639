"""The worksheet of a table of the catalogue."""

import dtcore as dt
from dttools.teach.worksheet import worksheet_text
from tests.small_tables import dataset


def sheet(key: str, recipe: dt.Recipe | str, **changed: object) -> list[str]:
    recipe = dt.recipe(recipe) if isinstance(recipe, str) else recipe
    return list(worksheet_text(dt.start(dataset(key, **changed), recipe)))
