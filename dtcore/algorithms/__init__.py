"""The algorithms by name, each a declaration with its source."""

from dataclasses import fields

from dtcore.algorithms.assistant import ASSISTANT
from dtcore.algorithms.c45 import C45, C45_TEXTBOOK, J48
from dtcore.algorithms.cart import CART, CART_RPART, CART_SKLEARN, REGRESSION
from dtcore.algorithms.id3 import ID3, ID3_LIHANG
from dtcore.errors import RecipeError
from dtcore.growth.recipe import Recipe
from dtcore.model.arguments import check_dataset
from dtcore.model.data import Dataset

RECIPES: dict[str, Recipe] = {
    recipe.name: recipe
    for recipe in (
        ID3,
        ID3_LIHANG,
        ASSISTANT,
        C45,
        J48,
        C45_TEXTBOOK,
        CART,
        CART_SKLEARN,
        CART_RPART,
        REGRESSION,
    )
}


def recipe(name: str, **changes: object) -> Recipe:
    """The recipe called ``name``. Raises RecipeError with the names there are, or with how to
    change a recipe if there are ``changes``."""
    if name not in RECIPES:
        raise RecipeError(
            "There is no recipe “{name}”. There are: {names}.",
            name=name,
            names=", ".join(RECIPES),
        )
    if changes:
        raise RecipeError(
            "A recipe is fetched by its name alone, and changed then. Write "
            'dt.recipe("{name}").limited(depth=2), which takes depth, leaf and gain, or '
            'dataclasses.replace(dt.recipe("{name}"), …), which takes {fields}.',
            name=name,
            fields=", ".join(field.name for field in fields(Recipe)[2:]),
        )
    return RECIPES[name]


def fitting(dataset: Dataset) -> Recipe:
    """The recipe that a table is best begun with: one that can take its columns and target."""
    check_dataset(dataset)
    numeric = [column.numeric for column in dataset.columns]
    if dataset.target.numeric:
        return REGRESSION
    if not any(numeric):
        return C45 if dataset.gappy else ID3
    return CART if all(numeric) else C45


__all__ = ["RECIPES", "fitting", "recipe"]
