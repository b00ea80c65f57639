"""The rows that a class has answered, and the tree of them, made once for all who look at it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import dtcore as dt
from pages.ui.classroom import survey
from pages.ui.classroom.survey import SurveyAnswer, SurveyForm, SurveyTree
from pages.ui.shell import cache


def form_of(record: Mapping[str, Any]) -> SurveyForm:
    """The form of a record, made once."""
    return _form(json.dumps(record, sort_keys=True))


@cache.shared(cache.store(16))
def _form(record: str) -> SurveyForm:
    return survey.again(json.loads(record))


def rows_of(answers: Mapping[int, str]) -> list[list[SurveyAnswer]]:
    """The rows, by the numbers of those who answered."""
    return [json.loads(answers[number]) for number in sorted(answers)]


def grow(record: Mapping[str, Any], answers: Mapping[int, str]) -> SurveyTree:
    """The tree. Raises DataError while there are too few rows."""
    said = tuple(answers[number] for number in sorted(answers))
    return _grown(json.dumps(record, sort_keys=True), said)


def grown(record: Mapping[str, Any], answers: Mapping[int, str]) -> SurveyTree | None:
    """The tree; None while there are too few rows."""
    try:
        return grow(record, answers)
    except dt.DtError:
        return None


@cache.shared(cache.store(16))
def _grown(record: str, said: Sequence[str]) -> SurveyTree:
    return survey.grown(_form(record), [json.loads(one) for one in said])


def edition(answers: Mapping[int, str]) -> str:
    """Tells a table from the same one with other rows, in an address."""
    return sha256(json.dumps(answers, sort_keys=True).encode()).hexdigest()[:10]
