"""Making a grown tree smaller: every way that the courses teach."""

from dtcore.pruning.cost_complexity import PruningError, PruningPath, cost_complexity

__all__ = ["PruningError", "PruningPath", "cost_complexity"]
