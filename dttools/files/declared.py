"""What a header declares of the columns beside their names, as Orange writes it.

Below the names stand a line of kinds (continuous, discrete, string, time, or the levels) and a
line of roles (class, meta, ignore, weight), or both stand before the names: ``cD#iris``. Not done
here: what other programs write below the names is a label (``header.labels``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Final

from dttools.files.grid import Declared
from dttools.files.header import column_of, has_header, is_numeric

_KINDS: Final = {
    **dict.fromkeys(("continuous", "numeric", "c"), "numeric"),
    **dict.fromkeys(("discrete", "categorical", "d"), "nominal"),
    **dict.fromkeys(("string", "text", "s"), "text"),
    **dict.fromkeys(("time", "datetime", "t", ""), ""),
}
_ROLES: Final = {
    **dict.fromkeys(("class", "c"), "target"),
    **dict.fromkeys(("meta", "m", "ignore", "i"), "ignore"),
    **dict.fromkeys(("weight", "w"), "weight"),
}
_MARKED: Final = re.compile(r"([cmiw]?)([CDST]?)#([^\W\d_].*)", re.DOTALL)


@dataclass(frozen=True)
class Declaration:
    """The names without marks, how many ``lines`` below them declare, and what; ``shown`` is the
    line or the name that says most."""

    names: tuple[str, ...]
    lines: int
    declared: Declared
    shown: str


def names_columns(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first of the records is a header."""
    return declaration(rows) is not None or has_header(rows)


def declaration(rows: Sequence[Sequence[str]]) -> Declaration | None:
    """What the first of the records declares, or those below it."""
    names = [" ".join(name.split()) for name in rows[0]] if rows else []
    marked = [_MARKED.fullmatch(name) for name in names]
    if any(marked) and all(
        mark or "#" not in name for mark, name in zip(marked, names, strict=True)
    ):
        if not all(mark is None or mark[1] or mark[2] for mark in marked):
            return None
        plain = [mark[3] if mark else name for mark, name in zip(marked, names, strict=True)]
        kinds, roles = ([mark[at].casefold() if mark else "" for mark in marked] for at in (2, 1))
        return Declaration(tuple(plain), 0, _declared(plain, kinds, roles), max(names, key=len))
    lines = _lines(rows)
    if not lines:
        return None
    kinds, roles = ([cell.strip().casefold() for cell in row] for row in rows[1:3])
    declared = _declared(names, kinds, roles if lines == 2 else [])
    return Declaration(tuple(names), lines, declared, " ".join(filter(None, kinds)))


def _lines(rows: Sequence[Sequence[str]]) -> int:
    """How many records below the first are kinds and roles, and no rows."""
    if len(rows) < 4 or len(rows[0]) != len(rows[1]):
        return 0
    kinds = [cell.strip() for cell in rows[1]]
    roles = [cell.strip().casefold() for cell in rows[2]]
    lines = 1 + all(not role or role in _ROLES or "=" in role for role in roles)
    below = [column_of(rows[1 + lines :], at) for at in range(len(kinds))]
    for kind, cells in zip(kinds, below, strict=True):
        levels = kind.split()
        if kind in cells or not (
            kind.casefold() in _KINDS or (len(levels) > 1 and cells <= {*levels})
        ):
            return 0
    numbers = [*compress(below, (_KINDS.get(kind.casefold()) == "numeric" for kind in kinds))]
    words = sum(len(kind) > 1 for kind in kinds)
    sure = 2 * words >= len(kinds) or (
        numbers and all(all(map(is_numeric, one)) for one in numbers)
    )
    return lines if sure else 0


def _declared(names: Sequence[str], kinds: Sequence[str], roles: Sequence[str]) -> Declared:
    """``kinds`` and ``roles`` as they are written, one for each name, or none."""
    kind_of = {name: _KINDS.get(kind, "nominal") for name, kind in zip(names, kinds, strict=True)}
    role_of = {name: "ignore" for name, kind in kind_of.items() if kind == "text"}
    both = zip(names, roles, strict=False)
    role_of |= {name: _ROLES[role] for name, role in both if role in _ROLES}
    stated = {name: kind for name, kind in kind_of.items() if kind in ("numeric", "nominal")}
    return Declared(role_of, stated)
