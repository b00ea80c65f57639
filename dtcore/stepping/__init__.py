"""A lesson one move at a time, each with its evidence.

Read ``problem`` (what is given), ``moves`` (what the algorithm proposes, what a move does), then
``timeline`` (the lesson in time, and how it begins). ``evidence`` is what a step was chosen from,
``steps`` are those made and those known before they are weighed, ``grow`` the way to the end at
once. Not done here: how a level of nodes is scored at once (``dtcore.growth``), and how a pruner
decides (``dtcore.pruning``).
"""

from dtcore.stepping.evidence import Candidate, Weighed, curve, judge, weigh
from dtcore.stepping.moves import Expand, MakeLeaf, Move, Step, apply, decide, propose
from dtcore.stepping.problem import (
    Problem,
    Prune,
    Pruner,
    RaiseSubtree,
    State,
    node_rows_of,
)
from dtcore.stepping.timeline import Memory, Timeline, prune, replay, start

__all__ = [
    "Candidate", "Expand", "MakeLeaf", "Memory", "Move", "Problem", "Prune", "Pruner",
    "RaiseSubtree", "State", "Step", "Timeline", "Weighed", "apply", "curve", "decide", "judge",
    "node_rows_of", "propose", "prune", "replay", "start", "weigh",
]  # fmt: skip
