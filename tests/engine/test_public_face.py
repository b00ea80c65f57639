"""The engine's public face: what is offered where, name by name.

A name that comes or goes shows here, so that nothing becomes public, or stops being so, by the
way. Modules that are public as a whole (``tests.public_modules``) are not listed by name.
"""

import importlib
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import dtcore
import dttools
from dtcore import policies
from tests.public_modules import PUBLIC

ROOT = Path(__file__).parents[2]
NAMES = {
    "dtcore": """
        DataError Dataset DtError Expand LinkError MakeLeaf MoveError Multiway Node Problem
        Progress Prune PruningError RECIPES RaiseSubtree ReadingError Recipe RecipeError Subset
        Threshold Timeline Tree apply curve explain fitting formula grow growth judge leaf_ids
        leaf_shares missing_routing model policies predict predict_proba propose prune pruning
        recipe replay start stepping validation weigh
    """,
    "dttools.evaluation": """
        Bootstrap ClassEvaluation ColumnImportance Evaluation LeaveOut NumberEvaluation
        OverfittingCurve Permuted Position Roc RocPoint RocStep Sampling Score Shake SplitHistory
        Spread Stability Term Votes accuracy confusion evaluate evaluate_folds exact_limit fall
        importance impurity_at loss opened overfitting_curve resampled split_history stability
        wilson
    """,
    "dtcore.explain": """
        Explanation average_gain claims_of headline impurity rows_of score terms_of tests
        variance_decrease weight_counted
    """,
    "dtcore.growth": """
        Collapse ErrorComparison KNOWN_FROM_MISSING MissingRouting Recipe Scored
        branch_counted missing_routing node_rows_of_children
    """,
    "dttools.large": """
        CountedTable CutRange ListedTable exact_cut first_rows open range_of tables_in
    """,
    "dtcore.model": """
        BoolArray Column Condition Dataset Field FloatArray GAP IntArray Multiway NOWHERE
        Node NodeId NodeRows ROOT Schema Split Subset Surrogate Threshold Tree branches
        column_of cut_text describe digest_of encode ends frozen gap_of guess_kind
        guess_target_kind id_like in_full level_names midpoints number path predictions
        read_cut weight_of weight_text
    """,
    "dttools.study": """
        Change DATES How Met NUMBERS Piece Predicted Standing TwoWay WhatIf check_asked cut_scores
        each_against_the_rest groupings level_stats numbers_rows prediction report rises
        sends_missing standings tells_classes values_here what_if words_of
    """,
    "dttools.teach": """
        Asked Diagnosis EXTRA LEVELS Mistake PATTERNS Pick Practice ROWS SEEDS SWITCH Scores
        SplitSupport code_words diagnose pick read_typed split_support
    """,
    "dtcore.pruning": """
        Comparison Comparisons CrossValidation Estimate Limit LimitComparison Link MinimumError
        Pessimistic PruningPath ReducedError Risk WeakestLink WeakestLinks at_cp comparisons
        cost_complexity cross_validate expected_costs held_out_costs held_out_counts losses_along
        minimum_error pessimistic reduced_error rows_reaching weakest_links weight_reaching
    """,
    "dttools.files": """
        Chosen DECIMALS Dialect ENCODINGS Finding LIMITS LeftOut Limits MISSING Offer PARTS
        SEPARATORS Source Table classes_alike decode folded guess may_have_sheets no_memory pair
        read read_alike sheets values_of
    """,
    "dttools.rules": """
        Accuracy AccuracyEstimator Among Between Drop Folded HeldOut Precondition Rule RuleCounts
        RuleList Training TreeRule TreeRules folded generalise look of of_tree post_prune unpruned
    """,
    "dttools.space": """
        Conjunctions Map PartialTree SearchStanding Space SpaceLevel TellingRow Vote conjunctions
        differing fitting_tree map_of most_divided partial_tree space_of telling_row vote
    """,
    "dtcore.stepping": """
        Candidate Expand MakeLeaf Memory Move Problem Prune Pruner RaiseSubtree State Step Timeline
        Weighed apply curve decide judge node_rows_of propose prune replay start weigh
    """,
}


OF_THE_TOOLS = """
    evaluate evaluation export importance open printing report rules search study teach what_if
"""


def test_the_tools_offer_the_engine_too() -> None:
    assert set(dttools.__all__) == {*OF_THE_TOOLS.split(), *dtcore.__all__}
    assert all(hasattr(dttools, name) for name in dttools.__all__)
    assert not set(OF_THE_TOOLS.split()) & set(dtcore.__all__)


@pytest.mark.parametrize("module", NAMES)
def test_a_face_offers_these_names(module: str) -> None:
    face = importlib.import_module(module)
    more = policies.__all__ if module == "dtcore" else []
    assert sorted(face.__all__) == sorted([*NAMES[module].split(), *more])
    assert all(hasattr(face, name) for name in face.__all__)


def test_the_policies_are_public_by_being_policies() -> None:
    """With what they derive from, and what belongs to no axis; nothing that a module imports."""
    shipped = {kind.__name__ for axis in policies.AXES for kind in (axis, *axis.shipped())}
    others = {"AXES", "Claim", "Claims", "Cuts", "Splitter", "Stop", "Verdict"}
    assert policies.__all__ == sorted(shipped | others)
    assert {"Gini", "MinLeaf", "Stopping", "SufficientMajority"} <= shipped
    assert all(hasattr(policies, name) for name in policies.__all__)


def test_every_public_module_is_there() -> None:
    assert set(NAMES) <= PUBLIC
    for module in PUBLIC:
        assert importlib.import_module(module).__doc__


@pytest.mark.parametrize(
    ("face", "old", "new"),
    [
        (dtcore, "Close", "MakeLeaf"),
        (dttools, "Raise", "RaiseSubtree"),
        (dtcore.explain, "Opened", "Explanation"),
        (dtcore.formula, "named", "named_parts"),
        (dtcore.pruning, "along", "losses_along"),
    ],
)
def test_an_old_name_says_what_it_is_called_now(face: ModuleType, old: str, new: str) -> None:
    assert hasattr(face, new)
    with pytest.raises(AttributeError, match=rf"Write {face.__name__}\.{new}\."):
        getattr(face, old)


@pytest.mark.parametrize(
    ("face", "name", "to"),
    [
        (dtcore, "report", "study"),
        (dtcore.explain, "standings", "study"),
        (dtcore.formula, "plain", "printing"),
        (dtcore.pruning, "exact_limit", "evaluation"),
    ],
)
def test_a_name_that_has_moved_says_where(face: ModuleType, name: str, to: str) -> None:
    with pytest.raises(AttributeError, match=rf"moved from {face.__name__} to dttools\.{to}\."):
        getattr(face, name)
    assert hasattr(importlib.import_module(f"dttools.{to}"), name)


def test_the_engine_starts_with_numpy_alone() -> None:
    """A page of three lines or a browser waits for pandas and graphviz only where they are used."""
    code = "import sys; own = set(sys.modules); import dtcore; print(*set(sys.modules) - own)"
    command = [sys.executable, "-c", code]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in run.stdout.split()}
    assert loaded - sys.stdlib_module_names == {"dtcore", "numpy"}
