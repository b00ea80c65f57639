"""What is done once, and not at each click, gives what Streamlit alone would give."""

import gc
import sys
from collections.abc import Iterator

import pytest
from streamlit import config
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session

from pages.ui import serving

SECTIONS = ("theme", "theme.light", "theme.dark", "theme.sidebar", "theme.dark.sidebar")


def themes() -> CustomThemeConfig:
    """As Streamlit fills them: the parts after the whole."""
    made = CustomThemeConfig()
    parts = (made, made.light, made.dark, made.sidebar, made.dark.sidebar)
    for part, section in zip(parts, SECTIONS, strict=True):
        app_session._populate_theme_msg(part, section)
    return made


@pytest.fixture
def own_theme() -> Iterator[None]:
    """A base, a font, and colours in three places."""
    said = {
        "theme.base": "dark",
        "theme.textColor": "#111111",
        "theme.font": "serif",
        "theme.light.primaryColor": "#0b63b5",
        "theme.dark.sidebar.primaryColor": "#4393e6",
    }
    before = {name: config.get_option(name) for name in said}
    for name, value in said.items():
        config.set_option(name, value)
    yield
    for name, value in before.items():
        config.set_option(name, value)


def test_the_theme_is_read_once_and_is_the_same(
    own_theme: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = themes()
    assert wanted.dark.sidebar.primary_color == "#4393e6"
    monkeypatch.setattr(app_session, "_populate_theme_msg", app_session._populate_theme_msg)
    serving.read_theme_once()
    assert themes() == wanted
    monkeypatch.setattr(config, "get_options_for_section", lambda section: pytest.fail(section))
    assert themes() == wanted


def test_a_streamlit_that_reads_its_theme_otherwise_is_left_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(app_session, "_populate_theme_msg")
    serving.read_theme_once()
    assert not hasattr(app_session, "_populate_theme_msg")


def test_what_stays_is_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    turn, young = sys.getswitchinterval(), gc.get_threshold()
    monkeypatch.setattr(app_session, "_populate_theme_msg", app_session._populate_theme_msg)
    try:
        serving.ready_for_many()
        assert gc.get_freeze_count() > 50_000
        assert gc.get_threshold() == serving.YOUNG
    finally:
        gc.unfreeze()
        gc.set_threshold(*young)
        sys.setswitchinterval(turn)


def test_streamlit_still_reads_its_theme_in_the_way_we_know() -> None:
    """Else a redraw is a tenth slower, and ``serving`` should be looked at."""
    assert callable(app_session._populate_theme_msg)
    assert (
        "_populate_theme_msg"
        in app_session.AppSession._create_new_session_message.__code__.co_names
    )
