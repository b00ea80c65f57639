"""The decision list: what rule post-pruning on Pruning has made of the rules, in their order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dtcore.errors import DtError
from dtcore.model import Schema
from dtshow.scene.sums import Line
from dtshow.words import number_format
from dtshow.words.language import _, ngettext
from dtshow.words.markdown import literal
from dttools.printing import Digits
from dttools.rules import Drop, Rule, RuleList
from pages.ui.components.controls import quiet
from pages.ui.components.formula import formula_view
from pages.ui.shell import session
from pages.ui.shell.frame import show_problem
from pages.ui.shell.places import go_to
from pages.ui.trees import pruning_session as sessions
from pages.ui.trees.asked import draw
from pages.ui.trees.post_pruned import RulesFound, limits_in, post_pruned, steps_of, tree_of
from pages.ui.trees.pruning_session import PruningSession
from pages.ui.trees.pruning_settings import PruningView
from pages.ui.trees.rows import rows
from pages.ui.use.tree_in_use import touch, tree
from pages.ui.use.use_view import UseView

MOST: Final = 60
"""Lines that are drawn; of more, filter and order say which."""


def decision_list(head: DeltaGenerator) -> None:
    """The list if the last step on Pruning is made, else what is left to do. ``head``: where it
    is said what is listed."""
    try:
        now = sessions.current()
        found = post_pruned(now)
    except DtError as problem:
        show_problem(problem)
        return
    steps = len(steps_of(found)) + 1
    if now.settings.drops < steps:
        _not_yet(now.settings.drops, steps)
        return
    head.markdown(f"## {_says(now, found)}")
    at = _chosen(found)
    with st.container(key="use_rules"):
        with st.container(key="use_rules_left"):
            _list(found, at)
            if at is None:
                st.caption(_("The first rule that fits a row decides. Choose one to see its sum."))
            else:
                _sum(found, at)
                _rows(now, found, at)
            quiet(
                _("See on Pruning how conditions were dropped"), "use_to_pruning", _to_pruning, at
            )
        with st.container(key="use_rules_right"):
            if at is None:
                tree(now.start, {})
            else:
                draw(tree_of(now, found, at, len(found.after.drops[at]) - 1), True, touch)


def _not_yet(done: int, steps: int) -> None:
    """None, or not all, of the steps were made."""
    text = _("The rules have not been post-pruned yet, so there is no decision list.")
    if done:
        text = _(
            "Rule post-pruning is at step {done} of {steps}; the list is ready when it is finished."
        )
    with st.container(key="use_empty"):
        st.markdown(text.format(done=done, steps=steps))
        st.caption(
            _(
                "Each rule drops the conditions without which it is no less accurate. Then the "
                "most accurate rule is asked first."
            )
        )
        with st.container(horizontal=True, gap="small"):
            st.button(
                _("Post-prune them now"),
                key="use_post_prune",
                type="primary",
                on_click=sessions.settle,
                kwargs={"drops": steps},
            )
            label = _("Step by step on Pruning")
            st.button(label, key="use_to_pruning", on_click=_to_pruning)


def _to_pruning(at: int | None = None) -> None:
    sessions.turn(method="rules")
    session.change(PruningView, rule=at)
    go_to("pruning")


def _says(now: PruningSession, found: RulesFound) -> str:
    count = ngettext("{n} rule", "{n} rules", len(found.after.rules))
    text = _("{rules} from a tree of {leaves}, grown on {rows}.")
    leaves = ngettext("{n} leaf", "{n} leaves", now.grown.start.leaves)
    return text.format(
        rules=count, leaves=leaves, rows=number_format.rows_count(now.grown.training.row_count)
    )


def _chosen(found: RulesFound) -> int | None:
    """The number of the rule from the leaf that is chosen."""
    node = session.view(UseView).node
    leaves = [_last(found, k).rule.leaf for k in range(len(found.after.rules))]
    return leaves.index(node) if node in leaves else None


def _last(found: RulesFound, at: int) -> Drop:
    return found.after.drops[at][-1]


def _list(found: RulesFound, at: int | None) -> None:
    """The rules as they are asked, below them what is told where none fits."""
    after = found.after
    judged = found.judge.dataset
    which = after.which(judged) + 1
    decided = np.bincount(which, judged.row_counts, len(after.rules) + 1)
    rules = range(len(after.rules))
    text, figures = _("If {conditions}, then {answer}."), _("decides {rows} · estimate {share}")
    lines = [
        RuleLine(
            str(k + 1),
            f"{k + 1}. "
            + text.format(
                conditions=literal(_folded(after.rules[k], after), 400),
                answer=consequent(after.schema, after.schema.classes[after.rules[k].label]),
            ),
            figures.format(
                rows=number_format.rows_count(float(decided[k + 1])),
                share=number_format.share(after.accuracies[k].value or 0.0),
            ),
        )
        for k in rules
    ]
    chosen = None if at is None else str(at + 1)
    rule_lines(lines, chosen, lambda name: _pick(found, name), "use_decision_list")
    otherwise = _("If no rule fits, then {answer}: decides {rows}.")
    answer = consequent(after.schema, after.schema.classes[after.default])
    count = number_format.rows_count(float(decided[0]))
    st.markdown(otherwise.format(answer=answer, rows=count))


def _folded(rule: Rule, after: RuleList) -> str:
    """Its conditions, one for each column, as the rules of the tree have them."""
    return " ∧ ".join(part.text(after.schema) for part in rule.folded(after.schema)) or _("always")


def _pick(found: RulesFound, name: str | None) -> None:
    node = None if name is None else _last(found, int(name) - 1).rule.leaf
    session.change(UseView, node=node, highlighted=None)


def _sum(found: RulesFound, at: int) -> None:
    drop = _last(found, at)
    text = _("If {conditions}, then {answer}.")
    label = consequent(found.after.schema, found.after.schema.classes[drop.rule.label])
    said = literal(_folded(drop.rule, found.after), 400)
    st.markdown(text.format(conditions=said, answer=label))
    formula = found.judge.formula(drop.before)
    lines = [Line(limit) for limit in limits_in(formula)]
    lines.append(Line(formula, _("estimated accuracy"), result=True))
    formula_view(lines, Digits(), "use_decision_sum")


def _rows(now: PruningSession, found: RulesFound, at: int) -> None:
    """Those that the rule decides about, for no earlier one fits."""
    data = found.judge.dataset
    places = np.flatnonzero(found.after.which(data) == at)
    said = _folded(found.after.rules[at], found.after)
    text = _("{conditions}, and no earlier rule fits") if at else "{conditions}"
    rows(now.lesson, data, places, text.format(conditions=said))


@dataclass(frozen=True)
class RuleLine:
    """``name``: what its button is told from others by; ``text`` and ``figures``, Markdown."""

    name: str
    text: str
    figures: str


def consequent(schema: Schema, answer: str) -> str:
    """What a rule says of the target, Markdown."""
    return f"{literal(schema.target.name, 40)} = **{literal(answer)}**"


def rule_lines(
    lines: Sequence[RuleLine], chosen: str | None, pick: Callable[[str | None], None], key: str
) -> None:
    """``pick``: for callbacks, hears the name of the line that was pressed, None to let go. The
    style sheet sets the figures, which are emphasized, apart, and frames the line with a second
    bold part: a button of another type would be a new one, and the focus lost."""
    with st.container(key=key, gap=None):
        for line in lines[:MOST]:
            on = line.name == chosen
            said = f"{'**▸** ' if on else ''}{line.text} *{line.figures}*"
            name = None if on else line.name
            quiet(said, f"{key}_{line.name}", pick, name, width="stretch")
    if len(lines) > MOST:
        st.caption(_("The first {n} rules are listed.").format(n=MOST))
