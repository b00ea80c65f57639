"""All files of the corpus, each with its sort."""

from __future__ import annotations

from typing import Final

from tests.engine.file_corpus import cells, encodings, formats, refusals, shapes, texts
from tests.engine.file_corpus.case import Case

CORPUS: Final[tuple[tuple[str, Case], ...]] = tuple(
    (sort, case)
    for sort, cases in (
        ("formats", formats.CASES_OF_FORMATS),
        ("texts", texts.CASES_OF_TEXTS),
        ("encodings", encodings.CASES_OF_ENCODINGS),
        ("shapes", shapes.CASES_OF_SHAPES),
        ("cells", cells.CASES_OF_CELLS),
        ("refusals", refusals.CASES_OF_REFUSALS),
    )
    for case in cases
)
