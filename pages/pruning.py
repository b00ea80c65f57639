"""Pruning: watch a grown tree being cut, and see the sum behind every cut."""

from contextlib import suppress
from dataclasses import replace
from functools import partial

import streamlit as st

from dtcore.errors import DtError, PruningError
from dtshow.scene.tree.section import Overlay
from dtshow.words.language import _
from dttools.printing import Digits
from pages.ui.bring.draft import offer_sample
from pages.ui.components.stage import drawn, options, tree_look
from pages.ui.pruning import views
from pages.ui.pruning.compare import compare
from pages.ui.pruning.curves import find_folds
from pages.ui.pruning.early import early
from pages.ui.pruning.evidence import Evidence, divisor_of, evidence, notes, per_row
from pages.ui.pruning.inspector import inspector, looked_at
from pages.ui.pruning.rules import rules
from pages.ui.pruning.stage import before, on_stage, use
from pages.ui.pruning.toolbar import head, style
from pages.ui.pruning.words import choice
from pages.ui.share.sharing import with_lecture
from pages.ui.shell import session
from pages.ui.shell.frame import heading, next_step, show_problem
from pages.ui.shell.places import StoryView, depart
from pages.ui.shell.progress import UnfinishedError
from pages.ui.trees import held_out, pruning_session
from pages.ui.trees.pruning_session import PruningSession
from pages.ui.trees.pruning_settings import FOR_CLASSES, STEPPED, PruningView


@st.fragment
def page() -> None:
    depart()
    with suppress(UnfinishedError):  # a large tree is being grown
        _page()


def _page() -> None:
    style()
    try:
        pruning_session.turned_in_sight()
        now = pruning_session.current()
    except DtError as problem:  # the table and the recipe that are open leave nothing to prune
        heading(_("What does each branch earn?"), _("A grown tree, cut back branch by branch."))
        show_problem(problem)
        return
    session.write_address(with_lecture(pruning_session.address()))
    with st.container(key="lab"):
        if trouble := session.trouble():
            show_problem(trouble)
            if not drawn():  # another run follows at once
                session.say_trouble(trouble)
        head(now)
        try:
            _body(now)
        except DtError as problem:  # too few rows for the folds, say
            show_problem(problem)
            offer_sample()


def _body(now: PruningSession) -> None:
    if now.numeric and now.settings.method in FOR_CLASSES:
        show_problem(
            PruningError(
                "This method counts errors, and the target here is a number. Choose “{cost}” or "
                "“{reduced}”, or open a table with classes.",
                cost=choice("cost"),
                reduced=choice("reduced"),
            )
        )
        return
    if now.settings.method in STEPPED:
        _steps(now)
        return
    others = {"rules": rules, "early": early, "compare": compare}
    others[now.settings.method](now)


def _steps(now: PruningSession) -> None:
    with st.container(key="staged"):  # its room is kept before anything is worked out
        result = evidence(now)
        digits = _digits(now, result)
        told = notes(now, result, digits)
        overlay = Overlay(notes=told, before=before(now), weak=result.goes)
        if tree_look().held_out and now.grown.held_out is not None:
            overlay = replace(overlay, held_out=held_out.lines(now))
        node, shown = looked_at(now, result), now
        if result.goes is None and node is not None:  # nothing comes next: marked is what is told
            shown = replace(now, lesson=now.lesson.select(node))
        tree = on_stage(shown, digits, overlay)
        with st.container(key="host"):
            if drawn():  # its table and curves are more to load than all else
                inspector(now, result, digits)
            options(tree.lesson, partial(_shown, now))
            if drawn() and views.chosen(now) == "path":
                find_folds(now)


def _shown(now: PruningSession) -> None:
    """What else the tree shows."""
    faint = session.view(PruningView).faint
    st.toggle(_("Show what was cut"), **session.bind(PruningView, faint=faint))
    held_out.switch(now)


def _digits(now: PruningSession, found: Evidence) -> Digits:
    """Fit for the root's risk, and for the least price that is told from 0; α per row is far
    smaller than either. Counted errors need none."""
    counted = (cost for row in found.rows for cost in (row.leaf, row.subtree))
    if now.settings.method == "reduced" and all(cost.is_integer() for cost in counted):
        return Digits(0)
    path, divisor = now.grown.path, divisor_of(now)
    whole = float(path.risks[-1])
    digits = Digits.for_scale(whole / divisor / 10 if per_row(now) else whole)
    prices = (path.alphas / divisor).round(digits.settled)
    least = float(prices[prices > 0].min(initial=whole))
    return digits.down_to(least) if now.settings.method == "cost" else digits


page()
with st.container(key="next_steps", horizontal=True, gap="large"):
    if not session.view(StoryView).key:
        st.button(_("Use the pruned tree"), key="next_to_use", on_click=use)
    next_step(_("Each algorithm prunes in its own way."), _("Compare the algorithms"), "reference")
    next_step(_("Another table gives another tree."), _("Choose a table"), "home")
