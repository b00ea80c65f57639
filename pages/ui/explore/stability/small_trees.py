"""The trees as small multiples: that of all rows first, then the first of the samples."""

from __future__ import annotations

import html
from collections.abc import Mapping
from typing import Final

import streamlit as st

import dtcore as dt
from dtcore.evaluation import Stability
from dtcore.model import Schema
from pages.ui.explore.stability.outline import (
    HIGH,
    OTHER,
    WIDE,
    Mark,
    levels_of,
    marks,
    outline,
)
from pages.ui.wording import number_format
from pages.ui.wording.language import _
from pages.ui.wording.markdown import one_line

MOST: Final = 24
"""Drawings."""


def small_trees(result: Stability) -> None:
    trees = [result.original, *result.examples][:MOST]
    levels = levels_of(trees)
    marked = marks(trees, levels)
    st.markdown("## " + _("The trees side by side"))
    st.caption(_said(result, len(trees) - 1, levels))
    legend = "".join(_named(result.original.schema, marked))
    drawn = "".join(_drawn(tree, marked, levels, number) for number, tree in enumerate(trees))
    st.html(f'<div class="small-trees"><p>{legend}</p><ol>{drawn}</ol></div>')


def _said(result: Stability, drawn: int, levels: int) -> str:
    text = _(
        "The tree of all rows and the first {n} of {trees}. They have {least} to {most} leaves, "
        "that of all rows {own}. Ticks are leaves."
    )
    said = text.format(
        n=drawn,
        trees=len(result),
        least=int(result.leaves.min()),
        most=int(result.leaves.max()),
        own=result.original.leaves,
    )
    deepest = max(int(result.original.depths.max()), int(result.depths.max()))
    if levels > deepest:
        return said
    return f"{said} " + _("Only the first {n} levels are drawn.").format(n=levels)


def _named(schema: Schema, marked: Mapping[int, Mark]) -> list[str]:
    """The legend: each column with its mark; those without one of their own in one word."""
    own = [
        _entry(mark, one_line(schema.columns[column].name, 30))
        for column, mark in marked.items()
        if mark.shape != OTHER
    ]
    others = [_entry(Mark(OTHER), _("other columns"))] if len(own) < len(marked) else []
    return own + others


def _entry(mark: Mark, name: str) -> str:
    shape = f'<path style="{mark.paint}" d="{mark.at(7, 7, 6)}"/>'
    box = 'viewBox="0 0 14 14" width="14" height="14"'
    return f'<span><svg {box} aria-hidden="true">{shape}</svg>{html.escape(name)}</span>'


def _drawn(tree: dt.Tree, marked: Mapping[int, Mark], levels: int, number: int) -> str:
    """One tree: its drawing, and below it which it is and how many leaves it has."""
    name = f"{number}" if number else _("all rows")
    leaves = number_format.leaves(tree.leaves)
    root = tree.splits[0]
    asks = _("a leaf") if root is None else tree.schema.columns[root.column].name
    label = html.escape(f"{name}: {one_line(asks, 40)}, {leaves}", quote=True)
    box = f'viewBox="0 0 {WIDE:g} {HIGH:g}"'
    svg = f'<svg {box} role="img" aria-label="{label}">{outline(tree, marked, levels)}</svg>'
    told = html.escape(f"{name} · {leaves}")
    return f'<li class="{"sample" if number else "own"}">{svg}<small>{told}</small></li>'
