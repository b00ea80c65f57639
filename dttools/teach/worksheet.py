"""The story of a lesson in plain English text: what was weighed, what was done, and why.

Values in, strings out: ``worksheet_text`` tells a lesson step by step, with the arithmetic of each
winner. Rules and verdicts say their own words. Not done here: no translation, no reading, no
printing.
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import dtcore.explain.scores as scores
import dttools.export as export
from dtcore.formula import Named, named_parts, symbol_text
from dtcore.model.nodes import ROOT, NodeId
from dtcore.model.splits import Split, Threshold, branches, weight_text
from dtcore.model.tree import Tree
from dtcore.policies.selection import Claim, Verdict
from dtcore.stepping.evidence import Candidate, Weighed, judge, weigh
from dtcore.stepping.moves import Expand, Step, apply
from dtcore.stepping.problem import Problem, State
from dtcore.stepping.timeline import Timeline
from dtcore.words import number
from dttools.large.counted import CountedTable
from dttools.printing import Digits, plain

LINE: Final = 100
CELL: Final = 40


def verdict_words(verdict: Verdict) -> str:
    """The verdict's label, and whether it is one that rules a candidate out."""
    out = Claim.RULED_OUT in verdict.claims
    return f"ruled out: {verdict.label}" if out else str(verdict.label)


@dataclass(frozen=True, eq=False)
class _Scene:
    """What is known when a step is told: ``state`` is the one before it."""

    problem: Problem
    state: State
    digits: Digits


def worksheet_text(timeline: Timeline) -> Iterator[str]:
    """A lesson from its first step to its last, a text for each step, then the tree."""
    here, length = timeline.jump(0), timeline.length
    start = here.state.tree
    scale = 1.0 if start.schema.classes else float(start[ROOT].stats[2])
    while step := here.propose():
        scene = _Scene(here.problem, here.state, Digits.for_scale(scale))
        lines = [f"Step {here.cursor + 1} of {length}: {_name(step.move.node)}"]
        lines += (" ".join(line.splitlines()) for line in _told(scene, step))
        yield "\n".join(lines)
        here = here.step()
    tree = here.state.tree
    leaves = sum(node.leaf for node in tree)
    title = f"The tree after step {length} (nodes: {len(tree)}, leaves: {leaves})"
    yield f"{title}\n\n{export.text(tree)}"


def _told(scene: _Scene, step: Step) -> Iterator[str]:
    tree, node = scene.state.tree, step.move.node
    path = " and ".join(map(str, tree.conditions(node))) or "all rows"
    yield from (f"{path}: {counts_words(tree, node)}", "")
    match step.evidence:
        case Weighed(winner=winner) as weighed:
            taken = None if winner is None else weighed.candidates[winner]
            yield from _argument(scene, weighed, taken)
        case None if isinstance(step.move, Expand):  # by hand, so nobody has weighed it yet
            given = (scene.problem, scene.state, node)
            yield from _argument(scene, weigh(*given), judge(*given, step.move.split))
    yield f"→ {_deed(tree, step)}"


def _argument(scene: _Scene, weighed: Weighed, taken: Candidate | None) -> Iterator[str]:
    """All candidates, the average that they must reach, and the arithmetic of ``taken``."""
    recipe, dataset = scene.problem.recipe, scene.problem.dataset
    yield from (*_candidates(scene, weighed), "")
    if weighed.counted is not None:
        average = scores.average_gain(recipe, dataset.schema, weighed)
        yield "corrected = gain − log2(cuts tried)/n where there are cuts"
        yield from (*formula_lines([average] if average else [], scene.digits), "")
    if taken is not None:
        yield from (*_legend(scene, weighed.node, taken), "")
        formula = scores.score(recipe, dataset.schema, weighed, taken, scores.headline(recipe))
        yield from (*formula_lines(named_parts(formula), scene.digits), "")
        for test, meaning in scores.tests(recipe, weighed, taken):
            yield from (f"{meaning}:", *formula_lines(named_parts(test), scene.digits), "")


def _candidates(scene: _Scene, weighed: Weighed) -> list[str]:
    """The table of candidates, the winner first."""
    shown, schema = _scores(scene, weighed), scene.problem.dataset.schema
    rows = [("", "column", "best split", *shown.values(), "verdict")]
    for candidate in weighed.ranked(scores.headline(scene.problem.recipe)):
        mark = "→" if candidate.column == weighed.winner else ""
        name = schema.columns[candidate.column].name
        split = branches(candidate.split, schema) if candidate.split else "–"
        numbers = (_score(candidate, score, scene.digits) for score in shown)
        rows.append((mark, _shortened(name), _shortened(split), *numbers, _verdict(candidate)))
    return aligned(rows, right=range(3, 3 + len(shown)))


def _scores(scene: _Scene, weighed: Weighed) -> dict[str, str]:
    """The scores that are shown, the one that decides last, and what they are called."""
    measure, selection = scene.problem.recipe.impurity, scene.problem.recipe.selection
    if measure.numeric:
        return {"squares_after": "squares after", "squares_decrease": "decrease"}
    names = {
        "impurity_after": f"{symbol_text(measure.symbol)} after",
        "gain": f"gain ({measure.unit})" if measure.unit else "gain",
        "cost": "cost",
        "tries": "cuts tried",
        "corrected_gain": "corrected",
        "split_info": "split info",
    }
    guards = () if weighed.counted is not None else ("tries", "corrected_gain")
    shown = (*(part for part in selection.parts if part not in guards), selection.score)
    return {name: names.get(name, selection.symbol) for name in shown}


def _score(candidate: Candidate, name: str, digits: Digits) -> str:
    # Only a column with thresholds has a worth of its own; a nominal one's is its gain.
    value = {"corrected_gain": candidate.scores.get("gain"), **candidate.scores}.get(name)
    show = digits.part if name == "tries" else digits.show
    return "–" if value is None else show(value)


def _verdict(candidate: Candidate) -> str:
    words, best = verdict_words(candidate.verdict), (Verdict.WINS, Verdict.TIED)
    as_good = candidate.tied if candidate.verdict in best else 0
    return f"{words} (as good: {as_good} more of the splits tried)" if as_good else words


def _legend(scene: _Scene, node: NodeId, taken: Candidate) -> list[str]:
    """What D, A and each D_i stand for."""
    assert taken.split is not None
    split, schema = taken.split, scene.problem.dataset.schema
    grown = apply(scene.problem, scene.state, Expand(node, split)).tree
    sets = [
        (f"D{i + 1}", str(split.condition(schema, i)), counts_words(grown, child))
        for i, child in enumerate(grown.children(node))
    ]
    name = schema.columns[taken.column].name
    return [f"D is the rows here, A is {name}", *aligned(sets), *_groups(scene, name, split)]


def _groups(scene: _Scene, name: str, split: Split) -> Iterator[str]:
    """That not every cut was tried, where numbers are counted in groups."""
    table = scene.problem.dataset
    if not isinstance(table, CountedTable) or not isinstance(split, Threshold):
        return
    if table.grouped(split.column):
        low, high = map(number, table.beside(split))
        groups = len(table.low[split.column])
        yield f"{name} is cut between {groups} groups of its values;"
        yield f"between {low} and {high} no other cut was tried"


def formula_lines(formulas: Sequence[Named], digits: Digits) -> Iterator[str]:
    """Name = numbers = result for each formula; ≈ where the line as printed does not add up."""
    width = max((len(symbol_text(formula.symbol)) for formula in formulas), default=0)
    for formula in formulas:
        finer = digits.of_line(formula)
        relation = "=" if finer.adds_up(formula) else "≈"
        sides = f"= {plain(formula, finer)} {relation} {digits.show(formula.value)}"
        text = f"{symbol_text(formula.symbol):<{width}} {sides}"
        yield from textwrap.wrap(text, LINE, subsequent_indent=" " * (width + 3))


def _deed(tree: Tree, step: Step) -> str:
    """What was done, and to which nodes or for which reason."""
    node, by_hand = step.move.node, "By hand: " if step.decided else ""
    if isinstance(step.move, Expand):
        split = step.move.split
        below = [_name((*node, branch)) for branch in (0, split.arity(tree.schema) - 1)]
        return f"{by_hand}Split on {tree.schema.columns[split.column].name}: {' to '.join(below)}."
    why = step.why(tree.schema)
    leaf = f"{by_hand}A leaf that says {export.prediction(tree, node, ',')}."
    return f"{leaf} {why}" if why else leaf


def counts_words(tree: Tree, node: NodeId) -> str:
    """ "n = 14 (5 No · 9 Yes)", or "n = 90, mean 5.107" for a numeric target."""
    counts, rows = export.counts(tree, node), tree.rows(node)
    weights = f", weight {export.weights(tree, node)}" if tree.schema.weighs else ""
    if tree.schema.classes:
        return f"n = {weight_text(rows)} ({counts}){weights}"
    mean = f", mean {export.prediction(tree, node, ',')}" if rows > 0 else ""
    return f"{counts}{weights}{mean}"


def _name(node: NodeId) -> str:
    """The root, or the branches taken from it as in share links: "node 2.0"."""
    return f"node {'.'.join(map(str, node))}" if node else "the root"


def aligned(rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> list[str]:
    """Rows of cells as lines with columns; those in ``right`` are set flush right."""
    widths = [max(map(display_width, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        gaps = (" " * (w - display_width(cell)) for cell, w in zip(row, widths, strict=True))
        pairs = enumerate(zip(row, gaps, strict=True))
        line = "  ".join(gap + cell if i in right else cell + gap for i, (cell, gap) in pairs)
        lines.append(line.rstrip())
    return lines


def display_width(text: str) -> int:
    """How many places ``text`` takes on a terminal: two for 青, none for a combining mark."""
    kept = (c for c in text if unicodedata.category(c) not in ("Mn", "Me", "Cf"))
    return sum(1 + (unicodedata.east_asian_width(c) in ("W", "F")) for c in kept)


def _shortened(text: str) -> str:
    while display_width(text := text[: 2 * CELL]) > CELL:
        text = text.rstrip("…")[:-1] + "…"
    return text
