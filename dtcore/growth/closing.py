"""What is known of nodes before they are weighed, and the rules that close them then."""

from __future__ import annotations

import numpy as np

from dtcore.growth.recipe import Recipe
from dtcore.model.columns import FloatArray, IntArray, Schema
from dtcore.model.tree import NodeId, Tree, weight_of
from dtcore.policies.stopping import BoolArray, Facts


def closing_rule(recipe: Recipe, facts: Facts) -> IntArray:
    """(S,) the first of ``recipe.rules`` that closes each node before weighing, or -1."""
    rule_of = np.full(len(facts.weight), -1)
    for number, rule in recipe.closing:
        rule_of[(rule_of < 0) & rule.closes(facts)] = number
    return rule_of


def facts_of(
    schema: Schema,
    stats: FloatArray,
    rows: IntArray,
    depth: IntArray,
    used: BoolArray,
    leaves: int = 1,
) -> Facts:
    """What the stopping rules ask about S nodes with statistics (S, k) and ``rows`` (S,)."""
    pure = (stats > 0).sum(axis=1) <= 1 if schema.classes else stats[:, 2] <= 0
    column_left = np.asarray(~used.all(axis=1))
    return Facts(weight_of(stats, schema), rows, depth, pure, column_left, leaves)


def used_on_path(recipe: Recipe, tree: Tree, node: NodeId) -> BoolArray:
    """(1, c) which columns may not be asked again at ``node``."""
    columns = tree.schema.columns
    used = np.zeros((1, len(columns)), bool)
    for depth in range(len(node)):
        split = tree.splits[tree.place(node[:depth])]
        if split is not None and recipe.once(columns[split.column]):
            used[0, split.column] = True
    return used
