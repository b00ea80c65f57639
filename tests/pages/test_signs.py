"""Every sign that a tree can have is explained."""

import re
from pathlib import Path

from dtshow.scene.tree.node_marks import MARKS
from dtshow.scene.words import signs

SCRIPT = Path(__file__).resolve().parents[2] / "dtshow/web/stage/signs.js"


def test_each_sign_that_is_drawn_has_its_sentence() -> None:
    there, drawings = SCRIPT.read_text("utf-8").split("function ofRows", 1)
    listed = there.split("const there = {", 1)[1].split("};", 1)[0]
    names = set(re.findall(r"(?:^|,) *(\w+): ", listed, re.MULTILINE))
    assert len(names) == 18
    of_paths = {name for name, mark in MARKS.items() if mark.path and mark.meaning}
    for numeric in (False, True):
        told = {name.removeprefix("sign_") for name in signs(numeric)}
        assert told == names | of_paths
    assert [name for name in names if not re.search(rf"\b{name}: ", drawings)] == []
