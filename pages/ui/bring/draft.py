"""Which table the Data page is about, and what happens when it is taken in another way.

It is the lesson's table, and each change begins the lesson anew; or a draft, an upload that
is no lesson yet: it may be as wrong as it likes until someone uses it. A change of the
lesson that cannot be made is refused with its reason, and the lesson stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import dtcore as dt
from dtcore.model import IntArray
from dtshow.lesson import link
from dtshow.lesson.choice import RecipeChoice, recipe_choice_for
from dtshow.tables.catalogue import Labels
from dtshow.tables.column_facts import ColumnFacts, Gaps, gaps_of
from dtshow.tables.edits import Edit, RenameColumn
from dtshow.tables.looks import at_hand
from dtshow.tables.table_choice import TableChoice
from dtshow.tables.target_guess import predicting
from dtshow.words.language import _
from dttools.files import Chosen
from pages.ui.shell import cache, session
from pages.ui.shell.frame import show_problem
from pages.ui.shell.places import go_to, title_of
from pages.ui.shell.progress import in_sight
from pages.ui.tables.upload import (
    LOOKED_OVER,
    Upload,
    after_edit,
    carried_over,
    choosing,
    copy_of,
    first_choice,
    look_over,
)
from pages.work.settings import settings

DRAFT: Final = ("draft", "confirmed")
"""In an address: that its table is no lesson yet, and whether a person said what to predict."""
Part = Literal["file", "columns", "target", "remarks", "rows"]
"""The parts of the page that can ask for a change."""


@dataclass(frozen=True)
class Asked:
    """A table of one's own that is to be read in another way, and the part that asked."""

    key: str
    chosen: Chosen
    place: Part


@dataclass(frozen=True)
class DataView:
    """``columns``: those chosen, by their names in the file; ``refused``: the part of the page
    whose change could not be made, and why, until it has been said; ``confirmed``: whether a
    person said what to predict of the draft, which is a guess until then; ``asked``: what is to
    be read before the page is drawn; ``readings``: how the table was taken in each reading of the
    file since a person last said how to take it; ``first``: when the draft was brought, no lesson
    had been opened; ``whole``: whether a phone shows the rest of the page, too."""

    draft: TableChoice | None = None
    first: bool = False
    confirmed: bool = False
    columns: tuple[str, ...] = ()
    refused: tuple[Part, dt.DtError] | None = None
    asked: Asked | None = None
    readings: Mapping[str, TableChoice] = field(default_factory=dict)
    whole: bool = False


def draft() -> TableChoice | None:
    result = session.view(DataView).draft
    return result if result is not None and result.key in session.uploads() else None


def shown() -> TableChoice:
    """The table that the page is about."""
    return draft() or session.lesson().choice.all_rows


def is_first() -> bool:
    """Whether there is nothing to go back to from the draft: no lesson had been opened when it was
    brought, and nothing has been edited since."""
    return session.view(DataView).first and not session.has_edits()


def look_at(upload: Upload) -> None:
    """Make a draft of an upload; the lesson stays."""
    session.keep_upload(upload)
    choice, first = first_choice(upload), not session.has_lesson()
    session.change(DataView, draft=choice, first=first, confirmed=False, asked=None, readings={})


def address() -> dict[str, str]:
    """That of the lesson, or of the table that is about to be one; none if it is not kept."""
    choice = draft()
    if choice is None:
        return dict(session.lesson_address())
    own = session.own(choice)
    if own is None:
        return {}
    return {**link.write_choice(choice, own), DRAFT[0]: "asked" if guessed() else DRAFT[1]}


def open_address() -> None:
    """Make a draft of the kept table that an address is about, if it was one."""
    params = session.opened_with()
    said = params.get(DRAFT[0])
    if said is None:
        return
    session.forget_address()
    try:
        own = session.own_table(params)
        choice = link.choice_in(params, own) if own is not None else None
    except dt.DtError as problem:
        session.say_trouble(problem)
        return
    first = not session.has_lesson()
    session.change(DataView, draft=choice, first=first, confirmed=said == DRAFT[1])


def forget_draft() -> None:
    """Leave the draft; the file is kept."""
    session.change(DataView, draft=None, first=False, columns=())


def choose(columns: Iterable[str]) -> None:
    session.change(DataView, columns=tuple(columns))


def guessed() -> bool:
    """Whether the target of a draft is a guess that nobody has confirmed."""
    return draft() is not None and not session.view(DataView).confirmed


def predict(column: str) -> None:
    """For callbacks: take ``column`` as the target, as a person says."""
    session.change(DataView, confirmed=True)
    choice = shown()
    take(predicting(choice, session.frame(choice), column), "target")


def use_draft() -> None:
    """For callbacks: begin a lesson on the draft, and go there."""
    if _begun():
        go_to("grow")


def ready_to_grow() -> bool:
    """Before a tree is shown: an own table becomes the lesson once its target is confirmed.

    False where the question stands open; it is asked on the Data page.
    """
    return draft() is None or (not guessed() and _begun())


def _begun() -> bool:
    """Whether there is a draft and a lesson could be begun on it."""
    choice = draft()
    if choice is None:
        return False
    try:
        session.open_lesson(choice, _recipe_for(choice.whole), is_first())
    except dt.DtError as problem:
        _refuse("target", problem)
        return False
    session.change(DataView, draft=None, first=False)
    return True


def _recipe_for(choice: TableChoice) -> RecipeChoice:
    """What the table is begun with. Raises DataError or RecipeError, for one's own table also if
    there are more classes than a server allows."""
    dataset, most = session.dataset(choice), settings().limits.classes
    count = len(dataset.schema.classes)
    if choice.uploaded and not dataset.target.numeric and count > most:
        raise dt.DataError(
            "“{column}” has {count:,} classes, and at most {limit:,} can be predicted here. Choose "
            "another column to predict.",
            column=choice.target,
            count=count,
            limit=most,
        )
    return recipe_choice_for(dataset)


def take(choice: TableChoice, place: Part) -> None:
    """Take the table as ``choice`` says; ``place`` is the part of the page that asked."""
    session.change(DataView, readings={})
    if draft() is not None:
        session.change(DataView, draft=choice)
        return
    if choice == session.lesson().choice.all_rows:
        return
    recipe_choice = session.lesson().recipe_choice
    try:
        if not session.fits(choice, recipe_choice):
            recipe_choice = _recipe_for(choice.whole)
        session.open_lesson(choice, recipe_choice)
    except dt.DtError as problem:
        _refuse(place, problem)


def read_again(upload: Upload, place: Part = "file", **chosen: Any) -> None:
    """For callbacks: have the file read in another way, in sight, before the page is drawn."""
    asked = Asked(upload.key, choosing(upload.content, upload.chosen, **chosen), place)
    session.change(DataView, asked=asked)


def asked() -> tuple[Upload, Chosen] | None:
    """The table that is to be read again, and how."""
    found = session.view(DataView).asked
    upload = session.uploads().get(found.key) if found else None
    return (upload, found.chosen) if upload and found else None


def answer(again: Upload | dt.DtError) -> None:
    """What became of the reading that was asked for: a new draft, or a reason why not."""
    view = session.view(DataView)
    session.change(DataView, asked=None)
    if isinstance(again, dt.DtError):
        _refuse(view.asked.place if view.asked else "file", again)
        return
    choice = shown()
    before = session.uploads()[choice.key]
    session.keep_upload(again)
    back = view.readings.get(again.key)  # a switch that was undone
    made = back or carried_over(choice, before, again)
    made_draft = None if back == session.lesson().choice else made
    readings = {**view.readings, choice.key: choice}
    session.change(DataView, draft=made_draft, columns=(), readings=readings)


def edit(change: Edit) -> None:
    """For callbacks: change the table on show; one that comes with the app is copied first."""
    choice = shown()
    upload = session.uploads().get(choice.key)
    called = {change.name: change.to} if isinstance(change, RenameColumn) else {}
    try:
        if upload is None:
            words = session.labels(choice)
            names = [str(name) for name in session.frame(choice).columns]
            upload = copy_of(session.frame(choice), title_of(choice), words)
            choice = after_edit(choice, upload, {name: words.columns[name] for name in names})
        after = upload.edited((*upload.edits, change))
    except dt.DtError as problem:
        _refuse("rows", problem)
        return
    _turn_to(after, after_edit(choice, after, called))


def take_sample() -> None:
    """For callbacks: the sample of the lesson's large table as a table of one's own."""
    choice = session.lesson().choice
    name = _("sample of {table}").format(table=title_of(choice))
    with session.trouble_told():
        upload = copy_of(session.frame(choice), name, Labels())
        _turn_to(upload, TableChoice(upload.key, choice.target, kinds=choice.kinds))
    go_to("data")


def undo_edit() -> None:
    choice = shown()
    upload = session.uploads().get(choice.key)
    if upload is None or not upload.edits:
        return
    last, before = upload.edits[-1], upload.edited(upload.edits[:-1])
    called = {last.to: last.name} if isinstance(last, RenameColumn) else {}
    _turn_to(before, after_edit(choice, before, called))


def _turn_to(upload: Upload, choice: TableChoice) -> None:
    """Another state of a table whose target is known."""
    session.keep_upload(upload)
    new = None if choice == session.lesson().choice else choice
    session.change(DataView, draft=new, columns=(), confirmed=not guessed())


def problem() -> dt.DtError | None:
    """Why no tree can be grown on a draft as it is taken now."""
    choice = draft()
    if choice is None:
        return None
    try:
        _recipe_for(choice)
    except dt.DtError as found:
        return found
    return None


def dataset() -> dt.Dataset | None:
    """The table as the engine sees it; None if a draft cannot be taken so."""
    choice = draft()
    if choice is None:
        return session.lesson().dataset
    try:
        made: dt.Dataset = session.dataset(choice)
    except dt.DtError:
        return None
    return made


def rows() -> IntArray | None:
    """The places of the rows that a tree is grown on; None where no row is left out."""
    made = dataset()
    return made.origin if made is not None and made.left_out else None


def gaps() -> Gaps:
    """The missing cells in the rows that can be used, whether or not those with some are."""
    choice, used = shown(), None
    with suppress(dt.DtError):
        made = session.dataset(replace(choice, complete=False))
        used = made.origin if made.left_out else None
    return gaps_of(session.frame(choice), choice, used)


def facts() -> tuple[ColumnFacts, ...]:
    """What is in the columns, in the rows that a tree is grown on. Raises UnfinishedError while a
    large table is looked over, in sight; one that was brought has been as it was read."""
    choice = shown()
    frame = session.frame(choice)
    if frame.size > cache.LARGE and not at_hand(frame, LOOKED_OVER):
        in_sight(
            (LOOKED_OVER, choice.key),
            lambda tell: look_over(frame, lambda share: tell(share, 0)),
            lambda work: _("Looking at the columns…"),
        )
    return cache.facts(choice, frame, rows())


def show_refusal(place: Part) -> None:
    """Say once, where it was asked, why a change was not made."""
    part, problem = session.view(DataView).refused or (None, None)
    if problem is not None and part == place:
        session.change(DataView, refused=None)
        show_problem(problem)


def _refuse(place: Part, problem: dt.DtError) -> None:
    session.change(DataView, refused=(place, problem))


def heading(text: str) -> None:
    st.header(text, anchor=False)


def rest(name: str) -> DeltaGenerator:
    """A place for what a phone shows of one's own table only when it is asked for."""
    folded = shown().uploaded and not session.view(DataView).whole
    return st.container(key=f"data_{'rest' if folded else 'whole'}_{name}")


def way_to_rest() -> None:
    """The button of a phone that unfolds it, and folds it again."""
    if shown().uploaded:
        whole = session.view(DataView).whole
        st.button(
            _("Show less") if whole else _("Columns, how the file was read, and rows"),
            key="data_more",
            width="stretch",
            on_click=lambda: session.change(DataView, whole=not whole),
        )


def offer_sample() -> None:
    """Some of its rows as a table of one's own; nothing where the rows are there."""
    lesson = session.lesson()
    if not lesson.dataset.counted:
        return
    label = _("Take {n} rows of it as a table of your own").format(n=len(lesson.dataset.at_hand))
    st.button(label, key="take_sample", icon=":material/table_rows:", on_click=take_sample)
