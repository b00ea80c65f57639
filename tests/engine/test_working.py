"""Workings with a mistake planted in one line, right ones written in six ways, prose, and whole
workings in the styles of course texts with one statement made false."""

import itertools
import random
from collections.abc import Iterator
from functools import cache

import pandas as pd
import pytest

import dtcore as dt
from dtshow.tables.catalogue import called
from dttools.printing import Digits
from dttools.teach.diagnosis import Mistake
from dttools.teach.exercise import exercises
from dttools.teach.typed_numbers import plain_text, typed_sums
from dttools.teach.working import Mark, Marks, Solution, told
from tests.engine.whole_workings import STYLES, Style, Written, marks_of, spoiled_of, text_of
from tests.engine.written_workings import TABLES, WAYS, lines_of, planted, right
from tests.small_tables import dataset, weighed

STEPS = [(table, recipe) for table, recipes in TABLES.items() for recipe in recipes]
FEW = [("playtennis", "id3"), ("golf", "c45"), ("gender", "cart")]


@cache
def solution(key: str, recipe: str) -> Solution:
    data = dataset(key)
    return Solution(dt.recipe(recipe), data.schema, weighed(data, recipe))


def marks(key: str, recipe: str, text: str) -> Marks:
    return Marks.of(solution(key, recipe).check(text))


def spoiled(key: str, recipe: str) -> Iterator[tuple[str, str, int, Mistake]]:
    """Each mistake at each line, the ways of writing in turn."""
    asked = lines_of(solution(key, recipe))
    many = [[(way, *one) for one in planted(asked, way)] for way in WAYS]
    for k, those in enumerate(zip(*many, strict=True)):
        way, text, line, kind = those[k % len(WAYS)]
        if (way, kind) != ("ln", Mistake.NATURAL_LOG):  # which is no mistake where ln is written
            yield way, text, line, kind


def assert_right(key: str, recipe: str) -> None:
    asked = lines_of(solution(key, recipe))
    for way in WAYS:
        found = marks(key, recipe, right(asked, way))
        assert (found.right, found.carried, found.wrong) == (len(asked), 0, 0), (way, key, recipe)


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("So Outlook is best, choose Humidity.", "Humidity"),
        ("Gain(Outlook) = 0.247 is the largest, hence we select **Wind**", "Wind"),
        ("Gain(Wind) = 0.048 is the largest, so choose Wind", "Wind"),
        ("So Outlook is best, choose Outlook.", ""),
        ("So where Outlook = Sunny, Humidity is best, choose Humidity.", ""),
        ("If we choose Humidity, the gain is 0.152", ""),
        ("Outlook is best, so do not choose Humidity", ""),
        ("So Humidity is best, choose Humidity.", "Humidity"),
        (
            "Gain(Outlook) = 0.247\nGain(Wind) = 0.048\nSo we choose Humidity as the root.",
            "Humidity",
        ),
        ("Gain(Outlook) = 0.247\nSo we choose Outlook.\nThen we choose Humidity.", ""),
        ("Gain(Outlook) = 0.247\nWe choose Humidity as the root.", "Humidity"),
        ("Gain(Outlook) = 0.247\n选择Humidity作为根结点", "Humidity"),
        ("Gain(Outlook) = 0.247\n最优特征是Wind", "Wind"),
        ("Gain(Outlook) = 0.247\nHumidity的增益最大", "Humidity"),
        ("Gain(Outlook) = 0.247\nWind has the highest gain.", "Wind"),
        ("Gain(Outlook) = 0.247\nOutlook has the largest information gain.", ""),
        ("Gain(Outlook) = 0.247\nFor Sunny, Humidity has the largest gain.", ""),
        ("Gain(Outlook) = 0.247\nThe best attribute is Wind.", "Wind"),
        ("Gain(Outlook) = 0.247\nThe best attribute is Outlook.", ""),
        ("Gain(Outlook) = 0.247\nSo for Sunny we choose Humidity.", ""),
    ],
)
def test_a_column_that_is_chosen_though_another_wins_is_wrong(text: str, column: str) -> None:
    wrong = [
        text[one.start : one.end]
        for one in solution("playtennis", "id3").check(text)
        if one.statement and not one.statement.right
    ]
    assert wrong == [column] * (column != "")


def share_named(steps: list[tuple[str, str]], most: int) -> float:
    """Of planted mistakes, those that are marked where they are, and named."""
    each = [list(spoiled(*step)) for step in steps]
    some = [
        (step, one)
        for step, those in zip(steps, each, strict=True)
        for one in those[:: max(1, sum(map(len, each)) // most)]
    ]
    found = []
    for (key, recipe), (_way, text, line, kind) in some:
        first = marks(key, recipe, text).first
        found.append(
            first is not None
            and first.said is not None
            and (first.line, first.said.mistake) == (line, kind)
        )
    return sum(found) / len(found)


@pytest.mark.parametrize(("key", "recipe"), FEW[:2])
def test_a_right_answer_is_right_in_every_way_of_writing(key: str, recipe: str) -> None:
    assert_right(key, recipe)


def test_a_planted_mistake_is_marked_where_it_is() -> None:
    assert share_named(FEW, 24) >= 0.95


@pytest.mark.nightly
@pytest.mark.parametrize(("key", "recipe"), STEPS)
def test_none_of_120_right_answers_is_called_wrong(key: str, recipe: str) -> None:
    assert_right(key, recipe)


@pytest.mark.nightly
def test_of_280_planted_mistakes_nearly_all_are_named() -> None:
    assert len(STEPS) == 20
    assert share_named(STEPS, 280) >= 0.95


PROSE = [
    # (table, recipe, text, line and mistake of the first error, or None)
    (
        "playtennis",
        "id3",
        "The whole set has 9 yes and 5 no, so its entropy is about 0.940 bits.\n"
        "Sunny has 2 yes and 3 no, entropy 0.971; Overcast is pure; Rain again 0.971.\n"
        "The weighted average is (5/14)(0.971) + (4/14)(0) + (5/14)(0.971) = 0.694, so the "
        "information gain is 0.940 - 0.694 = 0.246.\n"
        "For Humidity I get 0.152, for Wind 0.048 and for Temperature 0.029.",
        None,
    ),
    (
        "playtennis",
        "id3",
        "**Step 1: entropy**\n$$H(S) = -\\frac{9}{14}\\log_2\\frac{9}{14} - "
        "\\frac{5}{14}\\log_2\\frac{5}{14} \\approx 0.9403$$\n**Step 2: Wind**\n"
        "- Weak (8 samples): 6 Yes, 2 No → $H = 0.811$\n"
        "- Strong (6 samples): 3 Yes, 3 No → $H = 1.0$\n"
        "$$IG(S, \\text{Wind}) = 0.9403 - 0.811 - 1.0 = -0.871$$",
        (6, Mistake.NO_WEIGHTS),
    ),
    (
        "playtennis",
        "id3",
        "整个数据集的熵为0.940。按Outlook划分：Sunny：0.971，Overcast：0，Rain：0.971。\n"
        "Outlook的条件熵为0.694，所以信息增益是0.247；Humidity的信息增益是0.152。\n"
        "H(D|Wind)=8/14×0.811+6/14×1=0.892，g(D,Wind)＝0.940－0.892＝０．０４８",
        None,
    ),
    (
        "playtennis",
        "id3",
        "0.247 is the gain of Outlook, which beats 0.029 for Temperature.\n"
        "The gain of Wind is 0.892.",
        (2, Mistake.CHILDREN),
    ),
    (
        "playtennis",
        "id3",
        "Using natural logarithms, H(S) = 0.652 nats and the gain of Outlook is 0.171 nats.",
        None,
    ),
    (
        "playtennis",
        "id3",
        "H(S) = -9/14 log(9/14) - 5/14 log(5/14) = 0.652, with log to the base two.",
        (1, Mistake.NATURAL_LOG),
    ),
    (
        "playtennis",
        "cart",
        "Gini(D) = 1 - (9/14)^2 - (5/14)^2 = 0.459\nOutlook ∈ {Sunny, Rain}: Gini = 0.5\n"
        "The Gini of the split is 10/14*0.5 = 0.357, a decrease of 0.459-0.357=0.102.\n"
        "Gini(Wind=Weak) = 1-(6/8)**2-(2/8)**2 = 0.375; Gini(Wind=Strong)=0.5\n"
        "Gini(D, Wind) = 0.875",
        (5, Mistake.NO_WEIGHTS),
    ),
    (
        "golf",
        "c45",
        "SplitInfo(outlook) = 1.577; GainRatio(outlook)=0.247/1.577=0.156\n"
        "(see section 3.4.2) 14 rows, 5/14 = 0.357 for sunny. Gain(humidity<=75) = 0.118",
        None,
    ),
    (
        "golf",
        "c45",
        "The split info of outlook is 1.577.\nSo the gain ratio of outlook is 0.247.",
        (2, Mistake.NO_SPLIT_INFO),
    ),
    (
        "playtennis",
        "id3",
        "H(S) = -9/14 log2(9/14) - 5/14 log2(5/14) = 0.840\n"
        "Gain(Outlook) = 0.840 - 0.694 = 0.146\nOn 29 November we had 14.5 degrees.",
        (1, Mistake.ARITHMETIC),
    ),
]


@pytest.mark.parametrize(("key", "recipe", "text", "error"), PROSE)
def test_prose(key: str, recipe: str, text: str, error: tuple[int, Mistake] | None) -> None:
    first = marks(key, recipe, text).first
    said = first.said if first else None
    assert (first and said and (first.line, said.mistake)) == error


WHOLE_TREE = """The Gini index of the root is 0.459; its entropy is 0.940.
Gain(S, Outlook) = 0.246; Gain(S, Wind) = 0.048
### Outlook = Sunny
The entropy is 0.971, the gain of Temperature is 0.571 and the gain of Wind is 0.020.
Gain(Rain, Temperature) = 0.020
Back at the root, the gain of Humidity is 0.099."""


def test_what_is_right_at_another_node_or_by_the_criterion_named_is_not_wrong() -> None:
    data, recipe = dataset("playtennis"), dt.recipe("id3")
    steps = [one.weighed for one in exercises(dt.start(data, recipe), 20) if one.weighed]
    for here in steps[:2]:
        step = Solution(recipe, data.schema, here, elsewhere=steps)
        found = step.check(WHOLE_TREE)
        assert [one.line for one in found if one.mark is not Mark.RIGHT] == [6]
    alone = Solution(recipe, data.schema, steps[0]).check(WHOLE_TREE)
    assert [one.line for one in alone if one.mark is Mark.WRONG] == [6]  # nothing else is sure
    by_gini = marks("playtennis", "cart", "The information gain of Outlook is 0.247.")
    assert by_gini.wrong == 0


@pytest.mark.parametrize(
    "name",
    ["H(D)", "E(S)", "En(D)", "数据集D的经验熵", "经验熵", "The entropy of the whole table"],
)
def test_a_text_that_begins_with_a_node_does_not_mean_a_branch_of_it(name: str) -> None:
    data, recipe = dataset("playtennis"), dt.recipe("id3")
    steps = [one.weighed for one in exercises(dt.start(data, recipe), 20) if one.weighed]
    step, sunny = (Solution(recipe, data.schema, here, elsewhere=steps) for here in steps[:2])
    (wrong,) = step.check(f"{name} = 0.971")  # which is that of Outlook = Sunny
    assert (wrong.mark, wrong.said and wrong.said.right.value) == (
        Mark.WRONG,
        pytest.approx(0.940286),
    )
    assert Marks.of(sunny.check(f"{name} = 0.971")).right == 1
    assert Marks.of(sunny.check(f"{name} = 0.940")).wrong == 0
    assert Marks.of(step.check(f"Outlook = Sunny\n{name} = 0.971")).wrong == 0


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("IGR(D, height是否大于175cm) = 0.5953", 0),  # another cut than the best
        ("The gain ratio of height above 175 is 0.5953.", 0),
        ("The gain ratio of height is 0.5953.", 1),
    ],
)
def test_a_number_is_that_of_the_best_cut_unless_another_is_named(text: str, wrong: int) -> None:
    found = solution("gender", "c45_textbook").check(text)
    assert Marks.of(found).wrong == wrong
    assert [str(told(one, Digits())[0]) for one in found] == [
        "gain ratio of height ≤ 167.5 is 0.6074."
    ] * wrong


@pytest.mark.parametrize(
    ("text", "marks_of"),
    [
        ("H(D) = -(8/14)log2(8/14)-(6/14)log2(6/14) = 0.940", [Mark.WRONG]),
        ("H(D) = -(9/14)log2(9/14)-(5/14)log2(5/14) = 0.940", [Mark.RIGHT]),
        ("H(D) = -9/14 log2(9/14) - … = 0.940", [Mark.RIGHT]),
        ("H(D) = -9/14 log(9/14) - 5/14 log(5/14) = 0.940", [Mark.RIGHT]),
        ("Gain_ratio(D,Outlook) = 0.246/1.577 = 0.156", [Mark.RIGHT]),
        ("子数据集D1的经验熵是0.971", []),  # of which branch?
        ("H(D)=0.940\nH(D)=0.971", [Mark.RIGHT, Mark.WRONG]),
        ("Outlook = Sunny 的熵为0.940", [Mark.WRONG]),
        ("根结点的熵是1.0", []),
        ("H(D) = 0.5", [Mark.WRONG]),
        ("信息熵为0.971", []),
        ("Outlook = Sunny: 信息熵为0.971", [Mark.RIGHT]),
        ("H(D|Outlook)=5/14×0.971+5/14×0+4/14×0.971=0.694", [Mark.WRONG]),
        ("H(D|Outlook)=5/14×0.97+4/14×0+5/14×0.97=0.693", [Mark.RIGHT]),
        ("H(D)=-9/14log2(5/14)-5/14log2(9/14)=0.940", [Mark.WRONG]),
    ],
)
def test_a_sum_of_counts_comes_to_what_is_said(text: str, marks_of: list[Mark]) -> None:
    assert [one.mark for one in solution("playtennis", "id3").check(text)] == marks_of


def test_an_error_carried_on_is_said_to_be_one() -> None:
    found = solution("playtennis", "id3").check(PROSE[-1][2])
    assert [one.mark for one in found] == [Mark.WRONG, Mark.CARRIED]
    assert found[1].since == 1
    assert [str(one) for one in told(found[1], Digits())] == [
        "gain of Outlook: follows from line 1, where the error is."
    ]


def test_the_branch_without_its_weight_is_named() -> None:
    text = "Weighted entropy of Outlook = 5/14*0.971 + 0 + 0.971 = 1.318\n"
    text += "Weighted entropy of Wind = 8/14*0.811 + 1 = 1.464"
    found, other = solution("playtennis", "id3").check(text)
    assert str(told(other, Digits())[1]) == "You left out the weight at Wind = Strong: 6/14."
    assert [str(one) for one in told(found, Digits())] == [
        "weighted entropy after Outlook is 0.6935.",
        "You left out the weight at Outlook = Sunny or Outlook = Rain: 5/14.",
    ]


@pytest.mark.parametrize(
    "text", ["", "no number", "(" * 9000, "-" * 9000, "1/0 = 2", "log2(0)", "((", "=", "0.5.5", "−"]
)
def test_what_claims_nothing_has_no_mark(text: str) -> None:
    assert marks("playtennis", "id3", text).all == 0


def test_sums_are_read_as_they_are_written() -> None:
    ways = [
        r"-\frac{9}{14}\log_2\frac{9}{14}-\frac5{14}\log_{2}(5/14)",
        "−9/14·log₂(9/14) − 5/14·log₂ 5/14",
        "-(9/14)*ln(9/14)/ln(2)-(5/14)*ln(5/14)/ln2",
        "－９／１４×ｌｏｇ２（９／１４）",
    ]
    for text in ways[1:3]:
        (found,) = typed_sums(plain_text(text))
        assert found.value == pytest.approx(0.940286, abs=1e-6)
        assert (found.start, found.end) == (0, len(text))
    (squares,) = typed_sums(plain_text("1 − (9/14)² − (5/14)^{2}"))
    assert squares.value == pytest.approx(0.459184, abs=1e-6)
    values = [one.value for one in itertools.chain(typed_sums(plain_text("94.0%, .94 0,94")))]
    assert values == pytest.approx([0.94, 0.94, 0.94])


WATERMELON = """青绿,蜷缩,浊响,清晰,凹陷,硬滑,是 乌黑,蜷缩,沉闷,清晰,凹陷,硬滑,是
乌黑,蜷缩,浊响,清晰,凹陷,硬滑,是 青绿,蜷缩,沉闷,清晰,凹陷,硬滑,是 浅白,蜷缩,浊响,清晰,凹陷,硬滑,是
青绿,稍蜷,浊响,清晰,稍凹,软粘,是 乌黑,稍蜷,浊响,稍糊,稍凹,软粘,是 乌黑,稍蜷,浊响,清晰,稍凹,硬滑,是
乌黑,稍蜷,沉闷,稍糊,稍凹,硬滑,否 青绿,硬挺,清脆,清晰,平坦,软粘,否 浅白,硬挺,清脆,模糊,平坦,硬滑,否
浅白,蜷缩,浊响,模糊,平坦,软粘,否 青绿,稍蜷,浊响,稍糊,凹陷,硬滑,否 浅白,稍蜷,沉闷,稍糊,凹陷,硬滑,否
乌黑,稍蜷,浊响,清晰,稍凹,软粘,否
浅白,蜷缩,浊响,模糊,平坦,硬滑,否 青绿,蜷缩,沉闷,稍糊,稍凹,硬滑,否"""
"""周志华《机器学习》, table 4.1."""


@cache
def in_books(key: str, recipe: str) -> Solution:
    """The root, as the app knows it: with the names in other languages, and the other steps."""
    if key == "watermelon":
        rows = [row.split(",") for row in WATERMELON.split()]
        names = [*["色泽", "根蒂", "敲声", "纹理", "脐部", "触感", "好瓜"]]
        data = dt.Dataset.from_frame(pd.DataFrame(rows, columns=names), target="好瓜")
    else:
        data = dataset(key)
    steps = [one.weighed for one in exercises(dt.start(data, dt.recipe(recipe)), 20)]
    known = [one for one in steps if one is not None]
    return Solution(dt.recipe(recipe), data.schema, known[0], called(key), known)


WHOLE = [
    ("playtennis", "id3"), ("watermelon", "c45"), ("loan", "cart"), ("golf", "c45"),
    ("playtennis", "c45"), ("playtennis", "cart"), ("loan", "id3_lihang"), ("loan", "c45"),
    ("consumer_credit", "id3"), ("contact_lenses", "id3"), ("gender", "cart"),
    ("watermelon", "id3"), ("watermelon", "cart"),
]  # fmt: skip
EACH = [
    pytest.param(
        *at, style, marks=[] if k < 4 else pytest.mark.nightly, id=f"{at}-{style.__name__}"
    )
    for k, at in enumerate(WHOLE)
    for style in STYLES
]


@pytest.mark.parametrize(("key", "recipe", "style"), EACH)
def test_of_a_right_working_nothing_is_crossed_and_nearly_all_ticked(
    key: str, recipe: str, style: Style
) -> None:
    step = in_books(key, recipe)
    for decimals in (3, 4):
        working = style(Written(step, decimals))
        found = marks_of(working, step.check(text_of(working)))
        assert not {Mark.WRONG, Mark.CARRIED} & set().union(*found.values())
        assert sum(one == {Mark.RIGHT} for one in found.values()) >= 0.95 * len(found)


@pytest.mark.parametrize(("key", "recipe", "style"), EACH)
def test_what_is_made_false_is_never_ticked_and_nothing_else_crossed(
    key: str, recipe: str, style: Style
) -> None:
    step = in_books(key, recipe)
    working = style(Written(step, 4))
    false = [*spoiled_of(working)]
    some = random.Random(f"{key} {recipe}").sample(false, min(len(false), 8))
    for at, wrong in [*some, *(one for one in false if working[one[0]].kind == "choice")]:
        found = marks_of(wrong, step.check(text_of(wrong)))
        assert Mark.RIGHT not in found[at], text_of(wrong)
        crossed = {k for k, one in found.items() if Mark.WRONG in one}
        assert crossed <= {at}, text_of(wrong)
        if working[at].kind == "choice":
            assert crossed == {at}, text_of(wrong)


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        # a whole node, after columns
        ("Gain(天气)=0.247\nH(D)=0.971", "0.247", "0.971"),
        ("按天气划分后，晴的熵为0.971。\nEn(D)=0.971", "", "0.971"),
        ("Gain(Wind)=0.048\nInfo(D)=0.971", "0.048", "0.971"),
        ("Gain(Wind)=0.048\n根结点的熵为0.971", "0.048", "0.971"),
        ("对于 天气=晴 的子集 D1：\nH(D)=0.971\nGain(湿度)=0.971\nGain(湿度)=0.151", "", ""),
        ("### Outlook = Sunny\nHumidity = High: 0 yes, 3 no, entropy is 0.000", "", ""),
        ("Outlook = Sunny, Humidity = High: entropy is 0.985", "", ""),
        # counts
        ("10个是，4个否", "", "10 4"),
        ("10 yes, 4 no", "", "10 4"),
        ("整个数据集有9个是，5个否", "9 5", ""),
        ("9 of 15 days are yes", "9", "15"),
        ("14个样本中有8个是", "14", "8"),
        ("Sunny: 3 yes, 2 no; Rain: 3 yes, 2 no", "3 2", "3 2"),
        ("晴：4个是，1个否", "", "4 1"),
        ("Day 9, yes. 5 no-shows", "", ""),
        # orders
        ("Gain: 0.246 < 0.151", "", "<"),
        ("Gain(Outlook)=0.246 > Gain(Humidity)=0.151", "0.246 > 0.151", ""),
        ("Gain(Wind) > Gain(Outlook)", "", ">"),
        ("信息增益：天气 > 湿度 > 气温 > 风力", "> >", ">"),
        ("天气 > 风力 > 湿度", ">", ">"),
        ("H(D|Outlook) < H(D|Wind)", "<", ""),
        ("Gain(Humidity)=0.152, Gain(Wind)=0.252, so by gain Wind > Humidity", "0.152", "0.252"),
        ("湿度、风力的信息增益分别为0.152、0.048", "0.152 0.048", ""),
        ("天气、湿度的信息增益分别为0.152、0.247", "", "0.152"),
        # choices
        ("所以选择湿度作为根结点。", "", "湿度"),
        ("所以选择天气作为根结点。", "天气", ""),
        ("So we choose Outlook.", "Outlook", ""),
        ("Outlook is chosen as the root.", "Outlook", ""),
        ("Suppose the entropy of the whole set was 0.5. The gain of Wind is not 0.152", "", ""),
        # what its words do not name
        ("0.048 for Humidity and 0.152 for Wind", "", ""),
        ("I got 0.940 on the exam, my grade is 0.247", "", ""),
        ("p(yes) = 5/14 = 0.357", "", ""),
        ("Entropy = 0.971", "", ""),
        ("For the left branch, H(D) = 0.971. The gain of Wind is 0.048", "", ""),
        ("对晴这个分支：H(D)=0.971，Gain(湿度)=0.971", "", ""),
        ("| | Entropy | Gain |\n| Wind | 0.892 | 0.152 |", "", ""),
        ("Outlook: 0.971", "", ""),
        ("湿度的增益0.152大于天气的增益0.247", "0.152 0.247", "大"),
        ("根结点为风力", "", "风力"),
        ("The root should be Wind.", "", "Wind"),
        ("D 共 14 个样本，是 9 个，否 5 个", "9 5", ""),
        ("g(D,A1) > g(D,A3)", ">", ""),
        ("A2 > A1", "", ">"),
        ("晴天 5 个：是 2，否 3", "", ""),
        ("| 特征 | H(D|A) | 信息增益 |\n| 气温 | 0.029 | 0.911 |", "", ""),
        ("H(晴)=0.972", "", ""),  # no weights are wrong where there are none
    ],
)
def test_only_what_is_sure_has_a_mark(text: str, right: str, wrong: str) -> None:
    found = in_books("playtennis", "id3").check(text)
    said = {
        mark: " ".join(text[one.start : one.end] for one in found if one.mark is mark)
        for mark in (Mark.RIGHT, Mark.WRONG)
    }
    assert said == {Mark.RIGHT: right, Mark.WRONG: wrong}


def test_what_is_so_is_said_of_counts_and_orders() -> None:
    text = "10 yes, 4 no\nSunny: 3 yes, 2 no\nGain(Wind) > Gain(Outlook)"
    found, left = in_books("playtennis", "id3").read(f"{text}\np(yes) = 0.643")
    assert [str(one) for each in found for one in told(each, Digits())] == [
        "Rows of class yes at this node: 9.",
        "Rows of class no at this node: 5.",
        "Rows of class yes at Outlook = Sunny: 2.",
        "Rows of class no at Outlook = Sunny: 3.",
        "The right order is Wind < Outlook.",
    ]
    assert (Marks.of(found).all, left) == (4, [4])


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("Gini(D,有工作=是)=5/15*0+10/15*0.48=0.32", "0.32", ""),
        ("Gini(D,有工作=是)=0.48", "", "0.48"),
        ("Gini(D,年龄=青年)=0.44", "0.44", ""),
        ("Gini(D,年龄=中年)=0.48", "", ""),  # another split than the best
        ("Gini(年龄=老年)=1-(4/5)^2-(1/5)^2=0.32", "", ""),
        ("Gini(D,年龄=中年)=5/15*0.48+10/15*0.48=0.38", "", "0.38"),  # it comes to 0.48
        ("Gini(D,A1=2)=0.48", "", ""),
        ("选择A3为最优特征", "A3", ""),
        ("选择A1为最优特征", "", "A1"),
        ("Gini(D,A3=1) < Gini(D,A2=1)", "", ""),
    ],
)
def test_one_value_is_set_apart_from_the_rest(text: str, right: str, wrong: str) -> None:
    """As Li Hang writes it: the index of the whole set, split by whether it is that value."""
    found = in_books("loan", "cart").check(text)
    said = {one.mark: text[one.start : one.end] for one in found}
    assert said == {k: v for k, v in ((Mark.RIGHT, right), (Mark.WRONG, wrong)) if v}


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("| 晴 | 3 | 2 | 0.971 |", 3),
        ("风力的增益0.048比气温的增益0.029小", 1),
        ("1. Gain(Wind) = 0.940 - 8/14*0.811 - 6/14*1 = 0.048", 0),
    ],
)
def test_what_is_not_read_is_counted_as_left_open(text: str, left: int) -> None:
    assert len(in_books("playtennis", "id3").read(text)[1]) == left
