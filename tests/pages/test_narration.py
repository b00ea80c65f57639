"""What is said of a lesson beside its nodes."""

import pytest

import dtcore as dt
from dtshow.lesson import answers, narration
from dtshow.lesson.choice import RecipeChoice
from dtshow.lesson.lesson import Lesson
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import spoken
from dttools.evaluation import loss
from dttools.printing import Digits
from tests.pages import visit
from tests.pages.stage import payload
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


@pytest.mark.parametrize(("data", "recipe"), [("playtennis", "id3"), ("titanic", "c45")])
def test_the_end_tells_of_the_tree_and_the_last_leaf_of_itself(data: str, recipe: str) -> None:
    """C4.5 ends on the passengers by cutting back a branch that saves no error."""
    at = visit.opened("grow", data=data, recipe=recipe, step="999", complete="auto")
    lesson = visit.lesson(at)
    assert lesson.finished
    assert narration.narrate(lesson, Digits()) == narration.at_end(lesson)
    told = {block["key"]: block for block in payload(at)["scene"]["panel"]}["stopped"]
    last = lesson.timeline.last
    assert last is not None
    assert narration.stop_words(last, lesson.tree).replace("\\", "")[:40] in str(told)


def test_a_tree_of_one_leaf_says_why() -> None:
    lesson = visit.lesson(visit.opened("grow", data="xor", recipe="id3_lihang")).finish()
    said = narration.narrate(lesson, Digits())
    assert said.startswith(narration.at_end(lesson))
    assert "A leaf: " in said


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ({"data": "iris", "recipe": "cart"}, "The best split of each of 4 columns weighed; "),
        ({"data": "playtennis", "recipe": "id3"}, "4 questions weighed; "),
    ],
)
def test_of_many_cuts_of_a_column_the_best_is_told(address: dict[str, str], says: str) -> None:
    lesson = visit.lesson(visit.opened("grow", **address)).next()
    assert narration.narrate(lesson, Digits()).startswith(says)
