"""The tables that lie in ``datasets/``, by the names of the catalogue there.

Not done here: titles and words in other languages (``dtshow.tables.catalogue``).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pandas as pd

from dtcore.errors import ReadingError
from dtcore.words import Listed

ROOT: Final = Path(__file__).resolve().parents[2]
INSTALLED: Final = ROOT / "node_by_node" / "app" / "datasets"
FOLDER: Final = INSTALLED if INSTALLED.is_dir() else ROOT / "datasets"
"""In the package of the app, or of a checkout."""
MISSING: Final = ("", "NA", "?")


@dataclass(frozen=True)
class Bundled:
    """A table of the catalogue: its file, what to predict, and how to take its columns.

    ``levels`` lists a column's values in branch order.
    """

    key: str
    path: Path
    target: str
    recipe: str
    roles: Mapping[str, str] = field(default_factory=dict)
    kinds: Mapping[str, str] = field(default_factory=dict)
    levels: Mapping[str, list[str]] = field(default_factory=dict)
    log: bool = False

    def read(self) -> pd.DataFrame:
        """The file as it is; columns with ``levels`` are ordered, nominal ones text.

        Raises ValueError if a column has a value that is not among its levels.
        """
        nominal = [name for name, kind in self.kinds.items() if kind == "nominal"]
        types = dict.fromkeys([*nominal, *self.levels], "str")
        frame = pd.read_csv(self.path, dtype=types, keep_default_na=False, na_values=[*MISSING])
        for name, levels in self.levels.items():
            # astype would silently turn a value that is not among the levels into a missing one.
            if unlisted := set(frame[name].dropna()) - set(levels):
                raise ValueError(f"{self.key}: {name} has values without a level: {unlisted}")
            frame[name] = frame[name].astype(pd.CategoricalDtype(levels, ordered=True))
        return frame


def catalogue(folder: Path = FOLDER) -> Mapping[str, dict[str, Any]]:
    """What ``catalogue.toml`` says of each table. Raises ReadingError if there is none."""
    try:
        return tomllib.loads((folder / "catalogue.toml").read_text("utf-8"))
    except OSError:
        raise ReadingError(
            "The tables that come with Node by Node are not here: {folder} holds none.",
            folder=str(folder),
        ) from None


def bundled(key: str, folder: Path = FOLDER) -> Bundled:
    """The table called ``key``. Raises ReadingError with the names there are, or if none are."""
    tables = catalogue(folder)
    if key not in tables:
        raise ReadingError(
            "No table that comes with Node by Node is called “{name}”. There are: {names}.",
            name=key,
            names=Listed(tables),
        )
    said = tables[key]
    known = {name: said[name] for name in Bundled.__dataclass_fields__ if name in said}
    return Bundled(key, folder / said["file"], **known)
