"""What each policy of a recipe does, in words: one clause each, made from its numbers."""

from __future__ import annotations

from collections.abc import Iterable

from dtcore.growth import Recipe
from dtcore.model import number
from dtcore.policies import Losses, MinLeaf, MinRows
from dtcore.words import Sentence
from dtshow.words.language import _, sentence


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
