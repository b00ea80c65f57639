"""The bundled guided lessons: alike in both languages, true to the engine, and each stop opens."""

from __future__ import annotations

import json
import re
from io import BytesIO
from itertools import pairwise, zip_longest
from typing import Any
from urllib.parse import parse_qsl, urlsplit
from zipfile import ZipFile

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

import dttools as dt
from dtcore import explain
from dtshow.words.language import spoken
from dttools.evaluation import Bootstrap, resampled, stability
from pages.ui.classroom.class_state import state_of
from pages.ui.classroom.opening import GuidedLessons, lessons_from, rooms
from pages.ui.pruning.curves import growth, validated
from pages.ui.shell.places import StoryView
from pages.ui.story import to_class
from pages.ui.story.guide import LONGEST, Guide, read
from pages.ui.story.lessons_view import COURSE_TEXTS
from pages.ui.story.numbers import errors, filled
from pages.ui.story.runner import CASES, COURSE, FIRST, LESSONS, _bundled, text_of
from pages.ui.story.shelf import _files
from pages.ui.use.use_view import Case, read_case
from tests.pages.home import followed
from tests.pages.impurity import working
from tests.pages.pruning import page as pruning_page
from tests.pages.pruning import pruned, pruning_session
from tests.pages.stage import acted, payload, scene, sent, staged, statement
from tests.pages.story import sending
from tests.pages.visit import PAGES, checked, keep, kept, lesson, opened, turned

BAND = "nbn.story"
WORDS = 14
ANSWER = re.compile(r"\*\*[^*]+?[:：] ?(.+?)\*\*[,，：。]")
TENNIS, IRIS, LOAN = "play_tennis", "iris", "loan"
BIOPSY, CARSEATS, HEART = "biopsy", "carseats", "heart"


def shown(at: AppTest) -> dict[str, Any]:
    """What the band gets."""
    return sent(at, BAND)


def stops(at: AppTest) -> list[dict[str, Any]]:
    return [stop for part in shown(at)["parts"] for stop in part["stops"]]


def to(at: AppTest, place: int) -> AppTest:
    """As if Next, or a sentence of the contents, was pressed."""
    return pressed(at, "go", [1, place])


def pressed(at: AppTest, kind: str, value: object) -> AppTest:
    return sending(at, BAND, [kind, value])


def bundled(key: str, language: str) -> Guide:
    return read(_bundled(key, language))


def sentences(key: str) -> list[str]:
    return [stop["sentence"] for stop in stops(opened(lesson=key))]


def numbers(key: str) -> list[list[str]]:
    return [re.findall(r"\d+(?:,\d{3})*(?:\.\d+)?", sentence) for sentence in sentences(key)]


@pytest.mark.parametrize("key", LESSONS)
def test_both_languages_have_the_same_stops(key: str) -> None:
    english, chinese = bundled(key, "en"), bundled(key, "zh")
    assert [len(part.stops) for part in english.parts] == [
        len(part.stops) for part in chinese.parts
    ]
    for one, other in zip_longest(english.stops, chinese.stops):
        assert (one.page, one.params) == (other.page, other.params)
        assert len(one.sentence) < LONGEST
        words = [re.sub(r"\W", "", word) for word in re.sub(r"\{.*?\}", "7", one.sentence).split()]
        assert len(list(filter(None, words))) <= WORDS, one.sentence


@pytest.mark.on_push(4)
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("key", LESSONS)
def test_each_stop_has_a_note_for_the_presenter(key: str, language: str) -> None:
    with spoken(language):
        notes = [stop.note for stop in filled(_bundled(key, language)).stops]
    assert all(notes)
    assert not re.search(r"[{}]", "".join(notes))


def test_no_number_of_a_bundled_lesson_is_written_by_hand() -> None:
    for key in LESSONS:
        for language in ("en", "zh"):
            for stop in bundled(key, language).stops:
                assert not re.search(r"\d", re.sub(r"\{.*?\}", "", stop.sentence)), stop.sentence


def test_the_numbers_are_those_that_the_books_print() -> None:
    """Quinlan 1986; Mitchell 1997, section 3.4."""
    assert numbers(TENNIS) == [
        ["14", "9"],
        ["5", "14"],
        ["6", "3", "3"],
        ["1"],
        ["9", "5", "0.9403"],
        ["0.2467"],
        ["5"],
        [],
        ["0"],
        ["0"],
        ["4"],
        ["5", "0", "14"],
        ["15"],
        ["0", "478", "16", "205"],
        ["6", "10", "205"],
    ]


def test_the_numbers_of_iris() -> None:
    """Breiman's cuts at 2.45 and 1.75, which part setosa and then leave six wrong."""
    assert numbers(IRIS) == [
        ["150", "3", "100"],
        ["2.45"],
        ["50"],
        ["1.75"],
        ["9", "0"],
        ["3", "6"],
        ["105", "0", "45", "4"],
        ["3", "3", "45"],
    ]


def test_the_numbers_of_the_loans() -> None:
    """Li Hang, table 5.1 and examples 5.1 to 5.3; Fang's own table of example 9-4."""
    assert numbers(LOAN) == [
        ["15", "9", "6"],
        ["9", "6", "0.9710"],
        ["0.0830", "0.3237", "0.3630", "0.4200"],
        ["0.6295"],
        ["6"],
        ["9", "0.9183"],
        ["3", "0", "15"],
        ["3"],
        [],
    ]
    said = [stop["note"] for stop in stops(opened(lesson=LOAN))]
    assert re.findall(r"\d\.\d{4}", said[3]) == ["0.9968", "0.1919", "0.1088", "0.1858", "0.6295"]
    assert "0.9183" in said[5]


@pytest.mark.nightly
def test_the_numbers_of_the_biopsies_and_the_stores() -> None:
    """The slides' 500 of 699 and 300 of 400 rows, and their four and seven leaves."""
    assert numbers(BIOPSY) == [
        ["699", "241", "241"],
        ["2.5"],
        ["199", "500", "13"],
        ["199", "186", "13"],
        ["6", "7"],
        ["12", "13", "199"],
        ["500", "4"],
        ["186", "199"],
        [],
    ]
    assert numbers(CARSEATS) == [
        ["400", "7.496"],
        [],
        ["85", "10.21"],
        ["16"],
        ["100", "300", "16"],
        ["100", "2.155"],
        ["300", "7"],
        ["7", "2.226"],
        ["11.01"],
    ]


def test_the_errors_by_hand_are_those_of_the_sentences() -> None:
    """The same split, tree and matrix from the library alone."""
    with spoken("en"):
        data = lesson(opened(lesson=BIOPSY)).dataset
        training, hidden = dt.validation.holdout(data, 0.2847, 0)
        tree = dt.grow(training, dt.recipe("cart_rpart"))
        assert (len(training), len(hidden)) == (500, 199)
        assert dt.evaluation.confusion(tree, hidden).tolist() == [[123, 7], [6, 63]]
        data = lesson(opened(lesson=CARSEATS)).dataset
        training, hidden = dt.validation.holdout(data, 0.25, 0)
        tree = lesson(opened(lesson=CARSEATS, at="5")).tree
        off = dt.predict(tree, hidden) - hidden.target.values
        assert f"{float((off * off).mean()) ** 0.5:.4g}" == "2.155"


@pytest.mark.parametrize(("key", "leaves"), [(BIOPSY, 4), (CARSEATS, 7)])
def test_the_folds_choose_what_the_sentence_says(key: str, leaves: int) -> None:
    """And the page shows that choice: the tree that is cut is the best of the curve."""
    now = pruned(to(opened(lesson=key), 6))
    assert now is not None
    found = validated(now)
    assert now.settings.folds == 10
    assert found.path.leaves[found.best] == now.lesson.tree.leaves == leaves


def test_what_the_sentences_on_biopsies_and_stores_claim_is_so() -> None:
    """The pruned tree answers as the whole one; it asks the slides' three columns."""
    with spoken("en"):
        now = pruned(to(opened(lesson=BIOPSY), 7))
        assert now is not None
        hidden = now.grown.unseen
        assert (dt.predict(now.lesson.tree, hidden) == dt.predict(now.grown.tree, hidden)).all()
        asked = {split.column for split in now.lesson.tree.splits if split is not None}
        names = {now.lesson.dataset.columns[column].name for column in asked}
        assert names == {"Uniformity of cell size", "Uniformity of cell shape", "Bare nuclei"}
        assert now.grown.tree.leaves - now.lesson.tree.leaves == 9
        at = to(opened(lesson=CARSEATS), 7)
        now = pruned(at)
        assert now is not None
        assert 2 * now.lesson.tree.leaves < now.grown.tree.leaves
        case = read_case(to(at, 8).query_params["case"], now.grown.training)
        assert case is not None
        asked = {
            c.name: cell for c, cell in zip(now.grown.training.columns, case.cells, strict=True)
        }
        assert (asked["ShelveLoc"], asked["Price"]) == (2, 100)


def test_what_the_sentences_on_loans_claim_is_so() -> None:
    """A pure group, a gain of all there is, and an applicant whom the table does not hold."""
    at = to(opened(lesson=LOAN, at="5"), 4)
    assert lesson(at).tree.impurity((0,)) == 0
    split = lesson(to(at, 5))
    assert split.evidence.best is not None
    assert split.evidence.best.scores["gain"] == split.tree.impurity((1,))
    data = lesson(to(at, 8)).dataset
    case = read_case(at.query_params["case"], data)
    assert case is not None
    assert [level(column, cell) for column, cell in zip(data.columns, case.cells, strict=True)] == [
        "young",
        "yes",
        "no",
        "fair",
    ]
    assert case.cells not in {Case.of_row(data, row).cells for row in range(len(data))}
    assert stops(at)[8]["sentence"].endswith("The tree says yes.")


def test_what_the_sentences_on_iris_claim_is_so() -> None:
    at = opened(lesson=IRIS, at="5")
    tree = lesson(at).tree
    assert min(tree.weight(node.id) for node in tree if node.leaf) == 1
    assert max(len(node.id) for node in lesson(to(at, 5)).tree) == 2
    whole, pruned = (_pruned(at, place) for place in (6, 7))
    assert whole[0] > pruned[0]
    assert whole[1] > pruned[1]


def test_what_the_sentences_claim_is_so() -> None:
    """Qualities that no braces hold: best of all, no gain alone, a new day, fewer unseen wrong."""
    with spoken("en"):
        at = opened(lesson=TENNIS, at="3")
        now = lesson(at)
        assert now.tree.impurity((1,)) == 1  # as of a coin, which the next sentence is about
        for place in (5, 6):
            weighed = lesson(to(at, place)).evidence
            assert weighed.best is not None
            assert weighed.best.scores["gain"] == max(
                c.scores.get("gain", 0) for c in weighed.candidates
            )
        lamp = lesson(to(at, 8))
        score = explain.headline(lamp.recipe)
        assert [c.scores[score] for c in lamp.evidence.candidates] == [0, 0, 0]
        assert lesson(to(at, 9)).tree.leaves == 4
        assert errors(lesson(to(at, 9)).tree, lesson(at).dataset) == 0
        day = ["Sunny", "Hot", "Normal", "Weak"]
        data = lesson(to(at, 12)).dataset
        days = zip(*(_levels(column) for column in data.columns), strict=True)
        assert day not in map(list, days)
        rows = scene(at)["rows"]
        assert rows["cells"][rows["chosen"]] == ["15", "", *day, "?"]
        assert set(scene(at)["tree"]["lit"]) == {"root", "0", "0.1"}
        assert "onward" not in scene(at)["step"]  # the lesson says itself where it goes on
        assert now_pruned(at, 13) == 0
    whole, pruned = (_pruned(at, place) for place in (13, 14))
    assert whole[0] > pruned[0]
    assert whole[1] > pruned[1]


def test_each_stop_of_the_first_lesson_changes_the_screen() -> None:
    stops = bundled(TENNIS, "en").stops
    shown = [(stop.page, sorted(stop.params.items())) for stop in stops]
    assert all(one != other for one, other in pairwise(shown))


def now_pruned(at: AppTest, place: int) -> float:
    """Errors on the rows that the tree was grown on."""
    now = pruned(to(at, place))
    assert now is not None
    return errors(now.lesson.tree, now.lesson.dataset)


def found(text: str) -> set[str]:
    return set(re.findall(r"\d+(?:\.\d+)?", text))


def level(column: dt.Column, cell: object) -> str:
    assert column.levels is not None
    assert isinstance(cell, int)
    return column.levels[cell]


def _levels(column: dt.Column) -> list[str]:
    assert column.levels is not None
    return [column.levels[int(value)] for value in column.values]


def _pruned(at: AppTest, place: int) -> tuple[int, float]:
    now = pruned(to(at, place))
    assert now is not None
    assert now.grown.held_out is not None
    return int(now.lesson.tree.leaves), errors(now.lesson.tree, now.grown.held_out)


@pytest.mark.on_push("play_tennis-en", "biopsy-en", "criteria-zh")
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("key", [*LESSONS, *COURSE_TEXTS])
def test_each_stop_opens_and_shows_what_it_names(key: str, language: str) -> None:
    at = opened(lesson=key, lang=language)
    for stop in stops(at):
        with spoken(language):  # what was chosen is found by its label
            at = to(at, stop["at"])
        assert not at.error
        assert shown(at)["at"] == stop["at"]
        address = dict(at.query_params.items())
        assert address["lesson"] == key
        assert address["at"] == str(stop["at"] + 1)
        assert address["lang"] == language
        if stop["page"] in ("grow", "pruning"):
            for name in ("data", "step", "weigh", "row", "cuts"):
                assert address.get(name) == stop["params"].get(name), stop
            assert scene(at)["page"] == stop["page"]
        if stop["page"] == "use":
            for name in ("data", "tab", "tree", "case", "look"):
                assert address.get(name) == stop["params"].get(name), stop
            assert "use_hold_out" not in {str(button.key) for button in at.button}
            if address.get("tab") == "evaluate":  # the numbers of the sentence stand on the page
                page = [text.value for text in at.markdown] + [one.label for one in at.button]
                assert found(stop["sentence"]) & found(" ".join(page)), stop
            if "case" in address:  # and the answer is that of the page
                bold = (ANSWER.match(text.value.replace("\\", "")) for text in at.markdown)
                told = next(match[1] for match in bold if match)
                assert told in stop["sentence"] or f"{float(told):.4g}" in stop["sentence"]
    if key in (TENNIS, IRIS):
        assert int(at.query_params["cuts"]) > 0


def heart_file(rows: int = 120) -> str:
    """As SAheart.data is written; the old are ill, and with it in the family the younger, too."""
    draw = np.random.default_rng(0)
    lines = ["row.names,sbp,tobacco,ldl,adiposity,famhist,typea,obesity,alcohol,age,chd"]
    for row in range(rows):
        age, family = int(draw.integers(15, 65)), bool(draw.integers(2))
        ill = int((age > 45 or (family and age > 30)) != (draw.random() < 0.1))
        said = ",".join(f"{value:.2f}" for value in draw.normal(30, 5, 4))
        more = ",".join(f"{value:.2f}" for value in draw.normal(25, 5, 3))
        lines.append(f"{row + 1},{said},{'Present' if family else 'Absent'},{more},{age},{ill}")
    return "\n".join(lines)


NAMES = "sbp~tobacco~ldl~adiposity~famhist~typea~obesity~alcohol~age~chd"


def on_a_file(language: str = "en") -> AppTest:
    """The lesson about heart disease as a teacher may have changed it: about a file that each
    student brings, where the ill are 1."""
    text = _bundled(HEART, language).replace("data=heart", f"data=upload&columns={NAMES}")
    for ours, theirs in (("yes as no", "1 as 0"), ("有 as 无", "1 as 0")):
        text = text.replace(ours, theirs)
    text = re.sub(r"\{count (yes|有)\}", "{count 1}", text)
    bring = "## File\n- [Save the file.](/data?bring=open)\n- [Open it here.](/data?bring=open)\n##"
    text = text.replace("##", bring, 1)
    at = AppTest.from_file(PAGES / "serving" / "navigation.py", default_timeout=120)
    at.query_params.update(lesson="own", lang=language)
    keep(at, StoryView, own=text)
    return checked(at.run())


def test_a_lesson_about_the_readers_file_says_what_to_bring_and_waits() -> None:
    at = to(on_a_file(), 2)
    said = {stop["sentence"] for stop in stops(at)[2:]}
    assert said == {f"First bring the table with these columns: {NAMES.replace('~', ', ')}"}
    assert not at.error
    brought(at, "other.csv", "a,b\n1,2\n2,3")
    assert stops(to(at, 3))[3]["page"] == "data"


@pytest.mark.on_push("en")
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_lesson_about_the_readers_file_goes_on_with_it(language: str) -> None:
    at = brought(on_a_file(language), "SAheart.data", heart_file())
    with spoken(language):
        at = to(at, 1)
    assert any("SAheart" in text.value for text in at.markdown)  # still on show
    with spoken(language):
        data = lesson(to(at, 2)).dataset
    assert [column.name for column in data.columns][-1] == "age"
    assert "row.names" not in [column.name for column in data.columns]
    assert data.target.levels == ("0", "1")
    said = stops(at)
    ill = int(sum(data.target.values))
    assert [int(n) for n in re.findall(r"\d+", said[2]["sentence"])] == [
        120,
        ill,
        min(ill, 120 - ill),
    ]
    for place in range(3, 9):
        with spoken(language):
            at = to(at, place)
        assert not at.error
        assert at.query_params["at"] == str(place + 1)
        if said[place]["page"] in ("grow", "pruning"):
            assert scene(at)["page"] == said[place]["page"]
    with spoken(language):
        now = pruned(to(at, 6))
    assert now is not None
    chosen = validated(now)
    assert now.lesson.tree.leaves == chosen.path.leaves[chosen.best] < now.grown.tree.leaves
    assert found(said[6]["sentence"]) == {"84", str(now.lesson.tree.leaves)}
    right = 36 - int(errors(now.lesson.tree, now.grown.unseen))
    assert re.findall(r"\d+", said[7]["sentence"]) == ["36", str(right), str(36 - right)]
    with spoken(language):
        page = " ".join(text.value for text in to(at, 7).markdown)
    assert str(right) in found(page)
    case = read_case(said[8]["params"]["case"], now.grown.training)
    assert case is not None
    answer = dt.predict(now.lesson.tree, case.frame(now.lesson.tree))[0]
    assert answer in said[8]["sentence"]


def brought(at: AppTest, name: str, content: str) -> AppTest:
    return checked(at.file_uploader[0].set_value((name, content.encode(), "text/csv")).run())


def test_a_reload_opens_what_was_on_show_and_the_band_at_its_stop() -> None:
    at = opened("grow", data="playtennis", recipe="id3", step="5", lesson=TENNIS, at="3")
    assert lesson(at).timeline.cursor == 5
    assert shown(at)["at"] == 2
    at = to(at, 2)
    assert lesson(at).timeline.cursor == 1


def test_one_looks_around_and_comes_back() -> None:
    at = to(opened(lesson=TENNIS), 5)
    before = statement(at)
    at = acted(at, "next")
    assert lesson(at).timeline.cursor == 1
    at = turned(at, "reference")
    assert shown(at)["at"] == 5
    at = to(at, 5)
    assert statement(at) == before


def test_a_row_of_the_address_lights_its_path() -> None:
    at = opened("grow", data="playtennis", recipe="id3", step="8", row="9")
    assert scene(at)["tree"]["selected"] == "0.1"
    assert at.query_params["row"] == "9"
    at = acted(at, "row", -1)
    assert "row" not in at.query_params
    assert scene(opened("grow", data="playtennis", row="99"))["rows"]["chosen"] == -1


def test_a_lecture_goes_through_the_pages_and_is_left_on_any() -> None:
    at = opened(lesson=TENNIS, at="3", lecture="on")
    assert scene(at)["lecture"]["beats"] == ["say"]
    to(at, 3)
    assert (shown(at)["staged"], shown(at)["lecture"], shown(at)["at"]) == (False, True, 3)
    assert "on" in at.query_params["lecture"]
    for place in (3, 4):  # Impurity is a slide: a picture, a sum, and nothing to press
        to(at, place)
        assert "log2(" in working(at)
        assert not [*at.button_group, *at.slider, *at.number_input, *at.text_input][1:]
    assert shown(at)["share"] is None
    pressed(at, "share", True)
    assert "at=5" in shown(at)["share"]["link"]
    lessons_from(GuidedLessons(to_class.listed, to_class.stops))
    pressed(at, "share", "class")  # from a page that has no tree: at its own sentence
    code = shown(at)["share"]["class"]["code"]
    state = state_of(rooms().find(code).standing)
    assert (state.at, len(state.stops)) == (4, 15)
    assert state.stop == state.stops[4]
    to(at, 5)
    assert scene(at)["lecture"]["beats"] == ["ask", "best"]
    to(at, 4)
    pressed(at, "lecture", False)
    assert (shown(at)["lecture"], shown(at)["at"]) == (False, 4)
    assert at.text_input
    assert "lecture" not in at.query_params
    assert scene(to(at, 5))["lecture"] is None


def test_three_criteria_are_a_slide_and_a_table_stays_a_page() -> None:
    where = {"data": "playtennis", "lesson": TENNIS, "at": "4", "lecture": "on", "p": "0.3"}
    slide = opened("impurity", topic="criteria", **where)
    assert all(result in working(slide) for result in ("0.8813", "0.4200", "max(0.3, 0.7)"))
    assert not slide.slider
    assert opened("impurity", topic="two_way", **where).selectbox


def test_the_end_says_what_was_learnt_and_leads_to_ones_own_table() -> None:
    at = pressed(opened(lesson=IRIS, at="8"), "lessons", None)
    assert kept(at, StoryView).key == ""
    at = turned(at, "lessons")
    assert any("That is a decision tree" in one.value for one in at.markdown)
    assert at.button(key="closing_own").label == "Grow one on your own table"
    at = turned(pressed(opened(lesson=IRIS, at="7"), "lessons", None), "lessons")
    assert not any("That is a decision tree" in one.value for one in at.markdown)


def test_each_lesson_is_a_link_to_its_first_sentence_and_all_files_are_one() -> None:
    at = opened("lessons", lang="zh")
    shown = [json.loads(one.proto.bytes) for one in at.get("bidi_component") if one.proto.bytes]
    stops = [stop for one in shown if one.get("part") == "course" for stop in one["stops"]]
    assert [stop["to"] for stop in stops] == [*COURSE_TEXTS, *FIRST, *COURSE, *CASES]
    lessons = stops[len(COURSE_TEXTS) :]
    assert all(f"lesson={stop['to']}&at=1&lang=zh" in stop["href"] for stop in lessons)
    at = checked(followed(at, "course", FIRST[0], 1))
    assert (kept(at, StoryView).key, kept(at, StoryView).at) == (FIRST[0], 0)
    with spoken("en"), ZipFile(BytesIO(_files())) as files:
        assert files.namelist() == [f"{key}.en.md" for key in LESSONS]
        assert files.read("iris.en.md").decode() == text_of(IRIS)


@pytest.mark.on_push(3)
@pytest.mark.parametrize(("key", "then"), list(pairwise(COURSE)))
def test_the_end_of_a_lesson_of_the_course_begins_the_next(key: str, then: str) -> None:
    last = len(bundled(key, "en").stops)
    at = pressed(opened(lesson=key, at=str(last)), "lessons", None)
    view = kept(at, StoryView)
    assert (view.key, view.at, view.done) == (then, 0, frozenset({key}))


@pytest.mark.parametrize("key", COURSE)
def test_a_lesson_of_the_course_asks_and_is_short(key: str) -> None:
    for language, ask, mark in (("en", "Ask: ", "?"), ("zh", "问：", "？")):
        stops = bundled(key, language).stops
        assert stops[0].sentence.endswith(mark)  # a question comes before the answers
        assert "weigh" not in stops[0].params  # and nothing gives them away
        assert 5 <= len(stops) <= 9
        assert all(stop.note.startswith(ask) for stop in stops)


def test_each_stop_of_the_course_shows_something_new() -> None:
    """A lesson may ask once more about what the one before it has left on show."""
    seen = set()
    for key in COURSE:
        for number, stop in enumerate(bundled(key, "en").stops):
            show = stop.page, *sorted(stop.params.items())
            assert show not in seen or number == 0, stop.sentence
            seen.add(show)


@pytest.mark.on_push(1)
@pytest.mark.parametrize(("measure", "named"), [("entropy", "entropy"), ("Gini", "cart")])
def test_no_measure_of_a_node_is_on_show_before_its_lesson(measure: str, named: str) -> None:
    for key in COURSE[: COURSE.index(named)]:
        at = opened(lesson=key)
        for number, stop in enumerate(stops(at)):
            if stop["page"] == "grow":
                shows = scene(at if number == 0 else to(at, number))
                assert measure not in json.dumps(shows), stop["sentence"]


def test_the_first_stop_of_judging_says_nothing_of_the_hidden_rows_but_how_many_they_are() -> None:
    at = opened(lesson="judging")
    assert shown(at)["name"] == "Judging"
    assert numbers("judging")[0] == ["13", "500", "199"]
    assert numbers("judging")[2] == ["199", "186", "13"]
    assert "Held out" not in json.dumps(scene(at))
    assert (len(lesson(at).dataset), lesson(at).tree.leaves) == (500, 13)


def test_what_the_sentences_of_the_course_claim_is_so() -> None:
    """Qualities that no braces hold."""
    with spoken("en"):
        day = lesson(to(opened(lesson="many_values"), 2))
        assert day.evidence.best is not None
        assert day.evidence.best.scores["gain"] == day.tree.impurity(())
        lamp = lesson(to(opened(lesson="limits"), 1)).evidence
        assert [candidate.scores["gain"] for candidate in lamp.candidates] == [0, 0, 0]
        known = pruned(to(opened(lesson="overfitting"), 5))
        assert known is not None
        curve = growth(known)
        assert (np.diff(curve.training) <= 0).all()
        best = int(np.argmin(curve.held_out))
        assert curve.leaves[best] < curve.leaves[-1] / 2
        assert curve.held_out[-1] > curve.held_out[best]
        iris = lesson(opened(lesson="limits", at="6"))
        drawn = resampled(iris.dataset, iris.recipe, Bootstrap())
        found = stability(dt.grow(iris.dataset, iris.recipe), iris.dataset, drawn)
        root, below = (found.at(node).same / found.at(node).reached for node in ((), (1,)))
        assert 1 > root > 0.8 > 0.6 > below  # the root mostly stays


def test_one_leaves_the_lesson_where_one_is() -> None:
    at = pressed(to(opened(lesson=TENNIS), 7), "leave", None)
    assert kept(at, StoryView).key == ""
    assert not [part for part in at.get("bidi_component") if part.proto.component_name == BAND]
    assert "lesson" not in at.query_params
    assert lesson(at).timeline.cursor == 2


@pytest.mark.parametrize("params", [{"lesson": "nothing"}, {"lesson": "own", "at": "4"}])
def test_a_lesson_that_is_not_here_is_said(params: dict[str, str]) -> None:
    at = opened(**params)
    assert len(at.error) == 1
    assert "lesson" not in at.query_params


def test_a_stop_that_is_not_there_is_the_nearest() -> None:
    assert shown(opened(lesson=TENNIS, at="99"))["at"] == 14
    assert shown(opened(lesson=TENNIS, at="x"))["at"] == 0


def test_a_file_of_ones_own_is_opened_or_refused() -> None:
    at = opened("lessons")
    text = "# Mine\n## Part\n- [{leaves} leaves.](/grow?data=golf&recipe=c45&step=99)"
    at.file_uploader[0].upload("mine.md", text.encode(), "text/markdown")
    checked(at.run())
    assert not at.error
    checked(at.button(key="lesson_start_own").click().run())
    assert [stop["sentence"] for stop in stops(at)] == ["5 leaves."]
    assert lesson(at).choice.key == "golf"
    at = turned(at, "lessons")
    at.file_uploader[0].upload("bad.md", b"# Mine\nwhat", "text/markdown")
    assert "Line 2" in checked(at.run()).error[0].value


def test_the_numbers_of_a_pruning_stop_are_those_of_its_page() -> None:
    """Where nothing says how many rows are held out."""
    address = {"data": "playtennis", "recipe": "id3", "step": "8"}
    query = "&".join(f"{name}={value}" for name, value in address.items())
    at = own(opened("lessons"), f"- [{{rows}} rows, {{leaves}} leaves](/pruning?{query})")
    now = pruning_session(pruning_page(**address))
    said = f"{len(now.lesson.dataset)} rows, {now.lesson.tree.leaves} leaves"
    assert [stop["sentence"] for stop in stops(at)] == [said] == ["14 rows, 5 leaves"]


def test_the_numbers_of_a_lesson_are_no_ones_own_tree() -> None:
    """What one has changed by hand is not in them; what the stop's address changes is."""
    table, moves = {"data": "kyphosis", "recipe": "cart"}, {"moves": "x:c1<=3.5", "step": "1"}
    stop = "- [{leaves} leaves](/pruning?data=kyphosis&recipe=cart&lab_share=0"
    whole = pruning_session(pruning_page(**table, lab_share="0")).lesson.tree.leaves
    by_hand = pruning_page(**table, **moves)
    changed = pruning_session(by_hand).lesson.tree.leaves
    assert whole != changed
    at = own(turned(by_hand, "lessons"), f"{stop})\n{stop}&moves=x:c1<=3.5&step=1)")
    said = [f"{whole} leaves", f"{changed} leaves"]
    assert [stop["sentence"] for stop in stops(at)] == said


def test_who_only_opens_a_file_has_no_lesson_yet() -> None:
    at = opened("lessons")
    text = "# Mine\n## Part\n- [{leaves} leaves](/pruning?data=iris&recipe=cart&lab_share=0)"
    at.file_uploader[0].upload("mine.md", text.encode(), "text/markdown")
    checked(at.run())
    assert not at.error
    assert "lesson" not in at.session_state


def test_a_link_to_ones_own_lesson_opens_the_step_without_it() -> None:
    at = own(opened("lessons"), "- [S](/grow?data=golf&recipe=c45&step=2&row=3)")
    assert at.query_params["lesson"] == "own"
    shared = payload(acted(turned(at, "grow"), "share", True))["share"]
    link = dict(parse_qsl(urlsplit(shared["link"]).query))
    assert not {"lesson", "at"} & set(link)
    assert (link["data"], link["step"], link["row"]) == ("golf", "2", "3")
    assert any("own lesson is not in the link" in said for said in shared["said"])


def test_an_address_with_a_lesson_that_is_not_here_shows_its_row() -> None:
    """As one may have copied it from the address bar."""
    at = opened("grow", data="playtennis", recipe="id3", step="8", row="9", lesson="own", at="2")
    assert scene(at)["tree"]["selected"] == "0.1"
    assert at.query_params["row"] == "9"
    assert "lesson" not in at.query_params


def own(at: AppTest, stops: str) -> AppTest:
    """A lesson of one's own with these stops, begun."""
    text = f"# Mine\n## Part\n{stops}"
    at.file_uploader[0].upload("mine.md", text.encode(), "text/markdown")
    checked(at.run())
    assert not at.error
    return checked(at.button(key="lesson_start_own").click().run())


def test_a_file_does_in_the_other_language_too() -> None:
    at = opened("lessons", lang="zh")
    at.file_uploader[0].upload("mine.md", _bundled(TENNIS, "en").encode(), "text/markdown")
    checked(at.run())
    assert not at.error
    checked(at.button(key="lesson_start_own").click().run())
    assert stops(at)[5]["sentence"] == (
        "Gain is the doubt a question removes. 天气 gains most: 0.2467 bits."
    )


def test_who_only_goes_on_has_nothing_to_undo() -> None:
    """Other tables and moves by hand are the lesson's own, until one makes a move oneself."""
    at = opened(lesson=TENNIS)
    for place in range(1, 13):
        at = to(at, place)
        assert not staged(at) or scene(at)["history"] == [False, False]
    at = acted(to(at, 9), "back")
    at = to(at, 10)
    assert scene(at)["history"] == [False, False]
    at = acted(acted(at, "pick", "root"), "do", "leaf")
    assert lesson(at).tree.leaves == 1
    at = to(at, 11)
    assert scene(at)["history"] == [True, False]
    assert lesson(acted(at, "undo")).tree.leaves == 1
