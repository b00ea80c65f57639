"""The Use page: which tree it asks, its tabs, its address, and what to do without a tree."""

import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Button

import dttools as dt
from dtshow.scene.tree.tree_look import TreeLook
from dttools.export.origin import MARKS
from dttools.files.bundled import bundled
from pages.ui.shell import progress
from pages.ui.shell.places import plain
from pages.ui.use import take
from pages.ui.use.take import of_all_steps
from pages.ui.use.use_view import TABS, UseView
from tests.pages import visit
from tests.pages.data import drafted
from tests.pages.stage import acted, node_at, reported, scene
from tests.small_tables import dataset

TENNIS = {"data": "playtennis", "recipe": "id3"}


def test_where_nobody_has_begun_the_whole_tree_is_asked_and_grow_stays_as_it_is() -> None:
    at = visit.opened("use", **TENNIS)
    said = " ".join(m.value for m in at.markdown)
    assert "5 leaves, grown on 14 rows." in said
    assert not visit.lesson(at).timeline.cursor
    assert "The tree that the algorithm ends with." in " ".join(m.value for m in at.markdown)
    assert len(scene(at)["nodes"]) == 8
    at = visit.clicked(at, "use_to_tab")
    assert at.query_params["tab"] == "evaluate"
    assert not at.button(key="next_to_home").disabled
    at = visit.opened("use", **TENNIS, step="1")
    assert "It is not finished" in " ".join(m.value for m in at.markdown)


@pytest.mark.nightly
def test_a_tree_that_has_learnt_by_heart_leads_to_pruning() -> None:
    assert "use_prune" not in visit.keys(visit.opened("use", **TENNIS))
    large = {"data": "titanic", "recipe": "cart"}
    at = visit.opened("use", **large)
    leaves = len([n for n in scene(acted(at, "levels", True))["nodes"] if n["kind"] == "leaf"])
    assert leaves > 30
    at = visit.clicked(at, "use_prune")
    assert "What does each branch earn?" in " ".join(one.value for one in [*at.title, *at.markdown])
    assert "use_prune" not in visit.keys(visit.opened("use", **large, tree="pruned", cuts="90"))


def test_of_one_leaf_it_says_so() -> None:
    at = visit.opened("use", data="iris", recipe="cart", leaf="100")
    assert "This tree is one leaf" in " ".join(m.value for m in at.markdown)
    assert "use_to_grow" in visit.keys(at)


def test_of_one_leaf_that_pruning_left_it_says_so() -> None:
    at = visit.opened("use", data="kyphosis", recipe="cart", lab_share="0", cuts="7", tree="pruned")
    said = next(m.value for m in at.markdown if "one leaf" in m.value)
    assert "Pruning left" in said
    assert "**absent**" in said
    assert "By hand" not in said
    at.button(key="use_to_pruning")
    assert "use_to_grow" not in visit.keys(at)


@pytest.mark.parametrize(
    ("limit", "reason", "name"),
    [
        (
            {"leaf": "100"},
            "No split leaves enough rows",
            "“Minimum rows in each branch”: it is 100",
        ),
        ({"rows": "500"}, "fewer than 500 rows", "“Minimum rows to split”: it is 500"),
        ({"decrease": "0.9"}, "", "“Minimum decrease in the whole tree's impurity”: it is 0.9"),
    ],
)
def test_of_one_leaf_it_says_why_and_which_limit_to_loosen(
    limit: dict[str, str], reason: str, name: str
) -> None:
    at = visit.opened("use", data="iris", recipe="cart", **limit)
    said = next(m.value for m in at.markdown if "This tree is one leaf" in m.value)
    assert reason in said
    assert name in said


@pytest.mark.parametrize("tab", TABS)
def test_a_tab_stands_in_the_address(tab: str) -> None:
    at = visit.opened("use", **TENNIS, step="8", tab=tab)
    assert visit.kept(at, UseView).tab == tab
    assert at.query_params.get("tab", "predict") == tab


def test_the_pruned_tree_is_asked_where_the_address_says_so() -> None:
    params = {"data": "biopsy", "recipe": "cart", "complete": "1", "lab_share": "0.3"}
    at = visit.opened("use", **params, cuts="5", tree="pruned")
    assert "Pruned" in " ".join(m.value for m in at.markdown)
    assert at.query_params["cuts"] == "5"


def test_it_is_said_what_one_answer_alone_would_reach() -> None:
    judged = {"step": "99", "tab": "evaluate"}
    at = visit.opened("use", data="playtennis", recipe="id3", **judged)
    text = visit.captions(at)
    assert "The answer “Yes” alone would be right more often: on 64.3%." in text  # 9 of 14
    at = visit.opened("use", data="iris", recipe="cart", lab_share="0.3", **judged)
    assert "alone would be right on " in visit.captions(at)


@pytest.mark.parametrize("name", ["titanic", "carseats"])
def test_every_tab_draws_classes_and_numbers(name: str) -> None:
    at = visit.opened("use", data=name, step="99", lab_share="0.3")
    for tab in TABS:
        visit.keep(at, UseView, tab=tab)
        assert not visit.checked(at.run()).error


@pytest.mark.parametrize("name", ["titanic", "carseats"])
def test_the_counts_of_a_node_open_its_rows_of_either_part(name: str) -> None:
    params = {"data": name, "step": "99", "lab_share": "0.3", "tab": "evaluate", "look": "nodes"}
    at = visit.opened("use", **params)
    assert at.query_params["look"] == "nodes"
    root = node_at(at, "root")
    assert root["extra"] == (1 if name == "titanic" else 2)
    assert root["lines"][-1].startswith("out ")
    told = [at.button(key=f"use_node_None_{part}").label.split(" ")[0] for part in (0, 1)]
    rows = [float(text.replace(",", "")) for text in told]
    at = visit.clicked(acted(at, "pick", "0"), "use_node_None_1")
    (count,) = (m.value for m in at.markdown if m.value.endswith("held out"))
    assert int(count.split()[0].strip("*")) < rows[1] < rows[0]
    assert len(at.dataframe[-1].value) == int(count.split()[0].strip("*"))
    at = visit.clicked(visit.clicked(at, "use_node_close"), "use_folds")
    assert not visit.clicked(at, "use_hold_out_nodes").error


def test_what_all_steps_weighed_is_had_of_a_tree_with_collapsed_nodes() -> None:
    at = visit.opened("use", data="titanic", recipe="c45", step="99", tab="take")
    lesson = visit.lesson(at)
    split = [node.id for node in lesson.tree if not node.leaf]
    assert any(step.move.node not in lesson.tree for step in lesson.timeline.done)
    table = of_all_steps(lesson, split)
    assert table["step"].nunique() == len(split)


@pytest.mark.parametrize(("name", "recipe"), [("iris", "cart"), ("xor", "id3")])
def test_evaluate_opens_on_a_number_and_offers_to_hold_out(name: str, recipe: str) -> None:
    """A table of eight rows has as many folds."""
    at = visit.opened("use", data=name, recipe=recipe, step="17", tab="evaluate")
    assert not at.error
    assert re.search(r"\*\*\d+ of \d+ rows\*\*", " ".join(m.value for m in at.markdown))
    at = visit.clicked(at, "use_hold_out")
    assert "never seen" in " ".join(m.value for m in at.markdown)


@pytest.mark.parametrize(
    ("name", "recipe", "little"), [("playtennis", "id3", True), ("biopsy", "cart", False)]
)
def test_an_interval_that_is_wide_is_said_to_prove_little(
    name: str, recipe: str, little: bool
) -> None:
    at = visit.opened("use", data=name, recipe=recipe, step="99", lab_share="0.3", tab="evaluate")
    assert ("proves little" in visit.captions(at)) == little


@pytest.mark.parametrize(("name", "recipe"), [("playtennis", "id3"), ("titanic", "c45")])
def test_who_grew_a_tree_is_told_that_another_one_is_judged(name: str, recipe: str) -> None:
    at = visit.opened("use", data=name, recipe=recipe, step="99", tab="evaluate")
    assert "each judged by a tree that never saw it" in " ".join(m.value for m in at.markdown)
    own, rows = visit.lesson(at).tree, len(visit.lesson(at).dataset)
    at = visit.clicked(at, "use_hold_out")
    told = next(c.value for c in at.caption if "has seen every row" in c.value)
    assert "so a second one, grown on" in told
    held = sum(counted(b) for b in at.button if str(b.key).startswith("use_cell_"))
    assert f"grown on {rows - held:,.0f} rows" in told
    at = visit.clicked(at, "use_folds")
    assert "grew on the other folds. 10 folds, seed 0" in " ".join(c.value for c in at.caption)
    assert visit.lesson(at).tree == own


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"tab": "evaluate", "lab_share": "0.3"},
        {"data": "titanic", "recipe": "c45", "complete": "0", "case": "x~1~x"},
    ],
)
def test_a_screen_writes_its_shares_with_one_decimal(more: dict[str, str]) -> None:
    at = visit.opened("use", **{"data": "biopsy", "recipe": "cart", "step": "99"} | more)
    said = [*(m.value for m in at.markdown), *(c.value for c in at.caption)]
    said += [str(cell) for table in at.dataframe for cell in table.value.to_numpy().ravel()]
    shares = re.findall(r"[\d.]+%", " ".join(said))
    assert all(re.fullmatch(r"\d+\.\d%", share) for share in shares)
    assert bool(shares) == bool(more)
    assert ("like all 396 rows in this leaf" in " ".join(said)) == (not more)


def test_a_count_of_the_matrix_lists_exactly_its_rows() -> None:
    at = visit.opened("use", data="iris", recipe="cart", step="17", tab="evaluate", lab_share="0.3")
    cells = [b for b in at.button if (b.key or "").startswith("use_cell_") and not b.disabled]
    assert sum(map(counted, cells)) == 45
    assert "*True: setosa. Predicted: setosa.* 15" in [cell.label for cell in cells]  # heard so
    training, held_out = dt.validation.holdout(visit.lesson(at).dataset, 0.3, 0, True)
    told = np.array(dt.predict(dt.grow(training, dt.recipe("cart")), held_out))
    truth, names = held_out.target.values, np.array(held_out.schema.classes)
    for key in [str(cell.key) for cell in cells]:
        i, k = map(int, key.split("_")[-2:])
        at = visit.clicked(at, key)
        expected = held_out.origin[(truth == i) & (told == names[k])] + 1
        assert at.dataframe[0].value.index.tolist() == expected.tolist()
    sums = [b for b in at.button if (b.key or "").startswith("use_sum_")]
    assert [*map(counted, sums[:3]), counted(sums[-1])] == [15, 15, 15, 45]
    assert sum(map(counted, sums[3:6])) == 45
    for key in ("use_sum_1_None", "use_sum_None_2", "use_sum_None_None"):
        count = counted(at.button(key=key))
        at = visit.clicked(at, key)
        assert any(len(table.value) == count for table in at.dataframe)
    at = visit.clicked(at, "use_rows_close")
    assert visit.kept(at, UseView).cell is None


def test_what_a_score_adds_up_is_listed_term_by_term() -> None:
    """Where the formula cannot write so many terms: squares by row."""
    held = {"step": "99", "tab": "evaluate", "lab_share": "0.3"}
    at = visit.opened("use", data="hitters", recipe="regression", depth="3", **held)
    terms = at.dataframe[0].value
    training, unseen = dt.validation.holdout(visit.lesson(at).dataset, 0.3, 0, False)
    tree = dt.grow(training, visit.lesson(at).recipe_choice.recipe)
    found = dt.evaluate(tree, unseen)
    assert np.sqrt(terms["(y − ŷ)²"].mean()) == pytest.approx(found.rmse.value)
    assert terms["y − ŷ"].abs().mean() == pytest.approx(found.mae.value)
    assert sorted(terms["row"]) == (unseen.origin + 1).tolist()


@pytest.mark.nightly
def test_what_pairs_add_up_is_listed_share_by_share() -> None:
    held = {"step": "99", "tab": "evaluate", "lab_share": "0.3"}
    at = visit.opened("use", data="titanic", recipe="cart", look="ranking", way="folds", **held)
    terms = at.dataframe[0].value
    curve = dt.evaluation.evaluate_folds(visit.lesson(at).dataset, dt.recipe("cart"), 10, 0).roc(1)
    pairs = terms["n₊"].sum() * terms["n₋"].sum()
    assert len(terms) > 12
    assert terms.iloc[:, -1].sum() / pairs == pytest.approx(curve.area.value)


def test_a_count_of_the_curve_lists_its_rows() -> None:
    """Whichever class is ranked: its own rows, and those of the other."""
    params = {"step": "99", "tab": "evaluate", "look": "ranking", "lab_share": "0.3"}
    at = visit.opened("use", data="biopsy", recipe="cart", **params)
    for positive, names in ((1, ("malignant", "benign")), (0, ("benign", "malignant"))):
        at = visit.checked(at.button_group(key="use_positive").set_value(positive).run())
        for count, name in zip(("q0", "q1"), names, strict=True):
            at = reported(at, "nbn.formula", "count", count)
            assert f"true\\: {name}" in " ".join(m.value for m in at.markdown)


def test_where_errors_cost_their_cost_stands_beside_what_is_right() -> None:
    params = {"step": "99", "tab": "evaluate", "lab_share": "0.3"}
    at = visit.opened("use", data="biopsy", recipe="cart", classes="l:0_5~1_0", **params)
    wrong = {key: counted(at.button(key=f"use_cell_wrong_{key}")) for key in ("0_1", "1_0")}
    cost = (5 * wrong["0_1"] + wrong["1_0"]) / 205
    assert f"A row costs **{cost:.4g}** on average." in evaluation(at)
    own = next(c.value for c in at.caption if "On its training rows" in c.value)
    right, rows, share = re.findall(r"[\d.]+(?= of| right|%)", own)
    assert rows == "478"
    assert float(share) == pytest.approx(100 * float(right) / 478, abs=0.05)


def test_a_closer_look_stands_in_the_address_and_no_other_tree_is_told_of() -> None:
    params = {"step": "2", "tab": "evaluate", "look": "columns", "lab_share": "0.3"}
    at = visit.opened("use", data="titanic", recipe="c45", complete="0", **params)
    assert visit.kept(at, UseView).look == "columns"
    assert at.query_params["look"] == "columns"
    said = " ".join(m.value for m in at.markdown)
    assert "never seen" in said
    assert "1,309 rows" not in said
    assert "not finished" not in said


def test_a_file_says_where_it_comes_from_and_nothing_leaves_its_comment() -> None:
    tree = dt.grow(dataset("playtennis"), dt.recipe("id3"))
    lines = ["Node by Node · a table", "http://here/use?data=playtennis"]
    for kind in take.kinds().values():
        text = kind.write(tree)
        whole = dt.export.with_origin(text, kind.form, lines)
        assert all(line in whole for line in lines)
        if mark := MARKS.get(kind.form):
            head = ["coding: utf-8", *lines] if kind.form == "python" else lines
            assert whole == "".join(f"{mark}{line}\n" for line in head) + text
    read = dt.export.with_origin(dt.export.to_json(tree), "json", lines)
    assert dt.Tree.from_json(read) == tree
    assert lines[1] in read
    assert plain("a/../b\nc", "c4.5") == "tree_a_b_c_c4_5"


def test_sql_says_how_many_rows_it_does_not_tell() -> None:
    """As sqlite counts them, for whom the rows are written as the page says."""
    at = visit.opened("use", data="titanic", recipe="c45", complete="0", tab="take")
    visit.keep(at, UseView, tab="take", kind="sql")
    at = visit.checked(at.run())
    frame = bundled("titanic").read()
    with closing(sqlite3.connect(":memory:")) as base:
        frame.to_sql("rows", base, index=False)
        told = [row[-1] for row in base.execute(dt.export.sql(visit.lesson(at).finish().tree))]
    null = sum(one is None for one in told)
    assert 0 < null < len(frame)
    assert f"the tree divides {null} rows of its table" in visit.captions(at)
    at = visit.opened("use", data="playtennis", tab="take")
    visit.keep(at, UseView, tab="take", kind="sql")
    assert "NULL" not in visit.captions(visit.checked(at.run()))


def test_the_picture_is_drawn_as_is_chosen_beside_it() -> None:
    at = visit.opened("use", **TENNIS, tab="take")
    visit.keep(at, UseView, tab="take", kind="picture")
    at = visit.checked(at.run())
    assert not at.toggle(key="percent_now").value
    assert "These options apply to the files below" in visit.captions(at)
    at = visit.checked(at.toggle(key="percent_now").set_value(True).run())
    at = visit.checked(at.toggle(key="asks_now").set_value(True).run())
    look = visit.kept(at, TreeLook)
    assert (look.percent, look.asks) == (True, True)
    assert at.query_params["percent"]


def test_importance_is_opened_by_name_and_by_a_node_and_shuffled_by_a_seed() -> None:
    held = {"tab": "evaluate", "look": "columns", "lab_share": "0.3"}
    at = visit.opened("use", data="biopsy", recipe="cart", step="99", **held)
    box = at.selectbox(key="use_column")
    assert len(box.options) == 9
    assert box.options[0].startswith("Uniformity of cell size · 0.")
    visit.keep(at, UseView, node=(0,))  # which asks for clump thickness
    assert at.run().selectbox(key="use_column").value == 0
    at = visit.checked(at.selectbox(key="use_column").set_value(2).run())
    assert (visit.kept(at, UseView).column, visit.kept(at, UseView).node) == (2, None)
    splits = at.selectbox(key="use_split")  # each opens down to its counts
    at = visit.checked(splits.set_value(splits.options[-1]).run())
    node = visit.kept(at, UseView).node
    assert node is not None
    assert at.selectbox(key="use_column").value == 2
    at = visit.checked(at.button_group(key="use_measure").set_value("permuted").run())
    first = at.selectbox(key="use_column").options
    at = visit.checked(at.number_input(key="use_shuffle_seed").set_value(1).run())
    assert at.selectbox(key="use_column").options != first
    assert "seed 1" in " ".join(c.value for c in at.caption)


def test_an_error_leads_to_its_path_and_a_node_to_the_errors_through_it() -> None:
    held = {"tab": "evaluate", "look": "wrong", "lab_share": "0.3"}
    at = visit.opened("use", data="biopsy", recipe="cart", step="99", **held)
    assert len(at.dataframe[0].value) == 16
    numbers = at.dataframe[0].value.iloc[:, 0].tolist()
    visit.keep(at, UseView, error=numbers[0])
    through = 0
    for branch in ((0,), (1,)):
        visit.keep(at, UseView, node=branch)
        listed = visit.checked(at.run()).dataframe[0].value.iloc[:, 0].tolist()
        assert set(listed) < set(numbers)
        through += len(listed)
    assert through == 16
    at = visit.clicked(at, "use_errors_all")
    assert len(at.dataframe[0].value) == 16


def test_the_candidates_of_a_node_and_of_all_steps_are_tables() -> None:
    """Mitchell 1997, §3.4.2: the gain of Outlook."""
    at = visit.opened("use", **TENNIS, step="99", tab="take")
    visit.keep(at, UseView, kind="candidates")
    at = visit.checked(at.run())
    assert at.selectbox[0].options[:2] == ["all rows", "Outlook = Sunny"]
    assert at.dataframe[0].value["gain"].round(3).tolist()[0] == 0.247
    at = visit.checked(at.selectbox[0].select_index(1).run())
    assert at.dataframe[0].value["gain"].round(3).tolist()[2] == 0.971
    assert "skiprows=2" in visit.captions(at)
    assert "\nHumidity | 0.9710 | ★ wins\n" in at.code[0].value
    assert at.code[0].value.endswith("H(D2) = −2/2 log2(2/2) = 0, Humidity = Normal")


def test_by_folds_the_tree_of_all_rows_is_the_one_that_was_made_by_hand() -> None:
    """Two trees of two leaves, one asking Humidity, one Wind: 10 and 9 of 14 are right."""
    told = []
    for move in ("x:m2~1", "x:m3~1"):
        at = visit.opened("use", **TENNIS, moves=move, step="1", tab="evaluate")
        assert visit.lesson(at).tree.leaves == 2
        told.append(next(c.value for c in at.caption if "rows that it has seen" in c.value))
    assert [said.split()[-1] for said in told] == ["71.4%.", "64.3%."]


def test_a_tree_on_grow_that_has_not_seen_every_row_is_not_said_to_have() -> None:
    said = {}
    for hold in ({}, {"hold": "0.3~0"}):
        at = visit.opened("use", data="kyphosis", tab="evaluate", way="folds", **hold)
        said[bool(hold)] = " ".join(one.value for one in at.caption)
        assert "grew on the other folds" in said[bool(hold)]
    assert "has seen every row" in said[False]
    assert "has seen every row" not in said[True]


def test_the_folds_of_a_large_table_wait_to_be_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(progress, "LONG", 1000)
    large = {
        "data": "kyphosis",
        "recipe": "cart",
        "lab_folds": "20",
        "lab_share": "0",
        "tab": "evaluate",
    }
    at = visit.opened("use", **large)
    assert "20 more trees are grown from these 81 rows" in " ".join(m.value for m in at.markdown)
    assert "use_looks" not in visit.keys(at)
    assert not any(str(key).startswith("use_cell_") for key in visit.keys(at))
    assert "use_hold_out" in visit.keys(at)
    at = visit.waited(visit.clicked(at, "use_folds"))
    assert at.query_params["way"] == "folds"
    assert "each judged by a tree that never saw it" in " ".join(m.value for m in at.markdown)
    at = visit.waited(visit.opened("use", **large, way="folds"))
    assert any(str(key).startswith("use_cell_") for key in visit.keys(at))


def test_a_judgement_is_in_the_address() -> None:
    at = visit.opened("use", data="iris", recipe="cart", step="17", tab="evaluate")
    said = {}
    for way in ("use_hold_out", "use_folds"):
        at = visit.clicked(at, way)
        said[way] = evaluation(at)
        address = {name: at.query_params[name] for name in at.query_params}
        assert evaluation(visit.opened("use", **address)) == said[way]
    assert said["use_hold_out"] != said["use_folds"]
    assert (address["lab_share"], address["way"]) == ("0.3", "folds")
    assert "way" not in visit.clicked(at, "use_end").query_params


def counted(count: Button) -> float:
    """The number of a count, which is called before it what it counts."""
    return float(count.label.split()[-1].replace(",", ""))


def evaluation(at: AppTest) -> str:
    return "\n".join(said.value for said in (*at.markdown, *at.caption))


def test_a_look_stands_alone_below_the_sentence() -> None:
    """The errors and their tree are in sight at once, and not below the matrix."""
    address = {"data": "iris", "recipe": "cart", "step": "17", "lab_share": "0.3"}
    for look, matrix in (("classes", True), ("wrong", False), ("nodes", False)):
        at = visit.opened("use", **address, tab="evaluate", look=look)
        keys = [str(button.key) for button in at.button]
        assert any(key.startswith("use_cell_") for key in keys) == matrix, look


def test_python_reads_the_file_of_ones_own(tmp_path: Path) -> None:
    """As it was read: with semicolons, decimal commas and the months of its dates."""
    rows = "".join(f"{n},5;2024-0{n}-11;{'ja' if n > 4 else 'nein'}\n" for n in range(1, 9))
    content = f"größe;wann;gut\n{rows}".encode("gb18030")
    at = visit.turned(visit.clicked(drafted(content, "eigene.csv"), "data_use"), "use")
    visit.keep(at, UseView, tab="take", kind="python")
    at = visit.checked(at.run())
    (tmp_path / "tree.py").write_text(at.code[0].value, "utf-8")
    words = [sys.executable, str(tmp_path / "tree.py")]
    done = subprocess.run(words, input=content, capture_output=True, check=True)
    assert done.stdout.decode().split() == ["nein"] * 4 + ["ja"] * 4


def test_thousands_are_apart_in_rules_and_a_slider_ends_as_the_table_is_written() -> None:
    """The least age is 0.166700006, a number that once was in single precision."""
    at = visit.opened("use", data="titanic", recipe="c45", tab="rules")
    assert any("coverage 144/1,309" in button.label for button in at.button)
    [age] = visit.opened("use", data="titanic", recipe="c45").slider
    assert (age.min, age.max) == (0.1667, 80.0)
