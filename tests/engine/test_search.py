"""BFS-ID3 against all trees there are, against ID3, and against its own count."""

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import dtcore as dt
from dtcore.model.nodes import errors_of
from dttools.space.search import LIMIT, bfs_id3, how_many, moves, questions
from tests.small_tables import dataset, table
from tests.strategies import seeds

ID3 = dt.recipe("id3")
FILE = Path(__file__).parents[1] / "books/reference/id3.jsonl"
ENTRIES = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]


def reference(entry: dict) -> dt.Dataset:
    frame = pd.DataFrame(entry["rows"], columns=entry["names"])
    for column, levels in zip(entry["names"], entry["types"], strict=True):
        frame[column] = pd.Categorical(frame[column], levels, ordered=True)
    return dt.Dataset.from_frame(frame, target=entry["names"][-1])


def trees(rows: list[tuple], columns: tuple[int, ...], depth: int) -> Iterator[tuple[int, int]]:
    """(questions, errors) of every tree there is, questions that tell nothing included."""
    labels = [row[-1] for row in rows]
    yield 0, len(rows) - max((labels.count(label) for label in labels), default=0)
    for column in columns if depth else ():
        levels = sorted({row[column] for row in rows})
        rest = tuple(other for other in columns if other != column)
        parts = [[row for row in rows if row[column] == level] for level in levels]
        for below in product(*(list(trees(part, rest, depth - 1)) for part in parts)):
            yield 1 + sum(n for n, _ in below), sum(errors for _, errors in below)


def errors(tree: dt.Tree) -> float:
    return sum(float(errors_of(node.stats)) for node in tree if node.leaf)


@pytest.mark.parametrize("seed", seeds(0.75))
def test_no_tree_betters_the_one_that_is_found(seed: int) -> None:
    """Every tree on a tiny table, written out: fewest errors first, then fewest questions."""
    random = np.random.default_rng(seed)
    cells = random.integers(0, (2, 3, 2, 2), (7, 4))
    rows = [(*map(str, row[:3]), "uv"[row[3]]) for row in cells]
    if len({row[-1] for row in rows}) == 1:
        rows[0] = (*rows[0][:3], "v" if rows[0][3] == "u" else "u")
    data = dt.Dataset.from_frame(pd.DataFrame(rows, columns=["a", "b", "c", "y"]), target="y")
    found = bfs_id3(data)
    best = min((wrong, size) for size, wrong in trees(rows, (0, 1, 2), 3))
    assert (errors(found.tree), questions(found.tree)) == best
    assert found.errors == best[0]


@pytest.mark.on_push(15)
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["id"])
def test_the_tree_is_no_larger_and_no_worse_than_that_of_id3(entry: dict) -> None:
    data = reference(entry)
    tree = dt.grow(data, ID3)
    up_to = np.cumsum(how_many(data, questions(tree)))
    if up_to[-1] > LIMIT:
        first = int((up_to > LIMIT).argmax())
        said = f"There are {up_to[first]} trees with up to {first} splits, and ID3's has"
        with pytest.raises(dt.DataError, match=said):
            bfs_id3(data)
        return
    found = bfs_id3(data)
    assert questions(found.tree) <= questions(tree)
    assert errors(found.tree) == found.errors <= errors(tree)
    assert 1 <= found.looked_at <= up_to[-1]


def test_most_of_the_reference_tables_are_within_the_limit() -> None:
    sizes = [sum(how_many(data, questions(dt.grow(data, ID3)))) for data in map(reference, ENTRIES)]
    assert sum(size <= LIMIT for size in sizes) == 47


def test_play_tennis() -> None:
    """Mitchell's table: no tree with fewer than three questions fits it, and ID3 finds one."""
    data = dataset("playtennis")
    found = bfs_id3(data)
    assert found.tree == dt.grow(data, ID3)
    assert found.errors == 0
    assert how_many(data, 3)[:2] == [1, 4]
    assert sum(how_many(data, 2)) < found.looked_at <= sum(how_many(data, 3))


def test_a_greedy_detour_is_avoided() -> None:
    """XOR of a and b, beside a column that agrees with the class in six rows of eight: ID3
    begins with that one and asks more than needed."""
    frame = pd.DataFrame(
        [(a, b, c, str(int(a != b))) for a in "01" for b in "01" for c in "01"],
        columns=["a", "b", "c", "y"],
    )
    frame["c"] = list("01110100")
    data = dt.Dataset.from_frame(frame, target="y")
    found, greedy = bfs_id3(data), dt.grow(data, ID3)
    assert (questions(found.tree), questions(greedy)) == (3, 5)
    assert errors(found.tree) == errors(greedy) == 0


def test_contradictory_rows_are_errors_that_no_tree_avoids() -> None:
    found = bfs_id3(table("uvuvv", a="aabbb"))
    assert (found.errors, questions(found.tree), found.looked_at) == (2.0, 0, 1)


def test_weights_count() -> None:
    """One heavy row of u outweighs two of v, so only the question gets fewer rows wrong."""
    frame = pd.DataFrame({"a": list("aab"), "y": list("uvv"), "w": [5.0, 1.0, 1.0]})
    data = dt.Dataset.from_frame(frame, target="y", weights="w")
    found = bfs_id3(data)
    assert (found.errors, questions(found.tree)) == (1.0, 1)


def test_the_tree_can_be_grown_again_move_by_move() -> None:
    data = dataset("playtennis")
    tree = bfs_id3(data).tree
    lesson = dt.start(data, ID3)
    for move in moves(tree):
        lesson = lesson.do(move)
    assert lesson.state.tree == tree
    assert lesson.length == len(lesson.done) == 3 + 5  # no leaf is left open


def test_the_limit_is_checked_before_the_search() -> None:
    with pytest.raises(dt.DataError, match=r"There are 31 trees with up to 2 splits.*5 trees"):
        bfs_id3(dataset("playtennis"), limit=5)


def test_numbers_are_refused_as_id3_refuses_them() -> None:
    with pytest.raises(dt.RecipeError, match="these are numeric"):
        bfs_id3(dataset("golf"))
