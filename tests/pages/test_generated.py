"""A made table as others ask for it: its words in both languages, its address, its plan."""

import tomllib

import pytest

import dtcore as dt
from dtshow.lesson import link
from dtshow.lesson.choice import RecipeChoice
from dtshow.tables import find, generated
from dtshow.tables.catalogue import LANGUAGES, TEXTS, catalogue
from dttools.files.bundled import FOLDER
from dttools.teach import PATTERNS, Practice
from pages.ui.shell import cache

XOR = "made:xor-400-2-0-1"


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_made_table_has_the_face_of_a_bundled_one(pattern: str) -> None:
    practice = Practice(pattern, extra=3)
    entry = find.entry_of(f"made:{practice}")
    assert entry.key == f"made:{practice}"
    assert entry.columns == tuple(entry.read().columns)
    assert entry.rows == len(entry.read())
    assert entry.target in entry.columns
    for text in TEXTS:
        for language in LANGUAGES:
            words = entry.text(text, language)  # type: ignore[arg-type]
            assert words
            assert "{" not in words
            if text in ("title", "teaches", "about"):
                chinese = any("\u4e00" <= letter <= "\u9fff" for letter in words)
                assert chinese == (language == "zh")


def test_every_pattern_has_its_words_and_no_others_do() -> None:
    words = tomllib.loads((FOLDER / "practice.toml").read_text("utf-8"))
    assert set(words) == {*PATTERNS, "words"}
    for name, kind in PATTERNS.items():
        assert ("size" in words[name]) == bool(kind.sizes[2])


def test_what_was_planted_is_said_with_its_numbers() -> None:
    entry = generated.made("made:checkerboard5-400-3-0.05-7")
    about = entry.text("about", "en")
    assert "5 by 5 squares" in about
    assert "x3 to x5" in about
    assert "5% of the rows" in about
    assert "deviation of 0.5 " in generated.made("made:steps4-400-0-0.05-7").text("about", "en")
    assert "Nothing is said" not in generated.made("made:xor-400-0-0-7").text("about", "en")
    assert entry.key in entry.text("source", "zh")


def test_bundled_tables_and_unknown_ones() -> None:
    assert find.entry_of("golf") is catalogue()["golf"]
    assert find.find("upload:1234") is None
    assert find.find("made:heart-400-2-0.1-7") is None
    with pytest.raises(dt.LinkError, match="nowhere"):
        find.entry_of("nowhere")


@pytest.mark.parametrize("hand", ["", "c0<=0.5"])
def test_a_lesson_on_a_made_table_survives_its_address(hand: str) -> None:
    def dataset(choice: object) -> dt.Dataset:
        return cache.dataset(choice, "en")  # type: ignore[arg-type]

    begun = link.read({"data": "made:rings-0300-1-0.10-3", "step": "3"}, dataset)
    if hand:
        begun = begun.jump(0).do(dt.Expand((), dt.Threshold(0, 0.5))).next().next()
    address = link.write(begun)
    assert address["data"] == "made:rings2-300-1-0.1-3"
    again = link.read(address, dataset)
    assert again.tree == begun.tree
    assert link.write(again) == address


def test_it_can_be_taken_otherwise_and_the_address_says_so() -> None:
    def dataset(choice: object) -> dt.Dataset:
        return cache.dataset(choice, "en")  # type: ignore[arg-type]

    address = {"data": XOR, "target": "x1", "ignore": "x3~x4", "recipe": "regression"}
    begun = link.read(address, dataset)
    assert [column.name for column in begun.dataset.columns] == ["x2", "class"]
    assert {k: v for k, v in link.write(begun).items() if k in address} == address
    with pytest.raises(dt.LinkError, match="column"):
        link.read({"data": XOR, "ignore": "x9"}, dataset)


def test_many_rows_are_begun_with_a_tree_that_can_be_read() -> None:
    assert link.recipe_choice_of("made:xor-400-2-0-1") == RecipeChoice("cart")
    assert link.recipe_choice_of("made:parity3-400-2-0-1") == RecipeChoice("id3")
    assert link.recipe_choice_of("made:xor-40000-2-0-1") == RecipeChoice.of(
        "cart", depth=generated.DEPTH
    )
    assert link.recipe_choice_of("made:curve-40000-2-0.1-1") == RecipeChoice.of(
        "regression", depth=3
    )
