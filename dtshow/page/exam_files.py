"""A worksheet, or an exam of variants, as files: paper, and questions that a learning system marks.

Not done here: what is on them (``dtshow.worksheet``), and where they are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from dtshow.page.package import package, zipped
from dtshow.worksheet.exam import pages
from dtshow.worksheet.moodle import moodle_xml
from dtshow.worksheet.qti import qti_files
from dtshow.worksheet.questions import bank
from dtshow.worksheet.sheet import Sheet, html_of


def files(
    kinds: Iterable[str], sheet: Sheet, marked: Sequence[Sheet], stem: str
) -> dict[str, bytes]:
    """Some of ``sheet``, its ``key``, and of what is ``marked``, it or its variants: ``moodle``,
    ``qti`` and ``exam``, whose pages are named after ``stem``."""
    questions = bank(marked)

    def made(kind: str) -> bytes:
        match kind:
            case "moodle":
                return moodle_xml(sheet.title, questions).encode()
            case "qti":
                return zipped(qti_files(sheet.title, questions, sheet.language))
            case "exam":
                return package(stem, pages(stem, marked))
        return html_of(replace(sheet, answers=kind == "key")).encode()

    return {kind: made(kind) for kind in kinds}
