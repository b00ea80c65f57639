"""Check a working: what a text says of a step, each statement judged by what may be there.

A number is right if it is the one that its words name, however it is written; right, too, if it
follows from a wrong line before it, and then that line is said. It is wrong if its words leave no
doubt of what is meant. ``statements`` judges counts, orders and the column that is chosen. Not done
here: all that may be meant otherwise has no mark, and is counted as left open.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum, auto
from functools import cache
from itertools import islice
from typing import Final

import dtcore.explain.scores as scores
from dtcore.formula import Formula, Named, Number, replace_parts, walk
from dtcore.growth.recipe import Recipe
from dtcore.model.nodes import ROOT
from dtcore.model.splits import describe
from dtcore.policies.impurity import Entropy, Gini
from dtcore.words import Sentence
from dttools.printing import Digits
from dttools.teach.diagnosis import Asked, Diagnosis, Mistake
from dttools.teach.statements import (
    SUBSET,
    Spoken,
    Statement,
    kind_of,
    says_whole,
    statements,
)
from dttools.teach.step_numbers import (
    AT_BRANCH,
    NAMES,
    ROLES,
    Step,
    last_sentence,
    place_of,
    role_of,
)
from dttools.teach.typed_numbers import TypedSum, plain_text, typed_sums


class Mark(StrEnum):
    RIGHT = "right"
    CARRIED = "carried"
    """It follows from a number before it, which is wrong."""
    WRONG = "wrong"


@dataclass(frozen=True, eq=False)
class Judged:
    """What a text says, from ``start`` to ``end`` of it, on ``line``, from 1 on.

    ``asked``: what it was taken for, None of a part of some sum. ``said``: how it was found, of one
    that is wrong. ``since``: the line of the error that is carried. ``places``: the most decimals
    that are written beside it; ``summed``: the sum that it was found by is written there too.
    ``statement``: what is judged is none of the step's numbers.
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
    statement: Statement | None = None

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
SUM: Final = Sentence("The sum as you wrote it comes to {made}.")


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
        counts = Counter(one.mark for one in found if not one.statement or one.statement.counts)
        first = next((one for one in found if one.mark is Mark.WRONG), None)
        return cls(counts[Mark.RIGHT], counts[Mark.CARRIED], counts[Mark.WRONG], first)

    @property
    def all(self) -> int:
        return self.right + self.carried + self.wrong


def told(judged: Judged, digits: Digits) -> list[Sentence]:
    """What is said of a number: what it was taken for, and what is wrong with it."""
    asked, said = judged.asked, judged.said
    if judged.statement is not None:
        return [judged.statement.says] if judged.statement.says else []
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


class Solution(Step):
    """A step that workings are checked against."""

    def check(self, text: str) -> list[Judged]:
        """What can be said of ``text``, in its order; of one that is too long for a working,
        nothing beyond its first ``LONGEST`` signs."""
        return self.read(text)[0]

    def read(self, text: str) -> tuple[list[Judged], list[int]]:
        """Likewise, and the line of each number and order there that cannot be judged."""
        text = text.replace("\r\n", "\n").replace("\r", "\n")[:LONGEST]
        judge = _Judge(self, units(self.recipe, text))
        claims = [(claim, judge.judged(claim)) for claim in islice(_claims(self, text), MOST)]
        found = [one for _claim, one in claims if one is not None]
        left = [claim.line for claim, one in claims if claim.sums and one is None]
        taken = {at for one in found for at in range(one.start, one.end)}
        read = [(c.sums[0].start, c.sums[-1].end) for c, _one in claims if c.sums]
        spoken = {k: replace(one, written=judge.now.written) for k, one in judge.spoken.items()}
        for one in statements(self, text, spoken, [one.line for one in found]):
            read.append((one.start, one.end))
            if one.right is None:
                left.append(one.line)
            elif not taken.intersection(range(one.start, one.end)):
                mark = Mark.RIGHT if one.right else Mark.WRONG
                found.append(Judged(one.start, one.end, one.line, mark, statement=one))
        left += _unread(text, {at for start, end in read for at in range(start, end)})
        return sorted(found, key=lambda one: one.start), left


_LONE: Final = re.compile(
    r"(?<![A-Za-z_\d.])(?<![-+*/×·^<>≤≥=])(?<![-+*/×·^<>≤≥=] )\d+(?:\.\d+)?(?![A-Za-z_\d.])"
    r"(?!\s*[-+*/×·^])|(?<!增益)比[^,，;；。]*[大小高低多少]"
)
"""A number that is in no sum, or a comparison in words."""
_NUMBERED: Final = re.compile(r"\s*(?:第|[(（]?\d{1,2}(?:[)）、:：.]\s|[)）、]))")


def _unread(text: str, read: Set[int]) -> Iterator[int]:
    """The line of each number that stands alone and was not ``read``."""
    start = 0
    for number, line in enumerate(text.split("\n"), 1):
        begun = _NUMBERED.match(line)
        for one in _LONE.finditer(line, begun.end() if begun else 0):
            if start + one.start() not in read:
                yield number
        start += len(line) + 1


# --- What a text claims


@dataclass(frozen=True)
class _Claim:
    """Sums that are said to be equal, and what they are said to be: ``label``, in the ``clause``,
    with what the line says ``before``; without sums, it only says what is spoken of.

    ``equation``: whether an = says so. ``symbolic``: whether the label is a sum itself.
    ``listed``: its place among the numbers of a clause, and how many they are.
    """

    line: int
    label: str
    clause: str
    before: str
    sums: tuple[TypedSum, ...]
    equation: bool = False
    symbolic: bool = False
    listed: tuple[int, int] = (0, 1)
    unclear: tuple[TypedSum, ...] = field(default=())


_OF_COLUMN: Final = ("gain", "ratio", "info", "after")
_OPERATION: Final = re.compile(r"^\s*[-+*/]|[-+*/]\s*$|[*/+]|\s-\s")
_STATED: Final = re.compile(
    r"(?::|\b(?:is|was|be|equals|equal to)|为|是|等于)\s*(?:about|approximately|only|约)?\s*$",
    re.IGNORECASE,
)
"""Before a number that is said to be what the label names: the gain of Wind is 0.048."""
_FOLLOWS: Final = re.compile(r"\s*(?:bits? )?(?:is the|for|of|at|是)\b", re.IGNORECASE)
"""After a number that stands before its name: 0.152 for Humidity."""
_GOES_ON: Final = re.compile(r"\s*(?:minus|less|times|plus|divided|over|[-+*/]|减|加|乘|除)")
_CUT: Final = re.compile(
    r"(?:[<>]=?|≤|≥|⩽|[大小高低多少]于(?:或?等于)?|[超不未]过|"
    r"\b(?:above|below|over|under|than|at most|at least)\b(?: or equal to)?)\s*\d",
    re.IGNORECASE,
)
_OF_CUT: Final = re.compile(r"[<>≤≥⩽]=?\s*$")
"""Before a number that only bounds another."""
_NATS: Final = re.compile(r"\bnat|奈特|log_?\(?e|(?<![a-z])ln(?![a-z])", re.IGNORECASE)


_OF_ONE: Final = re.compile(r"\(\s*[SDTY]\s*,")
"""Of a whole node, split by what follows: Gini(D, A = a)."""
_BRANCH: Final = re.compile(r"\b(?:left|right|branch)\b|分支|[左右](?:边|侧|子)", re.IGNORECASE)
_IN_ORDER: Final = re.compile(r"分别|依次|\brespectively\b", re.IGNORECASE)
_DENIED: Final = re.compile(
    r"\b(?:suppose|assume|were|would|not|never|instead|wrong|mistaken)\b|假[设如]|不[是为等]|并非|[错误]",
    re.IGNORECASE,
)
"""What a clause does not say to be so."""


def _headline(recipe: Recipe) -> str:
    return ROLES.get(scores.headline(recipe), "gain")


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
            found = [*_of_clause(number, plain, (start, end), inside, last)]
            for claim in found or [_Claim(number, "", plain[start:end], "", ())]:
                last = claim if claim.sums else last
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
            yield _Claim(line, head, clause, before, tuple(chain), True, symbolic, unclear=unclear)
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
    before, many = place[0], [one for one in sums if one.decimals]
    for one, after in zip(sums, [*(one.start for one in sums[1:]), place[1]], strict=False):
        label = plain[before : one.start]
        if _OF_CUT.search(label):
            continue
        before, stated = one.end, False
        if _FOLLOWS.match(plain[one.end : after]) and not kind_of(label):
            label, before = plain[one.end : after], after
        else:
            stated = bool(_STATED.search(label)) and not _GOES_ON.match(plain[one.end :])
        if one.decimals or (stated and kind_of(label)):
            symbolic = bool(_OPERATION.search(_flat(label)))
            listed = (many.index(one), len(many)) if one in many else (0, 1)
            said = plain[: one.start]
            yield _Claim(line, label, clause, said, (one,), stated, symbolic, listed)


# --- What is said of it


class Sure(Enum):
    """How sure it is which number a claim means."""

    NOT = auto()
    SPOKEN = auto()
    """It is of what was spoken of: a known mistake is told."""
    NAMED = auto()
    """Its own words name it: any other number is wrong."""

    @classmethod
    def of(cls, named: bool, kind: str) -> Sure:
        return (cls.NAMED if named else cls.SPOKEN) if kind else cls.NOT


class _Judge:
    """Judges claims in their order: what was written before is what one goes on with."""

    def __init__(self, step: Solution, units: list[float]) -> None:
        self.step, self.units = step, units
        self.written: dict[Named, tuple[float, int]] = {}
        """What was written for a number, and the line if it was wrong, else 0."""
        self.now = Spoken()
        self.spoken: dict[int, Spoken] = {}
        """What was spoken of before each line."""
        self.mistakes = cache(lambda asked: [(*one, one[1].value) for one in asked.mistakes()])
        self.parts: dict[int, set[Named]] = {}
        self.carried: dict[int, tuple[float, int]] = {}
        """By formula, its named parts, and its value from what was written so far."""

    def judged(self, claim: _Claim) -> Judged | None:
        self.spoken.setdefault(claim.line, replace(self.now))
        if not claim.sums:
            columns = self.step.named_columns(claim.clause)
            branches = self.step.branches(claim.clause, columns)
            columns = columns or {column for column, _branch in branches}
            self.now.heads(claim.clause, columns, branches)
            return None
        about, sure = self._about(claim)
        cell = claim.before.lstrip().startswith("|") and not claim.equation
        if cell or _DENIED.search(claim.clause):
            return None
        if self.step.partly(last_sentence(claim.before)):
            return self._added_up(claim)
        found = self._right(claim, about) or self._computed(claim)
        if found is None and sure is not Sure.NOT:
            found = self._mistaken(claim, about)
        if found is None and sure is Sure.NAMED:
            found = self._other(claim, about)
        found = self._summed(claim, found) if found else self._added_up(claim)
        if found is None or (found.mark is Mark.WRONG and self._of_another(claim, found)):
            return None
        if asked := found.asked:
            value, wrong = claim.sums[-1].value, found.mark is Mark.WRONG
            self.written[asked.right] = (value, found.line if wrong else found.since)
            if asked.branch is None:
                place = asked.candidate.column, asked.score
                self.now.written = {**self.now.written, place: value}
            self.carried = {}
        return found

    def _speaks_of(self, columns: set[int], branches: Set[tuple[int, int]] = frozenset()) -> None:
        """Of a column: no more of the rows of one of its branches, unless of ``branches``."""
        if len(columns) == 1:
            self.now.column = columns
            if not branches:
                self.now.scope = {one for one in self.now.scope if one[0] not in columns}

    def _summed(self, claim: _Claim, found: Judged) -> Judged:
        """As judged, unless a right number stands behind a sum that comes to another."""
        asked, total = found.asked if found.mark is Mark.RIGHT else None, self._unequal(claim)
        if asked is None or total is None:
            return found
        wrong = Diagnosis(Mistake.ARITHMETIC, asked.right, Number(total.value))
        return self._as(claim, Mark.WRONG, asked, wrong)

    def _unequal(self, claim: _Claim) -> TypedSum | None:
        """The sum before the number that is written, if it comes to another, in each unit."""
        total, said = claim.sums[-2:-1], claim.sums[-1]
        if not total or total[0].decimals is not None:
            return None
        readings = [*total, *(one for one in claim.unclear if one.start == total[0].start)]
        slack = total[0].slack + 2 * _slack(said)
        values = (one.value * unit for one in readings for unit in self.units)
        return None if any(abs(value - said.value) <= slack for value in values) else total[0]

    def _added_up(self, claim: _Claim) -> Judged | None:
        """Whether a sum of numbers comes to another than is written behind it, whatever it is."""
        total, said = self._unequal(claim), claim.sums[-1]
        if total is None or (said.decimals or 0) < 2:
            return None
        value = Digits(max(said.decimals or 0, 3), more=0).show(total.value)
        says = SUM.with_fields(made=value)
        span = said.start, said.end, claim.line
        return Judged(*span, Mark.WRONG, statement=Statement(*span, False, says, counts=True))

    def _of_another(self, claim: _Claim, found: Judged) -> bool:
        """Whether what is wrong here is right at another step, or of the criterion it names."""
        if found.asked is None or found.said is None:
            return False
        if self.step.other_criterion(claim.before):
            return found.said.mistake in (Mistake.GINI, Mistake.ENTROPY, Mistake.OTHER)
        if role_of(found.asked) == "before" and self.step.weighed.node == ROOT:
            return False
        others = self.step.elsewhere.get(place_of(found.asked), [])
        return self._right(claim, others) is not None

    def _about(self, claim: _Claim) -> tuple[list[Asked], Sure]:
        """The numbers that a claim may mean, and how sure that is."""
        step, label = self.step, claim.label
        kind = kind_of(label)
        if kind and "(" not in label:
            self.now.kind = kind
        kind = kind or ("" if claim.equation else kind_of(claim.clause))
        own = self._listed(claim) or step.named_columns(label)
        named = own or step.named_columns(claim.clause)
        branches = step.branches(label, named)
        beside = step.last_branch(claim.before)
        other = not branches and ("∈" in label or _CUT.search(label))
        if claim.symbolic or other:  # another split than the best
            self._speaks_of(named)
            return [], Sure.NOT
        if branches and _OF_ONE.search(label) and (weighted := self._against_the_rest(branches)):
            return weighted, Sure.of(True, kind)
        if branches and kind in ("", "after", "impurity"):
            columns = {column for column, _branch in branches}
            self._speaks_of(columns, branches)
            if self.now.beyond(columns):
                return [], Sure.NOT
            return self._at(branches), Sure.of(len(branches) == 1, kind_of(label))
        if SUBSET.search(label) or (not beside and _BRANCH.search(claim.before)):
            return [], Sure.NOT
        if kind == "impurity" or (not kind and not named):
            return self._of_impurity(claim, kind, named, beside)
        kind = kind or (self.now.kind if self.now.kind in _OF_COLUMN else _headline(step.recipe))
        columns = named or self.now.column
        others = step.branches(label, set()) or beside or self.now.scope
        if len(columns) != 1 or {column for column, _branch in others} - columns:
            return [], Sure.NOT
        self._speaks_of(columns)
        about = self._of_role({kind}, columns)
        other = isinstance(step.recipe.impurity, Gini) and kind == "gain"
        other = other or any(one.candidate.scores.get("correction") for one in about)
        sure = Sure.of(bool(own) and not other, kind_of(label))
        return about, sure

    def _listed(self, claim: _Claim) -> set[int]:
        """The column of one of several numbers that are given in the order of their columns."""
        place, of = claim.listed
        found = {c: one.start() for p, c in self.step.named if (one := p.search(claim.clause))}
        in_order = sorted(found, key=lambda column: found[column])
        told = of > 1 and len(in_order) == of and _IN_ORDER.search(claim.clause)
        return {in_order[place]} if told else set()

    def _of_impurity(
        self, claim: _Claim, kind: str, named: set[int], beside: set[tuple[int, int]]
    ) -> tuple[list[Asked], Sure]:
        """Of the whole node, of a branch that is spoken of, or of what else has no name."""
        scope = beside or self.now.scope
        if says_whole(claim.label) and not named:
            return self._of_role({"before"}), Sure.of(not scope, kind)
        columns = {column for column, _branch in beside}
        if beside and named <= columns:
            if self.now.beyond(columns):
                return [], Sure.NOT
            alone = claim.equation and self.step.branches(claim.before, columns) == beside
            return self._at(beside), Sure.of(alone, kind)
        if not kind:
            return [], Sure.NOT
        self._speaks_of(named)
        if named:
            return (self._of_role({"after", "info"}, named) if len(named) == 1 else []), Sure.NOT
        if self.now.scope:
            return self._at(self.now.scope), Sure.NOT
        return self._of_role({"before"}), Sure.NOT

    def _against_the_rest(self, branches: set[tuple[int, int]]) -> list[Asked]:
        """Of the two branches of a column that one value is set apart by: Gini(D, A = a)."""
        alone = [c for c, b in branches if len(self.step.values[c, b]) == 1]
        two = [c for c in alone if len(self.step.candidates[c].branch_stats) == 2]
        return self._of_role({"after"}, set(two)) if len(two) == len(branches) == 1 else []

    def _at(self, branches: set[tuple[int, int]]) -> list[Asked]:
        """The impurity of a branch; of several none, for it is not known which is meant."""
        return [
            one
            for one in self.step.asked
            if one.branch is not None and {(one.candidate.column, one.branch)} == branches
        ]

    def _of_role(self, roles: set[str], columns: set[int] | None = None) -> list[Asked]:
        return [
            one
            for one in self.step.asked
            if role_of(one) in roles and (columns is None or one.candidate.column in columns)
        ]

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

    def _computed(self, claim: _Claim) -> Judged | None:
        """Whether it is nothing but a sum, of something that stands in the formulas."""
        total, said = claim.sums[-2:-1], claim.sums[-1]
        if not total or total[0].decimals is not None or re.search(r"[^\W\d_]", claim.label):
            return None
        agrees = abs(total[0].value - said.value) <= total[0].slack + _slack(said)
        right = agrees and any(self._close(claim, value) for value in self.step.parts)
        return self._as(claim, Mark.RIGHT, None) if right else None

    def _mistaken(self, claim: _Claim, about: list[Asked]) -> Judged | None:
        """Whether a known mistake gives it, the nearest one, or its own sum does not."""
        said = claim.sums[-1]
        if said.decimals is not None and said.decimals < 2:  # nearly anything comes to it
            return None
        tries = []
        for asked in about:
            for kind, made, value in self.mistakes(asked):
                if kind is not Mistake.ROUNDED_EARLY and abs(value - asked.right.value) > 1e-9:
                    values = value, self._from_written(made)[0]
                    off = min(abs(self._exactly(claim) - v) for v in values)
                    tries.append((off, asked, kind, made))
        near = [one for one in tries if one[0] <= 1.2 * _slack(said) + 1e-9]
        if near:
            _off, asked, kind, made = min(near, key=lambda one: round(one[0], 9))
            return self._as(claim, Mark.WRONG, asked, Diagnosis(kind, asked.right, made))
        return self._missummed(claim, about)

    def _missummed(self, claim: _Claim, about: list[Asked]) -> Judged | None:
        """Whether the sum that stands before a number is right, and comes to another."""
        total = self._unequal(claim)
        for asked in about if total else ():
            values = asked.right.value, self._from_written(asked.right)[0]
            if total and any(abs(total.value - v) <= total.slack + 1e-9 for v in values):
                made = Number(total.value)
                return self._as(
                    claim, Mark.WRONG, asked, Diagnosis(Mistake.ARITHMETIC, asked.right, made)
                )
        return None

    def _other(self, claim: _Claim, about: list[Asked]) -> Judged | None:
        """Of an equation for one number, which has another value."""
        said = claim.sums[-1]
        if len(about) != 1 or not claim.equation or said.decimals == 0:
            return None
        if abs(said.value - about[0].right.value) <= 2 * _slack(said):
            return None
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


def _slack(said: TypedSum) -> float:
    """How far a number may be off for its rounding: one in its last digit, or half of that where
    this is all that it has; a whole number, not at all."""
    return said.slack * (0.5 if said.decimals == 1 else 1.0) * (1 + 1e-9) + 1e-9
