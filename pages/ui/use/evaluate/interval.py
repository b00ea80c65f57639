"""How sure the accuracy is: Wilson's interval, one leaf's accuracy, and that on the rows it saw."""

from __future__ import annotations

from typing import Final

import streamlit as st

from dtcore.model import weight_text
from dtshow.figures.interval import Interval, interval
from dtshow.words.language import _
from dtshow.words.markdown import literal, one_line
from dtshow.words.number_format import rows_or_weight, share
from dttools.evaluation import ClassEvaluation
from pages.ui.shell.theme import CONFIG, theme
from pages.ui.use.evaluate.judged import Judged
from pages.ui.use.evaluate.sums import sums

WIDE: Final = 0.3
"""Of the scale from 0 to 1: such an interval leaves good and poor trees undecided."""


def _on_its_own(training: ClassEvaluation, way: str) -> str:
    right = float(training.weights[training.truth == training.told].sum())
    text = _("On its training rows: {right} of {rows} right, {share}.")
    if way == "folds":
        text = _(
            "The tree on Grow, on the rows that it has seen: {right} of {rows} right, {share}."
        )
    return text.format(
        right=weight_text(right),
        rows=rows_or_weight(training.weights, True)
        if training.fractional
        else weight_text(float(training.weights.sum())),
        share=share(training.accuracy.value or 0.0),
    )


def accuracy_interval(judged: Judged, found: ClassEvaluation) -> None:
    low, high = (score.value or 0.0 for score in found.interval)
    accuracy, baseline = found.accuracy.value or 0.0, found.baseline.value or 0.0
    usual = _("always “{name}”").format(name=one_line(found.classes[found.usual], 20))
    figure = interval(Interval(low, accuracy, high, baseline, usual), theme=theme())
    alt = _("Accuracy {accuracy}, between {low} and {high}").format(
        accuracy=share(accuracy), low=share(low), high=share(high)
    )
    st.plotly_chart(figure, key="use_interval", alt=alt, theme=None, config=CONFIG)
    said = _(
        "Wilson’s interval: {low} to {high}. Of 100 such intervals, each from "
        "another sample, about 95 would contain the true accuracy."
    )
    st.caption(said.format(low=share(low), high=share(high)))
    always = _("The answer “{name}” alone would be right on {share}.")
    if accuracy < baseline:
        always = _("The answer “{name}” alone would be right more often: on {share}.")
    st.caption(always.format(name=literal(found.classes[found.usual], 40), share=share(baseline)))
    if high - low > WIDE:
        text = _("So wide an interval proves little: more rows are needed to judge the tree.")
        st.caption(text)
    if isinstance(judged.training, ClassEvaluation):
        st.caption(_on_its_own(judged.training, judged.way))
    with st.expander(_("The arithmetic"), key="use_sure_sums", on_change="rerun") as fold:
        if fold.open:
            parts = [_("variance"), _("middle"), _("half the width")]
            scores = [found.accuracy, *found.interval_parts, *found.interval, found.baseline]
            names = [_("accuracy"), *parts, _("at least"), _("at most"), usual]
            sums(scores, names, "use_sums_sure", found.classes)
