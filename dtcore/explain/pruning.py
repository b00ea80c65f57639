"""From a pruner's evidence to arithmetic: the formula behind each number it compares.

t is an inner node, T_t its subtree, D_t the rows at t, Q an impurity or the error rate, k the
class that a leaf says, L(i,k) what that costs where i is true; losses count a row of class i w_i
times. As in ``dtcore.explain`` each function returns a ``Named`` formula whose value is the
engine's number.
"""

from __future__ import annotations

from typing import Final

from dtcore.formula import (
    Count,
    Formula,
    Max,
    Named,
    Number,
    Over,
    Query,
    Root,
    Sum,
    Symbol,
    size,
    sum_of,
    within,
)
from dtcore.model.columns import FloatArray, LeafRule
from dtcore.model.nodes import NodeId, weight_of
from dtcore.model.tree import Tree
from dtcore.policies.impurity import ImpurityCriterion, squares_about_mean, squares_of
from dtcore.pruning.bottom_up import estimating
from dtcore.pruning.cost_complexity import Risk
from dtcore.pruning.held_out import HeldOutCosts
from dtcore.pruning.pessimistic import Estimate, Limit, LimitComparison

ONE: Final = Number(1)
E: Final = Symbol("e")
N: Final = Symbol("n")
LIMIT: Final = "U_{CF}(e,n)"
"""The name of a limit."""
DEVIATIONS: Final = "z"
"""The name of what says how far above the rate it lies."""
EXPECTED: Final = N * Symbol(LIMIT)
EXPECTED_OF_LEAVES: Final = Over("m", Symbol("n_m") * Symbol("U_{CF}(e_m,n_m)"))


def risk(tree: Tree, node: NodeId, kind: Risk, symbol: str = "R(t)") -> Named:
    """R of a node as a leaf: its rows times its impurity, its errors, or its squares."""
    stats, here = tree[node].stats, Query(node)
    if not tree.schema.classes:
        squares = squares_of(stats, here, tree.schema.centre)
        return Named(symbol, squares_about_mean("D_t"), squares)
    if kind == "error":
        return costs(tree.schema.leaf_rule, stats, node, symbol)
    weight = Count(float(weight_of(stats, tree.schema)), here)
    measure: ImpurityCriterion = tree.measure  # type: ignore[assignment]
    body = measure.formula(stats, here, tree.schema.centre)
    q = Named(f"{measure.symbol}(t)", measure.general("D_t"), body)
    return Named(symbol, size("D_t") * Symbol(q.symbol), weight * q)


def risk_below(tree: Tree, node: NodeId, kind: Risk, symbol: str = "R(T_t)") -> Named:
    """R of a subtree: the sum over its leaves t_1, t_2, ... in pre-order."""
    leaves = enumerate(tree.leaves_below(node), 1)
    parts = (risk(tree, leaf, kind, f"R(t_{{{i}}})").body for i, leaf in leaves)
    return Named(symbol, Over("m", Symbol("R(t_m)")), sum_of(parts))


def g(tree: Tree, node: NodeId, kind: Risk) -> Named:
    """g(t): what each leaf more saves. Breiman et al. 1984, §3.3."""
    saved = risk(tree, node, kind) - risk_below(tree, node, kind)
    leaves = Number(len(tree.leaves_below(node))) - ONE
    general = (Symbol("R(t)") - Symbol("R(T_t)")) / (size("T_t") - ONE)
    return Named("g(t)", general, saved / leaves)


def cost(tree: Tree, alpha: float, kind: Risk) -> Named:
    """C_α(T) = R(T) + α|T|."""
    cut_penalty = Number(alpha) * Number(tree.leaves)
    body = risk_below(tree, (), kind, "R(T)") + cut_penalty
    general = Symbol("R(T)") + Symbol("α") * size("T")
    return Named("C_α(T)", general, body)


def limit(bound: Limit, errors: float, rows: float, e: Formula, n: Formula) -> Named:
    """U_CF(e, n); ``e`` and ``n`` are the formulas of ``errors`` and ``rows``."""
    none = ONE - Root(Number(bound.confidence), n)
    of_none = ONE - Root(Symbol("CF"), N)
    if errors < 1e-6:
        return Named(LIMIT, of_none, none)
    if errors < 0.9999:
        first = Named("U_{CF}(0,n)", of_none, none)
        second = limit(bound, 1.0, rows, ONE, n)
        general = _between(Symbol("U(0,n)"), Symbol("U(1,n)"), E)
        return Named(LIMIT, general, _between(first, second, e))
    if errors + 0.5 >= rows:
        return Named(LIMIT, _nearly_all(bound, E, N), _nearly_all(bound, e, n))
    general = _normal(Symbol("z"), E, N, ONE / Number(2))
    return Named(LIMIT, general, _normal(deviations(bound), e, n, Number(0.5)))


def deviations(bound: Limit) -> Named:
    """z, of which Φ(z) = 1 - CF; Release 8 goes in a straight line between two points of it."""
    if bound.neighbours is None:
        return Named(DEVIATIONS, Symbol("Φ⁻¹(1−CF)"), Number(bound.deviations))
    (low, first), (high, second) = bound.neighbours
    numbers = Number(first), Number(second), Number(bound.confidence), Number(low), Number(high)
    symbols = map(Symbol, ("z_0", "z_1", "CF", "CF_{0}", "CF_{1}"))
    return Named(DEVIATIONS, _in_a_line(*symbols), _in_a_line(*numbers))


def _in_a_line(z: Formula, end: Formula, at: Formula, low: Formula, high: Formula) -> Formula:
    return z + (end - z) * ((at - low) / (high - low))


def _between(first: Formula, second: Formula, e: Formula) -> Formula:
    """The limit of e errors, from those of none and of one."""
    return first + e * (second - first)


def _nearly_all(bound: Limit, e: Formula, n: Formula) -> Formula:
    return (e + Number(bound.nearly_all) * (n - e)) / n


def _normal(z: Formula, e: Formula, n: Formula, less: Formula) -> Formula:
    """By the normal distribution; ``less`` is the half by which it is continuous."""
    square, half = z**2, e + less
    root = Root(half * (ONE - half / n) + square / Number(4))
    top = Sum(((1, half), (1, square / Number(2)), (1, z * root)))
    return top / (n + square)


def expected_errors(tree: Tree, bound: Limit, estimate: Estimate, raised: bool = False) -> Named:
    """n U_CF(e, n) of one leaf; ``raised``: with rows that the tree does not hold there."""
    e: Formula = Number(estimate.errors)
    n: Formula = Number(estimate.rows)
    if not raised and estimate.rows == float(tree[estimate.node].stats.sum()):
        e = errors(tree.schema.leaf_rule, tree[estimate.node].stats, estimate.node, "e")
        n = Count(estimate.rows, Query(estimate.node))
    body = n * limit(bound, estimate.errors, estimate.rows, e, n)
    return Named("n U", EXPECTED, body if estimate.rows > 0 else Number(0))


def of_leaf(tree: Tree, found: LimitComparison) -> Named:
    """How many errors to expect of the node as a leaf."""
    return Named("E(t)", EXPECTED, expected_errors(tree, found.limit, found.leaf).body)


def of_subtree(tree: Tree, found: LimitComparison) -> Named:
    """The same of its subtree, leaf by leaf."""
    parts = (expected_errors(tree, found.limit, leaf).body for leaf in found.subtree)
    return Named("E(T_t)", EXPECTED_OF_LEAVES, sum_of(parts))


def of_branch(tree: Tree, found: LimitComparison) -> Named:
    """The same of its largest branch with all the node's rows."""
    parts = (expected_errors(tree, found.limit, leaf, raised=True).body for leaf in found.raised)
    return Named("E(T_b)", EXPECTED_OF_LEAVES, sum_of(parts))


def m_estimate(tree: Tree, node: NodeId, m: float | None) -> Named:
    """The error to expect of a leaf: 1 - (n_c + p_c m) / (n + m), the least over the classes c.

    With losses the cost to expect. Cestnik 1990.
    """
    stats, classes = tree[node].stats, len(tree.schema.classes)
    leaf_rule = estimating(tree, m)
    predicted, rows = int(leaf_rule.prediction(stats)), Number(leaf_rule.m)
    n = _all_rows(leaf_rule, stats, node) + rows

    def hoped(label: int) -> Formula:
        """The rows of a class, and of those m that are added."""
        prior = ONE / Number(classes) if m is None else _share(tree, label)
        mine = _rows(leaf_rule, stats, node, label)
        return mine + prior * rows

    all_rows = N + Symbol("m")
    of_class = ONE - _hoped("c") / all_rows
    if not n.value:  # no rows, and none added
        return Named("E(t)", of_class, Number(0))
    if not leaf_rule.loss:
        return Named("E(t)", of_class, ONE - hoped(predicted) / n)
    dear = ((i, row[predicted]) for i, row in enumerate(leaf_rule.loss) if row[predicted])
    top = sum_of(hoped(i) * Number(loss) for i, loss in dear)
    general = Over("i", _hoped("i") * Symbol("L(i,k)")) / all_rows
    return Named("E(t)", general, top / n)


def _hoped(index: str) -> Formula:
    """The rows of a class, and of those m that are added, in a definition."""
    return Symbol(f"n_{index}") + Symbol(f"p_{index}") * Symbol("m")


def _share(tree: Tree, label: int) -> Formula:
    """The share of a class in the whole table."""
    leaf_rule, whole = tree.schema.leaf_rule, tree[()].stats
    if not leaf_rule.divisors:
        return _rows(leaf_rule, whole, (), label) / _all_rows(leaf_rule, whole, ())
    # by other names than n_i and n, which are the node's own
    body = _rows(leaf_rule, whole, (), label, "N") / _all_rows(leaf_rule, whole, (), "N")
    general = Symbol(f"N_{{{label + 1}}}") / Symbol("N")
    return Named(f"p_{{{label + 1}}}", general, body)


def m_errors(tree: Tree, node: NodeId, m: float | None) -> Named:
    """How many of a leaf's rows to expect wrong by the m-estimate, or what they cost."""
    rows = _all_rows(tree.schema.leaf_rule, tree[node].stats, node)
    estimate = m_estimate(tree, node, m)
    return Named("n E(t)", N * Symbol(estimate.symbol), rows * estimate)


def held_out_errors(tree: Tree, node: NodeId, rows: FloatArray, costs: HeldOutCosts) -> Named:
    """What a node loses as a leaf on the held-out rows V_t that come there.

    ``rows`` (n_nodes,) and ``costs`` are of ``weight_reaching`` and ``held_out_costs``; what is
    counted are held-out rows (``held_out.rows_reaching``).
    """
    place, leaf_rule = tree.place(node), tree.schema.leaf_rule
    wrong, all_rows = float(costs.leaf[place]), float(rows[place])
    if not tree.schema.classes:
        return Named("e(t)", squares_about_mean("V_t"), Number(wrong))
    if leaf_rule.loss:
        predicted = int(tree.prediction(node))
        losses = [*(row[predicted] for row in leaf_rule.loss), leaf_rule.largest_loss]
        pairs = zip(costs.there[place].tolist(), losses, strict=True)
        terms = (Number(v) * Number(loss) for v, loss in pairs if v and loss)
        lost = Over("i", size("V_{t,i}") * Symbol("L(i,k)"))
        return Named("e(t)", lost, sum_of(terms))
    right = Count(all_rows - wrong, Query(node, label=int(tree.prediction(node))))
    body = Count(all_rows, Query(node)) - right
    return Named("e(t)", size("V_t") - size("V_{t,k}"), body)


def errors(
    leaf_rule: LeafRule, stats: FloatArray, node: NodeId, symbol: str, here: str = "D_t"
) -> Named:
    """The weight of ``stats`` (k,) that a leaf gets wrong: all but that of the class it says."""
    return misclassified(stats, int(leaf_rule.prediction(stats)), node, symbol, here)


def misclassified(stats: FloatArray, predicted: int, node: NodeId, symbol: str, here: str) -> Named:
    """What of ``stats`` (k,), weights or rows, is not of the class ``predicted``.

    That is the largest, unless losses, an m-estimate or weights make it another. ``here`` is what
    the rows are called: "D_t" or "D".
    """
    whole = Count(float(stats.sum()), Query(node))
    if not whole.value:
        return Named(symbol, _all_but_most(here), Sum(()))
    if predicted != LeafRule().prediction(stats):
        right = Count(float(stats[predicted]), Query(node, label=predicted))
        part = within(here, "k" if here == "D_t" else str(predicted + 1))
        return Named(symbol, size(here) - size(part), whole - right)
    counts = tuple(Count(float(stats[k]), Query(node, label=k)) for k in _compared(stats))
    return Named(symbol, _all_but_most(here), whole - Max(counts))


def _compared(stats: FloatArray) -> list[int]:
    """The classes that have rows; a lone one beside the first that has none, since the largest of
    one number says nothing."""
    held = [k for k, weight in enumerate(stats) if weight > 0]
    return held if len(held) != 1 else sorted({held[0], int(held[0] == 0)})[: len(stats)]


def costs(
    leaf_rule: LeafRule, stats: FloatArray, node: NodeId, symbol: str, here: str = "D_t"
) -> Named:
    """What a leaf of ``stats`` (k,) costs: the losses of its rows by what it says, without losses
    its errors."""
    if not leaf_rule.loss:
        return errors(leaf_rule, stats, node, symbol, here)
    predicted = int(leaf_rule.prediction(stats))
    losses = ((i, row[predicted]) for i, row in enumerate(leaf_rule.loss) if stats[i])
    terms = (_rows(leaf_rule, stats, node, i) * Number(loss) for i, loss in losses if loss)
    general = Over("i", Symbol("n_i") * Symbol("L(i,k)"))
    return Named(symbol, general, sum_of(terms))


def _all_but_most(here: str) -> Formula:
    """|D| - max |D_k| in a definition."""
    return size(here) - Over("k", size(within(here, "k")), "max")


def _rows(
    leaf_rule: LeafRule, stats: FloatArray, node: NodeId, label: int, name: str = "n"
) -> Formula:
    """The rows of a class, without the factor with which losses have them counted."""
    count, i = Count(float(stats[label]), Query(node, label=label)), label + 1
    if not leaf_rule.divisors:
        return count
    of_class = within("D_t" if name == "n" else "D", str(i))
    general = size(of_class) / Symbol(f"w_{{{i}}}")
    return Named(f"{name}_{{{i}}}", general, count / Number(leaf_rule.divisors[label]))


def _all_rows(leaf_rule: LeafRule, stats: FloatArray, node: NodeId, name: str = "n") -> Formula:
    if not leaf_rule.divisors:
        return Count(float(stats.sum()), Query(node))
    held = [label for label, weight in enumerate(stats) if weight > 0]
    whole = sum_of(_rows(leaf_rule, stats, node, label, name) for label in held)
    return Named(name, Over("i", Symbol(f"{name}_i")), whole)
