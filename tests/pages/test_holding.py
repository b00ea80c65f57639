"""How many rows hold a split: asked for on Grow, and the tree without them beside."""

from typing import Any

import pytest

from dtcore.explain import holding
from pages.ui.explore.compare.compare_view import CompareView
from tests.pages import visit
from tests.pages.stage import acted, payload

TENNIS = {"data": "playtennis", "recipe": "id3", "step": "0", "weigh": "root"}


def panel(at: visit.AppTest) -> dict[str, Any]:
    return {block["key"]: block for block in payload(at)["scene"]["panel"]}


def asked(**params: str) -> visit.AppTest:
    at = visit.opened("grow", **params)
    at = acted(at, "view", "node")
    return acted(at, "do", "holding")


def test_it_is_told_when_asked_for_and_not_before() -> None:
    at = acted(visit.opened("grow", **TENNIS), "view", "node")
    assert "held" not in panel(at)
    at = acted(at, "do", "holding")
    text = str(panel(at)["held"])
    lesson = visit.lesson(at)
    found = holding(lesson.timeline.problem, lesson.timeline.state, ())
    assert len(found.rows) == 1
    assert "Humidity" in text
    row = lesson.dataset.columns[0].values[found.rows[0]]
    assert panel(at)["held_rows"]["rows"][0][:2] == [
        str(found.rows[0] + 1),
        (lesson.dataset.columns[0].levels or ())[row],
    ]
    assert "held" not in panel(acted(at, "do", "holding"))


def test_the_tree_without_them_stands_beside() -> None:
    at = acted(asked(**TENNIS), "do", "without")
    (word,) = visit.kept(at, CompareView).beside or ()
    assert "without=" in word
    said = " ".join(m.value for m in (*at.markdown, *at.caption)).replace("\\", "")
    assert "1 row taken out" in said
    assert "splits on Humidity" in said


def test_rows_taken_out_stand_in_the_address_and_can_be_put_back() -> None:
    at = visit.opened("grow", **(TENNIS | {"without": "3~7", "weigh": "root"}))
    assert len(visit.lesson(at).dataset) == 12
    assert at.query_params["without"] == "3~7"
    at = visit.clicked(at, "put_back")
    assert len(visit.lesson(at).dataset) == 14
    assert "without" not in at.query_params


@pytest.mark.parametrize("bad", ["0", "x", "1~", "-1", "1~2~3~~", "99999999999"])
def test_rows_that_cannot_be_read_are_a_sentence(bad: str) -> None:
    at = visit.opened("grow", **(TENNIS | {"without": bad}))
    assert at.error
    assert len(visit.lesson(at).dataset) == 14
