"""Bars as the browser gets them. That they meet their rows and open columns is tested there."""

from hypothesis import given
from hypothesis import strategies as st

from pages.ui.bars_view import Bar, record


def test_bars_are_measured_by_the_longest() -> None:
    bars = [Bar("Outlook", 0.25, "0.2500", best=True, chosen=True), Bar("Wind", 0.05, "0.0500")]
    assert [record(bar, bars) for bar in bars] == [
        {"share": 1.0, "shown": "0.2500", "title": "Outlook: 0.2500", "marks": "best chosen"},
        {"share": 0.2, "shown": "0.0500", "title": "Wind: 0.0500", "marks": ""},
    ]


@given(st.lists(st.floats(0, 1e300), min_size=1))
def test_no_bar_is_longer_than_the_place_for_it(lengths: list[float]) -> None:
    bars = [Bar("x", length, "–") for length in lengths]
    assert all(0 <= record(bar, bars)["share"] <= 1 for bar in bars)
