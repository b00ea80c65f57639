"""What is counted of a tree, in lists: the trees that were tried, and all algorithms on the open
table with what each is good at, what it is not, and where that shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import streamlit as st

import dtcore as dt
from dtcore.errors import DtError
from dtshow.lesson import narration
from dtshow.lesson.choice import changes
from dtshow.lesson.lesson import Lesson
from dtshow.words import number_format
from dtshow.words.language import N_, _, joined, ngettext, sentence
from dtshow.words.markdown import literal
from dttools.evaluation import ClassEvaluation, Evaluation, evaluate
from dttools.printing import Digits
from pages.ui.explore import outline
from pages.ui.shell import cache, session
from pages.ui.shell.places import go_on, go_to
from pages.ui.shell.progress import UnfinishedError
from pages.ui.trees import tried
from pages.ui.trees.beside import of_recipe, tree_of
from pages.ui.trees.tried import Tried

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


@dataclass(frozen=True)
class Facts:
    """``training`` and ``unseen``: how it does on the rows that it grew on, and on those held out,
    in words; the latter is "" where none are."""

    leaves: int
    depth: int
    training: str
    unseen: str

    @property
    def size(self) -> str:
        depth = _("depth {n}").format(n=self.depth)
        return _(", ").join((number_format.leaves(self.leaves), depth))

    @property
    def errors(self) -> str:
        said = [_("training: {errors}").format(errors=self.training)]
        if self.unseen:
            said.append(_("held out: {errors}").format(errors=self.unseen))
        return " · ".join(said)


def facts(lesson: Lesson) -> Facts:
    return _facts(lesson.tree, lesson.dataset, session.held_out(lesson.choice))


def _facts(tree: dt.Tree, training: dt.Dataset, unseen: dt.Dataset | None) -> Facts:
    on_unseen = "" if unseen is None else _errors(_judged(tree, unseen))
    return Facts(tree.leaves, int(tree.depths.max()), _errors(_judged(tree, training)), on_unseen)


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
    moves = [step.move for step in lesson.timeline.done if step.by_hand]
    if any(isinstance(move, dt.Prune) for move in moves):
        return _("{name}, pruned").format(name=name)
    return _("{name}, by hand").format(name=name) if moves else name


def changed(lesson: Lesson) -> str:
    """What is not as the algorithm has it."""
    by_hand = sum(step.by_hand for step in lesson.timeline.done)
    steps = ngettext("{n} step by hand.", "{n} steps by hand.", by_hand) if by_hand else ""
    hold = _("Grown on the training rows.") if lesson.choice.hold else ""
    return joined(changes(lesson.recipe_choice), steps, hold)


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
        st.button(text, key="tried_back", type="tertiary", on_click=tried.bring_back, args=(word,))


def _readable(words: Sequence[str]) -> list[tuple[str, Lesson]]:
    found = []
    for word in words:
        try:
            found.append((word, tree_of(word)))
        except DtError:  # of another table, or long to read
            continue
    return found


def _same(one: Lesson, other: Lesson) -> bool:
    """Whether two rows of the list, or trees on show, would look the same throughout."""
    same_rows = one.choice == other.choice
    return same_rows and one.tree == other.tree and name_of(one) == name_of(other)


def _row(k: int, word: str, lesson: Lesson, put: Callable[[str], None] | None) -> None:
    """``put``: None if the tree stands above already."""
    counted = facts(lesson)
    of = f"*{literal(name_of(lesson))} · {counted.size}*"  # heard, where the row is not seen
    with st.container(key=f"tried_{k}", horizontal=True, vertical_alignment="center"):
        st.image(outline.answers(lesson.tree), width=96, alt=_("Outline of the tree"))
        with st.container(key=f"tried_said_{k}", gap=None):
            st.markdown(f"**{literal(name_of(lesson))}** · {counted.size}")
            st.caption(" · ".join(filter(None, (counted.errors, literal(changed(lesson))))))
        label = _("Shown above") if put is None else _("Put beside")
        open_, drop = _("Open"), _("Remove from list")
        st.button(
            f"{label} {of}",
            key=f"tried_put_{k}",
            on_click=put,
            args=(word,),
            disabled=put is None,
        )
        st.button(
            f"{open_} {of}",
            key=f"tried_open_{k}",
            type="tertiary",
            on_click=_open,
            args=(lesson,),
        )
        st.button(
            f"{drop} {of}",
            key=f"tried_drop_{k}",
            type="tertiary",
            on_click=tried.drop,
            args=(word,),
        )


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
            N_("Groups the values in two by the gain: a date still tells every row apart."),
            GROUPED,
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
        Remark(N_("The gain ratio alone: with so few rows the date still leads."), ALONE)
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
    "regression": [
        Remark(N_("Predicts a number: each leaf says the mean of its rows."), MEANS),
    ],
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
            counted = facts(lesson)
            st.image(outline.answers(lesson.tree), width=96, alt=_("Outline of the tree"))
            with st.container(key=f"all_said_{name}", gap=None):
                st.markdown(f"**{literal(narration.recipe_name(name))}**")
                st.caption(f"{counted.size} · {counted.errors}")
        for k, remark in enumerate(REMARKS.get(name, [])):
            st.button(
                _(remark.text),
                key=f"all_shows_{name}_{k}",
                type="tertiary",
                help=_("See it on a table"),
                on_click=go_on,
                args=("explore", remark.shown),
            )
