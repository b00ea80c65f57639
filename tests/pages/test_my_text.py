"""My text: all that the course texts print stands in its section, with ours as the link.

That each stop opens and shows what it names is a matter of ``test_guided_lessons``, and that the
page of a step shows our number one of ``test_textbook``.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from urllib.parse import parse_qsl, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from dtshow.words.language import spoken
from pages.ui.shell.places import StoryView
from pages.ui.story.lessons_view import COURSE_TEXTS, LessonsView
from pages.ui.story.numbers import OpenedStop
from pages.ui.story.texts import FOLDER, guide_of, sections
from pages.ui.textbook.marks import mark, rounded
from pages.ui.textbook.printed import address, misprints, numbers, value
from pages.ui.textbook.sentences import as_text, of_misprint, of_number, ours
from tests.pages.home import followed, shown
from tests.pages.story import sending
from tests.pages.visit import checked, kept, lesson, opened, turned

LINK = re.compile(r"\]\((/\w+\?[^)]*)\)")

every_text = pytest.mark.parametrize("text", COURSE_TEXTS)


def page(text: str, **params: str) -> AppTest:
    return opened("lessons", text=text, **params)


def written(at: AppTest) -> str:
    return "\n".join(one.value for one in [*at.markdown, *at.caption])


def params_of(to: str) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(to).query))


@every_text
def test_all_that_is_printed_stands_in_one_section(text: str) -> None:
    listed = sections(text)
    assert Counter(one for part in listed for one in part.printed) == Counter(
        one for one in numbers() if one.text == text
    )
    assert Counter(one for part in listed for one in part.wrong) == Counter(
        one for one in misprints() if one.text == text
    )
    assert all(part.printed or part.wrong or part.see for part in listed)


@every_text
def test_each_sentence_stands_whole(text: str) -> None:
    assert "…" not in written(page(text))


def test_what_the_table_calls_otherwise_stands_beside_the_name_in_the_text() -> None:
    with spoken("en"):
        english = [stop.sentence.partition(": ")[0] for stop in guide_of("criteria").stops]
    with spoken("zh"):
        chinese = [stop.sentence.partition("：")[0] for stop in guide_of("criteria").stops]
    assert {"I_E([3,3]) (Wind)", "IG(windy)", "IG(outlook)"} <= {*english}
    assert {"I_E([3,3])（风力）", "IG(windy)（风力）", "IG(outlook)（天气）"} <= {*chinese}


@every_text
def test_both_languages_say_the_same(text: str) -> None:
    for one in tomllib.loads((FOLDER / f"{text}.toml").read_text("utf-8"))["section"]:
        assert set(one) <= {"title", "places", "see"}
        assert set(one["title"]) == {"en", "zh"}
        for see in one.get("see", ()):
            english, chinese = (Counter(re.findall(r"\{.*?\}", see[lang])) for lang in ("en", "zh"))
            assert english == chinese, see
            assert re.search(r"[\u4e00-\u9fff]", see["zh"])
            assert set(see) == {"to", "en", "zh"}


@every_text
def test_a_printed_number_is_ours_by_its_digits_or_the_text_is_said_to_err(text: str) -> None:
    with spoken("en"):
        parts = {part.name: part.stops for part in guide_of(text).parts}
    for section in sections(text):
        stops = parts.get(section.titles["en"], ())
        assert len(stops) == len(section.printed) + len(section.see)
        for one, stop in zip(section.printed, stops, strict=False):
            assert stop.sentence.startswith(as_text(one.quantity))
            told = f": the text prints {one.printed}; computed, it is {ours(one)}."
            assert told in stop.sentence
            if one.of in ("impurity", "branch"):  # its sum is the node's, and no column's
                shown = OpenedStop(stop).grown
                assert shown.tree.impurity(shown.node) == value(one)
                assert not shown.seen
            else:
                assert stop.params == params_of(address(one.step))
            if mark(one) == "right" and "/" not in one.printed:
                assert float(rounded(value(one), one.printed)) == float(one.printed)
            with spoken("en"):
                why = of_number(one).replace("\\", "")
            assert bool(why) == (mark(one) != "right")
            assert stop.sentence.endswith(f"{told} {why}" if why else told)


@pytest.mark.on_push("mitchell-zh", "gender-en")
@pytest.mark.parametrize("language", ["en", "zh"])
@every_text
def test_the_page_has_every_section_number_and_link(text: str, language: str) -> None:
    at = page(text, lang=language)
    assert not at.error
    assert dict(at.query_params) == {"text": text, "lang": language}
    assert [one.value for one in at.header] == [one.titles[language] for one in sections(text)]
    said = written(at)
    contents = re.findall(r"\(#(s\d+)\)", said)
    assert contents == [f"s{k}" for k in range(1, len(sections(text)) + 1)]
    with spoken(language):
        for part in sections(text):
            assert all(f"{one.printed} | [{ours(one)}](" in said for one in part.printed)
            assert all(of_number(one) in said for one in part.printed)
            assert all(of_misprint(one) in said for one in part.wrong)
    walked = [params_of(to) for to in LINK.findall(said) if "data" not in params_of(to)]
    places = sorted(int(one["at"]) for one in walked)
    with spoken(language):
        assert places == [*range(1, len(guide_of(text).stops) + 1)]
    assert {one["lesson"] for one in walked} == {text}


def test_a_text_is_chosen_and_stays_chosen() -> None:
    at = opened("lessons")
    stops = shown(at, "course")["stops"]
    assert [stop["to"] for stop in stops] == [*COURSE_TEXTS]
    assert params_of(stops[0]["href"])["text"] == "mitchell"
    assert [box.key for box in at.selectbox] == ["lessons_save"]
    at = followed(at, "course", "gender")
    assert at.selectbox[0].value == "gender"
    at = checked(at.selectbox[0].select("fang").run())
    assert at.query_params["text"] == "fang"
    assert turned(turned(at, "grow"), "lessons").query_params["text"] == "fang"


def test_a_link_is_followed_in_the_session_and_the_end_leads_back() -> None:
    at = page("gender")
    [to] = [
        to for to in LINK.findall(written(at)) if params_of(to)["at"] == "9" and "data" not in to
    ]
    at = followed(at, "follow", to)
    assert kept(at, StoryView).key == "gender"
    assert dict(at.query_params)["at"] == "9"
    assert lesson(at).choice.key == "gender"
    at = sending(at, "nbn.story", ["lessons", None])
    assert kept(at, LessonsView) == LessonsView("gender")


def test_the_link_of_a_misprint_opens_its_step() -> None:
    at = page("criteria")
    [to] = [to for to in LINK.findall(written(at)) if params_of(to).get("data") == "xor"]
    at = followed(at, "follow", to)
    assert lesson(at).choice.key == "xor"
    assert kept(at, StoryView).key == "criteria"


@pytest.mark.parametrize("to", ["", "/grow?lesson=iris&at=1", "/?at=1"])
def test_what_is_no_link_of_a_text_does_nothing(to: str) -> None:
    at = followed(page("criteria"), "follow", to)
    assert kept(at, StoryView).key == ""


@pytest.mark.parametrize(("named", "place"), [("x", 0), ("0", 0), ("999", -1)])
def test_a_stop_that_is_not_there_is_the_nearest(named: str, place: int) -> None:
    at = followed(page("criteria"), "follow", f"/grow?lesson=criteria&at={named}")
    view, stops = kept(at, StoryView), guide_of("criteria").stops
    assert (view.key, view.at) == ("criteria", place % len(stops))
