"""What knobs and their values are called, and what was changed of a recipe, in words."""

from __future__ import annotations

import dtcore as dt
from dtcore.model.splits import number
from pages.ui.knobs import Value
from pages.ui.language import _
from pages.ui.plan import Plan


def label(key: str) -> str:
    return {
        "impurity": _("Impurity"),
        "selection": _("The winner has"),
        "order": _("Order of the nodes"),
        "depth": _("Depth at most (empty: no limit)"),
        "leaves": _("Leaves at most (empty: no limit)"),
        "rows": _("Rows to be split at least"),
        "leaf": _("Rows in each branch at least"),
        "eps": _("Threshold ε on the gain"),
        "decrease": _("Decrease at least, of the whole tree's impurity"),
    }[key]


def option(name: str) -> str:
    return {
        "entropy": _("entropy in bits"),
        "nats": _("entropy in nats"),
        "gini": _("Gini index"),
        "error": _("error rate"),
        "gain": _("the highest gain"),
        "ratio": _("the highest gain ratio"),
        "guarded": _("the highest gain ratio of those with average gain"),
        "depth": _("a branch to its end (depth first)"),
        "breadth": _("level by level (breadth first)"),
        "best": _("the largest decrease first (best first)"),
    }[name]


def changes(plan: Plan) -> str:
    """What was changed of the recipe, in one line; "" if nothing was."""
    usual, now = dt.recipe(plan.name), plan.recipe
    said = [
        _("{what}: {now} instead of {usual}").format(
            what=_short(label(knob.key)),
            now=_value(knob.of(now)),
            usual=_value(knob.of(usual)),
        )
        for knob in plan.changed_knobs
    ]
    return _("Changed: {changes}.").format(changes=_("; ").join(said)) if said else ""


def _short(name: str) -> str:
    return name.split(" (")[0].split("（")[0]


def _value(value: Value | None) -> str:
    if value is None:
        return _("no limit")
    return number(value) if isinstance(value, float | int) else option(value)
