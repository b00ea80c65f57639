"""Simulated students: real websocket sessions that click as a browser does, without drawing.

A student opens a page, keeps what the server told it to keep (the page's hash, the fragment
that holds the stage, which large messages it has already), and sends acts as the stage does.
Not done here: starting the server, and any judgement of the figures.
"""

import asyncio
import json
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import websockets  # comes with Streamlit, as do the messages
from streamlit.components.v2.bidi_component.constants import EVENT_DELIM
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.state.session_state import STREAMLIT_INTERNAL_KEY_PREFIX

LARGE = 10_000
"""Messages of more bytes than this are kept by browsers, and only named when sent again."""
PATIENCE = 120.0
AGAIN = ForwardMsg.FINISHED_EARLY_FOR_RERUN


@dataclass(frozen=True)
class Stage:
    """What a student keeps of the stage: how to answer, whether the lesson is at an end, and the
    statement."""

    id: str = ""
    fragment: str = ""
    start: bool = True
    end: bool = True
    said: bytes = b""

    @classmethod
    def of(cls, component: Any, fragment: str) -> "Stage":
        """What the next beat would change comes after the scene, and may be at an end."""
        scene, _, _next = component.bytes.partition(b'},"next":')
        start, end = (f'"{name}":true'.encode() in scene for name in ("start", "end"))
        said = scene.partition(b'"say":')[2].partition(b',"opens":')[0]
        return cls(component.id, fragment, start, end, said)


class Student:
    """One session on the Grow page at ``address`` (host and port) with a query; ``at`` is the one
    that stands in the address bar, ``headers`` are sent beside a browser's own. ``every``: seconds
    after which the page wants to be asked for its bar again."""

    def __init__(self, address: str, query: str) -> None:
        self.address, self.query = address, query
        self.at, self.headers = query, dict[str, str]()
        self.socket: Any = None
        self.page = self.session = ""
        self.fragments: dict[str, str] = {}
        self.stage = Stage()
        self.kept: dict[str, Stage] = {}
        self.every = 1.0
        self.bytes = self.messages = self.acts = 0

    async def open(self) -> None:
        """Join, and wait until the first page is there."""
        self.socket = await websockets.connect(
            f"ws://{self.address}/_stcore/stream",
            subprotocols=["streamlit"],  # type: ignore[list-item]
            origin=f"http://{self.address}",  # type: ignore[arg-type]
            max_size=None,
            compression=None,
            open_timeout=PATIENCE,
            additional_headers=self.headers,
        )
        await self._run(self._message())

    async def click(self, *kinds: str) -> float:
        """Send the first of the acts ``kinds`` that can be done; seconds until all is there."""
        self.acts += 1
        act = [self.acts, next(kind for kind in kinds if self.can(kind)), None]
        message = self._message()
        request = message.rerun_script
        request.page_script_hash = self.page
        request.fragment_id = self.stage.fragment
        request.cached_message_hashes.extend(self.kept)
        widget = request.widget_states.widgets.add()
        widget.id = f"{STREAMLIT_INTERNAL_KEY_PREFIX}_{self.stage.id}{EVENT_DELIM}events"
        widget.json_trigger_value = json.dumps([{"event": "act", "value": [act]}])
        start = time.perf_counter()
        await self._run(message)
        return time.perf_counter() - start

    async def look(self) -> None:
        """Ask for the bar of a growing tree again, or for the page if there is none."""
        message = self._message()
        if (bar := self.fragments.get("stop_work")) is not None:
            message.rerun_script.page_script_hash = self.page
            message.rerun_script.fragment_id = bar
            message.rerun_script.is_auto_rerun = True
        await self._run(message)

    def can(self, kind: str) -> bool:
        """Whether there is a stage, and this can be done on it."""
        end = self.stage.start if kind in ("first", "back") else self.stage.end
        return bool(self.stage.id) and not end

    @property
    def waits(self) -> bool:
        """Whether a bar says how far long work is."""
        return "stop_work" in self.fragments

    async def leave(self) -> None:
        await self.socket.close()

    def _message(self) -> BackMsg:
        message = BackMsg()
        request = message.rerun_script
        request.query_string = self.query
        request.context_info.url = f"http://{self.address}/grow"
        request.context_info.timezone = "UTC"
        request.context_info.locale = "en-GB"
        request.page_name = "grow"
        return message

    async def _run(self, message: BackMsg) -> None:
        await self.socket.send(message.SerializeToString())
        while True:
            raw = await asyncio.wait_for(self.socket.recv(), PATIENCE)
            self.bytes += len(raw)
            self.messages += 1
            told = ForwardMsg()
            told.ParseFromString(raw)
            kind = told.WhichOneof("type")
            if kind == "new_session":
                self.page = told.new_session.page_script_hash
                self.session = told.new_session.initialize.session_id
                if self.fragments.get("stop_work") not in told.metadata.run.fragment_ids:
                    self.fragments = {}  # all of the page is drawn again
                    self.every = 1.0
            elif kind == "delta":
                self._keep(told, len(raw))
            elif kind == "auto_rerun":
                self.every = told.auto_rerun.interval
            elif kind == "page_info_changed":
                self.at = told.page_info_changed.query_string
            elif kind == "ref_hash":
                self.stage = self.kept.get(told.ref_hash, self.stage)
            elif kind == "script_finished" and told.script_finished != AGAIN:
                return

    def _keep(self, told: ForwardMsg, size: int) -> None:
        element = told.delta.new_element
        kind = element.WhichOneof("type")
        if kind == "exception":
            raise RuntimeError(element.exception.message)
        if kind == "button":
            self.fragments[element.button.id.rpartition("-")[2]] = told.delta.fragment_id
        if kind == "bidi_component" and element.bidi_component.component_name == "nbn.stage":
            self.stage = Stage.of(element.bidi_component, told.delta.fragment_id)
        if size > LARGE and told.hash:
            self.kept[told.hash] = self.stage


async def together(students: Sequence[Student], click: Callable[[Student], Any]) -> list[float]:
    """All click at once: the seconds that each waits. A failure is infinitely long."""
    result = await asyncio.gather(*map(click, students), return_exceptions=True)
    return [one if isinstance(one, float) else float("inf") for one in result]


async def thinking(
    students: Sequence[Student], click: Callable[[Student], Any], think: float, seconds: float
) -> list[float]:
    """Each clicks again and again, ``think`` seconds apart on average, for ``seconds`` in all."""
    end = time.perf_counter() + seconds

    async def work(student: Student) -> list[float]:
        waits: list[float] = []
        await asyncio.sleep(random.random() * think)
        while time.perf_counter() < end:
            waits += await together([student], click)
            if waits[-1] == float("inf"):
                break
            await asyncio.sleep(random.uniform(0.5, 1.5) * think)
        return waits

    return [wait for waits in await asyncio.gather(*map(work, students)) for wait in waits]
