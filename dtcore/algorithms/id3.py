"""ID3: one branch for each value, the column with the highest information gain first.

``ID3`` is Mitchell's pseudocode: it splits until a node is pure or no column is left, even
where no column gains anything (XOR); Weka's Id3 stops there. The pseudocode is refined in one
point: a column with one value at a node is ruled out, since all rows would go down one branch.
``ID3_LIHANG`` adds Li Hang's threshold ε. Numeric columns are refused, as in the sources, unless
``Recipe.bins`` says how to cut them into intervals before the tree is grown
(``dtcore.policies.bins``). Columns that cost something to ask are weighed by
``dtcore.policies.selection``. Not done: missing cells are refused.

``ASSISTANT`` is ID3 with two branches everywhere and estimates that do not trust small leaves. The
values of a nominal column are grouped in two, the best of all groupings by information gain;
numbers are cut. A leaf's class shares are m-estimates: m = 2 rows with the shares of the whole
table are added to its own, so that three rows of one class do not make it certain. Not done here:
pruning by minimum error (``dtcore.pruning``), columns chosen by their usefulness over a look
ahead, and the naive Bayes classifier that the program has for missing cells.
"""

from dtcore.growth.recipe import Recipe, register
from dtcore.policies.impurity import Entropy
from dtcore.policies.splits import Cuts, EveryLevel, Groups, Splitter
from dtcore.policies.stopping import MinGain, MinLeaf, NoColumnLeft, Pure, SomeGain
from dtcore.words import Sentence

ID3 = register(
    Recipe(
        name="id3",
        title=Sentence("ID3 (Mitchell)"),
        source=Sentence("Quinlan 1986; Mitchell 1997, table 3.1"),
        impurity=Entropy(),
        splitter=Splitter(EveryLevel(), numeric=None),
        stopping=(Pure(), NoColumnLeft()),
    )
)

ID3_LIHANG = register(
    Recipe(
        name="id3_lihang",
        title=Sentence("ID3 with ε (Li Hang)"),
        source=Sentence("Li Hang, Statistical Learning Methods, algorithm 5.2"),
        impurity=Entropy(),
        splitter=Splitter(EveryLevel(), numeric=None),
        stopping=(Pure(), NoColumnLeft(), MinGain(0.01)),
    )
)


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
