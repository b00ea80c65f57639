"""The Reference page: every recipe is described, and two are told apart."""

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

import dtcore as dt
from dtshow.lesson.policies import policies
from dtshow.words.language import _, spoken
from pages.ui.reference.reference_view import ReferenceView
from tests.pages import visit
from tests.pages.visit import checked, keep


def page(shown: str = "", **params: str) -> AppTest:
    at = AppTest.from_file(visit.PAGES / "serving" / "navigation.py", default_timeout=120)
    if shown:
        keep(at, ReferenceView, shown=shown)
    at.query_params.update(params)
    return checked(checked(at.run()).switch_page(str(visit.PAGES / "reference.py")).run())


def heads(at: AppTest) -> list[str]:
    return [one.value for one in at.header]


def said(at: AppTest) -> str:
    return " ".join(m.value for m in (*at.markdown, *at.caption)).replace("\\", "")


@pytest.mark.parametrize("name", dt.RECIPES)
def test_every_policy_of_every_recipe_has_words(name: str) -> None:
    answers = policies(dt.recipe(name))
    assert all(answers.values())
    assert "Recipe(" not in str(answers)


def test_a_changed_number_changes_the_words() -> None:
    plain, limited = dt.recipe("cart"), dt.recipe("cart").limited(depth=4, leaf=7)
    told = {k for k, v in policies(plain).items() if policies(limited)[k] != v}
    assert told == {"A node becomes a leaf when"}
    assert "7 rows" in policies(limited)["A node becomes a leaf when"]
    assert "it is at depth 4" in policies(limited)["A node becomes a leaf when"]


@pytest.mark.on_push(6)
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", dt.RECIPES)
def test_every_recipe_is_shown_with_its_source(name: str, language: str) -> None:
    at = page(name, lang=language)
    with spoken(language):
        assert _(str(dt.recipe(name).source)) in said(at)


def of_all(at: AppTest) -> dict[str, list[str]]:
    """The table of all algorithms: by its name the cells of each."""
    text = next(one.value for one in at.markdown if "| Criterion |" in one.value)
    rows = [row.strip("| ").split(" | ") for row in text.splitlines()[2:]]
    return {name.strip("*").replace("\\", ""): cells for name, *cells in rows}


def refuses(recipe: dt.Recipe, frame: pd.DataFrame) -> bool:
    try:
        recipe.check(dt.Dataset.from_frame(frame, target="y"))
    except dt.DtError:
        return True
    return False


def test_the_table_of_all_algorithms_says_what_each_does() -> None:
    found = of_all(page())
    assert len(found) == len(dt.RECIPES)
    for recipe in dt.RECIPES.values():
        criterion, nominal, numeric, again, missing, predicts, pruning = found[str(recipe.title)]
        y = [1.5, 2.5, 3.5, 4.5] if predicts == "a number" else list("aabb")
        words = pd.DataFrame({"x": list("pqrs"), "y": y})
        assert not refuses(recipe, words)
        assert refuses(
            recipe, words.assign(y=list("aabb") if predicts == "a number" else [1.5, 2, 3, 4])
        )
        assert refuses(recipe, words.assign(x=[1.0, 2, 3, 4])) == (numeric == "refused")
        gap = words.assign(x=["p", None, "r", "s"])
        assert refuses(recipe, gap) == (missing == "refused")
        tree = dt.grow(dt.Dataset.from_frame(words, target="y"), recipe.limited(leaf=1))
        arity = tree[()].arity
        assert arity in (0, 4) if nominal == "one branch for each value" else arity in (0, 2)
        column = tree.schema.columns[0]
        assert recipe.once(column) == (again != "yes")
        assert ("ratio" in criterion) == (recipe.selection.score == "gain_ratio")
        assert (pruning == "none of its own") == (again != "yes" and recipe.collapse is None)


def test_the_trees_of_two_recipes_are_a_press_away() -> None:
    at = page(data="golf", recipe="c45")
    at = checked(at.selectbox(key="recipe_beside").set_value("c45_textbook").run())
    at = checked(at.button(key="to_trees").click().run())
    assert at.query_params["data"] == "golf"
    assert at.query_params["beside1"] == "recipe=c45_textbook"
    assert "C4.5 as in textbooks" in said(at)
    assert "splits on temperature" in said(at)


def test_a_lesson_begins_with_the_chosen_algorithm() -> None:
    at = page(data="playtennis", recipe="id3", step="2")
    at = checked(at.selectbox(key="recipe_shown").set_value("cart").run())
    at = checked(at.button(key="recipe_shown_grow").click().run())
    assert at.session_state["lesson"].recipe.name == "cart"


def test_what_a_recipe_cannot_take_is_said_and_another_partner_is_offered() -> None:
    at = page(data="titanic", recipe="c45")
    assert at.selectbox(key="recipe_beside").value == "cart"  # ID3 takes no ages
    at = checked(at.selectbox(key="recipe_beside").set_value("id3").run())
    assert "ID3" in at.warning[0].value
    assert "age" in at.warning[0].value
    at = checked(at.button(key="partner_cart").click().run())
    assert not at.warning
    assert "Passengers of the Titanic" in at.button(key="to_trees").label


def test_another_table_is_compared_on_only_if_asked_for() -> None:
    at = page(data="hitters", recipe="regression")
    at = checked(at.selectbox(key="recipe_shown").set_value("id3").run())
    at = checked(at.selectbox(key="recipe_beside").set_value("c45").run())
    assert len(at.warning) == 2
    at = checked(at.button(key="to_trees").click().run())
    assert at.query_params["data"] == "playtennis"
    assert "Both grow the same tree, of 5 leaves." in said(at)
