"""Trees as text, JSON and drawings; no name from a table is taken for markup."""

import json
import re
import shutil
import subprocess
from dataclasses import replace
from xml.etree import ElementTree

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dttools as dt
from dtcore.model.splits import weight_text
from tests.small_tables import dataset, table
from tests.strategies import Table, law, problems

Case = tuple[Table, dt.Recipe]
NASTY = (
    "<img src=x onerror=alert(1)>",
    "<b>",
    'say "no"',
    "it's",
    "C:\\new\\table",
    "ends in \\",
    "\\N \\G \\E \\l",
    "a] -> n0 [label=b",
    "n0; n1 {",
    "two\nlines",
    "tab\there",
    "&lt;&amp;&#33;",
    "🌳 é 中文",
    "%s {x} $y",
    "",
)


def named(column: str, value: str) -> dt.Dataset:
    """A table whose names are ``column`` and ``value``, which is a level and a class too."""
    frame = pd.DataFrame({column: [value, value, "b", "b"], "goal": [value, value, "no", "no"]})
    return dt.Dataset.from_frame(frame, target="goal")


def test_the_tree_as_c4_5_prints_it() -> None:
    """Quinlan 1993, figure 2.1, in the order of our levels."""
    assert dt.export.text(dt.grow(dataset("golf"), dt.recipe("c45"))).splitlines() == [
        "outlook = sunny",
        "|   humidity ≤ 75: yes (2)",
        "|   humidity > 75: no (3)",
        "outlook = overcast: yes (4)",
        "outlook = rain",
        "|   windy = true: no (2)",
        "|   windy = false: yes (3)",
    ]


def test_a_leaf_says_how_many_rows_and_errors_it_has() -> None:
    frame = pd.DataFrame({"x": list("aaab"), "y": list("uuvv"), "w": [1.0, 1.0, 0.5, 2.0]})
    data = dt.Dataset.from_frame(frame, target="y", weights="w")
    lines = dt.export.text(dt.grow(data, dt.recipe("id3"))).splitlines()
    assert lines == ["x = a: u (3/1)", "x = b: v (1)"]


def test_a_tree_of_one_leaf_and_a_regression() -> None:
    data = dt.Dataset.from_frame(pd.DataFrame({"x": ["a", "a"], "y": ["u", "v"]}), target="y")
    assert dt.export.text(dt.grow(data, dt.recipe("cart"))) == "u (2/1)"
    numbers = pd.DataFrame({"x": [1.0, 2.0], "y": [0.5, 1.0]})
    tree = dt.grow(dt.Dataset.from_frame(numbers, target="y"), dt.recipe("regression"))
    assert dt.export.text(tree).splitlines() == ["x ≤ 1.5: 0.5 (1)", "x > 1.5: 1 (1)"]


@law
@given(problems())
def test_json_holds_the_whole_tree(case: Case) -> None:
    tree = dt.grow(case[0].data(), case[1])
    content = json.loads(dt.export.to_json(tree))
    assert content["target"]["classes"] == (list(tree.schema.classes) or None)
    assert [column["name"] for column in content["columns"]] == [
        f.name for f in tree.schema.columns
    ]
    for node, there in zip(tree, content["nodes"], strict=True):
        assert (tuple(there["id"]), there["stats"]) == (node.id, node.stats.tolist())
        assert there["prediction"] == dt.export.prediction(tree, node.id)
        match node.split:
            case None:
                assert there["split"] is None
            case dt.Threshold(column=column, cut=cut):
                assert there["split"] == {"kind": "threshold", "column": column, "cut": cut}
            case dt.Subset(column=column, left=left, right=right):
                sides = {"left": list(left), "right": list(right)}
                assert there["split"] == {"kind": "subset", "column": column, **sides}
            case dt.Multiway(column=column):
                assert there["split"] == {"kind": "multiway", "column": column}


@law
@given(problems())
def test_text_has_a_line_for_each_branch(case: Case) -> None:
    tree = dt.grow(case[0].data(), case[1])
    lines = dt.export.text(tree).splitlines()
    assert len(lines) == max(len(tree) - 1, 1)
    depths = [node.depth - 1 for node in tree][1:] or [0]
    assert [line.count("|   ") for line in lines] == depths


STATEMENT = re.compile(
    r"""\t(graph\ \[ordering=out\]
        |n\d+(\ ->\ n\d+)?\ \[label=("(?:[^"\\]|\\.)*"|\w+)(\ shape=box)?\])""",
    re.VERBOSE,
)
"""A line of DOT as it must be: our own ids and attributes, and a label that is quoted text."""


def breaches(source: str) -> list[str]:
    """Lines that are none of ours."""
    first, *lines, last = source.strip().splitlines()
    assert (first, last) == ("digraph {", "}")
    return [line for line in lines if not STATEMENT.fullmatch(line)]


def of_one_word(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("name", NASTY)
def test_a_drawing_takes_names_literally(name: str) -> None:
    """As a column, a level and a class: whatever stands there is text."""
    assert breaches(str(dt.export.dot(dt.grow(named(name or "x", name), dt.recipe("id3"))))) == []


def test_a_drawing_takes_a_name_in_angle_brackets_literally() -> None:
    """Column and last class in angle brackets: the label begins with < and ends with >."""
    frame = pd.DataFrame({"<i>": list("aabb"), "y": ["<a>", "<a>", "<b>", "<b>"]})
    tree = dt.grow(dt.Dataset.from_frame(frame, target="y"), dt.recipe("id3"))
    assert breaches(str(dt.export.dot(tree))) == []


@pytest.mark.parametrize("name", ["<img src=x onerror=alert(1)>", "<b>"])
def test_a_label_of_ones_own_takes_names_literally(name: str) -> None:
    tree = dt.grow(named(name, name), dt.recipe("id3"))
    assert breaches(str(dt.export.dot(tree, dt.export.Look(lambda _: [name])))) == []


@law
@given(st.text(max_size=6), st.text('<>"\\\n[]{};->=nNGlr&', max_size=8))
def test_no_name_breaks_out_of_its_label(column: str, value: str) -> None:
    source = str(dt.export.dot(dt.grow(named(column, value), dt.recipe("id3"))))
    assert breaches(source.replace("\r", " ")) == []


DRAWN = [name for name in NASTY if name[:1] != "<"]


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
@pytest.mark.parametrize("name", DRAWN)
def test_graphviz_draws_names_as_they_are(name: str) -> None:
    """What Graphviz itself makes of a label, read back from its layout as JSON."""
    tree = dt.grow(named(name or "x", name), dt.recipe("id3"))
    source = str(dt.export.dot(tree))
    done = subprocess.run(
        ["dot", "-Tjson"], input=source, text=True, capture_output=True, check=True, timeout=60
    )
    drawn = json.loads(done.stdout)
    texts = [op["text"] for node in drawn["objects"] for op in node["_ldraw_"] if op["op"] == "T"]
    lines = [of_one_word(line) for node in tree for line in dt.export.default_label(tree, node.id)]
    assert texts == [line for line in lines if line]
    assert done.stderr == ""


def test_a_drawing_asks_for_its_labels_and_attributes() -> None:
    tree = dt.grow(dataset("golf"), dt.recipe("c45"))
    look = dt.export.Look(
        label=lambda node: [f"depth {len(node)}", "second"],
        node=lambda node: {"color": "red"} if node == (1,) else {},
        edge=lambda node: {"penwidth": "3"} if node == (2, 1) else {},
        graph={"rankdir": "LR"},
    )
    source = str(dt.export.dot(tree, look))
    assert source.count("color=red") == 1
    assert source.count("penwidth=3") == 1
    assert source.count(r'"depth 2\nsecond"') == 4
    assert "rankdir=LR" in source
    assert source.count("->") == len(tree) - 1


def test_small_weights_are_not_0() -> None:
    frame = pd.DataFrame({"x": list("aabb"), "y": list("uvvv"), "w": [1e-4, 5e-5, 2e-4, 1e-4]})
    data = dt.Dataset.from_frame(frame, target="y", weights="w")
    recipe = replace(dt.recipe("id3"), stopping=(dt.Pure(),))
    tree = dt.grow(data, recipe)
    assert dt.export.text(tree).splitlines() == ["x = a: u (2/1)", "x = b: v (2)"]
    assert dt.export.weights(tree, ()) == "0.0001 u · 0.00035 v"


@pytest.mark.parametrize(
    ("weight", "text"),
    [
        (1e-4, "0.0001"),
        (0.0123, "0.012"),
        (2 / 3, "0.667"),
        (3.0, "3"),
        (1309.0, "1,309"),
        (1035.3728, "1,035.373"),
        (3e-20, "3e-20"),
        (0.0, "0"),
    ],
)
def test_weights_have_digits_that_count(weight: float, text: str) -> None:
    assert weight_text(weight) == text


@pytest.mark.parametrize(
    ("targets", "texts"),
    [
        ((7.0, 9.5, 10.25), ["7.0000", "9.8750", "8.9167"]),
        ((7.0, 9.0, 11.0), ["7", "10", "9"]),
        ((1.0, 2.0, 2.0), ["1.0000", "2.0000", "1.6667"]),
        ((0.0, 0.0, 0.0), ["0", "0", "0"]),
        ((123456.0, 0.5, 0.5), ["123456.0", "0.5", "41152.3"]),
    ],
)
def test_all_means_of_a_tree_have_as_many_decimals(
    targets: tuple[float, ...], texts: list[str]
) -> None:
    tree = dt.grow(table(targets, x=[1.0, 2.0, 2.0]), dt.recipe("regression"))
    nodes = [(0,), (1,), ()] if len(tree) > 1 else [()] * 3
    assert [dt.export.mean(tree.prediction(n), ",", tree.decimals) for n in nodes] == texts


def test_what_rounding_leaves_of_a_weight_is_0() -> None:
    assert weight_text(2e-16, 1.0) == "0"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1234567.9, "1,234,567.9"),
        (-1234567.94, "-1,234,567.9"),
        (2e6, "2,000,000"),
        (999999.96, "1,000,000"),
        (123456.78, "123457"),
        (0.0000123456789, "1.23457e-05"),
        (16 / 3, "5.33333"),
        (1e18, "1e+18"),
    ],
)
def test_means_have_digits_enough(value: float, text: str) -> None:
    data = table([value, value + 8 if abs(value) < 1e17 else 0.0], x=[1.0, 2.0])
    tree = dt.grow(data, dt.recipe("regression"))
    assert dt.export.text(tree).splitlines()[0] == f"x ≤ 1.5: {text} (1)"
    assert f"{text}\\nn = 1" in str(dt.export.dot(tree))
    assert dt.export.prediction(tree, (0,)) == text.replace(",", "")  # for machines


def test_a_tree_shows_itself_in_a_notebook() -> None:
    tree = dt.grow(named("<b>", "<i>&"), dt.recipe("id3"))
    shown = tree._repr_mimebundle_(include=None, exclude=None)
    assert shown["text/plain"] == f"{tree!r}\n{dt.export.text(tree)}"
    assert shown["image/svg+xml"] == dt.export.svg(tree)
    picture = ElementTree.fromstring(shown["image/svg+xml"])
    words = [part.text for part in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert "<b>" in words
    assert str(dt.export.dot(tree)) == dt.export.dot(tree).source
