"""The selected node: its own numbers, each opened; how many rows hold its split; how the rows that
its question could not place were sent on; and the buttons that decide at it by hand, none where
they would change nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import dtcore as dt
from dtcore.explain import nodes
from dtcore.explain.nodes import Explanation
from dtcore.growth import ErrorComparison, MissingRouting
from dtcore.model import NOWHERE, ROOT, NodeRows, Split, Surrogate, number
from dtcore.stepping import Candidate
from dtshow.lesson import answers, narration
from dtshow.lesson.lesson import Lesson
from dtshow.scene import blocks
from dtshow.scene.blocks import Block, Button, buttons, say, switch, table
from dtshow.scene.grow.candidates import touchable
from dtshow.scene.grow.look import GrowLook, Held
from dtshow.scene.sums import Line
from dtshow.words import number_format
from dtshow.words.language import _, joined, ngettext, sentence
from dtshow.words.markdown import literal, one_line
from dttools.printing import Digits
from dttools.teach import Scores, SplitSupport

MOST_CLASSES = 8
"""The shares of no more classes than this are listed; the others stand in the impurity."""
MOST_LEAVES = 16
WHOLE = ("right", "explained")
"""What a finished tree comes to, shown with its sum at the root."""
MOST_LISTED: Final = 8
"""Rows."""
TAKE, LEAF = "take", "leaf"
MOST_SENT: Final = 50
"""Of the rows that were sent on no more than this are listed; the totals count all."""


def node_view(lesson: Lesson, digits: Digits, look: GrowLook) -> Iterator[Block]:
    """The question that the numbers answer, and a line for each of them."""
    yield say("node_question", _question(lesson))
    lines = node_lines(lesson, look)
    if lines:
        yield touchable(lesson, lines, digits, look) | {"key": "node_numbers"}
        if weights := narration.weights_decide(lesson.tree.schema):
            yield say("node_weights", literal(weights, 400), "quiet")
        if lesson.seen or look.more:  # a first visit has few controls
            yield switch("more", "more", _("More about this node"), look.more)
        if back := answers.geometric(lesson, lesson.node):
            yield say("node_back", literal(back, 300), "quiet")
    else:
        text = _("No rows reach this node, so there is nothing to count.")
        yield say("node_numbers", text, "quiet")


def node_lines(lesson: Lesson, look: GrowLook) -> list[Line]:
    """What it comes to alone, unless one wants to know ``more``."""
    return [line for line in _lines(lesson) if look.more or line.result]


def _question(lesson: Lesson) -> str:
    if lesson.recipe.impurity.numeric:
        question = _("**How far are these rows from their mean {target}?**")
        return question.format(target=literal(lesson.dataset.target.name))
    return _("**How mixed are these rows?**")


def _lines(lesson: Lesson) -> Iterator[Line]:
    result = list(nodes.of_node(lesson.recipe, lesson.tree, lesson.node))
    first = [o for o in result if o.name == "impurity"]
    for opened in first + [o for o in result if o.name != "impurity"]:
        if opened.name != "share" or (opened.part or 0) < MOST_CLASSES:
            yield Line(opened.formula, _says(lesson, opened), result=opened in first)
    step = lesson.step
    if step is not None and isinstance(step.evidence, ErrorComparison):
        before = lesson.timeline.state_at(lesson.timeline.steps.index(step)).tree
        yield from _long(nodes.of_collapse(before, step.evidence), lesson)
    if lesson.node == ROOT and lesson.finished:
        yield from _long(nodes.of_tree(lesson.tree), lesson)


def _long(found: Iterator[Explanation], lesson: Lesson) -> Iterator[Line]:
    """Sums over leaves, left out where there are too many to write."""
    if lesson.tree.leaves <= MOST_LEAVES:
        for opened in found:
            yield Line(opened.formula, _says(lesson, opened), result=opened.name in WHOLE)


def _says(lesson: Lesson, opened: Explanation) -> str:
    """What a number is, in a few words."""
    losses, weighs = lesson.tree.schema.leaf_rule.loss, lesson.tree.schema.weighs
    names = {
        "impurity": narration.impurity_name(lesson.recipe),
        "weight": _("share of all weight") if weighs else _("share of all rows"),
        "wrong": _("rows a leaf here would misclassify"),
        "mean": _("prediction of a leaf here"),
        "squares": _("sum of squares"),
        "leaf": _("cost as a leaf") if losses else _("wrong as a leaf"),
        "subtree": _("cost as a subtree") if losses else _("wrong as a subtree"),
        "right": _("rows the tree classifies correctly"),
        "explained": _("share of the variance that the tree explains"),
    }
    if opened.name == "share":
        return str(lesson.tree.schema.classes[opened.part or 0])
    unit = narration.unit_name(lesson.recipe) if opened.name == "impurity" else ""
    return f"{names[opened.name]} · {unit}" if unit else names[opened.name]


def holding(lesson: Lesson, look: GrowLook, digits: Digits) -> Iterator[Block]:
    """Nothing where no question wins, or the rows are elsewhere; the switch alone where nobody
    asks."""
    if lesson.dataset.counted or not lesson.seen or lesson.evidence.winner is None:
        return
    label = _("How many rows hold this split?")
    yield switch("holding", "holding", label, look.holding)
    if not look.holding:
        return
    if look.held.found is None:
        yield say("held", look.held.trouble or _("Taking out rows…"), "info")
        return
    found = look.held.found
    yield say("held", _support(lesson, found, digits))
    if found.instead is not None:
        yield _held_rows(lesson, found, found.instead)
        label = ngettext("Grow without it", "Grow without them", len(found.rows))
        yield buttons("held_on", [Button("without", label, "split")])


def why_lit(lesson: Lesson, held: Held) -> str:
    """What is special about ``held.rows``; plain text."""
    if held.found is None or held.found.instead is None:
        return ""
    text = _("without them, {column} is best")
    return text.format(column=lesson.dataset.columns[held.found.instead].name)


def _support(lesson: Lesson, found: SplitSupport, digits: Digits) -> str:
    winner = _column(lesson, found.winner)
    if found.instead is None:
        return _none(found)
    instead, n = _column(lesson, found.instead), len(found.rows)
    return joined(
        _before(found, winner, instead, digits),
        _after(found, instead, digits),
        _least(found) if n > 1 else "",
        "" if lesson.node == ROOT else _("Splits above this node may change, too."),
    )


def _column(lesson: Lesson, column: int) -> str:
    return literal(lesson.dataset.columns[column].name, 40)


def _none(found: SplitSupport) -> str:
    if found.least is None:
        return _("No other column is best, whichever rows are taken out.")
    if found.least == 1:
        return _(
            "No other column is best, whichever of the rows tried are taken out; not all rows were "
            "tried."
        )
    text = _("Take out any {n} rows: no other column is best. Not every larger set was tried.")
    return text.format(n=found.least - 1)


def _before(found: SplitSupport, winner: str, instead: str, digits: Digits) -> str:
    """By how much the winner wins; nothing where the other is not compared."""
    lead = _lead(found.before, digits)
    if lead is None:
        return ""
    text = _("**{winner}** ties with **{column}** and comes first in the table.")
    if lead:
        text = _("**{winner}** is best, ahead of **{column}** by {lead}.")
    return text.format(winner=winner, column=instead, lead=lead)


def _after(found: SplitSupport, instead: str, digits: Digits) -> str:
    rows = ngettext("this row", "these {n} rows", len(found.rows))
    lead = _lead(found.after, digits)
    if lead is None:
        text = _("Take {rows} away and **{column}** is best.")
    elif not lead:
        text = _("Take {rows} away and they tie: **{column}** comes first in the table.")
    else:
        text = _("Take {rows} away and **{column}** is best, ahead by {lead}.")
    return text.format(rows=rows, column=instead, lead=lead)


def _lead(scores: Scores | None, digits: Digits) -> str | None:
    """By how much one of the two is ahead, as their scores are shown; "" if they tie, None if one
    is ruled out."""
    if scores is None or scores.winner is None or scores.instead is None:
        return None
    low, high = sorted((scores.winner, scores.instead))
    return "" if scores.tied else digits.apart(high, low).less(high, low)


def _least(found: SplitSupport) -> str:
    if found.exact:
        return _("Fewer are not enough.")
    if found.least == 1:
        return _("Fewer may be enough: not every set was tried.")
    text = _("It takes at least {n}. Not every set of fewer than {most} was tried.")
    return text.format(n=found.least, most=len(found.rows))


def _held_rows(lesson: Lesson, found: SplitSupport, instead: int) -> Block:
    """Their numbers, and what they have in the two columns and the target."""
    data = lesson.dataset
    shown = (data.columns[found.winner], data.columns[instead], data.target)
    heads = [_("Row"), *(column.name for column in shown)]
    rows = []
    for place in found.rows[:MOST_LISTED]:
        cells = []
        for column in shown:
            value = column.values[place]
            if column.levels is None:
                cells.append("?" if value != value else number_format.shown(float(value)))
            else:
                cells.append(column.levels[int(value)] if value >= 0 else "?")
        rows.append([str(place + 1), *cells])
    if len(found.rows) > MOST_LISTED:
        rows.append(["…", *[""] * len(shown)])
    return table("held_rows", heads, rows)


def take_button(lesson: Lesson, split: Split) -> Button | None:
    """Splitting the selected node so, where the algorithm has not, or will not next."""
    current, coming = lesson.tree[lesson.node].split, lesson.turn
    if coming is not None and coming.move == dt.Expand(lesson.node, split):
        return None
    if split == current:
        return Button(TAKE, _("Current split"), "hand", off=True)
    label = _("Split here by hand") if current is None else _("Replace the split with this one")
    return Button(TAKE, label, "hand")


def leaf_button(lesson: Lesson) -> Button | None:
    """Making the selected node a leaf_button, where that changes anything."""
    node = lesson.node
    if node in lesson.timeline.state.node_rows or not lesson.tree[node].leaf:
        return Button(LEAF, _("Make this node a leaf"), "leaf")
    return None


def out_button(lesson: Lesson, candidate: Candidate) -> Button | None:
    """Leaving the column of a candidate out of the whole tree, where there is another one."""
    columns = lesson.dataset.columns
    if len(columns) < 2 or lesson.dataset.counted:
        return None
    name = one_line(columns[candidate.column].name, 24)
    return Button("out", _("Leave {column} out").format(column=name), "close")


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
    if len(found.rows) > MOST_SENT:
        first = _("The first {shown} of {all} are listed; the totals count all.")
        text = first.format(shown=f"{MOST_SENT:,}", all=f"{len(found.rows):,}")
        yield blocks.say("sent_more", text, "quiet")


def _rows(lesson: Lesson, found: MissingRouting) -> Iterator[list[str]]:
    told = [_teller(lesson, found.surrogates[i]) for i in range(len(found.surrogates))]
    for k, row in enumerate(found.rows[:MOST_SENT]):
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
