"""The controls of how a file is read: for a table that was read, and for a file that was not.

Each calls ``again`` with what is chosen instead. Not done here: what is read then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dtshow.words.language import N_, _
from dttools.files import ENCODINGS, SEPARATORS, Dialect
from pages.ui.shell import session

Again = Callable[..., None]

_ENCODINGS: Final = {
    "utf-8": "UTF-8",
    "utf-16-le": "UTF-16 LE",
    "utf-16-be": "UTF-16 BE",
    "gb18030": N_("GBK / GB18030 (simplified Chinese)"),
    "big5": N_("Big5 (traditional Chinese)"),
    "shift_jis": N_("Shift-JIS (Japanese)"),
    "euc-jp": N_("EUC-JP (Japanese)"),
    "euc-kr": N_("EUC-KR (Korean)"),
    "cp1252": N_("Windows-1252 (Western)"),
    "iso-8859-15": N_("ISO-8859-15 (Western)"),
    "cp1250": N_("Windows-1250 (Central European)"),
    "iso-8859-2": N_("ISO-8859-2 (Central European)"),
    "cp1254": N_("Windows-1254 (Turkish)"),
    "cp1251": N_("Windows-1251 (Cyrillic)"),
    "koi8-r": N_("KOI8-R (Cyrillic)"),
    "cp1253": N_("Windows-1253 (Greek)"),
    "mac-roman": N_("Macintosh (Western)"),
    "cp850": N_("MS-DOS 850 (Western)"),
    "cp852": N_("MS-DOS 852 (Central European)"),
    "cp866": N_("MS-DOS 866 (Cyrillic)"),
}
_SEPARATORS: Final = {
    ",": N_("comma"),
    ";": N_("semicolon"),
    "\t": N_("tab"),
    "|": N_("vertical bar"),
    " ": N_("space"),
    ":": N_("colon"),
    "，": N_("full-width comma"),
    "；": N_("full-width semicolon"),
}
_DECIMALS: Final = {".": N_("point"), ",": N_("comma")}


def encoding_name(encoding: str) -> str:
    """What an encoding is called; one that has no name here has its code."""
    return _(_ENCODINGS.get(encoding, encoding))


def separator_name(separator: str) -> str:
    """What a separator is called, or the character itself."""
    return _(_SEPARATORS[separator]) if separator in _SEPARATORS else f"“{separator}”"


def decimal_name(decimal: str) -> str:
    return _(_DECIMALS[decimal])


def header_control(prefix: str, header: bool, again: Again) -> None:
    """Whether the names of the columns stand in the file; ``prefix`` begins the keys."""
    st.toggle(
        _("The first line holds the column names"),
        **session.control(f"{prefix}_header", header, lambda header: again(header=header)),
    )


def text_controls(prefix: str, dialect: Dialect, again: Again) -> None:
    """How a text is written."""
    first, second = st.columns(2)
    encodings = {name: encoding_name(name) for name in (*ENCODINGS, dialect.encoding)}
    _select(first, f"{prefix}_encoding", _("Encoding"), encodings, dialect.encoding, again)
    separators = {sign: separator_name(sign) for sign in (*SEPARATORS, dialect.separator)}
    _select(second, f"{prefix}_separator", _("Separator"), separators, dialect.separator, again)
    _decimal(first, prefix, dialect.decimal, again)
    _another_separator(second, prefix, again)
    _lines_to_skip(first, prefix, dialect.preamble, again)


def sheet_controls(prefix: str, decimal: str, preamble: int | None, again: Again) -> None:
    """How a sheet is read: where the table begins, and how numbers are written in words."""
    first, second = st.columns(2)
    _decimal(first, prefix, decimal, again)
    _lines_to_skip(second, prefix, preamble, again)


def _decimal(place: DeltaGenerator, prefix: str, decimal: str, again: Again) -> None:
    names = {sign: decimal_name(sign) for sign in _DECIMALS}
    _select(place, f"{prefix}_decimal", _("Decimal sign"), names, decimal, again)


def _lines_to_skip(place: DeltaGenerator, prefix: str, preamble: int | None, again: Again) -> None:
    place.number_input(
        _("Lines to skip at the top"),
        min_value=0,
        max_value=1000,
        step=1,
        placeholder=_("Detect automatically"),
        **session.control(f"{prefix}_preamble", preamble, lambda lines: again(preamble=lines)),
    )


def _another_separator(place: DeltaGenerator, prefix: str, again: Again) -> None:
    def take(typed: str) -> None:
        if typed:
            again(separator=typed)

    place.text_input(
        _("Another separator"),
        max_chars=1,
        placeholder=_("Type one character"),
        **session.control(f"{prefix}_separator_typed", "", take),
    )


def _select(
    place: DeltaGenerator,
    key: str,
    label: str,
    names: Mapping[str, str],
    now: str,
    again: Again,
) -> None:
    part = key.rpartition("_")[2]
    place.selectbox(
        label,
        list(names),
        format_func=names.__getitem__,
        **session.control(key, now, lambda chosen: again(**{part: chosen})),
    )
