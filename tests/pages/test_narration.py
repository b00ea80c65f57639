"""What is said of a lesson beside its nodes."""

from dtcore.validation import loss
from pages.ui.wording import narration
from tests.pages import visit


def test_rows_that_came_to_several_leaves_are_right_or_wrong_as_a_whole() -> None:
    """C4.5 parts the passengers of unknown age, and its leaves hold 1,035.373 rows that are right;
    of the 1,309 passengers 1,036 get the right answer, as Pruning and Explore say."""
    address = {"data": "titanic", "recipe": "c45", "complete": "auto"}
    lesson = visit.lesson(visit.opened("grow", **address)).finish()
    data = lesson.dataset
    right = round(len(data) * (1 - loss(lesson.tree, data)))
    assert (right, len(data)) == (1_036, 1_309)
    assert f"{right:,} of {len(data):,} rows right" in narration.at_end(lesson)
