"""What the Pruning page keeps of itself between reruns, as one value.

Not done here: the grown tree and how far it is pruned (``pages.ui.trees.pruning_session``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, Literal, get_args

from dtcore.formula import Query
from dtshow.lesson.state import kept
from pages.ui.shell import session

View = Literal["table", "prices", "errors", "risk", "growth"]
VIEWS: Final[tuple[View, ...]] = get_args(View)
"""What the right half shows of a way that is stepped."""


@dataclass(frozen=True)
class PruningView:
    """``highlighted``: the pressed count whose rows are listed; ``faint``: whether what has been
    cut is drawn; ``rule``: the number of the chosen one, if it is not that of the step.

    ``lent``: rows are held out only because the method needs some. ``late``: the trees that one
    path is drawn for, and the subtree of it that was chosen.
    """

    page: ClassVar = "pruning"
    view: View = kept("table", "lab_view", widget="lab_view_control")
    highlighted: Query | None = kept(None, reset_by=("rule",))
    faint: bool = kept(True, widget="fallen")
    per_row: bool = kept(False)
    each_fold: bool = kept(False, widget="folds_shown")
    rule: int | None = kept(None)
    lent: bool = kept(False)
    late: tuple[object, int] | None = kept(None)


def highlight(query: Query | None) -> None:
    """For callbacks: list the rows that ``query`` counts; None: none."""
    session.change(PruningView, highlighted=query)


def show(view: View) -> None:
    """For callbacks: show this view of the tree that is pruned."""
    session.change(PruningView, view=view)
