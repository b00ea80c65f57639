"""What acts make of a scene where no session is kept: a notebook's. Looks are compared with a
recorded lesson's in ``test_lesson_page``, and a widget is the same acts with a queue."""

from __future__ import annotations

import json
from typing import Any

import pandas as pd
import pytest

import dtcore as dt
from dtcore.errors import MoveError
from dtshow.lesson import link
from dtshow.scene.grow.acts import acted, edits, known_acts
from dtshow.scene.grow.look import GrowLook
from dtshow.scene.grow.rows import Display
from dtshow.scene.grow.scene import GrowScene
from dtshow.scene.parts import Act
from dtshow.tables.column_facts import dataset_of, displayed
from dtshow.tables.find import entry_of


@pytest.fixture(scope="module")
def begun() -> GrowScene:
    entry = entry_of("playtennis")
    frame, names = entry.read(), entry.labels("en")
    lesson = link.read({"data": "playtennis"}, lambda choice: dataset_of(frame, choice))
    rows = displayed(frame, names, lesson.dataset, log=False)
    return GrowScene(lesson, GrowLook(), Display(rows), {})


def done(scene: GrowScene, *acts: tuple[str, Any]) -> GrowScene:
    for kind, value in acts:
        scene = acted(scene, Act(1, kind, value))
    return scene


def test_a_tree_is_changed_by_hand(begun: GrowScene) -> None:
    weighed = done(begun, ("next", None), ("look", "Wind"))
    assert weighed.lesson.candidate is not None
    assert weighed.lesson.column == weighed.lesson.candidate.column
    split = done(weighed, ("do", "take"))
    assert [node.id for node in split.lesson.tree] == [(), (0,), (1,)]
    assert split.lesson.tree[()].split == weighed.lesson.candidate.split
    leaf = done(split, ("pick", "0"), ("do", "leaf"))
    assert leaf.lesson.step is not None
    assert leaf.lesson.step.move == dt.MakeLeaf((0,))
    pruned = done(leaf, ("pick", "root"), ("do", "leaf"))
    assert len(pruned.lesson.tree) == 1
    assert edits(begun.lesson, Act(1, "do", "take"))
    assert not edits(begun.lesson, Act(1, "next"))
    with pytest.raises(MoveError):  # which a widget says, and stays as it is
        split.lesson.do(dt.MakeLeaf(()))


def test_a_node_that_nobody_has_weighed_is_weighed_by_a_choice(begun: GrowScene) -> None:
    there = done(begun, ("look", "Wind"))
    assert there.lesson.weighed == ()
    assert there.lesson.column == 3


NONSENSE = [
    *[
        (kind, "nothing")
        for kind in ("look", "view", "shows", "do", "jump", "pick", "fold", "what")
    ],
    *[("do", name) for name in ("take", "take:99", "ask", "tables", "without")],
    *[("jump", value) for value in (-1, 99, True, None)],
    ("open", None),
    ("back", None),
]


@pytest.mark.parametrize("act", NONSENSE, ids=str)
def test_nonsense_does_nothing(begun: GrowScene, act: tuple[str, Any]) -> None:
    there = done(begun, act)
    assert (there.lesson, there.look) == (begun.lesson, begun.look)


def test_what_a_notebook_offers_it_answers(begun: GrowScene) -> None:
    known = known_acts(begun.lesson)
    assert {f"look:{column.name}" for column in begun.lesson.dataset.columns} < known
    node = done(begun, ("next", None), ("view", "node"))
    assert node.look.shown == "node"
    assert done(node, ("view", "working")).look.shown == "working"
    for name in ("more", "sent", "exact", "anyway"):
        assert f"do:{name}" in known
        there = done(node, ("do", name))
        assert getattr(there.look, name) is True
        assert done(there, ("do", name)).look == node.look


def test_a_stepper_is_a_lesson_with_a_queue() -> None:
    pytest.importorskip("anywidget", reason="the extra “notebook” is not installed")
    from dtshow.notebook import Stepper

    frame = pd.read_csv("datasets/golf.csv")
    stepper, seen = Stepper(frame, target="play"), list[int]()
    stepper.observe(lambda change: seen.append(change["new"]), "step")
    grown = dt.grow(dt.Dataset.from_frame(frame, "play"), stepper.timeline.problem.recipe)

    def press(*acts: list[Any]) -> Any:
        stepper._acts = list(acts)
        return json.loads(stepper._shown)

    assert press([1, "next", None], [2, "next", None])["done"] == 2
    assert press([1, "next", None], [2, "next", None])["done"] == 2  # told twice
    assert (stepper.step, seen) == (1, [1])
    assert list(stepper.candidates["column"]) == ["outlook", "temperature", "humidity", "windy"]
    press([3, "last", None])
    assert stepper.tree == grown
    shown = press([4, "pick", "root"], [5, "do", "leaf"])["scene"]
    assert len(stepper.tree) == 1
    assert shown["history"] == [True, False]
    assert press([6, "undo", None])["scene"]["history"] == [False, True]
    assert stepper.tree == grown
    stepper.redo()
    assert len(stepper.tree) == 1
    stepper.undo()
    stepper.step = 1
    stepper.do(dt.MakeLeaf((0,)))
    assert stepper.node == (0,)
    stepper.lang = "zh"
    assert "叶" in stepper._shown
    with pytest.raises(MoveError):
        stepper.do(dt.MakeLeaf(()))
    assert Stepper(stepper.timeline).tree == stepper.tree
