"""What an address says of the Use page: the lesson's address, ``tab=rules``, ``tree=pruned``,
``look=columns`` and ``way=folds`` (of Evaluate, with what Pruning holds out), ``rules=list``,
``case=0~2~x`` or ``case=row11``, ``ask=questions``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from dtcore.errors import DtError
from pages.ui.components.stage import tree_view
from pages.ui.pruning import pruning_session
from pages.ui.shell import session
from pages.ui.shell.progress import UnfinishedError
from pages.ui.use.predict import chosen
from pages.ui.use.tree_in_use import tree_in_use
from pages.ui.use.use_view import LOOKS, MODES, TABS, UseView

FOLDS: Final = "folds"
LONGEST: Final = 20_000
"""Characters of a case."""


def address() -> dict[str, str]:
    """The lesson's address, or that of its pruning, and what this page adds to it."""
    view = session.view(UseView)
    listed = view.tab == "rules" and view.rule_set == "list"
    pruning = view.pruned or listed or _judging(view)
    of = pruning_session.address() if pruning else dict(session.lesson_address())
    tab: dict[str, str] = {} if view.tab == TABS[0] else {"tab": view.tab}
    if view.tab == "evaluate" and view.look != LOOKS[0]:
        tab["look"] = view.look
    if view.tab == "evaluate" and view.folds:
        tab["way"] = FOLDS
    if listed:
        tab["rules"] = view.rule_set
    lesson = tree_in_use()
    case = chosen.address(lesson.dataset, session.linked(lesson.choice))
    mode = {} if view.mode == MODES[0] else {"ask": view.mode}
    pruned = {"tree": "pruned"} if view.pruned else {}
    return of | tree_view.address() | tab | case | mode | pruned


def open_address(params: Mapping[str, str]) -> None:
    """Whatever cannot be read is left as it is; an address with a table says all, so what it does
    not say is as usual."""
    view = session.view(UseView)
    if "data" in params:
        asked, pruned = params.get("case", "")[:LONGEST], params.get("tree") == "pruned"
        view = UseView(kind=view.kind, asked=asked, pruned=pruned)
    for tab in TABS:
        if params.get("tab") == tab:
            view = replace(view, tab=tab)
    for mode in MODES:
        if params.get("ask") == mode:
            view = replace(view, mode=mode)
    for look in LOOKS:
        if params.get("look") == look:
            view = replace(view, look=look)
    if "tab" in params:
        view = replace(view, rule_set="list" if params.get("rules") == "list" else "tree")
    session.keep(replace(view, folds=params.get("way") == FOLDS) if "tab" in params else view)


def _judging(view: UseView) -> bool:
    """Whether the page shows a judgement, which hangs on the rows that Pruning holds out."""
    if view.tab != "evaluate" or not pruning_session.begun():
        return False
    try:
        return view.folds or bool(pruning_session.current().settings.share)
    except (DtError, UnfinishedError):  # the page says so
        return False
