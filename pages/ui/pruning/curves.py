"""The subtrees of the weakest-link path: what each costs at each α and loses on rows seen and
unseen, and how many leaves are best by each view; and how good the tree was as it grew."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, Literal

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import streamlit as st

import dtcore as dt
from dtcore.errors import PruningError
from dtcore.explain import pruning
from dtcore.progress import Progress
from dtcore.pruning import CrossValidation, WeakestLink, losses_along
from dtshow.figures import pruning as figure
from dtshow.figures.palette import Theme
from dtshow.scene.sums import Line
from dtshow.words import number_format
from dtshow.words.language import _, explanation
from dttools.evaluation import OverfittingCurve, loss, overfitting_curve
from dttools.printing import Digits
from pages.ui.components.formula import formula_view
from pages.ui.pruning import words
from pages.ui.pruning.evidence import divisor_of, first_of, per_row, place_on, priced
from pages.ui.shell import cache, session
from pages.ui.shell.frame import CONFIG, theme
from pages.ui.shell.places import StoryView
from pages.ui.shell.progress import long, of_trees, soon, worked_out
from pages.ui.trees import pruning_session as sessions
from pages.ui.trees.held_out import hold_out_label
from pages.ui.trees.pruning_session import PruningSession
from pages.ui.trees.pruning_settings import USUAL, PruningView, show

AT_ONCE: Final = 2_000
"""With so many at most, it takes no time to speak of."""
CURVES: Final = session.Chart("path")
Asked = Literal["growth", "path", "folds"]


@dataclass(frozen=True, eq=False)
class SubtreeLosses:
    """Per row, of each subtree of the path: on the rows it was grown on, and on those held out,
    if there are any."""

    training: np.ndarray
    held_out: np.ndarray | None


@cache.shared(by=lambda pruning: (*pruning.rows, pruning.settings.risk))
def losses(now: PruningSession) -> SubtreeLosses:
    grown = now.grown
    path = grown.path
    both = (grown.training, grown.held_out)
    lost = (losses_along(path, rows, path.per_row) / rows.weight if rows else None for rows in both)
    return SubtreeLosses(*lost)  # type: ignore[arg-type]


def validated(now: PruningSession) -> CrossValidation:
    """The path cross-validated on the rows that are not held out."""
    says = of_trees(now.folds + 1)
    result: CrossValidation = worked_out(_which(now), partial(_cross, now), _large(now), says)
    return result


def validated_before(now: PruningSession) -> CrossValidation | None:
    """What ``validated`` has found, if it has been asked: nothing is grown for it."""
    found: list[CrossValidation] = cache.slot(_which(now), _large(now))
    return found[0] if found else None


def _cross(now: PruningSession, tell: Progress) -> CrossValidation:
    of, recipe = now.settings, now.lesson.recipe_choice.recipe
    rows = now.grown.training
    return dt.pruning.cross_validate(rows, recipe, now.folds, of.foldseed, of.risk, tell)


def _which(now: PruningSession) -> tuple[Hashable, ...]:
    return "validated", *now.tree_key, now.folds, now.settings.foldseed, now.settings.risk


def _large(now: PruningSession) -> bool:
    return long(len(now.grown.training) * now.folds)


def cuts_to(now: PruningSession, k: int) -> int:
    """How many links are cut on the way to the k-th subtree of the path."""
    grown, risk = now.grown, now.settings.risk
    pruner = WeakestLink(risk, float(grown.path.alphas[k]))
    return pruner.left(grown.start, grown.training, grown.held_out)


@cache.shared(by=lambda pruning: pruning.rows)
def growth(now: PruningSession) -> OverfittingCurve:
    grown = now.grown
    return overfitting_curve(grown.tree, grown.training, grown.unseen)


def others(now: PruningSession, asked: Asked) -> str:
    """One sentence that names the other answers that are known, and why they may differ."""
    answers = [answer for name, answer in _answers(now).items() if name != asked]
    if not answers:
        return ""
    return _(
        "Other ways to choose the size: {answers}. They judge different trees or "
        "different rows, so their answers may differ; of equally good trees, the "
        "smallest is named."
    ).format(answers=_("; ").join(answers))


def _answers(now: PruningSession) -> dict[Asked, str]:
    grown, found = now.grown, dict[Asked, str]()
    if grown.held_out is not None:
        curve = growth(now)
        found["growth"] = _("stopped while growing, {leaves} (held-out rows)").format(
            leaves=number_format.leaves(curve.leaves[curve.best])
        )
    if now.settings.method != "cost":
        return found
    seen = losses(now).held_out
    if seen is not None:
        found["path"] = _("pruned, {leaves} (held-out rows)").format(
            leaves=number_format.leaves(grown.path.leaves[smallest_best(seen)])
        )
    if result := validated_before(now):
        found["folds"] = _("pruned, {leaves} ({folds} folds)").format(
            leaves=number_format.leaves(result.path.leaves[result.best]), folds=now.folds
        )
    return found


def smallest_best(losses: np.ndarray) -> int:
    """The last, and so the smallest, of the trees of a path that lose least."""
    return int(np.flatnonzero(losses <= losses.min() * (1 + 1e-12))[-1])


def overfitting(now: PruningSession) -> None:
    if now.grown.held_out is None:
        st.markdown(explanation("lab_overfitting"))
        _nothing_unseen(now)
        return
    _chart(_figure(now, theme(), session.language(), priced(now)), "overfitting")
    with st.container(key="lab_say"):
        st.markdown(_best(now))
    st.markdown(explanation("lab_overfitting"))
    st.caption(_marked(now))
    st.caption(others(now, "growth"))


def _marked(now: PruningSession) -> str:
    """Which tree is marked; a pruned one is none of those that were stopped while they grew."""
    text = _("The mark is the tree shown: {leaves}.")
    if now.lesson.timeline.cursor:
        text = _(
            "The mark is the tree shown, pruned to {leaves}. The curve's trees were stopped early "
            "instead, so the mark may lie beside it."
        )
    return text.format(leaves=number_format.leaves(now.lesson.tree.leaves))


def _nothing_unseen(now: PruningSession) -> None:
    """What stands in the curve's place where all rows grew the tree."""
    st.info(
        _(
            "The tree was grown on all {rows}, so none are left to show where it "
            "begins to overfit. Hold some out, or use cross-validation, which holds "
            "every row out once, in turn."
        ).format(rows=number_format.rows_count(now.grown.all_rows))
    )
    with st.container(horizontal=True, gap="small"):
        st.button(
            hold_out_label(), key="hold_out", on_click=sessions.turn, kwargs={"share": USUAL.share}
        )
        if now.settings.method == "cost" and not now.grown.by_hand:
            st.button(_("Cross-validate"), key="to_risk", on_click=show, args=("path", True))


def _shared(now: PruningSession) -> bool:
    """Whether the curves show the share of rows classified correctly, and not a loss."""
    return not (now.numeric or words.charged(now))


def _curves(now: PruningSession) -> tuple[str, np.ndarray, np.ndarray]:
    """What they show, on the training rows and on those held out."""
    curve = growth(now)
    if not _shared(now):
        return words.loss(now), curve.training, curve.held_out
    return _("share classified correctly"), 1 - curve.training, 1 - curve.held_out


def _on_show(now: PruningSession) -> tuple[float, float, float]:
    """The leaves of the tree on show, and how good it is on the training and held-out rows."""
    tree, grown = now.lesson.tree, now.grown
    seen, unseen = loss(tree, grown.training), loss(tree, grown.unseen)
    if _shared(now):
        seen, unseen = 1 - seen, 1 - unseen
    return tree.leaves, seen, unseen


@cache.figure(by=lambda pruning, *more: (*pruning.rows, pruning.pruner, pruning.moves, more))
def _figure(now: PruningSession, look: Theme, language: str, ruled: bool) -> go.Figure:
    title, training, held_out = _curves(now)
    curve, at, shares = growth(now), _on_show(now), _shared(now)
    shown = figure.Growth(curve.leaves, training, held_out, at, title, curve.best, shares, ruled)
    return figure.overfitting(shown, height=300, theme=look)


def _best(now: PruningSession) -> str:
    """How large the tree was when it did best on the held-out rows, and how good it ends."""
    curve = growth(now)
    _title, _training, held_out = _curves(now)
    text = _(
        "While it grew, {leaves} did best on the held-out rows: {best}. At the end it "
        "has {all}: {end}."
    )
    if held_out[curve.best] == held_out[-1] and curve.leaves[curve.best] < curve.leaves[-1]:
        text = _(
            "While it grew, {leaves} already did as well on the held-out rows as {all} do at "
            "the end: {best}."
        )
    return text.format(
        leaves=f"**{number_format.leaves(curve.leaves[curve.best])}**",
        best=f"{held_out[curve.best]:.4f}",
        all=number_format.leaves(curve.leaves[-1]),
        end=f"{held_out[-1]:.4f}",
    )


def take(now: PruningSession, k: int) -> None:
    """The k-th subtree of the path: cut as many links as lead to it."""
    cuts = cuts_to(now, k)

    def afresh(now: PruningSession) -> PruningSession:
        timeline = dt.prune(now.lesson.timeline.problem, now.grown.start, now.pruner)
        return replace(now, lesson=replace(now.lesson, timeline=timeline).jump(cuts))

    if now.lesson.timeline.done.by_hand:
        sessions.edit(afresh)
    else:
        sessions.go(lambda lesson: lesson.jump(cuts))


def prices(now: PruningSession, digits: Digits) -> None:
    """C_α of every subtree against α, and how many leaves the cheapest has."""
    path, k = now.grown.path, _subtree(now)
    cost = pruning.cost(now.lesson.tree, float(path.alphas[k]), now.settings.risk)
    formula_view(
        [Line(cost, _("at α = {alpha}").format(alpha=digits.show(path.alphas[k])), result=True)],
        digits,
        "lab_cost_formula",
    )
    if k > first_of(now):
        text = _("At this α the tree with {leaves} costs as much; the smaller of the two is taken.")
        st.caption(text.format(leaves=number_format.leaves(int(path.leaves[k - 1]))))
    _chart(_costs(now, theme()), "prices")
    st.markdown(explanation("lab_prices"))


def _chart(picture: go.Figure, key: str, touch: Callable[[], None] | None = None) -> None:
    """As tall as the window allows; ``touch`` is called when a point is clicked."""
    clicked: Any = {"on_select": touch, "selection_mode": "points"} if touch else {}
    with st.container(key=f"{key}_box"):
        st.plotly_chart(picture, key=key, theme=None, height="stretch", config=CONFIG, **clicked)


def _subtree(now: PruningSession) -> int:
    return place_on(now.grown.path, now.lesson.tree.leaves)


def _content(now: PruningSession, look: Theme) -> tuple[Hashable, ...]:
    shown = now.settings.risk, divisor_of(now), _subtree(now)
    return *now.tree_key, shown, look, session.language()


@cache.figure(by=_content)
def _costs(now: PruningSession, look: Theme) -> go.Figure:
    path, divisor = now.grown.path, divisor_of(now)
    alphas, risks = path.alphas / divisor, path.risks / divisor
    shown = figure.Subtrees(alphas, path.leaves, risks, _subtree(now))
    return figure.costs(shown, height=300, theme=look)


def path(now: PruningSession, digits: Digits) -> None:
    """Training, held-out and cross-validated losses of every tree of the path; the two choices."""
    found = None if _untold(now) else known(now)
    _chart(_risks(now, found, session.view(PruningView).each_fold, theme()), "path", _touch)
    if now.grown.by_hand:
        by_hand(now)
        return
    if len(now.grown.training) < 2:
        raise PruningError("One row cannot be divided into folds. Grow the tree on more rows.")
    with st.container(key="lab_found"):
        if found is not None:
            _choices(now, found, digits)
        elif _unasked(now):
            st.button(_("Cross-validate"), key="to_risk", on_click=show, args=("path", True))
        else:
            st.caption(_("Cross-validating: {n} folds…").format(n=now.folds))


def known(now: PruningSession) -> CrossValidation | None:
    """Cross-validation, if it takes no time or is known already."""
    rows = len(now.grown.training)
    able = rows > 1 and not now.grown.by_hand
    return validated(now) if able and rows * now.folds <= AT_ONCE else validated_before(now)


def _unasked(now: PruningSession) -> bool:
    """A large table is cross-validated when somebody asks for it."""
    return _untold(now) or (_large(now) and not session.view(PruningView).folds_asked)


def _untold(now: PruningSession) -> bool:
    """Whether a guided lesson speaks of the rows held out, and of no folds yet."""
    guided = bool(session.view(StoryView).key) and now.grown.held_out is not None
    return guided and not session.view(PruningView).folds_asked


def find_folds(now: PruningSession) -> None:
    """Cross-validate the path that is on show without it, and draw it anew; the page is drawn by
    now. Raises UnfinishedError where it takes long."""
    if now.grown.by_hand or _unasked(now) or known(now) is not None:
        return
    soon(_which(now), partial(_cross, now), _large(now), of_trees(now.folds + 1))
    st.rerun()


def _touch() -> None:
    """A stretch of the curves: that tree of the path."""
    now, points = sessions.current(), CURVES.points
    touched = points[0].get("customdata") if points else None
    place = touched[0] if isinstance(touched, list) and touched else None
    if isinstance(place, int) and first_of(now) <= place < len(now.grown.path):
        take(now, place)


def by_hand(now: PruningSession) -> None:
    """Why a tree made by hand is not cross-validated, and the way to one that is."""
    lesson = now.lesson
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


def _choices(now: PruningSession, found: CrossValidation, digits: Digits) -> None:
    """The two, each with its button; what they were judged by, behind one place."""
    best, one = found.best, found.one_error
    buttons = {
        "take_best": (best, _("Cut to the best: {leaves}")),
        "take_one": (one, _("Cut to 1 standard error: {leaves}")),
    }
    if best == one:
        both = _("Cut to the best, also within 1 standard error: {leaves}")
        buttons = {"take_best": (best, both)}
    with st.container(key="lab_say"):
        st.markdown(_best_of(*(int(found.path.leaves[k]) for k in (best, one))))
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        for key, (k, label) in buttons.items():
            leaves = number_format.leaves(found.path.leaves[k])
            st.button(label.format(leaves=leaves), key=key, on_click=take, args=(now, k))
    with st.expander(_("Every tree, every fold"), key="every_fold"):
        _chosen(now, found, digits)
        st.caption(others(now, "folds"))
        _controls(now)
        _folds(now, found, losses(now))
        st.markdown(explanation("lab_folds"))


def _best_of(best: int, one: int) -> str:
    """So many leaves."""
    text = _("Least error in cross-validation: **{best}**.")
    if best != one:
        text = _(
            "Least error in cross-validation: **{best}**; within one standard error: **{one}**."
        )
    return text.format(best=number_format.leaves(best), one=one)


def _controls(now: PruningSession) -> None:
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="lab_folds"):
        st.number_input(_("Folds"), 2, 20, width=110, **sessions.bind(now, "folds"))
        seed = sessions.bind(now, "foldseed")
        st.number_input(_("Seed of the folds"), 0, 999_999, width=150, **seed)
        each = session.view(PruningView).each_fold
        st.toggle(_("Each fold's curve"), **session.bind(PruningView, each_fold=each))


def _all(
    now: PruningSession, found: CrossValidation | None, *how: Hashable
) -> tuple[Hashable, ...]:
    shown = now.settings, per_row(now), _subtree(now), first_of(now), found is None
    return *now.rows, shown, how, session.language()


@cache.figure(by=_all)
def _risks(
    now: PruningSession, result: CrossValidation | None, by_fold: bool, look: Theme
) -> go.Figure:
    """``result``: None while it is not known."""
    path, seen, divisor = now.grown.path, losses(now), divisor_of(now)
    curves = [(_("training"), seen.training)]
    if seen.held_out is not None:
        curves.append((_("held out"), seen.held_out))
    validated = (
        None
        if result is None
        else figure.Validated(
            result.risk,
            result.error,
            result.best,
            result.one_error,
            result.by_fold if by_fold else None,
        )
    )
    shown = figure.LossCurves(
        path.alphas / divisor,
        path.leaves,
        (path.risks + path.alphas * path.leaves) / divisor,
        curves,
        (first_of(now), max(first_of(now), _subtree(now))),
        words.loss(now),
        validated,
    )
    return figure.risks(shown, height=300, theme=look)


def _chosen(now: PruningSession, found: CrossValidation, digits: Digits) -> None:
    best, one = found.best, found.one_error
    digits = _adding(digits, found.risk[best], found.error[best])
    st.caption(
        _(
            "Lowest over {folds} folds: {risk} ± {error}, with {best}. The smallest tree within "
            "one standard error (at most {limit}) has {one}."
        ).format(
            folds=now.folds,
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


def _folds(now: PruningSession, found: CrossValidation, seen: SubtreeLosses) -> None:
    """The numbers of the curves. The fold's trees are pruned at the geometric means."""
    path = found.path
    name, alphas = (_("α per row"), path.per_row) if per_row(now) else ("α", path.alphas)
    columns: dict[str, np.ndarray] = {
        _("leaves"): path.leaves,
        name: alphas,
        _("√(α·α′) per row"): found.alphas,
        _("training"): seen.training,
        **({} if seen.held_out is None else {_("held out"): seen.held_out}),
        _("cross-validated"): found.risk,
        _("standard error"): found.error,
    }
    columns |= {_("fold {n}").format(n=i + 1): losses for i, losses in enumerate(found.by_fold)}
    st.dataframe(pd.DataFrame(columns), hide_index=True, row_height=28, height=205)
