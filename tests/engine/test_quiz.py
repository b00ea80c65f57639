"""What a node can be asked: on the numbers of the books, then the laws of key and choices."""

import pandas as pd
import pytest
from hypothesis import given

import dtcore as dt
from dtcore.explain import headline
from dtcore.model.nodes import weight_of
from dtcore.model.predict import predict
from dtcore.policies.selection import Verdict
from dtcore.stepping.evidence import weigh
from dtshow.tables.catalogue import catalogue
from dttools.study.alternatives import Standing
from dttools.teach import quiz
from dttools.teach.diagnosis import Mistake
from dttools.teach.quiz import (
    LEAF,
    SPLIT,
    QuizKind,
    QuizQuestion,
    QuizSlip,
    accepts,
    ask,
    judged,
    like,
)
from tests.small_tables import dataset, table
from tests.strategies import Table, law_of, problems

OUTLOOK, TEMPERATURE, HUMIDITY, WIND = map(str, range(4))


def lesson(key: str, recipe: str, steps: int = 0) -> dt.Timeline:
    return dt.start(dataset(key), dt.recipe(recipe)).jump(steps)


def asked(timeline: dt.Timeline, kind: QuizKind, node: tuple[int, ...] = ()) -> QuizQuestion:
    question = ask(timeline, kind, node)
    assert question is not None
    return question


def test_the_columns_of_playtennis() -> None:
    """Mitchell 1997, §3.4.2: outlook gains most; with branches that count alike wind is not
    last, and humidity is first."""
    question = asked(lesson("playtennis", "id3"), QuizKind.COLUMN)
    assert question.keys == (OUTLOOK, TEMPERATURE, HUMIDITY, WIND)
    assert (question.key, question.right) == (OUTLOOK, {OUTLOOK})
    said = judged(question, HUMIDITY)
    assert (said.good, said.reason) == (False, Mistake.NO_WEIGHTS)
    assert judged(question, OUTLOOK).good


def test_a_judgement_weighs_nothing_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many answers: what mistakes lead to is weighed when the question is asked."""
    question = asked(lesson("playtennis", "id3"), QuizKind.COLUMN)
    assert question.led_to
    monkeypatch.delattr(quiz, "evaluated")
    for key in question.keys:
        judged(question, key)


def test_humidity_tells_the_sunny_days_apart() -> None:
    """Mitchell 1997, §3.4.2: 0.970, against 0.570 and 0.019."""
    question = asked(lesson("playtennis", "id3", 1), QuizKind.COLUMN, (0,))
    assert question.keys == (TEMPERATURE, HUMIDITY, WIND)
    assert question.key == HUMIDITY


def test_a_typed_gain_is_diagnosed() -> None:
    question = asked(lesson("playtennis", "id3"), QuizKind.SCORE)
    assert (question.key, question.keys) == ("0.2467", ())
    assert judged(question, "0.247").reason is Mistake.NONE
    assert judged(question, "0.171").reason is Mistake.NATURAL_LOG
    assert judged(question, "0.1163").reason is Mistake.GINI
    assert accepts(question, " 0,25 ") == "0.25"
    assert accepts(question, "a quarter") is None


def test_the_overcast_days_are_a_leaf() -> None:
    question = asked(lesson("playtennis", "id3", 1), QuizKind.LEAF, (1,))
    assert (question.keys, question.key) == ((SPLIT, LEAF), LEAF)
    assert judged(question, SPLIT).reason is QuizSlip.STOPPED


def test_the_first_cut_of_the_petals() -> None:
    """Breiman's algorithm on Fisher's irises: the petal's length at 2.45."""
    question = asked(lesson("iris", "cart"), QuizKind.CUT)
    assert question.line is not None
    assert question.line.splits[int(question.key)].cut == pytest.approx(2.45)
    first = question.line.between[: int(question.key) + 1].sum(axis=0)
    assert first.tolist() == [50.0, 0.0, 0.0]


def test_what_the_tree_says_of_a_row() -> None:
    """The first day is sunny and humid: No, though most days are Yes."""
    question = asked(lesson("playtennis", "id3", 9), QuizKind.CLASS)
    assert question.row == 0
    assert quiz.way(question) == ((), (0,), (0, 0))
    assert (question.keys, question.key) == (("0", "1"), "1")
    assert judged(question, "0").reason is QuizSlip.OF_ALL_ROWS


def test_a_tie_accepts_both() -> None:
    question = asked(dt.start(table("aabb", n="ppqq", m="ppqq"), dt.recipe("id3")), QuizKind.COLUMN)
    assert (question.key, question.right) == ("0", {"0", "1"})


def test_tied_cuts_are_all_right() -> None:
    data = table("abba", x=[1.0, 2.0, 3.0, 4.0])
    question = asked(dt.start(data, dt.recipe("cart")), QuizKind.CUT)
    assert (question.keys, question.key, question.right) == (("0", "1", "2"), "0", {"0", "2"})


def test_columns_that_only_seem_to_tie_are_not_asked() -> None:
    """They differ in the seventh decimal, which nobody is shown."""
    frame = pd.DataFrame({"n": [*"ppqq"], "m": [*"pqpq"], "y": [*"aabb"]})
    frame["w"] = [1.0, 1.0, 1.0, 1.0]
    frame.loc[len(frame)] = ["p", "p", "b", 1e-7]
    frame["m"] = [*"ppqqq"]
    data = dt.Dataset.from_frame(frame, target="y", weights="w", kinds={"y": "nominal"})
    timeline = dt.start(data, dt.recipe("id3"))
    one, other = (c.scores["gain"] for c in weigh(timeline.problem, timeline.state, ()).candidates)
    assert 0 < abs(one - other) < 1e-5
    assert ask(timeline, QuizKind.COLUMN) is None


def test_where_many_columns_tie_some_of_them_are_to_choose_from() -> None:
    """All that are among the choices are right; one that loses is there too, if there is one."""
    alike = dict.fromkeys("bcdefgh", "ppqq")
    for weak, right in (({}, {"0", "1", "2", "3", "4"}), ({"a": "pqpq"}, {"1", "2", "3", "4"})):
        question = asked(
            dt.start(table("aabb", **weak, **alike), dt.recipe("id3")), QuizKind.COLUMN
        )
        assert question.right == right
        assert set(question.keys) == {"0", "1", "2", "3", "4"}
        assert all(judged(question, key).good for key in right)
        assert question.key == min(right)


def test_what_only_seems_to_tie_is_no_choice() -> None:
    """With a column more, the question is asked, but for the one that nobody could tell apart."""
    frame = pd.DataFrame({"n": [*"ppqqp"], "m": [*"ppqqq"], "k": [*"pqpqp"], "y": [*"aabbb"]})
    frame["w"] = [1.0, 1.0, 1.0, 1.0, 1e-7]
    data = dt.Dataset.from_frame(frame, target="y", weights="w", kinds={"y": "nominal"})
    question = asked(dt.start(data, dt.recipe("id3")), QuizKind.COLUMN)
    assert (question.keys, question.key) == (("1", "2"), "1")


def test_a_leaf_that_is_tied_is_not_asked_for() -> None:
    timeline = dt.start(table("abab", n="ppqq"), dt.recipe("cart")).jump(1)
    assert ask(timeline, QuizKind.CLASS) is None


def test_a_like_question_is_about_another_node() -> None:
    question = asked(lesson("playtennis", "id3", 1), QuizKind.COLUMN, (0,))
    other = like(question)
    assert other is not None
    assert (other.node, other.key) == ((2,), WIND)


def test_a_like_question_at_the_root_is_some_steps_on() -> None:
    other = like(asked(lesson("playtennis", "id3"), QuizKind.COLUMN))
    assert other is not None
    assert (other.timeline.cursor, other.node, other.key) == (1, (0,), HUMIDITY)


def every(timeline: dt.Timeline) -> list[QuizQuestion]:
    nodes = [node.id for node in timeline.state.tree]
    found = [ask(timeline, kind, node) for node in nodes for kind in QuizKind]
    return [question for question in found if question is not None]


@law_of(1)
@given(problems())
def test_the_key_is_what_the_algorithm_does(drawn: tuple[Table, dt.Recipe]) -> None:
    made, recipe = drawn
    timeline = dt.start(made.data(), recipe)
    for _ in range(3):
        step = timeline.propose()
        if step is None or step.move.node not in timeline.state.node_rows:
            return
        for question in every(timeline):
            if question.node == step.move.node and question.kind in (
                QuizKind.COLUMN,
                QuizKind.LEAF,
            ):
                split = step.move.split if isinstance(step.move, dt.Expand) else None
                key = LEAF if split is None else str(split.column)
                assert question.key == (
                    key if question.kind is QuizKind.COLUMN or not split else SPLIT
                )
        timeline = timeline.step()


@law_of(1)
@given(problems())
def test_choices_differ_and_the_right_ones_are_as_good(drawn: tuple[Table, dt.Recipe]) -> None:
    made, recipe = drawn
    for question in every(dt.start(made.data(), recipe).jump(2)):
        assert len(set(question.keys)) == len(question.keys)
        if question.kind is QuizKind.SCORE:
            assert judged(question, question.key).good
            continue
        if question.kind is QuizKind.COLUMN:
            some, name = question.weighed.candidates, headline(recipe)
            lower = [c.scores[name] for c in some if c.verdict is Verdict.LOWER]
            assert some[int(question.key)].scores[name] not in lower
        assert question.key in question.right <= set(question.keys)
        assert question.right < set(question.keys) or question.kind in (
            QuizKind.CUT,
            QuizKind.COLUMN,
        )
        assert {key for key in question.keys if judged(question, key).good} == question.right
        numbers = [int(key) for key in question.keys if key.isdecimal()]
        assert numbers == sorted(numbers)  # the order of the table tells nothing


@law_of(1)
@given(problems())
def test_the_best_cut_and_the_rows_beside_it(drawn: tuple[Table, dt.Recipe]) -> None:
    made, recipe = drawn
    timeline = dt.start(made.data(), recipe)
    for column in range(len(timeline.problem.dataset.columns)):
        question = ask(timeline, QuizKind.CUT, (), column)
        if question is None:
            continue
        assert question.line is not None
        assert question.line.splits[int(question.key)] == question.candidate.split
        cuts = [split.cut for split in question.line.splits]
        assert cuts == sorted(set(cuts))
        schema, place = timeline.problem.dataset.schema, int(question.key) + 1
        sizes, branches = question.line.between, question.candidate.branch_stats
        left = weight_of(sizes[:place], schema).sum()
        assert left == pytest.approx(weight_of(branches[0], schema))
        assert weight_of(sizes[place:], schema).sum() == pytest.approx(
            weight_of(branches[1], schema)
        )
        scores, standings = question.line.scores, question.line.standings
        allowed = [k for k, one in enumerate(standings) if one is not Standing.TOO_FEW_ROWS]
        best = max(scores[k] for k in allowed)
        assert {k for k in allowed if scores[k] >= best * (1 - 1e-9) - 1e-12} >= {
            int(key) for key in question.right
        }
        assert all(scores[k] < best for k in allowed if str(k) not in question.right)


@law_of(1)
@given(problems())
def test_a_row_gets_what_the_tree_predicts(drawn: tuple[Table, dt.Recipe]) -> None:
    made, recipe = drawn
    timeline = dt.start(made.data(), recipe).jump(3)
    question = ask(timeline, QuizKind.CLASS)
    if question is not None and question.row is not None:
        data = timeline.problem.dataset
        said = predict(timeline.state.tree, data)[question.row]
        assert said == data.schema.classes[int(question.key)]


@law_of(1)
@given(problems())
def test_a_like_question_is_another_one(drawn: tuple[Table, dt.Recipe]) -> None:
    made, recipe = drawn
    for question in every(dt.start(made.data(), recipe).jump(1)):
        other = like(question)
        if other is not None:
            assert other.kind is question.kind
            assert (other.node, other.row) != (question.node, question.row)


def test_nodes_are_asked_about_as_the_algorithm_has_them_whatever_was_done_by_hand() -> None:
    timeline = lesson("playtennis", "id3")
    split = weigh(timeline.problem, timeline.state, ()).candidates[3].split
    assert split is not None
    by_hand = timeline.do(dt.Expand((), split))
    assert asked(by_hand, QuizKind.COLUMN).key == OUTLOOK


@pytest.mark.on_push(5)
@pytest.mark.parametrize("key", [key for key, entry in catalogue().items() if entry.rows < 2000])
def test_bundled_tables_are_asked_about_as_their_algorithm_grows_them(key: str) -> None:
    entry = catalogue()[key]
    timeline = dt.start(dataset(key), dt.recipe(entry.recipe))
    for _ in range(4):
        step = timeline.propose()
        if step is None or step.move.node not in timeline.state.node_rows:
            return
        node, splits = step.move.node, isinstance(step.move, dt.Expand)
        assert asked(timeline, QuizKind.LEAF, node).key == (SPLIT if splits else LEAF)
        column = ask(timeline, QuizKind.COLUMN, node)
        if column is not None and isinstance(step.move, dt.Expand):
            assert column.key == str(step.move.split.column)
        for kind in QuizKind:
            question = ask(timeline, kind, node)
            if question is not None and question.keys:
                assert judged(question, question.key).good
        timeline = timeline.step()
