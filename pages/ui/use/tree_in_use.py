"""Which tree is asked: that of Grow as far as it is grown, the whole of it where nobody has begun
to; or that of Pruning as far as it is cut."""

from __future__ import annotations

from dtshow.lesson.lesson import Lesson
from pages.ui.shell import session
from pages.ui.trees import pruning_session
from pages.ui.trees.whole import whole
from pages.ui.use.use_view import UseView


def tree_in_use() -> Lesson:
    """The lesson whose present tree is asked. Raises DtError if nothing can be pruned, and
    UnfinishedError while a large tree is being grown."""
    if session.view(UseView).pruned:
        return pruning_session.current().lesson
    lesson = session.lesson()
    return lesson if lesson.timeline.cursor else whole(lesson)
