"""What is known of open nodes: the rules that close them, and what splitting them is worth."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from dtcore.growth.evaluation import evaluate
from dtcore.growth.frontier import Frontier
from dtcore.growth.recipe import Recipe
from dtcore.model.columns import BoolArray, FloatArray, IntArray, Schema
from dtcore.model.data import Dataset, NodeRows
from dtcore.model.statistics import is_pure, weight_of
from dtcore.model.tree import NodeId, Tree
from dtcore.policies.selection import NOTHING
from dtcore.policies.stopping import NodeFacts


def closing_rule(recipe: Recipe, facts: NodeFacts) -> IntArray:
    """(S,) the first of ``recipe.rules`` that closes each node before weighing, or -1."""
    rule_of = np.full(len(facts.weight), -1)
    for number, rule in recipe.closing:
        rule_of[(rule_of < 0) & rule.closes(facts)] = number
    return rule_of


def node_facts(
    schema: Schema,
    stats: FloatArray,
    rows: IntArray,
    depth: IntArray,
    used: BoolArray,
    leaves: int = 1,
) -> NodeFacts:
    """What the stopping rules ask about S nodes with statistics (S, k) and ``rows`` (S,)."""
    column_left = np.asarray(~used.all(axis=1))
    pure = is_pure(stats, schema)
    return NodeFacts(weight_of(stats, schema), rows, depth, pure, column_left, leaves)


def used_on_path(recipe: Recipe, tree: Tree, node: NodeId) -> BoolArray:
    """(1, c) which columns may not be asked again at ``node``."""
    columns = tree.schema.columns
    used = np.zeros((1, len(columns)), bool)
    for split, _ in tree.way(node):
        if recipe.once(columns[split.column]):
            used[0, split.column] = True
    return used


def impurity_decreases(
    recipe: Recipe, dataset: Dataset, tree: Tree, node_rows: Mapping[NodeId, NodeRows]
) -> dict[NodeId, float]:
    """By how much splitting each of the nodes with these ``node_rows`` lowers the tree's impurity.

    Gain times the node's share of all rows; 0 where a rule makes it a leaf.
    """
    if not node_rows:
        return {}
    used = np.concatenate([used_on_path(recipe, tree, node) for node in node_rows])
    frontier = Frontier.of(dataset, list(node_rows.values()))
    depth = np.array([len(node) for node in node_rows])
    facts = node_facts(tree.schema, frontier.stats(), frontier.sizes, depth, used, tree.leaves)
    decrease = np.zeros(len(node_rows))
    stays = np.flatnonzero(closing_rule(recipe, facts) < 0)
    if len(stays):  # the kernel takes no node without rows, and a rule closes those
        found = evaluate(recipe, frontier.part(stays), used[stays])
        gain = found.table.gain[np.arange(len(stays)), np.maximum(found.winner, 0)]
        real = (found.winner >= 0) & (gain > NOTHING * found.table.before)
        decrease[stays] = np.where(real, gain * facts.weight[stays] / dataset.weight, 0.0)
    return dict(zip(node_rows, decrease.tolist(), strict=True))
