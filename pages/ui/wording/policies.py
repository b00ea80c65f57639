"""What each policy of a recipe does, in words: one clause each, made from its numbers."""

from __future__ import annotations

import numpy as np

from dtcore.growth.recipe import Recipe
from dtcore.model.splits import number
from dtcore.policies import costs, missing, nominal, selection, splitters, stopping
from dtcore.policies.classes import Losses
from dtcore.policies.stopping import Stopping
from pages.ui.lesson.settings import OPTIONS
from pages.ui.wording import setting_names
from pages.ui.wording.language import _
from pages.ui.wording.narration import impurity_name, unit_name


def policies(recipe: Recipe) -> dict[str, str]:
    """What is asked of a recipe, and its answers."""
    return {
        _("Splits of columns with levels"): _nominal(recipe),
        _("Splits of numeric columns"): _numeric(recipe.splitter.numeric),
        _("Impurity"): _impurity(recipe),
        _("The winner has"): _winner(recipe),
        _("Cuts of one column are compared by"): _cuts_by(recipe),
        _("A node becomes a leaf when"): _("; ").join(map(rule, recipe.stopping)),
        _("Order of the nodes"): _order(recipe),
        _("Missing cells"): missing_cells(recipe.missing),
        _("At the end"): _end(recipe),
    }


def _nominal(recipe: Recipe) -> str:
    match recipe.splitter.nominal:
        case nominal.EveryLevel():
            return _("one branch for each value; a column is asked once on a path")
        case nominal.Groups(ordered=True):
            return _("two groups of values, looked for along the order of their class shares")
        case nominal.Groups(limit=limit):
            return _(
                "two groups of values, the best of all groupings (with more than two classes, "
                "up to {limit} values)"
            ).format(limit=limit)
        case nominal.OneAgainstRest():
            return _("one value against all others, as a one-hot table would have it")
    raise KeyError(recipe.splitter.nominal)


def _numeric(cuts: splitters.Cuts | None) -> str:
    if cuts is None:
        return _("refused")
    said = [_("a cut midway between neighbouring values")]
    if cuts.data_value:
        said.append(_("shown as the largest value of the table that is not above it"))
    if cuts.single:
        said.append(_("values are compared in single precision"))
    elif cuts.apart:
        said.append(
            _("values within {apart} count as equal").format(
                apart=np.format_float_positional(cuts.apart)
            )
        )
    return _("; ").join(said)


def _impurity(recipe: Recipe) -> str:
    name, unit = impurity_name(recipe), unit_name(recipe)
    return _("{impurity} in {unit}").format(impurity=name, unit=unit) if unit else name


def _winner(recipe: Recipe) -> str:
    match recipe.selection:
        case selection.GuardedGainRatio(slack=slack, many=many):
            return _(
                "the highest gain ratio of those whose gain is at least the average less {slack}; "
                "columns with {many} n levels or more are left out of the average"
            ).format(slack=number(slack), many=number(many))
        case selection.GainRatio():
            return _("the highest gain ratio")
        case costs.GainPerCost():
            return _("the largest gain² / cost")
        case costs.GainAgainstCost(w=w):
            return _("the largest (2^gain − 1) / (cost + 1)^{w}").format(w=number(w))
    return _("the largest decrease of impurity")


def _cuts_by(recipe: Recipe) -> str:
    if isinstance(recipe.selection, selection.GuardedGainRatio):
        return _("gain; the best then pays log₂(cuts tried)/n for the choice")
    return _("gain ratio") if recipe.selection.cuts_by == "gain_ratio" else _("gain")


def rule(asked: Stopping) -> str:
    """When a stopping rule stops, as a clause."""
    match asked:
        case stopping.Pure():
            return _("its rows are all alike")
        case stopping.NoColumnLeft():
            return _("every column has been asked above it")
        case stopping.MinRows(rows=rows, weighted=weighted):
            return _("it holds fewer than {rows} rows{counted}").format(
                rows=number(rows), counted=_counted(weighted)
            )
        case stopping.MinLeaf(rows=rows, weighted=weighted):
            return _(
                "every split would leave a branch with fewer than {rows} rows{counted}"
            ).format(rows=number(rows), counted=_counted(weighted))
        case stopping.TwoBranches(rows=rows):
            return _(
                "two branches of {rows} rows cannot be made (for a cut of n rows: of "
                "max({rows}, min(25, 0.1 n / classes)))"
            ).format(rows=number(rows))
        case stopping.MaxDepth(depth=depth):
            return _("it is {depth} deep").format(depth=depth)
        case stopping.MaxLeaves(leaves=leaves):
            return _("the tree has {leaves} leaves").format(leaves=leaves)
        case stopping.SomeGain():
            return _("the best split gains nothing")
        case stopping.MinGain(gain=gain):
            return _("the best split gains less than {gain}").format(gain=number(gain))
        case stopping.MinDecrease(decrease=decrease):
            return _("the tree's impurity would fall by less than {decrease}").format(
                decrease=number(decrease)
            )
    raise KeyError(asked)


def _counted(weighted: bool) -> str:
    return "" if weighted else _(" (rows are counted, not weighed)")


def _order(recipe: Recipe) -> str:
    order = next(options for options in OPTIONS if options.key == "order")
    return setting_names.option(order.of(recipe) or "")


def missing_cells(policy: missing.Missing) -> str:
    """What becomes of a row where its cell is asked for and missing."""
    match policy:
        case missing.Reject():
            return _("refused")
        case missing.Fractions():
            return _("fractions of the row go down every branch")
        case missing.MajorityBranch():
            return _("the row goes down the branch with the most rows")
        case missing.Surrogates(limit=limit):
            return _(
                "the row goes where the best of at most {limit} surrogate splits sends it, else "
                "down the branch with the most rows"
            ).format(limit=limit)
        case missing.OwnBranch():
            return _("missing is a value of its own: a branch more, or on either side of a cut")
    raise KeyError(policy)


def _end(recipe: Recipe) -> str:
    if recipe.collapse:
        said = _("subtrees that lower the training errors by less than {slack} collapse")
        if isinstance(recipe.classes, Losses):
            said = _("subtrees that lower what errors cost by less than {slack} collapse")
        return said.format(slack=number(recipe.collapse.slack))
    if recipe.m:
        return _("every leaf gets {m} rows with the class shares of the whole table").format(
            m=number(recipe.m)
        )
    return _("nothing: the tree stays as grown")
