"""Many rows: a file is read as any table is, and each of its rows is predicted: answer, shares,
leaf, the way in words, and what was unusual."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import pandas as pd
import streamlit as st

import dttools as dt
from dtcore.errors import DtError
from dtcore.model import Column, NodeId, Tree, digest_of, encode, level_names
from dtcore.progress import Progress, ShareProgress, unheard
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.narration import path_words
from dtshow.scene.parts import lesson_key
from dtshow.tables.catalogue import Labels
from dtshow.tables.edits import renamed
from dtshow.words import number_format
from dtshow.words.language import _, joined, ngettext, sentence, speaking, spoken
from dtshow.words.markdown import literal
from dtshow.words.number_format import PERCENT
from dttools.files import LeftOut, Source, folded
from dttools.study import check_asked
from pages.ui.components.controls import download, name_its_button
from pages.ui.shell import session
from pages.ui.shell.frame import show_problem
from pages.ui.shell.progress import worked_out
from pages.ui.tables.upload import read_alike
from pages.work.jobs import Job
from pages.work.settings import settings

FILE: Final = session.Widget["st.runtime.uploaded_file_manager.UploadedFile | None"](
    "use_file", None
)
MOST: Final = 1000
"""Rows that are shown; all are downloaded."""
READ: Final = 0.6
"""Of the bar; the rest is predicting."""
BATCH: Final = 10_000
"""Rows that are predicted together; then it is asked whether anybody still wants them."""


@dataclass(frozen=True, eq=False)
class FileView:
    """The file that was chosen last."""

    name: str = ""
    content: bytes = b""


def file(lesson: Lesson) -> None:
    """Choose a file; then a line for each of its rows."""
    needed = [literal(field.name, 40) for field in lesson.tree.schema.columns]
    text = _(
        "A table with the columns {columns}; its rows need no answer. Empty lines, "
        "repeated headers and totals are skipped."
    )
    st.markdown(text.format(columns=_(", ").join(needed[:12]) + (" …" if needed[12:] else "")))
    if _source(lesson).header is False:
        st.caption(
            _(
                "Your table has no column names. A file without names needs the same columns in "
                "the same order; only a last column of answers may be left out."
            )
        )
    with st.container(key="bring_row_use"):
        st.file_uploader(
            _("A file with rows"),
            key=FILE.key,
            max_upload_size=settings().limits.megabytes,
            on_change=_keep,
            label_visibility="collapsed",
        )
        name_its_button("use", _("Choose a file"), _("Or drop it here."))
    kept = session.view(FileView)
    if not kept.name:
        return
    found = _found(lesson, kept.content)
    if isinstance(found, DtError):
        show_problem(found)
    else:
        _shown(kept.name, found)


def _keep() -> None:
    given = FILE.value
    session.keep(FileView() if given is None else FileView(given.name, given.getvalue()))


def _source(lesson: Lesson) -> Source:
    """What the rows are read like."""
    upload = session.uploads().get(lesson.choice.key)
    return upload.source(lesson.choice.target) if upload else Source()


def _found(lesson: Lesson, content: bytes) -> Predictions | DtError:
    """Worked out once for a file and a tree, in sight if it takes long."""
    tree, language, limits = lesson.tree, speaking(), settings().limits
    known_as = session.other_names(lesson.choice)
    upload, source = session.uploads().get(lesson.choice.key), _source(lesson)
    edits = upload.edits if upload else ()

    def make(tell: Progress) -> Predictions | DtError:
        with spoken(language):
            try:
                table = read_alike(content, source, lambda share: tell(READ * share, 0), limits)
                tell(READ, 0)
                left = 1 - READ
                found = predictions(
                    tree,
                    renamed(table.frame, edits),
                    lambda share: tell(READ + share * left, 0),
                    table.lines,
                    known_as,
                )
                return replace(found, left_out=table.left_out)
            except DtError as problem:
                return problem

    key = ("predicted", *lesson_key(lesson), language, digest_of([content]))

    def says(work: Job) -> str:
        return _("Reading the file…") if work.share < READ else _("Predicting its rows…")

    result: Predictions | DtError = worked_out(key, make, True, says)
    return result


def _shown(name: str, found: Predictions) -> None:
    rows = number_format.rows_count(len(found.table))
    st.markdown(_("{table}: {rows}").format(table=f"**{literal(name, 80)}**", rows=rows))
    if found.absent:
        columns = _(", ").join(literal(column, 40) for column in found.absent)
        text = _("Not in the file: {columns}. In every row this counts as not known.")
        st.warning(text.format(columns=columns))
    if found.noted:
        text = ngettext(
            "{n} row has a cell that is empty or that the tree does not know: see its note.",
            "{n} rows have a cell that is empty or that the tree does not know: see their notes.",
            found.noted,
        )
        st.caption(text.format(n=f"{found.noted:,}"))
    _left_out(found.left_out)
    file = "predictions.csv", "text/csv"
    download(_("Download as CSV"), found.csv, file, "use_predictions", type="primary")
    text = _("Write down which tree made this file; the file does not say.")
    st.caption(joined(text, _("Leaves are numbered as on Rules.")))
    shares = [*found.shares]
    st.dataframe(
        found.table.head(MOST).assign(**100 * found.table.head(MOST)[shares]),
        hide_index=True,
        key="use_predicted",
        placeholder="",
        column_config=dict.fromkeys(shares, st.column_config.NumberColumn(format=PERCENT)),
    )
    if len(found.table) > MOST:
        st.caption(_("The first {n} rows are listed.").format(n=f"{MOST:,}"))


def _left_out(lines: tuple[LeftOut, ...]) -> None:
    """Each line of the file that is no row, and why it is none."""
    if not lines:
        return
    text = ngettext(
        "{n} line of the file was not predicted, because it is not a row:",
        "{n} lines of the file were not predicted, because they are not rows:",
        len(lines),
    )
    st.caption(text.format(n=f"{len(lines):,}"))
    columns: dict[str, list[object]] = {
        _("line"): [one.line for one in lines[:MOST]],
        _("why"): [sentence(one.why) for one in lines[:MOST]],
        _("text"): [one.text for one in lines[:MOST]],
    }
    height = min(37 + 35 * len(lines), 212)
    st.dataframe(pd.DataFrame(columns), hide_index=True, key="use_left_out", height=height)


@dataclass(frozen=True, eq=False)
class Predictions:
    """``table``: a line for each row of the file; ``shares``: its columns of shares. ``absent``:
    columns that the tree asks and the file lacks. ``noted``: so many rows have a note.
    ``left_out``: the lines of the file that are no rows."""

    table: pd.DataFrame
    shares: tuple[str, ...]
    absent: tuple[str, ...]
    noted: int
    left_out: tuple[LeftOut, ...] = ()

    def csv(self) -> bytes:
        """For spreadsheets too: no cell of it, nor a heading, is a formula."""
        return ("\ufeff" + dt.export.csv_text(self.table)).encode()


def predictions(
    tree: Tree,
    frame: pd.DataFrame,
    progress: ShareProgress = unheard,
    lines: Sequence[int] | np.ndarray = (),
    known_as: Labels | None = None,
) -> Predictions:
    """Of each row; a column that is not there counts as not known. ``progress`` hears the
    share that is done after each batch of rows, and ends the work by raising. ``lines``: where
    each row stands in its file. ``known_as``: other names of columns and levels. Raises DataError.
    """
    given = frame.set_axis([*map(str, frame.columns)], axis=1).reset_index(drop=True)
    names = [field.name for field in tree.schema.columns]
    frame = _in_terms_of(tree, given, known_as or Labels())
    check_asked(tree, frame)
    absent = [name for name in names if name not in frame.columns]
    whole, said, parts = frame.assign(**dict.fromkeys(absent, np.nan)), _nodes(tree), []
    for start in range(0, len(whole) or 1, BATCH):
        batch = whole.iloc[start : start + BATCH].reset_index(drop=True)
        parts.append(_told(tree, batch, said, absent))
        progress(min(1.0, (start + BATCH) / (len(whole) or 1)))
    made = pd.concat(parts, ignore_index=True)
    noted = int((made[_("note")] != "").sum())
    if len(lines):
        made.insert(0, _("line"), lines)
    given = given.rename(columns={c: f"{c} " for c in given.columns if c in made.columns})
    asked = {split.column for split in tree.splits if split is not None}
    wanted = tuple(names[c] for c in sorted(asked) if names[c] in absent)
    shares = tuple(map(_share_of, tree.schema.classes))
    return Predictions(pd.concat([made, given], axis=1), shares, wanted, noted)


def _in_terms_of(tree: Tree, given: pd.DataFrame, known_as: Labels) -> pd.DataFrame:
    """The rows under the tree's headings, with its levels."""
    names = [field.name for field in tree.schema.columns]
    frame = given.rename(columns=_meant(names, [*given.columns], known_as.columns))
    for field in tree.schema.columns:
        levels = {*(field.levels or ())} if field.cuts is None else set()
        meant = known_as.values[field.name]
        if field.name in frame.columns and any(meant[one] in levels for one in {*meant} - levels):
            cells = level_names(frame[field.name])
            frame[field.name] = cells.map(
                lambda name, known=levels, to=meant: name if name in known else to[name],
                na_action="ignore",
            )
    return frame


def _meant(
    names: Collection[str], given: Collection[str], known_as: Mapping[str, str]
) -> dict[str, str]:
    """The headings that can only mean one column of the tree: another name of it, or one with
    other capitals or blanks."""
    means: dict[str, set[str]] = {}
    for other, name in (*known_as.items(), *zip(names, names, strict=True)):
        means.setdefault(folded(other), set()).add(name)
    found: dict[str, str] = {}
    for heading in given:
        name, *others = means.get(folded(heading), {heading})
        if not others and name in names and name not in given:
            found[name] = heading
    return {heading: name for name, heading in found.items()}


def _share_of(name: str) -> str:
    return _("share of {answer}").format(answer=name)


def _told(
    tree: Tree, batch: pd.DataFrame, said: Mapping[NodeId, Said], absent: Collection[str]
) -> pd.DataFrame:
    coded = encode(batch, tree.schema)
    ends, notes = dt.leaf_shares(tree, coded), _notes(tree, batch, coded, absent)
    columns: dict[str, object] = {_("prediction"): dt.predict(tree, coded)}
    if tree.schema.classes:
        shares = dt.predict_proba(tree, coded)
        for label, name in enumerate(tree.schema.classes):
            columns[_share_of(name)] = shares[:, label]
    columns[_("leaf")] = [_each(at, lambda node: said[node].leaf) for at in ends]
    columns[_("way")] = [_each(at, lambda node: said[node].way) for at in ends]
    columns[_("note")] = [_("; ").join(notes.get(row, ())) for row in range(len(batch))]
    return pd.DataFrame(columns)


@dataclass(frozen=True)
class Said:
    """A node at which rows rest: the number of the ``leaf`` in tree order, as rules are numbered,
    and its ``way`` in words."""

    leaf: str
    way: str


def _nodes(tree: Tree) -> dict[NodeId, Said]:
    leaves = [node.id for node in tree if node.leaf]
    number = {leaf: str(n) for n, leaf in enumerate(leaves, 1)}
    inner = _("no leaf")
    return {node.id: Said(number.get(node.id, inner), path_words(tree, node.id)) for node in tree}


def _each(shares: Mapping[NodeId, float], said: Callable[[NodeId], str]) -> str:
    """Of all nodes at which a row rests, with what share of it if they are several."""
    if len(shares) == 1:
        return said(next(iter(shares)))
    text = _("{level} ({count})")
    return _("; ").join(
        text.format(level=said(node), count=number_format.share(share))
        for node, share in shares.items()
    )


def _notes(
    tree: Tree, batch: pd.DataFrame, coded: dt.Dataset, absent: Collection[str]
) -> dict[int, list[str]]:
    """By row: cells that no branch takes, and cells that mean nothing where the tree did not ask.
    Of columns that are absent nothing, for that is said once."""
    notes: dict[int, list[str]] = {}
    met: dict[str, dict[int, str]] = {}
    for cell in dt.report(tree, coded).unplaced:
        met.setdefault(cell.column, {})[cell.row] = cell.reason.name
    for column in coded.columns:
        if column.name not in absent:
            given = batch[column.name].to_numpy(object)
            for row, text in _of_column(column, given, met.get(column.name, {})):
                notes.setdefault(row, []).append(text)
    return notes


def _of_column(
    column: Column, given: np.ndarray, met: Mapping[int, str]
) -> Iterator[tuple[int, str]]:
    """``given``: the cells as in the file. ``met``: why no branch took the cell of a row."""
    said = {
        "MISSING": _("{column} is not known"),
        "NOT_A_NUMBER": _("{column} is not a number"),
        "UNSEEN": _("{column} has a level that the tree has never seen"),
        "NOT_HERE": _("{column} has a level that the tree has not seen at this node"),
    }
    numbers = column.numeric or column.field.cuts is not None
    known = np.isfinite(column.values) if column.numeric else column.values >= 0
    strange = set(np.flatnonzero(~known & ~pd.isna(given)).tolist())
    alike = {folded(level): level for level in (column.levels or ()) if not numbers}
    for row in sorted(strange | met.keys()):
        reason = ("NOT_A_NUMBER" if numbers else "UNSEEN") if row in strange else met[row]
        text = said[reason].format(column=column.name)
        if reason == "UNSEEN" and (level := alike.get(folded(str(given[row])))):
            text = _("{note} (did you mean “{level}”?)").format(note=text, level=level)
        yield row, text if row in met else _("{note} (not asked of this row)").format(note=text)
