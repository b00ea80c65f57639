"""What can be asked of a store: to keep a table, find it, share it, forget it.

A table that was brought is kept for some hours after it was last used, one that was shared for
some days. Whoever knows its name can open it, and names cannot be guessed. Senders are known by a
digest of their address alone, under a key of the hour.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from hmac import compare_digest, new
from secrets import token_bytes, token_urlsafe
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Engine, case, delete, exists, func, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from dtcore.errors import DtError
from pages.store.schema import WAIT, WRITES, blobs, engine_of, packed, records, totals, unpacked
from pages.work.settings import Retention

HOUR: Final = 3600.0
DAY: Final = 24 * HOUR
MEGABYTE: Final = 1024**2
LONGEST_FORM: Final = 2 * MEGABYTE
"""Bytes of what was chosen and edited of one table, unpacked."""
RARELY: Final = HOUR
"""Seconds: as often is written down at most that a table was used, and so much longer it stays."""


class StoreError(DtError):
    """The store cannot do this now, or may not."""


@dataclass(eq=False)
class Senders:
    """What is written down of who sends: a digest under a key of the hour, which is nowhere but in
    this process and only until the next hour is over. Without it a digest says nothing, though
    there are few addresses; so each process counts for itself."""

    _keys: dict[int, bytes] = field(default_factory=dict)

    def digests(self, sender: str, now: float) -> list[str]:
        """Those of this hour and of the one before."""
        hours = (int(now // HOUR), int(now // HOUR) - 1)
        self._keys = {hour: self._keys.get(hour) or token_bytes(32) for hour in hours}
        return [new(key, sender.encode(), sha256).hexdigest() for key in self._keys.values()]


@dataclass(frozen=True)
class Record:
    """A table that is kept: the ``digest`` of its bytes and the ``form`` they were taken in."""

    digest: str
    form: str
    shared: bool = field(compare=False)
    until: float = field(compare=False)
    """When it goes unless it is used, in seconds since 1970."""


@dataclass(frozen=True)
class SharedName:
    """The name of a shared table, and the ``secret`` with which it can be taken back."""

    name: str
    secret: str


@dataclass(frozen=True)
class Store:
    """A database of tables. All that it does raises StoreError if the database cannot do it."""

    engine: Engine
    retention: Retention = Retention()
    now: Callable[[], float] = time.time
    senders: Senders = field(default_factory=Senders)

    @classmethod
    def open(cls, url: str, retention: Retention = Retention()) -> Store:
        """The store at ``url``. Raises SQLAlchemyError, OSError or SchemaError."""
        return cls(engine_of(url), retention)

    def keep(self, content: bytes, form: str, sender: str = "", after: str = "") -> str:
        """Keep a table as one's own; the name that it has from now on. ``after``: the name of the
        one that it came of by another reading or an edit."""
        return self._put(content, form, sender, after=after)

    def share(self, content: bytes, form: str, sender: str = "") -> SharedName:
        """Keep a table for others, under a name of its own."""
        secret = token_urlsafe(16)
        return SharedName(self._put(content, form, sender, secret=secret), secret)

    def find(self, name: str) -> Record | None:
        """What is kept under a name, which has now been used; None if nothing is."""
        with reading(self.engine) as connection:
            row = connection.execute(select(records).where(records.c.name == name)).one_or_none()
        if row is None or self.now() > row.used + self._life(row.shared) + RARELY:
            return None
        self._use(name, row.used)
        until = self.now() + self._life(row.shared)
        return Record(row.digest, unpacked(row).decode(), row.shared, until)

    def content(self, record: Record) -> bytes:
        """The bytes of a record's file. Raises StoreError if they are gone."""
        wanted = select(blobs.c.packed, blobs.c.size).where(blobs.c.digest == record.digest)
        with reading(self.engine) as connection:
            row = connection.execute(wanted).one_or_none()
        if row is None:
            raise StoreError("This table is no longer kept. Upload its file again.")
        return unpacked(row)

    def forget(self, name: str) -> None:
        """Let go at once of a table, and of all that came of it or that it came of; a shared one
        stays, which others may be on."""
        line = select(records.c.line).where(records.c.name == name, ~records.c.shared)
        self._delete(records.c.line == line.scalar_subquery())

    def withdraw(self, name: str, secret: str) -> bool:
        """Take a shared table back; False if there is none, or the secret is another one."""
        with reading(self.engine) as connection:
            known = connection.scalar(select(records.c.secret_hash).where(records.c.name == name))
        if known is None or not compare_digest(known, _hash(secret)):
            return False
        self._delete(records.c.name == name)
        return True

    def expire(self) -> int:
        """Let go of what has not been used for as long as it is kept; how many tables went."""
        own, shared = (self.now() - self._life(is_shared) - RARELY for is_shared in (False, True))
        return self._delete(records.c.used < case((records.c.shared, shared), else_=own))

    def forget_senders(self) -> None:
        """Of what came more than an hour ago, which no limit counts."""
        old = (records.c.made < self.now() - HOUR) & (records.c.sender != "")
        with writing(self.engine) as connection:
            connection.execute(update(records).where(old).values(sender=""))

    def last_look(self) -> float:
        """When somebody last looked for what is late; 0 if nobody did."""
        with reading(self.engine) as connection:
            return float(connection.scalars(select(totals.c.looked)).one())

    def write_down_look(self) -> None:
        with writing(self.engine) as connection:
            connection.execute(update(totals).values(looked=self.now()))

    def _delete(self, which: ColumnElement[bool]) -> int:
        """Such records, and bytes that none points at any more; how many records."""
        swept = ~exists().where(records.c.digest == blobs.c.digest)
        sizes = list[list[int]]()
        with writing(self.engine) as connection:
            for table, gone in ((records, which), (blobs, swept)):
                taken = delete(table).where(gone).returning(table.c.packed_size)
                sizes.append(list(connection.scalars(taken)))
            _count(connection, -sum(map(sum, sizes)))
        return len(sizes[0])

    def _life(self, shared: bool) -> float:
        return self.retention.days * DAY if shared else self.retention.hours * HOUR

    def _put(
        self, content: bytes, form: str, sender: str, after: str = "", secret: str | None = None
    ) -> str:
        if not self._life(secret is not None):
            raise StoreError("This server keeps no tables.")
        written = form.encode()
        if len(written) > LONGEST_FORM:
            raise StoreError("This table has more edits than can be kept.")
        digest, name = sha256(content).hexdigest(), token_urlsafe(16)
        made = self.now()
        record = {
            "name": name,
            "line": after,
            "digest": digest,
            "shared": secret is not None,
            "secret_hash": None if secret is None else _hash(secret),
            "sender": sender,
            "made": made,
            "used": made,
            **packed(written),
        }
        self._insert(record, {"digest": digest, **packed(content)})
        return name

    def _insert(self, record: dict[str, Any], blob: dict[str, Any], again: bool = True) -> None:
        try:
            with writing(self.engine) as connection:
                # held where it is there already: no sweep takes it before the record is there
                this = select(blobs.c.digest).where(blobs.c.digest == blob["digest"])
                new = connection.scalar(this.with_for_update(key_share=True)) is None
                weight = record["packed_size"] + new * blob["packed_size"]
                sender = self._checked(connection, record["sender"], weight)
                if new:
                    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
                    put = dialect.insert(blobs).values(**blob).on_conflict_do_nothing()
                    new = connection.scalar(put.returning(blobs.c.digest)) is not None
                begun = select(records.c.line).where(
                    records.c.name == record["line"], ~records.c.shared
                )
                line = connection.scalar(begun) or record["name"]
                more = {"line": line, "weight": weight, "sender": sender}
                connection.execute(records.insert().values(**{**record, **more}))
                _count(connection, record["packed_size"] + new * blob["packed_size"])
        except StoreError as problem:
            if not (again and isinstance(problem.__cause__, IntegrityError)):
                raise
            self._insert(record, blob, again=False)  # swept just then

    def _checked(self, connection: Connection, sender: str, weight: int) -> str:
        """The digest of a sender who may bring so much. Raises StoreError."""
        if (connection.scalar(select(totals.c.bytes)) or 0) + weight > (
            self.retention.megabytes * MEGABYTE
        ):
            raise StoreError("The server has no room for more tables now.")
        if not sender:
            return ""
        digests = self.senders.digests(sender, self.now())
        recent = records.c.sender.in_(digests) & (records.c.made > self.now() - HOUR)
        sums = select(func.coalesce(func.sum(records.c.weight), 0), func.count()).where(recent)
        brought, tables = connection.execute(sums).one()
        if (
            brought + weight > self.retention.megabytes_an_hour * MEGABYTE
            or tables >= self.retention.tables_an_hour
        ):
            raise StoreError("Too many tables have come from your network within an hour.")
        return digests[0]

    def _use(self, name: str, used: float) -> None:
        """Write down that it was used; whoever only reads goes on where that cannot be written."""
        if self.now() - used > RARELY:
            try:
                with writing(self.engine) as connection:
                    this = update(records).where(records.c.name == name)
                    connection.execute(this.values(used=self.now()))
            except StoreError:
                return


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A connection that only reads. Raises StoreError if the database cannot be reached."""
    with _explained(), engine.connect() as connection:
        yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A connection in a transaction that will write. Raises StoreError."""
    with _explained(), engine.connect() as connection:
        connection = connection.execution_options(**{WRITES: WAIT})
        with connection.begin():
            yield connection


@contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except (SQLAlchemyError, OSError) as error:
        raise StoreError("The server cannot reach the place where it keeps tables.") from error


def _count(connection: Connection, added: int) -> None:
    """Last in a transaction: nobody else adds anything until it ends."""
    connection.execute(update(totals).values(bytes=totals.c.bytes + added))


def _hash(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
