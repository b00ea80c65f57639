"""Every policy on every view that names policies, in both languages, under its own words.

A policy that is added is among them; one that is not shipped is planted, and shows on each of these
views as the others do.
"""

import io
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from pathlib import Path
from string import Formatter
from typing import Any, ClassVar

import numpy as np
import pytest

import dtcore as dt
import dttools.command as command_line
from dtcore.formula import Formula, Named, Number, Product, Query
from dtcore.growth.collapse import Collapse
from dtcore.model.columns import FloatArray
from dtcore.policies.stopping import Empty, MinLeaf, Stop
from dtcore.policy import Policy
from dtcore.stepping.moves import Step
from dtcore.words import Sentence, as_written
from dtshow.figures import impurity as drop_figure
from dtshow.figures.impurity import axis_name
from dtshow.lesson import choice, narration, verdicts
from dtshow.lesson.choice import RecipeChoice
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.policies import policies
from dtshow.lesson.settings import KINDS, OPTIONS, SETTINGS
from dtshow.scene.tree.sketch import Sketch
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import sentence, spoken
from dttools.printing import Digits
from pages.ui.impurity import curve
from tests.pages import visit
from tests.pages.impurity import pick
from tests.pages.stage import page, stepped
from tests.pages.visit import unfolded
from tests.pages.worksheets import sheet
from tests.policies import usual
from tests.small_tables import dataset

LANGUAGES = ("en", "zh")
AXES: dict[str, type[Policy]] = {
    "impurity": dt.ImpurityCriterion,
    "selection": dt.Selection,
    "stopping": dt.Stopping,
    "missing": dt.BaseMissing,
    "nominals": dt.NominalSplitter,
    "order": dt.Ordering,
    "bins": dt.Bins,
    "classes": dt.Classes,
}
"""What the policies of each axis derive from, by the key of its setting."""
SHIPPED = [(key, policy) for key, axis in AXES.items() for policy in usual(axis)]
NAMED = [pytest.param(*found, id=repr(found[1])) for found in SHIPPED]


def of(axis: str) -> list[Any]:
    return [policy for found, policy in SHIPPED if found == axis]


def test_the_policies_that_are_in_use_are_among_them() -> None:
    """Each policy that a recipe or a setting has, and nothing that is not a policy."""
    kinds = {type(policy) for _, policy in SHIPPED}
    used = {type(rule) for recipe in dt.RECIPES.values() for rule in recipe.stopping}
    for recipe in dt.RECIPES.values():
        used |= {type(recipe.impurity), type(recipe.selection), type(recipe.missing)}
        used |= {type(recipe.splitter.nominal), type(recipe.ordering)}
    for options in OPTIONS:
        used |= {type(policy) for policy in options.policies.values() if policy is not None}
    assert used - {Collapse} <= kinds
    assert set(AXES.values()) == set(dt.AXES)
    assert set(KINDS.values()) <= kinds
    assert set(AXES) == {axis for axis, _ in SHIPPED}


# ------------------------------------------------------------- one that is not shipped


@dataclass(frozen=True)
class Planted(dt.ImpurityCriterion):
    """Twice the Gini index, which no source has: for two classes its peak is at 1."""

    symbol: ClassVar[str] = "Pl"
    label = Sentence("planted criterion")

    def general(self, of: str) -> Formula:
        return Product((Number(2), dt.Gini().general(of)))

    def of(self, stats: FloatArray) -> FloatArray:
        return 2 * dt.Gini().of(stats)

    def formula(self, stats: FloatArray, where: Query, centre: float = 0.0) -> Formula:
        return Product((Number(2), dt.Gini().formula(stats, where)))


@dataclass(frozen=True)
class Wordless(Planted):
    """A criterion whose author wrote no words."""

    @property
    def label(self) -> Sentence:
        return as_written(self)


CRITERIA = [*of("impurity"), Planted(), Wordless()]


@pytest.fixture
def plant(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Offers a criterion in the settings as "planted"."""

    def offer(criterion: dt.ImpurityCriterion) -> None:
        options = next(options for options in OPTIONS if options.key == "impurity")
        monkeypatch.setitem(options.policies, "planted", criterion)

    return offer


def lesson(recipe: dt.Recipe, monkeypatch: pytest.MonkeyPatch, table: str = "") -> Lesson:
    """A lesson by a recipe that is there for one test, from whose table it may choose freely."""
    monkeypatch.setitem(dt.RECIPES, "tested", replace(recipe, name="tested"))
    key = table or ("hitters" if recipe.impurity.numeric else "titanic")
    data = dataset(key, complete=True)
    return Lesson.begin(TableChoice(key, data.target.name), RecipeChoice("tested"), data)


def chinese(text: str) -> bool:
    return any("\u4e00" <= letter <= "\u9fff" for letter in text)


def words_of(axis: str, policy: Any) -> Iterator[Sentence]:
    """All that a policy says of itself."""
    if axis == "stopping":
        yield from () if isinstance(policy, Empty) else (policy.clause,)
        yield from () if isinstance(policy, MinLeaf) else (policy.reason,)
        yield policy.refusal
        return
    for name in ("label", "clause", "cuts_clause", "reason", "node_label", "score_label"):
        if said := getattr(policy, name, None):
            yield said


def open_fields(said: Sentence) -> list[str]:
    return [name for _, name, _, _ in Formatter().parse(said.template) if name]


@pytest.mark.parametrize(("axis", "policy"), NAMED)
def test_every_policy_has_its_own_words(axis: str, policy: Any) -> None:
    said = list(words_of(axis, policy))
    assert said
    for one in said:
        assert one != as_written(policy)
        with spoken("en"):
            assert not chinese(sentence(one, gain="0.1"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("axis", "policy"), NAMED)
def test_every_policy_can_be_chosen_by_its_label(axis: str, policy: Any, language: str) -> None:
    options = next((options for options in OPTIONS if options.key == axis), None)
    if axis == "stopping" or getattr(policy, "numeric", False):
        return  # a limit is a number, and a numeric target has one criterion
    with spoken(language):
        if options is None:
            assert type(policy) in {*KINDS.values(), dt.Balanced}
            return
        names = [name for name, one in options.policies.items() if type(one) is type(policy)]
        assert names
        assert sentence(policy.label) in {sentence(options.option(name)) for name in names}


def test_settings_without_a_policy_have_words_too() -> None:
    for options in OPTIONS:
        for name in options.policies:
            assert "None" not in str(options.option(name))


@pytest.mark.nightly
def test_all_these_words_are_there_in_chinese() -> None:
    words = [said for axis, policy in SHIPPED for said in words_of(axis, policy)]
    words += [setting.label for setting in SETTINGS]
    words += [said for verdict in dt.Verdict for said in (verdict.label, verdict.reason)]
    with spoken("zh"):
        said = {
            one.template: sentence(one, **dict.fromkeys(open_fields(one), "1")) for one in words
        }
    assert [template for template, text in said.items() if not chinese(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("axis", "policy"), NAMED)
def test_the_table_of_algorithms_says_each_policy(axis: str, policy: Any, language: str) -> None:
    recipe = dt.recipe("regression" if getattr(policy, "numeric", False) else "cart")
    if axis == "impurity":
        recipe = replace(recipe, impurity=policy)
    elif axis == "selection":
        recipe = replace(recipe, impurity=dt.Entropy(), selection=policy)
        recipe = replace(recipe, missing=dt.Reject())
    elif axis == "stopping":
        if isinstance(policy, Empty):
            return
        recipe = replace(recipe, stopping=(policy,))
    elif axis == "nominals":
        recipe = replace(recipe, splitter=replace(recipe.splitter, nominal=policy))
    elif axis in ("missing", "order"):
        recipe = dt.recipe("id3") if getattr(policy, "imputes", False) else recipe
        recipe = replace(recipe, **{"missing" if axis == "missing" else "ordering": policy})
    else:
        return  # intervals and weights of classes are no policies of a shipped recipe
    clause = policy.clause if hasattr(policy, "clause") else policy.label
    with spoken(language):
        said = sentence(policy.label if axis == "impurity" else clause)
        assert said in policies(recipe).values()


# ------------------------------------------------------------------------- the criteria


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("criterion", CRITERIA, ids=repr)
def test_a_criterion_is_named_by_a_lesson(
    criterion: dt.ImpurityCriterion, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By what names it, in the verdicts, the tree, the scale of a picture and what was changed."""
    base = dt.recipe("regression" if criterion.numeric else "cart").limited(depth=2)
    now = lesson(replace(base, impurity=criterion), monkeypatch)
    with spoken(language):
        node, heading = sentence(criterion.node_label), sentence(criterion.score_label)
        assert node == narration.impurity_name(now.recipe)
        assert narration.narrate(now, Digits())
        assert heading == narration.score_name(now.recipe)
        beat = now.next()
        assert narration.narrate(beat, Digits())
        done = now.finish().select(())
        for candidate in done.evidence.candidates:
            assert verdicts.why(done, candidate, Digits()) or candidate.verdict == dt.Verdict.WINS
        boxes = Sketch(done, Digits()).boxes([0], {})
        assert any(
            line.replace("\u2009", " ").find(f"{criterion.letter} =") >= 0
            for line in boxes[0].lines
        )
        assert axis_name(criterion).startswith(node)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("criterion", CRITERIA, ids=repr)
def test_a_criterion_is_named_by_the_figures_of_a_drop(
    criterion: dt.ImpurityCriterion, language: str
) -> None:
    stats = np.array([9.0, 5.0, 1.0])[: 3 if criterion.numeric else 2]
    branches = np.stack([stats / 4, stats * 3 / 4])
    with spoken(language):
        name = sentence(criterion.node_label)
        classes = () if criterion.numeric else ("u", "v")
        seen = drop_figure.ImpurityDrop(criterion, stats, branches, ["a", "b"], classes, "y")
        drawn = drop_figure.drop(seen, theme="light")
        notes = " ".join(note.text for note in drawn.layout.annotations)
        assert ("SS(D) =" if criterion.numeric else f"{criterion.letter}(D) =") in notes
        assert drawn.layout.yaxis.title.text.startswith(axis_name(criterion))
        assert name in str(drawn.layout.yaxis.title.text)


@pytest.mark.parametrize("criterion", CRITERIA, ids=repr)
def test_a_criterion_is_named_by_text_and_on_the_command_line(
    criterion: dt.ImpurityCriterion, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = dt.recipe("regression" if criterion.numeric else "cart").limited(depth=1)
    table, target = ("hitters", "Salary") if criterion.numeric else ("golf", "play")
    monkeypatch.setitem(dt.RECIPES, "tested", replace(base, name="tested", impurity=criterion))
    out = io.StringIO()
    file = Path(__file__).resolve().parents[2] / "datasets" / f"{table}.csv"
    with redirect_stdout(out):
        asked = [str(file), "--target", target, "--recipe", "tested", "--steps"]
        assert command_line.main(asked) == 0
    heading = "squares after" if criterion.numeric else f"{criterion.letter} after"
    assert heading in out.getvalue()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("criterion", CRITERIA, ids=repr)
def test_a_criterion_is_named_by_a_worksheet(
    criterion: dt.ImpurityCriterion, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if criterion.numeric:
        return  # its worksheets are about squares
    recipe = replace(dt.recipe("cart"), name="tested", impurity=criterion)
    monkeypatch.setitem(dt.RECIPES, "tested", recipe)
    with spoken(language):
        key = sheet(dataset("playtennis"), "tested", 2, True, language)
        assert sentence(criterion.score_label) in key
        assert sentence(criterion.node_label) in key


@pytest.mark.on_push(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_planted_criterion_is_on_every_page(plant: Any, language: str) -> None:
    plant(Planted())
    address = {"data": "playtennis", "recipe": "cart", "impurity": "planted", "lang": language}
    with spoken(language):  # labels of options are asked for outside the session too
        at = unfolded(page(**address), "recipe_settings")
        assert "planted criterion" in at.selectbox(key="knob_impurity").options
        assert any("planted criterion" in caption.value for caption in at.caption)
        assert isinstance(visit.lesson(at).recipe.impurity, Planted)
        at = stepped(at, "last")
        at = pick(visit.turned(at, "impurity"), "impurity_topic", "criteria")
        assert "planted criterion" in str([table.value for table in at.table])
        at = pick(pick(at, "impurity_topic", "curve"), "impurity_curve_view", "lesson")
        assert "planted criterion" in str(at.get("plotly_chart")[0].proto)


def test_a_planted_criterion_is_worked_out_for_counts_of_ones_own(
    plant: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(Planted())
    worked_out: list[str] = []

    def keep(formulas: list[Named], *rest: object) -> None:
        worked_out.extend(each.symbol for each in formulas)

    monkeypatch.setattr("pages.ui.impurity.counts.show_working", keep)
    pick(visit.opened("impurity"), "impurity_topic", "counts")
    assert worked_out.count("Pl(D)") == 1


def test_a_planted_criterion_is_scaled_as_the_others_are(plant: Any) -> None:
    offered = curve.others()
    plant(Planted())
    assert curve.others() == (*offered, Planted())
    whole = curve.of_share(Planted(), 0.3)
    assert whole.value == pytest.approx(2 * (1 - 0.09 - 0.49))
    assert curve.scaled(Planted(), 0.3).value == pytest.approx(whole.value / 2)


def test_what_was_changed_is_said_by_label(plant: Any) -> None:
    plant(Planted())
    changed = RecipeChoice.of("cart", impurity="planted")
    said = "Changed: Impurity: planted criterion instead of Gini index."
    assert choice.changes(changed) == said


# -------------------------------------------------------------------- reasons and verdicts


STOPPERS = [rule for rule in of("stopping") if not isinstance(rule, MinLeaf)]
"""MinLeaf rules out splits, and stops no node itself."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule", STOPPERS, ids=repr)
def test_a_stopping_rule_says_why_on_a_page_and_on_a_worksheet(
    rule: dt.Stopping, language: str
) -> None:
    tree = dt.start(dataset("playtennis"), dt.recipe("id3")).state.tree
    step = Step(dt.MakeLeaf(()), (None, Stop(rule)))
    with spoken(language):
        assert narration.stop_words(step, tree) == sentence(Stop(rule).reason(tree.schema))
