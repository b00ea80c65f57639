"""What a step that weighs has for the phones: the candidates, and once told their scores and a sum.

It is what a lecture shows of the same beat (``dtshow.scene.grow.lecture``), in both languages.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow import lecture
from dtshow.scene.grow.look import GrowLook
from dtshow.scene.sums import read_only
from dtshow.words.language import spoken
from pages.ui.classroom.steps import ClassStep, digits

Json = dict[str, Any]


def weighing(place: ClassStep, told: bool) -> Json | None:
    """None where nothing is weighed. Before it is ``told``, nothing tells which one is best."""
    beats = {language: _beat(here, language) for language, here in place.lessons.items()}
    named = beats["en"]["asked"] is not None and not told
    lists = {language: beat["asked" if named else "candidates"] for language, beat in beats.items()}
    if lists["en"] is None:
        return None
    each = zip(lists["en"]["rows"], lists["zh"]["rows"], strict=True)
    lines = {language: (beat["sum"] or {}).get("lines", []) for language, beat in beats.items()}
    both_lines = zip(lines["en"], lines["zh"], strict=True)
    return {
        "told": not named,
        "label": _both(lists, "label"),
        "rows": [_row({"en": en, "zh": zh}) for en, zh in each],
        "more": {language: found["more"][-1] for language, found in lists.items()},
        "sums": [] if named else [sum_line(en, zh["legend"]) for en, zh in both_lines],
    }


def _beat(lesson: Lesson, language: str) -> Json:
    with spoken(language):
        found = lecture.weighing(lesson, GrowLook(lecture=True), digits(lesson))
    assert found is not None  # one lectures
    return found


def _both(each: Mapping[str, Json], name: str) -> Json:
    return {language: one[name] for language, one in each.items()}


def _row(each: Mapping[str, Json]) -> Json:
    scored: Json = {} if "value" not in each["en"] else {"value": _both(each, "value")}
    told: Json = {key: each["en"][key] for key in ("share", "best") if key in each["en"]}
    return {"name": _both(each, "name"), **scored, **told}


def sum_line(drawn: Mapping[str, Any], legend: str) -> Json:
    """A line of working as phones draw it (``stage/mathml.js``): nobody presses a count there."""
    return {
        "label": {"en": drawn["legend"], "zh": legend},
        "text": drawn["says"],
        "symbol": drawn["symbol"],
        "numbers": read_only(drawn["numbers"]),
        "relation": "" if drawn["plain"] else drawn["relation"],
        "value": drawn["value"],
    }
