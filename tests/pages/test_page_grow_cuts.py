"""Cuts and groups of one's own on the Grow page: tried, taken, ruled out."""

import numpy as np
import pytest

import dtcore as dt
from dtshow.figures.curve import Explored, threshold
from dttools.study import Standing
from tests.pages.stage import block, looking_at, page, said, scene, viewed
from tests.pages.visit import captions, checked, lesson


def test_a_cut_is_tried_and_taken() -> None:
    at = page(data="iris", recipe="cart", weigh="root")
    at = viewed(at, "curve")
    assert "decrease 0.3333**: the algorithm chooses this split." in said(at)
    cuts = at.select_slider(key="cut_slider").options
    assert len(cuts) > 20
    at = checked(at.select_slider(key="cut_slider").set_value(4.75).run())
    assert "less than the algorithm’s choice, Petal\\.Length with 0.3333" in said(at)
    [curve] = at.get("plotly_chart")
    heard = curve.proto.alt
    assert heard.startswith(
        f"{len(cuts)} cuts of Petal.Length. At 4.75: Decrease 0.2734; Gini index "
    )
    assert heard.endswith("Highest: 0.3333, at 2.45.")
    at = checked(at.button(key="take_cut").click().run())
    assert lesson(at).tree[()].split.cut == 4.75  # type: ignore[union-attr]


@pytest.mark.parametrize("ends", [(0.0, 0.0), (0.1, 0.12), (0.5, 0.5), (0.5, 0.0), (0.0, 0.2)])
def test_the_names_of_both_sides_stand_apart_and_in_the_plot(ends: tuple[float, float]) -> None:
    sides = np.array([[0.5, ends[0]], [0.5, ends[1]]])
    cuts, rows = [1.5, 2.5], np.array([1.0, 2.0, 3.0])
    seen = Explored(
        cuts, [0.1, 0.2], sides, [Standing.OPEN] * 2, 0.5, 1.5, 0.1, (0.5, 0.5), rows, rows,
        np.array([0.0, 0.0, 1.0]), ["u", "v"], False, ("x", "Gain", "Gini index", "y"),
    )  # fmt: skip
    drawn = threshold(seen, theme="light").layout.annotations
    left, right = (next(one.y for one in drawn if one.text == name) for name in ("left", "right"))
    assert abs(left - right) >= 0.2  # of 0.5
    assert min(left, right) >= 0
    assert max(left, right) <= 0.5
    assert ends[0] == ends[1] or (left > right) == (ends[0] > ends[1])


def test_any_number_can_be_tried_as_a_cut() -> None:
    at = page(data="iris", recipe="cart", weigh="root")
    at = viewed(at, "curve")
    at = checked(at.number_input(key="cut_typed").set_value(2.3).run())
    assert "as good as the algorithm’s choice" in said(at)
    assert "Not where the algorithm cuts" in captions(at)
    assert "“Petal\\.Length” goes from 1 to 6.9 here. A cut lies between." in captions(at)
    options = at.select_slider(key="cut_slider").options  # it says the number that is tried
    assert "2.3" in options
    assert "2.45" not in options
    at = checked(at.button(key="take_cut").click().run())
    assert lesson(at).tree[()].split == dt.Threshold(2, 2.3)


def test_a_cut_is_one_number_wherever_it_stands() -> None:
    """C4.5 compares cuts at the midpoint 77.5 and takes 75, the value of the table below it."""
    at = looking_at(page(data="golf", recipe="c45", step="1", weigh="0"), 0)
    at = viewed(at, "curve")
    [slider], [field] = at.select_slider, at.number_input
    assert (slider.options[0], slider.value, field.value) == ("75", 75.0, 75.0)
    [curve] = at.get("plotly_chart")
    assert "At 75: Gain ratio 0.794" in curve.proto.alt
    assert block(at, "candidates")["rows"][0]["cells"][0] == "humidity ≤ 75"
    assert "the algorithm chooses this split" in said(at)
    at = checked(slider.set_value(float(slider.options[1])).run())
    own = next(row for row in block(at, "candidates")["rows"] if "your cut" in row["cells"][-1])
    assert own["cells"][0] == "humidity ≤ 85"
    assert "Not where the algorithm cuts" not in captions(at)


def test_a_cut_that_is_tried_stands_in_the_ranking_until_it_is_left() -> None:
    at = viewed(page(data="iris", recipe="cart", weigh="root"), "curve")
    before = block(at, "candidates")
    at = checked(at.number_input(key="cut_typed").set_value(5.1).run())
    candidates = block(at, "candidates")
    scores = [float(row["cells"][1]) for row in candidates["rows"]]
    assert scores == sorted(scores, reverse=True)
    own = candidates["rows"][3]
    assert own["cells"] == ["Petal.Length ≤ 5.1", "0.1954", "your cut, rank 4"]
    assert (candidates["chosen"], own["column"]) == (own["name"], "Petal.Length")
    assert [row for row in candidates["rows"] if row is not own] == before["rows"]
    assert [node["edge"]["text"] for node in scene(at)["nodes"][1:]] == ["≤ 5.1", "> 5.1"]
    assert block(viewed(at, "working"), "candidates") == before  # what is on show is the best cut
    at = looking_at(viewed(at, "curve"), 0)
    assert len(block(at, "candidates")["rows"]) == 4


def test_a_cut_that_is_ruled_out_says_why() -> None:
    at = page(data="golf", recipe="c45", weigh="root")
    at = looking_at(at, 1)
    at = viewed(at, "curve")
    at = checked(at.select_slider(key="cut_slider").set_value(64.0).run())
    assert "too few rows on one side" in captions(at)


def test_a_grouping_is_tried_and_taken() -> None:
    at = page(weigh="root")
    at = viewed(at, "curve")
    ways = next(d.value for d in at.dataframe if "Grouping" in d.value.columns)
    assert ways["Gain"].tolist() == ["0.2467", "0.2260", "0.2260"]
    at = checked(at.segmented_control(key="way_control").set_value("groups").run())
    at = checked(at.button(key="take_grouping").click().run())
    assert lesson(at).tree[()].split == dt.Subset(0, (0, 2), (1,))


def test_each_value_against_the_rest_is_asked_about() -> None:
    """All of them, not the best alone, also where the algorithm itself asks so."""
    for recipe in ("cart_sklearn", "id3"):
        at = viewed(page(recipe=recipe, weigh="root"), "curve")
        if recipe == "id3":
            at = checked(at.segmented_control(key="way_control").set_value("one").run())
        assert at.segmented_control(key="way_control").value == "one"
        sides = ["Sunny, Rain | Overcast", "Sunny | Overcast, Rain", "Sunny, Overcast | Rain"]
        assert at.selectbox(key="each_of_0").options == sides
        tables = [one.value for one in at.dataframe if "Branches" in one.value.columns]
        assert sides in [table["Branches"].tolist() for table in tables]
    at = checked(at.selectbox(key="each_of_0").select_index(2).run())
    at = checked(at.button(key="take_grouping").click().run())
    assert lesson(at).tree[()].split == dt.Subset(0, (0, 1), (2,))


def test_groups_of_ones_own() -> None:
    at = page(weigh="root")
    at = viewed(at, "curve")
    at = checked(at.segmented_control(key="way_control").set_value("own").run())
    at = checked(at.multiselect(key="own_left_0").set_value([]).run())
    assert "leave some for the right" in captions(at)
    at = checked(at.multiselect(key="own_left_0").set_value([2]).run())
    at = checked(at.button(key="take_grouping").click().run())
    assert lesson(at).tree[()].split == dt.Subset(0, (0, 1), (2,))


def test_a_cut_that_is_ruled_out_has_one_reason() -> None:
    at = looking_at(page(data="golf", recipe="c45", step="0", weigh="root"), 2)
    assert "uses up its gain" in said(at)
    at = viewed(at, "curve")
    told = " ".join(caption.value for caption in at.caption)
    assert "uses up its gain" in told
    assert "below the average" not in told
