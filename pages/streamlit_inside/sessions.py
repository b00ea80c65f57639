"""How many sessions there are, which of them are still here, and the files that each has sent.

Streamlit drops a session whose time is up only when another one comes or goes, and keeps every
file until its session ends: counting drops the first, and ``UploadLimit`` bounds the second.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from pages.streamlit_inside import has_no, inside

RUNTIME: Final = "streamlit.runtime.Runtime"
CONTEXT: Final = "streamlit.runtime.scriptrunner.get_script_run_ctx"
NO_COUNT: Final = "sessions are not counted, and those that have gone stay a while longer"
NO_FILES: Final = "what a student sends is bounded file by file alone"


def count() -> int:
    """How many there are; those whose time is up are dropped. On the thread of the server. 0 where
    none is served."""
    server = _server(NO_COUNT)
    manager: Any = getattr(server, "_session_mgr", None)
    storage = getattr(getattr(manager, "_session_storage", None), "_cache", None)
    here = getattr(manager, "list_active_sessions", None)
    if storage is None or here is None:
        if server is not None:
            has_no(f"{RUNTIME}._session_mgr", NO_COUNT)
        return 0
    return len(here()) + len(storage)  # counting drops what is late


class Shelf:
    """The files that sessions have sent, by the session and the file's own identity."""

    def __init__(self) -> None:
        server = _server(NO_FILES)
        self._files: Any = getattr(server, "uploaded_file_mgr", None)
        self._is_here: Any = getattr(server, "is_active_session", None)
        self._by_session: Any = getattr(self._files, "file_storage", None)
        known = ("remove_file", "remove_session_files")
        if self._by_session is None or not all(hasattr(self._files, name) for name in known):
            self._by_session = {}
            if server is not None:
                has_no(f"{RUNTIME}.uploaded_file_mgr.file_storage", NO_FILES)

    def sizes(self, session: str) -> dict[str, int]:
        """Bytes of each file of a session, the oldest first."""
        files = list(self._by_session.get(session, {}).items())
        return {name: len(file.data) for name, file in files}

    def total(self) -> int:
        """Bytes of all files of all sessions."""
        return sum(sum(self.sizes(session).values()) for session in list(self._by_session))

    def drop(self, session: str, files: Iterable[str]) -> None:
        for file in files:
            self._files.remove_file(session, file)

    def drop_if_gone(self, session: str) -> None:
        """A file that arrives when its student has gone would stay for ever: nobody ends the
        session again."""
        if self._is_here and self._by_session and not self._is_here(session):
            self._files.remove_session_files(session)


def drop_files(files: Iterable[str]) -> None:
    """Let go of files of the session that this thread draws."""
    context = inside(CONTEXT, NO_FILES)
    run = context and context()
    manager: Any = getattr(run, "uploaded_file_mgr", None)
    for file in files if hasattr(manager, "remove_file") else ():
        manager.remove_file(run.session_id, file)


def _server(without: str) -> Any:
    """None where no app is served, as in a test of a page."""
    runtime = inside(RUNTIME, without)
    exists = getattr(runtime, "exists", None)
    return runtime.instance() if exists is not None and exists() else None
