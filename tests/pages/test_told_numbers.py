"""Every count that the pages tell of a lesson whose rows are weighed, worked out from its rows.

The texts are read by ``told_numbers``, in both languages, and the rows counted by ``told_lessons``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtcore as dt
from dtcore import explain, export
from dtcore.explain import worksheet
from dtcore.formula import Digits
from dtcore.model import ROOT, NodeId
from dtcore.policies import MinRows, Stop
from dtcore.stepping import Close, Expand, Weighed
from pages.ui.lesson.choice import RecipeChoice
from pages.ui.lesson.lesson import Lesson
from pages.ui.lesson.table_choice import TableChoice
from pages.ui.pruning import table
from pages.ui.pruning.pruning_session import Grown, PruningSession
from pages.ui.pruning.settings import PruningSettings
from pages.ui.scene.tree.sketch import Sketch
from pages.ui.use.predict.answer import said
from pages.ui.wording import narration
from pages.ui.wording.language import spoken
from tests.pages import told_numbers as read
from tests.pages.told_lessons import Truth, truths
from tests.strategies import law_of

LANGUAGES: Final = ("en", "zh")
DIGITS: Final = Digits(4)


def near(number: float) -> Any:
    """As written by three decimals, or by two digits that count."""
    return pytest.approx(number, abs=6e-4, rel=1e-9)


def percent(share: float) -> Any:
    return pytest.approx(100 * share, abs=0.0501)


def spoken_in_both() -> Iterator[None]:
    for language in LANGUAGES:
        with spoken(language):
            yield


def leaves(tree: dt.Tree) -> list[NodeId]:
    return [node.id for node in tree if node.leaf]


@law_of(0.5)
@given(st.integers(0, 10**6))
def test_every_count_that_is_told_is_a_count_of_rows(seed: int) -> None:
    for truth in truths(seed):
        _check_limit(truth)
        _check_branches(truth)
        for _ in spoken_in_both():
            _check_narration(truth)
        if truth.lesson.finished or truth.lesson.at_start:
            _check_texts(truth)
            for _ in spoken_in_both():
                _check_nodes(truth)
                _check_answers(truth)
                _check_inspector(truth)


def _check_narration(truth: Truth) -> None:
    text, last = narration.narrate(truth.lesson, DIGITS), truth.lesson.timeline.last
    counted = " ".join(read.of_rows(text))
    if truth.lesson.finished and last is not None:
        ends = narration.at_end(truth.lesson)
        assert read.right(ends) == near((truth.right(), truth.count(ROOT)))
    elif last is None:
        assert read.rows(counted)[0] == near(truth.count(ROOT))
        assert read.by_class(counted, truth.classes) == near(truth.by_class(ROOT))
        of_weights = read.by_class(" ".join(read.of_weights(text)), truth.classes)
        factors = dict(zip(truth.classes, truth.factors.tolist(), strict=True))
        assert of_weights == near(factors if truth.lesson.recipe.classes else {})
    elif isinstance(last.move, Expand):
        assert read.rows(counted)[0] == near(truth.count(last.move.node))


def _check_limit(truth: Truth) -> None:
    """A node that holds, or weighs, too little is below what is said to be asked of it."""
    last = truth.lesson.timeline.last
    if last is None or not isinstance(last.move, Close) or not isinstance(last.reason, Stop):
        return
    if isinstance(last.reason.rule, MinRows):
        text, node = narration.stop_words(last, truth.tree), last.move.node
        held = truth.weight(node) if "weigh" in text else truth.count(node)
        held = float((truth.came(node) > 0).sum()) if "lines of the table" in text else held
        assert held < last.reason.rule.rows, text


def _check_nodes(truth: Truth) -> None:
    tree, sketch = truth.tree, Sketch(truth.lesson, DIGITS)
    for box in sketch.boxes(range(len(tree)), {}):
        assert read.called(box.says, "n") == near(truth.count(box.node))
        found = read.by_class(box.says, truth.classes)
        held = {name: n for name, n in truth.by_class(box.node).items() if n > 0}
        assert {name: n for name, n in found.items() if n > 0} == near(held)
        weight, weighs = read.called(box.says, "w"), tree.schema.weighs
        assert weight == near(truth.weight(box.node)) if weighs else weight is None
        assert weighs or truth.weight(box.node) == near(truth.count(box.node))


def _check_answers(truth: Truth) -> None:
    cells = truth.frame.drop(columns="y")
    for row in range(0, len(cells), 9):
        found = explain.prediction(truth.tree, cells, row)
        text = said(truth.lesson, found)
        if len(found.ends) == 1:
            _check_answer(truth, text, next(iter(found.ends)), str(found.prediction))
            continue
        told = (truth.estimate(_telling(truth, end), str(found.prediction)) for end in found.ends)
        shares = zip(found.ends.values(), told, strict=True)
        assert read.shares(text) == [percent(sum(part * share for part, share in shares))]


def _check_answer(truth: Truth, text: str, end: NodeId, label: str) -> None:
    node, counted = _telling(truth, end), " ".join(read.of_rows(text))
    rows, own = truth.count(node), truth.by_class(node)[label]
    assert (read.rows(counted) or [1.0]) == near([rows])
    assert (read.shares(counted) or [100.0]) == [percent(own / rows)]
    share = truth.estimate(node, label)
    if estimates := read.of_estimates(text):
        assert read.shares(estimates[0]) == [percent(share)]
        assert read.m_of(estimates[0]) == truth.lesson.recipe.m
    else:
        assert share == pytest.approx(own / rows)


def _telling(truth: Truth, node: NodeId) -> NodeId:
    """The nearest node with rows."""
    while not truth.count(node):
        node = node[:-1]
    return node


def _check_texts(truth: Truth) -> None:
    tree = truth.tree
    right = {node: truth.by_class(node)[export.prediction(tree, node)] for node in leaves(tree)}
    for text in (export.text(tree), dt.rules.of(tree).text()):
        found = read.at_leaves(text)
        expected = [(truth.count(node), truth.count(node) - right[node]) for node in leaves(tree)]
        assert found == [near(pair) for pair in expected]
    lines = [line for line in export.markdown(tree).splitlines() if "(n = " in line]
    for node, line in zip(leaves(tree), lines, strict=True):
        assert read.called(line, "n") == near(truth.count(node))
        sure = [percent(right[node] / truth.count(node))] if truth.count(node) else []
        assert read.shares(line) == sure
        words, _, _ = worksheet.counts_words(tree, node).partition(", weight")
        assert read.called(words, "n") == near(truth.count(node))
        assert read.by_class(words, truth.classes) == near(truth.by_class(node))


def _check_inspector(truth: Truth) -> None:
    now = _pruning(truth.lesson)
    for node in truth.tree:
        assert read.rows(table.rows_at(now, node.id)) == near([truth.count(node.id)])


def _pruning(lesson: Lesson) -> PruningSession:
    """As the page has it, without a page."""
    settings, tree = PruningSettings(), lesson.tree
    timeline = dt.prune(lesson.timeline.problem, tree, settings.pruner)
    path = dt.pruning.cost_complexity(tree)
    grown = Grown(lesson.dataset, None, tree, tree, path)
    return PruningSession(
        Lesson(lesson.choice, lesson.recipe_choice, timeline), settings, grown, ""
    )


def _check_branches(truth: Truth) -> None:
    """Trials, worksheets and class questions show the rows of every question's branches."""
    evidence = truth.lesson.timeline.last and truth.lesson.timeline.last.evidence
    if not isinstance(evidence, Weighed):
        return
    assert truth.lesson.timeline.last is not None
    node = truth.lesson.timeline.last.move.node
    for candidate in evidence.candidates:
        if (split := candidate.split) is not None:
            rows = truth.lesson.branch_rows(candidate, node).sum(axis=1)
            each = [truth.takes(split, k) for k in range(len(rows))]
            held = truth.rows * truth.came(node)  # without those that the scores leave out
            assert rows.tolist() == near([float(held[mine].sum()) for mine in each])


# ------------------------------------------------------------------------ each kind, by an example


def lesson(data: dt.Dataset, recipe: dt.Recipe) -> Lesson:
    return Lesson(TableChoice("playtennis", ""), RecipeChoice(recipe.name), dt.start(data, recipe))


def test_rows_of_equal_fractions_are_cut_as_rows_are() -> None:
    """Forty rows of weight 1/40: CART counts rows; C4.5 weighs them, and says so."""
    frame = pd.DataFrame({"x": range(40), "y": ["a"] * 20 + ["b"] * 20, "w": [1 / 40] * 40})
    data = dt.Dataset.from_frame(frame, target="y", weights="w")
    assert export.text(dt.grow(data, dt.recipe("cart"))) == "x ≤ 19.5: a (20)\nx > 19.5: b (20)"
    c45 = lesson(data, dt.recipe("c45")).finish()
    text = narration.narrate(c45, DIGITS)
    assert "weigh at least 2 each" in text
    assert read.right(text) == (20, 40)


def test_three_rows_of_a_third_make_a_leaf() -> None:
    frame = pd.DataFrame({"x": range(6), "y": list("aaabbb"), "w": [0.3] * 6})
    data = dt.Dataset.from_frame(frame, target="y", weights="w")
    assert export.text(dt.grow(data, dt.recipe("cart"))) == "x ≤ 2.5: a (3)\nx > 2.5: b (3)"


def test_counted_rows_are_rows() -> None:
    frame = pd.DataFrame({"x": [1, 2, 3, 4], "y": list("aabb"), "w": [5, 1, 7, 2]})
    data = dt.Dataset.from_frame(frame, target="y", weights="w")
    assert export.text(dt.grow(data, dt.recipe("cart"))) == "x ≤ 2.5: a (6)\nx > 2.5: b (9)"


def test_a_tree_read_back_knows_its_rows() -> None:
    frame = pd.DataFrame({"x": range(6), "y": list("aabbbb"), "w": [0.3, 0.4] * 3})
    tree = dt.grow(dt.Dataset.from_frame(frame, "y", weights="w"), dt.recipe("cart"))
    assert export.text(dt.Tree.from_json(tree.to_json())) == export.text(tree)
    assert re.findall(r"\(\d\)", export.text(tree)) == ["(2)", "(4)"]
