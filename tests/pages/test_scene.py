"""The scene of a lesson: plain JSON that says just what the engine says.

What of a lesson may be seen, and when, is another test's; how a scene is drawn, the browser's.
"""

import json
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn, get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtcore as dt
from dtcore import explain
from dtcore.model import ROOT, NodeId, NodeRows
from dtcore.model.nodes import weight_of
from dtcore.stepping import Candidate, node_rows_of
from dtshow.lesson.lesson import Lesson, RecipeChoice
from dtshow.scene.grow.candidates import BEST
from dtshow.scene.grow.look import DRAWN_BY_HOST, Bar, GrowLook, Mode, View, digits_of, pictured
from dtshow.scene.grow.panel import panel
from dtshow.scene.grow.rows import Display
from dtshow.scene.grow.scene import GrowScene
from dtshow.scene.parts import VERSION, payload
from dtshow.scene.tree.tree_look import node_of
from dtshow.tables.table_choice import TableChoice
from dttools.printing import Digits
from pages.ui.shell import cache
from tests.pages import drawn_trees
from tests.strategies import law, law_of, problems, tables

LESSONS = law_of(5)
SECTIONS = {
    "version", "page", "classes", "colours", "say", "opens", "step", "history", "fit", "tree",
    "nodes", "marks", "worn", "panel", "rows", "lecture", "words",
}  # fmt: skip
LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz"
SPACES = str.maketrans("\u2009", " ")
PLAYTENNIS_MOST, BIOPSY_MOST = 12_700, 60_000
"""Bytes of a scene before it is compressed."""


def refused(constant: str) -> NoReturn:
    raise AssertionError(f"{constant} is not JSON")


def written(scene: GrowScene) -> dict[str, Any]:
    """A payload as a strict reader reads it."""
    coming = scene.coming()
    text = payload(scene.sections(), coming.sections() if coming else None)
    found: dict[str, Any] = json.loads(text, parse_constant=refused)
    return found


@st.composite
def scenes(draw: st.DrawFn) -> GrowScene:
    """A lesson somewhere on its way, at any of its nodes, with any candidate looked at."""
    table, recipe = draw(problems(tables(gaps=draw(st.booleans()))))
    data = table.data()
    timeline = dt.start(data, recipe)
    begun = Lesson(TableChoice("small", "y"), RecipeChoice("cart"), timeline)
    here = begun.jump(draw(st.integers(0, timeline.length)))
    if draw(st.booleans()):
        here = here.next()
    else:
        node = here.tree.id_at(draw(st.integers(0, len(here.tree) - 1)))
        open_here = node in here.timeline.state.node_rows
        here = here.show_candidates(node) if open_here else here.select(node)
        here = here.look_at(draw(st.none() | st.integers(0, len(data.columns) - 1)))
    return GrowScene(here, GrowLook(anyway=True), Display(table.frame))


# ---------------------------------------------------------------- what the engine says


def rows_at(lesson: Lesson, node: NodeId) -> NodeRows:
    return node_rows_of(lesson.timeline.problem, lesson.timeline.state, node)


def after(lesson: Lesson, candidate: Candidate) -> Lesson:
    """The lesson once the candidate is taken."""
    assert candidate.split is not None
    return lesson.do(dt.Expand(lesson.node, candidate.split))


def by_class(lesson: Lesson, rows: list[int]) -> list[int]:
    """As the marks stand: by class, of a numeric target by fifths, then by place."""
    values = lesson.dataset.target.values
    if not lesson.dataset.schema.classes:
        cuts = np.quantile(values, [0.2, 0.4, 0.6, 0.8])
        values = np.array([sum(value >= cut for cut in cuts) for value in values])
    return sorted(rows, key=lambda row: (values[row], row))


# ------------------------------------------------------------------------ the checks


def check_nodes(lesson: Lesson, scene: dict[str, Any], digits: Digits) -> None:
    found = {node_of(node["id"]): node for node in scene["nodes"]}
    real = {id_: node for id_, node in found.items() if node["kind"] != "ghost"}
    assert set(real) == {node.id for node in lesson.tree}
    open_ = set(lesson.timeline.state.node_rows)
    assert {id_ for id_, node in real.items() if node["kind"] == "open"} == open_
    for node in lesson.tree:
        made, rows = real[node.id], rows_by_class(lesson, node.id)
        impurity = lesson.tree.impurity(node.id)
        told = " ".join(made["lines"]).translate(SPACES)
        assert f"n = {weight_text(rows.sum())}" in told
        weighs = f"w = {weight_text(lesson.tree.weight(node.id))}" in told
        assert weighs == lesson.tree.schema.weighs
        assert f"= {digits.show(impurity) if impurity else 0}" in told
        if node.id:
            share = rows.sum() / rows_by_class(lesson, ROOT).sum()
            assert made["edge"]["share"] == pytest.approx(share, abs=5e-5)
        if lesson.dataset.schema.classes:
            shares = {k: n / rows.sum() for k, n in enumerate(rows) if n > 0}
            assert [k for k, _share in made["bar"]] == [*shares]
            assert dict(made["bar"]) == pytest.approx(shares, abs=5e-5)
            counts = [weight_text(float(count)) for count in rows]
            assert [c for c in made["lines"][0].split() if c[0].isdigit()] == counts


def rows_by_class(lesson: Lesson, node: NodeId) -> np.ndarray:
    """How many rows of each class came to a node, in parts if they did; whole weights count."""
    data, at = lesson.dataset, rows_at(lesson, node)
    own = (data.given or data).weights
    each = own if (own % 1 == 0).all() else np.ones(len(data))
    parts = at.weights / data.weights[at.rows] * each[at.rows]
    classes = len(data.schema.classes)
    labels = data.target.values[at.rows] if classes else np.zeros(len(at.rows), np.int64)
    return np.bincount(labels, parts, max(classes, 1)).astype(float)


def weight_text(weight: float) -> str:
    return dt.model.weight_text(weight)


def check_trays(lesson: Lesson, scene: dict[str, Any]) -> None:
    """Every row stands in one open node or leaf, or where missing cells send it on in parts, in
    several that make it whole; none is drawn where a line of the table stands for several."""
    if lesson.dataset.schema.grouped:
        assert not any("tray" in node for node in scene["nodes"])
        return
    seen: Counter[int] = Counter()
    parts: Counter[int] = Counter()
    whole = lesson.dataset.all_rows
    for node in scene["nodes"]:
        if node["kind"] == "ask":
            assert "tray" not in node
        elif node["kind"] != "ghost":
            at = rows_at(lesson, node_of(node["id"]) or ROOT)
            assert node["tray"]["rows"] == by_class(lesson, at.rows.tolist())
            seen.update(node["tray"]["rows"])
            rows = np.array(node["tray"]["rows"], np.int64)
            shares = np.array(node["tray"].get("parts", [1.0] * len(rows)))
            assert "parts" not in node["tray"] or shares.min() < 1
            weights = shares * whole.weights[rows]
            # each share is rounded to four digits, and counts as often as its row weighs
            rounded = 5e-5 * whole.weights[rows].sum() + 1e-9
            assert weights.sum() == pytest.approx(at.weights.sum(), abs=rounded)
            parts.update(dict(zip(rows.tolist(), weights.tolist(), strict=True)))
    assert set(seen) == set(range(len(lesson.dataset)))
    assert isinstance(lesson.recipe.missing, dt.Fractions) or set(seen.values()) == {1}
    assert parts == pytest.approx(dict(zip(whole.rows, whole.weights, strict=True)), abs=2e-3)
    kinds = [LETTERS.index(kind) for kind in scene["marks"]["y"]]
    assert by_class(lesson, [*range(len(kinds))]) == sorted(
        range(len(kinds)), key=lambda row: (kinds[row], row)
    )


def check_routing(lesson: Lesson, candidate: Candidate, rows: list[int], letters: str) -> None:
    """Each row with a letter is in that child and no other; their weights are those counted."""
    split, data = candidate.split, lesson.dataset
    assert split is not None
    assert len(letters) == len(rows)
    at = rows_at(lesson, lesson.node)
    weights = dict(zip(at.rows.tolist(), at.weights.tolist(), strict=True))
    taken = after(lesson, candidate)
    children = [
        {*rows_at(taken, child).rows.tolist()} for child in taken.tree.children(lesson.node)
    ]
    counted = weight_of(candidate.branch_stats, data.schema)
    for k, child in enumerate(children):
        mine = [row for row, letter in zip(rows, letters, strict=True) if letter == LETTERS[k]]
        assert set(mine) <= child
        assert not any(set(mine) & other for other in children if other is not child)
        assert sum(weights[row] for row in mine) == pytest.approx(counted[k])
    values = data.columns[candidate.column].values
    unplaced = [row for row, letter in zip(rows, letters, strict=True) if letter == "-"]
    gaps = [row for row in unplaced if values[row] != values[row] or values[row] < 0]
    assert lesson.dataset.columns[candidate.column].numeric is False or gaps == unplaced
    assert sum(weights[row] for row in unplaced) == pytest.approx(candidate.unknown)


def check_candidates(lesson: Lesson, scene: dict[str, Any], digits: Digits) -> None:
    [block] = [one for one in scene["panel"] if one["type"] == "ranking"]
    score, columns = explain.headline(lesson.recipe), lesson.dataset.columns
    ranked = lesson.evidence.ranked(score)
    assert [row["name"] for row in block["rows"]] == [columns[c.column].name for c in ranked]
    open_here = lesson.node in lesson.timeline.state.node_rows
    [here] = [node for node in scene["nodes"] if node_of(node["id"]) == lesson.node]
    for row, candidate in zip(block["rows"], ranked, strict=True):
        found = candidate.scores.get(score)
        assert row["cells"][-2] == ("–" if found is None else digits.show(found))
        assert row["by"][-2] == (None if found is None else digits.rounded(found))
        assert row["able"] == (candidate.split is not None)
        assert row["best"] == (candidate.verdict in (dt.Verdict.WINS, dt.Verdict.TIED))
        drawn = open_here and not lesson.dataset.schema.grouped
        assert ("branches" in row) == (drawn and row["able"])
        if "branches" in row:
            check_routing(lesson, candidate, here["tray"]["rows"], row["branches"])
    chosen = lesson.candidate
    assert block["chosen"] == (columns[chosen.column].name if chosen else None)
    if chosen is not None and chosen.split is not None:
        [total] = [line for line in block_of(scene, "working")["lines"] if line["result"]][:1]
        assert total["value"] == digits.show(chosen.scores[score])


def block_of(scene: dict[str, Any], key: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in scene["panel"] if one["key"] == key)
    return found


def check_ghosts(lesson: Lesson, scene: dict[str, Any]) -> None:
    """What the candidate looked at would make, with the rows that it would get."""
    ghosts = [node for node in scene["nodes"] if node["kind"] == "ghost"]
    [here] = [node for node in scene["nodes"] if node_of(node["id"]) == lesson.node]
    candidate, open_here = lesson.candidate, lesson.node in lesson.timeline.state.node_rows
    wins = any(one.verdict in BEST for one in lesson.evidence.candidates)
    promised = wins or lesson.column is not None  # nothing comes of what is refused
    if not open_here or candidate is None or candidate.split is None or not promised:
        assert not ghosts
        assert "by" not in here.get("tray", {})
        return
    taken = after(lesson, candidate)
    assert [node_of(node["id"]) for node in ghosts] == [*taken.tree.children(lesson.node)]
    if lesson.dataset.schema.grouped:
        return
    for node in ghosts:
        rows = rows_at(taken, node_of(node["id"]) or ROOT).rows.tolist()
        assert node["tray"]["rows"] == by_class(lesson, rows)
        assert node["up"] == here["id"]
    by = here["tray"]["by"]
    assert sorted(row for part in by for row in part) == sorted(here["tray"]["rows"])
    arity = candidate.split.arity(lesson.dataset.schema)
    letters = {row: LETTERS[k] if k < arity else "-" for k, part in enumerate(by) for row in part}
    rows = here["tray"]["rows"]
    check_routing(lesson, candidate, rows, "".join(letters[row] for row in rows))


def check_rows(lesson: Lesson, scene: dict[str, Any], display: Display) -> None:
    rows, table = rows_at(lesson, lesson.node).rows.tolist(), scene["rows"]
    assert table["lit"] == len(rows)
    assert [int(cells[0]) for cells in table["cells"][: len(rows)]] == [
        int(display.frame.index[row]) for row in rows
    ]
    assert len(table["cells"]) == len(lesson.dataset)
    assert len({cells[0] for cells in table["cells"]}) == len(lesson.dataset)


# -------------------------------------------------------------------------- the tests


def check(made: GrowScene, scene: dict[str, Any]) -> None:
    lesson, digits = made.lesson, digits_of(made.lesson, made.look)
    check_nodes(lesson, scene, digits)
    check_trays(lesson, scene)
    check_rows(lesson, scene, made.display)
    if lesson.seen:
        check_ghosts(lesson, scene)
        check_candidates(lesson, scene, digits)


@LESSONS
@given(scenes())
def test_a_scene_holds_the_engines_numbers_and_rows(made: GrowScene) -> None:
    check(made, written(made)["scene"])


LIES: dict[str, tuple[str, str]] = {
    "a count": ('"3 Yes · 2 No"', '"2 Yes · 3 No"'),
    "a weight": ("n = 5, H", "n = 4, H"),
    "an impurity": ("0.9403", "0.9402"),
    "a share": ("[0,0.6429]", "[0,0.6428]"),
    "a branch's share": ('"share":0.3571', '"share":0.3561'),
    "a row elsewhere": ('"rows":[8,10,0,1,7]', '"rows":[8,10,0,1,6]'),
    "a row too few": ('"rows":[8,10,0,1,7]', '"rows":[8,10,0,1]'),
    "rows out of order": ('"rows":[8,10,0,1,7]', '"rows":[10,8,0,1,7]'),
    "a row by another branch": ('"by":[[3,4,9],[5,13]]', '"by":[[3,4,5],[9,13]]'),
    "a branch": ('"branches":"', '"branches":"1'),
    "a branch of one row": ('"branches":"0', '"branches":"1'),
    "a score": ("0.9710", "0.9711"),
    "what is sorted by": ("0.971,", "0.9711,"),
    "a verdict": ('"best":true', '"best":false'),
    "a lit row": ('"lit":5', '"lit":6'),
    "a class": ('"y":"1', '"y":"0'),
}
"""What is written of PlayTennis when Rain is weighed, and what would be wrong."""


@pytest.mark.on_push(8)
@pytest.mark.parametrize(("is_", "lie"), LIES.values(), ids=LIES)
def test_a_scene_that_lies_is_found(is_: str, lie: str) -> None:
    here = drawn_trees.lesson(step="1").show_candidates((2,))
    frame = cache.display(here.choice, "en", lambda choice: cache.table(choice.key))
    made = GrowScene(here, GrowLook(), Display(frame))
    true = payload(made.sections(), None).translate(SPACES)
    check(made, json.loads(true)["scene"])
    assert is_ in true
    with pytest.raises((AssertionError, ValueError)):
        check(made, json.loads(true.replace(is_, lie))["scene"])


@law_of(2)
@given(scenes())
def test_a_scene_is_its_parts_and_the_next_beat_is_what_comes(made: GrowScene) -> None:
    found, sections = written(made), made.sections()
    scene, following = found["scene"], found["next"]
    assert set(scene) == SECTIONS
    assert scene["version"] == VERSION == 1
    for name, section in sections.items():
        assert scene[name] == json.loads(json.dumps(section.make()))
    further = made.lesson.next()
    if further is made.lesson:
        assert following is None
    else:
        coming = replace(made, lesson=further, look=replace(made.look, anyway=False))
        assert scene | following == json.loads(payload(coming.sections(), None))["scene"]
        assert all(scene[name] != part for name, part in following.items())


@pytest.mark.nightly  # on a push: test_house
def test_a_scene_is_made_without_streamlit() -> None:
    modules = "dtshow.scene.grow.scene, dtshow.scene.trees, dtshow.scene.trees"
    code = f"import sys; import {modules}; print('streamlit' in sys.modules)"
    command, root = [sys.executable, "-c", code], Path(__file__).resolve().parents[2]
    told = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
    assert told.strip() == "False"


def beats(of: Lesson) -> list[Lesson]:
    result = [of]
    while (further := result[-1].next()) is not result[-1]:
        result.append(further)
    return result


def size(of: Lesson, whole: bool = True) -> int:
    """Bytes of what is sent, with the next beat or without."""
    frame = cache.display(of.choice, "en", lambda choice: cache.table(choice.key))
    scene = GrowScene(of, GrowLook(), Display(frame))
    coming = scene.coming() if whole else None
    return len(payload(scene.sections(), coming.sections() if coming else None).encode())


def test_a_scene_of_playtennis_is_small_at_every_beat() -> None:
    found = [size(beat, whole=False) for beat in beats(drawn_trees.lesson())]
    assert len(found) == 12
    assert max(found) <= PLAYTENNIS_MOST, found


def test_a_scene_of_a_large_tree_is_small() -> None:
    of = drawn_trees.lesson(data="biopsy", recipe="cart", step="63", complete="1")
    assert len(of.tree) == 63
    assert size(of, whole=False) <= BIOPSY_MOST


@law
@given(scenes(), st.sampled_from(get_args(View)), st.sampled_from(get_args(Mode)), st.booleans())
def test_there_is_one_place_at_most_for_what_the_host_draws(
    made: GrowScene, view: View, mode: Mode, anyway: bool
) -> None:
    """One, where regions are on show, or a guess, or a tree of one's own is built."""
    look = GrowLook(view=view, mode=mode, anyway=anyway)
    holes = [one for one in panel(made.lesson, look, Digits()) if one["type"] == "hole"]
    assert len(holes) <= 1
    assert len(holes) == 1 or (mode == "grow" and not pictured(made.lesson, look))
    assert not holes or mode != "grow" or view in DRAWN_BY_HOST


def test_who_has_been_further_on_a_large_table_has_a_scene_of_their_own() -> None:
    """As long as nobody knows how many steps there are, one may jump to where one has been."""
    here = drawn_trees.lesson(data="golf", recipe="cart", step="1")
    been = here.next(both_beats=True).jump(1)
    looks = GrowLook(), GrowLook(bar=Bar(7))
    display = Display(cache.table("golf"))
    for look, alike in zip(looks, (False, True), strict=True):
        one, other = GrowScene(here, look, display), GrowScene(been, look, display)
        assert (one.by == other.by) == alike
        assert (written(one)["scene"] == written(other)["scene"]) == alike
