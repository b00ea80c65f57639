"""What to mind before growing, as sentences with switches: gaps, identifiers, codes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import streamlit as st

from dtshow.lesson import narration
from dtshow.lesson.choice import recipe_choice_for
from dtshow.tables.column_facts import FEW_VALUES, ColumnFacts, kind_of
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import _, joined, ngettext, sentence
from pages.ui.bring import draft
from pages.ui.data.how_read import CELLS, misread, way_to_offers
from pages.ui.shell import cache, session
from pages.ui.shell.places import literal_label

MOST: Final = 6


def warnings(choice: TableChoice, facts: tuple[ColumnFacts, ...]) -> None:
    """A line for each thing to mind, with the button that sees to it."""
    with st.container(key="data_remarks", gap="small"):
        text = _gaps(choice)
        text += _target_like_an_id(choice, facts)
        text += _identifiers(choice, facts)
        text += _no_help(choice, facts)
        text += _codes(choice, facts)
        draft.show_refusal("remarks")
        if not text and misread(choice):
            way_to_offers(choice)
        elif not text:
            st.caption(_("The columns that the tree may ask about raise no concerns."))


def _gaps(choice: TableChoice) -> int:
    found = draft.gaps()
    if not found.cells:
        return 0
    parts = [_counted(choice, *each) for each in list(found.cells.items())[:MOST]]
    if len(found.cells) > MOST:
        more = len(found.cells) - MOST
        parts.append(ngettext("{n} more column", "{n} more columns", more))
    text = _("Missing cells: {columns}.").format(columns=_(", ").join(parts))
    if not choice.complete:
        left = _("Leaving those rows out would keep {left} of {rows}.").format(
            left=f"{found.rows - found.gappy:,}", rows=f"{found.rows:,}"
        )
        text = joined(text, _become(choice), left)
    elif choice.as_recipe:
        text = joined(text, _("This algorithm refuses them."))
    st.toggle(
        _("Leave out rows with missing cells"),
        **session.control(
            "data_complete",
            choice.complete,
            lambda complete: draft.take(choice.with_complete(complete), "remarks"),
        ),
    )
    st.caption(text)
    return 1


def _become(choice: TableChoice) -> str:
    """What the recipe in force, or the one that a draft would begin with, does with such rows."""
    dataset, now = draft.dataset(), session.lesson()
    if dataset is None or draft.problem() is not None:
        return ""
    recipe_choice = now.recipe_choice if choice == now.choice else recipe_choice_for(dataset)
    text = _("{recipe}, at a missing cell: {what}.")
    return text.format(
        recipe=narration.recipe_name(recipe_choice.name),
        what=sentence(recipe_choice.recipe.missing.clause),
    )


def _target_like_an_id(choice: TableChoice, facts: tuple[ColumnFacts, ...]) -> int:
    own = next(column for column in facts if column.name == choice.target)
    if not own.identifier:
        return 0
    st.warning(
        _(
            "Nearly every row has a class of its own in {column}, so there is nothing to learn. "
            "Choose another target."
        ).format(column=_name(choice, own))
    )
    return 1


def _identifiers(choice: TableChoice, facts: tuple[ColumnFacts, ...]) -> int:
    """Columns that name rows: what they would do, and the switch."""
    like = [
        column
        for column in facts
        if (column.identifier or column.rises or column.row_number)
        and choice.role(column.name) in ("input", "ignore")
    ]
    inputs = [column.name for column in facts if choice.role(column.name) == "input"]
    used = [c.name for c in like if c.name in inputs and (c.identifier or c.row_number)]
    for number, column in enumerate(like[:MOST]):
        _identifier(choice, column, number, alone=inputs == [column.name])
    if len(like) > MOST:
        more = len(like) - MOST
        st.caption(ngettext("{n} more column like these.", "{n} more columns like these.", more))
    if len(used) > 1:
        st.button(
            _("Ignore all of them"),
            key="data_ignore_all",
            on_click=draft.take,
            args=(choice.with_role(used, "ignore"), "remarks"),
        )
    return len(like)


def _identifier(choice: TableChoice, column: ColumnFacts, number: int, *, alone: bool) -> None:
    """``alone``: it is the only input, so that a run of numbers is taken for amounts."""
    used = choice.role(column.name) == "input"

    def use(on: bool) -> None:
        draft.take(choice.with_role([column.name], "input" if on else "ignore"), "remarks")

    st.toggle(
        _("Use {column}").format(column=literal_label(choice, column.name, 24)),
        **session.control(f"data_switch_{number}", used, use),
    )
    amounts = column.rises and not column.identifier and (alone or not column.row_number)
    if amounts:
        said = _("{column} rises by 1 from row to row: leave it out if it only numbers the rows.")
    else:
        said = _("{column} only numbers the rows.")
    name = _name(choice, column)
    text = _id_words(choice, column) if column.identifier else said.format(column=name)
    if column.constant:
        st.caption(_only_one([name]))
    elif used and not amounts:
        st.warning(joined(text, _("It says nothing about rows that are not in the table.")))
    else:
        st.caption(text)


def _id_words(choice: TableChoice, column: ColumnFacts) -> str:
    if column.name in misread(choice):
        text = _("Its cells may be misread: mend them first")
        return f"[{text}](#{CELLS})"
    said = _("{distinct} different values in {rows} rows: a tree would learn the rows by heart.")
    said = said.format(distinct=f"{column.distinct:,}", rows=f"{column.present:,}")
    root_gain = cache.root_gain(choice, session.frame(choice), column.name)
    if root_gain is None or not root_gain.before:
        return said
    regression = kind_of(session.frame(choice), choice.target, choice) == "numeric"
    if regression:
        gain, best = (
            f"{root_gain.gain / root_gain.before:.1%}",
            f"{root_gain.best_gain / root_gain.before:.1%}",
        )
        text = _("A branch for each value would remove {gain} of the sum of squares.")
    else:
        gain, best = f"{root_gain.gain:.4f}", f"{root_gain.best_gain:.4f}"
        text = (
            _("Its information gain is {gain} bits, all of the entropy.")
            if root_gain.before - root_gain.gain < 5e-5
            else _("Its information gain is {gain} bits, of an entropy of {before} bits.")
        )
    text = text.format(gain=gain, before=f"{root_gain.before:.4f}")
    if root_gain.best is None:
        return joined(said, text)
    if best == gain:
        other = _("The best other column, {column}, does as much.")
    elif regression:
        other = _("The best other column, {column}, removes {best}.")
    else:
        other = _("The best other column, {column}, gains {best} bits.")
    other = other.format(column=literal_label(choice, root_gain.best), best=best)
    names = _(", ").join(literal_label(choice, name) for name in root_gain.tied)
    tied = _("Just as good: {columns}.").format(columns=names) if names else ""
    return joined(said, text, other, tied)


def _no_help(choice: TableChoice, facts: tuple[ColumnFacts, ...]) -> int:
    inputs = [column for column in facts if choice.role(column.name) == "input"]
    same = [column for column in inputs if column.constant and not column.identifier]
    if same:
        parts = [_name(choice, column) for column in same[:MOST]]
        st.markdown(_only_one([*parts, "…"] if len(same) > MOST else parts))
    return len(same)


def _only_one(names: Sequence[str]) -> str:
    text = _("One value only, so nothing to split on: {columns}.")
    return text.format(columns=_(", ").join(names))


def _codes(choice: TableChoice, facts: tuple[ColumnFacts, ...]) -> int:
    """Numbers with very few values may be codes."""
    codes = [c for c in facts if c.few_numbers and choice.role(c.name) == "input"]
    if not codes:
        return 0
    parts = [_counted(choice, column.name, column.distinct) for column in codes[:MOST]]
    parts += ["…"] if len(codes) > MOST else []
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(
            _(
                "At most {few} different numbers: {columns}. If they are codes, not amounts, "
                "take them as nominal."
            ).format(few=FEW_VALUES, columns=_(", ").join(parts)),
            width="stretch",
        )
        st.button(
            _("Take as nominal"),
            key="data_codes",
            on_click=draft.take,
            args=(choice.with_kind([column.name for column in codes], "nominal"), "remarks"),
        )
    return len(codes)


def _name(choice: TableChoice, column: ColumnFacts) -> str:
    return literal_label(choice, column.name)


def _counted(choice: TableChoice, name: str, count: int) -> str:
    level = literal_label(choice, name)
    return _("{level} ({count})").format(level=level, count=f"{count:,}")
