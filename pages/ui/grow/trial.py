"""A split that is tried: what it would make of the rows, its score and arithmetic, and the button
that takes it by hand instead of the algorithm's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pandas as pd
import streamlit as st

import dtcore as dt
from dtcore import explain
from dtcore.model import Split, predictions, weight_of, weight_text
from dtcore.stepping import Candidate
from dtshow.lesson import narration
from dtshow.lesson.lesson import Lesson
from dtshow.scene.blocks import Button
from dtshow.scene.grow.candidates import cautions, introduction, working_block, working_lines
from dtshow.scene.grow.lecture import COMPARED
from dtshow.scene.grow.look import GrowLook
from dtshow.scene.grow.node import leaf_button, take_button
from dtshow.scene.sums import keys_of
from dtshow.words import number_format
from dtshow.words.language import _, joined
from dtshow.words.markdown import literal
from dttools.printing import Digits
from pages.ui.components.formula import sum_view
from pages.ui.grow.grow_view import highlight
from pages.ui.shell import session

MOST_CLASSES = 6
MOST_BRANCHES, MOST_COUNTED = 6, 8
ROW, HEAD = 30, 37
Move = dt.Expand | dt.MakeLeaf | dt.Prune
ICONS: Final = {"hand": ":material/back_hand:", "leaf": ":material/eco:"}


def outcome(lesson: Lesson, candidate: Candidate, digits: Digits) -> None:
    """The branches with their counts and impurity, then the score beside the best."""
    branches(lesson, candidate, digits)
    score(lesson, candidate, digits)


def score(lesson: Lesson, candidate: Candidate, digits: Digits) -> None:
    """The score beside the best."""
    st.markdown(_score(lesson, candidate, digits))


def branches(lesson: Lesson, candidate: Candidate, digits: Digits) -> None:
    """The branches with their counts and impurity."""
    _listed(_branches(lesson, candidate, digits), "trial_branches", MOST_BRANCHES)
    unplaced(lesson, candidate, digits)


def counts(lesson: Lesson, candidate: Candidate) -> None:
    """The branches with their counts alone, where no score may be told."""
    _listed(_branches(lesson, candidate), "trial_counts", MOST_COUNTED)
    unplaced(lesson, candidate)


def _listed(rows: pd.DataFrame, key: str, most: int) -> None:
    """With no more than so many lines in sight."""
    height = HEAD + ROW * min(len(rows), most)
    st.dataframe(rows, hide_index=True, row_height=ROW, height=height, key=key)


def unplaced(lesson: Lesson, candidate: Candidate, digits: Digits | None = None) -> None:
    """That some rows have no value, and that the gain is scaled for it."""
    if not candidate.unknown:
        return
    text = _("{rows} here without a value of {column}: not in these counts.").format(
        rows=number_format.rows_count(lesson.unplaced_rows(candidate)),
        column=literal(lesson.dataset.columns[candidate.column].name, 40),
    )
    if digits is not None:
        inside = _("The gain on the known rows is multiplied by their share, {share}.")
        text = joined(text, inside.format(share=digits.show(candidate.scores["known_share"])))
    st.caption(text)


def _branches(lesson: Lesson, candidate: Candidate, digits: Digits | None = None) -> pd.DataFrame:
    schema, stats = lesson.dataset.schema, candidate.branch_stats
    assert candidate.split is not None
    rows, weights = lesson.branch_rows(candidate), weight_of(stats, schema)
    table: dict[str, list[str]] = {
        _("Branch"): [
            number_format.told(candidate.split.condition(schema, branch))
            for branch in range(len(stats))
        ],
        _("rows"): [weight_text(float(count)) for count in rows.sum(axis=1)],
    }
    if schema.weighs:
        table[_("weight")] = [weight_text(float(weight)) for weight in weights]
    if schema.classes and len(schema.classes) <= MOST_CLASSES:
        for k, name in enumerate(schema.classes):
            heading = name[:24] if name[:24] not in table else f"{name[:24]} "
            pairs = zip(rows[:, k].tolist(), stats[:, k].tolist(), strict=True)
            table[heading] = [number_format.rows_and_weight(*pair, schema) for pair in pairs]
    if digits is None:
        return pd.DataFrame(table)
    if not schema.classes:
        means = predictions(stats, schema)
        table[_("mean")] = [digits.show(float(mean)) for mean in means]
    name = narration.impurity_name(lesson.recipe)
    table[name] = [digits.show(float(of)) for of in lesson.recipe.impurity.of(stats)]
    return pd.DataFrame(table)


def _score(lesson: Lesson, candidate: Candidate, digits: Digits) -> str:
    """The score of the split that is tried, and how far it is from the best of all."""
    score = explain.headline(lesson.recipe)
    mine, best = candidate.scores[score], lesson.evidence.best
    theirs = mine if best is None or best.split is None else best.scores[score]
    digits = digits.apart(mine, theirs)
    shown = narration.score_words(lesson.recipe, digits.show(mine))
    if best is None or best.split is None:
        return _("**{score}**").format(score=shown)
    less = digits.less(theirs, mine)
    text = _("**{score}**: {less} less than the algorithm’s choice, {column} with {best}.")
    if candidate.split == best.split:
        text = _("**{score}**: the algorithm chooses this split.")
    elif _ruled_out(lesson, candidate):
        text = _("**{score}**, but the algorithm rules this split out.")
    elif less.startswith("−"):
        text = _(
            "**{score}**: more than the algorithm’s choice, {column} with {best}, but by its rules "
            "it does not make such a split here."
        )
    elif less == digits.show(0):
        text = _("**{score}**: as good as the algorithm’s choice, {column}.")
    return text.format(
        score=shown,
        less=less,
        column=literal(lesson.dataset.columns[best.column].name, 40),
        best=digits.show(theirs),
    )


def _ruled_out(lesson: Lesson, candidate: Candidate) -> bool:
    """Whether it is the best split of a column that the algorithm does not compare."""
    return any(
        one.split == candidate.split and one.verdict not in COMPARED
        for one in lesson.evidence.candidates
    )


def working(lesson: Lesson, candidate: Candidate, digits: Digits, key: str) -> None:
    """The question it answers, a line for each part, and where a number can mislead."""
    st.markdown(introduction(lesson, candidate))
    queries = {name: query for query, name in keys_of(working_lines(lesson, candidate)).items()}

    def press() -> None:
        if count := session.reported(key, "count"):
            highlight(queries.get(count))

    look = GrowLook(highlighted=session.view(GrowLook).highlighted)
    block = working_block(lesson, candidate, digits, look)
    sum_view(block | {"exact": None}, key, press)
    for caution in cautions(lesson, candidate):
        st.caption(caution)


def take(lesson: Lesson, split: Split, key: str) -> None:
    """A button that splits the selected node so, where the algorithm has not, or will not next."""
    _button(take_button(lesson, split), key, dt.Expand(lesson.node, split), do)


def close_or_prune(lesson: Lesson, make: Callable[[Move], None] | None = None) -> None:
    """A button that makes the selected node a leaf, where that changes anything."""
    open_here = lesson.node in lesson.timeline.state.node_rows
    move = dt.MakeLeaf(lesson.node) if open_here else dt.Prune(lesson.node)
    _button(leaf_button(lesson), "make_leaf", move, make or do)


def _button(button: Button | None, key: str, move: Move, make: Callable[[Move], None]) -> None:
    if button is not None:
        icon, off = ICONS[button.icon], button.off
        st.button(button.label, key=key, icon=icon, disabled=off, on_click=make, args=(move,))


def do(move: Move) -> None:
    """For callbacks: make a move by hand, which can be undone."""
    highlight(None)
    with session.trouble_told():
        session.edit(lambda now: now.do(move))
