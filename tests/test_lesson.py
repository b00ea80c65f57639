"""Lessons and links, with no Streamlit: beats, selections, hand-made moves, addresses."""

from contextlib import suppress

import pytest

import dtcore as dt
from pages.ui import compute, link
from pages.ui.class_rule import shown, typed
from pages.ui.knobs import AMOUNTS, CLASSES, LIMITS, OPTIONS
from pages.ui.lesson import Choice, Lesson
from pages.ui.plan import Plan


def dataset(choice: Choice) -> dt.Dataset:
    return compute.dataset(choice, "en")


def opened(**params: str) -> Lesson:
    return link.read(params, dataset)


def beats(lesson: Lesson) -> list[tuple[int, object, object]]:
    out = []
    while True:
        out.append((lesson.timeline.cursor, lesson.weighed, lesson.node))
        further = lesson.next()
        if further is lesson:
            return out
        lesson = further


def test_playtennis_has_eight_steps_and_three_arguments() -> None:
    lesson = opened()
    assert lesson.timeline.length == 8
    seen = beats(lesson)
    assert len(seen) == 1 + 8 + 3  # the start, eight moves, and three weighings before splits
    assert seen[-1][0] == 8


def test_back_undoes_each_beat_exactly() -> None:
    lesson = opened(data="golf", recipe="c45")
    forward = beats(lesson)
    lesson = lesson.finish()
    backward = [(lesson.timeline.cursor, lesson.weighed, lesson.node)]
    while not lesson.at_start:
        lesson = lesson.back()
        backward.append((lesson.timeline.cursor, lesson.weighed, lesson.node))
    assert backward[::-1] == forward


def test_both_beats_at_once() -> None:
    lesson = opened().next(both_beats=True)
    assert (lesson.timeline.cursor, lesson.weighed) == (1, None)


def test_the_argument_comes_before_the_answer() -> None:
    lesson = opened()
    assert not lesson.seen
    assert lesson.next().seen
    assert not lesson.next().next().select((1,)).seen
    assert lesson.next().next().select((0,)).show_candidates((0,)).seen


def test_any_candidate_can_be_taken_and_the_rest_goes_on() -> None:
    lesson = opened(step="1").do(dt.Expand((2,), dt.Multiway(0 + 1)))
    assert lesson.timeline.last is not None
    assert lesson.timeline.last.by_hand
    finished = lesson.finish()
    assert finished.finished
    assert finished.tree[(2,)].split == dt.Multiway(1)


def test_the_candidate_on_show_is_the_winner_until_one_is_chosen() -> None:
    lesson = opened(weigh="root")
    assert lesson.candidate is not None
    assert lesson.candidate.column == 0
    chosen = lesson.look_at(2).candidate
    assert chosen is not None
    assert chosen.column == 2


def test_a_lesson_survives_its_address_with_hand_made_moves() -> None:
    lesson = opened(data="iris", recipe="cart", step="3")
    lesson = lesson.do(dt.Expand((), dt.Threshold(3, 0.1 + 0.2 + 0.5))).next().next().next()
    again = opened(**link.write(lesson))
    assert again.tree == lesson.tree
    assert again.weighed == lesson.weighed
    assert link.write(again) == link.write(lesson)


def test_groups_of_levels_survive_the_address() -> None:
    lesson = opened(data="contact_lenses", recipe="cart", step="0")
    lesson = lesson.do(dt.Expand((), dt.Subset(0, (0, 2), (1,))))
    assert opened(**link.write(lesson)).tree == lesson.tree


@pytest.mark.parametrize(
    "params",
    [
        {"data": "nowhere"},
        {"data": "../../etc/passwd"},
        {"recipe": "id4"},
        {"step": "-1"},
        {"step": "1e3"},
        {"impurity": "heat", "recipe": "cart"},
        {"target": "Nothing"},
        {"ignore": "Nothing"},
        {"moves": "x:q1"},
        {"moves": "x:m99"},
        {"moves": "c~c"},
        {"moves": "x0:m1"},
        {"moves": "x:c0<=5"},
        {"moves": "x:s0=0|0"},
        {"moves": "__import__('os')"},
        {"data": "iris", "recipe": "cart", "moves": "x:c0<=nan"},
        {"data": "iris", "recipe": "id3"},
        {"recipe": "id3", "depth": "deep"},
        {"recipe": "id3_lihang", "eps": "inf"},
    ],
)
def test_a_bad_address_is_refused_with_a_sentence(params: dict[str, str]) -> None:
    with pytest.raises(dt.DtError, match=r"\.$"):
        opened(**params)


def test_an_endless_address_is_cut() -> None:
    assert opened(step="999999").finished


def test_the_same_lesson_under_other_names() -> None:
    lesson = opened(step="3")
    chinese = lesson.under(compute.dataset(lesson.choice, "zh"))
    assert chinese.tree.splits == lesson.tree.splits
    assert chinese.tree.schema.columns[0].name == "天气"
    assert lesson.tree.schema.columns[0].name == "Outlook"


def test_a_plan_says_what_was_changed() -> None:
    assert not Plan("cart").changed
    plan = Plan.of("cart", impurity="entropy", depth=2, leaf=5)
    assert plan.changed
    assert plan.recipe.impurity == dt.Entropy()
    assert dt.MinLeaf(5) in plan.recipe.stopping
    assert dt.MaxDepth(2) in plan.recipe.stopping
    assert dt.MinLeaf(1) not in plan.recipe.stopping
    assert plan.turned("impurity", None).recipe.impurity == dt.Gini()
    assert not plan.turned("impurity", None).turned("depth", None).turned("leaf", 1).changed


def test_knobs_turned_in_any_order_make_the_same_plan() -> None:
    assert Plan.of("cart", depth=2, impurity="error") == Plan.of("cart", impurity="error", depth=2)
    # Gini goes only with gain, and both come together
    assert Plan.of("c45", impurity="gini", selection="gain").recipe.impurity == dt.Gini()


@pytest.mark.parametrize("name", dt.RECIPES)
def test_every_knob_finds_what_it_has_put(name: str) -> None:
    recipe = dt.recipe(name)
    for number in (*LIMITS, *AMOUNTS):
        if number.has(recipe):
            assert number.of(number.put(recipe, 7)) == 7
    for options in OPTIONS:
        assert options.of(recipe) is not None or recipe.impurity.numeric
        for option in options.policies:
            with suppress(dt.RecipeError):
                assert options.of(options.put(recipe, option)) == option
    assert CLASSES.of(recipe) is None


@pytest.mark.parametrize("name", dt.RECIPES)
def test_a_knob_at_what_the_recipe_has_changes_nothing(name: str) -> None:
    """Release 8's gain ratio is not J48's, and rpart's groups are not CART's."""
    recipe = dt.recipe(name)
    for options in OPTIONS:
        now = options.of(recipe)
        if now is not None:
            assert options.put(recipe, now) == recipe
            assert not Plan.of(name, **{options.key: now}).changed


RULES = {
    "balanced": dt.Balanced(),
    "w:1_3": dt.ClassWeights((1.0, 3.0)),
    "p:0.3_0.7": dt.Priors((0.3, 0.7)),
    "l:0_1~5_0": dt.Losses(((0.0, 1.0), (5.0, 0.0))),
}


@pytest.mark.parametrize(("text", "rule"), RULES.items())
def test_how_classes_count_goes_through_a_link(text: str, rule: object) -> None:
    lesson = opened(data="titanic", recipe="cart", classes=text)
    assert lesson.plan.recipe.classes == rule
    assert link.write(lesson)["classes"] == text
    assert opened(**link.write(lesson)).timeline.problem.dataset == lesson.timeline.problem.dataset


def test_how_classes_count_as_a_person_types_it() -> None:
    assert typed("w", "1, 3") == "w:1_3"
    assert typed("l", "0, 1; 5, 0") == "l:0_1~5_0"
    assert typed("l", "0，1；5，0") == "l:0_1~5_0"
    assert shown("l:0_1~5_0") == "0, 1; 5, 0"


def test_costs_and_numbers_of_policies_go_through_a_link() -> None:
    params = {"recipe": "id3", "selection": "againstcost", "w": "0.8", "cost": "Outlook:10"}
    lesson = opened(data="playtennis", **params)
    assert lesson.recipe.selection == dt.GainAgainstCost(0.8)
    assert {c.name: c.cost for c in lesson.dataset.columns}["Outlook"] == 10
    again = opened(**link.write(lesson))
    assert again.choice == lesson.choice
    assert again.plan == lesson.plan


def test_numbers_in_intervals_let_id3_take_them() -> None:
    lesson = opened(data="iris", recipe="id3", bins="frequency", intervals="3")
    assert lesson.recipe.bins == dt.EqualFrequency(3)
    assert all(not column.numeric for column in lesson.dataset.columns)
    with pytest.raises(dt.RecipeError, match="numeric"):
        opened(data="iris", recipe="id3")


@pytest.mark.parametrize(
    "params",
    [
        {"impurity": "magic"},
        {"depth": "0"},
        {"depth": "-1"},
        {"leaf": "1e9"},
        {"order": "$x$"},
        {"classes": "w:1"},
        {"classes": "l:x"},
        {"cost": "Outlook:0"},
        {"cost": "nothing:2"},
    ],
)
def test_a_link_with_an_impossible_knob_is_refused(params: dict[str, str]) -> None:
    with pytest.raises((dt.LinkError, dt.RecipeError, dt.DataError)):
        opened(recipe="cart", **params)
