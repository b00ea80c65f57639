"""The picture of a step for a class: large letters, both languages, and nothing of an answer."""

import re
from string import ascii_letters
from xml.etree import ElementTree

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtcore as dt
from dtshow.figures.palette import LOOKS, REPEAT
from dtshow.lesson.choice import RecipeChoice
from dtshow.lesson.lesson import Lesson
from dtshow.tables.table_choice import TableChoice
from pages.ui.classroom import picture, steps
from pages.ui.classroom.board_tree import LINE, BoardMarks, BoardTree
from tests.small_tables import table
from tests.strategies import NASTY, law_of

TENNIS, IRIS = "/grow?data=playtennis&recipe=id3", "/grow?data=iris&recipe=cart"
SVG = "http://www.w3.org/2000/svg"
TEXT = f"{{{SVG}}}text"
LETTERS_BELOW = 0.25 * LINE
"""How far letters reach below the line that they stand on."""


def drawn(address: str, **asked: object) -> ElementTree.Element:
    return ElementTree.fromstring(picture.svg(steps.opened(address), **asked))  # type: ignore[arg-type]


def texts(picture: ElementTree.Element) -> list[str]:
    return [part.text or "" for part in picture.iter(TEXT)]


def test_the_tree_of_the_tennis_days() -> None:
    """Mitchell 1997, figure 3.1."""
    said = texts(drawn(f"{TENNIS}&step=99"))
    assert {"Outlook", "Humidity", "Wind", "Overcast", "9 Yes · 5 No"} <= set(said)
    assert {"天气", "湿度", "9 是 · 5 否"} <= set(texts(drawn(f"{TENNIS}&step=99", lang="zh")))


@pytest.mark.parametrize("address", [f"{TENNIS}&step=99", f"{IRIS}&step=99", "/grow?data=titanic"])
def test_no_letter_is_smaller_than_can_be_read_from_the_last_row(address: str) -> None:
    root = drawn(address)
    sizes = {int(part.attrib["font-size"]) for part in root.iter() if "font-size" in part.attrib}
    assert min(sizes) >= 24
    assert float(root.attrib["width"]) <= 1300


@pytest.mark.parametrize("step", [0, 99])
def test_the_number_of_students_at_the_root_is_in_sight_whole(step: int) -> None:
    root = drawn(f"{TENNIS}&step={step}", mark="at:root=4")
    _left, top, _wide, _high = map(float, root.attrib["viewBox"].split())
    node = next(part for part in root.iter(f"{{{SVG}}}g") if "translate" in str(part.attrib))
    (seat,) = (part for part in node if part.attrib.get("rx") == "22")
    y = float(re.findall(r"[\d.]+", node.attrib["transform"])[1]) + float(seat.attrib["y"])
    assert y - float(seat.attrib["stroke-width"]) / 2 >= top


def test_a_node_that_is_asked_about_does_not_say_what_becomes_of_it() -> None:
    """The picture is the same, byte by byte, before its split and after the last step."""
    for node, first in (("root", 0), ("0", 1), ("2", 5)):
        now = picture.svg(steps.opened(f"{TENNIS}&step={first}"), mark=f"ask:{node}")
        after = f"{TENNIS}&step={first + 1}"
        assert picture.svg(steps.opened(after), mark=f"ask:{node}") == now


def test_a_leaf_that_is_asked_about_is_no_leaf_yet() -> None:
    said = texts(drawn(f"{TENNIS}&step=99", mark="ask:1"))
    assert "?" in said


def test_students_stand_at_nodes() -> None:
    said = texts(drawn(f"{TENNIS}&step=99", mark="at:root=3,0.1=12"))
    assert {"3", "12"} <= set(said)
    here = steps.opened(f"{TENNIS}&step=1")
    students = {f"{TENNIS}&step=1": 4, f"{TENNIS}&step=99": 2, "/grow?data=nope": 7}
    assert picture.where(here, students) == "at:root=4,2=2"


def test_a_phone_shows_the_way_alone() -> None:
    said = texts(drawn(f"{IRIS}&step=99", mark="path:1.0.0", room=360))
    assert "setosa" not in said[:2]
    assert float(drawn(f"{IRIS}&step=99", mark="path:1.0.0", room=360).attrib["width"]) <= 400


def test_how_many_nodes_are_not_drawn_stands_within_the_picture() -> None:
    """On a phone, below the last nodes that it has room for."""
    root = drawn(f"{IRIS}&step=99", room=360)
    high = float(root.attrib["viewBox"].split()[3])
    ends = [
        float(part.attrib["transform"].split()[1].rstrip(")")) + float(said.attrib["y"])
        for part in root.iter(f"{{{SVG}}}g")
        for said in part.iter(TEXT)
        if (said.text or "").startswith("+ ")
    ]
    assert ends
    assert max(ends) + LETTERS_BELOW <= high


def test_a_lone_node_leaves_room_for_the_names_of_the_classes() -> None:
    alone, grown = (drawn(f"{IRIS}&step={step}", lang="zh") for step in (0, 99))
    first, _top, wide, _high = map(float, alone.attrib["viewBox"].split())
    assert first < 0
    assert wide == float(alone.attrib["width"])
    assert grown.attrib["viewBox"].startswith("0 0 ")


@pytest.mark.parametrize(
    "mark",
    ["ask:9", "ask:", "path:0.0.0.0.0", "at:0=x", "at:0=99999", "what:0", 'ask:0"><script>', "at:"],
)
def test_a_mark_that_is_none_is_refused_with_a_sentence(mark: str) -> None:
    with pytest.raises(dt.DtError) as problem:
        picture.svg(steps.opened(f"{TENNIS}&step=1"), mark=mark)
    assert steps.trouble(problem.value)["zh"]
    for wrong in ({"theme": "red"}, {"lang": "fr"}):
        with pytest.raises(dt.DtError):
            picture.svg(steps.opened(TENNIS), **wrong)


@law_of(0.5)
@given(st.lists(st.sampled_from(NASTY), min_size=2, max_size=4, unique=True))
def test_names_are_text_and_nothing_else(names: list[str]) -> None:
    frame = pd.DataFrame({names[0]: list(names) * 2, "y": ["a", "b", *names[2:]] * 2})
    data = dt.Dataset.from_frame(frame, target="y", kinds={names[0]: "nominal"})
    begun = Lesson.begin(TableChoice("x", "y"), RecipeChoice("id3"), data)
    root = ElementTree.fromstring(BoardTree(begun.finish(), marks=BoardMarks(path=())).svg())
    assert {re.sub("{.*}", "", part.tag) for part in root.iter()} <= {
        *("svg", "title", "desc", "defs", "pattern", "rect", "path", "text", "g"),
    }


@pytest.mark.parametrize(
    ("classes", "room"), [(15, 1300), (15, 360), (LOOKS + 6, 1300), (LOOKS + 6, 360)]
)
def test_every_class_is_in_the_legend(classes: int, room: int) -> None:
    """As wide as there is room; classes that look alike are said to."""
    data = table(ascii_letters[:classes], x=[*range(classes)])
    begun = Lesson.begin(TableChoice("x", "y"), RecipeChoice("cart"), data)
    root = ElementTree.fromstring(BoardTree(begun, room=room).svg())
    said = texts(root)
    assert [name for name in said if name in {*ascii_letters}] == list(ascii_letters[:classes])
    assert (REPEAT in " ".join(said)) == (classes > LOOKS)
    assert float(root.attrib["width"]) <= max(room, 460)  # a node and its two branches
    patterns = {ElementTree.tostring(part) for part in root.iter(f"{{{SVG}}}pattern")}
    assert len(patterns) == min(classes, LOOKS)
