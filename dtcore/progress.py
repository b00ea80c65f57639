"""How far long work is. What a listener raises ends the work, and nothing is kept.

A share of it is done, rising from 0 to 1.
"""

from collections.abc import Callable

ShareProgress = Callable[[float], object]
"""Hears which share of the work is done."""
Progress = Callable[[float, int], object]
"""Hears the share, and how many there are by now of what is made: nodes, trees, sets of rows; 0
while the columns are still being sorted."""


def unheard(share: float, count: int = 0) -> None:
    """For those who need not know how far the work is."""
