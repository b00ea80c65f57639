"""The picture of regions: what is drawn is what is given, and names do no harm."""

import html
import re

import numpy as np
import pytest

from dtshow.figures.curve import strips
from dtshow.figures.palette import INKS, LOOKS, REPEAT, colour, mixed
from dtshow.figures.regions import Area, DrawnRegions, Ground, Marks, key, regions, written
from dtshow.figures.template import NAMED
from tests.strategies import NASTY

INF = float("inf")


def marks(x: list[float], y: list[float], target: list[float], true: list[bool]) -> Marks:
    n = len(x)
    parts = (np.array(part, float) for part in (x, y, target, [2.0] + [1.0] * (n - 1)))
    return Marks(*parts, np.array(true), np.arange(n))


def drawn(**changed: object) -> DrawnRegions:
    areas = [
        Area(((-INF, 3.0), (-INF, INF)), 0.0, 1.0, "no", "x ≤ 3\nno: 4 no", "0"),
        Area(((3.0, INF), (-INF, INF)), 1.0, 0.5, "yes?", "x > 3\nyes: 1 no · 1 yes", "1"),
    ]
    given: dict[str, object] = {
        "areas": areas,
        "marks": marks([1, 5], [2, 2], [0, 1], [True, False]),
        "names": ["x", "y", "play"],
        "classes": ["no", "yes"],
        "frame": ((0.0, 10.0), (0.0, 4.0)),
        "reach": (0.0, 1.0),
    }
    return DrawnRegions(**given | changed)  # type: ignore[arg-type]


def test_regions_end_at_the_frame_and_have_their_class_colour() -> None:
    bars = regions(drawn(), theme="light").data[0]
    ends = [
        (x - w / 2, x + w / 2, b, b + h)
        for x, w, b, h in zip(bars["x"], bars["width"], bars["base"], bars["y"], strict=True)
    ]
    assert ends == [(0, 3, 0, 4), (3, 10, 0, 4)]
    assert bars["marker"]["color"][0] == mixed(0, 0.42, "light")
    assert list(bars["customdata"]) == [
        "0",
        "1",
    ]
    assert bars["hovertext"][0] == "x ≤ 3<br>no: 4 no"


def test_rows_that_go_elsewhere_are_hollow() -> None:
    look = regions(drawn(), theme="light").to_dict()["data"][1]["marker"]
    assert list(look["color"]) == [colour(0), INKS["light"].paper]
    assert list(look["line"]["color"]) == [INKS["light"].paper, colour(1)]
    assert list(look["symbol"]) == ["circle", "diamond"]


def test_the_node_is_outlined_and_borders_told_apart_by_dashes() -> None:
    whole = ((-INF, INF), (-INF, INF))
    seen = drawn(outline=[whole], fresh=[(0, 3.0, whole)], coming=[(1, 2.0, whole)])
    shapes = regions(seen, theme="dark").to_dict()["layout"]["shapes"]
    corners = [(s["x0"], s["x1"], s["y0"], s["y1"], s["line"]["dash"]) for s in shapes]
    assert corners == [(0, 10, 0, 4, "solid"), (3, 3, 0, 4, "solid"), (0, 10, 2, 2, "dash")]


def test_no_border_that_a_candidate_would_make_goes_through_a_caption() -> None:
    """At the top first, where nothing else is; a caption that is long says that it goes on."""
    whole = ((-INF, INF), (-INF, INF))
    area = Area(whole, 0.0, 1.0, "versicolor or virginica", "all rows", "root")
    for coming, anchor in (([], "top"), ([(1, 3.9, whole)], "bottom")):
        seen = drawn(areas=[area], coming=coming, marks=marks([5], [2], [0], [True]))
        [caption] = regions(seen, theme="light").to_dict()["layout"]["annotations"]
        assert caption["yanchor"] == anchor
        assert caption["text"] == "versicolor or v…"


def test_a_numeric_target_along_one_column_is_steps() -> None:
    areas = [
        Area(((3.0, INF),), 7.5, 1.0, "7.5", "x > 3", "1"),
        Area(((-INF, 3.0),), 2.0, 1.0, "2", "x ≤ 3", "0"),
    ]
    rows = marks([1, 5], [2, 8], [2, 8], [True, True])
    seen = drawn(areas=areas, marks=rows, names=["x", "cost"], classes=[])
    line = regions(seen, theme="light").data[1]
    assert list(line["x"]) == [0, 3, 3, 10]
    assert list(line["y"]) == [2, 2, 7.5, 7.5]


def test_labels_stand_where_they_fit_and_hide_the_fewest_rows() -> None:
    frame, boxes = (0.0, 10.0, 0.0, 10.0), [(0.0, 9.0, 0.0, 10.0), (9.9, 10.0, 0.0, 10.0)]
    rows = np.array([[0.2, 9.8], [0.2, 0.2], [8.8, 9.8]])

    def spots(weights: list[float]) -> list[tuple[str, str]]:
        ground = Ground(frame, 200, rows, np.array(weights))
        found = written(["wide", "wide"], boxes, ground, "light")
        return [(label["xanchor"], label["yanchor"]) for label in found]

    assert spots([0, 0, 0]) == [("left", "top")]
    assert spots([1, 0, 0]) == [("right", "top")]
    assert spots([1, 1, 1]) == [("center", "top")]


def test_strips_stack_equal_values_of_a_class() -> None:
    up = strips(np.array([1.0, 1.0, 2.0, 1.0]), np.array([0.0, 0.0, 0.0, 1.0]))
    assert up[0] < up[1] < 0.5
    assert up[2] == up[0]
    assert up[3] == pytest.approx(1 + up[0])


def test_names_do_no_harm() -> None:
    for name in NASTY:
        area = Area(((-INF, INF), (-INF, INF)), 0.0, 1.0, name, f"{name}\n{name}", "")
        seen = drawn(areas=[area], names=[name, name, name], classes=[name, "b"])
        assert "<img" not in str(regions(seen, theme="light").to_dict())


def test_nothing_to_draw_is_drawn() -> None:
    none = Marks(*(np.zeros(0) for _ in range(4)), np.zeros(0, bool), np.zeros(0, int))
    for theme in ("light", "dark"):
        assert regions(drawn(areas=[], marks=none), theme=theme)  # type: ignore[arg-type]


@pytest.mark.parametrize("classes", [2, NAMED, NAMED + 1, LOOKS, LOOKS + 1])
def test_every_class_is_named_once(classes: int) -> None:
    """In the picture if it has room, else beside it, where the rest is folded and counted."""
    names = [f"<{k}>" for k in range(classes)]
    shown = regions(drawn(classes=names), theme="light").data
    own = [html.unescape(trace.name) for trace in shown if trace.name]
    beside = key(names, "light")
    told = re.findall(r"<span>(.*?)</span>", beside)
    assert own + [html.unescape(re.sub("<img.*?>", "", name)) for name in told] == names
    folded = beside.partition("<details>")[2].count("<span>")
    assert (f"… and {folded} more" in beside) == (folded > 0) == (classes > NAMED)
    assert len({*re.findall(r'src="(.*?)"', beside)}) == min(len(told), LOOKS)
    assert (REPEAT in beside) == (classes > LOOKS)
