"""Stores on both databases, empty at the beginning of each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import delete, update

from pages.store.schema import engine_of, meta, totals, versions
from tests.store.databases import postgresql


@pytest.fixture(scope="session")
def postgresql_url() -> Iterator[str | None]:
    with postgresql() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'store.db'}"
    found: str | None = request.getfixturevalue("postgresql_url")
    if found is None:
        pytest.skip("PostgreSQL is not installed here")
    engine = engine_of(found)
    with engine.begin() as connection:
        for table in reversed(meta.sorted_tables):
            if table not in (versions, totals):
                connection.execute(delete(table))
        connection.execute(update(totals).values(bytes=0, looked=0))
    engine.dispose()
    return found
