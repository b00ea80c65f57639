"""Streamlit still has each inside that the app takes of it, and the app goes without each.

If a test fails here after an update of Streamlit, look at the file of ``pages.streamlit_inside``
that it names.
"""

import gc
import pkgutil
import weakref
from collections.abc import Iterator
from threading import Event, Thread
from types import SimpleNamespace

import pytest
from streamlit import config
from streamlit.proto.NewSession_pb2 import NewSession
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime import app_session
from streamlit.runtime.memory_session_storage import MemorySessionStorage
from streamlit.runtime.scriptrunner import ScriptRunner
from streamlit.runtime.session_manager import SessionInfo
from streamlit.runtime.state import SessionState
from streamlit.runtime.state.safe_session_state import SafeSessionState
from streamlit.runtime.websocket_session_manager import WebsocketSessionManager

from pages.streamlit_inside import clicks, components, has_no, sessions, theme, web
from pages.ui.components import mount

SECTIONS = ("theme", "theme.light", "theme.dark", "theme.sidebar", "theme.dark.sidebar")


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
    theme.read_theme_once()
    assert themes() == wanted
    assert themes().HasField("custom_theme") == wanted.HasField("custom_theme")
    monkeypatch.setattr(config, "get_options_for_section", lambda section: pytest.fail(section))
    assert themes() == wanted


def test_streamlit_still_reads_its_theme_in_the_way_we_know() -> None:
    """Else a redraw is a tenth slower, and ``theme`` should be looked at."""
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
    clicks.finish_clicks()
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
    state = SafeSessionState(Clicked(), give_way)
    SESSIONS.append(state)
    COMING.append("newer")  # it comes before the click was heard
    state.on_script_will_rerun(None)
    with pytest.raises(NewerRun):  # at the next access, as ever
        _ = state.done
    COMING.clear()
    assert state.done


class Opened(SessionState):
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
    """Streamlit still makes its runs in the way we know."""
    assert "SafeSessionState" in ScriptRunner.__init__.__code__.co_names


def test_what_a_press_is_among_what_the_browser_tells() -> None:
    told = WidgetStates()
    told.widgets.add(id="topic", string_value="curve")
    assert not clicks.has_press(None)
    assert not clicks.has_press(told)
    told.widgets.add(id="stage", json_trigger_value="[]")
    assert clicks.has_press(told)


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
    run = SimpleNamespace(query_string=query)
    monkeypatch.setattr(clicks.CONTEXT, lambda: run)
    assert clicks.pressed() is late


class Session:
    """As much of a session as its storage asks for."""

    id = "one"


def serve(monkeypatch: pytest.MonkeyPatch, manager: object) -> None:
    runtime = SimpleNamespace(_session_mgr=manager)
    served = SimpleNamespace(instance=lambda: runtime, exists=lambda: True)
    monkeypatch.setattr(sessions.RUNTIME, served)


@pytest.mark.parametrize(("seconds", "kept"), [(0, 0), (60, 1)])
def test_counting_drops_the_sessions_whose_time_is_up(
    monkeypatch: pytest.MonkeyPatch, seconds: int, kept: int
) -> None:
    """With Streamlit's own storage and manager, whose insides are meant here."""
    storage = MemorySessionStorage(ttl_seconds=seconds)
    session = Session()
    gone = weakref.ref(session)
    storage.save(SessionInfo(client=None, session=session))  # type: ignore[arg-type]
    del session
    serve(monkeypatch, WebsocketSessionManager(storage, None, None, None))  # type: ignore[arg-type]
    assert sessions.count() == kept
    gc.collect()
    assert (gone() is not None) == bool(kept)


PLACES = {
    "clicks.RUN": clicks.RUN,
    "clicks.BEGIN": f"{clicks.RUN}.{clicks.BEGIN}",
    "clicks.CONTEXT": clicks.CONTEXT,
    "theme.READ": theme.READ,
    "theme.MESSAGE": theme.MESSAGE,
    "web.FOLDER": web.FOLDER,
    "components.MANAGER": components.MANAGER,
    "components.SCANNER": f"{components.SCANNER}.ComponentManifest",
}


def use_all() -> None:
    """All that the app asks of Streamlit's insides."""
    clicks.finish_clicks()
    run = SafeSessionState(SessionState(), lambda: None)
    if hasattr(SafeSessionState, clicks.BEGIN):
        run.on_script_will_rerun(None)
    clicks.pressed()
    theme.read_theme_once()
    sessions.count()
    shelf = sessions.Shelf()
    shelf.drop_if_gone("ada")
    sessions.drop_files(["a"])
    assert shelf.total() == sum(shelf.sizes("ada").values()) == 0
    assert bool(web.page()) == bool(web.names())
    web.font("sans.woff2")
    mount.served()


@pytest.fixture
def as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Streamlit is put back as it was, and what the log has said is forgotten."""
    for place in (f"{clicks.RUN}.__init__", f"{clicks.RUN}.{clicks.BEGIN}", theme.READ):
        monkeypatch.setattr(place, attribute(place))
    has_no.cache_clear()
    yield monkeypatch
    has_no.cache_clear()


def said(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the log was told of Streamlit's insides."""
    return [one.getMessage() for one in caplog.records if one.name == has_no.__module__]


def attribute(place: str) -> object:
    owner, _, name = place.rpartition(".")
    return getattr(pkgutil.resolve_name(owner), name)


def test_streamlit_still_has_each_inside(
    as_before: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for place in PLACES.values():
        assert attribute(place) is not None
    use_all()
    assert web.page()
    assert web.font("sans.woff2") != web.font("serif.woff2") is not None
    assert mount.served()
    assert said(caplog) == []


@pytest.mark.parametrize("place", PLACES)
def test_the_app_goes_without_each_and_the_log_says_so_once(
    place: str, as_before: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    as_before.delattr(PLACES[place])
    use_all()
    once = said(caplog)
    use_all()
    assert said(caplog) == once
    assert len(once) in (1, 2)  # what it cannot do without is said of each that uses it
    assert all("The app runs on; " in message for message in once)


CHANGED = {
    "clicks": (f"{clicks.RUN}.__init__", lambda self, state: None),
    "theme": (theme.READ, lambda message: None),
    "sessions": (
        sessions.RUNTIME,
        SimpleNamespace(exists=lambda: True, instance=lambda: SimpleNamespace()),
    ),
    "web": (web.FOLDER, lambda: "nowhere"),
    "components": (components.MANAGER, lambda: SimpleNamespace()),
}


@pytest.mark.parametrize("place", CHANGED)
def test_the_app_goes_on_where_one_is_another_now(
    place: str, as_before: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    as_before.setattr(*CHANGED[place])
    {
        "clicks": clicks.finish_clicks,
        "theme": theme.read_theme_once,
        "sessions": lambda: (sessions.count(), sessions.Shelf()),
        "web": web.names,
        "components": mount.served,
    }[place]()
    assert len(said(caplog)) == (2 if place == "sessions" else 1)


def test_a_run_whose_insides_have_other_names_does_what_it_did(
    as_before: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clicks.finish_clicks()
    state, heard = SafeSessionState(SessionState(), lambda: None), list[object]()
    as_before.setattr(SessionState, "on_script_will_rerun", lambda *given, **more: heard.append(1))
    object.__setattr__(state, "_give_way", state._yield_callback)
    began = SafeSessionState.on_script_will_rerun
    with as_before.context() as renamed:
        renamed.setattr(clicks, "vars", lambda of: {}, raising=False)
        began(state, None)
    assert heard == [1]
    assert len(said(caplog)) == 1
