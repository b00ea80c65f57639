"""The text of every bundled table's tree, by every recipe that takes the table, as recorded.

``python -m tests.engine.bundled_texts`` records it anew: only where trees are meant to differ.
"""

import json
from pathlib import Path

import dttools as dt
from dtshow.tables.catalogue import catalogue
from tests.small_tables import dataset
from tests.strategies import fits

FILE = Path(__file__).with_suffix(".json")


def texts(key: str) -> dict[str, list[str]]:
    """For one table the lines of the tree by recipe."""
    data = dataset(key)
    taken = [recipe for recipe in dt.RECIPES.values() if fits(recipe, data)]
    return {recipe.name: dt.export.text(dt.grow(data, recipe)).splitlines() for recipe in taken}


def recorded() -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = json.loads(FILE.read_text("utf-8"))
    return found


if __name__ == "__main__":
    every = {key: texts(key) for key in catalogue()}
    FILE.write_text(json.dumps(every, indent=1, ensure_ascii=False) + "\n", "utf-8")
