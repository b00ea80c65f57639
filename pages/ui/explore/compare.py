"""Compare: what is put beside the lesson's tree, two to four trees on the same table, linked, and
where they part; below them the trees that were tried, and all algorithms on the open table with
what each is good at, what it is not, and where that shows. Not done here: the comparison itself
(``dttools.study.compare``)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final
from urllib.parse import parse_qsl, urlencode

import pandas as pd
import streamlit as st

import dtcore as dt
from dtcore import explain
from dtcore.errors import DataError, DtError
from dtcore.model import NodeId, Schema, Split, Threshold
from dtshow.lesson import narration, verdicts
from dtshow.lesson.choice import changes
from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.candidates import heads, records
from dtshow.scene.grow.look import digits_at_root
from dtshow.scene.parts import lesson_key
from dtshow.scene.tree.section import Overlay, TreePart
from dtshow.scene.tree.small import levels_of
from dtshow.scene.tree.small import records as small_records
from dtshow.scene.tree.tree_look import Folding, node_in
from dtshow.scene.tree.tree_look import name_of as name_of_node
from dtshow.scene.trees import UseScene
from dtshow.words import number_format
from dtshow.words.language import N_, _, joined, ngettext, sentence
from dtshow.words.markdown import literal
from dttools.evaluation import ClassEvaluation, Evaluation, evaluate
from dttools.printing import Digits
from dttools.study.compare import Likeness, compare, landings
from pages.ui.components.controls import quiet, switch
from pages.ui.components.small import SmallTree, small
from pages.ui.components.stage import Around, stage, tree_acts, tree_look
from pages.ui.explore import printed
from pages.ui.explore.explore_view import MOST_BESIDE, CompareView
from pages.ui.shell import cache, session
from pages.ui.shell.links import watched
from pages.ui.shell.places import go_on, go_to, go_to_top
from pages.ui.shell.progress import UnfinishedError
from pages.ui.trees import held_out, pruning_session, tried
from pages.ui.trees.beside import of_recipe, partners, tree_of
from pages.ui.trees.grown_on import Alike, chip, other_rows, same_rows
from pages.ui.trees.tried import Tried

MOST_NODES: Final = 1000
"""Nodes of all trees together that the browser is told of; beyond it asks the server."""


def panel(own: Lesson) -> None:
    """``own``: the lesson's tree as far as it is grown, the whole of it if nobody has begun."""
    tried.note(own)
    if pruning_session.begun():
        tried.note_pruned(pruning_session.current())
    words = [of_recipe(name) for name in partners(own.choice, own.recipe_choice.name)]
    beside = _beside(own, words)
    stood = [Stood(name_of(own), own), *_stood(own, beside)]
    _controls(own, words, beside)
    printed.over_the_page(own, put)
    against = min(session.view(CompareView).against, max(len(stood) - 2, 0))
    draw(stood, against, beside)
    if len(stood) > 1:
        against = _against(stood, against)
        pair = stood[0], stood[1 + against]
        why = printed.why(own, pair[1].word)
        parting((pair[0].lesson, pair[1].lesson), (pair[0].name, pair[1].name), why)
    list_tried([one.lesson for one in stood], put_above)
    tried.remember()
    overview()


def _beside(own: Lesson, words: list[str]) -> tuple[str, ...]:
    """Those chosen; at first an algorithm that grows another tree of the table, if that is small
    enough to find one."""
    chosen = session.view(CompareView).beside
    if chosen is None:
        words = [] if cache.large(own.dataset) else words
        others = (word for word in words if compare(own.tree, tree_of(word).tree).parting)
        chosen = (next(others, words[0]),) if words else ()
        session.change(CompareView, beside=chosen)
    return chosen


def _stood(own: Lesson, beside: tuple[str, ...]) -> list[Stood]:
    """Those that can be shown; of the others it is said why not."""
    found = []
    for word in beside:
        try:
            lesson = tree_of(word, watched(partial(remove, word)))
        except DtError as problem:
            _cannot(word, problem)
        else:
            found.append(Stood(printed.name(own, word) or name_of(lesson), lesson, word))
    return found


def _cannot(word: str, problem: DtError) -> None:
    text = _("{algorithm} cannot be shown here. {reason}")
    with st.container(key=f"cannot_{word}", horizontal=True, vertical_alignment="center"):
        st.warning(text.format(algorithm=literal(_algorithm(word)), reason=sentence(problem)))
        st.button(_("Remove"), key=f"cannot_remove_{word}", on_click=remove, args=(word,))


def _algorithm(word: str) -> str:
    recipe = dict(parse_qsl(word)).get("recipe", "")
    return narration.recipe_name(recipe) if recipe in dt.RECIPES else _("A tree from this link")


def _controls(own: Lesson, words: list[str], beside: tuple[str, ...]) -> None:
    with st.container(key="compare_controls", horizontal=True, vertical_alignment="center"):
        if words:
            _adding([word for word in words if word not in beside], len(beside) >= MOST_BESIDE)
        else:
            alone = _(
                "No other algorithm takes this table. Change a setting on Grow, or "
                "prune: each tree that you try is listed below, and you can put it "
                "beside this one."
            )
            st.caption(alone, width="content")
        printed.opener(own)
        held = own.choice.hold is not None
        st.toggle(
            _("Judge on held-out rows"),
            **session.control(
                "beside_held_out", own.choice.hold is not None, held_out.turn_on_grow
            ),
        )
        if held:
            st.caption(held_out.told(own), width="content")


def _adding(words: list[str], full: bool) -> None:
    st.selectbox(
        _("Put beside"),
        words,
        index=None,
        format_func=_algorithm,
        placeholder=_("Add another algorithm…"),
        disabled=full or not words,
        label_visibility="collapsed",
        width=320,
        **session.control("beside_added", None, put),
    )


def put(word: str | None) -> None:
    """For callbacks: stand a tree beside the others; the last gives way if there is no room."""
    view = session.view(CompareView)
    if word:
        others = tuple(other for other in view.beside or () if other != word)[: MOST_BESIDE - 1]
        session.change(CompareView, beside=(*others, word), against=len(others))


def put_above(word: str) -> None:
    """For callbacks: likewise, from further down the page, whose top then comes into sight."""
    put(word)
    go_to_top("explore")


def _against(stood: list[Stood], against: int) -> int:
    """Which of several the lesson's tree is compared with below."""
    if len(stood) == 2:
        return 0
    label = _("Compare {tree} with").format(tree=literal(stood[0].name))
    names = {k: one.name for k, one in enumerate(stood[1:])}
    switch(label, names, session.bind(CompareView, against=against), named=True)
    return against


@dataclass(frozen=True, eq=False)
class Stood:
    """A tree that stands on the page under a ``name``; ``word``: of those beside the lesson's own,
    what it is in the address."""

    name: str
    lesson: Lesson
    word: str = ""


@st.fragment
def draw(stood: Sequence[Stood], against: int, beside: tuple[str, ...]) -> None:
    """Alone drawn anew when a node is touched; marked, and at first lit, is where the lesson's
    tree parts from that of ``against``. ``beside``: those that the page was drawn for."""
    if session.view(CompareView).beside != beside:
        st.rerun()
    parts, touched = _parting(stood, against), _touched(stood)
    which, node = touched or (0, parts.get(0, ()))
    mine = stood[which].lesson
    told = literal(narration.path_words(mine.tree, node))
    rows = number_format.rows_count(mine.tree.rows(node))
    if node:
        text = _("Highlighted in every tree: {rows} with {path}.")
        if touched is None:
            text = _("Here they first differ. Highlighted in every tree: {rows} with {path}.")
        st.caption(text.format(rows=rows, path=told))
    else:
        st.caption(_("Select a node to highlight its rows in every tree."))
    with st.container(key=f"compared_{len(stood)}", horizontal=True):
        for k, one in enumerate(stood):
            with st.container(key=f"compared_tree_{k}"):
                _head(k, one)
                lit = passed(mine, node, one.lesson) if node else ()
                at = node if k == which else ()
                mark = Overlay(path=dict.fromkeys(lit, 1.0), parting=parts.get(k))
                _tree(k, stood, mark, at)


def _touched(stood: Sequence[Stood]) -> tuple[int, NodeId] | None:
    touched = session.view(CompareView).touched
    if touched and touched[0] < len(stood) and touched[1] in stood[touched[0]].lesson.tree:
        return touched
    return None


def _head(k: int, one: Stood) -> None:
    with st.container(key=f"compared_head_{k}", horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{literal(one.name)}**", width="content")
        if k:
            help = _("Remove {tree}").format(tree=literal(one.name))
            quiet(_("Remove"), f"compared_remove_{k}", remove, one.word, help=help)
    told = _("{leaves} · {errors}.").format(leaves=size(one.lesson.tree), errors=errors(one.lesson))
    st.caption(joined(told, literal(changed(one.lesson), 200)))


def _tree(k: int, stood: Sequence[Stood], overlay: Overlay, node: NodeId) -> None:
    """The tree of ``stood[k]``, with ``node`` picked, unless that is the root."""
    lessons = [one.lesson for one in stood]
    lesson = lessons[k]
    digits = Digits.for_scale(lesson.tree.impurity(()))
    look = replace(tree_look(), folding=Folding(tree_look().folding.depth))
    part = TreePart(lesson.select(node), digits, look, overlay)
    around = Around(linked=linked(k, lessons), rows=other_rows(lesson, _alike(stood[0], stood[k])))

    acts = tree_acts(lambda: (lesson.tree, node), lambda _node: None)

    def pick(value: object) -> None:
        if (touched := node_in(lesson.tree, value)) is not None:
            session.change(CompareView, touched=(k, touched))

    stage(
        cache.written(UseScene(part, bool(node))),
        {**acts, "pick": pick, "fold": pick},
        key=f"compared_{k}",
        around=around,
    )


def _alike(own: Stood, one: Stood) -> Alike | None:
    """The algorithm of a tree beside the lesson's, grown on the lesson's rows, where it takes them
    all and nothing was made by hand."""
    recipe, lesson = one.lesson.recipe_choice, one.lesson
    if lesson.timeline.done.by_hand or not session.fits(own.lesson.choice, recipe):
        return None
    if not same_rows(session.dataset_for(own.lesson.choice, recipe), own.lesson.dataset):
        return None
    word = urlencode({"recipe": recipe.name, **dict(recipe.changes)})
    return _("Grow this tree on the same rows"), partial(_put_for, one.word, word)


def _put_for(old: str, word: str) -> None:
    """Stand a tree in the place of another."""
    beside = session.view(CompareView).beside or ()
    session.change(CompareView, beside=tuple(word if one == old else one for one in beside))


def remove(word: str) -> None:
    beside = session.view(CompareView).beside or ()
    session.change(CompareView, beside=tuple(other for other in beside if other != word))


def _parting(stood: Sequence[Stood], against: int) -> dict[int, NodeId]:
    """Where the lesson's tree and another part: of each of the two, the node."""
    if len(stood) < 2:
        return {}
    found = compare(stood[0].lesson.tree, stood[1 + against].lesson.tree).parting
    return {0: found.node, 1 + against: found.there} if found else {}


def passed(mine: Lesson, node: NodeId, theirs: Lesson) -> list[NodeId]:
    """The nodes through which the rows at ``node`` of ``mine`` pass in ``theirs``."""
    here = _landings(mine, theirs).items()
    rests = {there for at, found in here if at[: len(node)] == node for there in found}
    return sorted({there[:depth] for there in rests for depth in range(len(there) + 1)})


def linked(k: int, lessons: Sequence[Lesson]) -> str:
    """What tree ``k`` is told, as JSON: its ``place`` among them, and for each of them its nodes
    where rows rest, with the nodes of tree ``k`` where the same rows do; "null" if that is much."""
    if sum(len(one.tree) for one in lessons) > MOST_NODES:
        return "null"
    found = [_named(_landings(one, lessons[k])) for one in lessons]
    return json.dumps({"place": k, "landings": found}, separators=(",", ":"))


def _named(found: Mapping[NodeId, tuple[NodeId, ...]]) -> dict[str, list[str]]:
    return {
        name_of_node(node): [name_of_node(there) for there in rests]
        for node, rests in found.items()
    }


@cache.shared(by=lambda mine, theirs: (lesson_key(mine), lesson_key(theirs)))
def _landings(mine: Lesson, theirs: Lesson) -> dict[NodeId, tuple[NodeId, ...]]:
    """Of the rows of ``mine``, or of ``theirs`` where these have the columns that both ask for;
    nothing if each asks for one that the other leaves out."""
    for rows in (mine.dataset, theirs.dataset):
        try:
            return landings(mine.tree, theirs.tree, rows)
        except DataError:
            continue
    return {}


def parting(lessons: tuple[Lesson, Lesson], names: tuple[str, str], why: str = "") -> None:
    """``why``: of a tree that was pasted, the reason for it."""
    one, other = lessons
    found = compare(one.tree, other.tree)
    if found.parting is None:
        st.markdown(why or alike(found))
        return
    nodes = found.parting.node, found.parting.there
    where = literal(narration.path_words(one.tree, nodes[0])) if nodes[0] else _("the root")
    st.header(_("They first differ at: {path}").format(path=where), anchor=False)
    st.markdown(why or reason(lessons, names, nodes))
    printouts = False, bool(why)
    for place, lesson, name, node, pasted in zip(
        st.columns(2, gap="medium"), lessons, names, nodes, printouts, strict=True
    ):
        with place:
            st.markdown(f"**{literal(name)}** {does(lesson, node, pasted)}")
            _candidates(lesson.select(node))


def reason(
    lessons: tuple[Lesson, Lesson], names: tuple[str, str], nodes: tuple[NodeId, NodeId]
) -> str:
    """What of the two trees differs where they part, before each says what it does."""
    splits = [lesson.tree[node].split for lesson, node in zip(lessons, nodes, strict=True)]
    first, second = map(literal, names)
    if splits[0] is None or splits[1] is None:
        stops, goes = (first, second) if splits[0] is None else (second, first)
        return _("{one} stops here, {other} splits on.").format(one=stops, other=goes)
    asked = [
        literal(lesson.tree.schema.columns[split.column].name)
        for lesson, split in zip(lessons, splits, strict=True)
        if split is not None
    ]
    if asked[0] == asked[1]:
        schemas = lessons[0].tree.schema, lessons[1].tree.schema
        return _of_one_column(asked[0], (splits[0], splits[1]), schemas)
    return _of_two_columns(lessons, (first, second), nodes)


def _of_one_column(column: str, splits: tuple[Split, Split], schemas: tuple[Schema, Schema]) -> str:
    one, other = splits
    n, m = (split.arity(schema) for split, schema in zip(splits, schemas, strict=True))
    if isinstance(one, Threshold) and isinstance(other, Threshold):
        text = _("Both ask about {column}, but cut it at different values.")
    elif n == m:
        text = _("Both ask about {column}, but group its values differently.")
    else:
        text = _("Both ask about {column}, but one makes {n} branches and the other {m}.")
    return text.format(column=column, n=n, m=m)


def _of_two_columns(
    lessons: tuple[Lesson, Lesson], names: tuple[str, str], nodes: tuple[NodeId, NodeId]
) -> str:
    steps = [lesson.timeline.step_of(node) for lesson, node in zip(lessons, nodes, strict=True)]
    if any(step is not None and step.decided for step in steps):
        return _("They ask about different columns: one was chosen by hand.")
    if lessons[0].dataset.digest != lessons[1].dataset.digest:
        return _("They grew on different rows, so different columns win.")
    scores = [literal(narration.score_name(lesson.recipe)) for lesson in lessons]
    if scores[0] == scores[1]:
        return _("Both compare the same score under different rules: see the verdicts.")
    text = _("They compare different scores: {one} uses “{score}”, {other} “{other_score}”.")
    one, other = names
    return text.format(one=one, other=other, score=scores[0], other_score=scores[1])


def alike(found: Likeness) -> str:
    """Of two trees that send every row the same way."""
    if found.rewritten:
        return ngettext(
            "Both trees send every row the same way; only {n} test is written differently.",
            "Both trees send every row the same way; only {n} tests are written differently.",
            found.rewritten,
        )
    leaves = number_format.leaves(found.leaves[0])
    return _("Both grow the same tree, of {leaves}.").format(leaves=leaves)


def does(lesson: Lesson, node: NodeId, pasted: bool = False) -> str:
    """``pasted``: its moves are those of a printed tree, and nobody's."""
    at = lesson.select(node)
    split, step = at.tree[node].split, at.step
    if split is None:
        why = narration.stop_words(step, at.tree) if step and not pasted else ""
        return joined(_("makes a leaf."), why)
    asked = number_format.unparted(literal(number_format.question(split, at.tree.schema)))
    said = _("splits on {split}.").format(split=asked)
    if step is not None and step.found:
        return joined(said, _("BFS-ID3 found it."))
    if step is not None and step.by_hand:
        by = _("It was read from the printed tree.") if pasted else _("It was chosen by hand.")
        return joined(said, by)
    why = verdicts.why(at, at.candidate, digits_at_root(at)) if at.candidate else ""
    return joined(said, why)


def _candidates(lesson: Lesson) -> None:
    """As on Grow: the best first."""
    names = heads(lesson)
    ranked = lesson.evidence.ranked(explain.headline(lesson.recipe))
    found = records(lesson, ranked, list(names), digits_at_root(lesson))
    columns = [_("Question"), *names.values(), _("Verdict")]
    cells = [[number_format.unparted(literal(cell)) for cell in one["cells"]] for one in found]
    rows = [dict(zip(columns, row, strict=True)) for row in cells]
    st.table(pd.DataFrame(rows), border="horizontal", hide_index=True)


OPEN: Final = "compare_all"
MANY: Final = {"data": "playtennis", "recipe": "id3", "ignore": "", "beside1": of_recipe("c45")}
"""Play tennis with its day taken for a question: fourteen values, one row each."""
ALONE: Final = {**MANY, "recipe": "c45_textbook"}
ONE_HOT: Final = {"data": "titanic", "recipe": "cart", "beside1": of_recipe("cart_sklearn")}
NO_GAIN: Final = {"data": "xor", "recipe": "j48", "beside1": of_recipe("c45")}
GREEDY: Final = {"data": "xor", "recipe": "id3_lihang", "beside1": of_recipe("id3")}
TWO_WAYS: Final = {"data": "playtennis", "recipe": "id3", "beside1": of_recipe("cart")}
GROUPED: Final = {**MANY, "recipe": "assistant"}
SMALL: Final = {"data": "playtennis", "recipe": "cart_rpart", "beside1": of_recipe("cart")}
MEANS: Final = {
    "data": "carseats",
    "recipe": "regression",
    "depth": "4",
    "beside1": f"{of_recipe('regression')}&depth=2",
}
NUMBERS: Final = {"data": "iris", "recipe": "c45", "beside1": of_recipe("id3")}


def size(tree: dt.Tree) -> str:
    depth = _("depth {n}").format(n=int(tree.depths.max()))
    return _(", ").join((number_format.leaves(tree.leaves), depth))


def errors(lesson: Lesson) -> str:
    """On the rows that the tree grew on, and on those held out, if there are any."""
    seen, unseen = lesson.dataset, session.held_out(lesson.choice)
    said = [_("training: {errors}").format(errors=_errors(_judged(lesson.tree, seen)))]
    if unseen is not None:
        said.append(_("held out: {errors}").format(errors=_errors(_judged(lesson.tree, unseen))))
    return " · ".join(said)


@cache.shared(by=lambda tree, data: (tuple(tree.splits), tree.stats.tobytes(), data))
def _judged(tree: dt.Tree, data: dt.Dataset) -> Evaluation:
    return evaluate(tree, data)


def _errors(found: Evaluation) -> str:
    """Rows that are wrong, or how far off the answers are."""
    if isinstance(found, ClassEvaluation):
        rows = number_format.rows_count(len(found.rows))
        return _("{wrong} of {rows} wrong").format(wrong=f"{len(found.errors):,}", rows=rows)
    error = found.rmse.value or 0.0
    return _("root mean square error {value}").format(value=Digits.for_scale(error).show(error))


def name_of(lesson: Lesson) -> str:
    """The algorithm, and whether a person had a hand in it; plain text."""
    name = narration.recipe_name(lesson.recipe_choice.name)
    if gone := len(lesson.choice.without):
        out = ngettext("{n} row removed", "{n} rows removed", gone)
        name = _("{name}, {what}").format(name=name, what=out)
    moves = [step.move for step in lesson.timeline.done if step.decided]
    if any(step.found for step in lesson.timeline.done):
        name = "BFS-ID3"
    if any(isinstance(move, dt.Prune) for move in moves):
        return _("{name}, pruned").format(name=name)
    return _("{name}, by hand").format(name=name) if moves else name


def changed(lesson: Lesson) -> str:
    """What is not as the algorithm has it."""
    by_hand = sum(step.decided for step in lesson.timeline.done)
    steps = ngettext("{n} step by hand.", "{n} steps by hand.", by_hand) if by_hand else ""
    return joined(changes(lesson.recipe_choice), steps)


def list_tried(on_show: Sequence[Lesson], put: Callable[[str], None]) -> None:
    """Those of the open table, the latest first; large trees are not grown again for it.
    ``on_show``: those that stand above."""
    if cache.large(session.lesson().dataset):
        return
    kept = session.view(Tried)
    found, dropped = _readable(kept.words), _readable(kept.dropped)
    if not found and not dropped:
        return
    st.header(_("Trees tried"), anchor=False)
    for k, (word, lesson) in enumerate(found):
        able = not any(_same(lesson, other) for other in on_show)
        _row(k, word, lesson, put if able else None)
    for word, lesson in dropped[:1]:
        text = _("Bring back {tree}").format(tree=literal(name_of(lesson)))
        quiet(text, "tried_back", tried.bring_back, word)


def _readable(words: Sequence[str]) -> list[tuple[str, Lesson]]:
    found = []
    for word in words:
        try:
            found.append((word, tree_of(word)))
        except DtError:  # of another table, or long to read
            continue
    return found


def _outline(lesson: Lesson, key: str) -> None:
    """Its tree without words, beside what is said of it."""
    tree = lesson.tree
    nodes = small_records(tree, lesson.dataset, levels_of([tree]))
    with st.container(key=f"of_{key}", width=96):
        small(key, [SmallTree(nodes, _("Outline of the tree"))], tree.schema)


def _same(one: Lesson, other: Lesson) -> bool:
    """Whether two rows of the list, or trees on show, would look the same throughout."""
    same_rows = one.choice == other.choice
    return same_rows and one.tree == other.tree and name_of(one) == name_of(other)


def _row(k: int, word: str, lesson: Lesson, put: Callable[[str], None] | None) -> None:
    """``put``: None if the tree stands above already."""
    name, leaves = literal(name_of(lesson)), size(lesson.tree)
    of = f"*{name} · {leaves}*"  # heard, where the row is not seen
    with st.container(key=f"tried_{k}", horizontal=True, vertical_alignment="center"):
        _outline(lesson, f"tried_outline_{k}")
        with st.container(key=f"tried_said_{k}", gap=None):
            st.markdown(f"**{name}** · {leaves}")
            st.caption(" · ".join(filter(None, (errors(lesson), literal(changed(lesson))))))
        chip(other_rows(lesson), f"tried_{k}")
        label = _("Shown above") if put is None else _("Put beside")
        open_, drop = _("Open"), _("Remove from list")
        st.button(
            f"{label} {of}", key=f"tried_put_{k}", on_click=put, args=(word,), disabled=put is None
        )
        quiet(f"{open_} {of}", f"tried_open_{k}", _open, lesson)
        quiet(f"{drop} {of}", f"tried_drop_{k}", tried.drop, word)


def _open(lesson: Lesson) -> None:
    session.edit(lambda _now: lesson)
    go_to("grow")


@dataclass(frozen=True)
class Remark:
    """``shown``: the address at which one sees it."""

    text: str
    shown: dict[str, str]


REMARKS: Final = {
    "id3": [
        Remark(N_("Favours columns with many values: a date tells every row apart."), MANY),
        Remark(N_("Takes no numbers: C4.5 cuts them."), NUMBERS),
    ],
    "id3_lihang": [Remark(N_("Stops where no single question gains, and so misses XOR."), GREEDY)],
    "assistant": [
        Remark(
            N_("Groups the values in two by the gain: a date still tells every row apart."), GROUPED
        )
    ],
    "c45": [
        Remark(
            N_("Answers many values by the gain ratio, and asks for two rows in two branches."),
            MANY,
        )
    ],
    "j48": [Remark(N_("Stops where no question gains; Quinlan’s own C4.5 goes on."), NO_GAIN)],
    "c45_textbook": [
        Remark(N_("The gain ratio alone: on a table of few rows, a date still leads."), ALONE)
    ],
    "cart": [
        Remark(
            N_(
                "Always splits in two: a column may be asked again, and rows are not "
                "scattered at once."
            ),
            TWO_WAYS,
        )
    ],
    "cart_sklearn": [
        Remark(
            N_(
                "Levels become 0/1 columns (one-hot): each question is about one level, so "
                "the tree is larger."
            ),
            ONE_HOT,
        )
    ],
    "cart_rpart": [
        Remark(N_("Splits only nodes with many rows: a small table stays a single leaf."), SMALL)
    ],
    "regression": [Remark(N_("Predicts a number: each leaf says the mean of its rows."), MEANS)],
}


def overview() -> None:
    """Behind one labelled place; nothing is grown before it is opened."""
    with st.expander(_("All algorithms on this table"), key=OPEN, on_change="rerun") as place:
        if not place.open:
            return
        if cache.large(session.lesson().dataset):
            st.caption(_("This table is large, so its trees are grown one by one, above."))
            return
        for name in dt.RECIPES:
            _algorithm_row(name)


def _algorithm_row(name: str) -> None:
    with st.container(key=f"all_{name}", horizontal=True, vertical_alignment="center"):
        try:
            lesson = tree_of(of_recipe(name))
        except DtError as problem:
            st.markdown(f"**{literal(narration.recipe_name(name))}**", width=220)
            st.caption(sentence(problem), width="stretch")
        except UnfinishedError:
            return
        else:
            _outline(lesson, f"all_outline_{name}")
            with st.container(key=f"all_said_{name}", gap=None):
                st.markdown(f"**{literal(narration.recipe_name(name))}**")
                st.caption(f"{size(lesson.tree)} · {errors(lesson)}")
            chip(other_rows(lesson), f"all_{name}")
        for k, remark in enumerate(REMARKS.get(name, [])):
            key, help = f"all_shows_{name}_{k}", _("See it on a table")
            quiet(_(remark.text), key, go_on, "explore", remark.shown, help=help)
