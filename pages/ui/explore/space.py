"""The space of trees: a picture of the partial trees, those that fit, and what bias is. Not done
here: nothing is counted (``dttools.space``)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress
from math import prod
from pathlib import Path
from typing import Final

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

import dtcore as dt
from dtcore.errors import DtError
from dtcore.model import Schema
from dtcore.pruning import WeakestLink
from dtshow.figures.palette import Theme
from dtshow.figures.space import SpacePicture, Spot
from dtshow.figures.space import space as figure
from dtshow.lesson.choice import RecipeChoice
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.link import choice_of
from dtshow.tables.column_facts import kind_of
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import _, explanation, joined, ngettext, sentence
from dtshow.words.markdown import literal, one_line
from dttools.printing import Digits
from dttools.space import (
    Conjunctions,
    Map,
    PartialTree,
    SearchStanding,
    Space,
    Vote,
    conjunctions,
    differing,
    fitting_tree,
    map_of,
    most_divided,
    partial_tree,
    space_of,
    telling_row,
)
from dttools.space.search import Sketch, questions
from pages.ui.components.stage import still_tree
from pages.ui.explore.explore_view import SpaceView
from pages.ui.shell import cache, session
from pages.ui.shell.frame import CONFIG, sheet, theme
from pages.ui.shell.places import go_to, title_of

ID3: Final = RecipeChoice("id3")
FEW: Final = 40
"""Trees that are made within a moment."""
LONG = 24


def counted(data: dt.Dataset) -> Space:
    """Raises DtError if the trees cannot be counted."""
    found = _counted(data)
    if isinstance(found, DtError):
        raise found
    return found


@cache.shared()
def _counted(data: dt.Dataset) -> Space | DtError:
    """A refusal takes as long to find, so it is kept too."""
    try:
        return space_of(data)
    except DtError as problem:
        return problem


@cache.shared()
def mapped(data: dt.Dataset) -> Map:
    return map_of(counted(data))


@cache.shared()
def divided(data: dt.Dataset) -> Vote | None:
    """Raises DtError if there are too many possible rows."""
    return most_divided(counted(data))


@cache.shared()
def rules(data: dt.Dataset) -> tuple[Conjunctions, ...]:
    """What one conjunction can say, for each class that has rows."""
    space = counted(data)
    has = [n > 0 for n in space.counts(space.everything)]
    return tuple(conjunctions(space, code) for code, some in enumerate(has) if some)


def id3(data: dt.Dataset) -> dt.Tree:
    return cache.grown(data, ID3.recipe)


@cache.shared()
def beside(data: dt.Dataset) -> int:
    """The number, from 1 on, of the tree that first stands beside ID3's: the smallest, if ID3's is
    larger; else of a few the first which some row tells from it; else the first that is another; 1
    if there is no other."""
    space, own = counted(data), id3(data)
    if questions(own) > min(space.fitting):
        return 1
    few = range(min(sum(space.fitting.values()), FEW))
    trees = [fitting_tree(space, number) for number in few]
    telling = (n for n, tree in enumerate(trees, 1) if telling_row(own, tree))
    others = (n for n, tree in enumerate(trees, 1) if tree != own)
    return next(telling, next(others, 1))


def as_lesson(lesson: Lesson, tree: dt.Tree) -> Lesson:
    """A lesson on a finished tree, to be drawn as on the other pages."""
    problem = dt.Problem.of(lesson.dataset, ID3.recipe)
    return Lesson(lesson.choice, ID3, dt.prune(problem, tree, WeakestLink("error")))


def splits(schema: Schema, sketch: Sketch) -> list[str]:
    """A line for each split: "Outlook", "Outlook = Sunny → Humidity"."""
    return list(_lines(schema, sketch, ())) or [_("No split: one leaf")]


def _lines(schema: Schema, sketch: Sketch, path: tuple[str, ...]) -> Iterator[str]:
    if sketch is None:
        return
    column, below = sketch
    yield " → ".join([*path, one_line(schema.columns[column].name, LONG)])
    for branch, tree in enumerate(below):
        yield from _lines(schema, tree, (*path, cell(schema, column, branch)))


def cell(schema: Schema, column: int, code: int) -> str:
    asked = schema.columns[column]
    return f"{one_line(asked.name, LONG)} = {one_line((asked.levels or ())[code], LONG)}"


GRAPH: Final = session.Chart("space_graph")
HIGHEST: Final = 2**53 - 1
"""Beyond it a browser cannot count by ones."""
HIGH: Final = 540
"""Pixels: as high as the trees beside the table."""
TABLES: Final = {"playtennis": "playtennis", "loan": "loan", "parity": "made:parity2-50-3-0-9"}
"""By the name of the text about it: where the preference of small trees decides, where a
restriction fails, and where ID3's tree is not the smallest."""
RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
LONGEST: Final = 15
"""Digits of a number that is still written in full."""


def space_tab(lesson: Lesson) -> None:
    """Draw the tab for the table of ``lesson``; which recipe it is with makes no difference."""
    sheet(Path(__file__).with_name("space.css"))
    with st.container(key="space"):
        try:
            space = counted(lesson.dataset)
        except DtError as problem:
            st.info(sentence(problem))  # nothing went wrong
            _mended(lesson)
            st.markdown(explanation("explore_space_small"))
            examples(lesson)
            return
        picture(lesson, space)
        fitting(lesson, space)
        bias(lesson)


def _mended(lesson: Lesson) -> None:
    """A button for what makes the trees countable, if something does."""
    choice = lesson.choice
    if cache.large(lesson.dataset):
        return
    for label, other in (
        (_("Take the numbers as nominal"), _nominal(choice)),
        (_("Leave out rows with missing cells"), choice.with_complete(True)),
        (
            _("Take the numbers as nominal, without rows that have gaps"),
            _nominal(choice).with_complete(True),
        ),
    ):
        with suppress(DtError):
            if other != choice and counted(session.dataset(other)):
                st.button(label, key="space_mend", type="primary", on_click=_open, args=(other,))
                return


def _nominal(choice: TableChoice) -> TableChoice:
    """``choice`` with each number as a level, those of the target as they are."""
    frame = session.frame(choice)
    columns = [name for name in map(str, frame.columns) if choice.role(name) == "input"]
    numbers = [name for name in columns if kind_of(frame, name, choice) == "numeric"]
    return choice.with_kind(numbers, "nominal") if numbers else choice


def _open(choice: TableChoice) -> None:
    session.open_lesson(choice, ID3)
    go_to("explore")


def picture(lesson: Lesson, space: Space) -> None:
    found = mapped(lesson.dataset)
    picked = _picked(found)
    with st.container(key="space_picture"):
        with st.container(key="space_left"):
            st.markdown(explanation("explore_space"))
            st.plotly_chart(
                _drawn(lesson.dataset, picked, theme(), session.language()),
                key=GRAPH.key,
                theme=None,
                on_select=_touch,
                selection_mode="points",
                config=CONFIG,
                alt=_("The partial trees by their number of splits, and ID3’s path through them"),
            )
            st.caption(_said(found))
        with st.container(key="space_right"):
            _list(lesson, space, found, picked)
            _partial(lesson, space, found.states[picked])


def _picked(found: Map) -> int:
    """The place of the tree that is looked at: at first the last one drawn that ID3 took."""
    picked = session.view(SpaceView).picked
    if picked is not None and picked < len(found.states):
        return picked
    return max(n for n, one in enumerate(found.states) if one.standing is SearchStanding.TAKEN)


@cache.figure()
def _drawn(data: dt.Dataset, picked: int, look: Theme, language: str) -> go.Figure:
    space, found = counted(data), mapped(data)
    spots = [
        Spot(
            state.splits,
            state.standing is SearchStanding.TAKEN,
            state.standing is SearchStanding.WEIGHED,
            state.errors == space.fewest,
            [*splits(data.schema, state.sketch), errors(state.errors)],
        )
        for state in found.states
    ]
    names = _("ID3 took it"), _("weighed, not taken"), _("never looked at"), _("fits the rows")
    labels = [
        f"<b>{_splits(level.splits)}</b><br>{trees(level.trees)}"
        for level in found.levels[: spots[-1].splits + 1]
    ]
    return figure(SpacePicture(spots, found.edges, labels, picked, names), theme=look)


def trees(count: int) -> str:
    return ngettext("{n} tree", "{n} trees", count).format(n=f"{count:,}")


def errors(count: int) -> str:
    if not count:
        return _("no row wrong")
    return ngettext("{n} row wrong", "{n} rows wrong", count).format(n=f"{count:,}")


def _said(found: Map) -> str:
    """How much of the space ID3 has seen, and how much of it is drawn."""
    there = sum(level.trees for level in found.levels)
    looked = sum(level.taken + level.weighed for level in found.levels)
    return joined(
        _(
            "There are {all} with up to {most} splits. ID3 looked at **{looked}** of them and "
            "never at the other {never}."
        ).format(
            all=trees(there),
            most=found.levels[-1].splits,
            looked=f"{looked:,}",
            never=f"{there - looked:,}",
        ),
        _("{drawn} are drawn.").format(drawn=len(found.states)),
    )


def _list(lesson: Lesson, space: Space, found: Map, picked: int) -> None:
    """All that are drawn: what the graph is for the pointer, for the keyboard. How many rows are
    wrong comes first, for the end of a long line is cut."""
    lines = {
        n: " · ".join([errors(one.errors), *splits(lesson.dataset.schema, one.sketch)])
        for n, one in enumerate(found.states)
    }
    st.selectbox(
        _("Partial tree"),
        list(lines),
        format_func=lines.__getitem__,
        **session.bind(SpaceView, picked=picked),
    )


def _partial(lesson: Lesson, space: Space, state: PartialTree) -> None:
    said = {
        SearchStanding.TAKEN: _("ID3 was here."),
        SearchStanding.WEIGHED: _("ID3 weighed this split, took another, and never came back."),
        SearchStanding.NEVER: _("ID3 never looked at this tree."),
    }
    fits = _("No tree gets fewer rows wrong.") if state.errors == space.fewest else ""
    stopped = _("As it stands: {errors}.").format(errors=errors(state.errors))
    with st.container(key="space_said"):
        st.markdown(joined(said[state.standing], stopped, fits))
    with st.container(key="space_tree"):
        _still(lesson, partial_tree(space, state), "space_partial")


def _touch() -> None:
    points = GRAPH.points
    place = points[0].get("customdata") if points else None
    place = place[0] if isinstance(place, list) else place
    if isinstance(place, int):
        session.change(SpaceView, picked=place)


def fitting(lesson: Lesson, space: Space) -> None:
    own = questions(id3(lesson.dataset))
    with st.container(key="space_fit"):
        with st.container(key="space_sizes"):
            st.markdown("## " + _title(space))
            st.markdown(_rank(space, own))
            _sizes(lesson)
        if sum(space.fitting.values()) > 1:
            with st.container(key="space_pair"):
                _pair(lesson, space)


def _title(space: Space) -> str:
    there = sum(space.fitting.values())
    if space.fewest:
        text = _("{trees} with the fewest errors: {errors}")
        return text.format(trees=trees(there), errors=errors(space.fewest))
    return ngettext("{n} tree fits every row", "{n} trees fit every row", there).format(
        n=f"{there:,}"
    )


def _rank(space: Space, own: int) -> str:
    least = min(space.fitting)
    smaller = sum(trees for splits, trees in space.fitting.items() if splits < own)
    text = _("The smallest tree, which BFS-ID3 looks for, has {least} splits; ID3’s has {own}.")
    said = text.format(least=least, own=own)
    if own > least:
        more = ngettext(
            "{n} is smaller than ID3’s tree.", "{n} are smaller than ID3’s tree.", smaller
        )
        return joined(said, more.format(n=f"{smaller:,}"))
    same = space.fitting[own]
    if same == 1:
        return joined(said, _("No other tree is as small."))
    return joined(said, _("It is one of {n} of that size.").format(n=f"{same:,}"))


def _sizes(lesson: Lesson) -> None:
    levels = mapped(lesson.dataset).levels
    numbers = {
        _("splits"): [level.splits for level in levels],
        _("trees"): [level.trees for level in levels],
        _("ID3 looked at"): [level.taken + level.weighed for level in levels],
        _("never"): [level.never for level in levels],
        _("fit"): [level.fitting for level in levels],
    }
    # as text, since a browser rounds whole numbers of more than sixteen digits
    table = pd.DataFrame({name: [f"{n:,}" for n in column] for name, column in numbers.items()})
    right = st.column_config.TextColumn(alignment="right")
    st.dataframe(
        table,
        hide_index=True,
        height=min(38 + 35 * len(levels), HIGH),
        column_config=dict.fromkeys(numbers, right),
    )


def _pair(lesson: Lesson, space: Space) -> None:
    """ID3's tree and another, and the row that tells them apart."""
    there, own = min(sum(space.fitting.values()), HIGHEST), id3(lesson.dataset)
    number = min(session.view(SpaceView).number or beside(lesson.dataset), there)
    other = fitting_tree(space, number - 1)
    _telling(lesson, space, own, other)
    with st.container(key="space_two"):
        with st.container(key="space_own"):
            size = _splits(questions(own))
            st.markdown(_("**ID3’s tree**, {splits}").format(splits=size))
            _still(lesson, own, "space_tree_own")
        with st.container(key="space_other"):
            text = _("Tree {n} of {all} that fit, {splits}; the smallest first")
            size = _splits(questions(other))
            label = text.format(n=f"{number:,}", all=f"{there:,}", splits=size)
            st.number_input(label, 1, there, step=1, **session.bind(SpaceView, number=number))
            _still(lesson, other, "space_tree_other")


def _still(lesson: Lesson, tree: dt.Tree, key: str) -> None:
    still_tree(as_lesson(lesson, tree), Digits.for_scale(tree.impurity(())), key)


def _splits(count: int) -> str:
    return ngettext("{n} split", "{n} splits", count).format(n=count)


def _telling(lesson: Lesson, space: Space, own: dt.Tree, other: dt.Tree) -> None:
    """The row, which is in no table yet, and what both say of it."""
    found, classes = telling_row(own, other), lesson.dataset.schema.classes
    st.markdown("## " + _("Which row would tell the two apart?"))
    if found is None:
        same = _("None: both are the same tree.") if own == other else ""
        st.markdown(same or _("None: they give the same answer for every possible row."))
    else:
        one, another = (literal(classes[code], 30) for code in found.answers)
        st.markdown(
            _(
                "**{row}**: ID3’s tree says **{one}**, the other **{another}**. They differ on "
                "{n} of the {all} possible rows."
            ).format(
                row=_row(lesson, found.cells),
                one=one,
                another=another,
                n=differing(own, other),
                all=f"{prod(map(len, space.branches)):,}",
            )
        )
    _vote(lesson)


def _row(lesson: Lesson, cells: tuple[int | None, ...]) -> str:
    schema = lesson.dataset.schema
    said = [cell(schema, c, code) for c, code in enumerate(cells) if code is not None]
    return literal(_(", ").join(said), 200)


def _vote(lesson: Lesson) -> None:
    """The row on which all trees that fit are most divided."""
    try:
        found = divided(lesson.dataset)
    except DtError as problem:
        st.caption(sentence(problem))
        return
    if found is None:
        st.markdown(
            _("All trees that fit agree on every possible row, so no row could tell them apart.")
        )
        return
    classes = lesson.dataset.schema.classes
    votes = [f"{n:,} {literal(classes[k], 30)}" for k, n in enumerate(found.trees) if n]
    st.markdown(
        _(
            "All trees that fit are most divided on **{row}**: {votes}. Whatever its class turns "
            "out to be, at least {least} of them are wrong."
        ).format(
            row=_row(lesson, found.cells),
            votes=_(", ").join(votes),
            least=f"{sum(found.trees) - max(found.trees):,}",
        )
    )


def bias(lesson: Lesson) -> None:
    with st.container(key="space_bias"):
        with st.container(key="space_text"):
            st.markdown("## " + _("What decides between trees that all fit?"))
            st.markdown(explanation("explore_space_bias"))
            for name, key in TABLES.items():
                if lesson.choice.key == key:
                    st.markdown(explanation(f"explore_space_{name}"))
            examples(lesson)
        with st.container(key="space_rules"):
            _rules(lesson)


def examples(lesson: Lesson) -> None:
    """The tables on which it shows, but the one that is open."""
    with st.container(horizontal=True, gap="small"):
        for name, key in TABLES.items():
            if lesson.choice.key != key:
                label = _("See it on {table}").format(table=literal(title_of(choice_of(key))))
                st.button(label, key=f"space_on_{name}", on_click=_open, args=(choice_of(key),))


def _rules(lesson: Lesson) -> None:
    """What a learner that knows single conjunctions only could say of each class."""
    found, space = rules(lesson.dataset), counted(lesson.dataset)
    classes = lesson.dataset.schema.classes
    st.markdown("## " + _("One conjunction for each class"))
    head = _("class"), _("all its rows have"), _("other rows that have it"), _("that fit")
    lines = []
    for one in found:
        cells = [literal(cell(lesson.dataset.schema, *part)) for part in one.required]
        required = " ∧ ".join(cells) or _("nothing in common")
        name = literal(classes[one.label], 30)
        lines.append((name, required, f"{one.covered:,}", f"{one.fitting:,}"))
    rule = ["---", "---", "--:", "--:"]  # in Markdown, whose cells wrap
    st.markdown("\n".join(f"| {' | '.join(line)} |" for line in (head, rule, *lines)))
    text = _(
        "Conjunctions can express {hypotheses} different hypotheses about these "
        "columns. Trees can express all {functions} that are possible; {fit} trees fit "
        "best."
    )
    st.caption(
        text.format(
            hypotheses=f"{found[0].hypotheses:,}",
            functions=_functions(found[0], len(classes)),
            fit=f"{sum(space.fitting.values()):,}",
        )
    )


def _functions(one: Conjunctions, classes: int) -> str:
    """How many functions of the columns there are: as a power, and in full if it can be read."""
    power = f"{classes}{str(one.possible).translate(RAISED)}"
    if one.possible * math.log10(classes) > LONGEST:
        return power
    return f"{power} = {classes**one.possible:,}"
