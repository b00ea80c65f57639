"""A worksheet as a page of its own: HTML to print, with blanks, and the same with the answers.

First its steps (what is given, what is asked, and on the key the answers), then the page around
them. Nothing is fetched from anywhere, nothing runs in it, and all that comes from a table is
escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Final

import pandas as pd

from dtcore import explain
from dtcore.formula import named_parts
from dtcore.growth import Recipe
from dtcore.model import GAP, FloatArray, NodeId, Tree, weight_text
from dtcore.policies import GuardedGainRatio, Verdict
from dtcore.stepping import Candidate, Timeline
from dtshow.lesson import narration
from dtshow.words import number_format
from dtshow.words.language import _, joined, plain_sentence
from dttools import export
from dttools.printing import Digits
from dttools.teach.exercise import MOST_ASKED, Exercise, asked_about, prices_cuts
from dttools.teach.graded import GradedNumber, GradedPart, graded
from dttools.teach.worksheet import formula_lines

MOST_ROWS: Final = 40
STYLE: Final = (Path(__file__).parent / "sheet.css").read_text("utf-8")


@dataclass(frozen=True, eq=False)
class Sheet:
    """What a worksheet is made of. ``rows`` are the table as people read it; ``tree`` is the one
    after the last step; ``answers`` fills the blanks. ``number``: which of several it is, with the
    parts of each exercise that earn ``marks``."""

    title: str
    recipe: Recipe
    recipe_name: str
    exercises: Sequence[Exercise]
    tree: Tree
    rows: pd.DataFrame
    digits: Digits
    language: str
    answers: bool = False
    number: str = ""
    marks: Sequence[Sequence[GradedPart]] = ()

    @property
    def printed(self) -> bool:
        """Whether the rows fit on paper."""
        return len(self.rows) <= MOST_ROWS

    @property
    def asked(self) -> set[NodeId]:
        """The nodes that are worked out on it."""
        return {exercise.node for exercise in self.exercises}

    def tells(self, node: NodeId) -> bool:
        """Whether it says which rows are at a node: on a sheet with blanks only where they do not
        follow from the step before."""
        return self.answers or not node or node[:-1] not in self.asked

    def turns(self, node: NodeId) -> bool:
        """Whether a node is on a page of its own, since what is said of it answers a step above."""
        above = any(node[:depth] in self.asked for depth in range(len(node)))
        return above and not self.answers and (self.tells(node) or not self.printed)

    @property
    def priced(self) -> bool:
        """Whether some column pays for being cut."""
        numeric = any(column.numeric for column in self.tree.schema.columns)
        return numeric and prices_cuts(self.recipe)


def with_marks(sheet: Sheet, timeline: Timeline) -> Sheet:
    """With the parts of its exercises that earn marks; they are steps of ``timeline``."""
    marks = [graded(timeline, exercise, sheet.digits) for exercise in sheet.exercises]
    return replace(sheet, marks=marks)


def step(sheet: Sheet, exercise: Exercise) -> Iterator[str]:
    """A step. Where its rows, and whether it is a leaf, follow from the step before, they are for
    the reader to find: telling them would answer that one."""
    told = sheet.tells(exercise.node)
    title = _("Step {k}: {where}") if told else _("Step {k}")
    where = narration.path_words(exercise.tree, exercise.node)
    page = ' class="page"' if sheet.turns(exercise.node) else ""
    yield f"<section{page}><h2>{escape(title.format(k=exercise.number, where=where))}</h2>"
    if not told:
        yield line(sheet, _("Which rows reach this node?"))
    if told or not sheet.printed:
        yield from _counted(sheet, exercise)
    else:
        yield from _uncounted(sheet, exercise)
    yield "</section>"


def _counted(sheet: Sheet, exercise: Exercise) -> Iterator[str]:
    """What there is to count is given, and the scores are asked for."""
    yield paragraph(size(sheet, exercise.tree, exercise.node))
    if exercise.asked:
        yield from _candidates(sheet, exercise)
        yield from _choice(sheet, exercise)
    else:
        text = narration.stop_words(exercise.step, exercise.tree)
        answer = f"{number_format.answer(exercise.tree, exercise.node)}. {text}"
        yield line(sheet, _("Why is it a leaf, and what does it predict?"), answer)


def _uncounted(sheet: Sheet, exercise: Exercise) -> Iterator[str]:
    """The same for every node, so that nothing of the steps before can be told from it."""
    yield line(sheet, _("How many, and what are they like?"))
    yield _impure(sheet)
    names = [column.name for column in exercise.tree.schema.columns]
    if len(names) > MOST_ASKED:  # which are asked for would tell what is best
        names = [""] * MOST_ASKED
    yield from _grid(sheet, [[name, *[""] * len(_heads(sheet))] for name in names])
    yield line(sheet, _("Which column is it split on, and why? Or why is it a leaf?"))
    yield from _room(sheet, exercise)
    yield _leaves(sheet, exercise)


def size(sheet: Sheet, tree: Tree, node: NodeId) -> str:
    """How many rows, and what they are like."""
    if tree.schema.classes:
        level, count = f"n = {weight_text(tree.rows(node))}", number_format.class_counts(tree, node)
        told = _("{level} ({count})").format(level=level, count=count)
        if not tree.schema.weighs:
            return told
        weights = _("weight {weight}").format(weight=export.weights(tree, node))
        return _(", ").join((told, weights))
    mean = f"{_('mean')} {number_format.answer(tree, node)}"
    return _(", ").join((_spread(sheet, tree, tree[node].stats, tree.rows(node)), mean))


def _spread(sheet: Sheet, tree: Tree, stats: FloatArray, rows: float) -> str:
    """How many numbers, and their squares where no rows are printed to find them from."""
    weight, squares = float(stats[0]), float(stats[2])
    told = [f"n = {number_format.rows_and_weight(rows, weight, tree.schema)}"]
    if not sheet.printed:
        told.append(f"Σ(y − m)² = {sheet.digits.show(squares)}")
    return _(", ").join(told)


def _candidates(sheet: Sheet, exercise: Exercise) -> Iterator[str]:
    """Every question with the counts of its branches, and room for its score."""
    score, gains = explain.headline(sheet.recipe), sheet.recipe.selection.score == "gain_ratio"
    before = explain.impurity(
        sheet.recipe.impurity, exercise.tree[exercise.node].stats, exercise.node,
        exercise.tree.schema.centre,
    )  # fmt: skip
    yield _impure(sheet, next(iter(formula_lines([before], sheet.digits))))
    cells = []
    for candidate in asked_about(exercise, sheet.recipe):
        column = exercise.tree.schema.columns[candidate.column].name
        costs = [price(sheet, exercise, candidate.column)] if sheet.priced else []
        found = candidate.scores
        gain = [found.get("corrected_gain", found["gain"])] if gains else []
        shown = [sheet.digits.show(n) if sheet.answers else "" for n in (*gain, found[score])]
        cells.append([column, branch_counts(sheet, exercise, candidate), *costs, *shown])
    yield from _grid(sheet, cells)


def _impure(sheet: Sheet, answer: str = "") -> str:
    name = narration.impurity_name(sheet.recipe)
    return line(sheet, _("The {impurity} of these rows:").format(impurity=name), answer)


def _heads(sheet: Sheet) -> list[str]:
    """Of the columns that follow the question. Only some recipes let choosing among cuts cost."""
    price = [_("Penalty for its cuts")] if sheet.priced else []
    return [_("Branches"), *price, *_scores(sheet)]


def _scores(sheet: Sheet) -> list[str]:
    """What is asked of a column; of a ratio the gain too, which is worked out on the way."""
    gain = _("Gain less the penalty") if sheet.priced else _("Gain")
    ratio = sheet.recipe.selection.score == "gain_ratio"
    return [*([gain] if ratio else []), narration.score_name(sheet.recipe)]


def _grid(sheet: Sheet, cells: Sequence[Sequence[str]]) -> Iterator[str]:
    """The table of questions; lines within a cell are parted by line breaks."""
    yield from rules(sheet)
    asked = len(_scores(sheet))
    heads = "".join(f"<th>{escape(head)}</th>" for head in (_("Question"), *_heads(sheet)))
    yield f"<table><thead><tr>{heads}</tr></thead><tbody>"
    for row in cells:
        texts = [*map(broken, row)]
        given = "".join(f"<td>{text}</td>" for text in texts[:-asked])
        blanks = "".join(f'<td class="blank">{text}</td>' for text in texts[-asked:])
        yield f"<tr>{given}{blanks}</tr>"
    yield "</tbody></table>"


def rules(sheet: Sheet) -> Iterator[str]:
    """What choosing among cuts costs, if it does; and which columns may win, if not all may."""
    selection = sheet.recipe.selection
    if isinstance(selection, GuardedGainRatio):
        text = _(
            "Gain ratios are compared only among the columns whose gain is at least the average, "
            "less {slack}. A numeric column that gains nothing is out, and not in the average."
        ).format(slack=number_format.shown(selection.slack))
        many = selection.many * len(sheet.rows)
        columns = [c for c in sheet.tree.schema.columns if len(c.levels or ()) >= many]
        left_out = _("Not in the average, since they have so many values: {names}.").format(
            names=_(", ").join(column.name for column in columns)
        )
        yield paragraph(joined(text, left_out) if columns else text)
    if sheet.priced:
        log = "ln" if sheet.recipe.impurity.unit == "nats" else "log2"
        yield paragraph(
            _(
                "A numeric column pays a penalty for its cuts: {price} is subtracted from its "
                "gain, where t cuts were tried on n rows."
            ).format(price=f"{log}(t)/n")
        )


def price(sheet: Sheet, exercise: Exercise, column: int) -> str:
    """ "log2(9)/14 = 0.2264", or a dash for a column that pays nothing."""
    formula = exercise.prices.get(column)
    if formula is None:
        return "–"
    return next(iter(formula_lines([formula], sheet.digits))).split("= ", 1)[1]


def branch_counts(sheet: Sheet, exercise: Exercise, candidate: Candidate) -> str:
    """ "Sunny: 2 Yes · 3 No" for each branch, a line each."""
    tree, split = exercise.tree, candidate.split
    assert split is not None
    lines, counts = [], exercise.branch_rows[split]
    for branch, (stats, rows) in enumerate(zip(candidate.branch_stats, counts, strict=True)):
        condition = split.condition(tree.schema, branch)
        if tree.schema.classes:
            pairs = zip(rows.tolist(), stats.tolist(), tree.schema.classes, strict=True)
            told = " · ".join(
                number_format.class_count(number_format.rows_and_weight(n, w, tree.schema), name)
                for n, w, name in pairs
            )
        else:
            told = _spread(sheet, tree, stats, float(rows[0]))
        lines.append(f"{condition.operator} {number_format.value(condition)}{_(': ')}{told}")
    if candidate.unknown:
        rest = round(tree.rows(exercise.node) - float(counts.sum()), 9)
        told = number_format.rows_and_weight(rest, candidate.unknown, tree.schema)
        lines.append(f"= {GAP}{_(': ')}{told}")
    return "\n".join(line.replace("\n", " ") for line in lines)


def _choice(sheet: Sheet, exercise: Exercise) -> Iterator[str]:
    average = exercise.weighed and explain.average_gain(
        sheet.recipe, exercise.tree.schema, exercise.weighed
    )
    if average:
        answer = next(iter(formula_lines([average], sheet.digits)))
        yield line(sheet, _("The average gain:"), answer.partition("= ")[2])
    yield line(sheet, _("Which column is it split on, and why?"), _chosen(sheet, exercise))
    yield from _room(sheet, exercise)
    yield _leaves(sheet, exercise)


def _chosen(sheet: Sheet, exercise: Exercise) -> str:
    """The split that is made and its score, or why none is."""
    schema = exercise.tree.schema
    if exercise.taken is None or exercise.taken.split is None:
        return narration.stop_words(exercise.step, exercise.tree)
    column = schema.columns[exercise.taken.column].name
    score = exercise.taken.scores[explain.headline(sheet.recipe)]
    why = narration.score_words(sheet.recipe, sheet.digits.show(score))
    split = f"{column}{_(': ')}{number_format.sides(exercise.taken.split, schema)}"
    answer = _("{level} ({count})").format(level=split, count=why)
    if others := _as_good(exercise):
        answer = _("{answer}; as good: {others}").format(answer=answer, others=_(", ").join(others))
    return answer


def _leaves(sheet: Sheet, exercise: Exercise) -> str:
    """What needs no step of its own: branches at which nothing is to be worked out."""
    tree, told = exercise.grown, list[str]()
    for node in exercise.closed:
        condition = number_format.told(tree.conditions(node)[-1])
        told.append(f"{condition}{_(': ')}{number_format.answer(tree, node)}")
    question = _("Which of its branches are leaves at once, and what do they predict?")
    return line(sheet, question, _(", ").join(told) or "–")


def _as_good(exercise: Exercise) -> list[str]:
    """The other columns of a tie: they are right answers too."""
    tied = [c for c in exercise.asked if c.verdict in (Verdict.WINS, Verdict.TIED)]
    if exercise.taken not in tied:
        return []
    columns = exercise.tree.schema.columns
    return [columns[c.column].name for c in tied if c is not exercise.taken]


def _room(sheet: Sheet, exercise: Exercise) -> Iterator[str]:
    working = "\n".join(formula_lines(exercise.lines, sheet.digits))
    if working or not sheet.answers:
        yield paragraph(_("Your working:"))
        yield lines(working) if sheet.answers else '<div class="room"></div>'
    if sheet.answers:
        yield from _others(sheet, exercise)


def _others(sheet: Sheet, exercise: Exercise) -> Iterator[str]:
    """The sums of the candidates that are not taken, without what the winner's have already."""
    schema, score, known = exercise.tree.schema, explain.headline(sheet.recipe), set(exercise.lines)
    for candidate in asked_about(exercise, sheet.recipe):
        if candidate is not exercise.taken and exercise.weighed is not None:
            sums = explain.score(sheet.recipe, schema, exercise.weighed, candidate, score)
            new = [part for part in named_parts(sums) if part not in known]
            name = schema.columns[candidate.column].name
            yield lines("\n".join((f"{name}{_(': ')}", *formula_lines(new, sheet.digits))))


def paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def broken(text: str) -> str:
    """With its line breaks, in HTML that is XML too."""
    return escape(text).replace("\n", "<br/>")


def lines(text: str) -> str:
    return f"<pre>{escape(text)}</pre>"


def line(sheet: Sheet, question: str, answer: str = "") -> str:
    filled = escape(answer) if sheet.answers else ""
    return f'<p>{escape(question)} <span class="blank">{filled}</span></p>'


def html_of(*sheets: Sheet, before: Sequence[str] = ()) -> str:
    """One page to print, each sheet from a new one on, after the articles ``before``."""
    first, last = sheets[0], sheets[-1]
    several = f"{_kind(first)} {first.number}–{last.number}"  # many browsers print it on each page
    title = _heading(first) if first is last else several
    return document(first.language, title, (*before, *map(_article, sheets)))


def document(language: str, title: str, parts: Iterable[str]) -> str:
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        f'<!doctype html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f"<title>{escape(title)}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(parts)
        + "\n</body>\n</html>\n"
    )


def _heading(sheet: Sheet) -> str:
    return f"{' '.join(filter(None, (_kind(sheet), sheet.number)))}{_(': ')}{sheet.title}"


def _kind(sheet: Sheet) -> str:
    return _("Key") if sheet.answers else _("Worksheet")


def _article(sheet: Sheet) -> str:
    key = ' class="key"' if sheet.answers else ""
    given, tree = [*rows_table(sheet)], [*_tree(sheet)]
    if sheet.printed and not sheet.answers:  # drawn beside the rows, where there is room
        given, tree = ['<div class="beside">', *given, *tree, "</div>"], []
    parts = [
        f"<article{key}><h1>{escape(_heading(sheet))}</h1>",
        paragraph(_("Algorithm: {name}").format(name=sheet.recipe_name)),
        "" if sheet.answers else _name_line(),
        *given,
        *(part for exercise in sheet.exercises for part in step(sheet, exercise)),
        *tree,
        *(_marks(sheet) if sheet.answers and sheet.marks else ()),
        "</article>",
    ]
    return "\n".join(filter(None, parts))


def _marks(sheet: Sheet) -> Iterator[str]:
    """What each part earns, and what is left of it after a known slip."""
    yield f"<section><h2>{escape(_('Marks'))}</h2>"
    yield paragraph(
        _(
            "Errors carried forward: what follows correctly from a wrong number earns its marks. "
            "A number may have one decimal less."
        )
    )
    heads = (_("Step"), _("Asked"), _("Right"), _("Marks"), _("Known slips"))
    yield from rows("marks", heads, _marked(sheet))
    yield "</section>"


def _marked(sheet: Sheet) -> Iterator[list[str]]:
    for number, part in numbered(sheet):
        slips = _slips(sheet, part) if isinstance(part, GradedNumber) else ()
        asked = plain_sentence(part.text)
        yield [number, asked, right(part), str(part.marks), "\n".join(slips)]
    yield ["", _("Total"), "", str(sum(part.marks for _number, part in numbered(sheet))), ""]


def numbered(sheet: Sheet) -> Iterator[tuple[str, GradedPart]]:
    """The parts that earn marks: 1.1 is the first one of step 1."""
    for exercise, parts in zip(sheet.exercises, sheet.marks, strict=True):
        yield from ((f"{exercise.number}.{k}", part) for k, part in enumerate(parts, 1))


def right(part: GradedPart) -> str:
    """The right answer; of a tie all of them."""
    if isinstance(part, GradedNumber):
        return part.printed
    return _(", ").join(plain_sentence(option.text) for option in part.options if option.right)


def _slips(sheet: Sheet, part: GradedNumber) -> Iterator[str]:
    """The wrong answers that are known, why they are wrong, and what they earn: some nothing."""
    found: dict[str, list[str]] = {}
    for one in part.mistakes:
        if one.share < 1:
            why = plain_sentence(one.feedback[0]).rstrip(".。")
            earned = number_format.shown(one.share * part.marks)
            told = _("{level} ({count})").format(level=why, count=earned)
            found.setdefault(told, []).append(sheet.digits.show(one.made.value))
    for told, values in found.items():
        yield f"{_(', ').join(values)}{_(': ')}{told}"


def rows(kind: str, heads: Iterable[str], cells: Iterable[Sequence[str]]) -> Iterator[str]:
    """A table; lines within a cell are parted by line breaks."""
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    yield f'<table class="{kind}"><thead><tr>{head}</tr></thead><tbody>'
    for row in cells:
        yield f"<tr>{''.join(f'<td>{broken(cell)}</td>' for cell in row)}</tr>"
    yield "</tbody></table>"


def _name_line() -> str:
    blanks = (f"{escape(word)} <i></i>" for word in (_("Name"), _("Date")))
    return f'<p class="who">{" ".join(blanks)}</p>'


def rows_table(sheet: Sheet) -> Iterator[str]:
    """The rows themselves, where they fit on paper."""
    if not sheet.printed:
        if len(sheet.exercises) > 1 and not sheet.answers:
            yield paragraph(
                _(
                    "The table is too long to print, so each step gives you the counts "
                    "of its rows, on a page of its own: answer a step before you turn "
                    "the page."
                )
            )
        return
    printed = (
        [str(index), *map(number_format.cell, cells)] for index, *cells in sheet.rows.itertuples()
    )
    yield from rows("data", ("", *map(str, sheet.rows.columns)), printed)


def _tree(sheet: Sheet) -> Iterator[str]:
    heading = _("The tree so far")
    yield f"<section><h2>{escape(heading)}</h2>"
    if sheet.answers:
        yield lines(export.text(sheet.tree))
    else:
        yield paragraph(_("Draw it.")) + '<div class="room tall"></div>'
    yield "</section>"
