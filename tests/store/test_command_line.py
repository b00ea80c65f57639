"""What an owner does with the store by hand."""

import os
import sqlite3
from pathlib import Path

import pytest

from pages.store import kept_tables
from pages.store.__main__ import main
from pages.store.rooms import Rooms, RoomStanding
from pages.store.store import Store, StoreError

FORM = '{"name": "survey.csv"}'


@pytest.fixture
def store(url: str, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setenv("NBN_STORE", url)
    return kept_tables.store()


def test_tables_are_listed_without_their_names(store: Store) -> None:
    names = [store.keep(b"a,b\n1,2\n", FORM), store.share(b"c,d\n1,2\n", FORM).name]
    said = main(["list"])
    assert said.count("survey.csv") == 2
    assert "2 tables" in said
    assert not any(name in said for name in names)


def test_classes_are_listed_without_their_codes(store: Store) -> None:
    rooms = Rooms(store.engine)
    code, _secret = rooms.open(RoomStanding("{}"))
    rooms.join(code)
    said = main(["list"])
    assert "1 classes." in said
    assert code not in said


def test_nothing_late_is_let_go_of(store: Store) -> None:
    name = store.keep(b"a,b\n1,2\n", FORM)
    assert main(["expire"]) == "0 tables and 0 classes were let go."
    assert store.find(name)


def test_a_backup_is_a_store(store: Store, tmp_path: Path) -> None:
    name, copy = store.keep(b"a,b\n1,2\n", FORM), tmp_path / "copy.db"
    if store.engine.dialect.name != "sqlite":
        with pytest.raises(StoreError, match="pg_dump"):
            main(["backup", str(copy)])
        return
    main(["backup", str(copy)])
    if os.name != "nt":
        assert copy.stat().st_mode & 0o777 == 0o600
    again = Store.open(f"sqlite:///{copy}")
    record = again.find(name)
    assert record is not None
    assert again.content(record) == b"a,b\n1,2\n"
    with sqlite3.connect(copy) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    with pytest.raises(StoreError, match="there already"):
        main(["backup", str(copy)])
    with pytest.raises(StoreError, match="cannot be written"):
        main(["backup", str(tmp_path / "nowhere" / "copy.db")])
