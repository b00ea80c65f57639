"""A tree as text: as C4.5 prints it, as scikit-learn prints it, as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dtcore.model.nodes import ROOT, NodeId
from dtcore.model.splits import Split, Subset, Threshold
from dtcore.model.tree import Tree, check_tree, on_one_line
from dtcore.model.tree import text as c45_text

DEPTH: Final = 10
"""scikit-learn cuts deeper branches off."""
NOT_SKLEARN: Final = "# Not as scikit-learn: a branch of several levels is listed here."


def text(tree: Tree) -> str:
    """The tree as C4.5 prints it: a line for each branch, (rows/errors) at each leaf."""
    check_tree(tree)
    return c45_text(tree)


def to_json(tree: Tree) -> str:
    """As ``Tree.to_json``."""
    check_tree(tree)
    return tree.to_json()


def from_json(content: str) -> Tree:
    """As ``Tree.from_json``."""
    return Tree.from_json(content)


def sklearn_text(tree: Tree, decimals: int = 2, max_depth: int = DEPTH) -> str:
    """What scikit-learn's ``export_text`` prints of an equal tree, character for character.

    A level against the rest is the 0/1 column that one-hot encoding makes of it. Where a branch
    has several levels and is not the rest of one, the text begins with a line that says so.
    """
    check_tree(tree)
    lines = map(on_one_line, _below(tree, ROOT, decimals, max_depth))
    strange = any(split is not None and _cut(split) is None for split in tree.splits)
    return "\n".join([*([NOT_SKLEARN] if strange else []), *lines, ""])


def _below(tree: Tree, node: NodeId, decimals: int, max_depth: int) -> Iterator[str]:
    indent = "|   " * len(node) + "|---"
    split = tree[node].split
    if len(node) > max_depth and split is not None:
        yield f"{indent} truncated branch of depth {_depth(tree, node)}"
    elif split is None:
        value = tree.prediction(node)
        said = f"class: {tree.schema.classes[int(value)]}" if tree.schema.classes else ""
        yield f"{indent} {said or f'value: [{value:.{decimals}f}]'}"
    else:
        for question, branch in _questions(tree, split, decimals):
            yield f"{indent} {question}"
            yield from _below(tree, (*node, branch), decimals, max_depth)


def _questions(tree: Tree, split: Split, decimals: int) -> list[tuple[str, int]]:
    """What the lines of the branches say, and their numbers, in the order of scikit-learn."""
    name, cut = tree.schema.columns[split.column].name, _cut(split)
    if cut is None:
        branches = range(split.arity(tree.schema))
        return [(str(split.condition(tree.schema, branch)), branch) for branch in branches]
    if isinstance(split, Subset):
        level = split.condition(tree.schema, cut).values[0]
        first, text = 1 - cut, f"{0.5:.{decimals}f}"
        return [(f"{name}_{level} <= {text}", first), (f"{name}_{level} >  {text}", cut)]
    assert isinstance(split, Threshold)
    text = f"{split.cut:.{decimals}f}"
    return [(f"{name} <= {text}", 0), (f"{name} >  {text}", 1)]


def _cut(split: Split) -> int | None:
    """The branch of a single level, 0 of a cut; None if scikit-learn cannot ask the like."""
    if isinstance(split, Threshold):
        return 0
    if isinstance(split, Subset):
        return 0 if len(split.left) == 1 else 1 if len(split.right) == 1 else None
    return None


def _depth(tree: Tree, node: NodeId) -> int:
    """Of the subtree, that of a leaf being 1."""
    place = tree.place(node)
    return int(tree.depths[place : tree.end(place)].max()) - len(node) + 1
