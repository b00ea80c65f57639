"""A topic before others: its picture and the one sum beside it, without a switch, tab or slider.

The sentence above them is that of the guided lesson. Not done here: the topics that have no slide
(a table, a column of numbers) stay a page, enlarged.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
import plotly.graph_objects as go
import streamlit as st

import dtcore as dt
from dtcore.errors import DataError
from dtcore.formula import Digits, Named
from dtcore.policies import Impurity
from pages.ui.figures.impurity import one_curve
from pages.ui.figures.information import class_shares
from pages.ui.impurity import counts
from pages.ui.impurity.address import CURVE_VIEW, TopicName
from pages.ui.impurity.arithmetic import of_counts, of_share
from pages.ui.impurity.controls import (
    Legend,
    chart,
    chosen_p,
    definition,
    measure_chosen,
    show_working,
    unit_chosen,
    unit_name,
)
from pages.ui.share.lecturing import lecturing
from pages.ui.shell import session
from pages.ui.shell.theme import theme
from pages.ui.story.story_view import StoryView
from pages.ui.wording.language import _


@dataclass(frozen=True, eq=False)
class Slide:
    """``alt``: the picture in words. ``formula``: of the impurity that the picture shows."""

    figure: go.Figure
    alt: str
    measure: Impurity
    formula: Named


def drawn(topic: TopicName) -> bool:
    """Draw the topic as a slide, if a guided lesson is shown to others and the topic has one."""
    if not (lecturing() and session.view(StoryView).key and topic in SLIDES):
        return False
    slide = SLIDES[topic]()
    if slide is not None:
        _draw(slide)
    return slide is not None


def _draw(slide: Slide) -> None:
    with st.container(key="slide"):
        with st.container(key="slide_picture"):
            chart(slide.figure, "slide_chart", slide.alt, tall=True)
        with st.container(key="slide_sum"):
            definition(slide.formula)
            show_working(slide.formula, Digits(), "slide_working", Legend(unit_name(slide.measure)))


def _curve() -> Slide | None:
    if CURVE_VIEW.value == "lesson":
        return None
    measure, p = measure_chosen(), chosen_p()
    formula = of_share(measure, p)
    figure = one_curve(measure, p, theme=theme(), height=320)
    figure.update_xaxes(title_text=_("p, the share of the first class"))
    figure.update_layout(margin={"b": 46})  # no slider below names the axis
    alt = _("Curve over the share p. At p = {p} it is {value}.")
    text = alt.format(p=f"{p:g}", value=Digits().show(formula.value))
    return Slide(figure, text, measure, formula)


def _counts() -> Slide | None:
    try:
        found = counts.classes()
    except DataError:
        return None
    measure: dt.Entropy = unit_chosen()
    formula = of_counts(measure, np.array(found.counts))
    figure = class_shares(found.names, found.counts, theme())
    shares = ", ".join(f"{count:g}" for count in found.counts)
    return Slide(
        figure, _("Bars of the class shares: {shares}").format(shares=shares), measure, formula
    )


SLIDES: Final[Mapping[TopicName, Callable[[], Slide | None]]] = {"curve": _curve, "counts": _counts}
