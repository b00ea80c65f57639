"""What knobs and their values are called, and what was changed of a recipe, in words."""

from __future__ import annotations

import dtcore as dt
from dtcore.model.splits import number
from pages.ui.lesson.choice import RecipeChoice
from pages.ui.lesson.class_setting import ClassRule, shown
from pages.ui.lesson.settings import LimitSetting, Setting, Value
from pages.ui.wording.language import _


def label(key: str) -> str:
    return {
        "impurity": _("Impurity"),
        "selection": _("The winner has"),
        "nominals": _("Splits of columns with levels"),
        "bins": _("Numeric columns"),
        "missing": _("Missing cells"),
        "end": _("At the end"),
        "classes": _("How the classes count"),
        "order": _("Order of the nodes"),
        "w": _("Weight w of the costs"),
        "intervals": _("Intervals of a numeric column"),
        "surrogates": _("Surrogates kept at most"),
        "m": _("m: rows with the shares of the whole table"),
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
        "twoing": _("twoing"),
        "levels": _("one branch for each value"),
        "groups": _("two groups of values"),
        "one": _("one value against all others"),
        "whole": _("as they are"),
        "width": _("intervals of equal width"),
        "frequency": _("intervals of equal frequency"),
        "mdl": _("intervals by class entropy (MDL)"),
        "reject": _("refused"),
        "fractions": _("fractions of the row go down every branch"),
        "surrogates": _("surrogate splits"),
        "majority": _("with the majority"),
        "own": _("a value of its own"),
        "collapse": _("subtrees without fewer errors collapse"),
        "stay": _("the tree stays as grown"),
        "percost": _("the largest gain² / cost"),
        "againstcost": _("the largest (2^gain − 1) / (cost + 1)^w"),
        "gain": _("the highest gain"),
        "ratio": _("the highest gain ratio"),
        "guarded": _("the highest gain ratio of those with average gain"),
        "depth": _("a branch to its end (depth first)"),
        "breadth": _("level by level (breadth first)"),
        "best": _("the largest decrease first (best first)"),
    }[name]


def changes(recipe_choice: RecipeChoice) -> str:
    """What was changed of the recipe, in one line; "" if nothing was."""
    usual, now = dt.recipe(recipe_choice.name), recipe_choice.recipe
    said = [
        _("{what}: {now} instead of {usual}").format(
            what=_short(label(setting.key)),
            now=_value(setting, setting.of(now)),
            usual=_value(setting, setting.of(usual)),
        )
        for setting in recipe_choice.changed_settings
    ]
    return _("Changed: {changes}.").format(changes=_("; ").join(said)) if said else ""


def _short(name: str) -> str:
    return name.split(" (")[0].split("（")[0]


def _value(setting: Setting, value: Value | None) -> str:
    if isinstance(setting, ClassRule):
        if not value:
            return _("every row as it is")
        kinds = {"w": _("a factor for each class"), "p": _("prior shares of the classes")}
        kinds["l"] = _("losses of wrong answers")
        text = str(value)
        if text == "balanced":
            return _("every class as heavy as any other")
        return f"{kinds[text[0]]} {shown(text)}"
    if value is None:
        return _("no limit") if isinstance(setting, LimitSetting) else "–"
    return number(value) if isinstance(value, float | int) else option(value)
