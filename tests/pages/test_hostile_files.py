"""A file whose names and cells would do harm anywhere else: text on every page, and no links."""

from __future__ import annotations

import csv
import io
import re
import sqlite3
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import graphviz
import pandas as pd
import pytest
from google.protobuf.message import Message
from streamlit.testing.v1 import AppTest

import dttools as dt
from dtshow.scene.tree.graphviz import WORKER
from dtshow.words.markdown import literal, pieces_of
from dttools.files import read
from pages.ui.use import take
from pages.ui.use.use_view import TABS, UseView
from tests.pages.data import drafted, set_target
from tests.pages.visit import checked, clicked, keep, turned

NAMES = [
    "https://evil.example/a",
    "www.evil.example",
    "me@evil.example",
    "=cmd|'/C calc'!A0",
    "+1+1",
    "@SUM(1)",
    "<script>alert(1)</script>",
    ":red[x]",
    "$x$",
    "**b** _i_ `c` [l](https://evil.example)",
    "a\u202eb",
    "x" * 100_000,
]
# What Streamlit shows as it is: texts of these kinds are no Markdown.
PLAIN = {
    "bidi_component",
    "arrow_data_frame",
    "html",
    "file_uploader",
    "plotly_chart",
    "imgs",
    "code",
}
COLLAPSED = 2
PLAIN_FIELDS = {
    "value",
    "raw_value",
    "id",
    "options",
    "default",
    "set_value",
    "data",
    "element_id",
    "form_id",
}
LINK = re.compile(r"https?:?\\?:?//evil|https?\\:|www\\?\.evil|me\\?@evil", re.IGNORECASE)
MARKUP = re.compile(r"(?<!\\)(<script|:red\[x|\$x\$|\[l\]\()")


def content() -> bytes:
    """Columns called by the names, which are cells as well, and a class to predict."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([*NAMES, "number", "class\u202e of www.evil.example"])
    for row in range(24):
        cells = [NAMES[(row * (at + 1) + row // 3) % (2 + at % 3)] for at in range(len(NAMES) - 1)]
        label = NAMES[0] if row % 7 == 0 or cells[1] == NAMES[0] else NAMES[6]
        writer.writerow([*cells, "x" * 100 + str(row % 2), row / 2, label])
    return out.getvalue().encode()


@pytest.fixture
def data_page() -> AppTest:
    return drafted(content(), "https://evil.example <script>.csv")


@pytest.fixture
def grown_from(data_page: AppTest) -> AppTest:
    return clicked(set_target(data_page, "class\u202e of www.evil.example"), "data_use")


def test_data(data_page: AppTest) -> None:
    assert list(spoken(data_page)) != []
    assert harm(data_page) == []


def test_the_pages_of_a_tree(grown_from: AppTest) -> None:
    at = grown_from
    for page in ("grow", "pruning", "data", "reference", "home"):
        at = turned(at, page)
        assert harm(at) == [], page
    at = turned(at, "use")
    for tab in TABS:
        for kind in (*take.kinds(), "picture", "candidates") if tab == "take" else ("text",):
            keep(at, UseView, tab=tab, kind=kind)
            at = checked(at.run())
            assert harm(at) == [], (tab, kind)


@pytest.fixture(scope="module")
def tree() -> dt.Tree:
    frame = read(content()).frame
    return dt.grow(dt.Dataset.from_frame(frame, target=frame.columns[-1]), dt.recipe("cart"))


def test_each_code_of_the_tree_runs_and_no_file_has_a_link(tree: dt.Tree) -> None:
    names: dict[str, Any] = {}
    exec(compile(dt.export.python(tree), "tree.py", "exec"), names)
    row = dict.fromkeys(column.name for column in tree.schema.columns)
    assert names["predict"](row) in tree.schema.classes
    assert sqlite3.complete_statement(dt.export.sql(tree).rstrip().rstrip(";") + ";")
    assert dt.Tree.from_json(dt.export.to_json(tree)).schema == tree.schema
    rules = dt.export.markdown(tree)
    assert not LINK.search(re.sub(r"https\\://|www\\\.|\\@", "", rules))
    assert not MARKUP.search(rules)
    assert dt.export.sklearn_text(tree)
    assert dt.export.text(tree)


@pytest.mark.parametrize("name", NAMES)
def test_markdown_has_no_link_and_a_table_no_formula(name: str) -> None:
    shown = dt.export.escaped(name)
    assert not re.search(r"://(?<!\\://)|www\.|(?<!\\)[@<$\[`*]", shown)
    cells = next(csv.reader(io.StringIO(dt.export.csv_text(pd.DataFrame({name: [name]})))))
    assert not cells[0].startswith(("=", "+", "-", "@"))


def test_a_picture_is_words_alone() -> None:
    quoted = graphviz.Digraph()
    for at, name in enumerate(NAMES[:-1]):
        quoted.node(str(at), label=dt.export.literal([name]))
    try:
        svg = WORKER.render(str(quoted.source), "svg")
    finally:
        WORKER.close()
    tags = {one.tag.rpartition("}")[2] for one in ElementTree.fromstring(svg).iter()}
    assert not tags & {"script", "a", "image", "foreignObject", "style"}


UNSEEN = "a\x00\x01\x1b[31m\x7f\u202eb\u2066\uffff"
"""As cells of Parquet and of Excel may have them: obeyed, and never seen."""


def test_what_is_obeyed_and_not_seen_is_in_no_text_and_no_picture() -> None:
    frame = pd.DataFrame({UNSEEN: ["x", UNSEEN] * 4, "two\nlines": ["y", UNSEEN] * 4})
    tree = dt.grow(dt.Dataset.from_frame(frame, target="two\nlines"), dt.recipe("id3"))
    export = dt.export
    drawing = str(export.dot(tree))
    for text in (export.text(tree), export.sklearn_text(tree), export.markdown(tree), drawing):
        assert not set(UNSEEN) & set(text) - set("a[31mb")
        assert "a[31mb" in text or r"a\[31mb" in text
    names: dict[str, Any] = {}
    exec(compile(export.python(tree), "tree.py", "exec"), names)
    assert names["predict"]({UNSEEN: UNSEEN}) == UNSEEN
    try:
        ElementTree.fromstring(WORKER.render(drawing, "svg"))
        pdf = WORKER.render(drawing, "pdf")
    finally:
        WORKER.close()
    assert not re.search(rb"/(URI|JS|JavaScript|Launch|Annots)\b", pdf)


@pytest.mark.parametrize("before", ["", " ", "\x01", "\u202e", "\ufeff", "\u200b ", "\u00a0"])
def test_a_table_has_no_formula_behind_what_is_not_seen(before: str) -> None:
    cells = pd.DataFrame({"n": [f"{before}=1+1", f"{before}x"]})
    assert f"'{before}=1+1" in dt.export.csv_text(cells)
    assert f"'{before}x" not in dt.export.csv_text(cells)


def test_no_name_of_a_file_says_how_its_python_is_read() -> None:
    lines = ["Node by Node · coding: utf-7 · CART", "a\u2028b\nraise ValueError"]
    text = dt.export.with_origin("x = 1\n", "python", lines)
    exec(compile(text.encode(), "tree.py", "exec"), {})


@pytest.mark.parametrize("name", NAMES)
def test_no_link_is_left_and_the_text_comes_back(name: str) -> None:
    shown = literal(name, 300)
    assert not re.search(r"https?\\?://|www\\?\.|[\w.+-]\\?@", shown)
    assert pieces_of(shown) == [_as_shown(name)]


def test_a_name_that_turns_the_line_around_does_not() -> None:
    assert literal("a\u202eb\u2066c") == "abc"
    assert literal(" a\n\u2003b\u00a0▸ c ") == "a b\u00a0▸ c"  # where no line may end, it is meant
    assert literal("a\u00a0 \u00a0b") == "a b"


def test_a_list_to_choose_from_shows_a_level_as_it_is(grown_from: AppTest) -> None:
    at = turned(grown_from, "use")
    keep(at, UseView, tab="predict")
    lists = [one for one in at.run().selectbox if str(one.key).startswith("use_cell_")]
    assert "https://evil.example/a" in {option for one in lists for option in one.options}


def _as_shown(name: str) -> str:
    return name.replace("\u202e", "")[:299] + "…" if len(name) > 300 else name.replace("\u202e", "")


def harm(at: AppTest) -> list[str]:
    """Texts of the page that Streamlit would take for links or markup."""
    return [text for text in spoken(at) if LINK.search(text) or MARKUP.search(text)]


def spoken(at: AppTest) -> Iterator[str]:
    """Whatever Streamlit shows as Markdown: bodies, labels, help."""
    for block in at._tree.children.values():
        for node in block:
            proto = getattr(node, "proto", None)
            if isinstance(proto, Message) and getattr(node, "type", "") not in PLAIN:
                yield from _texts(proto)


def _texts(proto: Message) -> Iterator[str]:
    visible = getattr(getattr(proto, "label_visibility", None), "value", 0)
    for field, value in proto.ListFields():
        # A label that is not drawn is what a screen reader says, as it is.
        if field.name in PLAIN_FIELDS or (field.name == "label" and visible == COLLAPSED):
            continue
        values = value if field.is_repeated else [value]
        for one in values:
            if isinstance(one, Message):
                yield from _texts(one)
            elif isinstance(one, str):
                yield one
