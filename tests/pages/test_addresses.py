"""Addresses recorded before the layout changed open the same lessons: a link lasts.

``addresses.json`` holds for each address its page and query, whether it was refused, and the
lesson (on the Pruning page ``lab``) that it opened: a digest of the tree as text, steps, the
selected node, impurities, the gains and verdicts of the candidates on show. Not recorded: what
stands there in words.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

import dtcore as dt
from pages.ui.lesson.lesson import Lesson
from tests.pages.pruning import pruning_session
from tests.pages.visit import opened

pytestmark = pytest.mark.slow
RECORDED = json.loads(Path(__file__).with_name("addresses.json").read_text("utf-8"))


def number(value: float) -> str:
    return f"{value:.10g}"


def screen(lesson: Lesson) -> dict[str, Any]:
    """What is recorded of a lesson."""
    tree, timeline, evidence = lesson.tree, lesson.timeline, lesson.evidence
    shown: dict[str, Any] = {
        "tree": hashlib.sha256(dt.export.text(tree).encode()).hexdigest()[:16],
        "leaves": int(tree.leaves),
        "nodes": len(tree),
        "step": timeline.cursor,
        "steps": len(timeline.steps),
        "node": list(lesson.node),
        "weighed": None if lesson.weighed is None else list(lesson.weighed),
        "moves": sum(step.by_hand for step in timeline.done),
        "impurity": number(tree.impurity(())),
        "node impurity": number(tree.impurity(lesson.node)),
        "weight": number(tree.weight(lesson.node)),
    }
    if candidates := getattr(evidence, "candidates", ()):
        shown["gains"] = [number(c.scores.get("gain", 0.0)) for c in candidates]
        shown["verdicts"] = [c.verdict.name for c in candidates]
    return shown


@pytest.mark.parametrize("recorded", RECORDED, ids=lambda r: f"{r['page']} {r['params']}")
def test_an_old_address_opens_the_same_screen(recorded: dict[str, Any]) -> None:
    at = opened(recorded["page"], **recorded["params"])
    assert bool(at.error) == recorded["refused"]
    if "lesson" in recorded:
        assert screen(at.session_state["lesson"]) == recorded["lesson"]
    if "lab" in recorded:
        pruning = pruning_session(at)
        grown = {"grown": int(pruning.grown.tree.leaves)}
        assert screen(pruning.lesson) | grown == recorded["lab"]
