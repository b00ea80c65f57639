"""Rules of Use: filtered, sorted, chosen in the list or in the tree, and the decision list."""

import re

from streamlit.testing.v1 import AppTest

import dttools as dt
from pages.ui.use.rules import folds
from pages.ui.use.use_view import Shown, UseView
from tests.pages import visit
from tests.small_tables import dataset

IRIS = {"data": "iris", "recipe": "cart", "step": "17", "tab": "rules"}


def listed(at: AppTest) -> list[str]:
    """What the lines of the list say."""
    names = ("use_rule_list_", "use_decision_list_")
    return [button.label for button in at.button if str(button.key).startswith(names)]


def said(at: AppTest) -> str:
    return " ".join(m.value for m in at.markdown)


def test_rules_are_filtered_and_sorted() -> None:
    """Iris by CART: 9 leaves, of 50, 47, 1, 3, 2, 1, 1, 2 and 43 rows."""
    rules = dt.rules.of(dt.grow(dataset("iris"), dt.recipe("cart")))
    covered = [rule.covered for rule in Shown("coverage").of(rules.rules)]
    assert covered == [50, 47, 43, 3, 2, 2, 1, 1, 1]
    assert len(Shown(label=1).of(rules.rules)) == 3
    assert [rule.covered for rule in Shown(coverage=20).of(rules.rules)] == [50, 47, 43]
    assert len(Shown("conditions").of(rules.rules)[0].conditions) == 1
    assert all(len(rule.conditions) < 3 for rule in Shown(conditions=2).of(rules.rules))
    assert all(rule.leaf[0] == 1 for rule in Shown().of(rules.rules, (1,)))
    titanic = dt.rules.of(dt.grow(dataset("titanic"), dt.recipe("c45")))
    sure = [
        rule.confidence.value for rule in Shown("confidence").of(titanic.rules) if rule.confidence
    ]
    assert sure == sorted(sure, reverse=True)


def test_a_filter_says_how_many_are_listed_and_leads_back() -> None:
    at = visit.opened("use", **IRIS)
    visit.keep(at, UseView, shown=Shown("coverage", coverage=20))
    at = visit.checked(at.run())
    assert "Listed: 3 of 9 rules." in visit.captions(at)
    assert [text.split(". ")[0] for text in listed(at)] == ["1", "2", "9"]
    assert "coverage 50/150 (33.3%) · confidence 50/50 (100.0%)" in listed(at)[0]
    assert ["47/150" in listed(at)[1], "43/150" in listed(at)[2]] == [True, True]
    at = visit.clicked(at, "use_rules_all")
    assert len(listed(at)) == 9
    visit.keep(at, UseView, shown=Shown(coverage=90))
    assert "Listed: 0 of 9 rules." in visit.captions(visit.checked(at.run()))


def test_the_chosen_rule_says_what_it_folds_and_lists_its_rows() -> None:
    at = visit.opened("use", **IRIS)
    assert "Choose a rule" in visit.captions(at)
    visit.keep(at, UseView, node=(1, 0, 1, 1, 0))
    at = visit.checked(at.run())
    assert "then Species = **versicolor**" in said(at)
    text = visit.captions(at)
    assert "Combined: Petal.Length > 2.45, Petal.Length > 4.95" in text.replace("\\", "")
    assert "amount to Petal.Length > 4.95" in text.replace("\\", "")
    assert len(at.dataframe[0].value) == 2
    assert sum(text.startswith("**▸** ") for text in listed(at)) == 1
    assert "the leaf versicolor" in text  # outlined in the plane of Grow


def test_a_touched_node_inside_lists_the_rules_below_it() -> None:
    at = visit.opened("use", **IRIS)
    visit.keep(at, UseView, node=(1, 1))
    at = visit.checked(at.run())
    assert "Listed: 3 of 9 rules." in visit.captions(at)


def test_what_is_asked_once_is_not_called_folded() -> None:
    rules = dt.rules.of(dt.grow(dataset("playtennis"), dt.recipe("id3")))
    assert not any([*folds(rule)] for rule in rules.rules)


def test_the_decision_list_comes_from_pruning_and_leads_back() -> None:
    at = visit.opened("use", **IRIS, rules="list")
    assert "have not been post-pruned yet" in said(at)
    at = visit.clicked(at, "use_post_prune")
    assert "If no rule fits, then" in said(at)
    decided = re.findall(r"decides ([\d,]+) row", " ".join(listed(at)) + said(at))
    assert sum(map(int, decided)) == 150
    assert at.query_params["rules"] == "list"
    again = visit.opened("use", **at.query_params)
    assert listed(again) == listed(at)
    at = visit.clicked(at, "use_decision_list_2")
    assert listed(at)[1].startswith("**▸** 2. If ")


def test_numbers_have_rules_and_no_decision_list() -> None:
    at = visit.opened("use", data="carseats", recipe="regression", step="99", tab="rules")
    assert not any(one.key == "use_rule_set" for one in at.selectbox)
    assert "confidence" not in " ".join(listed(at))
    assert "±" in listed(at)[0]


def test_it_is_said_why_a_rule_is_of_parts_of_rows() -> None:
    told = "A row without the value that is asked for goes down every branch, in parts."
    titanic = {"data": "titanic", "recipe": "c45", "complete": "auto", "tab": "rules"}
    assert told in visit.captions(visit.opened("use", **titanic))
    assert told not in visit.captions(visit.opened("use", **IRIS))
