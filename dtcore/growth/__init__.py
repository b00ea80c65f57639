"""A whole level of nodes at a time: counting, scoring, sending rows down.

Read ``recipe`` (an algorithm as a declaration), ``counts`` (all that is known of some nodes),
``frontier`` (their rows in memory), ``cells`` (the cuts of columns of numbers) and ``scoring``
(every split of a column), ``best_splits`` and ``groupings`` (the best of each), ``weighing`` (who
wins), then ``levels`` (the loop). ``missing_rows`` is for tables with gaps, ``collapse`` for
C4.5's last step. Not done here: moves, undo and evidence, which are in ``dtcore.stepping``.
"""

from dtcore.growth.collapse import Collapse, ErrorComparison
from dtcore.growth.missing_rows import (
    MissingRouting,
    branch_counted,
    missing_routing,
    node_rows_of_children,
)
from dtcore.growth.recipe import Recipe
from dtcore.growth.scoring import KNOWN_FROM_MISSING, Scored

__all__ = [
    "KNOWN_FROM_MISSING", "Collapse", "ErrorComparison", "MissingRouting", "Recipe", "Scored",
    "branch_counted", "missing_routing", "node_rows_of_children",
]  # fmt: skip
