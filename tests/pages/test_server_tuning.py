"""What is done once, and not at each click, gives what Streamlit alone would give."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace

import pytest
from streamlit import config
from streamlit.proto.NewSession_pb2 import NewSession
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime import app_session
from streamlit.runtime import state as runtime_state
from streamlit.runtime.scriptrunner import ScriptRunner
from streamlit.runtime.state import SessionState
from streamlit.runtime.state.safe_session_state import SafeSessionState

from pages.ui.server import tuning

ROOT = Path(__file__).resolve().parents[2]
SECTIONS = ("theme", "theme.light", "theme.dark", "theme.sidebar", "theme.dark.sidebar")
PAGES = """
import gc, pkgutil, sys
sys.path.insert(0, ".")
from importlib import import_module
from pages.ui.server import tuning
tuning.ready_for_many()
import pages.ui
for found in pkgutil.walk_packages(pages.ui.__path__, "pages.ui."):
    if not found.name.endswith("navigation"):  # it draws when it is imported
        import_module(found.name)
gc.collect()
print(gc.get_freeze_count(), len(gc.get_objects()), gc.get_threshold() == tuning.YOUNG)
"""


def themes() -> NewSession:
    """As Streamlit fills them: the parts after the whole."""
    made = NewSession()
    whole = made.custom_theme
    parts = (whole, whole.light, whole.dark, whole.sidebar, whole.dark.sidebar)
    for part, section in zip(parts, SECTIONS, strict=True):
        app_session._populate_theme_msg(part, section)
    return made


SAID: list[dict[str, str]] = [
    {"theme.base": "dark", "theme.font": "serif", "theme.dark.sidebar.primaryColor": "#4393e6"},
    {"theme.light.primaryColor": "#0b63b5", "theme.textColor": "#111111"},
    {"theme.base": "light"},  # which is what an empty message says, and yet it was said
    {},
]


@pytest.fixture
def own_theme(request: pytest.FixtureRequest) -> Iterator[None]:
    """Only what the parameter says, in place of the project's own."""
    names = {f"theme.{mode}.primaryColor" for mode in ("light", "dark")} | set(request.param)
    before = {name: config.get_option(name) for name in names}
    for name in names:
        config.set_option(name, request.param.get(name))
    yield
    for name, value in before.items():
        config.set_option(name, value)


@pytest.mark.parametrize("own_theme", SAID, indirect=True)
def test_the_theme_is_read_once_and_is_the_same(
    own_theme: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = themes()
    monkeypatch.setattr(app_session, "_populate_theme_msg", app_session._populate_theme_msg)
    tuning.read_theme_once()
    assert themes() == wanted
    assert themes().HasField("custom_theme") == wanted.HasField("custom_theme")
    monkeypatch.setattr(config, "get_options_for_section", lambda section: pytest.fail(section))
    assert themes() == wanted


def test_a_streamlit_that_reads_its_theme_otherwise_is_left_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(app_session, "_populate_theme_msg")
    tuning.read_theme_once()
    assert not hasattr(app_session, "_populate_theme_msg")


def test_what_stays_is_not_looked_at_again() -> None:
    """All that any page needs is there before the collector is told to pass it by."""
    command = [sys.executable, "-W", "ignore", "-c", PAGES]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    frozen, left, young = told.split()
    assert int(left) < int(frozen) / 20
    assert young == "True"


def test_streamlit_still_reads_its_theme_in_the_way_we_know() -> None:
    """Else a redraw is a tenth slower, and ``tuning`` should be looked at."""
    assert callable(app_session._populate_theme_msg)
    assert (
        "_populate_theme_msg"
        in app_session.AppSession._create_new_session_message.__code__.co_names
    )


class Clicked(SessionState):
    """A session in which a click writes twice, while a newer one comes."""

    def on_script_will_rerun(self, *given: object, **more: object) -> None:
        session = SESSIONS[-1]
        session.heard = True
        COMING.append("newer")
        session.done = True


class ClickedInTurn(Clicked, tuning.RunsInTurn):
    """The same with us."""


COMING: list[str] = []
SESSIONS: list[SafeSessionState] = []


class NewerRun(BaseException):
    """As Streamlit ends a run in whose place another comes."""


def give_way() -> None:
    if COMING:
        raise NewerRun(COMING.pop())


@pytest.fixture
def tuned(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("__init__", "on_script_will_rerun"):
        monkeypatch.setattr(SafeSessionState, name, getattr(SafeSessionState, name))
    monkeypatch.setattr(runtime_state, "SessionState", SessionState)
    tuning.finish_callbacks()
    yield
    COMING.clear()


def test_of_a_click_streamlit_alone_does_half() -> None:
    state = SafeSessionState(Clicked(), give_way)
    SESSIONS.append(state)
    with pytest.raises(NewerRun):
        state.on_script_will_rerun(None)
    assert state.heard
    assert "done" not in state


@pytest.mark.usefixtures("tuned")
def test_what_a_click_does_is_done_whole() -> None:
    state = SafeSessionState(ClickedInTurn(), give_way)
    SESSIONS.append(state)
    COMING.append("newer")  # it comes before the click was heard
    state.on_script_will_rerun(None)
    with pytest.raises(NewerRun):  # at the next access, as ever
        _ = state.done
    COMING.clear()
    assert state.done


class Opened(tuning.RunsInTurn):
    """A session in which each run opens a stop and looks at it, while a newer run begins."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[object] = []
        self.newer = Event()

    def on_script_will_rerun(self, *given: object, **more: object) -> None:
        self.opened.append(given[0])
        self.newer.wait(1)
        self.opened.append(given[0])


@pytest.mark.usefixtures("tuned")
def test_a_newer_run_waits_until_the_click_before_is_done() -> None:
    session = Opened()
    older, newer = (SafeSessionState(session, lambda: None) for _ in range(2))
    threads = [
        Thread(target=run.on_script_will_rerun, args=[k]) for k, run in enumerate((older, newer))
    ]
    threads[0].start()
    while not session.opened:
        pass
    threads[1].start()
    session.newer.set()
    for thread in threads:
        thread.join()
    assert session.opened == [0, 0, 1, 1]


@pytest.mark.usefixtures("tuned")
def test_a_run_that_was_overtaken_sets_nothing_back() -> None:
    session = Opened()
    session.newer.set()
    older, newer = (SafeSessionState(session, give_way) for _ in range(2))
    newer.on_script_will_rerun(1)
    COMING.append("newer")
    with pytest.raises(NewerRun):
        older.on_script_will_rerun(0)
    assert session.opened == [1, 1]


def test_a_session_of_the_app_does_its_runs_in_turn() -> None:
    """Streamlit still makes its sessions where we say of which kind."""
    assert "SessionState" in app_session.AppSession.__init__.__code__.co_names
    assert "SafeSessionState" in ScriptRunner.__init__.__code__.co_names


def test_what_a_press_is_among_what_the_browser_tells() -> None:
    told = WidgetStates()
    told.widgets.add(id="topic", string_value="curve")
    assert not tuning.has_press(None)
    assert not tuning.has_press(told)
    told.widgets.add(id="stage", json_trigger_value="[]")
    assert tuning.has_press(told)


@pytest.mark.usefixtures("tuned")
@pytest.mark.parametrize(
    ("query", "press", "late"),
    [("lang=en&at=3", True, True), ("lang=en&at=3", False, False), ("", True, False)],
)
def test_a_run_knows_whether_a_press_asked_for_it(
    query: str, press: bool, late: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = WidgetStates()
    if press:
        told.widgets.add(id="stage", json_trigger_value="[]")
    session = Opened()
    session.newer.set()
    SafeSessionState(session, lambda: None).on_script_will_rerun(told)
    monkeypatch.setattr(tuning, "get_script_run_ctx", lambda: SimpleNamespace(query_string=query))
    assert tuning.pressed() is late
