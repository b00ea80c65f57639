"""A recipe in words: what each of its policies does, one clause each, made from its numbers; and
the Markdown text that explains it, one in every language of the app."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import dtcore as dt
from dtcore.growth import Recipe
from dtcore.model import number
from dtcore.policies import Losses, MinLeaf, MinRows
from dtcore.words import Sentence
from dtshow.words.language import TEXT, _, explanation, sentence

LANGUAGES: Final = tuple(sorted({path.parent.name for path in TEXT.glob("*/*.md")}))


def policies(recipe: Recipe) -> dict[str, str]:
    """What is asked of a recipe, and its answers."""
    numeric = recipe.splitter.numeric
    return {
        _("Splits of nominal columns"): sentence(recipe.splitter.nominal.clause),
        _("Splits of numeric columns"): _listed(numeric.clauses) if numeric else _("refused"),
        _("Impurity"): sentence(recipe.impurity.label),
        _("The winner has"): sentence(recipe.selection.clause),
        _("Cuts of one column are compared by"): sentence(recipe.selection.cuts_clause),
        _("A node becomes a leaf when"): _limits(recipe),
        _("Order of the nodes"): sentence(recipe.ordering.label),
        _("Missing cells"): sentence(recipe.missing.clause),
        _("At the end"): _end(recipe),
    }


def _limits(recipe: Recipe) -> str:
    """When it stops; and that limits on rows count weights, where its own classes have them."""
    listed = _listed(rule.clause for rule in recipe.stopping)
    weighs = any(isinstance(r, MinRows | MinLeaf) and r.weighted for r in recipe.stopping)
    if not (recipe.classes and weighs):
        return listed
    return _("; ").join((listed, _("rows count by the weights of their classes")))


def _listed(clauses: Iterable[Sentence]) -> str:
    return _("; ").join(map(sentence, clauses))


def _end(recipe: Recipe) -> str:
    if recipe.collapse:
        losses = isinstance(recipe.classes, Losses)
        return sentence(recipe.collapse.clause_of_losses if losses else recipe.collapse.clause)
    if recipe.m:
        return _("every leaf gets {m} rows with the class shares of the whole table").format(
            m=number(recipe.m)
        )
    return _("nothing: the tree stays as grown")


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
