"""The Markdown texts that explain the recipes: one for each, in every language of the app."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import dtcore as dt
from dtshow.words.language import TEXT, explanation

LANGUAGES: Final = tuple(sorted({path.parent.name for path in TEXT.glob("*/*.md")}))


def recipe_text(name: str) -> str:
    """What the recipe does, in the language of the session, as Markdown."""
    return explanation(f"recipe_{name}")


def check_recipe_texts(folder: Path = TEXT) -> None:
    """Raise RecipeError, with the file to write, if a recipe lacks a text in ``folder``."""
    for name in dt.RECIPES:
        file = f"recipe_{name}.md"
        lacking = [language for language in LANGUAGES if not (folder / language / file).is_file()]
        if lacking:
            raise dt.RecipeError(
                "The recipe “{name}” has no text {file} in {languages}.",
                name=name,
                file=file,
                languages=", ".join(lacking),
            )
