"""What the owner of a server sets, in one file that is read once: ``settings.toml``.

It stands beside ``app.py``, or where ``NBN_SETTINGS`` says; none is needed. Each section is a
frozen value and its keys are the fields of it, so that a new setting is a new field. What is
wrong with the file stops the app at its start, with a sentence. ``settings.example.toml`` says
what each key means. Not done here: how it is looked at (``streamlit`` has its own file).
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any, Final

from dtcore.reading import LIMITS, Limits

NAMED_BY: Final = "NBN_SETTINGS"
BESIDE_THE_APP: Final = Path(__file__).resolve().parents[3] / "settings.toml"
MOST: Final = {
    "megabytes": 200,
    "rows": 10_000_000,
    "columns": 10_000,
    "levels": 1_000_000,
    "classes": 10_000,
}
"""What no server should allow one of its students."""


class SettingsError(ValueError):
    """The owner's file says something that cannot be: a sentence that names the file."""


@dataclass(frozen=True)
class Settings:
    """``limits``: how large a table may be that a student brings."""

    limits: Limits = LIMITS


@cache
def settings() -> Settings:
    """The settings of this server. Raises SettingsError."""
    named = os.environ.get(NAMED_BY)
    if named:
        return read_settings(Path(named))
    return read_settings(BESIDE_THE_APP) if BESIDE_THE_APP.exists() else Settings()


def read_settings(path: Path) -> Settings:
    """What a file says; what it leaves out is as usual. Raises SettingsError."""
    try:
        said = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror}.") from error
    except ValueError as error:  # no TOML, or no UTF-8
        raise SettingsError(f"{path} is not written in TOML: {error}.") from error
    _refuse_unknown(path, "section", said, [field.name for field in fields(Settings)])
    return Settings(limits=_limits(path, said.get("limits", {})))


def _limits(path: Path, said: Any) -> Limits:
    if not isinstance(said, dict):
        raise SettingsError(f"{path}: write [limits] as a section, with its keys below it.")
    _refuse_unknown(path, "key of [limits]", said, list(MOST))
    for name, value in said.items():
        if type(value) is not int or not 1 <= value <= MOST[name]:  # True is an int, too
            raise SettingsError(
                f"{path}: {name} of [limits] is {value!r}, and must be a whole number from 1 to "
                f"{MOST[name]:_}."
            )
    return Limits(**said)


def _refuse_unknown(path: Path, what: str, said: Mapping[str, Any], known: list[str]) -> None:
    unknown = next((name for name in said if name not in known), None)
    if unknown is not None:
        raise SettingsError(f"{path}: “{unknown}” is no {what}. Known: {', '.join(known)}.")
