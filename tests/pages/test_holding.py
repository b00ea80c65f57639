"""How many rows hold a split: asked for on Grow, and the tree without them beside."""

from time import monotonic, sleep
from typing import Any

import numpy as np
import pytest

from dtcore.explain import holding
from pages.ui.explore.compare.compare_view import CompareView
from tests.pages import visit
from tests.pages.pruning import pruning_session
from tests.pages.stage import acted, payload

TENNIS = {"data": "playtennis", "recipe": "id3", "step": "0", "weigh": "root"}


def panel(at: visit.AppTest) -> dict[str, Any]:
    return {block["key"]: block for block in payload(at)["scene"]["panel"]}


def asked(**params: str) -> visit.AppTest:
    at = visit.opened("grow", **params)
    at = acted(at, "view", "node")
    return found(acted(at, "do", "holding"))


def found(at: visit.AppTest) -> visit.AppTest:
    """Once the work in the background is done, as the browser asks again and again."""
    end = monotonic() + 60
    while "Taking out rows" in str(panel(at).get("held")) and monotonic() < end:
        sleep(0.05)
        at = visit.checked(at.run())
    return at


def test_it_is_told_when_asked_for_and_not_before() -> None:
    at = acted(visit.opened("grow", **TENNIS), "view", "node")
    assert "held" not in panel(at)
    at = found(acted(at, "do", "holding"))
    text = str(panel(at)["held"])
    lesson = visit.lesson(at)
    result = holding(lesson.timeline.problem, lesson.timeline.state, ())
    assert len(result.rows) == 1
    assert "Humidity" in text
    assert result.before is not None
    assert f"{result.before.lead:.4f}" in text
    row = lesson.dataset.columns[0].values[result.rows[0]]
    assert panel(at)["held_rows"]["rows"][0][:2] == [
        str(result.rows[0] + 1),
        (lesson.dataset.columns[0].levels or ())[row],
    ]
    assert "held" not in panel(acted(at, "do", "holding"))


def test_its_rows_are_lit() -> None:
    at = asked(**TENNIS)
    lesson, rows = visit.lesson(at), payload(at)["scene"]["rows"]
    result = holding(lesson.timeline.problem, lesson.timeline.state, ())
    assert rows["lit"] == len(result.rows)
    assert [int(cells[0]) - 1 for cells in rows["cells"][: rows["lit"]]] == [*result.rows]
    assert "Humidity wins" in str(rows["head"])
    assert payload(acted(at, "do", "holding"))["scene"]["rows"]["lit"] == len(lesson.dataset)


def test_another_node_is_not_told_of() -> None:
    at = asked(**(TENNIS | {"step": "1", "weigh": "root"}))
    assert "held" not in panel(acted(at, "next"))


def test_a_node_that_is_too_large_is_a_sentence() -> None:
    at = asked(data="made:xor-4000-2-0.1-7", recipe="cart", step="0", weigh="root")
    assert "3000 rows" in str(panel(at)["held"])
    assert "held_on" not in panel(at)


def test_the_tree_without_them_stands_beside() -> None:
    at = acted(asked(**TENNIS), "do", "without")
    (word,) = visit.kept(at, CompareView).beside or ()
    assert "without=" in word
    said = " ".join(m.value for m in (*at.markdown, *at.caption)).replace("\\", "")
    assert "1 row removed" in said
    assert "splits on Humidity" in said


def test_rows_taken_out_stand_in_the_address_and_can_be_put_back() -> None:
    at = visit.opened("grow", **(TENNIS | {"without": "3~7", "weigh": "root"}))
    assert len(visit.lesson(at).dataset) == 12
    assert at.query_params["without"] == "3~7"
    at = visit.clicked(at, "put_back")
    assert len(visit.lesson(at).dataset) == 14
    assert "without" not in at.query_params


def test_rows_are_taken_out_of_those_that_the_tree_grows_on() -> None:
    held = {"data": "iris", "recipe": "cart", "hold": "0.3~1"}
    before = visit.lesson(visit.opened("grow", **held)).dataset
    gone = f"{before.origin[0] + 1}~{before.origin[5] + 1}"
    at = visit.opened("grow", **held, without=gone)
    assert visit.lesson(at).dataset.origin.tolist() == np.delete(before.origin, [0, 5]).tolist()
    pruned = pruning_session(visit.turned(at, "pruning")).grown
    assert pruned.training.origin.tolist() == visit.lesson(at).dataset.origin.tolist()
    assert not set(pruned.unseen.origin) & set(before.origin)


@pytest.mark.parametrize("bad", ["0", "x", "1~", "-1", "1~2~3~~", "99999999999"])
def test_rows_that_cannot_be_read_are_a_sentence(bad: str) -> None:
    at = visit.opened("grow", **(TENNIS | {"without": bad}))
    assert at.error
    assert len(visit.lesson(at).dataset) == 14
