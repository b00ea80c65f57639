"""Partial trees and possible rows in words; plain text."""

from __future__ import annotations

from collections.abc import Iterator

from dtcore.model import Schema
from dtshow.words.language import _
from dtshow.words.markdown import one_line
from dttools.space.search import Sketch

LONG = 24


def splits(schema: Schema, sketch: Sketch) -> list[str]:
    """A line for each split: "Outlook", "Outlook = Sunny → Humidity"."""
    return list(_splits(schema, sketch, ())) or [_("No split: one leaf")]


def _splits(schema: Schema, sketch: Sketch, path: tuple[str, ...]) -> Iterator[str]:
    if sketch is None:
        return
    column, below = sketch
    yield " → ".join([*path, one_line(schema.columns[column].name, LONG)])
    for branch, tree in enumerate(below):
        yield from _splits(schema, tree, (*path, cell(schema, column, branch)))


def cell(schema: Schema, column: int, code: int) -> str:
    """ "Outlook = Sunny"."""
    asked = schema.columns[column]
    return f"{one_line(asked.name, LONG)} = {one_line((asked.levels or ())[code], LONG)}"
