"""Making a grown tree smaller: every way that the courses teach.

Each way is a function from tree to tree and, as a policy, a pruner that proposes its moves one
at a time with their evidence (``dtcore.prune`` begins such a lesson). Read ``bottom_up`` (with
minimum error) and ``held_out``, then ``cost_complexity``, ``validation`` (with cross-validation)
and ``pessimistic``. Not done here: evidence as formulas (``dtcore.explain.pruning``).
"""

from typing import TYPE_CHECKING

from dtcore.errors import elsewhere
from dtcore.pruning.bottom_up import (
    Comparison,
    Comparisons,
    MinimumError,
    comparisons,
    expected_costs,
    minimum_error,
)
from dtcore.pruning.cost_complexity import (
    Link,
    PruningPath,
    Risk,
    WeakestLink,
    WeakestLinks,
    at_cp,
    cost_complexity,
    weakest_links,
)
from dtcore.pruning.held_out import (
    ReducedError,
    held_out_costs,
    held_out_counts,
    reduced_error,
    rows_reaching,
    weight_reaching,
)
from dtcore.pruning.pessimistic import (
    Estimate,
    Limit,
    LimitComparison,
    Pessimistic,
    pessimistic,
)
from dtcore.pruning.validation import CrossValidation, cross_validate, losses_along

__all__ = [
    "Comparison", "Comparisons", "CrossValidation", "Estimate", "Limit", "LimitComparison", "Link",
    "MinimumError", "Pessimistic", "PruningPath", "ReducedError", "Risk", "WeakestLink",
    "WeakestLinks", "at_cp", "comparisons", "cost_complexity", "cross_validate", "expected_costs",
    "held_out_costs", "held_out_counts", "losses_along", "minimum_error", "pessimistic",
    "reduced_error", "rows_reaching", "weakest_links", "weight_reaching",
]  # fmt: skip

if not TYPE_CHECKING:  # which would take every name for one that is here
    __getattr__ = elsewhere(__name__, {"dttools.evaluation": "exact_limit"})
