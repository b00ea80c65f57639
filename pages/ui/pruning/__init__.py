"""The panels of the Pruning page: a grown tree, ways to prune it, and what they cost.

Begin with ``stage`` (the tree, and what its acts do), ``evidence`` and ``inspector``; ``curves``
are of the subtrees of one path, and ``early``, ``rules`` and ``compare`` ways of their own. The
tree and how far it is pruned are in ``pages.ui.trees.pruning_session``. Not done here: no cost is
computed (``dtcore.pruning``).
"""
