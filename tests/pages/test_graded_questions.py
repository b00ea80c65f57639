"""Questions for Moodle and for QTI 2.1: readers of their own mark each answer as it should be."""

from dataclasses import replace
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree as Xml
from zipfile import ZipFile

import pandas as pd
import pytest
import streamlit

import dtcore as dt
from dtshow.page import command
from dtshow.words.language import plain_sentence, spoken
from dtshow.worksheet.exam import exam, rows_of
from dtshow.worksheet.moodle import moodle_xml
from dtshow.worksheet.qti import qti_files
from dtshow.worksheet.questions import Bank, bank, feedback
from dtshow.worksheet.sheet import Sheet, with_marks
from dttools.printing import Digits
from dttools.teach.exercise import exercises
from dttools.teach.graded import GradedNumber, GradedPart
from dttools.teach.variants import variants
from tests.pages.marking import NAMESPACE, QtiItem, moodle_questions
from tests.pages.visit import opened, unfolded, waited
from tests.small_tables import dataset

NASTY = ["%50%}~#", "<b>&lt;</b>", "{1:NUMERICAL:=5}", "a~b & c\\", "&#35;", '\x07it\'s "x"', "天"]


def banked(data: dt.Dataset, recipe: str, language: str, variants: int = 1) -> Bank:
    lesson = dt.start(data, dt.recipe(recipe)).finish()
    digits = Digits.for_scale(lesson.state.tree.impurity(()))
    steps = list(exercises(lesson, 3))
    names = [column.name for column in (*data.columns, data.target)]
    rows = pd.DataFrame({name: ["two\nlines"] * min(len(data), 50) for name in names})
    sheet = Sheet("T", lesson.problem.recipe, recipe, steps, lesson.state.tree, rows, digits,
                  language)  # fmt: skip
    marked = with_marks(sheet, lesson)
    return bank([replace(marked, number=f"A{k}") for k in range(1, variants + 1)])


def answers(part: GradedPart) -> list[tuple[str, float, str]]:
    """Of each answer that is known its text, its marks and its feedback."""
    if isinstance(part, GradedNumber):
        return [
            (str(part.value), part.marks, feedback(part.praise)),
            *((f"{one.made.value:.8f}", part.marks * one.share, feedback(one.feedback))
              for one in part.mistakes),
            ("123456", 0, feedback(part.otherwise)),
        ]  # fmt: skip
    return [
        (plain_sentence(one.text), part.marks * one.right, feedback(one.feedback))
        for one in part.options
    ]


def inline(text: str) -> str:
    """As XML and HTML leave it."""
    return " ".join(text.replace("\x07", "").split())


def check_moodle(made: Bank) -> None:
    read = list(moodle_questions(moodle_xml("A/B", made)))
    asked = [question for questions in made.values() for question in questions]
    assert len(read) == len(asked)
    for (_category, name, fields), question in zip(read, asked, strict=True):
        assert name == inline(question.name)
        for field, (_label, part) in zip(fields, question.parts, strict=True):
            for text, marks, said in answers(part):
                assert field.marked(inline(text)) == (marks, inline(said)), (name, text)


def check_qti(made: Bank, language: str) -> None:
    files = qti_files("A & B", made, language)
    parsed = {name: Xml.fromstring(text) for name, text in files.items()}
    asked = [question for questions in made.values() for question in questions]
    hrefs = {one.get("href") for one in parsed["imsmanifest.xml"].iter() if one.get("href")}
    assert hrefs == files.keys() - {"imsmanifest.xml"}
    for number, question in enumerate(asked, 1):
        item = QtiItem(parsed[f"item{number}.xml"])
        for (key, choices), (_label, part) in zip(item.fields(), question.parts, strict=True):
            for text, marks, said in answers(part):
                keys = {inline(shown): one for one, shown in choices}
                answer = keys[inline(text)] if choices else float(text)
                score, shown = item.marked(key, answer)
                assert (score, inline(shown)) == (marks, inline(said)), text
            assert item.marked(key, None) == (0.0, "")  # who has not answered is told nothing


@pytest.mark.on_push("playtennis-id3-zh", "golf-c45-en", "iris-cart-en")
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("key", "recipe"), [("playtennis", "id3"), ("golf", "c45"), ("iris", "cart")]
)
def test_each_answer_has_its_marks_and_words(key: str, recipe: str, language: str) -> None:
    with spoken(language):
        made = banked(dataset(key), recipe, language)
        check_moodle(made)
        check_qti(made, language)


def test_names_that_are_markup_elsewhere() -> None:
    """A field of their own, an answer, an entity: each is read as it is typed."""
    first, *others = NASTY
    rows = [
        {first: value, "=x": k % 2, "%5%x": k % 2, "y": others[k % 3]}
        for k, value in enumerate(NASTY * 2)
    ]
    data = dt.Dataset.from_frame(
        pd.DataFrame(rows), target="y", kinds={"=x": "nominal", "%5%x": "nominal"}
    )
    made = banked(data, "id3", "en")
    check_moodle(made)
    check_qti(made, "en")


def test_variants_are_drawn_from() -> None:
    made = banked(dataset("playtennis"), "id3", "en", variants=2)
    read = list(moodle_questions(moodle_xml("Tennis", made)))
    (first, *_), (second, *_) = [q for q in read if q[0].endswith("/Step 1")]
    assert first == second == "$course$/top/Tennis/Step 1"
    assert [name for _c, name, _f in read[:2]] == ["T · A1 · Step 1", "T · A2 · Step 1"]
    test = Xml.fromstring(qti_files("Tennis", made, "en")["test.xml"])
    sections = list(test.iter(f"{NAMESPACE}assessmentSection"))
    assert [len(one.findall(f"{NAMESPACE}assessmentItemRef")) for one in sections] == [2] * 6
    assert all(one[0].get("select") == "1" for one in sections)


@pytest.mark.nightly
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("key", "recipe"), [("playtennis", "id3"), ("golf", "c45"), ("iris", "cart")]
)
def test_each_variant_is_marked_by_its_own_numbers(key: str, recipe: str, language: str) -> None:
    lesson = dt.start(dataset(key), dt.recipe(recipe))
    steps = [*exercises(lesson, 2)]
    sheet = Sheet(key, lesson.problem.recipe, recipe, steps, steps[-1].grown,
                  rows_of(lesson.problem.dataset), Digits(), language)  # fmt: skip
    with spoken(language):
        made = bank(exam(sheet, lesson, variants(lesson, 2, 5), stories=True))
        assert {len(questions) for questions in made.values()} == {5}
        check_moodle(made)
        check_qti(made, language)


def test_an_item_has_its_parts_in_the_order_of_the_schema() -> None:
    """IMS QTI 2.1, Information Model, §3.1."""
    order = ("responseDeclaration", "outcomeDeclaration", "itemBody", "responseProcessing",
             "modalFeedback")  # fmt: skip
    files = qti_files("T", banked(dataset("playtennis"), "id3", "en"), "en")
    for name, text in files.items():
        if name.startswith("item"):
            tags = [one.tag.removeprefix(NAMESPACE) for one in Xml.fromstring(text)]
            assert tags == sorted(tags, key=order.index)
            assert set(tags) == set(order)


def test_the_command_writes_both(tmp_path: Path) -> None:
    moodle, qti = tmp_path / "t.xml", tmp_path / "t.zip"
    given = "playtennis", "--steps", "2", "--lang", "zh"
    assert command.main([*given, "--moodle", str(moodle), "--qti", str(qti)]) == 0
    read = list(moodle_questions(moodle.read_text("utf-8")))
    assert (len(read), read[0][1]) == (4, "打网球 · 第 1 步")
    assert ZipFile(qti).testzip() is None
    assert len(ZipFile(qti).namelist()) == 6
    with pytest.raises(SystemExit):
        command.main(["playtennis", "--moodle", str(moodle), "--lang", "both"])


def test_grow_offers_them_beside_the_worksheet(monkeypatch: pytest.MonkeyPatch) -> None:
    made: dict[str, bytes] = {}
    monkeypatch.setattr(
        streamlit, "download_button", lambda _l, data, name, *_t, **_m: made.update({name: data})
    )
    waited(unfolded(opened("grow", data="golf", recipe="c45"), "more", more_tabs="Files"))
    assert len(list(moodle_questions(made["golf_moodle.xml"].decode()))) == 6
    assert "item6.xml" in ZipFile(BytesIO(made["golf_qti.zip"])).namelist()
