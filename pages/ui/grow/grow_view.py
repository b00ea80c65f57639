"""What the Grow page keeps of itself between reruns, besides what is looked at (``GrowLook``) and
what is guessed (``guess``)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from dtcore.formula import Query
from dtcore.model import NodeId, Threshold
from dtcore.stepping import Candidate
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.state import kept
from dtshow.scene.grow.look import GrowLook
from dttools.study import values_here
from pages.ui.shell import session

APART: Final = 2
"""Missing cells on one side, all others on the other; 0 and 1 are the branches of a cut."""


@dataclass(frozen=True)
class SearchReport:
    """What BFS-ID3 found: its ``splits`` are those of its tree."""

    looked_at: int
    errors: float
    splits: int


def _table(lesson: Lesson) -> str:
    return lesson.dataset.digest


@dataclass(frozen=True)
class PanelView:
    """What the panels and popovers around the stage keep. ``cut`` and ``missing_side`` belong to a
    column, named first; ``grouping``: the way in which a nominal column is tried."""

    page: ClassVar = "grow"
    cut: tuple[int, float] | None = kept(None)
    missing_side: tuple[int, int] | None = kept(None)
    grouping: str | None = kept(None, widget="way_control")
    class_rule: str | None = kept(None)
    worksheet_steps: int = kept(3, widget="sheet_steps", lasts=True)
    worksheet_nodes: Sequence[NodeId] = kept((), widget="sheet_nodes", scope=_table)
    variants: int = kept(0, widget="sheet_variants", scope=_table)
    stories: bool = kept(True, widget="sheet_stories")
    seed: int = kept(1, widget="sheet_seed")
    searched: SearchReport | None = kept(None, scope=_table)


def try_cut(cut: tuple[int, float] | None) -> None:
    """For callbacks: a cut of a column, or that of the candidate looked at; what was pressed is
    let go."""
    session.change(PanelView, cut=cut)
    highlight(None)


def cut_tried(lesson: Lesson, candidate: Candidate | None) -> Threshold | None:
    """The cut being tried of the candidate's column, if it parts the values at the node."""
    column, cut = session.view(PanelView).cut or (None, None)
    if candidate is None or cut is None or candidate.column != column:
        return None
    if not isinstance(candidate.split, Threshold) or (side := side_chosen(candidate)) == APART:
        return None
    timeline = lesson.timeline
    values = values_here(timeline.problem, timeline.state, lesson.node, column)
    if not values.min() <= cut < values.max():
        return None
    return Threshold(column, float(cut), side)


def side_chosen(candidate: Candidate) -> int:
    """Where the cuts of the candidate's column send missing cells: as chosen, else as its best
    split does."""
    split, (column, chosen) = candidate.split, session.view(PanelView).missing_side or (-1, -1)
    assert isinstance(split, Threshold)
    if column == candidate.column:
        return chosen
    return APART if math.isinf(split.cut) else split.missing


def highlight(query: Query | None) -> None:
    """For callbacks: let the rows that ``query`` counts stand out; None: those of the node."""
    session.change(GrowLook, highlighted=query)


@dataclass(frozen=True)
class BuildView:
    """Whether a tree of one's own is built (``on``), and whether it stands beside the algorithm's.

    ``asked``: a node of a table, and the column chosen for it.
    """

    on: bool = kept(False)
    comparing: bool = kept(False, reset_by=("on",))
    asked: tuple[object, int] | None = kept(None)


def building() -> bool:
    """Whether a tree of one's own is being built."""
    return session.view(BuildView).on


def build_own(on: bool) -> None:
    """For callbacks: begin or leave a tree of one's own."""
    session.change(BuildView, on=on)
