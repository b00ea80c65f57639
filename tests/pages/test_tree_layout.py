"""Pictures of trees: Graphviz in a process of its own."""

import shutil
import signal
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest.mock import Mock

import pandas as pd
import pytest

import dtcore as dt
from dtshow.lesson.lesson import Lesson, RecipeChoice
from dtshow.scene.tree import graphviz
from dtshow.scene.tree.graphviz import CHILD, PATIENCE, WORKER, PictureError, Worker
from dtshow.scene.tree.sketch import advance, shortened_name
from dtshow.tables.table_choice import TableChoice
from tests.pages.drawn_trees import boxes, lesson
from tests.strategies import NASTY


@pytest.mark.parametrize("name", NASTY)
def test_nasty_names_are_text(name: str) -> None:
    frame = pd.DataFrame({name: ["a", name, "a", name], "y": ["p", "q", "p", "q"]})
    data = dt.Dataset.from_frame(frame, target="y")
    of = Lesson.begin(TableChoice("upload:x", "y"), RecipeChoice("id3"), data).finish()
    made = list(boxes(of).values())
    assert made[0].head == shortened_name(name)
    assert name in made[2].says or name in made[1].says
    source = graphviz.picture(of.tree, made, "light")
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
    source = graphviz.picture(of.tree, list(boxes(of).values()), "light")
    assert WORKER.render(source, form).startswith(start)


def test_a_worker_that_was_killed_comes_back() -> None:
    worker = Worker()
    assert worker.render("digraph { a -> b }").startswith(b"graph")
    assert worker._process is not None
    worker._process.kill()
    worker._process.wait()
    assert worker.render("digraph { a -> b }").startswith(b"graph")
    worker.close()


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="nothing is stopped here")
@pytest.mark.parametrize("much", [1, 200_000])  # more than a pipe holds
def test_a_worker_that_was_stopped_is_soon_replaced(
    much: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Long before the picture would be given up."""
    monkeypatch.setattr("dtshow.scene.tree.graphviz.HEARS", 0.2)
    worker = Worker()
    worker.render("digraph { a -> b }")
    assert worker._process is not None
    worker._process.send_signal(signal.SIGSTOP)
    begun = time.perf_counter()
    assert worker.render(f"digraph {{ a -> b }} {' ' * much}").startswith(b"graph")
    assert time.perf_counter() - begun < PATIENCE / 2
    worker.close()


def test_who_comes_for_a_killed_one_may_start_as_slowly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dtshow.scene.tree.graphviz.HEARS", 0.2)
    runs, child = tmp_path / "runs", tmp_path / "child.py"
    start = f"open({str(runs)!r}, 'a').write('x')\nimport time\ntime.sleep(0.5)\n"
    child.write_text(start + CHILD.read_text("utf-8"))
    worker = Worker(child)
    for _picture in range(2):
        assert worker.render("digraph { a -> b }").startswith(b"graph")
        assert worker._process is not None
        worker._process.kill()
        worker._process.wait()
    worker.close()
    assert runs.read_text() == "xx"


def test_bad_drawings_cost_one_picture() -> None:
    worker = Worker()
    with pytest.raises(PictureError):
        worker.render("digraph { a -> ")
    assert worker.render("digraph { a -> b }").startswith(b"graph")
    worker.close()


def test_a_crash_is_tried_once_more_and_a_late_answer_is_not_awaited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = Mock(wraps=subprocess.Popen)  # a child that is late may not have begun yet
    monkeypatch.setattr(subprocess, "Popen", started)
    child = tmp_path / "child.py"
    child.write_text("import os; os.abort()")
    with pytest.raises(PictureError):
        Worker(child).render("digraph {}")
    assert started.call_count == 2
    child.write_text("import time; time.sleep(60)")
    with pytest.raises(PictureError):
        Worker(child, patience=0.3).render("digraph {}")
    assert started.call_count == 3


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
