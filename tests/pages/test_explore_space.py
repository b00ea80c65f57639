"""The space of trees on Explore: its figures are the engine's, on every table and in words."""

import re

import pytest
from streamlit.testing.v1 import AppTest

import dtcore as dt
from dtshow.figures.space import LINE, SpacePicture, Spot, _places, space
from dtshow.tables.catalogue import catalogue
from dtshow.words.language import sentence
from dttools.space import SearchStanding, fitting_tree, map_of, space_of, telling_row
from dttools.space.search import questions
from pages.ui.explore.explore_view import SpaceView
from pages.ui.explore.space import TABLES, beside
from tests.pages import visit
from tests.pages.data import drafted
from tests.small_tables import dataset

TENNIS = {"data": "playtennis", "recipe": "id3"}


def said(at: AppTest) -> str:
    return " ".join(element.value for element in (*at.markdown, *at.caption))


@pytest.mark.on_push(4)
@pytest.mark.parametrize("key", catalogue())
def test_every_table_is_counted_or_refused_in_words(key: str) -> None:
    at = visit.opened("explore", tab="space", data=key)
    problem, there = outcome(visit.lesson(at).dataset)
    assert not at.error
    assert [info.value for info in at.info] == problem
    offered = {f"space_on_{name}" for name, table in TABLES.items() if table != key}
    assert {name for name in visit.keys(at) if name.startswith("space_on_")} == offered
    assert bool(problem) or f"{there:,} tree" in said(at)


def outcome(data: dt.Dataset) -> tuple[list[str], int]:
    """Why trees cannot be counted, and how many fit."""
    try:
        return [], sum(space_of(data).fitting.values())
    except dt.DtError as problem:
        return [sentence(problem)], 0


def test_what_id3_looked_at() -> None:
    at = visit.opened("explore", tab="space", **TENNIS)
    assert "There are 3,551 trees with up to 11 splits. ID3 looked at **11** of them" in said(at)
    assert "ID3 was here. As it stands: no row wrong." in said(at)
    levels = at.dataframe[0].value
    found = map_of(space_of(dataset("playtennis"))).levels
    assert list(levels["trees"]) == [f"{level.trees:,}" for level in found]
    assert list(levels["never"]) == [f"{level.never:,}" for level in found]


def test_a_partial_tree_is_told_in_words() -> None:
    at = visit.opened("explore", tab="space", **TENNIS)
    states = map_of(space_of(dataset("playtennis"))).states
    for standing, words in (
        (SearchStanding.WEIGHED, "took another"),
        (SearchStanding.NEVER, "ID3 never looked at this tree."),
    ):
        place = next(n for n, state in enumerate(states) if state.standing is standing)
        visit.checked(at.selectbox(key="space_state").set_value(place).run())
        assert visit.kept(at, SpaceView).picked == place
        assert words in said(at)
        wrong = states[place].errors
        assert f"As it stands: {wrong} rows wrong." in said(at)
    told = at.selectbox(key="space_state").options[1]
    assert told == "4 rows wrong · Outlook"  # first what must not be cut


@pytest.mark.parametrize("number", [1, 2, 40, 253])
def test_the_row_on_the_page_is_the_engines(number: int) -> None:
    at = visit.opened("explore", tab="space", **TENNIS)
    visit.checked(at.number_input(key="space_number").set_value(number).run())
    data = dataset("playtennis")
    other = fitting_tree(space_of(data), number - 1)
    found = telling_row(dt.grow(data, dt.recipe("id3")), other)
    assert f"Tree {number} of 253 that fit, {questions(other)} splits" in at.number_input[0].label
    if found is None:
        assert ("both are the same tree" in said(at)) == (number == 1)
    else:
        cells = ", ".join(
            f"{column.name} = {column.levels[code]}"
            for column, code in zip(data.columns, found.cells, strict=True)
            if code is not None
        )
        one, another = (data.schema.classes[code] for code in found.answers)
        text = f"**{cells}**: ID3’s tree says **{one}**, the other **{another}**."
        assert text in re.sub(r"\\(.)", r"\1", said(at))


def test_beside_id3s_tree_first_stands_one_that_a_row_tells_from_it() -> None:
    assert beside(dataset("playtennis")) == 2
    loan = dataset("loan")
    trees, own, first = space_of(loan), dt.grow(loan, dt.recipe("id3")), beside(loan)
    assert telling_row(own, fitting_tree(trees, first - 1)) is not None
    assert all(telling_row(own, fitting_tree(trees, n)) is None for n in range(first - 1))


def test_where_no_row_tells_it_is_another_tree_and_where_id3s_is_larger_the_smallest() -> None:
    xor = dataset("xor")
    assert fitting_tree(space_of(xor), beside(xor) - 1) != dt.grow(xor, dt.recipe("id3"))
    assert beside(dataset("titanic_counts")) == 1


def test_the_tables_lead_to_each_other() -> None:
    at = visit.opened("explore", tab="space", data="golf")
    at = visit.clicked(at, "space_on_loan")
    assert visit.lesson(at).choice.key == "loan"
    assert "Here a restriction fails." in said(at)
    assert re.search(r"\| no \| has a job .*= no ∧ .*= no \| 0 \| 1 \|", said(at))
    assert "space_on_loan" not in visit.keys(at)
    at = visit.clicked(at, "space_on_playtennis")
    assert "Here the preference decides." in said(at)


def test_greed_misses_the_small_tree() -> None:
    """Two switches decide together, so no gain leads to them: the text says so of this table."""
    at = visit.clicked(visit.opened("explore", tab="space", data="golf"), "space_on_parity")
    data = visit.lesson(at).dataset
    own, least = questions(dt.grow(data, dt.recipe("id3"))), min(space_of(data).fitting)
    assert least == 3 < own
    assert f"looks for, has 3 splits; ID3’s has {own}." in said(at)
    assert "Tree 1 of" in at.number_input(key="space_number").label
    assert "Here greed misses the small tree." in said(at)


def test_numbers_are_taken_as_nominal_where_that_can_be_counted() -> None:
    at = visit.clicked(visit.opened("explore", tab="space", data="golf"), "space_mend")
    assert not at.info
    assert "71 trees fit" in said(at)
    assert at.query_params["tab"] == "space"
    at = visit.opened("explore", tab="space", data="titanic")  # too many ages
    assert "space_mend" not in visit.keys(at)


@pytest.mark.on_push(1)
@pytest.mark.parametrize(
    ("file", "label", "rows"),
    [
        ("x,z,y\na,u,1\nb,?,2\nb,v,2\na,v,1\n", "Leave out rows with missing cells", 3),
        ("x,z,y\n1.5,u,p\n2,,q\n2,v,q\n1.5,v,p\n", "without rows that have gaps", 3),
    ],
)
def test_rows_with_gaps_are_left_out_where_the_others_can_be_counted(
    file: str, label: str, rows: int
) -> None:
    at = visit.clicked(drafted(file.encode()), "data_use")
    at = visit.turned(at, "explore")
    at = visit.checked(at.segmented_control(key="explore_tab").set_value("space").run())
    assert at.info
    assert label in at.button(key="space_mend").label
    at = visit.clicked(at, "space_mend")
    assert not at.info
    assert len(visit.lesson(at).dataset) == rows


def test_the_address_says_what_is_looked_at() -> None:
    at = visit.opened("explore", tab="space", **TENNIS, space="41", space_other="3")
    assert at.selectbox(key="space_state").value == 40
    assert at.number_input(key="space_number").value == 3
    assert (at.query_params["space"], at.query_params["space_other"]) == ("41", "3")
    at = visit.clicked(at, "space_on_loan")
    assert "space" not in at.query_params


@pytest.mark.parametrize("said", ["x", "0", "-1", "9" * 16, "9" * 17, "٣"])
def test_what_cannot_be_read_is_as_usual(said: str) -> None:
    at = visit.opened("explore", tab="space", **TENNIS, space=said, space_other=said)
    assert not at.error
    assert at.selectbox(key="space_state").options


def test_what_was_picked_is_of_its_own_table() -> None:
    at = visit.opened("explore", tab="space", **TENNIS)
    visit.checked(at.selectbox(key="space_state").set_value(100).run())
    at = visit.clicked(at, "space_on_loan")
    assert at.selectbox(key="space_state").value != 100


def test_chinese_texts_are_there() -> None:
    at = visit.opened("explore", tab="space", **TENNIS, lang="zh")
    assert "优选偏置" in said(at)


def spots(*rows: tuple[int, int]) -> list[Spot]:
    """Of each row so many that were looked at, and others."""
    return [
        Spot(row, k == 0, 0 < k < looked, False, ("a < b",))
        for row, (looked, others) in enumerate(rows)
        for k in range(looked + others)
    ]


def test_no_two_marks_lie_on_each_other() -> None:
    drawn = spots((1, 0), (4, 0), (3, 23), (2, 110), (1, 1))
    at = _places(drawn)
    assert len(set(at)) == len(drawn)
    assert all(
        0 <= x <= 1.001 and abs(y - spot.splits) < 0.9
        for (x, y), spot in zip(at, drawn, strict=True)
    )
    for row in range(5):
        first = [place for place, spot in zip(at, drawn, strict=True) if spot.splits == row]
        assert first[0] == (0, row)
        lines = {y for _x, y in first}
        assert all(sum(y == line for _x, y in first) <= LINE + 4 for line in lines)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_picture_says_what_each_mark_is(theme) -> None:
    drawn = spots((1, 0), (2, 1))
    names = "taken", "weighed", "never", "fits"
    of = SpacePicture(drawn, [(0, 1), (0, 2), (0, 3)], ["0", "1"], 1, names)
    figure = space(of, theme=theme)
    marks = next(trace for trace in figure.data if trace.customdata is not None)
    assert list(marks.customdata) == [0, 1, 2, 3]
    assert marks.hovertext[0] == "a &lt; b"
    assert [trace.name for trace in figure.data if trace.name] == list(names)
    way = figure.data[1]
    assert list(way.y) == [0, 1, None]
