"""What is said of the node looked at: what its branch saves, or which of two numbers is less.

Markdown; not done here: the numbers (``evidence``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from dtshow.words import number_format
from dtshow.words.language import _
from dttools.printing import Digits
from pages.ui.pruning import words
from pages.ui.pruning.evidence import CostRow
from pages.ui.pruning.scale import per_row, unit_of
from pages.ui.trees.pruning_session import PruningSession


def statement(pruning_session: PruningSession, row: CostRow, goes: bool, digits: Digits) -> str:
    if pruning_session.settings.method == "cost":
        return _saves(pruning_session, row, goes, digits)
    if words.untested(pruning_session, pruning_session.lesson.tree, row.node):
        return _(
            "No held-out row reaches this node, so a leaf will do: nothing supports this branch."
        )
    numbers = words.compared(pruning_session, (row.leaf, row.subtree), digits)
    for raised in row.others:
        alone = _("its largest branch, raised into its place, {value}").format(
            value=words.short(raised, digits)
        )
        numbers = _("{one}, {other}").format(one=numbers, other=alone)
    return _VERDICTS[row.follows, goes]().format(numbers=numbers)


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
        leaf=words.short(row.leaf, digits),
        branch=words.short(row.subtree, digits),
        leaves=number_format.leaves(int(row.others[0])),
        g=digits.show(row.others[1]),
    )
