"""What the lab says in words: methods, verdicts, what just happened, and what is said of the node
looked at. Markdown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

import dtcore as dt
from dtcore.model import NodeId, Tree, number, weight_text
from dtcore.pruning import Comparisons, LimitComparison, WeakestLinks, rows_reaching
from dtcore.stepping import RaiseSubtree, Step
from dtshow.words import number_format
from dtshow.words.language import _, joined, ngettext
from dtshow.words.markdown import elided, literal
from dttools.printing import Digits
from dttools.teach.worksheet import display_width
from pages.ui.pruning.evidence import CostRow, per_row, priced, scaled_unit
from pages.ui.pruning.mistakes import lost
from pages.ui.trees.pruning_session import PruningSession

LEADS: Final = "\u00a0▸ "
"""Between the branch that leads to a node and what is asked there; no line begins with it."""
SIGNS: Final = {"prune": "✂ ", "raise": "↑ "}
_VERDICTS: Final[Mapping[tuple[str, bool], Callable[[], str]]] = {
    ("prune", True): lambda: _("Cut this branch next: {numbers}."),
    ("prune", False): lambda: _("In the tree as it is now, a leaf would do here: {numbers}."),
    ("raise", True): lambda: _("Next, the largest branch takes this node’s place: {numbers}."),
    ("raise", False): lambda: _(
        "In the tree as it is now, the largest branch would take this node’s place: {numbers}."
    ),
    ("", True): lambda: _("This branch stays: {numbers}."),
    ("", False): lambda: _("This branch stays: {numbers}."),
}


def method(name: str) -> str:
    return {
        "cost": _("Cost-complexity"),
        "reduced": _("Reduced error"),
        "pessimistic": _("Pessimistic"),
        "minimum": _("Minimum error"),
        "rules": _("Rules"),
        "early": _("Stop early"),
        "compare": _("Compare"),
    }[name]


def choice(name: str) -> str:
    """How it is called where one chooses: the two that come first by what decides."""
    first = {"cost": _("Cut by cost"), "reduced": _("Cut by errors on other rows")}
    return first.get(name) or method(name)


def charged(now: PruningSession) -> bool:
    """Whether errors are counted by what they cost, as all but pessimistic pruning does."""
    return bool(now.grown.tree.schema.leaf_rule.loss)


def loss(now: PruningSession) -> str:
    if charged(now):
        return _("mean cost of a row")
    return _("mean squared error") if now.numeric else _("error rate")


def question(name: str) -> str:
    return {
        "cost": _("What does each branch earn?"),
        "reduced": _("Would a leaf do as well on new rows?"),
        "pessimistic": _("How many errors must we expect?"),
        "minimum": _("How far can a small leaf be trusted?"),
        "rules": _("What if every leaf becomes a rule?"),
        "early": _("Stop early, or grow first and cut later?"),
        "compare": _("Which tree would you trust with the next row?"),
    }[name]


def principle(now: PruningSession) -> str:
    """By which rule a method cuts, before its first cut."""
    name = now.settings.method
    if name == "cost":
        return _("The weakest link is cut first: the branch whose extra leaves save least each.")
    if name == "reduced":
        if now.numeric:
            return _(
                "From the bottom up: a branch is cut if a leaf fits the held-out rows as closely."
            )
        if charged(now):
            return _(
                "From the bottom up: a branch is cut if a leaf costs no more on the held-out rows."
            )
        return _("From the bottom up: a branch is cut if a leaf errs no more on the held-out rows.")
    if name == "minimum" and charged(now):
        return _("From the bottom up: a branch is cut if a leaf is not expected to cost more.")
    return _("From the bottom up: a branch is cut if a leaf is not expected to err more.")


def purpose(now: PruningSession) -> str:
    """The sentence below the heading: where we stand, or what is to be seen."""
    name = now.settings.method
    others = {
        "rules": _("A rule can drop any of its conditions; a tree only what hangs below a node."),
        "early": _("The same rows, two trees: one that stopped early, and one that was cut late."),
        "compare": _("Every method prunes the same tree and is judged on the same rows."),
    }
    return others.get(name) or _standing(now)


def _standing(now: PruningSession) -> str:
    """What the tree gets wrong, on the rows that grew it and on those held out; and the uncut."""
    tree, start = now.lesson.tree, now.grown.start
    uncut = replace(now, lesson=now.start)
    how, then = number_format.leaves(start.leaves), lost(uncut)
    if tree.leaves == start.leaves:
        text = _("{leaves}, nothing cut yet: {errors}.")
        if not now.numeric and now.lesson.finished:  # pessimism knows no squares
            text = _("{leaves}, nothing to cut: {errors}.")
        return text.format(leaves=how, errors=_on_all(now, then))
    return _("Cut to {n} of {leaves}: {errors}.").format(
        n=tree.leaves, leaves=how, errors=_changes(now, then, lost(now))
    )


def _on_all(now: PruningSession, losses: tuple[float, ...]) -> str:
    """Of the rows that grew the tree, and of those held out."""
    grown = now.grown
    text = _("{errors} on the {n} training rows")
    told = text.format(errors=_losing(now, losses[0]), n=_rows(grown.training))
    if grown.held_out is None:
        return told
    lost = losses[1]  # it has been said what it is; errors are counted anew
    errors = _amount(now, 1, lost) if now.numeric or charged(now) else _losing(now, lost)
    text = _("{errors} on the {n} held out")
    return _("{one}, {other}").format(
        one=told, other=text.format(errors=errors, n=_rows(grown.unseen))
    )


def _changes(now: PruningSession, uncut: tuple[float, ...], cut: tuple[float, ...]) -> str:
    """As ``_on_all``, from the uncut tree to the tree as it is: short enough for one line."""
    grown = now.grown
    change = [
        f"{_amount(now, which, before)} → {_amount(now, which, after)}"
        for which, (before, after) in enumerate(zip(uncut, cut, strict=True))
    ]
    text = _("{what} {change} on the {n} training rows")
    said = [text.format(what=_what(now), change=change[0], n=_rows(grown.training))]
    if grown.held_out is not None:
        text = _("{change} on the {n} held out")
        said.append(text.format(change=change[1], n=_rows(grown.unseen)))
    return _(", ").join(said)


def _what(now: PruningSession) -> str:
    if now.numeric:
        return _("mean squared error")
    if now.grown.training.fractional:
        return _("cost by weight") if charged(now) else _("weight of errors")
    return _("cost") if charged(now) else _("errors")


def _amount(now: PruningSession, which: int, lost: float) -> str:
    if now.numeric:
        grown = now.grown
        return _mean(lost, (grown.unseen if which else grown.training).weight)
    return weight_text(round(lost, 3))


def _rows(data: dt.Dataset) -> str:
    return weight_text(data.row_count)


def _mean(lost: float, rows: float) -> str:
    """The mean square in as many digits as tell it from none."""
    mean = lost / max(rows, 1e-300)
    return _("below 0.0001") if 0 < mean < 0.0001 else number(float(f"{mean:.4g}"))


def _losing(now: PruningSession, lost: float) -> str:
    if now.numeric:
        mean = _mean(lost, now.grown.training.weight)
        return _("mean squared error {value}").format(value=mean)
    lost = round(lost, 3)
    if charged(now):
        return _("a cost of {value}").format(value=weight_text(lost))
    if not lost:
        return _("no errors")
    if now.grown.training.fractional:
        return _("errors of weight {value}").format(value=weight_text(lost))
    if not lost.is_integer():
        return _("{value} errors").format(value=weight_text(lost))
    return ngettext("{n} error", "{n} errors", int(lost))


def place(tree: Tree, node: NodeId) -> str:
    """A node by the branch that leads to it and what it asks or answers; plain text."""
    split = tree[node].split
    asks = tree.schema.columns[split.column].name if split else "•"
    way = tree.conditions(node)
    return f"{number_format.told(way[-1])}{LEADS}{asks}" if way else asks


def short_place(tree: Tree, node: NodeId, most: int) -> str:
    """As ``place``, in about ``most`` letters: the condition as the tree has it on its branch,
    without its column, and then what is asked shortened in the middle."""
    whole, split, way = place(tree, node), tree[node].split, tree.conditions(node)
    if display_width(whole) <= most:
        return whole
    told = number_format.told(way[-1]).removeprefix(way[-1].column).strip() if way else ""
    before = f"{told}{LEADS}" if told else ""
    room = max(5, most - display_width(before))
    return before + (
        elided(tree.schema.columns[split.column].name, room, display_width) if split else "•"
    )


def sign(what: str) -> str:
    return SIGNS.get(what, "")


def follows(what: str) -> str:
    return {"raise": _("↑ branch rises"), "prune": _("✂ to be cut")}.get(what, _("stays"))


def narrate(now: PruningSession, digits: Digits) -> str:
    """One or two sentences about what the tree has just been through."""
    last = now.lesson.timeline.last
    done = "" if last is None else _happened(now, last, digits)
    if now.lesson.finished and last is None:
        if len(now.lesson.tree) == 1:
            return _("**Nothing to cut:** the tree is a single leaf.")
        text = _(
            "**{method} pruning cuts nothing:** no branch of this tree does worse than a leaf."
        )
        return text.format(method=method(now.settings.method))
    if now.lesson.finished:
        return joined(done, _("**Nothing more is cut.**"))
    return done or _("**{method} pruning.** {principle}").format(
        method=method(now.settings.method), principle=principle(now)
    )


def _happened(now: PruningSession, last: Step, digits: Digits) -> str:
    node = last.move.node
    name = literal(place(now.lesson.timeline.state_at(now.lesson.timeline.cursor - 1).tree, node))
    if last.by_hand:
        return _("**By hand:** cut at **{node}**.").format(node=name)
    match last.evidence:
        case WeakestLinks() if not priced(now):
            return _("Cut at **{node}**, the weakest link.").format(node=name)
        case WeakestLinks(alpha=alpha):
            price = f"α\u00a0=\u00a0g\u00a0=\u00a0{digits.show(alpha)}"
            return _("Cut at **{node}**, the weakest link: {price}.").format(node=name, price=price)
        case LimitComparison() as found:
            if isinstance(last.move, RaiseSubtree):
                return _(
                    "The largest branch of **{node}** takes its place: {branch} errors expected "
                    "instead of {subtree}."
                ).format(
                    node=name,
                    branch=digits.show(found.of_branch),
                    subtree=digits.show(found.of_subtree),
                )
            costs = found.leaf.expected, found.of_subtree
            return _compared(now, name, costs, digits)
        case Comparisons() as found:
            row = found.of(node)
            if untested(now, found.tree, node):
                text = _("Cut at **{node}**: no held-out row reaches it, so a leaf will do.")
                return text.format(node=name)
            return _compared(now, name, (row.leaf, row.subtree), digits)
    return ""


def untested(now: PruningSession, tree: Tree, node: NodeId) -> bool:
    """Whether held-out rows are to decide, and none comes to the node."""
    rows = now.grown.held_out
    if rows is None or now.settings.method != "reduced":
        return False
    return not len(rows_reaching(tree, rows, node))


def _compared(now: PruningSession, name: str, costs: tuple[float, float], digits: Digits) -> str:
    told = compared(now, costs, digits)
    return _("Cut at **{node}**: {numbers}.").format(node=name, numbers=told)


def compared(now: PruningSession, costs: tuple[float, float], digits: Digits) -> str:
    """What a leaf and the branch cost, as the end of a sentence."""
    leaf, branch = (short(cost, digits) for cost in costs)
    method, numeric = now.settings.method, now.numeric
    if method == "reduced" and not numeric and not charged(now):
        return _errors_of(costs, leaf, branch)
    if method == "reduced" and numeric:
        text = _("on the held-out rows a leaf has squared error {leaf}, the branch {branch}")
    elif method == "reduced":
        text = _("on the held-out rows a leaf costs {leaf}, the branch {branch}")
    elif method == "minimum" and charged(now):
        text = _("a leaf is expected to cost {leaf}, the branch {branch}")
    elif now.lesson.tree.schema.weighs:
        text = _("errors of weight {leaf} are expected of a leaf, {branch} of the branch")
    else:
        text = _("a leaf is expected to make {leaf} errors, the branch {branch}")
    return text.format(leaf=f"**{leaf}**", branch=branch)


def _errors_of(costs: tuple[float, float], leaf: str, branch: str) -> str:
    """Counted errors on the held-out rows."""
    one = _("on the held-out rows a leaf makes {leaf} error")
    several = _("on the held-out rows a leaf makes {leaf} errors")
    told = (one if costs[0] == 1 else several).format(leaf=f"**{leaf}**")
    if costs[0] == costs[1]:
        return _("{leaf}, and so does the branch").format(leaf=told)
    return _("{leaf}, the branch {branch}").format(leaf=told, branch=branch)


def short(value: float, digits: Digits) -> str:
    return number(value) if float(value).is_integer() else digits.show(value)


def statement(now: PruningSession, row: CostRow, goes: bool, digits: Digits) -> str:
    if now.settings.method == "cost":
        return _saves(now, row, goes, digits)
    if untested(now, now.lesson.tree, row.node):
        return _(
            "No held-out row reaches this node, so a leaf will do: nothing supports this branch."
        )
    numbers = compared(now, (row.leaf, row.subtree), digits)
    if row.others:
        numbers = _three(now, row, digits)
    return _VERDICTS[row.follows, goes]().format(numbers=numbers)


def _three(now: PruningSession, row: CostRow, digits: Digits) -> str:
    """As ``compared``, where the largest branch may take the node's place."""
    text = _(
        "{leaf} errors are expected of a leaf here, {branch} of the branch as it is, and {raised} "
        "of its largest branch raised in its place"
    )
    if now.lesson.tree.schema.weighs:
        text = _(
            "errors of weight {leaf} are expected of a leaf here, {branch} of the branch as it "
            "is, and {raised} of its largest branch raised in its place"
        )
    leaf, branch, raised = (short(cost, digits) for cost in row.numbers)
    return text.format(leaf=f"**{leaf}**", branch=branch, raised=raised)


def _unit(now: PruningSession) -> str:
    return scaled_unit(now, now.settings.risk, per_row(now))


def _saves(now: PruningSession, row: CostRow, goes: bool, digits: Digits) -> str:
    text = _("This branch saves **{g}** per extra leaf, in {unit}.")
    if goes:
        text = _("Next: the weakest link saves **{g}** per extra leaf, in {unit}.")
    return text.format(g=digits.show(row.others[1]), unit=_unit(now))


def reason(now: PruningSession, row: CostRow, digits: Digits) -> str:
    """Why g is the price at which the branch goes."""
    return _(
        "As a leaf the branch costs {leaf} ({unit}), with its {leaves} {branch}. So each extra "
        "leaf saves {g}."
    ).format(
        unit=_unit(now),
        leaf=short(row.leaf, digits),
        branch=short(row.subtree, digits),
        leaves=number_format.leaves(int(row.others[0])),
        g=digits.show(row.others[1]),
    )
