"""The owner's file: what it sets, and what it cannot say."""

from dataclasses import fields
from pathlib import Path

import pytest
import streamlit as st

from dttools.files import LIMITS
from pages.serving.tuning import allow_uploads
from pages.work.settings import MAY, Settings, SettingsError, Text, read_settings, settings

ROOT = Path(__file__).resolve().parents[2]


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "settings.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_example_says_what_holds_without_a_file() -> None:
    assert read_settings(ROOT / "settings.example.toml") == Settings()


def test_what_holds_without_a_file_may_be_said_in_one() -> None:
    for section in fields(Settings):
        keys = [key for key in fields(section.default) if MAY in key.metadata]
        assert keys
        for key in keys:
            assert key.metadata[MAY].holds(key.default), (section.name, key.name)


def test_a_text_has_a_pattern() -> None:
    may = Text(r"https?://\S+", "be an address")
    assert may.holds("https://a.b")
    assert not any(map(may.holds, ("a.b", "https://a b", "", 5, None)))


def test_what_is_left_out_is_as_usual(tmp_path: Path) -> None:
    limits = read_settings(written(tmp_path, "[limits]\nmegabytes = 25\nrows = 2_000_000\n")).limits
    assert (limits.megabytes, limits.rows, limits.columns) == (25, 2_000_000, LIMITS.columns)
    assert read_settings(written(tmp_path, "")) == Settings()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[limits]\nmegabyte = 5\n", "“megabyte” is no key of \\[limits\\]. Known: megabytes"),
        ("[limit]\nmegabytes = 5\n", "“limit” is no section. Known: limits"),
        ("limits = 5\n", "write \\[limits\\] as a section"),
        ('[limits]\nrows = "5"\n', "rows of \\[limits\\] is '5', and must be a whole number"),
        ("[limits]\nrows = true\n", "rows of \\[limits\\] is True"),
        ("[limits]\nmegabytes = 0\n", "from 1 to 200"),
        ("[limits]\nmegabytes = 201\n", "from 1 to 200"),
        ("[limits\n", "is not written in TOML"),
    ],
)
def test_what_cannot_be_is_said_with_the_file(tmp_path: Path, text: str, sentence: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(SettingsError, match=sentence) as raised:
        read_settings(path)
    assert str(path) in str(raised.value)


def test_the_environment_names_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NBN_SETTINGS", str(written(tmp_path, "[limits]\ncolumns = 40\n")))
    settings.cache_clear()
    try:
        assert settings().limits.columns == 40
        monkeypatch.setenv("NBN_SETTINGS", str(tmp_path / "none.toml"))
        settings.cache_clear()
        with pytest.raises(SettingsError, match="cannot be read"):
            settings()
    finally:
        monkeypatch.undo()
        settings.cache_clear()


def test_streamlit_lets_as_much_through() -> None:
    before = st.config.get_option("server.maxUploadSize")
    try:
        allow_uploads(37)
        assert st.config.get_option("server.maxUploadSize") == 37
    finally:
        allow_uploads(before)
