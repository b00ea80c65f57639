"""Policies put together at random, on tables with missing cells, and a lesson's moves likewise."""

from collections.abc import Mapping
from typing import Any

from hypothesis import assume, reject
from hypothesis import strategies as st

import dtcore as dt
from dtcore.growth.collapse import Collapse
from dtcore.policies.splits import Cuts, Splitter
from tests.policies import telling
from tests.strategies import Table, fits, tables

NUMERIC = (Cuts(), Cuts(min_gap=1e-5, data_value=True), Cuts(min_gap=1e-7, single=True))
FIELDS: Mapping[str, st.SearchStrategy[Any]] = {
    "impurity": st.sampled_from(telling(dt.ImpurityCriterion)),
    "splitter": st.builds(
        Splitter, st.sampled_from(telling(dt.NominalSplitter)), st.sampled_from(NUMERIC)
    ),
    "selection": st.sampled_from(telling(dt.Selection)),
    "stopping": st.lists(st.sampled_from(telling(dt.Stopping)), max_size=3).map(
        lambda rules: (dt.Pure(), *rules)
    ),
    "ordering": st.sampled_from(telling(dt.Ordering)),
    "missing": st.sampled_from(telling(dt.BaseMissing)),
    "collapse": st.sampled_from([None, Collapse()]),
    "bins": st.sampled_from([None, None, *telling(dt.Bins)]),
    "m": st.sampled_from([0.0, 2.0]),
}


@st.composite
def cases(draw: st.DrawFn) -> tuple[dt.Dataset, dt.Recipe]:
    """A table with missing cells, in some a column with no other, and a recipe that takes it."""
    frame = draw(tables(gaps=True)).frame
    if draw(st.booleans()):
        frame.insert(0, "empty", [None] * len(frame))
    data = Table(frame).data()
    k = len(data.schema.classes)
    chosen = {name: draw(values) for name, values in FIELDS.items()}
    if k:
        matrix = tuple(tuple(float(abs(i - j)) for i in range(k)) for j in range(k))
        factors = tuple(0.5 + i for i in range(k))
        weighing = (None, dt.Balanced(), dt.ClassWeights(factors), dt.Losses(matrix))
        chosen["classes"] = draw(st.sampled_from(weighing))
    else:
        chosen |= {"impurity": dt.Variance(), "collapse": None, "bins": None, "m": 0.0}
    try:
        recipe = dt.Recipe("any", "policies put together at random", **chosen)
    except dt.RecipeError:
        reject()
    assume(fits(recipe, data))
    return data, recipe
