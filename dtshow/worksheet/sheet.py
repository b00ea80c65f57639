"""A worksheet as a page of its own: HTML to print, with blanks, and the same with the answers.

Nothing is fetched from anywhere, nothing runs in it, and all that comes from a table is escaped.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Final

from dtshow.words import number_format
from dtshow.words.language import _
from dtshow.worksheet.steps import Sheet, lines, paragraph, step
from dttools import export

STYLE: Final = (Path(__file__).parent / "sheet.css").read_text("utf-8")


def html_of(sheet: Sheet) -> str:
    """The whole page."""
    kind = _("Key") if sheet.answers else _("Worksheet")
    heading = f"{kind}{_(': ')}{sheet.title}"
    parts = [
        f"<h1>{escape(heading)}</h1>",
        paragraph(_("Algorithm: {name}").format(name=sheet.recipe_name)),
        "" if sheet.answers else _name_line(),
        *_table(sheet),
        *(part for exercise in sheet.exercises for part in step(sheet, exercise)),
        *_tree(sheet),
    ]
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        f'<!doctype html>\n<html lang="{escape(sheet.language)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f"<title>{escape(heading)}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(filter(None, parts))
        + "\n</body>\n</html>\n"
    )


def _name_line() -> str:
    blanks = (f"{escape(word)} <i></i>" for word in (_("Name"), _("Date")))
    return f'<p class="who">{" ".join(blanks)}</p>'


def _table(sheet: Sheet) -> Iterator[str]:
    """The rows themselves, where they fit on paper."""
    if not sheet.printed:
        if len(sheet.exercises) > 1 and not sheet.answers:
            yield paragraph(
                _(
                    "The table is too long to print, so each step gives you the counts "
                    "of its rows, on a page of its own: answer a step before you turn "
                    "the page."
                )
            )
        return
    head = "".join(f"<th>{escape(str(name))}</th>" for name in sheet.rows.columns)
    yield f'<table class="data"><thead><tr><th></th>{head}</tr></thead><tbody>'
    for row in sheet.rows.itertuples():
        index, *cells = row
        shown = "".join(f"<td>{escape(number_format.cell(value))}</td>" for value in cells)
        yield f"<tr><td>{escape(str(index))}</td>{shown}</tr>"
    yield "</tbody></table>"


def _tree(sheet: Sheet) -> Iterator[str]:
    heading = _("The tree so far")
    yield f"<section><h2>{escape(heading)}</h2>"
    if sheet.answers:
        yield lines(export.text(sheet.tree))
    else:
        yield paragraph(_("Draw it.")) + '<div class="room tall"></div>'
    yield "</section>"
