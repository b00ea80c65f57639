"""A tree as rules: their preconditions dropped one at a time, then put in order."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
import pandas as pd
import streamlit as st

from dtcore.explain.pruning import DEVIATIONS
from dtcore.formula import Named, Query
from dtcore.formula import walk as parts_of
from dtcore.model import ROOT, Condition, number
from dtshow.scene.sums import Counts, Line
from dtshow.scene.tree.section import Overlay
from dtshow.scene.trees import Walk
from dtshow.words import number_format
from dtshow.words.language import _, explanation, joined, ngettext
from dtshow.words.markdown import elided, literal
from dttools import rules as engine
from dttools.printing import Digits
from dttools.rules import Accuracy, Drop, Rule, RuleCounts, RuleList
from dttools.teach.worksheet import display_width
from pages.ui.components.controls import quiet, switch
from pages.ui.components.formula import formula_view
from pages.ui.components.stage import answering_the_stage
from pages.ui.pruning.evidence import source_of_z
from pages.ui.pruning.mistakes import HEAD, ROW, Counted, listed
from pages.ui.pruning.stage import use_rules, walk
from pages.ui.shell import session
from pages.ui.trees import pruning_session as sessions
from pages.ui.trees.post_pruned import (
    RulesFound,
    RuleStep,
    limits_in,
    order_at,
    post_pruned,
    steps_of,
    tree_of,
)
from pages.ui.trees.pruning_session import PruningSession
from pages.ui.trees.pruning_settings import PruningView, highlight

LIST: Final = session.RowsWidget("rule_list")
MOST_ROWS = 5
LETTERS: Final = 26
"""So many of a rule's conditions are in sight in the list."""
MARK: Final = 10**6
"""Before the numbers of a look and a rule in it, in a query: no node has so many branches."""
WRONG, RIGHT = 0, 1


def rules(now: PruningSession) -> None:
    """A condition is dropped at each step, rule by rule; at last the rules are sorted."""
    with st.container(key="staged"):
        found = post_pruned(now)
        steps = steps_of(found)
        k = min(now.settings.drops, len(steps) + 1)
        order, chosen = order_at(found, k), session.view(PruningView).rule
        at = order.index(steps[k - 1].rule) if 0 < k <= len(steps) else 0  # the step's own
        at = at if chosen is None else min(chosen, len(order) - 1)
        coming = (_("Drop it"), "cut") if k < len(steps) else (_("Sort"), "raise")
        way = Walk(k, len(steps) + 1, *coming)
        tree = tree_of(now, found, order[at], _dropped(steps, k, order[at]))
        if not k and chosen is None:  # no rule is meant yet
            tree = replace(tree, lesson=tree.lesson.select(ROOT), overlay=Overlay())
        walk(tree, _say(found, k), way, _to)
        with st.container(key="host"):
            _panel(now, found, k, at)


def _panel(now: PruningSession, found: RulesFound, k: int, at: int) -> None:
    chosen = order_at(found, k)[at]
    dropped = _dropped(steps_of(found), k, chosen)
    with st.container(key="lab_say"):
        st.markdown(_spelled(found, chosen, dropped, at + 1))
    _list(found, k, at)
    st.caption(
        _("If no rule covers a row: **{label}**.").format(
            label=literal(found.after.schema.classes[found.after.default])
        )
    )
    _history(now, found, chosen, dropped)
    if now.grown.held_out is not None:
        kinds = {
            "training": _("on training rows, pessimistically"),
            "held_out": _("on held-out rows"),
        }
        switch(_("Estimate accuracy"), kinds, sessions.bind(now, "judge"), named=True)
    st.markdown(_summary(now, found))
    label = _("Open the decision list on Use")
    quiet(label, "rules_to_use", use_rules)
    _covered(now, found, k, at)
    with st.expander(_("What this method does"), key="lab_about"):
        st.markdown(explanation("lab_rules"))


def _spelled(found: RulesFound, rule: int, dropped: int, number: int) -> str:
    now = found.after.drops[rule][dropped].rule
    return _("Rule {n}: if {conditions}, then **{label}**.").format(
        n=number,
        conditions=literal(conditions_of(now, found.after), 160),
        label=literal(found.after.schema.classes[now.label]),
    )


def _dropped(steps: list[RuleStep], k: int, rule: int) -> int:
    """How many conditions the rule has lost after ``k`` steps."""
    return sum(step.rule == rule for step in steps[:k])


def _to(k: int) -> None:
    sessions.settle(drops=k)
    session.change(PruningView, rule=None)


def _say(found: RulesFound, k: int) -> str:
    steps = steps_of(found)
    if not k:
        return _("Each leaf is a rule: the conditions on its path. A rule can drop any of them.")
    if k > len(steps):
        return _("**Sorted:** the most accurate rule is asked first.")
    step = steps[k - 1]
    number = order_at(found, 0).index(step.rule) + 1
    told = _verdict(found.after.drops[step.rule][step.look], found.after, done=True)
    return _("Rule {n}: {told}").format(n=number, told=told)


def _summary(now: PruningSession, found: RulesFound) -> str:
    dropped = sum(drop.chosen is not None for history in found.after.drops for drop in history)
    became = _("**{before} leaves become {after} rules; {dropped}.**").format(
        before=len(found.before.rules),
        after=len(found.after.rules),
        dropped=ngettext("{n} condition is dropped", "{n} conditions are dropped", dropped),
    )
    names = (_("training rows"), _("held-out rows"))
    told = [
        _("Correct on the {rows}: tree {tree}, rules {rules}.").format(
            rows=name, tree=f"{tree:.4f}", rules=f"{rules:.4f}"
        )
        for name, (tree, rules) in zip(names, found.right, strict=False)
    ]
    return joined(became, *told)


def _list(found: RulesFound, k: int, at: int) -> None:
    """The rules after ``k`` steps, the ``at``-th chosen: how many rows each covers, and how
    accurate it is, before and now."""
    after, steps = found.after, steps_of(found)
    looks = [(after.drops[i][0], after.drops[i][_dropped(steps, k, i)]) for i in order_at(found, k)]
    columns: dict[str, list[object]] = {
        _("If"): [_ending(now.rule, after) for _first, now in looks],
        _("then"): [after.schema.classes[now.rule.label] for _first, now in looks],
        _("rows"): [
            f"{number(round(first.before.covered, 3))} → {number(round(now.before.covered, 3))}"
            for first, now in looks
        ],
        _("before"): [first.before.value for first, _now in looks],
        _("after"): [now.before.value for _first, now in looks],
    }
    score = st.column_config.NumberColumn(format="%.4f", width=60)
    covers = _("How many rows the rule covers, before and after.")
    st.dataframe(
        pd.DataFrame(columns),
        hide_index=True,
        row_height=ROW,
        height=HEAD + ROW * min(len(looks), MOST_ROWS),
        selection_mode="single-row-required",
        on_select=_pick,
        key=LIST.choosing([at]),
        column_config={
            _("If"): st.column_config.Column(width=200),
            _("then"): st.column_config.Column(width=78),
            _("rows"): st.column_config.Column(width=76, help=covers),
            _("before"): score,
            _("after"): score,
        },
    )


def _pick() -> None:
    if (chosen := LIST.chosen) and not answering_the_stage():
        session.change(PruningView, rule=chosen[0])


def conditions_of(rule: Rule, rules: RuleList) -> str:
    text = (number_format.told(p.condition(rules.schema)) for p in rule.preconditions)
    return " ∧ ".join(text) or _("always")


def _ending(rule: Rule, rules: RuleList) -> str:
    """The last conditions, as many as fit: rules of one tree begin alike."""
    told = [number_format.told(p.condition(rules.schema)) for p in rule.preconditions]
    kept = [elided(text, LETTERS, display_width) for text in told[-1:]]
    for text in reversed(told[:-1]):
        if len(" ∧ ".join([text, *kept])) > LETTERS:
            break
        kept = [text, *kept]
    left_out = ["…"] if len(kept) < len(told) else []
    return " ∧ ".join([*left_out, *kept]) or _("always")


def _history(now: PruningSession, found: RulesFound, chosen: int, dropped: int) -> None:
    """Look after look at one rule, each with the accuracy without each condition: the one of the
    step first, what comes next, then those before."""
    after = found.after
    looks = [*enumerate(after.drops[chosen][: dropped + 1], 1)]
    for i, drop in sorted(looks, key=lambda look: abs(look[0] - dropped)):
        if i <= dropped:
            st.markdown(f"{i}. **{literal(conditions_of(drop.rule, after), 160)}**")
        _look(found, drop, f"rule_{i}", i)
        st.caption(_verdict(drop, after, done=i <= dropped))
        query = session.view(PruningView).highlighted
        if query is not None and _rule_at(drop, query, i) is not None:
            _rows_of(now, found, query, drop)


def counts_of(look: int, option: int) -> RuleCounts:
    """The queries of one rule in a look: all that it covers, and what it tells right and wrong."""
    rule = Query((MARK, look, option))
    return RuleCounts(rule, replace(rule, label=RIGHT), replace(rule, label=WRONG))


def _rule_at(drop: Drop, query: Query, look: int) -> Rule | None:
    """The rule that a query is about; None if it is not in this look."""
    if query.node[:2] != (MARK, look) or len(query.node) != 3:
        return None
    option = query.node[2]
    if not 0 <= option <= len(drop.rule.preconditions):
        return None
    return drop.rule.without(option - 1) if option else drop.rule


def _rows_of(now: PruningSession, found: RulesFound, query: Query, drop: Drop) -> None:
    rule, rows = _rule_at(drop, query, query.node[1]), found.judge.dataset
    assert rule is not None
    names = np.array(rows.schema.classes, object)[rows.target.values]
    told = found.after.schema.classes[rule.label]
    chosen = rule.covers(rows)
    if query.label is not None:
        chosen = chosen & ((names == told) == (query.label == RIGHT))
    places = np.flatnonzero(chosen)
    target = rows.schema.target.name
    conditions = [conditions_of(rule, found.after)] if rule.preconditions else []
    if query.label is not None:
        conditions.append(f"{target} {'=' if query.label == RIGHT else '≠'} {told}")
    listed(now, Counted(rows, places, float(rows.row_counts[places].sum())), conditions)


def _covered(now: PruningSession, found: RulesFound, k: int, at: int) -> None:
    chosen, rows = order_at(found, k)[at], found.judge.dataset
    rule = found.after.drops[chosen][_dropped(steps_of(found), k, chosen)].rule
    places = np.flatnonzero(rule.covers(rows))
    name = _("Rows that rule {n} covers: {rows}").format(n=at + 1, rows=f"{len(places):,}")
    with st.expander(name, key="rule_rows"):
        counted = Counted(rows, places, float(rows.row_counts[places].sum()))
        listed(now, counted, [conditions_of(rule, found.after)])


def _look(found: RulesFound, drop: Drop, key: str, number: int) -> None:
    """The estimates and their sums: of the rule as it is, and without each condition."""
    named = [(drop.before, _("as it is"))]
    for option, precondition in zip(drop.options, drop.rule.preconditions, strict=True):
        condition = number_format.told(precondition.condition(found.after.schema))
        named.append((option, _("without {condition}").format(condition=condition)))
    lines: list[Line] = []
    for i in sorted(range(len(named)), key=lambda i: not _goes(drop, i)):  # what is dropped, first
        estimate, text = named[i]
        if estimate.covered > 0:
            formula = found.judge.formula(estimate, counts_of(number, i))
            lines.append(Line(formula, text, result=_goes(drop, i)))
            lines += [Line(limit) for limit in limits_in(formula)]
    lines += _z_of(found, lines)
    pressed = session.view(PruningView).highlighted
    counts = Counts(lambda query: _described(found, query), pressed, highlight)
    formula_view(lines, Digits(), key, counts)


def _z_of(found: RulesFound, lines: list[Line]) -> list[Line]:
    """z, once, if any of the lines has one."""
    parts = (part for line in lines for part in parts_of(line.named) if isinstance(part, Named))
    z = next((part for part in parts if part.symbol == DEVIATIONS), None)
    if z is None or not isinstance(found.judge, engine.Training):
        return []
    return [Line(z, source_of_z(found.judge.limit))]


def _described(found: RulesFound, query: Query) -> str:
    if query.label is None:
        return _("rows that the rule covers")
    return (
        _("rows that it predicts correctly")
        if query.label == RIGHT
        else _("rows that it misclassifies")
    )


def _goes(drop: Drop, line: int) -> bool:
    return drop.chosen is not None and line == drop.chosen + 1


def _verdict(drop: Drop, rules: RuleList, done: bool) -> str:
    if drop.chosen is None:
        text = _("Dropping any condition makes the rule worse, so it stays as it is: {accuracy}.")
        return text.format(accuracy=_told(drop.before))
    gone = drop.rule.preconditions[drop.chosen]
    condition = gone.condition(rules.schema)
    others = [one for one in drop.result.preconditions if gone.implied_by(one)]
    if others:
        return _implied(condition, others[0].condition(rules.schema), drop, done)
    text = _("Next, {condition} is dropped: {before} with it, {after} without.")
    if done:
        text = _("{condition} is dropped: {before} with it, {after} without.")
    return text.format(
        condition=literal(number_format.told(condition)),
        before=_told(drop.before),
        after=_told(drop.after),
    )


def _implied(condition: Condition, other: Condition, drop: Drop, done: bool) -> str:
    text = _("Next, {condition} is dropped: {other} implies it. The rule stays at {accuracy}.")
    if done:
        text = _("{condition} is dropped: {other} implies it. The rule stays at {accuracy}.")
    return text.format(
        condition=literal(number_format.told(condition)),
        other=literal(number_format.told(other)),
        accuracy=_told(drop.after),
    )


def _told(accuracy: Accuracy) -> str:
    return _("{value} on {rows}").format(
        value=f"{accuracy.value:.4f}", rows=number_format.rows_count(accuracy.covered)
    )
