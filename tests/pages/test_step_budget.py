"""The work that an address may ask for: counted, refused beyond the budget, done in sight."""

import time
from collections.abc import Mapping
from itertools import pairwise

import pytest

import dtcore as dt
from dtshow.lesson import link, step_budget
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.link import MOST_STEPS
from dtshow.lesson.step_budget import StepBudget, TooMuchWorkError
from dtshow.tables.table_choice import TableChoice
from pages.ui.shell import cache
from pages.ui.shell.progress import cells_of
from pages.ui.shell.session import lessons
from pages.work.jobs import works
from pages.work.settings import Settings, Work
from tests.pages.visit import lesson, opened, waited

WIDE = "made:xor-3000-9-0.3-1"
SMALL = "made:xor-1000-2-0.3-7"
BRANCHES = "made:xor-5000-0-0.2-3"
LEVELS = "made:xor-1000-0-0.2-3"
SPLITS = "2000~x:c0<=0.5~2000~x:c1<=0.5"


def dataset(choice: TableChoice) -> dt.Dataset:
    return cache.dataset(choice, "en")


def read(params: Mapping[str, str], budget: StepBudget | None = None) -> Lesson:
    return link.read(params, dataset, budget=budget)


@pytest.mark.on_push(2)
@pytest.mark.parametrize(
    "params",
    [
        {"moves": "2000~2000", "order": "best"},
        {"moves": "~".join([SPLITS] * 500)},
        {"step": "999999", "order": "best"},
        {"moves": "x:c0<=0.5~600~" + "~".join(["x0:c0<=0.2", "x0:c0<=0.4"] * 700)},
        {
            "data": BRANCHES,
            "nominal": "x1",
            "recipe": "j48",
            "moves": "~".join(["x:m0", "x:c1<=0.3"] * 60),
        },
    ],
)
def test_what_is_beyond_the_budget_is_refused(params: Mapping[str, str]) -> None:
    with pytest.raises(TooMuchWorkError, match="more steps"):
        read({"data": WIDE, "recipe": "cart", **params}, StepBudget(4))


def test_numbers_in_a_row_are_one_way() -> None:
    params = {"data": SMALL, "recipe": "cart"}
    spent, states = [], []
    for moves in ("40~3~40", "83", "~".join(["1"] * 83)):
        one = StepBudget()
        states.append(read({**params, "moves": moves}, one).timeline.state)
        spent.append(one._spent)
    assert len(set(spent)) == 1
    assert states[0] == states[1] == states[2]


def test_a_tree_that_is_grown_again_and_again_is_paid_for() -> None:
    """Each move by hand near the end leaves little to grow, but all rows are sent down anew."""
    params = {"data": "made:xor-20000-0-0.3-1", "recipe": "cart", "order": "breadth", "depth": "10"}
    lesson, moves = read({**params, "moves": "100"}), ["100"]
    for _ in range(2):
        node = next(reversed(lesson.timeline.state.node_rows))
        moves += ["c" + ".".join(map(str, node)), "40"]
        lesson = read({**params, "moves": "~".join(moves)})
    spent = []
    for some in (moves[:1], moves[:3], moves):
        one = StepBudget()
        read({**params, "moves": "~".join(some)}, one)
        spent.append(one._spent)
    rows = step_budget.ROUTED * 20_000
    assert all(more - less > rows for less, more in pairwise(spent))


@pytest.mark.parametrize("order", ["breadth", "best"])
def test_groupings_of_many_levels_are_paid_for(order: str) -> None:
    params = {"data": LEVELS, "nominal": "x1~x2", "recipe": "cart_sklearn", "order": order}
    with pytest.raises(TooMuchWorkError):
        read({**params, "moves": "2000"}, StepBudget(Work().link))
    assert read({**params, "moves": "3"}, StepBudget(Work().link)).timeline.cursor == 3


@pytest.mark.on_push(1)
@pytest.mark.parametrize(
    "params",
    [
        {"data": "made:xor-20000-0-0.2-3", "nominal": "x1~x2", "recipe": "c45"},
        {"data": "made:steps-60000-5-0.1-5", "nominal": "y", "recipe": "c45", "order": "best"},
        {"data": "made:curve-1000-0-0.1-5", "nominal": "y", "recipe": "cart", "order": "best"},
    ],
)
def test_many_classes_and_branches_are_paid_for(params: Mapping[str, str]) -> None:
    begun = time.thread_time()
    with pytest.raises(TooMuchWorkError):
        read({**params, "moves": "2000"}, StepBudget(Work().link))
    assert time.thread_time() - begun < 6  # 5 to 17 s before; the machine may be slow
    assert read({**params, "moves": "2"}, StepBudget(Work().link)).timeline.cursor == 2


def test_the_refusal_hangs_on_the_link_and_not_on_who_was_there() -> None:
    params, spent = {"data": SMALL, "recipe": "cart", "moves": "30", "order": "best"}, []
    for _visitor in range(2):
        one = StepBudget()
        link.read(params, dataset, cache.start, None, one)  # the second finds all known
        spent.append(one._spent)
    assert spent[0] == spent[1] > 30 * step_budget.STEP


@pytest.mark.nightly
def test_as_many_steps_as_ever_are_gone_on_a_small_table() -> None:
    assert Work().link * step_budget.MILLION > MOST_STEPS * step_budget.STEP
    whole = read({"data": SMALL, "recipe": "cart", "moves": "2000~2000", "order": "best"})
    assert whole.finished
    assert whole.timeline.cursor > 400


def test_steps_are_those_that_were_gone_without_a_budget() -> None:
    for order in ("depth", "breadth", "best"):
        params = {"data": SMALL, "recipe": "cart", "moves": "5~x:c0<=0.5~70", "order": order}
        mine = read(params)
        begun = read({**params, "moves": "0"}).timeline.jump(5)
        theirs = begun.do(dt.Expand((), dt.Threshold(0, 0.5))).jump(mine.timeline.cursor)
        assert mine.timeline.cursor == 71
        assert mine.timeline.state == theirs.state


def test_small_tables_have_a_low_cost() -> None:
    one, other = (read({"data": key}).dataset for key in (SMALL, WIDE))
    assert cells_of(("grown", one, (other, "x"))) == one.cells + other.cells


@pytest.mark.nightly
def test_what_may_not_be_done_at_once_is_done_in_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "AT_ONCE", 10**6)
    at = opened("grow", data=SMALL, recipe="cart", moves="3~x0:c1<=0.005~2")
    at = waited(at)
    assert lesson(at).timeline.cursor > 3
    assert lesson(at).timeline.done.by_hand
    assert not at.error


def test_what_is_refused_shows_the_table_at_its_usual_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lessons, "settings", lambda: Settings(work=Work(link=1)))
    at = opened("grow", data=SMALL, recipe="cart", moves="2000~2000", order="best")
    at = waited(at)
    assert "more steps" in at.error[0].value
    assert lesson(at).choice.key == SMALL
    assert lesson(at).timeline.cursor == 0
    assert not [job for job in works._going.values() if not job.over]
