"""What exported Python and SQL say of rows, once they are run."""

import sqlite3
from typing import Any

import pandas as pd

import dttools as dt


def by_python(tree: dt.Tree, rows: pd.DataFrame) -> list[Any]:
    names: dict[str, Any] = {}
    exec(compile(dt.export.python(tree), "tree.py", "exec"), names)
    return [names["predict"](row) for row in rows.to_dict("records")]


def by_sql(tree: dt.Tree, rows: pd.DataFrame) -> list[Any]:
    """What sqlite says; the table's columns have the types that the first lines ask for."""
    base = sqlite3.connect(":memory:")
    quoted = ['"' + name.replace('"', '""') + '"' for name in rows.columns]
    kinds = {
        field.name: "REAL" if field.levels is None or field.cuts is not None else "TEXT"
        for field in tree.schema.columns
    }
    columns = [f"{q} {kinds[name]}" for q, name in zip(quoted, rows.columns, strict=True)]
    base.execute(f'CREATE TABLE "rows" ({", ".join(columns)})')
    cells = rows.astype(object).where(rows.notna(), None).to_numpy().tolist()
    base.executemany(f'INSERT INTO "rows" VALUES ({", ".join("?" * len(quoted))})', cells)
    return [row[-1] for row in base.execute(dt.export.sql(tree))]
