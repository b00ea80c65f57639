"""A plan: a recipe by name, and what was changed of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import dtcore as dt
from dtshow.lesson.settings import OPTIONS, SETTINGS, OptionSetting, Setting, Value


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
