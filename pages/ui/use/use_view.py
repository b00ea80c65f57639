"""What the Use page keeps of itself between reruns, as one value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

from dtcore.formula import Query
from dtcore.model import NodeId
from pages.ui.use.predict.case import Case
from pages.ui.use.rules.shown import Shown

Tab = Literal["predict", "evaluate", "rules", "take"]
Look = Literal["classes", "ranking", "numbers", "columns", "wrong", "nodes"]
Mode = Literal["form", "questions", "file"]
RuleSet = Literal["tree", "list"]
MODES: Final[tuple[Mode, ...]] = get_args(Mode)
TABS: Final[tuple[Tab, ...]] = get_args(Tab)
LOOKS: Final[tuple[Look, ...]] = get_args(Look)


@dataclass(frozen=True)
class UseView:
    """``tab``: what is done with the tree. ``pruned``: the tree is the one of Pruning as far as it
    is cut, and not that of Grow. ``node``: the node that was touched in the tree, if any. ``case``:
    what the tree is asked about, with the table whose columns it has; ``asked`` is its address
    until the table is there; ``before``: the case until one of the offered changes was taken.
    ``kind``: the form to take it away in.

    Of Evaluate: ``folds``: each row is judged by the tree of the other folds, and not
    held-out rows; the closer ``look``; ``cell``: the true and the predicted class whose rows are
    listed; the ``column`` whose importance is opened; ``error``: the row whose path is lit;
    ``counted``: the class (None: all) and whether held-out rows are those listed of a node.
    ``highlighted``: the pressed count whose rows are listed. ``mode``: how Predict is told what to
    ask about. ``told``: the answers to the questions so far, by column, None: not known.
    ``rule_set``: the rules of the tree, or what rule post-pruning has made of them; ``shown``:
    which rules of the tree are listed.
    """

    tab: Tab = "predict"
    pruned: bool = False
    node: NodeId | None = None
    case: tuple[str, Case] | None = None
    asked: str = ""
    before: Case | None = None
    kind: str = "text"
    highlighted: Query | None = None
    folds: bool = False
    look: Look = "classes"
    cell: tuple[int | None, int | None] | None = None
    column: int | None = None
    error: int | None = None
    mode: Mode = "form"
    counted: tuple[int | None, bool] | None = None
    told: tuple[tuple[int, int | float | None], ...] = ()
    rule_set: RuleSet = "tree"
    shown: Shown = Shown()
