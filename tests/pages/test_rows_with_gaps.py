"""Rows with missing cells are left out where the recipe refuses them, and nowhere else."""

import pytest

import dtcore as dt
from pages.ui.lesson import link
from pages.ui.lesson.lesson import Lesson
from pages.ui.lesson.table_choice import TableChoice
from pages.ui.shell import cache
from pages.ui.wording.narration import gaps_left_out


def dataset(choice: TableChoice) -> dt.Dataset:
    return cache.dataset(choice, "en")


def opened(**params: str) -> Lesson:
    return link.read(params, dataset)


@pytest.mark.parametrize(
    ("params", "rows"),
    [
        ({"data": "titanic"}, 1309),
        ({"data": "titanic", "recipe": "c45"}, 1309),
        ({"data": "titanic", "recipe": "cart"}, 1309),
        ({"data": "titanic", "recipe": "c45", "missing": "reject"}, 1046),
        ({"data": "titanic", "recipe": "c45", "complete": "1"}, 1046),
        ({"data": "vote", "recipe": "c45"}, 435),
        ({"data": "vote", "recipe": "id3"}, 232),
        ({"data": "vote", "recipe": "id3", "missing": "common"}, 435),
        ({"data": "biopsy"}, 699),
        ({"data": "biopsy", "complete": "1"}, 683),
        ({"data": "hitters"}, 263),  # those without a salary are of no use to any recipe
    ],
)
def test_rows_go_only_where_the_recipe_refuses_gaps(params: dict[str, str], rows: int) -> None:
    lesson = opened(**params)
    assert len(lesson.dataset) == rows
    again = link.read(link.write(lesson), dataset)
    assert (again.choice, again.dataset) == (lesson.choice, lesson.dataset)


def test_titanic_by_c45_has_every_passenger_in_its_leaves() -> None:
    tree = opened(data="titanic", recipe="c45").finish().tree
    assert tree.leaves == 7
    assert tree.weight(()) == 1309
    assert sum(tree.stats[tree.arity == 0].sum(axis=1)) == pytest.approx(1309)


@pytest.mark.parametrize(
    ("complete", "rows"), [({}, 1046), ({"complete": "auto"}, 1309), ({"complete": "0"}, 1309)]
)
def test_an_old_link_with_moves_of_ones_own_keeps_its_rows(
    complete: dict[str, str], rows: int
) -> None:
    lesson = opened(data="titanic", recipe="c45", moves="x:c1<=9.5~2", **complete)
    assert len(lesson.dataset) == rows
    assert lesson.timeline.cursor == 3
    written = link.write(lesson)
    assert written["complete"] == {"auto": "auto", "0": "0"}.get(complete.get("complete", ""), "1")
    assert link.write(link.read(written, dataset)) == written


@pytest.mark.parametrize(
    ("params", "rows"),
    [
        ({"step": "2"}, 1046),
        ({"step": "2", "complete": "auto"}, 1309),
        ({"step": "0"}, 1309),  # no tree is pinned yet
    ],
)
def test_a_link_to_a_step_opens_the_rows_it_was_written_for(
    params: dict[str, str], rows: int
) -> None:
    lesson = opened(data="titanic", recipe="c45", **params)
    assert len(lesson.dataset) == rows
    again = link.read(link.write(lesson), dataset)
    assert (again.choice, again.timeline.cursor) == (lesson.choice, lesson.timeline.cursor)
    ahead = opened(data="titanic", recipe="c45").jump(2)
    assert link.write(ahead)["complete"] == "auto"
    assert "complete" not in link.write(opened(data="iris").jump(1))


def test_why_rows_are_left_out_is_said_beside_their_number() -> None:
    lesson = opened(data="vote", recipe="id3")
    said = gaps_left_out(lesson.choice, lesson.recipe_choice, 203)
    assert said.startswith("203 rows with missing cells left out, because ")
    assert "does not take missing cells" in said
    lesson = opened(data="vote", recipe="id3", complete="1")
    assert "as set on the Data page" in gaps_left_out(lesson.choice, lesson.recipe_choice, 203)
    assert not gaps_left_out(lesson.choice, lesson.recipe_choice, 0)


def test_biopsy_speaks_english_and_its_old_links_name_columns_as_its_file_does() -> None:
    lesson = opened(data="biopsy", recipe="cart", ignore="ID~V1", moves="x:c0<=2.5")
    names = [column.name for column in lesson.dataset.columns]
    assert (names[0], names[-1]) == ("Uniformity of cell size", "Mitoses")
    assert link.write(lesson)["ignore"] == "ID~V1"
    split = lesson.tree[()].split
    assert split is not None
    assert names[split.column] == "Uniformity of cell size"
