"""What students upload is bounded, and goes when nobody wants it."""

from asyncio import Event, Lock, ensure_future, gather, sleep, wait_for
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import SimpleNamespace
from typing import Final

import pytest
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from pages.serving import upload_limit
from pages.serving.upload_limit import MEGABYTE, PieceByPiece, UploadLimit
from pages.streamlit_inside import sessions
from pages.ui.bring.bringing import BringView
from tests.pages import visit
from tests.pages.answers import apart, sent
from tests.pages.visit import checked, kept

LARGEST: Final = 2
"""Megabytes of a file here."""
NEARLY: Final = b"x" * (LARGEST * MEGABYTE - 1)


class Server:
    """As much of Streamlit's server as takes files in, with Streamlit's own shelf for them."""

    def __init__(self, total: int = 600) -> None:
        self.files = MemoryUploadedFileManager("/_stcore/upload_file")
        self.there = {"ada", "bob", *(f"guest{k}" for k in range(40))}
        self.app = UploadLimit(self._take, LARGEST, total)
        self.meanwhile: Callable[[], None] = lambda: None

    @contextmanager
    def serving(self, monkeypatch: pytest.MonkeyPatch) -> Iterator["Server"]:
        runtime = SimpleNamespace(
            uploaded_file_mgr=self.files, is_active_session=self.there.__contains__
        )
        served = SimpleNamespace(instance=lambda: runtime, exists=lambda: True)
        monkeypatch.setattr(sessions.RUNTIME, served)
        yield self

    async def _take(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.meanwhile()
        session, name = scope["path"].split("/")[-2:]
        file = UploadedFileRec(name, name, "text/csv", (await receive())["body"])
        self.files.add_file(session, file)
        await send({"type": "http.response.start", "status": 204, "headers": []})

    def put(self, session: str, name: str, body: bytes = NEARLY, said: bool = True) -> int:
        return put(self.app, f"/_stcore/upload_file/{session}/{name}", body, said)

    def held(self, session: str) -> list[str]:
        return list(self.files.file_storage.get(session, {}))


def put(app: ASGIApp, path: str, body: bytes, said: bool = True) -> int:
    headers = {"content-length": str(len(body))} if said else {}
    scope = {"type": "http", "method": "PUT", "path": path, "headers": Headers(headers).raw}
    coming = iter(({"type": "http.request", "body": body},))
    status = sent(app, scope, coming)[0]["status"]
    assert isinstance(status, int)
    assert list(coming) == []  # an answer is heard by one who has sent all
    return status


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    with Server().serving(monkeypatch) as served:
        yield served


@pytest.mark.parametrize("said", [True, False])
def test_sixty_files_of_one_student_are_a_few_the_last_ones(server: Server, said: bool) -> None:
    assert {server.put("ada", f"{k}", said=said) for k in range(60)} == {204}
    held = server.held("ada")
    assert held[-1] == "59"
    assert len(held) <= 2 * upload_limit.FILES
    assert sum(len(NEARLY) for _ in held) <= server.app.each


def test_a_pair_stays_and_so_do_files_of_others(server: Server) -> None:
    server.put("bob", "old")
    for name in ("golf.names", "golf.data"):
        server.put("ada", name)
    assert server.held("ada") == ["golf.names", "golf.data"]
    assert server.held("bob") == ["old"]


def test_what_all_send_together_is_bounded_and_others_may_come_when_it_is_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with Server(total=20).serving(monkeypatch) as server:
        answers = [server.put(f"guest{k}", "a") for k in range(40)]
        assert answers == [204] * answers.count(204) + [503] * answers.count(503)
        held = sum(len(NEARLY) for k in range(40) for _ in server.held(f"guest{k}"))
        assert 16 * MEGABYTE < held <= 20 * MEGABYTE
        server.files.remove_session_files("guest0")
        assert server.put("guest39", "a") == 204


def test_files_on_their_way_count(server: Server) -> None:
    """While one is sent, others are, in threads and so in loops of their own."""
    answers: list[int] = []

    def another() -> None:
        if len(answers) < 6:
            answers.append(0)
            at = len(answers)
            answers[at - 1] = server.put("ada", f"{at}")

    server.meanwhile = another
    assert server.put("ada", "first") == 204
    assert 413 in answers
    assert server.app.coming.total() == 0


def test_a_file_that_arrives_when_its_student_has_gone_does_not_stay(server: Server) -> None:
    server.meanwhile = lambda: server.there.discard("ada")
    server.put("ada", "late")
    assert server.held("ada") == []


def test_nothing_else_is_counted(server: Server) -> None:
    assert put(server.app, "/_stcore/other/ada/a", NEARLY) == 204
    assert server.app.coming.total() == 0


def test_a_file_that_a_page_has_read_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    gone: list[str] = []
    remove = MemoryUploadedFileManager.remove_file

    def noted(files: MemoryUploadedFileManager, session_id: str, file_id: str) -> None:
        gone.append(file_id)
        remove(files, session_id, file_id)

    monkeypatch.setattr(MemoryUploadedFileManager, "remove_file", noted)
    at = visit.opened()
    at = checked(at.file_uploader[0].set_value([("a.csv", b"a,b\n1,x\n2,y\n", "text/csv")]).run())
    assert len(gone) == 1
    assert kept(at, BringView).files == 1


def test_pieces_are_taken_in_one_at_a_time_and_a_slow_sender_holds_up_nobody() -> None:
    apart(_pieces_in_turn)


async def _pieces_in_turn() -> None:
    turn, said, sends_on = Lock(), list[str](), Event()

    async def slow() -> Message:
        await sends_on.wait()
        return {"type": "http.request", "body": b"slow"}

    async def quick() -> Message:
        return {"type": "http.request", "body": b"quick"}

    async def take(receive: Receive, pieces: int) -> None:
        with PieceByPiece(receive, turn) as taken_in:
            for _ in range(pieces):
                said.append((await taken_in())["body"].decode())
                assert turn.locked()
                await sleep(0.001)

    one = ensure_future(take(slow, 1))
    await wait_for(gather(take(quick, 3), take(quick, 3)), 20)
    assert said == ["quick"] * 6
    sends_on.set()
    await wait_for(one, 20)
    assert said[-1] == "slow"
    assert not turn.locked()


def test_a_sender_who_goes_away_gives_the_turn_back() -> None:
    apart(_gone_with_a_turn)


async def _gone_with_a_turn() -> None:
    turn = Lock()

    async def receive() -> Message:
        return {"type": "http.request", "body": b"x"}

    with suppress(ValueError), PieceByPiece(receive, turn) as taken_in:
        await taken_in()
        assert turn.locked()
        raise ValueError("gone")
    assert not turn.locked()
