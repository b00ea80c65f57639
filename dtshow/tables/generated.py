"""Tables that are made to practise on, with the face of a table of the catalogue.

Their key is the recipe, ``made:xor-400-2-0.1-7``, so a link holds the whole table. The words
stand in ``datasets/practice.toml``. Not done here: nothing is made but by ``read``, and nothing
is kept (``pages.ui.shell.cache`` and ``pages.ui.shell.session`` do that).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import pandas as pd

from dtshow.tables.catalogue import LANGUAGES, Entry, Words
from dttools.files.bundled import FOLDER
from dttools.teach import LEVELS, SWITCH, Practice

GENERATED: Final = "made:"
SMALL: Final = 100_000
"""Cells that are made at once; a table with more is made in sight, and can be stopped."""
FEW_ROWS: Final = 2000
DEPTH: Final = 6
"""Of the first tree on more rows than ``FEW_ROWS``: one that can be read, grown in seconds."""


@dataclass(frozen=True)
class GeneratedTable(Entry):
    """What the catalogue says of a bundled table, said of a made one."""

    practice: Practice = Practice("xor")

    @property
    def columns(self) -> tuple[str, ...]:
        return self.practice.columns

    @property
    def large(self) -> bool:
        return self.practice.cells > SMALL

    @property
    def depth(self) -> int | None:
        usual = super().depth
        return DEPTH if usual is None and self.rows > FEW_ROWS else usual

    def read(self) -> pd.DataFrame:
        return self.practice.make()


def is_generated(key: str) -> bool:
    return key.startswith(GENERATED)


def made(key: str) -> GeneratedTable:
    """The entry of a made table, its key as it is properly written. Raises LinkError."""
    return entry_for(Practice.parse(key.removeprefix(GENERATED)))


@cache
def words() -> Mapping[str, Any]:
    """The file of words: by pattern, and "words" for what all have."""
    result: Mapping[str, Any] = tomllib.loads((FOLDER / "practice.toml").read_text("utf-8"))
    return result


def entry_for(practice: Practice) -> GeneratedTable:
    pattern, kind = words()[practice.pattern], practice.kind
    common, numeric = words()["words"], kind.numeric
    return GeneratedTable(
        key=f"{GENERATED}{practice}",
        path=Path(),
        rows=practice.rows,
        title=_each(lambda lang: common["title"][lang].format(pattern=pattern["title"][lang])),
        teaches=pattern["teaches"],
        source=_each(lambda lang: common["source"][lang].format(recipe=f"{GENERATED}{practice}")),
        licence=common["licence"],
        target=practice.target,
        task="regression" if numeric else "classes",
        recipe="regression" if numeric else "id3" if kind.nominal else "cart",
        about=_each(lambda lang: _about(practice, lang)),
        kinds={practice.target: "numeric"} if numeric else {},  # few numbers are no classes here
        levels={} if numeric else {practice.target: list(LEVELS)},
        names=_each(lambda lang: _names(practice, lang)),
        practice=practice,
    )


def _each(say: Any) -> dict[str, Any]:
    return {lang: say(lang) for lang in LANGUAGES}


def _about(practice: Practice, lang: str) -> str:
    """What was planted, what says nothing, and how much noise there is."""
    common = words()["words"]
    asked, others = practice.inputs[: practice.asks], practice.inputs[practice.asks :]
    parts = [words()[practice.pattern]["about"]]
    if others and practice.pattern != "coin":
        parts.append(common["others"])
    if practice.noise and practice.pattern != "coin":
        parts.append(common["spread" if practice.kind.numeric else "flipped"])
    fields = {
        "size": practice.size,
        "asked": _range(asked, lang),
        "others": _range(others, lang),
        "noise": practice.noise,
        "spread": f"{10 * practice.share:g}",
    }
    return (" " if lang == "en" else "").join(one[lang].format(**fields) for one in parts)


def _range(names: Sequence[str], lang: str) -> str:
    """ "x3", "x3 and x4", or "x3 to x5"."""
    if len(names) < 2:
        return "".join(names)
    between: Words = words()["words"]["both" if len(names) == 2 else "between"]
    return between[lang].join((names[0], names[-1]))


def _names(practice: Practice, lang: str) -> dict[str, Any]:
    """Labels, as a catalogue entry has them."""
    common = words()["words"]
    switch = {level: common[level][lang] for level in SWITCH}
    values = dict.fromkeys(practice.inputs, switch) if practice.kind.nominal else {}
    columns = {} if practice.kind.numeric else {"class": common["class"][lang]}
    return {"columns": columns, "values": values}


def pattern_text(pattern: str, name: str, lang: str) -> str:
    """The title, the sentence on what it teaches, or the name of the size; "" if it has none."""
    result: Words = words()[pattern].get(name, {})
    return result.get(lang, result.get("en", ""))
