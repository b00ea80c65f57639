"""What is set for a lesson, and not touched at each step: which algorithm grows the tree and what
was changed of its recipe; BFS-ID3, a smallest tree with the fewest possible errors, replayed as
moves by hand; and behind one place all that is rare: practising, a worksheet, how the tree is
drawn, the tree as a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from html import escape
from typing import Any, Final

import streamlit as st

import dtcore as dt
from dtcore.errors import DtError
from dtcore.model import NodeId, weight_text
from dtcore.policies import Balanced
from dtcore.progress import Progress
from dtshow.lesson import narration
from dtshow.lesson.choice import RecipeChoice, changes, fits
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.narration import path_words
from dtshow.lesson.policies import recipe_text
from dtshow.lesson.settings import (
    CLASSES,
    KINDS,
    NUMBERS,
    OPTIONS,
    TAUGHT,
    AmountSetting,
    ClassRule,
    LimitSetting,
    OptionSetting,
    Setting,
    shown,
    typed,
)
from dtshow.page.exam_files import files
from dtshow.scene.grow.look import GrowLook, digits_of
from dtshow.scene.parts import lesson_key
from dtshow.scene.tree.section import TreePart
from dtshow.tables.table_choice import TableChoice
from dtshow.words.language import _, ngettext, sentence, spoken
from dtshow.words.markdown import literal
from dtshow.worksheet.exam import exam
from dtshow.worksheet.sheet import Sheet
from dtshow.worksheet.stories import fits as fits_a_story
from dttools import search
from dttools.printing import Digits
from dttools.teach.exercise import exercises
from dttools.teach.variants import Variant, variants
from pages.ui.components.controls import ZIP, download
from pages.ui.components.graphviz import downloads
from pages.ui.components.stage import answers, how
from pages.ui.grow.grow_view import PanelView, SearchReport, build_own, building
from pages.ui.grow.guess import as_csv, guessing, hide, kinds
from pages.ui.grow.looking import look_of
from pages.ui.shell import cache, session
from pages.ui.shell.frame import show_problem
from pages.ui.shell.places import table_name, title_of
from pages.ui.shell.progress import UnfinishedError, worked_out
from pages.ui.textbook import working
from pages.ui.trees.held_out import counts
from pages.work.jobs import Job

MORE: Final = "more"
TABS: Final = "more_tabs"
MOST_STEPS, MOST_VARIANTS, MOST_SEEDS = 30, 60, 999_999
SETTINGS: Final = session.Widget("recipe_settings", False)
ALIKE = "alike"
ID3 = RecipeChoice("id3")


def tools(lesson: Lesson) -> None:
    """The name of the table, and two popovers, drawn when they are opened."""
    with st.container(key="tools", horizontal=True, gap="small", width="content"):
        title = escape(title_of(lesson.choice))
        st.html(f'<h1 title="{title}">{title}</h1>', width="content")
        settings(lesson)
        if gaps := lesson.dataset.left_out.get("missing cells"):  # another tree, by the same name
            told = ngettext("without {n} incomplete row", "without {n} incomplete rows", gaps)
            with st.container(key="complete_in_short", width="content"):
                st.caption(told)
        if gone := len(lesson.choice.without):
            st.caption(ngettext("{n} row removed", "{n} rows removed", gone), width="content")
            st.button(_("Put back"), key="put_back", type="tertiary", on_click=_put_back)
        if lesson.choice.hold is not None:
            _held_out_in_short(lesson)
        popover = st.popover(_("Tools"), key=MORE, icon=":material/more_horiz:", on_change="rerun")
        if popover.open:
            with popover:
                _more(lesson)
    working.over_the_page(lambda: lesson)


def _put_back() -> None:
    lesson = session.lesson()
    session.open_lesson(replace(lesson.choice, without=()), lesson.recipe_choice)


def _more(lesson: Lesson) -> None:
    look = look_of(lesson)
    digits = digits_of(lesson, look)
    tree = TreePart(lesson, digits, look.tree)
    names = [_("Practise"), _("Tree"), _("Files")]
    practise, shows, takes = st.tabs(names, key=TABS, on_change="rerun")
    if practise.open:
        with practise:
            _practise(lesson)
    if shows.open:
        with shows:
            how(lesson)
            _sums()
    if takes.open:
        with takes:
            _worksheet(lesson, digits)
            st.markdown(_("**Picture of the tree**"))
            downloads(tree)


def _practise(lesson: Lesson) -> None:
    answers(hide)
    if guessing():
        kinds()
    if given := as_csv(lesson):
        download(_("Your guesses as CSV"), lambda: given, ("guesses.csv", "text/csv"), "guesses")
    st.toggle(
        _("Build your own"),
        help=_("Choose every split yourself, then compare your tree with the algorithm's."),
        **session.control("build_control", building(), _build),
    )
    working.opener(session.Widget(MORE, False))


def _sums() -> None:
    exact = session.view(GrowLook).exact
    st.toggle(_("Exact fractions in the arithmetic"), **session.bind(GrowLook, exact=exact))


def _build(on: bool) -> None:
    build_own(on)
    if building():
        session.go(lambda now: replace(now, weighed=None))


def _worksheet(lesson: Lesson, digits: Digits) -> None:
    """What is asked, in how many variants, and files to download: paper, and questions that a
    learning system marks."""
    st.markdown(_("**Worksheet**"))
    now = session.view(PanelView)
    left, right = st.columns(2)
    control = session.bind(PanelView, worksheet_steps=now.worksheet_steps)
    left.number_input(_("Number of steps"), 1, MOST_STEPS, **control)
    right.number_input(
        _("Variants for an exam"),
        0,
        MOST_VARIANTS,
        help=_(
            "Other tables on which the tree has the same shape, so that neighbours cannot copy: "
            "no column has the same answers on sheets whose numbers differ by 3 or less."
        ),
        **session.bind(PanelView, variants=now.variants),
    )
    nodes = _nodes(lesson, now.worksheet_steps)
    try:
        found = _variants(lesson, now.worksheet_steps) if now.variants else ()
        written = _written(lesson, nodes, digits, found)
    except UnfinishedError:  # a bar says how far it is
        return
    except DtError as problem:
        show_problem(problem)
        return
    told = {
        "sheet": (_("Worksheet with blanks"), "worksheet.html", "text/html"),
        "key": (_("Answer key"), "key.html", "text/html"),
        "exam": (_("Sheets, keys and cards"), "exam.zip", ZIP),
        "moodle": (_("Questions for Moodle"), "moodle.xml", "application/xml"),
        "qti": (_("Questions (QTI 2.1)"), "qti.zip", ZIP),
    }
    with st.container(horizontal=True, gap="small"):
        for name, content in written.items():
            label, file, kind = told[name]
            file = f"{table_name(lesson.choice)}_{file}"
            download(label, content, (file, kind), f"download_{name}")


def _nodes(lesson: Lesson, steps: int) -> tuple[NodeId, ...]:
    """Of the first steps those that are asked for: all, or the nodes chosen."""
    if cache.large(lesson.dataset):
        return ()
    made = {e.node: path_words(e.tree, e.node) for e in exercises(lesson.timeline, steps)}
    chosen = [node for node in session.view(PanelView).worksheet_nodes if node in made]
    st.multiselect(
        _("Only these nodes"),
        list(made),
        format_func=made.__getitem__,
        placeholder=_("all of them"),
        **session.bind(PanelView, worksheet_nodes=chosen),
    )
    return tuple(chosen)


def _variants(lesson: Lesson, steps: int) -> Sequence[Variant]:
    """Under which names and from which seed; and what is found of them. Raises DtError, and
    UnfinishedError as long as they are searched."""
    now = session.view(PanelView)
    left, right = st.columns(2)
    if fits_a_story(lesson.dataset):
        names = {True: _("a story for each sheet"), False: _("those of the table")}
        control = session.bind(PanelView, stories=now.stories)
        left.selectbox(
            _("Names on the sheets"), list(names), format_func=names.__getitem__, **control
        )
    control = session.bind(PanelView, seed=now.seed)
    right.number_input(_("Seed"), 0, MOST_SEEDS, help=_("Another seed, other tables."), **control)

    def make(tell: Progress) -> Sequence[Variant]:
        return variants(lesson.timeline, steps, now.variants, now.seed, tell)

    def says(work: Job) -> str:
        return ngettext("{n} variant found", "{n} variants found", work.count)

    key = ("variants", *lesson_key(lesson), steps, now.variants, now.seed)
    result: Sequence[Variant] = worked_out(key, make, True, says)
    return result


def _written(
    lesson: Lesson, nodes: tuple[NodeId, ...], digits: Digits, found: Sequence[Variant]
) -> Mapping[str, bytes]:
    """The files, made once. Raises UnfinishedError as long as they are made, outside the session,
    so all that they need is taken here."""
    language, now = session.language(), session.view(PanelView)
    title, name = title_of(lesson.choice), narration.recipe_name(lesson.recipe_choice.name)
    rows = cache.display(lesson.choice, language, session.frame)
    stem = table_name(lesson.choice)

    kinds = (*(("exam",) if found else ("sheet", "key")), "moodle", "qti")

    def make(tell: Progress) -> Mapping[str, bytes]:
        steps = exercises(lesson.timeline, now.worksheet_steps)
        asked = [exercise for exercise in steps if not nodes or exercise.node in nodes]
        sheet = Sheet(title, lesson.recipe, name, asked, asked[-1].grown, rows, digits, language)
        with spoken(language):
            marked = exam(sheet, lesson.timeline, found, now.stories, tell)
            return files(kinds, sheet, marked, stem)

    def says(work: Job) -> str:
        return ngettext("{n} sheet written", "{n} sheets written", work.count)

    asked = now.worksheet_steps, nodes, len(found), now.seed, now.stories
    key = ("sheets", *lesson_key(lesson), *asked, digits, stem)
    result: Mapping[str, bytes] = worked_out(key, make, True, says)
    return result


def _held_out_in_short(lesson: Lesson) -> None:
    """For the bar, where the names of the pages end a hand's breadth further left."""
    training, unseen = counts(lesson)
    text = _("{n} of {all} rows").format(
        n=weight_text(training), all=weight_text(training + unseen)
    )
    with st.container(key="held_out_in_short", width="content"):
        st.caption(text)


def settings(lesson: Lesson) -> None:
    """A popover named after the recipe; each change starts the lesson anew, and can be undone."""
    recipe_choice = lesson.recipe_choice
    name = narration.recipe_name(recipe_choice.name) + (" *" if recipe_choice.changed else "")
    # opened, it runs the page once more; closed, it costs nothing
    popover = st.popover(
        name,
        # its name changes with the recipe, and it stays as it is, open or not
        key=SETTINGS.staying(),
        icon=":material/tune:",
        help=changes(recipe_choice) or None,
        on_change="rerun",
    )
    if popover.open:
        with popover:
            _recipe(lesson)
            _policies(lesson)
            _search(lesson)
            one_click = session.view(GrowLook).one_click
            control = session.bind(GrowLook, one_click=one_click)
            st.toggle(_("Weigh and split in one click"), **control)


def _recipe(lesson: Lesson) -> None:
    recipe_choice = lesson.recipe_choice
    able = {name: made for name in dt.RECIPES if (made := _able(name, lesson.choice))}
    st.selectbox(
        _("Algorithm"),
        list(able),
        format_func=narration.recipe_name,
        **session.control("recipe", recipe_choice.name, lambda name: _change(able[name])),
    )
    st.caption(_("Source: {source}.").format(source=_(str(dt.recipe(recipe_choice.name).source))))
    st.markdown(recipe_text(recipe_choice.name))


def _able(name: str, choice: TableChoice) -> RecipeChoice | None:
    """The recipe as it is, with intervals for numbers if it needs them; None if it cannot."""
    plans = (RecipeChoice(name), *(RecipeChoice.of(name, bins=bins) for bins in ("mdl", "width")))
    return next((plan for plan in plans if session.fits(choice, plan)), None)


def _given(lesson: Lesson) -> dt.Dataset:
    """The table before the recipe made anything of it."""
    return lesson.dataset.given or lesson.dataset


def _policies(lesson: Lesson) -> None:
    """What courses change, the rest behind one label, what was changed, and the way back."""
    recipe_choice = lesson.recipe_choice
    _fields(lesson, True)
    told = _("More settings")
    if changed := sum(one.key not in TAUGHT for one in recipe_choice.changed_settings):
        told = _("More settings ({n} changed)").format(n=changed)
    with st.expander(told, expanded=changed > 0, key="more_settings"):
        _fields(lesson, False)
    if recipe_choice.changed:
        st.caption(changes(recipe_choice))
    st.button(
        _("Reset to defaults"),
        key="reset_recipe",
        disabled=not recipe_choice.changed,
        on_click=_change,
        args=(RecipeChoice(recipe_choice.name),),
    )


def _fields(lesson: Lesson, taught: bool) -> None:
    """A control for each policy of those that courses change, or of the others, in two columns
    that are read one after the other."""
    recipe, table = lesson.recipe_choice.recipe, _given(lesson)
    had: list[Setting] = [options for options in OPTIONS if _choosable(options, recipe, table)]
    if lesson.dataset.schema.classes:
        had.append(CLASSES)
    had += [number for number in NUMBERS if number.has(recipe)]
    some = [setting for setting in had if (setting.key in TAUGHT) == taught]
    half = -(-len(some) // 2)
    for column, settings in zip(st.columns(2), (some[:half], some[half:]), strict=True):
        with column:
            for setting in settings:
                _field(setting, lesson)


def _choosable(options: OptionSetting, recipe: dt.Recipe, table: dt.Dataset) -> bool:
    return options.of(recipe) is not None and len(options.offered(recipe, table)) > 1


def _field(setting: Setting, lesson: Lesson) -> None:
    if isinstance(setting, OptionSetting):
        _choice(setting, lesson)
    elif isinstance(setting, ClassRule):
        _class_rule(lesson)
    else:
        _number(setting, lesson.recipe_choice)


def _choice(options: OptionSetting, lesson: Lesson) -> None:
    """A list of what the recipe can have on this table."""
    recipe_choice = lesson.recipe_choice
    st.selectbox(
        sentence(options.label),
        options.offered(recipe_choice.recipe, _given(lesson)),
        format_func=lambda name: sentence(options.option(name)),
        **_knob(options.key, options.of(recipe_choice.recipe), recipe_choice),
    )


def _number(limit: LimitSetting | AmountSetting, recipe_choice: RecipeChoice) -> None:
    kind = int if limit.whole else float
    now = limit.of(recipe_choice.recipe)
    if isinstance(limit, AmountSetting) and limit.control.high <= 1:  # a share
        st.slider(
            sentence(limit.label),
            float(limit.control.low),
            float(limit.control.high),
            step=float(limit.control.step),
            **_knob(limit.key, float(now or 0), recipe_choice),
        )
        return
    st.number_input(
        sentence(limit.label),
        min_value=kind(limit.control.low),
        max_value=kind(limit.control.high),
        step=kind(limit.control.step),
        format="%d" if limit.whole else "%.3f",
        **_knob(limit.key, None if now is None else kind(now), recipe_choice),
    )


def _knob(key: str, now: object, recipe_choice: RecipeChoice) -> dict[str, Any]:
    """The control of one setting."""
    return session.control(f"knob_{key}", now, partial(_set, recipe_choice, key))


def _set(recipe_choice: RecipeChoice, key: str, value: str | float | None) -> None:
    _change(recipe_choice.with_setting(key, value))


def _change(recipe_choice: RecipeChoice) -> None:
    SETTINGS.showing(True)  # its name changes, and it would come back closed
    with session.trouble_told():
        session.open_lesson(session.lesson().choice, recipe_choice)


def _class_rule(lesson: Lesson) -> None:
    """The kind of rule, and a line to type its numbers in class order."""
    recipe_choice, classes = lesson.recipe_choice, lesson.dataset.schema.classes
    now = CLASSES.of(recipe_choice.recipe)
    kind = session.view(PanelView).class_rule or (now.split(":")[0] if now else ALIKE)
    names = {
        ALIKE: _("all rows count the same"),
        "balanced": sentence(Balanced.label),
        **{kind: sentence(rule.label) for kind, rule in KINDS.items()},
    }
    st.selectbox(
        sentence(CLASSES.label),
        list(names),
        format_func=names.__getitem__,
        **session.control("class_kind", kind, partial(_set_kind, recipe_choice)),
    )
    if kind not in KINDS:
        return
    fits_kind = now is not None and now.startswith(kind)
    st.text_input(
        _("Loss matrix: one row per true class") if kind == "l" else _("Numbers in class order"),
        placeholder="0, 1; 5, 0" if kind == "l" else ", ".join("1" for _class in classes),
        help=_("Classes: {names}").format(names=literal(_(", ").join(classes), 200)),
        **session.control(
            "class_numbers",
            shown(now) if fits_kind and now else "",
            partial(_set_numbers, recipe_choice, kind),
        ),
    )


def _set_kind(recipe_choice: RecipeChoice, kind: str) -> None:
    """Rules without numbers hold at once; for the others a line opens first."""
    session.change(PanelView, class_rule=kind if kind in KINDS else None)
    if kind not in KINDS:
        _change(recipe_choice.with_setting(CLASSES.key, "balanced" if kind == "balanced" else None))


def _set_numbers(recipe_choice: RecipeChoice, kind: str, text: str) -> None:
    try:
        turned = recipe_choice.with_setting(
            CLASSES.key, typed(kind, text) if text.strip() else None
        )
    except ValueError as problem:
        session.say_trouble(problem)
    else:
        session.change(PanelView, class_rule=None)
        _change(turned)


def _search(lesson: Lesson) -> None:
    """The offer, where ID3 can take the table, and what the last search on it has found."""
    if lesson.recipe_choice.name != ID3.name or not fits(ID3, lesson.dataset):
        return
    st.button(
        _("Search all trees (BFS-ID3)"),
        key="bfs",
        icon=":material/travel_explore:",
        help=_(
            "ID3 takes the best split at each node and never looks back. Mitchell's BFS-ID3 "
            "looks at all trees, those with few splits first, and gives a smallest one with the "
            "fewest possible training errors; the text goes by depth instead. Only for small "
            "tables."
        ),
        on_click=_replay,
        args=(lesson,),
    )
    report = session.view(PanelView).searched
    if report is not None:
        st.caption(
            _(
                "{trees} trees searched. None misclassifies fewer than {errors} rows; the smallest "
                "of the best has {questions} splits, and ID3's own tree has {own}. Size is the "
                "number of splits here; Mitchell's text goes by depth."
            ).format(
                trees=f"{report.looked_at:,}",
                errors=f"{report.errors:g}",
                questions=report.splits,
                own=search.questions(cache.grown(lesson.dataset, ID3.recipe)),
            )
        )


def _replay(lesson: Lesson) -> None:
    """The found tree, every node of it a move, so that it can be stepped through and undone."""
    data = lesson.dataset
    try:
        result = _smallest_tree(data)
    except DtError as problem:
        session.say_trouble(problem)
        return
    splits = search.questions(result.tree)
    report = SearchReport(result.looked_at, result.errors, splits)
    session.change(PanelView, searched=report)
    session.edit(lambda now: _played(now, result.tree))


@cache.shared()
def _smallest_tree(data: dt.Dataset) -> search.SearchResult:
    return search.bfs_id3(data)


def _played(lesson: Lesson, tree: dt.Tree) -> Lesson:
    lesson = lesson.jump(0)
    for move in search.moves(tree):
        lesson = lesson.do(move, found=True)
    return lesson.select(())
