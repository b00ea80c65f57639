"""The app with one table more, larger than any that comes with it: ``?data=large``.

Served by ``bench.server``. A million rows of noise but for three of its twenty columns.
"""

import sys
from dataclasses import fields
from pathlib import Path

import numpy as np
import pandas as pd
import streamlit as st
from starlette.middleware import Middleware

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from dtshow.tables import catalogue as tables  # noqa: E402

ROWS, COLUMNS = 1_000_000, 20


class Large(tables.Entry):
    """Made when it is first read."""

    def read(self) -> pd.DataFrame:
        random = np.random.default_rng(0)
        cells = random.normal(size=(ROWS, COLUMNS)).round(4)
        kind = (cells[:, 0] > 0) ^ (cells[:, 1] + cells[:, 2] > 0.5)
        frame = pd.DataFrame(cells, columns=[f"x{i}" for i in range(COLUMNS)])
        frame["y"] = np.where(kind ^ (random.random(ROWS) < 0.1), "yes", "no")
        return frame


def entry() -> Large:
    like = tables.catalogue()["biopsy"]
    said = {field.name: getattr(like, field.name) for field in fields(like)}
    plain = {"roles": {}, "kinds": {}, "levels": {}, "missing": {}, "names": {}}
    return Large(**{**said, **plain, "key": "large", "rows": ROWS, "target": "y"})


known = {**tables.catalogue(), "large": entry()}
tables.catalogue = lambda: known  # before any page asks

from pages.serving.tuning import NoDelay, ready_for_many  # noqa: E402
from pages.serving.while_served import memory_cleanup  # noqa: E402

ready_for_many()
app = st.App(
    ROOT / "pages" / "serving" / "navigation.py",
    middleware=[Middleware(NoDelay)],
    lifespan=memory_cleanup,
)
