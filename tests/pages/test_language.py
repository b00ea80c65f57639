"""Every message and every text in both languages: nothing out of date, at night nothing missing."""

import ast
import io
import re
import string
import subprocess
import sys
from pathlib import Path

import pytest
import streamlit as st
from babel.messages import Catalog, Message
from babel.messages.pofile import read_po
from streamlit.testing.v1 import AppTest

import dtcore as dt
import tasks
from dtcore.words import Listed
from dtshow.words.language import sentence, spoken

ROOT = Path(__file__).resolve().parents[2]
TEXT = ROOT / "dtshow" / "words" / "text"
CATALOGUE = TEXT / "locale" / "zh" / "LC_MESSAGES" / "messages.po"
SAME_IN_BOTH = {"CART", "ID3 (Mitchell)", "p", "H", "x ≤ {cut}", "x > {cut}", "below 0.0001"} | {
    "Mitchell",
    "Quinlan 1986",
    "ISLR",
    "J48 (Weka)",
    "**{method} pruning.** {principle}",  # its Chinese names end in "pruning" by themselves
}
"""Messages that a Chinese textbook writes as an English one does."""


@pytest.fixture(scope="module")
def zh() -> Catalog:
    return read_po(io.BytesIO(CATALOGUE.read_bytes()), locale="zh")


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """The messages that the code uses today, extracted as ``tasks.py messages`` does."""
    template = tmp_path_factory.mktemp("messages") / "messages.pot"
    command = [sys.executable, "-m", "babel.messages.frontend", "--quiet", *tasks.EXTRACT]
    command += ["--output", str(template), *tasks.SAYING]
    subprocess.run(command, cwd=ROOT, check=True)
    return read_po(io.BytesIO(template.read_bytes()))


def messages(catalogue: Catalog) -> list[Message]:
    return [message for message in catalogue if message.id]


def translated(catalogue: Catalog) -> list[Message]:
    """On a day they may be few: a sentence that is new is asked for at night."""
    return [message for message in messages(catalogue) if all(forms(message.string))]


def forms(text: object) -> tuple[str, ...]:
    return tuple(map(str, text)) if isinstance(text, (list, tuple)) else (str(text),)


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.nightly
def test_the_catalogue_holds_just_the_messages_in_use(zh: Catalog, used: Catalog) -> None:
    assert {forms(m.id) for m in messages(zh)} == {forms(m.id) for m in messages(used)}


@pytest.mark.nightly
def test_every_message_in_the_code_is_in_the_catalogue(zh: Catalog) -> None:
    """Babel overlooks those within the braces of an f-string."""
    known = {forms(m.id)[0] for m in messages(zh)}
    code = [path for part in tasks.SAYING for path in (ROOT / part).rglob("*.py")]
    nodes = (node for path in code for node in ast.walk(ast.parse(path.read_text("utf-8"))))
    assert [text for node in nodes if (text := message(node)) and text not in known] == []


def message(node: ast.AST) -> str | None:
    match node:
        case ast.Call(ast.Name("_" | "N_" | "ngettext"), [ast.Constant(str(text)), *_]):
            return text
    return None


def test_every_message_is_translated(zh: Catalog) -> None:
    # what is marked fuzzy is not compiled
    assert [m.id for m in messages(zh) if m.fuzzy or not all(forms(m.string))] == []


def test_translations_are_chinese(zh: Catalog) -> None:
    letters = re.compile(r"[A-Za-z]{2}")
    plain = [m for m in translated(zh) if forms(m.id)[0] not in SAME_IN_BOTH]
    english = [
        m.id
        for m in plain
        if letters.search(re.sub(r"\{\w+\}", "", forms(m.id)[0]))
        and not re.search(r"[\u4e00-\u9fff]", "".join(forms(m.string)))
    ]
    assert english == []


def test_translations_keep_their_fields(zh: Catalog) -> None:
    for message in translated(zh):
        wanted = set().union(*(fields(form) for form in forms(message.id)))
        for form in forms(message.string):
            assert fields(form) == wanted, message.id


def test_translations_keep_their_emphasis(zh: Catalog) -> None:
    for message in translated(zh):
        for form in forms(message.string):
            assert form.count("**") == forms(message.id)[0].count("**"), message.id


def test_chinese_has_full_width_punctuation(zh: Catalog) -> None:
    half = re.compile(r"[\u4e00-\u9fff][,;:?!]|[,;!?][\u4e00-\u9fff]")
    texts = [form for m in messages(zh) for form in forms(m.string)]
    texts += [path.read_text("utf-8") for path in (TEXT / "zh").glob("*.md")]
    assert [text for text in texts if half.search(text)] == []


def test_chinese_has_its_spaces_and_brackets(zh: Catalog) -> None:
    # 按 花瓣宽度 划分, 2.45处, ID3(李航), 完成： 5 个; fields of numbers are like digits
    han, name = "[\\u4e00-\\u9fff]", r"\{(?:column|target|x|y)\}"
    digit = r"(?:\d|\{(?:n|n:,|days)\})"
    faults = [f"{han} {name}", f"{name} {han}", f"{han}{digit}", f"{digit}{han}"]
    faults += [r"[，。：；？！、“（] +\S", r"[\u4e00-\u9fff]：\*\* "]
    faults.append(r"[A-Za-z] ?\([\u4e00-\u9fff]+\)")
    wrong = re.compile("|".join(faults))
    texts = [form for m in messages(zh) for form in forms(m.string)]
    assert [text for text in texts if wrong.search(text)] == []


def test_every_text_is_there_in_both_languages() -> None:
    english, chinese = ({p.name for p in (TEXT / lang).glob("*.md")} for lang in ("en", "zh"))
    assert english == chinese
    for path in (TEXT / "zh").glob("*.md"):
        assert re.search(r"[\u4e00-\u9fff]", path.read_text("utf-8")), path
    for path in (TEXT / "en").glob("*.md"):
        assert not re.search(r"[\u4e00-\u9fff]", path.read_text("utf-8")), path


def test_names_are_listed_as_the_language_does() -> None:
    absent = "The tree was grown on columns that this table does not have: {columns}."
    problem = dt.DataError(absent, columns=Listed(("a", "b")))
    assert str(problem).endswith("have: a, b.")
    with spoken("zh"):
        assert "a、b" in sentence(problem)


def test_bold_words_end_where_they_should(zh: Catalog) -> None:
    # Markdown leaves **完成：**5 as typed: after a mark, the stars close only before a space
    # or another mark
    texts = [form for m in messages(zh) for form in forms(m.string)]
    texts += [path.read_text("utf-8") for path in TEXT.rglob("*.md")]
    bolds = [one for text in texts for one in re.findall(r"\*\*[^*]+\*\*[\w{]?", text)]
    assert [one for one in bolds if re.search(r"[^\w\s*}]\*\*[\w{]$", one)] == []


def _speaks() -> None:
    import streamlit as st

    from pages.ui.shell import session

    st.text(session.language())


@pytest.mark.parametrize(
    ("browser", "address", "spoken_then"),
    [("zh-CN", "", "zh"), ("zh-CN", "en", "en"), ("fr", "", "en"), (None, "", "en")],
)
def test_a_session_opens_in_the_browsers_language_where_the_address_says_nothing(
    browser: str | None, address: str, spoken_then: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(st.context), "locale", property(lambda _: browser))
    app = AppTest.from_function(_speaks, default_timeout=120)
    if address:
        app.query_params["lang"] = address
    assert app.run().text[0].value == spoken_then
