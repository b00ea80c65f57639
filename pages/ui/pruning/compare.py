"""The ways of pruning side by side, on the same rows."""

from __future__ import annotations

from typing import Any, cast

import pandas as pd
import streamlit as st

from dtcore.formula import Digits
from dtcore.model import number
from pages.ui.pruning import alpha, words
from pages.ui.pruning import pruning_session as desks
from pages.ui.pruning.comparison import Comparison, comparison
from pages.ui.pruning.curves import validated
from pages.ui.pruning.history import undo_redo
from pages.ui.pruning.pruning_session import PruningSession
from pages.ui.pruning.pruning_view import show
from pages.ui.pruning.settings import Method
from pages.ui.wording.language import _, explanation


def compare(pruning_session: PruningSession) -> None:
    with st.container(key="lab_head", horizontal=True, vertical_alignment="center"):
        st.markdown(_("**Which tree would you trust with the next row?**"), width="stretch")
        undo_redo()
    result = comparison(pruning_session)
    st.dataframe(_table(pruning_session, result), hide_index=True, row_height=34, key="judged")
    st.markdown(explanation("lab_compare"))
    with st.container(horizontal=True, gap="small", key="lab_take"):
        for row in result:
            if row.method != "whole":
                st.button(
                    _name(row.method),
                    key=f"look_{row.method}",
                    icon=":material/visibility:",
                    help=_("Look at this tree"),
                    on_click=_look,
                    args=(row.method,),
                )


def _table(pruning_session: PruningSession, found: tuple[Comparison, ...]) -> pd.DataFrame:
    digits = (
        Digits() if not pruning_session.numeric else Digits.for_scale(found[0].tree.impurity(()))
    )
    seen, unseen = pruning_session.grown.training.weight, pruning_session.grown.held_out.weight
    rows: list[dict[str, Any]] = [
        {
            _("Way of pruning"): _name(row.method),
            _("Leaves"): row.tree.leaves,
            _("Loss in training"): _loss(row.training, seen, pruning_session, digits),
            _("Loss on held-out rows"): _loss(row.held_out, unseen, pruning_session, digits)
            + (" *" if row.method == "reduced" else ""),
            _("Cross-validated loss"): f"{digits.show(row.validated)} ± {digits.show(row.error)}"
            + (" *" if row.method in ("cost", "one") else ""),
        }
        for row in found
    ]
    return pd.DataFrame(rows)


def _loss(value: float, weight: float, pruning_session: PruningSession, digits: Digits) -> str:
    """A share with the rows behind it; a mean of squares stands alone."""
    if pruning_session.numeric:
        return digits.show(value)
    return f"{number(round(value * weight, 3))} / {number(weight)} = {digits.show(value)}"


def _name(method: str) -> str:
    known = {
        "whole": _("Not pruned"),
        "cost": _("Cost-complexity, best"),
        "one": _("Cost-complexity, 1 SE"),
    }
    return known.get(method) or words.method(method)


def _look(method: str) -> None:
    """Go to the method with its tree as it is left."""
    name = cast(Method, "cost" if method in ("cost", "one") else method)
    show("table")
    desks.turn(method=name)
    now = desks.current()
    if name == "cost":
        result = validated(now)
        alpha.take(now, result.best if method == "cost" else result.one_error)
    else:
        desks.go(lambda lesson: lesson.finish())
