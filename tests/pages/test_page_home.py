"""Home: one click to a tree, the course, the gallery, and files good and bad."""

from urllib.parse import parse_qsl

import pytest
from streamlit.testing.v1 import AppTest

from dtshow.lesson import link
from dtshow.lesson.choice import RecipeChoice, fits, recipe_choice_for
from dtshow.lesson.lesson import Lesson
from dtshow.tables.catalogue import LANGUAGES, catalogue
from dtshow.tables.table_choice import TableChoice
from pages.ui.bring.draft import DataView
from pages.ui.shell import cache
from pages.ui.shell.places import StoryView
from pages.ui.story.runner import COURSE
from pages.ui.tables.upload import first_choice, take
from tests.pages import visit
from tests.pages.home import followed, picked, shown, tiles
from tests.pages.stage import history, scene, stepped
from tests.pages.visit import checked, kept, lesson, turned

GOOD = b"name,weather,humidity,play\nd1,sun,60,no\nd2,rain,70,yes\nd3,sun,80,no\nd4,rain,75,yes\n"
GREETING = "Grow a tree, one question at a time."
BAD = {
    "empty": (b"", "The file is empty"),
    "spreadsheet": (b"PK\x03\x04..xl/workbook.xml", "The spreadsheet is broken or not complete"),
    "zip": (b"PK\x03\x04..letter.txt", "The zip file is broken or not complete"),
    "picture": (b"\x89PNG\r\n\x1a\n" + bytes(99), "This file is of type PNG"),
    "binary": (bytes(range(128)) * 9, "This is neither a text nor a workbook"),
    "one column": (b"a\n1\n2\n3\n", "Only one column was found"),
    "header alone": (b"a,b\n", "There are no rows below the header"),
    "one row": (b"a,b\n1,2\n", "There is only one row of data"),
    "long row": (b"a,b\n1,2\n3,4,5\n6,7\n", "Line 3 has 3 cells"),
    "nameless column": (b"a,,c\n1,2,3\n4,5,6\n", "has no name at position 2"),
    "open quotation": (b'a,b\n1,"x\n2,y\n', "A quotation mark is opened in line 2"),
    "too wide": (b",".join(b"c%d" % i for i in range(600)) + b"\n", "The table has 600 columns"),
}


def home(**params: str) -> AppTest:
    return visit.opened(**params)


ASKED = "What do you want to predict?"


def titles(at: AppTest) -> list[str]:
    return [title.value for title in at.title]


def upload(at: AppTest, content: bytes, name: str = "mine.csv") -> AppTest:
    return checked(at.file_uploader[0].set_value((name, content, "text/csv")).run())


def test_an_encoding_that_was_guessed_wrong_can_be_chosen() -> None:
    """UTF-8 put together with a line of another encoding: nothing is read but by choice."""
    content = "plaće,hôtel,réglé\né,ü,ß\né,ö,à\n".encode() + b"\xe9,3,4\n"
    at = upload(home(), content)
    assert "Choose another encoding" in at.error[0].value
    [offered] = [box for box in at.selectbox if box.key == "bring_encoding_alone"]
    assert offered.value is None
    at = checked(offered.select("cp1252").run())
    assert not at.error


def test_the_first_tree_is_one_click_away() -> None:
    at = checked(home().button(key="home_first").click().run())
    assert titles(at) != [GREETING]
    assert kept(at, StoryView) == StoryView(key="play_tennis", at=0, met=True)
    assert lesson(at).choice == link.choice_of("playtennis")


def test_the_first_click_needs_no_component() -> None:
    at = home()
    assert [button.key for button in at.button if button.proto.type == "primary"] == ["home_first"]
    assert titles(at) == [GREETING]


@pytest.mark.parametrize("key", ["golf", "loan", "carseats"])
def test_a_picture_begins_a_lesson_and_leads_to_it(key: str) -> None:
    at = picked(home(), key)
    assert (lesson(at).choice, lesson(at).recipe_choice) == (
        link.choice_of(key),
        link.recipe_choice_of(key),
    )
    assert scene(at)["step"]["next"] == "Weigh"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_table_has_a_picture_in_both_languages(language: str) -> None:
    drawn = tiles(home(lang=language))
    assert set(drawn) == set(catalogue())
    for key, entry in catalogue().items():
        tile = drawn[key]
        assert tile["title"] == entry.text("title", language)
        assert f"{entry.rows:,}" in tile["line"] or str(entry.rows) in tile["line"]
        assert tile["shapes"]
        assert f"lang={language}" in tile["href"]


@pytest.mark.on_push(4)
@pytest.mark.parametrize("key", catalogue())
def test_a_picture_is_a_link_that_opens_the_same_elsewhere(key: str) -> None:
    """A middle click opens it in a new window."""
    page, _sep, query = tiles(home())[key]["href"].partition("?")
    at = visit.opened(page, **dict(parse_qsl(query)))
    assert lesson(at).choice == link.choice_of(key)
    assert lesson(at).recipe_choice == link.recipe_choice_of(key)
    assert page == "grow"  # all of them, those with gaps too
    assert lesson(at).timeline.cursor == 0


@pytest.mark.on_push(3)
@pytest.mark.parametrize("key", COURSE)
def test_a_stop_of_the_course_begins_its_lesson(key: str) -> None:
    at = followed(home(), "course", key)
    assert not at.error
    assert (kept(at, StoryView).key, kept(at, StoryView).at) == (key, 0)


@pytest.mark.on_push(3)
@pytest.mark.parametrize("number", range(len(COURSE)))
def test_a_stop_of_the_course_opens_the_same_elsewhere(number: int) -> None:
    page, _sep, query = shown(home(), "course")["stops"][number]["href"].partition("?")
    at = visit.opened(**dict(parse_qsl(query)))
    assert page in ("data", "grow", "impurity", "pruning")
    assert kept(at, StoryView).key == COURSE[number]


def test_the_course_is_in_order_and_its_first_lesson_is_next() -> None:
    *stops, _all = shown(home(), "course")["stops"]
    assert [stop["to"] for stop in stops] == list(COURSE)
    assert [stop["state"] for stop in stops] == ["next"] + [""] * (len(COURSE) - 1)


def test_the_course_leads_to_all_guided_lessons() -> None:
    assert shown(home(), "course")["stops"][-1]["href"].startswith("lessons?")
    at = followed(home(), "course", "lessons")
    assert titles(at) == ["Which lesson shall we follow?"]


@pytest.mark.parametrize("part", ["course", "gallery"])
@pytest.mark.parametrize("to", ["99", "-1", "made:xor-1-2-3", "<script>", None, 7, ["golf"]])
def test_a_link_that_nobody_drew_leads_nowhere(part: str, to: object) -> None:
    at = followed(home(), part, to)
    assert titles(at) == [GREETING]
    assert not at.error


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", catalogue())
def test_every_table_can_be_grown_in_both_languages(key: str, language: str) -> None:
    dataset = cache.dataset(link.choice_of(key), language)
    begun = Lesson.begin(link.choice_of(key), link.recipe_choice_of(key), dataset)
    assert begun.next(both_beats=True).timeline.cursor == 1
    assert fits(recipe_choice_for(dataset), dataset)


def test_the_lessons_own_table_begins_anew_like_any() -> None:
    at = stepped(visit.opened("grow", data="titanic_counts"), "last")
    steps = lesson(at).timeline.cursor
    at = picked(turned(at, "home"), "titanic_counts")
    assert titles(at) != [GREETING]
    assert lesson(at).timeline.cursor == 0 < steps
    assert lesson(stepped(turned(at, "grow"), "last")).timeline.cursor == steps


def test_a_good_file_becomes_a_draft_and_the_lesson_stays() -> None:
    at = picked(home(), "golf")
    at = upload(turned(at, "home"), GOOD, "my *table*.csv")
    assert titles(at) == [ASKED]
    assert r"**my \*table\*\.csv:**" in " ".join(m.value for m in at.markdown)
    assert lesson(at).choice.key == "golf"
    at = checked(at.button(key="data_use").click().run())
    assert lesson(at).choice.uploaded
    assert lesson(at).choice.target == "play"
    assert scene(at)["step"]["next"] == "Weigh"  # the Grow page
    at = history(turned(at, "grow"), "undo")
    assert lesson(at).choice.key == "golf"


def test_there_is_no_way_back_to_a_table_that_nobody_opened() -> None:
    at = upload(home(), GOOD)
    assert at.button(key="data_leave").label == "Back to Home"
    assert titles(checked(at.button(key="data_leave").click().run())) == [GREETING]
    at = upload(home(), GOOD)
    at = checked(at.button(key="data_use").click().run())
    assert lesson(at).choice.uploaded
    assert scene(turned(at, "grow"))["history"] == [False, False]


@pytest.mark.on_push(4)
@pytest.mark.slow
@pytest.mark.parametrize("kind", BAD)
def test_a_bad_file_gets_its_sentence_and_the_lesson_stays(kind: str) -> None:
    content, sentence = BAD[kind]
    at = picked(home(), "golf")
    before = lesson(at)
    at = upload(turned(at, "home"), content)
    assert titles(at) == [GREETING]
    assert len(at.error) == 1
    assert sentence in at.error[0].value.replace("\\", "")
    assert lesson(at) is before
    assert kept(at, DataView).draft is None


@pytest.mark.on_push(4)
@pytest.mark.slow
@pytest.mark.parametrize("kind", BAD)
def test_the_sentence_is_there_in_chinese_too(kind: str) -> None:
    at = upload(home(lang="zh"), BAD[kind][0])
    assert any("\u4e00" <= letter <= "\u9fff" for letter in at.error[0].value)


def test_a_file_that_was_read_wrongly_can_be_read_in_another_way() -> None:
    at = upload(home(), b"x,y\n1,p,k\n1,q,k\n3,p,k\n")
    assert "Line 2 has 3 cells, but the header has 2" in at.error[0].value.replace("\\", "")
    at = checked(at.toggle(key="bring_header").set_value(False).run())
    assert titles(at) == [ASKED]
    assert r"**mine\.csv:**" in " ".join(m.value for m in at.markdown)


def test_files_stay_on_the_home_page_and_only_the_last_few() -> None:
    at = home()
    for number in range(4):
        at = upload(at, GOOD.replace(b"d1", b"e%d" % number), f"file{number}.csv")
        at = turned(at, "home")
    own = [tile for tile in tiles(at).values() if tile["to"].startswith("upload:")]
    assert [tile["title"] for tile in own] == [f"file{number}.csv" for number in (3, 2, 1)]
    assert all(tile["shapes"] and "href" not in tile for tile in own)
    at = picked(at, own[2]["to"])
    assert titles(at) == [ASKED]
    assert r"**file1\.csv:**" in " ".join(m.value for m in at.markdown)


def test_the_lessons_own_file_is_never_forgotten() -> None:
    at = checked(upload(home(), GOOD).button(key="data_use").click().run())
    used = lesson(at).choice.key
    for number in range(4):
        at = turned(at, "home")
        at = upload(at, GOOD.replace(b"d1", b"e%d" % number), f"file{number}.csv")
    assert used in at.session_state["uploads"]
    assert len(at.session_state["uploads"]) == 3


@pytest.mark.parametrize("encoding", ["utf-8-sig", "gb18030", "utf-16", "big5"])
def test_encodings_that_students_bring(encoding: str) -> None:
    rows = "".join(f"{i},{'晴雨'[i % 2]},{'是否'[i % 2]}\n" for i in range(1, 9))
    made = take("表.csv", ("日期,天,好\n" + rows).encode(encoding))
    assert list(made.frame.columns) == ["日期", "天", "好"]
    assert first_choice(made).target == "好"


def test_the_same_bytes_read_otherwise_are_another_table() -> None:
    made = take("t.csv", b"a;b\n1;2\n3;4\n5;4\n")
    assert made.again(header=False).key != made.key
    assert made.again(separator=";").key == made.key
    assert made.key.startswith("upload:")


def test_the_first_target_can_be_told_apart() -> None:
    rows = b"".join(b"%d,%s,same,id%d\n" % (i, b"xy"[i % 2 : i % 2 + 1], i) for i in range(9))
    assert first_choice(take("t.csv", b"n,good,one,id\n" + rows)).target == "good"


def test_a_plan_fits_its_data() -> None:
    def recipe_choice(text: str, **choice: object) -> RecipeChoice:
        made = take("t.csv", text.encode())
        taken = TableChoice(made.key, "y", **choice)  # type: ignore[arg-type]
        return recipe_choice_for(cache.dataset(taken, "en", made.frame))

    assert recipe_choice("a,b,y\nu,v,p\nw,v,q\nu,z,p\n") == RecipeChoice("id3")
    assert recipe_choice("a,b,y\n1,v,p\n2,v,q\n3,z,p\n") == RecipeChoice("c45")
    assert recipe_choice("a,b,y\n1,5,p\n2,6,q\n3,4,p\n") == RecipeChoice("cart")
    assert recipe_choice("a,b,y\n1,5,1.5\n2,6,2.5\n3,4,3.5\n") == RecipeChoice.of(
        "regression", depth=3
    )
    # surrogates take missing cells, and so do C4.5's fractions
    assert recipe_choice("a,b,y\n1,,p\n2,6,q\n3,4,p\n") == RecipeChoice("cart")
    assert recipe_choice("a,b,y\n1,,p\n2,6,q\n3,4,p\n", complete=True) == RecipeChoice("cart")
