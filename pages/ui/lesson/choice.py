"""A plan: a recipe by name, and what was changed of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import dtcore as dt
from pages.ui.lesson.setting_kinds import Value
from pages.ui.lesson.settings import AMOUNTS, CLASSES, KNOBS, LIMITS, OPTIONS, Knob


@dataclass(frozen=True)
class Plan:
    """``changes``: the value of each knob that is not as the recipe has it, in order of KNOBS."""

    name: str
    changes: tuple[tuple[str, Value], ...] = ()

    @classmethod
    def of(cls, name: str, **changes: Value | None) -> Plan:
        """A plan with ``changes`` by the keys of knobs; None leaves a knob as it is."""
        plan = cls(name)
        for key, value in changes.items():
            plan = plan.turned(key, value)
        return plan

    @cached_property
    def recipe(self) -> dt.Recipe:
        """The recipe with the changes made. Raises RecipeError if they cannot go together."""
        recipe, changes = dt.recipe(self.name), dict(self.changes)
        # all at once, since some go together only with others
        fields = {k.field: k.policies[str(changes[k.key])] for k in OPTIONS if k.key in changes}
        if nominal := fields.pop("splitter.nominal", None):
            fields["splitter"] = replace(recipe.splitter, nominal=nominal)
        recipe = replace(recipe, **fields)
        for knob in (CLASSES, *AMOUNTS, *LIMITS):
            if knob.key in changes:
                recipe = knob.put(recipe, changes[knob.key])
        return recipe

    @property
    def changed(self) -> bool:
        return bool(self.changes)

    @property
    def changed_knobs(self) -> tuple[Knob, ...]:
        return tuple(knob for knob in KNOBS if knob.key in dict(self.changes))

    def turned(self, key: str, value: Value | None) -> Plan:
        """The plan with one knob at ``value``; None is "as the recipe has it".

        Raises LinkError if a limit is out of range.
        """
        knob = next(knob for knob in KNOBS if knob.key == key)
        usual = dt.recipe(self.name)
        changes = {k: v for k, v in self.changes if k != key}
        if value is not None and value != knob.of(usual):
            knob.check(value)
            changes[key] = value
        order = [knob.key for knob in KNOBS]
        return Plan(self.name, tuple(sorted(changes.items(), key=lambda c: order.index(c[0]))))


def plan_for(dataset: dt.Dataset) -> Plan:
    """The plan that a table is best begun with. Raises RecipeError or DataError if none fits."""
    name = dt.fitting(dataset).name
    usual = Plan.of(name, depth=3 if dataset.target.numeric else None)
    # CART stands in where a recipe cannot take the table
    plan = next((p for p in (usual, Plan("cart")) if fits(p, dataset)), usual)
    plan.recipe.check(dataset)
    return plan


def fits(plan: Plan, dataset: dt.Dataset) -> bool:
    """Whether a plan can grow a tree on the table."""
    try:
        plan.recipe.check(dataset)
    except dt.DtError:
        return False
    return True
