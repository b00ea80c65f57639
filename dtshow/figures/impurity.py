"""Impurity over the share of one class: one curve, all criteria, and a split as a drop below it.

Axes and heights depend on the measure alone, so that nothing moves but what is meant to.

The drop is one picture for any number of classes and of branches, and for a numeric target. Across
stands the share of one class, or the mean of the target: both are the same mean over the branches
as the impurity is. From the node a curve runs to each branch: the impurity of the rows of both,
mixed. It bends downwards, so the mean of the branches cannot lie above it. What is said of the drop
stands right of the plot, where no line is.
"""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
import plotly.graph_objects as go

from dtcore.model import FloatArray
from dtcore.policies import ImpurityCriterion
from dtshow.figures.palette import INKS, SYMBOLS, Theme
from dtshow.figures.template import (
    BAND,
    DASHES,
    dot_look,
    dots,
    guide,
    label,
    layout,
    mark_here,
    path,
    steady,
    stroke,
)
from dtshow.words.language import _, sentence
from dttools.printing import Digits

SAME: Final = 0.05
"""Dots nearer than this share of the breadth have one label."""
WIDE: Final = 400
"""Pixels across which the plot is thought to be."""
LEAST: Final = 240
"""Pixels, where the page does not say."""
EDGES: Final = 60
"""Pixels above and below the plot."""
LINE: Final = 19
"""Pixels from one line of words to the next."""
LETTER: Final = 7.0
SLANT: Final = 0.75
GRAIN: Final = np.stack(np.meshgrid(*[np.linspace(-0.5, 0.5, 7)] * 2), axis=-1).reshape(-1, 2)
"""(m, 2) all over a square."""
SPOTS: Final = (
    (1, 1), (-1, 1), (0, 1), (1, 0), (-1, 0), (1, -1), (-1, -1), (0, -1),
)  # fmt: skip
"""Where a label may stand beside its dot, right and up, the best first."""


def axis_name(measure: ImpurityCriterion) -> str:
    name, unit = sentence(measure.node_label), measure.unit
    return _("{impurity} in {unit}").format(impurity=name, unit=_(unit)) if unit else name


def plane(theme: Theme, height: int, top: float, name: str) -> go.Figure:
    """An empty figure whose axes reach up to ``top``; the slider below it names the other."""
    figure = go.Figure(layout=layout(theme, height))
    figure.update_layout(margin={"l": 58, "r": 10, "b": 24}, showlegend=False)
    figure.update_xaxes(range=[-0.03, 1.03], tick0=0, dtick=0.25)
    figure.update_yaxes(range=[-0.03 * top, top], nticks=7, title_text=name)
    return figure


def touchable(measure: ImpurityCriterion, theme: Theme) -> go.Scatter:
    """The curve; unseen markers on it let a click choose a p."""
    x = np.round(np.linspace(0, 1, 101), 2)
    unseen = {"size": 14, "opacity": 0}
    curve = dots(x, curve_at(measure, x), unseen, "p = %{x}: %{y:.4f}")
    return curve.update(mode="lines+markers", line=stroke(theme), **steady(0))


def dot(
    at: tuple[float, float],
    theme: Theme,
    symbol: str = "circle",
    size: float = 13,
    hollow: bool = False,
) -> go.Scatter:
    look = dot_look(theme, hollow, symbol)
    look |= {"size": size, "opacity": 1, "line": look["line"] | {"width": 2}}
    mark = dots([at[0]], [at[1]], look, "p = %{x:.4~f}: %{y:.4f}")
    return mark.update(cliponaxis=False, **steady())


def curve_at(measure: ImpurityCriterion, p: FloatArray) -> FloatArray:
    return measure.of(np.stack([p, 1 - p], axis=-1))


def height_at(measure: ImpurityCriterion, p: float) -> float:
    return float(curve_at(measure, np.array([p]))[0])


def one_curve(measure: ImpurityCriterion, p: float, *, theme: Theme, height: int) -> go.Figure:
    """The curve, the point at ``p``, and how high it stands."""
    value = height_at(measure, p)
    figure = plane(theme, height, height_at(measure, 0.5) * 1.14, axis_name(measure))
    mark_here(figure, p, theme)
    notable = np.array([0.0, 0.5, 1.0])
    rings = dots(notable, curve_at(measure, notable), dot_look(theme, hollow=True))
    rings.update(cliponaxis=False, **steady())
    level = path([p, -0.03], [value, value], guide(theme))
    figure.add_traces([touchable(measure, theme), level, rings, dot((p, value), theme)])
    label(figure, p, value, f"<b>{Digits().show(value)}</b>", theme, **_label_place(p))
    return figure


@dataclass(frozen=True, eq=False)
class Curves:
    """Named ``heights`` over p = 0, 0.01, ..., 1; the axis is called ``title`` and ends at
    ``top``."""

    heights: Mapping[str, FloatArray]
    title: str
    top: float


def criteria(curves: Curves, p: float, *, theme: Theme, height: int) -> go.Figure:
    """The curves, each with a mark of its own at ``p``; the key shows marks and dashes."""
    figure = plane(theme, height, curves.top, html.escape(curves.title))
    figure.update_layout(margin={"t": 34}, showlegend=True)
    mark_here(figure, p, theme)
    at = round(p * 100)
    for number, (name, curve) in enumerate(curves.heights.items()):
        look, symbol = stroke(theme, DASHES[number % len(DASHES)]), SYMBOLS[number]
        named = dots([None], [None], dot_look(theme, symbol=symbol)).update(
            mode="lines+markers", line=look, name=html.escape(name), showlegend=True
        )
        line = path(np.linspace(0, 1, len(curve)), curve, look)
        figure.add_traces([line, dot((p, float(curve[at])), theme, symbol), named])
    return figure


def _label_place(p: float) -> dict[str, Any]:
    """Where a label stands clear of the curve: above it, or inside where it is steep."""
    if 0.15 <= p <= 0.85:
        aside = {"xanchor": "right", "xshift": -8} if p < 0.5 else {"xanchor": "left", "xshift": 8}
        return {"yshift": 18, **(aside if abs(p - 0.5) > 0.02 else {})}
    inside = {"xanchor": "left", "xshift": 14} if p < 0.5 else {"xanchor": "right", "xshift": -14}
    return {"yshift": 10, **inside}


Sheet = tuple[float, float, float, float]
"""The ends of both axes."""


@dataclass(frozen=True, eq=False)
class ImpurityDrop:
    """Statistics (k,) of a node and (b, k) of its branches, with their ``names`` for who points
    at one. ``classes`` are those of the target; ``target`` names one that is a number, and
    ``centre`` is what its sums are taken about."""

    measure: ImpurityCriterion
    parent: FloatArray
    branches: FloatArray
    names: Sequence[str]
    classes: Sequence[str] = ()
    target: str = ""
    centre: float = 0.0

    @cached_property
    def held(self) -> list[int]:
        """The branches that hold rows."""
        return np.flatnonzero(self._weights > 0).tolist()

    @cached_property
    def shares(self) -> FloatArray:
        """(b,) of the rows."""
        shares: FloatArray = self._weights / max(float(self._weights.sum()), 1e-300)
        return shares

    @cached_property
    def times(self) -> float:
        """What heights are multiplied by: the rows, where a score is a sum of squares."""
        return 1.0 if self.classes else float(self.parent[0])

    @cached_property
    def shown(self) -> int:
        """The class whose share lies across: of many, the one that the branches differ in most."""
        if len(self.classes) <= 2 or not self.held:
            return 0
        rows = self.branches[self.held]
        parts = rows / rows.sum(axis=1, keepdims=True)
        apart = self.shares[self.held] @ (parts - self.parent / self.parent.sum()) ** 2
        return int(np.argmax(np.round(apart, 12)))

    @property
    def before(self) -> float:
        return float(self.height(self.parent))

    @property
    def after(self) -> float:
        """The mean over the branches, of which some hold rows."""
        return float(self.shares[self.held] @ self.height(self.branches[self.held]))

    def height(self, stats: FloatArray) -> FloatArray:
        heights: FloatArray = np.asarray(self.measure.of(stats)) * self.times
        return heights

    def place(self, stats: FloatArray) -> FloatArray:
        """Across: of statistics (..., k), which hold rows."""
        if self.classes:
            return np.asarray(stats[..., self.shown] / stats.sum(axis=-1))
        return np.asarray(self.centre + stats[..., 1] / stats[..., 0])

    def mixed(self, branch: int) -> FloatArray:
        """(101, k) from the node's rows to those of a branch, by more and more of the latter."""
        t = np.linspace(0, 1, 101)[:, None]
        one, other = self._whole(self.parent), self._whole(self.branches[branch])
        mixture = (1 - t) * one + t * other
        if not self.classes:
            mixture[:, 2:] += t * (1 - t) * (one[1] - other[1]) ** 2
        return mixture

    @property
    def _weights(self) -> FloatArray:
        weights: FloatArray = self.branches.sum(axis=1) if self.classes else self.branches[:, 0]
        return weights

    def _whole(self, stats: FloatArray) -> FloatArray:
        """As if all the rows were one."""
        one: FloatArray = stats / (stats.sum() if self.classes else stats[0])
        return one


def together(branches: FloatArray, numeric: bool) -> FloatArray:
    """(k,) the statistics of all rows of the branches (b, k)."""
    total: FloatArray = branches.sum(axis=0)
    if numeric and total[0]:
        held = branches[branches[:, 0] > 0]
        away = held[:, 1] / held[:, 0] - total[1] / total[0]
        total[2] += held[:, 0] @ away**2
    return total


def drop(
    seen: ImpurityDrop, *, theme: Theme, height: int = LEAST, digits: Digits = Digits()
) -> go.Figure:
    """Without branches the node stands alone. It fills its place on the page, which is thought to
    be ``height`` pixels high."""
    lines = _curves(seen, theme)
    sheet = _sheet(seen, lines)
    figure = go.Figure(layout=layout(theme, None))
    said = _told(seen, digits)
    at = float(seen.place(seen.parent)), seen.before
    if seen.held:
        lines += _spokes(seen, at, theme)
        down = [at[0]] * 2, [at[1], seen.after]
        figure.add_trace(path(*down, {"color": INKS[theme].marker, "width": BAND}))
        figure.add_trace(path(*down, stroke(theme)))
    lines += [path([at[0], sheet[1]], [y, y], guide(theme)) for y, _text in said[::2]]
    figure.add_traces(lines)
    _branches(figure, seen, digits, theme)
    figure.add_trace(dot(at, theme, size=15))
    if seen.held:
        figure.add_trace(dot((at[0], seen.after), theme, "diamond", 13, hollow=True))
    scale = np.array([WIDE / (sheet[1] - sheet[0]), (height - EDGES) / (sheet[3] - sheet[2])])
    _name_branches(figure, seen, _ink(seen, lines, sheet, scale), (sheet, scale), theme)
    _beside(figure, said, sheet, float(LINE / scale[1]), theme)
    _axes(figure, seen, sheet, said)
    return figure


def _curves(seen: ImpurityDrop, theme: Theme) -> list[go.Scatter]:
    """The whole curve of two classes, else from the node to each branch."""
    if len(seen.classes) == 2:
        p = np.linspace(0, 1, 101)
        return [path(p, curve_at(seen.measure, p), stroke(theme))]
    mixtures = [seen.mixed(i) for i in seen.held]
    return [path(seen.place(way), seen.height(way), stroke(theme)) for way in mixtures]


def _sheet(seen: ImpurityDrop, lines: Sequence[go.Scatter]) -> Sheet:
    """How far the axes reach: shares from 0 to 1, and heights from 0, with room for labels."""
    top = max([seen.before, *(float(np.max(drawn.y)) for drawn in lines)]) or 1.0
    low, high = 0.0, 1.0
    if not seen.classes:
        places = seen.place(np.stack([seen.parent, *seen.branches[seen.held]]))
        low, high = float(places.min()), float(places.max())
    room = 0.11 * (high - low) or 1.0
    return low - room, high + room, -0.05 * top, 1.16 * top


def _spokes(seen: ImpurityDrop, at: tuple[float, float], theme: Theme) -> list[go.Scatter]:
    """From each branch to the mean of them all; of two branches, one straight line."""
    look = {"color": INKS[theme].ink3, "width": 1.5, "dash": "dash"}
    return [
        path([float(seen.place(stats)), at[0]], [float(seen.height(stats)), seen.after], look)
        for stats in seen.branches[seen.held]
    ]


def _told(seen: ImpurityDrop, digits: Digits) -> list[tuple[float, str]]:
    """Heights and what is said of them, from the top: the node, the drop, the mean."""
    letter, information = seen.measure.letter, bool(seen.measure.unit)
    name = f"{letter}(D)" if seen.classes else "SS(D)"
    told = [(seen.before, f"<b>{name} = {digits.show(seen.before)}</b>")]
    if not seen.held:
        return told
    gain = _("gain {value}") if information else _("decrease {value}")
    mean = f"{letter}(D{'|' if information else ','}A)" if seen.classes else "Σ SS(D<sub>i</sub>)"
    gain = gain.format(value=digits.show(seen.before - seen.after))
    return [
        *told,
        ((seen.before + seen.after) / 2, f"<b>{gain}</b>"),
        (seen.after, f"{mean} = {digits.show(seen.after)}"),
    ]


def _beside(
    figure: go.Figure, said: Sequence[tuple[float, str]], sheet: Sheet, apart: float, theme: Theme
) -> None:
    """Right of the plot, one below the other, at least ``apart``."""
    heights = [y for y, _text in said]
    if len(said) > 1:
        reach = max(heights[0] - heights[-1], 2 * apart)
        middle = min(max(heights[1], sheet[2] + reach / 2), sheet[3] - reach / 2)
        heights = [middle + reach / 2, middle, middle - reach / 2]
    place = {"xref": "paper", "xanchor": "left", "xshift": 6}
    for y, (_height, text) in zip(heights, said, strict=True):
        label(figure, 1, y, text, theme, **place)


def _branches(figure: go.Figure, seen: ImpurityDrop, digits: Digits, theme: Theme) -> None:
    """A hollow dot for each branch, its area by its share of the rows."""
    for i in seen.held:
        stats, height = seen.branches[i], float(seen.height(seen.branches[i]))
        size = 9 + 15 * float(np.sqrt(seen.shares[i]))
        mark = dot((float(seen.place(stats)), height), theme, size=size, hollow=True)
        said = f"{html.escape(seen.names[i])}{_(': ')}{digits.show(height)}"
        figure.add_trace(mark.update(hoverinfo="text", hovertext=said))


def _name_branches(
    figure: go.Figure,
    seen: ImpurityDrop,
    ink: FloatArray,
    where: tuple[Sheet, FloatArray],
    theme: Theme,
) -> None:
    """D1, D2, … beside their dots, where the least ink is; dots that meet share a label."""
    sheet, scale = where
    for (x, y), here in _meeting(seen, sheet):
        names = [f"D<sub>{i + 1}</sub>" for i in here]
        text = ", ".join(names if len(names) <= 3 else [*names[:2], "…"])
        size = np.array([18.0 * min(len(names), 3), LINE - 2])
        at = (np.array([x, y]) - [sheet[0], sheet[2]]) * scale
        reach = 8 + 7 * float(np.sqrt(max(seen.shares[i] for i in here)))
        (across, up), middle = min(
            ((spot, _middle(at, size, spot, reach)) for spot in SPOTS),
            key=lambda found: _crossed(ink, found[1], size),
        )
        ink = np.concatenate([ink, middle + GRAIN * size])
        anchors = ("right", "center", "left")[across + 1], ("top", "middle", "bottom")[up + 1]
        shift = reach * (SLANT if across and up else 1)
        label(
            figure, x, y, text, theme, xanchor=anchors[0], yanchor=anchors[1],
            xshift=across * shift, yshift=up * shift,
        )  # fmt: skip


def _meeting(seen: ImpurityDrop, sheet: Sheet) -> list[tuple[tuple[float, float], list[int]]]:
    """Where branches stand, and which: from the left, those that nearly meet together."""
    groups: list[tuple[tuple[float, float], list[int]]] = []
    near = SAME * np.array([sheet[1] - sheet[0], sheet[3] - sheet[2]])
    places = {
        i: (float(seen.place(s)), float(seen.height(s)))
        for i, s in zip(seen.held, seen.branches[seen.held], strict=True)
    }
    for i in sorted(places, key=lambda i: places[i]):
        for at, here in groups:
            if (np.abs(np.subtract(at, places[i])) < near).all():
                here.append(i)
                break
        else:
            groups.append((places[i], [i]))
    return [(at, sorted(here)) for at, here in groups]


def _ink(
    seen: ImpurityDrop, lines: Sequence[go.Scatter], sheet: Sheet, scale: FloatArray
) -> FloatArray:
    """(m, 2) points in pixels all along the lines, the axis and its numbers, and over the dots."""
    t = np.linspace(0, 1, 60)[:, None]
    ends = [np.array([drawn.x, drawn.y], float).T for drawn in lines]
    ends += [np.array([[sheet[0], y], [sheet[1], y]]) for y in (0.0, sheet[2] - 10 / scale[1])]
    dense = [
        way if len(way) > 2 else (1 - t) * way[:1] + t * way[1:] for way in ends if len(way) > 1
    ]
    dots = np.array(
        [
            [float(seen.place(s)), float(seen.height(s))]
            for s in (seen.parent, *seen.branches[seen.held])
        ]
    )
    corner = np.array([sheet[0], sheet[2]])
    round_dots = ((dots - corner) * scale)[:, None] + 14 * GRAIN
    return np.concatenate([(np.concatenate(dense) - corner) * scale, *round_dots])


def _middle(at: FloatArray, size: FloatArray, spot: tuple[int, int], reach: float) -> FloatArray:
    """Of a label that stands at a ``spot`` of the dot, so far off; pixels."""
    away: FloatArray = np.array(spot) * (reach * (SLANT if all(spot) else 1) + size / 2)
    return at + away


def _crossed(ink: FloatArray, middle: FloatArray, size: FloatArray) -> int:
    """How much ink a label would lie on."""
    return int((np.abs(ink - middle) < size / 2 + 1).all(axis=1).sum())


def _axes(
    figure: go.Figure, seen: ImpurityDrop, sheet: Sheet, said: Sequence[tuple[float, str]]
) -> None:
    letters = max(len(text.replace("<b>", "").replace("</b>", "")) for _y, text in said)
    wide = LETTER * (letters - (8 if not seen.classes else 0)) + 14
    figure.update_layout(margin={"l": 58, "r": max(wide, 110), "t": 8, "b": 46}, showlegend=False)
    across, up = _("mean of {target}"), axis_name(seen.measure)
    if seen.classes:
        name = html.escape(seen.classes[seen.shown][:24])
        across = _("p, the share of class “{name}”").format(name=name)
        figure.update_xaxes(tickvals=[0, 0.25, 0.5, 0.75, 1])
    else:
        across = across.format(target=html.escape(seen.target[:24]))
        up = _("{impurity} × {n} rows").format(impurity=up, n=f"{seen.times:g}")
    figure.update_xaxes(title_text=across, range=sheet[:2])
    figure.update_yaxes(title_text=up, range=sheet[2:], nticks=6, showgrid=False)
