"""Which tree is asked: that of Grow as far as it is grown, or that of Pruning as far as it is cut.

Not done here: nothing is grown but what somebody asks for (``grow_it``).
"""

from __future__ import annotations

from pages.ui.grow.background import to_the_end
from pages.ui.lesson.lesson import Lesson
from pages.ui.pruning import pruning_session
from pages.ui.shell import session
from pages.ui.use.use_view import UseView


def tree_in_use() -> Lesson:
    """The lesson whose present tree is asked. Raises DtError if nothing can be pruned."""
    if session.view(UseView).pruned:
        return pruning_session.current().lesson
    return session.lesson()


def grow_it() -> None:
    """For callbacks: to the end of the lesson; of a large table, in sight."""
    to_the_end()
