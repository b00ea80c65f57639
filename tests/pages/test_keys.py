"""Keys: each means one thing, on a page with a lesson, at its tree and on the board of a class."""

import re
from pathlib import Path

from dtshow.scene.words import _bar_words, _tree_words, lecture_words, words

ROOT = Path(__file__).parents[2]
MODULES = [*ROOT.glob("dtshow/web/**/*.js"), *ROOT.glob("pages/ui/classroom/web/*.js")]
TABLE = ROOT / "dtshow/web/stage/keys.js"
NAMED = {"every": "levels", "share": "code", "top": "levels"}
"""What says a key in brackets under another name than what it means."""

OF_CLASS = {"ask", "class_table", "more", "pause", "like", "look_alone", "reveal", "keep_table"}
OF_CLASS |= {"revote", "dismiss", "reopen"}


def table() -> list[tuple[str, str]]:
    """Each key and what it means, as often as it is written."""
    (inside,) = re.findall(r"export const KEYS = \{(.*?)\n\};", TABLE.read_text("utf-8"), re.DOTALL)
    return re.findall(r"\"?([^\s\",])\"?: \"(\w+)\"", inside)


def test_no_key_means_two_things() -> None:
    keys = [key for key, _ in table()]
    assert sorted(keys) == sorted(set(keys))
    assert {"n", "q", "a", "?", "0"} <= {*keys}


def test_every_meaning_is_somebodys_and_nobody_else_knows_a_letter() -> None:
    """What a key does is found by what it means: a letter stands in the table alone."""
    others = {path: path.read_text("utf-8") for path in MODULES if path != TABLE}
    for _, means in table():
        used = re.compile(rf"\b{means}:|keyed\(\"{means}\"|\"{means}\"")
        assert any(used.search(text) for text in others.values()), means
    for path, text in others.items():
        assert not re.search(r"[kK]ey(\.toLowerCase\(\))? ===? \"[^\" ]\"", text), path
        assert not re.search(r"\[\"[a-z.?]\", (\"|\w+ \?)", text), path


def test_the_window_of_keys_tells_each_that_is_not_of_the_class_alone() -> None:
    told = {name.removeprefix("key_") for name in words("")}
    assert {means for _, means in table()} - told == OF_CLASS


def test_no_word_of_the_bar_is_one_of_the_tree_too() -> None:
    """One overwrote the other: "To the start" was called "First levels only" by who reads aloud."""
    assert not _bar_words("").keys() & _tree_words().keys()


def test_what_is_said_of_a_key_is_what_it_means() -> None:
    means, said = dict(table()), words("") | lecture_words()
    letters = {name: re.search(r"\(([A-Z])\)", text) for name, text in said.items()}
    found = {name: hit[1].lower() for name, hit in letters.items() if hit}
    assert {"across", "lecture", "notes", "code", *NAMED} == {*found}
    for name, letter in found.items():
        assert means[letter] == NAMED.get(name, name), name
