"""Bars of the candidates' scores, drawn so that each meets its row in the table beside it."""

import html
from collections.abc import Sequence

import plotly.graph_objects as go

from pages.ui.figures.palette import ACCENT, MUTED, TEXT, Theme, layout


def bars(
    names: Sequence[str],
    scores: Sequence[float],
    best: Sequence[bool],
    chosen: int,
    shown: Sequence[str],
    *,
    row: int,
    head: int,
    theme: Theme,
) -> go.Figure:
    """One bar a candidate, ``row`` pixels high below a head of ``head`` pixels."""
    colours = [ACCENT[theme] if wins else MUTED[theme] for wins in best]
    top = max([*scores, 0.0])
    room = 1.1 + 0.09 * max(map(len, shown), default=0)  # for the numbers beside the bars
    bar = {
        "type": "bar",
        "x": [max(score, 0.0) for score in scores],
        "y": list(range(len(names))),
        "orientation": "h",
        "marker": {
            "color": colours,
            "line": {
                "width": [2 if i == chosen else 0 for i in range(len(names))],
                "color": TEXT[theme],
            },
        },
        "text": list(shown),
        "textposition": "outside",
        "cliponaxis": False,
        "hovertext": [f"{html.escape(n)}: {s}" for n, s in zip(names, shown, strict=True)],
        "hoverinfo": "text",
        "selected": {"marker": {"opacity": 1}},
        "unselected": {"marker": {"opacity": 1}},
    }
    common = layout(theme, head + row * len(names))
    across = {"visible": False, "range": [0, top * room if top > 0 else 1]}
    down = {"visible": False, "range": [len(names) - 0.5, -0.5]}
    # in one go: each update of a figure that stands takes as long as making it
    return go.Figure(
        data=[bar],
        layout=common
        | {
            "margin": {"l": 4, "r": 4, "t": head, "b": 0},
            "bargap": 0.35,
            "clickmode": "event+select",
            "showlegend": False,
            "xaxis": common["xaxis"] | across,
            "yaxis": common["yaxis"] | down,
        },
    )
