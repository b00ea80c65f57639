"""Recipes of tables to practise on, and their cells."""

import numpy as np
import pandas as pd
from hypothesis import strategies as st

from dttools.teach import EXTRA, PATTERNS, ROWS, SEEDS, Practice


@st.composite
def recipes(draw: st.DrawFn, most_rows: int = 400) -> Practice:
    name = draw(st.sampled_from(list(PATTERNS)))
    kind = PATTERNS[name]
    return Practice(
        name,
        rows=draw(st.integers(ROWS[0], most_rows)),
        extra=draw(st.integers(*EXTRA)),
        noise=draw(st.integers(kind.noise[0], kind.noise[2])),
        seed=draw(st.integers(*SEEDS)),
        size=draw(st.integers(kind.sizes[0], kind.sizes[2])),
    )


def cells(frame: pd.DataFrame, name: str) -> np.ndarray:
    """Numbers as they are, names by their code."""
    column = frame[name]
    named = isinstance(column.dtype, pd.CategoricalDtype)
    return np.asarray(column.cat.codes if named else column, np.float64)
