"""A mark on nodes needs its declaration and nothing else; what is seen of it on the stage is in
``tests/browser/test_signs.py``."""

import json

import pytest

from dtshow.scene.tree import graphviz
from dtshow.scene.tree.graphviz import WORKER
from dtshow.scene.tree.node_marks import MARKS
from dtshow.scene.tree.tree_look import name_of
from dtshow.scene.words import signs
from pages.ui.classroom import picture
from tests.pages.starred import STAR, WEARERS, starred


def test_a_declared_mark_travels_and_is_said_and_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    part = starred(monkeypatch)
    found = {node["id"]: node for node in part.nodes()}
    wear = {name for name, node in found.items() if "star" in node["marks"]}
    assert wear == {name_of(node) for node in WEARERS}
    assert all(found[name]["says"].endswith(f", {STAR.says}") for name in wear)
    assert part.sections("use")["worn"].make()["star"] == {"path": STAR.path, "named": STAR.says}
    assert signs(numeric=False)["sign_star"] == signs(numeric=True)["sign_star"] == STAR.meaning


def test_scenes_with_and_without_a_mark_are_not_taken_for_each_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    part = starred(monkeypatch)
    other = type(part)(part.lesson, part.digits)
    assert part.by != other.by


def test_a_declared_mark_stands_on_paper_with_what_it_means(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    part = starred(monkeypatch)
    _places, boxes = part.boxes()
    drawn = WORKER.render(graphviz.picture(part.lesson.tree, boxes, "light"), "svg").decode()
    heads = [f"{box.head} *" for box in boxes if box.node in WEARERS]
    assert all(f">{head}</text>" in drawn for head in heads)
    assert f">* {STAR.says}</text>" in drawn
    assert drawn.count(" *</text>") == len(WEARERS)


def test_each_mark_that_a_path_draws_is_seen_on_paper_too() -> None:
    """By a letter of its own."""
    letters = [mark.letter for mark in MARKS.values() if mark.path]
    assert all(letters)
    assert len({*letters}) == len(letters)


def test_paper_without_such_marks_has_no_legend(monkeypatch: pytest.MonkeyPatch) -> None:
    part = starred(monkeypatch)
    _places, boxes = type(part)(part.lesson, part.digits).boxes()
    assert " *" not in graphviz.picture(part.lesson.tree, boxes, "light")


def test_a_class_is_told_of_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its trees are drawn by the stage from scenes like those of the pages."""
    lesson = starred(monkeypatch).lesson
    told = json.loads(picture.tree(lesson, "en", picture.Marks()))
    assert told["scene"]["worn"]["star"]["path"] == STAR.path
