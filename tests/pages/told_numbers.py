"""A reader of the numbers that sentences tell, in English and in Chinese.

It knows what numbers, units and names look like, and nothing of how a sentence was made. Not done
here: whether a number is right.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

NUMBER: Final = r"(?<![\w.])\d(?:[\d,]*\d)?(?:\.\d+)?(?![\d%])"
PER_CENT: Final = re.compile(r"(\d+(?:\.\d+)?)%")
_ROWS: Final = re.compile(rf"({NUMBER}) (?:rows?\b|个样本)")
_RIGHT: Final = (
    re.compile(rf"({NUMBER}) of ({NUMBER}) rows? right"),
    re.compile(rf"({NUMBER}) 个样本中 ({NUMBER}) 个分类正确"),
)
_LEAF: Final = re.compile(r"\((\d+(?:\.\d+)?)(?:/(\d+(?:\.\d+)?))?\)$")
_M: Final = re.compile(r"m = (\d+(?:\.\d+)?)")
_WEIGHS: Final = ("weigh", "Weigh", "权", "w = ")
_ESTIMATE: Final = ("stimate", "估计")
_ROLES: Final = {
    "less": ("(#) more", "多 (#)"),
    "times": ("(#) times", "的 (#) 倍"),
    "average": ("average of (#)", "平均值 (#)"),
    "penalty": ("(?:penalty of|cuts,) (#)", "(?:选择的代价|要扣除) (#)"),
    "tries": ("among (#) cuts", "从 (#) 个切分点"),
    "gain": ("(?:gain of|its gain,|gains only) (#)", "(?:它的增益(?:是)?|只有) (#)"),
    "before": ("from (#) to", "从 (#) 降到"),
    "after": ("from # to (#)", "降到 (#)"),
    "least": ("at least (#)", "(?:至少|要求的) (#)"),
    "held": ("leaves only (?:a weight of )?(#)", "只剩 (#)"),
    "threshold": ("threshold(?: ε =)? (#)", "阈值(?: ε =)? (#)"),
    "others": ("(#) other splits? tried", "另有 (#) 个(?:划分)?得分"),
    "asked": ("(#) (?:columns?|questions?) weighed", "比较了? (#) 个特征"),
    "tying": ("(#) others tie", "另外 (#) 个特征"),
}
"""What a number is told to be, by the words next to it; # stands for the number."""
_ENDS: Final = re.compile(r"(?<=[.?!。？！])(?:\s+|(?=[^\s\d]))")


def plain(text: str) -> str:
    """``text`` without markup and with one kind of space."""
    text = re.sub(r"\\(.)", r"\1", text.replace("**", ""))
    return re.sub(r"[\u00a0\u2009]", " ", text)


def number(text: str) -> float:
    return float(text.replace(",", ""))


def sentences(text: str) -> list[str]:
    return [one for one in _ENDS.split(plain(text)) if one]


@dataclass(frozen=True, order=True)
class Told:
    """A number as it is written, what it is told to be ("score" unless a word says otherwise), and
    the column that was named last before it."""

    role: str
    column: str
    text: str

    @property
    def value(self) -> float:
        return number(self.text.replace("−", "-"))

    @property
    def decimals(self) -> int:
        return len(self.text.partition(".")[2])


def told(text: str, columns: Sequence[str]) -> list[Told]:
    """Every number that a text tells, sentence by sentence."""
    return [one for part in sentences(text) for one in _told(part, columns)]


def _told(sentence: str, columns: Sequence[str]) -> list[Told]:
    roles = {}
    for role, patterns in _ROLES.items():
        for pattern in patterns:
            for found in re.finditer(pattern.replace("#", f"−?{NUMBER}"), sentence):
                roles[found.start(1)] = role
    result = []
    for found in re.finditer(f"−?{NUMBER}", sentence):
        named = re.findall(
            "|".join(rf"\b{name}\b" for name in columns), sentence[: found.start()], re.ASCII
        )
        role = roles.get(found.start(), "score")
        result.append(Told(role, named[-1] if named else "", found[0]))
    return result


def of_rows(text: str) -> list[str]:
    """The sentences that count rows."""
    odd = (*_WEIGHS, *_ESTIMATE)
    return [one for one in sentences(text) if not any(word in one for word in odd)]


def of_weights(text: str) -> list[str]:
    return [one for one in sentences(text) if any(word in one for word in _WEIGHS)]


def of_estimates(text: str) -> list[str]:
    return [one for one in sentences(text) if any(word in one for word in _ESTIMATE)]


def rows(text: str) -> list[float]:
    """Every number of rows, in the order in which they are told."""
    return [number(found) for found in _ROWS.findall(plain(text))]


def right(text: str) -> tuple[float, float]:
    """(right, of all) of a sentence that says how many rows a tree gets right."""
    english, chinese = (pattern.search(plain(text)) for pattern in _RIGHT)
    if english:
        return number(english[1]), number(english[2])
    assert chinese, text
    return number(chinese[2]), number(chinese[1])


def by_class(text: str, classes: Sequence[str]) -> dict[str, float]:
    """The number that stands before the name of each class, or behind it."""
    found = {}
    for name in classes:
        before = re.search(rf"({NUMBER}) {re.escape(name)}(?!\w)", plain(text))
        behind = re.search(rf"(?<!\w){re.escape(name)} ({NUMBER})(?![\d.])", plain(text))
        if at := before or behind:
            found[name] = number(at[1])
    return found


def shares(text: str) -> list[float]:
    """What is told in per cent."""
    return [float(found) for found in PER_CENT.findall(plain(text))]


def called(text: str, name: str) -> float | None:
    """The number that ``name`` is said to be: "n = 14"."""
    found = re.search(rf"(?<!\w){re.escape(name)} = ({NUMBER})", plain(text))
    return number(found[1]) if found else None


def at_leaves(text: str) -> list[tuple[float, float]]:
    """(rows, errors) at the end of each line that has them: "x ≤ 2: yes (14/3)"."""
    found = (_LEAF.search(line) for line in text.splitlines())
    return [(float(one[1]), float(one[2] or 0)) for one in found if one]


def m_of(text: str) -> float:
    found = _M.search(plain(text))
    return float(found[1]) if found else 0.0
