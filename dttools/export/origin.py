"""A file with where it comes from inside it: lines that whatever reads the file passes over."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from dtcore.model.tree import on_one_line
from dttools.export.markdown_rules import escaped

MARKS: Final = {"text": "| ", "python": "# ", "sql": "-- ", "sklearn": "# ", "dot": "// "}
"""What begins a line of comment, by the kind of file."""


def with_origin(text: str, kind: str, lines: Sequence[str]) -> str:
    """``text`` of a ``kind`` (text, python, sql, sklearn, dot, markdown, json): comments above it,
    a field that readers pass over, or in Markdown, which has no comments, its last lines."""
    lines = [on_one_line(line) for line in lines]
    if kind == "json":
        return json.dumps(json.loads(text) | {"origin": lines}, ensure_ascii=False, indent=1)
    if kind == "markdown":
        return "\n\n".join([text.rstrip("\n"), "---", *map(_linked, lines), ""])
    if kind == "python":  # else a table called “coding: utf-7” would say how to read it
        lines = ["coding: utf-8", *lines]
    return "".join(f"{MARKS[kind]}{line}\n" for line in lines) + text


def _linked(line: str) -> str:
    return f"<{line}>" if line.startswith("http") else escaped(line)
