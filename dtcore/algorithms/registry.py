"""The recipes that there are, by name: a declaration registers itself, and is offered."""

from __future__ import annotations

from typing import Final

from dtcore.errors import RecipeError
from dtcore.growth.recipe import Recipe

RECIPES: Final[dict[str, Recipe]] = {}
"""In the order in which they are offered."""


def register(recipe: Recipe) -> Recipe:
    """The recipe, from now on to be had by its name. Raises RecipeError if the name is taken."""
    if recipe.name in RECIPES:
        raise RecipeError(
            "There are two recipes called “{name}”. Give one of them another name.",
            name=recipe.name,
        )
    RECIPES[recipe.name] = recipe
    return recipe
