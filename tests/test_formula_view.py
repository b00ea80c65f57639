"""What the formula's boxes and Markdown say; user text must never become markup."""

import pytest

import dtcore as dt
from dtcore.formula import Digits, named
from pages.ui import compute, link
from pages.ui.formula_view import box, query_key, read_key, symbol_box
from pages.ui.lesson import Lesson
from pages.ui.markdown import literal

NASTY = [
    '<img src=x onerror="alert(1)">',
    "$x_1$",
    "a|b",
    ":red[hi]",
    "\\N\\G\\l",
    'quote " and \\',
    "two\nlines",
    "{a|b}",
    "🌳 树",
    "x" * 200,
]


def playtennis(step: str = "1") -> Lesson:
    return link.read({"step": step}, lambda c: compute.dataset(c, "en"))


@pytest.mark.parametrize("name", NASTY)
def test_markdown_is_disarmed(name: str) -> None:
    shown = literal(name, 300)
    bare = shown.replace("\\", "")
    assert bare == " ".join(name.split()).replace("\\", "")
    for special in "<$:*_[]`|":
        assert all(shown[i - 1] == "\\" for i, letter in enumerate(shown) if letter == special)


def test_counts_are_buttons_that_know_their_rows() -> None:
    lesson = playtennis("0").next()
    candidate = lesson.candidate
    assert candidate is not None
    formula = dt.explain.score(
        lesson.recipe, lesson.dataset.schema, lesson.evidence, candidate, "gain"
    )
    parts = {part.symbol: part for part in named(formula)}
    drawn = box(parts["H(D_{1})"].body, Digits(), lambda query: query_key(query))
    assert drawn[0] == "terms"
    assert '["count", "b0k0", "2", "b0k0"]' in str(drawn).replace("'", '"')
    assert read_key("b0k0") == (0, 0)
    assert read_key("bk1") == (None, 1)
    assert read_key("b2k") == (2, None)
    assert read_key("__import__") is None


def test_symbols_become_letters_and_subscripts() -> None:
    assert symbol_box("H(D_{1})") == ["row", ["it", "H"], "(", ["it", "D"], ["sub", "1"], ")"]
    assert symbol_box(r"\Delta \mathrm{Gini}") == ["row", ["rm", "Δ"], ["rm", "Gini"]]
