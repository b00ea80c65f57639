"""How much a tree hangs on the rows it was grown on: many trees on samples of them, counted.

A sample is a table of its own. A row that a bootstrap draws twice stands in it twice and is not
given the weight 2: rules that count rows (``MinLeaf(weighted=False)``) and fractions of rows
(C4.5) see it as it is in any table with equal rows, so it is exact for every recipe.

A tree comes to a node of the original where it asks the same columns on the way: the cuts may
differ, and so may the levels on a side. Breiman 1996, "Heuristics of instability and stabilization
in model selection"; Breiman et al. 1984, §5.5.2. Not done here: no forest, which would predict by
these trees together, and no rows held out.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Protocol

import numpy as np

from dtcore.errors import DataError
from dtcore.growth.forest import grow_each, same_alone
from dtcore.growth.recipe import Recipe
from dtcore.model.columns import Column, FloatArray, IntArray, frozen
from dtcore.model.data import Dataset, NodeRows, check_dataset
from dtcore.model.nodes import NodeId
from dtcore.model.predict import predict, predict_proba
from dtcore.model.splits import Split, Threshold
from dtcore.model.tree import Tree, check_tree
from dtcore.progress import Progress, unheard
from dtcore.stepping.grow import grow
from dtcore.stepping.problem import Problem

SIDE_BY_SIDE, ROWS_AT_ONCE = 25, 30_000
"""So many trees at most, and so many rows over all of them, are grown on side by side."""
QUARTERS = (0.25, 0.5, 0.75)
EXAMPLES = 24


class Sampling(Protocol):
    def sample(self, dataset: Dataset, random: np.random.Generator) -> Dataset:
        """Another table in the place of ``dataset``, of 2 rows or more."""


class OfRows(ABC):
    """Rows of the table, some of them perhaps more than once."""

    @abstractmethod
    def rows(self, dataset: Dataset, random: np.random.Generator) -> IntArray:
        """(m,) the places of the rows, rising."""

    def sample(self, dataset: Dataset, random: np.random.Generator) -> Dataset:
        return dataset.part(self.rows(dataset, random))


@dataclass(frozen=True)
class Bootstrap(OfRows):
    """As many rows as there are, each drawn from all of them. Efron 1979."""

    def rows(self, dataset: Dataset, random: np.random.Generator) -> IntArray:
        n = len(dataset)
        return np.sort(random.integers(n, size=n))


@dataclass(frozen=True)
class LeaveOut(OfRows):
    """All rows but ``share`` of them, rounded; at least one row stays."""

    share: float = 0.1

    def __post_init__(self) -> None:
        _check_share(self.share)

    def rows(self, dataset: Dataset, random: np.random.Generator) -> IntArray:
        n = len(dataset)
        out = min(round(self.share * n), n - 1)
        return np.sort(random.permutation(n)[out:])


@dataclass(frozen=True)
class Shake:
    """All rows; in each input column ``share`` of the cells, rounded, are put wrong.

    Such a cell gets what another row has in the column, drawn from all other rows, which may be
    the same value. The target and the weights stay.
    """

    share: float = 0.1

    def __post_init__(self) -> None:
        _check_share(self.share)

    def sample(self, dataset: Dataset, random: np.random.Generator) -> Dataset:
        n, cells = len(dataset), round(self.share * len(dataset))

        def shaken(column: Column) -> Column:
            rows = random.permutation(n)[:cells]
            others = (rows + random.integers(1, n, size=cells)) % n
            values = column.values.copy()
            values[rows] = column.values[others]
            return replace(column, values=frozen(values))

        return replace(dataset, columns=tuple(map(shaken, dataset.columns)))


def resampled(
    dataset: Dataset,
    recipe: Recipe,
    sampling: Sampling,
    *,
    trees: int = 100,
    seed: int = 0,
    progress: Progress = unheard,
) -> Iterator[Tree]:
    """The trees of ``recipe`` on samples of ``dataset``, each grown when it is asked for.

    Each has chance of its own, drawn from ``seed`` and its number, so that none depends on the
    others. Samples of rows are grown on side by side where that makes the same trees.
    ``progress`` hears what share of all is done and how many trees are grown; what it raises
    ends the work. Raises DataError or RecipeError.
    """
    check_dataset(dataset, least=2)
    if trees < 1:
        raise DataError("Grow one tree or more.")
    given = dataset.given or dataset
    of_rows = sampling if isinstance(sampling, OfRows) and same_alone(recipe, given) else None
    at_once = max(1, min(SIDE_BY_SIDE, ROWS_AT_ONCE // len(given))) if of_rows else 1

    def grown(first: int) -> Sequence[Tree]:
        count = min(at_once, trees - first)
        randoms = [np.random.default_rng([seed, first + k]) for k in range(count)]

        def tell(share: float, _: int) -> None:
            done = first + share * count
            progress(done / trees, int(done))

        if of_rows is None:
            some: Sequence[Tree] = [grow(sampling.sample(given, randoms[0]), recipe, tell)]
        else:
            drawn = [of_rows.rows(given, random) for random in randoms]
            some = grown_on(given, recipe, drawn, tell)
        tell(1.0, 0)
        return some

    return chain.from_iterable(map(grown, range(0, trees, at_once)))


def grown_on(
    dataset: Dataset, recipe: Recipe, rows: Sequence[IntArray], progress: Progress
) -> Sequence[Tree]:
    """The tree on each of ``rows``, side by side."""
    problem = Problem.of(dataset, recipe)
    weights = problem.dataset.weights
    node_rows = [NodeRows(some, weights[some]) for some in rows]
    trees = grow_each(problem.dataset, problem.recipe, node_rows, progress)
    return [recipe.collapse.all(tree) for tree in trees] if recipe.collapse else trees


@dataclass(frozen=True, eq=False)
class Position:
    """What trees ask where the original has ``node``, which asks ``split``, None at a leaf.

    ``reached``: how many trees come here; ``columns``: how many of them ask each column, None:
    are a leaf, the most frequent first; ``identical``: ask the very same, cut and levels too.
    ``cuts`` (m,): sorted, those of each numeric column that is asked.
    """

    node: NodeId
    split: Split | None
    reached: int
    columns: Mapping[int | None, int]
    identical: int
    cuts: Mapping[int, FloatArray]

    @property
    def column(self) -> int | None:
        """What the original asks here; None at a leaf."""
        return None if self.split is None else self.split.column

    @property
    def same(self) -> int:
        """How many trees ask the original's column here, or are a leaf as it is."""
        return self.columns.get(self.column, 0)

    def quartiles(self, column: int) -> tuple[float, float, float]:
        """Of the cuts of a numeric column: linear between neighbours, as numpy has them."""
        low, median, high = np.quantile(self.cuts[column], QUARTERS)
        return float(low), float(median), float(high)


@dataclass(frozen=True, eq=False)
class Votes:
    """The class that the original tells each row, ``told`` (n,), and how many trees tell it each
    class, ``counts`` (n, k)."""

    told: IntArray
    counts: IntArray

    def after(self, tree: Tree, dataset: Dataset) -> Votes:
        """With what one more tree tells the rows."""
        each = np.arange(tree.stats.shape[1])
        return replace(self, counts=self.counts + (_codes(tree, dataset)[:, None] == each))

    @property
    def changed(self) -> IntArray:
        """(n,) how many trees tell a row another class than the original."""
        same = self.counts[np.arange(len(self.told)), self.told]
        return np.asarray(self.counts.sum(axis=1) - same)

    @property
    def order(self) -> IntArray:
        """(n,) the rows, those whose answer changes most often first."""
        return np.argsort(-self.changed, kind="stable")

    @property
    def unsteady(self) -> int:
        """How many rows at least one tree tells another class than the original."""
        return int((self.changed > 0).sum())


@dataclass(frozen=True, eq=False)
class Spread:
    """The number that the original tells each row, ``told`` (n,), and of what ``trees`` tell it
    the ``mean`` and the sum of ``squares`` about it, (n,) each in target units. The sums run
    along as Welford 1962 has them, so that no square is lost beside a large mean."""

    told: FloatArray
    mean: FloatArray
    squares: FloatArray
    trees: int = 0

    def after(self, tree: Tree, dataset: Dataset) -> Spread:
        """With what one more tree tells the rows."""
        answer = predict(tree, dataset).astype(np.float64)
        mean = self.mean + (answer - self.mean) / (self.trees + 1)
        squares = self.squares + (answer - self.mean) * (answer - mean)
        return replace(self, mean=mean, squares=squares, trees=self.trees + 1)

    @property
    def deviation(self) -> FloatArray:
        """(n,) the standard deviation of what the trees tell a row, by their number."""
        return np.asarray(np.sqrt(self.squares / self.trees))

    @property
    def order(self) -> IntArray:
        """(n,) the rows, those whose answers differ most first."""
        return np.argsort(-self.deviation, kind="stable")

    @property
    def usual(self) -> float:
        """The median of the deviations."""
        return float(np.median(self.deviation))


@dataclass(frozen=True, eq=False)
class Stability:
    """``positions``: one for each node of ``original``, in pre-order. ``rows``: how the answers to
    the rows of the table change. ``leaves``, ``depths``: (t,) of the trees in their order, whose
    first few are ``examples``."""

    original: Tree
    positions: tuple[Position, ...]
    rows: Votes | Spread
    leaves: IntArray
    depths: IntArray
    examples: tuple[Tree, ...]

    def __len__(self) -> int:
        return len(self.leaves)

    def __repr__(self) -> str:
        return f"<Stability: trees {len(self)}, same root {self.positions[0].same}>"

    def at(self, node: NodeId) -> Position:
        """Raises KeyError if the original has no such node."""
        return self.positions[self.original.place(node)]


def stability(
    original: Tree, dataset: Dataset, trees: Iterable[Tree], examples: int = EXAMPLES
) -> Stability:
    """What ``trees``, as ``resampled`` gives them, have in common with ``original``.

    ``dataset``: the rows whose answers are compared, best those that the original was grown on.
    Of the trees only the first ``examples`` are kept. Raises DataError if there is no tree.
    """
    check_tree(original)
    check_dataset(dataset, least=1)
    given = dataset.given or dataset
    here: list[list[Split | None]] = [[] for _ in original.splits]
    rows = _told(original, given)
    kept, leaves, depths = list[Tree](), list[int](), list[int]()
    for tree in trees:
        for place, at in shared_places(original, tree):
            here[place].append(tree.splits[at])
        rows = rows.after(tree, given)
        leaves.append(tree.leaves)
        depths.append(int(tree.depths.max()))
        kept += [tree] if len(kept) < examples else []
    if not leaves:
        raise DataError("Grow one tree or more.")
    found = tuple(_position(original, place, splits) for place, splits in enumerate(here))
    sizes = np.array(leaves, np.intp), np.array(depths, np.intp)
    return Stability(original, found, rows, *sizes, tuple(kept))


def shared_places(original: Tree, tree: Tree) -> Iterator[tuple[int, int]]:
    """The places of ``original`` to which ``tree`` comes by the same columns, with its own."""
    waiting = [(0, 0)]
    while waiting:
        place, at = waiting.pop()
        yield place, at
        ours, theirs = original.splits[place], tree.splits[at]
        if ours is not None and theirs is not None and ours.column == theirs.column:
            # a branch for missing cells may be there in one of them alone
            pairs = zip(original.child_places(place), tree.child_places(at), strict=False)
            waiting += [(int(one), int(other)) for one, other in pairs]


def _position(original: Tree, place: int, splits: Sequence[Split | None]) -> Position:
    own = original.splits[place]
    asked = Counter(None if split is None else split.column for split in splits)
    cuts: dict[int, list[float]] = {}
    for split in splits:
        if isinstance(split, Threshold) and np.isfinite(split.cut):
            cuts.setdefault(split.column, []).append(split.cut)
    return Position(
        original.id_at(place),
        own,
        len(splits),
        dict(asked.most_common()),
        sum(split == own for split in splits),
        {column: frozen(np.sort(values)) for column, values in cuts.items()},
    )


def _told(original: Tree, dataset: Dataset) -> Votes | Spread:
    """What the original tells the rows, before any tree is asked."""
    n = len(dataset)
    if not original.schema.classes:
        told = predict(original, dataset).astype(np.float64)
        return Spread(told, np.zeros(n), np.zeros(n))
    counts = np.zeros((n, len(original.schema.classes)), np.intp)
    return Votes(_codes(original, dataset), counts)


def _codes(tree: Tree, dataset: Dataset) -> IntArray:
    """(n_rows,) the codes of the classes that ``predict`` names."""
    return tree.schema.leaf_rule.choice(predict_proba(tree, dataset))


def _check_share(share: float) -> None:
    if not 0 <= share < 1:
        raise DataError("The share must be 0 or more and less than 1.")
