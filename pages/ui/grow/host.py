"""What Streamlit draws beside the tree, where the stage leaves room: curves that one may touch,
guessing, building a tree of one's own, and a candidate as a drop of impurity.

And the lesson without the stage, for browsers that cannot load it (``stage=off`` in the address):
the tree as text, the sums as lines of text, and Streamlit's own step buttons. Whatever else the
stage does is not done here.
"""

from __future__ import annotations

from urllib.parse import urlencode

import streamlit as st

from dtcore.stepping import Candidate
from dtshow.figures.impurity import ImpurityDrop
from dtshow.figures.impurity import drop as figure
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.narration import weights_decide
from dtshow.scene.grow.candidates import impurity_drop, mark, working_lines
from dtshow.scene.grow.lecture import in_a_line
from dtshow.scene.grow.look import GrowLook, candidates_seen, pictured
from dtshow.scene.grow.scene import statement, step
from dtshow.scene.parts import Act
from dtshow.words.language import _, joined
from dtshow.words.markdown import literal
from dttools import export
from dttools.printing import Digits
from pages.ui.components.mount import served
from pages.ui.components.stage import carry_out
from pages.ui.grow import acts, guess
from pages.ui.grow.build import build
from pages.ui.grow.cuts import cuts
from pages.ui.grow.groups import groups
from pages.ui.grow.regions import regions
from pages.ui.grow.trial import unplaced
from pages.ui.shell import session
from pages.ui.shell.frame import CONFIG, theme

MOST_NAMES = 12
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
"""As in the formulas, so that no branch is taken for a value such as D1."""
PARAMETER = ("stage", "off")


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
    scale = _(
        "Heights are variances times the {n} rows here, so the drop is that of the sum of squares."
    )
    return joined(
        mean,
        why.format(drop=drop),
        "" if seen.classes else scale.format(n=f"{seen.times:g}"),
    )


def stage_off() -> bool:
    """Whether this session was opened without the stage, or there is none."""
    name, value = PARAMETER
    return session.opened_with().get(name) == value or not served()


def way_out() -> None:
    """A link to this page without the stage; seen only if the stage does not come."""
    address = urlencode({**session.lesson_address(), PARAMETER[0]: PARAMETER[1]})
    text = _("Is the page blank? Open the lesson as plain text.")
    with st.container(key="way_out"):
        st.link_button(text, f"/grow?{address}", type="tertiary")


def without_stage(lesson: Lesson, look: GrowLook, digits: Digits) -> None:
    """The beats of the lesson by buttons, and what each of them says."""
    beat = step(lesson, look)
    onward = beat.get("onward", False)
    with st.container(key="stepper", horizontal=True, gap="small"):
        _button("first", _("To the start"), beat["start"])
        _button("back", _("Back"), beat["start"])
        _button("onward" if onward else "next", beat["next"], beat["end"] and not onward)
        _button("last", _("To the end"), beat["end"])
    st.markdown(statement(lesson, look, digits))
    st.code(export.text(lesson.tree), language=None)
    if candidates_seen(lesson, look) and lesson.candidate is not None and lesson.candidate.split:
        st.code("\n".join(_lines(lesson, digits)), language=None)


def _button(kind: str, label: str, off: bool) -> None:
    st.button(label, key=kind, disabled=off, on_click=carry_out, args=(acts.ACTS, Act(0, kind)))


def _lines(lesson: Lesson, digits: Digits) -> list[str]:
    """Every candidate with its verdict, and the sums of the one that is looked at."""
    columns, candidate = lesson.dataset.columns, lesson.candidate
    ranked = lesson.evidence.candidates
    verdicts = [f"{columns[c.column].name}{_(': ')}{mark(lesson, c)}" for c in ranked]
    assert candidate is not None
    return [
        *verdicts,
        "",
        *(in_a_line(line.named, digits) for line in working_lines(lesson, candidate)),
    ]
