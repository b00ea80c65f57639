"""How many rows hold a split: asked for on Grow, and the tree without them beside."""

import re
from dataclasses import astuple
from time import monotonic, sleep
from typing import Any

import numpy as np
import pytest

import dtcore as dt
from dtshow.lesson.choice import RecipeChoice
from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.look import GrowLook, Held
from dtshow.scene.grow.node import holding
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import spoken
from dttools.printing import Digits
from dttools.teach import SplitSupport, split_support
from pages.ui.explore.explore_view import CompareView
from pages.ui.grow import background
from tests.pages import visit
from tests.pages.pruning import pruning_session
from tests.pages.stage import acted, payload
from tests.small_tables import dataset, table
from tests.strategies import RECIPES, fits

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
    result = split_support(lesson.timeline.problem, lesson.timeline.state, ())
    assert len(result.rows) == 1
    assert "Humidity" in text
    assert result.before is not None
    shown = [round(score, 4) for score in astuple(result.before)[:2]]
    assert f"{shown[0] - shown[1]:.4f}" in text
    row = lesson.dataset.columns[0].values[result.rows[0]]
    assert panel(at)["held_rows"]["rows"][0][:2] == [
        str(result.rows[0] + 1),
        (lesson.dataset.columns[0].levels or ())[row],
    ]
    assert "held" not in panel(acted(at, "do", "holding"))


def test_its_rows_are_lit() -> None:
    at = asked(**TENNIS)
    lesson, rows = visit.lesson(at), payload(at)["scene"]["rows"]
    result = split_support(lesson.timeline.problem, lesson.timeline.state, ())
    assert rows["lit"] == len(result.rows)
    assert [int(cells[0]) - 1 for cells in rows["cells"][: rows["lit"]]] == [*result.rows]
    assert "Humidity is best" in str(rows["head"])
    assert payload(acted(at, "do", "holding"))["scene"]["rows"]["lit"] == len(lesson.dataset)


def test_another_node_is_not_told_of() -> None:
    at = asked(**(TENNIS | {"step": "1", "weigh": "root"}))
    assert "held" not in panel(acted(at, "next"))


def test_what_is_found_while_the_page_is_drawn_is_drawn_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By the thread that looks for it: it is awaited then, and known a moment later."""
    truly, asked_for = background.Search.awaited, list[bool]()

    def awaited(search: background.Search[Any], lesson: Lesson) -> bool:
        asked_for.append(truly(search, lesson))
        return len(asked_for) == 1

    at = visit.opened("grow", **(TENNIS | {"step": "1"}))
    monkeypatch.setattr(background.Search, "awaited", awaited)
    visit.checked(at.run())
    assert len(asked_for) > 3  # drawn, looked for in vain, drawn again


@pytest.mark.nightly
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


def told(data: dt.Dataset, recipe: dt.Recipe) -> tuple[SplitSupport, str]:
    lesson = Lesson(TableChoice("small", "y"), RecipeChoice("cart"), dt.start(data, recipe))
    lesson = lesson.show_candidates(())
    found = split_support(lesson.timeline.problem, lesson.timeline.state, ())
    with spoken("en"):
        blocks = list(holding(lesson, GrowLook(holding=True, held=Held(found)), Digits()))
    return found, str(blocks[1])


@pytest.mark.on_push("playtennis", "golf")
@pytest.mark.parametrize("key", ["playtennis", "golf", "contact_lenses", "loan", "gender"])
def test_leads_are_the_differences_of_what_is_shown(key: str) -> None:
    data, digits = dataset(key), Digits()
    for recipe in (recipe for recipe in RECIPES if fits(recipe, data)):
        if winner(data, recipe) is None:
            continue
        found, text = told(data, recipe)
        for scores, lead in (
            (found.before, re.search(r"ahead of \W*[\w-]+\W* by ([\d.]+\d)", text)),
            (found.after, re.search(r"is best\W+ahead by ([\d.]+\d)", text)),
        ):
            if scores and None not in astuple(scores) and not scores.tied:
                assert lead, text
                high, low = sorted((scores.winner, scores.instead), reverse=True)
                places = len(lead[1].partition(".")[2])
                assert places >= digits.result
                shown = round(high, places), round(low, places)
                assert float(lead[1]) == pytest.approx(shown[0] - shown[1], abs=1e-9)
                assert float(lead[1]) > 0


def winner(data: dt.Dataset, recipe: dt.Recipe) -> int | None:
    timeline = dt.start(data, recipe)
    return dt.weigh(timeline.problem, timeline.state, ()).winner


def test_where_nothing_is_left_to_win_no_other_column_is_said_to() -> None:
    """Without its last row n has one value, so nothing wins."""
    data, id3 = table("uuv", n="ppq"), dt.recipe("id3")
    assert winner(data, id3) == 0
    assert winner(data.part(np.array([0, 1])), id3) is None
    found, text = told(data, id3)
    assert found.instead is None
    assert "No other column is best, whichever rows are taken out." in text
