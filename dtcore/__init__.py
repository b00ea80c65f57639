"""Decision trees, one node at a time: every candidate of every split, with its arithmetic.

>>> import pandas as pd, dtcore as dt
>>> data = dt.Dataset.from_frame(pd.read_csv("datasets/golf.csv"), target="play")
>>> step = dt.start(data, dt.recipe("c45")).propose()

``start`` steps, ``grow`` grows at once; both give the same tree. See ``dtcore.model`` for what
things are, ``dtcore.policies`` for the choices, ``dtcore.algorithms`` for the recipes. What is
built on the engine (files, evaluation, export, worksheets) is in ``dttools``, whose face offers
the engine's names as well.

Public are the names below, all policies among them, those that the packages offer in their
``__init__``, and the modules that ``tests/public_modules.py`` lists; all else is inner and may
change.
"""

from typing import TYPE_CHECKING

from dtcore import explain, formula, growth, model, policies, pruning, stepping
from dtcore.algorithms import RECIPES, fitting, recipe
from dtcore.errors import (
    DataError,
    DtError,
    LinkError,
    MoveError,
    PruningError,
    ReadingError,
    RecipeError,
    elsewhere,
)
from dtcore.growth.missing_rows import missing_routing
from dtcore.growth.recipe import Recipe
from dtcore.model.data import Dataset
from dtcore.model.nodes import Node
from dtcore.model.predict import leaf_ids, leaf_shares, predict, predict_proba
from dtcore.model.splits import Multiway, Subset, Threshold
from dtcore.model.tree import Tree
from dtcore.policies import *
from dtcore.progress import Progress
from dtcore.pruning import validation
from dtcore.stepping.evidence import curve, judge, weigh
from dtcore.stepping.grow import grow
from dtcore.stepping.moves import Expand, MakeLeaf, apply, propose
from dtcore.stepping.problem import Problem, Prune, RaiseSubtree
from dtcore.stepping.timeline import Timeline, prune, replay, start

__version__ = "0.1.0"

_MOVED = {
    "dttools.evaluation": "evaluate evaluation importance",
    "dttools.study": "report what_if compare",
    "dttools.large": "open large",
    "dttools.files": "reading bundled",
    "dttools.teach": "practice",
    "dttools.export": "export",
    "dttools.rules": "rules",
    "dttools.space": "search space",
}
"""Names that this face offered before what is built on the engine had a house of its own."""

if not TYPE_CHECKING:  # which would know too few names by the one, and too many by the other
    __all__ = [
        *policies.__all__, "RECIPES", "MakeLeaf", "DataError", "Dataset", "DtError", "Expand",
        "LinkError", "MoveError", "Multiway", "Node", "Problem", "Progress", "Prune",
        "PruningError", "RaiseSubtree", "ReadingError", "Recipe", "RecipeError", "Subset",
        "Threshold", "Timeline", "Tree", "apply", "curve", "explain", "fitting", "formula", "grow",
        "growth", "judge", "leaf_ids", "leaf_shares", "missing_routing", "model", "policies",
        "predict", "predict_proba", "propose", "prune", "pruning", "recipe", "replay", "start",
        "stepping", "validation", "weigh",
    ]  # fmt: skip
    __getattr__ = elsewhere(__name__, _MOVED, (pruning, validation))
