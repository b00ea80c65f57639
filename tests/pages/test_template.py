"""The one template of the charts: class colours for classes alone, no boxes, no small letters."""

import json
from typing import get_args

import numpy as np
import pytest

from dtcore.policies import Entropy
from dtshow.figures import bars, impurity, spread
from dtshow.figures.palette import CLASS_COLOURS, Theme
from dtshow.figures.template import SMALL, TEMPLATES, layout

THEMES = get_args(Theme)


@pytest.mark.parametrize("theme", THEMES)
def test_a_key_has_no_box_and_is_no_button(theme: Theme) -> None:
    key = TEMPLATES[theme].layout.legend
    assert (key.borderwidth, key.bgcolor) == (0, "rgba(0,0,0,0)")
    assert key.itemclick is key.itemdoubleclick is False
    assert min(key.font.size, TEMPLATES[theme].layout.xaxis.tickfont.size, SMALL) >= 12
    assert layout(theme, 300)["template"] is TEMPLATES[theme]


@pytest.mark.parametrize("theme", THEMES)
def test_what_is_no_class_has_no_class_colour(theme: Theme) -> None:
    p = np.linspace(0, 1, 101)
    values = np.array([2.0, 3, 7, 8])
    parted = spread.Parted(np.arange(4.0), values, ("x", "y"), 1.5, [(1.5, 1.0)], 26.0)
    curves = impurity.Curves({"one": p, "two": p}, "t", 1)
    drawn = [
        impurity.one_curve(Entropy(), 0.3, theme=theme, height=300),
        impurity.criteria(curves, 0.3, theme=theme, height=300),
        bars.two_way(1.3, 0.2, 0.7, unit="bits", theme=theme),
        spread.squares([2, 3, 7], name="y", theme=theme, height=300),
        spread.parted(parted, theme=theme, height=300),
    ]
    for figure in drawn:
        told = json.dumps(figure.to_plotly_json(), default=lambda part: np.asarray(part).tolist())
        assert not [c for c in CLASS_COLOURS[theme] if c.lower() in told.lower()]
