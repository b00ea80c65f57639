"""What the lab says in words: methods, verdicts, and what just happened. Markdown."""

from __future__ import annotations

from dtcore.formula import Digits
from dtcore.model import NodeId, Tree, number
from dtcore.pruning import Comparisons, LimitComparison, WeakestLinks
from dtcore.stepping import Raise, Step
from pages.ui.pruning.pruning_session import PruningSession
from pages.ui.wording import number_format
from pages.ui.wording.language import _, joined, ngettext
from pages.ui.wording.markdown import literal


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
    return _("mean squared distance") if pruning_session.numeric else _("share of rows got wrong")


def question(pruning_session: PruningSession) -> str:
    """What the numbers of the method's table are about."""
    name, numeric = pruning_session.settings.method, pruning_session.numeric
    if name == "minimum" and charged(pruning_session):
        return _(
            "**What are errors to be expected to cost, if some rows of doubt are mixed in?** "
            "If a leaf may be expected to cost no more, the subtree falls."
        )
    return {
        "cost": _("**How much risk does each leaf save?** The link that saves least goes first."),
        "reduced": _("**Would a leaf do as well on the held-out rows?** Then the subtree falls.")
        if not numeric
        else _("**Would a leaf lie as near to the held-out rows?** Then the subtree falls."),
        "pessimistic": _(
            "**How many errors to expect, believing the worst that is still likely?** "
            "If a leaf may be expected to err no more, the subtree falls."
        ),
        "minimum": _(
            "**How many errors to expect, if some rows of doubt are mixed in?** "
            "If a leaf may be expected to err no more, the subtree falls."
        ),
    }[name]


def place(tree: Tree, node: NodeId) -> str:
    """A node by the branch that leads to it and what it asks or answers; plain text."""
    split = tree[node].split
    asks = tree.schema.columns[split.column].name if split else "•"
    way = tree.conditions(node)
    return f"{number_format.told(way[-1])} ▸ {asks}" if way else asks


def follows(what: str, risk: bool) -> str:
    """A verdict for a table."""
    if what == "raise":
        return _("↑ branch rises")
    if what == "prune":
        return _("✂ weakest") if risk else _("✂ falls")
    return _("stands")


def leaves(count: int) -> str:
    return ngettext("{n} leaf", "{n} leaves", int(count))


def narrate(pruning_session: PruningSession, digits: Digits) -> str:
    """One or two sentences about what the tree has just been through."""
    last = pruning_session.lesson.timeline.last
    if last is None:
        text = _("A tree of {leaves}, grown on {rows} of {all}; {out} held out.").format(
            leaves=leaves(pruning_session.lesson.tree.leaves),
            rows=len(pruning_session.grown.training),
            all=number_format.rows_count(
                len(pruning_session.grown.training) + len(pruning_session.grown.held_out)
            ),
            out=number(len(pruning_session.grown.held_out)),
        )
    else:
        text = joined(_happened(pruning_session, last, digits), _left(pruning_session))
    return joined(text, _at_end(pruning_session)) if pruning_session.lesson.finished else text


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
        case WeakestLinks(alpha=alpha):
            return _("Cut at **{node}**, the weakest link: α = g = {alpha}.").format(
                node=name, alpha=digits.show(alpha)
            )
        case LimitComparison() as found:
            if isinstance(last.move, Raise):
                return _(
                    "At **{node}** the largest branch rises: {branch} errors to expect, as it "
                    "stood {subtree}."
                ).format(
                    node=name,
                    branch=digits.show(found.of_branch),
                    subtree=digits.show(found.of_subtree),
                )
            return _compared(name, found.leaf.expected, found.of_subtree, digits)
        case Comparisons() as found:
            row = found.of(node)
            if pruning_session.settings.method == "reduced":
                return _(
                    "Cut at **{node}**: on the held-out rows a leaf costs {leaf}, the subtree "
                    "{subtree}."
                ).format(
                    node=name, leaf=_short(row.leaf, digits), subtree=_short(row.subtree, digits)
                )
            return _compared(name, row.leaf, row.subtree, digits, charged(pruning_session))
    return ""


def _compared(name: str, leaf: float, subtree: float, digits: Digits, costs: bool = False) -> str:
    text = _("Cut at **{node}**: {leaf} errors to expect of a leaf, {subtree} of the subtree.")
    if costs:
        text = _(
            "Cut at **{node}**: a cost of {leaf} to expect of a leaf, {subtree} of the subtree."
        )
    return text.format(node=name, leaf=digits.show(leaf), subtree=digits.show(subtree))


def _short(value: float, digits: Digits) -> str:
    return number(value) if float(value).is_integer() else digits.show(value)


def _left(pruning_session: PruningSession) -> str:
    return _("{leaves} left.").format(leaves=leaves(pruning_session.lesson.tree.leaves))


def _at_end(pruning_session: PruningSession) -> str:
    tree = pruning_session.lesson.tree
    if not tree.schema.classes:
        return _("**Nothing more falls.**")
    wrong = float(tree.schema.leaf_rule.wrong(tree.stats[tree.arity == 0]).sum())
    return _("**Nothing more falls:** {wrong} of {rows} got wrong in training.").format(
        wrong=number(round(wrong, 3)), rows=number_format.rows_count(tree.weight(()))
    )
