"""The only file that caches: what many students share is computed once.

Keys are strings that name the content (a catalogue key with its choices, a digest); the
values are immutable, so sessions can share them.
"""

import pandas as pd
import streamlit as st

import dtcore as dt
from pages.ui.catalogue import Labels, catalogue
from pages.ui.lesson import Choice


def dataset(choice: Choice, language: str, frame: pd.DataFrame | None = None) -> dt.Dataset:
    """The table of ``choice`` under the names of ``language``; ``frame`` if it is an upload."""
    return _dataset(repr(choice), language, choice, frame)


@st.cache_resource(max_entries=64, show_spinner=False)
def _dataset(key: str, language: str, _choice: Choice, _frame: pd.DataFrame | None) -> dt.Dataset:
    frame = _frame if _frame is not None else table(_choice.key)
    made = dt.Dataset.from_frame(
        frame,
        target=_choice.target,
        roles=_choice.roles,
        kinds=_choice.kinds,
        log=_choice.log,
        complete=_choice.complete,
    )
    names = labels(_choice.key, language)
    columns = {name: names.columns[name] for name in frame.columns}
    columns |= {f"log({name})": f"log({label})" for name, label in columns.items()}
    if _choice.log and not _choice.uploaded:  # the catalogue's label says what is predicted
        columns[f"log({_choice.target})"] = names.columns[_choice.target]
    return made.relabel(columns, {name: names.values[name] for name in frame.columns})


@st.cache_resource(max_entries=32, show_spinner=False)
def table(key: str) -> pd.DataFrame:
    """A bundled table as it is in its file. Not to be changed by its readers."""
    return catalogue()[key].read()


def labels(key: str, language: str) -> Labels:
    """What columns and values are called; an uploaded table has only its own names."""
    return catalogue()[key].labels(language) if key in catalogue() else Labels()
