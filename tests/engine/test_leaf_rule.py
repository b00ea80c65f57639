"""Errors and costs are of the class that a leaf predicts, be it another than its majority class.

With losses of three classes, or m rows added to a leaf, it often is another. What each way of
pruning leaves is compared with all prunings of small trees, whose costs are read off
``dt.predict``: for each row the loss of what it is told.
"""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import dttools as dt
from dtcore.explain import pruning
from dtcore.explain.nodes import of_collapse
from dtcore.formula import named_parts
from dtcore.growth.collapse import Collapse
from dtcore.model.columns import LeafRule
from dtcore.pruning import (
    Pessimistic,
    WeakestLink,
    at_cp,
    cost_complexity,
    minimum_error,
    reduced_error,
    weakest_links,
)
from dtcore.pruning.bottom_up import expected_errors
from dtcore.pruning.held_out import held_out_costs, weight_reaching
from dtcore.pruning.validation import losses_along
from dttools.printing import Digits, plain
from dttools.teach.worksheet import worksheet_text
from tests import by_hand
from tests.engine.prunings import cut_to, prunings
from tests.small_tables import table

NEAR = 1e-9
GROWN = (
    replace(dt.recipe("cart"), stopping=(dt.Pure(), dt.MaxDepth(3))),
    replace(dt.recipe("c45_textbook"), stopping=(dt.Pure(), dt.NoColumnLeft(), dt.MaxDepth(2))),
    replace(dt.recipe("id3"), stopping=(dt.Pure(), dt.NoColumnLeft(), dt.MaxDepth(2))),
    replace(dt.recipe("assistant"), stopping=(dt.Pure(), dt.MinLeaf(1), dt.MaxDepth(3))),
)
KINDS = ("losses", "m-estimate", "both")


class Case:
    """A random table, a tree grown on it, rows held out, and every pruning of the tree."""

    def __init__(self, kind: str, seed: int) -> None:
        draw = np.random.default_rng(seed)
        recipe = GROWN[seed % len(GROWN)]
        classes = 3 if kind != "m-estimate" else int(draw.integers(2, 4))
        self.matrix = 1 - np.eye(classes)
        if kind != "m-estimate":
            self.matrix = draw.integers(0, 10, (classes, classes)) * self.matrix
            self.matrix[:, 0] += self.matrix.sum(axis=1) == 0
            np.fill_diagonal(self.matrix, 0)
            self.matrix[0, 1] += self.matrix[0].sum() == 0
            losses = dt.Losses(tuple(tuple(map(float, row)) for row in self.matrix))
            recipe = replace(recipe, classes=losses)
        m = float(draw.choice([0.5, 1, 2, 3, 5, 8])) if kind != "losses" else 0.0
        recipe = replace(recipe, m=m)
        self.m = m or 2.0
        rows = self._rows(draw, int(draw.integers(6, 16)), classes)
        training = rows.part(np.arange(len(rows) // 2, len(rows)))
        self.problem = dt.Problem.of(training, recipe)
        self.training, self.held_out = training, rows.part(np.arange(len(rows) // 2))
        self.tree = dt.grow(training, recipe)
        self.every = [cut_to(self.tree, leaves) for leaves in prunings(self.tree)]
        self.leaves = np.array([tree.leaves for tree in self.every])

    @staticmethod
    def _rows(draw: np.random.Generator, size: int, classes: int) -> dt.Dataset:
        codes = np.append(np.arange(classes), draw.integers(0, classes, 2 * size - classes))
        cells = {
            name: pd.Categorical.from_codes(draw.integers(0, 3, 2 * size), list("pqr"))
            for name in "abc"
        }
        target = pd.Categorical.from_codes(codes[::-1].copy(), list("uvw")[:classes])
        return dt.Dataset.from_frame(pd.DataFrame({**cells, "y": target}), target="y")

    def cost(self, tree: dt.Tree, rows: dt.Dataset) -> float:
        told = ["uvw".index(name) for name in dt.predict(tree, rows)]
        return float(self.matrix[rows.target.values, told].sum())

    def expected(self, tree: dt.Tree) -> float:
        """Σ over leaves of n min_i Σ_j (n_j + p_j m) L(j, i)/(n + m)."""
        rows, k = self.training, len(self.matrix)
        prior = np.bincount(rows.target.values, minlength=k) / len(rows)
        total = 0.0
        for leaf in (node.id for node in tree if node.leaf):
            counts = np.bincount(rows.target.values[by_hand.rows_at(tree, rows, leaf)], minlength=k)
            n = counts.sum()
            total += n * ((counts + prior * self.m) @ self.matrix).min() / (n + self.m)
        return total

    def best(self, tree: dt.Tree, costs: np.ndarray, mine: float, cut_penalty: float = 0.0) -> bool:
        """Whether ``tree`` is the smallest of the prunings that cost least."""
        costs = costs + cut_penalty * self.leaves
        near = NEAR * (1 + np.abs(costs).max())
        least = self.leaves[costs <= costs.min() + near].min()
        return abs(mine + cut_penalty * tree.leaves - costs.min()) <= near and tree.leaves == least


def faults(kind: str, seed: int) -> set[str]:
    """Which ways of pruning a random table leave what is not best."""
    case = Case(kind, seed)
    tree, found = case.tree, set[str]()
    here = np.array([case.cost(one, case.training) for one in case.every])
    path = cost_complexity(tree, "error")
    tops = [*path.alphas[1:], path.alphas[-1] + 1]
    for k, (low, high) in enumerate(zip(path.alphas, tops, strict=True)):
        left = path.subtree(k)
        mine = case.cost(left, case.training)
        fine = abs(mine - path.risks[k]) <= NEAR * (1 + mine)
        for alpha in (low, (low + high) / 2):
            fine = fine and case.best(left, here, mine, alpha)
        found |= set() if fine else {"cost-complexity"}
        lost = losses_along(path, case.held_out, path.per_row)[k]
        found |= set() if abs(lost - case.cost(left, case.held_out)) <= NEAR else {"folds"}
    for cp in (0.0, 0.01, 0.1, 0.3):
        left = at_cp(tree, cp)
        cut_penalty = cp * case.cost(tree.prune(()), case.training)
        fine = case.best(left, here, case.cost(left, case.training), cut_penalty)
        found |= set() if fine else {"at_cp"}
    left = Collapse().all(tree)
    fine = case.best(left, here, case.cost(left, case.training))
    found |= set() if fine else {"collapse"}
    left = reduced_error(tree, case.held_out)
    there = np.array([case.cost(one, case.held_out) for one in case.every])
    fine = case.best(left, there, case.cost(left, case.held_out))
    found |= set() if fine else {"reduced error"}
    left = minimum_error(tree, case.m)
    expected = np.array([case.expected(one) for one in case.every])
    fine = case.best(left, expected, case.expected(left))
    return found if fine else found | {"minimum error"}


@pytest.mark.on_push(1)
@pytest.mark.parametrize("kind", KINDS)
def test_every_way_of_pruning_leaves_the_best_of_all_prunings(kind: str) -> None:
    seeds = [*range(34), 88]  # α per row of 88, times its rows, is a little below α
    found = {seed: faults(kind, seed) for seed in seeds}
    assert {seed: ways for seed, ways in found.items() if ways} == {}


@pytest.mark.parametrize("kind", KINDS)
def test_the_links_lead_along_the_path_and_formulas_say_each_number(kind: str) -> None:
    for seed in range(8):
        case = Case(kind, seed)
        tree, reading = case.tree, case.tree.schema.leaf_rule
        path = cost_complexity(tree, "error")
        for alpha in path.alphas:
            pruner = WeakestLink("error", float(alpha))
            lesson = dt.prune(case.problem, tree, pruner)
            assert lesson.length == pruner.left(tree, case.training, None)
            assert lesson.finish().state.tree == path.at(float(alpha))
        for link in weakest_links(tree, "error") or ():
            g = pruning.g(tree, link.node, "error")
            assert g.value == pytest.approx(link.g, abs=1e-11)
            assert pruning.risk(tree, link.node, "error").value == pytest.approx(link.leaf)
        costs, rows = held_out_costs(tree, case.held_out), weight_reaching(tree, case.held_out)
        for node, error in zip(tree, expected_errors(tree, case.m), strict=True):
            said = pruning.held_out_errors(tree, node.id, rows, costs)
            assert said.value == pytest.approx(costs.leaf[tree.place(node.id)], abs=1e-11)
            said = pruning.m_estimate(tree, node.id, case.m)
            assert said.value == pytest.approx(error, abs=1e-12)
            if not node.leaf:
                found = Pessimistic().comparison(tree, case.problem.dataset, node.id)
                assert found.leaf.errors == pytest.approx(float(reading.wrong(node.stats)))
                assert pruning.of_leaf(tree, found).value == pytest.approx(found.leaf.expected)
                assert pruning.of_subtree(tree, found).value == pytest.approx(found.of_subtree)
                compared = Collapse().compared(tree).at(tree.place(node.id))
                leaf, _ = of_collapse(tree, compared)
                assert leaf.formula.value == pytest.approx(leaf.value, abs=1e-11)


def test_one_wrong_row_in_the_tree_and_in_the_stump() -> None:
    """By assistant both leaves say n (of v: 1.2 of y, 1.8 of n); a leaf does as well."""
    recipe = dt.recipe("assistant")
    data = table("n" * 9 + "y", a="u" * 9 + "v")
    tree = dt.grow(data, recipe)
    assert tree.leaves == 2
    path = cost_complexity(tree, "error")
    assert (path.alphas.tolist(), path.leaves.tolist(), path.risks.tolist()) == ([0], [1], [1])
    assert at_cp(tree, 0.0).leaves == Collapse().all(tree).leaves == 1
    found = Pessimistic().comparison(tree, data, ())
    assert (found.leaf.errors, [leaf.errors for leaf in found.subtree]) == (1, [0, 1])
    line = pruning.risk(tree, (1,), "error")
    texts = plain(line.general, Digits()), plain(line, Digits())
    assert texts == ("|D_t| − |D_t,k|", "1 − 0")


def test_a_link_whose_leaf_costs_less_is_cut_first_and_at_any_price() -> None:
    """Where b is u: y four times and n once; where it is v: one y, of which the leaf says n.

    At t, where a is p, y is said of all six: R(t) = 1 and R(T_t) = 1 + 1, so g = -1. The root
    saves 5 - 2 errors with two leaves more, and once t is cut 5 - 1 with one.
    """
    data = table("y" * 5 + "n" * 25, a="p" * 5 + "p" + "q" * 24, b="vuuuuu" + "u" * 24)
    lesson = dt.start(data, dt.recipe("assistant")).do(dt.Expand((), dt.Subset(0, (0,), (1,))))
    lesson = lesson.do(dt.Expand((0,), dt.Subset(1, (0,), (1,))))
    links = weakest_links(lesson.state.tree, "error")
    assert [(link.node, link.g) for link in links] == [((), 1.5), ((0,), -1)]
    assert (links.node, links.alpha) == ((0,), -1)
    path = cost_complexity(lesson.state.tree, "error")
    assert (path.alphas.tolist(), path.leaves.tolist()) == ([0, 4], [2, 1])
    assert path.risks.tolist() == [1, 5]


DEAR = dt.Losses(((0.0, 1.0, 9.0), (1.0, 0.0, 1.0), (1.0, 1.0, 0.0)))


def test_the_least_cost_is_charged() -> None:
    """Six, five and four rows: to say u costs 5 + 4, v 6 + 4, w 54 + 5."""
    data = table("u" * 6 + "v" * 5 + "w" * 4, x="a" * 15)
    recipe = replace(dt.recipe("cart"), classes=DEAR)
    tree = dt.grow(data, recipe)
    assert cost_complexity(tree, "error").risks == pytest.approx([9])
    assert held_out_costs(tree, data).leaf == pytest.approx([9])
    assert held_out_costs(tree, dt.Problem.of(data, recipe).dataset).leaf == pytest.approx([9])
    line = pruning.risk(tree, (), "error")
    said = [f"{part.symbol} = {plain(part, Digits())}" for part in named_parts(line)]
    assert said[-1] == "R(t) = 5 × 1 + 4 × 1"
    assert line.value == pytest.approx(9)


def test_a_class_never_seen_costs_the_most_that_an_error_does() -> None:
    """The stump says u, which is right for the row of u."""
    tree = dt.grow(table("uvw", x="aaa"), replace(dt.recipe("cart"), classes=DEAR))
    assert held_out_costs(tree, table("uz", x="aa")).leaf == pytest.approx([9])


def test_the_class_least_in_doubt_is_not_the_largest_in_a_small_leaf() -> None:
    """min_i [n - n_i + (1 - p_i) m]/(n + m): one v of ten rows with nine u and m = 2.

    To say u: (1 - 0 + 0.2)/3; to say v: (1 - 1 + 1.8)/3.
    """
    tree = dt.grow(table("u" * 9 + "v", x="a" * 9 + "b"), dt.recipe("cart"))
    assert expected_errors(tree, 2.0) == pytest.approx([1.2 / 12, 0.2 / 11, 1.2 / 3])


def test_folds_are_charged_for_what_their_leaves_say() -> None:
    """Each fold's stump says what costs least: the mean loss over all rows, by hand."""
    data = table("uuvvww", x="aaaaaa")
    recipe = replace(dt.recipe("cart"), classes=DEAR)
    fold = [0, 1, 0, 1, 0, 1]
    found = dt.pruning.cross_validate(data, recipe, fold, risk="error")
    # of one u, one v and one w: v costs 2, u 2, w 10; u is the first
    assert found.by_fold == pytest.approx(np.array([[2 / 3], [2 / 3]]))
    assert found.risk == pytest.approx([2 / 3])


def test_losses_are_the_mean_cost_of_a_row() -> None:
    """All are told u: of u, v, w and one class never seen 0 + 1 + 1 + 9."""
    tree = dt.grow(table("uvw", x="aaa"), replace(dt.recipe("cart"), classes=DEAR))
    data = table("uvwz", x="aaaa")
    assert dt.evaluation.loss(tree, data) == pytest.approx((0 + 1 + 1 + 9) / 4)
    prepared = dt.Problem.of(
        table("uvw", x="aaa"), replace(dt.recipe("cart"), classes=DEAR)
    ).dataset
    assert dt.evaluation.loss(tree, prepared) == pytest.approx(2 / 3)
    curve = dt.evaluation.overfitting_curve(tree, prepared, data)
    assert (curve.training, curve.held_out) == (pytest.approx([2 / 3]), pytest.approx([11 / 4]))


@pytest.mark.parametrize("kind", KINDS)
def test_pessimistic_pruning_takes_the_table_as_it_was_grown_on(kind: str) -> None:
    """Rows of a raised branch count with the weights of classes, whichever table is given."""
    for seed in range(4):
        case = Case(kind, seed)
        one = list(Pessimistic().comparisons(case.tree, case.training))
        other = list(Pessimistic().comparisons(case.tree, case.problem.dataset))
        assert [found.raised for found in one] == [found.raised for found in other]


def test_a_collapse_by_losses_says_what_errors_cost() -> None:
    """A v that is called u costs 9, so v is said on both sides: 3 + 2 errors, 5 of a leaf."""
    recipe = replace(dt.recipe("c45"), classes=dt.Losses(((0.0, 1.0), (9.0, 0.0))))
    told = "\n".join(worksheet_text(dt.start(table("uuuvuuvv", x="aaaabbbb"), recipe)))
    said = " ".join(told.split())
    assert (
        "With these splits the training errors cost no less, so the branch becomes a leaf: 5 with"
        in said
    )
    assert "with them, 5 without." in said


def test_a_tie_is_of_what_decides() -> None:
    """Equal counts tie unless errors differ in cost; and costs may tie where counts do not."""
    counts = np.array([[3.0, 3.0], [4.0, 2.0], [0.3, 0.1 + 0.2]])
    assert LeafRule().is_tied(counts).tolist() == [True, False, True]
    rule = LeafRule(loss=((0.0, 1.0), (2.0, 0.0)))
    assert rule.is_tied(counts).tolist() == [False, True, False]
    assert rule.prediction(counts).tolist() == [1, 0, 1]
