"""What happens to missing cells. So far one policy: they are refused, with the ways out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from dtcore.errors import DataError
from dtcore.model.data import Dataset


class Missing(Protocol):
    def check(self, dataset: Dataset) -> None:
        """Raise DataError if the dataset holds missing cells that the policy cannot take."""


@dataclass(frozen=True)
class Reject:
    """Missing cells are refused."""

    def check(self, dataset: Dataset) -> None:
        gaps = [(c.name, c.missing) for c in dataset.columns if c.missing]
        if gaps:
            raise DataError(
                "Cells are missing in {columns}. Leave out the rows with missing cells, "
                "ignore these columns, or fill the cells in the file.",
                columns=", ".join(f"“{name}” ({count})" for name, count in gaps),
            )
