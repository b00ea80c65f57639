"""Questions about a node that its own numbers answer: what a class is asked before it is told.

A question is a value: what may be answered, what is right, and the step of the algorithm that says
so. Wrong choices are what a known mistake leads to, where there is one (``diagnosis``), and a
judgement says which. Where several answers are as good, all of them are right. Read ``ask``, then
``judged``, then ``like``. Not done here: no lesson moves, and nobody is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import astuple, dataclass, field, replace
from enum import Enum, StrEnum, auto
from typing import Any, Final

import numpy as np

import dtcore.explain.scores as scores
from dtcore.errors import RecipeError
from dtcore.formula import Formula
from dtcore.growth.frontier import Frontier
from dtcore.growth.recipe import Recipe
from dtcore.growth.scoring import Scored, best_options
from dtcore.model.columns import FloatArray
from dtcore.model.nodes import NodeId
from dtcore.model.predict import ends, path
from dtcore.model.splits import Threshold
from dtcore.model.tree import Tree
from dtcore.policies.impurity import Entropy
from dtcore.policies.selection import Gain, GainRatio, GuardedGainRatio, Verdict, ties_with
from dtcore.stepping.evidence import Candidate, Weighed, candidate_at, evaluated
from dtcore.stepping.moves import Expand, Step, decide
from dtcore.stepping.problem import Problem, State, check_node, node_rows_of, rows_at
from dtcore.stepping.timeline import Timeline
from dtcore.words import Sentence
from dttools.printing import Digits
from dttools.study.alternatives import Standing, cut_scores, split_of, standings
from dttools.teach.diagnosis import (
    MEASURES,
    Diagnosis,
    Mistake,
    diagnose,
    unweighted,
)
from dttools.teach.typed_numbers import read_typed

NOT_STOPPED: Final = Sentence("No stopping rule applies, and {column} is chosen: {score}.")
LED: Final[Mapping[Mistake, Sentence]] = {
    Mistake.NO_WEIGHTS: Sentence(
        "Among these splits {column} wins if the impurities of the branches are added without "
        "weights ({made}). Weighted by their rows, it scores {score}."
    ),
    Mistake.GINI: Sentence(
        "{column} wins by the Gini index ({made}). This algorithm uses {criterion}: {score}."
    ),
    Mistake.ENTROPY: Sentence(
        "{column} wins by entropy in bits ({made}). This algorithm uses {criterion}: {score}."
    ),
    Mistake.NO_SPLIT_INFO: Sentence(
        "{column} wins by gain ({made}). This algorithm compares gain ratios: {score}."
    ),
    Mistake.DIVIDED: Sentence(
        "{column} wins by gain ratio ({made}). This algorithm compares gains: {score}."
    ),
    Mistake.NO_PRICE: Sentence(
        "{column} wins as long as nothing is subtracted for choosing among cuts ({made}). "
        "With that it scores {score}."
    ),
}
"""What is said of a column that wins by a mistake alone."""
MOST_CHOICES: Final = 5
"""Columns, or classes: more do not fit a phone."""
MOST_CUTS: Final = 12
MOST_TRIES: Final = 60
"""Nodes, or rows, that are looked at for another question."""
MOST_STEPS: Final = 12
"""Steps that are gone on for one."""
SPLIT: Final = "split"
LEAF: Final = "leaf"


class QuizKind(StrEnum):
    COLUMN = "column"
    """Which column a node that is split is split on."""
    CUT = "cut"
    """Where a column of numbers is cut best."""
    SCORE = "score"
    """What a column scores, to be typed."""
    LEAF = "leaf"
    """Whether the node is split or becomes a leaf."""
    CLASS = "class"
    """What the tree predicts for a row."""


class QuizSlip(Enum):
    """What went wrong where no known mistake of arithmetic did."""

    LOWER = auto()
    """Another choice scores higher."""
    RULED_OUT = auto()
    WORTH_A_SPLIT = auto()
    """Taken for a leaf, and the algorithm splits it."""
    STOPPED = auto()
    """Taken for a split, and the algorithm stops there."""
    OF_ALL_ROWS = auto()
    """What the root alone would predict, whatever the row is."""
    OF_THE_ROW = auto()
    """The row's own class, which the tree gets wrong."""
    OTHER_BRANCH = auto()
    """A leaf says so that the row does not come to."""
    UNHEARD = auto()
    """A class that no leaf says."""


QuizReason = Mistake | Standing | QuizSlip


@dataclass(frozen=True, eq=False)
class CutLine:
    """The cuts that one chooses among, rising.

    ``low`` and ``high``: the least and the largest value at the node. ``between`` (n + 1, k) are
    the statistics of the rows below the first cut, between each two, and above the last, and
    ``rows`` (n + 1, k) their numbers, whatever they weigh.
    """

    low: float
    high: float
    splits: tuple[Threshold, ...]
    between: FloatArray
    rows: FloatArray
    standings: tuple[Standing, ...]
    scores: FloatArray


@dataclass(frozen=True, eq=False)
class QuizQuestion:
    """``keys`` are the answers to choose among, in the order of the table, none where a number is
    typed: numbers of columns, cuts or classes as text, ``SPLIT`` and ``LEAF``. ``key`` is the
    algorithm's own, ``right`` are all that are as good. ``step`` is what the algorithm does with
    the node, None of a row's class. ``column``: of a cut or a score; ``row``: of a class.
    ``led_to``: the columns that win by a known mistake, each with it and its score by it."""

    kind: QuizKind
    timeline: Timeline
    node: NodeId
    keys: tuple[str, ...]
    key: str
    right: frozenset[str]
    step: Step | None = None
    column: int | None = None
    row: int | None = None
    line: CutLine | None = None
    led_to: Mapping[int, tuple[Mistake, Formula]] = field(default_factory=dict)

    @property
    def tree(self) -> Tree:
        return self.timeline.state.tree

    @property
    def weighed(self) -> Weighed:
        """The candidates of the node."""
        assert self.step is not None
        assert isinstance(self.step.evidence, Weighed)
        return self.step.evidence

    @property
    def candidate(self) -> Candidate:
        """That of the column asked about."""
        assert self.column is not None
        return self.weighed.candidates[self.column]


@dataclass(frozen=True, eq=False)
class QuizJudgement:
    """``reason`` is what went wrong, ``Mistake.NONE`` if nothing did; ``made`` the sum that gives
    the answer, where it is known; ``diagnosis`` that of a typed number."""

    good: bool
    reason: QuizReason
    made: Formula | None = None
    diagnosis: Diagnosis | None = None


def ask(
    timeline: Timeline,
    kind: QuizKind,
    node: NodeId = (),
    column: int | None = None,
    row: int | None = None,
) -> QuizQuestion | None:
    """A question of one kind at a node, or None where it has no answer. ``column``: the one to
    ask about, else the best; ``row``: the one to predict, else the first that is worth it.

    Raises MoveError if there is no such node.
    """
    check_node(timeline.state, node)
    if timeline.problem.pruning is not None:
        return None
    if kind is QuizKind.CLASS:
        return _class(timeline, row)
    step = decision(timeline, node)
    if kind is QuizKind.LEAF:
        key = SPLIT if isinstance(step.move, Expand) else LEAF
        return QuizQuestion(kind, timeline, node, (SPLIT, LEAF), key, frozenset({key}), step)
    if not isinstance(step.evidence, Weighed):
        return None
    if kind is QuizKind.COLUMN:
        return _column(timeline, node, step)
    return (_cut if kind is QuizKind.CUT else _score)(timeline, node, step, column)


def decision(timeline: Timeline, node: NodeId) -> Step:
    """What the algorithm does with ``node``, whatever was done by hand. It is a split or a stop:
    what a collapse makes of it later is not asked."""
    step = timeline.step_of(node)
    if step is not None and not step.by_hand and _grows(step):
        return step
    state = timeline.state
    if node not in state.node_rows:
        state = State(state.tree.prune(node), {node: rows_at(timeline.problem, state, node)})
    return decide(timeline.problem, state, node)


def _grows(step: Step) -> bool:
    return step.evidence is None or isinstance(step.evidence, Weighed)


# ------------------------------------------------------------------------------ which column


def _column(timeline: Timeline, node: NodeId, step: Step) -> QuizQuestion | None:
    weighed = step.evidence
    assert isinstance(weighed, Weighed)
    close = _close(timeline, weighed)
    able = {c.column for c in weighed.candidates if c.split is not None} - close
    best = [c.column for c in weighed.candidates if c.verdict in (Verdict.WINS, Verdict.TIED)]
    if len(able) < 2 or not best or not isinstance(step.move, Expand):
        return None
    ranked = [c.column for c in weighed.ranked(scores.headline(timeline.problem.recipe))]
    led = led_to(timeline, weighed)
    others = [c for c in dict.fromkeys([*led, *ranked]) if c in able and c not in best]
    best.sort(key=lambda column: column != weighed.winner)
    tied = best[: MOST_CHOICES - bool(others)]  # one that loses is among the choices too
    chosen = [*tied, *others][:MOST_CHOICES]
    keys = tuple(str(column) for column in sorted(chosen))
    right, winner = frozenset(map(str, tied)), str(weighed.winner)
    return QuizQuestion(QuizKind.COLUMN, timeline, node, keys, winner, right, step, led_to=led)


def _close(timeline: Timeline, weighed: Weighed) -> set[int]:
    """The columns that lose with the winner's score, as far as it is shown: nobody could tell."""
    best, name = weighed.best, scores.headline(timeline.problem.recipe)
    if best is None:
        return set()
    digits = _digits(best)
    lower = [c for c in weighed.candidates if c.verdict == Verdict.LOWER]
    shown = digits.show(best.scores[name])
    return {c.column for c in lower if digits.show(c.scores[name]) == shown}


@dataclass(frozen=True)
class _Unpriced(GuardedGainRatio):
    """As C4.5, with nothing taken off for choosing among cuts."""

    def cut_penalty(self, tries: FloatArray, weight: FloatArray) -> FloatArray:
        return np.zeros_like(weight)


def _instead(recipe: Recipe) -> Iterator[tuple[Mistake, Recipe]]:
    """The algorithms that a known mistake makes of this one, the more likely first."""
    selection = recipe.selection
    changes: list[tuple[Mistake, dict[str, Any]]] = []
    if selection.score == "gain_ratio":
        changes.append((Mistake.NO_SPLIT_INFO, {"selection": Gain()}))
    elif selection.score == "gain":
        if isinstance(recipe.impurity, Entropy):
            changes.append((Mistake.DIVIDED, {"selection": GainRatio()}))
        others = {} if recipe.impurity.numeric else MEASURES
        for mistake, other in others.items():
            if type(other) is not type(recipe.impurity):
                changes.append((mistake, {"impurity": other}))
    if isinstance(selection, GuardedGainRatio):
        changes.append((Mistake.NO_PRICE, {"selection": _Unpriced(*astuple(selection))}))
    for mistake, change in changes:
        with suppress(RecipeError):  # the changed policies do not go with the others
            yield mistake, replace(recipe, **change)


def led_to(timeline: Timeline, weighed: Weighed) -> dict[int, tuple[Mistake, Formula]]:
    """The columns that win by a known mistake, each with it and its score by it.

    Each mistake is weighed as an algorithm of its own, whose cuts may be other ones. What is
    added without weights is what the page shows of each column, its best split."""
    problem, schema = timeline.problem, timeline.problem.dataset.schema
    right = {c.column for c in weighed.candidates if c.verdict in (Verdict.WINS, Verdict.TIED)}
    result: dict[int, tuple[Mistake, Formula]] = {}
    for mistake, recipe in _instead(problem.recipe):
        found = evaluated(replace(problem, recipe=recipe), timeline.state, weighed.node)
        winner, verdicts = int(found.choice.winner[0]), found.choice.verdict[0]
        if winner < 0 or winner in right or (verdicts == Verdict.TIED).any():
            continue
        best = candidate_at(found, 0, winner)
        if best.verdict == Verdict.WINS and best.gains:
            made = scores.score(recipe, schema, weighed, best, scores.headline(recipe))
            result.setdefault(best.column, (mistake, made))
    able = [c for c in weighed.candidates if c.split is not None and c.verdict in _COMPARED]
    sums = {c.column: unweighted(problem.recipe, schema, weighed, c) for c in able}
    ranked = sorted(((k, s) for k, s in sums.items() if s), key=lambda one: -one[1].value)
    ahead = ranked and all(ranked[0][1].value > s.value + 1e-9 for _, s in ranked[1:])
    if ahead and ranked[0][0] not in right:
        result.setdefault(ranked[0][0], (Mistake.NO_WEIGHTS, ranked[0][1]))
    return result


_COMPARED: Final = (Verdict.WINS, Verdict.TIED, Verdict.LOWER, Verdict.REFUSED)


# --------------------------------------------------------------------- which cut, what score


def _cut(timeline: Timeline, node: NodeId, step: Step, column: int | None) -> QuizQuestion | None:
    weighed = step.evidence
    assert isinstance(weighed, Weighed)
    able = [c for c in _best_first(timeline, weighed) if isinstance(c.split, Threshold)]
    mine = next((c for c in able if column in (None, c.column)), None)
    if mine is None or mine.verdict not in _COMPARED:
        return None
    found = _line(timeline, weighed, mine)
    if found is None:
        return None
    line, key, right = found
    keys = tuple(str(i) for i in range(len(line.splits)))
    tied = frozenset(map(str, right))
    return QuizQuestion(
        QuizKind.CUT, timeline, node, keys, str(key), tied, step, mine.column, line=line
    )


def _line(
    timeline: Timeline, weighed: Weighed, candidate: Candidate
) -> tuple[CutLine, int, list[int]] | None:
    """The cuts to choose among, evenly taken from all so that the best is one of them; its place,
    and those of all that are as good. None where a cut says more than a number, or the rows are
    elsewhere."""
    problem, column = timeline.problem, candidate.column
    if problem.dataset.counted:
        return None
    frontier = Frontier.of(problem.dataset, [node_rows_of(problem, timeline.state, weighed.node)])
    before = problem.recipe.impurity.of(frontier.stats())
    scored, (at, *_), *_ = best_options(problem.recipe, frontier, column, before)
    if scored.missing is not None or at < 0 or not np.isfinite(scored.key).all():
        return None
    if not scored.admitted[at] or len(scored.key) < 3:
        return None
    rank = np.where(scored.admitted, scored.rank, -np.inf)
    good = ties_with(rank, np.full(len(rank), rank[at]), np.full(len(rank), before[0]))
    every = standings(problem.recipe, weighed, scored)
    decides = _decides(problem, scored, float(frontier.weight[0]))
    shown = list(map(_digits(candidate).show, decides))
    same = [
        shown[i] == shown[at] and every[i] is not Standing.TOO_FEW_ROWS for i in range(len(shown))
    ]
    stride = -(-len(rank) // MOST_CUTS)
    # what loses with the best one's score, as far as it is shown, nobody could tell from it
    chosen = [i for i in range(int(at) % stride, len(rank), stride) if good[i] or not same[i]]
    if len(chosen) < 2:
        return None
    splits = [split_of(problem.recipe, problem.dataset, column, scored, i) for i in chosen]
    values = problem.dataset.columns[column].values[frontier.rows]
    cuts = [split.among(values) for split in splits if isinstance(split, Threshold)]
    between = _between(frontier, values, np.array([split.cut for split in cuts]))
    line = CutLine(
        float(np.nanmin(values)),
        float(np.nanmax(values)),
        tuple(cuts),
        between.stats(),
        between.class_rows,
        tuple(every[place] for place in chosen),
        decides[chosen],
    )
    return line, chosen.index(int(at)), np.flatnonzero(good[chosen]).tolist()


def _decides(problem: Problem, scored: Scored, weight: float) -> FloatArray:
    """(o,) what the cuts of one column are compared by."""
    if problem.recipe.selection.cuts_by != "gain":
        return cut_scores(problem.recipe, scored, weight)
    return np.asarray(scored.gain * (weight if problem.recipe.impurity.numeric else 1.0))


def _between(here: Frontier, values: FloatArray, cuts: FloatArray) -> Frontier:
    """The rows of a frontier of one node between n cuts, as those of n + 1 nodes."""
    known = np.flatnonzero(~np.isnan(values))
    return here.at(known, np.searchsorted(cuts, values[known]), len(cuts) + 1)


def _score(timeline: Timeline, node: NodeId, step: Step, column: int | None) -> QuizQuestion | None:
    weighed, recipe = step.evidence, timeline.problem.recipe
    assert isinstance(weighed, Weighed)
    name = scores.headline(recipe)
    able = [c for c in _best_first(timeline, weighed) if c.gains and c.scores.get(name, 0) > 0]
    # of branches that are all pure there is little to work out
    able.sort(key=lambda c: (c.verdict not in _COMPARED, c.scores["impurity_after"] <= 0))
    mine = next((c for c in able if column in (None, c.column)), None)
    if mine is None:
        return None
    right = _digits(mine).show(mine.scores[name])
    if read_typed(right) is None:  # so small that nobody would type it
        return None
    return QuizQuestion(
        QuizKind.SCORE, timeline, node, (), right, frozenset({right}), step, column=mine.column
    )


def _digits(candidate: Candidate) -> Digits:
    of = "squares_before" if "squares_before" in candidate.scores else "impurity_before"
    return Digits.for_scale(candidate.scores[of]).down_to(candidate.scores["gain"])


def _best_first(timeline: Timeline, weighed: Weighed) -> list[Candidate]:
    ranked = weighed.ranked(scores.headline(timeline.problem.recipe))
    return [candidate for candidate in ranked if candidate.split is not None]


# ------------------------------------------------------------------------------- which class


def _class(timeline: Timeline, row: int | None) -> QuizQuestion | None:
    tree = timeline.state.tree
    if len(tree.schema.classes) < 2 or len(tree) == 1:
        return None
    rows = _telling(timeline)[:MOST_TRIES] if row is None else [row]
    for place in rows:
        end = _end(timeline, place)
        if end is None:
            continue
        key = str(int(tree.prediction(end)))
        keys, right = _classes(timeline, place, end), frozenset({key})
        return QuizQuestion(QuizKind.CLASS, timeline, (), keys, key, right, row=place)
    return None


def _telling(timeline: Timeline) -> list[int]:
    """Rows, those first that show the most: of another class than most, evenly taken."""
    tree, dataset = timeline.state.tree, timeline.problem.dataset
    usual = int(tree.prediction(()))
    stride = max(1, len(dataset) // MOST_TRIES)
    some = range(0, len(dataset), stride)
    ends_ = {row: _end(timeline, row) for row in list(some)[:MOST_TRIES]}
    known = [row for row, end in ends_.items() if end is not None]
    other = [row for row in known if int(tree.prediction(ends_[row] or ())) != usual]
    return [*other, *(row for row in known if row not in other)]


def _end(timeline: Timeline, row: int) -> NodeId | None:
    """The one leaf that a row comes to by its own cells, if its classes are not tied."""
    tree, dataset = timeline.state.tree, timeline.problem.dataset
    if not 0 <= row < len(dataset):
        return None
    rests = ends(tree, dataset, row)
    if len(rests) != 1:
        return None
    (end,) = rests
    told = np.sort(tree.schema.leaf_rule.adjusted_weights(tree[end].stats))
    alone = tree.weight(end) > 0 and told[-1] > told[-2] * (1 + 1e-9)
    return end if alone and not tree.schema.leaf_rule.loss and tree[end].leaf else None


def _classes(timeline: Timeline, row: int, end: NodeId) -> tuple[str, ...]:
    """The classes to choose among: all of them if they are few."""
    tree = timeline.state.tree
    stats, first = tree[()].stats, int(tree.prediction(end))
    own = int(timeline.problem.dataset.target.values[row])
    order = [first, own, *np.argsort(-stats, kind="stable").tolist()]
    chosen = list(dict.fromkeys(order))[:MOST_CHOICES]
    return tuple(str(label) for label in sorted(chosen))


# ---------------------------------------------------------------------------------- judgement


def accepts(question: QuizQuestion, answer: str) -> str | None:
    """An answer as it is counted: a choice, or a number as it is written shortest; None if it is
    neither."""
    if question.kind is not QuizKind.SCORE:
        return answer if answer in question.keys else None
    number = read_typed(answer)
    if number is None:
        return None
    value, decimals = number
    return f"{value + 0.0:.{decimals}f}"


def judged(question: QuizQuestion, answer: str) -> QuizJudgement:
    """What an answer that the question ``accepts`` is worth, and which mistake leads to it."""
    if question.kind is QuizKind.SCORE:
        return _judged_score(question, answer)
    if answer in question.right:
        return QuizJudgement(True, Mistake.NONE)
    if question.kind is QuizKind.LEAF:
        return QuizJudgement(False, QuizSlip.STOPPED if answer == SPLIT else QuizSlip.WORTH_A_SPLIT)
    if question.kind is QuizKind.COLUMN:
        return _judged_column(question, answer)
    if question.kind is QuizKind.CLASS:
        return QuizJudgement(False, _slip_of_class(question, int(answer)))
    assert question.line is not None
    standing = question.line.standings[int(answer)]
    return QuizJudgement(False, QuizSlip.LOWER if standing is Standing.OPEN else standing)


def _judged_score(question: QuizQuestion, answer: str) -> QuizJudgement:
    problem, candidate = question.timeline.problem, question.candidate
    given = (problem.recipe, problem.dataset.schema, question.weighed, candidate)
    said = diagnose(*given, answer)
    assert said is not None
    return QuizJudgement(said.good, said.mistake, said.made, said)


def _judged_column(question: QuizQuestion, answer: str) -> QuizJudgement:
    candidate = question.weighed.candidates[int(answer)]
    if candidate.verdict not in _COMPARED:
        return QuizJudgement(False, QuizSlip.RULED_OUT)
    led = question.led_to.get(candidate.column)
    return QuizJudgement(False, *led) if led else QuizJudgement(False, QuizSlip.LOWER)


def _slip_of_class(question: QuizQuestion, label: int) -> QuizSlip:
    tree, row = question.tree, question.row
    assert row is not None
    if label == int(question.timeline.problem.dataset.target.values[row]):
        return QuizSlip.OF_THE_ROW
    if label == int(tree.prediction(())):
        return QuizSlip.OF_ALL_ROWS
    said = {int(tree.prediction(node.id)) for node in tree if node.leaf}
    return QuizSlip.OTHER_BRANCH if label in said else QuizSlip.UNHEARD


def way(question: QuizQuestion) -> tuple[NodeId, ...]:
    """The nodes that the row asked about passes, from the root on."""
    assert question.row is not None
    return tuple(path(question.tree, question.timeline.problem.dataset, question.row))


# ---------------------------------------------------------------------------- a like question


def like(question: QuizQuestion) -> QuizQuestion | None:
    """A question of the same kind about another row, or at another node: one of this tree, or one
    that it has some steps on. One with another answer, if there is any; None if there is none."""
    first = None
    for other in filter(None, _others(question)):
        if _differs(other, question):
            return other
        first = first or other
    return first


def _differs(one: QuizQuestion, other: QuizQuestion) -> bool:
    if one.kind in (QuizKind.CUT, QuizKind.SCORE):
        return one.column != other.column
    return one.key != other.key


def _others(question: QuizQuestion) -> Iterator[QuizQuestion | None]:
    timeline = question.timeline
    if question.kind is QuizKind.CLASS:
        rows = [row for row in _telling(timeline) if row != question.row]
        mine = _end(timeline, question.row or 0)
        apart = [row for row in rows if _end(timeline, row) != mine]
        yield from (ask(timeline, question.kind, row=row) for row in apart[:MOST_TRIES])
        return
    told = [timeline.state.tree.id_at(place) for place in range(len(timeline.state.tree))]
    seen = {question.node}
    for _ in range(MOST_STEPS):  # nodes that nobody has been told of come first
        for node in timeline.state.node_rows:
            if node not in seen and len(seen) < MOST_TRIES:
                seen.add(node)
                yield ask(timeline, question.kind, node)
        further = timeline.step()
        if further is timeline:
            break
        timeline = further
    before = question.timeline
    yield from (ask(before, question.kind, node) for node in told[:MOST_TRIES] if node not in seen)
