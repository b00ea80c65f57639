"""An upload as text that can be kept, and a lesson as a file that opens anywhere.

Beside the bytes of its file, an upload is how it was read and edited: its form, as JSON. A lesson
file is JSON too: the address of the lesson and, if the table is one's own, its form and its bytes.
What is read is not trusted. Not done here: nothing is kept (``pages.store``) or drawn.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

import pyarrow as pa
from cattrs.errors import BaseValidationError
from cattrs.preconf.json import make_converter
from cattrs.strategies import configure_tagged_union

from dtcore.errors import ReadingError
from dtcore.progress import ShareProgress, unheard
from dtshow.tables.edits import Edit
from dttools.files import Chosen
from pages.ui.tables.upload import Upload, take
from pages.work.settings import settings

T = TypeVar("T")
FORMAT: Final = "node-by-node lesson"
VERSION: Final = 1
MEGABYTE: Final = 1024**2
_json: Final = make_converter(forbid_extra_keys=True)
configure_tagged_union(Edit, _json)


@dataclass(frozen=True)
class Form:
    """All of an upload but its bytes."""

    name: str
    chosen: Chosen = Chosen()
    edits: tuple[Edit, ...] = ()
    by_hand: bool = False


@dataclass(frozen=True)
class TableInFile:
    """``packed``: the bytes, of which there are ``size``, by zstd and in base 64."""

    form: Form
    size: int
    packed: str


@dataclass(frozen=True)
class LessonFile:
    """``address``: the parameters of the lesson's link; ``table``: one's own, if it is on one."""

    format: str
    version: int
    address: Mapping[str, str]
    table: TableInFile | None = None


def form_of(upload: Upload) -> str:
    """How an upload was read and edited."""
    return _json.dumps(_form(upload), unstructure_as=Form)


def upload_of(content: bytes, form: str, told: ShareProgress = unheard) -> Upload:
    """The upload that bytes and their form make. Raises ReadingError."""
    return _upload(content, _read(form, Form), told)


def written_lesson(address: Mapping[str, str], upload: Upload | None) -> bytes:
    """A lesson as a file, with its table if that is one's own."""
    table = None
    if upload is not None:
        packed = pa.compress(upload.content, codec="zstd", asbytes=True)
        text = base64.b64encode(packed).decode("ascii")
        table = TableInFile(_form(upload), len(upload.content), text)
    return _json.dumps(LessonFile(FORMAT, VERSION, address, table), indent=1).encode()


def is_lesson(content: bytes) -> bool:
    """Whether bytes seem to be the file of a lesson, which may be torn or of another version."""
    return content.lstrip()[:1] == b"{" and FORMAT.encode() in content[:200]


def read_lesson(
    content: bytes, told: ShareProgress = unheard
) -> tuple[dict[str, str], Upload | None]:
    """The address and the table of a lesson's file. Raises ReadingError."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _torn() from error
    file = _read(text, LessonFile)
    if file.version != VERSION:
        raise ReadingError(
            "This lesson was saved by another version of this app, and cannot be opened here."
        )
    if file.table is None:
        return dict(file.address), None
    return dict(file.address), _upload(_unpacked(file.table), file.table.form, told)


def _form(upload: Upload) -> Form:
    return Form(upload.name, upload.chosen, upload.edits, upload.by_hand)


def _upload(content: bytes, form: Form, told: ShareProgress) -> Upload:
    read = take(form.name[:200], content, form.chosen, told)
    made = Upload(read.name, content, read.table, form.chosen, by_hand=form.by_hand)
    try:
        return made.edited(form.edits)
    except (IndexError, KeyError) as error:  # edits of another table
        raise _torn() from error


def _unpacked(table: TableInFile) -> bytes:
    if not 0 < table.size <= settings().limits.megabytes * MEGABYTE:
        raise ReadingError(
            "The table in this lesson is larger than {megabytes} MB, and no more can be read.",
            megabytes=settings().limits.megabytes,
        )
    try:
        packed = base64.b64decode(table.packed, validate=True)
        content: bytes = pa.decompress(packed, table.size, codec="zstd", asbytes=True)
    except (binascii.Error, ValueError, OSError, pa.ArrowException) as error:
        raise _torn() from error
    return content


def _read(text: str, kind: type[T]) -> T:
    try:
        made: T = _json.loads(text, kind)
    except (ValueError, RecursionError, BaseValidationError) as error:
        raise _torn() from error
    return made


def _torn() -> ReadingError:
    return ReadingError("This lesson file is damaged. Save the lesson again.")
