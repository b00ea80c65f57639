"""The tree of a step for a class, as the stage draws it: both languages, nothing of an answer."""

import json
from typing import Any

import pytest

import dtcore as dt
from dtshow.scene.tree.tree_look import read_folding
from pages.ui.classroom import picture, steps

TENNIS, IRIS = "/grow?data=playtennis&recipe=id3", "/grow?data=iris&recipe=cart"


def drawn(address: str, **asked: str) -> dict[str, Any]:
    scene: dict[str, Any] = json.loads(picture.scene(steps.opened(address), **asked))["scene"]
    return scene


def heads(scene: dict[str, Any]) -> list[str]:
    return [node["head"] for node in scene["nodes"]]


def test_the_tree_of_the_tennis_days() -> None:
    """Mitchell 1997, figure 3.1."""
    said = drawn(f"{TENNIS}&step=99")
    assert heads(said) == ["Outlook", "Humidity", "No", "Yes", "Yes", "Wind", "Yes", "No"]
    assert said["nodes"][0]["lines"] == ["9 Yes · 5 No", "n = 14"]
    chinese = drawn(f"{TENNIS}&step=99", lang="zh")
    assert {"天气", "湿度", "风力"} <= set(heads(chinese))


def test_nothing_that_was_worked_out_is_told() -> None:
    """Counts alone: a score may be what the class is asked for."""
    for address in (f"{TENNIS}&step=99", f"{TENNIS}&step=0&weigh=root", f"{IRIS}&step=3"):
        lines = [line for node in drawn(address)["nodes"] for line in node["lines"]]
        assert not [line for line in lines if "." in line]


def test_a_node_that_is_asked_about_does_not_say_what_becomes_of_it() -> None:
    """The scene is the same, byte by byte, before its split and after the last step."""
    for node, first in (("root", 0), ("0", 1), ("2", 5)):
        now = picture.scene(steps.opened(f"{TENNIS}&step={first}"), mark=f"ask:{node}")
        after = f"{TENNIS}&step={first + 1}"
        assert picture.scene(steps.opened(after), mark=f"ask:{node}") == now


def test_a_leaf_that_is_asked_about_is_no_leaf_yet() -> None:
    at = {node["id"]: node for node in drawn(f"{TENNIS}&step=99", mark="ask:1")["nodes"]}
    assert (at["1"]["kind"], at["1"]["head"], at["1"]["answer"]) == ("open", "?", None)
    assert at["2"]["kind"] == "ask"


def test_students_stand_at_nodes() -> None:
    scene = drawn(f"{TENNIS}&step=99", mark="at:root=3,0.1=1")
    at = {node["id"]: node for node in scene["nodes"]}
    assert (at["root"]["lines"], at["0.1"]["lines"]) == (["3 students"], ["1 student"])
    assert [name for name, node in at.items() if "students" in node["marks"]] == ["root", "0.1"]
    here = steps.opened(f"{TENNIS}&step=1")
    students = {f"{TENNIS}&step=1": 4, f"{TENNIS}&step=99": 2, "/grow?data=nope": 7}
    students[f"{TENNIS}&step=0"] = 0
    assert picture.where(here, students) == "at:root=4,2=2"


def test_the_way_of_a_row_is_lit() -> None:
    tree = drawn(f"{IRIS}&step=99", mark="path:1.0.0")["tree"]
    assert tree["lit"] == {"root": 1, "1": 1, "1.0": 1, "1.0.0": 1}
    assert tree["selected"] == "1.0.0"


@pytest.mark.parametrize(
    "mark",
    ["ask:9", "ask:", "path:0.0.0.0.0", "at:0=x", "at:0=99999", "what:0", 'ask:0"><script>', "at:"],
)
def test_a_mark_that_is_none_is_refused_with_a_sentence(mark: str) -> None:
    with pytest.raises(dt.DtError) as problem:
        picture.scene(steps.opened(f"{TENNIS}&step=1"), mark=mark)
    assert steps.trouble(problem.value)["zh"]
    with pytest.raises(dt.DtError):
        picture.scene(steps.opened(TENNIS), "fr")


def test_a_deep_tree_opens_as_an_address_has_it() -> None:
    deep = steps.opened("/grow?data=biopsy&recipe=cart&complete=1&step=63")

    def shown(folding: str = "") -> int:
        read = read_folding(folding)
        return (
            0
            if read is None
            else len(json.loads(picture.scene(deep, folding=read))["scene"]["nodes"])
        )

    first = shown()
    assert first < 31
    assert shown("+1.1.0") == first + 2
    assert shown("+x+9.9") == first
    assert shown("all") == 63
    assert min(shown("all-0"), shown("all-1")) < 63
    assert shown("+1.1.0,9") == 0
