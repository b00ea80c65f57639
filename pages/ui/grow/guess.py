"""Where answers are hidden, the scores of a node stay so until a guess is committed, which is then
read.

What an answer says of how it was found comes from ``dttools.teach.diagnosis``; here are the
words. The score of the lesson lives in the session and goes with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal

import pandas as pd
import streamlit as st

from dtcore import explain
from dtcore.model import NodeId
from dtcore.stepping import Candidate
from dtshow.lesson import diagnosis, narration
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.state import kept
from dtshow.scene.blocks import Tone
from dtshow.scene.grow.look import GrowLook, Guessing, digits_of
from dtshow.words.language import _
from dttools import export, teach
from dttools.printing import Digits
from dttools.teach import Diagnosis
from pages.ui.classroom.asked_words import mistake_words
from pages.ui.components.controls import switch
from pages.ui.components.stage import hide_answers, tree_look
from pages.ui.grow.grow_view import building, highlight
from pages.ui.grow.trial import counts
from pages.ui.shell import session

Kind = Literal["column", "score"]
ANSWER: Final = session.Widget("guess_answer", "")


@dataclass(frozen=True)
class Try:
    """An answer, in words: at which step and node, what was asked, and the mistake that it shows,
    "none" if it is right."""

    step: int
    node: str
    asked: str
    answer: str
    mistake: str


@dataclass(frozen=True)
class Guess:
    """What was guessed at a node: a winning column, or the score of one (``answer``); ``tried``
    are all answers, none of whoever gave up at once."""

    column: int
    answer: str = ""
    tried: tuple[Try, ...] = ()
    good: bool = False
    done: bool = False


@dataclass(frozen=True)
class GuessView:
    """What one guesses about, and the guesses by place in a lesson."""

    kind: Kind = kept("column", widget="guess_kind_control")
    about: int | None = kept(None)
    guesses: Mapping[tuple[object, ...], Guess] = field(default_factory=dict)


def guessing() -> bool:
    """Whether scores stay hidden until they are guessed."""
    return tree_look().asks


def hide(on: bool) -> None:
    """For callbacks: hide answers from now on, or show them; the first node to be guessed is on
    show at once."""
    hide_answers(on)
    lesson = session.lesson()
    if on and lesson.weighed is None and not building():
        after = lesson.next()
        if after.weighed is not None:
            session.go(lambda _: after)


def waiting(lesson: Lesson) -> bool:
    """Whether the scores of the node that is weighed are to be hidden, since nobody has guessed
    them yet."""
    if not guessing() or lesson.weighed is None:
        return False
    at = lesson if lesson.node == lesson.weighed else lesson.select(lesson.weighed)
    if at.tree[at.node].split is not None or len(_able(at)) < 2:
        return False
    given = _given(at)
    return given is None or not given.done


def pick(lesson: Lesson, column: int) -> None:
    """For acts: who chose a question has guessed, but where its score is to be typed."""
    if waiting(lesson) and session.view(GuessView).kind == "score":
        session.change(GuessView, about=column)
    elif not waiting(lesson) or column in [c.column for c in _able(lesson)]:
        _say(lesson, column)


def commit(lesson: Lesson) -> None:
    """For callbacks: the score that is typed counts; without a question nothing happens."""
    column = chosen(lesson)
    if lesson.node == lesson.weighed and column is not None:
        _answer(lesson, column)


def kinds() -> None:
    """What is to be guessed; it stands where guessing is turned on."""
    names: dict[Kind, str] = {
        "column": _("Which question wins?"),
        "score": _("What is its score?"),
    }
    switch(_("Guess"), names, session.bind(GuessView, kind=session.view(GuessView).kind))


def panel(lesson: Lesson) -> None:
    """Below the candidates that the stage lists: of the one whose score is asked, the counts that
    it can be answered from, and a way round it. The stage's own button commits."""
    about = chosen(lesson)
    candidate = None if about is None else lesson.evidence.candidates[about]
    if candidate is not None:
        counts(lesson, candidate)
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        if candidate is not None:
            st.text_input(_asked(lesson), key=ANSWER.key, width=220, placeholder="0.0000")
        st.button(
            _("Skip, and show the scores"),
            key="guess_give_up",
            on_click=_give_up,
            args=(lesson,),
        )
    given = _given(lesson)
    if given is not None and given.answer:
        st.warning(_answered(lesson, given, _digits(lesson)))
    if tally := _tally():
        st.caption(tally)


def now(lesson: Lesson) -> Guessing:
    """What goes with it where the lesson stands."""
    view = session.view(GuessView)
    if not (guessing() or view.guesses):  # for nearly all
        return Guessing()
    given = _guessed(lesson)
    return Guessing(guessing(), waiting(lesson), chosen(lesson), given, tuple(feedback(lesson)))


def feedback(lesson: Lesson) -> Iterator[tuple[Tone, str]]:
    """What the guess at this node was worth, above the scores that it uncovered."""
    given = _given(lesson)
    if given is None or not given.done:
        return
    digits = _digits(lesson)
    said = _answered(lesson, given, digits) if given.answer else _picked(lesson, given, digits)
    if said:
        yield "good" if given.good or _right(lesson, given) else "warn", said
    if tally := _tally():
        yield "quiet", tally


def _digits(lesson: Lesson) -> Digits:
    """Those of the scores, which are hidden or not."""
    return digits_of(lesson, GrowLook())


def _able(lesson: Lesson) -> list[Candidate]:
    return [c for c in lesson.evidence.candidates if c.split is not None]


def _asked(lesson: Lesson) -> str:
    """What number is asked for, with its unit."""
    name = narration.score_name(lesson.recipe)
    return _("Its {score}").format(score=f"{name[:1].lower()}{name[1:]}")


def _say(lesson: Lesson, column: int) -> None:
    result = teach.pick(lesson.recipe, lesson.evidence, column)
    good, name = result is not None and result.good, lesson.dataset.columns[column].name
    mistake = "none" if good else "ruled_out" if result is None else "lower"
    told = _try(lesson, _("Which question wins?"), name, mistake)
    _keep(lesson, Guess(column, tried=(told,), good=good, done=True))


def _try(lesson: Lesson, asked: str, answer: str, mistake: str) -> Try:
    node = lesson.node if lesson.weighed is None else lesson.weighed
    where = narration.path_words(lesson.tree, node)
    return Try(lesson.timeline.cursor + 1, where, asked, answer, mistake)


def _answer(lesson: Lesson, column: int) -> None:
    before, answer = _given(lesson), ANSWER.value
    said = _diagnosis(lesson, column, answer or "?")
    asked = f"{narration.score_name(lesson.recipe)}{_(': ')}{lesson.dataset.columns[column].name}"
    mistake = "other" if said is None else said.mistake.name.lower()
    told = _try(lesson, asked, answer, mistake)
    tried = (*(before.tried if before is not None else ()), told)
    good = said is not None and said.good
    _keep(lesson, Guess(column, answer or "?", tried, good and len(tried) == 1, good))


def _right(lesson: Lesson, given: Guess) -> bool:
    """Whether the number typed last is the right one, at whatever try."""
    said = _diagnosis(lesson, given.column, given.answer) if given.answer else None
    return said is not None and said.good


def reveal(lesson: Lesson) -> None:
    """For acts: the class has guessed aloud; now the scores are shown."""
    if waiting(lesson) and lesson.weighed is not None:
        _give_up(lesson.select(lesson.weighed))


def _give_up(lesson: Lesson) -> None:
    given = _given(lesson) or Guess(_able(lesson)[0].column)
    _keep(lesson, replace(given, good=False, done=True))


def chosen(lesson: Lesson) -> int | None:
    """The column that the guess at the selected node is about; None before one is chosen."""
    if lesson.node != lesson.weighed or not waiting(lesson):
        return None  # to weigh a node anew would take more than all else of a click
    view = session.view(GuessView)
    about = view.about if view.kind == "score" else None
    return about if about in [c.column for c in _able(lesson)] else None


def _diagnosis(lesson: Lesson, column: int, answer: str) -> Diagnosis | None:
    candidate = lesson.evidence.candidates[column]
    return teach.diagnose(lesson.recipe, lesson.dataset.schema, lesson.evidence, candidate, answer)


def _answered(lesson: Lesson, given: Guess, digits: Digits) -> str:
    said = _diagnosis(lesson, given.column, given.answer)
    if said is None:
        return _("Type a number, such as 0.25.")
    return diagnosis.diagnosis_words(lesson, lesson.evidence.candidates[given.column], said, digits)


def _picked(lesson: Lesson, given: Guess, digits: Digits) -> str:
    if not given.tried:
        return ""
    score, column = explain.headline(lesson.recipe), given.column
    result = teach.pick(lesson.recipe, lesson.evidence, column)
    mine = lesson.evidence.candidates[column]
    return diagnosis.pick_words(lesson, mine, result, digits.show(mine.scores[score]), digits)


def as_csv(lesson: Lesson) -> bytes:
    """All answers that were given in this lesson, a line for each; nothing if there are none."""
    guesses, here = session.view(GuessView).guesses, _at(lesson, ())[:2]
    tried = [one for key, guess in guesses.items() if key[:2] == here for one in guess.tried]
    if not tried:
        return b""
    names = _("step"), _("node"), _("asked"), _("answer"), _("answered right"), _("mistake")
    lines = []
    for one in tried:
        good = one.mistake in ("none", "rounded_early")
        why = "" if one.mistake == "none" else mistake_words(one.mistake)[session.language()]
        told = _("yes") if good else _("no")
        lines.append((one.step, one.node, one.asked, one.answer, told, why))
    return export.csv_text(pd.DataFrame(lines, columns=names)).encode("utf-8-sig")


def _tally() -> str:
    guesses = [g for g in session.view(GuessView).guesses.values() if g.done and g.tried]
    if not guesses:
        return ""
    right = sum(guess.good for guess in guesses)
    return _("Right at the first try so far: {right} of {n}.").format(right=right, n=len(guesses))


def _at(lesson: Lesson, node: NodeId) -> tuple[object, ...]:
    """A node of a table and a recipe, with the questions that lead to it: by hand the same place
    can become that of other rows."""
    asked = tuple(lesson.tree[node[:depth]].split for depth in range(len(node)))
    return (repr(lesson.choice), repr(lesson.recipe_choice), node, asked)


def _key(lesson: Lesson, node: NodeId) -> tuple[object, ...]:
    return (*_at(lesson, node), lesson.timeline.cursor)


def _given(lesson: Lesson) -> Guess | None:
    return session.view(GuessView).guesses.get(_key(lesson, lesson.node))


def _guessed(lesson: Lesson) -> int | None:
    """The question that was guessed to win at the selected node, at whatever step; where a score
    was asked for, none was."""
    at, guesses = _at(lesson, lesson.node), session.view(GuessView).guesses
    known = [g for key, g in guesses.items() if key[:-1] == at and g.done and g.tried]
    return next((guess.column for guess in reversed(known) if not guess.answer), None)


def _keep(lesson: Lesson, guess: Guess) -> None:
    view, node = session.view(GuessView), lesson.node if lesson.weighed is None else lesson.weighed
    about = None if guess.done else view.about
    guesses = {**view.guesses, _key(lesson, node): guess}
    session.keep(replace(view, about=about, guesses=guesses))
    highlight(None)
