"""The tree of every bundled table by every recipe that takes it, as it was printed when recorded.

``bundled_trees.txt`` holds the texts; it was written by the engine, so a difference says that
trees have changed, not which ones are right. Where that is meant, write it anew:

    python -m tests.engine.test_bundled_trees
"""

from pathlib import Path

import pytest

import dttools as dt
from pages.ui.tables.catalogue import catalogue
from tests.small_tables import dataset
from tests.strategies import fits

FILE = Path(__file__).with_name("bundled_trees.txt")
HEAD = "== "


def recorded() -> dict[str, str]:
    """The texts of the file by "table by recipe"."""
    parts = ("\n" + FILE.read_text("utf-8")).split("\n" + HEAD)[1:]
    return dict(part.rstrip("\n").split("\n", 1) for part in parts)


def printed(key: str) -> dict[str, str]:
    """The same of one table, as it is now."""
    data = dataset(key)
    recipes = [recipe for recipe in dt.RECIPES.values() if fits(recipe, data)]
    return {f"{key} by {r.name}": dt.export.text(dt.grow(data, r)) for r in recipes}


@pytest.mark.parametrize("key", catalogue())
def test_trees_are_those_recorded(key: str) -> None:
    before = {name: text for name, text in recorded().items() if name.startswith(f"{key} by ")}
    assert printed(key) == before


if __name__ == "__main__":
    pages = [
        f"{HEAD}{name}\n{text}\n" for key in catalogue() for name, text in printed(key).items()
    ]
    FILE.write_text("".join(pages), "utf-8")
