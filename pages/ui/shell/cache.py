"""What sessions share: computed once for many students.

``shared`` makes a function's value one for all sessions; a ``store`` says of how many values
there is room, and ``pages.work.byte_cache`` of how many bytes. The values are immutable, so
sessions can share them. What a weak dictionary holds here is not cached: it is gone with the last
session that is on it.
"""

from collections.abc import Callable, Hashable, MutableMapping
from functools import wraps
from threading import RLock
from typing import Any, Final, ParamSpec, TypeVar
from weakref import WeakValueDictionary

import pandas as pd
import plotly.graph_objects as go

import dtcore as dt
from dtcore.model import IntArray
from dtcore.stepping import Memory
from dtshow.figures.template import Finished
from dtshow.scene.parts import Scene, payload
from dtshow.tables.catalogue import LANGUAGES, Labels, catalogue, others
from dtshow.tables.column_facts import (
    ColumnFacts,
    RootGain,
    dataset_of,
    displayed,
    facts_of,
    kind_of,
    root_gain_of,
    under,
)
from dtshow.tables.find import entry_of, find
from dtshow.tables.generated import GeneratedTable, is_generated
from dtshow.tables.looks import once
from dtshow.tables.table_choice import TableChoice
from pages.store import kept_tables
from pages.store.store import Record
from pages.ui.tables import table_store
from pages.ui.tables.kept_form import upload_of
from pages.ui.tables.large import is_large
from pages.ui.tables.large import table as large_table
from pages.ui.tables.made_names import labels_of
from pages.ui.tables.upload import Upload
from pages.work.byte_cache import byte_cache

P = ParamSpec("P")
R = TypeVar("R")
Store = Callable[[str, Callable[[], Any]], Any]
"""Gives what it keeps under a name, and makes what it does not keep yet."""

LARGE: Final = 500_000
"""Cells. To grow a whole tree on so many takes about half a second."""
MANY_NODES: Final = 4000


def store(entries: int) -> Store:
    """Room for ``entries`` values, within the bytes that all stores share."""
    return byte_cache.shelf(entries)


RESULTS: Final = store(96)
PICTURES: Final = store(256)
"""What pictures are drawn from is quickly made, and there is much of it: among the results, it
would push out the trees."""
FIGURES: Final = store(256)
SCENES: Final = store(128)
"""Whole payloads of the stage; the sections that they are made of are pictures."""
SLOTS: Final = store(24)
LARGE_SLOTS: Final = store(6)
TREES: Final = store(16)


def shared(
    within: Store = RESULTS, by: Callable[..., object] | None = None
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """The function's value is made once for all sessions, as long as there is room ``within``.

    ``by`` says of the arguments what tells values apart, all of it; without it, each argument
    speaks for itself (``name_of``).
    """

    def decorate(make: Callable[P, R]) -> Callable[P, R]:
        own = f"{make.__module__}.{make.__qualname__}"

        @wraps(make)
        def kept(*args: P.args, **kwargs: P.kwargs) -> R:
            key = by(*args, **kwargs) if by else (*args, *sorted(kwargs.items()))
            value: R = within(f"{own} {name_of(key)}", lambda: make(*args, **kwargs))
            return value

        return kept

    return decorate


def figure(by: Callable[..., object] | None = None) -> Callable[[Callable[P, go.Figure]], Any]:
    """As ``shared``, for a function that draws. The figure is not to be changed by those who
    show it."""

    def decorate(make: Callable[P, go.Figure]) -> Callable[P, go.Figure]:
        @wraps(make)
        def drawn(*args: P.args, **kwargs: P.kwargs) -> go.Figure:
            return Finished(make(*args, **kwargs))

        return shared(FIGURES, by)(drawn)

    return decorate


def name_of(part: object) -> str:
    """What tells a value from all others: the digest of a dataset, what else is written as in
    Python. Raises TypeError for what can be changed, and for tables, which say too little."""
    if isinstance(part, dt.Dataset):
        return part.digest
    if type(part) is tuple:
        return f"({', '.join(map(name_of, part))})"
    hash(part)
    return repr(part)


def dataset(choice: TableChoice, language: str, frame: pd.DataFrame | None = None) -> dt.Dataset:
    """The table of ``choice`` under the names of ``language``; ``frame`` if it is an upload."""
    if choice.without:  # from the rows to grow on: those held out stay the same ones
        return _left(dataset(choice.with_all, language, frame), choice)
    if choice.hold is not None:
        return parts(dataset(choice.all_rows, language, frame), choice.hold)[0]
    if is_large(choice.key):
        return large_table(choice)
    if choice.uploaded:  # it may be large, and has mostly its own names only
        assert frame is not None  # the session holds it as long as a lesson is on it
        return _uploaded(choice, frame, language if labels_of(frame, language).columns else "")
    if is_generated(choice.key):
        return _of_made(choice, language)
    return _dataset(choice, language)


@shared(store(6), by=lambda whole, choice: (whole, choice.without))
def _left(whole: dt.Dataset, choice: TableChoice) -> dt.Dataset:
    return choice.left(whole)


@shared(store(6), by=lambda choice, frame, language: (choice, language))
def _uploaded(choice: TableChoice, frame: pd.DataFrame, language: str) -> dt.Dataset:
    made = dataset_of(frame, choice)
    return under(labels_of(frame, language), frame, made) if language else made


_parts: WeakValueDictionary[tuple[str, str, int], dt.Dataset] = WeakValueDictionary()
"""The rows that someone's tree grows on and those held out from it; gone with the last of them."""


def parts(whole: dt.Dataset, hold: tuple[float, int, bool]) -> tuple[dt.Dataset, dt.Dataset]:
    """The rows to grow on, and those held out. Raises DataError if there are too few."""
    keys = [(whole.digest, repr(hold), part) for part in range(2)]
    training, held_out = map(_parts.get, keys)
    if training is None or held_out is None:
        training, held_out = map(_parts.setdefault, keys, dt.validation.holdout(whole, *hold))
    return training, held_out


@shared(store(6), by=lambda record: (record.digest, record.form))
def kept_table(record: Record) -> Upload:
    """A table that is kept, read once for all who open it. Raises StoreError or ReadingError."""
    return upload_of(kept_tables.store().content(record), record.form)


_memories: WeakValueDictionary[tuple[str, str], Memory] = WeakValueDictionary()
"""What is known of the lessons that someone is on; gone with the last of them."""


def start(dataset: dt.Dataset, recipe: dt.Recipe) -> dt.Timeline:
    """A lesson at its beginning; all who are on it weigh, step and grow once for each other."""
    memory = _memories.setdefault((dataset.digest, repr(recipe)), Memory())
    byte_cache.watch(dataset)
    byte_cache.watch(memory)
    return dt.start(dataset, recipe, memory)


def facts(
    choice: TableChoice, frame: pd.DataFrame, rows: IntArray | None = None
) -> tuple[ColumnFacts, ...]:
    """What can be said of each column of the raw table ``frame``, or of ``rows`` of it, those
    that the tree of ``choice`` is grown on."""

    def made() -> tuple[ColumnFacts, ...]:
        names = map(str, frame.columns)
        return tuple(facts_of(frame, name, kind_of(frame, name, choice), rows) for name in names)

    return made() if rows is None else once(frame, ("facts", choice), made)


@shared(store(64), by=lambda choice, frame, name: (choice, name))
def root_gain(choice: TableChoice, frame: pd.DataFrame, name: str) -> RootGain | None:
    """The gain at the root of a column that looks like an identifier, if it can be told."""
    try:
        return root_gain_of(frame, choice, name)
    except dt.DtError:  # without its rows with gaps the table is no table any more
        return None


@shared(store(64))
def _dataset(choice: TableChoice, language: str) -> dt.Dataset:
    return _labelled(choice, language)


def _labelled(choice: TableChoice, language: str) -> dt.Dataset:
    frame = table(choice.key)
    return under(labels(choice.key, language), frame, dataset_of(frame, choice))


_datasets: WeakValueDictionary[tuple[str, str], dt.Dataset] = WeakValueDictionary()
"""The made tables that someone is on, which may be large: gone with the last of them."""


_taking_in: Final = RLock()


def _of_made(choice: TableChoice, language: str) -> dt.Dataset:
    key = (repr(choice), language)
    result = _datasets.get(key)
    if result is None:
        with _taking_in:  # one after the other: who waits finds it made
            result = _datasets.get(key)
            if result is None:
                result = _datasets[key] = _labelled(choice, language)
    return result


def table(key: str) -> pd.DataFrame:
    """A bundled table as it is in its file, or a made one. Not to be changed by its readers."""
    entry = entry_of(key)
    return table_store.table(entry) if isinstance(entry, GeneratedTable) else _bundled(key)


@shared(store(32))
def _bundled(key: str) -> pd.DataFrame:
    return catalogue()[key].read()


def labels(key: str, language: str, frame: pd.DataFrame | None = None) -> Labels:
    """What columns, their logarithms and values are called; an uploaded table, whose ``frame`` is
    given, has its own names, but for those that reading it made."""
    entry = find(key)
    if entry is not None:
        return entry.labels(language)
    return Labels() if frame is None else labels_of(frame, language)


def other_names(key: str, language: str, frame: pd.DataFrame | None = None) -> Labels:
    """From all names of a table's columns and values, its own among them, to those in
    ``language``."""
    spoken = [labels(key, other, frame) for other in LANGUAGES]
    return others(labels(key, language, frame), spoken)


def display(
    choice: TableChoice, language: str, frame: Callable[[TableChoice], pd.DataFrame]
) -> pd.DataFrame:
    """The rows of the dataset as people read them: all columns, in the language's names.

    Of a made table, which may be large, the cells are not copied, and nothing is kept; nor of a
    table in a file of the server, which may change.
    """
    if is_generated(choice.key) or is_large(choice.key):
        return _displayed(choice, language, frame(choice))
    return _display(choice, language, frame)


@shared(store(16), by=lambda choice, language, frame: (choice, language))
def _display(
    choice: TableChoice, language: str, frame: Callable[[TableChoice], pd.DataFrame]
) -> pd.DataFrame:
    return _displayed(choice, language, frame(choice))


def _displayed(choice: TableChoice, language: str, raw: pd.DataFrame) -> pd.DataFrame:
    made = dataset(choice, language, raw).at_hand
    return displayed(raw, labels(choice.key, language, raw), made, choice.log)


@shared()
def grown(dataset: dt.Dataset, recipe: dt.Recipe) -> dt.Tree:
    """The whole tree of ``recipe``, grown once for all who look at it."""
    return dt.grow(dataset, recipe)


def large(dataset: dt.Dataset) -> bool:
    """Whether growing a tree takes so long that one is told how far it is."""
    return dataset.counted or len(dataset) * len(dataset.columns) > LARGE


@shared(PICTURES, by=lambda name, by, make: (name, by))
def section(name: str, by: tuple[Hashable, ...], make: Callable[[], str]) -> str:
    """A section of a scene, as ``dtshow.scene.parts`` writes it."""
    return make()


def slot(key: Hashable, large: bool = False) -> list[Any]:
    """Where to keep one thing that ``key`` names in full, empty at first; of large ones few."""
    slots = LARGE_SLOTS if large else SLOTS
    found: list[Any] = slots(name_of(key), list)
    return found


def node_by_node(key: Hashable) -> MutableMapping[Hashable, Any]:
    """What is known of the nodes of all trees that ``key`` tells of; emptied when it is much."""
    known: dict[Hashable, Any] = TREES(name_of(key), dict)
    if len(known) > MANY_NODES:
        known.clear()
    return known


@shared(SCENES, by=lambda scene, coming=None: (type(scene).__name__, scene.by))
def written(scene: Scene, coming: Callable[[], Scene | None] = lambda: None) -> str:
    """A scene as the browser gets it, made once for all who see the same; ``coming`` makes that of
    the next beat, if it may be told ahead."""
    after = coming()
    return payload(scene.sections(), after.sections() if after else None, section)
