"""What the owner of a server does with its store, beside the running app or without it.

node-by-node --store list            what is kept, the last used first, and live classes
node-by-node --store expire          let go at once of what is kept for too long
node-by-node --store backup FILE     a copy of the store as it is now (SQLite)
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import sys
from datetime import datetime
from pathlib import Path

from sqlalchemy import select

from pages.store import kept_tables
from pages.store.rooms import Rooms
from pages.store.schema import blobs, records, totals, unpacked
from pages.store.store import MEGABYTE, Store, StoreError
from pages.work.settings import SettingsError


def main(arguments: list[str]) -> str:
    """What is said of a task that was done. Raises StoreError or SettingsError."""
    parser = argparse.ArgumentParser(prog="node-by-node --store", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    tasks = parser.add_subparsers(dest="task", required=True, metavar="TASK")
    tasks.add_parser("list")
    tasks.add_parser("expire")
    tasks.add_parser("backup").add_argument("file", type=Path)
    said = parser.parse_args(arguments)
    store = kept_tables.store()
    match said.task:
        case "list":
            return "\n".join(_listed(store))
        case "expire":
            return (
                f"{store.expire()} tables and {Rooms(store.engine).expire()} classes were let go."
            )
    return _copied(store, said.file)


def _listed(store: Store) -> list[str]:
    """One line for each table, and one for all; names are not told, since they open tables."""
    order = (
        select(records, blobs.c.size.label("of_file")).join(blobs).order_by(records.c.used.desc())
    )
    with store.engine.connect() as connection:
        lines = [
            f"{_day(row.used)}  {_day(row.made)}  {'shared' if row.shared else 'own   '}  "
            f"{row.of_file / MEGABYTE:7.2f} MB  {json.loads(unpacked(row)).get('name', '')!r}"
            for row in connection.execute(order)
        ]
        total = connection.scalar(select(totals.c.bytes)) or 0
    all_of_them = f"{len(lines)} tables, {total / MEGABYTE:.2f} MB of files and edits, packed."
    return [
        "last used         brought           kind    file",
        *lines,
        all_of_them,
        *_listed_rooms(store),
    ]


def _listed_rooms(store: Store) -> list[str]:
    """One line for each class; codes are not told, since they let one in."""
    rooms = Rooms(store.engine).listed()
    lines = [
        f"{_day(made)}  {'open            ' if ended is None else _day(ended)}  {number:8}"
        for made, ended, number in rooms
    ]
    return ["", "class opened      ended             students", *lines, f"{len(rooms)} classes."]


def _day(seconds: float) -> str:
    return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M")


def _copied(store: Store, file: Path) -> str:
    if store.engine.dialect.name != "sqlite":
        raise StoreError("This store is PostgreSQL. Make a backup of it with pg_dump.")
    try:
        file.touch(0o600, exist_ok=False)
    except FileExistsError as error:
        raise StoreError("{file} is there already. Name another one.", file=str(file)) from error
    except OSError as error:
        raise StoreError("{file} cannot be written: {why}.", file=str(file), why=error) from error
    connection = store.engine.raw_connection()  # SQLAlchemy would begin a transaction
    try:
        connection.cursor().execute("VACUUM INTO ?", (str(file),))
    except sqlite3.Error as error:
        raise StoreError("{file} cannot be written: {why}.", file=str(file), why=error) from error
    finally:
        connection.close()
    return f"{file} holds the store as it is now."


if __name__ == "__main__":
    try:
        print(main(sys.argv[1:]))
    except (StoreError, SettingsError) as problem:
        sys.exit(str(problem))
