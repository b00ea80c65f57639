"""What Streamlit draws beside the tree, where the stage leaves room: curves that one may touch,
guessing, building a tree of one's own, and a candidate as a drop of impurity."""

from __future__ import annotations

import streamlit as st

from dtcore.stepping import Candidate
from dtshow.figures.impurity import ImpurityDrop
from dtshow.figures.impurity import drop as figure
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.narration import weights_decide
from dtshow.scene.grow.look import GrowLook, candidates_seen, pictured
from dtshow.scene.impurity_drop import impurity_drop
from dtshow.words.language import _, joined
from dtshow.words.markdown import literal
from dttools.printing import Digits
from pages.ui.grow import guess
from pages.ui.grow.build import build
from pages.ui.grow.cuts import cuts
from pages.ui.grow.groups import groups
from pages.ui.grow.regions import regions
from pages.ui.grow.trial import unplaced
from pages.ui.shell.theme import CONFIG, theme

MOST_NAMES = 12
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
"""As in the formulas, so that no branch is taken for a value such as D1."""


def host(lesson: Lesson, look: GrowLook, digits: Digits) -> None:
    """Nothing, unless there is something that the stage does not draw."""
    if look.mode != "grow" or pictured(lesson, look):
        with _place():
            _of_node(lesson, look, digits)
    elif candidates_seen(lesson, look) and look.shown in ("curve", "drop"):
        _of_candidate(lesson, look, digits)


def _of_node(lesson: Lesson, look: GrowLook, digits: Digits) -> None:
    """The picture above all else, so that it stays where it is while the tree grows."""
    if pictured(lesson, look):
        regions(lesson)
    if look.mode == "build":
        build(lesson, digits)
    elif look.mode == "guess":
        guess.panel(lesson)


def _of_candidate(lesson: Lesson, look: GrowLook, digits: Digits) -> None:
    candidate = lesson.candidate
    if candidate is None or candidate.split is None:
        return
    with _place():
        if look.shown == "drop":
            drop(lesson, candidate, digits)
            return
        numeric = lesson.dataset.columns[candidate.column].numeric
        (cuts if numeric else groups)(lesson, candidate, digits)


def _place() -> st.delta_generator.DeltaGenerator:
    return st.container(key="host")


def drop(lesson: Lesson, candidate: Candidate, digits: Digits) -> None:
    seen = impurity_drop(lesson, candidate)
    alt = _("{before} before the split, {after} on average after it").format(
        before=digits.show(seen.before), after=digits.show(seen.after)
    )
    with st.container(key="drop_box", height="stretch"):
        st.plotly_chart(
            figure(seen, theme=theme(), digits=digits),
            key="drop_figure",
            alt=alt,
            theme=None,
            height="stretch",
            config=CONFIG,
        )
    st.markdown(why_below(seen))
    if weights := weights_decide(lesson.dataset.schema):
        st.caption(literal(weights, 400))
    unplaced(lesson, candidate, digits)
    names = enumerate(seen.names[:MOST_NAMES], start=1)
    told = [
        _("{name}: {told}").format(name=f"D{i}".translate(SUBSCRIPTS), told=literal(name, 60))
        for i, name in names
    ]
    st.caption(" · ".join(told))


def why_below(seen: ImpurityDrop) -> str:
    """Why the mean of the branches lies below the curve, or where it does not, as Markdown."""
    mean = _("The diamond is the mean of the branches, weighted by their rows.")
    if seen.before - seen.after <= 1e-9 * max(seen.before, 1e-12):
        return joined(mean, _("It lies at D itself: the split removes nothing."))
    why = _("The curve bends downwards, so a mean of points on it lies below it: here by {drop}.")
    drop = _("the gain") if seen.measure.unit else _("the decrease")
    curve = _("The curve shows the rows of D mixed with more and more rows of one branch.")
    scale = _(
        "Heights are variances times the {n} rows here, so the drop is that of the sum of squares."
    )
    return joined(
        mean,
        why.format(drop=drop),
        curve if len(seen.classes) != 2 else "",
        "" if seen.classes else scale.format(n=f"{seen.times:g}"),
    )
