"""What was changed of a recipe, in words: settings and policies say their own."""

from __future__ import annotations

import dtcore as dt
from dtcore.model import number
from dtshow.lesson.choice import RecipeChoice
from dtshow.lesson.settings import (
    KINDS,
    ClassRule,
    LimitSetting,
    OptionSetting,
    Setting,
    Value,
    rule_of,
    shown,
)
from dtshow.words.language import _, sentence


def changes(recipe_choice: RecipeChoice) -> str:
    """What was changed of the recipe, in one line; "" if nothing was."""
    usual, now = dt.recipe(recipe_choice.name), recipe_choice.recipe
    parts = [
        _("{what}: {now} instead of {usual}").format(
            what=short_name(setting),
            now=_value(setting, setting.of(now)),
            usual=_value(setting, setting.of(usual)),
        )
        for setting in recipe_choice.changed_settings
    ]
    return _("Changed: {changes}.").format(changes=_("; ").join(parts)) if parts else ""


def short_name(setting: Setting) -> str:
    """What it is called, without what stands in brackets."""
    return sentence(setting.label).split(" (")[0].split("（")[0]


def _value(setting: Setting, value: Value | None) -> str:
    if isinstance(setting, ClassRule):
        return _counting(str(value) if value else "")
    if value is None:
        return _("no limit") if isinstance(setting, LimitSetting) else "–"
    if isinstance(setting, OptionSetting):
        return sentence(setting.option(value))
    return number(float(value))


def _counting(text: str) -> str:
    """How the classes count, with the numbers that a person typed."""
    if not text:
        return _("every row as it is")
    return f"{sentence(rule_of(text).label)} {shown(text) if text[0] in KINDS else ''}".rstrip()
