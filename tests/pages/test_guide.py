"""A guided lesson as a file: what is understood, and what is refused with its line."""

import pytest

from dtcore.errors import ReadingError
from pages.ui.impurity.impurity_view import counts_in
from pages.ui.story.guide import read
from pages.ui.story.numbers import filled

SMALL = """# A lesson

## First

- [One sentence.](/grow?data=playtennis&recipe=id3&step=2&lang=zh&lesson=x&at=3&lecture=on)

## Second

- [Two (of them).](/impurity?p=0.5)
- [Home again.](/)
"""
STOP = "- [S](/grow?data=playtennis)"


def test_a_file_is_read_as_it_is_written() -> None:
    guide = read("\ufeff" + SMALL)
    assert guide.title == "A lesson"
    assert [(part.name, len(part.stops)) for part in guide.parts] == [("First", 1), ("Second", 2)]
    first, second, third = guide.stops
    assert (first.sentence, first.page, first.line) == ("One sentence.", "grow", 5)
    assert first.params == {"data": "playtennis", "recipe": "id3", "step": "2"}
    assert (second.sentence, second.page, second.params) == (
        "Two (of them).",
        "impurity",
        {"p": "0.5"},
    )
    assert third.page == "home"
    assert guide.parts[1].stops == (second, third)


@pytest.mark.parametrize(
    ("title", "subject"),
    [
        ("ID3: ask what gains most", ("ID3", "ask what gains most")),
        ("剪枝：把树剪小", ("剪枝", "把树剪小")),
        ("A lesson", ("A lesson", "")),
    ],
)
def test_a_title_names_its_subject_before_the_colon(title: str, subject: tuple[str, str]) -> None:
    assert read(SMALL.replace("A lesson", title)).subject == subject


def test_a_note_belongs_to_the_sentence_above_it() -> None:
    first, second = read(f"# T\n## P\n{STOP}\n  > Ask the room.\n  > Wait.\n{STOP}").stops
    assert (first.note, second.note) == ("Ask the room. Wait.", "")


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("# T\n## P\n> A note alone.", "Line 3", "below its sentence"),
        (f"# T\n> Too early.\n## P\n{STOP}", "Line 2", "part"),
        (f"# T\n## P\n{STOP}\n> {'long ' * 150}", "Line 4", "600"),
        (f"# T\n## P\n{STOP}\nSome text.", "Line 4", "not a title"),
        (f"# T\n## P\n# Again\n{STOP}", "Line 3", "not a title"),
        (f"# T\n{STOP}", "Line 2", "part"),
        ("# T\n## P\n- A sentence alone.", "Line 3", "[sentence]"),
        ("# T\n## P\n\n- [S](https://example.org/grow)", "Line 4", "https://example.org/grow"),
        ("# T\n## P\n- [S](//example.org/grow)", "Line 3", "address bar"),
        ("# T\n## P\n- [S](//[)", "Line 3", "//["),
        ("# T\n## P\n- [S](//℀)", "Line 3", "//℀"),
        ("# T\n## P\n- [S](///grow)", "Line 3", "///grow"),
        ("# T\n## P\n- [S](/grow/[?data=iris)", "Line 3", "/grow/["),
        ("# T\n## P\n- [S](/nowhere?data=iris)", "Line 3", "/nowhere"),
        ("# T\n## P\n- [S](javascript:alert(1))", "Line 3", "not a page"),
        (f"# T\n## P\n- [{'long ' * 80}](/grow)", "Line 3", "300"),
        (f"## P\n{STOP}", "", "no title"),
        (f"# T\n## P\n## Q\n{STOP}", "“P”", "no sentences"),
        ("# T", "", "1 to 99"),
        ("", "", "no title"),
    ],
)
def test_what_cannot_be_read_is_named_by_its_line(text: str, line: str, says: str) -> None:
    with pytest.raises(ReadingError) as problem:
        read(text)
    assert line in str(problem.value)
    assert says in str(problem.value)


@pytest.mark.parametrize(
    ("stop", "says"),
    [
        ("[{gian}](/grow?data=playtennis)", "{gian}"),
        ("[{count Yes](/grow?data=playtennis)", "brace “{”"),
        ("[count Yes}](/grow?data=playtennis)", "brace “}”"),
        ("[{rows} and {}](/grow?data=playtennis)", "{rows}"),
        ("[{{rows}}](/grow?data=playtennis)", "brace “{”"),
        ("[{gain Rain}](/grow?data=playtennis)", "Outlook"),
        ("[{count Maybe}](/grow?data=playtennis)", "Yes, No"),
        ("[{answer}](/grow?data=playtennis&step=8&row=15)", "row=1"),
        ("[{hidden}](/grow?data=playtennis)", "held out"),
        ("[{errors}](/grow?data=carseats&recipe=regression)", "classes"),
        ("[{classes}](/grow?data=carseats&recipe=regression)", "no classes"),
        *(
            (f"[{{entropy}}](/impurity?topic=curve{p})", "add p=0.5")
            for p in ("", "&p=7", "&p=1.5", "&p=nan", "&p=-1", "&counts=9,5")
        ),
        ("[{entropy}](/impurity?topic=counts&counts=9,what)", "what"),
        ("[S](/grow)", "names no table"),
        ("[S](/pruning?lab_share=0)", "names no table"),
        ("[S](/data?step=2)", "names no table"),
        ("[{leaves} leaves](/)", "names no table"),
        ("[S](/grow?data=nothing)", "nothing"),
        ("[S](/grow?data=playtennis&step=x)", "whole number"),
        ("[S](/grow?data=upload)", "upload"),
        ("[S](/pruning?data=playtennis&lab_share=7)", "share"),
        ("[S](/pruning?data=playtennis&cuts=what)", "move"),
    ],
)
def test_what_the_engine_cannot_fill_in_is_named_by_its_line(stop: str, says: str) -> None:
    with pytest.raises(ReadingError) as problem:
        filled(f"# T\n## P\n- [{{rows}}](/grow?data=golf)\n- {stop}")
    assert "Line 4" in str(problem.value)
    assert says in str(problem.value)


def test_an_entropy_is_that_of_what_the_page_shows() -> None:
    """With two digits of the share, as its slider has them, and as many counts as fit in."""
    long = ",".join(["10"] * 7 + ["20"] * 40)
    stops = [
        "[{entropy}](/impurity?topic=curve&p=0.125)",
        "[{entropy}](/impurity?topic=curve&p=0.12&counts=9,5)",
        "[{entropy}](/impurity?topic=counts&p=0.12&counts=9,5)",
        "[{entropy}](/impurity?counts=9,5)",
        "[{entropy}](/impurity?topic=curve&p=0.5)",
    ]
    guide = filled("# T\n## P\n" + "\n".join(f"- {stop}" for stop in stops))
    said = [stop.sentence for stop in guide.stops]
    assert said == ["0.5294", "0.5294", "0.9403", "0.9403", "1"]
    assert counts_in({"counts": long}) == long[:80]
