"""The trees as small multiples: that of all rows first, then the first of the samples."""

from __future__ import annotations

import html
from collections.abc import Mapping
from typing import Final
from urllib.parse import quote

import streamlit as st

import dtcore as dt
from dtcore.model import Schema
from dtshow.words import number_format
from dtshow.words.language import _, joined
from dtshow.words.markdown import one_line
from dttools.evaluation import Stability
from pages.ui.explore.outline import HIGH, OTHER, WIDE, Mark, levels_of, marks, outline
from pages.ui.shell.frame import theme

MOST: Final = 24
"""Drawings."""


def small_trees(result: Stability) -> None:
    trees = [result.original, *result.examples][:MOST]
    levels = levels_of(trees)
    marked = marks(trees, levels)
    st.markdown("## " + _("Trees side by side"))
    st.caption(_said(result, len(trees) - 1, levels))
    legend = "".join(_named(result.original.schema, marked))
    drawn = "".join(_drawn(tree, marked, levels, number) for number, tree in enumerate(trees))
    st.html(f'<div class="small-trees"><p>{legend}</p><ol>{drawn}</ol></div>')


def _said(result: Stability, drawn: int, levels: int) -> str:
    text = _(
        "The tree of all rows, with {own} leaves, and the first {n} of {trees} trees. "
        "The {trees} trees have {least} to {most} leaves. Ticks are leaves."
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
    return joined(said, _("Only the first {n} levels are drawn.").format(n=levels))


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
    shape = f'<path style="{mark.paint(theme())}" d="{mark.at(7, 7, 6)}"/>'
    return f"<span>{_picture(shape, 14, 14, '')}{html.escape(name)}</span>"


def _picture(inside: str, wide: float, high: float, label: str) -> str:
    """An SVG as an image: Streamlit takes drawings out of a page's HTML."""
    space = 'xmlns="http://www.w3.org/2000/svg"'
    box = f'width="{wide:g}" height="{high:g}" viewBox="0 0 {wide:g} {high:g}"'
    source = quote(f"<svg {space} {box}>{inside}</svg>")
    return f'<img src="data:image/svg+xml,{source}" alt="{html.escape(label, quote=True)}">'


def _drawn(tree: dt.Tree, marked: Mapping[int, Mark], levels: int, number: int) -> str:
    """One tree: its drawing, and below it which it is and how many leaves it has."""
    name = f"{number}" if number else _("all rows")
    leaves = number_format.leaves(tree.leaves)
    root = tree.splits[0]
    asks = _("a leaf") if root is None else tree.schema.columns[root.column].name
    label = f"{name}{_(': ')}{one_line(asks, 40)}{_(', ')}{leaves}"
    svg = _picture(outline(tree, marked, levels, theme()), WIDE, HIGH, label)
    told = html.escape(f"{name} · {leaves}")
    return f'<li class="{"sample" if number else "own"}">{svg}<small>{told}</small></li>'
