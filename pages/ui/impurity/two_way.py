"""A two-way table: what one column tells about another, and the chain rule in numbers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
import pandas as pd
import streamlit as st

import dtcore as dt
from dtcore.formula import Named
from dtcore.model import FloatArray
from dtshow.figures.bars import two_way
from dtshow.lesson import link
from dtshow.words.language import _, explanation
from dtshow.words.markdown import literal
from dttools.printing import Digits
from dttools.study import TwoWay
from pages.ui.impurity.arithmetic import without_rows
from pages.ui.impurity.controls import (
    Legend,
    chart,
    choose,
    definition,
    show_working,
    unit_name,
    unit_switch,
)
from pages.ui.impurity.impurity_view import ImpurityView
from pages.ui.shell import session
from pages.ui.shell.frame import theme

MOST = (12, 8)
"""Values of X and classes of Y that fit on a screen."""
BUNDLED = (("playtennis", 0), ("loan", 2))


@dataclass(frozen=True, eq=False)
class TwoWayView:
    """By table: how often it was restored. By edition of a table: the cells that its editor began
    with, and those that it has now."""

    editions: Mapping[str, int] = field(default_factory=dict)
    begun: Mapping[str, pd.DataFrame] = field(default_factory=dict)
    edited: Mapping[str, pd.DataFrame] = field(default_factory=dict)


@dataclass(frozen=True)
class Pair:
    """Two names and a table of weights to begin with (values of X, classes of Y)."""

    x: str
    y: str
    values: tuple[str, ...]
    classes: tuple[str, ...]
    counts: FloatArray


def section() -> None:
    left, right = st.columns([1, 1.15], gap="medium")
    with left:
        key, pair = _choose()
        names, counts = _edit(key, pair)
    if not counts.sum():
        st.error(_("All cells are 0, so nothing can be measured. Write a count in one."))
        return
    with right:
        with st.container(horizontal=True):
            names_of = {key: name for key, (name, *_more) in _quantities().items()}
            chosen = choose(_("Work out"), names_of, "quantity")
            entropy = unit_switch()
        table = TwoWay(counts, entropy)
        _working(table, chosen, unit_name(entropy), names, pair)
    with left:
        _picture(table, unit_name(entropy))
        with st.expander(_("What these quantities mean")):
            st.markdown(explanation("impurity_two_way"))


def _choose() -> tuple[str, Pair]:
    pairs = _pairs()
    key = session.view(ImpurityView).pair
    key = key if key in pairs else next(iter(pairs))
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        st.selectbox(
            _("Table"),
            list(pairs),
            format_func=lambda key: f"{pairs[key].x} × {pairs[key].y}",
            help=_("Each cell counts the rows with that value and class. Change any, or add rows."),
            **session.bind(ImpurityView, pair=key),
        )
        st.button(
            _("Restore"), key="impurity_restore", on_click=_restore, args=(key,),
            help=_("Undo all changes to this table"),
        )  # fmt: skip
    return key, pairs[key]


def _edition(key: str) -> str:
    """The table as it is edited now: its editor, and its cells, go by this name."""
    return f"{key}:{session.language()}:{session.view(TwoWayView).editions.get(key, 0)}"


def _restore(key: str) -> None:
    """A new edition of the editor, which starts from the table as it was."""
    view = session.view(TwoWayView)
    session.keep(replace(view, editions={**view.editions, key: view.editions.get(key, 0) + 1}))


def _pairs() -> dict[str, Pair]:
    """Tables to begin with: two of the books, the two extremes, and the lesson's columns."""
    pairs = {key: _count(session.dataset(link.choice_of(key)), place) for key, place in BUNDLED}
    for key, y, counts in (
        ("nothing", _("Y, which X says nothing about"), [[6.0, 3.0], [4.0, 2.0]]),
        ("all", _("Y, which X settles"), [[5.0, 0.0], [0.0, 4.0], [3.0, 0.0]]),
    ):
        values = tuple(f"x{i + 1}" for i in range(len(counts)))
        pairs[key] = Pair("X", y, values, ("y1", "y2"), np.array(counts))
    if session.has_lesson():
        dataset = session.lesson().dataset
        for column in range(len(dataset.columns)):
            pairs[f"{dataset.digest}:{column}"] = _count(dataset, column)
    return {key: pair for key, pair in pairs.items() if pair is not None}


def _count(dataset: dt.Dataset, column: int) -> Pair | None:
    """A column against the classes; None if either is numeric or has too many values."""
    x, y = dataset.columns[column], dataset.target
    if x.levels is None or y.levels is None:
        return None
    if len(x.levels) > MOST[0] or len(y.levels) > MOST[1]:
        return None
    shape, known = (len(x.levels), len(y.levels)), x.values >= 0
    cells = x.values[known] * shape[1] + y.values[known]
    counts = np.bincount(cells, dataset.weights[known], shape[0] * shape[1]).reshape(shape)
    return Pair(x.name, y.name, x.levels, y.levels, counts.astype(np.float64))


def _edit(key: str, pair: Pair) -> tuple[list[str], FloatArray]:
    """The table as edited: names of the values that have rows, and their counts."""
    edition, view = _edition(key), session.view(TwoWayView)
    editor = session.Widget[object](f"impurity_cells:{edition}", None)
    if editor.value is None:  # new on the screen: go on from where it was left
        start = view.edited[edition] if edition in view.edited else _frame(pair)
        view = replace(view, begun={**view.begun, edition: start})
        session.keep(view)
    columns = {"x": st.column_config.TextColumn(pair.x, max_chars=40)}
    for k, name in enumerate(pair.classes):
        columns[f"y{k}"] = st.column_config.NumberColumn(name, min_value=0, max_value=99_999)
    edited = st.data_editor(
        view.begun[edition],
        key=editor.key,
        column_config=columns,
        num_rows="dynamic",
        hide_index=True,
        row_height=32,
        alt=_("Counts of {x} by {y}").format(x=pair.x, y=pair.y),
    )
    session.keep(replace(view, edited={**view.edited, edition: edited}))
    counts = edited[[f"y{k}" for k in range(len(pair.classes))]].fillna(0).to_numpy(float)
    names = [str(name) if pd.notna(name) else "" for name in edited["x"]]
    return names, counts


def _frame(pair: Pair) -> pd.DataFrame:
    cells = {f"y{k}": pair.counts[:, k] for k in range(len(pair.classes))}
    return pd.DataFrame({"x": list(pair.values), **cells})


Quantity = tuple[str, str, Callable[[TwoWay], Named]]
"""What it is called, what it means, and its formula."""


def _quantities() -> dict[str, Quantity]:
    return {
        "mutual": (
            "I(X;Y)",
            _("How much does knowing {x} tell about {y}? This is the information gain."),
            TwoWay.mutual,
        ),
        "chain": (
            _("chain rule"),
            _("To learn both, learn {x} first, then what it leaves open about {y}."),
            TwoWay.chain,
        ),
        "y": ("H(Y)", _("How uncertain is {y} before anything is asked?"), TwoWay.of_y),
        "x": (
            "H(X)",
            _("How uncertain is {x} itself? C4.5 calls this the split info."),
            TwoWay.of_x,
        ),
        "joint": ("H(X,Y)", _("How uncertain is the pair of {x} and {y}?"), TwoWay.joint),
        "left": (
            "H(Y|X)",
            _("How uncertain does {y} remain, on average, once {x} is known?"),
            TwoWay.y_given_x,
        ),
    }


def _working(table: TwoWay, chosen: str, unit: str, names: list[str], pair: Pair) -> None:
    _name, meaning, formula_of = _quantities()[chosen]
    formula, joint = formula_of(table), table.joint()
    st.markdown(meaning.format(x=literal(pair.x, 40), y=literal(pair.y, 40)))
    definition(formula)
    for number, part in enumerate([joint, formula] if chosen == "chain" else [formula]):
        show_working(
            without_rows(part),
            Digits(),
            f"impurity_two_way_working_{number}",
            Legend(unit, branch=lambda i: names[i]),
        )
    if chosen == "chain":
        text = _("Both ways give H(X,Y) = {value} {unit}.")
        st.success(text.format(value=Digits().show(joint.value), unit=unit))


def _picture(table: TwoWay, unit: str) -> None:
    parts = (table.x_given_y().value, table.mutual().value, table.y_given_x().value)
    figure = two_way(*parts, unit=unit, theme=theme())
    shown = [Digits().show(value) for value in parts]
    alt = _("H(X|Y) {left}, I(X;Y) {shared} and H(Y|X) {right} on one line")
    chart(figure, "impurity_two_way", alt.format(left=shown[0], shared=shown[1], right=shown[2]))
