"""The figures of Use: names stand in them as they are written, and each has its own bar."""

from dtshow.figures.bars import ImportanceBars, bars
from dtshow.figures.evaluation import Interval, interval

NAMES = ["<b>n</b>", "2", "1", "2"]
WRITTEN = ["&lt;b&gt;n&lt;/b&gt;", "2", "1", "2"]


def test_a_column_has_its_own_bar_whatever_it_is_called() -> None:
    """Plotly takes names for HTML, for numbers if they look so, and equal ones for one bar."""
    figure = bars(ImportanceBars(NAMES, [0.4, 0.3, 0.2, 0.1]), theme="light")
    assert list(figure.data[0].y) == list(figure.layout.yaxis.tickvals) == [0, 1, 2, 3]
    assert list(figure.layout.yaxis.ticktext) == WRITTEN


def test_the_usual_class_is_written_as_it_is_called() -> None:
    figure = interval(Interval(0.6, 0.7, 0.8, 0.5, f"always “{NAMES[0]}”"), theme="light")
    assert figure.layout.annotations[1].text == f"always “{WRITTEN[0]}”"
