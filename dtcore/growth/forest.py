"""Several trees on parts of one table, grown side by side: folds of a
cross-validation, bootstrap samples. A part may hold a row more than once.

Their roots are the nodes of one level, so that all share the sorted columns and the work of
each level. What a recipe takes from the whole table (C4.5's printed cuts, and how many levels
are many) it takes from the table that the parts belong to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from dtcore.growth.frontier import Frontier
from dtcore.growth.levels import Level, finish, sorting
from dtcore.growth.recipe import Recipe
from dtcore.growth.tree_builder import TreeBuilder
from dtcore.model.data import Dataset, NodeRows
from dtcore.model.tree import Tree
from dtcore.policies.selection import Gain
from dtcore.policies.stopping import MinDecrease, NodeFacts
from dtcore.progress import Progress


def grow_each(
    dataset: Dataset,
    recipe: Recipe,
    node_rows: Sequence[NodeRows],
    progress: Progress | None = None,
) -> tuple[Tree, ...]:
    """The tree on each part, none of them empty, before any collapse."""
    tell = sorting(dataset, progress)
    whole = Frontier.of(dataset, node_rows)
    stats, roots = whole.stats(), len(node_rows)
    builder = TreeBuilder(_trunk(recipe, whole))
    used, depth = np.zeros((roots, len(dataset.columns)), bool), np.zeros(roots, np.intp)
    open_ = recipe.closing_rule(NodeFacts(dataset.schema, stats, whole.sizes, depth, used)) < 0
    number = np.flatnonzero(open_)
    if len(number):
        level = Level(whole.part(number), number + 1, depth[number], used[number])
        trees = finish(recipe, level, builder, tell)
    else:
        tell(1.0, builder.size)
        trees = builder.tree()
    return tuple(_branch_of(trees, int(place)) for place in trees.child_places(0))


def same_alone(recipe: Recipe, dataset: Dataset) -> bool:
    """Whether ``grow_each`` gives the tree that grows on a table of the rows of the part alone.

    So it is where a recipe takes nothing from its table but the rows at each node. Unclear cases
    count as no: targets that are numbers, weights, missing cells.
    """
    takes = recipe.bins or recipe.classes or recipe.m or recipe.in_order
    cuts = recipe.splitter.numeric
    by_gain = type(recipe.selection) is Gain and not (cuts and cuts.data_value)
    of_table = any(isinstance(rule, MinDecrease) for rule in recipe.rules)
    plain = not (dataset.counted or dataset.target.numeric or dataset.weighted or dataset.gappy)
    return plain and by_gain and not takes and not of_table


def _trunk(recipe: Recipe, whole: Frontier) -> Tree:
    """A tree whose root holds nothing but the roots of others, the nodes of ``whole``."""
    stats, told, roots = whole.stats(), whole.row_counts, whole.size
    return replace(
        Tree.stump(stats[0], whole.dataset.schema, recipe.impurity, recipe.missing),
        parent=np.append(-1, np.zeros(roots, np.intp)),
        branch=np.append(-1, np.arange(roots)),
        arity=np.append(roots, np.zeros(roots, np.intp)),
        stats=np.concatenate([stats[:1], stats]),
        row_counts=None if told is None else np.concatenate([told[:1], told]),
        splits=(None,) * (roots + 1),
    )


def _branch_of(tree: Tree, top: int) -> Tree:
    """The subtree at place ``top`` as a tree of its own."""
    end = tree.end(top)
    parent = tree.parent[top:end] - top
    parent[0] = -1
    branch = tree.branch[top:end].copy()
    branch[0] = -1
    alone = tree.part(np.arange(top, end), np.zeros(len(tree), bool))
    return replace(alone, parent=parent, branch=branch)
