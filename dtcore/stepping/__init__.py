"""A lesson one move at a time, each with its evidence.

Read ``problem`` (what is given), ``moves`` (what the algorithm proposes, what a move does), then
``timeline`` (the lesson in time). ``evidence`` and ``candidates`` are what a step was chosen from,
``pruner`` the moves of pruning, ``lazy_steps`` steps known before they are weighed, ``cache`` what
lessons share, ``start`` and ``grow`` the ways in. Not done here: how a level of nodes is scored at
once (``dtcore.growth``), and how a pruner decides (``dtcore.pruning``).
"""
