"""Making a grown tree smaller: every way that the courses teach."""

from dtcore.pruning.bottom_up import Comparison, Comparisons
from dtcore.pruning.cost_complexity import PruningError, PruningPath, cost_complexity
from dtcore.pruning.minimum_error import MinimumError, minimum_error
from dtcore.pruning.reduced_error import ReducedError, reduced_error
from dtcore.pruning.weakest_link import Link, WeakestLink, WeakestLinks, weakest_links

__all__ = [
    "Comparison",
    "Comparisons",
    "Link",
    "MinimumError",
    "PruningError",
    "PruningPath",
    "ReducedError",
    "WeakestLink",
    "WeakestLinks",
    "cost_complexity",
    "minimum_error",
    "reduced_error",
    "weakest_links",
]
