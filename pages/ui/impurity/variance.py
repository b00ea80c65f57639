"""Variance of a numeric target: squares about the mean, and what a threshold takes off them."""

import numpy as np
import streamlit as st

from dtcore.errors import DataError
from dtcore.formula import Named
from dtcore.model import FloatArray
from dtshow.figures import spread
from dtshow.words import number_format
from dtshow.words.language import _, explanation, joined
from dttools.printing import Digits
from pages.ui.components.controls import switch
from pages.ui.impurity.arithmetic import (
    MOST_TERMS,
    cuts_of,
    decrease,
    mean,
    squares_of,
    variance,
)
from pages.ui.impurity.controls import Legend, chart, show_working
from pages.ui.impurity.impurity_view import ImpurityView
from pages.ui.impurity.values import Values, choose_column, from_lesson, from_text, lesson_columns
from pages.ui.shell import session
from pages.ui.shell.frame import show_problem, theme


def section() -> None:
    now = session.view(ImpurityView)
    source, split = "typed", now.parts == "two"
    with st.container(horizontal=True):
        views = {"one": _("One node"), "two": _("Split at a cut")}
        switch(_("View"), views, session.bind(ImpurityView, parts=now.parts))
        if lesson_columns():
            source = now.source
            sources = {"typed": _("Numbers of your own"), "lesson": _("The node from Grow")}
            switch(_("Which numbers"), sources, session.bind(ImpurityView, source=source))
        if source == "lesson" and split:
            choose_column()
    try:
        result = from_lesson(by_column=split) if source == "lesson" else from_text()
    except DataError as problem:
        show_problem(problem)
        return
    if not split:
        _whole(result)
    elif len(set(result.x)) > 1:
        _halves(result)
    else:
        st.info(_("All rows here have the same x, so no cut can separate them."))


def _whole(found: Values) -> None:
    left, right = st.columns([1.15, 1], gap="medium")
    digits = Digits.for_scale(squares_of(found.y))
    formula = variance(found.y)
    with left:
        figure = spread.squares(found.y, name=found.names[1], theme=theme(), height=360)
        alt = _("{n} values, each with a square drawn on its distance to the mean")
        chart(figure, "impurity_squares", alt.format(n=len(found.y)), tall=True)
    with right:
        st.markdown(explanation("impurity_variance"))
        centre = mean(found.y)
        notes = Legend(notes={centre.symbol: _("the mean")})
        long = len(found.y) > MOST_TERMS
        shown = [centre, formula] if long else [formula]  # else the mean is in the formula
        show_working(shown, digits, "impurity_variance_working", notes, _too_long)
        _table(found, centre.value, digits)


def _table(found: Values, centre: float, digits: Digits) -> None:
    """The distances and squares one by one, the sum of squares below."""
    away = [value - centre for value in found.y]
    table = {
        "y": [number_format.shown(round(value, 6)) for value in found.y],
        "y − m": [digits.show(value) for value in away],
        "(y − m)²": [digits.show(value * value) for value in away],
    }
    st.dataframe(
        table,
        hide_index=True,
        height="auto" if len(away) <= 6 else 200,
        row_height=28,
        alt=_("Squares one by one"),
    )
    total = digits.show(squares_of(found.y))
    st.caption(_("The last column adds up to SS(D) = {total}.").format(total=total))


def _halves(found: Values) -> None:
    left, right = st.columns([1.15, 1], gap="medium")
    cuts = cuts_of(found.x, found.y)
    before = squares_of(found.y)
    digits = Digits.for_scale(before)
    with left:
        place = st.container()
        distinct = np.unique(found.x)
        cut = _cut([at for at, _after in cuts], distinct)
        x, y = np.asarray(found.x, float), np.asarray(found.y, float)
        seen = spread.Parted(x, y, found.names, cut, cuts, before)
        figure = spread.parted(seen, theme=theme(), height=380)
        with place:
            chart(figure, "impurity_parted", _("Values on both sides of the cut"), tall=True)
    with right:
        parts = found.parted(cut)
        formula = decrease(*parts)
        means = [mean(part, f"D_{{{i + 1}}}", i) for i, part in enumerate(parts)]
        st.markdown(explanation("impurity_threshold"))
        sides = (_("x ≤ {cut}"), _("x > {cut}"))
        show_working(
            [*means, formula] if len(found.y) > MOST_TERMS else formula,
            digits,
            "impurity_parted_working",
            Legend(branch=lambda i: sides[i].format(cut=number_format.cut(cut, distinct))),
            hide=_too_long,
        )
        _best(cut, cuts, before, digits, distinct)


def _cut(options: list[float], distinct: FloatArray) -> float:
    """The threshold by slider: every midpoint between neighbouring different x."""
    if len(options) == 1:
        st.caption(
            _("There is one cut only: x ≤ {cut}").format(
                cut=number_format.cut(options[0], distinct)
            )
        )
        return options[0]
    now = session.view(ImpurityView).cut
    now = now if now in options else options[len(options) // 2]
    st.select_slider(
        _("Cut at"),
        options,
        format_func=lambda cut: number_format.cut(cut, distinct),
        **session.bind(ImpurityView, cut=now),
    )
    return now


def _best(
    cut: float,
    cuts: list[tuple[float, float]],
    before: float,
    digits: Digits,
    distinct: FloatArray,
) -> None:
    best = min(after for _at, after in cuts)
    after = dict(cuts)[cut]
    text = _("Squares before: {before}, after: {after}.").format(
        before=digits.show(before), after=digits.show(after)
    )
    if after - best <= 1e-9 * max(before, best):
        best_here = _("No other cut leaves less: a regression tree would split here.")
        st.success(joined(text, best_here))
    else:
        at = next(at for at, left in cuts if left == best)
        better = _("The best cut, x ≤ {cut}, leaves {best}.")
        st.info(
            joined(text, better.format(cut=number_format.cut(at, distinct), best=digits.show(best)))
        )


def _too_long(part: Named) -> bool:
    """Whether a line would only say its own number: the values were too many to write out."""
    return not any(inner.parts for inner in part.parts)
