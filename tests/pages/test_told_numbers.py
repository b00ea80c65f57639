"""Every count and every score that the pages tell of a lesson, worked out from its rows.

The texts are read by ``told_numbers``, in both languages; the rows are counted by ``told_lessons``
and the columns scored by ``told_scores``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import dttools as dt
from dtcore import explain
from dtcore.model import ROOT, NodeId
from dtcore.policies import MinRows, Stop
from dtcore.stepping import Candidate, Expand, MakeLeaf, Weighed
from dtshow.lesson import diagnosis, narration, verdicts
from dtshow.lesson.choice import RecipeChoice
from dtshow.lesson.lesson import Lesson
from dtshow.scene.tree.sketch import Sketch
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import spoken
from dttools import export, study, teach
from dttools.printing import Digits
from dttools.teach import worksheet
from pages.ui.pruning.inspector import rows_at
from pages.ui.trees.pruning_session import Grown, PruningSession
from pages.ui.trees.pruning_settings import PruningSettings
from pages.ui.use.answer import said
from tests.pages import told_numbers as read
from tests.pages.told_lessons import Truth, truths
from tests.pages.told_scores import Offer, Offers
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
@example(38524)  # two scores too small for the decimals that can be trusted
def test_every_number_that_is_told_is_true_of_the_rows(seed: int) -> None:
    for truth in truths(seed):
        check(truth)


def check(truth: Truth) -> None:
    _check_weighing(truth)
    sure = all(truth.sure(node.id) for node in truth.tree)
    if truth.lesson.finished:
        _check_verdicts(truth)
    if truth.numeric or not sure:
        if truth.lesson.finished and sure:
            _check_explained(truth)
        return
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
        assert len(re.findall("Weights decide|起作用的是权重", text)) == truth.tree.schema.weighs
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
    if last is None or not isinstance(last.move, MakeLeaf) or not isinstance(last.reason, Stop):
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
        found = study.prediction(truth.tree, cells, row)
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
    parts = re.findall(r"(?:\(weight |权重 )([\d.]+)", text)  # rows that are here in part
    counted = text if parts else counted
    assert ([float(one) for one in parts[:1]] or read.rows(counted) or [1.0]) == near([rows])
    assert (read.shares(counted)[:1] or [100.0]) == [percent(own / rows)]
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
        assert read.rows(rows_at(now, node.id)) == near([truth.count(node.id)])


def _pruning(lesson: Lesson) -> PruningSession:
    """As the page has it, without a page."""
    settings, tree = PruningSettings(), lesson.tree
    timeline = dt.prune(lesson.timeline.problem, tree, settings.pruner)
    path = dt.pruning.cost_complexity(tree)
    grown = Grown(lesson.dataset, None, tree, tree, path)
    return PruningSession(
        Lesson(lesson.choice, lesson.recipe_choice, timeline), settings, grown, ""
    )


def _in_both(truth: Truth, tell: Callable[[], str]) -> list[read.Told]:
    """The numbers of what is told, the same in both languages."""
    columns = [column.name for column in truth.tree.schema.columns]
    english, chinese = (read.told(tell(), columns) for _ in spoken_in_both())
    assert sorted((one.role, one.text) for one in english) == sorted(
        (one.role, one.text) for one in chinese
    ), tell()
    scores = [[one for one in each if one.role == "score"] for each in (english, chinese)]
    assert scores[0] == scores[1], tell()
    return english


def as_told(told: read.Told) -> Any:
    """What a number may be that is written so."""
    return pytest.approx(told.value, abs=0.5001 * 10.0**-told.decimals, rel=1e-9)


def _check_weighing(truth: Truth) -> None:
    """What is told of the node that comes next, and then of its split."""
    weighed = truth.lesson.next()
    if weighed.weighed is None or not truth.sure(weighed.weighed):
        return
    offers = Offers(truth, weighed.weighed)
    if not offers.clear:
        return
    winner = weighed.evidence_at_weighed.best
    text = narration.narrate(weighed, DIGITS)
    for told in _in_both(truth, lambda: narration.narrate(weighed, DIGITS)):
        match told.role:
            case "asked":
                assert told.value == len(offers.best), text
            case "tying":
                assert told.value == sum(map(offers.ties, offers.best)) - 1, text
            case "score":
                assert offers.ties(told.column), text
                assert offers.best[told.column].score == as_told(told), text
            case "threshold":
                assert told.value == _threshold(truth), text
                best = [offer for name, offer in offers.best.items() if offers.ties(name)]
                assert best[0].gain < told.value, text
            case _:
                assert told.role == "least"
    split, coming = weighed.next(), weighed.coming
    if winner is not None and coming is not None and isinstance(coming.move, Expand):
        for told in _in_both(truth, lambda: narration.why_split(split, DIGITS)):
            assert (told.role, offers.top) == ("score", as_told(told))
    for candidate in weighed.evidence_at_weighed.candidates:
        _check_verdict(offers, weighed, candidate)
        _check_pick(offers, weighed, candidate)


def _check_verdicts(truth: Truth) -> None:
    """What is told of every node once the tree is grown, of those too that were not weighed."""
    for node in truth.tree:
        if truth.sure(node.id) and truth.weight(node.id) > 0:
            lesson, offers = truth.lesson.select(node.id), Offers(truth, node.id)
            if not offers.clear:
                continue
            for candidate in lesson.evidence.candidates:
                _check_verdict(offers, lesson, candidate)
            if (taken := lesson.candidate) is not None and lesson.tree[node.id].split is not None:
                _check_verdict(offers, lesson, taken, offers.of_split(taken.split))


def _check_pick(offers: Offers, lesson: Lesson, candidate: Candidate) -> None:
    """What is told of a guess that a column wins."""
    if candidate.split is None:
        return
    name = lesson.dataset.columns[candidate.column].name
    found = teach.pick(lesson.recipe, lesson.evidence, candidate.column)
    shown = DIGITS.show(candidate.scores[explain.headline(lesson.recipe)])

    def tell() -> str:
        return diagnosis.pick_words(lesson, candidate, found, shown, DIGITS)

    for one in _in_both(offers.truth, tell) if found is not None else ():
        if one.role == "score":
            assert offers.best[one.column].score == as_told(one), tell()
    assert found is None or found.good == offers.ties(name), tell()


def _check_verdict(
    offers: Offers, lesson: Lesson, candidate: Candidate, taken: Offer | None = None
) -> None:
    """``taken``: its split, if that need not be the best of its column."""
    name = lesson.dataset.columns[candidate.column].name
    text = verdicts.why(lesson, candidate, DIGITS)
    told = _in_both(offers.truth, lambda: verdicts.why(lesson, candidate, DIGITS))
    assert (name in offers.best) == (candidate.split is not None), text
    scores = [one for one in told if one.role == "score"]
    assert len({one.column for one in scores}) == len({(o.column, o.text) for o in scores}), text
    for one in told:
        offer = taken or offers.best[name]
        match one.role:
            case "score" if one.column in (name if scores[0].column else "", ""):
                assert offer.score == as_told(one), text
            case "score":
                assert offers.best[one.column].score == as_told(one), text
            case "held":
                assert offers.best[name].held == as_told(one), text
            case "less":
                own, best = (round(score.value, score.decimals) for score in scores)
                assert round(best - own, one.decimals) == one.value > 0, text
            case "times":
                own, second = (score.value for score in scores)
                assert f"{own / second:.2g}" == one.text, text
            case "average":
                assert offers.average == as_told(one), text
            case "threshold":
                assert one.value == _threshold(offers.truth), text
            case "others":  # of groupings of values not all are tried
                exact = lesson.dataset.columns[candidate.column].numeric
                others = offers.best[name].others
                assert 0 < one.value <= others, text
                assert one.value == others or not exact, text
            case _:
                assert getattr(offer, one.role) == as_told(one), text
    if candidate.verdict in (dt.Verdict.WINS, dt.Verdict.TIED) and candidate.gains:
        assert offers.ties(name), text
        rest = (o.score for other, o in offers.allowed.items() if not offers.ties(other))
        second = [offers.best[o.column].score for o in scores if o.column not in ("", name)]
        assert all(score == pytest.approx(max(rest)) for score in second), text


def _threshold(truth: Truth) -> float:
    return next(r.gain for r in truth.lesson.recipe.stopping if isinstance(r, dt.MinGain))


def _check_explained(truth: Truth) -> None:
    """How much of the variance a tree of numbers explains."""
    y = np.asarray(truth.frame["y"], float)

    def squares(node: NodeId) -> float:
        weigh = truth.weights * truth.came(node)
        return float(weigh @ (y - (weigh @ y) / weigh.sum()) ** 2)

    for _ in spoken_in_both():
        share = sum(map(squares, leaves(truth.tree))) / (squares(ROOT) or 1.0)
        told = read.shares(narration.at_end(truth.lesson))
        assert told == [pytest.approx(100 * (1 - share), abs=0.501)] or not squares(ROOT)


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
            there = np.array([truth.takes(split, k) for k in range(len(rows))])
            if isinstance(truth.lesson.recipe.missing, dt.MostCommon):
                there = truth.filled(truth.counted * truth.came(node), there)
            held = truth.rows * truth.came(node)  # without those that the scores leave out
            assert rows.tolist() == near((there * held).sum(axis=1).tolist())


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


def test_two_splits_of_a_column_do_not_share_its_name() -> None:
    """x is cut by hand at 1.5: 12/25 - 4/5 · 3/8; the best cut, 2.5, saves all of 12/25."""
    frame = pd.DataFrame({"x": [1, 2, 3, 4, 5], "y": list("aabbb")})
    at = lesson(dt.Dataset.from_frame(frame, target="y"), dt.recipe("cart"))
    made = at.do(Expand(ROOT, dt.Threshold(0, 1.5)))
    assert made.candidate is not None
    said = verdicts.why(made, made.candidate, DIGITS)
    assert said.startswith("This split scores 0.1800; the best split of x scores 0.4800, 0.3000 ")
