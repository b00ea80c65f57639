"""What odd cells may mean, offered, and done where it was chosen.

Not done here: what a plain cell says (``cells``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dtcore.reading.columns import TextColumn
from dtcore.reading.grid import Cleaned


def clean(
    columns: Sequence[TextColumn], decimal: str, cells: Mapping[str, str], missing: frozenset[str]
) -> Cleaned:
    """The columns with their cells rewritten as ``cells`` chooses, and what else is offered."""
    return Cleaned(tuple(columns))
