"""The impurity of two classes: one curve with a point to move, the criteria compared, and the split
at hand in the lesson as a drop below the curve.
"""

import numpy as np
import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import dtcore as dt
from dtcore.model import FloatArray
from dtcore.policies import ImpurityCriterion
from dtcore.stepping import Candidate
from dtshow.figures.impurity import Curves, ImpurityDrop, criteria, drop, one_curve
from dtshow.lesson import narration
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.settings import OPTIONS
from dtshow.scene.grow.candidates import impurity_drop
from dtshow.words import number_format
from dtshow.words.language import _, explanation, joined, sentence
from dtshow.words.markdown import literal
from dttools.printing import Digits
from pages.ui.impurity.arithmetic import of_share, scaled, shares, surprise, without_rows
from pages.ui.impurity.controls import (
    Legend,
    Picture,
    chart,
    choose,
    chosen_p,
    definition,
    measure_switch,
    share_slider,
    share_typed,
    show_working,
    switches,
    take_click,
    unit_name,
    unit_switch,
)
from pages.ui.shell import session
from pages.ui.shell.frame import theme

CHART = "impurity_curve"


def one_curve_section(folded: DeltaGenerator | None = None) -> None:
    if _drop_available():
        views = {"point": _("A point to move"), "lesson": _("The split from Grow")}
        with switches(folded):
            view = choose(_("On the curve"), views, "on_curve")
        if view == "lesson":
            _drop_section()
            return
    left, right = st.columns([1.15, 1], gap="medium")
    p = chosen_p()
    with left:
        with switches(folded):
            measure = measure_switch()
            share_typed()
        drawn = point_on_curve(measure, p)
        chart(drawn.figure, CHART, drawn.alt, on_select=lambda: take_click(CHART), tall=True)
        share_slider()
    with right:
        chosen = "gini" if isinstance(measure, dt.Gini) else "entropy"
        st.markdown(explanation(f"impurity_curve_{chosen}"))
        definition(*drawn.formulas)
        show_working(drawn.formulas, Digits(), "impurity_curve_working", drawn.legend)
        st.table(_sum_parts(measure, p), border="horizontal", hide_index=True)
        st.caption(_remark(measure, p))


def point_on_curve(measure: ImpurityCriterion, p: float) -> Picture:
    formula = of_share(measure, p)
    alt = _("Curve over the share p. At p = {p} it is {value}.")
    text = alt.format(p=f"{p:g}", value=Digits().show(formula.value))
    figure = one_curve(measure, p, theme=theme(), height=320)
    return Picture(figure, text, [formula], Legend(unit_name(measure)))


def _sum_parts(measure: ImpurityCriterion, p: float) -> dict[str, list[str]]:
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


def criteria_section(folded: DeltaGenerator | None = None) -> None:
    left, right = st.columns([1.15, 1], gap="medium")
    p = chosen_p()
    with left:
        with switches(folded):
            heights = {"own": _("True heights"), "same": _("Same height")}
            same = choose(_("Height"), heights, "height") == "same"
            entropy = unit_switch()
            share_typed()
        drawn = all_criteria(entropy, p, same)
        chart(drawn.figure, "impurity_criteria", drawn.alt, tall=True)
        share_slider()
    with right:
        show_working(drawn.formulas, Digits(), "impurity_criteria_working", drawn.legend)
        measures = (entropy, *others())
        st.table(_values(measures, p, same), border="horizontal", hide_index=True)
        st.caption(_scaling(entropy) if same else _own_heights())
        st.markdown(explanation("impurity_criteria"))


def all_criteria(entropy: dt.Entropy, p: float, same: bool) -> Picture:
    """All criteria over p, at the ``same`` height or at their own; what each is at p, and before
    them the entropy that is scaled, if it is."""
    measures = (entropy, *others())
    title = _("impurity, scaled to peak at 0.5") if same else _own_title(entropy)
    drawn = {_name(measure, same): heights(measure, same) for measure in measures}
    curves = Curves(drawn, title, 0.55 if same else 1.08)
    formulas = [scaled(m, p) if same else of_share(m, p) for m in measures]
    return Picture(
        criteria(curves, p, theme=theme(), height=320),
        _("Curves of all criteria over p"),
        [of_share(entropy, p), *formulas] if same else formulas,
        Legend(notes={"H(p)": unit_name(entropy)}),
    )


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


def heights(measure: ImpurityCriterion, same: bool = False) -> FloatArray:
    """(101,) from p = 0 to 1; ``same``: with a peak of one half."""
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


def _drop_available() -> bool:
    """Whether a lesson is open whose nodes have a place on a curve of two classes."""
    return session.has_lesson() and len(session.lesson().dataset.schema.classes) == 2


def _drop_section() -> None:
    lesson = session.lesson()
    # the argument comes before the answer: what the lesson has not weighed yet stays hidden
    candidate = lesson.candidate if lesson.seen else None
    left, right = st.columns([1.15, 1], gap="medium")
    with left:
        measure, stats = lesson.recipe.impurity, lesson.tree[lesson.node].stats
        alone = ImpurityDrop(measure, stats, np.zeros((0, 2)), [], lesson.dataset.schema.classes)
        seen = impurity_drop(lesson, candidate) if candidate else alone
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
    split, stats = candidate.split, candidate.branch_stats
    names = [number_format.told(split.condition(schema, b)) for b in range(len(stats)) if split]
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
