"""A guided lesson for a page without a server: each sentence with what the app draws at it, as far
as that is the stage's, and each question before its answer.

Not done here: the page itself (``dtshow.page``). Of what the stage does not draw, a stop has a
tree, sums or a table, and all have the way to their own page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

import numpy as np
import streamlit as st

import dttools as dt
from dtcore.formula import named_parts
from dtcore.model import encode, path
from dtshow.lesson import answers
from dtshow.lesson.narration import path_words
from dtshow.page.package import INDEX, Pages
from dtshow.page.page import head, index_page, lesson_page
from dtshow.page.recording import Json, read_only_sum, record_still, record_stop
from dtshow.scene import blocks
from dtshow.scene.blocks import Block, Button
from dtshow.scene.grow.panel import HOLE
from dtshow.scene.grow.rows import Display
from dtshow.scene.grow.scene import GrowScene
from dtshow.scene.sums import Line, Writing, sum_block
from dtshow.scene.tree.section import Overlay, TreePart
from dtshow.scene.tree.tree_look import EVERY, Folding, TreeLook
from dtshow.scene.trees import PruningScene, UseScene
from dtshow.words import number_format
from dtshow.words.language import LANGUAGES, _, joined, speaking, spoken
from dttools.evaluation import NumberEvaluation
from dttools.printing import Digits
from dttools.study import prediction
from pages.ui.classroom import questions
from pages.ui.classroom.questions import ClassQuestion
from pages.ui.components.controls import as_page_or_scorm
from pages.ui.grow.looking import addressed
from pages.ui.impurity import typed
from pages.ui.impurity.arithmetic import of_counts, of_share
from pages.ui.impurity.controls import unit_name
from pages.ui.impurity.curve import heights
from pages.ui.impurity.impurity_view import counts_in, share_in
from pages.ui.pruning import stage, words
from pages.ui.pruning.evidence import evidence
from pages.ui.shell import cache, session
from pages.ui.shell.places import StoryView, app_address
from pages.ui.story import runner, shelf, to_class
from pages.ui.story.guide import GuidePart, GuideStop, read
from pages.ui.story.lessons_view import LessonsView
from pages.ui.story.numbers import OpenedStop
from pages.ui.use.answer import said
from pages.ui.use.use_view import read_case

Asked = ClassQuestion | None
WHOLE: Final = "course"
"""Names all lessons of the course together."""


def saved(key: str, languages: Sequence[str], folder: bool = False) -> dict[str, Json]:
    """A bundled lesson by language, for ``dtshow.page.lesson_page``; ``folder``: the others of the
    course lie beside it. Raises LinkError."""
    asks = [stop["ask"] and questions.again(stop["ask"]) for stop in to_class.stops(key)]
    return _in_each(languages, lambda: _saved(key, asks, folder))


def _in_each(languages: Sequence[str], say: Callable[[], Json]) -> dict[str, Json]:
    said = {}
    for language in languages:
        with spoken(language):
            said[language] = say()
    return said


def save_pages() -> None:
    """The place where the bundled lessons are saved; called with a session."""
    view, running = session.view(LessonsView), session.view(StoryView).key
    titles = {WHOLE: _("The course")} | {k: read(runner.text_of(k)).title for k in runner.LESSONS}
    chosen = next(one for one in (view.lesson, running, WHOLE) if one in titles)
    st.markdown(_("**Save lessons as pages**"))
    st.markdown(
        _(
            "A page is one file that any browser opens, without a server or a network. "
            "It has each sentence with its tree and sums, and asks before it answers: a "
            "lesson in English and Chinese, the course in the language of this page."
        )
    )
    st.selectbox(
        _("Lesson"),
        list(titles),
        format_func=titles.__getitem__,
        **session.bind(LessonsView, lesson=chosen),
    )
    languages = sorted(LANGUAGES, key=lambda one: one != session.language())
    several = chosen == WHOLE  # half a minute in one language
    made = partial(pages, chosen, tuple(languages[: 1 if several else None]), app_address())
    as_page_or_scorm(chosen, made, "lessons_page", several)


@cache.shared(cache.store(16))
def pages(name: str, languages: Sequence[str], home: str) -> Pages:
    """Of a bundled lesson, or of ``WHOLE`` with its index first; made once for all who share the
    server. Raises LinkError."""
    if name != WHOLE:
        runner.text_of(name)  # or says that there is no such lesson
        return {INDEX: lesson_page(saved(name, languages), home)}
    each = {
        f"{key}.html": lesson_page(saved(key, languages, folder=True), home)
        for key in runner.COURSE
    }
    return {INDEX: index_page(_in_each(languages, _listed)), **each}


def _listed() -> Json:
    lessons = [
        {"key": key, "title": guide.title, "says": shelf.aim(key, guide, _("{n} min: {aim}."))}
        for key in runner.COURSE
        if (guide := read(runner.text_of(key)))
    ]
    above = _("Minutes in class; after the lesson you can …")
    return {"title": _("The course"), "above": above, "lessons": lessons}


def _saved(key: str, asks: Sequence[Asked], folder: bool) -> Json:
    guide = runner.guide_of(key)
    beats, parts, places = list[Json](), list[GuidePart](), enumerate(asks, 1)
    for part in guide.parts:
        stops = list[GuideStop]()
        for stop, (at, asked) in zip(part.stops, places, strict=False):
            page = "" if stop.page == "home" else stop.page
            link = {**stop.params, "lesson": key, "at": str(at), "lang": speaking()}
            for shown, ask in _asking(stop, asked):
                stops.append(shown)
                beats.append(_beat(shown, ask) | {"page": page, "link": link})
        parts.append(replace(part, stops=tuple(stops)))
    band = runner.contents(replace(guide, parts=tuple(parts)), key) | {
        "key": key,
        "after": runner.after(key),
        "folder": folder,
        "more": _("The app shows more here"),
        "finished": _("Done"),
        "again": _("To the start"),
    }
    return head(guide.title) | {"beats": beats, "guide": band}


def _asking(stop: GuideStop, asked: Asked) -> Iterator[tuple[GuideStop, Asked]]:
    """The question before its answer, if it is one of several answers."""
    if asked is not None and asked.question.keys:
        text = questions.public(asked)["text"][speaking()]
        yield replace(stop, sentence=text, note=""), asked
    yield stop, None


def _beat(stop: GuideStop, asked: Asked) -> Json:
    opened = OpenedStop(stop)
    match stop.page:
        case "grow" if asked is not None:
            return _question(opened, asked)
        case "grow" | "data":
            return record_stop(_scene(opened))
        case "pruning":
            return _pruning(opened)
        case "impurity":
            return {"scene": None, "acts": {}, "paper": _impurity(stop)}
        case _:
            return _in_use(opened)


def _scene(opened: OpenedStop, **looks: Any) -> GrowScene:
    lesson, look = addressed(opened.lesson, opened.stop.params)
    rows = cache.display(lesson.choice, speaking(), session.frame)
    return GrowScene(lesson, replace(look, **looks), Display(rows), {})


def _question(opened: OpenedStop, asked: ClassQuestion) -> Json:
    """The node without its candidates, and the answers to choose from."""
    language, public, told = speaking(), questions.public(asked), questions.revealed(asked)
    beat = record_stop(_scene(opened, counts_only=True))
    names = {one["key"]: one["text"][language] for one in public["options"]}
    items = [Button(f"guess:{key}", name) for key, name in names.items()]
    panel = [blocks.say("asked", public["note"][language], "quiet"), blocks.buttons("guess", items)]
    listed = {"label": _("Options"), "rows": [{"name": name} for name in names.values()]}
    lecture = beat["scene"]["lecture"] | {"candidates": listed | {"more": [""] * (len(names) + 1)}}
    judged = {
        key: _judged(name, key in told["keys"], told["why"][key][language])
        for key, name in names.items()
    }
    return beat | {
        "scene": beat["scene"] | {"panel": panel, "lecture": lecture},
        "acts": {},
        "others": {},
        "ask": {"right": told["keys"], "judged": judged},
    }


def _judged(name: str, right: bool, why: str) -> Block:
    known = _("You are right.") if right else _("Not this time.")
    return blocks.say("judged", f"**{name}** · {joined(known, why)}", "good" if right else "warn")


def _pruning(opened: OpenedStop) -> Json:
    now, params = opened.pruning, opened.stop.params
    assert now is not None
    found, fine = evidence(now), Digits.for_scale(now.grown.tree.impurity(()))
    overlay = Overlay(before=stage.before(now), weak=found.goes)
    tree = TreePart(now.lesson, fine, TreeLook(Folding(EVERY)), overlay)
    view = params.get("view", "")
    errors = stage.errors_of(now, view, view == "risk")
    lecture = stage.plainly([], fine) | {"errors": errors}
    scene = PruningScene(tree, words.narrate(now, fine), (False, False), lecture=lecture)
    panel = [blocks.say("standing", words.purpose(now)), *([blocks.hole(HOLE)] if errors else [])]
    return record_still(scene.sections(), panel=panel)


def _in_use(opened: OpenedStop) -> Json:
    """The tree, the way of a case and its answer, the matrix of the rows held out, or the rules."""
    params = opened.stop.params
    pruned = params.get("tree") == "pruned" or params.get("tab") == "evaluate"
    lesson = opened.lesson if pruned else opened.grown
    if not (pruned or lesson.timeline.cursor):
        lesson = lesson.finish()
    lit, panel, tree = {}, list[Block](), lesson.tree
    if case := read_case(params.get("case", ""), lesson.dataset):
        frame = case.frame(tree)
        lit = dict(path(tree, encode(frame, tree.schema), 0))
        panel = [
            blocks.say("answer", number_format.with_measures(said(lesson, prediction(tree, frame))))
        ]
    elif params.get("tab") == "rules":
        rules = [
            f"{path_words(tree, node.id)} → {answers.answer(lesson, node.id)}"
            for node in tree
            if node.leaf
        ]
        panel = [blocks.listing("rules", rules)]
    elif params.get("tab") == "evaluate":
        panel = [_matrix(opened) if tree.schema.classes else _off(opened)]
    part = TreePart(
        lesson, Digits.for_scale(tree.impurity(())), TreeLook(Folding(EVERY)), Overlay(path=lit)
    )
    return record_still(
        UseScene(part, picked=False).sections(), **({"panel": panel} if panel else {})
    )


def _matrix(opened: OpenedStop) -> Block:
    counts = dt.evaluation.confusion(opened.lesson.tree, opened.held_out)
    names = opened.lesson.tree.schema.classes
    heads = ["", *(_("predicted: {name}").format(name=name) for name in names)]
    rows = [
        [name, *(number_format.shown(float(n)) for n in row)]
        for name, row in zip(names, counts, strict=False)
    ]
    return blocks.table("matrix", heads, rows)


def _off(opened: OpenedStop) -> Block:
    """How far numbers are off, as Evaluate works it out."""
    found = dt.evaluation.evaluate(opened.lesson.tree, opened.held_out)
    assert isinstance(found, NumberEvaluation)
    line = Line(found.rmse.formula, _("root mean square error"), result=True)
    return read_only_sum(sum_block([line], Writing(Digits()), _("Working")))


def _impurity(stop: GuideStop) -> Json:
    """The curves of two classes, the point that the stop is about, and its sums."""
    counts, topic = counts_in(stop.params), stop.params.get("topic", "curve")
    measures = [dt.Entropy(), *([dt.Gini()] if topic == "criteria" else [])]
    values = np.array(typed.counts(counts)) if counts is not None and topic == "counts" else None
    p = (share_in(stop.params) or 0.0) if values is None else float(values[0] / values.sum())
    found = [of_share(one, p) if values is None else of_counts(one, values) for one in measures]
    lines = [
        Line(part, unit_name(one), part is whole)
        for one, whole in zip(measures, found, strict=True)
        for part in named_parts(whole)
    ]
    return {
        "p": p,
        "label": _("p, the share of the first class"),
        "curves": [heights(one).tolist() for one in measures],
        "values": [one.value for one in found],
        "sum": sum_block(lines, Writing(Digits()), _("Working")),
    }
