"""A question to a class in both languages: what is sent before the reveal tells nothing of it."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import dtcore as dt
from dtshow.words import language
from pages.ui.classroom import questions, steps

GOLF = "/grow?data=golf&recipe=c45&step=1"
IRIS = "/grow?data=iris&recipe=cart&step=1"
TENNIS = "/grow?data=playtennis&recipe=id3&step=1"
ADDRESSES = (TENNIS, GOLF, IRIS, "/grow?data=titanic&step=2", "/grow?data=hitters&step=1")


@pytest.fixture(autouse=True)
def outside_a_session(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks what language a session speaks is wrong: there is none in a route."""

    def nobody() -> str:
        raise AssertionError("a class has no session")

    monkeypatch.setattr(language, "_asked", nobody)


def every(address: str) -> list[questions.ClassQuestion]:
    opened = steps.opened(address)
    return [
        questions.ask(opened, one["kind"], one["node"], one["column"])
        for one in questions.asks(opened)
    ]


def texts(value: Any) -> Iterator[dict[str, str]]:
    """All that is said in both languages."""
    if isinstance(value, dict) and set(value) == {"en", "zh"}:
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from texts(part)


@pytest.mark.parametrize(
    ("address", "told", "offered"),
    [(f"{TENNIS}&weigh=0", False, True), (f"{TENNIS}&weigh=0", True, False), (TENNIS, True, True)],
)
def test_which_column_is_asked_until_it_is_told(address: str, told: bool, offered: bool) -> None:
    listed = questions.asks(steps.opened(address), told)
    node = listed[0]["node"]
    kinds = [one["kind"] for one in listed if one["node"] == node]
    assert ("column" in kinds, "score" in kinds) == (offered, True)


def test_the_sunny_days() -> None:
    asked = questions.ask(steps.opened(TENNIS), "column")
    public = questions.public(asked)
    assert public["text"]["en"] == "5 rows where Outlook = Sunny: which question is best?"
    assert [option["text"]["en"] for option in public["options"]] == [
        "Temperature",
        "Humidity",
        "Wind",
    ]
    assert len(public["table"]["rows"]) == 5
    revealed = questions.revealed(asked)
    assert (revealed["key"], revealed["text"]["zh"]) == ("2", "湿度")
    assert revealed["sums"][0]["text"] == "g(D,A) = 0.970951 − 0 = 0.9710"


def test_a_known_mistake_is_named_with_its_number() -> None:
    """0.9403 - 0.9852 - 0.5917 bits, more than with the three branches of outlook."""
    asked = questions.ask(steps.opened(TENNIS), "column", "root")
    said = questions.revealed(asked)["why"]["2"]["en"]
    assert said == (
        "Among these splits Humidity wins if the impurities of the branches are added without "
        "weights (0.940286 − (0.985228 + 0.591673) = −0.6366). Weighted by their rows, it scores "
        "0.1518."
    )
    assert questions.mistake(asked, "2") == "no_weights"


def test_up_to_twenty_rows_are_listed_and_more_are_counted() -> None:
    tables = {}
    for data in ("loan", "contact_lenses"):
        opened = steps.opened(f"/grow?data={data}&recipe=id3&step=0")
        tables[data] = questions.public(questions.ask(opened, "column"))["table"]
    assert len(tables["loan"]["rows"]) == 15
    counted = [[cell["en"] for cell in row] for row in tables["contact_lenses"]["rows"]]
    starts = [k for k, (name, *_counts) in enumerate(counted) if name]
    for start, end in zip(starts, [*starts[1:], None], strict=True):  # 24 rows, by each column
        classes = zip(*(map(int, row[2:]) for row in counted[start:end]), strict=True)
        assert sorted(map(sum, classes)) == [4, 5, 15]
    leaf = questions.public(questions.ask(opened, "leaf"))["table"]
    assert leaf == tables["contact_lenses"]


def test_the_cuts_stand_on_a_line_with_the_rows_between_them() -> None:
    asked = questions.ask(steps.opened("/grow?data=iris&recipe=cart&step=2"), "cut")
    line = questions.public(asked)["line"]
    assert line["edges"] == ["1", "1.15", "1.35", "1.55", "1.75", "1.95", "2.15", "2.35", "2.5"]
    assert len(line["counts"]) == len(line["edges"]) - 1
    assert sum(int(number) for some in line["counts"] for number in some) == 100


def test_a_cut_is_told_with_its_column_and_its_own_score() -> None:
    asked = questions.ask(steps.opened("/grow?data=iris&recipe=cart&step=2"), "cut")
    said = questions.revealed(asked)
    assert said["text"]["en"] == "Petal.Width ≤ 1.75"
    told = said["why"][said["key"]]["en"]
    assert told == "Petal.Width ≤ 1.75 scores 0.3897; no allowed cut scores higher."


@pytest.mark.parametrize("address", ADDRESSES)
def test_what_is_sent_before_the_reveal_is_the_same_whatever_is_right(address: str) -> None:
    for asked in every(address):
        sent = json.dumps(questions.public(asked))
        for key in asked.question.keys:
            other = replace(asked.question, key=key, right=frozenset({key}))
            assert json.dumps(questions.public(replace(asked, question=other))) == sent
        if not asked.question.keys:
            assert asked.question.key not in sent


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_answer_has_a_sentence_in_both_languages(address: str) -> None:
    for asked in every(address):
        revealed = questions.revealed(asked, ["0.25", "7"] if not asked.question.keys else [])
        assert revealed["key"] in revealed["keys"]
        assert set(asked.question.keys) <= set(revealed["why"])
        for said in (*texts(revealed["why"]), *texts(questions.public(asked)["text"])):
            assert said["en"]
            assert said["zh"]
            assert "**" not in said["en"] + said["zh"]
        assert json.dumps(revealed)
        assert questions.mistake_words(questions.mistake(asked, revealed["key"]))["en"]


@pytest.mark.on_push(2)
@pytest.mark.parametrize("address", ADDRESSES)
def test_a_question_is_had_back_from_its_record(address: str) -> None:
    for asked in every(address):
        record = json.loads(json.dumps(asked.record))
        assert questions.public(questions.again(record)) == questions.public(asked)
        other = questions.like(asked)
        if other is not None:
            assert other.record != asked.record
            again = questions.again(other.record)
            assert questions.revealed(again)["key"] == questions.revealed(other)["key"]


def test_a_like_question_may_be_of_another_table() -> None:
    asked = questions.ask(steps.opened("/grow?data=golf&recipe=c45&step=1"), "cut")
    other = questions.like(asked)
    assert other is not None
    assert other.opened.address.startswith("/grow?data=iris")


def test_right_answers_are_paired_with_wrong_ones() -> None:
    asked = questions.ask(steps.opened(TENNIS), "column")
    tally = {"1": 13, "2": 7, "3": 3}
    found = {key: questions.find(asked, key, tally) for key in tally}
    assert found["3"] == {
        "en": "Find someone who chose Humidity.",
        "zh": "找选“湿度”的同学讨论。",
    }
    assert found["2"] is not None
    assert found["2"]["en"] == "Find someone who chose Temperature."
    assert questions.find(asked, "2", {"2": 24}) is None
    assert questions.find(asked, "1", {"1": 7, "3": 3}) is not None  # both are wrong
    tied = questions.ask(steps.opened("/grow?data=iris&recipe=cart&step=0"), "column")
    assert questions.find(tied, "2", {"2": 9, "3": 9}) is None  # both are right
    assert questions.find(tied, "2", {"0": 1, "2": 9, "3": 9}) == questions.find(
        tied, "3", {"0": 1, "3": 9}
    )


def test_what_cannot_be_asked_is_refused_with_a_sentence() -> None:
    opened = steps.opened(TENNIS)
    for kind, node in (("cut", ""), ("nothing", ""), ("column", "1")):
        with pytest.raises(dt.DtError) as problem:
            questions.ask(opened, kind, node)
        assert steps.trouble(problem.value)["zh"] != steps.trouble(problem.value)["en"]
    with pytest.raises(dt.DtError):
        questions.ask(opened, "column", "5.5")


@pytest.mark.parametrize(
    "address",
    [
        "/other?data=iris",
        "http://[",
        "/grow?data=nope",
        "/grow?data=upload",
        "/grow?data=made:xor-1000000-9-0.1-7",
        f"/grow?data=iris&moves={'1' * 9000}",
        "/grow?data=iris&moves=<b>",
    ],
)
def test_an_address_that_is_no_step_is_refused_with_a_sentence(address: str) -> None:
    with pytest.raises(dt.DtError) as problem:
        steps.opened(address)
    assert steps.trouble(problem.value)["en"]


def test_a_step_has_a_way_on_and_back_and_hides_what_was_worked_out() -> None:
    address = steps.step(steps.opened("/grow?data=playtennis&recipe=id3"))["next"]
    said = steps.step(steps.opened(address))
    assert said["statement"]["en"] == "4 questions weighed; Outlook is best: 0.2467 bits."
    assert said["back"] == "/grow?data=playtennis&recipe=id3&step=0"
    hidden = steps.step(steps.opened(address), hidden=True)
    assert hidden["statement"] == {"en": "", "zh": ""}
    ended = steps.step(steps.opened("/grow?data=playtennis&recipe=id3&step=99"))
    assert ended["next"] is None


def test_a_tie_says_that_each_of_its_answers_is_right() -> None:
    """Breiman's algorithm finds two columns of Fisher's irises that split them equally well."""
    asked = questions.ask(steps.opened("/grow?data=iris&recipe=cart&step=0"), "column")
    said = questions.revealed(asked)
    assert said["keys"] == ["2", "3"]
    assert said["text"]["en"] == "Petal.Length or Petal.Width"
    for key in said["keys"]:
        assert said["why"][key]["en"].endswith("Each of them is right.")


def test_cuts_that_tie_say_so() -> None:
    asked = questions.ask(
        steps.opened("/grow?data=mtcars&recipe=regression&step=2"), "cut", "0.0", 2
    )
    said = questions.revealed(asked)
    assert said["keys"] == ["0", "2"]
    assert " or " in said["text"]["en"]
    assert {said["why"][key]["en"] for key in said["keys"]} == {
        "2 of these cuts tie at 4.6875, and each of them is right. One is chosen: hp ≤ 59."
    }
