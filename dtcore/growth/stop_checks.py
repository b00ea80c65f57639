"""The rules that close open nodes before they are weighed."""

from __future__ import annotations

import numpy as np

from dtcore.growth.recipe import Recipe
from dtcore.model.columns import BoolArray, IntArray
from dtcore.model.nodes import NodeId
from dtcore.model.tree import Tree
from dtcore.policies.stopping import NodeFacts


def closing_rule(recipe: Recipe, facts: NodeFacts) -> IntArray:
    """(S,) the first of ``recipe.rules`` that closes each node before weighing, or -1."""
    rule_of = np.full(len(facts.stats), -1)
    for number, rule in reversed(recipe.closing):  # so that the first one has the last word
        rule_of[rule.closes(facts)] = number
    return rule_of


def used_on_path(recipe: Recipe, tree: Tree, node: NodeId) -> BoolArray:
    """(1, c) which columns may not be asked again at ``node``."""
    columns = tree.schema.columns
    used = np.zeros((1, len(columns)), bool)
    for split, _ in tree.way(node):
        if recipe.once(columns[split.column]):
            used[0, split.column] = True
    return used
