"""The class as a table: what may be asked and answered, and the tree that grows of it."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtcore as dt
from pages.ui.classroom import steps, survey
from tests.strategies import NASTY, law_of

TENNIS = {
    "title": "Tennis",
    "questions": [
        {"name": "Wind", "options": ["weak", "strong"]},
        {"name": "Humidity", "unit": "%"},
        {"name": "Play", "options": ["yes", "no"]},
    ],
    "target": 2,
}
FURTHER = [None, None, None, None, 0]
ROWS: list[list[survey.SurveyAnswer]] = [[k % 2, 60.0 + k, int(k >= 5)] for k in range(10)]


def test_the_tree_asks_what_tells_the_class_apart() -> None:
    grown = survey.grown(survey.form(TENNIS), ROWS)
    split = grown.lesson.tree[()].split
    assert isinstance(split, dt.Threshold)
    assert split.cut == pytest.approx(64.5)
    assert grown.wrongs == []
    assert set(grown.leaves) == {(0,), (1,)}
    assert grown.sentence() == {
        "en": "Finished: 2 leaves, 10 of 10 rows right.",
        "zh": "完成：2 个叶结点，10 个样本中 10 个分类正确。",
    }


def test_the_exception_is_asked_whether_it_is_one() -> None:
    rows = [[0, 60.0 + k, int(k >= 8)] for k in range(16)]
    rows[2][2] = 1
    grown = survey.grown(survey.form(TENNIS), rows)
    assert grown.wrongs == [2]
    assert grown.said(2)["en"] == (
        "The tree says yes, and you said no. Did you mistype, or are you the exception?"
    )
    assert grown.said(0)["en"] == "The tree gets you right: yes."


def test_each_phone_sees_its_own_way() -> None:
    grown = survey.grown(survey.form(TENNIS), ROWS)
    assert grown.scene(end=grown.leaves[0]) != grown.scene(end=grown.leaves[9])
    with pytest.raises(dt.DataError):
        grown.scene(end=(7,))
    assert "Humidity" in grown.scene()


def test_a_table_with_other_rows_has_another_tree() -> None:
    """Of another class, or after a row was corrected: the columns and the moves may be the same."""
    form = survey.form(TENNIS)
    few = [ROWS[0], ROWS[1], *ROWS[2:6]]
    changed = [few[1], few[0], *ROWS[6:10]]
    scenes = [survey.grown(form, rows).scene() for rows in (ROWS, few, changed, ROWS)]
    assert len({*scenes}) == 3
    nodes = [json.loads(scene)["scene"]["nodes"][0]["lines"] for scene in scenes]
    assert nodes[0] == nodes[3] != nodes[1]


@pytest.mark.parametrize("name", survey.READY)
def test_a_ready_table_is_in_both_languages_and_keeps(name: str) -> None:
    ready = survey.ready(name)
    assert survey.again(json.loads(json.dumps(ready.record))) == ready
    texts = [item.name for item in ready.items]
    texts += [option for item in ready.items for option in item.options or ()]
    texts += [item.unit for item in ready.items if item.unit]
    assert all(text["en"] != text["zh"] for text in texts)
    assert len({text["zh"] for text in texts[: len(ready.items)]}) == len(ready.items)


@pytest.mark.parametrize("name", survey.READY)
def test_the_table_of_a_class_opens_on_grow(name: str) -> None:
    form = survey.ready(name)
    rows = [
        [float(k % 4) if item.options is None else k % len(item.options) for item in form.items]
        for k in range(12)
    ]
    rows[3][0] = None
    opened = steps.opened(survey.keep(form, rows, "zh"))
    data = opened.lesson.dataset
    assert data.target.name == form.items[form.target].name["zh"]
    assert len(data.origin) == 12
    assert {column.name for column in data.columns} == {
        item.name["zh"] for k, item in enumerate(form.items) if k != form.target
    }


@pytest.mark.parametrize(
    "changed",
    [
        {"questions": []},
        {"questions": [{"name": "a", "options": ["x", "y"]}] * 7},
        {"questions": [{"name": "a", "options": ["x", "y"]}] * 2},
        {"questions": "ab"},
        {"questions": [1, 2]},
        {"questions": [{"name": "a", "options": ["x", "y"]}, {"name": ""}]},
        {"questions": [{"name": "a", "options": ["x", "x"]}, {"name": "b"}]},
        {"questions": [{"name": "a", "options": ["x"]}, {"name": "b"}]},
        {"questions": [{"name": "a", "options": [1, 2]}, {"name": "b"}]},
        {"target": 1},
        {"target": True},
        {"target": 9},
        {"target": None},
    ],
)
def test_a_form_that_cannot_be_is_refused_with_a_sentence(changed: dict[str, Any]) -> None:
    with pytest.raises(dt.DataError) as problem:
        survey.form(TENNIS | changed)
    said = steps.trouble(problem.value)
    assert said["en"] != said["zh"]


@pytest.mark.parametrize(
    "answers",
    [
        [0, 70.0],
        "abc",
        [0, 70.0, None],
        [2, 70.0, 1],
        [-1, 70.0, 1],
        [True, 70.0, 1],
        [0, "70 or so", 1],
        [0, "7:30", 1],
        [0, float("nan"), 1],
        [0, 1e300, 1],
        [0, 10**400, 1],
        [0.0, 70.0, 1],
    ],
)
def test_an_answer_that_cannot_be_is_refused_with_a_sentence(answers: object) -> None:
    with pytest.raises(dt.DataError) as problem:
        survey.check(survey.form(TENNIS), answers)
    said = steps.trouble(problem.value)
    assert said["en"] != said["zh"]


def test_who_does_not_know_leaves_a_cell_empty() -> None:
    assert survey.check(survey.form(TENNIS), [None, None, 1]) == [None, None, 1]
    assert survey.check(survey.form(TENNIS), [1, 7, 1]) == [1, 7.0, 1]


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        *(("7:30", 7.5), ("７：３０", 7.5), ("6,5", 6.5), (".5", 0.5), ("1/2", 0.5)),
        *(("8小时", 8), ("8 h", 8), ("7个半小时", 7.5), ("30 min", 0.5)),
        *(("九点", 9), ("九点半", 9.5), ("8点钟", 8), ("十一", 11)),
    ],
)
def test_an_hour_is_read_as_it_is_typed(typed: str, means: float) -> None:
    form = survey.ready("lark")
    assert survey.check(form, [typed, 8, None, None, None, 1])[0] == means
    assert [one["clock"] for one in survey.public(form)["questions"][:3]] == [True, True, False]


def test_what_is_no_hour_is_refused_with_what_to_type() -> None:
    with pytest.raises(dt.DataError) as problem:
        survey.check(survey.ready("lark"), ["half past", 8, None, None, None, 1])
    assert "such as 7:30" in steps.trouble(problem.value)["en"]


@pytest.mark.parametrize(
    ("typed", "means"), [("5公里", 5), ("五", 5), ("500 m", 0.5), ("5,5 km", 5.5)]
)
def test_the_unit_may_stand_behind_a_number(typed: str, means: float) -> None:
    assert survey.check(survey.ready("way"), [typed, *FURTHER])[0] == means


@pytest.mark.parametrize("typed", ["5 kg", "1,000 km", "<5 km", "5k", "km", "5万"])
def test_another_unit_or_two_meanings_are_no_answer(typed: str) -> None:
    with pytest.raises(dt.DataError):
        survey.check(survey.ready("way"), [typed, *FURTHER])


@pytest.mark.parametrize(
    ("unit", "hours"),
    [
        *(
            (unit, True)
            for unit in (
                "h",
                "hours",
                "Hours ago",
                "(h)",
                "h/day",
                "hour, 0-24",
                "time",
                "小时前",
                "点",
            )
        ),
        *(
            (unit, False)
            for unit in ("km/h", "time(s)", "times", "kWh", "公里/小时", "时速", "%", "")
        ),
    ],
)
def test_a_unit_counts_hours_by_its_first_word(unit: str, hours: bool) -> None:
    assert survey.Item({"en": "a", "zh": "a"}, unit={"en": unit, "zh": unit}).of_hours is hours


def test_percent_may_have_its_sign() -> None:
    asked = [{"name": "charge", "unit": "%"}, {"name": "y", "options": ["a", "b"]}]
    form = survey.form({"questions": asked, "target": 1})
    assert survey.check(form, ["25 %", 0]) == survey.check(form, ["２５％", 0]) == [25.0, 0]


def test_too_few_rows_are_no_tree_yet() -> None:
    form = survey.form(TENNIS)
    for rows in (ROWS[:3], [[0, 60.0, 0]] * 9, [[None, None, k % 2] for k in range(9)]):
        with pytest.raises(dt.DataError) as problem:
            survey.grown(form, rows)
        said = steps.trouble(problem.value)
        assert said["en"] != said["zh"]


ANSWERS = st.tuples(
    st.none() | st.integers(0, 1),
    st.none() | st.floats(-1e9, 1e9),
    st.integers(0, 2),
)


@law_of(1)
@given(
    st.lists(ANSWERS, min_size=4, max_size=20).filter(
        lambda rows: len({r[2] for r in rows}) > 1 and any(r[:2] != (None, None) for r in rows)
    ),
    st.lists(st.sampled_from(NASTY), min_size=3, max_size=3, unique=True),
)
def test_any_answers_make_a_tree_that_says_something_of_every_row(
    rows: list[tuple[survey.SurveyAnswer, ...]], names: list[str]
) -> None:
    questions = [
        {"name": "a", "options": names[:2]},
        {"name": "b"},
        {"name": "c", "options": [f"{k} {name}" for k, name in enumerate(names)]},
    ]
    form = survey.form({"questions": questions, "target": 2})
    answers = [survey.check(form, json.loads(json.dumps(list(row)))) for row in rows]
    grown = survey.grown(form, answers)
    shown = grown.lessons["zh"].dataset
    assert grown.lesson.tree == survey.grown(form, answers).lesson.tree
    assert len(shown.origin) == len(rows)
    for row in range(len(rows)):
        assert grown.lesson.tree[grown.leaves[row]].leaf
        assert grown.said(row)["en"]
    right = len(rows) - len(grown.wrongs)
    assert f"{right} of {len(rows)} row" in grown.sentence()["en"]


def test_half_of_a_leaf_is_no_exception() -> None:
    rows = [[0, 60.0, k % 2] for k in range(4)] + [[0, 90.0, 1]] * 8
    grown = survey.grown(survey.form(TENNIS), rows)
    (first, *_rest) = grown.wrongs
    stats = grown.lesson.tree[grown.leaves[first]].stats
    assert stats.tolist() == [2.0, 2.0]
    assert grown.said(first)["en"].endswith(", as 2 of the 4 in your leaf.")
