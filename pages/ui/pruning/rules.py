"""A tree as rules: their preconditions dropped one at a time, then put in order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import pandas as pd
import streamlit as st

import dtcore as dt
from dtcore import rules as engine
from dtcore.formula import Digits
from dtcore.model import number
from dtcore.rules import Accuracy, AccuracyEstimator, Drop, Rule, RuleList
from dtcore.validation import accuracy
from pages.ui.components.formula import formula_view
from pages.ui.pruning import pruning_session as desks
from pages.ui.pruning.history import undo_redo
from pages.ui.pruning.pruning_session import PruningSession
from pages.ui.pruning.pruning_view import PruningView
from pages.ui.pruning.sums import limits_in
from pages.ui.pruning.table import HEAD, ROW
from pages.ui.scene.sums import Line
from pages.ui.server.jobs import Job, Tell
from pages.ui.shell import cache, session
from pages.ui.shell.progress import worked_out
from pages.ui.wording import number_format
from pages.ui.wording.language import _, explanation, ngettext
from pages.ui.wording.markdown import literal

ESTIMATOR: Final = session.Widget("judge", "training")
LIST: Final = session.Rows("rule_list")
MOST_ROWS = 12


@dataclass(frozen=True, eq=False)
class RulesFound:
    """The rules as they come from the tree, as they are left, and how many each gets right."""

    judge: AccuracyEstimator
    before: RuleList
    after: RuleList
    right: tuple[float, float, float, float]
    """Of the tree and the rules, on training rows, and of both on held-out rows: shares."""


def rules(pruning_session: PruningSession) -> None:
    result = post_pruned(pruning_session)
    with st.container(key="lab_head", horizontal=True, vertical_alignment="center"):
        st.markdown(_summary(result), width="stretch")
        undo_redo()
    left, right = st.columns([1.28, 1], gap="small")
    with left:
        chosen = _list(result)
        st.markdown(explanation("lab_rules"))
    with right, st.container(key="right"):
        _judge(pruning_session)
        _history(result, chosen)


def post_pruned(pruning_session: PruningSession) -> RulesFound:
    now, grown = pruning_session.settings, pruning_session.grown

    def make(tell: Tell) -> RulesFound:
        judge: AccuracyEstimator = engine.HeldOut(grown.held_out)
        if now.judge == "training":
            judge = engine.Training(grown.training, dt.pruning.Limit(now.cf, now.z))
        tree = grown.start
        after = engine.post_prune(tree, judge, lambda done, of: tell(done / of, done))
        shares = (
            *(accuracy(tree, grown.training), _share(after, grown.training)),
            *(accuracy(tree, grown.held_out), _share(after, grown.held_out)),
        )
        return RulesFound(judge, engine.unpruned(tree), after, shares)

    large = cache.large(grown.training)
    key = ("rules", *pruning_session.rows, now.judge, now.cf, now.z)
    result: RulesFound = worked_out(key, make, large, _said)
    return result


def _said(work: Job) -> str:
    return ngettext("{n} rule shortened", "{n} rules shortened", work.count)


def _share(rules: RuleList, rows: dt.Dataset) -> float:
    """The share of the rows' weight that the list tells right."""
    names = np.array(rows.schema.classes, object)[rows.target.values]
    return float(rows.weights @ (rules.predict(rows) == names) / rows.weight)


def _summary(found: RulesFound) -> str:
    tree_seen, rules_seen, tree_unseen, rules_unseen = (f"{share:.4f}" for share in found.right)
    dropped = sum(drop.chosen is not None for history in found.after.drops for drop in history)
    return _(
        "**{before} leaves become {after} rules; {dropped} preconditions dropped.** Right in "
        "training: tree {a}, rules {b}; held out: tree {c}, rules {d}."
    ).format(
        before=len(found.before.rules),
        after=len(found.after.rules),
        dropped=dropped,
        a=tree_seen,
        b=rules_seen,
        c=tree_unseen,
        d=rules_unseen,
    )


def _judge(pruning_session: PruningSession) -> None:
    kinds = {"training": _("pessimistic, on training rows"), "held_out": _("on held-out rows")}
    st.segmented_control(
        _("Accuracy estimated"),
        list(kinds),
        format_func=kinds.__getitem__,
        key=ESTIMATOR.showing(pruning_session.settings.judge),
        on_change=lambda: desks.turn(judge=ESTIMATOR.value),
        required=True,
    )


def _list(found: RulesFound) -> int:
    """The rules in the order in which they are asked; the number of the chosen one."""
    after = found.after
    columns: dict[str, list[object]] = {
        _("If"): [_conditions(rule, after) for rule in after.rules],
        _("then"): [after.schema.classes[rule.label] for rule in after.rules],
        _("rows"): [number(round(a.covered, 3)) for a in after.accuracies],
        _("before"): [h[0].before.value for h in after.drops],
        _("after"): [a.value for a in after.accuracies],
    }
    last: dict[str, list[object]] = {name: [""] for name in columns}
    last |= {
        _("If"): [_("no rule covers the row")],
        _("then"): [after.schema.classes[after.default]],
        _("before"): [None],
        _("after"): [None],
    }
    shown = {name: [*values, *last[name]] for name, values in columns.items()}
    at = min(session.view(PruningView).rule, len(after.rules) - 1)
    score = st.column_config.NumberColumn(format="%.4f")
    st.dataframe(
        pd.DataFrame(shown),
        hide_index=True,
        row_height=ROW,
        height=HEAD + ROW * min(len(after.rules) + 1, MOST_ROWS),
        selection_mode="single-row-required",
        on_select=_pick,
        key=LIST.choosing([at]),
        column_config={_("before"): score, _("after"): score},
    )
    return at


def _pick() -> None:
    if chosen := LIST.chosen:
        session.keep(replace(session.view(PruningView), rule=chosen[0]))


def _conditions(rule: Rule, rules: RuleList) -> str:
    text = (number_format.told(p.condition(rules.schema)) for p in rule.preconditions)
    return " ∧ ".join(text) or _("always")


def _history(found: RulesFound, chosen: int) -> None:
    """Look after look at one rule, each with the accuracy without each precondition."""
    after = found.after
    for i, drop in enumerate(after.drops[chosen], 1):
        name = literal(_conditions(drop.rule, after), 160)
        told = literal(after.schema.classes[drop.rule.label])
        st.markdown(f"{i}. **{name}** → **{told}**")
        _look(found, drop, f"rule_{i}")
        st.caption(_verdict(drop, after))


def _look(found: RulesFound, drop: Drop, key: str) -> None:
    """The estimates and their sums: of the rule as it is, and without each precondition."""
    named = [(drop.before, _("as it is"))]
    for option, precondition in zip(drop.options, drop.rule.preconditions, strict=True):
        condition = number_format.told(precondition.condition(found.after.schema))
        named.append((option, _("without {condition}").format(condition=condition)))
    lines: list[Line] = []
    for i, (estimate, text) in enumerate(named):
        if estimate.covered > 0:
            formula = found.judge.formula(estimate)
            lines += [Line(limit) for limit in limits_in(formula)]
            lines.append(Line(formula, text, result=_goes(drop, i)))
    formula_view(lines, Digits(), key=key, label=_("Working"))


def _goes(drop: Drop, line: int) -> bool:
    return drop.chosen is not None and line == drop.chosen + 1


def _verdict(drop: Drop, rules: RuleList) -> str:
    if drop.chosen is None:
        return _("Every loss would hurt: the rule stays, {accuracy}.").format(
            accuracy=_told(drop.before)
        )
    condition = drop.rule.preconditions[drop.chosen].condition(rules.schema)
    return _("Dropped: {condition}. {before} before, {after} after.").format(
        condition=literal(number_format.told(condition)),
        before=_told(drop.before),
        after=_told(drop.after),
    )


def _told(accuracy: Accuracy) -> str:
    return _("{value} over {rows} rows").format(
        value=f"{accuracy.value:.4f}", rows=number(round(accuracy.covered, 3))
    )
