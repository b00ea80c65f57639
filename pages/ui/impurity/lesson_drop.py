"""The gain as a drop below the curve: the node at hand in the lesson, and its branches."""

import numpy as np
import pandas as pd
import streamlit as st

import dtcore as dt
from dtcore.model import FloatArray
from dtcore.stepping import Candidate
from dtshow.figures.impurity import ImpurityDrop, drop
from dtshow.lesson import narration
from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.candidates import impurity_drop
from dtshow.words import number_format
from dtshow.words.language import _, explanation
from dtshow.words.markdown import literal
from dttools.printing import Digits
from pages.ui.impurity.arithmetic import without_rows
from pages.ui.impurity.controls import Legend, chart, show_working, unit_name
from pages.ui.shell import session
from pages.ui.shell.frame import theme

NOTHING: FloatArray = np.zeros((0, 2))


def available() -> bool:
    """Whether a lesson is open whose nodes have a place on a curve of two classes."""
    return session.has_lesson() and len(session.lesson().dataset.schema.classes) == 2


def section() -> None:
    lesson = session.lesson()
    # the argument comes before the answer: what the lesson has not weighed yet stays hidden
    candidate = lesson.candidate if lesson.seen else None
    left, right = st.columns([1.15, 1], gap="medium")
    with left:
        measure, stats = lesson.recipe.impurity, lesson.tree[lesson.node].stats
        seen = impurity_drop(lesson, candidate) if candidate else _alone(lesson)
        figure = drop(seen, theme=theme(), height=430)
        value = Digits().show(float(measure.of(stats)))
        alt = _("The node at hand on the curve: D, at {value}, and its branches.")
        chart(figure, "impurity_drop", alt.format(value=value), tall=True)
    with right:
        where = narration.path_words(lesson.tree, lesson.node)
        st.markdown(_("**Selected node:** {path}").format(path=literal(where, 200)))
        if candidate is None:
            st.info(
                _("Weigh this node on the Grow page. Then its split appears here.")
                if not lesson.seen
                else _("No column can split these rows.")
            )
        else:
            _branches(lesson, candidate)


def _branches(lesson: Lesson, candidate: Candidate) -> None:
    measure, schema = lesson.recipe.impurity, lesson.dataset.schema
    able = [c.column for c in lesson.evidence.candidates if c.split is not None]
    st.selectbox(
        _("Split on"),
        able,
        format_func=lambda column: schema.columns[column].name,
        **session.control(
            "impurity_column",
            candidate.column,
            lambda column: session.go(lambda now: now.look_at(column)),
        ),
    )
    names, stats = _names(lesson, candidate), candidate.branch_stats
    weighs = {_("weight"): [f"{weight:g}" for weight in stats.sum(axis=1)]}
    table = pd.DataFrame(
        {
            _("branch"): [f"D{i + 1}" for i in range(len(stats))],
            _("where"): names,
            _("rows"): [f"{rows:g}" for rows in lesson.branch_rows(candidate).sum(axis=1)],
            **(weighs if schema.weighs else {}),
            "p": [f"{row[0]:g} / {row.sum():g}" for row in stats],
            _("impurity"): [Digits().show(float(value)) for value in measure.of(stats)],
        }
    )
    st.dataframe(table, hide_index=True, row_height=30, alt=_("The branches of the split"))
    if weights := narration.weights_decide(schema):
        st.caption(literal(weights, 400))
    gain = dt.explain.score(lesson.recipe, schema, lesson.evidence, candidate, "gain")
    show_working(
        without_rows(gain),
        Digits(),
        "impurity_drop_working",
        Legend(unit_name(measure), branch=names.__getitem__),
    )
    with st.expander(_("How to read this chart")):
        st.markdown(explanation("impurity_drop"))


def _names(lesson: Lesson, candidate: Candidate | None) -> list[str]:
    if candidate is None or candidate.split is None:
        return []
    branches = range(len(candidate.branch_stats))
    return [
        number_format.told(candidate.split.condition(lesson.dataset.schema, b)) for b in branches
    ]


def _alone(lesson: Lesson) -> ImpurityDrop:
    """The node without branches."""
    stats, classes = lesson.tree[lesson.node].stats, lesson.dataset.schema.classes
    return ImpurityDrop(lesson.recipe.impurity, stats, NOTHING, [], classes)
