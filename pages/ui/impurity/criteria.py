"""The criteria over the share of one class, as they are or scaled."""

import numpy as np
import plotly.graph_objects as go
import streamlit as st

import dtcore as dt
from dtcore.formula import Named
from dtcore.model import FloatArray
from dtcore.policies import ImpurityCriterion
from dtshow.figures.impurity import Curves, criteria
from dtshow.lesson.settings import OPTIONS
from dtshow.words.language import _, explanation, sentence
from dttools.printing import Digits
from pages.ui.components.controls import switch
from pages.ui.impurity.arithmetic import of_share, scaled
from pages.ui.impurity.controls import (
    Legend,
    chart,
    chosen_p,
    share_slider,
    share_typed,
    show_working,
    unit_name,
    unit_switch,
)
from pages.ui.impurity.impurity_view import ImpurityView
from pages.ui.shell import session
from pages.ui.shell.frame import theme


def section() -> None:
    left, right = st.columns([1.15, 1], gap="medium")
    p = chosen_p()
    with left:
        with st.container(horizontal=True, vertical_alignment="center"):
            heights = {"own": _("True heights"), "same": _("Same height")}
            now = session.view(ImpurityView).height
            switch(_("Height"), heights, session.bind(ImpurityView, height=now))
            same = now == "same"
            entropy = unit_switch()
            share_typed()
        chart(curves(entropy, p, same), "impurity_criteria", alternative(), tall=True)
        share_slider()
    with right:
        formulas = sums(entropy, p, same)
        show_working(formulas, Digits(), "impurity_criteria_working", units(entropy))
        measures = (entropy, *others())
        st.table(_values(measures, p, same), border="horizontal", hide_index=True)
        st.caption(_scaling(entropy) if same else _own_heights())
        st.markdown(explanation("impurity_criteria"))


def curves(entropy: dt.Entropy, p: float, same: bool) -> go.Figure:
    """All criteria over p; the ``same`` height for all, or their own."""
    measures = (entropy, *others())
    title = _("impurity, scaled to peak at 0.5") if same else _own_title(entropy)
    drawn = {_name(measure, same): _curve(measure, same) for measure in measures}
    top = 0.55 if same else 1.08
    return criteria(Curves(drawn, title, top), p, theme=theme(), height=320)


def alternative() -> str:
    return _("Curves of all criteria over p")


def sums(entropy: dt.Entropy, p: float, same: bool) -> list[Named]:
    """What each criterion is at p; before them the entropy that is scaled, if it is."""
    formulas = [scaled(m, p) if same else of_share(m, p) for m in (entropy, *others())]
    return [of_share(entropy, p), *formulas] if same else formulas


def units(entropy: dt.Entropy) -> Legend:
    return Legend(notes={"H(p)": unit_name(entropy)})


def _values(measures: tuple[ImpurityCriterion, ...], p: float, same: bool) -> dict[str, list[str]]:
    """Each criterion at p, at its peak, and how high p stands below the peak."""
    digits = Digits()
    of = scaled if same else of_share
    here = [of(measure, p).value for measure in measures]
    peak = [of(measure, 0.5).value for measure in measures]
    return {
        _("criterion"): [_name(measure, same) for measure in measures],
        _("at p = {p}").format(p=f"{p:g}"): [digits.show(value) for value in here],
        _("at most"): [digits.show(value) for value in peak],
        _("share of its peak"): [f"{a / b:.1%}" for a, b in zip(here, peak, strict=True)],
    }


def _curve(measure: ImpurityCriterion, same: bool) -> FloatArray:
    p = np.linspace(0, 1, 101)
    heights = measure.of(np.stack([p, 1 - p], axis=1))
    return heights * 0.5 / heights.max() if same else heights


def others() -> tuple[ImpurityCriterion, ...]:
    """The criteria beside entropy that one can choose and that are measured at a node."""
    offered = next(options for options in OPTIONS if options.key == "impurity").policies.values()
    return tuple(
        criterion
        for criterion in offered
        if criterion.arity is None and not isinstance(criterion, dt.Entropy)
    )


def _name(measure: ImpurityCriterion, same: bool) -> str:
    if not isinstance(measure, dt.Entropy):
        return sentence(measure.node_label)
    if measure.base == 2:
        return _("entropy / 2 (bits)") if same else _("entropy (bits)")
    return _("entropy / 2 ln 2 (nats)") if same else _("entropy (nats)")


def _own_title(entropy: dt.Entropy) -> str:
    if entropy.base == 2:
        return _("impurity (entropy in bits)")
    return _("impurity (entropy in nats)")


def _own_heights() -> str:
    half = [_name(m, False) for m in others() if abs(of_share(m, 0.5).value - 0.5) < 1e-12]
    return _("For two classes, these reach 0.5: {names}.").format(names=_(", ").join(half))


def _scaling(entropy: dt.Entropy) -> str:
    if entropy.base == 2:
        return _("What peaks higher is scaled, so that all reach 0.5: bits are halved.")
    return _(
        "What peaks higher is scaled, so that all reach 0.5: nats are divided by 2 ln 2. "
        "Bits and nats then draw the same curve."
    )
