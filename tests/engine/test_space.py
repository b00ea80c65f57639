"""The space of trees against every tree there is, written out on tiny tables; then laws."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from math import factorial, perm

import numpy as np
import pandas as pd
import pytest

import dtcore as dt
from dtcore.model.nodes import errors_of
from dttools.space import (
    SearchStanding,
    Space,
    conjunctions,
    differing,
    fitting_tree,
    map_of,
    most_divided,
    space_of,
    telling_row,
    vote,
)
from dttools.space.search import Sketch, bfs_id3, how_many, questions
from tests.small_tables import dataset, table, with_gaps
from tests.strategies import seeds

ID3 = dt.recipe("id3")
DOMAINS = ("ab", "abc", "ab")
SEEDS = seeds(2.5)
SOME = SEEDS[::4]
"""What is compared with more work."""

Row = tuple[str, ...]
Written = tuple[int, tuple] | str
"""A tree: the column and what is below each level, or the class of a leaf."""


def rows_of(seed: int) -> list[Row]:
    """Four to seven rows of two or three classes; some are alike, and some of these differ."""
    random = np.random.default_rng(seed)
    n, classes = int(random.integers(4, 8)), "uvw"[: random.integers(2, 4)]
    rows = [
        (*(str(random.choice(list(d))) for d in DOMAINS), str(random.choice(list(classes))))
        for _ in range(n)
    ]
    return [*rows, (*rows[0][:3], "u" if rows[0][3] != "u" else "v")]


def data_of(rows: list[Row]) -> dt.Dataset:
    frame = pd.DataFrame(rows, columns=[*"abc", "y"])
    for name, domain in zip("abc", DOMAINS, strict=True):
        frame[name] = pd.Categorical(frame[name], list(domain), ordered=True)
    return dt.Dataset.from_frame(frame, target="y")


def majority(rows: list[Row]) -> str:
    counts = Counter(row[-1] for row in rows)
    return min(counts, key=lambda label: (-counts[label], label))


def written(rows: list[Row], parent: str = "") -> Iterator[tuple[Written, int]]:
    """Every tree there is, with its errors."""
    if not rows:
        yield parent, 0
        return
    said = majority(rows)
    yield said, sum(row[-1] != said for row in rows)
    if len({row[-1] for row in rows}) == 1:
        return
    for column, domain in enumerate(DOMAINS):
        if len({row[column] for row in rows}) > 1:
            parts = ([row for row in rows if row[column] == level] for level in domain)
            for below in product(*(list(written(part, said)) for part in parts)):
                yield (column, tuple(tree for tree, _ in below)), sum(wrong for _, wrong in below)


def size(tree: Written) -> int:
    return 0 if isinstance(tree, str) else 1 + sum(map(size, tree[1]))


def says(tree: Written, row: Row) -> str:
    while not isinstance(tree, str):
        tree = tree[1][DOMAINS[tree[0]].index(row[tree[0]])]
    return tree


def as_written(tree: dt.Tree, node: tuple[int, ...] = ()) -> Written:
    split = tree[node].split
    if split is None:
        return tree.schema.classes[int(tree.prediction(node))]
    below = range(tree[node].arity)
    return split.column, tuple(as_written(tree, (*node, branch)) for branch in below)


def all_fitting(space: Space) -> list[dt.Tree]:
    return [fitting_tree(space, number) for number in range(sum(space.fitting.values()))]


def best_of(rows: list[Row]) -> list[Written]:
    """The trees with the fewest errors, written out."""
    trees = list(written(rows))
    fewest = min(wrong for _, wrong in trees)
    return [tree for tree, wrong in trees if wrong == fewest]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_counts_are_those_of_all_trees_written_out(seed: int) -> None:
    rows = rows_of(seed)
    space = space_of(data_of(rows))
    counted = Counter((size(tree), wrong) for tree, wrong in written(rows))
    assert space.ways[space.everything] == counted
    assert space.fewest == min(wrong for _, wrong in counted)
    by_splits = Counter(splits for splits, _ in counted.elements())
    assert dict(enumerate(space.levels)) == {n: by_splits[n] for n in range(len(space.levels))}


@pytest.mark.parametrize("seed", SOME)
def test_each_number_is_another_of_the_trees_that_fit(seed: int) -> None:
    rows = rows_of(seed)
    space, best = space_of(data_of(rows)), best_of(rows)
    found = [as_written(tree) for tree in all_fitting(space)]
    assert Counter(found) == Counter(best)
    assert list(map(size, found)) == sorted(map(size, best))
    for number in (-1, len(best)):
        with pytest.raises(IndexError):
            fitting_tree(space, number)


@pytest.mark.parametrize("seed", SOME)
def test_the_smallest_is_as_small_as_that_of_bfs_id3(seed: int) -> None:
    data = data_of(rows_of(seed))
    space, found = space_of(data), bfs_id3(data)
    assert min(space.fitting) == questions(found.tree)
    assert space.fewest == found.errors
    trees = [fitting_tree(space, n) for n in range(space.fitting[min(space.fitting)])]
    assert found.tree in trees


@pytest.mark.on_push(8)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_telling_row_is_answered_differently(seed: int) -> None:
    """By the engine's own prediction, and on as many rows as are said; None if there is none."""
    data = data_of(rows_of(seed))
    every = list(product(*DOMAINS))
    frame = pd.DataFrame(every, columns=list("abc"))
    trees = all_fitting(space_of(data))[:8]
    told = [list(dt.predict(tree, frame)) for tree in trees]
    for one, other in combinations(range(len(trees)), 2):
        differ = {
            row: answers
            for row, *answers in zip(every, told[one], told[other], strict=True)
            if answers[0] != answers[1]
        }
        assert differing(trees[one], trees[other]) == len(differ)
        found = telling_row(trees[one], trees[other])
        assert (found is None) == (not differ)
        if found is not None:
            classes = data.schema.classes
            expected = [classes[code] for code in found.answers]
            domains = zip(DOMAINS, found.cells, strict=True)
            meant = product(*(d if code is None else d[code] for d, code in domains))
            assert all(differ[row] == expected for row in meant)


@pytest.mark.parametrize("seed", SOME)
def test_the_votes_are_those_of_all_trees_that_fit(seed: int) -> None:
    rows = rows_of(seed)
    data, best = data_of(rows), best_of(rows)
    space, classes = space_of(data), data.schema.classes
    most = []
    for row in product(*DOMAINS):
        votes = Counter(says(tree, row) for tree in best)
        cells = tuple(d.index(level) for d, level in zip(DOMAINS, row, strict=True))
        assert vote(space, cells).trees == tuple(votes[label] for label in classes)
        most.append(max(votes.values()))
    found = most_divided(space)
    assert (found is None) == (min(most) == len(best))
    assert found is None or max(found.trees) == min(most)


@pytest.mark.parametrize("seed", SOME)
def test_conjunctions_against_all_of_them(seed: int) -> None:
    rows = rows_of(seed)
    data = data_of(rows)
    space = space_of(data)
    every = list(product(*(("?", *domain) for domain in DOMAINS)))
    for code, label in enumerate(data.schema.classes):
        fitting = [
            rule
            for rule in every
            if all(
                all(want in ("?", cell) for want, cell in zip(rule, row, strict=False))
                == (row[-1] == label)
                for row in rows
            )
        ]
        found = conjunctions(space, code)
        assert found.fitting == len(fitting)
        assert found.hypotheses == len(every) + 1
        assert found.possible == 12
        assert (found.fitting == 0) == (found.covered > 0)


@pytest.mark.parametrize("seed", SOME)
def test_with_room_for_all_the_map_is_every_tree(seed: int) -> None:
    rows = rows_of(seed)
    space = space_of(data_of(rows))
    whole = map_of(space, splits=len(space.levels), states=10**6)
    drawn = Counter((state.splits, state.errors) for state in whole.states)
    assert drawn == Counter((size(tree), wrong) for tree, wrong in written(rows))
    assert len({state.sketch for state in whole.states}) == len(whole.states) == sum(space.levels)
    for one, other in whole.edges:
        assert whole.states[other].splits == whole.states[one].splits + 1
    # a tree is reached from each that lacks one of its lowest splits
    reached = Counter(other for _, other in whole.edges)
    assert all(reached[n] == lowest(state.sketch) for n, state in enumerate(whole.states))


def lowest(sketch: Sketch) -> int:
    """Splits with nothing but leaves below."""
    if sketch is None:
        return 0
    below = [tree for tree in sketch[1] if tree is not None]
    return sum(map(lowest, below)) if below else 1


@pytest.mark.parametrize("name", ["playtennis", "loan", "contact_lenses", "xor"])
def test_id3_goes_the_way_of_its_timeline(name: str) -> None:
    """Each tree that it took has the errors of the timeline's, and at each it weighed what the
    timeline's candidates are."""
    data = dataset(name)
    found, lesson = map_of(space_of(data), splits=9), dt.start(data, ID3)
    taken = [state for state in found.states if state.standing is SearchStanding.TAKEN]
    errors, weighed = [], []
    while (step := lesson.propose()) is not None:
        if isinstance(step.move, dt.Expand):
            errors.append(wrong_of(lesson.state.tree))
            candidates = dt.weigh(lesson.problem, lesson.state, step.move.node).candidates
            weighed.append(sum(one.split is not None for one in candidates) - 1)
        lesson = lesson.step()
    errors.append(wrong_of(lesson.state.tree))
    assert [state.errors for state in taken] == errors
    assert [level.weighed for level in found.levels[: len(errors)]] == [0, *weighed]
    assert sum(level.taken for level in found.levels) == len(errors)


def wrong_of(tree: dt.Tree) -> float:
    return sum(float(errors_of(node.stats)) for node in tree if node.leaf)


def test_play_tennis() -> None:
    """Mitchell's table: one tree of 3,551 with three splits fits, it is ID3's, and 252 others fit
    as well; ID3 has looked at 11 trees in all."""
    data = dataset("playtennis")
    space = space_of(data)
    assert space.levels[:4] == (1, 4, 26, 108)
    assert (space.fewest, space.fitting[3], sum(space.fitting.values())) == (0, 1, 253)
    assert fitting_tree(space, 0) == dt.grow(data, ID3)
    found = map_of(space)
    assert [(level.taken, level.weighed) for level in found.levels[:5]] == [
        (1, 0), (1, 3), (1, 2), (1, 2), (0, 0),
    ]  # fmt: skip
    assert [level.never for level in found.levels[:4]] == [0, 0, 23, 105]
    assert len(found.states) == 139
    divided = most_divided(space)
    assert divided is not None
    assert sum(divided.trees) == 253


def test_a_disjunction_is_no_conjunction() -> None:
    """Li Hang's loans: who has a house or work gets one. Neither has: that is a conjunction."""
    space = space_of(dataset("loan"))
    no, yes = (conjunctions(space, code) for code in (1, 0))
    if space.problem.dataset.schema.classes[0] == "否":
        no, yes = yes, no
    assert (yes.fitting, yes.required, no.fitting, no.covered) == (0, (), 1, 0)
    assert yes.covered == 6
    assert space.fitting[2] == 2


def test_many_columns_take_no_time() -> None:
    """Any of forty parts of the rule may be left out, but not all; nothing of 2 ** (2 ** 40)."""
    names = [f"x{i}" for i in range(40)]
    frame = pd.DataFrame([["a"] * 40, ["b"] * 40], columns=names)
    frame["y"] = ["u", "v"]
    found = conjunctions(space_of(dt.Dataset.from_frame(frame, target="y")), 0)
    assert (found.possible, found.fitting) == (2**40, 2**40 - 1)


def test_a_full_table_leaves_nothing_to_tell_apart() -> None:
    """All eight rows of XOR are there, so all trees that fit say the same of all there can be."""
    space = space_of(dataset("xor"))
    trees = all_fitting(space)
    assert len(trees) > 1
    assert all(telling_row(trees[0], tree) is None for tree in trees[1:])
    assert most_divided(space) is None


@pytest.mark.parametrize("name", ["playtennis", "contact_lenses", "xor", "titanic_counts"])
def test_levels_are_what_the_search_counts(name: str) -> None:
    data = dataset(name)
    assert list(space_of(data).levels[:4]) == how_many(data, 3)


def test_large_counts_are_exact() -> None:
    """A switch for each row, each of its own class: every split sets one row apart, so a tree is
    a chain of them, and there are n (n - 1) ... (n - k + 1) of k splits; the last two rows are
    told apart by either of two switches, and no third is left to ask."""
    n = 12
    frame = pd.DataFrame(np.eye(n, dtype=int).astype(str), columns=[f"x{i}" for i in range(n)])
    frame["y"] = [f"c{i:02}" for i in range(n)]
    kinds = dict.fromkeys(frame, "nominal")
    space = space_of(dt.Dataset.from_frame(frame, target="y", kinds=kinds))
    assert space.levels == tuple(perm(n, k) for k in range(n))
    assert space.fitting == {n - 1: factorial(n)}


def test_shuffled_rows_make_no_difference_and_weights_count() -> None:
    rows = rows_of(3)
    here = space_of(data_of(rows))
    other = space_of(data_of(rows[::-1]))
    assert here.ways[here.everything] == other.ways[other.everything]
    twice = space_of(data_of([row for row in rows for _ in range(2)]))
    doubled = {(splits, 2 * e): n for (splits, e), n in here.ways[here.everything].items()}
    assert twice.ways[twice.everything] == doubled


def test_a_small_picture_keeps_what_id3_looked_at() -> None:
    space = space_of(dataset("contact_lenses"))
    found = map_of(space, splits=6, states=60)
    looked = [s for s in found.states if s.standing is not SearchStanding.NEVER]
    levels = found.levels[:7]
    assert len(looked) == sum(level.taken + level.weighed for level in levels)
    assert sum(level.trees for level in found.levels) == sum(space.levels)
    assert len(found.states) < 80


def test_too_many_trees_are_refused() -> None:
    with pytest.raises(dt.DataError, match=r"on 4 columns and 14 different rows\. Ignore"):
        space_of(dataset("playtennis"), work=300)
    wide = {f"x{i}": "ab" for i in range(101)}
    with pytest.raises(dt.DataError, match="too many trees to count on 101 columns"):
        space_of(table("uv", **wide))
    with pytest.raises(dt.DataError, match="There are 8 possible rows, too many to ask"):
        most_divided(space_of(dataset("xor")), work=63)
    assert most_divided(space_of(dataset("xor")), work=64) is None


def test_other_tables_are_refused() -> None:
    with pytest.raises(dt.DataError, match=r"these hold numbers: “temperature”, “humidity”\. Take"):
        space_of(dataset("golf"))
    with pytest.raises(dt.DataError, match=r"“y” holds numbers\. Choose"):
        space_of(table([1.0, 2.0], a="ab"))
    with pytest.raises(dt.DataError, match="missing"):
        space_of(with_gaps("uvu", a="a?b"))
    frame = pd.DataFrame({"a": list("aab"), "y": list("uvv"), "w": [0.5, 1.0, 1.0]})
    with pytest.raises(dt.DataError, match="rows count in fractions"):
        space_of(dt.Dataset.from_frame(frame, target="y", weights="w"))


def test_trees_that_no_row_tells_apart_this_way_are_refused() -> None:
    data = dataset("playtennis")
    one, cart = dt.grow(data, ID3), dt.grow(data, dt.recipe("cart"))
    with pytest.raises(dt.DataError, match="a branch for each level"):
        telling_row(one, cart)
    with pytest.raises(dt.DataError, match="different tables"):
        telling_row(one, dt.grow(dataset("xor"), ID3))
    labels = pd.Categorical(list("uv"), list("uvw"), ordered=True)
    frame = pd.DataFrame({"a": list("ab"), "y": labels})
    space = space_of(dt.Dataset.from_frame(frame, target="y"))
    with pytest.raises(dt.DataError, match="No row is of this class"):
        conjunctions(space, 2)
