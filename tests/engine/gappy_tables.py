"""Tables with missing cells, and recipes with every policy that takes them."""

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

import dtcore as dt
from tests.policies import usual
from tests.strategies import RECIPES, Table, fits, tables

TAKING = [policy for policy in usual(dt.BaseMissing) if policy != dt.Reject()]
POLICIES = [policy for policy in TAKING if not policy.imputes]
FILLING = [policy for policy in TAKING if policy.imputes]
"""They go with columns of levels only, and with a branch for each value."""


def with_policy(recipe: dt.Recipe, policy: object) -> dt.Recipe | None:
    """The recipe with another policy; None if the two do not go together."""
    try:
        return replace(recipe, missing=policy)
    except dt.RecipeError:
        return None


EVERY = [
    changed
    for recipe in RECIPES
    for policy in TAKING
    if (changed := with_policy(recipe, policy)) is not None
]
Case = tuple[Table, dt.Recipe]


@st.composite
def gappy(draw: st.DrawFn, **more: Any) -> Case:
    """A table with missing cells, and a recipe that takes it; ``more`` is said of the table."""
    table = draw(tables(gaps=True, **more))
    data = table.data()
    return table, draw(st.sampled_from([recipe for recipe in EVERY if fits(recipe, data)]))
