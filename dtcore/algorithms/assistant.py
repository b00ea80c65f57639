"""ASSISTANT: ID3 with two branches everywhere and estimates that do not trust small leaves.

The values of a nominal column are grouped in two, the best of all groupings by information
gain; numbers are cut. A leaf's class shares are m-estimates: m = 2 rows with the shares of the
whole table are added to its own, so that three rows of one class do not make it certain.
Not done here: pruning by minimum error (``dtcore.pruning``), columns chosen by their usefulness
over a look ahead, and the naive Bayes classifier that the program has for missing cells.
"""

from dtcore.growth.recipe import Recipe, register
from dtcore.policies.impurity import Entropy
from dtcore.policies.nominal import Groups
from dtcore.policies.splitters import Cuts, Splitter
from dtcore.policies.stopping import MinLeaf, Pure, SomeGain
from dtcore.words import Sentence

ASSISTANT = register(
    Recipe(
        name="assistant",
        title=Sentence("ASSISTANT"),
        source=Sentence("Cestnik, Kononenko and Bratko 1987; m-estimates: Cestnik 1990"),
        impurity=Entropy(),
        splitter=Splitter(Groups(), Cuts()),
        stopping=(Pure(), MinLeaf(1), SomeGain()),
        m=2.0,
    )
)
