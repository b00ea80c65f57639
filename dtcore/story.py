"""The story of a lesson in plain English text: what was weighed, what was done, and why.

Values in, strings out. ``worksheet`` tells a lesson step by step, with the arithmetic of each
winner; the parts (``verdict_words``, ``reason_words``, ``symbol_text``, ``aligned``) serve
whoever writes about a lesson. Not done here: no translation (the pages have words of their
own), no colours, and no reading or printing.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from dtcore import explain, export
from dtcore.formula import Digits, Named, named, plain
from dtcore.growth.candidates import Candidate
from dtcore.growth.collapse import Collapse, ErrorComparison
from dtcore.growth.moves import Close, Expand, Problem, Reason, State, Step, Weighed, apply
from dtcore.growth.recipe import Recipe
from dtcore.growth.timeline import Timeline
from dtcore.model.columns import Schema
from dtcore.model.splits import Split, Threshold, number
from dtcore.model.tree import ROOT, NodeId, Tree
from dtcore.policies import stopping
from dtcore.policies.selection import Verdict
from dtcore.policies.stopping import Stop, Stopping

LINE: Final = 100
CELL: Final = 40

VERDICTS: Final[Mapping[Verdict, str]] = {
    Verdict.WINS: "wins",
    Verdict.TIED: "ties with the winner, which is an earlier column",
    Verdict.LOWER: "scores lower",
    Verdict.USED_ON_PATH: "ruled out: asked already on the way here",
    Verdict.ONE_VALUE: "ruled out: all rows here have the same value",
    Verdict.TOO_FEW_ROWS: "ruled out: too few rows in its branches",
    Verdict.NO_GAIN: "ruled out: no gain left once the choice among cuts is paid for",
    Verdict.BELOW_AVERAGE_GAIN: "ruled out: gains less than the average",
    Verdict.NO_SPLIT_INFO: "ruled out: its split info is (almost) zero",
}
"""What became of a candidate; a new verdict needs its words here."""

STOPS: Final[Mapping[type[Stopping], str]] = {
    stopping.Empty: "no row came here, so it says what its parent would",
    stopping.Pure: "all its rows have the same value in the target",
    stopping.NoColumnLeft: "every column has been asked on the way here",
    stopping.MinRows: "it has fewer than {rows:g} rows",
    stopping.MaxDepth: "depth {depth} is the deepest allowed",
    stopping.MinLeaf: "each branch would need at least {rows:g} rows",
    stopping.TwoBranches: "it has too few rows for two branches of {rows:g}",
    stopping.SomeGain: "no split lowers the impurity",
    stopping.MinGain: "the best gain is below {gain:g}",
}
"""Why a node became a leaf, filled with the fields of the rule; a new rule needs its words here."""

LEFT_OUT: Final[Mapping[str, str]] = {
    "no target": "without a target",
    "weight zero": "of weight zero",
    "missing cells": "with missing cells",
}

_PLAIN_SYMBOL: Final = (
    (r"\\mathrm\{(\w+)\}", r"\1"),
    (r"\\Delta\s*", "Δ"),
    (r"\\bar\s*g", "average g"),
    (r"\\(log|ln)(?:_2)?", r"\1"),
    (r"_\{?(\d+)\}?", r"\1"),
    (r"\\,", ""),
)


def verdict_words(verdict: Verdict) -> str:
    return VERDICTS[verdict]


def reason_words(reason: Reason) -> str:
    """Why a node became a leaf, as what follows "because"; a foreign rule says its ``repr``."""
    match reason:
        case Collapse():
            return "its subtree gets no fewer rows wrong than a leaf would"
        case Stop(rule=None):
            return "no candidate is left to choose from"
        case Stop(rule=rule):
            return STOPS.get(type(rule), repr(rule)).format(**vars(rule))


def symbol_text(symbol: str) -> str:
    r"""The LaTeX of a ``Named.symbol`` as plain text: ``\Delta\mathrm{SS}`` is ΔSS."""
    for pattern, text in _PLAIN_SYMBOL:
        symbol = re.sub(pattern, text, symbol)
    return symbol


def head(name: str, timeline: Timeline, remarks: Sequence[tuple[str, str]] = ()) -> str:
    """What is given: table, rows, target, recipe; ``remarks`` are further (label, text) pairs."""
    dataset, recipe = timeline.problem.dataset, timeline.problem.recipe
    left_out = (f"{n} {LEFT_OUT.get(why, why)}" for why, n in dataset.left_out.items())
    columns = ", ".join(column.name for column in dataset.columns)
    lines = [
        ("Table", name),
        ("Rows", str(len(dataset))),
        ("Left out", ", ".join(left_out)),
        ("Target", f"{dataset.target.name}, {_counts(timeline.state_at(0).tree, ROOT)}"),
        ("Columns", textwrap.shorten(columns, LINE, placeholder=" …")),
        ("Recipe", f"{recipe.name} ({recipe.source})"),
        *remarks,
    ]
    return "\n".join(aligned([line for line in lines if line[1]]))


def worksheet(timeline: Timeline) -> Iterator[str]:
    """A lesson from its beginning to its end, one text for each step, then the tree."""
    here = timeline.jump(0)
    digits = digits_for(here.state.tree)
    while step := here.propose():
        title = f"Step {here.cursor + 1} of {timeline.length}: {_name(step.move.node)}"
        yield "\n".join([title, *_told(here.problem, here.state, step, digits)])
        here = here.step()
    tree = here.state.tree
    leaves = sum(node.leaf for node in tree)
    yield f"The tree after {here.cursor} steps, with {_many(leaves, 'leaf', 'leaves')}:"
    yield export.text(tree)


def digits_for(tree: Tree) -> Digits:
    """Four decimals for classes; for a numeric target as fits its sum of squares."""
    return Digits() if tree.schema.classes else Digits.for_scale(float(tree[ROOT].stats[2]))


def _told(problem: Problem, state: State, step: Step, digits: Digits) -> Iterator[str]:
    """The lines of one step, taken in ``state``."""
    tree, node = state.tree, step.move.node
    path = " and ".join(map(str, tree.conditions(node))) or "all rows"
    yield _one_line(f"{path}: {_counts(tree, node)}")
    yield ""
    match step.evidence:
        case Weighed() as weighed:
            yield from _argument(problem, state, weighed, digits, isinstance(step.move, Close))
            yield ""
        case ErrorComparison(leaf=leaf, subtree=subtree):
            wrong = (number(round(errors, 3)) for errors in (subtree, leaf))
            yield "Rows it gets wrong: {} as a subtree, {} as a leaf.".format(*wrong)
    yield f"→ {_deed(tree, step)}"


def _argument(
    problem: Problem, state: State, weighed: Weighed, digits: Digits, refused: bool
) -> Iterator[str]:
    """All candidates, then the arithmetic of the winner, if there is one."""
    recipe, schema = problem.recipe, state.tree.schema
    yield from _candidates(recipe, schema, weighed, digits, refused)
    total = float(problem.dataset.weights.sum())
    if average := explain.average_gain(recipe, schema, weighed, total):
        yield ""
        yield from formula_lines([average], digits)
    if weighed.winner is None:
        return
    winner = weighed.candidates[weighed.winner]
    yield ""
    yield from _legend(problem, state, weighed.node, winner)
    yield ""
    formula = explain.score(recipe, schema, weighed, winner, explain.headline(recipe))
    yield from formula_lines(named(formula), digits)


def _candidates(
    recipe: Recipe, schema: Schema, weighed: Weighed, digits: Digits, refused: bool
) -> list[str]:
    """The table of candidates, the winner first."""
    shown = _scores(recipe, weighed)
    rows = [("", "column", "best split", *shown.values(), "verdict")]
    for candidate in weighed.ranked(explain.headline(recipe)):
        wins = candidate.column == weighed.winner
        # Only a column with thresholds has a worth of its own; a nominal one's is its gain.
        scores = {"worth": candidate.scores.get("gain", 0.0), **candidate.scores}
        offered = candidate.split is not None
        numbers = [digits.show(scores[name]) if offered else "–" for name in shown]
        name = _shortened(schema.columns[candidate.column].name)
        verdict = "the best of them" if wins and refused else _verdict(candidate)
        split = split_words(candidate.split, schema)
        rows.append(("→" if wins else "", name, _shortened(split), *numbers, verdict))
    return aligned(rows, right=range(3, 3 + len(shown)))


def _scores(recipe: Recipe, weighed: Weighed) -> dict[str, str]:
    """The scores that are shown, and what they are called."""
    unit = f" ({recipe.impurity.unit})" if recipe.impurity.unit else ""
    if recipe.impurity.numeric:
        return {"squares_after": "squares after", "squares_decrease": "decrease"}
    if recipe.selection.score == "gain":
        after = f"{symbol_text(recipe.impurity.symbol)} after"
        return {"impurity_after": after, "gain": f"gain{unit}"}
    corrected = {"worth": "corrected"} if weighed.average is not None else {}
    ratio = {"split_info": "split info", "gain_ratio": "gain ratio"}
    return {"gain": f"gain{unit}", **corrected, **ratio}


def _verdict(candidate: Candidate) -> str:
    words = verdict_words(candidate.verdict)
    if candidate.tied and candidate.verdict in (Verdict.WINS, Verdict.TIED):
        words += f" (as good: {_many(candidate.tied, 'other split', 'other splits')} of it)"
    return words


def _legend(problem: Problem, state: State, node: NodeId, winner: Candidate) -> list[str]:
    """What D, A and each D_i stand for."""
    assert winner.split is not None
    grown = apply(problem, state, Expand(node, winner.split)).tree
    rows = [("D", "the rows here", ""), ("A", grown.schema.columns[winner.column].name, "")]
    for branch, child in enumerate(grown.children(node)):
        condition = winner.split.condition(grown.schema, branch)
        rows.append((f"D{branch + 1}", str(condition), _counts(grown, child)))
    return aligned(rows)


def split_words(split: Split | None, schema: Schema) -> str:
    """A split in a few words: ``≤ 77.5``, or the values of each branch; "–" for none."""
    if split is None:
        return "–"
    sides = [split.condition(schema, branch) for branch in range(split.arity(schema))]
    if isinstance(split, Threshold):
        return f"{sides[0].operator} {sides[0].value}"
    return " | ".join(side.value for side in sides)


def formula_lines(formulas: Sequence[Named], digits: Digits) -> Iterator[str]:
    """Name = numbers = result for each formula; ≈ where the line as printed does not add up."""
    width = max(len(symbol_text(formula.symbol)) for formula in formulas)
    for formula in formulas:
        relation = "=" if digits.adds_up(formula) else "≈"
        sides = f"= {plain(formula, digits)} {relation} {digits.show(formula.value)}"
        text = f"{symbol_text(formula.symbol):<{width}} {sides}"
        yield textwrap.fill(text, LINE, subsequent_indent=" " * (width + 3))


def _deed(tree: Tree, step: Step) -> str:
    node, reason = step.move.node, reason_words(step.reason) if step.reason else ""
    by_hand = "By hand: " if step.by_hand else ""
    if isinstance(step.move, Expand):
        column = tree.schema.columns[step.move.split.column].name
        arity = step.move.split.arity(tree.schema)
        below = ", ".join(_name((*node, branch)) for branch in range(arity))
        return _one_line(f"{by_hand}Split on {column}: {below}.")
    because = f", because {reason}" if reason else ""
    return _one_line(f"{by_hand}A leaf that says {export.prediction(tree, node)}{because}.")


def _counts(tree: Tree, node: NodeId) -> str:
    """ "n = 14 (5 No · 9 Yes)", or "n = 90, mean 5.107" for a numeric target."""
    counts, weight = export.counts(tree, node), tree.weight(node)
    if tree.schema.classes:
        return f"n = {number(round(weight, 3))} ({counts})"
    return f"{counts}, mean {export.prediction(tree, node)}" if weight > 0 else counts


def _name(node: NodeId) -> str:
    """The root, or the branches taken from it as in share links: "node 2.0"."""
    return f"node {'.'.join(map(str, node))}" if node else "the root"


def _many(n: int, one: str, more: str) -> str:
    return f"{n} {one if n == 1 else more}"


def aligned(rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> list[str]:
    """Rows of cells as lines with columns; those in ``right`` are set flush right.

    Chinese, Japanese and Korean characters take two places, as they do on a terminal.
    """
    cells = [[_one_line(cell) for cell in row] for row in rows]
    widths = [max(map(display_width, column)) for column in zip(*cells, strict=True)]
    lines = []
    for row in cells:
        gaps = [" " * (w - display_width(cell)) for cell, w in zip(row, widths, strict=True)]
        set_ = [g + c if i in right else c + g for i, (c, g) in enumerate(zip(row, gaps, strict=True))]
        lines.append("  ".join(set_).rstrip())
    return lines


def display_width(text: str) -> int:
    """How many places ``text`` takes on a terminal; combining marks take none."""
    return sum(_places(character) for character in text)


def _places(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def _shortened(text: str) -> str:
    text = _one_line(text)
    if display_width(text) <= CELL:
        return text
    while display_width(text) >= CELL:
        text = text[:-1]
    return f"{text}…"


def _one_line(text: str) -> str:
    return " ".join(text.split())
