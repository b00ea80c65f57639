"""C4.5: gain ratio, thresholds on numeric columns.

``C45`` is Quinlan's Release 8 as the program behaves, guards and collapse included, and missing
cells as fractions of rows; ``J48`` is Weka's version of it, which stops where nothing is gained
and compares to a millionth. Both here work in double precision, Release 8 itself in single. Not
done here: value grouping (``-s``), windowing, and pruning.
``C45_TEXTBOOK`` is the literal version that many articles print: the largest gain ratio over
all columns and all midpoints, with no guards. The two part where a lopsided cut has a tiny
split info: on golf the textbook version asks for temperature ≤ 84 first.
"""

from dtcore.growth.collapse import Collapse
from dtcore.growth.recipe import Recipe, register
from dtcore.policies.impurity import Entropy
from dtcore.policies.missing import Fractions
from dtcore.policies.selection import GainRatio, GuardedGainRatio
from dtcore.policies.splits import Cuts, EveryLevel, Splitter
from dtcore.policies.stopping import NoColumnLeft, Pure, SomeGain, TwoBranches
from dtcore.words import Sentence

C45 = register(
    Recipe(
        name="c45",
        title=Sentence("C4.5 (Release 8)"),
        source=Sentence("Quinlan 1993 and 1996: C4.5 Release 8"),
        impurity=Entropy(),
        splitter=Splitter(EveryLevel(), Cuts(min_gap=1e-5, data_value=True)),
        selection=GuardedGainRatio(),
        stopping=(Pure(), TwoBranches(2)),
        missing=Fractions(),
        collapse=Collapse(),
    )
)

J48 = register(
    Recipe(
        name="j48",
        title=Sentence("C4.5 as in Weka's J48"),
        source=Sentence("Weka's J48 (Frank, Hall and Witten)"),
        impurity=Entropy(),
        splitter=Splitter(EveryLevel(), Cuts(min_gap=1e-5, data_value=True)),
        selection=GuardedGainRatio(nothing=1e-6, flat=1e-6),
        stopping=(Pure(), TwoBranches(2, slack=1e-6), SomeGain(1e-6)),
        missing=Fractions(),
        collapse=Collapse(),
    )
)

C45_TEXTBOOK = register(
    Recipe(
        name="c45_textbook",
        title=Sentence("C4.5 as in textbooks"),
        source=Sentence("As many articles print C4.5: gain ratio over all midpoints, no guards"),
        impurity=Entropy(),
        splitter=Splitter(EveryLevel(), Cuts()),
        selection=GainRatio(),
        stopping=(Pure(), NoColumnLeft(), SomeGain()),
    )
)
