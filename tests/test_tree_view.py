"""The tree of a lesson as the browser gets it: what boxes say, where they are, what is folded."""

import json
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given

import dtcore as dt
from dtcore.formula import Digits
from dtcore.model.tree import NodeId
from pages.ui import compute, link
from pages.ui.lesson import Choice, Lesson, Plan
from pages.ui.tree_view import drawing
from pages.ui.tree_view.component import new_acts, node_of, nodes
from pages.ui.tree_view.folding import Folding, visible
from pages.ui.tree_view.layout import read_plain
from pages.ui.tree_view.sketch import Box, Sketch, advance, shortened
from pages.ui.tree_view.worker import CHILD, WORKER, PictureError, Worker
from tests.strategies import NASTY, Table, law, problems


def lesson(**params: str) -> Lesson:
    return link.read(params, lambda choice: compute.dataset(choice, "en"))


def boxes(of: Lesson) -> dict[NodeId, Box]:
    made = Sketch(of, Digits()).boxes(range(len(of.tree)), {})
    return {box.node: box for box in made}


def complete_tree(depth: int) -> Lesson:
    """Every path of ``depth`` binary questions ends in a leaf of its own."""
    rows = np.arange(2**depth)
    frame = pd.DataFrame({f"b{k}": (rows >> k) & 1 for k in range(depth)}).astype(float)
    frame["y"] = rows.astype(float) ** 2
    data = dt.Dataset.from_frame(frame, target="y")
    return Lesson.begin(Choice("upload:x", "y"), Plan("regression"), data).finish()


def test_a_node_asks_answers_or_waits() -> None:
    found = boxes(lesson(step="3"))
    assert (found[()].head, found[()].kind) == ("Outlook", "ask")
    assert (found[(0, 0)].head, found[(0, 0)].kind) == ("No", "leaf")
    assert (found[(1,)].head, found[(1,)].kind) == ("?", "open")


def test_a_node_shows_its_numbers() -> None:
    """Mitchell, table 3.2: 9+ 5-, entropy 0.940; of Sunny 2+ 3-, 0.971."""
    found = boxes(lesson(step="8"))
    spaces = str.maketrans("\u2009", " ")
    assert [s.translate(spaces) for s in found[()].lines] == ["9 Yes · 5 No", "n = 14, H = 0.9403"]
    assert [s.translate(spaces) for s in found[(0,)].lines] == ["2 Yes · 3 No", "n = 5, H = 0.9710"]
    assert found[(0,)].bar == ((0, 0.4), (1, 0.6))
    assert found[(1,)].bar == ((0, 1.0),)
    assert found[(2,)].share == pytest.approx(5 / 14)


def test_a_regression_node_shows_where_its_rows_lie() -> None:
    found = boxes(lesson(data="carseats", recipe="regression", depth="2", step="1"))
    low, mean, high = found[()].bar
    values = compute.table("carseats")["Sales"]
    away = (values.mean() - values.min()) / (values.max() - values.min())
    deviation = values.std(ddof=0) / (values.max() - values.min())
    assert mean == pytest.approx(away, abs=1e-4)  # type: ignore[arg-type]
    assert high - low == pytest.approx(2 * deviation, abs=2e-4)  # type: ignore[operator]


def test_every_branch_carries_its_whole_condition() -> None:
    said = {box.condition for box in boxes(lesson(step="8")).values()}
    assert {"= Sunny", "= Overcast", "= Rain", "= High", "= Weak"} <= said


def test_what_was_done_by_hand_is_marked() -> None:
    found = boxes(lesson(moves="x:m3~p"))
    assert found[()].marks == ("hand", "pruned")
    found = boxes(lesson(moves="x:m3~c0"))
    assert (found[()].marks, found[(0,)].marks, found[(1,)].marks) == (("hand",), ("hand",), ())


def test_what_an_algorithm_collapsed_is_marked() -> None:
    told = boxes(lesson(data="titanic_counts", recipe="c45", step="24"))
    assert any(box.marks == ("pruned",) for box in told.values())


@pytest.mark.parametrize("recipe", ["id3", "cart"])
def test_layout_is_that_of_graphviz(recipe: str) -> None:
    of = lesson(recipe=recipe, step="20")
    tree, made = of.tree, boxes(of)
    layout = read_plain(WORKER.render(drawing.for_places(tree, list(made.values()))).decode())
    assert layout.nodes["n0"] == (0, 0)
    for place in range(1, len(tree)):
        up = layout.nodes[f"n{tree.parent[place]}"]
        assert layout.nodes[f"n{place}"][1] > up[1] + made[tree.id_at(place)].height
        assert layout.branches[f"n{place}"].path.startswith("M")
    for node in tree:
        across = [layout.nodes[f"n{tree.place(child)}"][0] for child in tree.children(node.id)]
        assert across == sorted(across)


@law
@given(problems())
def test_no_two_boxes_overlap(case: tuple[Table, dt.Recipe]) -> None:
    data = case[0].data()
    of = Lesson(Choice("upload:x", data.target.name), Plan("cart"), dt.start(data, case[1]))
    made = list(boxes(of.finish()).values())[:40]
    of = of.finish()
    places = [of.tree.place(box.node) for box in made]
    layout = read_plain(WORKER.render(drawing.for_places(of.tree, made)).decode())
    at = [(*layout.nodes[f"n{place}"], box) for place, box in zip(places, made, strict=True)]
    for i, (x, y, box) in enumerate(at):
        for u, v, other in at[:i]:
            apart = abs(x - u) >= (box.width + other.width) / 2 - 1
            assert apart or abs(y - v) >= (box.height + other.height) / 2 - 1


@pytest.mark.parametrize("name", NASTY)
def test_nasty_names_are_text(name: str) -> None:
    frame = pd.DataFrame({name: ["a", name, "a", name], "y": ["p", "q", "p", "q"]})
    data = dt.Dataset.from_frame(frame, target="y")
    of = Lesson.begin(Choice("upload:x", "y"), Plan("id3"), data).finish()
    made = list(boxes(of).values())
    assert made[0].head == shortened(name)
    assert name in made[2].says or name in made[1].says
    source = drawing.picture(of.tree, made, "light")
    labels = [line for line in source.splitlines() if "label=" in line]
    assert all("label=<" not in line for line in labels)
    assert len(labels) == len(of.tree) * 2 - 1
    svg = WORKER.render(source, "svg").decode()
    assert "<img" not in svg
    assert svg.count('class="node"') == len(of.tree)


@pytest.mark.parametrize(
    ("form", "start"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")]
)
def test_downloads_are_what_they_say(form: str, start: bytes) -> None:
    of = lesson(step="8")
    source = drawing.picture(of.tree, list(boxes(of).values()), "light")
    assert WORKER.render(source, form).startswith(start)


def test_a_small_tree_is_drawn_whole_and_a_large_one_to_a_depth() -> None:
    small, large = complete_tree(5).tree, complete_tree(9).tree
    assert len(visible(small, Folding(), ())[0]) == len(small) == 63
    places, folded = visible(large, Folding(), ())
    assert len(large) == 1023
    assert len(places) == 127
    assert len(folded) == 64
    assert len(visible(large, Folding(9), ())[0]) == 1023
    assert len(visible(large, Folding(1), ())[0]) == 3


def test_folding_by_hand_and_the_way_to_the_selected_node() -> None:
    tree = complete_tree(4).tree
    folding = Folding().turn((0,))
    places, folded = visible(tree, folding, ())
    assert len(places) == 31 - 14
    assert folded == {tree.place((0,))}
    assert len(visible(tree, folding.turn((0,)), ())[0]) == 31
    places, folded = visible(tree, folding, (0, 1, 0))
    assert tree.place((0, 1, 0)) in places
    assert folded == set()


def test_the_browser_gets_json_with_a_place_for_each_node() -> None:
    of = lesson(step="8")
    made = list(boxes(of).values())
    ids = [f"n{place}" for place in range(len(made))]
    layout = read_plain(WORKER.render(drawing.for_places(of.tree, made)).decode())
    records = json.loads(json.dumps(nodes(made, ids, layout)))
    assert [record["id"] for record in records][:4] == ["root", "0", "0.0", "0.1"]
    assert all({"x", "y", "w", "h"} <= set(record) for record in records)
    assert "x" not in nodes(made, ids, None)[0]


@pytest.mark.parametrize("name", ["", "r", "0.", "-1", "0..1", "1e3", "()", None, 3, "0\n", "９"])
def test_only_names_name_nodes(name: object) -> None:
    assert node_of(name) is None


def test_acts_are_done_once_and_in_order() -> None:
    queue = [[1, "pick", "0"], [2, "fold", "root"], [3, "pick", "0.1"]]
    assert list(new_acts(queue, 1)) == [(2, "fold", ()), (3, "pick", (0, 1))]
    assert list(new_acts(queue, 3)) == []
    for nonsense in (None, 5, "pick", [[4]], [["5", "pick", "0"]], [[6, "drop", "0"]], [{}]):
        assert list(new_acts(nonsense, 0)) == []


def test_a_worker_that_was_killed_comes_back() -> None:
    worker = Worker()
    assert worker.render("digraph { a -> b }").startswith(b"graph")
    assert worker._process is not None
    worker._process.kill()
    worker._process.wait()
    assert worker.render("digraph { a -> b }").startswith(b"graph")
    worker.close()


def test_bad_drawings_cost_one_picture() -> None:
    worker = Worker()
    with pytest.raises(PictureError):
        worker.render("digraph { a -> ")
    assert worker.render("digraph { a -> b }").startswith(b"graph")
    worker.close()


def test_a_crash_is_tried_once_more_and_a_late_answer_is_not_awaited(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    child = tmp_path / "child.py"
    child.write_text(f"open({str(runs)!r}, 'a').write('x')\nimport os; os.abort()")
    with pytest.raises(PictureError):
        Worker(child).render("digraph {}")
    assert runs.read_text() == "xx"
    child.write_text(f"open({str(runs)!r}, 'a').write('y')\nimport time; time.sleep(60)")
    with pytest.raises(PictureError):
        Worker(child, patience=0.5).render("digraph {}")
    assert runs.read_text() == "xxy"


def test_many_threads_share_one_worker() -> None:
    worker = Worker()
    sources = [
        f"digraph {{ {' '.join(f'a{i} -> a{i + 1};' for i in range(n))} }}" for n in range(1, 40)
    ]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(worker.render, sources))
    assert [a.count(b"\nedge ") for a in answers] == list(range(1, 40))
    worker.close()


def test_without_graphviz_there_is_no_picture_and_no_noise(tmp_path: Path) -> None:
    """A child that finds neither the package nor the program."""
    child = tmp_path / "child.py"
    hidden = "import sys, os\nsys.modules['pygraphviz'] = None\nos.environ['PATH'] = ''\n"
    child.write_text(hidden + CHILD.read_text("utf-8"), "utf-8")
    worker = Worker(child)
    with pytest.raises(PictureError, match="no Graphviz"):
        worker.render("digraph { a -> b }")
    worker.close()


@pytest.mark.skipif(not shutil.which("dot"), reason="needs Graphviz as a program")
def test_an_installed_graphviz_stands_in_for_the_package(tmp_path: Path) -> None:
    child = tmp_path / "child.py"
    hidden = "import sys\nsys.modules['pygraphviz'] = None\n"
    child.write_text(hidden + CHILD.read_text("utf-8"), "utf-8")
    worker = Worker(child)
    assert worker.render("digraph { a -> b }").startswith(b"graph")
    worker.close()


def test_wide_letters_take_more_room() -> None:
    assert advance("树") > advance("t")
    assert advance("WWW") > advance("iii")
    assert advance("e\u0301") == advance("e")


def test_what_pruning_cut_away_is_drawn_faintly_and_notes_stand_in_their_nodes() -> None:
    grown = lesson(step="8")
    problem = grown.timeline.problem
    pruning = dt.prune(problem, grown.tree, dt.pruning.WeakestLink())
    before = Lesson(grown.choice, grown.plan, pruning)
    after = before.do(dt.Prune((0,)))
    then, now = Sketch(before, Digits()), Sketch(after, Digits(), {(): "g = 1"})
    assert now.box((), 0).lines[-1] == "g = 1"
    assert "g = 1" in now.box((), 0).says
    assert now.box((0,), 0).marks == ("hand", "pruned")
    gone = then.box((0, 1), 0).fallen
    assert gone.marks == ("fallen",)
    assert gone.says.endswith("cut away")
