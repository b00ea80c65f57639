"""Columns that cost something to ask: Mitchell 1997, §3.7.5."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

import dtcore as dt
from dttools.printing import Digits, plain
from tests.small_tables import dataset, table, weighed
from tests.strategies import Table, fits, law, tables

ID3 = dt.recipe("id3")
RULES = (dt.GainPerCost(), dt.GainAgainstCost(0.0), dt.GainAgainstCost(0.5), dt.GainAgainstCost(1))
DEAR = {"Outlook": 10.0}


def with_costs(rule: object) -> dt.Recipe:
    return replace(ID3, selection=rule)


@law
@given(tables(target="classes"))
def test_unit_costs_rank_as_gain_does(found: Table) -> None:
    data = found.data()
    for recipe in (ID3, replace(dt.recipe("cart"), impurity=dt.Entropy())):
        if fits(recipe, data):
            for rule in RULES:
                priced = replace(recipe, selection=rule)
                assert dt.grow(data, priced).splits == dt.grow(data, recipe).splits


@pytest.mark.parametrize(
    ("w", "cheap", "dear"),
    [(1.0, 0.093266, 0.016957), (0.5, 0.131897, 0.056241), (0.0, *[0.186531] * 2)],
)
def test_nunez(w: float, cheap: float, dear: float) -> None:
    """Outlook of PlayTennis gains 0.246750 bits: (2^0.246750 - 1)/(Cost + 1)^w."""
    for costs, value in (({}, cheap), (DEAR, dear)):
        data = dataset("playtennis", costs=costs)
        [outlook, *_] = weighed(data, with_costs(dt.GainAgainstCost(w))).candidates
        assert outlook.scores["gain_against_cost"] == pytest.approx(value, abs=5e-7)


@pytest.mark.parametrize("rule", [dt.GainPerCost(), dt.GainAgainstCost(1)])
def test_a_dear_column_is_passed_over(rule: object) -> None:
    """Outlook gains most; at ten times the cost of the others Humidity is asked first."""
    cheap, dear = dataset("playtennis"), dataset("playtennis", costs=DEAR)
    assert weighed(cheap, with_costs(rule)).winner == 0
    assert weighed(dear, with_costs(rule)).winner == 2
    assert weighed(dear, ID3).winner == 0


@pytest.mark.parametrize("rule", RULES)
def test_the_unit_of_costs_decides_no_tie(rule: object) -> None:
    """Costs in thousandths or in millions leave small differences what they are."""
    y = "u" * 50 + "v" * 50
    close = {"worse": "a" * 48 + "b" * 52, "better": "a" * 49 + "b" * 51}
    names = table(y, **close)
    for unit in (1e-6, 1.0, 1e9):
        columns = tuple(replace(column, cost=unit) for column in names.columns)
        assert weighed(replace(names, columns=columns), with_costs(rule)).winner == 1


def test_the_working_of_both_rules() -> None:
    data = dataset("playtennis", costs=DEAR)
    lines = []
    for rule in (dt.GainPerCost(), dt.GainAgainstCost(0.5)):
        found = weighed(data, with_costs(rule))
        formula = dt.explain.score(
            with_costs(rule), data.schema, found, found.candidates[0], rule.score
        )
        assert formula.value == pytest.approx(found.candidates[0].scores[rule.score], rel=1e-12)
        lines.append(plain(formula, Digits()))
    assert lines == ["(0.246750)^2/10", "((2)^(0.246750) − 1)/(10 + 1)^(0.5)"]


def test_costs_are_facts_of_the_table() -> None:
    """They change its digest, stay under other names, and must be above zero."""
    cheap, dear = dataset("playtennis"), dataset("playtennis", costs=DEAR)
    assert cheap != dear
    assert dear.relabel({"Outlook": "天气"}, {}).columns[0].cost == 10
    assert dataset("playtennis", costs={"Outlook": 1.0}) == cheap
    for cost in (0.0, -1.0, np.inf, np.nan):
        with pytest.raises(dt.DataError, match="cost of “Wind”"):
            dataset("playtennis", costs={"Wind": cost})
    with pytest.raises(dt.DataError, match="no column “Rain”"):
        dataset("playtennis", costs={"Rain": 2.0})


def test_what_the_rules_cannot_do_is_refused() -> None:
    with pytest.raises(dt.RecipeError, match="from 0 to 1, not 2"):
        dt.GainAgainstCost(2)
    with pytest.raises(dt.RecipeError, match="entropy in bits"):
        replace(ID3, selection=dt.GainAgainstCost(), impurity=dt.Entropy(base=None))
