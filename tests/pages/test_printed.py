"""A printed tree is pasted on Explore, stands beside the lesson's, and its reason below."""

from pages.ui.explore.explore_view import CompareView
from pages.ui.explore.printed import PrintedView
from tests.pages.visit import clicked, kept, lesson, opened, turned

LIMITED = """|--- Petal.Width <= 0.80
|   |--- class: setosa
|--- Petal.Width >  0.80
|   |--- class: virginica
"""


def pasted(text: str, **address: str):
    at = clicked(turned(opened("explore", **address), "explore"), "printed_open")
    at.text_area(key="printed_text").set_value(text)
    return clicked(at, "printed_read")


def test_a_pasted_tree_stands_beside_ours_with_the_reason() -> None:
    at = pasted(LIMITED, data="iris", recipe="cart_sklearn", lang="zh")
    assert not kept(at, PrintedView).open
    word = kept(at, CompareView).beside[-1]
    assert kept(at, PrintedView).texts == {word: LIMITED}
    said = " ".join(one.value for one in at.markdown)
    assert "random_state" in said  # of the reason: two columns tie at the root
    assert "它取自打印出的树。" in said or "It was read from the printed tree." in said
    assert lesson(at).timeline.done.by_hand == 0


def test_what_is_no_tree_is_said_where_it_was_pasted() -> None:
    at = pasted("hello", data="playtennis", recipe="id3")
    assert "No printed tree is found here." in at.error[0].value
    assert kept(at, PrintedView).open
