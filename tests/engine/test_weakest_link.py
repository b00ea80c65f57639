"""Cost-complexity pruning a link at a time: the same path, with g(t) of every inner node."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

import dtcore as dt
from dtcore.pruning import WeakestLink, WeakestLinks, cost_complexity, weakest_links
from tests.engine.prunings import RISKS, own_risk, split_tables, stepped
from tests.small_tables import dataset, table
from tests.strategies import Table, law, problems


@law
@given(split_tables())
def test_the_links_lead_along_the_path(case: object) -> None:
    tree = case[0]
    for risk in RISKS:
        path = cost_complexity(tree, risk)
        lesson = stepped(case, WeakestLink(risk))
        whole = max(float(path.risks[-1]), 1e-300)
        passed = [lesson.state_at(k).tree for k in range(lesson.cursor + 1)]
        assert all(path.subtree(k) in passed for k in range(len(path)))
        for step in lesson.steps:
            assert isinstance(step.evidence, WeakestLinks)
            near = [abs(max(step.evidence.alpha, 0.0) - alpha) for alpha in path.alphas]
            assert min(near) <= 1e-9 * whole


@law
@given(split_tables())
def test_cutting_up_to_an_alpha_is_the_tree_at_that_alpha(case: object) -> None:
    path = cost_complexity(case[0])
    for alpha in path.alphas[:: max(1, len(path) // 3)]:
        lesson = stepped(case, WeakestLink(until=float(alpha)))
        assert lesson.state.tree == path.at(float(alpha))


def test_a_split_that_saves_almost_nothing_does_not_take_along_the_one_above() -> None:
    """The upper split saves more than the noise of sums, the lower one less, and so do both
    on average: then the lower one is cut alone, in the path and in the lesson."""
    many = 1e6
    data = table([0.0, *[many] * 3, *[many + 1] * 3, many], x=list(range(8)))
    recipe = replace(dt.recipe("regression"), stopping=(dt.Pure(),))
    tree = dt.grow(data, recipe)
    path = cost_complexity(tree)
    assert path.leaves.tolist() == [3, 2, 1]
    whole = 1e-12 * float(path.risks[-1])
    upper, lower = 27 / 28, 3 / 4
    assert (upper + lower) / 2 < whole < path.alphas[1] == pytest.approx(upper)
    lesson = stepped((tree, data, None, recipe), WeakestLink(until=0.0))
    assert [step.move for step in lesson.steps] == [dt.Prune((1, 1))]
    assert lesson.state.tree == path.at(0.0)


@law
@given(problems())
def test_each_link_is_what_it_says(case: tuple[Table, dt.Recipe]) -> None:
    tree = dt.grow(case[0].data(), case[1])
    for risk in RISKS:
        links = weakest_links(tree, risk)
        if links is None:
            assert tree.leaves == 1
            continue
        near = 1e-11 * max(own_risk(tree, (), risk), 1e-300)
        assert [link.node for link in links] == [n.id for n in tree if not n.leaf]
        for link in links:
            below = [n for n in tree if n.leaf and n.id[: len(link.node)] == link.node]
            subtree = sum(own_risk(tree, n.id, risk) for n in below)
            assert link.leaves == len(below)
            assert link.leaf == pytest.approx(own_risk(tree, link.node, risk), abs=near)
            assert link.subtree == pytest.approx(subtree, abs=near)
            if len(below) > 1:
                g = (link.leaf - link.subtree) / (len(below) - 1)
                least = -np.inf if risk == "error" and case[1].m else 0.0
                assert link.g == pytest.approx(max(g, least), abs=near)
            assert links.of(link.node) == link
        assert links.of(links.node).weakest
        assert links.alpha == min(link.g for link in links)


def test_a_leaf_has_no_link() -> None:
    tree = dt.grow(dataset("iris"), dt.recipe("cart"))
    links = weakest_links(tree)
    with pytest.raises(KeyError):
        links.of(next(node.id for node in tree if node.leaf))
    assert weakest_links(tree.prune(())) is None


def test_a_branch_is_raised_by_hand() -> None:
    """On golf, without outlook: the branch for dry days takes all fourteen days."""
    data = dataset("golf")
    lesson = dt.start(data, dt.recipe("c45")).finish()
    tree = lesson.state.tree
    assert tree[()].split == dt.Multiway(0)
    branch = next(b for b in range(3) if not tree[(b,)].leaf)
    problem = lesson.problem
    pruning = dt.prune(problem, tree, WeakestLink()).do(dt.RaiseSubtree((), branch))
    raised = pruning.state.tree
    assert raised[()].split == tree[(branch,)].split
    assert raised[()].stats.tolist() == tree[()].stats.tolist()
    split = raised[()].split
    by_hand = dt.start(data, dt.recipe("c45")).do(dt.Expand((), split)).state.tree
    assert raised == by_hand
    assert pruning.undo().state.tree == tree


def test_what_cannot_be_raised() -> None:
    data = dataset("golf")
    lesson = dt.start(data, dt.recipe("c45"))
    tree = lesson.finish().state.tree
    pruning = dt.prune(lesson.problem, tree, WeakestLink())
    with pytest.raises(dt.MoveError, match="no such branch"):
        pruning.do(dt.RaiseSubtree((), 7))
    with pytest.raises(dt.MoveError, match="to its end"):
        lesson.step().do(dt.RaiseSubtree((), 0))


def test_a_problem_can_be_replayed_while_pruning() -> None:
    data = dataset("iris")
    lesson = dt.start(data, dt.recipe("cart"))
    tree = lesson.finish().state.tree
    first = dt.prune(lesson.problem, tree, WeakestLink()).step()
    again = dt.replay(first.problem, [None])
    assert again.state == first.state
