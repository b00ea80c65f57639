"""Stopping early beside pruning late, on the same rows: the horizon effect."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import streamlit as st

import dtcore as dt
from dtcore import export
from dtcore.formula import Digits
from dtcore.model import number
from dtcore.pruning import PruningPath, WeakestLink
from dtcore.stepping import Problem
from dtcore.validation import accuracy, loss
from pages.ui.components.stage import still_tree
from pages.ui.lesson.lesson import Lesson
from pages.ui.pruning import pruning_session as sessions
from pages.ui.pruning.curves import long
from pages.ui.pruning.pruning_session import PruningSession
from pages.ui.pruning.pruning_view import PruningView
from pages.ui.pruning.scale import scale_words
from pages.ui.scene.tree.folding import MANY
from pages.ui.server.jobs import Tell
from pages.ui.shell import session
from pages.ui.shell.progress import of_trees, worked_out
from pages.ui.wording import number_format
from pages.ui.wording.language import _, explanation

EPS: Final = session.Widget("eps", 0.0)
DEPTH: Final = session.Widget("depth", 1)
MIN_ROWS: Final = session.Widget("min_rows", 1)
LATE_ALPHA: Final = session.Widget("late_alpha", 0)
FEW: Final = 30
"""With fewer rows than this, none are held out here: each counts."""
MOST_NODES: Final = MANY
"""Larger trees are told by their text."""
ENDS: Final = (dt.Pure, dt.NoColumnLeft)


@dataclass(frozen=True, eq=False)
class Both:
    """The tree that stopped early, and the path of the one that was grown to its end."""

    rows: dt.Dataset
    held_out: dt.Dataset | None
    early: dt.Tree
    path: PruningPath
    best: int


def early(pruning_session: PruningSession) -> None:
    result = both(pruning_session)
    if result.held_out is None:
        st.caption(
            _("Both trees grow on all {rows} rows; none are held out.").format(
                rows=f"{len(result.rows):,}"
            )
        )
    left, right = st.columns(2, gap="medium")
    with left, st.container(border=True, key="lab_early"):
        st.markdown(_("**Stop early**: make no split that gains too little"))
        _limits(pruning_session)
        _result(pruning_session, result, result.early, "early")
    with right, st.container(border=True, key="lab_late"):
        st.markdown(_("**Prune late**: grow to the end, then cut the weakest links"))
        k = _alpha(pruning_session, result)
        _result(pruning_session, result, result.path.subtree(k), "late")
    st.markdown(explanation("lab_early"))


def both(pruning_session: PruningSession) -> Both:
    now = pruning_session.settings
    everything = session.dataset(pruning_session.lesson.choice)
    large = long(len(pruning_session.grown.training) * (now.folds + 3))
    make = lambda tell: _both(pruning_session, everything, tell)  # noqa: E731
    which = (now.eps, now.depth, now.rows, now.folds, now.foldseed)
    key = ("early", *pruning_session.rows, *which)
    result: Both = worked_out(key, make, large, of_trees(now.folds + 3))
    return result


def unlimited(recipe: dt.Recipe) -> dt.Recipe:
    """The recipe without limits: only where there is nothing left to ask does it stop."""
    kept = tuple(rule for rule in recipe.stopping if isinstance(rule, ENDS))
    return replace(recipe, stopping=kept or (dt.Pure(),))


def limited(recipe: dt.Recipe, eps: float, depth: int, rows: int) -> dt.Recipe:
    """The same with limits on the gain, the depth and the rows of a node that is split."""
    whole = unlimited(recipe)
    for rule in (dt.MinGain(eps), dt.MaxDepth(depth), dt.MinRows(rows)):
        whole = whole.with_rule(rule)
    return whole


def _both(pruning_session: PruningSession, everything: dt.Dataset, tell: Tell) -> Both:
    """The two trees, and a cross-validation of the second: three trees and one for each fold."""
    now, grown, recipe = (
        pruning_session.settings,
        pruning_session.grown,
        pruning_session.lesson.recipe_choice.recipe,
    )
    few = len(everything) < FEW
    rows, whole = everything if few else grown.training, unlimited(recipe)
    trees = 3 + (0 if few else now.folds)

    def after(done: int) -> dt.Progress:
        return lambda share, nodes: tell((done + share) / trees, done)

    stopped = dt.grow(rows, limited(recipe, now.eps, now.depth, now.rows), after(0))
    path = dt.pruning.cost_complexity(dt.grow(rows, whole, after(1)), "error")
    best = 0
    if not few:
        best = dt.pruning.cross_validate(
            rows,
            whole,
            now.folds,
            now.foldseed,
            "error",
            lambda done, of: tell((2 + done) / trees, 2 + int(done)),
        ).best
    return Both(rows, None if few else grown.held_out, stopped, path, best)


def _limits(pruning_session: PruningSession) -> None:
    now = pruning_session.settings
    with st.container(horizontal=True, gap="small", key="lab_limits"):
        st.number_input(
            _("Threshold ε on the gain"),
            0.0,
            step=0.01,
            format="%.3f",
            key=EPS.showing(now.eps),
            on_change=lambda: sessions.turn(eps=round(EPS.value, 6)),
            width=150,
        )
        st.number_input(
            _("Maximum depth"),
            1,
            30,
            key=DEPTH.showing(now.depth),
            on_change=lambda: sessions.turn(depth=DEPTH.value),
            width=150,
        )
        st.number_input(
            _("Minimum rows to split"),
            1,
            100_000,
            key=MIN_ROWS.showing(now.rows),
            on_change=lambda: sessions.turn(rows=MIN_ROWS.value),
            width=170,
        )


def _alpha(pruning_session: PruningSession, found: Both) -> int:
    """Which subtree of the path: the best by cross-validation unless another was chosen."""
    path = found.path
    mine, k = session.view(PruningView).late or (None, 0)
    chosen = k if mine is found else found.best
    if len(path) < 2:
        return chosen
    taken = int(
        st.select_slider(
            _("α, the price of a leaf"),
            list(range(len(path))),
            format_func=lambda i: (
                f"{number(round(float(path.alphas[i]), 4))} · "
                f"{number_format.leaves(int(path.leaves[i]))}"
            ),
            key=LATE_ALPHA.showing(chosen),
            on_change=lambda: _choose_late(found),
        )
    )
    st.caption(scale_words(pruning_session, "error"))
    return taken


def _choose_late(found: Both) -> None:
    session.keep(replace(session.view(PruningView), late=(found, LATE_ALPHA.value)))


def _result(pruning_session: PruningSession, found: Both, tree: dt.Tree, key: str) -> None:
    """How large the tree is, how wrong, and what it looks like."""
    digits = Digits.for_scale(float(found.path.risks[-1]))
    parts = [
        number_format.leaves(tree.leaves),
        _("training: {loss}").format(loss=_lost(tree, found.rows)),
    ]
    if found.held_out is not None:
        parts.append(_("held out: {loss}").format(loss=_lost(tree, found.held_out)))
    st.markdown(" · ".join(parts))
    drawn = _drawn(pruning_session, found, tree, digits, key)
    with st.expander(_("The tree as text"), expanded=not drawn, key=f"text_{key}"):
        st.code(export.text(tree), language=None)


def _lost(tree: dt.Tree, rows: dt.Dataset) -> str:
    if not tree.schema.classes:
        return f"{number(float(np.round(loss(tree, rows), 4)))}"
    wrong = number(round((1 - accuracy(tree, rows)) * rows.weight, 3))
    return _("{wrong} of {rows} wrong").format(wrong=wrong, rows=number(rows.weight))


def _drawn(
    pruning_session: PruningSession, found: Both, tree: dt.Tree, digits: Digits, key: str
) -> bool:
    """The tree as on the page where it grows; whether there is room for it, and Graphviz."""
    if len(tree) > MOST_NODES:
        return False
    problem = Problem.of(found.rows, unlimited(pruning_session.lesson.recipe_choice.recipe))
    timeline = dt.prune(problem, tree, WeakestLink("error"))
    still_tree(
        Lesson(pruning_session.lesson.choice, pruning_session.lesson.recipe_choice, timeline),
        digits,
        f"tree_{key}",
    )
    return True
