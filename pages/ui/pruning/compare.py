"""The ways of pruning side by side, on the same rows: how large a tree each leaves, and how wrong
it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

import numpy as np
import pandas as pd
import streamlit as st

import dtcore as dt
from dtcore.model import number
from dtcore.progress import Progress
from dtcore.pruning import CrossValidation
from dtcore.pruning.validation import standard_error
from dtshow.words import number_format
from dtshow.words.language import _, explanation
from dttools.evaluation import loss
from dttools.printing import Digits
from pages.ui.pruning import words
from pages.ui.pruning.curves import by_hand, take, validated
from pages.ui.shell.progress import long, of_trees, worked_out
from pages.ui.trees import pruning_session as sessions
from pages.ui.trees.pruning_session import PruningSession
from pages.ui.trees.pruning_settings import Method, show

Way = Callable[[dt.Tree, dt.Dataset], dt.Tree]


def compare(now: PruningSession) -> None:
    st.empty()  # in place of the tree that stood here, at once: what follows may take long
    result = comparison(now)
    if told := _trusted(result):
        with st.container(key="lab_say"):
            st.markdown(told)
    with st.container(key="lab_judged"):
        st.dataframe(_table(now, result), hide_index=True, row_height=40)
    if now.grown.held_out is None:
        st.caption(_("No rows are held out, so reduced error has nothing to prune on."))
    if now.grown.by_hand:
        by_hand(now)
    else:
        st.markdown(explanation("lab_compare"))
    st.caption(
        _(
            "Not in the table: rules, which are not a tree, and stopping early, which "
            "grows a different tree instead of pruning this one."
        )
    )
    if len(result) > 1:
        st.markdown(_("Show the pruned tree:"))
    with st.container(horizontal=True, gap="small", key="lab_take"):
        for row in result:
            if row.method != "whole":
                name, key, help = _name(row.method), f"look_{row.method}", _("Look at this tree")
                st.button(name, key=key, help=help, on_click=_look, args=(row.method,))


def _trusted(found: tuple[Judgement, ...]) -> str:
    """By cross-validation, the one with the least loss, and the smallest within its error."""
    judged = [(one, one.validated, one.error) for one in found if one.validated is not None]
    if not judged:
        return ""
    best, least, error = min(judged, key=lambda each: each[1])
    near = [one for one, risk, _error in judged if risk <= least + (error or 0.0)]
    small = min(near, key=lambda one: one.tree.leaves)
    if small.tree.leaves == best.tree.leaves:
        text = _("**{method}** has the least cross-validated loss.")
        return text.format(method=_name(best.method))
    return _(
        "In cross-validation, {best} errs least: {leaves}. **{method}** is as good within one "
        "standard error: {fewer}."
    ).format(
        best=_name(best.method),
        method=_name(small.method),
        leaves=number_format.leaves(best.tree.leaves),
        fewer=number_format.leaves(small.tree.leaves),
    )


def _table(now: PruningSession, found: tuple[Judgement, ...]) -> pd.DataFrame:
    digits = Digits() if not now.numeric else Digits.for_scale(found[0].tree.impurity(()))
    seen, unseen = now.grown.training, now.grown.held_out
    rows: list[dict[str, Any]] = []
    for row in found:
        cells: dict[str, Any] = {_("Method"): _name(row.method), _("Leaves"): row.tree.leaves}
        cells[_("Loss in training")] = _loss(row.training, seen.weight, now, digits)
        if unseen is not None and row.held_out is not None:
            lost = _loss(row.held_out, unseen.weight, now, digits)
            cells[_("Loss on held-out rows")] = lost + (" *" if row.method == "reduced" else "")
        if row.validated is not None and row.error is not None:
            chosen = " *" if row.method in ("cost", "one") else ""
            lost = f"{digits.show(row.validated)} ± {digits.show(row.error)}"
            cells[_("Cross-validated loss")] = lost + chosen
        rows.append(cells)
    return pd.DataFrame(rows)


def _loss(value: float, weight: float, now: PruningSession, digits: Digits) -> str:
    """A share with the rows behind it; a mean of squares stands alone."""
    if now.numeric:
        return digits.show(value)
    return f"{number(round(value * weight, 3))} / {number(weight)} = {digits.show(value)}"


def _name(method: str) -> str:
    known = {
        "whole": _("Not pruned"),
        "cost": _("Cost-complexity (best)"),
        "one": _("Cost-complexity (1 SE)"),
    }
    return known.get(method) or words.method(method)


def _look(method: str) -> None:
    """Go to the method with its tree as it is left."""
    name = cast(Method, "cost" if method in ("cost", "one") else method)
    show("table")
    sessions.turn(method=name)
    now = sessions.current()
    if name == "cost":
        result = validated(now)
        take(now, result.best if method == "cost" else result.one_error)
    else:
        sessions.go(lambda lesson: lesson.finish())


@dataclass(frozen=True, eq=False)
class Judgement:
    """Losses are those of ``dttools.evaluation.loss``; ``error`` is a standard error.
    ``method`` is "whole", a method of the lab, or "one" (within one standard error). ``held_out``:
    None where no rows are held out; ``validated``: None where no fold can repeat how the tree was
    made."""

    method: str
    tree: dt.Tree
    training: float
    held_out: float | None
    validated: float | None = None
    error: float | None = None


def comparison(now: PruningSession) -> tuple[Judgement, ...]:
    """All ways that the target and the rows allow."""
    if now.grown.by_hand:
        return tuple(_as_it_stands(now))
    settings = now.settings
    which = (
        settings.split,
        settings.risk,
        settings.folds,
        settings.foldseed,
        settings.cf,
        settings.z,
        settings.raising,
        settings.m,
    )
    key = ("compared", *now.rows, *which)
    cross = validated(now)
    large = long(len(now.grown.training) * now.folds)
    make = partial(_judged, now, cross)
    result: tuple[Judgement, ...] = worked_out(key, make, large, of_trees(now.folds))
    return result


def ways(now: PruningSession) -> dict[str, Way]:
    """From a grown tree and the rows that it was grown on to the pruned one."""
    settings, held_out = now.settings, now.grown.held_out
    result: dict[str, Way] = {"whole": lambda tree, rows: tree}
    if held_out is not None:
        result["reduced"] = lambda tree, rows: dt.pruning.reduced_error(tree, held_out)
    if not now.numeric:
        result["pessimistic"] = lambda tree, rows: dt.pruning.pessimistic(
            tree, rows, settings.cf, settings.z, settings.raising
        )
        result["minimum"] = lambda tree, rows: dt.pruning.minimum_error(tree, settings.m)
    return result


def _as_it_stands(now: PruningSession) -> Iterator[Judgement]:
    grown = now.grown
    for name, way in ways(now).items():
        tree = way(grown.tree, grown.training)
        held_out = None if grown.held_out is None else loss(tree, grown.held_out)
        yield Judgement(name, tree, loss(tree, grown.training), held_out)


def _judged(now: PruningSession, found: CrossValidation, tell: Progress) -> tuple[Judgement, ...]:
    grown = now.grown
    trees = {name: way(grown.tree, grown.training) for name, way in ways(now).items()}
    losses = _by_fold(now, found.fold, tell)
    sizes = np.bincount(found.fold)
    scores = {
        name: (float(sizes @ each / sizes.sum()), float(standard_error(each)))
        for name, each in losses.items()
    }
    for name, k in (("cost", found.best), ("one", found.one_error)):
        trees[name] = found.path.subtree(k)
        scores[name] = (float(found.risk[k]), float(found.error[k]))
    order = ("whole", "cost", "one", "reduced", "pessimistic", "minimum")
    return tuple(
        Judgement(
            name,
            trees[name],
            loss(trees[name], grown.training),
            None if grown.held_out is None else loss(trees[name], grown.held_out),
            *scores[name],
        )
        for name in order
        if name in trees
    )


def _by_fold(now: PruningSession, fold: np.ndarray, tell: Progress) -> dict[str, np.ndarray]:
    """(f,) the loss of each way on each fold left out."""
    training, recipe = now.grown.training, now.lesson.recipe_choice.recipe
    by_way: dict[str, list[float]] = {name: [] for name in ways(now)}
    folds = now.folds
    for held in range(folds):

        def told(share: float, nodes: int, held: int = held) -> None:
            tell((held + share) / folds, held)

        seen = training.part(np.flatnonzero(fold != held))
        unseen = training.part(np.flatnonzero(fold == held))
        tree = dt.grow(seen, recipe, told)
        for name, way in ways(now).items():
            by_way[name].append(loss(way(tree, seen), unseen))
    return {name: np.array(each) for name, each in by_way.items()}
