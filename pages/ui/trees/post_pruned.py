"""The rules of a tree as rule post-pruning leaves them, and the tree with what they ask no more."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

import dtcore as dt
from dtcore.explain import pruning
from dtcore.formula import Formula, Named, Number, Sum, named_parts, replace_parts
from dtcore.progress import Progress
from dtshow.scene.tree.section import Overlay, TreePart
from dtshow.words.language import _, ngettext
from dttools import rules as engine
from dttools.evaluation import accuracy
from dttools.printing import Digits
from dttools.rules import AccuracyEstimator, RuleList
from pages.ui.components.stage import tree_look
from pages.ui.shell import cache
from pages.ui.shell.progress import worked_out
from pages.ui.trees.pruning_session import PruningSession
from pages.work.jobs import Job


@dataclass(frozen=True, eq=False)
class RulesFound:
    """The rules as they come from the tree, as they are left, and how many each gets right."""

    judge: AccuracyEstimator
    before: RuleList
    after: RuleList
    right: tuple[tuple[float, float], ...]
    """Of the tree and the rules, the share told right: on training rows, and on held-out rows."""


@dataclass(frozen=True)
class RuleStep:
    """A rule by its place in ``RulesFound.after``, and the number of the look that drops."""

    rule: int
    look: int


def steps_of(found: RulesFound) -> list[RuleStep]:
    """The drops, leaf after leaf of the tree."""
    drops = found.after.drops
    return [RuleStep(i, n) for i in order_at(found, 0) for n in range(len(drops[i]) - 1)]


def order_at(found: RulesFound, k: int) -> list[int]:
    """The rules as they are listed: by their leaves, after the last step as they are asked."""
    drops = found.after.drops
    dropped = sum(len(history) - 1 for history in drops)
    every = range(len(drops))
    return list(every) if k > dropped else sorted(every, key=lambda i: drops[i][0].rule.leaf)


def tree_of(now: PruningSession, found: RulesFound, rule: int, dropped: int) -> TreePart:
    """The tree with the way to the rule's leaf, and what the rule no longer asks on it."""
    history, lesson = found.after.drops[rule], now.start
    asked, leaf = history[dropped].rule.preconditions, history[0].rule.leaf
    gone = {
        leaf[:depth]: _("✂ dropped")
        for depth, condition in enumerate(history[0].rule.preconditions)
        if condition not in asked
    }
    path = {leaf[:depth]: 1.0 for depth in range(len(leaf) + 1) if leaf[: depth - 1] not in gone}
    path[()] = 1.0
    digits = Digits.for_scale(lesson.tree.impurity(()))
    return TreePart(lesson.select(leaf), digits, tree_look(), Overlay(path=path, notes=gone))


def post_pruned(now: PruningSession) -> RulesFound:
    settings, grown = now.settings, now.grown

    def make(tell: Progress) -> RulesFound:
        judge: AccuracyEstimator = engine.Training(
            grown.training, dt.pruning.Limit(settings.cf, settings.z)
        )
        if grown.held_out is not None and settings.judge == "held_out":
            judge = engine.HeldOut(grown.held_out)
        tree = grown.start
        after = engine.post_prune(tree, judge, lambda done, of: tell(done / of, done))
        sets = (rows for rows in (grown.training, grown.held_out) if rows is not None)
        shares = tuple((accuracy(tree, rows), _share(after, rows)) for rows in sets)
        return RulesFound(judge, engine.unpruned(tree), after, shares)

    large = cache.large(grown.training)
    key = ("rules", *now.rows, settings.judge, settings.cf, settings.z)

    def says(work: Job) -> str:
        return ngettext("{n} rule shortened", "{n} rules shortened", work.count)

    result: RulesFound = worked_out(key, make, large, says)
    return result


def _share(rules: RuleList, rows: dt.Dataset) -> float:
    """The share of the rows' weight that the list tells right."""
    names = np.array(rows.schema.classes, object)[rows.target.values]
    return float(rows.weights @ (rules.predict(rows) == names) / rows.weight)


def _half_more(formula: Sum) -> bool:
    """Whether it is e + ½ of an e with many digits."""
    if len(formula.terms) != 2:
        return False
    e, half = formula.parts
    return isinstance(half, Number) and half.value == 0.5 and not float(e.value).is_integer()


def limits_in(formula: Named) -> list[Named]:
    """The limits that a formula multiplies or takes off, each for a line of its own."""
    return [plainly(part) for part in named_parts(formula) if part.symbol == pruning.LIMIT]


def plainly(part: Named) -> Named:
    """A limit with e and z put in as short numbers, for its line is long; of an e that is none,
    e + ½ too."""

    def put_in(inner: Formula) -> Formula | None:
        if isinstance(inner, Sum) and _half_more(inner):
            return Number(inner.value)
        if not isinstance(inner, Named):
            return None
        short = inner.symbol in ("e", pruning.DEVIATIONS)
        return Number(inner.value) if short else replace_parts(inner.body, put_in)

    if part.symbol != pruning.LIMIT:
        return part
    return replace(part, body=replace_parts(part.body, put_in))
