"""What the tree's drawing and the formula's boxes say; user text must never become markup."""

import pandas as pd
import pytest

import dtcore as dt
from pages.ui import compute, link
from pages.ui.lesson import Choice, Lesson, Plan
from pages.ui.markdown import literal
from pages.ui.tree_view.drawing import PAD, draw, label

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


def test_a_node_asks_answers_or_waits() -> None:
    tree = playtennis("3")
    assert label(tree, ())[0] == "Outlook"
    assert label(tree, (0, 0)) == ["No", "0 Yes · 3 No"]
    assert label(tree, (1,))[0] == "?"


def test_every_branch_carries_its_whole_condition() -> None:
    source = draw(playtennis("8"), "light")
    for words in ("= Sunny", "= Overcast", "= Rain", "= High", "= Weak"):
        assert f'label="{PAD}{words}"' in source


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", NASTY)
def test_nasty_names_are_text(name: str, theme: str) -> None:
    frame = pd.DataFrame({name: ["a", name, "a", name], "y": ["p", "q", "p", "q"]})
    data = dt.Dataset.from_frame(frame, target="y")
    lesson = Lesson.begin(Choice("upload:x", "y"), Plan("id3"), data).finish()
    source = draw(lesson, theme)  # type: ignore[arg-type]
    labels = [line for line in source.splitlines() if "label=" in line]
    assert all("label=<" not in line for line in labels)
    assert len(labels) == len(lesson.tree) * 2 - 1


@pytest.mark.parametrize("name", NASTY)
def test_markdown_is_disarmed(name: str) -> None:
    shown = literal(name, 300)
    bare = shown.replace("\\", "")
    assert bare == " ".join(name.split()).replace("\\", "")
    for special in "<$:*_[]`|":
        assert all(shown[i - 1] == "\\" for i, letter in enumerate(shown) if letter == special)
