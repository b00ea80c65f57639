"""The addresses of a live class, beside Streamlit's: pages as files, JSON, and events.

A secret or a token comes in the header ``Authorization``, never in an address. What is wrong is
answered with a sentence in both languages. The database is asked in threads. Not done here: what
is shown (``view``) and what a teacher can do (``class_state``).
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final, TypeVar
from urllib.parse import parse_qsl

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.responses import StreamingResponse as Stream
from starlette.routing import Mount, Route

from dtcore.errors import DtError
from dtshow.figures.qr_code import qr_code
from dtshow.scene.grow.acts import MOVES
from dtshow.scene.parts import new_acts
from dtshow.scene.tree.tree_look import node_of, read_folding
from dtshow.tables.catalogue import LANGUAGES
from dtshow.web.script import NAME, script, sent
from dtshow.words.language import N_
from pages.store.rooms import (
    TEACHER,
    NoRoomError,
    NotAllowedError,
    RoomEndedError,
    Rooms,
    RoomStanding,
)
from pages.store.store import StoreError
from pages.ui.classroom import (
    afterwards,
    names,
    opening,
    picture,
    questions,
    steps,
    survey,
    web_files,
)
from pages.ui.classroom.class_state import (
    ASKING,
    ClassState,
    acted,
    asked_of,
    state_of,
    within,
)
from pages.ui.classroom.class_table import edition, form_of, grow, grown, rows_of
from pages.ui.classroom.hub import Hub
from pages.ui.classroom.limits import ClassLimits
from pages.ui.classroom.onward import KEYS, answered, apart
from pages.ui.classroom.opening import rooms
from pages.ui.classroom.survey import SurveyTree
from pages.ui.classroom.wall import Wall, read_look

T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]
LONGEST: Final = 1_024
LONGEST_FORM: Final = 8_192
"""Bytes of a body; of one with a form, a row or an address, as many as the second."""
STATUS: Final[dict[type[DtError], int]] = {
    NoRoomError: 404,
    RoomEndedError: 410,
    NotAllowedError: 403,
}
TOO_OFTEN: Final = N_("Too many in a short time. Wait a second.")


class RefusedError(DtError):
    """What is not taken, with its status."""

    def __init__(self, sentence: str, status: int) -> None:
        super().__init__(sentence)
        self.status = status


@dataclass(frozen=True)
class Classroom:
    """All routes, over one hub."""

    hub: Hub
    rooms: Callable[[], Rooms] = rooms
    limits: ClassLimits = field(default_factory=ClassLimits)

    def mounted(self, prefix: str = "") -> Mount:
        """Below ``prefix``, which is Streamlit's ``server.baseUrlPath``."""
        posts = {
            "join": self.join,
            "events": self.events,
            "vote": self.vote,
            "row": self.row,
            "at": self.at,
            "lead": self.lead,
            "wall": self.wall,
        }
        gets = {"asks": self.asks, "picture": self.picture, "qr": self.qr}
        gets["afterwards"] = self.afterwards
        pages = {"/join": "join", "/open": "open"}
        pages |= {f"/{{code}}/{name}": name for name in ("board", "after")}
        routes = [
            Route("/web/{file}", web),
            Route("/choices", worded(choices)),
            Route("/open", worded(opened), methods=["POST"]),
            *(Route(path, page(name)) for path, name in pages.items()),
            Route("/{code}", self.phone),
            *(Route(f"/{{code}}/{k}", worded(v), methods=["POST"]) for k, v in posts.items()),
            *(Route(f"/{{code}}/{k}", worded(v)) for k, v in gets.items()),
        ]
        return Mount(f"{prefix}/class", routes=routes)

    async def phone(self, request: Request) -> Response:
        """The page of a student. Its status tells the page for joining whether there is a class;
        of all else that is wrong it speaks itself."""
        answer = await page("phone")(request)
        try:
            await self._asked(request, Rooms.find)
        except NoRoomError:
            answer.status_code = 404
        except DtError:
            pass
        return answer

    async def join(self, request: Request) -> Response:
        given = await body_of(request)
        token = given.get("token")
        if not self.limits.joins.take(address_of(request)):
            raise RefusedError(TOO_OFTEN, 429)
        student = await self._asked(request, Rooms.join, token if isinstance(token, str) else "")
        self.limits.members.add(member_of(code_of(request), student.token))
        said = names.of(student.number)
        return JSONResponse({"token": student.token, **said})

    async def events(self, request: Request) -> Response:
        code = code_of(request)
        number = await self._who(request)
        room = await self._asked(request, Rooms.find)
        if room.standing.ended:
            raise RoomEndedError("This class is over.")
        quiet = {"cache-control": "no-store", "x-accel-buffering": "no"}
        lines = self.hub.listen(code, number)
        return Stream(lines, media_type="text/event-stream", headers=quiet)

    async def vote(self, request: Request) -> Response:
        token = self._token(request, self.limits.votes)
        given = await body_of(request)
        question, round_, sure = (given.get(name) for name in ("question", "round", "sure"))
        if not all(map(_is_number, (question, round_, sure))) or sure not in (1, 2, 3):
            raise RefusedError("This is no vote.", 400)
        choice = given.get("choice")
        if not isinstance(choice, str | int | float) or isinstance(choice, bool):
            raise RefusedError("This is no vote.", 400)
        await self._asked(request, _vote, token, (question, round_, choice, sure))
        return JSONResponse({"ok": True})

    async def row(self, request: Request) -> Response:
        token = self._token(request, self.limits.votes)
        given = await body_of(request, LONGEST_FORM)
        await self._asked(request, _answer, token, given.get("answers"))
        return JSONResponse({"ok": True})

    async def at(self, request: Request) -> Response:
        token = self._token(request, self.limits.moves)
        given = await body_of(request, LONGEST_FORM)
        await self._asked(request, _move, token, given.get("address"))
        return JSONResponse({"ok": True})

    async def lead(self, request: Request) -> Response:
        given = await body_of(request, LONGEST_FORM)
        token = await self._teacher(request)
        act = str(given.get("act", ""))
        if act == "forget":
            await self._asked(request, Rooms.forget, token)
            return JSONResponse({"ok": True})
        if act == "keep_table":
            address = await self._asked(request, _kept, str(given.get("lang")), address_of(request))
            given = {"address": address}
        await self._asked(request, _lead, token, act, given)
        return JSONResponse({"ok": True, **(given if act == "keep_table" else {})})

    async def wall(self, request: Request) -> Response:
        """Where the acts of the board lead, and what it shows there."""
        given = await body_of(request, LONGEST_FORM)
        token = await self._teacher(request)
        text = await self._asked(request, _wall, token, given)
        return Response(text, media_type="application/json", headers={"cache-control": "no-store"})

    async def asks(self, request: Request) -> Response:
        await self._teacher(request)
        return JSONResponse(await self._asked(request, _asks))

    async def picture(self, request: Request) -> Response:
        scene, as_asked = await self._asked(request, _picture, query_of(request))
        headers = {"cache-control": "private, max-age=300" if as_asked else "no-store"}
        return Response(scene, media_type="application/json", headers=headers)

    async def afterwards(self, request: Request) -> Response:
        await self._teacher(request)
        said = query_of(request)
        if said.get("format") != "csv":
            return JSONResponse(await self._asked(request, afterwards.afterwards))
        lang = said.get("lang", "") if said.get("lang") in LANGUAGES else "en"
        content = await self._asked(request, afterwards.csv, lang)
        name = f'attachment; filename="class-{code_of(request)}.csv"'
        return Response(content, media_type="text/csv", headers={"content-disposition": name})

    async def qr(self, request: Request) -> Response:
        link = query_of(request).get("link", "")
        if len(link) > 200 or not link.endswith(f"/class/{code_of(request)}"):
            raise RefusedError("This is no link to this class.", 400)
        size, path = qr_code(link)
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" '
            f'shape-rendering="crispEdges"><rect width="{size}" height="{size}" fill="#fff"/>'
            f'<path d="{path}"/></svg>'
        )
        return Response(svg, media_type="image/svg+xml")

    def _token(self, request: Request, bucket: Any) -> str:
        """The token of a student, who may not do this too often."""
        token = token_of(request)
        if not bucket.take(member_of(code_of(request), token)):
            raise RefusedError(TOO_OFTEN, 429)
        return token

    async def _who(self, request: Request, teaches: bool = False) -> int:
        """The number of a student, or ``TEACHER``. Raises NotAllowedError."""
        who = await self._asked(request, _known, token_of(request), teaches)
        self.limits.members.add(member_of(code_of(request), token_of(request)))
        return who

    async def _teacher(self, request: Request) -> str:
        await self._who(request, teaches=True)
        return token_of(request)

    async def _asked(self, request: Request, ask: Callable[..., T], *args: Any) -> T:
        """What the rooms say, in a thread. Whoever does not know a room or has no token for it is
        counted, and heard no more after too often; members are, who may share the address. One
        who asks counts as a stranger until it is known: a hundred may ask at once."""
        address, strangers = address_of(request), self.limits.strangers
        member = member_of(code_of(request), token_of(request)) in self.limits.members
        counted = strangers.take(address)
        if not (counted or member):
            raise RefusedError(TOO_OFTEN, 429)
        stranger = False
        try:
            return await run_in_threadpool(lambda: ask(self.rooms(), code_of(request), *args))
        except (NoRoomError, NotAllowedError):
            stranger = True
            raise
        finally:
            if counted and not stranger:
                strangers.give_back(address)


async def choices(_request: Request) -> Response:
    """What a class can be opened on."""
    return JSONResponse(await run_in_threadpool(opening.choices))


async def opened(request: Request) -> Response:
    """Open a class: its code, and the secret of its teacher. A form of another site, for which no
    browser asks first, opens none."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise RefusedError("This is no JSON of a class.", 415)
    given = await body_of(request, LONGEST_FORM)
    code, secret = await run_in_threadpool(opening.opened_on, given, address_of(request))
    return JSONResponse({"code": code, "secret": secret})


# ------------------------------------------------------------------- in a thread, for a room


def _known(rooms: Rooms, code: str, token: str, teaches: bool) -> int:
    """The number of a student, or ``TEACHER``. Raises NotAllowedError."""
    who = rooms.who(code, token)
    if teaches and who != TEACHER:
        raise NotAllowedError("Only the teacher of this class can do this.")
    if who is None:
        raise NotAllowedError("This phone is not in the class. Join it again.")
    return who


def _vote(rooms: Rooms, code: str, token: str, vote: tuple[int, int, object, int]) -> None:
    question, round_, choice, sure = vote
    standing = rooms.find(code).standing
    record = state_of(standing).question
    key = None
    if record is not None and standing.question == question:
        key = questions.key_of(asked_of(record), choice)
        if key is None:
            raise RefusedError(questions.unread(asked_of(record)), 400)
    rooms.vote(code, token, (question, round_, key or "", sure))  # says so if it is closed


def _asks(rooms: Rooms, code: str) -> list[dict[str, Any]]:
    state = state_of(rooms.find(code).standing)
    return questions.asks(steps.opened(state.address), state.told)


def _answer(rooms: Rooms, code: str, token: str, given: object) -> None:
    standing = rooms.find(code).standing
    record = state_of(standing).survey
    row = [] if record is None else survey.check(form_of(record), given)
    rooms.answer(code, token, standing.question, json.dumps(row))


def _kept(rooms: Rooms, code: str, lang: str, sender: str) -> str:
    """Keep the class's table as any that is brought; the address that opens it."""
    look = rooms.look(code)
    record = state_of(look.room.standing).survey
    if record is None:
        raise RefusedError("This cannot be done at this point of the class.", 400)
    lang = lang if lang in LANGUAGES else "en"
    return survey.keep(form_of(record), rows_of(look.answers), lang, sender)


def _enough(rooms: Rooms, code: str) -> None:
    """Raises DataError as long as no tree grows of the rows: they are asked for on and on."""
    look = rooms.look(code)
    record = state_of(look.room.standing).survey
    if record is not None:
        grow(record, look.answers)


def _move(rooms: Rooms, code: str, token: str, address: object) -> None:
    lead = state_of(rooms.find(code).standing).address
    place = within(address, lead) if isinstance(address, str) and address else ""
    rooms.move(code, token, "" if place == lead else place)


def _lead(rooms: Rooms, code: str, secret: str, act: str, given: dict[str, Any]) -> None:
    """Work out where the class goes before the room is held, and once more if it went on."""
    for _attempt in range(5):
        before, name, more = _turn(rooms, code, act, given)
        if name == "survey_close":
            _enough(rooms, code)
        after = acted(state_of(before), name, more).standing
        try:
            rooms.lead(code, secret, lambda room: _next(before, room.standing, after))  # noqa: B023
            if act == "pace" and state_of(after).pace == "led":
                rooms.gather(code)
            return
        except _WentOnError:
            continue
    raise StoreError("The class went on meanwhile. Try again.")


def _turn(
    rooms: Rooms, code: str, act: str, given: dict[str, Any]
) -> tuple[RoomStanding, str, dict[str, Any]]:
    """Where the class is, and an act with what it is given; of a page key, the one that it comes
    to by now. Raises RoomEndedError."""
    look = rooms.look(code) if act in KEYS else None
    standing = (look.room if look else rooms.find(code)).standing
    if standing.ended:
        raise RoomEndedError("This class is over.")
    if look is None:
        return standing, act, given
    state = state_of(standing)
    return standing, *KEYS[act](state, apart(state, look.votes))


def _wall(rooms: Rooms, code: str, secret: str, given: dict[str, Any]) -> str:
    lang = given["lang"] if given.get("lang") in LANGUAGES else "en"
    place = steps.opened(str(given.get("address", "")))
    lesson, acts = place.lessons[lang], [*new_acts(given.get("acts"), 0)]
    shown = Wall(lesson, lang, read_look(lesson, given.get("look")))
    for act in acts:
        shown = shown.after(act)
    address = steps.address_of(shown.lesson, place.own)
    moves = [act.kind for act in acts if act.kind in MOVES]
    told = moves[-1] == "back" if moves else given.get("told")  # on the way back it was told
    if address != place.address:
        _lead(rooms, code, secret, "go", {"address": address, "told": told})
    elif isinstance(told, bool):
        _lead(rooms, code, secret, "tell", {"address": address, "on": told})
    done = acts[-1].number if acts else 0
    said = {"done": done, "address": address, "look": shown.look.record, "told": told}
    return f"{json.dumps(said)[:-1]},{shown.written(place.frame)[1:]}"


class _WentOnError(DtError):
    """Another page of the teacher was faster."""


def _next(before: T, now: T, after: T) -> T:
    if now != before:
        raise _WentOnError("The class went on meanwhile. Try again.")
    return after


def _picture(rooms: Rooms, code: str, said: Mapping[str, str]) -> tuple[str, bool]:
    """The tree at a step of the class, and whether it is what was asked for. While a question is
    open it is drawn as that one has it: what is below the node would tell the answer."""
    lang = said.get("lang", "en")
    if lang not in LANGUAGES:
        raise RefusedError(picture.NO_PICTURE, 400)
    folding = read_folding(said.get("open")) or picture.FOLDED
    if "survey" in said:
        end = said.get("end")
        tree, as_asked = _tree_of_rows(rooms, code, said)
        return tree.scene(lang, None if end is None else node_of(end), folding), as_asked
    address, mark = wanted = said.get("address", ""), said.get("mark", "")
    state = state_of(rooms.find(code).standing)
    if said.get("stop") == str(state.at) and state.stop and not state.stop["step"]:
        return opening.tree_of_page(state.stop["open"], lang, folding), True
    asked = state.question if state.phase in ASKING else None
    if asked is not None:
        address, mark = asked["address"], questions.public(asked_of(asked))["mark"]
    elif not _of_the_class(state, address):
        raise RefusedError("This picture is none of this class.", 403)
    drawn = picture.scene(steps.opened(address), lang, mark, folding)
    return drawn, (address, mark) == wanted


def _tree_of_rows(rooms: Rooms, code: str, said: Mapping[str, str]) -> tuple[SurveyTree, bool]:
    look = rooms.look(code)
    state = state_of(look.room.standing)
    record, now = state.survey, (str(state.number), edition(look.answers))
    tree = None if record is None else grown(record, look.answers)
    if tree is None:
        raise RefusedError(picture.NO_PICTURE, 404)
    return tree, now == (said["survey"], said.get("edition"))


def _of_the_class(state: ClassState, address: str) -> bool:
    asked = (item.get("question", {}).get("address") for item in state.items)
    return address in (*asked, answered(state)) or bool(within(address, state.address))


# ------------------------------------------------------------------------------- of a request


def worded(answer: Handler) -> Handler:
    """As ``answer``, with what is wrong as a sentence."""

    async def answered(request: Request) -> Response:
        try:
            return await answer(request)
        except ClientDisconnect:
            return Response(status_code=400)
        except DtError as problem:
            said = getattr(problem, "status", STATUS.get(type(problem), _usual(problem)))
            about = problem.fields.get("question")
            return JSONResponse({"error": steps.trouble(problem), "about": about}, said)

    return answered


def _usual(problem: DtError) -> int:
    """A store that cannot be reached is our fault, all else is what was sent."""
    return 503 if type(problem) is StoreError else 400


async def body_of(request: Request, most: int = LONGEST) -> dict[str, Any]:
    """The JSON of a request, read no further than it may be long. Raises RefusedError."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise RefusedError("This is longer than a class takes.", 413)
    try:
        given = json.loads(body or b"{}")
    except (ValueError, RecursionError):
        given = None
    if not isinstance(given, dict):
        raise RefusedError("This is no JSON of a class.", 400)
    return given


def query_of(request: Request) -> dict[str, str]:
    return dict(parse_qsl(request.url.query))


def code_of(request: Request) -> str:
    return str(request.path_params["code"]).upper()[:8]


def token_of(request: Request) -> str:
    """Of the header; "" if there is none."""
    kind, _blank, token = request.headers.get("authorization", "").partition(" ")
    return token if kind == "Bearer" and len(token) <= 64 else ""


def member_of(code: str, token: str) -> str:
    """The key of a token, which is not kept itself."""
    return sha256(f"{code} {token}".encode("utf-8", "replace")).hexdigest()


def address_of(request: Request) -> str:
    """Whence it comes, as the proxy says if there is one on this machine."""
    return request.client.host if request.client else ""


def _is_number(value: object) -> bool:
    return type(value) is int and 0 <= value < 10_000


# --------------------------------------------------------------------------------------- files


def page(name: str) -> Handler:
    """A page with its words and the code of the class."""

    async def shown(request: Request) -> Response:
        code = code_of(request) if "code" in request.path_params else ""
        text = await run_in_threadpool(web_files.page, name, code)
        return HTMLResponse(text, headers={"cache-control": "no-cache"})

    return shown


async def web(request: Request) -> Response:
    """A file of the pages."""
    name, accepted = str(request.path_params["file"]), request.headers.get("accept-encoding", "")
    if NAME.fullmatch(name):
        made = await run_in_threadpool(script, web_files.MODULES)
        content, kept = made.sent(name, accepted)
        return Response(content, media_type="text/javascript", headers=kept)
    found = await run_in_threadpool(web_files.served, name)
    if found is None:
        return Response("Not Found", 404)
    content, kept = sent(found[0], accepted)
    return Response(content, media_type=found[1], headers=kept)
