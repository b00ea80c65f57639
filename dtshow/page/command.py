"""``node-by-node export TABLE``: a lesson as one HTML file, written without the app."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

import pandas as pd

import dtcore as dt
import dttools.files as files
from dtcore.errors import DtError
from dtcore.model import digest_of
from dtshow.lesson import link
from dtshow.lesson.choice import RecipeChoice, recipe_choice_for
from dtshow.lesson.lesson import Lesson
from dtshow.page.page import LANGUAGES, lesson_page
from dtshow.scene.grow.look import GrowLook
from dtshow.scene.grow.rows import Display
from dtshow.scene.grow.scene import GrowScene
from dtshow.tables.catalogue import Labels
from dtshow.tables.column_facts import dataset_of, displayed, under
from dtshow.tables.find import entry_of, find
from dtshow.tables.table_choice import UPLOAD, TableChoice
from dtshow.tables.target_guess import choice_of_table, predicting
from dtshow.words.language import spoken

APP: Final = "http://localhost:8501"
EXAMPLE: Final = """examples:
  node-by-node export iris --recipe cart -o iris.html
  node-by-node export playtennis --lang both
  node-by-node export marks.csv --target passed --depth 4
  node-by-node export "https://…/grow?data=iris&recipe=cart&moves=…" """


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes the file; the exit status, 2 if the input is at fault."""
    options = _parser().parse_args(arguments)
    try:
        scenes = {language: _scene(options, language) for language in _languages(options.lang)}
        file = Path(options.output or f"{_name(options.table)}.html")
        rows = len(next(iter(scenes.values())).display)
        print(f"The page will hold all {rows:,} rows of the table.", file=sys.stderr)
        text = lesson_page(scenes, options.app)
        file.write_text(text, "utf-8")
    except DtError as error:
        return _refuse(str(error))
    except OSError as error:
        return _refuse(f"The file “{error.filename}” cannot be used: {error.strerror}.")
    print(f"{file}: {len(text.encode()) / 1000:,.0f} KB", file=sys.stderr)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="node-by-node export",
        description="Write a lesson as one HTML file that needs no server and no network.",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("table", metavar="TABLE", help="a bundled table's name, a file, or the link to a lesson")
    add("--target", metavar="COL", help="the column to predict; guessed if absent")
    add("--recipe", metavar="R", choices=dt.RECIPES, help=", ".join(dt.RECIPES))
    add("--depth", metavar="N", type=int, help="at most N levels of questions")
    add("--lang", choices=(*LANGUAGES, "both"), default="en", help="the language of the page")
    add("--app", metavar="URL", default=APP, help="the app to go on in; %(default)s if absent")
    add("-o", "--output", metavar="FILE", help="TABLE.html if absent")
    return parser


def _refuse(why: str) -> int:
    print(f"node-by-node: {why}", file=sys.stderr)
    return 2


def _languages(chosen: str) -> Sequence[str]:
    return tuple(LANGUAGES) if chosen == "both" else (chosen,)


def _name(table: str) -> str:
    params = _params(table)
    return params.get("data", "lesson") if params else Path(table).stem


def _params(table: str) -> dict[str, str]:
    """What a link says of a lesson; nothing if it is none."""
    return dict(parse_qsl(urlsplit(table).query)) if "data=" in table else {}


def _scene(options: argparse.Namespace, language: str) -> GrowScene:
    """The lesson as the app opens it. Raises DtError or OSError."""
    params = _params(options.table)
    known = bool(params) or (find(options.table) is not None and not Path(options.table).is_file())
    with spoken(language):
        if known:
            return _of_link(params or {"data": options.table}, options, language)
        return _of_file(options)


def _of_link(params: dict[str, str], options: argparse.Namespace, language: str) -> GrowScene:
    entry = entry_of(params.get("data", link.DEFAULT))
    frame, names = entry.read(), entry.labels(language)
    said: dict[str, Any] = {name: getattr(options, name) for name in ("target", "recipe", "depth")}
    asked = {name: str(value) for name, value in said.items() if value is not None}
    if "depth" in asked:
        asked.setdefault("recipe", params.get("recipe", entry.recipe))
    lesson = link.read(params | asked, partial(_dataset, frame, names))
    return _shown(lesson, frame, names)


def _of_file(options: argparse.Namespace) -> GrowScene:
    """A table of one's own."""
    content = Path(options.table).read_bytes()
    table = files.read(content)
    frame, names = table.frame, Labels()
    choice = choice_of_table(f"{UPLOAD}:{digest_of((content,))}", frame, table)
    if options.target is not None:
        if options.target not in frame:
            raise dt.DataError(
                "There is no column “{column}” in this table.", column=options.target
            )
        choice = predicting(choice, frame, options.target)
    made = _dataset(frame, names, choice)
    recipe = recipe_choice_for(made)
    if options.recipe is not None:
        recipe = RecipeChoice.of(options.recipe)
    if options.depth is not None:
        recipe = recipe.with_setting("depth", options.depth)
    choice = choice.under(recipe.recipe)
    return _shown(Lesson.begin(choice, recipe, _dataset(frame, names, choice)), frame, names)


def _dataset(frame: pd.DataFrame, names: Labels, choice: TableChoice) -> dt.Dataset:
    rows = under(names, frame, dataset_of(frame, choice))
    if choice.hold is not None:
        rows = dt.validation.holdout(rows, *choice.hold)[0]
    return choice.left(rows) if choice.without else rows


def _shown(lesson: Lesson, frame: pd.DataFrame, names: Labels) -> GrowScene:
    rows = displayed(frame, names, lesson.dataset, lesson.choice.log)
    return GrowScene(lesson, GrowLook(), Display(rows), {})
