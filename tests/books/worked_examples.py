"""Which of the engine's numbers are those of ``reference/worked_examples.json``.

They are the numbers that a text leaves out, and those of books that no page shows; what the course
texts print is in ``pages.ui.textbook``.

``NUMBERS`` maps an entry of ``reference/worked_examples.json``, by source and quantity, to a
function of no arguments; ``WORDS`` does so for entries that are texts. Not done here: how the
engine is asked (``tests.books.book_numbers``).
"""

from collections.abc import Callable
from dataclasses import replace

import dtcore as dt
from dtcore.pruning import Limit
from tests.books.book_numbers import (
    C45,
    CART,
    ID3,
    ID3_GINI,
    TEXTBOOK,
    Number,
    chance_of_play,
    cut_at,
    entropy,
    halves_of_humidity,
    impurity,
    limit,
    root_of_textbook_golf,
    score,
    table,
    texts,
    tried_heights,
    weights_of_the_case,
)

MITCHELL = "Mitchell, Machine Learning, ch. 3 (Chinese translation) Mitchell"
FIGURES = "Mitchell figs (not in seed text)"
COSTS = "Mitchell 3.7.5 costs"
DAY = "Mitchell 3.7.3 (Day attr)"
GENDER = "决策树算法原理及基于numpy的代码实现 (article) gender"
WEATHER = "决策树算法属性筛选度量标准 (article) weather"
GOLF = "Quinlan 1993 golf (numeric)"
UNKNOWN = "Quinlan 1993 §3.2 missing outlook"
PESSIMISTIC = "Quinlan 1993 §4.2 pessimistic pruning (vote tree), CF=25%"
TRAP = "TRAP: the article's literal C4.5 (max gain ratio over all midpoints, no guards)"

GOLF_TEMPERATURES = (64.5, 66.5, 68.5, 69.5, 70.5, 71.5, 73.5, 77.5, 80.5, 82, 84)
GOLF_HUMIDITIES = (67.5, 72.5, 76.5, 79, 82.5, 87.5, 92.5, 95.5)
HEIGHTS = (161.5, 164, 167.5, 173, 176.5, 180, 183.5)
HAIRS = (2.5, 4, 7.5, 11.5, 14, 18.5, 25, 32)

NUMBERS: dict[tuple[str, str], Number] = {
    (MITCHELL, "Entropy(p=0.8) < 1 bit (text claim)"): entropy(0.8, 0.2),
    (MITCHELL, "max entropy c classes = log2 c"): entropy(1, 1, 1),
    **{
        (FIGURES, f"(unprinted) Gain(S_rain,{column})"): score(
            "tennis", ID3, column, "gain", ("Outlook", "Rain")
        )
        for column in ("Humidity", "Temperature", "Wind")
    },
    (DAY, "Gain(S,Day) 14 distinct ids"): score("tennis with Day", ID3, "Day", "gain"),
    (DAY, "SplitInfo(S,Day)=log2 14"): score("tennis with Day", TEXTBOOK, "Day", "split_info"),
    (DAY, "GainRatio(S,Day)"): score("tennis with Day", TEXTBOOK, "Day", "gain_ratio"),
    (GENDER, "Gini(D) 4F 5M (unprinted)"): impurity("gender", CART),
    (GENDER, "Gini decrease hair>20 (unprinted)"): cut_at("gender", CART, "hair", 18.5, "gain"),
    **{
        (GENDER, f"gain({column}<={cut:g}) (unprinted)"): cut_at(
            "gender", TEXTBOOK, column, cut, "gain"
        )
        for column, cuts in (("height", HEIGHTS), ("hair", HAIRS))
        for cut in cuts
    },
    (WEATHER, "Gini(T) 9/5 (unprinted)"): impurity("tennis", CART),
    **{
        (WEATHER, f"Gini(T,{column}) multiway (unprinted)"): score(
            "tennis", ID3_GINI, column, "impurity_after"
        )
        for column in ("Outlook", "Temperature", "Humidity", "Wind")
    },
    **{
        (GOLF, f"gain({column}<={cut:g})"): cut_at("golf", TEXTBOOK, column, cut, "gain")
        for column, cuts in (("temperature", GOLF_TEMPERATURES), ("humidity", GOLF_HUMIDITIES))
        for cut in cuts
    },
    **{
        (GOLF, f"C4.5 R8 root {column}: corrected gain"): score(
            "golf", C45, column, "corrected_gain"
        )
        for column in ("temperature", "humidity")
    },
    (GOLF, "sunny branch, humidity: corrected gain = .970951-log2(2)/5"): score(
        "golf", C45, "humidity", "corrected_gain", ("outlook", "sunny")
    ),
    **{
        (f"{COSTS} {name}", f"{column} cost {cost}: Gain^2/Cost"): score(
            key, replace(ID3, selection=dt.GainPerCost()), column, "gain_per_cost"
        )
        for name, key, dear in (
            ("unit", "tennis", 1),
            ("outlook10", "tennis, outlook costs 10", 10),
        )
        for column, cost in (("Outlook", dear), ("Temperature", 1), ("Humidity", 1), ("Wind", 1))
    },
    **{
        (UNKNOWN, quantity): score("golf without an outlook", C45, "outlook", part)
        for quantity, part in (
            ("info(T) known", "impurity_before"),
            ("info_X(T)", "impurity_after"),
            ("gain(X)=13/14*(..)", "gain"),
            ("split info with unknown as extra branch", "split_info"),
            ("gain ratio", "gain_ratio"),
        )
    },
    (UNKNOWN, "P(Play | sunny,70,?,false)"): chance_of_play,
    **{
        (PESSIMISTIC, f"U25%({errors},{rows})"): limit(errors, rows)
        for errors, rows in ((0, 6), (0, 9), (0, 1), (1, 16))
    },
    (PESSIMISTIC, "subtree errors 6*.206+9*.143+1*.75"): lambda: sum(
        Limit().expected(0, rows) for rows in (6, 9, 1)
    ),
    (PESSIMISTIC, "leaf errors 16*U(1,16)"): lambda: Limit().expected(1, 16),
    (PESSIMISTIC, "z for CF=.25: C4.5 table interpolation"): lambda: Limit().deviations,
}

WORDS: dict[tuple[str, str], Callable[[], str]] = {
    (MITCHELL, "Humidity branches 3+4-/6+1- (text)"): halves_of_humidity,
    (GENDER, "sorted unique heights"): lambda: texts(table("gender").columns[0].distinct),
    (GENDER, "midpoints"): tried_heights,
    (GOLF, TRAP): root_of_textbook_golf,
    (UNKNOWN, "weight of the case in sunny/overcast/rain"): weights_of_the_case,
}
"""Entries that are texts, and follow from the engine all the same."""
