"""The candidate as a drop of impurity, and why it is never a rise."""

from __future__ import annotations

import streamlit as st

from dtcore.stepping import Candidate
from dtshow.figures.drop import ImpurityDrop
from dtshow.figures.drop import drop as figure
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.narration import weights_decide
from dtshow.scene.impurity_drop import impurity_drop
from dtshow.words.language import _, joined
from dtshow.words.markdown import literal
from dttools.printing import Digits
from pages.ui.grow.trial import unplaced
from pages.ui.shell.theme import CONFIG, theme

MOST_NAMES = 12
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
"""As in the formulas, so that no branch is taken for a value such as D1."""


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
