"""What a reader's browser keeps: trees tried, lessons done."""

from pages.ui.components.noted import LONGEST, MOST, NotedView, texts_of
from pages.ui.shell.places import StoryView
from pages.ui.trees.tried import Tried
from tests.pages import visit
from tests.pages.stage import reported, sent


def test_nothing_but_short_texts_is_heard() -> None:
    odd = [1, None, "x" * (LONGEST + 1), "recipe=id3", ["y"], *("z",) * MOST]
    assert texts_of(odd) == ["recipe=id3", *["z"] * (MOST - 5)]
    for what in (None, "abc", {"a": 1}, 7):
        assert texts_of(what) == []


def test_the_browser_is_asked_once_and_then_told() -> None:
    at = visit.opened("explore", tab="compare", data="playtennis", recipe="id3", step="8")
    asked = sent(at, "nbn.noted")
    assert (asked["name"], asked["heard"]) == ("trees", False)
    visit.keep(at, NotedView, heard=frozenset({"trees"}))
    kept = sent(visit.checked(at.run()), "nbn.noted")
    assert kept["heard"]
    assert kept["texts"] == [*visit.kept(at, Tried).words]
    assert len(kept["texts"]) == 1


def test_a_lesson_that_was_done_is_marked_on_home() -> None:
    at = visit.opened("home")
    assert sent(at, "nbn.noted") == {"name": "lessons", "texts": [], "heard": False}
    visit.keep(at, StoryView, done=frozenset({"entropy"}))
    assert sent(visit.checked(at.run()), "nbn.noted")["texts"] == ["entropy"]


def test_what_the_browser_had_is_taken_up_and_no_other_lesson() -> None:
    at = visit.opened("home")
    at = reported(at, "nbn.noted", "noted", ["entropy", "no such lesson"])
    assert visit.kept(at, StoryView).done == {"entropy"}
    assert sent(at, "nbn.noted") == {"name": "lessons", "texts": ["entropy"], "heard": True}
    at = visit.opened("explore", tab="compare", data="playtennis", recipe="id3", step="8")
    at = reported(at, "nbn.noted", "noted", ["recipe=c45", "recipe=no+such", "%%%"])
    assert "Release 8" in " ".join(one.value for one in at.markdown)
