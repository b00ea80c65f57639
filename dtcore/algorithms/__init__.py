"""The algorithms by name, each a declaration with its source, which registers itself.

A new one is a file here, or a few lines in one of them. It is offered after those below.
"""

from dataclasses import fields
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from dtcore.errors import RecipeError
from dtcore.growth.recipe import RECIPES, Recipe
from dtcore.model.data import Dataset, check_dataset
from dtcore.words import Listed

FIRST: Final = ("id3", "c45", "cart")
for _name in dict.fromkeys((*FIRST, *(module.name for module in iter_modules(__path__)))):
    import_module(f"{__name__}.{_name}")


def recipe(name: str, **changes: object) -> Recipe:
    """The recipe called ``name``. Raises RecipeError with the names there are, or with how to
    change a recipe if there are ``changes``."""
    if name not in RECIPES:
        raise RecipeError(
            "There is no algorithm “{name}”. There are: {names}.",
            name=name,
            names=Listed(RECIPES),
        )
    if changes:
        raise RecipeError(
            "A recipe is fetched by its name alone, and changed then. Write "
            'dt.recipe("{name}").limited(depth=2), which takes depth, leaf and gain, or '
            'dataclasses.replace(dt.recipe("{name}"), …), which takes {fields}.',
            name=name,
            fields=", ".join(field.name for field in fields(Recipe)[2:] if field.repr),
        )
    return RECIPES[name]


def fitting(dataset: Dataset) -> Recipe:
    """The recipe that a table is best begun with: one that can take its columns and target."""
    check_dataset(dataset)
    numeric = [column.numeric for column in dataset.columns]
    if dataset.target.numeric:
        return RECIPES["regression"]
    if not any(numeric):
        return RECIPES["c45" if dataset.gappy else "id3"]
    return RECIPES["cart" if all(numeric) else "c45"]


__all__ = ["RECIPES", "fitting", "recipe"]
