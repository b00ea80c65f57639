"""The numbers that a step can have, and the names by which a text speaks of them.

Not done here: what a text says of them (``working``, ``statements``).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import Final

from dtcore.formula import Formula, Named, Symbol, walk
from dtcore.growth.recipe import Recipe
from dtcore.model.columns import Schema
from dtcore.policies.impurity import Gini
from dtcore.stepping.evidence import Weighed
from dtcore.words import Sentence
from dttools.teach.diagnosis import Asked

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


_COUNTED: Final = (
    r"(?<![\d.*/^])(?P<n>\d{1,7}) (?:out )?of (?:the |all )?(?P<m>\d{1,7})"
    r" (?:\w+ ){0,3}?[^\w,;]?(?P<c>@)",
    r"(?P<m>\d{1,7})\s*[个条行天]\w{0,4}中[,有]*\s*(?P<n>\d{1,7})\s*[个条行天]?[为是]?[^\w,;]?(?P<c>@)",
    r"(?<![\d.*/^])(?P<n>\d{1,7})\s*[个条行次天人]?\s*(?:样本)?[为是]?[^\w,;]{0,2}(?P<c>@)",
    r"(?P<c>@)[^\w,;]{0,2}(?P<n>\d{1,7})(?![\d./]*\d)",
)
"""How a class @ is counted; m: with all rows."""
_CODED: Final = re.compile(r"(\([^()=]*(?<![A-Za-z])A_?\d{1,2}\s*)=(?=\s*\d+\s*[),])")
_CRITERIA: Final = re.compile(r"(gini|基尼)|(entropy|熵|information gain|信息增益)", re.IGNORECASE)


class Step:
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
        self.steps = [one for one in elsewhere if one.node != weighed.node]
        self.candidates = {c.column: c for c in weighed.candidates if c.split is not None}
        self.columns = {column: schema.columns[column] for column in self.candidates}

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
        for asked in (one for step in self.steps for one in self._numbers(step)):
            result.setdefault(place_of(asked), []).append(asked)
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
    def named(self) -> list[tuple[re.Pattern[str], int]]:
        columns = self.columns.items()
        return [(any_case(word(n)), place) for place, c in columns for n in self.names(c.name)]

    def names(self, name: str) -> list[str]:
        return [name, *self.also.get(name, ())]

    @cached_property
    def _conditions(self) -> list[tuple[re.Pattern[str], tuple[int, int]]]:
        """How a text speaks of each branch, (column, branch)."""
        return [
            (one, at) for at, values in self.values.items() for value in values for one in value
        ]

    @cached_property
    def values(self) -> Mapping[tuple[int, int], list[list[re.Pattern[str]]]]:
        """By branch, how a text speaks of each of its values."""
        result = {}
        for asked in self.asked:
            split = asked.candidate.split
            if asked.branch is not None and split is not None:
                says = split.condition(self.schema, asked.branch)
                result[asked.candidate.column, asked.branch] = [
                    [
                        any_case(_saying(says.operator, n, self.schema.classes))
                        for n in self.names(v)
                    ]
                    for v in says.values
                ]
        return result

    def partly(self, text: str) -> bool:
        """Whether a text names some values of a branch and not all: it may speak of another."""
        for values in self.values.values():
            named = sum(any(one.search(text) for one in value) for value in values)
            if 0 < named < len(values):
                return True
        return False

    @cached_property
    def class_counts(self) -> list[list[re.Pattern[str]]]:
        """How a text counts each class: 9 yes, 9个是; or yes: 9."""
        classes = ["|".join(map(word, self.names(one))) for one in self.schema.classes or ()]
        return [[any_case(form.replace("@", one)) for one in classes] for form in _COUNTED]

    def branch_name(self, column: int, branch: int) -> str:
        split = self.candidates[column].split
        assert split is not None
        return str(split.condition(self.schema, branch))

    def other_criterion(self, text: str) -> bool:
        """Whether a text names another criterion than the recipe's."""
        named = _CRITERIA.findall(text)
        gini = isinstance(self.recipe.impurity, Gini)
        return bool(named) and bool(named[-1][0]) != gini

    @cached_property
    def _equated(self) -> list[re.Pattern[str]]:
        """The = of Outlook = Sunny, after what stands before it."""
        found = []
        for column in self.columns.values():
            name = f"(?:{'|'.join(map(re.escape, self.names(column.name)))})"
            values = [n for level in column.levels or () for n in self.names(level)]
            levels = [re.escape(one) for one in values if not _plain_number(one)]
            if levels:
                any_level = "|".join(sorted(levels, key=len, reverse=True))
                found.append(rf"({name}\s*|(?<=[|_( ]))=(?=\s*(?:{any_level})(?!\w))")
            if column.levels:
                found.append(rf"({name}\s*)=(?=\s*\w+\s*[),:;])")
        return [any_case(pattern) for pattern in found]

    def named_columns(self, label: str) -> set[int]:
        found = {place for pattern, place in self.named if pattern.search(label)}
        numbered = {int(k) - 1 for k in re.findall(r"(?<![A-Za-z])A_?\(?(\d{1,2})", label)}
        return found or (numbered & self.columns.keys())

    def first_named(self, label: str) -> tuple[int, str]:
        """A column that a label names, and by which name."""
        return next((c, found[0]) for p, c in self.called if (found := p.search(label)))

    def branches(self, label: str, columns: set[int]) -> set[tuple[int, int]]:
        """The branches that a label speaks of, (column, branch), of ``columns`` if any."""
        return {where for _end, where in self._spoken(label, columns)}

    def last_branch(self, text: str) -> set[tuple[int, int]]:
        """The branch that a text has come to, with those of other columns that it names within the
        same breath."""
        text = last_sentence(text)
        spoken = self._spoken(text, self.named_columns(text)) or self._spoken(text, set())
        ends = {where[0]: end for end, where in sorted(spoken)}
        return {where for end, where in spoken if end == ends[where[0]]}

    def _spoken(self, text: str, columns: set[int]) -> list[tuple[int, tuple[int, int]]]:
        """Where each branch ends that a text speaks of; none within a longer name."""
        found = [
            (*one.span(), where)
            for pattern, where in self._conditions
            for one in pattern.finditer(text)
            if not columns or where[0] in columns
        ]
        return [
            (end, where)
            for start, end, where in found
            if not any(a <= start and end <= b and (a, b) != (start, end) for a, b, _w in found)
        ]

    @cached_property
    def called(self) -> list[tuple[re.Pattern[str], int]]:
        """Each column by its names and by its number, A3."""
        numbered = ((any_case(rf"(?<![A-Za-z])A_?\(?0*{k + 1}(?!\d)"), k) for k in self.columns)
        return [*self.named, *numbered]

    def masked(self, plain: str) -> str:
        """The text with the = of Outlook = Sunny, or of A1 = 2 within brackets, as another sign:
        nothing is equated there."""
        for pattern in [*self._equated, _CODED]:
            plain = pattern.sub(r"\1∈", plain)
        return plain


def _numeral(part: Formula) -> bool:
    return not isinstance(part, Symbol) and math.isfinite(part.value)


def _plain_number(text: str) -> bool:
    return text.replace(".", "").isdigit()


def last_sentence(text: str) -> str:
    return re.split(r"[;。]|\.\s", text)[-1]


def word(text: str) -> str:
    """As a pattern, on its own where it is of letters that have spaces between words."""
    ascii_word = text[:1].isascii() and text[-1:].isascii()
    pattern = re.escape(text)
    return rf"(?<![A-Za-z0-9]){pattern}(?![A-Za-z0-9])" if ascii_word else pattern


def any_case(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _saying(operator: str, value: str, classes: tuple[str, ...] | None) -> str:
    if operator in "≤>":
        sign = "(?:≤|<=|<|⩽)" if operator == "≤" else "(?:>=?|≥)"
        return rf"{sign}\s*{re.escape(value)}(?![\d.])"
    short = len(value) < 3 if value.isascii() else len(value) < 2
    if short or value in (classes or ()) or _plain_number(value):  # a word of every sentence
        ends = "" if value.isascii() else r"(?=\W|$|[的时天这子分])"
        led = r"[∈_(“\"'|{]\s*\(*|[,、]\s*(?=.*\))"
        begins = "^" if value in (classes or ()) else "(?:^|[;,])"
        return rf"(?:{led}){word(value)}{ends}|{begins}\W*{word(value)}[天时]?\s*:"
    return word(value)


def place_of(asked: Asked) -> tuple[object, ...]:
    """What two numbers have in common that are the same of two nodes."""
    of_node = role_of(asked) == "before"
    return asked.score, None if of_node else asked.candidate.column, asked.branch


def role_of(asked: Asked) -> str:
    if asked.branch is not None:
        return "branch"
    return ROLES.get(asked.score, "gain")


ROLES: Final = {
    "impurity_before": "before",
    "squares_before": "before",
    "impurity_after": "after",
    "squares_after": "after",
    "split_info": "info",
    "gain_ratio": "ratio",
}
