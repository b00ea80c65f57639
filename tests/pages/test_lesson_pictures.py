"""What a sentence of a guided lesson speaks of is what its picture shows: the node, the candidates,
the leaves, the rows, the curve.

By the words that its braces hold, as the engine reads them. Not done here: whether the sentence is
true (``test_guided_lessons``).
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from dtcore.model import ROOT
from dtcore.policies import Verdict
from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.scene import GrowScene
from dtshow.words.language import spoken
from pages.ui.story.guide import GuideStop, read
from pages.ui.story.numbers import OpenedStop
from pages.ui.story.runner import LESSONS, _bundled
from pages.ui.story.saved import _beat, _scene

OF_A_NODE = {"here", "impurity", "mean"}
OF_A_TREE = {"leaves", "errors"}
OF_A_WEIGHING = {"best", "question"}
OF_HIDDEN_ROWS = {"missed", "right"}


def words(stop: GuideStop) -> set[str]:
    """What the braces of the sentence hold: "gain", "gain Outlook"."""
    return set(re.findall(r"\{([^}]*)\}", stop.sentence))


def stops(key: str) -> list[GuideStop]:
    return list(read(_bundled(key, "en")).stops)


def sections(scene: GrowScene) -> dict[str, Any]:
    made = scene.sections()
    return {name: made[name].make() for name in ("tree", "nodes", "panel", "rows")}


def block(shown: dict[str, Any], kind: str) -> dict[str, Any] | None:
    found: list[dict[str, Any]] = [one for one in shown["panel"] if one["type"] == kind]
    return found[0] if found else None


def says(shown: dict[str, Any], key: str) -> bool:
    return any(one["key"] == key for one in shown["panel"])


@pytest.mark.parametrize("key", LESSONS)
def test_a_sentence_on_grow_has_its_picture(key: str) -> None:
    with spoken("en"):
        for stop in stops(key):
            if stop.page == "grow":
                scene = _scene(OpenedStop(stop))
                _of_a_node(stop, scene.lesson, sections(scene))
                _of_a_weighing(stop, scene.lesson, sections(scene))
                _of_a_tree(stop, scene.lesson, sections(scene))


def _of_a_node(stop: GuideStop, lesson: Lesson, shown: dict[str, Any]) -> None:
    """It is the selected one; one that has nothing left to ask is not left open."""
    node = lesson.tree[lesson.node]
    assert shown["tree"]["selected"] == ".".join(map(str, node.id)) or not node.id
    if words(stop) & OF_A_NODE:
        assert shown["rows"]["lit"] in (0, round(lesson.tree.rows(node.id))), stop.sentence
        pure = lesson.tree.schema.classes and not lesson.tree.impurity(node.id)
        assert not (pure and node.id in lesson.timeline.state.node_rows), stop.sentence


def _of_a_weighing(stop: GuideStop, lesson: Lesson, shown: dict[str, Any]) -> None:
    """The candidates are on show, with the winner opened; where none is taken, the tree draws no
    branches. The gain of a column that has been asked by hand needs no others."""
    gains = {word for word in words(stop) if word == "gain" or word.startswith("gain ")}
    split = lesson.tree[lesson.node].split
    asked = {} if split is None else {f"gain {lesson.tree.schema.columns[split.column].name}"}
    if not (gains - set(asked) or words(stop) & OF_A_WEIGHING):
        return
    ranking = block(shown, "ranking")
    assert ranking is not None, stop.sentence
    winner = lesson.evidence.best
    if winner is None or winner.verdict is Verdict.REFUSED:
        drawn = {node["kind"] for node in shown["nodes"]}
        assert "ghost" not in drawn, stop.sentence  # no split is drawn as if it came
    else:
        assert ranking["chosen"] == lesson.dataset.columns[winner.column].name, stop.sentence
    names = {row["name"] for row in ranking["rows"]}
    assert {word.removeprefix("gain ") for word in gains if " " in word} <= names, stop.sentence


def _of_a_tree(stop: GuideStop, lesson: Lesson, shown: dict[str, Any]) -> None:
    """Its leaves stand beside it, unless a gain is what it is about; of a lone leaf of two classes
    the rows that it gets wrong are lit."""
    if not words(stop) & OF_A_TREE:
        return
    if len(lesson.tree) > 1:
        assert lesson.node == ROOT, stop.sentence
        assert says(shown, "leaves") or "gain" in stop.sentence, stop.sentence
    elif "errors" in words(stop) and len(lesson.tree.schema.classes) == 2:
        wrong = lesson.tree.rows(ROOT) - float(lesson.tree.rows_right[0])
        assert shown["rows"]["lit"] == min(wrong, len(shown["rows"]["cells"])), stop.sentence


@pytest.mark.parametrize("key", LESSONS)
def test_a_sentence_on_pruning_has_its_numbers_and_its_curve(key: str) -> None:
    """Errors on rows held out stand as a sum; a chosen size lies on the curve of those who chose,
    and the trees of that curve are the pruned ones."""
    for stop in stops(key):
        if stop.page == "pruning":
            view, cuts = stop.params.get("view"), stop.params.get("cuts")
            if words(stop) & OF_HIDDEN_ROWS:
                assert view == "errors", stop.sentence
            elif cuts == "best":
                assert view == "risk", stop.sentence
            elif cuts:
                assert view == "path", stop.sentence


@pytest.mark.parametrize("key", LESSONS)
def test_a_sentence_on_use_has_what_it_tells(key: str) -> None:
    for stop in stops(key):
        if stop.page == "use":
            told = {word.split()[0] for word in words(stop)}
            assert ("answer" in told) == ("case" in stop.params), stop.sentence
            if told & {"told", "right", "missed", "off"}:
                assert stop.params.get("tab") == "evaluate", stop.sentence


def test_a_saved_page_works_out_how_far_numbers_are_off() -> None:
    with spoken("en"):
        [first, last] = [one for one in stops("carseats") if "off" in words(one)]
        for stop, shown in ((first, "2.1555"), (last, "2.2257")):
            worked = block(_beat(stop, None)["scene"], "sum")
            assert worked is not None
            assert [line["value"] for line in worked["lines"]] == [shown]
