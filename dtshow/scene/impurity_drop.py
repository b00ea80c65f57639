"""A candidate as a drop below the curve of impurity."""

from __future__ import annotations

from dtcore.stepping import Candidate
from dtshow.figures.impurity import ImpurityDrop, together
from dtshow.lesson.lesson import Lesson
from dtshow.words import number_format


def impurity_drop(lesson: Lesson, candidate: Candidate) -> ImpurityDrop:
    """Of the rows at which the column of the candidate is known."""
    schema, split = lesson.dataset.schema, candidate.split
    assert split is not None
    branches = candidate.branch_stats
    conditions = (split.condition(schema, branch) for branch in range(split.arity(schema)))
    return ImpurityDrop(
        lesson.recipe.impurity,
        together(branches, numeric=not schema.classes),
        branches,
        [number_format.told(condition) for condition in conditions],
        schema.classes,
        lesson.dataset.target.name,
        schema.centre,
    )
