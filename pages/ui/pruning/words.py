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
from dtshow.words.markdown import literal
from dttools.printing import Digits
from dttools.teach.worksheet import display_width
from pages.ui.pruning.evidence import CostRow
from pages.ui.pruning.mistakes import lost
from pages.ui.pruning.scale import per_row, priced, unit_of
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


def charged(pruning_session: PruningSession) -> bool:
    """Whether errors are counted by what they cost, as all but pessimistic pruning does."""
    return bool(pruning_session.grown.tree.schema.leaf_rule.loss)


def loss(pruning_session: PruningSession) -> str:
    """What the losses of a curve are."""
    if charged(pruning_session):
        return _("mean cost of a row")
    return _("mean squared error") if pruning_session.numeric else _("error rate")


def question(name: str) -> str:
    """What a method asks: the page's heading."""
    return {
        "cost": _("What does each branch earn?"),
        "reduced": _("Would a leaf do as well on new rows?"),
        "pessimistic": _("How many errors must we expect?"),
        "minimum": _("How far can a small leaf be trusted?"),
        "rules": _("What if every leaf becomes a rule?"),
        "early": _("Stop early, or grow first and cut later?"),
        "compare": _("Which tree would you trust with the next row?"),
    }[name]


def principle(pruning_session: PruningSession) -> str:
    """By which rule a method cuts, before its first cut."""
    name = pruning_session.settings.method
    if name == "cost":
        return _("The weakest link is cut first: the branch whose extra leaves save least.")
    if name == "reduced":
        if pruning_session.numeric:
            return _(
                "From the bottom up: a branch is cut if a leaf fits the held-out rows as closely."
            )
        if charged(pruning_session):
            return _(
                "From the bottom up: a branch is cut if a leaf costs no more on the held-out rows."
            )
        return _("From the bottom up: a branch is cut if a leaf errs no more on the held-out rows.")
    if name == "minimum" and charged(pruning_session):
        return _("From the bottom up: a branch is cut if a leaf is not expected to cost more.")
    return _("From the bottom up: a branch is cut if a leaf is not expected to err more.")


def purpose(pruning_session: PruningSession) -> str:
    """The sentence below the heading: where we stand, or what is to be seen."""
    name = pruning_session.settings.method
    others = {
        "rules": _("A rule can drop any of its conditions; a tree only what hangs below a node."),
        "early": _("The same rows, two trees: one that stopped early, and one that was cut late."),
        "compare": _("Every method prunes the same tree and is judged on the same rows."),
    }
    return others.get(name) or _standing(pruning_session)


def _standing(pruning_session: PruningSession) -> str:
    """What the tree gets wrong, on the rows that grew it and on those held out; and the uncut."""
    tree, start = pruning_session.lesson.tree, pruning_session.grown.start
    uncut = replace(pruning_session, lesson=pruning_session.start)
    how, then = number_format.leaves(start.leaves), lost(uncut)
    if tree.leaves == start.leaves:
        return _("{leaves}, nothing cut yet: {errors}.").format(
            leaves=how, errors=_on_all(pruning_session, then)
        )
    return _("Cut to {n} of {leaves}: {errors}.").format(
        n=tree.leaves, leaves=how, errors=_changes(pruning_session, then, lost(pruning_session))
    )


def _on_all(pruning_session: PruningSession, losses: tuple[float, ...]) -> str:
    """Of the rows that grew the tree, and of those held out."""
    grown = pruning_session.grown
    text = _("{errors} on the {n} training rows")
    told = text.format(errors=_losing(pruning_session, losses[0]), n=_rows(grown.training))
    if grown.held_out is None:
        return told
    text, errors = _("{errors} on the {n} held out"), _barely(pruning_session, 1, losses[1])
    return _("{one}, {other}").format(
        one=told, other=text.format(errors=errors, n=_rows(grown.unseen))
    )


def _changes(
    pruning_session: PruningSession, uncut: tuple[float, ...], now: tuple[float, ...]
) -> str:
    """As ``_on_all``, from the uncut tree to the tree as it is: short enough for one line."""
    grown = pruning_session.grown
    change = [
        f"{_amount(pruning_session, which, before)} → {_amount(pruning_session, which, after)}"
        for which, (before, after) in enumerate(zip(uncut, now, strict=True))
    ]
    text = _("{what} {change} on the {n} training rows")
    said = [text.format(what=_what(pruning_session), change=change[0], n=_rows(grown.training))]
    if grown.held_out is not None:
        text = _("{change} on the {n} held out")
        said.append(text.format(change=change[1], n=_rows(grown.unseen)))
    return _(", ").join(said)


def _what(pruning_session: PruningSession) -> str:
    """What is counted of a tree."""
    if pruning_session.numeric:
        return _("mean squared error")
    if pruning_session.grown.training.fractional:
        return _("cost by weight") if charged(pruning_session) else _("weight of errors")
    return _("cost") if charged(pruning_session) else _("errors")


def _amount(pruning_session: PruningSession, which: int, lost: float) -> str:
    if pruning_session.numeric:
        grown = pruning_session.grown
        return _mean(lost, (grown.unseen if which else grown.training).weight)
    return number(round(lost, 3))


def _rows(data: dt.Dataset) -> str:
    return weight_text(data.row_count)


def _barely(pruning_session: PruningSession, which: int, lost: float) -> str:
    """A loss, of which it has been said what it is; errors are counted anew."""
    grown = pruning_session.grown
    if pruning_session.numeric:
        return _mean(lost, (grown.unseen if which else grown.training).weight)
    charge = charged(pruning_session)
    return number(round(lost, 3)) if charge else _losing(pruning_session, lost)


def _mean(lost: float, rows: float) -> str:
    """The mean square in as many digits as tell it from none."""
    mean = lost / max(rows, 1e-300)
    return _("below 0.0001") if 0 < mean < 0.0001 else number(float(f"{mean:.4g}"))


def _losing(pruning_session: PruningSession, lost: float) -> str:
    """Of the rows that grew the tree."""
    if pruning_session.numeric:
        mean = _mean(lost, pruning_session.grown.training.weight)
        return _("mean squared error {value}").format(value=mean)
    lost = round(lost, 3)
    if charged(pruning_session):
        return _("a cost of {value}").format(value=number(lost))
    if not lost:
        return _("no errors")
    if pruning_session.grown.training.fractional:
        return _("errors of weight {value}").format(value=number(lost))
    if not lost.is_integer():
        return _("{value} errors").format(value=number(lost))
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
    return before + (elided(tree.schema.columns[split.column].name, room) if split else "•")


def elided(name: str, most: int) -> str:
    """The beginning and the end: what tells Petal.Length from Petal.Width stands at both."""
    if display_width(name) <= most:
        return name
    tail = _beginning(name[::-1], (most - 1) // 2)[::-1]
    return f"{_beginning(name, most - 1 - display_width(tail))}…{tail}"


def _beginning(name: str, most: int) -> str:
    return name[: sum(display_width(name[:n]) <= most for n in range(1, len(name) + 1))]


def sign(what: str) -> str:
    """A verdict as a sign before the name of a node; none where the branch stays."""
    return SIGNS.get(what, "")


def follows(what: str) -> str:
    """A verdict in words."""
    return {"raise": _("↑ branch rises"), "prune": _("✂ to be cut")}.get(what, _("stays"))


def narrate(pruning_session: PruningSession, digits: Digits) -> str:
    """One or two sentences about what the tree has just been through."""
    last = pruning_session.lesson.timeline.last
    done = "" if last is None else _happened(pruning_session, last, digits)
    if pruning_session.lesson.finished and last is None:
        if len(pruning_session.lesson.tree) == 1:
            return _("**Nothing to cut:** the tree is a single leaf.")
        return _("**Nothing is cut:** no branch does worse than a leaf would.")
    if pruning_session.lesson.finished:
        return joined(done, _("**Nothing more is cut.**"))
    return done or principle(pruning_session)


def _happened(pruning_session: PruningSession, last: Step, digits: Digits) -> str:
    node = last.move.node
    name = literal(
        place(
            pruning_session.lesson.timeline.state_at(
                pruning_session.lesson.timeline.cursor - 1
            ).tree,
            node,
        )
    )
    if last.by_hand:
        return _("**By hand:** cut at **{node}**.").format(node=name)
    match last.evidence:
        case WeakestLinks() if not priced(pruning_session):
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
            return _compared(pruning_session, name, costs, digits)
        case Comparisons() as found:
            row = found.of(node)
            if untested(pruning_session, found.tree, node):
                text = _("Cut at **{node}**: no held-out row reaches it, so a leaf will do.")
                return text.format(node=name)
            return _compared(pruning_session, name, (row.leaf, row.subtree), digits)
    return ""


def untested(pruning_session: PruningSession, tree: Tree, node: NodeId) -> bool:
    """Whether held-out rows are to decide, and none comes to the node."""
    rows = pruning_session.grown.held_out
    if rows is None or pruning_session.settings.method != "reduced":
        return False
    return not len(rows_reaching(tree, rows, node))


def _compared(
    pruning_session: PruningSession, name: str, costs: tuple[float, float], digits: Digits
) -> str:
    told = compared(pruning_session, costs, digits)
    return _("Cut at **{node}**: {numbers}.").format(node=name, numbers=told)


def compared(pruning_session: PruningSession, costs: tuple[float, float], digits: Digits) -> str:
    """What a leaf and the branch cost, as the end of a sentence."""
    leaf, branch = (short(cost, digits) for cost in costs)
    method, numeric = pruning_session.settings.method, pruning_session.numeric
    if method == "reduced" and not numeric and not charged(pruning_session):
        return _errors_of(costs, leaf, branch)
    if method == "reduced" and numeric:
        text = _("on the held-out rows a leaf has squared error {leaf}, the branch {branch}")
    elif method == "reduced":
        text = _("on the held-out rows a leaf costs {leaf}, the branch {branch}")
    elif method == "minimum" and charged(pruning_session):
        text = _("a leaf is expected to cost {leaf}, the branch {branch}")
    elif pruning_session.lesson.tree.schema.weighs:
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


def statement(pruning_session: PruningSession, row: CostRow, goes: bool, digits: Digits) -> str:
    if pruning_session.settings.method == "cost":
        return _saves(pruning_session, row, goes, digits)
    if untested(pruning_session, pruning_session.lesson.tree, row.node):
        return _(
            "No held-out row reaches this node, so a leaf will do: nothing supports this branch."
        )
    numbers = compared(pruning_session, (row.leaf, row.subtree), digits)
    for raised in row.others:
        alone = _("its largest branch, raised into its place, {value}").format(
            value=short(raised, digits)
        )
        numbers = _("{one}, {other}").format(one=numbers, other=alone)
    return _VERDICTS[row.follows, goes]().format(numbers=numbers)


def _unit(pruning_session: PruningSession) -> str:
    unit = unit_of(pruning_session, pruning_session.settings.risk)
    return _("{unit} per row").format(unit=unit) if per_row(pruning_session) else unit


def _saves(pruning_session: PruningSession, row: CostRow, goes: bool, digits: Digits) -> str:
    text = _("This branch saves **{g}** per extra leaf, in {unit}.")
    if goes:
        text = _("Next: the weakest link saves **{g}** per extra leaf, in {unit}.")
    return text.format(g=digits.show(row.others[1]), unit=_unit(pruning_session))


def reason(pruning_session: PruningSession, row: CostRow, digits: Digits) -> str:
    """Why g is the price at which the branch goes."""
    return _(
        "Its risk, counted in {unit}, is {leaf} as a leaf and {branch} with {leaves}. Once a leaf "
        "costs {g}, the branch no longer pays."
    ).format(
        unit=_unit(pruning_session),
        leaf=short(row.leaf, digits),
        branch=short(row.subtree, digits),
        leaves=number_format.leaves(int(row.others[0])),
        g=digits.show(row.others[1]),
    )
