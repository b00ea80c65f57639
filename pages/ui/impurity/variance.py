"""Variance of a numeric target: squares about the mean, and what a threshold takes off them. The
values are typed, or those of the lesson's node.
"""

from dataclasses import dataclass

import numpy as np
import streamlit as st

from dtcore.errors import DataError
from dtcore.formula import Named
from dtcore.model import FloatArray
from dtcore.stepping import node_rows_of
from dtshow.figures import spread
from dtshow.words import number_format
from dtshow.words.language import _, explanation, joined
from dttools.printing import Digits
from pages.ui.impurity import typed
from pages.ui.impurity.arithmetic import MOST_TERMS, cuts_of, decrease, mean, squares_of, variance
from pages.ui.impurity.controls import Legend, chart, choose, show_working
from pages.ui.impurity.impurity_view import VALUES, ImpurityView
from pages.ui.shell import session
from pages.ui.shell.frame import show_problem, theme

MOST_ROWS = 500


@dataclass(frozen=True)
class Values:
    """A numeric target y and where its values stand, x, with their names."""

    x: list[float]
    y: list[float]
    names: tuple[str, str] = ("x", "y")

    def parted(self, cut: float) -> tuple[list[float], list[float]]:
        pairs = list(zip(self.x, self.y, strict=True))
        return [y for x, y in pairs if x <= cut], [y for x, y in pairs if x > cut]


def from_text() -> Values:
    """Boxes for y and x, and the values in them. Raises DataError."""
    now = session.view(ImpurityView)
    y_box, x_box, presets = st.columns([1.2, 0.8, 1.3], vertical_alignment="bottom")
    with y_box:
        control = session.bind(ImpurityView, values=now.values)
        st.text_input(_("Values of y, separated by commas"), **control)
    with x_box:
        st.text_input(
            _("Values of x (optional)"),
            placeholder="1, 2, 3, …",
            **session.bind(ImpurityView, places=now.places),
        )
    with presets, st.container(horizontal=True, gap="small"):
        for text in VALUES:
            st.button(
                text if len(text) < 20 else _("Ten points (Li Hang)"),
                key=f"impurity_values_{text}",
                on_click=session.change,
                args=(ImpurityView,),
                kwargs={"values": text, "places": ""},
            )
    y = typed.values(now.values)
    return Values(typed.places(now.places, len(y)), y)


def lesson_columns() -> list[int]:
    """The numeric columns of a regression lesson whose rows all count once."""
    if not session.has_lesson():
        return []
    dataset = session.lesson().dataset
    if not dataset.target.numeric or not (dataset.weights == 1).all():
        return []
    return [i for i, column in enumerate(dataset.columns) if column.numeric]


def choose_column() -> None:
    """Which numeric column of the lesson the threshold is on."""
    columns = session.lesson().dataset.columns
    st.selectbox(
        _("Cut on"),
        lesson_columns(),
        format_func=lambda i: columns[i].name,
        width=220,
        label_visibility="collapsed",
        **session.bind(ImpurityView, column=_column_chosen()),
    )


def from_lesson(by_column: bool) -> Values:
    """The rows of the node at hand, by a column or in their order. Raises DataError."""
    lesson = session.lesson()
    rows = node_rows_of(lesson.timeline.problem, lesson.timeline.state, lesson.node).rows
    if len(rows) > MOST_ROWS:
        raise DataError(
            "This node has {rows} rows, too many to draw one by one. Choose a node with at most "
            "{most} on the Grow page.",
            rows=len(rows),
            most=MOST_ROWS,
        )
    target, column = lesson.dataset.target, lesson.dataset.columns[_column_chosen()]
    x = column.values[rows] if by_column else np.arange(1.0, len(rows) + 1)
    known = ~np.isnan(x)
    if known.sum() < min(2, len(rows)):
        raise DataError(
            "Hardly any row here has a value in “{column}”. Choose another column.",
            column=column.name,
        )
    return Values(
        x[known].tolist(), target.values[rows][known].tolist(), (column.name, target.name)
    )


def _column_chosen() -> int:
    """The column chosen, else the one looked at in the lesson, else the first."""
    lesson, columns = session.lesson(), lesson_columns()
    looked_at = lesson.candidate.column if lesson.seen and lesson.candidate else None
    asked = (session.view(ImpurityView).column, looked_at)
    return next((column for column in asked if column in columns), columns[0])


def section() -> None:
    source = "typed"
    with st.container(horizontal=True):
        views = {"one": _("One node"), "two": _("Split at a cut")}
        split = choose(_("View"), views, "parts") == "two"
        if lesson_columns():
            sources = {"typed": _("Numbers of your own"), "lesson": _("The node from Grow")}
            source = choose(_("Which numbers"), sources, "source")
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
        only = number_format.cut(options[0], distinct)
        st.caption(_("There is one cut only: x ≤ {cut}").format(cut=only))
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
