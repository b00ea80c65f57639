"""The tree of a lesson as the browser gets it: what boxes say, where they are, what is folded."""

import json
import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given

import dtcore as dt
from dtcore.model import ROOT, NodeId
from dtcore.model.predict import leaf_shares
from dtshow.lesson.lesson import Lesson, RecipeChoice
from dtshow.scene.parts import Act, new_acts
from dtshow.scene.tree import graphviz
from dtshow.scene.tree.rows import Questions
from dtshow.scene.tree.section import Overlay, TreePart, records
from dtshow.scene.tree.sketch import THICK, THIN, Sketch, held_out_lines, per_cent, shortened_name
from dtshow.scene.tree.tree_look import (
    EVERY,
    Folding,
    TreeLook,
    name_of,
    node_of,
    touched,
    turned,
    visible,
)
from dtshow.tables.table_choice import TableChoice
from dttools.printing import Digits
from pages.ui.shell import cache
from tests.pages.drawn_trees import asked, boxes, lesson, plotted
from tests.small_tables import quinlan
from tests.strategies import Table, law, problems


def tokens(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def complete_tree(depth: int) -> Lesson:
    """Every path of ``depth`` binary questions ends in a leaf of its own."""
    rows = np.arange(2**depth)
    frame = pd.DataFrame({f"b{k}": (rows >> k) & 1 for k in range(depth)}).astype(float)
    frame["y"] = rows.astype(float) ** 2
    data = dt.Dataset.from_frame(frame, target="y")
    return Lesson.begin(TableChoice("upload:x", "y"), RecipeChoice("regression"), data).finish()


def test_a_node_asks_answers_or_waits() -> None:
    found = boxes(lesson(step="3"))
    assert (found[()].head, found[()].kind) == ("Outlook", "ask")
    assert (found[(0, 0)].head, found[(0, 0)].kind) == ("No", "leaf")
    assert (found[(1,)].head, found[(1,)].kind) == ("?", "open")


def test_a_node_shows_its_numbers() -> None:
    """Mitchell, table 3.2: 9+ 5-, entropy 0.940; of Sunny 2+ 3-, 0.971."""
    found = boxes(lesson(step="8"))
    spaces = str.maketrans("\u2009", " ")
    assert [s.translate(spaces) for s in found[()].lines] == ["9 Yes · 5 No", "n = 14, H = 0.9403"]
    assert [s.translate(spaces) for s in found[(0,)].lines] == ["2 Yes · 3 No", "n = 5, H = 0.9710"]
    assert found[(0,)].bar == ((0, 0.4), (1, 0.6))
    assert found[(1,)].bar == ((0, 1.0),)
    assert found[(2,)].share == pytest.approx(5 / 14)


def test_a_node_says_what_is_seen_of_it() -> None:
    found = boxes(lesson(step="5"))
    assert found[()].says == "all rows: splits on Outlook, 9 Yes · 5 No, n = 14, H = 0.9403"
    assert (
        found[(0,)].says == "Outlook = Sunny: splits on Humidity, 2 Yes · 3 No, n = 5, H = 0.9710"
    )
    assert found[(0, 0)].says == "Humidity = High: predicts No, 0 Yes · 3 No, n = 3, H = 0"
    assert found[(2,)].says == "Outlook = Rain: open, 3 Yes · 2 No, n = 5, H = 0.9710"


@pytest.mark.parametrize(
    ("params", "root", "below"),
    [
        ({"step": "8"}, "64% · 36%", {(1,): "100% · 0%", (0,): "40% · 60%"}),
        ({"data": "biopsy", "recipe": "cart", "step": "3"}, "65% · 35%", {(0,): "97% · 3%"}),
        ({"data": "mtcars", "recipe": "regression", "step": "99"}, "100% of all rows", {}),
    ],
)
def test_per_cent_stands_below_the_counts(
    params: dict[str, str], root: str, below: dict[NodeId, str]
) -> None:
    found = boxes(lesson(**params), TreeLook(percent=True))
    assert found[()].lines[-1] == root
    assert found[()].extra == 1
    assert {node: found[node].lines[-1] for node in below} == below
    assert boxes(lesson(**params))[()].lines == found[()].lines[:-1]


@pytest.mark.parametrize(
    ("name", "recipe"), [("titanic", "cart"), ("vote", "c45"), ("carseats", "regression")]
)
def test_held_out_counts_are_those_of_the_rows_that_come_to_a_node(name: str, recipe: str) -> None:
    """In fractions where cells are missing; what predict_proba's leaves say, summed upwards."""
    of = lesson(data=name, recipe=recipe)
    training, unseen = dt.validation.holdout(of.dataset, 0.3, 0)
    tree = dt.grow(training, of.recipe)
    found = dt.pruning.held_out_counts(tree, unseen)
    shares = leaf_shares(tree, unseen)
    for node in (ROOT, (0,), (1, 0)):
        place, end = tree.place(node), len(node)
        part = [sum(s for leaf, s in one.items() if leaf[:end] == node) for one in shares]
        weights = unseen.weights * np.array(part)
        if tree.schema.classes:
            counts = np.bincount(unseen.target.values, weights, len(tree.schema.classes) + 1)
        else:
            counts = np.array([weights.sum(), np.average(unseen.target.values, weights=weights)])
        assert found[place] == pytest.approx(counts)


def test_a_node_counts_what_is_held_out_below_its_own_rows() -> None:
    of = lesson(data="iris", recipe="cart", step="99")
    _rest, unseen = dt.validation.holdout(of.dataset, 0.3, 0)
    lines = held_out_lines(of.tree, unseen)
    assert lines[()] == ("out 15 · 15 · 15",)
    assert lines[(0,)] == ("out 15 · 0 · 0",)
    box = TreePart(of, Digits(), overlay=Overlay(held_out=lines)).boxes()[1][0]
    assert (box.lines[-1:], box.extra) == (lines[()], 1)
    numeric = lesson(data="mtcars", recipe="regression", step="99")
    lines = held_out_lines(numeric.tree, numeric.dataset.part([0, 1]))
    assert lines[()] == ("out 21.0000", "out n\u2009=\u20092")


def test_what_is_neither_none_nor_all_is_not_said_to_be() -> None:
    shares = (0.0, 0.004, 0.005, 0.994, 0.996, 1.0)
    assert [per_cent(one) for one in shares] == ["0%", "<1%", "<1%", "99%", ">99%", "100%"]


def test_a_node_can_hide_its_answer_until_it_is_selected() -> None:
    asks = TreeLook(asks=True)
    found = boxes(lesson(step="8"), asks, (1,))
    assert (found[(1,)].head, found[(1,)].answer) == ("Yes", 0)
    assert (found[(0, 0)].head, found[(0, 0)].answer) == ("?", None)
    assert found[(0, 0)].says.startswith("Humidity = High: answer hidden; select the node")
    assert found[()].head == "Outlook"
    hidden = found[(0, 0)]
    assert (hidden.bar, hidden.tray) == ((), None)  # whose colours would tell it
    assert not any(word in hidden.says or word in "".join(hidden.lines) for word in ("Yes", "No"))
    percent = boxes(lesson(step="8"), replace(asks, percent=True))
    assert percent[(0, 0)].lines == hidden.lines
    mean = boxes(lesson(data="mtcars", recipe="regression", step="99"), asks)
    assert all(box.head == "?" for box in mean.values() if box.kind == "leaf")
    assert mean[()].lines[0].split(",")[0].endswith("?")


def test_a_hidden_answer_is_on_no_picture() -> None:
    """Not in its words, nor in the colour of its outline; nor of the node selected."""
    of = lesson(step="8").select((1,))
    part = TreePart(of, Digits(), TreeLook(asks=True))
    by_hand = replace(part, on_paper=True)
    heads = {box.head for box in by_hand.boxes()[1] if box.kind == "leaf"}
    assert heads == {"?"}
    assert {box.head for box in part.boxes()[1] if box.kind == "leaf"} == {"?", "Yes"}
    assert part.by != replace(part, lesson=of.select((0, 0))).by
    source = graphviz.picture(of.tree, by_hand.boxes()[1], "light")
    assert 'label="?' in source
    assert "penwidth=2," not in source.replace('"', "")


def test_graphviz_draws_no_line_between_two_classes() -> None:
    """It would run through the letters: the ground is a gradient from one to the other at once."""
    for data, lines in (("playtennis", False), ("iris", True)):
        of = lesson(data=data, recipe="cart", step="1")
        source = graphviz.picture(of.tree, TreePart(of, Digits()).boxes()[1], "light")
        assert ("striped" in source) == lines
        assert re.search(r"#[0-9a-f]{6};0\.\d+:#[0-9a-f]{6}\b", source)


@pytest.mark.parametrize(
    ("data", "counts"), [("kyphosis", {"64 · 17"}), ("playtennis", {"9 Yes · 5 No"})]
)
def test_a_tree_writes_its_counts_in_one_way(data: str, counts: set[str]) -> None:
    """With the names of the two classes at all nodes, or at none: the root's are the longest."""
    found = boxes(lesson(data=data, recipe="cart", step="99"))
    assert found[()].lines[0] in counts
    named = {bool(re.search("[a-zA-Z]", box.lines[0])) for box in found.values()}
    assert len(found) > 4
    assert len(named) == 1


def test_counts_that_are_seen_without_names_are_said_with_them() -> None:
    said = boxes(lesson(data="iris", recipe="cart", step="1"))[(1,)].says
    assert said.endswith("0 · 50 · 50, n = 100, Gini = 0.5000, 50 versicolor · 50 virginica")


@law
@given(problems())
def test_what_is_seen_stands_in_what_is_said_in_one_piece(case: tuple[Table, dt.Recipe]) -> None:
    """As WCAG 2.5.3 wants it, with the number of nodes folded away that is seen below."""
    data = case[0].data()
    of = Lesson(
        TableChoice("upload:x", data.target.name), RecipeChoice("cart"), dt.start(data, case[1])
    )
    of = of.finish()
    for box in Sketch(of, Digits(), {(): "α = 0.5"}, asked(of)).boxes(range(len(of.tree)), {0: 7}):
        seen = tokens(" ".join([box.head, *box.lines, f"+{box.hidden}" if box.hidden else ""]))
        said = tokens(box.says)
        assert any(said[k : k + len(seen)] == seen for k in range(len(said)))


def test_a_long_name_is_said_as_it_is_seen_and_in_full() -> None:
    name = "how many hours of sunshine a day in the mountains"
    frame = pd.DataFrame({name: ["a", "b", "a", "b"], "y": ["p", "q", "p", "q"]})
    data = dt.Dataset.from_frame(frame, target="y")
    root = boxes(Lesson.begin(TableChoice("upload:x", "y"), RecipeChoice("id3"), data).finish())[()]
    assert f"splits on {shortened_name(name)}, 2 p · 2 q" in root.says
    assert f"in full: {name}" in root.says


def test_names_that_begin_alike_look_different_in_the_tree() -> None:
    """Headers of a survey, of 60 letters and more."""
    speed = "How satisfied are you with the speed at which your order "
    cells = {f"{speed}was sent?": "aabb", f"{speed}was taken?": "abab"}
    frame = pd.DataFrame({**{name: list(text) for name, text in cells.items()}, "y": list("pqrr")})
    data = dt.Dataset.from_frame(frame, target="y")
    of = Lesson.begin(TableChoice("upload:x", "y"), RecipeChoice("id3"), data).finish()
    heads = {box.head for box in boxes(of).values() if box.kind == "ask"}
    assert heads == {"How satisfied a…rder was sent?", "How satisfied a…der was taken?"}


def test_more_rows_make_a_thicker_bar() -> None:
    """Of 683 rows 1 and 396 come to two leaves."""
    found = boxes(lesson(data="biopsy", recipe="cart", step="63", complete="1"))
    leaves = sorted((b for b in found.values() if b.kind == "leaf"), key=lambda b: b.share)
    assert found[()].thickness == THICK
    assert THIN < leaves[0].thickness < 3
    assert leaves[-1].thickness > 3 * leaves[0].thickness
    assert [box.thickness for box in leaves] == sorted(box.thickness for box in leaves)


def test_a_question_shows_its_rows_along_its_column() -> None:
    """Iris: 50 setosas below 2.45 cm of petal, 50 of each other kind above."""
    of = lesson(data="iris", recipe="cart", step="3")
    found = plotted(of)
    plot, bar = found[()].plot, boxes(of)[()]
    assert plot is not None
    assert plot.wedge is not None
    before = [stack for k, stack in enumerate(plot.cells) if (k + 1) / 20 <= plot.wedge + 1e-9]
    kinds = {cell[0] for stack in before for cell in stack}  # type: ignore[index]
    assert kinds == {0}
    assert max(sum(share for _, share in stack) for stack in plot.cells) == pytest.approx(1)  # type: ignore[misc]
    assert "histogram over Petal.Length from 1 to 6.9, cut at 2.45" in found[()].says
    assert found[()].width >= bar.width
    assert found[(0,)] == boxes(of)[(0,)]  # a leaf is as before


def test_a_question_by_levels_has_a_bar_for_each_branch() -> None:
    plot = plotted(lesson(step="8"))[()].plot
    assert plot is not None
    assert plot.cells == (
        ((0, 0.4), (1, 0.6)),
        ((0, 0.8),),
        ((0, 0.6), (1, 0.4)),
    )
    assert plot.wedge is None


def test_a_question_of_a_numeric_target_shows_its_mean_along_the_column() -> None:
    of = lesson(data="carseats", recipe="regression", depth="2", step="9")
    found = plotted(of)
    price = found[(0,)].plot
    assert price is not None
    left, right = price.sides
    assert left > right  # what costs more sells less
    assert all(not dot or dot[0] <= dot[1] <= dot[2] for dot in price.cells)  # type: ignore[operator]
    assert "Sales against Price from 24 to 191, cut at 105.5" in found[(0,)].says


def test_rows_without_a_value_are_said_to_be_left_out() -> None:
    """Quinlan 1993, §3.2: the outlook of one of fourteen days is not known."""
    of = Lesson.begin(TableChoice("upload:x", "play"), RecipeChoice("c45"), quinlan()).finish()
    found = plotted(of)
    assert found[()].says.endswith(", 1 row without a value left out")
    assert "without a value" not in found[(1,)].says  # windy is known of all


def test_plots_are_made_once_for_all_trees_on_the_same_rows() -> None:
    known: dict = {}
    early, late = (lesson(data="iris", recipe="cart", step=step) for step in ("1", "17"))
    first = Questions(early.dataset, early.tree, known).plot(())
    assert Questions(late.dataset, late.tree, known).plot(()) is first
    other = early.do(dt.Prune(())).do(dt.Expand((), dt.Threshold(0, 5.45)))
    assert Questions(other.dataset, other.tree, known).plot(()) is not first
    with pytest.raises(KeyError):
        Questions(early.dataset, early.tree, known).plot((0,))


def test_a_regression_node_shows_where_its_rows_lie() -> None:
    found = boxes(lesson(data="carseats", recipe="regression", depth="2", step="1"))
    low, mean, high = found[()].bar
    values = cache.table("carseats")["Sales"]
    away = (values.mean() - values.min()) / (values.max() - values.min())
    deviation = values.std(ddof=0) / (values.max() - values.min())
    assert mean == pytest.approx(away, abs=1e-4)  # type: ignore[arg-type]
    assert high - low == pytest.approx(2 * deviation, abs=2e-4)  # type: ignore[operator]


def test_every_branch_carries_its_whole_condition() -> None:
    said = {box.condition for box in boxes(lesson(step="8")).values()}
    assert {"= Sunny", "= Overcast", "= Rain", "= High", "= Weak"} <= said


def test_what_was_done_by_hand_is_marked() -> None:
    found = boxes(lesson(moves="x:m3~p"))
    assert found[()].marks == ("hand", "pruned")
    found = boxes(lesson(moves="x:m3~c0"))
    assert (found[()].marks, found[(0,)].marks, found[(1,)].marks) == (("hand",), ("hand",), ())


def test_what_an_algorithm_collapsed_is_marked() -> None:
    told = boxes(lesson(data="titanic_counts", recipe="c45", step="24"))
    assert any(box.marks == ("pruned",) for box in told.values())


def test_a_small_tree_is_drawn_whole_and_a_large_one_to_a_depth() -> None:
    small, large = complete_tree(4).tree, complete_tree(9).tree
    assert len(visible(small, Folding(), ())[0]) == len(small) == 31
    places, folded = visible(large, Folding(), ())
    assert len(large) == 1023
    assert len(places) == 15
    assert len(folded) == 8
    assert len(visible(large, Folding(9), ())[0]) == 1023
    assert len(visible(large, Folding(1), ())[0]) == 3


def test_a_tree_of_many_branches_is_drawn_to_a_depth_of_few_nodes() -> None:
    """Eight values each of two columns: 64 leaves below eight questions, which are shown alone."""
    pairs = [(f"a{k // 8}", f"b{k % 8}", f"z{k}") for k in range(64)]
    frame = pd.DataFrame(pairs, columns=["a", "b", "z"])
    tree = dt.grow(dt.Dataset.from_frame(frame, target="z"), dt.recipe("id3"))
    assert len(tree) == 73
    assert len(visible(tree, Folding(), ())[0]) == 9


def test_folding_by_hand_and_the_way_to_the_selected_node() -> None:
    tree = complete_tree(4).tree
    folding = Folding().close((0,))
    places, folded = visible(tree, folding, ())
    assert len(places) == 31 - 14
    assert folded == {tree.place((0,))}
    assert len(visible(tree, folding.open((0,)), ())[0]) == 31
    places, folded = visible(tree, folding, (0, 1, 0))
    assert tree.place((0, 1, 0)) in places
    assert folded == set()


def test_what_was_folded_or_opened_by_hand_stays_so_while_the_tree_grows() -> None:
    before, after = complete_tree(4).tree, complete_tree(6).tree
    shut = turned(before, Folding(), (0, 0), ())
    for tree in (before, after):
        assert tree.place((0, 0)) in visible(tree, shut)[1]
    opened = touched(after, Folding(), (1, 1, 1))
    shown = {after.id_at(place) for place in visible(after, opened)[0]}
    assert {(1, 1, 1, 0), (1, 1, 1, 1)} <= shown
    assert (1, 1, 0, 0) not in shown
    assert visible(after, turned(after, opened, (1, 1, 1), ())) == visible(after, Folding())


def test_what_is_touched_opens_and_a_step_opens_the_way_to_its_node() -> None:
    deep = lesson(data="biopsy", recipe="cart", complete="1", step="63")
    tree = deep.tree
    for place in range(len(tree)):
        node = tree.id_at(place)
        shown = {record["id"] for record in TreePart(deep.select(node), Digits()).nodes()}
        way = {name_of(node[:k]) for k in range(len(node) + 1)}
        assert way | {name_of(child) for child in tree.children(node)} <= shown
        assert len(shown) <= 15 + 2 * len(node)


def test_paper_shows_all_levels_unless_one_has_chosen_how_many() -> None:
    deep = lesson(data="biopsy", recipe="cart", complete="1", step="63")
    for folding, n in ((Folding(), 63), (Folding().close((0,)), 63), (Folding(2), 7)):
        part = TreePart(deep, Digits(), TreeLook(folding), on_paper=True)
        assert len(part.boxes()[0]) == n


def test_nodes_of_a_split_that_is_only_looked_at_are_not_counted() -> None:
    biopsy = {"data": "biopsy", "recipe": "cart", "complete": "1"}
    deep, end = lesson(**biopsy, step="45"), lesson(**biopsy, step="63").tree
    node, split = next(
        (node.id, node.split)
        for node in end
        if node.split and node.id in deep.tree and deep.tree[node.id].leaf
    )
    deep = deep.select(node)
    part = TreePart(deep, Digits(), TreeLook(), Overlay(looked_at=split))
    assert len(part.whole.tree) > len(deep.tree)
    levels = part.section()["levels"]
    assert levels is not None
    assert levels["n"] == len(deep.tree)


@pytest.mark.on_push("biopsy-cart")
@pytest.mark.parametrize(("data", "recipe"), [("biopsy", "cart"), ("mtcars", "regression")])
def test_of_a_pruned_tree_what_is_left_is_shown_as_if_nothing_had_been_cut(
    data: str, recipe: str
) -> None:
    """At each of its cuts: nodes, counts and what is folded are those of the tree that is left."""
    grown = lesson(data=data, recipe=recipe, complete="1", step="9999")
    timeline = dt.prune(grown.timeline.problem, grown.tree, dt.pruning.WeakestLink()).finish()
    before = Lesson(grown.choice, grown.recipe_choice, timeline.jump(0))
    whole = 0
    for cuts in range(timeline.length + 1):
        now = Lesson(grown.choice, grown.recipe_choice, timeline.jump(cuts))
        part = TreePart(now, Digits(), overlay=Overlay(before=before))
        records = part.nodes()
        left = [one for one in records if "fallen" not in one["marks"]]
        alone = TreePart(now, Digits())
        assert [(one["id"], one["hidden"]) for one in left] == [
            (one["id"], one["hidden"]) for one in alone.nodes()
        ]
        assert part.section()["levels"] == alone.section()["levels"]
        assert len(left) + sum(one["hidden"] for one in left) == len(now.tree)
        whole += len(left) == len(now.tree) <= 31 < len(before.tree)
        stubs = [one for one in records if one not in left]
        leaves = {one["id"] for one in left if one["kind"] == "leaf"}
        assert all(one["up"] in leaves and not one["head"] for one in stubs)
        paper = replace(part, on_paper=True).boxes()[1]
        assert {box.node for box in paper} <= {node.id for node in now.tree}
    assert whole > 1


def test_how_many_nodes_there_are_is_said_of_a_tree_that_is_folded_or_could_be() -> None:
    deep, small = lesson(data="biopsy", recipe="cart", complete="1", step="63"), lesson(step="8")
    told = {
        name: TreePart(of, Digits(), TreeLook(folding)).section()["levels"]
        for name, of, folding in (
            ("deep", deep, Folding()),
            ("all of it", deep, Folding(EVERY)),
            ("small", small, Folding()),
            ("folded", small, Folding().close((0,))),
        )
    }
    assert told == {
        "deep": {"n": 63, "all": False},
        "all of it": {"n": 63, "all": True},
        "small": None,
        "folded": {"n": 8, "all": False},
    }


def test_the_browser_gets_the_nodes_in_pre_order() -> None:
    """Children from left to right after their parent: it lays them out in this order."""
    of = lesson(step="8")
    found = json.loads(json.dumps(records(list(boxes(of).values()))))
    assert [record["id"] for record in found][:4] == ["root", "0", "0.0", "0.1"]
    assert all("w" in record for record in found)


@pytest.mark.parametrize("name", ["", "r", "0.", "-1", "0..1", "1e3", "()", None, 3, "0\n", "９"])
def test_only_names_name_nodes(name: object) -> None:
    assert node_of(name) is None


def test_acts_are_done_once_and_in_order() -> None:
    queue = [[1, "pick", "0"], [2, "fold", "root"], [3, "pick", "0.1"]]
    assert list(new_acts(queue, 1)) == [Act(2, "fold", "root"), Act(3, "pick", "0.1")]
    assert list(new_acts(queue, 3)) == []
    for nonsense in (None, 5, "pick", [[4]], [["5", "pick", "0"]], [{}]):
        assert list(new_acts(nonsense, 0)) == []


def test_what_pruning_cut_away_is_drawn_faintly_and_notes_stand_in_their_nodes() -> None:
    grown = lesson(step="8")
    problem = grown.timeline.problem
    pruning = dt.prune(problem, grown.tree, dt.pruning.WeakestLink())
    before = Lesson(grown.choice, grown.recipe_choice, pruning)
    after = before.do(dt.Prune((0,)))
    then, now = Sketch(before, Digits()), Sketch(after, Digits(), {(): "g = 1"})
    assert now.box((), 0).lines[-1] == "g = 1"
    assert "g = 1" in now.box((), 0).says
    assert now.box((0,), 0).marks == ("hand", "pruned")
    gone = then.box((0, 1), 0).fallen
    assert gone.marks == ("fallen",)
    assert gone.says.endswith("pruned away")
