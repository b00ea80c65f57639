"""Check a working: the numbers in a text, each judged by what it may be at a step.

A number is looked up among all that the step can have (``Asked``, and whatever their formulas
hold), then among what the known mistakes give. It is right however it is written; right, too, if it
follows from a wrong line before it, and then that line is said. Not done here: a number that
nothing explains, and a line that is not about this step, have no mark. Of the words one thing is
judged: which column is said to be chosen.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache, cached_property
from itertools import islice
from types import MappingProxyType
from typing import Final

from dtcore.formula import Formula, Named, Number, Symbol, replace_parts, walk
from dtcore.growth.recipe import Recipe
from dtcore.model.columns import Schema
from dtcore.model.nodes import ROOT
from dtcore.model.splits import describe
from dtcore.policies.impurity import Entropy, Gini
from dtcore.policies.selection import Verdict
from dtcore.stepping.evidence import Weighed
from dtcore.words import Sentence
from dttools.printing import Digits
from dttools.teach.diagnosis import Asked, Diagnosis, Mistake
from dttools.teach.typed_numbers import TypedSum, plain_text, typed_sums


class Mark(StrEnum):
    RIGHT = "right"
    CARRIED = "carried"
    """It follows from a number before it, which is wrong."""
    WRONG = "wrong"


@dataclass(frozen=True, eq=False)
class Judged:
    """A number of a text, from ``start`` to ``end`` of it, on ``line``, from 1 on.

    ``asked``: what it was taken for, None of a part of some sum. ``said``: how it was found, of one
    that is wrong. ``since``: the line of the error that is carried. ``places``: the most decimals
    that are written beside it; ``summed``: the sum that it was found by is written there too.
    ``chosen``: the column that is chosen there though another wins, as it is written.
    """

    start: int
    end: int
    line: int
    mark: Mark
    asked: Asked | None = None
    said: Diagnosis | None = None
    since: int = 0
    places: int = 0
    summed: bool = False
    chosen: str = ""

    def quoted(self, usual: Digits) -> Digits:
        """For what is quoted from the text: as many decimals as it has there."""
        return Digits(self.places, more=0) if self.places > 1 else usual


STEPS: Final = 20
"""Of a lesson, whose numbers are looked up too."""
LONGEST: Final = 20_000
MOST: Final = 150
"""Numbers, and headings between them, that are judged."""
WRONG: Final = Sentence("{name} is {right}.")
CARRIED: Final = Sentence("{name}: follows from line {line}, where the error is.")
RIGHT: Final = Sentence("{name}")
CHOSEN: Final = Sentence("{column} is not the best split at this step.")


@dataclass(frozen=True)
class Marks:
    """How many numbers of an answer have which mark, and the first error."""

    right: int
    carried: int
    wrong: int
    first: Judged | None

    @classmethod
    def of(cls, judged: Iterable[Judged]) -> Marks:
        found = list(judged)
        counts = Counter(one.mark for one in found if not one.chosen)
        first = next((one for one in found if one.mark is Mark.WRONG), None)
        return cls(counts[Mark.RIGHT], counts[Mark.CARRIED], counts[Mark.WRONG], first)

    @property
    def all(self) -> int:
        return self.right + self.carried + self.wrong


def told(judged: Judged, digits: Digits) -> list[Sentence]:
    """What is said of a number: what it was taken for, and what is wrong with it."""
    asked, said = judged.asked, judged.said
    if judged.chosen:
        return [CHOSEN.with_fields(column=judged.chosen)]
    if asked is None:
        return []
    name = name_of(asked)
    if said is None:
        words = CARRIED if judged.mark is Mark.CARRIED else RIGHT
        return [Sentence(words.template, name=name, line=judged.since)]
    right = digits.show(said.right.value)
    return [
        Sentence(WRONG.template, name=name, right=right),
        *asked.words(said, judged.quoted(digits)),
    ]


NAMES: Final[Mapping[str, Sentence]] = {
    "impurity_before": Sentence("{impurity} of the node"),
    "impurity_after": Sentence("weighted {impurity} after {column}"),
    "gain": Sentence("gain of {column}"),
    "gain_ratio": Sentence("gain ratio of {column}"),
    "split_info": Sentence("split info of {column}"),
    "squares_before": Sentence("sum of squares of the node"),
    "squares_after": Sentence("sum of squares after {column}"),
    "squares_decrease": Sentence("decrease of the sum of squares by {column}"),
    "gain_per_cost": Sentence("gain per cost of {column}"),
    "gain_against_cost": Sentence("gain against cost of {column}"),
}
"""What the numbers of a step are called."""
AT_BRANCH: Final = {
    "impurity_after": Sentence("{impurity} at {branch}"),
    "squares_after": Sentence("sum of squares at {branch}"),
}


def name_of(asked: Asked) -> Sentence:
    """What a number is called: gain of Outlook, of humidity ≤ 75, entropy at Outlook = Sunny."""
    split = asked.candidate.split
    assert split is not None
    names = NAMES if asked.branch is None else AT_BRANCH
    return names[asked.score].with_fields(
        impurity=_measure(asked.recipe),
        column=describe(split, asked.schema),
        branch=str(split.condition(asked.schema, asked.branch or 0)),
    )


def _measure(recipe: Recipe) -> Sentence:
    entropy = isinstance(recipe.impurity, Entropy)
    return Sentence("entropy") if entropy else recipe.impurity.label


# --- What a step can have


class Solution:
    """All numbers that a step can have, and the names by which a text speaks of them.

    ``also``: what columns and values are called in other languages, by their names here.
    ``elsewhere``: other steps of the lesson; what is right at one of them is not called wrong.
    """

    def __init__(
        self,
        recipe: Recipe,
        schema: Schema,
        weighed: Weighed,
        also: Mapping[str, Sequence[str]] = MappingProxyType({}),
        elsewhere: Iterable[Weighed] = (),
    ) -> None:
        self.recipe, self.schema, self.weighed, self.also = recipe, schema, weighed, also
        self.asked = self._numbers(weighed)
        self._steps = [one for one in elsewhere if one.node != weighed.node]
        self.columns = {
            c.column: schema.columns[c.column] for c in weighed.candidates if c.split is not None
        }

    def check(self, text: str) -> list[Judged]:
        """What can be said of the numbers in ``text``, in their order; of one that is too long for
        a working, nothing beyond its first ``LONGEST`` signs."""
        text = text.replace("\r\n", "\n").replace("\r", "\n")[:LONGEST]
        judge = _Judge(self, units(self.recipe, text))
        found = (judge.judged(claim) for claim in islice(_claims(self, text), MOST))
        marked = [one for one in found if one is not None]
        return sorted([*marked, *self._wrong_choices(text, marked)], key=lambda one: one.start)

    def _wrong_choices(self, text: str, judged: Sequence[Judged]) -> Iterator[Judged]:
        """The columns that a line chooses, though it says itself that the winner scores most, or
        judges a number of this step, and they win at none; and the first column that is chosen, if
        the numbers before are all of this step."""
        here = _winners(self.weighed)
        anywhere = here.union(*map(_winners, self._steps))
        of_step = {one.line for one in judged if one.asked in self.asked}
        alone = all(one.asked in self.asked for one in judged if one.asked)
        start, undecided = 0, alone
        for line, said in enumerate(text.split("\n") if here else (), 1):
            choice = None if self.branches(self.masked(said), set()) else self._choice(said)
            if choice is not None and choice[0] not in here:
                column, first, end = choice
                best = map(self.named_columns, _MOST.findall(said[:first]))
                led = any(here & named and column not in named for named in best)
                follows = undecided and any(before <= line for before in of_step)
                if led or follows or (line in of_step and column not in anywhere):
                    where = start + first, start + end
                    yield Judged(*where, line, Mark.WRONG, chosen=said[first:end])
            undecided = undecided and choice is None
            start += len(said) + 1

    def _choice(self, line: str) -> tuple[int, int, int] | None:
        """The column that a line concludes on, and where its name begins and ends."""
        concludes = _HENCE.search(line)
        if not concludes or _IF.search(line):
            return None
        for word in _CHOOSE.finditer(line):
            for pattern, column in self._named:
                if found := pattern.match(line, word.end()):
                    return column, found.start(), found.end()
        led = _LEADS.search(line)
        named = self.named_columns(line) if led else set()
        for pattern, column in self._named if len(named) == 1 else ():
            if found := pattern.search(line):
                return column, found.start(), found.end()
        return None

    def _numbers(self, weighed: Weighed) -> list[Asked]:
        known: dict[Named, Asked] = {}
        for candidate in weighed.candidates:
            for name in NAMES.keys() & candidate.scores.keys() if candidate.split else ():
                asked = Asked(self.recipe, self.schema, weighed, candidate, name)
                for one in (asked, *self._of_branches(asked)):
                    known.setdefault(one.right, one)
        return sorted(known.values(), key=lambda one: [*NAMES].index(one.score))

    @cached_property
    def elsewhere(self) -> Mapping[tuple[object, ...], list[Asked]]:
        """The numbers of the other steps by their ``_place``."""
        result: dict[tuple[object, ...], list[Asked]] = {}
        for asked in (one for step in self._steps for one in self._numbers(step)):
            result.setdefault(_place(asked), []).append(asked)
        return result

    def _of_branches(self, asked: Asked) -> Iterator[Asked]:
        if asked.score in AT_BRANCH:
            branches = {part.branch for part in walk(asked.right) if isinstance(part, Named)}
            for branch in sorted(one for one in branches if one is not None):
                yield replace(asked, branch=branch)

    @cached_property
    def parts(self) -> set[float]:
        """The value of whatever stands in the formulas."""
        parts = {part for asked in self.asked for part in walk(asked.right) if _numeral(part)}
        return {value for part in parts for value in (float(part.value), -float(part.value))}

    @cached_property
    def _named(self) -> list[tuple[re.Pattern[str], int]]:
        columns = self.columns.items()
        return [(_any_case(_word(n)), place) for place, c in columns for n in self._names(c.name)]

    def _names(self, name: str) -> list[str]:
        return [name, *self.also.get(name, ())]

    @cached_property
    def _conditions(self) -> list[tuple[re.Pattern[str], tuple[int, int]]]:
        """How a text speaks of each branch, (column, branch)."""
        result = []
        for asked in self.asked:
            split = asked.candidate.split
            if asked.branch is not None and split is not None:
                says = split.condition(self.schema, asked.branch)
                values = [name for value in says.values for name in self._names(value)]
                patterns = [_saying(says.operator, v, self.schema.classes) for v in values]
                where = asked.candidate.column, asked.branch
                result += [(_any_case(pattern), where) for pattern in patterns]
        return result

    @cached_property
    def _equated(self) -> list[re.Pattern[str]]:
        """The = of Outlook = Sunny, after what stands before it."""
        found = []
        for column in self.columns.values():
            name = f"(?:{'|'.join(map(re.escape, self._names(column.name)))})"
            values = [n for level in column.levels or () for n in self._names(level)]
            levels = [re.escape(one) for one in values if not _plain_number(one)]
            if levels:
                any_level = "|".join(sorted(levels, key=len, reverse=True))
                found.append(rf"({name}\s*|(?<=[|_( ]))=(?=\s*(?:{any_level})(?!\w))")
            if column.levels:
                found.append(rf"({name}\s*)=(?=\s*\w+\s*[),:;])")
        return [_any_case(pattern) for pattern in found]

    def named_columns(self, label: str) -> set[int]:
        found = {place for pattern, place in self._named if pattern.search(label)}
        numbered = {int(k) - 1 for k in re.findall(r"(?<![A-Za-z])A_?\(?(\d{1,2})", label)}
        return found or (numbered & self.columns.keys())

    def branches(self, label: str, columns: set[int]) -> set[tuple[int, int]]:
        """The branches that a label speaks of, (column, branch), of ``columns`` if any."""
        found = {where for pattern, where in self._conditions if pattern.search(label)}
        return {where for where in found if where[0] in columns} if columns else found

    def last_branch(self, text: str, columns: set[int]) -> set[tuple[int, int]]:
        """The branch that a text has come to, of ``columns`` if there are any."""
        ends = [
            (found.end(), where)
            for pattern, where in self._conditions
            for found in pattern.finditer(text)
            if not columns or where[0] in columns
        ]
        last = max((end for end, _where in ends), default=0)
        return {where for end, where in ends if end == last}

    def masked(self, plain: str) -> str:
        """The text with the = of Outlook = Sunny as another sign: nothing is equated there."""
        for pattern in self._equated:
            plain = pattern.sub(r"\1∈", plain)
        return plain


def _numeral(part: Formula) -> bool:
    return not isinstance(part, Symbol) and math.isfinite(part.value)


def _plain_number(text: str) -> bool:
    return text.replace(".", "").isdigit()


def _word(text: str) -> str:
    """As a pattern, on its own where it is of letters that have spaces between words."""
    ascii_word = text[:1].isascii() and text[-1:].isascii()
    pattern = re.escape(text)
    return rf"(?<![A-Za-z0-9]){pattern}(?![A-Za-z0-9])" if ascii_word else pattern


def _any_case(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _saying(operator: str, value: str, classes: tuple[str, ...] | None) -> str:
    if operator in "≤>":
        sign = "(?:≤|<=|<|⩽)" if operator == "≤" else "(?:>=?|≥)"
        return rf"{sign}\s*{re.escape(value)}(?![\d.])"
    short = len(value) < 3 if value.isascii() else len(value) < 2
    if short or value in (classes or ()) or _plain_number(value):  # a word of every sentence
        return rf"[∈_(“\"'|]\s*\(*{_word(value)}|^\W*{_word(value)}\s*:"
    return _word(value)


# --- What a text claims


@dataclass(frozen=True)
class _Claim:
    """Sums that are said to be equal, and what they are said to be: ``label``, in the ``clause``,
    with what the line says ``before``; without sums, it only says what is spoken of.

    ``equation``: whether an = says so. ``symbolic``: whether the label is a sum itself.
    """

    line: int
    label: str
    clause: str
    before: str
    sums: tuple[TypedSum, ...]
    equation: bool = False
    symbolic: bool = False
    unclear: tuple[TypedSum, ...] = field(default=())


_KINDS: Final = (
    ("ratio", r"gain[\W_]*ratio|\bGR\b|g_?\(?R|\bratio|增益率|增益比"),
    ("info", r"split[\W_]*(info|entropy)|intrinsic|\b(IV|SI)\b|H_?\(?A\b\)?\("
     r"|(分裂|划分)信息|固有"),
    ("gain", r"gain|\bIG\b|\bg\W?\(|Δ|decrease|reduction|drop|增益|下降|减少"),
    ("after", r"conditional|weighted|remain|after|average|\||条件|加权|划分后|分裂后"),
    ("impurity", r"entropy|\bEn(t|\b|_)|\b[HEI](\b|_)|info|gini|impurity|\bSS\b|squares|varian"
     r"|熵|基尼|纯度|平方和|方差"),
)  # fmt: skip
"""What a label asks for, the first that it names."""
_NODE: Final = (
    r"\(\s*(?:S|D|T|Y)\s*\)|parent|root|whole|before|\bnode|根|父|整个|总|划分前|分裂前"
    r"|经验熵|\bdata ?set|(?:数据|训练|样本)集"
)
_PART: Final = r"子|支|\bsub|[A-Z]_?[({]*\d"
"""What a label says that is no whole node: 子数据集, D_1."""
_OPERATION: Final = re.compile(r"^\s*[-+*/]|[-+*/]\s*$|[*/+]|\s-\s")
_STATED: Final = re.compile(
    r"(?::|\b(?:is|was|be|equals|equal to)|为|是|等于)\s*(?:about|approximately|only|约)?\s*$",
    re.IGNORECASE,
)
"""Before a number that is said to be what the label names: the gain of Wind is 0.048."""
_GOES_ON: Final = re.compile(r"\s*(?:minus|less|times|plus|divided|over|[-+*/]|减|加|乘|除)")
_CUT: Final = re.compile(
    r"(?:[<>]=?|≤|≥|⩽|[大小高低多少]于(?:或?等于)?|[超不未]过|"
    r"\b(?:above|below|over|under|than|at most|at least)\b(?: or equal to)?)\s*\d",
    re.IGNORECASE,
)
_NATS: Final = re.compile(r"\bnat|奈特|log_?\(?e|(?<![a-z])ln(?![a-z])", re.IGNORECASE)


_CRITERIA: Final = re.compile(r"(gini|基尼)|(entropy|熵|information gain|信息增益)", re.IGNORECASE)


_CHOOSE: Final = re.compile(
    r"(?:(?<![不没])选[择取用定]?|(?<!not )\b(?:choose|select|pick|take)"
    r"|最[优佳好](?:划分|分裂)?(?:特征|属性|问题)[是为:：]"
    r"|\bbest (?:attribute|feature|column|question|split) is)\s*(?:the\s|[“‘\"'*`])*",
    re.IGNORECASE,
)
_HENCE: Final = re.compile(
    r"所以|因此|因而|故|于是|∴|最[大高优佳好]|作为|as the root"
    r"|\b(?:so|hence|thus|therefore|largest|highest|best|most)\b",
    re.IGNORECASE,
)
_LEADS: Final = re.compile(
    r"增益(?:率|比)?(?:值)?最[大高]|\b(?:largest|highest|greatest) (?:information )?gain",
    re.IGNORECASE,
)
"""What a line says of the one column that it names."""
_IF: Final = re.compile(r"[若吗？?]|如果|假如|\b(?:if|would|when|instead)\b", re.IGNORECASE)
_MOST: Final = re.compile(
    r"[^，,。;；]*(?:最[大高优佳好]|\b(?:largest|highest|greatest|best|most)\b)", re.IGNORECASE
)
"""A clause that says which column is best."""


def _winners(weighed: Weighed) -> set[int]:
    best = Verdict.WINS, Verdict.TIED
    return {one.column for one in weighed.candidates if one.verdict in best}


def _kind(label: str) -> str:
    """The first of ``_KINDS`` that a label asks for, "" if none."""
    found = (k for k, words in _KINDS if re.search(words, label, re.I | re.A))
    return next(found, "")


def units(recipe: Recipe, text: str) -> list[float]:
    """By what a number in the units of the text may differ from the recipe's; 1 is the first."""
    if not isinstance(recipe.impurity, Entropy):
        return [1.0]
    plain = plain_text(text)
    found = [1.0]
    binary = re.search(r"(?<![a-z])ln\s*\(?\s*2(?!\s*/)|log_?2|log₂", plain)
    if _NATS.search(plain) and not binary:
        found.append(math.log(2) if recipe.impurity.base == 2 else 1.0)
    if re.search(r"(?<![a-z])lg|log_?\(?10|log₁₀", plain):
        found.append(math.log10(2 if recipe.impurity.base == 2 else math.e))
    if recipe.impurity.base is None and re.search(r"\bbits?\b|比特|log_?\(?2|log₂", plain):
        found.append(1 / math.log(2))
    return found


def _claims(step: Solution, text: str) -> Iterator[_Claim]:
    """Line by line, clause by clause; a line that begins with = goes on with the one before."""
    at, last = 0, None
    bases = (2.0, math.e, 10.0) if re.search(r"log(?!_?\(?(?:2|10|e\b)|₂|₁)", text) else (2.0,)
    for number, line in enumerate(text.split("\n"), 1):
        plain = step.masked(plain_text(line))
        readings = [typed_sums(plain, base) for base in bases]
        for start, end in _clauses(plain):
            inside = [
                tuple(one for one in sums if start <= one.start and one.end <= end)
                for sums in readings
            ]
            if not any(inside):
                yield _Claim(number, "", plain[start:end], "", ())
            for claim in _of_clause(number, plain, (start, end), inside, last):
                last = claim
                yield replace(claim, sums=_moved(claim.sums, at), unclear=_moved(claim.unclear, at))
        at += len(line) + 1


def _moved(sums: tuple[TypedSum, ...], by: int) -> tuple[TypedSum, ...]:
    return tuple(replace(one, start=one.start + by, end=one.end + by) for one in sums)


def _clauses(plain: str) -> Iterator[tuple[int, int]]:
    """Where the clauses of a line begin and end: commas within brackets part none."""
    depth = start = 0
    for at, sign in enumerate(plain):
        depth = max(depth + (sign == "(") - (sign == ")"), 0)
        after = plain[at + 1 : at + 2]
        stop = sign == ";" or (
            sign in ",." and not (after.isdigit() and plain[at - 1 : at].isdigit())
        )
        stop = stop and not (sign == "." and not (after.isspace() or not after))
        if stop and not depth:
            yield start, at
            start = at + 1
    yield start, len(plain)


def _of_clause(
    line: int,
    plain: str,
    place: tuple[int, int],
    readings: list[tuple[TypedSum, ...]],
    last: _Claim | None,
) -> Iterator[_Claim]:
    sums, (start, end) = readings[0], place
    unclear = tuple(one for other in readings[1:] for one in other)
    clause = plain[start:end]
    equals = [at for at in range(start, end) if plain[at] == "=" and not _compares(plain, at)]
    head, chain, symbolic = "", [], False
    if equals and last is not None and not plain[start : equals[0]].strip():
        head, chain, symbolic = last.label, [*last.sums], last.symbolic
    for k, (left, right) in enumerate(
        zip([start, *(e + 1 for e in equals)], [*equals, end], strict=True)
    ):
        here = [one for one in sums if left <= one.start and one.end <= right]
        begins = bool(here) and not plain[left : here[0].start].strip("( ")
        final, rest = k == len(equals), here
        if k == 0 and equals:
            label = plain[left : here[-1].start] if here else ""
            ends = bool(here) and not plain[here[-1].end : right].strip(") ")
            ends = ends and label.count("(") <= label.count(")")  # not a number of the label
            if here or plain[left:right].strip():
                head = plain[left : here[-1].start if ends else right]
                chain, symbolic = ([here[-1]] if ends else []), bool(_OPERATION.search(_flat(head)))
            continue
        if begins and equals:
            after, rest = plain[here[0].end : right], here[1:]
            cut = here[0].decimals is None and _without_units(after).strip(" ()")  # a sum goes on
            chain.append(replace(here[0], slack=math.inf) if cut else here[0])
            if not final and not re.search(r"[^\W\d]", _without_units(after)):
                continue
            before = plain[: here[0].start]
            yield _Claim(line, head, clause, before, tuple(chain), True, symbolic, unclear)
            head, chain, symbolic = after, [], bool(_OPERATION.search(_flat(after)))
        if final:
            yield from _in_prose(line, plain, (left, right), rest, clause)


def _compares(plain: str, at: int) -> bool:
    return plain[at - 1 : at] in ("<", ">", "!") or plain[at + 1 : at + 2] in (">", "<")


def _flat(label: str) -> str:
    """A label without what stands in brackets."""
    return re.sub(r"\([^()]*\)", "", re.sub(r"\([^()]*\)", "", label))


def _without_units(text: str) -> str:
    return re.sub(r"\b(?:bits?|nats?)\b|比特|奈特|位", "", text)


def _in_prose(
    line: int, plain: str, place: tuple[int, int], sums: list[TypedSum], clause: str
) -> Iterator[_Claim]:
    """Each number with the words before it; a whole number by itself claims nothing."""
    before = place[0]
    for one in sums:
        label = plain[before : one.start]
        before = one.end
        stated = _STATED.search(label) and not _GOES_ON.match(plain[one.end :])
        if one.decimals or (stated and _kind(label)):
            symbolic = bool(_OPERATION.search(_flat(label)))
            said = plain[: one.start]
            yield _Claim(line, label, clause, said, (one,), bool(stated), symbolic)


# --- What is said of it


class _Judge:
    """Judges claims in their order: what was written before is what one goes on with."""

    def __init__(self, step: Solution, units: list[float]) -> None:
        self.step, self.units = step, units
        self.written: dict[Named, tuple[float, int]] = {}
        """What was written for a number, and the line if it was wrong, else 0."""
        self.column: set[int] = set()
        """That of which the text spoke last."""
        self.mistakes = cache(lambda asked: [(*one, one[1].value) for one in asked.mistakes()])
        self.parts: dict[int, set[Named]] = {}
        self.carried: dict[int, tuple[float, int]] = {}
        """By formula, its named parts, and its value from what was written so far."""

    def judged(self, claim: _Claim) -> Judged | None:
        if not claim.sums:
            self._speaks_of(self.step.named_columns(claim.clause))
            return None
        own, about = self._about(claim)
        said = claim.sums[-1]
        if not claim.equation or not about:
            found = self._anywhere(claim, about, own) or self._mistaken(claim, about)
        else:
            found = self._right(claim, about) or self._mistaken(claim, about)
            found = found or self._unexplained(claim, about, own)
        found = found and self._summed(claim, found)
        if found is None or self._only_of_a_branch(claim, found):
            return None
        if found.mark is Mark.WRONG and self._of_another(claim, found):
            return None
        if found.asked is not None and found.asked in about:
            wrong = found.line if found.mark is Mark.WRONG else found.since
            self.written[found.asked.right] = (said.value, wrong)
            self.carried = {}
        return found

    def _summed(self, claim: _Claim, found: Judged) -> Judged:
        """As judged, unless a right number stands behind a sum that comes to another."""
        total, said = claim.sums[-2:-1], claim.sums[-1]
        asked = found.asked if found.mark is Mark.RIGHT else None
        if not total or asked is None or total[0].decimals is not None:
            return found
        readings = [*total, *(one for one in claim.unclear if one.start == total[0].start)]
        values = (one.value * unit for one in readings for unit in self.units)
        slack = total[0].slack + 2 * _slack(said)
        if any(abs(value - said.value) <= slack for value in values):
            return found
        wrong = Diagnosis(Mistake.ARITHMETIC, asked.right, Number(total[0].value))
        return self._as(claim, Mark.WRONG, asked, wrong)

    def _of_another(self, claim: _Claim, found: Judged) -> bool:
        """Whether what is wrong here is right at another step, or of the criterion it names."""
        if found.asked is None or found.said is None:
            return False
        criteria = _CRITERIA.findall(claim.before)
        if criteria and bool(criteria[-1][0]) != isinstance(self.step.recipe.impurity, Gini):
            return found.said.mistake in (Mistake.GINI, Mistake.ENTROPY, Mistake.OTHER)
        others = self.step.elsewhere.get(_place(found.asked), [])
        if self._of_whole_node(found.asked):
            others = [one for one in others if one.weighed.node == ROOT]
        return self._right(claim, others) is not None

    def _only_of_a_branch(self, claim: _Claim, found: Judged) -> bool:
        """Whether a text begins with the entropy of nothing that it names, which is a branch's."""
        begins = not self.written and not self.column
        of_branch = found.asked is not None and found.asked.branch is not None
        return begins and of_branch and not self.step.branches(claim.before, set())

    def _of_whole_node(self, asked: Asked) -> bool:
        """Whether a text says this number of a whole node before it speaks of a column: it is that
        of the step, or of the root, and not of a branch."""
        return _role(asked) == "before" and not self.column

    def _speaks_of(self, columns: set[int]) -> None:
        if len(columns) == 1:
            self.column = columns

    def _about(self, claim: _Claim) -> tuple[set[int], list[Asked]]:
        """The columns that the claim names, and the numbers that it may mean."""
        step, kind = self.step, _kind(claim.label)
        label = claim.label if claim.equation or kind else claim.clause
        named = step.named_columns(label) or step.named_columns(claim.clause)
        branches = step.branches(label, named)
        named = named or {column for column, _branch in branches}
        kind = _kind(label)
        whole = re.search(_NODE, label, re.I | re.A) and not re.search(_PART, label)
        whole = whole and not step.named_columns(label)
        if kind in ("", "impurity") and not branches and not whole:
            branches = step.last_branch(claim.before, named)
        self._speaks_of(named or {column for column, _branch in branches})
        if claim.symbolic or (not branches and _CUT.search(label)):  # another cut than the best
            return named, []
        if kind == "impurity" and not branches:
            able: tuple[str, ...] = ("before",) if whole else ("before", "branch", "after")
        else:
            able = ("branch",) if branches and kind in ("", "after", "impurity") else (kind,)
        columns = named or self.column or {*step.columns}
        about = [
            one
            for one in step.asked
            if _role(one) in able
            and (one.candidate.column in columns or _role(one) == "before")
            and (
                one.branch is None or not branches or (one.candidate.column, one.branch) in branches
            )
        ]
        return named, about

    def _right(self, claim: _Claim, about: list[Asked]) -> Judged | None:
        """Whether it is one of these numbers, exactly, in its unit, or from what was written."""
        for asked in about:
            if self._close(claim, asked.right.value):
                return self._as(claim, Mark.RIGHT, asked)
        for asked in about:
            value, since = self._from_written(asked.right)
            rounded = (v for kind, _m, v in self.mistakes(asked) if kind is Mistake.ROUNDED_EARLY)
            if self._close(claim, value):
                return self._as(claim, Mark.CARRIED if since else Mark.RIGHT, asked, since=since)
            if any(self._close(claim, one) for one in rounded):
                return self._as(claim, Mark.RIGHT, asked)
        return None

    def _anywhere(self, claim: _Claim, about: list[Asked], named: set[int]) -> Judged | None:
        """Likewise, or whether it is a part of their formulas, or of others'."""
        if found := self._right(claim, about):
            return found
        if claim.sums[-1].decimals == 0:
            return None
        columns = named or self.column or {*self.step.columns}
        wide = [one for one in self.step.asked if one.candidate.column in columns]
        if found := self._right(claim, wide):
            return found
        right = any(self._close(claim, value) for value in self.step.parts)
        return self._as(claim, Mark.RIGHT, None) if right else None

    def _mistaken(self, claim: _Claim, about: list[Asked]) -> Judged | None:
        """Whether a known mistake gives it, the nearest one, or its own sum does not."""
        said = claim.sums[-1]
        if said.decimals is not None and said.decimals < 2:  # nearly anything comes to it
            return None
        if not about and (claim.symbolic or (said.decimals or 0) < 3):
            return None
        tries = []
        for asked in about or self._headline():
            for kind, made, value in self.mistakes(asked):
                if kind is not Mistake.ROUNDED_EARLY:
                    values = value, self._from_written(made)[0]
                    off = min(abs(self._exactly(claim) - v) for v in values)
                    tries.append((off, asked, kind, made))
        near = [one for one in tries if one[0] <= 1.2 * _slack(said) + 1e-9]
        if near:
            _off, asked, kind, made = min(near, key=lambda one: round(one[0], 9))
            return self._as(claim, Mark.WRONG, asked, Diagnosis(kind, asked.right, made))
        return self._missummed(claim, about)

    def _headline(self) -> list[Asked]:
        columns = self.column or {*self.step.columns}
        names = ("gain", "gain_ratio", "impurity_after", "squares_decrease")
        return [
            one
            for one in self.step.asked
            if one.score in names and one.branch is None and one.candidate.column in columns
        ]

    def _missummed(self, claim: _Claim, about: list[Asked]) -> Judged | None:
        """Whether the sum that stands before a number is right, and comes to another."""
        if len(claim.sums) < 2 or claim.sums[-2].decimals is not None:
            return None
        total, said = claim.sums[-2], claim.sums[-1]
        other = (one.value for one in claim.unclear if one.start == total.start)
        if any(
            abs(v - said.value) <= total.slack + 2 * _slack(said) for v in (total.value, *other)
        ):
            return None
        for asked in about:
            values = asked.right.value, self._from_written(asked.right)[0]
            if any(abs(total.value - value) <= total.slack + 1e-9 for value in values):
                made = Number(total.value)
                return self._as(
                    claim, Mark.WRONG, asked, Diagnosis(Mistake.ARITHMETIC, asked.right, made)
                )
        return None

    def _unexplained(self, claim: _Claim, about: list[Asked], named: set[int]) -> Judged | None:
        """An equation for one number, which has another value than any of the step's."""
        said = claim.sums[-1]
        one_number = len(about) == 1 and (named or _role(about[0]) == "before")
        if not one_number or said.decimals == 0:
            return None
        if abs(said.value - about[0].right.value) <= 2 * _slack(said):
            return None
        other = None if self._of_whole_node(about[0]) else self._anywhere(claim, [], named)
        if (
            other
            and other.asked
            and (_role(other.asked) != "before" or _role(about[0]) != "branch")
        ):
            return replace(other, asked=None, mark=Mark.RIGHT)
        return self._as(claim, Mark.WRONG, about[0], Diagnosis(Mistake.OTHER, about[0].right))

    def _from_written(self, formula: Formula) -> tuple[float, int]:
        """The value with what was written in place of its parts, and the first wrong line that it
        goes back to, 0 if none."""
        key = id(formula)  # all are kept, and to hash one is to walk it
        if key not in self.parts:
            self.parts[key] = {part for part in walk(formula) if isinstance(part, Named)}
            self.parts[key].discard(formula)
        if key not in self.carried:
            replaced = self.parts[key] & self.written.keys()
            self.carried[key] = self._replaced(formula) if replaced else (formula.value, 0)
        return self.carried[key]

    def _replaced(self, formula: Formula) -> tuple[float, int]:
        lines: list[int] = []

        def change(part: Formula) -> Formula | None:
            known = self.written.get(part) if isinstance(part, Named) else None
            if known is None or part is formula:
                return None
            lines.append(known[1])
            return Number(known[0])

        value = replace_parts(formula, change).value
        return value, min((line for line in lines if line), default=0)

    def _exactly(self, claim: _Claim) -> float:
        """What was written, to more digits where a sum before it comes to the same."""
        said = claim.sums[-1]
        for total in claim.sums[-2:-1]:
            if total.decimals is None and abs(total.value - said.value) <= _slack(said):
                return total.value if total.slack < _slack(said) else said.value
        return said.value

    def _close(self, claim: _Claim, value: float) -> bool:
        said = claim.sums[-1]
        readings = [said, *(one for one in claim.unclear if one.start == said.start)]
        if any(
            abs(one.value - value * unit) <= _slack(one) for one in readings for unit in self.units
        ):
            return True
        # rounded on the way, and the sum is there to show it
        total = claim.sums[-2] if len(claim.sums) > 1 else said
        agrees = abs(total.value - said.value) <= _slack(said)
        summed = total.decimals is None and 0 < total.slack < 0.02 and agrees
        return summed and abs(total.value - value) <= total.slack

    def _as(
        self,
        claim: _Claim,
        mark: Mark,
        asked: Asked | None,
        said: Diagnosis | None = None,
        since: int = 0,
    ) -> Judged:
        last = claim.sums[-1]
        places = max(map(len, re.findall(r"\d[.,](\d+)", claim.clause)), default=0)
        summed = any(one.decimals is None for one in claim.sums[:-1])
        return Judged(last.start, last.end, claim.line, mark, asked, said, since, places, summed)


def _place(asked: Asked) -> tuple[object, ...]:
    """What two numbers have in common that are the same of two nodes."""
    of_node = _role(asked) == "before"
    return asked.score, None if of_node else asked.candidate.column, asked.branch


def _role(asked: Asked) -> str:
    if asked.branch is not None:
        return "branch"
    return _ROLES.get(asked.score, "gain")


_ROLES: Final = {
    "impurity_before": "before",
    "squares_before": "before",
    "impurity_after": "after",
    "squares_after": "after",
    "split_info": "info",
    "gain_ratio": "ratio",
}


def _slack(said: TypedSum) -> float:
    """How far a number may be off for its rounding: one in its last digit, or half of that where
    this is all that it has; a whole number, not at all."""
    return said.slack * (0.5 if said.decimals == 1 else 1.0) * (1 + 1e-9) + 1e-9
