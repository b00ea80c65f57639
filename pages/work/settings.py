"""What the owner of a server sets, in one file that is read once: ``settings.toml``.

It stands beside ``app.py``, or where ``NBN_SETTINGS`` says; none is needed. Each section is a
field of ``Settings``, a frozen value, and its keys are the fields of that made by ``key``, which
says in one place what holds without the file and what may be said. What is wrong with the file
stops the app at its start, with a sentence. ``settings.example.toml`` says what each key means.
Not done here: how it is looked at (``streamlit`` has its own file).
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any, Final, Protocol

from dttools.files import LIMITS, Limits

NAMED_BY: Final = "NBN_SETTINGS"
BESIDE_THE_APP: Final = Path(__file__).resolve().parents[2] / "settings.toml"
MAY: Final = "may"
URL_IS: Final = "be a URL as sqlite:////folder/file.db or postgresql+psycopg://name@host/db"


class SettingsError(ValueError):
    """The owner's file says something that cannot be: a sentence that names the file."""


class May(Protocol):
    """What a key may say; ``must`` ends the sentence that refuses anything else."""

    @property
    def must(self) -> str: ...

    def holds(self, value: object) -> bool: ...


@dataclass(frozen=True)
class WholeNumber:
    """A whole number."""

    low: int
    high: int

    @property
    def must(self) -> str:
        return f"be a whole number from {self.low} to {self.high:_}"

    def holds(self, value: object) -> bool:
        return type(value) is int and self.low <= value <= self.high  # True is an int, too


@dataclass(frozen=True)
class Text:
    """A text of the ``pattern``, which ``must`` says in words."""

    pattern: str
    must: str

    def holds(self, value: object) -> bool:
        return isinstance(value, str) and re.fullmatch(self.pattern, value) is not None


def key(usual: Any, may: May) -> Any:
    """A key of a section: what holds without a file, and what the file may say."""
    return field(default=usual, metadata={MAY: may})


@dataclass(frozen=True)
class TableLimits(Limits):
    """How large a table may be that a student brings; the most is what no server should allow."""

    megabytes: int = key(LIMITS.megabytes, WholeNumber(1, 200))
    rows: int = key(LIMITS.rows, WholeNumber(1, 10_000_000))
    columns: int = key(LIMITS.columns, WholeNumber(1, 10_000))
    levels: int = key(LIMITS.levels, WholeNumber(1, 1_000_000))
    classes: int = key(LIMITS.classes, WholeNumber(1, 10_000))


ORIGIN: Final = r"https?://[^\s/;,'\"]+"


@dataclass(frozen=True)
class Server:
    """Who may show the app, from where it may be used, how much it takes in, and who may ask it."""

    frame_ancestors: str = key(
        "'self'",
        Text(
            rf"'none'|('self'|{ORIGIN})( {ORIGIN})*",
            "be 'none', or 'self' and addresses such as https://moodle.example.org",
        ),
    )
    origins: str = key(
        "", Text(rf"({ORIGIN}( {ORIGIN})*)?", "name addresses such as https://trees.example.org")
    )
    upload_megabytes: int = key(600, WholeNumber(50, 100_000))
    metrics_token: str = key(
        "", Text(r"([A-Za-z0-9_-]{20,})?", "have at least 20 letters, digits, - and _, or none")
    )


@dataclass(frozen=True)
class Retention:
    """How long and how much: ``hours`` that a table is kept after its last use, 0 if none is;
    ``days`` that a shared one is, 0 if none can be; ``megabytes``, packed, of all that is kept;
    what one sender brings in an hour, in megabytes and tables."""

    hours: int = key(24, WholeNumber(0, 24 * 365))
    days: int = key(90, WholeNumber(0, 3_650))
    megabytes: int = key(2_000, WholeNumber(1, 10_000_000))
    megabytes_an_hour: int = key(500, WholeNumber(1, 10_000_000))
    tables_an_hour: int = key(5_000, WholeNumber(1, 1_000_000))


@dataclass(frozen=True)
class StoreSettings(Retention):
    """Where tables are kept that students bring (``url``; "" is a file in the folder that the
    system has for such), for how long, and how many."""

    url: str = key("", Text(r"|(sqlite|postgresql(\+\w+)?)://\S*", URL_IS))


@dataclass(frozen=True)
class Work:
    """What the server works out and holds: ``link`` in million cells weighed for one address,
    ``session`` in seconds of a processor for one visitor's long work in ten minutes,
    ``megabytes`` of tables, of what is known of them, and of what is drawn."""

    link: int = key(40, WholeNumber(1, 100_000))
    session: int = key(300, WholeNumber(1, 100_000))
    megabytes: int = key(1_000, WholeNumber(50, 1_000_000))


@dataclass(frozen=True)
class LargeTables:
    """``folder``: where tables lie that are larger than memory; "" if none are offered."""

    folder: str = key("", Text(r"|/.+|[A-Za-z]:[/\\].+", "be the full path of a folder"))


@dataclass(frozen=True)
class Settings:
    """The sections of the file."""

    limits: Limits = TableLimits()
    store: StoreSettings = StoreSettings()
    server: Server = Server()
    work: Work = Work()
    large: LargeTables = LargeTables()


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
    sections = {section.name: section for section in fields(Settings)}
    _refuse_unknown(path, "section", said, list(sections))
    return Settings(**{name: _section(path, sections[name], said[name]) for name in said})


def _section(path: Path, section: Field[Any], said: Any) -> Any:
    name = section.name
    kind: Any = type(section.default)
    if not isinstance(said, dict):
        raise SettingsError(f"{path}: write [{name}] as a section, with its keys below it.")
    known = {one.name: one.metadata[MAY] for one in fields(kind) if MAY in one.metadata}
    _refuse_unknown(path, f"key of [{name}]", said, list(known))
    for one, value in said.items():
        if not known[one].holds(value):
            raise SettingsError(
                f"{path}: {one} of [{name}] is {value!r}, and must {known[one].must}."
            )
    return kind(**said)


def _refuse_unknown(path: Path, what: str, said: Mapping[str, Any], known: list[str]) -> None:
    unknown = next((name for name in said if name not in known), None)
    if unknown is not None:
        raise SettingsError(f"{path}: “{unknown}” is no {what}. Known: {', '.join(known)}.")
