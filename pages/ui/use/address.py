"""What the address says of the Use page: the lesson, or its pruning; what is kept; and the case."""

from __future__ import annotations

from dtcore.errors import DtError
from dtshow.scene.tree.tree_look import TreeLook
from pages.ui.shell import session
from pages.ui.shell.progress import UnfinishedError
from pages.ui.trees import pruning_session
from pages.ui.use.predict import chosen
from pages.ui.use.tree_in_use import tree_in_use
from pages.ui.use.use_view import UseView


def address() -> dict[str, str]:
    view, said = session.view(UseView), session.params_of(UseView)
    pruning = view.pruned or "rules" in said or _judging(view)
    of = pruning_session.address() if pruning else session.lesson_address()
    said |= chosen.address(tree_in_use().dataset)
    if not session.linked(tree_in_use().choice):
        said.pop("case", None)
    return of | session.params_of(TreeLook) | said


def _judging(view: UseView) -> bool:
    """Whether the page shows a judgement, which hangs on the rows that Pruning holds out."""
    if view.tab != "evaluate" or not pruning_session.begun():
        return False
    try:
        return view.folds or bool(pruning_session.current().settings.share)
    except (DtError, UnfinishedError):  # the page says so
        return False
