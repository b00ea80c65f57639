"""How the rows that a node's question could not place were sent on, row by row, and the totals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import dtcore as dt
from dtcore.growth import MissingRouting
from dtcore.model import NOWHERE, NodeRows, Surrogate, number
from dtshow.lesson.lesson import Lesson
from dtshow.scene import blocks
from dtshow.scene.blocks import Block
from dtshow.words import number_format
from dtshow.words.language import _, sentence
from dtshow.words.markdown import literal

MOST: Final = 50
"""Of the rows that were sent on no more than this are listed; the totals count all."""


def sent(lesson: Lesson, opened: bool) -> Iterator[Block]:
    """A line where the selected node has such rows, and their list when it is opened."""
    split = lesson.tree[lesson.node].split
    if split is None or not _may_lack(lesson):
        return
    if split.missing != NOWHERE:
        yield blocks.say("sent_own", _own(lesson, split.missing), "quiet")
    result = dt.missing_routing(lesson.dataset, lesson.tree, lesson.node)
    if not len(result.rows):
        return
    text = _("Where {rows} with a missing cell went").format(
        rows=number_format.rows_count(
            lesson.dataset.rows_in(NodeRows(result.rows, result.weights)).sum()
        )
    )
    yield blocks.switch("sent", "sent", text, opened)
    if opened:
        yield blocks.say("sent_rule", _rule(lesson, result), "quiet")
        yield _totals(lesson, result)
        yield from _listed(lesson, result)


def _may_lack(lesson: Lesson) -> bool:
    """Whether the question may leave rows without a branch: quick, for every other node. Of rows
    that are only counted, none is without one."""
    split = lesson.tree[lesson.node].split
    assert split is not None
    some = split.column in lesson.dataset.gappy or isinstance(split, dt.Subset)
    return some and not lesson.dataset.counted


def _own(lesson: Lesson, branch: int) -> str:
    """Where missing counts as a value, the question itself places these rows."""
    split = lesson.tree[lesson.node].split
    assert split is not None
    text = _("Missing counts as its own value here: such rows go to {branch}.")
    condition = number_format.told(split.condition(lesson.tree.schema, branch))
    return text.format(branch=literal(condition, 80))


def _rule(lesson: Lesson, found: MissingRouting) -> str:
    """The policy in a sentence."""
    policy = lesson.tree.missing
    if isinstance(policy, dt.Surrogates) and not found.surrogates:
        policy = dt.MajorityBranch()
    return sentence(policy.reason)


def _totals(lesson: Lesson, found: MissingRouting) -> Block:
    """What the question placed and what was sent add up to the branches."""
    sums = found.parts.sum(axis=0)
    together = zip(_branches(lesson), found.placed, sums, strict=True)
    rows = [[name, _weight(at), _weight(of), _weight(at + of)] for name, at, of in together]
    total = _("total weight") if lesson.tree.schema.weighs else _("total")
    return blocks.table("sent_totals", [_("Branch"), _("placed"), _("sent"), total], rows)


def _listed(lesson: Lesson, found: MissingRouting) -> Iterator[Block]:
    """The rows by number, each with its weight here and the part that each branch got."""
    heads = [_("Row"), _("weight"), *_branches(lesson)]
    heads += [_("decided by")] if found.surrogates else []
    yield blocks.table("sent_rows", heads, list(_rows(lesson, found)))
    if len(found.rows) > MOST:
        first = _("The first {shown} of {all} are listed; the totals count all.")
        text = first.format(shown=f"{MOST:,}", all=f"{len(found.rows):,}")
        yield blocks.say("sent_more", text, "quiet")


def _rows(lesson: Lesson, found: MissingRouting) -> Iterator[list[str]]:
    told = [_teller(lesson, found.surrogates[i]) for i in range(len(found.surrogates))]
    for k, row in enumerate(found.rows[:MOST]):
        weight = found.weights[k]
        shares = [_weight(part / weight) if part else "" for part in found.parts[k]]
        by = found.teller[k] if found.surrogates else -1
        teller = [told[by] if by >= 0 else _("largest branch")] if found.surrogates else []
        yield [str(int(row) + 1), _weight(weight), *shares, *teller]


def _branches(lesson: Lesson) -> list[str]:
    split, schema = lesson.tree[lesson.node].split, lesson.tree.schema
    assert split is not None
    return [
        number_format.told(split.condition(schema, branch)) for branch in range(split.arity(schema))
    ]


def _teller(lesson: Lesson, surrogate: Surrogate) -> str:
    """The other question, its left side first, and how often it agrees with this one."""
    schema = lesson.tree.schema
    name = schema.columns[surrogate.split.column].name
    if isinstance(surrogate.split, dt.Threshold):
        operator = ">" if surrogate.turned else "≤"
        text = f"{name} {operator} {number_format.value(surrogate.split.condition(schema, 0))}"
    else:
        sides = number_format.sides(surrogate.split, schema).split(" | ")
        text = f"{name}{_(': ')}{' | '.join(reversed(sides) if surrogate.turned else sides)}"
    return _("{question}, agrees {share}").format(
        question=text, share=number_format.share(surrogate.agreement)
    )


def _weight(value: float) -> str:
    return number(round(float(value), 4))
