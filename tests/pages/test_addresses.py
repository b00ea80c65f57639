"""Addresses recorded before the layout changed open the same lessons: a link lasts.

``addresses.json`` holds for each address its page and query, whether it was refused, and the
lesson (on the Pruning page ``lab``) that it opened: a digest of the tree as text, steps, the
selected node, impurities, the gains and verdicts of the candidates on show. What the stage gets
says the same. Not recorded: what stands there in words.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

import dttools as dt
from dtcore.model import weight_text
from dtshow.lesson.lesson import Lesson
from dtshow.scene.tree.tree_look import name_of
from tests.pages.pruning import pruning_session
from tests.pages.stage import Scene, scene, staged
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


def on_stage(recorded: dict[str, Any], shown: Scene) -> None:
    """What is drawn is what is recorded: the step, the node, its numbers, the verdicts."""
    if shown["step"]["next"] != "Raise ε":  # thresholds, which had no steps when this was recorded
        assert shown["step"]["at"] == recorded["step"]
        # beside a tree that stops early the recorded one is faint, and folded below its leaves
        nodes = shown["nodes"]
        assert len(nodes) + sum(node["hidden"] for node in nodes) >= recorded["nodes"]
    assert shown["tree"]["selected"] == name_of(tuple(recorded["node"]))
    here = next(node for node in shown["nodes"] if node["id"] == shown["tree"]["selected"])
    assert weight_text(float(recorded["weight"])) in " ".join(here["lines"])
    ranked = [block["rows"] for block in shown["panel"] if block["type"] == "ranking"]
    if ranked:
        best = sum(name in ("WINS", "TIED") for name in recorded["verdicts"])
        # columns left out are listed below the others, a cut by hand beside that of its column
        weighed = [row for row in ranked[0] if "best" in row]
        columns = {row["name"].partition("\n")[0] for row in weighed}
        assert len(columns) == len(recorded["verdicts"])
        assert sum(row["best"] for row in weighed) == best


@pytest.mark.on_push(16)
@pytest.mark.parametrize("recorded", RECORDED, ids=lambda r: f"{r['page']} {r['params']}")
def test_an_old_address_opens_the_same_screen(recorded: dict[str, Any]) -> None:
    at = opened(recorded["page"], **recorded["params"])
    calm = "The algorithm in this link", "This link names a table"
    instead = [line for line in at.caption if line.value.startswith(calm)]
    assert bool(at.error or instead) == recorded["refused"]
    if "lesson" in recorded:
        assert screen(at.session_state["lesson"]) == recorded["lesson"]
        if recorded["page"] == "grow":
            on_stage(recorded["lesson"], scene(at))
    if "lab" in recorded:
        pruning = pruning_session(at)
        grown = {"grown": int(pruning.grown.tree.leaves)}
        assert screen(pruning.lesson) | grown == recorded["lab"]
        if staged(at):
            on_stage(recorded["lab"], scene(at))
