"""How good the tree is by now: the line beside the steps, its switch and its curve."""

import numpy as np
import pytest

import dttools as dt
from dtshow.scene.grow import fit as fit_module
from dtshow.scene.grow.fit import HIGH, POINTS, fit
from dtshow.words.number_format import r2, share_of_rows
from dttools.evaluation import ClassEvaluation
from pages.ui.shell import session
from tests.pages import drawn_trees
from tests.pages.stage import Scene, acted, payload, scene, stepped
from tests.pages.visit import lesson, opened


def line(at: Scene) -> list[str]:
    return [" ".join(part) for part in at["fit"]["parts"]]


@pytest.mark.parametrize(
    ("value", "told"),
    [(0.916, "92%"), (1.0, "100%"), (0.9999, "99.9%"), (0.0, "0%"), (0.0001, "0.1%")],
)
def test_all_and_nothing_are_told_of_no_other_share(value: float, told: str) -> None:
    assert share_of_rows(value) == told


@pytest.mark.parametrize(
    ("value", "told"),
    [(0.836, "0.84"), (1.0, "1.00"), (0.999, "0.99"), (-0.001, "0.00"), (-1.5, "−1.50")],
)
def test_r2_is_read_at_a_glance(value: float, told: str) -> None:
    assert r2(value) == told
    assert r2(float("nan")) == "–"


@pytest.mark.parametrize("key", ["iris", "carseats"])
def test_the_line_moves_with_each_split_and_is_that_of_evaluate(key: str) -> None:
    recipe = {"iris": "cart", "carseats": "regression"}[key]
    at = opened("grow", data=key, recipe=recipe, step="0", hold="0.3~0")
    seen = []
    for _beat in range(3):
        now = lesson(at)
        expected = []
        for rows in (now.dataset, session.held_out(now.choice)):
            found = dt.evaluate(now.tree, rows)
            if isinstance(found, ClassEvaluation):
                expected.append(share_of_rows(found.accuracy.value))
            else:
                expected.append(r2(found.r2.value))
        assert line(scene(at)) == [f"training {expected[0]}", f"held out {expected[1]}"]
        assert scene(at)["fit"]["measure"] == ("" if key == "iris" else "R²")
        seen.append(line(scene(at)))
        at = stepped(at, "next", "next")
    assert seen[0] != seen[-1]


def test_what_comes_next_is_sent_ahead_with_its_line() -> None:
    at = opened("grow", data="iris", recipe="cart", step="0", weigh="root", hold="0.3~0")
    now = payload(at)
    after = scene(stepped(at, "next"))["fit"]
    assert after["steps"] == [*now["scene"]["fit"]["steps"], 1]
    assert now["next"]["fit"] == after


def test_the_curve_has_a_point_for_each_split_so_far_and_goes_back_with_them() -> None:
    at = opened("grow", data="iris", recipe="cart", step="17", hold="0.3~0")
    whole = scene(at)["fit"]
    splits = [k for k, step in enumerate(lesson(at).timeline.steps, 1) if made(step)]
    assert whole["steps"] == [0, *splits]
    assert [len(curve) for curve in whole["curves"]] == [len(splits) + 1] * 2
    assert (min(map(min, whole["curves"])), max(map(max, whole["curves"]))) == (0, HIGH)
    assert whole["says"].endswith(f"over {len(splits)} splits")
    back = scene(acted(at, "jump", splits[1]))["fit"]
    assert back["steps"] == [0, *splits[:2]]


def made(step: dt.stepping.Step) -> bool:
    return isinstance(step.move, dt.Expand)


def test_a_curve_of_hundreds_of_splits_is_as_fine_as_one_sees() -> None:
    at = opened("grow", data="carseats", recipe="regression", step="999")
    found = scene(at)["fit"]
    assert len(found["steps"]) == POINTS < len(lesson(at).timeline.steps) // 4
    assert line(scene(at)) == ["training 1.00"]


def test_a_tree_that_nobody_reads_is_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    here = drawn_trees.lesson(data="golf", recipe="c45", step="99")
    assert fit(here, None, "") is not None
    monkeypatch.setattr(fit_module, "MOST_STEPS", 3)
    assert fit(here, None, "") is None


def test_of_rows_with_the_same_number_there_is_a_dash_and_no_curve() -> None:
    here = drawn_trees.lesson(data="carseats", recipe="regression", step="2")
    values = here.dataset.target.values
    same = here.dataset.part(np.flatnonzero(values == values[0])[:1])
    found = fit(here, same, "")
    assert found is not None
    assert [part[1] for part in found["parts"]] == [found["parts"][0][1], "–"]
    assert len(found["curves"]) == 1


def test_nothing_is_said_of_it_before_there_is_a_word_for_it_nor_in_a_guided_lesson() -> None:
    assert scene(opened("grow", data="iris", recipe="cart", step="1"))["fit"]
    assert scene(opened("grow", data="iris", recipe="cart", step="1", scores="0"))["fit"] is None
    assert scene(opened("grow", lesson="play_tennis", at="3"))["fit"] is None


def test_a_tree_of_ones_own_and_a_cut_one_have_the_same_line() -> None:
    at = opened("grow", data="golf", recipe="c45", step="99")
    assert line(scene(at)) == ["accuracy 100%"]
    at = acted(acted(at, "pick", "root"), "do", "leaf")
    assert line(scene(at)) == ["accuracy 64%"]  # no share of rows, as what may be held out
    assert scene(at)["fit"]["steps"][-1] == lesson(at).timeline.cursor
