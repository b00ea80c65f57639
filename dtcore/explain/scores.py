"""From evidence to arithmetic: the formula behind every score.

D is the set of rows at the node, D_i the rows of its i-th branch, A the column that is asked
about; D' are the rows at which A is known, where some are not. Each function returns a
``Named`` formula whose value is the engine's number; its named parts (``formula.named``) are
the lines of the working, innermost first. ``claims_of`` is what is claimed of a candidate in words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from dtcore.formula import (
    Count,
    Formula,
    Log,
    Named,
    Number,
    Over,
    Query,
    Raised,
    Sum,
    Symbol,
    replace_parts,
    size,
    sum_of,
)
from dtcore.growth.recipe import Recipe
from dtcore.model.columns import FloatArray, Schema
from dtcore.model.nodes import NodeId, is_pure, predictions, weight_of
from dtcore.model.splits import NOWHERE
from dtcore.policies.impurity import Entropy, ImpurityCriterion, squares_about_mean, squares_of
from dtcore.policies.selection import Claim, Claims, GainAgainstCost, Verdict
from dtcore.stepping.evidence import Candidate, Weighed
from dtcore.words import Sentence

KNOWN: Final = size("D'") / size("D")
SQUARES_OF_BRANCHES: Final = Over("i", Symbol("SS(D_i)"))


def impurity(
    measure: ImpurityCriterion, stats: FloatArray, node: NodeId, centre: float = 0.0
) -> Named:
    """The impurity of a node with statistics (k,); ``centre`` as in the schema."""
    body = measure.formula(stats, Query(node), centre)
    return Named(f"{measure.symbol}(D)", measure.general("D"), body)


def score(
    recipe: Recipe, schema: Schema, weighed: Weighed, candidate: Candidate, name: str
) -> Named:
    """The formula of ``candidate.scores[name]``. Raises KeyError if it has no such score."""
    if name not in candidate.scores:
        raise KeyError(name)
    return _Working(recipe, schema, weighed, candidate).of(name)


def headline(recipe: Recipe) -> str:
    """The name of the score that a recipe's candidates are shown and compared by."""
    return "squares_decrease" if recipe.impurity.numeric else recipe.selection.score


def variance_decrease(schema: Schema, weighed: Weighed, squares: Named) -> Named:
    """ΔSS of a candidate for each row: by how much the variance of the node falls."""
    n = Count(float(weight_of(weighed.stats, schema)), Query(weighed.node))
    return Named("ΔVar", Symbol(squares.symbol) / size("D"), squares / n)


def average_gain(recipe: Recipe, schema: Schema, weighed: Weighed) -> Named | None:
    """The average that C4.5 compares gains with; None if there is none to compare with."""
    if not weighed.counted:
        return None
    counted = [
        _Working(recipe, schema, weighed, c).corrected_gain(label=f"A_{{{c.column + 1}}}")
        for c in weighed.candidates
        if c.column in weighed.counted
    ]
    general = Number(1) / Symbol("m") * Over("j", Symbol("g(D,A_j)"))
    return Named("ḡ", general, sum_of(counted) / Number(len(counted)))


def tests(
    recipe: Recipe, weighed: Weighed, candidate: Candidate
) -> Iterator[tuple[Named, Sentence]]:
    """What the stopping rules compare of ``candidate``, each number with what it is."""
    if candidate.split is not None:
        where = _branch_queries(weighed, candidate)
        for rule in recipe.stopping:
            yield from rule.formulas(candidate.branch_stats, where)


def _branch_queries(weighed: Weighed, candidate: Candidate) -> list[Query]:
    branches = range(len(candidate.branch_stats))
    return [Query(weighed.node, candidate.split, i) for i in branches]


class _Working:
    """The formulas of one candidate, built from each other."""

    def __init__(
        self, recipe: Recipe, schema: Schema, weighed: Weighed, candidate: Candidate
    ) -> None:
        self.recipe, self.measure, self.schema = recipe, recipe.impurity, schema
        self.selection = recipe.selection
        self.weighed, self.candidate = weighed, candidate
        self.here = Query(weighed.node)
        self.n = Count(float(weight_of(weighed.stats, schema)), self.here)
        self.stats, self.where, self.among, self.set = weighed.stats, self.here, self.n, "D"
        if candidate.unknown:  # D' are the rows at which the column is known
            self.stats = candidate.branch_stats.sum(axis=0)
            if not schema.classes:  # squares about means that differ do not add up
                self.stats[2] = candidate.scores["squares_before"]
            self.where = Query(weighed.node, candidate.split)
            self.among = Count(float(weight_of(self.stats, schema)), self.where)
            self.set = "D'"

    def of(self, name: str) -> Named:
        """That of the score of this name, which is the method's."""
        result: Named = getattr(self, name)()
        return result

    def impurity_before(self) -> Named:
        body = self.measure.formula(self.stats, self.where, self.schema.centre)
        return Named(f"{self.measure.symbol}({self.set})", self.measure.general(self.set), body)

    def known_share(self) -> Named:
        return Named("F", KNOWN, self.among / self.n)

    def branches(self) -> list[tuple[int, Count, Query]]:
        """The branches that hold rows: number, weight, and the query for their rows."""
        result = []
        for i, stats in enumerate(self.candidate.branch_stats):
            weight = float(weight_of(stats, self.schema))
            if weight > 0:
                where = Query(self.weighed.node, self.candidate.split, i)
                result.append((i, Count(weight, where), where))
        return result

    def impurity_after(self, label: str = "A") -> Named:
        terms = []
        for i, weight, where in self.branches():
            body = self.measure.formula(self.candidate.branch_stats[i], where, self.schema.centre)
            of = f"D_{{{i + 1}}}"
            general = self.measure.general(of)
            part = Named(f"{self.measure.symbol}({of})", general, body, branch=i)
            terms.append(weight / self.among * part)
        within = Symbol(f"{self.measure.symbol}(D_i)")
        general = Over("i", size("D_i") / size(self.set) * within)
        symbol = f"{self.measure.symbol}({self.set}{'|' if self._entropy else ','}{label})"
        return Named(symbol, general, sum_of(terms))

    def gain(self, label: str = "A") -> Named:
        before, after = self.impurity_before(), self.impurity_after(label)
        symbol = f"g(D,{label})" if self._entropy else f"Δ{self.measure.symbol}"
        general = Symbol(before.symbol) - Symbol(after.symbol)
        decrease = Named(symbol, general, before - after)
        where = _branch_queries(self.weighed, self.candidate)
        gain = self.measure.formula_of_split(self.candidate.branch_stats, where, decrease)
        return self._of_known(gain)

    def _of_known(self, gain: Named) -> Named:
        """A gain over the known rows, times their share of the node if there are others."""
        if not self.candidate.unknown:
            return gain
        inside = replace_parts(gain.body, self._among_known)
        return Named(gain.symbol, KNOWN * gain.general, self.among / self.n * inside)

    def _among_known(self, part: Formula) -> Formula | None:
        """A count of all rows of the node as one of those that the split places."""
        if isinstance(part, Count) and part.query.split is None:
            return Count(part.value, replace(part.query, split=self.candidate.split))
        return None

    def split_info(self) -> Named:
        base = self._base()
        shares = [weight / self.among for _, weight, _ in self.branches()]
        if self.candidate.unknown and self.recipe.missing.in_split_info:
            unknown = Count(self.candidate.unknown, replace(self.where, branch=NOWHERE))
            sizes = [*(weight for _, weight, _ in self.branches()), unknown]
            shares = [size / self.n for size in sizes]
        body = sum_of((share * Log(share, base) for share in shares), sign=-1)
        share = size("D_i") / size("D")
        general = -Over("i", share * Log(share, base))
        return Named("H_A(D)", general, body)

    def tries(self) -> Named:
        return Named("t", Symbol("t"), Number(self.candidate.scores["tries"]))

    def correction(self) -> Named:
        if not self.candidate.scores["correction"]:
            return Named("0", Number(0), Number(0))
        tries = Number(max(self.candidate.scores["tries"], 1.0))
        return Named("c", self._penalty(), Log(tries, self._base()) / self.n)

    def _penalty(self) -> Formula:
        return Log(Symbol("t"), self._base()) / size("D")

    def _base(self) -> int | None:
        """Of the logarithms, 2 unless impurity is in nats."""
        return self.measure.base if isinstance(self.measure, Entropy) else 2

    def corrected_gain(self, label: str = "A") -> Named:
        gain = self.gain(label)
        if not self.candidate.scores.get("correction"):
            return gain
        body = gain - self.correction().body
        general = Symbol(f"g(D,{label})") - self._penalty()
        return Named(f"g'(D,{label})", general, body)

    def gain_ratio(self) -> Named:
        top, bottom = self.corrected_gain(), self.split_info()
        general = Symbol(top.symbol) / Symbol(bottom.symbol)
        return Named("g_R(D,A)", general, top / bottom)

    def cost(self) -> Named:
        return Named("C(A)", Symbol("cost(A)"), Number(self.candidate.scores["cost"]))

    def gain_per_cost(self) -> Named:
        gain = self.gain()
        general = Symbol(gain.symbol) ** 2 / Symbol("C(A)")
        return Named("TS(D,A)", general, gain**2 / self.cost())

    def gain_against_cost(self) -> Named:
        gain, rule = self.gain(), self.selection
        assert isinstance(rule, GainAgainstCost)

        def ratio(gain: Formula, cost: Formula, w: Formula) -> Formula:
            return (Raised(Number(2), gain) - Number(1)) / Raised(cost + Number(1), w)

        general = ratio(Symbol(gain.symbol), Symbol("C(A)"), Symbol("w"))
        return Named("N(D,A)", general, ratio(gain, self.cost(), Number(rule.w)))

    def squares_before(self) -> Named:
        body = squares_of(self.stats, self.where, self.schema.centre)
        return Named(f"SS({self.set})", squares_about_mean(self.set), body)

    def _squares_of_branches(self) -> list[Named]:
        return [
            Named(
                f"SS(D_{{{i + 1}}})",
                squares_about_mean(f"D_{{{i + 1}}}"),
                squares_of(self.candidate.branch_stats[i], where, self.schema.centre),
                branch=i,
            )
            for i, _, where in self.branches()
        ]

    def squares_after(self) -> Named:
        body = sum_of(self._squares_of_branches())
        return Named(f"SS({self.set},A)", SQUARES_OF_BRANCHES, body)

    def squares_decrease(self) -> Named:
        terms = ((1, self.squares_before()), *((-1, p) for p in self._squares_of_branches()))
        general = Symbol(f"SS({self.set})") - SQUARES_OF_BRANCHES
        return Named("ΔSS", general, Sum(terms))

    @property
    def _entropy(self) -> bool:
        return isinstance(self.measure, Entropy)


def claims_of(weighed: Weighed, candidate: Candidate, schema: Schema) -> Claims:
    """The claims about one of the candidates that were ``weighed`` at a node."""
    declared = candidate.verdict.claims
    if Claim.ALLOWED not in declared:
        return declared
    if candidate.gains:
        same = answers_alike(candidate, schema)
        return declared | {Claim.HELPS} | ({Claim.SAME_ANSWER} if same else set())
    return declared if candidate.verdict == Verdict.LOWER else declared | _no_gain(weighed, schema)


def _no_gain(weighed: Weighed, schema: Schema) -> set[Claim]:
    """Where the best candidate gains nothing: that, and whether two columns together may."""
    if is_pure(weighed.stats, schema):
        return {Claim.NO_GAIN, Claim.PURE}
    allowed = [c for c in weighed.candidates if Claim.ALLOWED in c.verdict.claims]
    return {Claim.NO_GAIN, Claim.TOGETHER} if len(allowed) > 1 else {Claim.NO_GAIN}


def answers_alike(candidate: Candidate, schema: Schema) -> bool:
    """Whether all branches with rows predict one class, and the split places every row."""
    if not schema.classes or candidate.unknown:
        return False
    held = candidate.branch_stats[weight_of(candidate.branch_stats, schema) > 0]
    return len(held) > 1 and len(set(predictions(held, schema).tolist())) == 1
