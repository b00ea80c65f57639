"""A lesson as an address: written so that it can be read again, parsed with suspicion.

``data=playtennis&recipe=id3&step=3``: the table, the recipe with its changes, and how many
steps were taken. Moves made by hand are spelled out in ``moves``: runs of proposed steps as
a number, others as ``x0.1:c2<=77.5`` (split node 0.1 by a cut of column 2), ``x:m1`` (one
branch per level), ``x:s1=0.2|1.3`` (two groups of levels), ``c0`` (close), ``p0`` (prune).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

import dtcore as dt
from dtcore.growth.moves import Move
from dtcore.growth.timeline import Timeline
from dtcore.model.splits import Split
from dtcore.model.tree import NodeId
from pages.ui.catalogue import catalogue
from pages.ui.knobs import KNOBS
from pages.ui.lesson import UPLOAD, Choice, Lesson, Start
from pages.ui.plan import Plan

DEFAULT: Final = "playtennis"
MOST_STEPS: Final = 2000
ROLES: Final = ("ignore", "weight")
KINDS: Final = ("nominal", "numeric")
FLAGS: Final = ("log", "complete")
_NODE: Final = r"(?:\d+(?:\.\d+)*)?"
_HAND: Final = re.compile(
    rf"(?P<do>[xcp])(?P<node>{_NODE})"
    r"(?::(?P<kind>[cms])(?P<column>\d+)(?:<=(?P<cut>[-+.\de]+)|=(?P<left>[\d.]+)\|(?P<right>[\d.]+))?)?"
)


def choice_of(key: str) -> Choice:
    """A bundled table, taken as its catalogue entry says; rows with gaps are left out."""
    entry = catalogue()[key]
    return Choice(key, entry.target, entry.roles, entry.kinds, entry.log, bool(entry.missing))


def plan_of(key: str) -> Plan:
    """The recipe that a bundled table is best begun with."""
    entry = catalogue()[key]
    return Plan.of(entry.recipe, depth=3 if entry.task == "regression" else None)


def write(lesson: Lesson) -> dict[str, str]:
    """The query parameters of a lesson; of an uploaded table they can only say that it was."""
    if lesson.choice.uploaded:
        return {"data": UPLOAD}
    plan = lesson.plan
    out = {"data": lesson.choice.key, "recipe": plan.name}
    out |= {key: str(value) for key, value in plan.changes}
    out |= _write_choice(lesson.choice)
    out["step"] = str(lesson.timeline.cursor)
    if any(step.by_hand for step in lesson.timeline.done):
        out["moves"] = write_moves(lesson.timeline)
    if lesson.weighed is not None:
        out["weigh"] = ".".join(map(str, lesson.weighed)) or "root"
    return out


def _write_choice(choice: Choice) -> dict[str, str]:
    """What was changed of how the catalogue takes the table; lists of columns by ~."""
    usual, out = choice_of(choice.key), {}
    if choice.target != usual.target:
        usual = usual.with_target(choice.target)
        out["target"] = choice.target
    for role in ROLES:
        mine, theirs = _with(choice.roles, role), _with(usual.roles, role)
        if set(mine) != set(theirs):
            out[role] = "~".join(mine)
    for kind in KINDS:
        mine, theirs = _with(choice.kinds, kind), _with(usual.kinds, kind)
        if set(mine) - set(theirs):
            out[kind] = "~".join(sorted(set(mine) - set(theirs)))
    if choice.costs:
        out["cost"] = "~".join(f"{name}:{cost:g}" for name, cost in choice.costs.items())
    for flag in FLAGS:
        if getattr(choice, flag) != getattr(usual, flag):
            out[flag] = str(int(getattr(choice, flag)))
    return out


def _with(said: Mapping[str, str], what: str) -> list[str]:
    return [column for column, one in said.items() if one == what]


def read(
    params: Mapping[str, str],
    dataset: Callable[[Choice], dt.Dataset],
    start: Start = dt.start,
) -> Lesson:
    """The lesson that an address describes. Raises LinkError, DataError or RecipeError."""
    key = params.get("data", DEFAULT)
    if key == UPLOAD:
        raise dt.LinkError(
            "An uploaded table stays only as long as its page is open. Upload it again on the "
            "home page."
        )
    if key not in catalogue():
        raise dt.LinkError(
            "This link names a data set “{key}” that is not here. Choose one on the home page.",
            key=key,
        )
    choice, plan = _choice(key, params), _plan(key, params)
    lesson = Lesson.begin(choice, plan, dataset(choice), start)
    if "moves" in params:
        lesson = replace(lesson, timeline=read_moves(lesson.timeline, params["moves"]))
    lesson = lesson.jump(_whole(params, "step", lesson.timeline.cursor))
    weigh = params.get("weigh")
    node = () if weigh == "root" else _node(weigh or "")
    return lesson.show_candidates(node) if weigh and node in lesson.tree else lesson


def _choice(key: str, params: Mapping[str, str]) -> Choice:
    choice = choice_of(key)
    if params.get("target", choice.target) != choice.target:
        choice = choice.with_target(params["target"])
    named = {
        what: [c for c in params[what].split("~") if c]
        for what in (*ROLES, *KINDS)
        if what in params
    }
    names = set(catalogue()[key].read().columns)
    if not {choice.target, *(c for some in named.values() for c in some)} <= names:
        raise dt.LinkError("This link names a column that the table does not have.")
    for role in ROLES:
        if role in named:
            choice = choice.with_role(_with(choice.roles, role), "input")
            choice = choice.with_role(named[role], role)
    for kind in KINDS:
        choice = choice.with_kind(named.get(kind, ()), kind)
    for said in filter(None, params.get("cost", "").split("~")):
        name, _, cost = said.rpartition(":")
        if name not in names:
            raise dt.LinkError("This link names a column that the table does not have.")
        choice = choice.with_cost([name], _decimal(cost))
    flags = {flag: params[flag] == "1" for flag in FLAGS if flag in params}
    return replace(choice, **flags)


def _plan(key: str, params: Mapping[str, str]) -> Plan:
    if "recipe" not in params:
        return plan_of(key)
    name = dt.recipe(params["recipe"]).name
    turned = {knob.key: knob.parse(params[knob.key]) for knob in KNOBS if knob.key in params}
    return Plan.of(name, **turned)


def _whole(params: Mapping[str, str], name: str, otherwise: Any) -> Any:
    if name not in params:
        return otherwise
    if not re.fullmatch(r"\d{1,6}", params[name]):
        raise dt.LinkError("In this link “{name}” must be a whole number.", name=name)
    return min(int(params[name]), MOST_STEPS)


def _decimal(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not abs(value) < 1e300:
        raise dt.LinkError("This link holds a number that cannot be read.")
    return value


def write_moves(timeline: Timeline) -> str:
    out: list[str] = []
    run = 0
    for step in timeline.done:
        if step.by_hand:
            out += [str(run)] if run else []
            out.append(_write_move(step.move))
            run = 0
        else:
            run += 1
    return "~".join([*out, str(run)] if run else out)


def _write_move(move: Move) -> str:
    node = ".".join(map(str, move.node))
    match move:
        case dt.Close():
            return f"c{node}"
        case dt.Prune():
            return f"p{node}"
        case dt.Expand(split=split):
            return f"x{node}:{_write_split(split)}"


def _write_split(split: Split) -> str:
    match split:
        case dt.Threshold(column=column, cut=cut):
            return f"c{column}<={cut!r}"
        case dt.Subset(column=column, left=left, right=right):
            sides = (".".join(map(str, side)) for side in (left, right))
            return f"s{column}={'|'.join(sides)}"
        case dt.Multiway(column=column):
            return f"m{column}"


def read_moves(timeline: Timeline, text: str) -> Timeline:
    for word in text.split("~")[:MOST_STEPS]:
        if word.isdecimal():
            timeline = timeline.jump(timeline.cursor + min(int(word), MOST_STEPS))
        else:
            timeline = timeline.do(_read_move(timeline.problem.dataset, word))
    return timeline


def _read_move(dataset: dt.Dataset, word: str) -> Move:
    found = _HAND.fullmatch(word)
    if found is None:
        raise dt.LinkError("This link holds a move that cannot be read.")
    node = _node(found["node"])
    if found["do"] == "c":
        return dt.Close(node)
    if found["do"] == "p":
        return dt.Prune(node)
    return dt.Expand(node, _read_split(dataset, found))


def _read_split(dataset: dt.Dataset, found: re.Match[str]) -> Split:
    column = int(found["column"] or 10**9)
    if column < len(dataset.columns):
        levels = dataset.columns[column].levels
        if found["kind"] == "c" and levels is None and found["cut"]:
            return dt.Threshold(column, _decimal(found["cut"]))
        if found["kind"] == "m" and levels is not None:
            return dt.Multiway(column)
        if found["kind"] == "s" and levels is not None and found["left"]:
            left, right = _node(found["left"]), _node(found["right"])
            if not set(left) & set(right) and max(left + right) < len(levels):
                return dt.Subset(column, left, right)
    raise dt.LinkError("This link splits a column in a way that does not fit it.")


def _node(text: str) -> NodeId:
    return tuple(int(part) for part in text.split(".") if part.isdecimal())
