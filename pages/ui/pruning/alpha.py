"""The price of a leaf: what each subtree costs at each α, and what it loses."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import replace

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import streamlit as st

import dtcore as dt
from dtcore.errors import PruningError
from dtcore.explain import pruning
from dtcore.pruning import CrossValidation
from dtshow.figures import pruning as figure
from dtshow.figures.palette import Theme
from dtshow.lesson.lesson import Lesson
from dtshow.scene.sums import Line
from dtshow.words import number_format
from dtshow.words.language import _, explanation, ngettext
from dttools.printing import Digits
from pages.ui.components.formula import formula_view
from pages.ui.pruning import words
from pages.ui.pruning.curves import SubtreeLosses, cuts_to, folds_of, losses, others, validated
from pages.ui.pruning.scale import divisor_of, first_of, per_row, place_on
from pages.ui.shell import cache, session
from pages.ui.shell.frame import CONFIG, theme
from pages.ui.trees import pruning_session as sessions
from pages.ui.trees.pruning_session import PruningSession
from pages.ui.trees.pruning_view import PruningView


def take(pruning_session: PruningSession, k: int) -> None:
    """The k-th subtree of the path: cut as many links as lead to it."""
    cuts = cuts_to(pruning_session, k)
    if pruning_session.lesson.timeline.done.by_hand:
        sessions.edit(lambda now: replace(now, lesson=_afresh(now).jump(cuts)))
    else:
        sessions.go(lambda lesson: lesson.jump(cuts))


def _afresh(pruning_session: PruningSession) -> Lesson:
    problem = pruning_session.lesson.timeline.problem
    return replace(
        pruning_session.lesson,
        timeline=dt.prune(problem, pruning_session.grown.start, pruning_session.pruner),
    )


def prices(pruning_session: PruningSession, digits: Digits) -> None:
    """C_α of every subtree against α, and how many leaves the cheapest has."""
    path, k = pruning_session.grown.path, _subtree(pruning_session)
    cost = pruning.cost(
        pruning_session.lesson.tree, float(path.alphas[k]), pruning_session.settings.risk
    )
    formula_view(
        [Line(cost, _("at α = {alpha}").format(alpha=digits.show(path.alphas[k])), result=True)],
        digits,
        key="lab_cost_formula",
        label=_("Working"),
    )
    if k > first_of(pruning_session):
        text = _("At this α the tree with {leaves} costs as much; the smaller of the two is taken.")
        st.caption(text.format(leaves=number_format.leaves(int(path.leaves[k - 1]))))
    _chart(_costs(pruning_session, theme()), "prices")
    st.markdown(explanation("lab_prices"))


def _chart(picture: go.Figure, key: str) -> None:
    """As tall as the window allows."""
    with st.container(key=f"{key}_box"):
        st.plotly_chart(picture, key=key, theme=None, height="stretch", config=CONFIG)


def _subtree(pruning_session: PruningSession) -> int:
    """The place on the path of the tree on show."""
    return place_on(pruning_session.grown.path, pruning_session.lesson.tree.leaves)


def _content(pruning_session: PruningSession, look: Theme) -> tuple[Hashable, ...]:
    """All that the figures of the path depend on."""
    shown = pruning_session.settings.risk, divisor_of(pruning_session), _subtree(pruning_session)
    return *pruning_session.tree_key, shown, look, session.language()


def _subtrees(pruning_session: PruningSession) -> figure.Subtrees:
    """The path on the scale that is shown."""
    path, divisor = pruning_session.grown.path, divisor_of(pruning_session)
    k = _subtree(pruning_session)
    return figure.Subtrees(path.alphas / divisor, path.leaves, path.risks / divisor, k)


@cache.figure(by=_content)
def _costs(pruning_session: PruningSession, look: Theme) -> go.Figure:
    return figure.costs(_subtrees(pruning_session), height=300, theme=look)


def risk(pruning_session: PruningSession, digits: Digits) -> None:
    """Training, held-out and cross-validated losses of every tree of the path; the two choices."""
    if pruning_session.grown.by_hand:
        by_hand(pruning_session)
        return
    if len(pruning_session.grown.training) < 2:
        raise PruningError("One row cannot be divided into folds. Grow the tree on more rows.")
    result, seen = validated(pruning_session), losses(pruning_session)
    with st.container(key="lab_say"):
        st.markdown(_best_of(result))
    folds = session.view(PruningView).each_fold
    _chart(_risks(pruning_session, folds, theme()), "risks")
    _choices(pruning_session, result)
    _chosen(pruning_session, result, digits)
    st.caption(others(pruning_session, "folds"))
    _controls(pruning_session)
    with st.expander(_("Every tree, every fold"), key="every_fold"):
        _folds(pruning_session, result, seen)
        st.markdown(explanation("lab_folds"))


def by_hand(pruning_session: PruningSession) -> None:
    """Why a tree made by hand is not cross-validated, and the way to one that is."""
    lesson = pruning_session.lesson
    st.info(
        _(
            "Cross-validation grows a tree by the algorithm for every fold. It cannot "
            "repeat the splits that you made by hand."
        )
    )
    st.button(
        _("Use the algorithm's own tree"),
        key="own_tree",
        help=_("Your splits come back with Undo on the Grow page."),
        on_click=session.open_lesson,
        args=(lesson.choice, lesson.recipe_choice),
    )


def _choices(pruning_session: PruningSession, found: CrossValidation) -> None:
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        for key, k, label in (
            ("take_best", found.best, _("Cut to the best: {leaves}")),
            ("take_one", found.one_error, _("Cut to 1 SE: {leaves}")),
        ):
            st.button(
                label.format(leaves=number_format.leaves(found.path.leaves[k])),
                key=key,
                on_click=take,
                args=(pruning_session, k),
            )


def _best_of(found: CrossValidation) -> str:
    count = int(found.path.leaves[found.best])
    if found.one_error != found.best:
        return _(
            "In cross-validation the tree with **{best}** errs least; that with **{one}** is "
            "within one standard error of it (dashed line)."
        ).format(
            best=number_format.leaves(count),
            one=number_format.leaves(found.path.leaves[found.one_error]),
        )
    return ngettext(
        "By cross-validation, the pruned tree with **{n} leaf** errs least.",
        "By cross-validation, the pruned tree with **{n} leaves** errs least.",
        count,
    )


def _controls(pruning_session: PruningSession) -> None:
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="lab_folds"):
        st.number_input(
            _("Folds"),
            2,
            20,
            width=110,
            **sessions.bind(folds=pruning_session.settings.folds),
        )
        st.number_input(
            _("Seed of the folds"),
            0,
            999_999,
            width=150,
            **sessions.bind(foldseed=pruning_session.settings.foldseed),
        )
        each = session.view(PruningView).each_fold
        st.toggle(_("Each fold's curve"), **session.bind(PruningView, each_fold=each))


def _all(pruning_session: PruningSession, *how: Hashable) -> tuple[Hashable, ...]:
    """All that the figure of losses depends on."""
    shown = pruning_session.settings, per_row(pruning_session), _subtree(pruning_session)
    return *pruning_session.rows, shown, how, session.language()


@cache.figure(by=_all)
def _risks(pruning_session: PruningSession, by_fold: bool, look: Theme) -> go.Figure:
    path, seen = pruning_session.grown.path, losses(pruning_session)
    result = validated(pruning_session)
    curves = [(_("training"), seen.training)]
    if seen.held_out is not None:
        curves.append((_("held out"), seen.held_out))
    shown = figure.LossCurves(
        path.per_row if per_row(pruning_session) else path.alphas,
        path.leaves,
        curves,
        _subtree(pruning_session),
        words.loss(pruning_session),
        figure.Validated(
            result.risk,
            result.error,
            result.best,
            result.one_error,
            result.by_fold if by_fold else None,
        ),
    )
    return figure.risks(shown, height=300, theme=look)


def _chosen(pruning_session: PruningSession, found: CrossValidation, digits: Digits) -> None:
    best, one = found.best, found.one_error
    digits = _adding(digits, found.risk[best], found.error[best])
    st.caption(
        _(
            "Lowest over {folds} folds: {risk} ± {error}, with {best}. The smallest tree within "
            "one standard error (at most {limit}) has {one}."
        ).format(
            folds=folds_of(pruning_session),
            risk=digits.show(found.risk[best]),
            error=digits.show(found.error[best]),
            limit=digits.show(found.limit),
            best=number_format.leaves(found.path.leaves[best]),
            one=number_format.leaves(found.path.leaves[one]),
        )
    )


def _adding(digits: Digits, *parts: float) -> Digits:
    """With one or two decimals more where only then the parts add up as shown."""
    for more in range(3):
        fit = replace(digits, result=digits.result + more)
        if math.isclose(sum(map(fit.rounded, parts)), fit.rounded(sum(parts)), rel_tol=1e-12):
            return fit
    return digits


def _folds(pruning_session: PruningSession, found: CrossValidation, seen: SubtreeLosses) -> None:
    """The numbers of the curves. The fold's trees are pruned at the geometric means."""
    path = found.path
    columns: dict[str, np.ndarray] = {
        _("leaves"): path.leaves,
        _("α per row") if per_row(pruning_session) else "α": path.per_row
        if per_row(pruning_session)
        else path.alphas,
        _("√(α·α′) per row"): found.alphas,
        _("training"): seen.training,
        **({} if seen.held_out is None else {_("held out"): seen.held_out}),
        _("cross-validated"): found.risk,
        _("standard error"): found.error,
    }
    columns |= {_("fold {n}").format(n=i + 1): losses for i, losses in enumerate(found.by_fold)}
    st.dataframe(pd.DataFrame(columns), hide_index=True, row_height=28, height=205)
