"""How likely a text is in a script: few bits for usual letters beside usual neighbours.

``letters.txt`` has, for alphabets, the cost of each letter behind each other one (in half bits, a
digit of base 36; "_" is the border of a word) and, for other scripts, the commonest characters
in their order. Both were counted over the word lists of wordfreq 3.1 (R. Speer 2022), which
are under CC BY-SA 4.0, and so is ``letters.txt``.
Not done here: no language is told from another that has the same letters.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final

ALPHABETS: Final = ("western", "central", "turkish", "cyrillic", "greek")

# All in half bits: letters, signs, capitals.
_FOREIGN, _MIXED, _UNKNOWN, _BROKEN = 11, 18, 35, 70
_PLAIN_SIGN, _USUAL_SIGN, _STRANGE_SIGN, _WITHIN = 4, 18, 36, 16
_CAPITAL, _CASE = 2, 14
_RARE: Final = {"first": 28, "second": 36, "other": 44}
_PUNCTUATION, _HALF_WIDTH = 16, 27

_RUN: Final = re.compile(r"[^\W\d_]+|[^\x00-\x7f]|[!-~]")
# 25 °C, µg, m²: one sign of measure makes a unit, and far from all words have one.
_UNIT: Final = re.compile(
    r"(?<![^\W\d_])(?:°[CFK]|µ(?:[glmsAVW]|mol)?|[A-Za-z]{1,2}[²³])(?![^\W\d_])"
)
_UNIT_COST: Final = 10
# A character of another script against a small Latin letter: iPhone手机 happens, m舅nlich not.
_AMONG_LETTERS: Final = re.compile(r"(?<=[a-z])(?=[^\x00-\x7f])|(?<=[^\x00-\x7f])(?=[a-z])")
_AMONG: Final = 14
_USUAL: Final = frozenset("°²³µ€£§«»„“”‘’–—…№½ºª±×·®©™¿¡")
_BESIDE: Final = frozenset("²³’‘·°ºª")
_WIDE: Final = frozenset("、。，．；：？！（）【】「」『』《》〈〉“”‘’—…～・％＋－／＝　　")


@dataclass(frozen=True)
class Alphabet:
    """Letters, and for each the cost of each other that follows it."""

    letters: frozenset[str]
    following: Mapping[str, int]

    def cost(self, text: str) -> int:
        """The half bits that a text takes; the lower, the likelier."""
        text, units = _UNIT.subn(" ", text)
        return _UNIT_COST * units + sum(self._word(run, text) for run in _RUN.finditer(text))

    def _word(self, run: re.Match[str], text: str) -> int:
        word = run[0]
        if len(word) == 1 and not word.isalpha():
            return _sign(run, text)
        cost = _case(word) if not word.isascii() else 0
        before, mixed = "_", False
        for letter in word.replace("İ", "i").lower():
            if letter in self.letters:
                cost += self.following[before + letter]
                mixed = mixed or before == "?"
                before = letter
            else:
                mixed = mixed or before not in "_?"
                cost += _FOREIGN if letter < "\x80" else _UNKNOWN
                before = "?"
        return cost + self.following[f"{before}_"] + _MIXED * mixed


def _sign(run: re.Match[str], text: str) -> int:
    sign = run[0]
    if sign < "\x80":
        return _PLAIN_SIGN
    if sign == "\ufffd" or sign < "\xa0":
        return _BROKEN
    cost = _USUAL_SIGN if sign in _USUAL else _STRANGE_SIGN
    before, after = text[run.start() - 1 : run.start()], text[run.end() : run.end() + 1]
    beside = (before.isalpha() and sign not in _BESIDE) + after.isalpha()
    return cost + _WITHIN * beside


def _case(word: str) -> int:
    """Words are small, begin with a capital, or are all capitals; anything else is odd."""
    if word.islower():
        return 0
    if word[1:].islower() or len(word) == 1:
        return _CAPITAL
    if word.isupper():
        return 2 * _CAPITAL
    turns = sum(a.islower() and b.isupper() for a, b in pairwise(word))
    return _CASE * max(1, turns)


@dataclass(frozen=True)
class Characters:
    """Characters with their costs, and the standards that put the others into levels."""

    costs: Mapping[str, int]
    codec: str
    first: range

    def cost(self, text: str) -> int:
        known = self.costs
        signs = sum(known[sign] if sign in known else self._other(sign) for sign in text)
        return signs + _AMONG * len(_AMONG_LETTERS.findall(text))

    def _other(self, sign: str) -> int:
        if sign < "\x80":
            return 0 if sign == "\n" else _FOREIGN if sign.isalpha() else _PLAIN_SIGN
        if sign == "\ufffd":
            return _BROKEN
        if sign in _WIDE:
            return _PUNCTUATION
        if "\uff66" <= sign <= "\uff9f":
            return _HALF_WIDTH
        code = sign.encode(self.codec, "ignore")
        if len(code) != 2:
            return _BROKEN if "\ue000" <= sign <= "\uf8ff" else _RARE["other"]
        return _RARE["first" if code[0] in self.first else "second"]


_STANDARDS: Final = {
    "simplified": ("gb2312", range(0xB0, 0xD8)),
    "traditional": ("big5", range(0xA4, 0xC7)),
    "japanese": ("euc_jp", range(0xA4, 0xD0)),
    "korean": ("euc_kr", range(0xB0, 0xC9)),
}


@cache
def script(name: str) -> Alphabet | Characters:
    """What knows one of ``ALPHABETS``, "simplified" or "traditional" (Chinese), "japanese",
    "korean"."""
    lines = iter(Path(__file__).with_name("letters.txt").read_text("utf-8").split("\n"))
    while next(lines) != name:
        pass
    if name in ALPHABETS:
        letters = next(lines)
        costs = {
            before + letter: int(cost, 36)
            for before in letters
            for letter, cost in zip(letters, next(lines), strict=True)
        }
        # Behind a foreign letter ("?") any letter may stand, and the word may end.
        costs |= {f"?{letter}": _FOREIGN for letter in letters}
        return Alphabet(frozenset(letters) - {"_"}, costs)
    ranks = {sign: round(8 + 1.6 * math.log2(at)) for at, sign in enumerate(next(lines), start=1)}
    return Characters(ranks, *_STANDARDS[name])
