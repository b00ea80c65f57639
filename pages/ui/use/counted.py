"""Lines of working over the nodes of a tree; a pressed count lists its rows below them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dtcore.explain.nodes import rows_of
from dtcore.formula import Query
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.narration import path_words
from dtshow.scene.sums import Counts, Line, keys_of
from dtshow.words.language import _
from dttools.printing import Digits
from pages.ui.components.formula import formula_view
from pages.ui.shell import session
from pages.ui.trees.rows import rows
from pages.ui.use.predict.chosen import pressed, see


def counted(lesson: Lesson, lines: Sequence[Line], digits: Digits, key: str) -> None:
    """``key``: of the component. The counts are of the training rows of ``lesson``."""
    query = pressed()
    if query is not None and query not in keys_of(lines):  # another sum's
        query = None
    counts = Counts(lambda query: _which(lesson, query), query, lambda: _press(lines, key))
    formula_view(lines, digits, key, _("Working"), counts)
    if query is not None and query.node in lesson.tree:
        timeline = lesson.timeline
        places = np.asarray(rows_of(timeline.problem, timeline.state, query).rows)
        rows(lesson, lesson.dataset, places, _which(lesson, query))


def _press(lines: Sequence[Line], key: str) -> None:
    if count := session.reported(key, "count"):
        see({name: query for query, name in keys_of(lines).items()}.get(count))


def _which(lesson: Lesson, query: Query) -> str:
    tree, way = lesson.tree, path_words(lesson.tree, query.node)
    if query.label is None:
        return way
    label = f"{tree.schema.target.name} = {tree.schema.classes[query.label]}"
    return f"{way} ∧ {label}" if query.node else label
