"""Words and signs that may say that a value is missing, and may be a level as well.

What says so beyond doubt is ``cells.MISSING``. Not done here: which of the two a column means is
for ``cleaning`` to ask.
"""

from __future__ import annotations

from typing import Final

_SYMBOLS: Final = frozenset(("-", "--", "---", "‐", "–", "—", "−", ".", "..", "...", "…", "*", "/"))
_WORDS: Final = frozenset(
    (
        *("n.a.", "n.a", "na", "n/v", "n.v.", "n/d", "n.d.", "k.a.", "k. a.", "k.a", "missing"),
        *("unknown", "not available", "not applicable", "not known", "no data", "blank", "(blank)"),
        *("(null)", "<null>", "<undefined>", "#null!", "#n/a", "#value!", "#ref!"),
        *("#div/0!", "#name?", "#num!"),
        *("keine angabe", "unbekannt", "fehlt", "inconnu", "desconocido", "nan", "null", "#n/v"),
        *("不详", "不詳", "缺失", "未知", "不明", "暂无", "未填", "空", "不适用", "不適用", "欠損"),
    )
)
# Levels too: no contact lenses, no answer. Among numbers they can only say that one is missing, as
# do Inf of R and of numpy, and the signs of Stata, of offices of statistics and of a census.
NOTHINGS: Final = frozenset(
    (
        *("none", "nil", "nothing", "无", "無", "なし", "没有", "keine", "kein"),
        *("inf", "-inf", "+inf", "infinity", "-infinity", "∞", "-∞"),
        *(f".{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"),
        *("[x]", "[c]", "[z]", "[u]", "[w]", "[low]", ":", "(x)", "(d)", "(s)", "(z)", "(na)"),
    )
)
_SIGNS: Final = _SYMBOLS | _WORDS | NOTHINGS


def is_sign(value: str) -> bool:
    """Whether a cell may say that a value is missing, and may be a level as well."""
    # Na is sodium.
    return len(value) < 16 and value.casefold() in _SIGNS and value != "Na"
