"""The Explore page: trees side by side, where they part and why, and the list of trees tried."""

import re
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

import dtcore as dt
from dtcore import explain
from dtcore.model import NodeId
from dtcore.model.columns import MISSING
from dtcore.model.predict import leaf_ids
from dtcore.stepping import Weighed
from dtshow.lesson import link, narration
from dtshow.lesson.choice import RecipeChoice, fits
from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.look import digits_at_root
from dtshow.tables.catalogue import catalogue
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import spoken
from dttools.study.compare import compare
from pages.ui.explore.compare import REMARKS, alike, does, passed, reason
from pages.ui.explore.explore_view import CompareView
from pages.ui.shell import cache
from pages.ui.shell.session import lessons as reading
from pages.ui.trees.tried import Tried
from tests.pages import visit

TENNIS = {"data": "playtennis", "recipe": "id3"}
Groups = dict[NodeId, frozenset[int]]


def said(at: visit.AppTest) -> str:
    return plain(" ".join(m.value for m in (*at.markdown, *at.caption, *at.header)))


def plain(markdown: str) -> str:
    return markdown.replace("\\", "")


def lessons(key: str) -> list[Lesson]:
    """The whole trees of all recipes that take a bundled table."""
    choice = link.choice_of(key)
    found = []
    for name in dt.RECIPES:
        recipe = RecipeChoice(name)
        data = cache.dataset(choice.under(recipe.recipe), "en")
        if fits(recipe, data):
            found.append(Lesson.begin(choice.under(recipe.recipe), recipe, data).finish())
    return found


def groups(lesson: Lesson) -> Groups:
    """Of the rows without a gap, those at each node that has some."""
    cells = np.array([column.values for column in lesson.dataset.columns])
    known = ~(np.isnan(cells) | (cells == MISSING)).any(axis=0)
    found: dict[NodeId, set[int]] = {}
    for row, end in enumerate(leaf_ids(lesson.tree, lesson.dataset)):
        for depth in range(len(end) + 1) if known[row] else ():
            found.setdefault(end[:depth], set()).add(row)
    return {node: frozenset(rows) for node, rows in found.items()}


@pytest.mark.on_push(4)
@pytest.mark.parametrize("key", catalogue())
def test_the_first_parting_node_and_its_reason_are_the_engines(key: str) -> None:
    with spoken("en"):
        trees = [(lesson, groups(lesson)) for lesson in lessons(key)]
        for (one, mine), (other, theirs) in combinations(trees, 2):
            if one.dataset.digest != other.dataset.digest:
                continue  # rows with gaps are left out of one
            found = compare(one.tree, other.tree)
            if found.parting is None:
                assert str(one.tree.leaves) in alike(found) or found.rewritten
                assert _goes_alike(mine, theirs, None)
                continue
            nodes = found.parting.node, found.parting.there
            assert mine.get(nodes[0]) == theirs.get(nodes[1])
            assert _goes_alike(mine, theirs, nodes[0])
            assert not _goes_alike(mine, theirs, None)
            assert _what_differs((one, other), nodes) in plain(
                reason((one, other), ("mine", "theirs"), nodes)
            )
            for lesson, node in zip((one, other), nodes, strict=True):
                _is_the_engines(lesson, node)


def _what_differs(lessons: tuple[Lesson, Lesson], nodes: tuple[NodeId, NodeId]) -> str:
    """Told apart by what the engine weighed, and not by the words."""
    one, other = (lesson.tree[node].split for lesson, node in zip(lessons, nodes, strict=True))
    if one is None or other is None:
        return "mine stops here" if one is None else "theirs stops here"
    names = [
        lesson.tree.schema.columns[split.column].name
        for lesson, split in zip(lessons, (one, other), strict=True)
    ]
    if names[0] != names[1]:
        here, there = (
            (lesson.recipe.impurity, lesson.recipe.selection.score) for lesson in lessons
        )
        return "the same score" if here == there else "different scores"
    if isinstance(one, dt.Threshold) and isinstance(other, dt.Threshold):
        assert one.cut != other.cut
        return "cut it at different values"
    n, m = (lesson.tree[node].arity for lesson, node in zip(lessons, nodes, strict=True))
    if n != m:
        return f"one makes {n} branches and the other {m}."
    return "group its values differently"


def _goes_alike(mine: Groups, theirs: Groups, until: NodeId | None) -> bool:
    """Whether all nodes of one tree before ``until``, nearer to the root or further left, hold
    the rows of a node of the other, and of a leaf where they are leaves."""
    before = [one for one in mine if until is None or (len(one), one) < (len(until), until)]
    ends = {rows for node, rows in theirs.items() if not _below(theirs, node)}
    return all(
        mine[one] in ends if not _below(mine, one) else set(_below(mine, one)) <= {*theirs.values()}
        for one in before
    )


def _below(groups: Groups, node: NodeId) -> list[frozenset[int]]:
    """The rows of each branch."""
    return [rows for one, rows in groups.items() if one and one[:-1] == node]


def _is_the_engines(lesson: Lesson, node: NodeId) -> None:
    """The words about a node, beside what the engine finds there when asked anew."""
    text, step = does(lesson, node), lesson.timeline.step_of(node)
    assert step is not None
    split = lesson.tree[node].split
    if split is None:
        assert narration.stop_words(step, lesson.tree) in text
        return
    before = lesson.timeline.jump(list(lesson.timeline.steps).index(step))
    weighed = dt.weigh(before.problem, before.state, node)
    assert isinstance(weighed, Weighed)
    assert weighed.best is not None
    assert weighed.best.split == split
    if weighed.best.gains:
        score = weighed.best.scores[explain.headline(lesson.recipe)]
        assert digits_at_root(lesson).show(score) in text


def test_at_first_another_tree_stands_beside() -> None:
    at = visit.opened("explore", **TENNIS)
    assert at.query_params["beside1"] == "recipe=cart"  # C4.5 grows the same
    assert "splits on Outlook: Sunny, Rain | Overcast" in said(at)


def test_a_link_opens_the_trees_that_it_names() -> None:
    at = visit.opened("explore", **TENNIS, beside1="recipe=c45", beside2="recipe=cart&depth=1")
    assert visit.kept(at, CompareView).beside == ("recipe=c45", "recipe=cart&depth=1")
    assert "Both grow the same tree, of 5 leaves." in said(at)
    assert "2 leaves, depth 1" in said(at)


def test_what_cannot_be_shown_is_said_and_can_be_removed() -> None:
    at = visit.opened("explore", data="iris", recipe="c45", beside1="recipe=id3")
    assert "ID3 (Mitchell) cannot be shown here." in plain(at.warning[0].value)
    at = visit.clicked(at, "cannot_remove_recipe=id3")
    assert not at.warning
    for word in ("recipe=nonsense", "moves=x", "data=golf&recipe=c45", "step=1e9&recipe=id3"):
        at = visit.opened("explore", **TENNIS, beside1=word)
        assert at.warning


def test_a_tree_made_by_hand_is_kept_and_comes_back() -> None:
    at = visit.opened("grow", **TENNIS, moves="x:m2~99")
    (word,) = visit.kept(at, Tried).words
    at = visit.turned(at, "explore")
    assert "ID3 (Mitchell), by hand" in said(at)
    assert "It was chosen by hand." in said(at)
    at = visit.opened("explore", **TENNIS, beside1=word)
    assert "ID3 (Mitchell), by hand" in said(at)
    at = visit.opened("explore", **TENNIS, beside1=word)
    at = visit.clicked(at, "tried_drop_0")
    assert not visit.kept(at, Tried).words
    at = visit.clicked(at, "tried_back")
    assert len(visit.kept(at, Tried).words) == 1
    assert "ID3 (Mitchell), by hand" in said(at)


def test_a_tree_that_is_on_show_is_not_put_beside_itself() -> None:
    at = visit.opened("grow", **TENNIS, step="99")
    at = visit.turned(at, "explore")
    assert at.button(key="tried_put_0").disabled
    at = visit.opened("explore", **TENNIS, moves="x:m2~99", beside1="recipe=cart")
    at = visit.checked(at.run())
    keep_tried(at, "data=playtennis&recipe=id3", "data=playtennis&recipe=cart")
    at = visit.checked(at.run())
    assert not at.button(key="tried_put_0").disabled
    assert at.button(key="tried_put_1").disabled  # the address calls it otherwise


def keep_tried(at: visit.AppTest, *words: str) -> None:
    visit.keep(at, Tried, words=words, dropped=tuple(visit.kept(at, Tried).words))


def test_what_is_put_beside_from_below_comes_into_sight() -> None:
    """The root of the page is told that another place was opened, and so goes to its top."""
    at = visit.opened("explore", **TENNIS)
    keep_tried(at, "data=playtennis&recipe=cart_sklearn")
    at = visit.checked(at.run())
    before = root_page(at)
    at = visit.clicked(at, "tried_put_0")
    assert "CART as in scikit-learn" in said(at)
    assert root_page(at) != before


def root_page(at: visit.AppTest) -> str:
    """Which opening of which page the root of the page is told of."""
    return next(
        found[1]
        for block in at.get("html")
        if (found := re.search(r'data-page="([^"]*)"', block.proto.body))
    )


def test_a_word_keeps_what_an_address_says_with_nothing() -> None:
    """Of ``ignore=``: no column is left out, though the table's entry would leave out the day."""
    at = visit.opened("grow", **TENNIS, ignore="", step="99")
    (word,) = visit.kept(at, Tried).words
    at = visit.opened("explore", **TENNIS, beside1=word)
    assert "14 leaves, depth 1" in said(at)
    table = link.choice_of("playtennis")
    one, other = (_whole(choice) for choice in (table, replace(table, roles={})))
    by_day = [passed(other, (day,), one) for day in range(14)]
    assert {path[-1] for path in by_day} == {node.id for node in one.tree if node.leaf}
    assert len(passed(one, (), other)) == len(other.tree)


def _whole(choice: TableChoice) -> Lesson:
    return Lesson.begin(choice, RecipeChoice("id3"), cache.dataset(choice, "en")).finish()


def test_a_tree_that_takes_long_to_read_is_read_in_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "AT_ONCE", 10**9)
    at = visit.opened("explore", **TENNIS, beside1="recipe=cart&moves=x:m1~9")
    while "stop_work" in visit.keys(at):
        at = visit.checked(at.run())
    assert "CART, by hand" in said(at)


def test_the_pruned_tree_is_one_of_those_tried() -> None:
    at = visit.opened("pruning", data="iris", recipe="cart", lab_method="cost", cuts="2")
    at = visit.turned(at, "explore")
    assert "CART, pruned" in said(at)
    leaves = re.findall(r"CART, pruned\*\* · (\d+) leaves", said(at))
    assert leaves
    assert int(leaves[0]) < visit.lesson(at).finish().tree.leaves


def test_rows_held_out_judge_all_trees() -> None:
    at = visit.opened("explore", data="iris", recipe="cart", beside1="recipe=c45")
    at = visit.checked(at.toggle(key="beside_held_out").set_value(True).run())
    assert said(at).count("held out: ") >= 2
    assert visit.lesson(at).choice.hold is not None


@pytest.mark.on_push(4)
@pytest.mark.parametrize("name", REMARKS)
def test_what_is_said_of_an_algorithm_shows_where_its_button_leads(name: str) -> None:
    """The two trees there part, or one of them cannot be."""
    assert name in dt.RECIPES
    for remark in REMARKS[name]:
        at = visit.opened("explore", **remark.shown)
        assert "They first differ at" in said(at) or at.warning, remark.text


def test_all_algorithms_on_the_table() -> None:
    at = visit.unfolded(visit.opened("explore", **TENNIS), "compare_all")
    assert all(narration.recipe_name(name) in said(at) for name in dt.RECIPES)
    at = visit.clicked(at, "all_shows_id3_0")
    assert "14 leaves, depth 1" in said(at)
    assert "They first differ at: the root" in said(at)
