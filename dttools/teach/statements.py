"""What a working says in words, judged: counts of classes, orders of scores, the column chosen.

Each is right or wrong only where it is certain what is meant: counts where every class has one,
orders of two numbers or of two columns, a choice that is drawn as a conclusion. Not done here: the
numbers that are worked out (``working``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from dtcore.explain import scores
from dtcore.model.columns import FloatArray
from dtcore.model.nodes import ROOT
from dtcore.policies.impurity import Gini
from dtcore.policies.selection import Verdict
from dtcore.stepping.evidence import Weighed
from dtcore.words import Sentence, number
from dttools.teach.step_numbers import Step
from dttools.teach.typed_numbers import plain_text, typed_sums


@dataclass(frozen=True)
class Statement:
    """From ``start`` to ``end`` of the text; ``right``: None if it is not certain; ``says``: what
    is so, of one that is not right; ``counts``: it is one of the numbers."""

    start: int
    end: int
    line: int
    right: bool | None
    says: Sentence | None = None
    counts: bool = False


@dataclass
class Spoken:
    """What a text has come to: a ``column``; ``under`` the heading of which; the ``scope``:
    branches (column, branch) whose rows alone may be meant; a ``kind`` of number; and what was
    ``written`` for the scores, (column, score)."""

    column: set[int] = field(default_factory=set)
    under: set[int] = field(default_factory=set)
    scope: set[tuple[int, int]] = field(default_factory=set)
    kind: str = ""
    written: Mapping[tuple[int, str], float] = field(default_factory=dict)

    def heads(self, clause: str, columns: set[int], branches: set[tuple[int, int]]) -> None:
        """What is spoken of after words that state no number: these ``columns`` and ``branches``.
        Under the heading of a column its branches follow each other; elsewhere one may lie within
        the other."""
        kept = {one for one in self.scope if one[0] not in columns}
        if len(branches) == 1:
            kept = {one for one in kept if one[0] not in self.under}
            self.scope = branches if says_whole(clause) else kept | branches
        elif says_whole(clause):
            self.scope = set()
        elif len(columns) == 1:
            self.scope = set() if {column for column, _b in self.scope} <= self.under else kept
            self.under = set() if _HENCE.search(clause) else columns
        if len(columns) == 1:
            self.column = columns
        self.kind = kind_of(clause) or self.kind

    def beyond(self, columns: set[int]) -> bool:
        """Whether the rows of a branch of another column may be meant."""
        return bool({column for column, _branch in self.scope} - columns)


CHOSEN: Final = Sentence("{column} is not the best split at this step.")
COUNTS: Final = {
    (False, True): Sentence("Rows at this node: {n}."),
    (False, False): Sentence("Rows of class {name} at this node: {n}."),
    (True, True): Sentence("Rows at {branch}: {n}."),
    (True, False): Sentence("Rows of class {name} at {branch}: {n}."),
}
"""By whether it is of a branch, and of all its rows."""
ORDER: Final = Sentence("The right order is {one} {sign} {other}.")


def statements(
    step: Step, text: str, spoken: Mapping[int, Spoken], judged: Sequence[int]
) -> Iterator[Statement]:
    """All of a text, by what was ``spoken`` of before each line; numbers are ``judged`` on these
    lines."""
    start, last = 0, Spoken()
    choices = _Choices(step)
    for line, said in enumerate(text.split("\n"), 1):
        last = spoken.get(line, last)
        plain = step.masked(plain_text(said))
        for found in (_counts(step, plain, last), _orders(step, plain, last)):
            for first, end, right, says, counts in found:
                yield Statement(start + first, start + end, line, right, says, counts)
        stated = sum(one <= line for one in judged)
        for first, end, right, says in choices.of(said, plain, (line, stated), last):
            yield Statement(start + first, start + end, line, right, says)
        start += len(said) + 1


_Found = tuple[int, int, bool | None, Sentence | None, bool]


# --- What words name


_KINDS: Final = (
    ("ratio", r"gain[\W_]*ratio|\bGR\b|g_?\(?R|\bratio|增益率|增益比"),
    ("info", r"split[\W_]*(info|entropy)|intrinsic|\b(IV|SI)\b|H_?\(?A\b\)?\("
     r"|(分裂|划分)信息|固有"),
    ("gain", r"gain|\bIG\b|\bg\W?\(|Δ|decrease|reduction|drop|增益|下降|减少"),
    ("after", r"conditional|weighted|\(\s*[SDT]\s*,|remain|after|average"
     r"|\([^()|]*\||条件|加权|划分后|分裂后"),
    ("impurity", r"entropy|\bEn(t|\b|_)|\b[HE](\b|_)|\bI\s*[(_]|info|gini|impurity|\bSS\b"
     r"|squares|varian|熵|基尼|纯度|平方和|方差"),
)  # fmt: skip
"""What a label asks for, the first that it names."""
_NODE: Final = (
    r"\(\s*(?:S|D|T|Y)\s*\)|parent|root|whole|before|\bnode|根|父|整个|总|划分前|分裂前"
    r"|经验熵|\bdata ?set|(?:数据|训练|样本)集"
)
SUBSET: Final = re.compile(
    r"子(?:集|数据|样本|[结节]点|树)|支|\bsub|\b(?:left|right|branch)|(?<![A-Za-z])[DST]_?\(*\d",
    re.I,
)
"""What a label says that is no whole node: 子数据集, D_1."""


def kind_of(label: str) -> str:
    """The first of ``_KINDS`` that a label asks for, "" if none."""
    found = (k for k, words in _KINDS if re.search(words, label, re.I | re.A))
    return next(found, "")


def says_whole(label: str) -> bool:
    """Whether it is of a whole node."""
    return bool(re.search(_NODE, label, re.I | re.A)) and not SUBSET.search(label)


# --- Counts of classes


_BETWEEN: Final = re.compile(r"\s*[个条行天次人]?[\s,、()]*(?:and|和|与|及|而|另外?)?\s*")


def _counts(step: Step, plain: str, spoken: Spoken) -> Iterator[_Found]:
    """Of each run in which every class has a number, or one class and all together."""
    before = 0
    for run in _runs(step, plain):
        led, tail = plain[before : run[0][0]], re.split(r"[;.]", plain[run[-1][1] :])[0]
        name, follows = run[0][3][1], plain[run[0][1] : run[0][1] + 12]
        if name and name not in re.split("[,;]", follows)[0]:  # a class before its number
            led = led.rstrip(" :=").removesuffix(name)
        begins, before = not before, run[-1][1]
        where = step.branches(led, step.named_columns(led))
        certain = len(where) == 1
        if not where and not step.branches(tail, set()):
            where = spoken.scope
        unclear = SUBSET.search(plain) or step.branches(plain, set())
        beyond = len(where) > 1 or spoken.beyond({column for column, _branch in where})
        if beyond or (unclear and not where):
            yield from ((first, end, None, None, True) for first, end, _n, _k in run)
            continue
        if where:
            ((column, branch),) = where
            right = step.candidates[column].branch_stats[branch]
        else:
            right = step.weighed.stats
            begins = begins and not re.search(r":\s*$", led) and not step.named_columns(led)
            all_rows = sum(n for *_place, n, _k in run) == right.sum()
            certain = all_rows or says_whole(led) or (begins and not spoken.column)
        yield from _judged_counts(step, run, right, where, certain)


def _judged_counts(
    step: Step, run: list[_Count], right: FloatArray, where: set[tuple[int, int]], certain: bool
) -> Iterator[_Found]:
    """``where``: the branch; of none, what is so of another step's node is not wrong."""

    def true(stats: FloatArray, k: int) -> float:
        return float(stats.sum() if k == ALL else stats[k])

    nodes = [right, *([] if where else [one.stats for one in step.steps])]
    agrees = [all(n == true(stats, k) for *_place, n, (k, _name) in run) for stats in nodes]
    sure = agrees[0] or (certain and not any(agrees))
    branch = step.branch_name(*next(iter(where))) if where else ""
    for first, end, n, (k, name) in run:
        words, so = COUNTS[bool(where), k == ALL], true(right, k)
        says = Sentence(words.template, branch=branch, n=number(so), name=name)
        yield first, end, (n == so if sure else None), (None if n == so else says), True


_Count = tuple[int, int, int, tuple[int, str]]
"""Where a number begins and ends, the number, and its class, as it is written, or ALL."""
ALL: Final = -1


def _runs(step: Step, plain: str) -> Iterator[list[_Count]]:
    for forms in step.class_counts:
        found = sorted(
            ((one, k) for k, form in enumerate(forms) for one in form.finditer(plain)),
            key=lambda one: one[0].start(),
        )
        runs, at = [], 0
        while at < len(found):
            several = found[at : at + (1 if "m" in found[at][0].groupdict() else len(forms))]
            each = [one for one, _k in several]
            joined = all(_BETWEEN.fullmatch(plain[a.end() : b.start()]) for a, b in pairwise(each))
            whole = len({k for _one, k in several}) == len(forms) or "m" in each[0].groupdict()
            if joined and whole:
                counts = [(*one.span(g), int(one[g]), (k, one["c"]) if g == "n" else (ALL, ""))
                          for one, k in several for g in one.groupdict() if g != "c"]  # fmt: skip
                runs.append(sorted(counts))
            at += len(several) if joined and whole else 1
        if runs:
            yield from runs
            return


# --- Orders


_IN_WORDS: Final = {
    ">": re.compile(r"[大高多]于|\bis (?:greater|larger|higher|more) than\b"),
    "<": re.compile(r"[小低少]于|\bis (?:less|smaller|lower) than\b"),
}
_SIGN: Final = re.compile(r"(?<![-=<>!])(<=|>=|[<>≤≥])(?![-=<>])")


def _orders(step: Step, plain: str, spoken: Spoken) -> Iterator[_Found]:
    """Of each sign between two numbers, or two columns that are compared by a score."""
    for mark, words in _IN_WORDS.items():
        for said in {one[0] for one in words.finditer(plain)}:
            plain = plain.replace(said, mark.ljust(len(said)))
    for clause in re.finditer(r"(?:\([^()]*\)|[^,;])+", plain):
        signs = [*_SIGN.finditer(plain, *clause.span())]
        ends = [clause.start(), *(p for one in signs for p in one.span()), clause.end()]
        operands = [plain[a:b] for a, b in zip(ends[::2], ends[1::2], strict=True)]
        columns = [step.named_columns(one) for one in operands]
        for sign, (k, one) in zip(signs, enumerate(operands[:-1]), strict=True):
            found = _compared(sign[0], _value(one), _value(operands[k + 1]))
            pair = columns[k], columns[k + 1]
            both = one + operands[k + 1]
            plainly = "∈" not in both and not step.branches(both, set())
            if all(len(c) == 1 for c in pair) and plainly:
                named = step.first_named(one), step.first_named(operands[k + 1])
                score = _score(step, plain, operands[k : k + 2], spoken)
                by_name = score and _by_score(
                    step, sign[0], named, score, spoken, set().union(*columns)
                )
                if found is None or found[0]:
                    found = by_name or (None, None)
            if found is not None:
                yield *sign.span(), found[0], found[1], False


def _value(operand: str) -> float | None:
    """The number that an operand comes to: it ends with it, or it is one with words after it."""
    sums = typed_sums(operand)
    led = operand[: sums[-1].start] if sums else ""
    if sums and not operand[sums[-1].end :].strip(" )") and led.count("(") <= led.count(")"):
        return sums[-1].value
    return sums[0].value if sums and not operand[: sums[0].start].strip(" (") else None


def _compared(
    sign: str, a: float | None, b: float | None
) -> tuple[bool | None, Sentence | None] | None:
    if a is None or b is None:
        return None
    right = _holds(sign, a, b)
    return right, None if right else _other_sign(f"{a:g}", f"{b:g}", a, b)


def _holds(sign: str, a: float, b: float) -> bool:
    return (
        a == b
        if a == b and sign in ("<=", ">=", "≤", "≥")
        else (a > b) == (sign[0] in ">≥") and a != b
    )


def _other_sign(one: str, other: str, a: float, b: float) -> Sentence:
    sign = "=" if a == b else ">" if a > b else "<"
    return Sentence(ORDER.template, one=one, sign=sign, other=other)


def _score(step: Step, plain: str, operands: list[str], spoken: Spoken) -> str:
    """The score that columns are compared by, "" if it is not certain."""
    kinds = {kind_of(one) for one in operands} - {""}
    kind = next(iter(kinds)) if len(kinds) == 1 else kind_of(plain) or spoken.kind
    if not kind and not isinstance(step.recipe.impurity, Gini):  # of which the least is best
        return scores.headline(step.recipe)
    if step.other_criterion(plain) or (not kinds and kind == "after"):
        return ""
    return {"gain": "gain", "ratio": "gain_ratio", "after": "impurity_after"}.get(kind, "")


def _by_score(
    step: Step,
    sign: str,
    named: tuple[tuple[int, str], tuple[int, str]],
    score: str,
    spoken: Spoken,
    chain: set[int],
) -> tuple[bool | None, Sentence | None] | None:
    """By the scores of two columns, (column, name), unless what was written says otherwise."""
    pair, names = (named[0][0], named[1][0]), (named[0][1], named[1][1])
    if spoken.scope and not {column for column, _branch in spoken.scope} & chain:
        return None
    a, b = (_scores(step.weighed, column, score) for column in pair)
    if all(abs(x - y) > 1e-9 and _holds(sign, x, y) for x, y in zip(a, b, strict=True)):
        return True, None
    c, d = (
        spoken.written.get((column, score), one[0])
        for column, one in zip(pair, (a, b), strict=True)
    )
    if any(abs(x - y) < 1e-9 or _holds(sign, x, y) for x, y in [*zip(a, b, strict=True), (c, d)]):
        return None
    for one in step.steps if spoken.scope or step.weighed.node != ROOT else ():
        if all(_scores(one, column, score) for column in chain):
            x, y = (_scores(one, column, score)[0] for column in pair)
            if _holds(sign, x, y):
                return None
    return False, _other_sign(*names, a[0], b[0])


def _scores(weighed: Weighed, column: int, score: str) -> list[float]:
    """A column's score, and what it may be called as well."""
    found = next((c.scores for c in weighed.candidates if c.column == column and c.split), {})
    others = [found["corrected_gain"]] if score == "gain" and "corrected_gain" in found else []
    if score not in found:
        return []
    return [found[score], *(others or [found[score]])]


# --- The column that is chosen


_CHOOSE: Final = re.compile(
    r"(?:(?<![不没])选[择取用定]?|(?<!not )\b(?:choose|select|pick|take)"
    r"|根[结节]?点?(?:应该?)?[是为选用][择取用]?|\broot (?:node )?(?:is|should be|must be)"
    r"|最[优佳好](?:划分|分裂|切分)?(?:特征|属性|问题|点)?[是为:：]"
    r"|\bbest (?:attribute|feature|column|question|split) is)"
    r"(?:\s|\bthe\b|\b(?:attribute|feature|column)\b|特征|属性|[“‘\"'*`])*",
    re.IGNORECASE,
)
_TAKEN: Final = r"[”’\"'*`]*\s*(?:被选|作为根|作根|is (?:chosen|selected)|becomes the root)"
_HENCE: Final = re.compile(
    r"所以|因此|因而|故|于是|∴|最[大高优佳好]|作为|被选作|根[结节]?点?(?:应该?)?[是为选用]"
    r"|as (?:the )?root|becomes the root|\broot (?:node )?(?:is|should be|must be)"
    r"|\b(?:so|hence|thus|therefore|largest|highest|best|most)\b",
    re.IGNORECASE,
)
_LEADS: Final = re.compile(
    r"增益(?P<zh>率|比)?(?:值)?最[大高]|\b(?:largest|highest|greatest) (?:information )?gain"
    r"(?P<en> ratio)?",
    re.IGNORECASE,
)
"""What a line says of the one column that it names."""
_IF: Final = re.compile(
    r"[若吗？?]|如果|假如|不是|并非|\b(?:if|would|when|instead|not|second|third)\b", re.IGNORECASE
)
_THEN: Final = re.compile(r"\b(?:then|next)\b|然后|接着|接下来|其次|下一|再", re.IGNORECASE)
_MOST: Final = re.compile(
    r"[^，,。;；]*(?:最[大高优佳好]|\b(?:largest|highest|greatest|best|most)\b)", re.IGNORECASE
)
"""A clause that says which column is best."""
_ROOT: Final = re.compile(r"根|\broot\b", re.IGNORECASE)


class _Choices:
    """Of the columns that lines conclude on the first, and what is said on in the same breath; of
    others those that win at no step though the line judges a number of this one."""

    def __init__(self, step: Step) -> None:
        self.step = step
        self.here = winners(step.weighed)
        self.anywhere = self.here.union(*map(winners, step.steps))
        self.last = 0, 0
        """The line of the one before, and how many numbers were judged until then."""

    def of(
        self, said: str, plain: str, at: tuple[int, int], spoken: Spoken
    ) -> Iterator[tuple[int, int, bool, Sentence | None]]:
        moved = spoken.scope or self.step.branches(plain, set())
        choice = None if moved or not self.here else _choice(self.step, said)
        if choice is None:
            return
        (column, start, end), (line, stated), (before, known) = choice, at, self.last
        goes_on = before == line - 1 and stated == known and not _THEN.search(said)
        first, self.last = not before or goes_on, at
        root = self.step.weighed.node == ROOT
        certain = (first and (root or stated > 0)) or (root and bool(_ROOT.search(said)))
        if column in self.here:
            if certain:
                yield start, end, True, None
            return
        best = map(self.step.named_columns, _MOST.findall(said[:start]))
        led = any(self.here & named and column not in named for named in best)
        if certain or led or (column not in self.anywhere and (first or stated > 0)):
            yield start, end, False, CHOSEN.with_fields(column=said[start:end])


def winners(weighed: Weighed) -> set[int]:
    best = Verdict.WINS, Verdict.TIED
    return {one.column for one in weighed.candidates if one.verdict in best}


def _choice(step: Step, line: str) -> tuple[int, int, int] | None:
    """The column that a line concludes on, and where its name begins and ends."""
    if not _HENCE.search(line) or _IF.search(line):
        return None
    for word in _CHOOSE.finditer(line):
        for pattern, column in step.called:
            if found := pattern.match(line, word.end()):
                return column, found.start(), found.end()
    for pattern, column in step.called:
        if (found := pattern.search(line)) and re.match(_TAKEN, line[found.end() :], re.IGNORECASE):
            return column, found.start(), found.end()
    led = _LEADS.search(line)
    ratio = led and bool(led["zh"] or led["en"])
    if led is None or ratio != (scores.headline(step.recipe) == "gain_ratio"):
        return None
    if isinstance(step.recipe.impurity, Gini) and step.other_criterion(line):
        return None
    named = step.named_columns(line)
    for pattern, column in step.named if len(named) == 1 else ():
        if found := pattern.search(line):
            return column, found.start(), found.end()
    return None
