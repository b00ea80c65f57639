"""A printed worksheet of a lesson, as its page makes it."""

from html.parser import HTMLParser

import pandas as pd

import dtcore as dt
from dtshow.words.language import spoken
from dtshow.worksheet.sheet import Sheet, html_of
from dttools.printing import Digits
from dttools.teach.exercise import exercises

ALLOWED = {
    *("html", "head", "meta", "title", "style", "body", "h1", "h2", "p", "section", "i", "br"),
    *("table", "thead", "tbody", "tr", "th", "td", "span", "div", "pre", "article"),
    *("b", "dl", "dt", "dd"),
}


class Reader(HTMLParser):
    """The tags, their attributes, and the text of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.classes: set[str] = set()
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.classes |= {value for name, value in attrs if name == "class" and value}

    def handle_data(self, data: str) -> None:
        self.text += data


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
