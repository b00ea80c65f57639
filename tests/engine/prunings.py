"""Trees to prune, recorded and random; pruning them step by step and by brute force."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product

import numpy as np
from hypothesis import strategies as st

import dtcore as dt
from dtcore.model.nodes import NodeId
from tests.references import CRITERIA, numeric, read
from tests.strategies import Table, problems, tables

CART = read("cart.jsonl")
RISKS = ("impurity", "error")


def tree_of(entry: dict) -> dt.Tree:
    stopping = (dt.Pure(), dt.MinLeaf(entry["min_samples_leaf"]), dt.SomeGain())
    recipe = replace(dt.recipe("cart"), impurity=CRITERIA[entry["criterion"]], stopping=stopping)
    return dt.grow(numeric(entry), recipe)


def own_risk(tree: dt.Tree, node: NodeId, risk: str) -> float:
    if risk == "error" and tree.schema.classes:
        stats = tree[node].stats
        return float(stats.sum() - stats[int(tree.prediction(node))])
    return tree.weight(node) * tree.impurity(node)


def prunings(tree: dt.Tree, node: NodeId = ()) -> Iterator[list[NodeId]]:
    """The leaves of every pruning of the subtree at ``node``."""
    yield [node]
    if not tree[node].leaf:
        for parts in product(*(list(prunings(tree, child)) for child in tree.children(node))):
            yield [leaf for part in parts for leaf in part]


def cut_to(tree: dt.Tree, leaves: list[NodeId]) -> dt.Tree:
    for node in leaves:
        tree = tree if tree[node].leaf else tree.prune(node)
    return tree


@st.composite
def split_tables(
    draw: st.DrawFn, target: str | None = None
) -> tuple[dt.Tree, dt.Dataset, dt.Dataset, dt.Recipe]:
    """A tree, the data that it was grown on, rows held out from it, and its recipe."""
    case: tuple[Table, dt.Recipe] = draw(problems(tables(target=target)))
    data, recipe = case[0].data(), case[1]
    mask = draw(st.lists(st.booleans(), min_size=len(data), max_size=len(data)))
    rows = np.flatnonzero(mask) if any(mask) else np.arange(len(data))
    return dt.grow(data, recipe), data, data.part(rows), recipe


def stepped(case: object, pruner: object) -> dt.Timeline:
    """The pruner's lesson at its end, checked step by step."""
    tree, data, held_out, recipe = case
    lesson = dt.prune(dt.Problem.of(data, recipe, held_out), tree, pruner)
    length, states = lesson.length, [lesson.state]
    while (further := lesson.step()) is not lesson:
        lesson = further
        states.append(lesson.state)
    assert lesson.cursor == length
    for state in reversed(states[:-1]):
        lesson = lesson.undo()
        assert lesson.state == state
    assert lesson.state.tree == tree
    sizes = [len(state.tree) for state in states]
    assert all(larger > smaller for larger, smaller in pairwise(sizes))
    return lesson.finish()
