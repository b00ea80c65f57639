"""Which candidate wins: ties, the guards of C4.5, and what is said of the others."""

import math
from collections.abc import Sequence

import numpy as np
import pandas as pd
import pytest

import dtcore as dt
from dtcore.policies.selection import ties_with
from tests.small_tables import CLASSES, THRESHOLDS, dataset, table, verdicts, weighed


def winner(data: dt.Dataset, recipe: str) -> str:
    return data.columns[weighed(data, recipe).winner].name


# ---------------------------------------------------------------- ties


@pytest.mark.parametrize("recipe", CLASSES)
def test_of_tied_columns_the_first_wins_and_the_others_are_shown_as_tied(recipe: str) -> None:
    data = table("uuvv" * 2, c="pqpqqpqp", a="ppqq" * 2, b="qqpp" * 2)
    assert verdicts(data, recipe)[1:] == ["WINS", "TIED"]
    assert dt.start(data, dt.recipe(recipe)).propose().move.split.column == 1


@pytest.mark.parametrize("recipe", ["cart", "cart_sklearn"])
def test_iris_starts_with_a_tie(recipe: str) -> None:
    """Petal length at 2.45 and petal width at 0.8 both set setosa apart; the length comes first."""
    data = dataset("iris")
    assert verdicts(data, recipe) == ["LOWER", "LOWER", "WINS", "TIED"]
    cuts = [candidate.split.cut for candidate in weighed(data, recipe).candidates[2:]]
    assert cuts == pytest.approx([2.45, 0.8], abs=1e-7)


@pytest.mark.parametrize("recipe", THRESHOLDS)
def test_of_tied_cuts_the_lowest_wins(recipe: str) -> None:
    """Two rows of u between two times two of v: the cuts on either side mirror each other."""
    data = table("vvuuvv", x=[1.0, 1.0, 2.0, 2.0, 3.0, 3.0])
    [candidate] = weighed(data, recipe).candidates
    assert candidate.split.cut == (1.0 if recipe in ("c45", "j48") else 1.5)
    assert candidate.tied == 1


def test_rounding_decides_no_tie() -> None:
    """Both cuts have a gain ratio of 1; the lower one's comes out a last digit short."""
    lesson = dt.start(table("uvvww", x=[1.0, 2.0, 3.0, 4.0, 5.0]), dt.recipe("c45_textbook"))
    ratios = dt.curve(lesson.problem, lesson.state, (), 0).rank
    assert ratios[0] < ratios[2] == pytest.approx(ratios[0], rel=1e-15)
    assert lesson.propose().move.split == dt.Threshold(0, 1.5)
    assert lesson.propose().evidence.candidates[0].tied == 1


def test_of_tied_groupings_the_smallest_left_group_wins() -> None:
    """Four levels with a class each: all seven groupings gain 0.25."""
    [candidate] = weighed(table("uvwx", x="abcd"), "cart").candidates
    assert candidate.split == dt.Subset(0, (0,), (1, 2, 3))
    assert candidate.tied == 6


def test_of_tied_cuts_of_the_ordered_levels_the_smallest_left_group_wins() -> None:
    """Means of 1, 0 and -1: {a} | {b, c} lowers the squares as {a, b} | {c} does."""
    [candidate] = weighed(table([1.0, 0.0, 0.0, -1.0], x="abbc"), "regression").candidates
    assert candidate.split == dt.Subset(0, (0,), (1, 2))
    assert candidate.tied == 1


@pytest.mark.parametrize(
    ("recipe", "y"), [("cart", "uvvvvu"), ("regression", [1.0, 0.0, 0.0, 0.0, 0.0, 1.0])]
)
def test_a_group_need_not_be_of_neighbours(recipe: str, y: Sequence[object]) -> None:
    [candidate] = weighed(table(y, x="abbccd"), recipe).candidates
    assert candidate.split == dt.Subset(0, (0, 3), (1, 2))


@pytest.mark.parametrize(
    ("score", "best", "before", "tied"),
    [
        (1 - 0.9e-9, 1.0, 0.5, True),
        (1 - 1.1e-9, 1.0, 0.5, False),
        (1e-10, 2e-10, 0.5, True),  # both are nothing beside the impurity
        (1e-10, 2e-10, 0.0, False),
        (99.0 - 0.9e-7, 99.0, 1.0, True),
    ],
)
def test_scores_tie_within_a_billionth(
    score: float, best: float, before: float, tied: bool
) -> None:
    """Of the larger of the best score and the impurity before."""
    assert bool(ties_with(*map(np.array, (score, best, before)))) == tied


def test_tied_classes_go_to_the_first_level() -> None:
    frame = pd.DataFrame({"x": ["a"] * 4, "y": list("vuvu")})
    for classes in ("uv", "vu"):
        ordered = frame.assign(y=pd.Categorical(frame["y"], list(classes), ordered=True))
        tree = dt.grow(dt.Dataset.from_frame(ordered, target="y"), dt.recipe("id3"))
        assert list(dt.predict(tree, frame)) == [classes[0]] * 4


# ---------------------------------------------------------------- C4.5's guards


def test_a_column_of_names_fools_gain_and_is_ruled_out_by_c45() -> None:
    """Mitchell 1997, §3.7.3: Day has the largest gain and the largest ratio of all."""
    data = dataset("playtennis", roles={})
    assert winner(data, "id3") == "Day"
    assert weighed(data, "id3").candidates[0].scores["gain"] == pytest.approx(0.940286, abs=1e-6)
    assert winner(data, "c45_textbook") == "Day"
    found = weighed(data, "c45")
    assert found.candidates[0].verdict == dt.Verdict.TOO_FEW_ROWS
    assert found.candidates[0].scores["gain_ratio"] == pytest.approx(0.246966, abs=1e-6)
    assert winner(data, "c45") == "Outlook"


def test_what_is_ruled_out_is_ranked_last() -> None:
    """Day has the largest gain ratio, and no claim to the second place."""
    found = weighed(dataset("playtennis", roles={}), "c45")
    order = [candidate.verdict.name for candidate in found.ranked("gain_ratio")]
    assert order[:2] == ["WINS", "LOWER"]
    assert "TOO_FEW_ROWS" in order[2:]


def test_the_average_leaves_out_columns_with_many_levels() -> None:
    """Release 8: at least 0.3 n levels, n the rows of the whole table, unless all are such."""
    y = "uuuuvvvvuv"
    data = table(y, many="aabbccddde", few="aaaabbbbab")
    found = weighed(data, "c45")
    many, few = (candidate.scores["gain"] for candidate in found.candidates)
    assert found.average == pytest.approx(few)
    only = weighed(table(y, many="aabbccddde"), "c45")
    assert only.average == pytest.approx(many)


def test_three_levels_of_ten_rows_are_many() -> None:
    """At least 0.3 n: the three levels of x count for nothing beside the two of z."""
    found = weighed(table("uuuuvvvvuv", x="aaaabbbccc", z="aaaabbbbab"), "c45")
    assert found.average == pytest.approx(found.candidates[1].scores["gain"])


def test_a_gain_a_little_below_the_average_will_do() -> None:
    """Release 8 takes 0.001 bits off the average; x and z differ in one light row."""
    rows = [("a", "c", "u", 50.0), ("b", "d", "v", 50.0), ("a", "c", "v", 10.0)]
    rows += [("b", "d", "u", 10.0), ("a", "d", "u", 0.1)]
    frame = pd.DataFrame(rows, columns=["x", "z", "y", "w"])
    found = weighed(dt.Dataset.from_frame(frame, target="y", weights="w"), "c45")
    x, z = found.candidates
    assert 0 < found.average - z.scores["gain"] < 1e-3
    assert (x.verdict, z.verdict) == (dt.Verdict.WINS, dt.Verdict.LOWER)


def test_a_column_with_next_to_no_split_info_is_ruled_out_by_c45() -> None:
    """Two rows beside twice fifty thousand: a split info of 0.0004 bits, below 0.001."""
    frame = pd.DataFrame({"x": list("abb"), "y": list("uuv"), "w": [2.0, 5e4, 5e4]})
    data = dt.Dataset.from_frame(frame, target="y", weights="w")
    assert verdicts(data, "c45") == ["NO_SPLIT_INFO"]
    assert verdicts(data, "c45_textbook") == ["WINS"]


def test_a_candidate_below_the_average_gain_is_ruled_out_whatever_its_ratio() -> None:
    """Wind and Temperature of PlayTennis gain less than the average of 0.119 bits."""
    found = weighed(dataset("playtennis"), "c45")
    assert found.average == pytest.approx((0.246750 + 0.029223 + 0.151836 + 0.048127) / 4, abs=1e-6)
    names = [candidate.verdict.name for candidate in found.candidates]
    assert names == ["WINS", "BELOW_AVERAGE_GAIN", "LOWER", "BELOW_AVERAGE_GAIN"]


def test_the_price_of_the_choice_is_taken_off_before_the_ratio() -> None:
    """Golf, sunny: humidity gains 0.971 bits less log2(2)/5, over a split info of 0.971."""
    lesson = dt.start(dataset("golf"), dt.recipe("c45")).step()
    humidity = dt.weigh(lesson.problem, lesson.state, (0,)).candidates[2].scores
    assert humidity["correction"] == pytest.approx(0.2)
    assert humidity["gain_ratio"] == pytest.approx((0.970951 - 0.2) / 0.970951, abs=1e-6)


@pytest.mark.parametrize(("rows", "floor"), [(20, 2), (100, 5), (400, 20), (600, 25), (1000, 25)])
def test_the_smaller_side_of_a_cut_grows_with_the_node(rows: int, floor: int) -> None:
    """Release 8: at least max(m, min(25, 0.1 n / classes)) rows, here for m = 2, two classes."""
    data = table("uv" * (rows // 2), x=[float(i) for i in range(rows)])
    [candidate] = weighed(data, "c45").candidates
    assert candidate.scores["tries"] == rows - 2 * floor + 1
    tries = candidate.scores["tries"]
    assert candidate.scores["correction"] == pytest.approx(math.log2(tries) / rows)


# ---------------------------------------------------------------- verdicts


def test_a_column_that_was_asked_is_not_asked_again() -> None:
    """A nominal column once per path, where each level has its branch."""
    lesson = dt.start(dataset("playtennis"), dt.recipe("id3")).step()
    outlook = dt.weigh(lesson.problem, lesson.state, (0,)).candidates[0]
    assert (outlook.verdict, outlook.split) == (dt.Verdict.USED_ON_PATH, None)


def test_a_number_or_a_group_can_be_asked_again() -> None:
    data = table("uvuv", x=[1.0, 2.0, 3.0, 4.0])
    tree = dt.grow(data, dt.recipe("c45_textbook"))
    assert [node.split for node in tree if node.split] == [
        dt.Threshold(0, 1.5),
        dt.Threshold(0, 2.5),
        dt.Threshold(0, 3.5),
    ]
    groups = dt.grow(table("uuvvww", x="aabbcc"), dt.recipe("cart"))
    assert [n.split for n in groups if n.split] == [
        dt.Subset(0, (0,), (1, 2)),
        dt.Subset(0, (1,), (2,)),
    ]


def test_every_verdict_is_reached() -> None:
    """Each with a table that calls for it; what they mean is shown by the tests above."""
    lesson = dt.start(dataset("playtennis"), dt.recipe("id3")).step()
    reached = {c.verdict for c in dt.weigh(lesson.problem, lesson.state, (0,)).candidates}
    lopsided = pd.DataFrame({"x": list("aabb"), "y": list("uvuu"), "w": [1e6, 1e6, 2, 2]})
    for data, recipe in (
        (dt.Dataset.from_frame(lopsided, target="y", weights="w"), "c45"),
        (dataset("playtennis", roles={}), "c45"),
        (dataset("golf"), "c45"),
        (dataset("iris"), "cart"),
        (table("uuvv", same="aaaa", x="ccdd"), "cart"),
        (dataset("xor"), "cart"),
    ):
        reached |= {candidate.verdict for candidate in weighed(data, recipe).candidates}
    assert reached == set(dt.Verdict)


def test_the_best_is_refused_where_a_rule_demands_more() -> None:
    """On XOR all switches tie at no gain, and none of them is worth a question to CART."""
    assert verdicts(dataset("xor"), "cart") == ["REFUSED"] * 3
    assert weighed(dataset("xor"), "id3").candidates[0].verdict == dt.Verdict.WINS
