"""The ways of pruning side by side, on the same rows."""

from __future__ import annotations

from typing import Any, cast

import pandas as pd
import streamlit as st

from dtcore.model import number
from dtshow.words import number_format
from dtshow.words.language import _, explanation
from dttools.printing import Digits
from pages.ui.pruning import alpha, words
from pages.ui.pruning.comparison import Judgement, comparison
from pages.ui.pruning.curves import validated
from pages.ui.trees import pruning_session as sessions
from pages.ui.trees.pruning_session import PruningSession
from pages.ui.trees.pruning_settings import Method
from pages.ui.trees.pruning_view import show


def compare(pruning_session: PruningSession) -> None:
    result = comparison(pruning_session)
    if told := _trusted(result):
        with st.container(key="lab_say"):
            st.markdown(told)
    with st.container(key="lab_judged"):
        st.dataframe(_table(pruning_session, result), hide_index=True, row_height=40)
    if pruning_session.grown.held_out is None:
        st.caption(_("No rows are held out, so reduced error has nothing to prune on."))
    if pruning_session.grown.by_hand:
        alpha.by_hand(pruning_session)
    else:
        st.markdown(explanation("lab_compare"))
    st.caption(
        _(
            "Not in the table: rules, which are not a tree, and stopping early, which "
            "grows a different tree instead of pruning this one."
        )
    )
    if len(result) > 1:
        st.markdown(_("Show the pruned tree:"))
    with st.container(horizontal=True, gap="small", key="lab_take"):
        for row in result:
            if row.method != "whole":
                st.button(
                    _name(row.method),
                    key=f"look_{row.method}",
                    help=_("Look at this tree"),
                    on_click=_look,
                    args=(row.method,),
                )


def _trusted(found: tuple[Judgement, ...]) -> str:
    """By cross-validation, the one with the least loss, and the smallest within its error."""
    judged = [(one, one.validated, one.error) for one in found if one.validated is not None]
    if not judged:
        return ""
    best, least, error = min(judged, key=lambda each: each[1])
    near = [one for one, risk, _error in judged if risk <= least + (error or 0.0)]
    small = min(near, key=lambda one: one.tree.leaves)
    if small.tree.leaves == best.tree.leaves:
        text = _("**{method}** has the least cross-validated loss.")
        return text.format(method=_name(best.method))
    return _(
        "{best} has the least cross-validated loss. Within its standard error, **{method}** has "
        "the smallest tree: {leaves}."
    ).format(
        best=_name(best.method),
        method=_name(small.method),
        leaves=number_format.leaves(small.tree.leaves),
    )


def _table(pruning_session: PruningSession, found: tuple[Judgement, ...]) -> pd.DataFrame:
    digits = (
        Digits() if not pruning_session.numeric else Digits.for_scale(found[0].tree.impurity(()))
    )
    seen, unseen = pruning_session.grown.training, pruning_session.grown.held_out
    rows: list[dict[str, Any]] = []
    for row in found:
        cells: dict[str, Any] = {_("Method"): _name(row.method), _("Leaves"): row.tree.leaves}
        cells[_("Loss in training")] = _loss(row.training, seen.weight, pruning_session, digits)
        if unseen is not None and row.held_out is not None:
            lost = _loss(row.held_out, unseen.weight, pruning_session, digits)
            cells[_("Loss on held-out rows")] = lost + (" *" if row.method == "reduced" else "")
        if row.validated is not None and row.error is not None:
            chosen = " *" if row.method in ("cost", "one") else ""
            lost = f"{digits.show(row.validated)} ± {digits.show(row.error)}"
            cells[_("Cross-validated loss")] = lost + chosen
        rows.append(cells)
    return pd.DataFrame(rows)


def _loss(value: float, weight: float, pruning_session: PruningSession, digits: Digits) -> str:
    """A share with the rows behind it; a mean of squares stands alone."""
    if pruning_session.numeric:
        return digits.show(value)
    return f"{number(round(value * weight, 3))} / {number(weight)} = {digits.show(value)}"


def _name(method: str) -> str:
    known = {
        "whole": _("Not pruned"),
        "cost": _("Cost-complexity (best)"),
        "one": _("Cost-complexity (1 SE)"),
    }
    return known.get(method) or words.method(method)


def _look(method: str) -> None:
    """Go to the method with its tree as it is left."""
    name = cast(Method, "cost" if method in ("cost", "one") else method)
    show("table")
    sessions.turn(method=name)
    now = sessions.current()
    if name == "cost":
        result = validated(now)
        alpha.take(now, result.best if method == "cost" else result.one_error)
    else:
        sessions.go(lambda lesson: lesson.finish())
