"""The panels of the Pruning page: a grown tree, ways to prune it, and what they cost.

Begin with ``pruning_session`` (the tree and how far it is pruned), ``settings`` (what a link
carries), ``stage`` (the tree, and what its acts do), ``evidence`` and ``inspector``; ``alpha``,
``early``, ``rules`` and ``compare`` are ways of their own. Not done here: no cost is computed
(``dtcore.pruning``).
"""
