"""Missing cells: what each policy does with them in growth, in evidence and in prediction."""

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtcore as dt
from dtcore import numbers
from dtcore.formula import Count, walk
from dtcore.growth.problem import State
from dtcore.growth.weighing import Weighed
from dtcore.model.detour import Surrogate
from dtcore.model.statistics import weight_of
from tests.small_tables import weighed
from tests.strategies import RECIPES, WHOLE, Table, fits, law, tables

POLICIES = (
    dt.Fractions(),
    dt.Surrogates(),
    dt.MajorityBranch(),
    dt.OwnBranch(),
)


def with_policy(recipe: dt.Recipe, policy: object) -> dt.Recipe | None:
    """The recipe with another policy; None if the two do not go together."""
    try:
        return replace(recipe, missing=policy)
    except dt.RecipeError:
        return None


EVERY = [
    changed
    for recipe in RECIPES
    for policy in POLICIES
    if (changed := with_policy(recipe, policy)) is not None
]
Case = tuple[Table, dt.Recipe]


@st.composite
def gappy(draw: st.DrawFn) -> Case:
    """A table with missing cells, and a recipe that takes it."""
    table = draw(tables(gaps=True))
    data = table.data()
    return table, draw(st.sampled_from([recipe for recipe in EVERY if fits(recipe, data)]))


@law
@given(gappy())
def test_growing_at_once_is_stepping_to_the_end(case: Case) -> None:
    data, recipe = case[0].data(), case[1]
    assert dt.start(data, recipe).finish().state.tree == dt.grow(data, recipe)


@law
@given(tables())
def test_without_missing_cells_every_policy_gives_the_same_tree(table: Table) -> None:
    data = table.data()
    for recipe in RECIPES:
        if fits(recipe, data):
            trees = [
                dt.grow(data, changed)
                for policy in (dt.Reject(), *POLICIES)
                if (changed := with_policy(recipe, policy)) is not None
            ]
            assert len(trees) >= 4
            assert all(tree == trees[0] for tree in trees)


@law
@given(gappy())
def test_every_missing_row_is_accounted_for(case: Case) -> None:
    """What was placed and what was sent make up the branches, and these the node."""
    data, recipe = case[0].data(), case[1]
    tree = dt.grow(data, recipe)
    for node in tree:
        if node.leaf:
            continue
        sent = dt.sending(data, tree, node.id)
        near = {"rel": 1e-12, "abs": 1e-12 * tree.weight(())}
        branches = [tree.weight(child) for child in tree.children(node.id)]
        assert (sent.placed + sent.parts.sum(axis=0)).tolist() == pytest.approx(branches, **near)
        assert sum(branches) == pytest.approx(tree.weight(node.id), **near)
        assert sent.parts.sum(axis=1) == pytest.approx(sent.weights, **near)
        gone = dt.judge(dt.Problem(data, recipe), State(tree, {}), node.id, node.split).unknown
        assert gone == pytest.approx(0 if recipe.missing.own else sent.weights.sum(), **near)


@law
@given(gappy())
def test_formulas_have_the_values_of_the_scores(case: Case) -> None:
    data, recipe = case[0].data(), case[1]
    lesson = dt.start(data, recipe).finish()
    for node in lesson.state.tree:
        found = dt.weigh(lesson.problem, lesson.state, node.id)
        whole = max(float(weight_of(found.stats, data.schema)), 1.0)
        for candidate in found.candidates:
            for name, score in candidate.scores.items():
                formula = dt.explain.score(recipe, data.schema, found, candidate, name)
                size = max(candidate.scores["impurity_before"], recipe.impurity.of(found.stats), 1)
                near = 1e-12 * size * (whole if name.startswith("squares") else 1)
                assert formula.value == pytest.approx(score, rel=1e-12, abs=near), name


@law
@given(gappy())
def test_counts_count_the_rows_that_they_name_with_their_fractions(case: Case) -> None:
    data, recipe = case[0].data(), case[1]
    lesson = dt.start(data, recipe).finish()
    for node in lesson.state.tree:
        found = dt.weigh(lesson.problem, lesson.state, node.id)
        for candidate in found.candidates:
            for name in candidate.scores:
                formula = dt.explain.score(recipe, data.schema, found, candidate, name)
                for part in walk(formula):
                    if isinstance(part, Count):
                        rows = numbers.rows_of(lesson.problem, lesson.state, part.query)
                        counted = float(rows.weights.sum())
                        assert part.value == pytest.approx(counted, rel=1e-9, abs=1e-12)


@law
@given(gappy())
def test_every_row_lands_and_its_shares_sum_to_one(case: Case) -> None:
    data, recipe = case[0].data(), case[1]
    tree = dt.grow(data, recipe)
    for shares, heaviest in zip(dt.leaf_shares(tree, data), dt.leaf_ids(tree, data), strict=True):
        assert sum(shares.values()) == pytest.approx(1.0)
        assert max(shares.values()) == shares[heaviest]
        assert all(tree[node].leaf for node in shares)
    if data.schema.classes:
        assert dt.predict_proba(tree, data).sum(axis=1) == pytest.approx(np.ones(len(data)))


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("name", ["id3", "c45", "cart", "cart_sklearn", "assistant"])
@pytest.mark.parametrize("columns", [{}, {"x": list("aabbab")}, {"n": [1.0, 2, 3, 4, 5, 6]}])
def test_a_column_without_a_single_cell_offers_nothing(
    policy: object, name: str, columns: dict
) -> None:
    """It has no level either, so no recipe can ask it; the others are asked all the same."""
    frame = pd.DataFrame({"empty": [None] * 6, **columns, "y": list("uuvvuv")})
    data = dt.Dataset.from_frame(frame, target="y")
    recipe = replace(dt.recipe(name), missing=policy)
    if not fits(recipe, data):
        return
    assert weighed(data, recipe).candidates[0].verdict == dt.Verdict.ONE_VALUE
    tree = dt.grow(data, recipe)
    assert tree == dt.start(data, recipe).finish().state.tree
    assert all(split is None or split.column for split in tree.splits)


# ---------------------------------------------------------------- C4.5's fractions


def quinlan() -> dt.Dataset:
    """The golf table with the outlook of the twelfth day missing. Quinlan 1993, §3.2."""
    frame = pd.read_csv("datasets/golf.csv", dtype={"windy": str})
    frame.loc[11, "outlook"] = None
    return dt.Dataset.from_frame(frame, target="play")


def test_the_tree_of_quinlans_example() -> None:
    """Leaves of 2.0, 3.4/0.4, 3.2, 2.4/0.4 and 3.0 rows."""
    text = dt.export.text(dt.grow(quinlan(), dt.recipe("c45"))).splitlines()
    assert text == [
        "outlook = overcast: yes (3.231)",
        "outlook = rain",
        "|   windy = false: yes (3)",
        "|   windy = true: no (2.385/0.385)",
        "outlook = sunny",
        "|   humidity ≤ 75: yes (2)",
        "|   humidity > 75: no (3.385/0.385)",
    ]


def test_the_working_of_quinlans_example() -> None:
    """13 of 14 days are known; the unknown one is a branch of split info. Quinlan prints .199,
    1.809 and, from these, .110."""
    data, recipe = quinlan(), dt.recipe("c45")
    found = weighed(data, recipe)
    outlook = found.candidates[0]
    assert (outlook.unknown, outlook.verdict) == (1.0, dt.Verdict.WINS)
    assert outlook.scores["known_share"] == 13 / 14
    formula = dt.explain.score(recipe, data.schema, found, outlook, "gain_ratio")
    lines = {part.symbol: part for part in dt.formula.named(formula)}
    digits = dt.formula.Digits()
    assert dt.formula.plain(lines["g(D,A)"], digits) == "13/14 × (0.961237 − 0.746885)"
    assert dt.formula.plain(lines["H_A(D)"], digits).endswith("1/14 log2(1/14)")
    assert digits.show(lines["g(D,A)"].value) == "0.1990"


def test_a_fraction_of_a_row_is_shown_as_such() -> None:
    """Of the rows under rain, 5/13 of the twelfth day is one."""
    data, recipe = quinlan(), dt.recipe("c45")
    lesson = dt.start(data, recipe).step()
    found = dt.weigh(lesson.problem, lesson.state, (1,))
    windy = found.candidates[3]
    formula = dt.explain.score(recipe, data.schema, found, windy, "gain")
    [before, *_] = dt.formula.named(formula)
    assert dt.formula.plain(before, dt.formula.Digits()).startswith("−2/5.384615 log2(2/5.384615)")
    assert lesson.state.bags[(1,)].weights.tolist()[-2:] == [5 / 13, 1]


def test_where_the_twelfth_day_went() -> None:
    data, recipe = quinlan(), dt.recipe("c45")
    sent = dt.sending(data, dt.grow(data, recipe), ())
    assert (sent.rows.tolist(), sent.weights.tolist()) == ([11], [1.0])
    assert sent.placed.tolist() == [3, 5, 5]
    assert sent.parts.tolist() == [[3 / 13, 5 / 13, 5 / 13]]
    assert sent.teller.tolist() == [-1]


def test_a_missing_cell_is_predicted_from_several_leaves() -> None:
    """Quinlan 1993, §3.2: of 5.4 days 2.0 are at play for certain, 3.4 with a chance of .4."""
    data = quinlan()
    tree = dt.grow(data, dt.recipe("c45"))
    day = pd.DataFrame(
        {"outlook": ["sunny"], "temperature": [70.0], "humidity": [np.nan], "windy": ["false"]}
    )
    no, yes = dt.predict_proba(tree, day)[0]
    assert yes == pytest.approx((2 + 5 / 13) / (5 + 5 / 13), abs=1e-15)
    assert no + yes == pytest.approx(1)
    [shares] = dt.leaf_shares(tree, day)
    assert shares == pytest.approx({(2, 0): 2 / (5 + 5 / 13), (2, 1): (3 + 5 / 13) / (5 + 5 / 13)})
    assert dt.leaf_ids(tree, day) == [(2, 1)]
    assert list(dt.predict(tree, day)) == ["no"]


# ---------------------------------------------------------------- awkward tables


def table(y: str, **columns: object) -> dt.Dataset:
    """Strings are levels, "?" a missing one; None is a missing number."""
    cells = {
        name: [None if cell == "?" else cell for cell in column]
        for name, column in {**columns, "y": y}.items()
    }
    kinds = {n: "nominal" if isinstance(c, str) else "numeric" for n, c in columns.items()}
    return dt.Dataset.from_frame(pd.DataFrame(cells), target="y", kinds=kinds)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("name", ["c45", "cart"])
def test_a_row_with_everything_missing(name: str, policy: object) -> None:
    """It counts at the root like any other, and goes where the policy sends it."""
    data = table("uuuvvv?"[:6] + "u", x="aaabbb?", n=[1.0, 2.0, 3.0, 7.0, 8.0, 9.0, None])
    recipe = replace(dt.recipe(name), missing=policy)
    tree = dt.grow(data, recipe)
    assert tree.weight(()) == 7
    assert sum(tree.weight(leaf.id) for leaf in tree if leaf.leaf) == pytest.approx(7)
    expected = {
        dt.Fractions(): [3.5, 3.5],
        dt.Surrogates(): [4, 3],  # no surrogate knows the row, and the branches tie
        dt.MajorityBranch(): [4, 3],
    }
    if policy in expected:
        assert [tree.weight(child) for child in tree.children(())] == expected[policy]
    everything = pd.DataFrame({"x": [None], "n": [np.nan]})
    assert len(dt.predict(tree, everything)) == 1


@pytest.mark.parametrize("policy", POLICIES[:3])
def test_a_column_that_is_missing_throughout_a_node_is_no_candidate(policy: object) -> None:
    """Under x = a no row has a number; it gains nothing there, and is not asked."""
    data = table("uvuvwwww", x="aaaabbbb", n=[None] * 4 + [1.0, 2.0, 3.0, 4.0], z="cdcdcccc")
    for name in ("c45", "cart"):
        recipe = replace(dt.recipe(name), missing=policy)
        lesson = dt.start(data, recipe).do(dt.Expand((), dt.Multiway(0)))
        found = dt.weigh(lesson.problem, lesson.state, (0,))
        assert found.candidates[1].verdict == dt.Verdict.ONE_VALUE
        assert found.winner == 2


def test_an_empty_branch_gets_no_fraction() -> None:
    """No row has the level c, so the missing one sends nothing there. It predicts as its parent."""
    levels = pd.Categorical(["a", "a", "b", "b", None, "a"], list("abc"), ordered=True)
    frame = pd.DataFrame({"x": levels, "y": list("uuvvuu")})
    data = dt.Dataset.from_frame(frame, target="y")
    tree = dt.grow(data, dt.recipe("c45"))
    assert [tree.weight(child) for child in tree.children(())] == [3.6, 2.4, 0.0]
    assert list(dt.predict(tree, pd.DataFrame({"x": ["c"]}))) == ["u"]


def test_a_gain_is_scaled_by_the_known_share_and_not_more() -> None:
    """Two equal columns, one with half of its cells: it gains half as much. CART and C4.5."""
    n = [1.0, 2.0, 3.0, 4.0]
    data = table("uvuv", whole=[1.0, 2.0, 1.0, 2.0], half=[1.0, 2.0, None, None], other=n)
    for name in ("cart", "c45"):
        recipe = replace(dt.recipe(name).limited(leaf=1))
        whole, half, _ = weighed(data, recipe).candidates
        assert half.scores["gain"] == whole.scores["gain"] / 2
        assert half.unknown == 2


# ---------------------------------------------------------------- surrogates


def stand_ins(policy: dt.Surrogates) -> tuple[Surrogate, ...]:
    """The surrogates of x: a | b, which places seven of eight rows."""
    data = table(
        "uuuuvvvv",
        x="aaaabbb?",
        n=[1.0, 2.0, 3.0, 9.0, 7.0, 8.0, None, 8.0],
        m=[9.0, 8.0, None, None, None, 1.0, 2.0, 1.0],
        z="cccccccd",
    )
    lesson = dt.start(data, replace(dt.recipe("cart"), missing=policy))
    return lesson.do(dt.Expand((), dt.Subset(0, (0,), (1,)))).state.tree.surrogates[0]


def test_agreement_is_counted_where_both_columns_are_known() -> None:
    """m agrees, turned round, on all of its 4 rows; n on 5 of 6 (4 of which go left); z is no
    better than the majority. rpart prints 1 and .8333 with ``surrogatestyle = 1``."""
    m, n = stand_ins(dt.Surrogates())
    assert (m.split, m.turned) == (dt.Threshold(2, 5.0), True)
    assert (m.agree, m.majority, m.known, m.adjusted) == (4, 2, 4, 1.0)
    assert (n.split, n.turned) == (dt.Threshold(1, 5.0), False)
    assert (n.agree, n.majority, n.known) == (5, 4, 6)
    assert (n.agreement, n.adjusted) == (5 / 6, 1 / 2)


def test_a_surrogate_may_have_to_pay_for_its_own_missing_cells() -> None:
    """Of the 7 rows that x places n gets 5, and 4 go left; m gets 4, which is no better. rpart
    prints .7143, adjusted .3333, for n alone."""
    [n] = stand_ins(dt.Surrogates(of_all=True))
    assert (n.split, n.agree, n.majority, n.known) == (dt.Threshold(1, 5.0), 5, 4, 7)
    assert n.adjusted == pytest.approx(1 / 3)


def test_no_more_surrogates_are_kept_than_the_policy_allows() -> None:
    assert len(stand_ins(dt.Surrogates(limit=1))) == 1


def test_a_surrogate_sends_the_rows_and_the_majority_the_others() -> None:
    """Row 6 goes right because its n is large; row 7 has nothing, and more rows went left."""
    data = table("uuuuvvvv", x="aaaabb??", n=[1.0, 2.0, 3.0, 4.0, 7.0, 8.0, 9.0, None])
    recipe = dt.recipe("cart")
    lesson = dt.start(data, recipe).do(dt.Expand((), dt.Subset(0, (0,), (1,))))
    tree = lesson.state.tree
    sent = dt.sending(data, tree, ())
    assert sent.rows.tolist() == [6, 7]
    assert sent.teller.tolist() == [0, -1]
    assert sent.parts.tolist() == [[0, 1], [1, 0]]
    unseen = pd.DataFrame({"x": [None, "zebra", None], "n": [9.0, 9.0, np.nan]})
    assert dt.leaf_ids(tree, unseen) == [(1,), (1,), (0,)]


def test_the_majority_is_that_of_the_split_in_growth_and_that_of_all_rows_in_prediction() -> None:
    """x places 5 to 4, n sends four more right, and two rows have neither: grown left with the
    5 (7 to 8 in all), predicted right with the 8. rpart 4.1 does both."""
    cells = [1.0, 2, 3, 4, 5, 21, 22, 23, 24, 25, 26, 27, 28, None, None]
    data = table("u" * 5 + "v" * 8 + "uu", x="aaaaabbbb??????", n=cells)
    lesson = dt.start(data, dt.recipe("cart")).do(dt.Expand((), dt.Subset(0, (0,), (1,))))
    tree = lesson.state.tree
    assert [tree.weight((0,)), tree.weight((1,))] == [7, 8]
    assert dt.sending(data, tree, ()).parts[-2:].tolist() == [[1, 0], [1, 0]]
    assert dt.leaf_ids(tree, data)[-2:] == [(1,), (1,)]


def test_a_surrogate_of_levels_sends_each_where_most_of_its_rows_go() -> None:
    data = table("uuuuvvvv", n=[1.0, 2.0, 3.0, 4.0, 6.0, 7.0, 8.0, None], z="ccdcddde")
    lesson = dt.start(data, dt.recipe("cart")).do(dt.Expand((), dt.Threshold(0, 5.0)))
    [z] = lesson.state.tree.surrogates[0]
    assert (z.split, z.turned) == (dt.Subset(1, (0,), (1,)), False)
    assert (z.agree, z.majority, z.known) == (6, 4, 7)


def test_surrogates_stay_with_their_nodes_when_the_tree_is_cut() -> None:
    data = table("uuuuvvvvuv", x="aaaabbbb??", n=[1.0, 2, 3, 4, 5, 6, 7, 8, 1, 8], z="cdcdcdcdcd")
    lesson = dt.start(data, dt.recipe("cart")).do(dt.Expand((), dt.Subset(0, (0,), (1,))))
    lesson = lesson.do(dt.Expand((0,), dt.Subset(2, (0,), (1,))))
    root = lesson.state.tree.surrogates[0]
    assert lesson.do(dt.Prune((0,))).state.tree.surrogates == {0: root}
    assert lesson.do(dt.Prune(())).state.tree.surrogates == {}


def test_complete_tables_have_surrogates_only_if_asked() -> None:
    data = table("uuuvvv", x="aaabbb", n=[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    cart = dt.recipe("cart")
    assert dt.grow(data, cart).surrogates == {}
    always = replace(cart, missing=dt.Surrogates(always=True))
    tree = dt.grow(data, always)
    assert [s.agreement for s in tree.surrogates[0]] == [1.0]
    assert dt.start(data, always).finish().state.tree == tree


@law
@given(tables(gaps=True, weights=(WHOLE,), target="classes"))
def test_a_weight_is_as_many_rows_where_cells_are_missing(table: Table) -> None:
    """Surrogates count rows by their weight, as the other rules of CART do."""
    times = table.frame["w"].astype(int)
    repeated = Table(table.frame.loc[table.frame.index.repeat(times)].assign(w=1.0))
    for name in ("cart", "c45"):
        recipe = dt.recipe(name)
        if fits(recipe, table.data()):
            one, other = dt.grow(table.data(), recipe), dt.grow(repeated.data(), recipe)
            assert one.splits == other.splits
            assert one.stats == pytest.approx(other.stats)


# ---------------------------------------------------------------- missing as a value


def test_missing_is_one_more_branch() -> None:
    data = table("uuvvww", x="aabb??")
    recipe = replace(dt.recipe("c45"), missing=dt.OwnBranch())
    tree = dt.grow(data, recipe)
    assert tree[()].split == dt.Multiway(0, missing=2)
    assert dt.export.text(tree).splitlines() == ["x = a: u (2)", "x = b: v (2)", "x = ?: w (2)"]
    assert dt.leaf_ids(tree, pd.DataFrame({"x": [None, "a", "zebra"]})) == [(2,), (0,), (2,)]


def test_known_against_missing_is_one_more_cut() -> None:
    data = table("uuuvvv", n=[1.0, 2.0, 3.0, None, None, None])
    tree = dt.grow(data, dt.recipe("cart_sklearn"))
    assert tree[()].split == dt.Threshold(0, np.inf, 1)
    assert [str(tree.conditions(child)[0]) for child in tree.children(())] == ["n ≠ ?", "n = ?"]


@pytest.mark.parametrize(("low", "side"), [("u", 0), ("v", 1)])
def test_missing_cells_are_tried_on_either_side_of_a_cut(low: str, side: int) -> None:
    classes = ["u", "u", "v", "v", low]
    data = table("".join(classes), n=[1.0, 2.0, 3.0, 4.0, None])
    tree = dt.grow(data, dt.recipe("cart_sklearn"))
    assert tree[()].split == dt.Threshold(0, 2.5, side)
    assert tree.leaves == 2
    here = f"n {'≤' if side == 0 else '>'} 2.5, ?"
    assert str(tree.conditions((side,))[0]) == here


def test_missing_is_a_level_like_the_others() -> None:
    data = table("uuvvvv", x="aab?b?")
    tree = dt.grow(data, dt.recipe("cart_sklearn"))
    assert tree[()].split == dt.Subset(0, (0,), (1,), missing=1)
    assert str(tree.conditions((1,))[0]) == "x ∈ {b, ?}"


def test_where_none_was_missing_a_row_goes_to_the_larger_child() -> None:
    tree = dt.grow(table("uuuvv", n=[1.0, 2.0, 3.0, 8.0, 9.0]), dt.recipe("cart_sklearn"))
    assert list(dt.predict(tree, pd.DataFrame({"n": [np.nan]}))) == ["u"]


def test_exported_trees_say_where_missing_cells_go() -> None:
    """JSON knows no infinite number: known against missing is a cut without one."""
    apart = table("uuuvvv", n=[1.0, 2.0, 3.0, None, None, None])
    told = json.loads(dt.export.to_json(dt.grow(apart, dt.recipe("cart_sklearn"))))
    kind = {"kind": "threshold", "column": 0}
    assert told["nodes"][0]["split"] == {**kind, "cut": None, "missing": 1}
    data = table("uuuuvvv", x="aaaabb?", n=[1.0, 2.0, 3.0, 4.0, 7.0, 8.0, 9.0])
    lesson = dt.start(data, dt.recipe("cart")).do(dt.Expand((), dt.Subset(0, (0,), (1,))))
    told = json.loads(dt.export.to_json(lesson.state.tree))
    stand_in = {"split": {**kind, "column": 1, "cut": 5.5}, "turned": False, "agreement": 1.0}
    assert [node.get("surrogates") for node in told["nodes"]] == [[stand_in], None, None]


# ---------------------------------------------------------------- which goes with which


def test_the_textbook_ratio_has_no_fractions() -> None:
    with pytest.raises(dt.RecipeError, match="No source says"):
        replace(dt.recipe("c45_textbook"), missing=dt.Fractions())


def test_the_curve_of_a_column_with_gaps_has_its_best_cut() -> None:
    data = table("uuvvuv", n=[1.0, 2.0, 3.0, 4.0, None, None], z="cdcdcd")
    for name in ("c45", "cart", "cart_sklearn"):
        recipe = dt.recipe(name)
        lesson = dt.start(data, recipe)
        best = dt.weigh(lesson.problem, lesson.state, ()).candidates[0]
        curve = dt.curve(lesson.problem, lesson.state, (), 0)
        assert curve.gain.max() == pytest.approx(best.scores["gain"])


def test_weighed_evidence_tells_how_many_rows_were_unknown() -> None:
    step = dt.start(quinlan(), dt.recipe("c45")).propose()
    assert isinstance(step.evidence, Weighed)
    assert [candidate.unknown for candidate in step.evidence.candidates] == [1, 0, 0, 0]


# ---------------------------------------------------------------- reports


def test_rows_that_cannot_be_placed_are_reported_and_the_others_predicted() -> None:
    data = table("uuvvww", x="aabbab", n=[1.0, 2.0, 3.0, 4.0, 9.0, 9.5])
    rows = pd.DataFrame({"x": ["a", "c", None, "b"], "n": ["1", "9", "two", None]})
    tree = dt.grow(data, replace(dt.recipe("cart"), missing=dt.Reject()))
    assert tree[()].split.column == 1
    found = dt.report(tree, rows)
    told = [(a.row, a.column, a.reason.name, a.sent) for a in found.astray]
    assert told == [(2, "n", "NOT_A_NUMBER", False), (3, "n", "MISSING", False)]
    assert found.values.tolist() == ["u", "w", None, None]


def test_a_policy_predicts_what_it_reports() -> None:
    data = table("uuvv", x="aabb", z="cdcd")
    tree = dt.grow(data, replace(dt.recipe("c45"), missing=dt.Fractions()))
    found = dt.report(tree, pd.DataFrame({"x": ["zebra", "b"], "z": ["c", None]}))
    assert [(a.row, a.column, a.reason.name, a.sent) for a in found.astray] == [
        (0, "x", "UNSEEN", True)
    ]
    assert found.values.tolist() == ["u", "v"]


def test_a_level_that_no_row_had_at_the_node_is_reported() -> None:
    levels = pd.Categorical(list("aabb"), list("abc"), ordered=True)
    data = dt.Dataset.from_frame(pd.DataFrame({"x": levels, "y": list("uuvv")}), target="y")
    tree = dt.grow(data, replace(dt.recipe("cart"), missing=dt.Reject()))
    [astray] = dt.report(tree, pd.DataFrame({"x": ["c"]})).astray
    assert (astray.reason.name, astray.sent) == ("NOT_HERE", False)


def test_numbers_that_cannot_be_predicted_are_nan() -> None:
    frame = pd.DataFrame({"n": [1.0, 2.0, 8.0, 9.0], "y": [1.0, 1.0, 5.5, 5.5]})
    data = dt.Dataset.from_frame(frame, target="y")
    tree = dt.grow(data, replace(dt.recipe("regression"), missing=dt.Reject()))
    found = dt.report(tree, pd.DataFrame({"n": [1.0, np.nan]}))
    assert found.values[0] == 1.0
    assert np.isnan(found.values[1])
