"""The algorithms by name, each a declaration with its source."""

from dtcore.algorithms.c45 import C45, C45_TEXTBOOK
from dtcore.algorithms.cart import CART, CART_SKLEARN, REGRESSION
from dtcore.algorithms.id3 import ID3, ID3_LIHANG
from dtcore.errors import RecipeError
from dtcore.growth.recipe import Recipe

RECIPES: dict[str, Recipe] = {
    recipe.name: recipe
    for recipe in (ID3, ID3_LIHANG, C45, C45_TEXTBOOK, CART, CART_SKLEARN, REGRESSION)
}


def recipe(name: str) -> Recipe:
    """The recipe called ``name``. Raises RecipeError with the names there are."""
    if name not in RECIPES:
        raise RecipeError(
            "There is no recipe “{name}”. There are: {names}.",
            name=name,
            names=", ".join(RECIPES),
        )
    return RECIPES[name]


__all__ = ["RECIPES", "recipe"]
