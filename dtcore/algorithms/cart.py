"""CART: every split has two branches.

``CART`` splits a nominal column into two groups of levels, the best of all groupings, and
stops where nothing is gained. ``CART_SKLEARN`` does as scikit-learn's trees do: a nominal
column is asked level by level as a one-hot table would have it, values are compared in single
precision, and a node is split even at zero gain. ``REGRESSION`` is CART for a numeric target.
Not done here: surrogates for missing cells, priors, losses, and pruning.
"""

from dtcore.growth.recipe import Recipe
from dtcore.policies.impurity import Gini, Variance
from dtcore.policies.splitters import Cuts, Groups, OneAgainstRest, Splitter
from dtcore.policies.stopping import MinLeaf, MinRows, Pure, SomeGain

CART = Recipe(
    name="cart",
    source="Breiman, Friedman, Olshen and Stone 1984",
    impurity=Gini(),
    splitter=Splitter(Groups(), Cuts()),
    stopping=(Pure(), MinRows(2), MinLeaf(1), SomeGain()),
)

CART_SKLEARN = Recipe(
    name="cart_sklearn",
    source="scikit-learn's DecisionTreeClassifier and DecisionTreeRegressor",
    impurity=Gini(),
    splitter=Splitter(OneAgainstRest(), Cuts(apart=1e-7, single=True)),
    stopping=(Pure(), MinRows(2, weighted=False), MinLeaf(1, weighted=False)),
)

REGRESSION = Recipe(
    name="regression",
    source="Breiman, Friedman, Olshen and Stone 1984, chapter 8",
    impurity=Variance(),
    splitter=Splitter(Groups(), Cuts()),
    stopping=(Pure(), MinRows(2), MinLeaf(1), SomeGain()),
)
