"""A text as a grid: decoded, its dialect guessed, its records tokenized.

Not done here: which records are names and rows (``shapes``).
"""

from __future__ import annotations

from dataclasses import replace

from dtcore.errors import ReadingError
from dtcore.progress import ShareProgress
from dtcore.words import Sentence
from dttools.files.dialect import guess_layout, stated_separator
from dttools.files.drawn import redrawn
from dttools.files.encoding import decode, guess_encoding, readings
from dttools.files.formats import refuse_other_formats
from dttools.files.grid import Chosen, Dialect, Finding, OpenedFile, lacks_names
from dttools.files.limits import Limits
from dttools.files.quoting import quoted
from dttools.files.records import Body, tokenize
from dttools.files.two_separators import refuse_two_separators


def guess(content: bytes, chosen: Chosen = Chosen()) -> Dialect:
    """How the file seems to be written; what is chosen is kept, the rest guessed in its light.

    Raises ``ReadingError`` for what is no text at all.
    """
    refuse_other_formats(content)
    encoding = chosen.encoding or guess_encoding(content)
    text, known, _story = redrawn(decode(content, encoding), chosen)
    return guess_layout(text, encoding, known)


def open_text(
    content: bytes, chosen: Chosen, progress: ShareProgress, limits: Limits
) -> OpenedFile:
    """The records of a text below what lies above the table. Raises ``ReadingError``."""
    progress(0.0)
    likely = readings(content)
    progress(0.05)
    if chosen.encoding is not None and chosen.encoding not in dict(likely):
        likely = ()
    encoding = chosen.encoding or guess_encoding(content)
    text, known, drawn = redrawn(decode(content, encoding), chosen)
    progress(0.1)
    dialect = guess_layout(text, encoding, known)
    story = _above_the_table(text, dialect)
    if "above" in chosen.off:
        story = [replace(finding, on=not finding.key) for finding in story]
        top = sum(not finding.key for finding in story)  # the line that states the separator
        dialect = guess_layout(text, encoding, replace(known, preamble=top))
    body = Body(text, dialect.separator, 1).after(dialect.preamble)
    if not body.text.strip():
        raise ReadingError("No lines are left below those that were skipped. Skip fewer lines.")
    grid = tokenize(body, lambda share: progress(0.2 + 0.8 * share), limits)
    title = "above" in chosen.off and any(finding.key for finding in story) and lacks_names(grid)
    if title and chosen.header is None:
        dialect = replace(dialect, header=False)
    if known.separator is None:
        refuse_two_separators(text, dialect, grid)
    told = (*story, *drawn)
    return OpenedFile(grid, (), None, told, dialect, likely, redrawn=bool(drawn))


def _above_the_table(text: str, dialect: Dialect) -> list[Finding]:
    below = Body(text, dialect.separator, 1).after(dialect.preamble)
    skipped = text[: len(text) - len(below.text)]
    above = [line for line in skipped.split("\n") if line.strip()]
    story = []
    if above and stated_separator(above[0]) == dialect.separator:
        line = quoted(above.pop(0))
        said = Sentence("The line “{line}” at the top was taken to state the separator.")
        story.append(Finding(said.with_fields(line=line)))
    if above:
        said = Sentence("Lines above the table were skipped: {count} (the first: “{line}”).")
        story.append(Finding(said.with_fields(count=len(above), line=quoted(above[0])), "above"))
    return story
