"""The pages of a class: their words are all there, and nothing in them runs but files of ours."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from dtshow.web.script import script
from pages.ui.classroom import web_files
from pages.ui.classroom.words import WORDS, words

MODULES = sorted(web_files.WEB.glob("*.js"))
ASKED = re.compile(r"""["']([a-z]+(?:_[a-z0-9]+)*)["']""")
MADE = re.compile(r"say\(`([a-z_]+)\$\{")


def test_every_text_of_the_modules_is_there_and_every_text_is_used() -> None:
    text = "".join(module.read_text("utf-8") for module in MODULES)
    said = set(re.findall(r'(?:say|many|item)\("([a-z_0-9]+)"', text))
    sure = re.findall(r'confirm\("([a-z_]+)"', text)
    said |= {f"{act}_{part}" for act in sure for part in ("title", "more")}
    assert {name for name in said if name not in WORDS} == set()
    strings = set(ASKED.findall(text)) | set(re.findall(r'"([a-z_0-9]+)"', text))
    made = tuple(MADE.findall(text))
    counted = {name.removesuffix("_1") for name in said}
    unused = [
        name
        for name in WORDS
        if name not in strings and name.removesuffix("_1") not in counted
        if not name.startswith(made)
    ]
    assert unused == []


def test_both_languages_have_all_texts_with_the_same_fields() -> None:
    told = words()["words"]
    fields = re.compile(r"\{(\w+)\}")
    for name in WORDS:
        assert set(fields.findall(told["en"][name])) == set(fields.findall(told["zh"][name]))


class Scripts(HTMLParser):
    """The scripts of a page: what kind each is, where it comes from, and what stands in it."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[dict[str, str | None]] = []
        self.inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "script":
            self.found.append(dict(attrs))

    def handle_data(self, data: str) -> None:
        if self.found and self.found[-1].get("id") == "words" and not self.inside:
            self.inside = data


@pytest.mark.parametrize("name", web_files.PAGES)
def test_a_page_runs_files_of_ours_alone(name: str) -> None:
    read = Scripts()
    read.feed(web_files.page(name, "BCDFGH").decode())
    data, module = read.found
    assert data["type"] == "application/json"
    assert json.loads(read.inside) == words()
    assert module["type"] == "module"
    assert web_files.served(Path(str(module["src"])).name) is not None


def test_a_code_is_no_markup() -> None:
    assert b'data-code="&lt;b&gt;"' in web_files.page("phone", "<b>")


def test_every_file_that_a_page_asks_for_is_served() -> None:
    styles = (web_files.WEB / "class.css").read_text("utf-8")
    asked = set(re.findall(r"url\(([\w.]+)\)", styles)) | {"tokens.css", "class.css", "stage.css"}
    assert {name for name in asked if web_files.served(name) is None} == set()


@pytest.mark.parametrize("name", web_files.PAGES)
def test_a_page_needs_modules_that_are_all_in_the_script(name: str) -> None:
    entry, _kind = web_files.served(f"{name}.js") or (b"", "")
    made = script(web_files.MODULES)
    assert f'"./{made.name}"' in entry.decode()
    waiting, seen = [f"class/{name}.js"], set[str]()
    while waiting:
        module = waiting.pop()
        seen.add(module)
        _before, found, rest = made.text.decode().partition(f'\n"{module}"() {{\n')
        assert found, module
        needed = re.findall(r'need\("([^"]+)"\)', rest.partition("\nreturn {")[0])
        waiting += [one for one in needed if one not in seen]
    assert "stage/dom.js" in seen


@pytest.mark.parametrize("name", ["", "../words.py", "shell.html", "nothing.js", "base.js"])
def test_nothing_else_is_served(name: str) -> None:
    assert web_files.served(name) is None
