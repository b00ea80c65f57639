"""The tables of the store, and its engine: SQLite in a file, or PostgreSQL by its URL.

A blob is the bytes of a file under their digest, once however often it was brought. A record gives
such bytes an unguessable name, for so long as it is used. A table that was read again or edited has
a record of its own, in one line with those before: they are forgotten together. Both are packed,
and stand last in their rows: what stands behind them would be read through them. How many bytes
all of them take is a total of its own, which whoever adds or deletes writes on. Beside it
stands when somebody last looked for what is late, in seconds since 1970.

A room is a live class (``rooms``): who is in it stands there as numbers, each with what they voted
and answered.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
from platformdirs import user_data_path
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Engine,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
    func,
    make_url,
    select,
    text,
)
from sqlalchemy.pool import ConnectionPoolEntry

VERSION: Final = 2
"""Of the tables below; an older one in a database is brought up, a newer one
is not read or written."""
WRITES: Final = "nbn_writes"
"""An option of a connection: that its transaction will write, and for how many seconds it waits for
another one."""
WAIT: Final = 5.0
LONG_WAIT: Final = 600.0
"""Seconds: of a writer, and of who opens a store that another process may be bringing up."""

meta: Final = MetaData()
versions: Final = Table("version", meta, Column("number", Integer, primary_key=True))
blobs: Final = Table(
    "blob",
    meta,
    Column("digest", String(64), primary_key=True),
    Column("size", BigInteger, nullable=False),
    Column("packed_size", BigInteger, nullable=False),
    Column("packed", LargeBinary, nullable=False),
)
records: Final = Table(
    "record",
    meta,
    Column("name", String(32), primary_key=True),
    Column("digest", String(64), ForeignKey("blob.digest"), nullable=False, index=True),
    Column("line", String(32), nullable=False, index=True),
    Column("shared", Boolean, nullable=False),
    Column("secret_hash", String(64)),
    Column("sender", String(64), nullable=False),
    Column("weight", BigInteger, nullable=False),
    Column("made", Float, nullable=False),
    Column("used", Float, nullable=False, index=True),
    Column("size", BigInteger, nullable=False),
    Column("packed_size", BigInteger, nullable=False),
    Column("packed", LargeBinary, nullable=False),
    Index("ix_record_sender", "sender", "made", "weight"),  # sums of it look at no row
)
totals: Final = Table(
    "total",
    meta,
    Column("bytes", BigInteger, nullable=False),
    Column("looked", Float, nullable=False),
)
ROOM: Final = "room.code"
rooms: Final = Table(
    "room",
    meta,
    Column("code", String(8), primary_key=True),
    Column("secret_hash", String(64), nullable=False),
    Column("state", Text, nullable=False),
    Column("question", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("takes", String(8), nullable=False),
    Column("locked", Boolean, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("made", Float, nullable=False, index=True),
    Column("ended", Float),
)
students: Final = Table(
    "student",
    meta,
    Column("room", String(8), ForeignKey(ROOM, ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("place", Text, nullable=False),
    Column("seen", Float, nullable=False),
)
votes: Final = Table(
    "vote",
    meta,
    Column("room", String(8), ForeignKey(ROOM, ondelete="CASCADE"), primary_key=True),
    Column("question", Integer, primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("student", Integer, primary_key=True),
    Column("choice", String(64), nullable=False),
    Column("sure", Integer, nullable=False),
)
answers: Final = Table(
    "answer",
    meta,
    Column("room", String(8), ForeignKey(ROOM, ondelete="CASCADE"), primary_key=True),
    Column("survey", Integer, primary_key=True),
    Column("student", Integer, primary_key=True),
    Column("given", Text, nullable=False),
)


TABLES_LOCK: Final = 0x6E626E
"""A number of our own among the locks of a database of PostgreSQL."""


class SchemaError(RuntimeError):
    """The database was made by another version of this app."""


def usual_url() -> str:
    """A file in the folder that the system has for the data of programs."""
    return f"sqlite:///{user_data_path('node-by-node', appauthor=False) / 'store.db'}"


def engine_of(url: str) -> Engine:
    """The engine of a store, its tables made. Raises SQLAlchemyError, OSError or SchemaError."""
    where = make_url(url)
    lite = where.get_backend_name() == "sqlite"
    if lite and where.database not in (None, "", ":memory:"):
        _keep_private(Path(where.database))
    waits: dict[str, Any] = {} if lite else {"connect_timeout": 3}
    engine = create_engine(where, pool_pre_ping=True, connect_args=waits)
    if lite:
        event.listen(engine, "connect", _prepare)
        event.listen(engine, "begin", _begin)
    with (
        engine.connect().execution_options(**{WRITES: LONG_WAIT}) as connection,
        connection.begin(),
    ):
        if not lite:  # of processes that start at once the first makes the tables
            connection.execute(select(func.pg_advisory_xact_lock(TABLES_LOCK)))
        meta.create_all(connection)
        found = connection.scalar(select(versions.c.number))
        if found is None:
            connection.execute(versions.insert().values(number=VERSION))
            connection.execute(totals.insert().values(bytes=0, looked=0))
        elif found == 1:
            _bring_up(connection)
        elif found != VERSION:
            raise SchemaError(f"The store {where!r} has version {found}, not {VERSION}.")
        _sum_up(connection)
    return engine


def file_of(engine: Engine) -> tuple[int, int] | None:
    """Which file there is at the place of a store now; None if there is none, or it is no file."""
    place = engine.url.database
    if engine.dialect.name == "sqlite" and place:
        with suppress(OSError):
            found = os.stat(place)
            return found.st_dev, found.st_ino
    return None


def packed(content: bytes) -> dict[str, Any]:
    """The columns of what is kept packed."""
    result: bytes = pa.compress(content, codec="zstd", asbytes=True)
    return {"size": len(content), "packed_size": len(result), "packed": result}


def unpacked(row: Any) -> bytes:
    result: bytes = pa.decompress(row.packed, row.size, codec="zstd", asbytes=True)
    return result


def _keep_private(file: Path) -> None:
    """Nobody else on the machine can read it; SQLite makes the files beside it likewise, and those
    that a killed process left stay as they are."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    with suppress(PermissionError):  # another's, who lets us
        for end in ("", "-wal", "-shm"):
            with suppress(FileNotFoundError):
                file.with_name(file.name + end).chmod(0o600)
        if file == Path(str(make_url(usual_url()).database)):
            file.parent.chmod(0o700)


def _bring_up(connection: Connection) -> None:
    """From version 1, where forms stood as text and everything was summed up at each write."""
    connection.execute(text("ALTER TABLE record RENAME TO record_1"))
    old = Table("record_1", MetaData(), autoload_with=connection)
    for index in old.indexes:
        index.drop(connection)
    records.create(connection)
    for name in connection.scalars(select(old.c.name)).all():
        row = connection.execute(select(old).where(old.c.name == name)).one()._asdict()
        form = packed(row.pop("form").encode())
        connection.execute(records.insert().values(**row, **form))
    old.drop(connection)
    connection.execute(totals.insert().values(bytes=0, looked=0))
    connection.execute(versions.update().values(number=VERSION))


def _sum_up(connection: Connection) -> None:
    """A process of version 1 that still ran beside this one counted nothing."""
    connection.execute(select(totals).with_for_update())  # who has counted has ended
    kept = (select(func.sum(table.c.packed_size)) for table in (blobs, records))
    total = sum(connection.scalar(one) or 0 for one in kept)
    connection.execute(totals.update().values(bytes=total))


def _prepare(connection: Any, entry: ConnectionPoolEntry) -> None:
    """Readers do not wait for a writer, a writer waits for another one, and what is deleted is
    overwritten."""
    connection.isolation_level = None  # transactions are begun by ``_begin``
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "secure_delete=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    """A transaction that will write says so at once: one that turned from reading to writing
    could be refused, however long it waits."""
    wait = connection.get_execution_options().get(WRITES)
    connection.exec_driver_sql(f"PRAGMA busy_timeout = {1000 * (wait or WAIT):.0f}")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if wait else "BEGIN")
