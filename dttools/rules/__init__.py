"""A tree as rules: a rule for each leaf, and what is left of it when it need not fit a tree.

``leaves`` has the rules of a tree as it is, their conditions ``folded``. Of rules made more
general, read ``rule``, ``accuracy`` (how good a rule is, estimated), then ``post_pruning``.
Quinlan 1987; Mitchell 1997, §3.7.1.2. Not done here: rules that were not a tree before.
"""

from dttools.rules.accuracy import Accuracy, AccuracyEstimator, HeldOut, RuleCounts, Training
from dttools.rules.folded import Among, Between, Folded, folded
from dttools.rules.leaves import TreeRule, TreeRules, of
from dttools.rules.post_pruning import Drop, RuleList, generalise, look, post_prune, unpruned
from dttools.rules.rule import Precondition, Rule, of_tree

__all__ = [
    "Accuracy", "AccuracyEstimator", "Among", "Between", "Drop", "Folded", "HeldOut",
    "Precondition", "Rule", "RuleCounts", "RuleList", "Training", "TreeRule", "TreeRules",
    "folded", "generalise", "look", "of", "of_tree", "post_prune", "unpruned",
]  # fmt: skip
