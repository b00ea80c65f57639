"""The only file that caches: what many students share is computed once.

Keys are strings that name the content (a catalogue key with its choices, a digest); the
values are immutable, so sessions can share them.
"""

from collections.abc import Callable, Hashable, MutableMapping
from dataclasses import replace
from typing import Any, Final
from weakref import WeakValueDictionary

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

import dtcore as dt
from dtcore.stepping.cache import Memory
from pages.ui.figures.finished import Finished
from pages.ui.lesson.lesson import TableChoice
from pages.ui.tables import table_store
from pages.ui.tables.catalogue import Labels, catalogue, in_words
from pages.ui.tables.column_facts import (
    ColumnFacts,
    RootGain,
    dataset_of,
    facts_of,
    kind_of,
    root_gain_of,
)
from pages.ui.tables.find import entry_of, find
from pages.ui.tables.generated import GeneratedTable, is_generated

LARGE: Final = 500_000
"""Cells. To grow a whole tree on so many takes about half a second."""
MANY_NODES: Final = 4000


def dataset(choice: TableChoice, language: str, frame: pd.DataFrame | None = None) -> dt.Dataset:
    """The table of ``choice`` under the names of ``language``; ``frame`` if it is an upload."""
    if choice.uploaded:  # it has its own names only, and may be large
        return _uploaded(repr(choice), choice, frame)
    if is_generated(choice.key):
        return _of_made(choice, language)
    return _dataset(repr(choice), language, choice)


@st.cache_resource(max_entries=6, show_spinner=False)
def _uploaded(key: str, _choice: TableChoice, _frame: pd.DataFrame) -> dt.Dataset:
    return dataset_of(_frame, _choice)


_memories: WeakValueDictionary[tuple[str, str], Memory] = WeakValueDictionary()
"""What is known of the lessons that someone is on; gone with the last of them."""


def start(dataset: dt.Dataset, recipe: dt.Recipe) -> dt.Timeline:
    """A lesson at its beginning; all who are on it weigh, step and grow once for each other."""
    memory = _memories.setdefault((dataset.digest, repr(recipe)), Memory())
    return dt.start(dataset, recipe, memory)


@st.cache_resource(max_entries=256, show_spinner=False)
def figure(key: str, _make: Callable[[], go.Figure]) -> go.Figure:
    """A figure that ``key`` says all about. Not to be changed by those who show it."""
    return Finished(_make())


def facts(choice: TableChoice, frame: pd.DataFrame) -> tuple[ColumnFacts, ...]:
    """What can be said of each column of the raw table ``frame``."""
    names = map(str, frame.columns)
    return tuple(_facts(choice.key, n, kind_of(frame, n, choice), frame) for n in names)


@st.cache_resource(max_entries=4096, show_spinner=False)
def _facts(key: str, name: str, kind: str, _frame: pd.DataFrame) -> ColumnFacts:
    return facts_of(_frame, name, kind)


@st.cache_resource(max_entries=64, show_spinner=False)
def _root_gain(key: str, name: str, _choice: TableChoice, _frame: pd.DataFrame) -> RootGain | None:
    try:
        return root_gain_of(_frame, _choice, name)
    except dt.DtError:  # without its rows with gaps the table is no table any more
        return None


def root_gain(choice: TableChoice, frame: pd.DataFrame, name: str) -> RootGain | None:
    """The gain at the root of a column that looks like an identifier, if it can be told."""
    return _root_gain(repr(choice), name, choice, frame)


@st.cache_resource(max_entries=64, show_spinner=False)
def _dataset(key: str, language: str, _choice: TableChoice) -> dt.Dataset:
    return _labelled(_choice, language)


def _labelled(choice: TableChoice, language: str) -> dt.Dataset:
    frame = table(choice.key)
    made = dataset_of(frame, choice)
    names = labels(choice.key, language)
    logs = {f"log({name})": f"log({names.columns[name]})" for name in frame.columns}
    entry = entry_of(choice.key)
    if entry.log:  # labels take its label for that of the raw column
        logs[f"log({entry.target})"] = entry.names[language]["columns"][entry.target]
    columns = {name: names.columns[name] for name in frame.columns} | logs
    return made.relabel(columns, {name: names.values[name] for name in frame.columns})


_datasets: WeakValueDictionary[tuple[str, str], dt.Dataset] = WeakValueDictionary()
"""The made tables that someone is on, which may be large: gone with the last of them."""


def _of_made(choice: TableChoice, language: str) -> dt.Dataset:
    key = (repr(choice), language)
    found = _datasets.get(key)
    return found if found is not None else _datasets.setdefault(key, _labelled(choice, language))


def table(key: str) -> pd.DataFrame:
    """A bundled table as it is in its file, or a made one. Not to be changed by its readers."""
    entry = entry_of(key)
    return table_store.table(entry) if isinstance(entry, GeneratedTable) else _bundled(key)


@st.cache_resource(max_entries=32, show_spinner=False)
def _bundled(key: str) -> pd.DataFrame:
    return catalogue()[key].read()


@st.cache_resource(show_spinner=False)
def is_chinese(key: str) -> bool:
    """Whether a bundled table has Chinese in its cells or names."""
    text = table(key).to_csv(index=False)
    return any("\u4e00" <= letter <= "\u9fff" for letter in text)


def labels(key: str, language: str) -> Labels:
    """What columns and values are called; an uploaded table has only its own names.

    Where an entry predicts a logarithm, its label for the target is the logarithm's.
    """
    entry = find(key)
    if entry is None:
        return Labels()
    names = entry.labels(language)
    if not entry.log:
        return names
    own = type(names.columns)({**names.columns, entry.target: entry.target})
    return replace(names, columns=own)


def display(
    choice: TableChoice, language: str, frame: Callable[[TableChoice], pd.DataFrame]
) -> pd.DataFrame:
    """The rows of the dataset as people read them: all columns, in the language's names.

    Of a made table, which may be large, the cells are not copied, and nothing is kept.
    """
    if is_generated(choice.key):
        return _displayed(choice, language, frame(choice))
    return _display(repr(choice), language, choice, frame)


@st.cache_resource(max_entries=16, show_spinner=False)
def _display(
    key: str, language: str, _choice: TableChoice, _frame: Callable[[TableChoice], pd.DataFrame]
) -> pd.DataFrame:
    return _displayed(_choice, language, _frame(_choice))


def _displayed(choice: TableChoice, language: str, raw: pd.DataFrame) -> pd.DataFrame:
    made = dataset(choice, language, raw)
    whole = len(made.origin) == len(raw)
    shown = raw if whole else raw.iloc[made.origin].reset_index(drop=True)
    shown = in_words(shown, labels(choice.key, language))
    if choice.log:
        shown[made.target.name] = made.target.values
    shown.index = pd.RangeIndex(1, len(shown) + 1)
    return shown


def grown(dataset: dt.Dataset, recipe: dt.Recipe) -> dt.Tree:
    """The whole tree of ``recipe``, grown once for all who look at it."""
    tree: dt.Tree = remembered(
        f"tree of {dataset.digest} by {recipe!r}", lambda: dt.grow(dataset, recipe)
    )
    return tree


def large(dataset: dt.Dataset) -> bool:
    """Whether growing a tree takes so long that one is told how far it is."""
    return len(dataset) * len(dataset.columns) > LARGE


def remembered(key: str, make: Callable[[], Any]) -> Any:
    """What ``make`` gives, made once for each ``key``, which has to name the content in full.

    What it raises is raised, and not remembered.
    """
    return _remembered(key, make)


@st.cache_resource(max_entries=96, show_spinner=False)
def _remembered(key: str, _make: Callable[[], Any]) -> Any:
    return _make()


def slot(key: str, large: bool = False) -> list[Any]:
    """Where to keep one thing that ``key`` names in full, empty at first; of large ones few."""
    return _large_slot(key) if large else _slot(key)


@st.cache_resource(max_entries=24, show_spinner=False)
def _slot(key: str) -> list[Any]:
    return []


def pictured(key: str, make: Callable[[], Any]) -> Any:
    """As ``remembered``, for what pictures are drawn from: it is quickly made, and there is much
    of it, which would push out the trees."""
    return _pictured(key, make)


@st.cache_resource(max_entries=256, show_spinner=False)
def _pictured(key: str, _make: Callable[[], Any]) -> Any:
    return _make()


@st.cache_resource(max_entries=6, show_spinner=False)
def _large_slot(key: str) -> list[Any]:
    return []


def node_by_node(key: str) -> MutableMapping[Hashable, Any]:
    """What is known of the nodes of all trees that ``key`` tells of; emptied when it is much."""
    known = _node_by_node(key)
    if len(known) > MANY_NODES:
        known.clear()
    return known


@st.cache_resource(max_entries=16, show_spinner=False)
def _node_by_node(key: str) -> dict[Hashable, Any]:
    return {}
