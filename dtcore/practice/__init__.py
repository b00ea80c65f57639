"""Tables to practise on: a pattern that is planted, columns that say nothing, and noise.

Read ``patterns`` (the rules), then ``recipe`` (a table as a few words that a link carries). Not
done here: no frame is kept, and nothing is random that a link does not fix.
"""

from dtcore.practice.patterns import PATTERNS
from dtcore.practice.recipe import EXTRA, LEVELS, ROWS, SEEDS, SWITCH, Practice

__all__ = ["EXTRA", "LEVELS", "PATTERNS", "ROWS", "SEEDS", "SWITCH", "Practice"]
