"""Rows with missing cells are left out where the recipe refuses them, and nowhere else."""

import pytest

import dtcore as dt
from dtshow.lesson import link
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.narration import gaps_left_out
from dtshow.tables.catalogue import catalogue
from dtshow.tables.table_choice import TableChoice
from pages.ui.shell import cache
from tests.pages import visit


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
        ({"step": "0"}, 1046),
        ({"step": "0", "complete": "auto"}, 1309),
    ],
)
def test_a_link_to_a_step_opens_the_rows_it_was_written_for(
    params: dict[str, str], rows: int
) -> None:
    lesson = opened(data="titanic", recipe="c45", **params)
    assert len(lesson.dataset) == rows
    again = link.read(link.write(lesson), dataset)
    assert (again.choice, again.timeline.cursor) == (lesson.choice, lesson.timeline.cursor)
    assert "complete" not in link.write(opened(data="iris").jump(1))


@pytest.mark.parametrize("table", [key for key, entry in catalogue().items() if entry.missing])
def test_an_address_opens_the_same_rows_at_each_step(table: str) -> None:
    """Without a word on missing cells those of older links, with one those that it names."""
    for said in ({}, {"complete": "auto"}, {"complete": "0"}, {"complete": "1"}):
        found = [opened(data=table, step=str(step), **said).dataset for step in (0, 1, 5)]
        assert found[0] == found[1] == found[2]
    assert opened(data=table, step="0").dataset == opened(data=table, complete="1").dataset


@pytest.mark.parametrize("table", [key for key, entry in catalogue().items() if entry.missing])
def test_an_address_that_is_written_says_what_becomes_of_missing_cells(table: str) -> None:
    for said in ({}, {"complete": "0"}, {"complete": "1"}):
        for step in (0, 2):
            lesson = opened(data=table, **said).jump(step)
            assert link.write(lesson)["complete"] == said.get("complete", "auto")
            assert link.write_choice(lesson.choice)["complete"] == said.get("complete", "auto")


def test_a_page_says_that_an_older_link_leaves_rows_out() -> None:
    older = visit.opened("grow", data="titanic", recipe="c45", step="2")
    said = (
        "This link is from an earlier version, which left out the 263 of 1,309 rows that lack a "
        "value. The Data page can take them in."
    )
    assert said in [one.value for one in older.caption]
    assert older.query_params["complete"] == "1"
    silent = (
        {"data": "titanic"},
        {"data": "titanic", "step": "2", "complete": "auto"},
        {"data": "titanic", "ignore": "age", "step": "3"},  # older, but nothing is left out
        {"data": "hitters", "step": "0"},
    )
    for params in silent:
        assert said not in [one.value for one in visit.opened("grow", **params).caption]


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
