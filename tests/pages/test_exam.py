"""An exam of variants on paper: sheets, keys with all sums and marks, cards, and stories."""

import re
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import pytest

import dtcore as dt
from dtcore.explain import headline
from dtshow.page import command
from dtshow.words.language import LANGUAGES, _, spoken
from dtshow.worksheet.exam import exam, pages, rows_of
from dtshow.worksheet.sheet import Sheet, html_of
from dtshow.worksheet.stories import STORIES, renamed
from dttools.printing import Digits
from dttools.teach.exercise import exercises
from dttools.teach.variants import variants
from tests.pages.worksheets import ALLOWED, Reader
from tests.small_tables import dataset

KINDS = ("sheets", "keys", "cards")


def made(name: str, recipe: str, steps: int, n: int, language: str = "en") -> list[Sheet]:
    lesson = dt.start(dataset(name), dt.recipe(recipe))
    asked = [*exercises(lesson, steps)]
    sheet = Sheet(name, lesson.problem.recipe, recipe, asked, asked[-1].grown,
                  rows_of(lesson.problem.dataset), Digits(), language)  # fmt: skip
    with spoken(language):
        return exam(sheet, lesson, variants(lesson, steps, n), stories=True)


@pytest.mark.parametrize(
    ("name", "recipe", "n"),
    [
        ("playtennis", "id3", 2),
        *(
            pytest.param(*case, marks=pytest.mark.nightly)
            for case in (("playtennis", "id3", 30), ("golf", "c45", 30), ("iris", "cart", 30))
        ),
    ],
)
def test_sheets_keys_and_cards(name: str, recipe: str, n: int) -> None:
    found = made(name, recipe, 2, n)
    read = {file: Reader(text) for file, (_title, text) in pages("exam", found).items()}
    sheets, keys, cards = (read[f"exam_{kind}.html"] for kind in KINDS)
    assert sheets.text.strip().startswith(f"Worksheet A1–A{n}")  # its title
    for number, sheet in enumerate(found, 1):
        assert f"Worksheet A{number}: {sheet.title}" in sheets.text
        assert f"Key A{number}: {sheet.title}" in keys.text
        rows = len(sheet.rows)
        assert f"A{number} · {rows}" in cards.text
        assert f"A{number} · {rows + 1}" not in cards.text
        score = headline(sheet.recipe)
        for exercise in sheet.exercises:
            for candidate in exercise.asked:
                printed = Digits().show(candidate.scores[score])
                assert f" {printed}" in keys.text
                assert len(printed) < 4 or printed not in sheets.text
        assert f"Total{sum(p.marks for parts in sheet.marks for p in parts)}" in keys.text
    assert all(page.tags <= ALLOWED for page in read.values())
    assert keys.text.count("Errors carried forward") == n


def test_the_sums_of_all_columns_are_on_a_key() -> None:
    (sheet,) = made("playtennis", "id3", 1, 1)
    key = Reader(html_of(replace(sheet, answers=True))).text
    assert key.count("g(D,A) = ") == 4
    assert len(re.findall(r"H\(D\) +=", key)) == 2  # of the node; each column goes on from there


@pytest.mark.on_push("zh")  # a story has as many words in both
@pytest.mark.parametrize("language", LANGUAGES)
def test_stories_have_names_for_the_tables_of_the_books(language: str) -> None:
    with spoken(language):
        for number in range(len(STORIES)):
            for name in ("playtennis", "golf", "loan"):
                data = dataset(name)
                about, other = renamed(data, number)
                assert about.endswith(("?", "？"))
                recipe = dt.recipe("c45")
                assert dt.grow(other, recipe).leaves == dt.grow(data, recipe).leaves
                words = _(STORIES[number])
                for column in (*other.columns, other.target):
                    assert " | ".join((column.name, *(column.levels or ()))) in words
            assert renamed(dataset("iris"), number) is None


@pytest.mark.parametrize("story", STORIES)
def test_a_translated_story_has_as_many_words(story: str) -> None:
    def shape(text: str) -> list[int]:
        lines = [[part.strip() for part in line.split("|")] for line in text.splitlines()]
        assert all(len({*line}) == len(line) and all(line) for line in lines)
        assert len({line[0] for line in lines}) == len(lines)
        return [len(line) for line in lines]

    with spoken("zh"):
        assert shape(_(story)) == shape(story) == [1, 3, 4, 4, 4, 3, 3, 3, 3, 1, 1]


def test_a_node_whose_step_above_is_not_asked_is_named_once_the_page_is_turned() -> None:
    lesson = dt.start(dataset("iris"), dt.recipe("cart"))
    root, _second, third = exercises(lesson, 3)
    page = replace(made("iris", "cart", 1, 1)[0], exercises=[root, third], marks=())
    assert (page.tells(third.node), page.turns(third.node)) == (True, True)
    alone = replace(page, exercises=[third])
    assert (alone.tells(third.node), alone.turns(third.node)) == (True, False)
    read = Reader(html_of(alone)).text
    assert "Petal.Width ≤ 1.75" in read.partition("Step 3: ")[2].partition("\n")[0]
    assert "Which rows" not in read


def test_the_command_writes_an_exam(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "exam.zip"
    asked = ["playtennis", "--recipe", "id3", "--steps", "1", "--lang", "zh", "--exam", str(file)]
    assert command.main([*asked, "--variants", "2"]) == 0
    names = [f"playtennis_{kind}.html" for kind in KINDS]
    with ZipFile(file) as found:
        assert found.namelist() == names
        assert "练习纸 A2" in found.read(names[0]).decode()
    with pytest.raises(SystemExit):
        command.main([*asked, "--variants", "-1"])
    assert "count from 1 on" in capsys.readouterr().err
