"""A worksheet as a page of its own: HTML to print, with blanks, and the same with the answers.

Nothing is fetched from anywhere, nothing runs in it, and all that comes from a table is escaped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Final

import pandas as pd

from dtcore import explain, export, story
from dtcore.exercise import Exercise
from dtcore.formula import Digits
from dtcore.growth.candidates import Candidate
from dtcore.growth.recipe import Recipe
from dtcore.model.splits import GAP, branches, number
from dtcore.model.tree import NodeId, Tree
from pages.ui import words
from pages.ui.language import _

STYLE: Final = (Path(__file__).parent / "sheet.css").read_text("utf-8")
MOST_ROWS: Final = 40
MOST_CANDIDATES: Final = 12


@dataclass(frozen=True, eq=False)
class Sheet:
    """What a worksheet is made of. ``rows`` are the table as people read it; ``tree`` is the one
    after the last step; ``answers`` fills the blanks."""

    title: str
    recipe: Recipe
    recipe_name: str
    exercises: Sequence[Exercise]
    tree: Tree
    rows: pd.DataFrame
    digits: Digits
    language: str
    answers: bool = False


def html_of(sheet: Sheet) -> str:
    """The whole page."""
    kind = _("Key") if sheet.answers else _("Worksheet")
    heading = f"{kind}: {sheet.title}"
    parts = [
        f"<h1>{escape(heading)}</h1>",
        _paragraph(_("Algorithm: {name}").format(name=sheet.recipe_name)),
        "" if sheet.answers else _name_line(),
        *_table(sheet),
        *(part for exercise in sheet.exercises for part in _exercise(sheet, exercise)),
        *_tree(sheet),
    ]
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        f'<!doctype html>\n<html lang="{escape(sheet.language)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f"<title>{escape(heading)}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(filter(None, parts))
        + "\n</body>\n</html>\n"
    )


def _paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def _name_line() -> str:
    blanks = (f"{escape(word)} <i></i>" for word in (_("Name"), _("Date")))
    return f'<p class="who">{" ".join(blanks)}</p>'


def _table(sheet: Sheet) -> Iterator[str]:
    """The rows themselves, where they fit on paper."""
    if len(sheet.rows) > MOST_ROWS:
        return
    head = "".join(f"<th>{escape(str(name))}</th>" for name in sheet.rows.columns)
    yield f'<table class="data"><thead><tr><th></th>{head}</tr></thead><tbody>'
    for row in sheet.rows.itertuples():
        index, *cells = row
        shown = "".join(f"<td>{escape(_cell(value))}</td>" for value in cells)
        yield f"<tr><td>{escape(str(index))}</td>{shown}</tr>"
    yield "</tbody></table>"


def _cell(value: object) -> str:
    if isinstance(value, float):
        return "" if value != value else number(value)
    return "" if value is None or value is pd.NA else str(value)


def _exercise(sheet: Sheet, exercise: Exercise) -> Iterator[str]:
    tree, node = exercise.tree, exercise.node
    where = words.path_words(tree, node)
    title = _("Step {k}: {where}").format(k=exercise.number, where=where)
    yield f"<section><h2>{escape(title)}</h2>"
    yield _paragraph(_size(tree, node))
    if exercise.asked:
        yield from _candidates(sheet, exercise)
        yield from _choice(sheet, exercise)
    else:
        said = words.stop_words(exercise.step, tree)
        yield _line(sheet, _("Why is it a leaf, and what does it say?"),
                    f"{export.prediction(tree, node)}. {said}")  # fmt: skip
    yield "</section>"


def _size(tree: Tree, node: NodeId) -> str:
    """How many rows, and what they are like."""
    if tree.schema.classes:
        return story.counts_words(tree, node)
    mean = _("mean")
    return f"{export.counts(tree, node)}, {mean} {export.prediction(tree, node)}"


def _candidates(sheet: Sheet, exercise: Exercise) -> Iterator[str]:
    """Every question with the counts of its branches, and room for its score."""
    score = explain.headline(sheet.recipe)
    name = words.score_name(sheet.recipe)
    before = explain.impurity(
        sheet.recipe.impurity, exercise.tree[exercise.node].stats, exercise.node,
        exercise.tree.schema.centre,
    )  # fmt: skip
    yield _line(
        sheet,
        _("The {impurity} of these rows:").format(impurity=words.impurity_name(sheet.recipe)),
        next(iter(story.formula_lines([before], sheet.digits))),
    )
    heads = (_("Question"), _("Branches"), name)
    yield "<table><thead><tr>" + "".join(f"<th>{escape(h)}</th>" for h in heads)
    yield "</tr></thead><tbody>"
    for candidate in exercise.asked[:MOST_CANDIDATES]:
        column = exercise.tree.schema.columns[candidate.column].name
        shown = sheet.digits.show(candidate.scores[score])
        yield f"<tr><td>{escape(column)}</td><td>{_branches(exercise.tree, candidate)}</td>"
        yield f'<td class="blank">{escape(shown) if sheet.answers else ""}</td></tr>'
    yield "</tbody></table>"


def _branches(tree: Tree, candidate: Candidate) -> str:
    """ "Sunny: 2 Yes · 3 No" for each branch, as HTML."""
    assert candidate.split is not None
    lines = []
    for branch, stats in enumerate(candidate.branch_stats):
        condition = candidate.split.condition(tree.schema, branch)
        if tree.schema.classes:
            pairs = zip(stats, tree.schema.classes, strict=True)
            told = " · ".join(f"{number(round(float(w), 3))} {name}" for w, name in pairs)
        else:
            told = f"n = {number(round(float(stats[0]), 3))}"
        lines.append(escape(f"{condition.operator} {condition.value}: {told}"))
    if candidate.unknown:
        lines.append(escape(f"= {GAP}: {number(round(candidate.unknown, 3))}"))
    return "<br>".join(lines)


def _choice(sheet: Sheet, exercise: Exercise) -> Iterator[str]:
    schema = exercise.tree.schema
    if exercise.taken is None or exercise.taken.split is None:
        said = words.stop_words(exercise.step, exercise.tree)
        yield _line(sheet, _("Which question is asked, and why?"), said)
        return
    column = schema.columns[exercise.taken.column].name
    score = exercise.taken.scores[explain.headline(sheet.recipe)]
    why = words.score_words(sheet.recipe, sheet.digits.show(score))
    answer = f"{column}: {branches(exercise.taken.split, schema)} ({why})"
    yield _line(sheet, _("Which question is asked, and why?"), answer)
    yield _paragraph(_("Your working:"))
    if sheet.answers:
        yield _lines("\n".join(story.formula_lines(exercise.lines, sheet.digits)))
    else:
        yield '<div class="room"></div>'


def _tree(sheet: Sheet) -> Iterator[str]:
    heading = _("The tree so far")
    yield f"<section><h2>{escape(heading)}</h2>"
    if sheet.answers:
        yield _lines(export.text(sheet.tree))
    else:
        yield _paragraph(_("Draw it.")) + '<div class="room tall"></div>'
    yield "</section>"


def _lines(text: str) -> str:
    return f"<pre>{escape(text)}</pre>"


def _line(sheet: Sheet, question: str, answer: str) -> str:
    filled = escape(answer) if sheet.answers else ""
    return f'<p>{escape(question)} <span class="blank">{filled}</span></p>'
