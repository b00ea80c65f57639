"""CART: every split has two branches.

``CART`` splits a nominal column into two groups of levels, the best of all groupings, and
stops where nothing is gained. ``CART_SKLEARN`` does as scikit-learn's trees do: a nominal
column is asked level by level as a one-hot table would have it, values are compared in single
precision, and a node is split even at zero gain. ``REGRESSION`` is CART for a numeric target.

``CART_RPART`` has the defaults of rpart: minsplit 20, minbucket 7, both counting rows and not
their weight, maxdepth 30, and a cp of .01. It looks for groups of levels along the order of
their class shares alone, so with minbucket it may miss one that would do. Where it differs from
rpart: the left branch holds the low values or the first level here, in rpart the lower class
share; with priors or losses rpart grows by cp as it goes; and a tree is pruned by exact
cost-complexity, where rpart's table of CPs comes from the order in which it grew. Growing does
not prune: ``dtcore.pruning.at_cp(tree, CART_RPART.cp)`` does.

Weights of classes, priors and losses are a field of any of these (``Recipe.classes``); all
count rows of a class more or less, which is Breiman's altered priors. Not done here: splits on
sums of columns, and pruning.
"""

from dtcore.growth.recipe import Recipe, register
from dtcore.policies.impurity import Gini, Variance
from dtcore.policies.missing import OwnBranch, Surrogates
from dtcore.policies.splits import Cuts, Groups, OneAgainstRest, Splitter
from dtcore.policies.stopping import MaxDepth, MinLeaf, MinRows, Pure, SomeGain
from dtcore.words import Sentence

CART = register(
    Recipe(
        name="cart",
        title=Sentence("CART"),
        source=Sentence("Breiman, Friedman, Olshen and Stone 1984"),
        impurity=Gini(),
        splitter=Splitter(Groups(), Cuts()),
        stopping=(Pure(), MinRows(2), MinLeaf(1), SomeGain()),
        missing=Surrogates(),
    )
)

CART_SKLEARN = register(
    Recipe(
        name="cart_sklearn",
        title=Sentence("CART as in scikit-learn"),
        source=Sentence("scikit-learn's DecisionTreeClassifier and DecisionTreeRegressor"),
        impurity=Gini(),
        splitter=Splitter(OneAgainstRest(), Cuts(min_gap=1e-7, single=True)),
        stopping=(Pure(), MinRows(2, weighted=False), MinLeaf(1, weighted=False)),
        missing=OwnBranch(),
    )
)

CART_RPART = register(
    Recipe(
        name="cart_rpart",
        title=Sentence("CART as in R's rpart"),
        source=Sentence(
            "rpart for R: Therneau and Atkinson, An Introduction to Recursive Partitioning"
        ),
        impurity=Gini(),
        splitter=Splitter(Groups(ordered=True), Cuts()),
        stopping=(
            Pure(),
            MinRows(20, weighted=False),
            MinLeaf(7, weighted=False),
            MaxDepth(30),
            SomeGain(),
        ),
        missing=Surrogates(of_all=True, weighted=False),
        cp=0.01,
    )
)

REGRESSION = register(
    Recipe(
        name="regression",
        title=Sentence("CART for regression"),
        source=Sentence("Breiman, Friedman, Olshen and Stone 1984, chapter 8"),
        impurity=Variance(),
        splitter=Splitter(Groups(), Cuts()),
        stopping=(Pure(), MinRows(2), MinLeaf(1), SomeGain()),
        missing=Surrogates(),
    )
)
