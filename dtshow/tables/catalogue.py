"""The data sets that come with the app: where each is from, how to read it, what to call things.

Not done here: reading uploads (dttools.files) and making a Dataset of a frame (dtcore.model).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Any, Final, Literal

import pandas as pd

import dttools.files.bundled as tables
from dttools.files.bundled import FOLDER, Bundled

LANGUAGES: Final = ("en", "zh")
TEXTS: Final = ("title", "teaches", "source", "licence", "about")

Words = Mapping[str, str]
Text = Literal["title", "teaches", "source", "licence", "about"]


class _Same(dict[str, str]):
    """Names and their labels; `[]` gives back what has no label."""

    def __missing__(self, name: str) -> str:
        return name


class _EachSame(dict[str, Words]):
    """Columns and the labels of their values; `[]` of any other column labels nothing."""

    def __missing__(self, column: str) -> Words:
        return _Same()


@dataclass(frozen=True)
class Labels:
    """What columns and values are called in one language; read with `[]`."""

    columns: Words = field(default_factory=_Same)
    values: Mapping[str, Words] = field(default_factory=_EachSame)


def _to(spoken: Sequence[Words], shown: Words) -> dict[str, str]:
    """Each name to what is shown for it; one that could mean two, as neither."""
    meant: dict[str, set[str]] = {}
    for own in {own for names in spoken for own in names}:
        for name in (own, shown[own], *(names[own] for names in spoken)):
            meant.setdefault(name, set()).add(shown[own])
    return {name: one for name, (one, *others) in meant.items() if not others}


def others(shown: Labels, spoken: Sequence[Labels]) -> Labels:
    """From all names that are ``spoken`` of a table, its own among them, to those ``shown``."""
    values = {
        shown.columns[column]: _Same(
            _to([names.values[column] for names in spoken], shown.values[column])
        )
        for column in {column for names in spoken for column in names.values}
    }
    columns = _Same(_to([names.columns for names in spoken], shown.columns))
    return Labels(columns, _EachSame(values))


def labels_for(columns: Words, values: Mapping[str, Words]) -> Labels:
    """Labels that leave what they do not name as it is."""
    named = {column: _Same(known) for column, known in values.items()}
    return Labels(_Same(columns), _EachSame(named))


def in_words(frame: pd.DataFrame, names: Labels) -> pd.DataFrame:
    """A raw table with its columns and values as ``names`` call them; numbers are not copied."""
    return pd.DataFrame(
        {names.columns[name]: _said(frame[name], names.values[name]) for name in frame.columns},
        copy=False,
    )


def _said(series: pd.Series, names: Mapping[str, str]) -> pd.Series:
    """A column with its values by name; of a categorical one, each level is named once."""
    if pd.api.types.is_numeric_dtype(series):
        return series
    if isinstance(series.dtype, pd.CategoricalDtype):
        return series.cat.rename_categories([names[level] for level in series.cat.categories])
    return series.map(names.__getitem__)


@dataclass(frozen=True, kw_only=True)
class Entry(Bundled):
    """One data set: `Dataset.from_frame(entry.read(), target=, roles=, kinds=, log=)`.

    `missing` counts the empty cells of a column.
    """

    rows: int
    title: Words
    teaches: Words
    source: Words
    licence: Words
    task: Literal["classes", "regression"]
    about: Words = field(default_factory=dict)
    missing: Mapping[str, int] = field(default_factory=dict)
    names: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(map(str, self.read().columns))

    @property
    def depth(self) -> int | None:
        """How deep the first tree may grow; None if as deep as it likes."""
        return 3 if self.task == "regression" else None

    def text(self, field: Text, lang: str) -> str:
        """The words of a field; English where there are none in `lang`, "" where there are none."""
        words: Words = getattr(self, field)
        return words.get(lang, words.get("en", ""))

    def labels(self, lang: str) -> Labels:
        """In ``lang``, or in English as long as nobody has translated the table."""
        names = self.names.get(lang, self.names.get("en", {}))
        return labels_for(names.get("columns", {}), names.get("values", {}))


@cache
def catalogue() -> Mapping[str, Entry]:
    """All entries by their short id, in the order of the file. Raises ValueError."""
    return MappingProxyType({key: _entry(key, said) for key, said in tables.catalogue().items()})


@cache
def called(key: str) -> Mapping[str, Sequence[str]]:
    """Of a table of the books: by each name of a column or a value, what else it is called, in
    whatever language; of other tables nothing."""
    found: dict[str, set[str]] = {}
    entry = catalogue().get(key)
    spoken = [entry.labels(language) for language in LANGUAGES] if entry else []
    columns = {column for names in spoken for column in names.values}
    for each in (
        [names.columns for names in spoken],
        *([names.values[column] for names in spoken] for column in columns),
    ):
        for own in {own for names in each for own in names}:
            same = {own, *(names[own] for names in each)}
            for name in same:
                found.setdefault(name, set()).update(same - {name})
    return {name: sorted(same) for name, same in found.items()}


def _entry(key: str, table: dict[str, Any]) -> Entry:
    fields = {"names" if name == "labels" else name: value for name, value in table.items()}
    fields["path"] = FOLDER / fields.pop("file", "")
    for name in TEXTS:
        if isinstance(fields.get(name), str):
            fields[name] = dict.fromkeys(LANGUAGES, fields[name])
    try:
        entry = Entry(key=key, **fields)
    except TypeError as error:  # a key that is unknown, or one that is not there
        raise ValueError(f"catalogue.toml: {key}: {error}") from error
    for problem in _problems(entry):
        raise ValueError(f"catalogue.toml: {key}: {problem}")
    return entry


def _problems(entry: Entry) -> list[str]:
    """What is wrong with an entry, as far as its file need not be read."""
    result = [
        f"{name} is not in {lang}"
        for name in TEXTS
        for lang in LANGUAGES
        if not getattr(entry, name).get(lang) and (name != "about" or entry.about)
    ]
    result += [
        f"role {role!r}" for role in entry.roles.values() if role not in ("ignore", "weight")
    ]
    result += [f"kind {k!r}" for k in entry.kinds.values() if k not in ("nominal", "numeric")]
    result += [f"labels in {lang!r}" for lang in entry.names if lang not in LANGUAGES]
    if entry.task not in ("classes", "regression"):
        result.append(f"task {entry.task!r}")
    if entry.target in entry.roles:
        result.append(f"the target {entry.target!r} has a role")
    if not entry.path.is_file():
        result.append(f"no file {entry.path.name!r}")
    return result
