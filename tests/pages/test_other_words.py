"""One word for one thing: no synonym of the glossary stands on screen instead of its word."""

import pytest

from tests.pages import other_words
from tests.pages.other_words import Place, allowed, found, places


@pytest.mark.on_push("en")  # a Chinese sentence that is new is asked for at night
@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_other_word_stands_on_screen(language: str) -> None:
    assert [(name, synonym, place.text) for name, synonym, place in found(language)] == []


@pytest.mark.parametrize(
    ("language", "text", "synonym"),
    [
        ("zh", "按信息增益率选择特征。", "信息增益率"),
        ("zh", "走到终端节点。", "终端节点"),
        ("en", "It ends in a terminal node.", "terminal node"),
        ("en", "These attributes are numeric.", "attribute"),
    ],
)
def test_another_word_is_found(
    language: str, text: str, synonym: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(other_words, "places", lambda _: (Place("here", text),))
    assert synonym in [one for _, one, _ in found(language)]


def test_a_synonym_in_brackets_explains_the_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(other_words, "places", lambda _: (Place("here", "增益率（信息增益比）"),))
    assert list(found("zh")) == []


def test_whatever_is_allowed_is_on_screen() -> None:
    for one in allowed():
        if one.language == "en":
            assert any(one.phrase in place.text for place in places("en")), one
        assert one.why
