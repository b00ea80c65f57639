"""A recipe registers itself, and is not served without its texts."""

from dataclasses import replace
from pathlib import Path

import pytest

import dtcore as dt
from dtcore.growth.recipe import register
from dtcore.words import Sentence
from dtshow.lesson import narration
from dtshow.lesson.policies import LANGUAGES, check_recipe_texts


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> dt.Recipe:
    """A recipe that is not shipped, there for one test."""
    recipe = replace(dt.recipe("cart"), name="planted", title=Sentence("CART, planted"))
    monkeypatch.setitem(dt.RECIPES, "planted", recipe)
    return recipe


def test_every_recipe_has_its_texts() -> None:
    check_recipe_texts()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_recipe_without_a_text_is_a_sentence(
    planted: dt.Recipe, tmp_path: Path, language: str
) -> None:
    for other in LANGUAGES:
        (tmp_path / other).mkdir()
        for name in dt.RECIPES:
            if (other, name) != (language, planted.name):
                (tmp_path / other / f"recipe_{name}.md").write_text("It splits.")
    text = f"The recipe “planted” has no text recipe_planted.md in {language}."
    with pytest.raises(dt.RecipeError, match=text):
        check_recipe_texts(tmp_path)


def test_a_recipe_is_called_by_its_title(planted: dt.Recipe) -> None:
    assert narration.recipe_name(planted.name) == "CART, planted"
    assert repr(planted) == repr(replace(planted, title=None))  # no part of a cache's key


def test_a_name_is_given_once() -> None:
    with pytest.raises(dt.RecipeError, match="two recipes called “cart”"):
        register(dt.recipe("cart"))
