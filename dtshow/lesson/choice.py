"""A plan: a recipe by name, and what was changed of it, also in words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import dtcore as dt
from dtcore.model import number
from dtshow.lesson.settings import (
    KINDS,
    OPTIONS,
    SETTINGS,
    ClassRule,
    LimitSetting,
    OptionSetting,
    Setting,
    Value,
    rule_of,
    shown,
)
from dtshow.words.language import _, sentence


@dataclass(frozen=True)
class RecipeChoice:
    """``changes``: the values of settings that are not as the recipe has them, in their order."""

    name: str
    changes: tuple[tuple[str, Value], ...] = ()

    @classmethod
    def of(cls, name: str, **changes: Value | None) -> RecipeChoice:
        """A recipe with ``changes`` by the keys of settings; None leaves one as it is."""
        recipe_choice = cls(name)
        for key, value in changes.items():
            recipe_choice = recipe_choice.with_setting(key, value)
        return recipe_choice

    @cached_property
    def recipe(self) -> dt.Recipe:
        """The recipe with the changes made. Raises RecipeError if they cannot go together."""
        recipe, changes = dt.recipe(self.name), dict(self.changes)
        # all at once, since some go together only with others
        fields = {k.field: k.policies[str(changes[k.key])] for k in OPTIONS if k.key in changes}
        if nominal := fields.pop("splitter.nominal", None):
            fields["splitter"] = replace(recipe.splitter, nominal=nominal)
        recipe = replace(recipe, **fields)
        for setting in SETTINGS:
            if setting.key in changes and not isinstance(setting, OptionSetting):
                recipe = setting.put(recipe, changes[setting.key])
        return recipe

    @property
    def changed(self) -> bool:
        return bool(self.changes)

    @property
    def changed_settings(self) -> tuple[Setting, ...]:
        return tuple(setting for setting in SETTINGS if setting.key in dict(self.changes))

    def with_setting(self, key: str, value: Value | None) -> RecipeChoice:
        """The choice with one setting at ``value``; None is "as the recipe has it".

        Raises LinkError if a limit is out of range.
        """
        setting = next(setting for setting in SETTINGS if setting.key == key)
        usual = dt.recipe(self.name)
        changes = {k: v for k, v in self.changes if k != key}
        if value is not None and value != setting.of(usual):
            setting.check(value)
            changes[key] = value
        order = [setting.key for setting in SETTINGS]
        return RecipeChoice(
            self.name, tuple(sorted(changes.items(), key=lambda c: order.index(c[0])))
        )


def recipe_choice_for(dataset: dt.Dataset) -> RecipeChoice:
    """The plan that a table is best begun with. Raises RecipeError or DataError if none fits."""
    name = dt.fitting(dataset).name
    usual = RecipeChoice.of(name, depth=3 if dataset.target.numeric else None)
    # CART stands in where a recipe cannot take the table
    recipe_choice = next((p for p in (usual, RecipeChoice("cart")) if fits(p, dataset)), usual)
    recipe_choice.recipe.check(dataset)
    return recipe_choice


def fits(recipe_choice: RecipeChoice, dataset: dt.Dataset) -> bool:
    """Whether a plan can grow a tree on the table."""
    try:
        recipe_choice.recipe.check(dataset)
    except dt.DtError:
        return False
    return True


def changes(recipe_choice: RecipeChoice) -> str:
    """What was changed of the recipe, in one line; "" if nothing was."""
    if not recipe_choice.changed:
        return ""
    usual, now = dt.recipe(recipe_choice.name), recipe_choice.recipe
    parts = [
        _("{what}: {now} instead of {usual}").format(
            what=short_name(setting),
            now=_value(setting, setting.of(now)),
            usual=_value(setting, setting.of(usual)),
        )
        for setting in recipe_choice.changed_settings
    ]
    return _("Changed: {changes}.").format(changes=_("; ").join(parts))


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
