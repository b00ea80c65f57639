"""The gate before long work (``serve.py``), as a test shuts and opens it."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Gate:
    """Shut while ``path`` is there."""

    path: Path

    def shut(self) -> None:
        self.path.touch()

    def open(self) -> None:
        self.path.unlink(missing_ok=True)
