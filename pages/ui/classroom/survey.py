"""The class is the table: up to six questions, a row from every phone, and the tree of the rows.

A form is what is asked, in both languages where it is a ready one. Answers are numbers of options
or numbers; who does not know leaves a cell empty, but for the target. Read ``ready`` and ``form``,
``check`` (one phone's answers), then ``grown``. Not done here: no answer is kept, and nobody's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final
from urllib.parse import urlencode

import numpy as np
import pandas as pd

import dtcore as dt
from dtcore.model import NodeId, ends
from dtshow.lesson import link, narration
from dtshow.lesson.choice import RecipeChoice
from dtshow.lesson.lesson import Lesson
from dtshow.scene.tree.tree_look import Folding
from dtshow.tables.catalogue import LANGUAGES
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import N_, _, spoken
from dtshow.words.markdown import literal, one_line
from dttools import export
from dttools.teach import read_typed
from pages.store import kept_tables
from pages.ui.classroom import picture
from pages.ui.classroom.ready_forms import READY_FORMS
from pages.ui.classroom.steps import PAGE, Both, both, plain
from pages.ui.shell.session.own_tables import KEPT, own_of
from pages.ui.tables.kept_form import form_of
from pages.ui.tables.upload import take

MOST_QUESTIONS, MOST_OPTIONS = 6, 6
LONGEST: Final = 60
"""Letters of a question, an option or a unit."""
LEAST_ROWS: Final = 4
LARGEST: Final = 1e9
DEPTH, LEAST_LEAF = 3, 2
"""Of the tree: so that it stays on the wall, and no leaf tells of one student alone."""
NO_ROWS: Final = N_("The tree needs at least {n} rows, with two different answers to “{target}”.")
HOURS: Final = frozenset(("h", "hour", "hours", "time", "小时", "点", "点钟", "时", "时间", "钟点"))
"""Units, or how they begin, by which a number counts hours; km/h and time(s) do not."""
_WORD: Final = re.compile(r"小时|[^\s/,;:，；：、]+")
SurveyAnswer = int | float | None


@dataclass(frozen=True)
class Item:
    """One question: with ``options``, or for a number in a ``unit``."""

    name: Both
    options: tuple[Both, ...] | None = None
    unit: Both | None = None

    @property
    def record(self) -> dict[str, Any]:
        options = None if self.options is None else list(self.options)
        return {"name": self.name, "options": options, "unit": self.unit}

    @property
    def of_hours(self) -> bool:
        """Whether 7:30 says a number here: an hour of the day, or so many hours."""
        first = (_WORD.match(text.lower().strip(" ()（）")) for text in (self.unit or {}).values())
        return any(word is not None and word[0] in HOURS for word in first)

    @property
    def units(self) -> set[str]:
        """What may stand behind the number."""
        said = [*(self.unit or {}).values(), *(HOURS if self.of_hours else [])]
        return {*said, *("%" for text in said if "%" in text)}

    def __hash__(self) -> int:
        return hash(self.name["en"])


@dataclass(frozen=True)
class SurveyForm:
    """``target`` is the number of the question that the tree is to answer."""

    title: Both
    items: tuple[Item, ...]
    target: int

    @property
    def record(self) -> dict[str, Any]:
        """All of it, to be kept and to be sent to the phones."""
        questions = [item.record for item in self.items]
        return {"title": self.title, "questions": questions, "target": self.target}

    def __hash__(self) -> int:
        return hash((self.title["en"], self.target))


READY: Final = tuple(READY_FORMS)


def ready(name: str) -> SurveyForm:
    """A form that is made already. Raises DataError if there is none of this name."""
    if name not in READY_FORMS:
        raise dt.DataError("There is no ready table of this name. Choose one of the list.")
    made = READY_FORMS[name]
    items = tuple(
        Item(
            _each(item.name),
            None if item.options is None else tuple(map(_each, item.options)),
            _each(item.unit) if item.unit else None,
        )
        for item in made.items
    )
    return SurveyForm(_each(made.title), items, made.target)


def _each(message: str) -> Both:
    return both(lambda: _(message))


def form(given: Mapping[str, Any]) -> SurveyForm:
    """What a teacher asks, from JSON. Raises DataError with a sentence."""
    questions, target = given.get("questions"), given.get("target")
    if not isinstance(questions, list) or not 2 <= len(questions) <= MOST_QUESTIONS:
        raise dt.DataError("A class table has 2 to {n} questions.", n=MOST_QUESTIONS)
    items = tuple(map(_item, questions))
    for language in LANGUAGES:
        if len({item.name[language] for item in items}) < len(items):
            raise dt.DataError("Two questions have the same name. Rename one of them.")
    if type(target) is not int or not 0 <= target < len(items) or not items[target].options:
        raise dt.DataError("The tree predicts one of the questions with options. Choose it.")
    title = given.get("title")
    shown = _text(title) if title else both(lambda: _("Our class"))
    return SurveyForm(shown, items, target)


again = form
"""The form of a record."""


def _item(given: object) -> Item:
    if not isinstance(given, Mapping):
        raise dt.DataError("A question has a name, and options or a unit.")
    options, unit = given.get("options"), given.get("unit")
    name = _text(given.get("name"))
    if options is None:
        return Item(name, None, _text(unit) if unit else None)
    if not isinstance(options, list) or not 2 <= len(options) <= MOST_OPTIONS:
        raise dt.DataError(
            "“{question}” needs 2 to {n} options, or none for a number.",
            question=name,
            n=MOST_OPTIONS,
        )
    made = tuple(map(_text, options))
    if any(len({one[language] for one in made}) < len(made) for language in LANGUAGES):
        raise dt.DataError(
            "“{question}” has the same option twice. Rename one of them.", question=name
        )
    return Item(name, made)


def _text(given: object) -> Both:
    """A text as it was typed, or one in each language."""
    said = given if isinstance(given, Mapping) else dict.fromkeys(LANGUAGES, given)
    result = {}
    for language in LANGUAGES:
        text = said.get(language)
        if not isinstance(text, str) or not one_line(text, LONGEST):
            raise dt.DataError("A question and each of its options need a name.")
        result[language] = one_line(text, LONGEST)
    return result


def public(form: SurveyForm) -> dict[str, Any]:
    """With ``clock``: what a phone's keyboard must have a colon for."""
    asked = [item.record | {"clock": item.of_hours} for item in form.items]
    return form.record | {"questions": asked}


def check(form: SurveyForm, answers: object) -> list[SurveyAnswer]:
    """One phone's answers as they are kept. Raises DataError with a sentence."""
    if not isinstance(answers, list) or len(answers) != len(form.items):
        raise dt.DataError("Send an answer to each question, or none where you do not know.")
    checked = [_checked(item, answer) for item, answer in zip(form.items, answers, strict=True)]
    if checked[form.target] is None:
        raise dt.DataError(
            "Answer “{question}”: it is what the tree is to predict.",
            question=form.items[form.target].name,
        )
    return checked


def _checked(item: Item, answer: object) -> SurveyAnswer:
    if answer is None:
        return None
    if item.options is not None:
        if type(answer) is int and 0 <= answer < len(item.options):
            return answer
        raise dt.DataError("Choose one of the options of “{question}”.", question=item.name)
    value = _number(item, answer)
    if value is not None and abs(value) <= LARGEST:  # which no NaN is
        return float(value)
    wanted = N_("“{question}” takes a number, such as 7.5.")
    if item.of_hours:
        wanted = N_("“{question}” takes a time, such as 7:30, or a number of hours, such as 7.5.")
    raise dt.DataError(wanted, question=item.name)


def _number(item: Item, answer: object) -> int | float | None:
    """As it was typed, or as a number."""
    if isinstance(answer, str):
        found = read_typed(answer[:LONGEST], item.of_hours, item.units)
        return None if found is None else found[0]
    if isinstance(answer, int | float) and not isinstance(answer, bool):
        return answer
    return None


# --------------------------------------------------------------------------------- the tree


@dataclass(frozen=True, eq=False)
class SurveyTree:
    """The tree of the rows, in each language."""

    form: SurveyForm
    lessons: Mapping[str, Lesson]

    @property
    def lesson(self) -> Lesson:
        return self.lessons["en"]

    @cached_property
    def leaves(self) -> tuple[NodeId, ...]:
        """Where each row comes to rest; where it is shared out, most of it."""
        data, tree = self.lesson.dataset, self.lesson.tree
        rests = [ends(tree, data, row) for row in range(len(data))]
        return tuple(max(shares, key=lambda end: shares[end]) for shares in rests)

    @cached_property
    def predictions(self) -> tuple[int, ...]:
        """The option that the tree says of each row."""
        classes = self.lesson.tree.schema.classes
        said = dt.predict(self.lesson.tree, self.lesson.dataset)
        return tuple(classes.index(one) for one in said)

    def wrong(self, row: int) -> bool:
        """Whether the tree gets a row wrong."""
        return self.predictions[row] != int(self.lesson.dataset.target.values[row])

    @property
    def wrongs(self) -> list[int]:
        return [row for row in range(len(self.leaves)) if self.wrong(row)]

    def said(self, row: int) -> Both:
        """What the owner of a row is told."""
        return self._each(lambda lesson: self._said(lesson, row))

    def _said(self, lesson: Lesson, row: int) -> str:
        classes = lesson.tree.schema.classes
        told = literal(classes[self.predictions[row]], LONGEST)
        if not self.wrong(row):
            return _("The tree gets you right: {told}.").format(told=told)
        label, leaf = int(lesson.dataset.target.values[row]), lesson.tree[self.leaves[row]].stats
        own, alike, rows = literal(classes[label], LONGEST), round(leaf[label]), round(leaf.sum())
        text = _("The tree says {told}, and you said {own}, as {alike} of the {rows} in your leaf.")
        if alike == 1 and rows > 2:
            text = _(
                "The tree says {told}, and you said {own}. Did you mistype, or are you the "
                "exception?"
            )
        return text.format(told=told, own=own, alike=alike, rows=rows)

    def sentence(self) -> Both:
        """How large the tree is, and how many rows it gets right."""
        return self._each(lambda lesson: narration.at_end(lesson))

    def _each(self, say: Any) -> Both:
        result = {}
        for language, lesson in self.lessons.items():
            with spoken(language):
                result[language] = plain(say(lesson))
        return result

    def scene(
        self, lang: str = "en", end: NodeId | None = None, folding: Folding = picture.FOLDED
    ) -> str:
        """What the stage shows of the tree, with the way to ``end`` lit. Raises DataError if it is
        no leaf of a row."""
        if end is not None and end not in self.leaves:
            raise dt.DataError(picture.NO_PICTURE)
        return picture.of_rows(self.lessons[lang], lang, end, folding)


def grown(form: SurveyForm, rows: Sequence[Sequence[SurveyAnswer]]) -> SurveyTree:
    """The tree of the rows, each as ``check`` gave it. Raises DataError while there are too few."""
    answered = {row[form.target] for row in rows}
    if len(rows) < LEAST_ROWS or len(answered) < 2:
        raise dt.DataError(NO_ROWS, n=LEAST_ROWS, target=form.items[form.target].name)
    others = (cell for row in rows for k, cell in enumerate(row) if k != form.target)
    if all(cell is None for cell in others):
        raise dt.DataError("Nobody has answered a question that the tree could ask yet.")
    lessons = {language: _lesson(form, rows, language) for language in LANGUAGES}
    return SurveyTree(form, lessons)


def _lesson(form: SurveyForm, rows: Sequence[Sequence[SurveyAnswer]], language: str) -> Lesson:
    kinds = {item.name[language]: _kind(item) for item in form.items}
    target = form.items[form.target].name[language]
    frame = _frame(form, rows, language).dropna(axis="columns", how="all")
    kinds = {name: kind for name, kind in kinds.items() if name in frame}
    data = dt.Dataset.from_frame(frame, target=target, kinds=kinds)
    recipe = RecipeChoice.of("cart", depth=DEPTH, leaf=LEAST_LEAF)
    return Lesson.begin(TableChoice("survey", target, kinds=kinds), recipe, data).finish()


def _kind(item: Item) -> str:
    return "numeric" if item.options is None else "nominal"


def _frame(form: SurveyForm, rows: Sequence[Sequence[SurveyAnswer]], language: str) -> pd.DataFrame:
    """The rows in words. Options that nobody chose are no levels of their column."""
    columns = {}
    for place, item in enumerate(form.items):
        cells = [row[place] for row in rows]
        columns[item.name[language]] = _cells(item, cells, language)
    return pd.DataFrame(columns)


def _cells(item: Item, cells: Iterable[SurveyAnswer], language: str) -> Any:
    if item.options is None:
        return [np.nan if cell is None else float(cell) for cell in cells]
    names = [option[language] for option in item.options]
    chosen = [None if cell is None else names[int(cell)] for cell in cells]
    return pd.Categorical(chosen, [name for name in names if name in chosen], ordered=True)


# ----------------------------------------------------------------------------- kept as a table


def csv(form: SurveyForm, rows: Sequence[Sequence[SurveyAnswer]], lang: str = "en") -> bytes:
    """The table as a file; an unanswered cell is empty."""
    frame = _frame(form, rows, lang).astype(object)
    return export.csv_text(frame.where(frame.notna(), "")).encode()


def keep(
    form: SurveyForm, rows: Sequence[Sequence[SurveyAnswer]], lang: str = "en", sender: str = ""
) -> str:
    """Keep the rows as a table of one's own, for as long as any; the address that opens it on
    Grow. Raises DataError, ReadingError or StoreError."""
    upload = take(f"{form.title[lang]}.csv", csv(form, rows, lang))
    name = kept_tables.store().keep(upload.content, form_of(upload), sender)
    own = own_of(upload, KEPT + name)
    target = str(upload.frame.columns[form.target])
    taken = own.choice if own.choice.target == target else own.choice.with_target(target)
    return f"{PAGE}?{urlencode(link.write_choice(taken, own))}"
