"""``node-by-node export TABLE``: a lesson as one HTML file, written without the app."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl, urlsplit

import pandas as pd

import dtcore as dt
import dttools.files as files
from dtcore.errors import DtError
from dtcore.model import digest_of
from dtcore.progress import Progress
from dtshow.lesson import link, narration
from dtshow.page.exam_files import files as files_of
from dtshow.page.package import INDEX, Pages, package
from dtshow.page.page import document, lesson_page
from dtshow.scene.grow.look import GrowLook, digits_of
from dtshow.scene.grow.rows import Display
from dtshow.scene.grow.scene import GrowScene
from dtshow.tables.catalogue import Labels
from dtshow.tables.column_facts import dataset_of, displayed, under
from dtshow.tables.find import entry_of, find
from dtshow.tables.table_choice import UPLOAD, TableChoice
from dtshow.tables.target_guess import choice_of_table, predicting
from dtshow.words.language import LANGUAGES, joined, plain_sentence, spoken
from dtshow.worksheet.exam import exam
from dtshow.worksheet.sheet import Sheet
from dttools import command
from dttools.teach.exercise import exercises
from dttools.teach.variants import Variant, variants

THIRTY: Final = 30
TESTS: Final = ("moodle", "qti", "exam")
APP: Final = "http://localhost:8501"
EXAMPLE: Final = """examples:
  node-by-node export iris --recipe cart -o iris.html
  node-by-node export playtennis --lang both
  node-by-node export marks.csv --target passed --depth 4
  node-by-node export playtennis --moodle tennis.xml --qti tennis.zip --steps 2
  node-by-node export playtennis --recipe id3 --variants 30 --exam exam.zip
  node-by-node export "https://…/grow?data=iris&recipe=cart&moves=…"
  node-by-node export --lesson id3 --lang zh
  node-by-node export --lesson course --scorm"""
Guided = Callable[[str, Sequence[str], str], Pages]
"""Of a lesson's name, the languages, and the address of the app."""


def main(arguments: Sequence[str] | None = None, guided: Guided | None = None) -> int:
    """Writes the file; the exit status, 2 if the input is at fault. ``guided``: gives the pages of
    a guided lesson."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if bool(options.table) == bool(options.lesson and guided):
        parser.error("say which table, or which --lesson")
    if guided and (options.target, options.recipe, options.depth) != (None, None, None):
        parser.error("a guided lesson has its own --target, --recipe and --depth: leave them out")
    if min(options.variants or 1, options.steps, options.seed + 1) < 1 or options.variants == 0:
        parser.error("--variants and --steps count from 1 on, --seed from 0 on")
    tests = any(getattr(options, kind) for kind in TESTS)
    if tests and (guided or options.output or options.lang == "both"):
        parser.error("--moodle, --qti and --exam take a table, one language and no other output")
    try:
        if tests:
            return _tests(options)
        languages = tuple(LANGUAGES) if options.lang == "both" else (options.lang,)
        name = options.lesson or _name(options.table)
        made = guided(name, languages, options.app) if guided else _grown(options, languages)
        packed = options.scorm or len(made) > 1
        file = Path(options.output or f"{name}.{'zip' if packed else 'html'}")
        file.write_bytes(package(name, made, options.scorm))
    except DtError as error:
        return _refuse(str(error))
    except OSError as error:
        return _refuse(f"The file “{error.filename}” cannot be used: {error.strerror}.")
    return _told(file)


def _told(*files: Path) -> int:
    for file in files:
        print(f"{file}: {file.stat().st_size / 1000:,.0f} KB", file=sys.stderr)
    return 0


def _tests(options: argparse.Namespace) -> int:
    """Writes the first steps of a lesson, or variants of them, as questions that a learning system
    marks, and on paper."""
    language = options.lang
    scene = _scene(options, language)
    lesson = scene.lesson
    with spoken(language):
        asked = list(exercises(lesson.timeline, options.steps))
        entry = find(lesson.choice.key)
        title = entry.text("title", language) if entry else Path(options.table).stem
        name, digits = (
            narration.recipe_name(lesson.recipe_choice.name),
            digits_of(lesson, scene.look),
        )
        sheet = Sheet(title, lesson.recipe, name, asked, asked[-1].grown, scene.display.frame,
                      digits, language)  # fmt: skip
        found: Sequence[Variant] = ()
        if many := options.variants or (THIRTY if options.exam else 0):
            found = variants(
                lesson.timeline, options.steps, many, options.seed, _bar("Variants found")
            )
        own = options.own_names
        sheets = exam(sheet, lesson.timeline, found, not own, _bar("Sheets written"))
        asked_for = {kind: file for kind in TESTS if (file := getattr(options, kind))}
        made = files_of(asked_for, sheet, sheets, _name(options.table))
    for kind, file in asked_for.items():
        Path(file).write_bytes(made[kind])
    return _told(*map(Path, asked_for.values()))


def _bar(what: str) -> Progress:
    """How far the search is, in one line."""

    def told(share: float, count: int) -> None:
        if sys.stderr.isatty():
            end = "\r" if share < 1 else "\n"
            print(f"{what}: {count}", end=end, file=sys.stderr, flush=True)

    return told


def check(arguments: Sequence[str]) -> int:
    """``python -m dtcore`` with --check, whose marks are said in a language; the exit status."""
    parser = argparse.ArgumentParser(prog="node-by-node check", add_help=False)
    parser.add_argument("--lang", choices=LANGUAGES, default="en")
    options, more = parser.parse_known_args(arguments)
    with spoken(options.lang):
        return command.main(more, lambda *said: joined(*map(plain_sentence, said)))


def _grown(options: argparse.Namespace, languages: Sequence[str]) -> Pages:
    scenes = {language: _scene(options, language) for language in languages}
    rows = len(scenes[languages[0]].display)
    print(f"The page will hold up to {rows:,} rows of the table.", file=sys.stderr)
    lessons = {lang: document(one, lang) for lang, one in scenes.items()}
    return {INDEX: lesson_page(lessons, options.app)}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="node-by-node export",
        description="Write a lesson as one HTML file that needs no server and no network.",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("table", metavar="TABLE", nargs="?", help="a bundled table, a file, or a lesson's link")
    add(
        "--lesson", metavar="NAME", help="a guided lesson instead, or “course”, the eleven in a zip"
    )
    add("--target", metavar="COL", help="the column to predict; guessed if absent")
    add("--recipe", metavar="R", choices=dt.RECIPES, help=", ".join(dt.RECIPES))
    add("--depth", metavar="N", type=int, help="at most N levels of questions")
    add("--lang", choices=(*LANGUAGES, "both"), default="en", help="the language of the page")
    add("--app", metavar="URL", default=APP, help="the app to go on in; %(default)s if absent")
    add("--scorm", action="store_true", help="a SCORM 1.2 package, for Moodle and the like")
    add("--moodle", metavar="FILE", help="questions for Moodle instead, as XML to import")
    add("--qti", metavar="FILE", help="the same questions as a QTI 2.1 package")
    add("--exam", metavar="FILE", help="variants on paper: a zip of sheets, keys and cards")
    add("--steps", metavar="N", type=int, default=3, help="of how many steps (%(default)s)")
    many = f"so many tables with the same shape of tree ({THIRTY} for --exam)"
    add("--variants", metavar="N", type=int, help=many)
    add("--own-names", action="store_true", help="variants keep the names of the table")
    add("--seed", metavar="N", type=int, default=1, help="another seed, other variants")
    add("-o", "--output", metavar="FILE", help="TABLE.html if absent, .zip if it is several files")
    return parser


def _refuse(why: str) -> int:
    print(f"node-by-node: {why}", file=sys.stderr)
    return 2


def _name(table: str) -> str:
    params = _params(table)
    return params.get("data", "lesson") if params else Path(table).stem


def _params(table: str) -> dict[str, str]:
    """The parameters of a link to a lesson; none if it is not one."""
    return dict(parse_qsl(urlsplit(table).query)) if "data=" in table else {}


def _scene(options: argparse.Namespace, language: str) -> GrowScene:
    """The lesson as the app opens it. Raises DtError or OSError."""
    params, own = _params(options.table), None
    with spoken(language):
        if params or (find(options.table) is not None and not Path(options.table).is_file()):
            params = params or {"data": options.table}
            entry = entry_of(params.get("data", link.DEFAULT))
            frame, names = entry.read(), entry.labels(language)
        else:
            (frame, own), names = _own_table(options), Labels()
        read = partial(link.read, dataset=partial(_dataset, frame, names), own=own)
        chosen = ("target", options.target), ("recipe", options.recipe)
        params |= {name: value for name, value in chosen if value is not None}
        lesson = read(params)
        if options.depth is not None:
            depth = {"recipe": lesson.recipe_choice.name, "depth": str(options.depth)}
            lesson = read(params | depth)
        rows = displayed(frame, names, lesson.dataset, lesson.choice.log)
        return GrowScene(lesson, GrowLook(), Display(rows), {})


def _own_table(options: argparse.Namespace) -> tuple[pd.DataFrame, link.Own]:
    content = Path(options.table).read_bytes()
    table = files.read(content)
    frame, target = table.frame, options.target
    choice = choice_of_table(f"{UPLOAD}:{digest_of((content,))}", frame, table)
    if target is not None:
        if target not in frame:
            raise dt.DataError("There is no column “{column}” in this table.", column=target)
        choice = predicting(choice, frame, target)
    return frame, link.Own(UPLOAD, choice, tuple(map(str, frame.columns)))


def _dataset(frame: pd.DataFrame, names: Labels, choice: TableChoice) -> dt.Dataset:
    rows = under(names, frame, dataset_of(frame, choice))
    if choice.hold is not None:
        rows = dt.validation.holdout(rows, *choice.hold)[0]
    return choice.left(rows) if choice.without else rows
