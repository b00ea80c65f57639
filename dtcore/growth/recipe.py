"""A recipe is an algorithm as a declaration: the chosen policies, a name and a source.

One that registers itself is offered (``dtcore.algorithms``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

import numpy as np

from dtcore.errors import RecipeError
from dtcore.growth.collapse import Collapse
from dtcore.model.columns import BoolArray, Field, FloatArray, IntArray
from dtcore.model.data import Dataset
from dtcore.model.nodes import NodeId
from dtcore.model.tree import Tree
from dtcore.policies.bins import Bins
from dtcore.policies.classes import Classes
from dtcore.policies.impurity import Entropy, ImpurityCriterion
from dtcore.policies.missing import BaseMissing, Fractions, Reject, Surrogates
from dtcore.policies.ordering import DepthFirst, Ordering
from dtcore.policies.selection import Gain, GainAgainstCost, Selection
from dtcore.policies.splits import Splitter
from dtcore.policies.stopping import (
    Empty,
    MaxDepth,
    MinGain,
    MinLeaf,
    NodeFacts,
    Pure,
    Stopping,
    TwoBranches,
)
from dtcore.words import Sentence

POLICIES: Final = (
    *("impurity", "splitter", "selection", "stopping", "ordering"),
    *("missing", "collapse", "bins", "classes"),
)
"""The fields of a recipe that are policies, not numbers or names."""


@dataclass(frozen=True)
class Recipe:
    """The policies of an algorithm. ``dataclasses.replace`` changes one of them.

    ``bins`` cuts columns of numbers into intervals before growth; ``classes`` says which classes
    count for more; ``m`` is that of the m-estimate of class shares. ``cp`` is the share of the
    root's risk that a split must save for each leaf more: growth never looks at it, and
    ``dtcore.pruning.at_cp(tree, recipe.cp)`` is the tree that the algorithm ends with.

    ``title`` is what people call it; ``name`` serves where there is none.

    ``repr(recipe)`` names the algorithm in full and serves as the key of caches. Raises
    RecipeError if the policies cannot go together.
    """

    name: str
    source: str | Sentence
    impurity: ImpurityCriterion
    splitter: Splitter
    selection: Selection = Gain()
    stopping: tuple[Stopping, ...] = (Pure(),)
    ordering: Ordering = DepthFirst()
    missing: BaseMissing = Reject()
    collapse: Collapse | None = None
    bins: Bins | None = None
    classes: Classes | None = None
    m: float = 0.0
    cp: float | None = None
    title: Sentence | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._check_policies()
        if self.selection.score == "gain_ratio" and not isinstance(self.impurity, Entropy):
            raise RecipeError(
                "The gain ratio divides one entropy by another, so it needs entropy as the "
                "impurity. Choose entropy, or select by gain."
            )
        if self.impurity.arity and self.multiway:
            raise RecipeError(
                "{criterion} compares two branches, and this algorithm makes one for each "
                "level. Choose the Gini index, or CART.",
                criterion=self.impurity.score_label,
            )
        self._check_missing()
        if self.in_order and self.multiway:
            raise RecipeError(
                "A limit on the leaves counts them a split at a time, so it needs splits with two "
                "branches. Choose CART, or limit the depth."
            )
        bits = isinstance(self.impurity, Entropy) and self.impurity.base == 2
        if isinstance(self.selection, GainAgainstCost) and not bits:
            raise RecipeError(
                "The cost rule raises 2 to the gain in bits, so it needs entropy in bits as the "
                "impurity. Choose entropy in bits, or the largest gain² / cost."
            )
        if self.impurity.numeric:
            self._check_no_classes()
        self._check_numbers()

    def _check_no_classes(self) -> None:
        if self.classes or self.m or self.bins:
            raise RecipeError(
                "Weights of classes, m-estimates and intervals need classes as the target. Choose "
                "an algorithm for classes."
            )
        for rule in self.stopping:
            if rule.needs_classes:
                raise RecipeError(
                    "To stop when {rule}, the target must be classes. Choose an algorithm for "
                    "classes.",
                    rule=rule.clause,
                )
        if self.collapse:
            raise RecipeError("Collapsing compares training errors, so it needs classes.")

    def _check_numbers(self) -> None:
        if not 0 <= self.m < np.inf:
            raise RecipeError(
                "The m of the m-estimate must be zero or more and finite, not {m}.", m=self.m
            )
        if self.cp is not None and not 0 <= self.cp < np.inf:
            raise RecipeError(
                "The cp of a recipe must be zero or more and finite, not {cp}.", cp=self.cp
            )

    def _check_missing(self) -> None:
        if isinstance(self.missing, Fractions) and self.selection.cuts_by == "gain_ratio":
            raise RecipeError(
                "No source says how missing cells count when cuts are compared by gain ratio. "
                "Choose “with the majority” for missing cells, or C4.5 (Release 8)."
            )
        if self.missing.imputes and (self.impurity.numeric or not self.multiway):
            raise RecipeError(
                "Filling in the most common value needs classes as the target and a branch for "
                "each value. Choose ID3 or C4.5, or send such rows with the majority."
            )

    def _check_policies(self) -> None:
        for name in POLICIES:
            value = getattr(self, name)
            rules = name != "stopping" or isinstance(value, tuple)
            if isinstance(value, str | dict) or not rules:
                raise RecipeError(
                    "“{field}” of a recipe cannot be {value}. Write policies: impurity=dt.Gini(), "
                    "classes=dt.Balanced(), stopping=(dt.Pure(), dt.MaxDepth(3)), in brackets.",
                    field=name,
                    value=repr(value),
                )

    @property
    def rules(self) -> tuple[Stopping, ...]:
        """The stopping rules in the order in which they are asked."""
        return (Empty(), *self.stopping)

    @cached_property
    def closing(self) -> tuple[tuple[int, Stopping], ...]:
        """The rules that can close a node, each with its number among ``rules``."""
        every = enumerate(self.rules)
        return tuple((i, rule) for i, rule in every if type(rule).closes is not Stopping.closes)

    @cached_property
    def refusing(self) -> tuple[tuple[int, Stopping], ...]:
        """The rules that can refuse a winner, each with its number among ``rules``."""
        every = enumerate(self.rules)
        return tuple((i, rule) for i, rule in every if type(rule).refuses is not Stopping.refuses)

    def restricting(self, weighted: bool) -> tuple[Stopping, ...]:
        """The stopping rules that may rule out a split with rows in each branch; ``weighted``:
        rows may weigh less than 1."""
        return self._restricting[weighted]

    @cached_property
    def _restricting(self) -> tuple[tuple[Stopping, ...], ...]:
        return tuple(
            tuple(r for r in self.stopping if not r.admits_all(1.0 if r.counts_rows else least))
            for least in (1.0, 0.0)
        )

    def cut_penalty(self, tries: FloatArray, weight: FloatArray) -> FloatArray:
        """What is taken off the gain of a numeric column for choosing among ``tries`` cuts, in
        the unit of that gain."""
        cut_penalty = self.selection.cut_penalty(tries, weight)
        return cut_penalty * np.log(2.0) if self.impurity.unit == "nats" else cut_penalty

    @property
    def information(self) -> Entropy:
        """Of branch sizes it is the split info: in the impurity's unit, or else in bits."""
        return self.impurity if isinstance(self.impurity, Entropy) else Entropy()

    @property
    def multiway(self) -> bool:
        return self.splitter.nominal.once

    @property
    def asks_surrogates(self) -> bool:
        """Whether surrogates are looked for in complete tables too."""
        return isinstance(self.missing, Surrogates) and self.missing.always

    @property
    def in_order(self) -> bool:
        """Whether the tree depends on the order in which nodes are looked at."""
        return any(rule.in_order for rule in self.stopping)

    def once(self, column: Field) -> bool:
        """Whether ``column`` can be asked only once on a path."""
        return self.multiway and not column.numeric

    def closing_rule(self, facts: NodeFacts) -> IntArray:
        """(S,) the first of ``rules`` that closes each node before weighing, or -1."""
        rule_of = np.full(len(facts.stats), -1)
        for number, rule in reversed(self.closing):  # so that the first one has the last word
            rule_of[rule.closes(facts)] = number
        return rule_of

    def used_on_path(self, tree: Tree, node: NodeId) -> BoolArray:
        """(1, c) which columns may not be asked again at ``node``."""
        columns = tree.schema.columns
        used = np.zeros((1, len(columns)), bool)
        for split, _ in tree.way(node):
            used[0, split.column] |= self.once(columns[split.column])
        return used

    def facts(self, tree: Tree, nodes: Sequence[NodeId], rows: IntArray) -> NodeFacts:
        """What is known of leaves of ``tree`` with so many ``rows`` (S,)."""
        stats = tree.stats[[tree.place(node) for node in nodes]]
        used = np.concatenate([self.used_on_path(tree, node) for node in nodes])
        depth = np.array([len(node) for node in nodes])
        return NodeFacts(tree.schema, stats, rows, depth, used, tree.leaves)

    def arities(self, dataset: Dataset) -> IntArray:
        """(c,) how many branches the splits of each column have."""
        levels = dataset.n_levels
        if not self.multiway:
            return np.full_like(levels, 2)
        arities = np.where(levels > 0, levels, 2)
        if self.missing.missing_as_level:
            arities[[place for place in dataset.gappy if levels[place]]] += 1
        return arities

    def check(self, dataset: Dataset) -> None:
        """Raise RecipeError or DataError, with the ways out, if it does not fit ``dataset``."""
        self.check_target(dataset)
        self.splitter.check(dataset, intervals=self.bins is not None)
        self.missing.check(dataset, intervals=self.bins is not None)
        if dataset.counted:
            self._check_counted()

    def _check_counted(self) -> None:
        """That it asks for no rows, which are elsewhere."""
        if self.bins is not None or self.classes is not None or self.m:
            raise RecipeError(
                "A table that is counted where it lies takes its columns and classes as they are: "
                "no intervals, no weights of classes, no m-estimates. Choose CART, C4.5 or ID3 "
                "without them, or open a sample of the table."
            )
        if self.asks_surrogates:
            raise RecipeError(
                "Surrogates are found by comparing rows, and this table is only "
                "counted where it lies. Choose another treatment of missing cells, or "
                "open a sample of the table."
            )

    def check_target(self, dataset: Dataset) -> None:
        """As ``check``, for the kind of the target alone."""
        numeric, column = dataset.target.numeric, dataset.target.name
        if numeric and not self.impurity.numeric:
            raise RecipeError(
                "“{column}” holds numbers, and this algorithm predicts classes. Choose "
                "the regression algorithm, or take the target as classes.",
                column=column,
            )
        if self.impurity.numeric and not numeric:
            raise RecipeError(
                "“{column}” holds classes, and this algorithm predicts a number. Choose an "
                "algorithm for classes, or another target.",
                column=column,
            )

    def limited(
        self, depth: int | None = None, leaf: float | None = None, gain: float | None = None
    ) -> Recipe:
        """The recipe with other limits; None leaves one as it is.

        ``leaf`` is the rows that a branch must hold: each branch, or two of them in C4.5.
        """
        recipe = self
        if leaf is not None:
            two = any(isinstance(rule, TwoBranches) for rule in self.stopping)
            kind = TwoBranches if two else MinLeaf
            usual = next((rule for rule in self.stopping if isinstance(rule, kind)), kind())
            recipe = recipe.with_rule(replace(usual, rows=leaf))
        if gain is not None:
            recipe = recipe.with_rule(MinGain(gain))
        if depth is not None:
            recipe = recipe.with_rule(MaxDepth(depth))
        return recipe

    def with_rule(self, new: Stopping) -> Recipe:
        """The recipe with ``new`` in the place of the stopping rule of its kind, or at the end."""
        if not any(isinstance(rule, type(new)) for rule in self.stopping):
            return replace(self, stopping=(*self.stopping, new))
        rules = tuple(new if isinstance(rule, type(new)) else rule for rule in self.stopping)
        return replace(self, stopping=rules)


def check_recipe(given: object) -> None:
    if not isinstance(given, Recipe):
        raise RecipeError(
            'A recipe belongs here, and this is of type {kind}. Write dt.recipe("cart"), or '
            "another name of dt.RECIPES.",
            kind=type(given).__name__,
        )


RECIPES: Final[dict[str, Recipe]] = {}
"""In the order in which they are offered."""


def register(recipe: Recipe) -> Recipe:
    """The recipe, from now on to be had by its name. Raises RecipeError if the name is taken."""
    if recipe.name in RECIPES:
        raise RecipeError(
            "There are two recipes called “{name}”. Give one of them another name.",
            name=recipe.name,
        )
    RECIPES[recipe.name] = recipe
    return recipe
