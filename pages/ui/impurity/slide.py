"""A topic before others: its picture and the one sum beside it, without a switch, tab or slider.

The sentence above them is that of the guided lesson. Not done here: the topics that have no slide
(a table, a column of numbers) stay a page, enlarged.
"""

from collections.abc import Callable, Mapping
from typing import Final

import numpy as np
import streamlit as st

from dtcore.errors import DataError
from dtshow.figures.bars import class_shares
from dtshow.words.language import _
from dttools.printing import Digits
from pages.ui.impurity import counts, curve
from pages.ui.impurity.arithmetic import of_counts
from pages.ui.impurity.controls import (
    Legend,
    Picture,
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


def drawn(topic: TopicName) -> bool:
    """Draw the topic as a slide, if a guided lesson is shown to others and the topic has one."""
    if not (lecturing() and session.view(StoryView).key and topic in SLIDES):
        return False
    slide = SLIDES[topic]()
    if slide is not None:
        _draw(slide)
    return slide is not None


def _draw(slide: Picture) -> None:
    with st.container(key="slide"):
        with st.container(key="slide_picture"):
            chart(slide.figure, "slide_chart", slide.alt, tall=True)
        with st.container(key="slide_sum"):
            if len(slide.formulas) == 1:
                definition(slide.formulas[0])
            show_working(slide.formulas, Digits(), "slide_working", slide.legend)


def _curve() -> Picture | None:
    if session.view(ImpurityView).on_curve == "lesson":
        return None
    return _with_axis(curve.point_on_curve(measure_chosen(), chosen_p()))


def _criteria() -> Picture:
    same = session.view(ImpurityView).height == "same"
    return _with_axis(curve.all_criteria(unit_chosen(), chosen_p(), same))


def _with_axis(slide: Picture) -> Picture:
    """No slider below it names the axis."""
    slide.figure.update_xaxes(title_text=_("p, the share of the first class"))
    slide.figure.update_layout(margin={"b": 46})
    return slide


def _counts() -> Picture | None:
    try:
        found = counts.classes()
    except DataError:
        return None
    measure = unit_chosen()
    formula = of_counts(measure, np.array(found.counts))
    shares = ", ".join(f"{count:g}" for count in found.counts)
    text = _("Bars of the class shares: {shares}").format(shares=shares)
    figure = class_shares(found.names, found.counts, theme())
    return Picture(figure, text, [formula], Legend(unit_name(measure)))


SLIDES: Final[Mapping[TopicName, Callable[[], Picture | None]]] = {
    "curve": _curve,
    "criteria": _criteria,
    "counts": _counts,
}
