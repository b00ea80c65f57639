"""The axes of choice of a decision-tree algorithm, one per file, each choice a frozen value.

Read ``impurity`` (how mixed a node is), ``splitters`` and ``nominal`` (which splits there are),
``selection`` and ``costs`` (which one wins), ``stopping``, ``missing``; then ``ordering``,
``bins``, ``classes``. The fields of a policy become the controls of a page, its ``repr`` the key
of a cache. Not done here: policies see counts and scores as arrays; none sees rows, and none
grows a tree.
"""

from dtcore.model.json_format import in_files
from dtcore.policies.bins import Bins, EqualFrequency, EqualWidth, MdlBins
from dtcore.policies.claims import Claim, Claims
from dtcore.policies.classes import Balanced, Classes, ClassWeights, Losses, Priors
from dtcore.policies.costs import GainAgainstCost, GainPerCost
from dtcore.policies.impurity import Entropy, ErrorRate, Gini, Impurity, SplitCriterion, Variance
from dtcore.policies.missing import (
    Fractions,
    MajorityBranch,
    Missing,
    MostCommon,
    OwnBranch,
    Reject,
    Surrogates,
)
from dtcore.policies.nominal import EveryLevel, Groups, NominalSplitter, OneAgainstRest
from dtcore.policies.ordering import BestFirst, BreadthFirst, DepthFirst, Ordering
from dtcore.policies.selection import Gain, GainRatio, GuardedGainRatio, Selection, Verdict
from dtcore.policies.splitters import Cuts, Splitter
from dtcore.policies.stopping import (
    ChiSquared,
    Empty,
    MaxDepth,
    MaxLeaves,
    MinDecrease,
    MinGain,
    MinLeaf,
    MinRows,
    NoColumnLeft,
    Pure,
    SomeGain,
    Stop,
    Stopping,
    TwoBranches,
)
from dtcore.policies.twoing import Twoing

in_files(Entropy, ErrorRate, Gini, Twoing, Variance)
in_files(Fractions, MajorityBranch, MostCommon, OwnBranch, Reject, Surrogates)

__all__ = [
    "Balanced",
    "BestFirst",
    "Bins",
    "BreadthFirst",
    "ChiSquared",
    "Claim",
    "Claims",
    "ClassWeights",
    "Classes",
    "Cuts",
    "DepthFirst",
    "Empty",
    "Entropy",
    "EqualFrequency",
    "EqualWidth",
    "ErrorRate",
    "EveryLevel",
    "Fractions",
    "Gain",
    "GainAgainstCost",
    "GainPerCost",
    "GainRatio",
    "Gini",
    "Groups",
    "GuardedGainRatio",
    "Impurity",
    "Losses",
    "MajorityBranch",
    "MaxDepth",
    "MaxLeaves",
    "MdlBins",
    "MinDecrease",
    "MinGain",
    "MinLeaf",
    "MinRows",
    "Missing",
    "MostCommon",
    "NoColumnLeft",
    "NominalSplitter",
    "OneAgainstRest",
    "Ordering",
    "OwnBranch",
    "Priors",
    "Pure",
    "Reject",
    "Selection",
    "SomeGain",
    "SplitCriterion",
    "Splitter",
    "Stop",
    "Stopping",
    "Surrogates",
    "TwoBranches",
    "Twoing",
    "Variance",
    "Verdict",
]
