"""A lesson in a cell of a notebook: the stage of the pages, and the engine at hand behind it.

>>> from dtshow.notebook import Stepper
>>> Stepper(data, "id3")  # a Dataset, or a frame with target=...

Needs the extra ``notebook`` (anywidget), and works wherever anywidget does. Not done here: what
only the app has (guesses, cuts of one's own, curves, other pages).
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final

import anywidget
import numpy as np
import pandas as pd
import traitlets

import dttools as dt
from dtcore.errors import DtError
from dtcore.model import ROOT, Column
from dtcore.stepping import Move
from dtshow.lesson.choice import RecipeChoice, recipe_choice_for
from dtshow.lesson.history import History
from dtshow.lesson.lesson import Lesson
from dtshow.page.recording import usable
from dtshow.scene.grow.acts import acted, edits, known_acts
from dtshow.scene.grow.look import Bar, GrowLook
from dtshow.scene.grow.rows import Display
from dtshow.scene.grow.scene import GrowScene
from dtshow.scene.parts import new_acts
from dtshow.tables.column_facts import numbered
from dtshow.tables.table_choice import UPLOAD, TableChoice
from dtshow.web.script import FILES, module_of, style_sheet
from dtshow.words.language import LANGUAGES, spoken

FONT: Final = "stage/fonts/noto-sans-math.woff2"
HEIGHT: Final = 640


@cache
def _module() -> str:
    """What a notebook's page runs: ours as one module, with its styles and its font as texts."""
    style = "\n".join(map(style_sheet, ("tokens.css", "stage/stage.css", "notebook.css")))
    font = b64encode((FILES / FONT).read_bytes()).decode()
    given = json.dumps({"style": style.replace(":root", ".notebook"), "font": font})
    # a module that came as text has no address of its own
    script = module_of("notebook.js").replace("import.meta.url", "document.baseURI")
    return f'{script}\nexport default need("notebook.js").entry({given});\n'


class Stepper(anywidget.AnyWidget):  # type: ignore[misc]
    """Step through the growth of a tree: the buttons and keys of the app, in a cell.

    ``data``: a Dataset; a DataFrame, of which ``target`` is a column; or a Timeline, such as the
    ``lesson_`` of an estimator. ``recipe``: a name of ``dt.RECIPES`` or a Recipe; None takes what
    fits the data. ``lang``: "en" or "zh". ``height``: pixels.

    Raises DataError or RecipeError if they do not fit.

    Its traits can be observed: ``tree`` as it stands, ``step`` (int, from 0; to set it goes
    there), ``node`` (the path of the selected one; () is the root). ``candidates`` is what was
    weighed there.
    """

    _esm = _module()
    _shown = traitlets.Unicode().tag(sync=True)
    _acts = traitlets.List().tag(sync=True)
    lang = traitlets.Enum(list(LANGUAGES), "en").tag(sync=True)
    height = traitlets.Int(HEIGHT, min=200).tag(sync=True)
    tree = traitlets.Instance(dt.Tree, read_only=True)
    step = traitlets.Int(0, min=0)
    node = traitlets.Tuple(ROOT)

    def __init__(
        self,
        data: dt.Dataset | dt.Timeline | pd.DataFrame,
        recipe: str | dt.Recipe | None = None,
        *,
        target: str = "",
        **traits: Any,
    ) -> None:
        super().__init__(**traits)
        self._done, self._trouble = 0, ""
        self._history = History[Lesson]()
        lesson, frame = _opened(data, recipe, target)
        self._scene = GrowScene(lesson, GrowLook(), Display(numbered(frame)), {})
        self._show()
        self.observe(self._hear, "_acts")
        self.observe(lambda _change: self._show(), "lang")
        self.observe(self._go, ["step", "node"])

    @property
    def timeline(self) -> dt.Timeline:
        """The steps made so far, and the engine's view of what comes next."""
        return self._scene.lesson.timeline

    @property
    def candidates(self) -> pd.DataFrame:
        """What was weighed at the selected node, or could be asked there: a row for each column
        with its best split, verdict and scores."""
        lesson = self._scene.lesson
        return dt.export.candidates(lesson.evidence, lesson.tree.schema)

    def do(self, move: Move) -> None:
        """Make a move by hand; it can be undone. Raises MoveError if it cannot be made."""
        self._edit(self._scene.at(self._scene.lesson.do(move)))
        self._show()

    def undo(self) -> None:
        """Take the last move by hand back; without one, nothing happens."""
        if self._history.past:
            there, self._history = self._history.undone(self._scene.lesson)
            self._scene = self._scene.at(there)
            self._show()

    def redo(self) -> None:
        """Make again what was undone; without it, nothing happens."""
        if self._history.future:
            there, self._history = self._history.redone(self._scene.lesson)
            self._scene = self._scene.at(there)
            self._show()

    def _edit(self, there: GrowScene) -> None:
        self._history = self._history.after(self._scene.lesson)
        self._scene = there

    def _hear(self, change: Mapping[str, Any]) -> None:
        """Carry out what the browser did and what was not done yet; then show where that leads."""
        for act in new_acts(change["new"], self._done):
            self._done, self._trouble = act.number, ""
            if act.kind in ("undo", "redo"):
                getattr(self, act.kind)()
                continue
            before = self._scene.lesson
            try:
                there = acted(self._scene, act)
            except DtError as error:
                self._trouble = str(error)
                continue
            moved = there.lesson.timeline is not before.timeline
            if moved and edits(before, act):
                self._edit(there)
            else:
                self._scene = there
        self._show()

    def _go(self, change: Mapping[str, Any]) -> None:
        """To what a program has set; what this widget sets is there already."""
        lesson = self._scene.lesson
        if change["name"] == "step" and self.step != lesson.timeline.cursor:
            self._scene = self._scene.at(lesson.jump(min(self.step, lesson.timeline.length)))
            self._show()
        elif change["name"] == "node" and self.node != lesson.node:
            self._scene = self._scene.at(lesson.select(self.node))
            self._show()

    def _show(self) -> None:
        lesson, history = self._scene.lesson, self._history
        bar = Bar(lesson.timeline.length, history=(bool(history.past), bool(history.future)))
        self._scene = replace(self._scene, look=replace(self._scene.look, bar=bar))
        with spoken(self.lang), self.hold_sync():
            now, coming = self._sections(self._scene), self._scene.coming()
            after = None if coming is None else self._sections(coming)
            changed = after and {name: one for name, one in after.items() if one != now[name]}
            if self._trouble:
                now = now | {"say": [self._trouble]}
            told = {"done": self._done, "scene": now, "next": changed, "share": None}
            self._shown = json.dumps(told | {"tells": False, "linked": None}, ensure_ascii=False)
        self.set_trait("tree", lesson.tree)
        self.step, self.node = lesson.timeline.cursor, lesson.node

    def _sections(self, scene: GrowScene) -> dict[str, Any]:
        made = {name: section.make() for name, section in scene.sections().items()}
        words = made["words"] | {"keys": ""}  # no glossary
        return usable(made | {"words": words}, known_acts(scene.lesson))


def _opened(
    data: dt.Dataset | dt.Timeline | pd.DataFrame, recipe: str | dt.Recipe | None, target: str
) -> tuple[Lesson, pd.DataFrame]:
    """The lesson at its start, and its rows as people read them."""
    if isinstance(data, dt.Timeline):
        problem = data.problem
        choice = TableChoice(f"{UPLOAD}:{problem.dataset.digest}", problem.dataset.target.name)
        lesson = Lesson(choice, RecipeChoice(problem.recipe.name), data)
        return replace(lesson, node=lesson.stands), _frame(problem.dataset)
    table = dt.Dataset.from_frame(data, target) if isinstance(data, pd.DataFrame) else data
    if recipe is None:
        recipe = recipe_choice_for(table).recipe
    timeline = dt.start(table, dt.recipe(recipe) if isinstance(recipe, str) else recipe)
    rows = data.iloc[table.origin] if isinstance(data, pd.DataFrame) else _frame(table)
    return _opened(timeline, None, "")[0], rows


def _frame(data: dt.Dataset) -> pd.DataFrame:
    """The cells of a table, as they were before they were put into intervals."""
    rows = data.given or data
    return pd.DataFrame({column.name: _cells(column) for column in (*rows.columns, rows.target)})


def _cells(column: Column) -> Any:
    if column.levels is None:
        return column.values
    return pd.Categorical.from_codes(column.values.astype(np.intp), pd.Index(column.levels))
