"""The Grow page on tables with missing cells: what becomes of them is said, and nothing breaks."""

import re

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

import dtcore as dt
from dtcore.model.nodes import NodeId
from dtcore.model.splits import number
from dtshow.scene.grow.node import MOST_SENT
from dtshow.scene.tree.tree_look import TreeLook, name_of
from dtshow.worksheet.sheet import Sheet, html_of
from dttools.printing import Digits
from dttools.teach.exercise import exercises
from pages.ui.grow.grow_view import BuildView
from pages.ui.grow.guess import GuessView
from pages.ui.shell import cache
from pages.ui.tables.upload import first_choice, take
from tests.pages.stage import (
    acted,
    buttons,
    looking_at,
    page,
    pressed,
    row_chosen,
    said,
    scene,
    stepped,
    table,
    viewed,
)
from tests.pages.visit import captions, checked, keep, lesson

pytestmark = pytest.mark.slow

LESSONS = [
    (table, recipe)
    for table in ("titanic", "biopsy")
    for recipe in ("c45", "cart", "cart_sklearn", "cart_rpart")
]


def finished(table: str, recipe: str) -> AppTest:
    at = page(data=table, recipe=recipe, complete="0", depth="4")
    return stepped(at, "last")


def gappy_node(at: AppTest) -> NodeId:
    """The first node that asks for a column with missing cells, with the most such rows."""
    here = lesson(at)
    asking = [n.id for n in here.tree if n.split and n.split.column in here.dataset.gappy]
    return max(asking, key=here.tree.weight)


def selected(at: AppTest, node: NodeId) -> AppTest:
    return acted(at, "pick", name_of(node))


def table_of(at: AppTest, column: str) -> dict[str, list]:
    """A table that Streamlit draws."""
    found = [d.value for d in at.dataframe if column in d.value.columns]
    return found[0].to_dict("list") if found else {}


@pytest.mark.on_push(2)
@pytest.mark.parametrize("recipe", ["c45", "cart", "cart_rpart"])
@pytest.mark.parametrize("data", ["titanic", "biopsy"])
def test_how_rows_were_sent_adds_up(data: str, recipe: str) -> None:
    at = finished(data, recipe)
    node = gappy_node(at)
    at = selected(at, node)
    assert not table(at, "sent_totals")
    at = pressed(at, "sent")
    here, totals = lesson(at), table(at, "sent_totals")
    children = [here.tree.weight(child) for child in here.tree.children(node)]
    added = np.array(totals["placed"], float) + np.array(totals["sent"], float)
    assert added == pytest.approx(np.array(totals["total"], float), abs=2e-4)
    assert np.array(totals["total"], float) == pytest.approx(children, abs=1e-4)
    rows, sent = table(at, "sent_rows"), dt.missing_routing(here.dataset, here.tree, node)
    assert rows["Row"] == [str(row + 1) for row in sent.rows[:MOST_SENT]]
    parts = [rows[name] for name in totals["Branch"]]
    shares = [sum(float(part or 0) for part in row) for row in zip(*parts, strict=True)]
    assert shares == pytest.approx([1] * len(shares), abs=2e-4)
    assert any("agrees" in told for told in rows.get("decided by", [])) == bool(sent.surrogates)
    assert bool(sent.surrogates) or "cart" not in recipe or "decided by" not in rows


def test_where_missing_is_a_value_the_question_places_the_rows() -> None:
    at = finished("biopsy", "cart_sklearn")
    node = next(n.id for n in lesson(at).tree if n.split and n.split.missing >= 0)
    at = selected(at, node)
    assert "Missing counts as its own value here: such rows go to Bare nuclei" in said(at)


def test_nothing_is_said_where_no_cell_is_missing() -> None:
    at = page(step="8")
    assert "sent" not in buttons(at)
    assert "missing" not in said(at)


def test_a_row_with_a_missing_cell_says_all_its_ways() -> None:
    at = finished("titanic", "c45")
    here = lesson(at)
    shares = dt.leaf_shares(here.tree, here.dataset)
    row = next(i for i, ends in enumerate(shares) if len(ends) > 1)
    at = row_chosen(at, row)
    ways, answer, _truth = next(line for line in scene(at)["rows"]["said"] if len(line) == 3)
    assert ways.startswith(f"Row {row + 1} goes {len(shares[row])} ways: ")
    assert "age = ? (≤" in ways or "age = ? (>" in ways
    assert ways.endswith(" Together → ")
    assert answer == dt.predict(here.tree, here.dataset)[row]


@pytest.mark.on_push(3)
@pytest.mark.parametrize(("table", "recipe"), LESSONS)
def test_every_view_of_a_column_with_missing_cells(table: str, recipe: str) -> None:
    at = page(data=table, recipe=recipe, complete="0", weigh="root")
    here = lesson(at)
    (column,) = here.dataset.gappy
    at = looking_at(at, column)
    score = dt.explain.headline(here.recipe)
    best = here.evidence.candidates[column].scores[score]
    for view in ("working", "curve", "drop", "node"):
        at = viewed(at, view)
    at = viewed(at, "curve")
    if recipe != "cart_sklearn":
        assert "not in these counts" in captions(at)
        assert "is multiplied by their share" in captions(at)
        return
    cut = here.dataset.columns[column].values
    at = checked(at.number_input(key="cut_typed").set_value(float(np.nanmedian(cut))).run())
    for side in (1, 0, 2):
        at = checked(at.segmented_control(key="cut_side_control").set_value(side).run())
        comparison = table_of(at, "Branch")
        assert sum(float(n.replace(",", "")) for n in comparison["rows"]) == len(here.dataset)
        assert sum("?" in branch for branch in comparison["Branch"]) == (2 if side == 2 else 1)
    at = checked(at.button(key="take_cut").click().run())
    assert lesson(at).tree[()].split == dt.Threshold(column, np.inf, 1)
    assert best > 0


def test_groups_of_a_column_whose_missing_cells_are_a_value() -> None:
    at = page(data="vote", recipe="cart_sklearn", complete="0", weigh="root")
    at = viewed(at, "curve")
    at = checked(at.segmented_control(key="way_control").set_value("own").run())
    left = next(m for m in at.multiselect if str(m.key).startswith("own_left"))
    assert "?" in " ".join(left.options)
    at = checked(at.button(key="take_grouping").click().run())
    split = lesson(at).tree[()].split
    assert isinstance(split, dt.Subset)
    assert split.missing >= 0


def test_two_values_are_grouped_in_one_way_whatever_is_missing() -> None:
    at = viewed(page(data="vote", recipe="c45", complete="0", weigh="root"), "curve")
    assert at.dataframe  # the values counted
    assert [one.key for one in at.segmented_control] == ["language_switch"]


@pytest.mark.on_push(3)
@pytest.mark.parametrize(("table", "recipe"), LESSONS)
def test_guesses_with_missing_cells(table: str, recipe: str) -> None:
    at = page(data=table, recipe=recipe, complete="0", weigh="root")
    here = lesson(at)
    (column,) = here.dataset.gappy
    keep(at, TreeLook, asks=True)
    keep(at, GuessView, about=column, kind="score")
    at = checked(at.run())
    assert ("not in these counts" in captions(at)) == (recipe != "cart_sklearn")
    score = here.evidence.candidates[column].scores[dt.explain.headline(here.recipe)]
    for answer in ("0.9", "-1", f"{score:.6f}"):
        at = checked(at.text_input(key="guess_answer").set_value(answer).run())
        at = stepped(at, "next")
    assert scene(at)["step"]["next"] == "Split"


@pytest.mark.on_push(3)
@pytest.mark.parametrize(("table", "recipe"), LESSONS)
def test_a_tree_of_ones_own_with_missing_cells(table: str, recipe: str) -> None:
    at = page(data=table, recipe=recipe, complete="0", depth="2")
    keep(at, BuildView, on=True)
    at = checked(at.run())
    (column,) = lesson(at).dataset.gappy
    at = checked(at.selectbox(key="build_column").set_value(column).run())
    at = checked(at.button(key="build_split").click().run())
    assert lesson(at).tree[()].split.column == column  # type: ignore[union-attr]
    at = checked(at.button(key="compare").click().run())
    assert "first differ at" in said(at)


@pytest.mark.on_push(5)
@pytest.mark.parametrize(("table", "recipe"), LESSONS)
@pytest.mark.parametrize("answers", [False, True])
def test_worksheets_with_missing_cells(table: str, recipe: str, answers: bool) -> None:
    here = lesson(page(data=table, recipe=recipe, complete="0", depth="2"))
    found = list(exercises(here.timeline, 3))
    tree = here.timeline.jump(found[-1].end).state.tree
    rows, digits = cache.table(table), Digits.for_scale(1.0)
    sheet = Sheet(table, here.recipe, recipe, found, tree, rows, digits, "en", answers)
    text = html_of(sheet)
    assert not re.search(r"\b(nan|inf)\b", text, re.IGNORECASE)
    unknown = {c.unknown for exercise in found for c in exercise.asked if c.unknown}
    assert bool(unknown) == (recipe != "cart_sklearn")
    for weight in unknown:
        assert f"= ?: {number(round(weight, 3))}<" in text


def test_uploads_keep_rows_with_missing_cells() -> None:
    made = take("t.csv", b"a,b,c\n1,x,p\n,y,q\n3,,p\n4,y,q\n")
    choice = first_choice(made)
    assert choice.as_recipe
    assert not choice.under(dt.recipe("cart")).complete
    assert choice.under(dt.recipe("id3")).complete


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("common", "filled with the most common value here."),
        ("classcommon", "filled with the most common value here in its class."),
    ],
)
def test_filled_cells_count_and_are_listed(name: str, rule: str) -> None:
    at = page(data="vote", recipe="id3", missing=name, complete="0", depth="2")
    at = stepped(at, "last")
    at = pressed(selected(at, gappy_node(at)), "sent")
    assert rule in said(at)
    totals, here = table(at, "sent_totals"), lesson(at)
    assert here.recipe.missing == dt.MostCommon(of_class=name == "classcommon")
    children = [here.tree.weight(child) for child in here.tree.children(here.node)]
    assert [float(weight.replace(",", "")) for weight in totals["total"]] == children
    assert sum(float(weight) for weight in totals["sent"]) > 0


def test_each_step_of_an_old_link_says_which_rows_are_not_used() -> None:
    for step in ("0", "3"):
        told = rows_said(page(data="titanic", recipe="c45", step=step, complete="1"))
        assert "263 rows with missing cells left out." in told
    assert "left out" not in rows_said(page(data="titanic", recipe="c45", complete="auto"))


def rows_said(at: AppTest) -> str:
    return " ".join("".join(one) for one in scene(at)["rows"]["said"])
