"""The rules that close open nodes before they are weighed, and what the rules ask about."""

from __future__ import annotations

import numpy as np

from dtcore.growth.recipe import Recipe
from dtcore.model.columns import BoolArray, FloatArray, IntArray, Schema
from dtcore.model.nodes import NodeId, is_pure, weight_of
from dtcore.model.tree import Tree
from dtcore.policies.stopping import NodeFacts


def closing_rule(recipe: Recipe, facts: NodeFacts) -> IntArray:
    """(S,) the first of ``recipe.rules`` that closes each node before weighing, or -1."""
    rule_of = np.full(len(facts.weight), -1)
    for number, rule in recipe.closing:
        rule_of[(rule_of < 0) & rule.closes(facts)] = number
    return rule_of


def node_facts(
    schema: Schema, stats: FloatArray, rows: IntArray, depth: IntArray, used: BoolArray
) -> NodeFacts:
    """What the stopping rules ask about S nodes with statistics (S, k) and ``rows`` (S,).

    The leaves of the whole tree are for the caller to add, where nodes are split one at a time.
    """
    column_left = np.asarray(~used.all(axis=1))
    pure = is_pure(stats, schema)
    return NodeFacts(weight_of(stats, schema), rows, depth, pure, column_left)


def used_on_path(recipe: Recipe, tree: Tree, node: NodeId) -> BoolArray:
    """(1, c) which columns may not be asked again at ``node``."""
    columns = tree.schema.columns
    used = np.zeros((1, len(columns)), bool)
    for split, _ in tree.way(node):
        if recipe.once(columns[split.column]):
            used[0, split.column] = True
    return used
