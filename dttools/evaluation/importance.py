"""What each column contributes to a tree: by the splits that ask it, or by shuffling it.

The decrease of a split is w I - Σ w_i I_i: the weight of its node times the node's impurity,
less the same of its branches. scikit-learn sums the decreases of a column's splits and divides
by the weight of the root; rpart sums them as they are, and adds for each surrogate split the
decrease times the surrogate's adjusted agreement (``variable.importance``). Permutation: how
much more the tree loses on given rows once a column's cells are shuffled among them. Breiman et
al. 1984, §5.3.4; Breiman 2001, §10.

Where cells were missing in growth, decreases count the rows as the tree sent them on; rpart
counts the known rows alone. A decrease is by the tree's own impurity, of altered weights if
classes have any. Not done here: no significance.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from dtcore.errors import DataError
from dtcore.formula import (
    Count,
    Formula,
    Named,
    Number,
    Over,
    Product,
    Query,
    Ratio,
    Sum,
    Symbol,
    size,
)
from dtcore.model.columns import FloatArray, IntArray, frozen
from dtcore.model.data import Dataset, check_dataset
from dtcore.model.nodes import ROOT, NodeId, weight_of
from dtcore.model.predict import encode
from dtcore.model.tree import Tree, check_tree
from dtcore.policies.impurity import ImpurityCriterion, squares_of
from dttools.evaluation.losses import loss
from dttools.evaluation.score import Score


@dataclass(frozen=True)
class Term:
    """What a split at ``node`` adds to a column's importance: ``decrease`` times ``agreement``.

    ``surrogate``: which of the node's surrogates asks the column; None if the split does.
    """

    node: NodeId
    decrease: float
    agreement: float = 1.0
    surrogate: int | None = None

    @property
    def value(self) -> float:
        return self.decrease * self.agreement


@dataclass(frozen=True, eq=False)
class Permuted:
    """By how much the loss per row rises when a column is shuffled, (repeats,) times over:
    ``before`` with the cells where they belong. ``weight``: of the rows."""

    before: float
    after: FloatArray
    weight: float

    @property
    def rise(self) -> FloatArray:
        return self.after - self.before

    @property
    def mean(self) -> float:
        return float(self.rise.mean())

    @property
    def deviation(self) -> float:
        """The standard deviation of the rises, 0 of a single one."""
        return float(self.rise.std())


@dataclass(frozen=True, eq=False)
class ColumnImportance:
    """``terms``: the column's splits and the surrogates that ask it, in pre-order.

    ``total`` is what the tree's splits decrease in all, ``weight`` that of the root.
    """

    column: int
    name: str
    terms: tuple[Term, ...]
    total: float
    weight: float
    permuted: Permuted | None = None

    def __repr__(self) -> str:
        return f"<ColumnImportance of {self.name!r}: share {self.share}>"

    @property
    def splits(self) -> tuple[Term, ...]:
        return tuple(term for term in self.terms if term.surrogate is None)

    @property
    def nodes(self) -> tuple[NodeId, ...]:
        """The nodes that ask the column."""
        return tuple(term.node for term in self.splits)

    @property
    def decrease(self) -> float:
        """Over all its splits, in rows times impurity."""
        return sum(term.value for term in self.splits)

    @property
    def raw(self) -> float:
        """As scikit-learn has it before it is made a share: per row of the root."""
        return self.decrease / self.weight if self.weight else 0.0

    @property
    def share(self) -> float:
        """Of what all splits decrease; scikit-learn's ``feature_importances_``."""
        return self.decrease / self.total if self.total else 0.0

    @property
    def rpart(self) -> float:
        """With surrogates, as rpart's ``variable.importance``."""
        return sum(term.value for term in self.terms)


def importance(
    tree: Tree, data: Dataset | None = None, *, repeats: int = 5, seed: int = 0
) -> tuple[ColumnImportance, ...]:
    """One for each column of the schema, in table order; 0 for a column that no split asks.

    ``data``: rows, best held-out ones, among which each column is shuffled ``repeats`` times by
    ``seed``. Raises DataError if they are of another table.
    """
    check_tree(tree)
    if data is not None:
        check_dataset(data, least=1)
    falls = decreases(tree)
    asked = _terms(tree, falls)
    permuted = _permuted(tree, data, repeats, seed) if data is not None else {}
    weight, total = tree.weight(ROOT), float(falls.sum())
    return tuple(
        ColumnImportance(
            place, field.name, tuple(asked.get(place, ())), total, weight, permuted.get(place)
        )
        for place, field in enumerate(tree.schema.columns)
    )


def decreases(tree: Tree) -> FloatArray:
    """(n,) by how much each split lowers weight times impurity, 0 at leaves, and where no more
    than rounding is left of a difference."""
    amounts = weight_of(tree.stats, tree.schema) * tree.measure.of(tree.stats)
    falls = amounts - np.bincount(tree.parent[1:], amounts[1:], len(tree))
    return np.where((tree.arity > 0) & (np.abs(falls) > 1e-12 * amounts[0]), falls, 0.0)


def _terms(tree: Tree, falls: FloatArray) -> dict[int, list[Term]]:
    """By column."""
    terms: dict[int, list[Term]] = {}
    for place, split in enumerate(tree.splits):
        if split is None:
            continue
        node, fall = tree.id_at(place), float(falls[place])
        terms.setdefault(split.column, []).append(Term(node, fall))
        for number, kept in enumerate(tree.surrogates.get(place, ())):
            term = Term(node, fall, kept.adjusted, number)
            terms.setdefault(kept.split.column, []).append(term)
    return terms


def _permuted(tree: Tree, data: Dataset, repeats: int, seed: int) -> dict[int, Permuted]:
    """Of every column; each has chance of its own, so that none depends on the others."""
    if repeats < 1:
        raise DataError("Shuffle the columns once or more.")
    known = data
    if data.schema.columns != tree.schema.columns:
        known = replace(encode(data, tree.schema), target=data.target, weights=data.weights)
    before, weight = loss(tree, known), float(known.weights.sum())
    return {
        place: Permuted(
            before,
            _after(known, tree, place, orders(seed, place, len(data), repeats))
            if place in tree.columns_used
            else np.full(repeats, before),
            weight,
        )
        for place in range(len(tree.schema.columns))
    }


def _after(data: Dataset, tree: Tree, place: int, drawn: list[IntArray]) -> FloatArray:
    return np.array([loss(tree, _shuffled(data, place, order)) for order in drawn])


def orders(seed: int, column: int, rows: int, repeats: int) -> list[IntArray]:
    """(repeats,) orders (rows,) in which a column's cells are put, drawn from ``seed``."""
    random = np.random.default_rng([seed, column])
    return [random.permutation(rows) for _ in range(repeats)]


def _shuffled(data: Dataset, place: int, order: IntArray) -> Dataset:
    columns = list(data.columns)
    columns[place] = replace(columns[place], values=frozen(columns[place].values[order]))
    return replace(data, columns=tuple(columns))


# ---------------------------------------------------------------------------- their formulas


def opened(tree: Tree, found: ColumnImportance) -> Iterator[Score]:
    """The importances of a column of ``tree``, each with its sum: "decrease", "share", "raw",
    "rpart" where surrogates ask it, "permuted" where it was shuffled."""
    falls = [(term, fall(tree, term.node)) for term in found.terms]
    own = Sum(tuple((1, part) for term, part in falls if term.surrogate is None))
    decrease = Named("Δ_A", Over("t", Symbol("Δ_t")), own)
    yield Score("decrease", decrease, column=found.column)
    whole = Named("Δ_T", Over("t∈T", Symbol("Δ_t")), Number(found.total))
    share = Ratio(Symbol("Δ_A"), Symbol("Δ_T"))
    yield Score("share", Named("share", share, Ratio(decrease, whole)), column=found.column)
    rows = Count(found.weight, Query(ROOT))
    yield Score("raw", Named("raw", Ratio(Symbol("Δ_A"), Symbol("N")), Ratio(decrease, rows)))
    if len(found.splits) < len(found.terms):
        parts = tuple((1, _agreeing(term, part)) for term, part in falls)
        general = Over("t", Product((Symbol("Δ_t"), Symbol("adj_t"))))
        yield Score("rpart", Named("Δ_A", general, Sum(parts)), column=found.column)
    if found.permuted:
        yield Score(
            "permuted", _mean_rise(found.permuted, bool(tree.schema.classes)), column=found.column
        )


def fall(tree: Tree, node: NodeId) -> Named:
    """By how much the split at ``node`` lowers weight times impurity."""
    below = tuple((-1, _amount(tree, child)) for child in tree.children(node) if tree.weight(child))
    t = _name(node)
    children = Over("c", Product((size("c"), Symbol("I(c)"))))
    general = Sum(((1, Product((size(t), Symbol(f"I({t})")))), (-1, children)))
    return Named(f"Δ({t})", general, Sum(((1, _amount(tree, node)), *below)))


def _amount(tree: Tree, node: NodeId) -> Formula:
    """Weight times impurity; of numbers, the sum of squares."""
    here = Query(node)
    if not tree.schema.classes:
        return squares_of(tree[node].stats, here, tree.schema.centre)
    return Product((Count(tree.weight(node), here), impurity_at(tree, node)))


def impurity_at(tree: Tree, node: NodeId) -> Named:
    """The impurity of a node of a tree of classes, worked out from its counts."""
    measure: ImpurityCriterion = tree.measure  # type: ignore[assignment]
    symbol, body = (
        f"{measure.symbol}({_name(node)})",
        measure.formula(tree[node].stats, Query(node)),
    )
    return Named(symbol, measure.general(_name(node)), body)


def _name(node: NodeId) -> str:
    """t is the root, t_{2,0} the first branch of its third."""
    return f"t_{{{','.join(map(str, node))}}}" if node else "t"


def _agreeing(term: Term, part: Formula) -> Formula:
    return part if term.surrogate is None else Product((part, Number(term.agreement)))


def _mean_rise(found: Permuted, classes: bool) -> Named:
    """A term for each shuffling: how much the loss of a row rises by it, over all of them; of
    classes by the losses of all rows, which count them."""
    repeats, weight = Number(len(found.after)), Number(found.weight)

    def rise(after: float) -> Formula:
        if not classes:
            return Ratio(_less(Number(after), Number(found.before)), repeats)
        risen = _less(_of_all(after, found.weight), _of_all(found.before, found.weight))
        return Ratio(risen, Product((repeats, weight)))

    rises = tuple((1, rise(after)) for after in found.after.tolist())
    several = Product((Symbol("R"), Symbol("N"))) if classes else Symbol("R")
    general = Ratio(_less(Symbol("E_r"), Symbol("E")), several)
    return Named("Δe", Over("r", general), Sum(rises))


def _of_all(loss: float, weight: float) -> Number:
    """A loss per row as that of all rows, which is whole where it counts them."""
    total = loss * weight
    return Number(float(round(total)) if abs(total - round(total)) < 1e-9 * weight else total)


def _less(one: Formula, other: Formula) -> Sum:
    return Sum(((1, one), (-1, other)))
