"""Your own counts: any class weights, their shares, and all criteria worked out."""

from dataclasses import dataclass

import numpy as np
import streamlit as st

import dttools as dt
from dtcore.errors import DataError
from dtshow.figures.bars import class_shares
from dtshow.words.language import _, explanation
from dtshow.words.markdown import literal
from dttools.printing import Digits
from pages.ui.impurity import typed
from pages.ui.impurity.arithmetic import code_length, most_entropy, of_counts, surprise
from pages.ui.impurity.controls import Legend, chart, show_working, unit_name, unit_switch
from pages.ui.impurity.curve import others
from pages.ui.impurity.impurity_view import COUNTS, ImpurityView
from pages.ui.shell import session
from pages.ui.shell.frame import show_problem, theme


@dataclass(frozen=True)
class ClassCounts:
    """Class weights under names."""

    names: list[str]
    counts: list[float]


def section() -> None:
    now = session.view(ImpurityView).counts
    left, right = st.columns([1, 1.15], gap="medium")
    with left:
        control = session.bind(ImpurityView, counts=now)
        st.text_input(_("Class counts, separated by commas"), **control)
        _presets()
        try:
            result = classes()
        except DataError as problem:
            show_problem(problem)
            return
        alt = _("Bars of the class shares: {shares}")
        figure = class_shares(result.names, result.counts, theme())
        chart(figure, "impurity_shares", alt.format(shares=now))
        st.caption(_("Dashed line: the share of each class if all were equally frequent."))
    with right:
        _measures(result)


def _presets() -> None:
    with st.container(horizontal=True, gap="small"):
        for text in COUNTS:
            st.button(text, key=f"impurity_preset_{text}", on_click=_take, args=(text,))
        if node := _lesson_node():
            text = ", ".join(f"{count:.12g}" for count in node.counts)
            said = _("The class counts of the node selected on Grow")
            if session.lesson().dataset.schema.weighs:
                said = _("What the rows of each class weigh at the node selected on Grow")
            st.button(
                _("Node selected on Grow"), key="impurity_preset_node", on_click=_take,
                args=(text,), help=said,
            )  # fmt: skip


def _take(text: str) -> None:
    session.change(ImpurityView, counts=text)


def classes() -> ClassCounts:
    """What was typed, under the lesson's class names if they are as many. Raises DataError."""
    counts = typed.counts(session.view(ImpurityView).counts)
    node = _lesson_node()
    if node and len(counts) == len(node.counts):
        return ClassCounts(node.names, counts)
    return ClassCounts([chr(ord("A") + k) for k in range(len(counts))], counts)


def _lesson_node() -> ClassCounts | None:
    """The node at hand of the lesson that is open, if its classes are few enough."""
    if not session.has_lesson():
        return None
    lesson = session.lesson()
    names = lesson.dataset.schema.classes
    if not typed.CLASSES[0] <= len(names) <= typed.CLASSES[1]:
        return None
    counts = [round(float(weight), 4) for weight in lesson.tree[lesson.node].stats]
    return ClassCounts(list(names), counts)


def _measures(found: ClassCounts) -> None:
    counts = np.array(found.counts)
    entropy = unit_switch()
    st.markdown(explanation("impurity_counts"))
    unit, most = unit_name(entropy), most_entropy(entropy, len(counts))
    formulas = [*(of_counts(measure, counts) for measure in (entropy, *others())), most]
    even = _("maximum for {n} classes").format(n=len(counts))
    notes = {formulas[0].symbol: unit, most.symbol: f"{unit} · {even}"}
    show_working(formulas, Digits(), "impurity_counts_working", Legend(notes=notes))
    st.caption(_remark(found, formulas[0].value, most.value))
    with st.expander(_("As the length of a code")):
        _code(found)


def _code(found: ClassCounts) -> None:
    """Mitchell's reading of entropy: the bits that it takes to tell the class of a row."""
    counts, digits, bits = np.array(found.counts), Digits(), dt.Entropy()
    words = dt.teach.code_words(found.counts)
    st.markdown(explanation("impurity_code"))
    each = [surprise(share, bits) for share in (counts / counts.sum()).tolist()]
    table = {
        _("class"): [literal(name) for name in found.names],
        _("surprise, −{log} share ({unit})").format(log="log₂", unit=_("bits")): [
            "∞" if value is None else digits.show(value) for value in each
        ],
        _("word"): [f"`{word}`" if word else "–" for word in words],
        _("bits"): [str(len(word)) for word in words],
    }
    st.table(table, border="horizontal", hide_index=True)
    length, entropy = code_length(counts, words), of_counts(bits, counts)
    notes = {length.symbol: _("bits a row"), entropy.symbol: _("bits")}
    show_working([length, entropy], digits, "impurity_code_working", Legend(notes=notes))
    st.caption(_of_the_code(length.value, entropy.value))


def _of_the_code(length: float, entropy: float) -> str:
    if length == 0:
        return _("All rows are of one class: there is nothing to tell.")
    if length - entropy < 1e-12:
        return _("No code is shorter than the entropy, and this one is as short.")
    return _(
        "No code is shorter than the entropy. This one encodes one row at a time, in "
        "whole bits; codes for many rows at once come as close to it as you like."
    )


def _remark(found: ClassCounts, value: float, most: float) -> str:
    if min(value, most - value) > 1e-12:
        text = _("The entropy is {percent} of the maximum for {n} classes.")
        return text.format(percent=f"{value / most:.1%}", n=len(found.counts))
    if value > 1e-12:
        return _("All classes are equally frequent: rows cannot be more mixed.")
    return _("One class has all the rows: the node is pure.")
