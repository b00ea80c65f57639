"""Stopping early beside pruning late, on the same rows: the horizon effect."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import numpy as np
import streamlit as st

import dtcore as dt
from dtcore.model import NodeId, number, weight_text
from dtcore.progress import Progress
from dtcore.pruning import CrossValidation, PruningPath, Risk, WeakestLink
from dtcore.stepping import Problem
from dtshow.lesson.lesson import Lesson
from dtshow.scene.tree.section import Overlay, TreePart
from dtshow.scene.trees import Walk
from dtshow.words import number_format
from dtshow.words.glossary import term
from dtshow.words.language import _, explanation, joined
from dttools import export
from dttools.evaluation import accuracy, loss
from dttools.printing import Digits
from pages.ui.components.stage import still_tree, tree_look
from pages.ui.pruning.evidence import scale_words
from pages.ui.pruning.stage import walk
from pages.ui.shell import session
from pages.ui.shell.progress import long, of_trees, worked_out
from pages.ui.trees import pruning_session as sessions
from pages.ui.trees.grown_on import as_pruning_holds
from pages.ui.trees.pruning_session import PruningSession
from pages.ui.trees.pruning_settings import USUAL, PruningView

FEW: Final = 30
"""With fewer rows than this, none are held out here: each counts."""
MOST_NODES: Final = 300
"""Larger trees are told by their text."""
USUAL_EPS: Final = 0.01
MOST_TRIED: Final = 5
ENDS: Final = (dt.Pure, dt.NoColumnLeft)


@dataclass(frozen=True, eq=False)
class Both:
    """The tree that stopped early at ``eps``, and the path of the one that was grown to its end.

    ``base`` is the early tree without a threshold. It becomes smaller at a threshold above each of
    ``gains``; ``stops`` are such thresholds, after 0. ``risks``: where no rows are held out, the
    cross-validated losses of the path (k,) and of the early tree.
    """

    rows: dt.Dataset
    held_out: dt.Dataset | None
    early: dt.Tree
    path: PruningPath
    best: int
    base: dt.Tree
    gains: tuple[float, ...]
    stops: tuple[float, ...]
    eps: float
    risks: tuple[np.ndarray, float] | None = None


def early(now: PruningSession) -> None:
    """The tree that stops early, a threshold at each step; beside it the one that is cut late."""
    with st.container(key="staged"):
        found = both(now)
        at = bisect_left(found.gains, found.eps)
        steps = Walk(at, len(found.stops) - 1, _("Raise ε"), "raise")
        tree = _stopped(now, found)
        walk(tree, _say(found), steps, lambda k: sessions.settle(eps=found.stops[k]))
        with st.container(key="host"):
            _panel(now, found)


def _say(found: Both) -> str:
    least = number(found.eps)
    if len(found.early) == len(found.base):
        return _("Every split gains at least ε = {eps}: nothing is stopped.").format(eps=least)
    if found.early.leaves == 1:
        return _("**No split at all:** the first one gains less than ε = {eps}.").format(eps=least)
    text = _("Splits that gain less than **ε = {eps}** are not made: {leaves} instead of {all}.")
    how = number_format.leaves(found.early.leaves)
    return text.format(eps=least, leaves=how, all=found.base.leaves)


def _panel(now: PruningSession, found: Both) -> None:
    mine, chosen = session.view(PruningView).late or (None, 0)
    k = chosen if mine is found else found.best
    late = found.path.subtree(k)
    with st.container(key="lab_say"):
        st.markdown(_concluded(found, k))
        st.caption(_judged_on(now, found))
    if now.settings.eps < 0 and found.eps > 0:
        st.caption(_("At ε = 0 every split is made. Step back to see it."))
    with st.container(key="lab_early"):
        _told(f"**{term('stop_early')}**", found, found.early, found.risks and found.risks[1])
        _limits(now, found)
    with st.container(key="lab_late"):
        _told(f"**{term('prune_late')}**", found, late, found.risks and float(found.risks[0][k]))
        _alpha(now, found, k)
        drawn = _drawn(now, found, late)
    with st.expander(_("The trees as text"), expanded=not drawn, key="text_of_both"):
        st.code(f"{export.text(found.early)}\n\n{export.text(late)}", language=None)
    with st.expander(_("What this method does"), key="lab_about"):
        st.markdown(explanation("lab_early"))


def both(now: PruningSession) -> Both:
    settings = now.settings
    everything = session.dataset(now.lesson.choice)
    trees = _trees(now, everything)
    large = long(len(now.grown.training) * trees)
    make = partial(_both, now, everything)
    which = (settings.eps, settings.depth, settings.rows, now.folds, settings.foldseed)
    key = ("early", *now.rows, *which)
    result: Both = worked_out(key, make, large, of_trees(trees))
    return result


def _trees(now: PruningSession, everything: dt.Dataset) -> int:
    """How many are grown: three, and for each validation one for each fold and one of all rows."""
    if len(everything) < FEW:
        return 3
    return 3 + (now.folds + 1) * (1 if now.grown.held_out is not None else 2)


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


def _both(now: PruningSession, everything: dt.Dataset, tell: Progress) -> Both:
    """The two trees, and a cross-validation of the second, and of the first if nothing else can
    judge it."""
    settings, grown, recipe = (now.settings, now.grown, now.lesson.recipe_choice.recipe)
    few, folds = len(everything) < FEW, now.folds
    rows, whole = everything if few else grown.training, unlimited(recipe)
    trees = _trees(now, everything)

    def grow(recipe: dt.Recipe, done: int) -> dt.Tree:
        return dt.grow(rows, recipe, lambda share, nodes: tell((done + share) / trees, done))

    full = grow(whole, 0)
    base = grow(limited(recipe, 0.0, settings.depth, settings.rows), 1)
    gains = gains_of(base)
    ends = (*gains[1:], np.inf)
    stops = (0.0, *map(_between, gains, ends))
    set_by_hand = settings.eps >= 0 or (settings.depth, settings.rows) != (USUAL.depth, USUAL.rows)
    tried = [settings.eps if settings.eps >= 0 else USUAL_EPS]
    tried += [] if set_by_hand else stops[1:MOST_TRIED]
    for eps in tried:  # if none was set, the first that stops something
        stopped = grow(limited(recipe, eps, settings.depth, settings.rows), 2)
        if len(stopped) < len(base):
            break
    path = dt.pruning.cost_complexity(full, "error")

    def judge(recipe: dt.Recipe, risk: Risk, done: int) -> CrossValidation:
        def told(share: float, more: int) -> None:
            tell((done + (folds + 1) * share) / trees, done + more)

        return dt.pruning.cross_validate(rows, recipe, folds, settings.foldseed, risk, told)

    if few:
        return Both(rows, None, stopped, path, 0, base, gains, stops, eps)
    late, risks = judge(whole, "error", 3), None
    if grown.held_out is None:  # of the early tree's own path, the tree as it was grown
        limits = limited(recipe, eps, settings.depth, settings.rows)
        risks = late.risk, float(judge(limits, "impurity", 4 + folds).risk[0])
    return Both(rows, grown.held_out, stopped, path, late.best, base, gains, stops, eps, risks)


def gains_of(tree: dt.Tree) -> tuple[float, ...]:
    """The least gain on the way to each split, that of the split included: rising, each once."""
    least: dict[NodeId, float] = {}
    for node in tree:  # a parent comes before its children
        if not node.leaf:
            least[node.id] = min(_gain(tree, node.id), least.get(node.id[:-1], np.inf))
    return tuple(sorted({max(0.0, round(gain, 9)) for gain in least.values()}))


def _gain(tree: dt.Tree, node: NodeId) -> float:
    children = [(*node, k) for k in range(tree[node].arity)]
    weights = np.array([tree.weight(child) for child in children])
    after = np.array([tree.impurity(child) for child in children])
    return float(tree.impurity(node) - weights @ after / weights.sum())


def _between(low: float, high: float) -> float:
    """The shortest number above ``low`` and not above ``high``."""
    for places in range(1, 9):
        found = (np.floor(low * 10**places) + 1) / 10**places
        if found <= high:
            return round(float(found), places)
    return high


def _limits(now: PruningSession, found: Both) -> None:
    with st.container(horizontal=True, gap="small", key="lab_limits"):
        label, eps = _("Threshold ε on the gain"), sessions.bind(now, "eps", found.eps)
        st.number_input(label, 0.0, step=0.01, format="%.3f", width=150, **eps)
        st.number_input(_("Maximum depth"), 1, 30, width=150, **sessions.bind(now, "depth"))
        st.number_input(
            _("Minimum rows to split"), 1, 100_000, width=170, **sessions.bind(now, "rows")
        )


def _alpha(now: PruningSession, found: Both, chosen: int) -> None:
    path = found.path
    if len(path) < 2:
        return
    st.select_slider(
        scale_words(now, "error"),
        list(range(len(path))),
        format_func=lambda i: (
            f"α = {number(round(float(path.alphas[i]), 4))}{_(': ')}"
            f"{number_format.leaves(int(path.leaves[i]))}"
        ),
        **session.control(
            "late_alpha", chosen, lambda k: session.change(PruningView, late=(found, k))
        ),
    )


def _told(name: str, found: Both, tree: dt.Tree, risk: float | None) -> None:
    """``risk``: its cross-validated loss, where that is what judges it."""
    parts = [
        number_format.leaves(tree.leaves),
        _("training: {loss}").format(loss=_lost(tree, found.rows)),
    ]
    if risk is not None:
        parts.append(_("cross-validated: {loss}").format(loss=_risk(found, risk)))
    if found.held_out is not None:
        parts.append(_("held out: {loss}").format(loss=_lost(tree, found.held_out)))
    st.markdown(_("{name}: {told}").format(name=name, told=" · ".join(parts)))


def _concluded(found: Both, k: int) -> str:
    """How large both are, and which of the two errs less where no row grew them; of rows that grew
    them nothing is said here, for on those the larger tree nearly always wins."""
    late, rows = found.path.subtree(k), found.held_out
    sizes = {
        "late": number_format.leaves(late.leaves),
        "early": number_format.leaves(found.early.leaves),
    }
    if rows is not None:
        late_loss, early_loss = loss(late, rows), loss(found.early, rows)
        lost, other = _lost(late, rows), _lost(found.early, rows)
    elif found.risks is not None:
        late_loss, early_loss = float(found.risks[0][k]), found.risks[1]
        lost, other = _risk(found, late_loss), _risk(found, early_loss)
    else:
        return _("Pruned late: {late}. Stopped early: {early}.").format(**sizes)
    if np.isclose(early_loss, late_loss):
        text = _("Both err equally, {lost}: {late} pruned late, {early} stopped early.")
    elif late_loss < early_loss:
        text = _(
            "**Pruning late** errs less: {lost} with {late}. Stopped early: {other} with {early}."
        )
    else:
        text = _(
            "**Stopping early** errs less: {other} with {early}. Pruned late: {lost} with {late}."
        )
    said = text.format(lost=lost, other=other, **sizes)
    if rows is not None or k != found.best:
        return said
    note = _(
        "The same folds chose the size of the late tree, so its error tends to look too small."
    )
    return joined(said, note)


def _judged_on(now: PruningSession, found: Both) -> str:
    """Which rows the two were compared on, and what that can prove."""
    if found.held_out is not None:
        text = _("Compared on the {rows} held-out rows, on which neither tree was grown.")
        return text.format(rows=f"{len(found.held_out):,}")
    if found.risks is not None:
        text = _(
            "No rows are held out, so {folds} folds judge both: each row by trees grown without it."
        )
        return text.format(folds=now.folds)
    text = _(
        "Both trees grow on all {rows} rows; none are held out. Only held-out rows can tell which "
        "of them errs less on new rows."
    )
    return text.format(rows=f"{len(found.rows):,}")


def _lost(tree: dt.Tree, rows: dt.Dataset) -> str:
    if not tree.schema.classes:
        return f"{number(float(np.round(loss(tree, rows), 4)))}"
    return _wrong(1 - accuracy(tree, rows), rows)


def _risk(found: Both, risk: float) -> str:
    """A cross-validated loss: how many rows are wrong, unless errors cost, or the target is a
    number."""
    schema = found.early.schema
    counted = schema.classes and not schema.leaf_rule.loss
    return _wrong(risk, found.rows) if counted else number(float(np.round(risk, 4)))


def _wrong(share: float, rows: dt.Dataset) -> str:
    wrong = weight_text(round(share * rows.weight, 3))
    return _("{wrong} of {n} wrong").format(wrong=wrong, n=weight_text(rows.weight))


def _stopped(now: PruningSession, found: Both) -> TreePart:
    """The early tree, and faintly what it would have grown into."""
    lesson = _lesson(now, found, found.early)
    grows = len(found.early) < len(found.base)
    before = _lesson(now, found, found.base) if grows else None
    return TreePart(lesson, _digits(found), tree_look(), Overlay(before=before))


def _digits(found: Both) -> Digits:
    return Digits.for_scale(float(found.path.risks[-1]))


def _lesson(now: PruningSession, found: Both, tree: dt.Tree) -> Lesson:
    recipe = unlimited(now.lesson.recipe_choice.recipe)
    problem = Problem.of(found.rows, recipe, found.held_out)
    timeline = dt.prune(problem, tree, WeakestLink("error"))
    of = now.lesson
    return Lesson(of.choice, of.recipe_choice, timeline)


def _drawn(now: PruningSession, found: Both, tree: dt.Tree) -> bool:
    """The tree as on the page where it grows; whether there is room for it, and Graphviz."""
    if len(tree) > MOST_NODES:
        return False
    lesson = _lesson(now, found, tree)
    still_tree(lesson, _digits(found), "tree_late", rows=as_pruning_holds(lesson))
    return True
