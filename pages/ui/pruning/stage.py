"""The tree that is pruned, on the stage; what its acts do, what a lecture adds to a cut, and where
a way of pruning leads at its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import numpy as np

from dtcore.model import NodeId, Tree, number, weight_text
from dtcore.pruning import CrossValidation
from dtcore.stepping import Prune, RaiseSubtree
from dtshow.figures.pruning import reach
from dtshow.lesson.lesson import Lesson
from dtshow.scene.blocks import Block
from dtshow.scene.grow.lecture import in_a_line
from dtshow.scene.parts import whole
from dtshow.scene.sums import Line, Writing, sum_block
from dtshow.scene.tree.section import Overlay, TreePart
from dtshow.scene.trees import PruningScene, Walk
from dtshow.words.language import _
from dttools.printing import Digits
from pages.ui.components import graphviz
from pages.ui.components.stage import Around, stage, tree_acts, tree_look
from pages.ui.pruning import views, words
from pages.ui.pruning.curves import growth, known, losses, smallest_best, take
from pages.ui.pruning.evidence import first_of, lines_of, per_row, place_on, ruler, several
from pages.ui.share.sharing import lecturing
from pages.ui.shell import cache, session
from pages.ui.shell.places import StoryView, go_on
from pages.ui.trees import pruning_session as sessions
from pages.ui.trees.grown_on import as_pruning_holds
from pages.ui.trees.pruning_session import PruningSession
from pages.ui.trees.pruning_settings import PruningView, show


def on_stage(now: PruningSession, digits: Digits, overlay: Overlay) -> TreePart:
    """Draw the tree with its buttons; ``digits`` are those of the numbers that are compared."""
    fine = Digits.for_scale(now.grown.tree.impurity(()))
    tree = TreePart(now.lesson, fine, tree_look(), overlay)
    history = sessions.can_undo(), sessions.can_redo()
    above = ruler(now, digits)
    told = cutting(now, digits, above)
    above = [views.choice(now), *above]
    said, score = words.narrate(now, digits), words.purpose(now)
    scene = PruningScene(tree, said, history, above, told, score=score, onward=_onward_of(now))
    stage(cache.written(scene), ACTS, around=Around(tells=True, rows=as_pruning_holds(now.lesson)))
    graphviz.over_the_page(tree)
    return tree


def walk(tree: TreePart, said: str, steps: Walk, to: Callable[[int], None]) -> None:
    """Draw a way of pruning whose steps are no cuts; ``to`` goes to one of them."""
    history = sessions.can_undo(), sessions.can_redo()
    told = plainly([], tree.digits) if lecturing() else None
    onward = _onward_of(sessions.current())
    scene = PruningScene(tree, said, history, (), told, steps, onward=onward)
    around = Around(rows=as_pruning_holds(tree.lesson))
    stage(cache.written(scene), _acts(lambda: (steps.at, steps.of), to), around=around)
    graphviz.over_the_page(tree)


def _onward_of(now: PruningSession) -> tuple[str, str] | None:
    way = way_on(now)
    return (way.label, way.icon) if way else None


def _acts(
    where: Callable[[], tuple[int, int]], to: Callable[[int], None]
) -> dict[str, Callable[[Any], None]]:
    """``where``: how many steps are done, and how many there are; ``to`` goes to one of them."""

    def by(steps: int) -> None:
        done, there = where()
        to(min(max(done + steps, 0), there))

    def jump(value: object) -> None:
        k = whole(value)
        if k is not None and 0 <= k <= where()[1]:
            to(k)

    def onward(_value: object) -> None:
        done, there = where()
        if done == there and (way := way_on(sessions.current())):
            way.go()

    return {
        "first": lambda _value: to(0),
        "back": lambda _value: by(-1),
        "next": lambda _value: by(1),
        "last": lambda _value: to(where()[1]),
        "onward": onward,
        "jump": jump,
        "undo": lambda _value: sessions.undo(),
        "redo": lambda _value: sessions.redo(),
        **tree_acts(_drawn, sessions.select),
        "graphviz": graphviz.look,
    }


def before(now: PruningSession) -> Lesson | None:
    """The uncut tree, which is drawn where what was cut is; a raised branch is no part of it."""
    raised = any(isinstance(step.move, RaiseSubtree) for step in now.lesson.timeline.done)
    return now.start if session.view(PruningView).faint and not raised else None


def _drawn() -> tuple[Tree, NodeId]:
    lesson = sessions.current().lesson
    return lesson.tree, lesson.node


def _cuts() -> tuple[int, int]:
    timeline = sessions.current().lesson.timeline
    return timeline.cursor, timeline.length


def _after(k: int) -> None:
    sessions.go(lambda lesson: lesson.jump(k))


def _take(value: object) -> None:
    """A stretch of the ruler of α."""
    k, now = whole(value), sessions.current()
    if k is not None and 0 <= k < len(now.grown.path) - first_of(now):
        take(now, first_of(now) + k)


ACTS: Final = _acts(_cuts, _after) | {"alpha": _take, "view": views.take}


def cutting(now: PruningSession, digits: Digits, ruler: Sequence[Block]) -> dict[str, Any] | None:
    """None unless one lectures. Ways of pruning other than by the price of a leaf compare two
    numbers, which their statement says, and have neither ``ruler`` nor errors."""
    if not lecturing():
        return None
    lines = _of_the_cut(now) if now.settings.method == "cost" else []
    view = session.view(PruningView)
    errors = errors_of(now, view.view, view.folds_asked)
    alone = ruler[0] | {"sides": None, "names": []} if ruler else None  # there it is no axis
    return plainly(lines, digits) | {"ruler": alone, "errors": errors}


def plainly(lines: Sequence[Line], digits: Digits) -> dict[str, Any]:
    """A statement, and the sum behind it, if it has one."""
    found = sum_block(lines, Writing(digits), _("Working")) | {"key": "lecture"}
    return {
        "beats": ["say", *(["sum"] if lines else [])],
        "says": [None, None],
        "asked": None,
        "sum": found if lines else None,
        "candidates": None,
        "ruler": None,
        "errors": None,
        "notes": {
            "why": [],
            "sums": [[_("Weakest link"), in_a_line(line.named, digits)] for line in lines],
        },
        "guess": False,
    }


def _of_the_cut(now: PruningSession) -> list[Line]:
    """The link's own line, worked out on the tree before the cut."""
    last = now.lesson.timeline.last
    if last is None or not isinstance(last.move, Prune):
        return []
    before = replace(now, lesson=now.lesson.jump(now.lesson.timeline.cursor - 1))
    return [line for line in lines_of(before, last.move.node, per_row(now)) if line.result][-1:]


def errors_of(now: PruningSession, view: str, folds: bool) -> dict[str, Any] | None:
    """What each of the trees loses, on the rows that grew it and on others; None of one tree."""
    if not several(now):
        return None
    grows = view == "growth" and not now.lesson.timeline.cursor and now.grown.held_out is not None
    return _as_it_grew(now) if grows else _as_it_is_cut(now, folds)


def _as_it_grew(now: PruningSession) -> dict[str, Any]:
    """Until it was the whole tree, which is the one on show."""
    curve, grown = growth(now), now.grown
    lost = [
        (_("Training"), curve.training, grown.training.weight),
        (_("Held out"), curve.held_out, grown.unseen.weight),
    ]
    return _plotted(now, curve.leaves, len(curve.leaves) - 1, lost, curve.best)


def _as_it_is_cut(now: PruningSession, folds: bool) -> dict[str, Any]:
    """As far as the path has been followed: which tree is best is told when one comes to it, and
    from then on why. Others are the ``folds``, also where no rows are held out."""
    path, first, seen = now.grown.path, first_of(now), losses(now)
    at = max(first, place_on(path, now.lesson.tree.leaves)) - first
    rows = now.grown.training.weight
    lost = [(_("Training"), seen.training[first:], rows)]
    found = known(now) if folds or seen.held_out is None else None
    if found is not None:
        lost.append((_("Cross-validated"), found.risk[first:], rows))
    elif seen.held_out is not None:
        lost.append((_("Held out"), seen.held_out[first:], now.grown.unseen.weight))
    best = smallest_best(lost[-1][1])
    plotted = _plotted(now, path.leaves[first:], at, lost, best if best <= at else None)
    if found is not None:
        _with_errors(plotted["curves"][1], found, first)
    elif seen.held_out is not None and "best" in plotted["curves"][1]:
        plotted["curves"][1]["bestlabel"] = _("lowest")  # which nobody need have chosen
    if best > at:
        for curve in plotted["curves"]:
            curve |= {name: curve[name][: at + 1] for name in ("values", "error") if name in curve}
    return plotted


def _plotted(
    now: PruningSession,
    leaves: Sequence[int] | np.ndarray,
    at: int,
    lost: Sequence[tuple[str, np.ndarray, float]],
    best: int | None,
) -> dict[str, Any]:
    """Trees of so many ``leaves``, ``at`` the place of the one on show, that of the ``best`` marked
    on the curve of the rows that judge them, if it is to be told; ``lost`` has each curve's rows
    last. A lone leaf that is far worse than the rest is ``over`` the scale."""
    values = np.array([values for _name, values, _rows in lost])
    all_most = float(values.max())
    low, most = reach(values if leaves[0] > leaves[-1] else values[:, ::-1], 1)
    title = words.loss(now)
    if low:
        title = _("{loss}, from {least}").format(loss=title, least=f"{low:g}")
    digits = Digits.for_scale(all_most) if now.numeric else Digits(3)
    curves = [_curve(now, name, values, rows, at, digits) for name, values, rows in lost]
    if len(curves) > 1 and best is not None:
        curves[1] |= {"best": best, "bestlabel": _("best")}
    return {
        "leaves": [int(n) for n in leaves],
        "at": at,
        "label": _("Leaves"),
        "title": title,
        "least": low,
        "most": round(most, 6),
        "top": number(float(f"{most:.2g}")),
        "over": number(float(f"{all_most:.2g}")) if most < all_most else "",
        "curves": curves,
    }


def _with_errors(curve: dict[str, Any], found: CrossValidation, first: int) -> None:
    """The folds' standard errors about their curve, and the limit that the best sets by them."""
    curve["error"] = _rounded(found.error[first:])
    if "best" in curve:
        curve |= {"limit": round(found.limit, 6), "limitlabel": _("1 standard error")}


def _rounded(values: np.ndarray) -> list[float]:
    return [round(float(one), 6) for one in values]


def _curve(
    now: PruningSession, name: str, lost: np.ndarray, rows: float, at: int, digits: Digits
) -> dict[str, Any]:
    """``rows``: how many the errors are of. The figure beside the curve is of its axis."""
    here = float(lost[at])
    shown = number(digits.rounded(here))
    counted = not now.numeric and not words.charged(now)
    told = f"{weight_text(here * rows)}/{weight_text(rows)}" if counted else shown
    return {"says": f"{name} {told}", "shown": shown, "values": _rounded(lost)}


@dataclass(frozen=True)
class WayOn:
    """What the big button says once there is no step left, its icon, and what it does."""

    label: str
    icon: str
    go: Callable[[], None]


def way_on(now: PruningSession) -> WayOn | None:
    """None where a guided lesson says itself where it goes on, and where a lone leaf is left."""
    if session.view(StoryView).key:
        return None
    match now.settings.method:
        case "rules":
            return WayOn(_("Use these rules"), "hand", use_rules)
        case "early":
            return WayOn(_("Compare all"), "split", partial(sessions.take, "method", "compare"))
    curved = now.lesson.timeline.cursor and "path" in views.named(now)
    if curved and views.chosen(now) != "path":  # the root is left: which to keep?
        return WayOn(_("Choose a tree"), "check", partial(show, "path"))
    return WayOn(_("Use this tree"), "hand", use) if len(now.lesson.tree) > 1 else None


def use() -> None:
    go_on("use", {"tree": "pruned"})


def use_rules() -> None:
    """On Use, the decision list that rule post-pruning has made."""
    go_on("use", {"tab": "rules", "rules": "list"})
