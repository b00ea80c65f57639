"""The price of a leaf: a slider over α, what each subtree costs, and what it loses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import numpy as np
import pandas as pd
import streamlit as st

import dtcore as dt
from dtcore.explain import pruning
from dtcore.formula import Digits
from dtcore.pruning import CrossValidation, WeakestLink
from pages.ui.components.formula import Line, formula_view
from pages.ui.components.tree import theme
from pages.ui.figures import pruning as figure
from pages.ui.pruning import pruning_session as desks
from pages.ui.pruning import words
from pages.ui.pruning.curves import Losses, folds_of, losses, place_on, validated
from pages.ui.pruning.pruning_session import Desk
from pages.ui.pruning.scale import divisor_of, legend, slides
from pages.ui.pruning.table import per_row
from pages.ui.shell import cache, session
from pages.ui.wording.language import _, explanation

CONFIG: Final[Mapping[str, object]] = {"displayModeBar": False}


def slider(desk: Desk, digits: Digits) -> None:
    """α at the subtrees of the path: the tree follows, as far as links are cut by then."""
    path, divisor = desk.grown.path, divisor_of(desk)
    first = place_on(path, desk.grown.start.leaves)
    if not slides(desk):
        return
    st.select_slider(
        legend(per_row(desk)),
        list(range(first, len(path))),
        format_func=lambda k: (
            f"{digits.show(path.alphas[k] / divisor)} · {words.leaves(path.leaves[k])}"
        ),
        key=session.prepared("alpha", max(first, place_on(path, desk.lesson.tree.leaves))),
        on_change=lambda: take(desk, session.get("alpha")),
        help=explanation("lab_alpha"),
    )


def take(desk: Desk, k: int) -> None:
    """The k-th subtree of the path: cut as many links as lead to it."""
    grown = desk.grown
    cuts = WeakestLink(desk.settings.risk, float(grown.path.alphas[k])).left(
        grown.start, grown.training, grown.held_out
    )
    if desk.lesson.timeline.done.by_hand:
        desks.edit(lambda now: replace(now, lesson=_afresh(now).jump(cuts)))
    else:
        desks.go(lambda lesson: lesson.jump(cuts))


def _afresh(desk: Desk) -> desks.Lesson:
    problem = desk.lesson.timeline.problem
    return replace(desk.lesson, timeline=dt.prune(problem, desk.grown.start, desk.pruner))


def prices(desk: Desk, digits: Digits) -> None:
    """C_α of every subtree against α, and how many leaves the cheapest has."""
    path, k = desk.grown.path, place_on(desk.grown.path, desk.lesson.tree.leaves)
    st.markdown(explanation("lab_prices"))
    cost = pruning.cost(desk.lesson.tree, float(path.alphas[k]), desk.settings.risk)
    formula_view(
        [Line(cost, _("at α = {alpha}").format(alpha=digits.show(path.alphas[k])), result=True)],
        digits,
        key="lab_cost_formula",
        label=_("Working"),
        describe=lambda query: "",
    )
    divisor = divisor_of(desk)
    parts = (path.alphas / divisor, path.leaves)
    look = theme()
    key = (desk.name, desk.settings.risk, divisor, k, look, session.language())
    st.plotly_chart(
        cache.figure(
            f"prices {key!r}",
            lambda: figure.costs(*parts, path.risks / divisor, k, height=270, theme=look, _=_),
        ),
        key="prices",
        config=CONFIG,
    )
    st.plotly_chart(
        cache.figure(
            f"sizes {key!r}", lambda: figure.sizes(*parts, k, height=200, theme=look, _=_)
        ),
        key="sizes",
        config=CONFIG,
    )


def risk(desk: Desk, digits: Digits) -> None:
    """Training, held-out and cross-validated losses against α, and the two choices."""
    _controls(desk)
    found, seen = validated(desk), losses(desk)
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        for key, k, label in (
            ("take_best", found.best, _("Take the best: {leaves}")),
            ("take_one", found.one_error, _("Within one standard error: {leaves}")),
        ):
            st.button(
                label.format(leaves=words.leaves(found.path.leaves[k])),
                key=key,
                icon=":material/park:",
                on_click=take,
                args=(desk, k),
            )
    st.plotly_chart(_figure(desk, found, seen), key="risks", config=CONFIG)
    _chosen(desk, found, digits)
    with st.expander(_("Every subtree, every fold"), key="every_fold"):
        _folds(desk, found, seen)
        st.markdown(explanation("lab_folds"))


def _controls(desk: Desk) -> None:
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="lab_folds"):
        st.number_input(
            _("Folds"),
            2,
            20,
            key=session.prepared("folds", desk.settings.folds),
            on_change=lambda: desks.turn(folds=int(session.get("folds"))),
            width=110,
        )
        st.number_input(
            _("Seed of the folds"),
            0,
            999_999,
            key=session.prepared("foldseed", desk.settings.foldseed),
            on_change=lambda: desks.turn(foldseed=int(session.get("foldseed"))),
            width=150,
        )
        st.toggle(
            _("Each fold's curve"),
            key=session.prepared("folds_shown", bool(session.get("lab_folds_shown"))),
            on_change=lambda: session.put("lab_folds_shown", session.get("folds_shown")),
        )


def _figure(desk: Desk, found: CrossValidation, seen: Losses) -> object:
    path, look = found.path, theme()
    k = place_on(path, desk.lesson.tree.leaves)
    alphas = path.per_row if per_row(desk) else path.alphas
    shown = found.by_fold if session.get("lab_folds_shown") else None
    settings = desk.settings
    key = (desk.name, settings, per_row(desk), k, shown is None, look, session.language())
    title = words.loss(desk)
    curves = [(_("training rows"), seen.training), (_("held-out rows"), seen.held_out)]

    def make() -> object:
        return figure.risks(
            alphas,
            curves,
            (found.risk, found.error),
            (found.best, found.one_error),
            shown,
            k,
            title=title,
            height=290,
            theme=look,
            _=_,
        )

    return cache.figure(f"risks {key!r}", make)  # type: ignore[arg-type]


def _chosen(desk: Desk, found: CrossValidation, digits: Digits) -> None:
    best, one = found.best, found.one_error
    st.caption(
        _(
            "Least cross-validated loss over {folds} folds: {risk} ± {error}, with {best}. The "
            "smallest tree within one standard error, up to {limit}, has {one}."
        ).format(
            folds=folds_of(desk),
            risk=digits.show(found.risk[best]),
            error=digits.show(found.error[best]),
            limit=digits.show(found.risk[best] + found.error[best]),
            best=words.leaves(found.path.leaves[best]),
            one=words.leaves(found.path.leaves[one]),
        )
    )


def _folds(desk: Desk, found: CrossValidation, seen: Losses) -> None:
    """The numbers of the curves. The fold's trees are pruned at the geometric means."""
    path = found.path
    columns: dict[str, np.ndarray] = {
        _("leaves"): path.leaves,
        _("α per row") if per_row(desk) else "α": path.per_row if per_row(desk) else path.alphas,
        _("√(α·α′) per row"): found.alphas,
        _("training"): seen.training,
        _("held out"): seen.held_out,
        _("cross-validated"): found.risk,
        _("standard error"): found.error,
    }
    columns |= {_("fold {n}").format(n=i + 1): losses for i, losses in enumerate(found.by_fold)}
    st.dataframe(pd.DataFrame(columns), hide_index=True, row_height=28, height=240)
