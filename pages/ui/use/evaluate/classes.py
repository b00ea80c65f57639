"""Class by class: precision, recall and F1 with their sums; and for two classes the ROC curve."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from dtshow.figures.roc import RocCurve, roc
from dtshow.words.language import _
from dtshow.words.markdown import literal, one_line
from dtshow.words.number_format import PERCENT, share
from dttools.evaluation import ClassEvaluation, Roc
from pages.ui.components.switch import switch
from pages.ui.shell import session
from pages.ui.shell.theme import CONFIG, theme
from pages.ui.trees.rows import height
from pages.ui.use.evaluate.judged import Judged
from pages.ui.use.evaluate.matrix import chosen_rows
from pages.ui.use.evaluate.sums import per_class, sums
from pages.ui.use.use_view import UseView


def look(judged: Judged) -> None:
    found = judged.found
    assert isinstance(found, ClassEvaluation)
    left, right = st.columns(2, gap="large")
    with left:
        st.dataframe(_table(found), hide_index=True, key="use_classes")
    with right:
        names, k = _names(found), session.view(UseView).of_class
        k = k if k in names else 0
        switch(_("Arithmetic of"), names, session.bind(UseView, of_class=k), named=True)
        measures = [_("precision"), _("recall"), "F1"]
        scores = per_class(found, k)
        known = measures if len(scores) > 1 else measures[1:2]
        sums(scores, known, "use_sums_class", found.classes)
        if found.cost is not None:
            sums([found.cost], [_("cost of a row")], "use_sums_cost", found.classes)


def _table(found: ClassEvaluation) -> pd.DataFrame:
    known = range(found.known)
    scores = [per_class(found, k) for k in known]
    return pd.DataFrame(
        {
            _("class"): [one_line(found.classes[k], 40) for k in known],
            _("precision"): [_shown(three[0].value) for three in scores],
            _("recall"): [_shown(three[1].value) for three in scores],
            "F1": [_shown(three[2].value) for three in scores],
        }
    )


def _shown(value: float | None) -> str:
    return _("undefined") if value is None else share(value)


def _names(found: ClassEvaluation) -> dict[int, str]:
    return {k: literal(name, 30) for k, name in enumerate(found.classes)}


def ranking(judged: Judged) -> None:
    """How the shares of a class rank the rows."""
    found = judged.found
    assert isinstance(found, ClassEvaluation)
    left, right = st.columns(2, gap="large")
    with right:
        k = session.view(UseView).positive
        both = {code: name for code, name in _names(found).items() if code < 2}
        label, control = _("Rank the rows by the share of"), session.bind(UseView, positive=k)
        switch(label, both, control, named=True)
        curve = found.roc(k)
        sums(
            [curve.area],
            [_("area under the curve")],
            "use_sums_roc",
            found.classes,
            lambda query: (k if query.label else 1 - k, None),
        )
        st.caption(
            _(
                "The area is the chance that a row of this class has a larger share of "
                "it than a row of the other class; ties count as a half."
            )
        )
    with left:
        if curve.curve is None:
            st.markdown(_("All these rows are of one class, so nothing can be ranked."))
            return
        figure = roc(RocCurve(curve.curve, curve.area.value), theme=theme())
        alt = _("True positives against false positives")
        st.plotly_chart(figure, key="use_roc", alt=alt, theme=None, config=CONFIG)
    chosen_rows(judged, found)
    _steps(curve, literal(found.classes[k], 40))


def _steps(curve: Roc, name: str) -> None:
    """The terms of the area, one for each share that rows have."""
    steps = curve.steps
    with st.container(key="use_per_row"):
        st.markdown("## " + _("Term by term"))
        text = _(
            "One line for each share of {name}: the rows of the class with this share, the other "
            "rows with it, the other rows with less, and the pairs that are won."
        )
        st.caption(text.format(name=name))
        table = pd.DataFrame(
            {
                _("share"): [100 * step.cut for step in steps],
                "n₊": [step.right for step in steps],
                "n₋": [step.wrong for step in steps],
                "n₋ <": [step.below for step in steps],
                "n₊ · (n₋ < + n₋ / 2)": [step.won for step in steps],
            }
        )
        st.dataframe(
            table,
            hide_index=True,
            height=height(len(table)),
            column_config={_("share"): st.column_config.NumberColumn(format=PERCENT)},
            key="use_terms",
        )
