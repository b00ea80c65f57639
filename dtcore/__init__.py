"""Decision trees, one node at a time: every candidate of every split, with its arithmetic.

>>> import pandas as pd, dtcore as dt
>>> data = dt.Dataset.from_frame(pd.read_csv("datasets/golf.csv"), target="play")
>>> step = dt.start(data, dt.recipe("c45")).propose()

``start`` steps, ``grow`` grows at once; both give the same tree. ``open`` is for tables that are
larger than memory. See ``dtcore.model`` for what things are, ``dtcore.policies`` for the choices,
``dtcore.algorithms`` for the recipes.

Public are the names below, those that the packages offer in their ``__init__``, and the modules
that ``tests/public_modules.py`` lists; all else is inner and may change.
"""

from typing import TYPE_CHECKING

from dtcore import evaluation, explain, export, formula, pruning, rules, search, validation
from dtcore.algorithms import RECIPES, fitting, recipe
from dtcore.errors import (
    DataError,
    DtError,
    LinkError,
    MoveError,
    PruningError,
    ReadingError,
    RecipeError,
)
from dtcore.evaluation import evaluate, importance
from dtcore.growth.missing_rows import missing_routing
from dtcore.growth.recipe import Recipe
from dtcore.large import open
from dtcore.model.data import Dataset
from dtcore.model.predict import leaf_ids, leaf_shares, predict, predict_proba
from dtcore.model.report import report
from dtcore.model.splits import Multiway, Subset, Threshold
from dtcore.model.tree import Node, Tree
from dtcore.model.what_if import what_if
from dtcore.policies.bins import EqualFrequency, EqualWidth, MdlBins
from dtcore.policies.classes import Balanced, ClassWeights, Losses, Priors
from dtcore.policies.costs import GainAgainstCost, GainPerCost
from dtcore.policies.impurity import Entropy, ErrorRate, Gini, Variance
from dtcore.policies.missing import (
    Fractions,
    MajorityBranch,
    MostCommon,
    OwnBranch,
    Reject,
    Surrogates,
)
from dtcore.policies.ordering import BestFirst, BreadthFirst, DepthFirst
from dtcore.policies.selection import Gain, GainRatio, GuardedGainRatio, Verdict
from dtcore.policies.stopping import (
    ChiSquared,
    MaxDepth,
    MaxLeaves,
    MinDecrease,
    MinGain,
    MinLeaf,
    MinRows,
    NoColumnLeft,
    Pure,
    SomeGain,
    TwoBranches,
)
from dtcore.policies.twoing import Twoing
from dtcore.progress import Progress
from dtcore.stepping.evidence import curve, judge, weigh
from dtcore.stepping.grow import grow
from dtcore.stepping.moves import Close, Expand, apply, propose
from dtcore.stepping.problem import Problem
from dtcore.stepping.pruner import Prune, Raise
from dtcore.stepping.timeline import Timeline, prune, replay, start

__version__ = "0.1.0"

__all__ = [
    "RECIPES",
    "Balanced",
    "BestFirst",
    "BreadthFirst",
    "ChiSquared",
    "ClassWeights",
    "Close",
    "DataError",
    "Dataset",
    "DepthFirst",
    "DtError",
    "Entropy",
    "EqualFrequency",
    "EqualWidth",
    "ErrorRate",
    "Expand",
    "Fractions",
    "Gain",
    "GainAgainstCost",
    "GainPerCost",
    "GainRatio",
    "Gini",
    "GuardedGainRatio",
    "LinkError",
    "Losses",
    "MajorityBranch",
    "MaxDepth",
    "MaxLeaves",
    "MdlBins",
    "MinDecrease",
    "MinGain",
    "MinLeaf",
    "MinRows",
    "MostCommon",
    "MoveError",
    "Multiway",
    "NoColumnLeft",
    "Node",
    "OwnBranch",
    "Priors",
    "Problem",
    "Progress",
    "Prune",
    "PruningError",
    "Pure",
    "Raise",
    "ReadingError",
    "Recipe",
    "RecipeError",
    "Reject",
    "SomeGain",
    "Subset",
    "Surrogates",
    "Threshold",
    "Timeline",
    "Tree",
    "TwoBranches",
    "Twoing",
    "Variance",
    "Verdict",
    "apply",
    "curve",
    "evaluate",
    "evaluation",
    "explain",
    "export",
    "fitting",
    "formula",
    "grow",
    "importance",
    "judge",
    "leaf_ids",
    "leaf_shares",
    "missing_routing",
    "open",
    "predict",
    "predict_proba",
    "propose",
    "prune",
    "pruning",
    "recipe",
    "replay",
    "report",
    "rules",
    "search",
    "start",
    "validation",
    "weigh",
    "what_if",
]

if not TYPE_CHECKING:  # to which every name would be known then

    def __getattr__(name: str) -> object:
        """Say where ``name`` is, where it is one floor down."""
        for part in (evaluation, export, pruning, rules, search, validation):
            if getattr(vars(part).get(name), "__module__", "").startswith(part.__name__):
                where = f"dtcore.{part.__name__.rpartition('.')[2]}.{name}"
                raise AttributeError(f"dtcore itself has no {name!r}. Write {where}.")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
