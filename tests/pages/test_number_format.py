"""Negative numbers as people read them, and as machines do; names stay as they were typed."""

import re

import pandas as pd

import dtcore as dt
from dtshow.lesson import narration
from dtshow.lesson.choice import RecipeChoice
from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.rows import way
from dtshow.scene.tree.sketch import Sketch
from dtshow.tables.table_choice import TableChoice
from dtshow.words import number_format
from dtshow.words.language import spoken
from dttools import export
from dttools.printing import Digits
from pages.ui.pruning.words import place

HYPHEN = re.compile(r"(?<!\w)-\d")
X = "x -3"
FRAME = pd.DataFrame(
    {
        X: [-2.5, -1.5, -0.5, 0.5] * 3,
        "side": ["-1", "-1", "7", "7"] * 3,
        "y": [-4.25, -3.0, 2.0, 5.5] * 3,
    }
)
DATA = dt.Dataset.from_frame(FRAME, target="y", kinds={"side": "nominal", "y": "numeric"})


def test_a_tree_writes_negative_numbers_as_the_sums_do() -> None:
    lesson = Lesson.begin(TableChoice("small", "y"), RecipeChoice("regression"), DATA).finish()
    boxes = Sketch(lesson, Digits()).boxes(range(len(lesson.tree)), {})
    seen = [text for box in boxes for text in (box.condition, box.says, *box.lines, box.head)]
    seen += [narration.path_words(lesson.tree, box.node) for box in boxes]
    seen += [place(lesson.tree, box.node) for box in boxes]
    seen += way(lesson, 0, 1, Digits())
    told = " ".join(seen).replace(X, "x")
    for number in ("≤ −1", "> −1", "−4.25", "x −2.5"):
        assert number in told
    assert not HYPHEN.search(told)
    assert "≤ -1" in export.text(lesson.tree)


def test_cells_are_as_in_the_file_but_for_the_sign() -> None:
    cells = [-10, -6.5, 2.44999998808, float("nan"), None, pd.NA, "-1", True, -(10**20)]
    shown = ["−10", "−6.5", "2.45", "?", "?", "?", "-1", "True", "−100000000000000000000"]
    assert [number_format.cell(cell) for cell in cells] == shown


def test_names_keep_their_hyphens() -> None:
    schema = DATA.schema
    assert number_format.told(dt.Multiway(1).condition(schema, 0)) == "side = -1"
    assert number_format.told(dt.Threshold(0, -1.5).condition(schema, 1)) == f"{X} > −1.5"
    assert number_format.question(dt.Threshold(0, -1.5), schema) == f"{X} ≤ −1.5"
    assert number_format.question(dt.Subset(1, (0,), (1,)), schema) == "side: -1 | 7"


def test_a_split_is_written_with_the_signs_of_the_language() -> None:
    frame = pd.DataFrame({"天气": ["晴", "雨", "阴"], "y": ["a", "b", "a"]})
    schema = dt.Dataset.from_frame(frame, target="y").schema
    levels = schema.columns[0].levels or ()
    split = dt.Subset(0, (levels.index("晴"), levels.index("雨")), (levels.index("阴"),))
    with spoken("zh"):
        assert number_format.question(split, schema) == "天气：晴、雨 | 阴"
    assert number_format.question(split, schema) == "天气: 晴, 雨 | 阴"
