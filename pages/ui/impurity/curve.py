"""One curve: the impurity of two classes, a point to move, and the sum beside it."""

import streamlit as st

import dtcore as dt
from dtcore.policies import ImpurityCriterion
from dtshow.figures.impurity import one_curve
from dtshow.words.language import _, explanation, joined
from dttools.printing import Digits
from pages.ui.components.controls import switch
from pages.ui.impurity import lesson_drop
from pages.ui.impurity.arithmetic import of_share, shares, surprise
from pages.ui.impurity.controls import (
    Legend,
    chart,
    chosen_p,
    definition,
    measure_switch,
    share_slider,
    share_typed,
    show_working,
    take_click,
    unit_name,
)
from pages.ui.impurity.impurity_view import ImpurityView
from pages.ui.shell import session
from pages.ui.shell.frame import theme

CHART = "impurity_curve"


def section() -> None:
    if lesson_drop.available():
        views = {"point": _("A point to move"), "lesson": _("The split from Grow")}
        now = session.view(ImpurityView).on_curve
        switch(_("On the curve"), views, session.bind(ImpurityView, on_curve=now))
        if now == "lesson":
            lesson_drop.section()
            return
    left, right = st.columns([1.15, 1], gap="medium")
    p = chosen_p()
    with left:
        with st.container(horizontal=True, vertical_alignment="center"):
            measure = measure_switch()
            share_typed()
        figure = one_curve(measure, p, theme=theme(), height=320)
        formula = of_share(measure, p)
        alt = _("Curve over the share p. At p = {p} it is {value}.")
        text = alt.format(p=f"{p:g}", value=Digits().show(formula.value))
        chart(figure, CHART, text, on_select=lambda: take_click(CHART), tall=True)
        share_slider()
    with right:
        chosen = "gini" if isinstance(measure, dt.Gini) else "entropy"
        st.markdown(explanation(f"impurity_curve_{chosen}"))
        definition(formula)
        legend = Legend(unit_name(measure))
        show_working(formula, Digits(), "impurity_curve_working", legend)
        st.table(_parts(measure, p), border="horizontal", hide_index=True)
        st.caption(_remark(measure, p))


def _parts(measure: ImpurityCriterion, p: float) -> dict[str, list[str]]:
    """What each class adds to the sum, a row each; the columns are what is multiplied."""
    digits, share = Digits(), [float(share) for share in shares(p)]
    if isinstance(measure, dt.Entropy):
        log = "log₂" if measure.base == 2 else "ln"
        product_name = _("share × surprise")
        heading = _("surprise, −{log} share ({unit})")
        heading = heading.format(log=log, unit=unit_name(measure))
        factor = [surprise(s, measure) for s in share]
    else:
        product_name = _("share × chance")
        heading = _("chance that another row differs")
        factor = [1 - s for s in share]
    product = [s * f if f is not None else 0.0 for s, f in zip(share, factor, strict=True)]
    return {
        _("class"): [_("first"), _("second"), _("sum")],
        _("share"): [*(f"{s:g}" for s in share), "1"],
        heading: [*("∞" if f is None else digits.show(f) for f in factor), ""],
        product_name: [*map(digits.show, product), digits.show(sum(product))],
    }


def _remark(measure: ImpurityCriterion, p: float) -> str:
    """What there is to know of this very point."""
    if p in (0.0, 1.0):
        text = _("One class has all the rows, so the impurity is 0.")
        if isinstance(measure, dt.Entropy):
            rule = _("A class without rows adds nothing: 0 · log 0 counts as 0.")
            return joined(text, rule)
        return text
    if p == 0.5:
        if not isinstance(measure, dt.Entropy):
            return _("Two classes are most mixed at half and half: 0.5.")
        if measure.base == 2:
            return _("Two classes are most mixed at half and half: one full bit.")
        return _("Two classes are most mixed at half and half: ln 2 = 0.6931 nats.")
    return _("p and 1 − p give the same impurity: either class may be the first.")
