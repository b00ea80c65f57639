"""The tab Predict of the Use page: a form, an answer, its sum, and what would change it."""

import re
from dataclasses import replace

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

import dttools as dt
from dttools.study import prediction
from pages.ui.use.answer import values, without_cells
from pages.ui.use.predict import MOST
from pages.ui.use.use_view import Case, UseView
from tests.pages import visit
from tests.pages.stage import acted, scene

TITANIC = {"data": "titanic", "recipe": "c45", "step": "100"}


@pytest.fixture(scope="module")
def gappy() -> AppTest:
    return visit.opened("use", **TITANIC, complete="0", case="x~1~x")


def test_at_first_it_says_that_every_column_stands_at_its_middle() -> None:
    at = visit.opened("use", **TITANIC)
    assert "most frequent value" in visit.captions(at)
    at = visit.clicked(at, "use_unknown_1")
    assert "most frequent value" not in visit.captions(at)


def test_a_number_that_is_not_known_has_no_slider() -> None:
    at = visit.opened("use", **TITANIC, case="0~x~0")
    names = [c.name for c in visit.lesson(at).dataset.columns]
    assert names[1] == "age"
    assert not at.slider
    assert at.number_input(key="use_cell_1").value is None
    at.number_input(key="use_cell_1").set_value(9.0)
    visit.checked(at.run())
    kept = visit.kept(at, UseView).case
    assert kept is not None
    assert kept[1].cells[1] == 9.0


def test_a_column_that_is_not_known_is_told_once(gappy: AppTest) -> None:
    told = [c.value for c in gappy.caption if "is not known" in c.value]
    names = {c.value.split(" is not known")[0] for c in gappy.caption if "is not known" in c.value}
    assert len(told) == len(names) > 1


def test_what_no_cell_decided_is_told_as_assumed_and_in_few_words() -> None:
    """A CART tree asks for the age at five nodes on one way: each is a condition, not a path."""
    params = {"data": "titanic", "recipe": "cart", "step": "999", "complete": "0"}
    at = visit.opened("use", **params, case="x~x~x")
    said = plain(visit.captions(at))
    assert "sex = male (assumed) → age > 9.5 (assumed)" in said
    assert "Assumed, as of most rows: sex = male (843 of 1,309 rows)" in said
    assert "∧" not in said
    at = visit.opened("use", **params, case="1~30~x")
    assert "sex = male → age 30 > 9.5 → passengerClass ∈" in plain(visit.captions(at))


def plain(markdown: str) -> str:
    """Without what disarms markup, and with spaces that a line may end at."""
    return markdown.replace("\\", "").replace("\u00a0", " ")


@pytest.mark.parametrize("said", ["no", "yes"])
def test_what_a_surrogate_finds_is_told_with_its_own_cell(said: str) -> None:
    """Of votes on the fees of physicians, by those on aid to El Salvador."""
    params = {"data": "vote", "recipe": "cart", "missing": "surrogates", "complete": "0"}
    data = visit.lesson(visit.opened("use", **params)).dataset
    tree = dt.grow(data, replace(dt.recipe("cart"), missing=dt.Surrogates()))
    frame = pd.DataFrame([{column.name: None for column in data.columns}])
    found = prediction(tree, frame.assign(**{"el-salvador-aid": said}))
    split, stands_in = (
        next(column.values for column in data.columns if column.name == name)
        for name in ("physician-fee-freeze", "el-salvador-aid")
    )
    known = (split >= 0) & (stands_in >= 0)
    agree = int((split == stands_in)[known].sum())
    (text,) = (line for line in without_cells(tree, found) if line.startswith("physician"))
    told = f"el-salvador-aid = {said}, so physician-fee-freeze = {said}, as in {agree} of "
    assert f"A surrogate split decides: {told}{known.sum()} rows" in text.replace("\\", "")


def test_columns_that_change_nothing_are_counted_where_they_are_many() -> None:
    params = {"data": "vote", "recipe": "cart", "step": "99", "complete": "0"}
    at = visit.opened("use", **params, case="row1")
    lesson = visit.lesson(at)
    found = dt.what_if(lesson.tree, Case.of_row(lesson.dataset, 0).frame(lesson.tree))
    stuck = sum(what.asked and what.nearest is None for what in found)
    assert 6 < stuck < 16
    one = visit.opened("use", data="playtennis", recipe="id3", step="8")
    assert "Wind alone does not change the answer." in visit.captions(one)
    said = f"None of the other {stuck} columns changes the answer alone."
    assert said in visit.captions(at)
    at = visit.opened("use", **TITANIC)
    assert "No single column changes the answer." in visit.captions(at)


def test_a_number_outside_the_table_is_said_to_be() -> None:
    at = visit.opened("use", **TITANIC, case="1~99~0")
    assert "Outside the table" in visit.captions(at)
    assert at.slider(key="use_slide_1").value == 99  # and not the largest of the table
    at.number_input(key="use_row").set_value(99_999)
    visit.checked(at.run())
    assert "There is no row 99999" in " ".join(e.value for e in at.error)
    visit.keep(at, UseView, mode="questions", told=((0, 1), (1, 99.0)))
    assert "age 99 is outside the table" in visit.captions(visit.checked(at.run()))


def test_of_a_divided_case_every_question_counts_that_may_come() -> None:
    at = visit.opened("use", **TITANIC, complete="0")
    visit.keep(at, UseView, mode="questions", told=((0, None),))
    said = " ".join(m.value for m in visit.checked(at.run()).markdown)
    assert "Question 2 of at most 3. If sex \\= female" in said


def test_a_branch_says_what_the_case_has_unless_it_says_so_already(gappy: AppTest) -> None:
    tree = visit.lesson(gappy).tree
    case = Case((1, 28.0, 1))
    told = values(tree, prediction(tree, case.frame(tree)))
    assert list(told.values()) == ["28"]


def test_a_row_is_chosen_by_its_number_and_followed_on_grow_and_back() -> None:
    at = visit.opened("use", **TITANIC)
    at.number_input(key="use_row").set_value(16)
    visit.checked(at.run())
    assert "row 16" in visit.captions(at)
    at = visit.clicked(at, "use_row_to_grow")
    assert scene(at)["page"] == "grow"
    row = scene(at)["rows"]["chosen"]
    assert row >= 0
    assert scene(at)["rows"]["cells"][row][0] == "16"
    at = acted(at, "ask")
    assert scene(at)["page"] == "use"
    assert at.number_input(key="use_row").value == 16


def test_the_pruned_tree_can_be_used_from_pruning() -> None:
    at = visit.opened("pruning", data="playtennis", recipe="id3", step="8")
    at = visit.clicked(at, "next_to_use")
    assert visit.kept(at, UseView).pruned
    assert "nothing is cut yet" in " ".join(m.value for m in at.markdown)
    at = visit.clicked(visit.opened("pruning", data="iris", recipe="cart", cuts="1"), "next_to_use")
    assert "Pruned, as on Pruning." in " ".join(m.value for m in at.markdown)


def test_questions_are_asked_one_by_one_down_to_an_answer() -> None:
    at = visit.opened("use", data="playtennis", recipe="id3", step="8")
    at.selectbox(key="use_mode").set_value("questions")
    visit.checked(at.run())
    names = [column.name for column in visit.lesson(at).dataset.columns]
    asked = []
    for _turn in range(len(names)):
        options = sorted(key for key in visit.keys(at) if key.startswith("use_option_"))
        if not options:
            break
        asked.append(int(options[0].split("_")[2]))
        assert len(scene(at)["nodes"]) < len(visit.lesson(at).tree)
        at = visit.clicked(at, options[0])
        lit = scene(at)["tree"]["lit"]
        assert all((node["head"] == "?") == (node["id"] not in lit) for node in scene(at)["nodes"])
    assert [names[place] for place in asked] == ["Outlook", "Humidity"]
    told = visit.kept(at, UseView).told
    at = visit.clicked(at, "use_back")
    assert visit.kept(at, UseView).told == told[:-1]
    at = visit.clicked(at, "use_not")
    assert "use_again" in visit.keys(at)
    assert "Humidity is not known" in visit.captions(at)
    assert "rows at this node" in " ".join(m.value for m in at.markdown)  # for it is no leaf
    at = visit.clicked(at, "use_again")
    assert not visit.kept(at, UseView).told


def test_of_an_answer_put_together_from_leaves_all_are_lit_and_none_is_framed() -> None:
    at = visit.opened("use", **TITANIC)
    at.selectbox(key="use_mode").set_value("questions")
    visit.checked(at.run())
    names = [column.name for column in visit.lesson(at).dataset.columns]
    told = ((names.index("sex"), 1), (names.index("age"), None))
    visit.keep(at, UseView, mode="questions", told=told)
    at = visit.checked(at.run())
    while options := [key for key in visit.keys(at) if key.startswith("use_option_")]:
        assert not scene(at)["tree"]["unpicked"]
        at = visit.clicked(at, options[0])
    lit = [node for node in scene(at)["nodes"] if node["id"] in scene(at)["tree"]["lit"]]
    assert len(lit) > 2
    assert "leaves that the case reaches" in " ".join(m.value for m in at.markdown)
    assert scene(at)["tree"]["unpicked"]


def test_an_offered_change_turns_the_answer_and_is_undone() -> None:
    at = visit.opened("use", data="playtennis", recipe="id3", step="8", case="row1")
    before = visit.kept(at, UseView)
    offered = [key for key in visit.keys(at) if key.startswith("use_change_")]
    assert offered
    assert "use_change_undo" not in offered
    for key in offered:
        at = visit.clicked(at, key)
        data, tree = visit.lesson(at).dataset, visit.lesson(at).tree
        kept = visit.kept(at, UseView).case
        assert kept is not None
        assert dt.predict(tree, kept[1].frame(tree))[0] != dt.predict(tree, data)[0]
        at = visit.clicked(at, "use_change_undo")
        assert visit.kept(at, UseView).case == (data.digest, Case.of_row(data, 0))
    assert before.before is None


BETWEEN = re.compile(r"(?:([\d.]+) < )?age (?:> ([\d.]+)|≤ ≈?([\d.]+)) → \*\*yes\*\*")


def test_every_age_that_changes_the_answer_is_offered() -> None:
    """Of a man of 28 in the third class, against each tenth of a year."""
    at = visit.opened("use", data="titanic", recipe="cart", step="999", complete="auto")
    data, tree = visit.lesson(at).dataset, visit.lesson(at).tree
    usual = Case.usual(data)
    ages = [tenth / 10 for tenth in range(1, 900)]
    frame = pd.concat([usual.put(1, age).frame(tree) for age in ages])
    other = [a for a, said in zip(ages, dt.predict(tree, frame), strict=True) if said == "yes"]
    labels = [str(b.label) for b in at.button if str(b.key).startswith("use_change_1")]
    found = [BETWEEN.search(plain(label).replace("≈", "")) for label in labels]
    ends = [(float(m[1] or m[2] or 0), float(m[3] or "inf")) for m in found if m is not None]
    assert len(ends) == len(labels) > 4
    assert [age for age in ages if any(low < age <= high for low, high in ends)] == other


def test_changes_that_are_not_in_sight_are_counted_and_unfolded() -> None:
    carseats = {"data": "carseats", "recipe": "regression", "step": "999"}
    at = visit.opened("use", **carseats)
    lesson = visit.lesson(at)
    frame = Case.usual(lesson.dataset).frame(lesson.tree)
    every = sum(len(what.changes) for what in dt.what_if(lesson.tree, frame))
    (fold,) = (one for one in at.expander if one.label.startswith("and "))
    offered = [key for key in visit.keys(at) if key.startswith("use_change_")]
    assert len(offered) <= MOST
    assert fold.label == f"and {every - len(offered)} more"
    at.session_state["use_more_changes"] = True
    at = visit.checked(at.run())
    assert len([key for key in visit.keys(at) if key.startswith("use_change_")]) == every


def test_what_the_case_meets_is_told_by_column_above_the_tree() -> None:
    at = visit.opened("use", data="titanic", recipe="cart", step="999", complete="auto")
    because = "Because sex = male ∧ 27.5 < age ≤ 28.75 ∧ passengerClass ∈ {2nd, 3rd}."
    assert because in plain(visit.captions(at))
    assert "age 28 > 20.25 → age 28 ≤ 28.75" in plain(visit.captions(at))
    at = visit.opened("use", data="playtennis", recipe="id3", step="8", case="row1")
    said = plain(visit.captions(at))
    assert "Because Outlook = Sunny ∧ Humidity = High." in said
    assert "Its path" not in said


def test_rows_in_parts_are_told_by_their_weight() -> None:
    at = visit.opened("use", data="biopsy", recipe="c45", complete="auto")
    said = " ".join(m.value for m in at.markdown)
    assert "like all rows (weight 380.45) in this leaf" in said


def test_each_tab_leads_to_the_next() -> None:
    at = visit.opened("use", data="playtennis", recipe="id3", step="8")
    for tab in ("evaluate", "rules", "take"):
        at = visit.clicked(at, "use_to_tab")
        assert visit.kept(at, UseView).tab == tab
    assert "use_to_tab" not in visit.keys(at)


def test_an_algorithm_that_does_not_fit_is_replaced_and_nothing_else_is_advised() -> None:
    at = visit.opened("use", data="carseats", recipe="cart", step="99")
    assert visit.lesson(at).recipe_choice.name == "regression"
    assert not at.error  # nothing is lost, so it is said quietly
    assert (
        sum("does not fit the table, so the table’s default" in one.value for one in at.caption)
        == 1
    )
