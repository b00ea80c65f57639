"""Tables to practise on: a pattern that is planted, columns that say nothing, and noise."""

from dtcore.practice.patterns import PATTERNS
from dtcore.practice.recipe import EXTRA, LEVELS, ROWS, SEEDS, SWITCH, Practice

__all__ = ["EXTRA", "LEVELS", "PATTERNS", "ROWS", "SEEDS", "SWITCH", "Practice"]
