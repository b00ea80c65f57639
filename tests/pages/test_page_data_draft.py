"""A file just uploaded, on the Data page: what is said of it, and how else it can be read."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from dtshow.tables.column_facts import facts_of
from dtshow.tables.edits import AddColumn, EditRows
from dtshow.tables.table_choice import TableChoice
from dtshow.words.markdown import literal_name
from dttools.files import LIMITS
from pages.ui.bring.draft import DataView
from pages.ui.data.columns import number
from pages.ui.tables.upload import after_edit, carried_over, first_choice, take
from pages.work.settings import Settings
from tests.pages.data import drafted, said, set_target
from tests.pages.home import picked
from tests.pages.pruning import pruned_by
from tests.pages.stage import acted, history, scene, stepped
from tests.pages.visit import checked, kept, lesson, turned

pytestmark = pytest.mark.slow

MIXED = "id,weather,code,humidity,rating,same\n" + "".join(
    f"p{i},{'srw'[i % 3]},{i % 3},{'' if i % 5 == 0 else i + 0.5},{i % 4},k\n" for i in range(20)
)


def draft(at: AppTest) -> TableChoice:
    found = kept(at, DataView).draft
    assert isinstance(found, TableChoice)
    return found


def as_target(at: AppTest, column: str) -> AppTest:
    """Of a column that no chip offers, since it cannot be predicted."""
    at = checked(at.selectbox(key="data_column").set_value(column).run())
    return checked(at.button_group(key="data_role").set_value("target").run())


def test_a_column_that_may_be_misread_is_not_said_to_be_learnt_by_heart() -> None:
    rows = "\n".join(f"{weight}.5,{'yn'[weight % 2]}" for weight in range(50, 80))
    text = said(drafted(f"weight,sick\n{rows}\n72-75,y\n".encode()))
    assert "Not numbers: 1 of 31 cells, “72-75” × 1." in text
    assert "Its cells may be misread" in text
    assert "by heart" not in text


def test_a_draft_says_what_is_in_the_file() -> None:
    at = drafted(MIXED.encode())
    text = said(at)
    assert "UTF-8 text. Cells are separated by a comma; the decimal sign is a point." in text
    assert "20 different values in 20 rows: a tree would learn the rows by heart" in text
    assert draft(at).roles == {"id": "ignore"}
    assert "humidity (4)" in text
    assert "One value only, so nothing to split on: same." in text
    assert "At most 4 different numbers: code (3)" in text
    assert draft(at).target == "rating"
    assert "code · 3 classes" in [
        one.content for one in at.button_group(key="data_target").proto.options
    ]
    assert "We guessed “rating”, because it has few values. Not right? Choose another." in text
    assert lesson(at).choice.key == "playtennis"


def test_columns_that_gain_as_much_as_the_best_are_named_with_it() -> None:
    rows = "".join(f"p{at},{'ab'[at % 2]},{'xy'[at % 2]},{'uvwz'[at % 4]}\n" for at in range(20))
    text = said(drafted(f"id,first,second,class\n{rows}".encode()))
    assert "other column, first, gains 1.0000 bits. Just as good: second." in text
    assert "Just as good" not in said(drafted(MIXED.encode()))


def test_what_can_be_done_about_it_is_one_click() -> None:
    at = drafted(MIXED.encode())
    at = checked(at.toggle(key="data_switch_0").set_value(True).run())
    assert draft(at).roles == {}
    at = checked(at.toggle(key="data_switch_0").set_value(False).run())
    at = checked(at.button(key="data_codes").click().run())
    assert draft(at).roles == {"id": "ignore"}
    assert draft(at).kinds == {"code": "nominal"}
    at = checked(at.toggle(key="data_as_number").set_value(True).run())
    assert draft(at).kinds["rating"] == "numeric"
    assert not draft(at).complete  # rows with missing cells stay unless one says so
    assert (
        "CART for regression, at a missing cell: the row goes where the best of at most 5"
        in said(at)
    )
    at = checked(at.toggle(key="data_complete").set_value(True).run())
    at = checked(at.button(key="data_use").click().run())
    assert lesson(at).recipe_choice.name == "regression"
    assert len(lesson(at).dataset) == 16


def test_a_draft_stays_while_one_goes_on_with_the_lesson_before() -> None:
    at = turned(drafted(MIXED.encode()), "pruning")
    at = stepped(pruned_by(at, "rules"), "last")
    assert scene(at)["step"]["next"] == "Use these rules"
    assert draft(acted(at, "onward")).target == "rating"


def test_work_done_since_a_file_was_brought_is_not_dropped_for_it() -> None:
    at = drafted(MIXED.encode())
    assert at.button(key="data_leave").label == "Back to Home"
    at = pruned_by(turned(at, "pruning"), "reduced")
    assert scene(at)["history"] == [True, False]
    at = turned(at, "data")
    assert at.button(key="data_leave").label == "Back to Play tennis"
    at = checked(at.button(key="data_use").click().run())
    assert lesson(at).choice.uploaded
    assert lesson(history(turned(at, "grow"), "undo")).choice.key == "playtennis"


def test_a_draft_without_a_usable_target_cannot_be_used() -> None:
    at = as_target(drafted(MIXED.encode()), "same")
    assert "All rows have the same class in “same”" in said(at)
    assert at.button(key="data_use").disabled
    assert lesson(at).choice.key == "playtennis"
    at = set_target(at, "weather")
    assert not at.button(key="data_use").disabled
    at = as_target(at, "id")
    assert "Nearly every row has a class of its own in id" in said(at)
    at = checked(at.button(key="data_leave").click().run())
    # Home: no table had been opened before
    assert [title.value for title in at.title] == ["Grow a tree, one question at a time."]
    assert len(at.session_state["uploads"]) == 1


def test_a_file_is_read_in_another_way() -> None:
    at = drafted(b"x;y;class\n1,5;2;a\n2,5;3;b\n3,5;2;a\n4,5;9;b\n")
    assert list(at.dataframe[-1].value["x"]) == [1.5, 2.5, 3.5, 4.5]
    at = checked(at.selectbox(key="data_decimal").set_value(".").run())
    assert list(at.dataframe[-1].value["x"]) == ["1,5", "2,5", "3,5", "4,5"]
    at = checked(at.toggle(key="data_header").set_value(False).run())
    assert "its columns are called column 1 to column 3" in said(at)
    at = checked(at.selectbox(key="data_separator").set_value("|").run())
    assert "Only one column was found with “|”" in said(at)
    assert list(at.dataframe[-1].value.columns) == ["column 1", "column 2", "column 3"]
    assert len(at.session_state["uploads"]) == 1


def test_the_lessons_own_file_is_read_again_as_a_draft() -> None:
    at = checked(drafted(b"a,b\n1,x\n2,y\n3,x\n").button(key="data_use").click().run())
    used = lesson(at)
    at = turned(at, "data")
    at = checked(at.toggle(key="data_header").set_value(False).run())
    assert lesson(at) is used
    assert draft(at).key != used.choice.key
    assert len(at.session_state["uploads"]) == 2


def test_an_uploaded_table_keeps_its_names_in_both_languages() -> None:
    """Here and not on the Grow page: AppTest asks for the words of a selectbox in English."""
    at = drafted("天气,打球\n晴,是\n雨,否\n晴,是\n".encode("gbk"))
    at = checked(at.button(key="data_use").click().run())
    at = turned(at, "data")
    at = checked(at.button_group(key="language_switch").set_value("zh").run())
    assert [column.name for column in lesson(at).dataset.columns] == ["天气"]
    at = turned(at, "home")
    at = picked(at, "playtennis")
    at = turned(at, "data")
    assert lesson(at).dataset.columns[0].name == "天气"  # what Outlook is called
    at = checked(at.button_group(key="language_switch").set_value("en").run())
    assert lesson(at).dataset.columns[0].name == "Outlook"


def test_nothing_is_asked_of_rows_that_no_tree_is_grown_on() -> None:
    """The only cell that may mean something else stands in a row without a target."""
    rows = "".join(f"{at + 0.5},{at % 4 + 10},{'ab'[at % 2]}\n" for at in range(20))
    at = drafted(f"size,rooms,kind\n{rows}21.5,lost,\n".encode())
    assert draft(at).target == "kind"
    assert [one.value for one in at.header].count("Cells that may mean something else") == 0
    assert "may be misread" not in said(at)
    at = set_target(at, "size")
    assert at.button(key="data_offer_0_0").label == "Take as missing"
    assert "1 column may be misread" in [one.value for one in at.header]
    whole = drafted(f"size,rooms,kind\n{rows}21.5,lost,a\n".encode())
    assert whole.button(key="data_offer_0_0").label == "Take as missing"


def test_what_to_predict_is_asked_once() -> None:
    at = drafted(MIXED.encode())
    at = turned(checked(at.button(key="data_use").click().run()), "data")
    assert at.button_group(key="data_target").proto.label_visibility.value == 2
    at = turned(picked(turned(at, "home"), "playtennis"), "data")
    assert at.button_group(key="data_target").proto.label_visibility.value == 0


def test_columns_carry_over_when_a_file_is_read_again() -> None:
    made = take("t.csv", b"a,b,c\n1,x,p\n2,y,q\n")
    choice = first_choice(made).with_role(["a"], "ignore").with_target("b")
    again = carried_over(choice, made, made.again(decimal=","))
    assert (again.target, again.roles) == ("b", {"a": "ignore"})
    assert carried_over(choice, made, made.again(header=False)).target == "column 3"


def test_nothing_is_grown_on_a_guess_that_nobody_has_seen() -> None:
    at = drafted(MIXED.encode())
    at = turned(at, "grow")
    assert [title.value for title in at.title] == ["What do you want to predict?"]
    assert lesson(at).choice.key == "playtennis"
    assert at.button(key="data_use").label == "Yes, predict rating"
    grown = checked(at.button(key="data_use").click().run())  # one press, and nothing else
    assert lesson(turned(grown, "grow")).choice.target == "rating"
    at = turned(drafted(MIXED.encode()), "grow")
    at = turned(set_target(at, "weather"), "grow")  # said by a person: the tree may be shown
    assert lesson(at).choice.key.startswith("upload:")
    assert lesson(at).choice.target == "weather"
    assert not at.title


def test_a_target_that_cannot_be_predicted_is_not_grown_either() -> None:
    at = turned(as_target(drafted(MIXED.encode()), "same"), "grow")
    assert [title.value for title in at.title] == ["What do you want to predict?"]
    assert "All rows have the same class" in said(at)


def test_a_column_whose_cells_become_numbers_is_asked_about() -> None:
    """Money in words names its row; as numbers it may be asked about, unless a person said no."""
    rows = "\n".join(f"C{i},{i}.{i} €,{'yes' if i % 2 else 'no'}" for i in range(10, 40))
    made = take("money.csv", f"Customer,Spend,Churned\n{rows}\n".encode())
    choice = first_choice(made)
    assert choice.role("Spend") == "ignore"
    again = made.again(cells={"Spend": ("numbers",)})
    assert again.frame["Spend"].tolist()[0] == 10.1
    assert carried_over(choice, made, again).role("Spend") == "input"
    assert carried_over(choice, made, again).role("Customer") == "ignore"
    by_hand = choice.with_role(["Customer"], "input")
    assert carried_over(by_hand, made, again).role("Customer") == "input"


def test_more_classes_than_the_server_allows_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    few = Settings(replace(LIMITS, classes=3))
    monkeypatch.setattr("pages.ui.bring.draft.settings", lambda: few)
    rows = "\n".join(f"{i % 7},{'abcd'[i % 4]}" for i in range(40))
    at = drafted(f"x,grade\n{rows}\n".encode())
    assert "“grade” has 4 classes, and at most 3 can be predicted here." in said(at)
    few = Settings(replace(LIMITS, classes=4))
    assert "can be predicted here" not in said(checked(at.run()))


@pytest.mark.parametrize(
    ("cells", "label"),
    [
        (("12.300 €", "23.456 €", "9.120 €", "850 €"), "The point groups thousands"),
        (('"12,300"', '"23,456"', '"9,120"', "850"), "The comma groups thousands"),
    ],
)
def test_a_button_names_the_sign_that_the_cells_have(cells: Sequence[str], label: str) -> None:
    rows = "\n".join(f"{cells[i % 4]},{'no' if i % 3 else 'yes'}" for i in range(12))
    at = drafted(f"people,large\n{rows}\n".encode())
    assert label in [at.button(key=f"data_offer_0_{k}").label for k in (0, 1)]


def test_a_running_number_that_begins_anywhere_is_set_aside() -> None:
    lines = "".join(f"{1000 + at},{at * 7 % 5},{'ny'[at % 2]}\n" for at in range(12))
    made = take("churn.csv", f"Customer ID,Calls,Churned\n{lines}".encode())
    assert first_choice(made).roles == {"Customer ID": "ignore"}


@pytest.mark.parametrize(
    ("names", "used", "told"),
    [
        ("x,y", True, "x rises by 1 from row to row"),
        ("week,y", True, "week rises by 1 from row to row"),
        ("no,y", True, "no rises by 1 from row to row"),  # there is nothing else to ask about
        ("no,z,y", False, "no only numbers the rows."),
        ("x,z,y", True, "x rises by 1 from row to row"),
    ],
)
def test_a_count_is_used_where_it_may_measure(names: str, used: bool, told: str) -> None:
    """The regression exercise of every course has x = 1, 2, ..., 10."""
    values = [5.56, 5.7, 5.91, 6.4, 6.8, 7.05, 8.9, 8.7, 9.0, 9.05]
    width = len(names.split(",")) - 2
    rows = [
        ",".join([f"{at + 1}", *[f"{at * 7 % 10}"] * width, f"{values[at]}"]) for at in range(10)
    ]
    at = drafted("\n".join([names, *rows]).encode())
    assert told in said(at)
    assert not at.warning
    assert draft(at).target == "y"
    switch = at.toggle(key="data_switch_0")
    assert (switch.value, switch.disabled) == (used, False)
    assert not at.button(key="data_use").disabled
    at = checked(switch.set_value(not used).run())
    assert draft(at).role(names.split(",")[0]) == ("ignore" if used else "input")


def test_an_empty_column_is_not_used_until_something_stands_in_it() -> None:
    made = take("t.csv", b"x,y\n1,a\n2,b\n4,a\n3,b\n1,a\n")
    choice = first_choice(made)
    new = made.edited([AddColumn("VIP")])
    choice = after_edit(choice, new, {})
    assert choice.role("VIP") == "ignore"
    facts = facts_of(new.frame, "VIP", "nominal")
    assert (facts.empty, facts.constant, facts.identifier, facts.all_different) == (
        True,
        False,
        False,
        False,
    )
    filled = new.edited([*new.edits, EditRows({0: {"VIP": "yes"}})])
    assert after_edit(choice, filled, {}).role("VIP") == "input"
    set_aside = after_edit(choice, filled, {}).with_role(["VIP"], "ignore")
    more = filled.edited([*filled.edits, EditRows({1: {"VIP": "no"}})])
    assert after_edit(set_aside, more, {}).role("VIP") == "ignore"


def test_a_column_is_all_different_only_where_it_is() -> None:
    days = [*range(1, 48), 1, 2, 3]
    rows = "".join(f"d{day},{at % 3},{'yn'[at % 2]}\n" for at, day in enumerate(days))
    text = said(drafted(f"day,calls,paid\n{rows}".encode()))
    assert "day · 47 of 50 different" in text
    assert "all different" not in text


def test_what_is_said_of_the_columns_is_said_of_the_rows_that_remain() -> None:
    """The last row is a total, taken in on purpose: without a target value no tree sees it."""
    rows = [f"c{i},{i + 20},{i % 3 or ''},{'yes' if i % 2 else 'no'}" for i in range(12)]
    at = drafted("\n".join(["customer,age,visits,back", *rows, "Total,306,,"]).encode())
    assert "12 rows, 4 columns." in said(at)
    at = checked(at.toggle(key="data_story_0").set_value(False).run())
    text = said(at)
    assert "13 rows, 4 columns. 1 row without a target value left out. 12 rows remain." in text
    assert "12 different values in 12 rows" in text
    assert "Missing cells: visits (4)." in text
    assert "Leaving those rows out would keep 8 of 12." in text
    facts = at.dataframe[0].value.set_index("Column")
    assert list(facts["Missing"]) == [0, 0, 4, 0]
    assert list(facts["Different"]) == [12, 12, 2, 2]
    assert facts.loc["age", "Values"] == "20 to 31"
    assert "306" not in " ".join(one.proto.body for one in at.get("html"))
    at = checked(at.toggle(key="data_complete").set_value(True).run())
    assert "8 different values in 8 rows" in said(at)
    assert "Missing cells: visits (4)." in said(at)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (2397540.4, "2,397,540"),
        (108552.5, "108,552"),
        (12345.678, "12345.7"),
        (1669290424.0, "1669290424"),
        (2.5e16, "2.5e+16"),
    ],
)
def test_the_ends_of_a_column_have_no_exponent(value: float, text: str) -> None:
    assert number(value) == text


def test_a_name_is_cut_where_others_of_its_kind_are_alike() -> None:
    names = [f"Which of these do you own (all that apply) {pet}" for pet in ("Dog", "Cat")]
    dog, cat = map(literal_name, names)
    assert dog.endswith(" Dog")
    assert cat.endswith(" Cat")
    assert literal_name("short") == "short"
