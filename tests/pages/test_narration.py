"""What is said of a lesson beside its nodes."""

import pytest

import dtcore as dt
from dtcore.formula import Digits
from dtcore.validation import loss
from pages.ui.lesson.choice import RecipeChoice
from pages.ui.lesson.lesson import Lesson
from pages.ui.lesson.table_choice import TableChoice
from pages.ui.wording import answers, narration
from pages.ui.wording.language import spoken
from tests.pages import visit
from tests.small_tables import table


def test_rows_that_came_to_several_leaves_are_right_or_wrong_as_a_whole() -> None:
    """C4.5 parts the passengers of unknown age, and its leaves hold 1,035.373 rows that are right;
    of the 1,309 passengers 1,036 get the right answer, as Pruning and Explore say."""
    address = {"data": "titanic", "recipe": "c45", "complete": "auto"}
    lesson = visit.lesson(visit.opened("grow", **address)).finish()
    data = lesson.dataset
    right = round(len(data) * (1 - loss(lesson.tree, data)))
    assert (right, len(data)) == (1_036, 1_309)
    assert f"{right:,} of {len(data):,} rows right" in narration.at_end(lesson)


def test_a_tree_of_numbers_ends_on_what_it_explains() -> None:
    """Of the variance of Sales, by the rows that the tree is asked about one by one."""
    address = {"data": "carseats", "recipe": "regression", "depth": "3"}
    lesson = visit.lesson(visit.opened("grow", **address)).finish()
    left = loss(lesson.tree, lesson.dataset) / float(lesson.dataset.target.values.var())
    assert f"8 leaves, {1 - left:.0%} of the variance explained" in narration.at_end(lesson)


def test_where_no_value_differs_there_is_no_variance_to_explain() -> None:
    data = table([7.5, 7.5, 7.5], x="abb")
    timeline = dt.start(data, dt.recipe("regression")).finish()
    lesson = Lesson(TableChoice("upload:same", "y"), RecipeChoice("regression"), timeline)
    assert narration.at_end(lesson) == (
        "**Finished:** 1 leaf. All rows have the same value: no variance to explain."
    )


@pytest.mark.parametrize(
    ("language", "sales", "log", "salary"),
    [("en", "Sales", "log Salary", "Salary"), ("zh", "销量", "年薪的对数", "年薪")],
)
def test_a_number_to_predict_is_called_as_in_its_table(
    language: str, sales: str, log: str, salary: str
) -> None:
    with spoken(language):
        stores, players = (
            visit.lesson(visit.opened("grow", data=data, recipe="regression", lang=language))
            for data in ("carseats", "hitters")
        )
        said = [narration.narrate(one, Digits(4)).replace("\\", "") for one in (stores, players)]
        said = [one.replace("\u00a0", " ") for one in said]  # what is to stay in one line
        assert f"{sales} ≈ 7.4963" in said[0]
        assert f"{log} ≈ 5.927" in said[1]
        assert f"({salary} ≈ " in answers.in_full(players, ()).replace("（", "(")
