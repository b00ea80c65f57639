"""What is known of open nodes: the rules that close them, and what splitting them is worth."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from dtcore.growth.evaluation import evaluate
from dtcore.growth.frontier import Frontier
from dtcore.growth.recipe import Recipe
from dtcore.model.columns import BoolArray, FloatArray, IntArray, Schema
from dtcore.model.data import Bag, Dataset
from dtcore.model.statistics import is_pure, weight_of
from dtcore.model.tree import NodeId, Tree
from dtcore.policies.facts import Facts
from dtcore.policies.selection import NOTHING


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
    column_left = np.asarray(~used.all(axis=1))
    pure = is_pure(stats, schema)
    return Facts(weight_of(stats, schema), rows, depth, pure, column_left, leaves)


def used_on_path(recipe: Recipe, tree: Tree, node: NodeId) -> BoolArray:
    """(1, c) which columns may not be asked again at ``node``."""
    columns = tree.schema.columns
    used = np.zeros((1, len(columns)), bool)
    for split, _ in tree.way(node):
        if recipe.once(columns[split.column]):
            used[0, split.column] = True
    return used


def worths(
    recipe: Recipe, dataset: Dataset, tree: Tree, bags: Mapping[NodeId, Bag]
) -> dict[NodeId, float]:
    """By how much splitting each of the nodes with these ``bags`` lowers the tree's impurity.

    Gain times the node's share of all rows; 0 where a rule makes it a leaf.
    """
    if not bags:
        return {}
    used = np.concatenate([used_on_path(recipe, tree, node) for node in bags])
    frontier = Frontier.of(dataset, list(bags.values()))
    depth = np.array([len(node) for node in bags])
    facts = facts_of(tree.schema, frontier.stats(), frontier.sizes, depth, used, tree.leaves)
    worth = np.zeros(len(bags))
    stays = np.flatnonzero(closing_rule(recipe, facts) < 0)
    if len(stays):  # the kernel takes no node without rows, and a rule closes those
        found = evaluate(recipe, frontier.part(stays), used[stays])
        gain = found.table.gain[np.arange(len(stays)), np.maximum(found.winner, 0)]
        real = (found.winner >= 0) & (gain > NOTHING * found.table.before)
        worth[stays] = np.where(real, gain * facts.weight[stays] / dataset.weight, 0.0)
    return dict(zip(bags, worth.tolist(), strict=True))
