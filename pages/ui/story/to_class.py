"""A guided lesson as a class follows it: its stops, in both languages, as the class keeps them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any
from urllib.parse import urlencode

import dtcore as dt
from dtshow.lesson.lesson import Lesson
from dtshow.scene.tree.tree_look import name_of
from dtshow.tables.catalogue import LANGUAGES
from dtshow.words import number_format
from dtshow.words.language import spoken
from pages.ui.classroom import opening, steps
from pages.ui.classroom.wall import WallLook
from pages.ui.shell.places import OWN
from pages.ui.story import runner
from pages.ui.story.guide import Guide, GuidePart, GuideStop, read, stop_at
from pages.ui.story.numbers import OpenedStop

Record = dict[str, Any]


def listed() -> list[Record]:
    """As their files name them; no number is worked out."""
    return [{"lesson": key, "title": _title(key)} for key in runner.LESSONS]


def _title(key: str) -> steps.Both:
    return steps.both(lambda: read(runner.text_of(key)).title)


def stops(key: str) -> list[Record]:
    """Raises LinkError or ReadingError, which names the line."""
    each = {}
    for language in LANGUAGES:
        with spoken(language):
            guide = runner.guide_of(key)
        each[language] = [(guide, part, stop) for part in guide.parts for stop in part.stops]
    both = zip(each["en"], each["zh"], strict=True)
    made = [_stop(key, at, {"en": en, "zh": zh}) for at, (en, zh) in enumerate(both, 1)]
    return [_guessing(stop, after) for stop, after in pairwise([*made, None]) if stop]


def _guessing(stop: Record, after: Record | None) -> Record:
    """Where a table is shown whose root is weighed next, the class guesses from what it will be
    told of."""
    shown = stop["open"].startswith("/data?") and stop["step"]
    asked = after is not None and shown and after["step"].startswith(f"{shown}&weigh=")
    if not (after and asked):
        return stop
    return stop | {"step": after["step"], "guess": True, "look": stop["look"] | {"counts": False}}


def _stop(key: str, at: int, told: dict[str, tuple[Guide, GuidePart, GuideStop]]) -> Record:
    stop = told["en"][2]
    step = _step(stop) if stop.page in ("grow", "data") else None
    along = {} if key == OWN else {"lesson": key, "at": str(at)}
    page = "" if stop.page == "home" else stop.page
    return {
        "step": step.address if step else "",
        "look": _look(step, stop).record,
        "says": {
            lang: number_format.with_measures(one.sentence) for lang, (*_, one) in told.items()
        },
        "lesson": {lang: guide.title for lang, (guide, _, _) in told.items()},
        "title": {
            lang: f"{guide.subject[0]} · {part.name}" for lang, (guide, part, _) in told.items()
        },
        "note": {lang: one.note for lang, (*_, one) in told.items()},
        "open": f"/{page}?{urlencode({**stop.params, **along})}",
        "tree": page in ("pruning", "use"),
        "ask": _ask(step, stop) if step and stop.ask else None,
    }


def _look(step: steps.ClassStep | None, stop: GuideStop) -> WallLook:
    return WallLook(
        step.lesson.node if step and "node" in stop.params else None,
        counts=stop.page == "data" or stop.params.get("scores") == "0",
        light=stop.params.get("light", ""),
        new=stop.params.get("new", ""),
    )


def tree_at(address: str) -> Lesson:
    """The lesson whose tree a stop's page shows, cut back if that is pruning. Raises DtError."""
    return OpenedStop(stop_at("", address, 0)).lesson


def _step(stop: GuideStop) -> steps.ClassStep | None:
    """None of a table of one's own that only this session has, or one that is too large."""
    try:
        return steps.opened(f"/grow?{urlencode(stop.params)}")
    except dt.DtError:
        return None


def _ask(step: steps.ClassStep, stop: GuideStop) -> Record:
    """About the node that is weighed, else the one that comes next."""
    weighed = step.lesson.weighed
    node = None if weighed is None else name_of(weighed)
    try:
        asked = opening.stop_of(step.address, {"kind": stop.ask, "node": node})
    except dt.DtError as problem:
        raise dt.ReadingError(
            "Line {line}: {problem}", line=stop.line, problem=problem
        ) from problem
    ask: Record = asked["ask"]
    return ask
