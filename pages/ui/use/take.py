"""Take away: the tree as text, code, rules, data or a picture, and what was weighed as tables; to
copy or to download."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal

import pandas as pd
import streamlit as st

import dttools as dt
from dtcore.errors import DtError
from dtcore.model import NodeId, Tree
from dtcore.stepping import Step, Weighed
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.narration import path_words
from dtshow.page.package import INDEX, Pages
from dtshow.page.page import document, lesson_page
from dtshow.scene.grow.candidates import brief
from dtshow.scene.grow.look import GrowLook, digits_at_root
from dtshow.scene.grow.rows import Display
from dtshow.scene.grow.scene import GrowScene
from dtshow.scene.tree.section import TreePart
from dtshow.words.language import LANGUAGES, _, ngettext
from dttools.files import Table
from dttools.printing import Digits
from pages.ui.components.controls import as_page_or_scorm, download
from pages.ui.components.graphviz import files
from pages.ui.components.stage import answers, hide_answers, in_files, tree_look
from pages.ui.shell import cache, session
from pages.ui.shell.frame import show_problem
from pages.ui.shell.places import app_address, file_name, origin
from pages.ui.tables.kept_form import written_lesson
from pages.ui.trees.grown_on import as_pruning_holds, chip
from pages.ui.use.use_view import UseView

MOST_SHOWN: Final = 20_000
"""Characters of a file that are shown; all of them are downloaded."""
MOST_STEPS, FIRST_STEPS = 60, 20
"""Of a lesson that is saved as a page here, which all who share the server wait for; of a longer
one, whose trees are large, its first steps."""
MOST_LINES, HIGH = 24, 440
"""Of more lines, those that lie below so many pixels are scrolled to."""
XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
BOM: Final = "\ufeff"
"""Spreadsheets take a file for UTF-8 by it."""


@dataclass(frozen=True)
class Kind:
    """A form to take the tree away in; ``form`` is what the engine calls it. ``how`` to use the
    ``{file}``."""

    name: str
    form: str
    ending: str
    mime: str
    language: str | None
    write: Callable[[Tree], str]
    how: str


def kinds(own: Table | None = None) -> dict[str, Kind]:
    """By name; a program reads a table that is written as one's ``own`` was."""
    export, plain = dt.export, "text/plain"
    python = partial(export.python, table=own)
    return {
        "text": Kind(_("Text"), "text", "txt", plain, None, export.text, _text()),
        "python": Kind("Python", "python", "py", "text/x-python", "python", python, _python()),
        "sql": Kind("SQL", "sql", "sql", plain, "sql", export.sql, _sql()),
        "sklearn": Kind(
            "scikit-learn", "sklearn", "txt", plain, None, export.sklearn_text, _sklearn()
        ),
        "rules": Kind(
            "Markdown", "markdown", "md", "text/markdown", "markdown", export.markdown, _markdown()
        ),
        "json": Kind("JSON", "json", "json", "application/json", "json", export.to_json, _json()),
    }


def _text() -> str:
    return _(
        "A line for each branch, as C4.5 prints a tree. A leaf is followed by its "
        "rows, then a slash and the number of errors among them."
    )


def _python() -> str:
    return _(
        "Run it with `python {file} rows.csv`, where the file is laid out as the table's own: it "
        "prints the prediction of each row. In Python, `from {name} import predict` and give "
        "`predict` a row as a dict."
    )


def _sql() -> str:
    return _(
        "It reads a table called `rows`. From pandas, "
        '`frame.to_sql("rows", sqlite3.connect("rows.db"), index=False)` writes one; then run '
        "`sqlite3 rows.db < {file}`."
    )


def _sklearn() -> str:
    return _(
        "To compare with scikit-learn: below the lines with #, the text is what "
        "`sklearn.tree.export_text` prints for an equal tree, character for character."
    )


def _markdown() -> str:
    return _("Paste it where Markdown is read: into a README, a notebook or a wiki.")


def _picture() -> str:
    return _(
        "SVG and PDF stay sharp at any size; PNG goes into any text. DOT is what Graphviz draws: "
        "`dot -Tsvg {file}.dot -o {file}.svg`."
    )


def _json() -> str:
    return _(
        "Can be read back as an equal tree: `import dtcore as dt`, then "
        '`dt.Tree.from_json(open("{file}", encoding="utf-8").read())`.'
    )


def panel(lesson: Lesson) -> None:
    names = {key: kind.name for key, kind in kinds().items()}
    names |= {"picture": _("Picture"), "candidates": _("Candidates"), "lesson": _("Lesson")}
    left, right = st.columns([1, 4], gap="large")
    chosen = session.view(UseView).kind
    with left:
        st.radio(
            _("As what"),
            list(names),
            format_func=names.__getitem__,
            label_visibility="collapsed",
            **session.bind(UseView, kind=chosen),
        )
    with right:
        match chosen:
            case "picture":
                _tree(lesson)
            case "candidates":
                candidates(session.in_own_names(lesson))
            case "lesson":
                _lesson(lesson)
            case form:
                own = session.uploads().get(lesson.choice.key)
                _file(session.in_own_names(lesson), kinds(own.table if own else None)[form])


def _tree(lesson: Lesson) -> None:
    with st.container(key="use_picture", horizontal=True, vertical_alignment="center", gap="large"):
        in_files(lesson)
        answers(hide_answers)
    st.caption(_("These options apply to the files below and to the trees on all pages."))
    chip(as_pruning_holds(lesson), "picture")
    files(TreePart(lesson, Digits.for_scale(lesson.tree.impurity(())), tree_look()))
    st.caption(_picture().format(file=file_name(lesson)))


def _lesson(lesson: Lesson) -> None:
    """For whoever has no app; and all that it takes to open the lesson again, here or elsewhere."""
    _page(session.lesson())
    st.markdown(
        _(
            "The lesson as it is now: the table if it is your own, how it was read and "
            "edited, the algorithm, and each step. To continue, choose the file on "
            "Home, here or on another server."
        )
    )
    written = partial(written_lesson, *session.saved())  # called where there is no session
    file = f"{file_name(lesson)}.lesson.json", "application/json"
    download(_("Save to go on later (JSON)"), written, file, "take_lesson")


def _page(lesson: Lesson) -> None:
    """The lesson as one file to hand out."""
    st.markdown(
        _(
            "The lesson as a page: one file that any browser opens, without a server or a network. "
            "It has each step with its sums and rows, in English and Chinese."
        )
    )
    code, n = "`node-by-node export`", lesson.timeline.length
    if cache.large(lesson.dataset):
        text = _("Its table is too large to be saved here. The command {code} writes the page.")
        st.caption(text.format(code=code))
        return
    most = n if n <= MOST_STEPS else FIRST_STEPS
    if most < n:
        text = _("Saved here are the first {most} of its {n} steps. The command {code} writes all.")
        st.caption(text.format(most=most, n=n, code=code))
    rows = len(lesson.dataset.at_hand)
    st.caption(
        ngettext(
            "The page holds {n} row of the table. Whoever gets the file can read it.",
            "The page holds all {n} rows of the table. Whoever gets the file can read them.",
            rows,
        )
    )
    home, scenes, name = app_address(), _in_each_language(lesson), file_name(lesson)

    def pages() -> Pages:
        lessons = {lang: document(one, lang, most) for lang, one in scenes.items()}
        return {INDEX: lesson_page(lessons, home)}

    as_page_or_scorm(name, pages, "take_page")


def _in_each_language(lesson: Lesson) -> dict[str, GrowScene]:
    """That of the session first."""
    choice, frame, scenes = lesson.choice, session.frame(lesson.choice), {}
    for language in sorted(LANGUAGES, key=lambda one: one != session.language()):
        named = lesson.under(cache.dataset(choice, language, frame))
        rows = cache.display(choice, language, lambda _choice: frame)
        look = GrowLook(one_click=session.view(GrowLook).one_click)
        scenes[language] = GrowScene(named, look, Display(rows), {})
    return scenes


def _divided(lesson: Lesson) -> int:
    """How many rows of the table the tree divides; 0 of a large one, which would take too long."""
    if cache.large(lesson.dataset) or not lesson.dataset.gappy:
        return 0
    return sum(len(ends) > 1 for ends in dt.leaf_shares(lesson.tree, lesson.dataset))


def _file(lesson: Lesson, kind: Kind) -> None:
    try:
        text = kind.write(lesson.tree)
    except DtError as problem:  # what the form cannot say
        show_problem(problem)
        return
    text = dt.export.with_origin(text, kind.form, origin(lesson))
    mine = "_sklearn" if kind.form == "sklearn" else ""  # a text is one already
    file = f"{file_name(lesson)}{mine}.{kind.ending}"
    download(_("Download"), text, (file, kind.mime), "use_download", type="primary")
    st.markdown(kind.how.format(file=file, name=file_name(lesson)))
    if kind.form == "sql" and (count := _divided(lesson)):
        note = ngettext(
            "Because of missing cells, the tree divides {n} row of its table among "
            "branches. SQL cannot do this: the prediction for such a row is NULL.",
            "Because of missing cells, the tree divides {n} rows of its table among "
            "branches. SQL cannot do this: the prediction for such a row is NULL.",
            count,
        )
        st.caption(note)
    high: Literal["content"] | int = HIGH if text.count("\n") > MOST_LINES else "content"
    st.code(text[:MOST_SHOWN], language=kind.language, wrap_lines=False, height=high)
    if len(text) > MOST_SHOWN:
        st.caption(_("Only the beginning is shown. The file is complete."))


def candidates(lesson: Lesson) -> None:
    """Choose a node; its table is shown, and the tables of all steps can be had beside it."""
    nodes = [node.id for node in lesson.tree if not node.leaf]
    chosen = session.view(UseView).node, lesson.node, nodes[0]
    at = next(node for node in chosen if node in nodes)
    st.selectbox(
        _("Candidates at the node"),
        nodes,
        format_func=partial(path_words, lesson.tree),
        **session.bind(UseView, node=at),
    )
    table = dt.export.candidates(lesson.select(at).evidence, lesson.tree.schema)
    lines, name = origin(lesson), file_name(lesson)
    with st.container(horizontal=True, gap="small"):
        this, file = BOM + dt.export.csv_text(table, lines), (f"{name}_candidates.csv", "text/csv")
        download(_("Download this table"), this, file, "use_download", type="primary")

        def every() -> str:
            return BOM + dt.export.csv_text(of_all_steps(lesson, nodes), lines)

        file = f"{name}_all_candidates.csv", "text/csv"
        download(_("Candidates of all steps"), every, file, "use_download_all")
        _workbook(lesson.select(at), name)
    st.dataframe(table, hide_index=True, key="use_candidates")
    _assistant(lesson.select(at))
    text = _(
        "Open it in a spreadsheet, or read it with {code}. A text that begins like a formula has "
        "an apostrophe before it."
    )
    code = f'`pandas.read_csv("{name}_candidates.csv", skiprows={len(lines)})`'
    st.caption(text.format(code=code))


def _workbook(lesson: Lesson, name: str) -> None:
    if dt.export.can_be_workbook(lesson.dataset):
        made = partial(dt.export.workbook, lesson.timeline, lesson.evidence)
        told = _("The counts are cells, the sums formulas: change a count, and the gain follows.")
        file = f"{name}_step.xlsx", XLSX
        download(_("Workbook with formulas"), made, file, "use_download_workbook", help=told)


def _assistant(lesson: Lesson) -> None:
    with st.expander(_("Copy this step for an assistant"), icon=":material/content_copy:"):
        st.code(brief(lesson, digits_at_root(lesson)), language=None, wrap_lines=True)


def of_all_steps(lesson: Lesson, nodes: list[NodeId]) -> pd.DataFrame:
    """Of all steps; of a tree that is pruned or collapsed, at all nodes that it still splits."""
    done: Iterable[Step | Weighed] = lesson.timeline.done
    gone = any(  # what was weighed has been cut off with a node above it
        isinstance(step.evidence, Weighed) and step.evidence.node not in lesson.tree
        for step in lesson.timeline.done
    )
    if lesson.timeline.problem.pruning or gone:
        done = (lesson.select(node).evidence for node in nodes)
    return dt.export.candidates_of(done, lesson.tree)
