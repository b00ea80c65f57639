"""What the sections share: the share p, units, working, and charts that hold still."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import plotly.graph_objects as go
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import dtcore as dt
from dtcore.formula import Named, named_parts
from dtcore.policies import ImpurityCriterion
from dtshow.scene.sums import Line
from dtshow.words.language import _
from dttools.printing import Digits
from pages.ui.components.controls import switch
from pages.ui.components.formula import definition_view, formula_view
from pages.ui.impurity.impurity_view import ImpurityView
from pages.ui.shell import session
from pages.ui.shell.frame import sheet


def chosen_p() -> float:
    """The share p, with as many digits as the page shows."""
    return round(session.view(ImpurityView).p, 2)


def switches(folded: DeltaGenerator | None) -> DeltaGenerator:
    """A place for what changes the picture: ``folded`` away in a guided lesson, whose sentence says
    which it is; else a row."""
    return folded or st.container(horizontal=True, vertical_alignment="center")


def share_slider() -> None:
    """The share p, below the axis that it moves along; a click on a curve moves it too."""
    st.slider(
        _("p, the share of the first class"), 0.0, 1.0, step=0.01,
        **session.bind(ImpurityView, p=chosen_p()),
    )  # fmt: skip


def share_typed() -> None:
    with st.container(horizontal=True, vertical_alignment="center", width="content"):
        st.markdown("$p =$", width="content")
        st.number_input(
            _("Type p"), 0.0, 1.0, step=0.01, format="%.2f", width=120,
            label_visibility="collapsed",
            **session.bind_to("impurity_p_typed", ImpurityView, p=chosen_p()),
        )  # fmt: skip


def take_click(key: str) -> None:
    """Move p to the point of the curve that was clicked; letting go changes nothing."""
    if points := session.Chart(key).points:
        session.change(ImpurityView, p=float(points[0]["x"]))


def choose(label: str, names: Mapping[str, str], field: str) -> str:
    """A switch for a field of the page's state."""
    now: dict[str, Any] = {field: getattr(session.view(ImpurityView), field)}
    switch(label, names, session.bind(ImpurityView, **now))
    return str(now[field])


def unit_switch() -> dt.Entropy:
    """Entropy in bits or in nats, one choice for the whole page."""
    choose(_("Unit"), {"bits": _("bits (log₂)"), "nats": _("nats (ln)")}, "unit")
    return unit_chosen()


def unit_chosen() -> dt.Entropy:
    return dt.Entropy(base=None) if session.view(ImpurityView).unit == "nats" else dt.Entropy()


def measure_switch() -> ImpurityCriterion:
    """Which measure the curve is of, and its unit if it has one."""
    measures = {"entropy": _("Entropy"), "gini": _("Gini index")}
    return dt.Gini() if choose(_("Measure"), measures, "measure") == "gini" else unit_switch()


def measure_chosen() -> ImpurityCriterion:
    return dt.Gini() if session.view(ImpurityView).measure == "gini" else unit_chosen()


def unit_name(measure: ImpurityCriterion) -> str:
    """The unit that stands behind a result; Gini and error have none."""
    return _(measure.unit) if measure.unit else ""


@dataclass(frozen=True)
class Legend:
    """What stands behind each line of working: the ``unit``, the name of its branch in plain
    text, and what ``notes`` say of its symbol."""

    unit: str = ""
    branch: Callable[[int], str] = lambda number: ""
    notes: Mapping[str, str] = field(default_factory=dict)

    def of(self, part: Named) -> str:
        name = "" if part.branch is None else self.branch(part.branch)
        return " · ".join(filter(None, (self.unit, name, self.notes.get(part.symbol, ""))))


@dataclass(frozen=True, eq=False)
class Picture:
    """A ``figure``, ``alt`` to those who hear it, and the ``formulas`` worked out beside it."""

    figure: go.Figure
    alt: str
    formulas: list[Named]
    legend: Legend


def show_working(
    formulas: Named | list[Named],
    digits: Digits,
    key: str,
    legend: Legend = Legend(),
    hide: Callable[[Named], bool] = lambda part: False,
) -> None:
    """The working of ``formulas``, a line for each named part, with its legend behind it.

    ``hide`` leaves out lines that are too long to write.
    """
    roots = formulas if isinstance(formulas, list) else [formulas]
    result: dict[str, Named] = {}
    for root in roots:
        result |= {part.symbol: part for part in named_parts(root) if not hide(part)}
    lines = [Line(part, legend.of(part), result=part in roots) for part in result.values()]
    formula_view(lines, digits, key)


def definition(formula: Named) -> None:
    """The formula in symbols, without numbers."""
    definition_view(formula, f"definition_{formula.symbol}", _("Definition"))


def chart(
    figure: go.Figure, key: str, alt: str, on_select: Any = "ignore", tall: bool = False
) -> None:
    """Draw a figure; a ``tall`` one fits the window, by the style sheet of this page."""
    with st.container(key=f"{key}_box"):
        st.plotly_chart(
            figure,
            key=key,
            alt=alt,
            theme=None,
            height="stretch" if tall else "content",
            on_select=on_select,
            selection_mode="points",
            config={"displayModeBar": False},
        )


def style() -> None:
    sheet(Path(__file__).with_name("impurity.css"))
