"""The axes of choice of a decision-tree algorithm, one per file, each choice a frozen value.

Read ``impurity`` (how mixed a node is), ``splits`` (which there are), ``selection`` (which one
wins), ``stopping``, ``missing``; then ``ordering``, ``bins``, ``classes``. What a policy
declares, and what follows from it, says ``dtcore.policy``. Not done here: no policy grows a tree,
and none sends rows anywhere; most see counts and scores only.
"""

from typing import TYPE_CHECKING

from dtcore.policies.bins import *
from dtcore.policies.bins import Bins
from dtcore.policies.classes import *
from dtcore.policies.classes import Classes
from dtcore.policies.impurity import *
from dtcore.policies.impurity import ImpurityCriterion
from dtcore.policies.missing import *
from dtcore.policies.missing import BaseMissing
from dtcore.policies.ordering import *
from dtcore.policies.ordering import Ordering
from dtcore.policies.selection import *
from dtcore.policies.selection import Selection
from dtcore.policies.splits import *
from dtcore.policies.splits import NominalSplitter
from dtcore.policies.stopping import *
from dtcore.policies.stopping import Stopping

AXES = (
    *(ImpurityCriterion, NominalSplitter, Selection, Stopping),
    *(BaseMissing, Ordering, Bins, Classes),
)
"""What the policies of each axis derive from."""

if not TYPE_CHECKING:  # a list that is worked out would hide every name from it
    _POLICIES = {kind.__name__ for axis in AXES for kind in (axis, *axis.shipped())}
    __all__ = sorted({"AXES", "Claim", "Claims", "Cuts", "Splitter", "Stop", "Verdict", *_POLICIES})
