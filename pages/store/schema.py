"""The tables of the store, and its engine: SQLite in a file, or PostgreSQL by its URL.

A blob is the bytes of a file under their digest, once however often it was brought. A record gives
such bytes an unguessable name, for so long as it is used. A table that was read again or edited has
a record of its own, in one line with those before: they are forgotten together.

A room is a live class (``rooms``): who is in it stands there as numbers, each with what they voted
and answered.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from platformdirs import user_data_path
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Engine,
    Float,
    ForeignKey,
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
)
from sqlalchemy.pool import ConnectionPoolEntry

VERSION: Final = 1
"""Of the tables below; another one in a database is not read or written."""
WRITES: Final = "nbn_writes"
"""An option of a connection: that its transaction will write."""

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
    Column("form", Text, nullable=False),
    Column("shared", Boolean, nullable=False),
    Column("secret_hash", String(64)),
    Column("sender", String(64), nullable=False, index=True),
    Column("weight", BigInteger, nullable=False),
    Column("made", Float, nullable=False),
    Column("used", Float, nullable=False, index=True),
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
    if lite and where.database:
        Path(where.database).parent.mkdir(parents=True, exist_ok=True)
    waits: dict[str, Any] = {"timeout": 5} if lite else {"connect_timeout": 3}
    engine = create_engine(where, pool_pre_ping=True, connect_args=waits)
    if lite:
        event.listen(engine, "connect", _prepare)
        event.listen(engine, "begin", _begin)
    with engine.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
        if not lite:  # of processes that start at once the first makes the tables
            connection.execute(select(func.pg_advisory_xact_lock(TABLES_LOCK)))
        meta.create_all(connection)
        found = connection.scalar(select(versions.c.number))
        if found is None:
            connection.execute(versions.insert().values(number=VERSION))
        elif found != VERSION:
            raise SchemaError(f"The store {where!r} has version {found}, not {VERSION}.")
    return engine


def _prepare(connection: Any, entry: ConnectionPoolEntry) -> None:
    """Readers do not wait for a writer, a writer waits for another one, and what is deleted is
    overwritten."""
    connection.isolation_level = None  # transactions are begun by ``_begin``
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "secure_delete=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    """A transaction that will write says so at once: one that turned from reading to writing
    could be refused, however long it waits."""
    writes = connection.get_execution_options().get(WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
