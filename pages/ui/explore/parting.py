"""Where two trees first part: what each does there and why, and its table of candidates."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from dtcore import explain
from dtcore.model import NodeId, Schema, Split, Threshold
from dtshow.lesson import narration, verdicts
from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.candidates import heads, records
from dtshow.scene.grow.look import digits_at_root
from dtshow.words import number_format
from dtshow.words.language import _, joined, ngettext
from dtshow.words.markdown import literal
from dttools.study.compare import Likeness, compare


def parting(lessons: tuple[Lesson, Lesson], names: tuple[str, str]) -> None:
    """In words, and with the candidates of both at that node side by side."""
    one, other = lessons
    found = compare(one.tree, other.tree)
    if found.parting is None:
        st.markdown(alike(found))
        return
    nodes = found.parting.node, found.parting.there
    where = literal(narration.path_words(one.tree, nodes[0])) if nodes[0] else _("the root")
    st.header(_("They first differ at: {path}").format(path=where), anchor=False)
    st.markdown(reason(lessons, names, nodes))
    for place, lesson, name, node in zip(
        st.columns(2, gap="medium"), lessons, names, nodes, strict=True
    ):
        with place:
            st.markdown(f"**{literal(name)}** {does(lesson, node)}")
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
    if any(step is not None and step.by_hand for step in steps):
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


def does(lesson: Lesson, node: NodeId) -> str:
    """What the tree does at a node, and why."""
    at = lesson.select(node)
    split, step = at.tree[node].split, at.step
    if split is None:
        why = narration.stop_words(step, at.tree) if step else ""
        return joined(_("makes a leaf."), why)
    asked = number_format.unparted(literal(number_format.question(split, at.tree.schema)))
    said = _("splits on {split}.").format(split=asked)
    if step is not None and step.by_hand:
        return joined(said, _("It was chosen by hand."))
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
