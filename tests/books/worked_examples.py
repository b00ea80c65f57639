"""Which of the engine's numbers are those that the course texts print.

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
    after,
    chance_of_play,
    cut_at,
    entropy,
    gini_given,
    halves_of_humidity,
    impurity,
    limit,
    mean_of_region,
    root_of,
    root_of_hitters,
    root_of_textbook_golf,
    score,
    side,
    sides,
    table,
    texts,
    tried_heights,
    voice_or_height,
    weights_of_the_case,
)

MITCHELL = "Mitchell, Machine Learning, ch. 3 (Chinese translation) Mitchell"
FIGURES = "Mitchell figs (not in seed text)"
QUINLAN_1986 = "Quinlan 1986 / Witten&Frank"
COSTS = "Mitchell 3.7.5 costs"
DAY = "Mitchell 3.7.3 (Day attr)"
GENDER = "决策树算法原理及基于numpy的代码实现 (article) gender"
FANG = "方匡南 Fang, Statistical Machine Learning: decision trees (Xiamen University slides)"
FANG_9_4 = f"{FANG} 例9-4 (its own table: 7 Yes / 8 No)"
HITTERS = f"{FANG}/ISLR Hitters"
LI_HANG = "Li Hang 5.1 loan table (9 yes / 6 no)"
LI_HANG_CART = f"{LI_HANG} CART ex5.4"
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
    (MITCHELL, "Entropy([9+,5-])"): impurity("tennis", ID3),
    (MITCHELL, "Gain(S,Outlook)"): score("tennis", ID3, "Outlook", "gain"),
    (MITCHELL, "Gain(S,Humidity)"): score("tennis", ID3, "Humidity", "gain"),
    (MITCHELL, "Gain(S,Wind)"): score("tennis", ID3, "Wind", "gain"),
    (MITCHELL, "Gain(S,Temperature)"): score("tennis", ID3, "Temperature", "gain"),
    (MITCHELL, "Entropy(p=0.8) < 1 bit (text claim)"): entropy(0.8, 0.2),
    (MITCHELL, "max entropy c classes = log2 c"): entropy(1, 1, 1),
    (FIGURES, "fig3-3 E(Humidity=High 3+,4-)"): impurity("tennis", ID3, ("Humidity", "High")),
    (FIGURES, "fig3-3 E(Humidity=Normal 6+,1-)"): impurity("tennis", ID3, ("Humidity", "Normal")),
    (FIGURES, "fig3-3 E(Wind=Weak 6+,2-)"): impurity("tennis", ID3, ("Wind", "Weak")),
    (FIGURES, "fig3-3 E(Wind=Strong 3+,3-)"): impurity("tennis", ID3, ("Wind", "Strong")),
    **{
        (FIGURES, f"{name} Gain(S_{branch.lower()},{column})"): score(
            "tennis", ID3, column, "gain", ("Outlook", branch)
        )
        for name, branch in (("fig3-4", "Sunny"), ("(unprinted)", "Rain"))
        for column in ("Humidity", "Temperature", "Wind")
    },
    **{
        (QUINLAN_1986, f"{name}({column})"): score("tennis", TEXTBOOK, column, part)
        for name, part in (("SplitInfo", "split_info"), ("GainRatio", "gain_ratio"))
        for column in ("Outlook", "Temperature", "Humidity", "Wind")
    },
    (DAY, "Gain(S,Day) 14 distinct ids"): score("tennis with Day", ID3, "Day", "gain"),
    (DAY, "SplitInfo(S,Day)=log2 14"): score("tennis with Day", TEXTBOOK, "Day", "split_info"),
    (DAY, "GainRatio(S,Day)"): score("tennis with Day", TEXTBOOK, "Day", "gain_ratio"),
    (GENDER, "H(D) 4F 5M"): impurity("gender", TEXTBOOK),
    (GENDER, "H(voice low: 1F 5M)"): impurity("gender", TEXTBOOK, ("voice", "低")),
    (GENDER, "H(D|voice)"): score("gender", TEXTBOOK, "voice", "impurity_after"),
    (GENDER, "g(D,voice)"): score("gender", TEXTBOOK, "voice", "gain"),
    (GENDER, "H(height<=175: 4F 1M)"): side("gender", TEXTBOOK, "height", 175, 0),
    (GENDER, "g(D,height>175)"): cut_at("gender", TEXTBOOK, "height", 173, "gain"),
    (GENDER, "H(A) height split 5/4"): cut_at("gender", TEXTBOOK, "height", 173, "split_info"),
    (GENDER, "IGR(D,height>175)"): cut_at("gender", TEXTBOOK, "height", 173, "gain_ratio"),
    (GENDER, "gini(hair>20)"): side("gender", CART, "hair", 20, 1),
    (GENDER, "gini(hair<=20)"): side("gender", CART, "hair", 20, 0),
    (GENDER, "gini(D, hair>20)"): lambda: after(sides("gender", CART, "hair", 20)),
    (GENDER, "Gini(D) 4F 5M (unprinted)"): impurity("gender", CART),
    (GENDER, "Gini decrease hair>20 (unprinted)"): cut_at("gender", CART, "hair", 18.5, "gain"),
    **{
        (GENDER, f"gain({column}<={cut:g}) (unprinted)"): cut_at(
            "gender", TEXTBOOK, column, cut, "gain"
        )
        for column, cuts in (("height", HEIGHTS), ("hair", HAIRS))
        for cut in cuts
    },
    (FANG_9_4, "E_n(D)"): impurity("credit", ID3),
    (FANG_9_4, "gain X1 学历"): score("credit", ID3, "edu", "gain"),
    (FANG_9_4, "gain X2 是否有房"): score("credit", ID3, "house", "gain"),
    (FANG_9_4, "gain X3 是否已婚"): score("credit", ID3, "married", "gain"),
    (FANG_9_4, "gain X4 收入"): score("credit", ID3, "income", "gain"),
    (LI_HANG, "H(D)"): impurity("loan", ID3),
    **{
        (LI_HANG, f"g(D,{column})"): score("loan", ID3, column, "gain")
        for column in ("age", "job", "house", "credit")
    },
    (LI_HANG, "H(D2) house=no 3/6"): impurity("loan", ID3, ("house", "否")),
    **{
        (LI_HANG, f"g(D2,{column})"): score("loan", ID3, column, "gain", ("house", "否"))
        for column in ("age", "job", "credit")
    },
    **{
        (LI_HANG_CART, f"Gini(D,{column}={level})"): gini_given(column, level)
        for column, levels in {
            "age": ("青年", "中年", "老年"),
            "job": ("是",),
            "house": ("是",),
            "credit": ("非常好", "好", "一般"),
        }.items()
        for level in levels
    },
    (WEATHER, "I_E([3,3])"): impurity("tennis", ID3, ("Wind", "Strong")),
    (WEATHER, "I_E([6,2])"): impurity("tennis", ID3, ("Wind", "Weak")),
    (WEATHER, "I_E([3,3],[6,2])"): score("tennis", ID3, "Wind", "impurity_after"),
    (WEATHER, "I_E([9,5])"): impurity("tennis", ID3),
    (WEATHER, "I_E([5,4,5])"): score("tennis", ID3, "Outlook", "split_info"),
    (WEATHER, "IG(windy)"): score("tennis", ID3, "Wind", "gain"),
    (WEATHER, "IG(Outlook)"): score("tennis", ID3, "Outlook", "gain"),
    (WEATHER, "IG(Temperature)"): score("tennis", ID3, "Temperature", "gain"),
    (WEATHER, "IG(Humidity)"): score("tennis", ID3, "Humidity", "gain"),
    (WEATHER, "IGr(outlook)"): score("tennis", TEXTBOOK, "Outlook", "gain_ratio"),
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
    (HITTERS, "mean log Salary R1 (n=90)"): mean_of_region(0),
    (HITTERS, "mean log Salary R2 (n=90)"): mean_of_region(1, 0),
    (HITTERS, "mean log Salary R3 (n=83)"): mean_of_region(1, 1),
}

WORDS: dict[tuple[str, str], Callable[[], str]] = {
    (MITCHELL, "Humidity branches 3+4-/6+1- (text)"): halves_of_humidity,
    (GENDER, "sorted unique heights"): lambda: texts(table("gender").columns[0].distinct),
    (GENDER, "midpoints"): tried_heights,
    (GENDER, "ranking claim voice > height>175"): voice_or_height,
    (FANG_9_4, "root by information gain"): lambda: root_of("credit", ID3),
    (GOLF, TRAP): root_of_textbook_golf,
    (UNKNOWN, "weight of the case in sunny/overcast/rain"): weights_of_the_case,
    (HITTERS, "root split over Years,Hits on log Salary"): root_of_hitters,
}
"""Entries that are texts, and follow from the engine all the same."""
