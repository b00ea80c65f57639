"""The candidate as a drop of impurity: on the curve for two classes, else as columns."""

from __future__ import annotations

import numpy as np
import streamlit as st

from dtcore.formula import Digits
from dtcore.model import weight_of
from dtcore.stepping import Candidate
from pages.ui.figures import drop as figure
from pages.ui.figures.drop_on_curve import DropOnCurve, entropy_drop
from pages.ui.grow.trial import unplaced
from pages.ui.lesson.lesson import Lesson
from pages.ui.shell.theme import theme
from pages.ui.wording import narration, number_format
from pages.ui.wording.language import _
from pages.ui.wording.markdown import literal


def drop(lesson: Lesson, candidate: Candidate, digits: Digits) -> None:
    schema, measure = lesson.dataset.schema, lesson.recipe.impurity
    assert candidate.split is not None
    arity = candidate.split.arity(schema)
    names = [
        number_format.told(candidate.split.condition(schema, branch)) for branch in range(arity)
    ]
    if len(schema.classes) == 2:
        branches = candidate.branch_stats  # of the rows at which the column is known
        on_curve = DropOnCurve(measure, branches.sum(axis=0), branches, names, schema.classes[0])
        drawn = entropy_drop(on_curve, theme=theme(), height=360, digits=digits)
    else:
        weights = weight_of(candidate.branch_stats, schema)
        held = np.flatnonzero(weights > 0)
        seen = figure.ImpurityDrop(
            candidate.scores["impurity_before"],
            weights[held],
            measure.of(candidate.branch_stats[held]),
            [names[i] for i in held],
            measure=narration.impurity_name(lesson.recipe),
            gain=f"− {digits.show(_fall(candidate))}",
        )
        drawn = figure.columns(seen, digits, theme())
    alt = _("The impurity before and after the split, with the branches by their share of rows")
    st.plotly_chart(drawn, key="drop_figure", alt=alt, theme=None, config={"displayModeBar": False})
    unplaced(lesson, candidate, digits)
    shown = (f"D{i + 1}: {literal(name, 60)}" for i, name in enumerate(names[:12]))
    st.caption(" · ".join(shown))


def _fall(candidate: Candidate) -> float:
    """By how much impurity falls over the rows at which the column is known."""
    return candidate.scores["gain"] / candidate.scores.get("known_share", 1.0)
