"""A step as a link and as a code, and what a lecture shows of a beat."""

from __future__ import annotations

import pytest
import segno

import dtcore as dt
from dtshow.figures.qr_code import QUIET, qr_code
from dtshow.lesson import link
from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.lecture import MOST, weighing
from dtshow.scene.grow.look import GrowLook, Guessing, digits_of
from pages.store.rooms import TEACHER
from pages.ui.classroom.class_state import state_of
from pages.ui.classroom.opening import GuidedLessons, lessons_from, rooms
from pages.ui.share import sharing
from pages.ui.share.sharing import remarks
from pages.ui.shell import cache
from pages.ui.story import to_class
from tests.pages import visit
from tests.pages.pruning import pruning_session
from tests.pages.stage import acted, page, payload, scene

LECTURE = GrowLook(lecture=True)


def lesson(**params: str) -> Lesson:
    def dataset(choice):  # type: ignore[no-untyped-def]
        return cache.dataset(choice, "en", cache.table(choice.key))

    return link.read(params, dataset, cache.start)


def shown(of: Lesson, look: GrowLook = LECTURE):  # type: ignore[no-untyped-def]
    return weighing(of, look, digits_of(of, look))


def test_a_lecture_shows_the_winners_sum_and_the_best_questions() -> None:
    found = shown(lesson(data="playtennis", recipe="id3", step="0", weigh="root"))
    assert found["beats"] == ["ask", "best"]
    assert found["says"] == [["Which question is best?"], None]
    names = ["Outlook", "Temperature", "Humidity", "Wind"]
    # nothing tells the winner
    assert found["asked"]["rows"] == [{"name": name} for name in names]
    line, mean = found["sum"]["lines"]
    assert mean["says"].startswith("H(D|A) = 5/14 × 0.970951 + 4/14 × 0 + 5/14 × 0.970951")
    assert (mean["value"], mean["result"]) == ("0.6935", False)
    assert (line["value"], line["result"]) == ("0.2467", True)
    rows = [(row["name"], row["value"], row["best"]) for row in found["candidates"]["rows"]]
    assert rows == [
        ("Outlook", "0.2467", True),
        ("Humidity", "0.1518", False),
        ("Wind", "0.0481", False),
        ("Temperature", "0.0292", False),
    ]
    assert [row["share"] for row in found["candidates"]["rows"]][:2] == [1, 0.6153]
    assert found["candidates"]["more"][-1] == ""
    assert dict(found["notes"]["sums"])["Wind"] == "g(D,A) = 0.940286 − 0.892159 = 0.0481"


def test_a_ratio_is_traced_to_what_is_divided_and_by_what() -> None:
    for table, recipe, symbols in (
        ("playtennis", "c45", ["g_R(D,A)", "g(D,A)", "H_A(D)"]),
        ("iris", "c45", ["g_R(D,A)", "g'(D,A)", "H_A(D)"]),
        ("mtcars", "regression", ["ΔSS"]),
    ):
        found = shown(lesson(data=table, recipe=recipe, step="0", weigh="root"))["sum"]
        assert [line["name"] for line in found["lines"]] == symbols


def test_what_is_ruled_out_says_why_in_the_place_of_its_score() -> None:
    found = shown(lesson(data="playtennis", recipe="c45", step="0", weigh="root"))["candidates"]
    values = {row["name"]: (row["value"], row["share"]) for row in found["rows"]}
    assert values["Humidity"][0] == "0.1518"
    assert values["Wind"] == values["Temperature"] == ("below average gain", None)


def test_a_ratio_of_many_branches_leaves_room_for_the_questions() -> None:
    of = {"data": "playtennis", "recipe": "c45_textbook", "ignore": "", "step": "0"}
    found = shown(lesson(**of, weigh="root"))
    assert [line["name"] for line in found["sum"]["lines"]] == ["g_R(D,A)", "g(D,A)"]
    assert len(found["candidates"]["rows"]) == 5


def test_a_lecture_lists_the_best_questions_and_says_how_many_are_left() -> None:
    found = shown(lesson(data="biopsy", recipe="cart", step="0", weigh="root"))["candidates"]
    assert len(found["rows"]) + 1 == MOST == 8
    assert found["more"] == [f"and {9 - n} more" for n in range(8)]
    tied = shown(lesson(data="xor", recipe="cart", step="0", weigh="root"))["candidates"]
    assert [row["value"] for row in tied["rows"]] == ["0"] * 3
    assert tied["more"][-1] == ""


def test_nothing_is_told_outside_a_lecture_or_while_one_guesses() -> None:
    weighed = lesson(data="playtennis", recipe="id3", step="0", weigh="root")
    assert shown(weighed, GrowLook()) is None
    guessing = shown(
        weighed, GrowLook(lecture=True, guess=Guessing(True, waiting=True), mode="guess")
    )
    assert (guessing["beats"], guessing["guess"]) == (["say"], True)
    assert "Outlook" not in str(guessing)
    assert "0.2467" not in str(guessing)


@pytest.mark.parametrize(
    ("table", "recipe", "step", "why"),
    [
        ("playtennis", "id3", "1", "It has the highest gain: 0.2467 bits."),
        ("playtennis", "c45", "1", "It scores highest: gain ratio 0.1564."),
        ("iris", "cart", "1", "It ties for the highest score and comes first in the table: "),
        ("playtennis", "id3", "0", ""),
    ],
)
def test_a_split_in_a_lecture_says_why_it_was_made(
    table: str, recipe: str, step: str, why: str
) -> None:
    found = shown(lesson(data=table, recipe=recipe, step=step))
    assert (found["beats"], found["sum"], found["candidates"]) == (["say"], None, None)
    assert why in "".join("".join(piece) for piece in found["says"][0] or [])
    assert bool(found["says"][0]) == bool(why)
    of_node = dict(found["notes"]["sums"])  # what there is to say of a node that is not weighed
    if (recipe, step) == ("id3", "0"):
        assert of_node["all rows: entropy"].endswith("= 0.9403")
        assert of_node["all rows: rows a leaf here would misclassify"].endswith("= 5")


def test_who_has_guessed_is_not_asked_again() -> None:
    weighed = lesson(data="playtennis", recipe="id3", step="0", weigh="root")
    found = shown(weighed, GrowLook(lecture=True, guess=Guessing(True)))
    assert (found["beats"], found["asked"]) == (["best"], None)


def test_a_lecture_is_opened_by_its_address_and_ended_by_an_act() -> None:
    at = page(data="playtennis", recipe="id3", step="0", lecture="on")
    assert scene(at)["lecture"]["beats"] == ["say"]
    assert "on" in at.query_params["lecture"]
    acted(at, "lecture", False)
    assert scene(at)["lecture"] is None
    assert "lecture" not in at.query_params
    assert payload(at)["share"] is None
    acted(at, "share", True)
    shared = payload(at)["share"]
    assert shared["link"].endswith("?data=playtennis&recipe=id3&step=0&lang=en")
    assert shared["size"] >= 21 + 2 * QUIET
    acted(at, "share", False)
    assert payload(at)["share"] is None


def test_a_link_that_was_left_open_does_not_come_back() -> None:
    at = acted(page(data="playtennis", recipe="id3", step="1"), "share", True)
    assert payload(at)["share"] is not None
    at = visit.turned(visit.turned(at, "home"), "grow")
    assert scene(at)["step"]["at"] == 1
    assert payload(at)["share"] is None
    assert payload(acted(at, "share", True))["share"] is not None


def test_a_lecture_on_pruning_shows_the_sum_of_the_weakest_link() -> None:
    params = {"data": "iris", "recipe": "cart", "lab_method": "cost", "lecture": "on"}
    at = visit.opened("pruning", **params, cuts="1")
    found = scene(at)["lecture"]
    assert found["beats"] == ["say", "sum"]
    [line] = found["sum"]["lines"]
    said = "".join(scene(at)["say"]).replace("\N{NO-BREAK SPACE}", " ")
    assert f"α = g = {line['value']}" in said
    [[name, told]] = found["notes"]["sums"]
    assert name
    assert told.endswith(line["value"])
    acted(at, "back")
    assert scene(at)["lecture"]["beats"] == ["say"]


def test_a_class_is_opened_at_the_step_on_show() -> None:
    at = acted(page(data="playtennis", recipe="id3", step="2"), "share", True)
    assert payload(at)["share"]["class"]["board"] == ""
    opened = payload(acted(at, "share", "class"))["share"]["class"]
    code, secret = opened["code"], opened["board"].partition("#")[2]
    assert opened["board"] == f"class/{code}/board#{secret}"
    assert code in opened["said"]
    assert rooms().who(code, secret) == TEACHER
    state = state_of(rooms().find(code).standing)
    assert state.address == "/grow?data=playtennis&recipe=id3&step=2"


def test_a_class_is_opened_in_the_guided_lesson_that_runs() -> None:
    lessons_from(GuidedLessons(to_class.listed, to_class.stops))
    params = {"data": "playtennis", "recipe": "id3", "step": "1", "scores": "0"}
    at = acted(page(**params, lesson="play_tennis", at="3"), "share", True)
    opened = payload(acted(at, "share", "class"))["share"]["class"]
    state = state_of(rooms().find(opened["code"]).standing)
    assert (state.at, len(state.stops)) == (2, 15)
    assert state.stop is not None
    assert state.stop["says"]["en"].startswith("Ask about Wind")


def test_it_leads_to_where_lessons_are_saved() -> None:
    at = acted(acted(page(data="playtennis", recipe="id3"), "share", True), "share", "save")
    offered = {one.proto.id.rpartition("-")[2] for one in at.get("download_button")}
    assert {"take_page", "take_page_scorm"} <= offered
    at = acted(acted(page(data="playtennis", lesson="id3"), "share", True), "share", "save")
    assert at.selectbox(key="lessons_save").value == "id3"


def test_a_lecture_on_pruning_shows_the_errors_of_each_tree() -> None:
    params = {"data": "iris", "recipe": "cart", "lab_method": "cost", "lecture": "on"}
    at = visit.opened("pruning", **params, lab_share="0.3")
    found = scene(at)["lecture"]
    assert found["ruler"]["chosen"] == found["errors"]["at"] == 0
    assert found["ruler"]["sides"] is None  # the errors have a scale of their own
    own, others = found["errors"]["curves"]
    assert own["says"] == "Training 0/105"
    assert others["says"] == "Held out 1/45"  # the best is not told before one sees it
    assert others["shown"] == "0.022"
    assert [len(curve["values"]) for curve in (own, others)] == [1, 1]
    assert len(found["errors"]["leaves"]) == len(found["ruler"]["stops"])
    acted(at, "alpha", 1)
    assert len(scene(at)["lecture"]["errors"]["curves"][0]["values"]) == 2
    acted(at, "alpha", 2)
    there = scene(at)["lecture"]["errors"]
    assert there["at"] == 2  # the best of all: it is seen that those after it are worse
    own, others = there["curves"]
    assert len(own["values"]) == len(there["leaves"])
    assert own["values"] == sorted(own["values"])
    assert there["most"] == found["errors"]["most"] >= max(own["values"] + others["values"])
    acted(at, "last")
    assert scene(at)["lecture"]["errors"]["curves"][1]["bestlabel"] == "lowest"
    asked = visit.opened("pruning", **params, lab_share="0.3", view="risk")  # who may choose?
    assert scene(asked)["lecture"]["errors"]["curves"][1]["says"].startswith("Cross-validated ")
    whole = visit.opened("pruning", **params, lab_share="0")
    iris = pruning_session(whole).grown.training
    folds = dt.pruning.cross_validate(iris, dt.recipe("cart"), 10, 0)
    curve = scene(whole)["lecture"]["errors"]["curves"][1]
    assert curve["says"] == f"Cross-validated {round(folds.risk[0] * 150)}/150"
    assert curve["error"] == pytest.approx(folds.error[:1], abs=1e-6)
    assert "limit" not in curve  # the best is not told before one sees it
    acted(whole, "last")
    assert scene(whole)["lecture"]["errors"]["curves"][1]["limit"] == pytest.approx(
        folds.limit, abs=2e-6
    )
    reduced = visit.opened("pruning", **{**params, "lab_method": "reduced"}, lab_share="0.3")
    assert scene(reduced)["lecture"]["errors"] is None


def test_a_code_is_that_of_its_text() -> None:
    text = "http://example.org/grow?data=iris&step=2"
    size, path = qr_code(text)
    matrix = segno.make(text, error="m", micro=False).matrix
    assert size == len(matrix) + 8
    assert path.count("M") == sum(map(sum, matrix))
    assert path.startswith("M4,4h1v1h-1z")  # the corner of the first finder


def test_a_link_that_no_code_holds_is_a_link_still(monkeypatch: pytest.MonkeyPatch) -> None:
    longest = "a" * 2331  # bytes of the largest code at this level (ISO 18004, table 7)
    assert qr_code(longest)[0] == 177 + 2 * QUIET
    assert qr_code(longest + "a") == (0, "")
    at = page(data="playtennis", recipe="id3", step="0")
    monkeypatch.setattr(sharing, "qr_code", lambda link: qr_code(link + longest))
    acted(at, "share", True)
    shared = payload(at)["share"]
    assert (shared["size"], shared["path"]) == (0, "")
    assert shared["link"].endswith("?data=playtennis&recipe=id3&step=0&lang=en")
    assert shared["said"][-1] == "This link is too long for a QR code. Copy it instead."


def test_a_link_says_where_it_does_not_open() -> None:
    here, there = "http://localhost:8501/grow", "https://trees.example.org/grow"
    assert remarks(there, "iris") == []
    [local] = remarks(here, "iris")
    assert "others cannot open the link" in local
    [own] = remarks(there, "upload")
    assert "Your own table is not in the link" in own
    assert len(remarks("http://127.0.0.1:8501/grow", "upload")) == 2
