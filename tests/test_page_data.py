"""The Data page: what is in a table, and every way to take it differently."""

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from pages.ui import compute, link
from pages.ui.facts import Worth, gap_rows
from pages.ui.figures import balance
from pages.ui.lesson import Choice, Lesson
from pages.ui.plan import Plan, plan_for
from pages.ui.upload import carried_over, first_choice, take

MIXED = "id,weather,code,humidity,rating,same\n" + "".join(
    f"p{i},{'srw'[i % 3]},{i % 3},{'' if i % 5 == 0 else i + 0.5},{i % 4},k\n" for i in range(20)
)


def page(**params: str) -> AppTest:
    at = AppTest.from_file("../pages/ui/navigation.py", default_timeout=120)
    at.query_params.update(params)
    return checked(checked(at.run()).switch_page("../data.py").run())


def drafted(content: bytes, name: str = "mine.csv") -> AppTest:
    """The page of a file just uploaded."""
    at = checked(AppTest.from_file("../pages/ui/navigation.py", default_timeout=120).run())
    return checked(at.file_uploader[0].set_value((name, content, "text/csv")).run())


def checked(at: AppTest) -> AppTest:
    assert not at.exception, at.exception
    return at


def lesson(at: AppTest) -> Lesson:
    found = at.session_state["lesson"]
    assert isinstance(found, Lesson)
    return found


def draft(at: AppTest) -> Choice:
    found = at.session_state["draft"]
    assert isinstance(found, Choice)
    return found


def said(at: AppTest) -> str:
    places = (at.markdown, at.info, at.warning, at.error, at.caption)
    return "\n".join(one.value for place in places for one in place).replace("\\", "")


def choose(at: AppTest, column: str) -> AppTest:
    return checked(at.selectbox(key="data_column").set_value(column).run())


def set_role(at: AppTest, column: str, role: str) -> AppTest:
    return checked(choose(at, column).button_group(key="data_role").set_value(role).run())


def set_target(at: AppTest, column: str) -> AppTest:
    return checked(at.selectbox(key="data_target").set_value(column).run())


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("key", ["playtennis", "loan", "titanic", "titanic_counts", "hitters"])
def test_the_page_stands_in_both_languages(key: str, language: str) -> None:
    at = page(data=key, lang=language)
    names = compute.labels(key, language).columns
    assert list(at.dataframe[0].value.columns) == [names[c] for c in compute.table(key).columns]
    assert at.query_params["data"] == key


def test_day_gains_all_of_the_entropy() -> None:
    """Mitchell, table 3.2: H = 0.940 bits; Gain(Outlook) = 0.246 as printed, 0.2467 exactly."""
    found = compute.worth(link.choice_of("playtennis"), compute.table("playtennis"), "Day")
    assert isinstance(found, Worth)
    assert found.gain == pytest.approx(found.before) == pytest.approx(0.940286, abs=1e-6)
    assert (found.best, found.best_gain) == ("Outlook", pytest.approx(0.246750, abs=1e-6))
    at = page()
    assert "14 different values in 14 rows" in said(at)
    assert "Its information gain is 0.9403 bits, all of the entropy" in said(at)
    assert "Outlook, gains 0.2467 bits" in said(at)


def test_day_is_switched_on_and_ignored_again() -> None:
    at = page()
    at = checked(at.button(key="data_switch_0").click().run())
    assert lesson(at).dataset.columns[0].name == "Day"
    assert len(at.warning) == 1
    at = checked(at.button(key="data_switch_0").click().run())
    assert lesson(at).choice == link.choice_of("playtennis")


def test_a_column_is_ignored_and_taken_as_a_weight() -> None:
    at = set_role(page(), "Wind", "ignore")
    assert lesson(at).choice.roles == {"Day": "ignore", "Wind": "ignore"}
    at = set_role(at, "Wind", "weight")
    assert "The weights in “Wind” must be numbers" in said(at)
    assert lesson(at).choice.roles["Wind"] == "ignore"  # refused: all as before
    at = set_role(at, "Wind", "target")
    assert lesson(at).choice.target == "Wind"


def test_several_columns_change_at_once() -> None:
    at = page(data="hitters")
    at.session_state["data_columns"] = ["AtBat", "Runs", "CAtBat"]
    at = checked(at.run())
    at = checked(at.button_group(key="data_role").set_value("input").run())
    names = {column.name for column in lesson(at).dataset.columns}
    assert names == {"Hits", "Years", "AtBat", "Runs", "CAtBat"}


def test_a_kind_is_changed_and_words_cannot_be_numbers() -> None:
    at = choose(page(data="golf"), "humidity")
    at = checked(at.button_group(key="data_kind").set_value("nominal").run())
    assert lesson(at).choice.kinds == {"humidity": "nominal"}
    at = choose(at, "outlook")
    assert at.button_group(key="data_kind").disabled
    assert "outlook holds words" in said(at)


def test_another_target_keeps_a_plan_only_if_it_fits() -> None:
    at = set_target(page(data="golf"), "windy")
    assert lesson(at).plan.name == "c45"
    at = set_target(at, "temperature")
    assert lesson(at).plan == Plan.of("regression", depth=3)


def test_the_logarithm_is_offered_for_positive_numbers_only() -> None:
    at = page(data="hitters")
    assert lesson(at).choice.log
    at = checked(at.toggle(key="data_log").set_value(False).run())
    assert lesson(at).dataset.target.name == "Salary"
    assert lesson(at).dataset.target.values.max() == 2460.0
    at = set_target(page(data="carseats"), "Advertising")  # it has zeros
    assert not [toggle for toggle in at.toggle if toggle.key == "data_log"]


def test_rows_left_out_are_said() -> None:
    assert "Left out: 59 rows without a target value. 263 rows remain" in said(page(data="hitters"))
    assert "Left out: 8 rows of weight zero" in said(page(data="titanic_counts"))
    at = page(data="titanic")
    assert "Left out: 263 rows with missing cells. 1046 rows remain" in said(at)
    at = checked(at.toggle(key="data_complete").set_value(False).run())
    assert len(lesson(at).dataset) == 1309
    assert "missing: fractions of the row go down every branch" in said(at)


def test_a_draft_says_what_is_in_the_file() -> None:
    at = drafted(MIXED.encode())
    text = said(at)
    assert "Read as UTF-8, separator comma, a header, decimal sign point." in text
    assert "id** looks like an identifier: 20 different values in 20 rows" in text
    assert "humidity (4)" in text
    assert "The same value in every row, so nothing to split on: same" in text
    assert "at most 4 different values: code (3)" in text
    assert draft(at).target == "rating"
    assert lesson(at).choice.key == "playtennis"


def test_what_can_be_done_about_it_is_one_click() -> None:
    at = drafted(MIXED.encode())
    at = checked(at.button(key="data_switch_0").click().run())
    at = checked(at.button(key="data_codes").click().run())
    assert draft(at).roles == {"id": "ignore"}
    assert draft(at).kinds == {"code": "nominal"}
    at = checked(at.toggle(key="data_as_number").set_value(True).run())
    assert draft(at).kinds["rating"] == "numeric"
    assert not draft(at).complete  # rows with missing cells stay unless one says so
    assert "missing: the row goes where the best of at most 5 surrogate splits" in said(at)
    at = checked(at.toggle(key="data_complete").set_value(True).run())
    at = checked(at.button(key="data_use").click().run())
    assert lesson(at).plan.name == "regression"
    assert len(lesson(at).dataset) == 16


def test_a_draft_without_a_usable_target_cannot_be_used() -> None:
    at = set_target(drafted(MIXED.encode()), "same")
    assert "All rows have the same class in “same”" in said(at)
    assert at.button(key="data_use").disabled
    assert lesson(at).choice.key == "playtennis"
    at = set_target(at, "weather")
    assert not at.button(key="data_use").disabled
    at = set_target(at, "id")
    assert "Nearly every row has a class of its own in id" in said(at)
    at = checked(at.button(key="data_leave").click().run())
    assert [title.value for title in at.title] == ["Play tennis"]
    assert len(at.session_state["uploads"]) == 1


def test_a_file_is_read_in_another_way() -> None:
    at = drafted(b"x;y;class\n1,5;2;a\n2,5;3;b\n3,5;2;a\n4,5;9;b\n")
    assert list(at.dataframe[0].value["x"]) == [1.5, 2.5, 3.5, 4.5]
    at = checked(at.selectbox(key="data_decimal").set_value(".").run())
    assert list(at.dataframe[0].value["x"]) == ["1,5", "2,5", "3,5", "4,5"]
    at = checked(at.toggle(key="data_header").set_value(False).run())
    assert "its columns are called column 1 to column 3" in said(at)
    at = checked(at.selectbox(key="data_separator").set_value("|").run())
    assert "Only one column was found with “|”" in said(at)
    assert list(at.dataframe[0].value.columns) == ["column 1", "column 2", "column 3"]
    assert len(at.session_state["uploads"]) == 1


def test_the_lessons_own_file_is_read_again_as_a_draft() -> None:
    at = checked(drafted(b"a,b\n1,x\n2,y\n3,x\n").button(key="data_use").click().run())
    used = lesson(at)
    at = checked(at.switch_page("../data.py").run())
    at = checked(at.toggle(key="data_header").set_value(False).run())
    assert lesson(at) is used
    assert draft(at).key != used.choice.key
    assert len(at.session_state["uploads"]) == 2


def test_an_uploaded_table_keeps_its_names_in_both_languages() -> None:
    """Here and not on the Grow page: AppTest asks for the words of a selectbox in English."""
    at = drafted("天气,打球\n晴,是\n雨,否\n晴,是\n".encode("gbk"))
    at = checked(at.button(key="data_use").click().run())
    at = checked(at.switch_page("../data.py").run())
    at = checked(at.button_group(key="language_switch").set_value("zh").run())
    assert [column.name for column in lesson(at).dataset.columns] == ["天气"]
    at = checked(at.switch_page("../home.py").run())
    at = checked(at.button(key="home_look_playtennis").click().run())
    assert lesson(at).dataset.columns[0].name == "天气"  # what Outlook is called
    at = checked(at.button_group(key="language_switch").set_value("en").run())
    assert lesson(at).dataset.columns[0].name == "Outlook"


def test_user_text_is_never_markup() -> None:
    at = drafted(b"**a**,$b$,:red[c]\nx,1,p\ny,2,q\nx,3,p\n", "<b>*x*.csv")
    assert [title.value for title in at.title] == [r"\<b\>\*x\*\.csv"]
    assert list(at.dataframe[0].value.columns) == ["**a**", "$b$", ":red[c]"]


def test_a_bad_address_is_said_and_a_lesson_is_there() -> None:
    at = page(data="nowhere")
    assert "This link names a data set" in said(at)
    assert lesson(at).choice.key == "playtennis"


def test_columns_carry_over_when_a_file_is_read_again() -> None:
    made = take("t.csv", b"a,b,c\n1,x,p\n2,y,q\n")
    choice = first_choice(made).with_role(["a"], "ignore").with_target("b")
    again = carried_over(choice, made.again(decimal=","))
    assert (again.target, again.roles) == ("b", {"a": "ignore"})
    assert carried_over(choice, made.again(header=False)).target == "column 3"


def test_gaps_are_counted_among_the_inputs() -> None:
    frame = compute.table("titanic")
    choice = link.choice_of("titanic")
    assert gap_rows(frame, choice) == (1309, 263)
    assert gap_rows(frame, choice.with_role(["age"], "ignore")) == (1309, 0)


def test_bars_add_up_and_rare_classes_share_one() -> None:
    names, weights = [f"<b>{i}" for i in range(14)], [float(i) for i in range(14)]
    figure = balance.classes(names, weights, "5 others", "light")
    assert sum(figure.data[0].x) == sum(weights)
    assert figure.layout.yaxis.ticktext == (*(f"&lt;b&gt;{i}" for i in range(5, 14)), "5 others")


def test_a_histogram_counts_every_row_and_whole_numbers_one_by_one() -> None:
    grades = balance.histogram(np.array([1.0, 1, 2, 4]), np.ones(4), "grade", "dark").data[0]
    assert (list(grades.x), list(grades.y)) == ([1, 2, 3, 4], [2, 1, 0, 1])
    spread = np.random.default_rng(0).normal(size=500)
    assert sum(balance.histogram(spread, np.full(500, 2.0), "x", "light").data[0].y) == 1000


@pytest.mark.parametrize(
    "choice",
    [
        link.choice_of("playtennis").with_role(["Day"], "input"),
        link.choice_of("golf").with_kind(["humidity"], "nominal"),
        link.choice_of("golf").with_target("windy"),
        link.choice_of("mtcars").with_target("am").with_role(["hp", "wt"], "ignore"),
        link.choice_of("titanic_counts").with_role(["Freq"], "ignore"),
        link.choice_of("mtcars").with_role(["carb"], "weight"),
    ],
    ids=repr,
)
def test_a_changed_table_survives_its_address(choice: Choice) -> None:
    dataset = compute.dataset(choice, "en")
    begun = Lesson.begin(choice, plan_for(dataset), dataset)
    again = link.read(link.write(begun), lambda read: compute.dataset(read, "en"))
    assert again.dataset == begun.dataset
    assert link.write(again) == link.write(begun)


def test_a_column_costs_something_to_ask() -> None:
    at = choose(page(data="playtennis"), "Outlook")
    at = checked(at.number_input(key="data_cost").set_value(10.0).run())
    assert lesson(at).choice.costs == {"Outlook": 10.0}
    assert lesson(at).dataset.costs.tolist() == [10, 1, 1, 1]
    at = checked(choose(at, "Outlook").number_input(key="data_cost").set_value(1.0).run())
    assert lesson(at).choice.costs == {}
