"""A printed worksheet of a lesson, as its page makes it."""

import pandas as pd

import dtcore as dt
from dtshow.words.language import spoken
from dtshow.worksheet.sheet import Sheet, html_of
from dttools.printing import Digits
from dttools.teach.exercise import exercises


def sheet(
    data: dt.Dataset | dt.Timeline,
    recipe: str,
    steps: int,
    answers: bool,
    language: str = "en",
    rows: int = 3,
) -> str:
    lesson = data if isinstance(data, dt.Timeline) else dt.start(data, dt.recipe(recipe))
    data = lesson.problem.dataset
    found = list(exercises(lesson, steps))
    tree = lesson.jump(found[-1].end).state.tree
    names = [c.name for c in (*data.columns, data.target)]
    frame = pd.DataFrame({name: ["cell"] * rows for name in names})
    with spoken(language):
        return html_of(
            Sheet("A table", lesson.problem.recipe, recipe, found, tree, frame, Digits(),
                  language, answers)
        )  # fmt: skip
