"""A lesson as one file: its scenes are the app's, and whatever it lets one press does something."""

from __future__ import annotations

import json
import re
from base64 import b64decode, b64encode
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from zipfile import ZipFile
from zlib import decompress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from dtshow.lesson import link
from dtshow.lesson.lesson import Lesson
from dtshow.page import command
from dtshow.page.package import package
from dtshow.page.page import REFERENCE, deduplicated, document, lesson_page
from dtshow.page.recording import FIXED, record
from dtshow.scene.grow.acts import acted
from dtshow.scene.grow.look import Bar, GrowLook
from dtshow.scene.grow.rows import Display
from dtshow.scene.grow.scene import GrowScene
from dtshow.scene.parts import Act
from dtshow.scene.tree.rows import MOST
from dtshow.scene.tree.tree_look import EVERY, Folding, TreeLook
from dtshow.tables.catalogue import catalogue
from dtshow.tables.column_facts import dataset_of, displayed, under
from dtshow.tables.find import entry_of
from pages.ui.story import runner
from pages.ui.story.guide import GuideStop
from pages.ui.story.saved import saved
from tests.pages import stage
from tests.pages.story import sending
from tests.pages.visit import opened

Json = dict[str, Any]


def scene_of(**params: str) -> GrowScene:
    entry = entry_of(params["data"])
    frame, names = entry.read(), entry.labels("en")
    lesson = link.read(params, lambda choice: under(names, frame, dataset_of(frame, choice)))
    rows = displayed(frame, names, lesson.dataset, lesson.choice.log)
    return GrowScene(lesson, GrowLook(), Display(rows), {})


def expanded(text: str) -> Any:
    """As ``recording.js`` reads it."""
    made: list[Any] = []

    def whole(one: Any) -> Any:
        if isinstance(one, str) and one.startswith(REFERENCE):
            return one[1:] if one.startswith(REFERENCE * 2) else made[int(one[1:], 36)]
        if isinstance(one, list):
            return [whole(inner) for inner in one]
        return {k: whole(v) for k, v in one.items()} if isinstance(one, dict) else one

    for one in json.loads(text):
        made.append(whole(one))
    return made[-1]


LEAVES = some.none() | some.booleans() | some.integers() | some.text(max_size=14)
VALUES = some.recursive(
    LEAVES, lambda part: some.lists(part) | some.dictionaries(some.text(), part), max_leaves=12
)


@given(VALUES)
def test_what_is_written_once_is_read_again(value: Any) -> None:
    twice = [value, {"~": value}, "~", "~~1", [value, value]]
    assert expanded(deduplicated(twice)) == twice


def test_what_is_long_is_written_once() -> None:
    long = ["a value that is long enough", 1.5, None]
    assert deduplicated([long, {"again": long}, long]).count("long enough") == 1


class Recording:
    """A lesson as its page shows it, without folding."""

    def __init__(self, lesson: Json) -> None:
        self.lesson = lesson

    def rows(self, rows: Json) -> Json:
        if not isinstance(rows.get("cells"), str):
            return rows
        table, most = self.lesson["beats"][0]["table"], MOST
        bits = np.unpackbits(np.frombuffer(b64decode(rows["cells"]), np.uint8))[: len(table)]
        lit, others = np.flatnonzero(bits), np.flatnonzero(bits[:most] == 0)
        return rows | {"cells": [table[k] for k in [*lit, *others][:most]]}

    def changed(self, scene: Json, change: Json) -> Json:
        partly = {k: scene[k] | change[k] for k in ("rows", "tree") if k in change and k in scene}
        return scene | change | partly

    def looks(
        self, scene: Json, acts: Json, known: set[str], key: str = ""
    ) -> Iterator[tuple[str, Json, set[str]]]:
        """Each scene that can be looked at from here, the acts that lead to it, and those that are
        known there."""
        known = known | acts.keys()
        yield key, scene | {"rows": self.rows(scene["rows"])}, known
        for act, look in acts.items():
            if isinstance(look, list) and act not in ("opennode:null", "open:null"):
                change, inner = [*look, {}][:2]
                there = self.changed(scene, change)
                yield from self.looks(there, inner, known, f"{key} {act}".strip())

    def beat(self, beat: Json) -> Iterator[tuple[str, Json, set[str]]]:
        yield from self.looks(beat["scene"], beat["acts"], set())
        for node, (change, *acts) in beat["others"].items():
            picked = self.changed(beat["scene"] | beat["unweighed"], change)
            yield from self.looks(picked, [*acts, {}][0], set(), f"pick:{node}")


def beats(scene: GrowScene) -> Iterator[Lesson]:
    lesson = scene.lesson.jump(0)
    yield lesson
    while (after := lesson.next()) is not lesson:
        lesson = after
        yield lesson


def looked(scene: GrowScene, lesson: Lesson, way: str) -> GrowScene:
    """The scene after these acts, where the engine answers them; a row goes by its number."""
    scene = replace(scene, lesson=lesson)
    for kind, value in re.findall(r"(?:^| )(\w+):(.*?)(?= \w+:|$)", way):
        if kind == "row":
            scene = replace(scene, look=replace(scene.look, row=int(value) - 1, follows=True))
        else:
            scene = acted(scene, Act(1, kind, value))
    return scene


def compared(name: str, section: Any) -> Any:
    """What it says, but for what is pressed: what cannot be is not drawn in the file."""
    if name == "rows":
        return {k: v for k, v in section.items() if k not in (*FIXED, "opens")}
    if name == "tree":
        return {k: v for k, v in section.items() if k != "current"}
    if name != "panel":
        return section
    return [_said(b) for b in section if b["type"] in SAID and b["key"] not in ASKING]


SAID = ("say", "table", "sum", "ranking")
ASKING = ("turn", "onward", "unseen")  # for a press


def _said(block: Json) -> Json:
    if block["type"] == "ranking":
        return block | {"rows": [row | {"able": None} for row in block["rows"]]}
    if block["type"] == "sum":
        names = ("name", "says", "value", "legend")
        return {"lines": [{k: line[k] for k in names} for line in block["lines"]]}
    return block


def pressed(block: Json) -> Iterator[str]:
    match block["type"]:
        case "buttons" | "hole":
            yield block["key"]
        case "switch":
            yield f"do:{block['do']}"
        case "views":
            yield from (f"view:{key}" for key, _name in block["options"])
        case "ranking":
            yield from (f"look:{row['name']}" for row in block["rows"] if row["able"])
        case "list":
            yield from (f"look:{name}" for name in block["columns"])


def check(scene: GrowScene, every: int = 1, most: int | None = None) -> int:
    """Whether the scenes of the file are what the app makes anew of the same looks, every so many
    of them, and whether whatever can be pressed is known; how many they are. ``most``: no step
    after this one is looked at."""
    document = expanded(deduplicated(record(scene, most)))
    recording, n = Recording(document), 0
    tree, bar = TreeLook(folding=Folding(EVERY), signs=True), Bar(scene.lesson.timeline.length)
    app = replace(scene, look=GrowLook(bar=replace(bar, holds=""), tree=tree, lecture=True))
    for lesson, beat in zip(beats(scene), document["beats"], strict=most is None):
        for way, shown, known in recording.beat(beat):
            n += 1
            for block in shown["panel"]:
                assert known.issuperset(pressed(block)), (way, block["key"])
            if n % every and way:
                continue
            made = looked(app, lesson, way).sections()
            names = ["say", "panel", "rows", "tree", "nodes"]
            names += [] if way else ["classes", "fit", "lecture", "marks"]
            for name in names:
                theirs = json.loads(made[name].written())
                assert compared(name, shown[name]) == compared(name, theirs), (way, name)
    return n


def test_its_scenes_are_those_of_the_app() -> None:
    assert check(scene_of(data="gender"), every=7) > 100


def test_the_first_steps_of_a_long_lesson_are_a_page() -> None:
    scene = scene_of(data="playtennis")
    whole, begun = record(scene, 4)["beats"], record(scene, 2)["beats"]
    steps = [beat["scene"].pop("step") for beat in begun]
    assert [steps[-1][name] for name in ("at", "far", "of", "end")] == [2, 2, 8, True]
    assert {step["far"] for step in steps} == {2}
    for beat, same in zip(begun, whole, strict=False):
        same["scene"].pop("step")
        assert beat == same


@pytest.mark.nightly
@pytest.mark.parametrize("key", list(catalogue()))
def test_scenes_of_every_table_are_those_of_the_app(key: str) -> None:
    assert check(scene_of(data=key), every=101, most=30)  # all of vote's would need 9 GB


def told_as_in_the_app(key: str) -> int:
    """Whether the stops of a guided lesson on Grow show what the app shows at them; how many."""
    at, n = opened(lesson=key), 0
    for beat, stop in zip(*stops_of(key), strict=True):
        at = sending(at, "nbn.story", ["go", [n + 1, n]])
        n += 1
        if stop.page in ("grow", "pruning") or "case" in stop.params:
            theirs, ours = stage.scene(at), beat["scene"]
            exact = stop.page == "grow"
            assert_same_tree(theirs["nodes"], json.loads(json.dumps(ours["nodes"])), exact)
        if stop.page != "grow":
            continue
        ours = ours | {"rows": Recording({"beats": [beat]}).rows(ours["rows"])}
        for name in ("say", "panel", "rows"):
            seen = json.loads(json.dumps(ours[name]))
            assert compared(name, seen) == compared(name, theirs[name]), (key, n, name)
    return n


def assert_same_tree(theirs: list[Json], ours: list[Json], exact: bool) -> None:
    """But for what the app has folded, of which the file folds nothing before it is drawn; of what
    was cut off a large tree the app has no words either."""
    own = {node["id"]: node for node in ours}
    assert theirs[0]["id"] == "root"
    for node in theirs:
        there = own[node["id"]]
        stub = "fallen" in node["marks"] and not node["head"]
        assert said(node) == (said(there | {"head": ""}) if stub else said(there))
        assert not exact or node["hidden"] or node == there


def stops_of(key: str) -> tuple[list[Json], tuple[GuideStop, ...]]:
    """The beats of a guided lesson but for its questions, and its stops."""
    beats = [beat for beat in saved(key, ["en"])["en"]["beats"] if "ask" not in beat]
    return beats, runner.guide_of(key).stops


def said(node: Json) -> tuple[str, str, str]:
    return node["id"], node["kind"], node["head"]


def test_a_guided_lesson_shows_what_the_app_shows() -> None:
    assert told_as_in_the_app("id3") == 7


@pytest.mark.nightly
@pytest.mark.parametrize("key", runner.LESSONS)
def test_every_guided_lesson_shows_what_the_app_shows(key: str) -> None:
    assert told_as_in_the_app(key)


def test_a_question_has_the_number_of_the_sentence_that_answers_it() -> None:
    """The lesson's title says fifteen."""
    told = saved("play_tennis", ["en"])["en"]
    stops = [stop for part in told["guide"]["parts"] for stop in part["stops"]]
    asked = [k for k, beat in enumerate(told["beats"]) if "ask" in beat]
    assert (len(asked), len(stops), stops[-1]["number"]) == (2, 17, 15)
    assert all(stops[k]["number"] == stops[k + 1]["number"] for k in asked)


def test_a_question_tells_nothing_before_it_is_answered() -> None:
    beats = saved("id3", ["en"])["en"]["beats"]
    for asked, told in ((one, two) for one, two in pairwise(beats) if "ask" in one):
        assert asked["link"] == told["link"]
        assert not asked["acts"]
        assert "H = " not in json.dumps(asked["scene"]["nodes"])
        lecture = asked["scene"]["lecture"]
        assert lecture["sum"] is None
        assert not any(lecture["notes"].values())
        assert all(row.keys() == {"name"} for row in lecture["candidates"]["rows"])
        (right,) = asked["ask"]["right"]
        tones = {key: block["tone"] for key, block in asked["ask"]["judged"].items()}
        assert [key for key, tone in tones.items() if tone == "good"] == [right]
        (buttons,) = (b for b in asked["scene"]["panel"] if b["type"] == "buttons")
        assert {item["do"] for item in buttons["items"]} == {f"guess:{key}" for key in tones}


def test_a_page_asks_for_nothing_and_runs_its_scripts_alone() -> None:
    lessons = {"en": document(scene_of(data="gender"), "en")}
    _title, page = lesson_page(lessons, "http://localhost:8501/")
    packed = re.findall(r'<script type="text/plain" id="(\w+)">([^<]*)</script>', page)
    parts = {name: decompress(b64decode(text)).decode() for name, text in packed}
    (first,) = re.findall(r'<script type="module">(.*?)</script>', page, re.DOTALL)
    hashed = [
        f"'sha256-{b64encode(sha256(one.encode()).digest()).decode()}'"
        for one in (first, parts["modules"])
    ]
    assert f"default-src 'none'; script-src {' '.join(hashed)}; style-src" in page
    for text in (page, parts["styles"], parts["modules"]):
        assert not re.search(r"https?://(?!localhost|www\.w3\.org)|@import", text)
    assert len(page) < 200_000


def test_the_command_says_what_is_at_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "own.csv"
    table.write_text("a,b\n1,x\n2,y\n3,x\n4,y\n", "utf-8")
    for told in (["nowhere.csv"], [str(table), "--target", "c"], ["data=nowhere&x=1"]):
        assert command.main([*told, "-o", str(tmp_path / "x.html")]) == 2
        assert capsys.readouterr().err.startswith("node-by-node: ")
    for asked in (["--recipe", "cart"], ["--depth", "0"], ["--target", "a"]):
        with pytest.raises(SystemExit):  # not left out without a word
            command.main(["--lesson", "id3", *asked], guided=lambda *told: {"index.html": ""})
        assert asked[0] in capsys.readouterr().err
    assert not (tmp_path / "x.html").exists()


def test_a_scorm_package_is_read_by_its_manifest() -> None:
    """As SCORM 1.2, Content Aggregation Model, 2.3 has it: from the default organization by each
    item to its resource, and to the file that is launched."""
    title = 'Limits & "<b>"'
    texts = {"index.html": ("All", "-"), "a.html": (title, "A"), "b.html": ("Two", "B")}
    found = ZipFile(BytesIO(package("course", texts, scorm=True)))
    manifest = ElementTree.fromstring(found.read("imsmanifest.xml"))
    ims, adl = (
        "{http://www.imsproject.org/xsd/imscp_rootv1p1p2}",
        "{http://www.adlnet.org/xsd/adlcp_rootv1p2}",
    )
    assert [one.text for one in manifest.iterfind(f"{ims}metadata/*")] == ["ADL SCORM", "1.2"]
    (all_of_them,) = manifest.iterfind(f"{ims}organizations")
    (lessons,) = (o for o in all_of_them if o.get("identifier") == all_of_them.get("default"))
    resources = {one.get("identifier"): one for one in manifest.iter(f"{ims}resource")}
    launched = {}
    for item in lessons.iterfind(f"{ims}item"):
        resource = resources[item.get("identifierref")]
        assert (resource.get("type"), resource.get(f"{adl}scormtype")) == ("webcontent", "sco")
        assert [file.get("href") for file in resource] == [resource.get("href")]
        launched[item.findtext(f"{ims}title")] = found.read(resource.get("href") or "").decode()
    assert launched == {title: "A", "Two": "B"}
    assert len(found.namelist()) == 3
