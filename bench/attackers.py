"""What somebody does on purpose to a server, each a function of its address; it says what it met.

Run in a process of their own (``bench.attacks``), so that they do not slow down who measures.
"""

import asyncio
import resource
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from random import choice
from typing import Any

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from websockets.exceptions import WebSocketException

from bench.shares import table
from bench.students import Student
from pages.store.rooms import LENGTH, LETTERS
from tests.engine.bombs import NAMED, OWN

VISITORS, HOLD = 15, 30.0
MILLION = "data=made:xor-1000000-10-0.1-{seed}&recipe=cart&moves=2000~2000"
FILES, SESSIONS = 60, 40
EDGE = "----nbn"


class Bringer(Student):
    """A visitor of the home page, who sends files there."""

    uploader = ""

    def _message(self) -> BackMsg:
        message = super()._message()
        message.rerun_script.page_name = ""
        message.rerun_script.context_info.url = f"http://{self.address}/"
        return message

    def _keep(self, told: Any, size: int) -> None:
        super()._keep(told, size)
        if told.delta.new_element.WhichOneof("type") == "file_uploader":
            self.uploader = told.delta.new_element.file_uploader.id

    def send(self, number: int, content: bytes) -> int:
        """The status of what was answered to a file."""
        with urllib.request.urlopen(f"http://{self.address}/_stcore/health") as answer:
            cookie = answer.headers["Set-Cookie"].split(";")[0]
        head = f'--{EDGE}\r\nContent-Disposition: form-data; name="f"; filename="f.csv"\r\n\r\n'
        request = urllib.request.Request(
            f"http://{self.address}/_stcore/upload_file/{self.session}/file{number}",
            head.encode() + content + f"\r\n--{EDGE}--\r\n".encode(),
            {
                "Content-Type": f"multipart/form-data; boundary={EDGE}",
                "Cookie": cookie,
                "X-Xsrftoken": cookie.partition("=")[2],
            },
            method="PUT",
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as refused:
            return refused.code

    async def bring(self, content: bytes) -> None:
        """As the page does once the file has arrived: it tells the script."""
        message = self._message()
        message.rerun_script.page_script_hash = self.page
        widget = message.rerun_script.widget_states.widgets.add()
        widget.id = self.uploader
        info = widget.file_uploader_state_value.uploaded_file_info.add()
        info.file_id, info.name, info.size = "file0", "f.csv", len(content)
        info.file_urls.file_id = "file0"
        await self._run(message)


async def _visit(address: str, query: str, hold: float, met: Counter[str]) -> None:
    student, end = Student(address, query), time.perf_counter() + hold
    try:
        await student.open()
        while time.perf_counter() < end:
            await asyncio.sleep(student.every)
            await student.look()
        await student.leave()
        met["with a stage" if student.stage.id else "told to wait, or refused"] += 1
    except Exception as fault:
        met[f"{type(fault).__name__} {fault}"[:90]] += 1


async def link(address: str) -> str:
    """The same link, with four thousand steps on a million rows, by fifteen visitors."""
    return await _links(address, [MILLION.format(seed=1)] * VISITORS)


async def links(address: str) -> str:
    """Fifteen such links, each with a table of its own."""
    return await _links(address, [MILLION.format(seed=k) for k in range(VISITORS)])


async def _links(address: str, queries: list[str]) -> str:
    met = Counter[str]()
    await asyncio.gather(*(_visit(address, query, HOLD, met) for query in queries))
    return str(dict(met))


async def uploads(address: str) -> str:
    """Sixty files of 9.9 MB in one session, six at a time, again and again, none asked for."""
    visitor, content = Bringer(address, ""), b"x,y\n" * int(9.9 * 2**20 / 4)
    await visitor.open()
    turn, met, end = asyncio.Semaphore(6), Counter[int](), time.perf_counter() + HOLD

    async def one(number: int) -> int:
        async with turn:
            return await asyncio.to_thread(visitor.send, number, content)

    while time.perf_counter() < end:
        met.update(await asyncio.gather(*(one(k) for k in range(FILES))))
    await visitor.leave()
    return f"answers by status {dict(met)}"


async def bombs(address: str) -> str:
    """Small files that ask for much, each brought by a session of its own, three at a time."""
    met, turn = Counter[str](), asyncio.Semaphore(3)

    async def brought(content: bytes) -> str:
        visitor = Bringer(address, "")
        await visitor.open()
        await asyncio.to_thread(visitor.send, 0, content)
        await visitor.bring(content)
        while visitor.waits:
            await asyncio.sleep(visitor.every)
            await visitor.look()
        await visitor.leave()
        return "answered"

    async def one(make: Callable[[], bytes]) -> None:
        async with turn:
            try:
                met[await asyncio.wait_for(brought(make()), HOLD)] += 1
            except Exception as fault:
                met[f"{type(fault).__name__} {fault}"[:60]] += 1

    await asyncio.gather(*map(one, [*NAMED.values(), *OWN.values()]))
    return str(dict(met))


async def sessions(address: str) -> str:
    """Forty sessions bring a table of 8.6 MB each, all different, and look until it is read."""
    content, met, came = table(8.6), Counter[str](), time.perf_counter()

    async def one(number: int) -> None:
        visitor, mine = Bringer(address, ""), content + f"{number}\n".encode()
        await visitor.open()
        met[f"upload {await asyncio.to_thread(visitor.send, 0, mine)}"] += 1
        await visitor.bring(mine)
        while visitor.waits and time.perf_counter() < came + 3 * HOLD:
            await asyncio.sleep(visitor.every)
            await visitor.look()
        met["still told to wait" if visitor.waits else "read"] += 1
        await asyncio.sleep(max(0.0, came + 3 * HOLD - time.perf_counter()))
        await visitor.leave()

    await asyncio.gather(*map(one, range(SESSIONS)))
    return str(dict(met))


async def idle(address: str) -> str:
    """A thousand sockets that say nothing."""
    resource.setrlimit(
        resource.RLIMIT_NOFILE, (4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    )
    met, held = Counter[str](), list[Any]()
    for _ in range(1000):
        try:
            held.append(await _socket(address, f"http://{address}"))
            met["open"] += 1
        except (OSError, WebSocketException, TimeoutError) as fault:
            met[type(fault).__name__] += 1
    await asyncio.sleep(HOLD / 2)
    await asyncio.gather(*(one.close() for one in held))
    return str(dict(met))


async def half(address: str) -> str:
    """Three hundred requests whose header does not end, again as soon as they are cut."""
    met, end = Counter[str](), time.perf_counter() + HOLD

    async def one() -> None:
        while time.perf_counter() < end:
            reader, writer = await asyncio.open_connection(*address.split(":"))
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nX-A: ")
            try:
                answer = await asyncio.wait_for(reader.read(200), end + 15 - time.perf_counter())
                met[answer.split(b"\r\n")[0].decode() or "cut"] += 1
            except (TimeoutError, OSError) as fault:
                met[type(fault).__name__] += 1
            writer.close()

    await asyncio.gather(*(one() for _ in range(300)))
    return str(dict(met))


async def flood(address: str) -> str:
    """A thousand messages a second in one socket, each asking for the whole page."""
    return await _torrent(address, 1000)


async def torrent(address: str) -> str:
    """As many such messages as go in one socket."""
    return await _torrent(address, 1e9)


async def _torrent(address: str, rate: float) -> str:
    student = Student(address, "data=biopsy&recipe=cart&step=5")
    await student.open()
    message, met = student._message().SerializeToString(), Counter[str]()
    begun = time.perf_counter()

    async def hear() -> None:
        async for _told in student.socket:
            met["told"] += 1

    async def tell() -> None:
        while (since := time.perf_counter() - begun) < HOLD / 2:
            while met["sent"] < rate * since and time.perf_counter() - begun < HOLD / 2:
                await student.socket.send(message)
                met["sent"] += 1
            await asyncio.sleep(0.01)

    with suppress(WebSocketException, TimeoutError):
        async with asyncio.timeout(HOLD / 2 + 1), asyncio.TaskGroup() as both:
            both.create_task(hear())
            both.create_task(tell())
    student.socket.transport.abort()
    return f"{dict(met)} in {time.perf_counter() - begun:.0f} s"


async def crumbs(address: str) -> str:
    """Empty messages by the hundred thousand, written at once into sockets that read nothing."""
    return await _written(address, bytes([0x82, 0x80, 0, 0, 0, 0]))


async def pings(address: str) -> str:
    """Pings by the hundred thousand, whose answers nobody reads."""
    return await _written(address, bytes([0x89, 0xFD, 0, 0, 0, 0]) + bytes(125))


async def _written(address: str, frame: bytes) -> str:
    met, end = Counter[str](), time.perf_counter() + HOLD / 2

    async def one() -> None:
        while time.perf_counter() < end:
            socket = await _socket(address, f"http://{address}")
            socket.transport.pause_reading()
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout_at(asyncio.get_running_loop().time() + 8):
                    while time.perf_counter() < end:
                        socket.transport.write(frame * 10_000)
                        await socket.drain()
                        met["frames"] += 10_000
            met["sockets"] += 1
            socket.transport.abort()

    await asyncio.gather(*(one() for _ in range(10)))
    return str(dict(met))


async def guesses(address: str) -> str:
    """Five hundred codes of classes, a hundred at once, each as from an address of its own."""
    met = Counter[str]()

    async def one(chair: int) -> None:
        for number in range(5):
            reader, writer = await asyncio.open_connection(*address.split(":"))
            code = "".join(choice(LETTERS) for _ in range(LENGTH))
            writer.write(
                f"POST /class/{code}/join HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n"
                f"X-Forwarded-For: 198.51.{number}.{chair}\r\nConnection: close\r\n\r\n".encode()
            )
            met[(await reader.read()).split(b"\r\n")[0].decode()] += 1
            writer.close()

    begun = time.perf_counter()
    await asyncio.gather(*map(one, range(100)))
    return f"{dict(met)} in {time.perf_counter() - begun:.1f} s"


async def foreign(address: str) -> str:
    """Ten handshakes a second of a page elsewhere, while nobody tells the server its address."""
    met, longest = Counter[str](), 0.0
    for _ in range(int(HOLD / 2)):
        begun = time.perf_counter()
        tries = [_socket(address, "https://evil.example") for _ in range(10)]
        for result in await asyncio.gather(*tries, return_exceptions=True):
            met[f"{type(result).__name__} {result}"[:70]] += 1
        longest = max(longest, time.perf_counter() - begun)
        await asyncio.sleep(1)
    return f"{dict(met)}, ten answered within {longest:.2f} s"


async def _socket(address: str, origin: str) -> Any:
    return await websockets.connect(
        f"ws://{address}/_stcore/stream",
        subprotocols=["streamlit"],  # type: ignore[list-item]
        origin=origin,  # type: ignore[arg-type]
        max_size=None,
        open_timeout=20,
    )
