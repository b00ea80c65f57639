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

from dtcore.errors import DataError
from dtcore.formula import Named
from dtshow.figures.bars import class_shares
from dtshow.figures.impurity import one_curve
from dtshow.words.language import _
from dttools.printing import Digits
from pages.ui.impurity import counts, criteria
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
from pages.ui.impurity.impurity_view import ImpurityView, TopicName
from pages.ui.share.sharing import lecturing
from pages.ui.shell import session
from pages.ui.shell.frame import theme
from pages.ui.shell.places import StoryView


@dataclass(frozen=True, eq=False)
class Slide:
    """``alt``: the picture in words. ``formulas``: of the impurity that the picture shows."""

    figure: go.Figure
    alt: str
    formulas: list[Named]
    legend: Legend


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
            if len(slide.formulas) == 1:
                definition(slide.formulas[0])
            show_working(slide.formulas, Digits(), "slide_working", slide.legend)


def _curve() -> Slide | None:
    if session.view(ImpurityView).on_curve == "lesson":
        return None
    measure, p = measure_chosen(), chosen_p()
    formula = of_share(measure, p)
    alt = _("Curve over the share p. At p = {p} it is {value}.")
    text = alt.format(p=f"{p:g}", value=Digits().show(formula.value))
    figure = _with_axis(one_curve(measure, p, theme=theme(), height=320))
    return Slide(figure, text, [formula], Legend(unit_name(measure)))


def _criteria() -> Slide:
    entropy, p, same = unit_chosen(), chosen_p(), session.view(ImpurityView).height == "same"
    figure, formulas = criteria.curves(entropy, p, same), criteria.sums(entropy, p, same)
    return Slide(_with_axis(figure), criteria.alternative(), formulas, criteria.units(entropy))


def _with_axis(figure: go.Figure) -> go.Figure:
    """No slider below it names the axis."""
    figure.update_xaxes(title_text=_("p, the share of the first class"))
    figure.update_layout(margin={"b": 46})
    return figure


def _counts() -> Slide | None:
    try:
        found = counts.classes()
    except DataError:
        return None
    measure = unit_chosen()
    formula = of_counts(measure, np.array(found.counts))
    figure = class_shares(found.names, found.counts, theme())
    shares = ", ".join(f"{count:g}" for count in found.counts)
    text = _("Bars of the class shares: {shares}").format(shares=shares)
    return Slide(figure, text, [formula], Legend(unit_name(measure)))


SLIDES: Final[Mapping[TopicName, Callable[[], Slide | None]]] = {
    "curve": _curve,
    "criteria": _criteria,
    "counts": _counts,
}
