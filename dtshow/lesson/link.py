"""A lesson as an address: written so that it can be read again, parsed with suspicion.

``data=playtennis&recipe=id3&step=3``: the table, the recipe with its changes, and how many
steps were taken. ``moves`` has those made by hand: runs of proposed steps are a number, moves by
hand are spelled out: ``x0.1:c2<=77.5`` (split node 0.1 by a cut of column 2), ``x:m1`` (one branch
per level), ``x:s1=0.2|1.3`` (two groups of levels), ``c0`` (close), ``p0`` (prune), joined by
``~``; those that BFS-ID3 found begin with a capital letter, ``X:m1``. ``?1`` after a split is the
branch of missing cells, where they count as a value.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, groupby
from typing import Any, Final

import dtcore as dt
from dtcore.model import NOWHERE, NodeId, Split
from dtcore.stepping import Move, RaiseSubtree, Step, Timeline
from dtshow.lesson.choice import RecipeChoice, recipe_choice_for
from dtshow.lesson.lesson import Lesson, Start
from dtshow.lesson.settings import SETTINGS
from dtshow.lesson.step_budget import StepBudget
from dtshow.tables.find import entry_of, find
from dtshow.tables.table_choice import UPLOAD, TableChoice

MOST_STEPS: Final = 2000
MOST_DIGITS: Final = 9
_NODE: Final = r"(?:\d+(?:\.\d+)*)?"
_HAND: Final = re.compile(
    rf"(?P<do>[xcpXC])(?P<node>{_NODE})"
    r"(?::(?P<kind>[cms])(?P<column>\d+)"
    r"(?:<=(?P<cut>[-+.\de]+|inf)|=(?P<left>[\d.]+)\|(?P<right>[\d.]*))?"
    r"(?:\?(?P<gap>\d+))?)?"
)
DEFAULT: Final = "playtennis"
ROLES: Final = ("ignore", "weight")
KINDS: Final = ("nominal", "numeric")
AS_RECIPE: Final = "auto"
"""Of ``complete``: rows with missing cells are left out where the recipe refuses them."""
PINS: Final = ("step", "moves", "cuts")
"""What every address that was written says of where it is in a lesson."""
LEAST_SHARE: Final = 0.01
MOST_SHARE: Final = 0.9
"""Of the rows, held out."""


def write_moves(timeline: Timeline) -> str:
    """A run as numbers that are read in full; the last of growing as one, for ``step`` tells where
    it ends."""
    runs = list(timeline.done.runs())
    words = [_words(run) for run in runs]
    if runs and isinstance(runs[-1], int) and not timeline.problem.pruning:
        words[-1] = [str(runs[-1])]
    return "~".join(chain.from_iterable(words))


def _words(run: int | Step) -> list[str]:
    if not isinstance(run, int):
        word = _write_move(run.move)
        return [word[0].upper() + word[1:] if run.found else word]
    full, rest = divmod(run, MOST_STEPS)
    return [str(MOST_STEPS)] * full + [str(rest)] * (rest > 0)


def _write_move(move: Move) -> str:
    node = ".".join(map(str, move.node))
    match move:
        case dt.MakeLeaf():
            return f"c{node}"
        case dt.Prune():
            return f"p{node}"
        case dt.Expand(split=split):
            return f"x{node}:{_write_split(split)}"
        case RaiseSubtree():
            raise AssertionError("only a pruner raises a branch, and its moves are counted")


def _write_split(split: Split) -> str:
    gap = f"?{split.missing}" if split.missing >= 0 else ""
    return _write_question(split) + gap


def _write_question(split: Split) -> str:
    match split:
        case dt.Threshold(column=column, cut=cut):
            return f"c{column}<={cut!r}"
        case dt.Subset(column=column, left=left, right=right):
            sides = (".".join(map(str, side)) for side in (left, right))
            return f"s{column}={'|'.join(sides)}"
        case dt.Multiway(column=column):
            return f"m{column}"


def read_moves(timeline: Timeline, text: str, budget: StepBudget | None = None) -> Timeline:
    """The timeline after the moves. Raises LinkError, MoveError."""
    budget = budget or StepBudget()
    words = text.split("~")[:MOST_STEPS]
    for are_steps, some in groupby(words, str.isdecimal):
        if are_steps:  # numbers in a row are one way, so that it is gone once
            steps = sum(min(whole(word), MOST_STEPS) for word in some)
            timeline = budget.on(timeline, timeline.cursor + steps)
        else:
            timeline = _by_hand(timeline, some, budget)
    return timeline


def _by_hand(timeline: Timeline, words: Iterable[str], budget: StepBudget) -> Timeline:
    for word in words:
        move = _read_move(timeline.problem.dataset, word)
        if isinstance(move, dt.Expand) and timeline.problem.pruning:
            raise dt.LinkError(
                "This link splits a node of a tree that is being pruned. Splits belong in "
                "“moves”, prunings in “cuts”."
            )
        timeline = budget.do(timeline, move, word[0].isupper())
    return timeline


def _read_move(dataset: dt.Dataset, word: str) -> Move:
    result = _HAND.fullmatch(word)
    if result is None:
        raise dt.LinkError("This link holds a move that cannot be read.")
    node = node_of(result["node"])
    if result["do"] in "cC":
        return dt.MakeLeaf(node)
    if result["do"] == "p":
        return dt.Prune(node)
    return dt.Expand(node, _read_split(dataset, result))


def _read_split(dataset: dt.Dataset, found: re.Match[str]) -> Split:
    column = whole(found["column"] or "999999999")
    if column < len(dataset.columns):
        split = _read_question(dataset, column, found)
        gap = whole(found["gap"]) if found["gap"] else NOWHERE
        if split is not None and _may_have_gap(dataset, split, gap):
            return replace(split, missing=gap)
    raise dt.LinkError("This link splits a column in a way that does not fit it.")


def _read_question(dataset: dt.Dataset, column: int, found: re.Match[str]) -> Split | None:
    levels = dataset.columns[column].levels
    if found["kind"] == "c" and levels is None and found["cut"]:
        apart = found["cut"] == "inf"  # the known cells from the missing ones
        return dt.Threshold(column, math.inf if apart else decimal(found["cut"]))
    if found["kind"] == "m" and levels is not None:
        return dt.Multiway(column)
    if found["kind"] == "s" and levels is not None and found["left"]:
        left, right = node_of(found["left"]), node_of(found["right"])
        if not set(left) & set(right) and max(left + right, default=0) < len(levels):
            return dt.Subset(column, left, right)
    return None


def _may_have_gap(dataset: dt.Dataset, split: Split, gap: int) -> bool:
    """Whether missing cells may be sent to branch ``gap`` of ``split``, -1 if to none."""
    column = dataset.columns[split.column]
    match split:
        case dt.Threshold(cut=cut) if gap == NOWHERE:
            return math.isfinite(cut)
        case dt.Subset(right=right) if gap == NOWHERE:
            return bool(right)
        case dt.Multiway():
            return gap == NOWHERE or (column.missing > 0 and gap == len(column.levels or ()))
        case _:
            return column.missing > 0 and gap in (0, 1)


def node_of(text: str) -> NodeId:
    """The node that is written as ``0.1``. Raises LinkError."""
    return tuple(whole(part) for part in text.split(".") if part.isdecimal())


def whole(digits: str) -> int:
    """A number of steps, a column, a branch or a level. Raises LinkError."""
    if len(digits) > MOST_DIGITS:
        raise dt.LinkError("This link holds a number that cannot be read.")
    return int(digits)


def decimal(text: str) -> float:
    """A finite number. Raises LinkError."""
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not abs(value) < 1e300:
        raise dt.LinkError("This link holds a number that cannot be read.")
    return value


@dataclass(frozen=True)
class Own:
    """A table of one's own, as an address is about it: ``data`` names it there, ``choice`` is how
    it is first taken, and ``columns`` are its names."""

    data: str
    choice: TableChoice
    columns: tuple[str, ...]


def choice_of(key: str) -> TableChoice:
    """A table taken as its entry says, for the recipe it is begun with. Raises LinkError."""
    entry = entry_of(key)
    choice = TableChoice(
        entry.key,
        entry.target,
        entry.roles,
        entry.kinds,
        entry.log,
        as_recipe=bool(entry.missing),
    )
    return choice.under(recipe_choice_of(key).recipe)


def recipe_choice_of(key: str) -> RecipeChoice:
    """The recipe that a table is best begun with. Raises LinkError."""
    entry = entry_of(key)
    return RecipeChoice.of(entry.recipe, depth=entry.depth)


def write(lesson: Lesson, own: Own | None = None) -> dict[str, str]:
    """The query parameters of a lesson; of a table of one's own that is not kept (``own``), they
    can only say that it was uploaded."""
    out = write_choice(lesson.choice, own)
    if lesson.choice.uploaded and own is None:
        return out
    recipe_choice = lesson.recipe_choice
    out |= {"recipe": recipe_choice.name}
    out |= {key: str(value) for key, value in recipe_choice.changes}
    out["step"] = str(lesson.timeline.cursor)
    if lesson.timeline.done.by_hand:
        out["moves"] = write_moves(lesson.timeline)
    if lesson.weighed is not None:
        out["weigh"] = ".".join(map(str, lesson.weighed)) or "root"
    return out


def write_choice(choice: TableChoice, own: Own | None = None) -> dict[str, str]:
    """The table, and what was changed of how it is first taken; lists of columns by ~."""
    return dict(_params_of(choice, own))


@lru_cache(128)
def _params_of(choice: TableChoice, own: Own | None) -> Mapping[str, str]:
    """Written once, since each step asks for it."""
    if choice.uploaded and own is None:
        return {"data": UPLOAD}
    usual = own.choice if own is not None else choice_of(choice.key)
    out = {"data": own.data if own is not None else choice.key}
    if choice.target != usual.target:
        usual = usual.with_target(choice.target)
        out["target"] = choice.target
    for role in ROLES:
        mine, theirs = _with(choice.roles, role), _with(usual.roles, role)
        if set(mine) != set(theirs):
            out[role] = _listed(mine)
    for kind in KINDS:
        mine, theirs = _with(choice.kinds, kind), _with(usual.kinds, kind)
        if set(mine) - set(theirs):
            out[kind] = _listed(sorted(set(mine) - set(theirs)))
    if choice.costs:
        out["cost"] = _listed(f"{name}:{cost:g}" for name, cost in choice.costs.items())
    if choice.hold is not None:
        share, seed, stratified = choice.hold
        out["hold"] = f"{share:g}~{seed}" + ("" if stratified else "~0")
    if choice.without:
        out["without"] = "~".join(str(place + 1) for place in choice.without)
    if choice.log != usual.log:
        out["log"] = str(int(choice.log))
    if choice.as_recipe or usual.as_recipe or choice.complete != usual.complete:
        out["complete"] = AS_RECIPE if choice.as_recipe else str(int(choice.complete))
    return out


def _listed(names: Iterable[str]) -> str:
    """In a list, ~ stands between names; what a name has of it is written by its number."""
    return "~".join(name.replace("%", "%25").replace("~", "%7E") for name in names)


def _each(text: str) -> list[str]:
    parts = (part.replace("%7E", "~").replace("%25", "%") for part in text.split("~"))
    return [part for part in parts if part]


def _with(said: Mapping[str, str], what: str) -> list[str]:
    return [column for column, one in said.items() if one == what]


def read(
    params: Mapping[str, str],
    dataset: Callable[[TableChoice], dt.Dataset],
    start: Start = dt.start,
    own: Own | None = None,
    budget: StepBudget | None = None,
) -> Lesson:
    """The lesson that an address describes; ``budget`` bounds what it takes. ``own``: the table of
    one's own that it is about, if it is about one.

    Raises LinkError, DataError or RecipeError.
    """
    key = params.get("data", DEFAULT)
    if key == UPLOAD and own is None:
        raise dt.LinkError(
            "An uploaded table stays only as long as its page is open. Upload it again on the "
            "home page."
        )
    choice = choice_in(params, own)
    recipe_choice = _plan(key, params) if own is None else _plan_of(choice, params, dataset)
    choice = choice.under(recipe_choice.recipe)
    lesson, budget = (
        Lesson.begin(choice, recipe_choice, dataset(choice), start),
        budget or StepBudget(),
    )
    if "moves" in params:
        lesson = replace(lesson, timeline=read_moves(lesson.timeline, params["moves"], budget))
    step = _whole(params, "step", lesson.timeline.cursor)
    lesson = budget.to(lesson, step if lesson.timeline.can_be_lazy else min(step, MOST_STEPS))
    weigh = params.get("weigh")
    node = () if weigh == "root" else node_of(weigh or "")
    lesson = lesson.show_candidates(node) if weigh and node in lesson.tree else lesson
    return lesson.select(node_of(params["node"])) if params.get("node") else lesson


def choice_in(params: Mapping[str, str], own: Own | None = None) -> TableChoice:
    """How an address takes its table. Raises LinkError."""
    key = params.get("data", DEFAULT)
    choice = own.choice if own is not None else choice_of(key)
    names = set(own.columns if own is not None else entry_of(key).columns)
    if params.get("target", choice.target) != choice.target:
        choice = choice.with_target(params["target"])
    named = {what: _each(params[what]) for what in (*ROLES, *KINDS) if what in params}
    if not {choice.target, *(c for some in named.values() for c in some)} <= names:
        raise dt.LinkError("This link names a column that the table does not have.")
    for role in ROLES:
        if role in named:
            choice = choice.with_role(_with(choice.roles, role), "input")
            choice = choice.with_role(named[role], role)
    for kind in KINDS:
        choice = choice.with_kind(named.get(kind, ()), kind)
    for text in _each(params.get("cost", "")):
        name, _, cost = text.rpartition(":")
        if name not in names:
            raise dt.LinkError("This link names a column that the table does not have.")
        choice = choice.with_cost([name], decimal(cost))
    if "log" in params:
        choice = replace(choice, log=params["log"] == "1")
    if "hold" in params:
        choice = replace(choice, hold=_held_out(params["hold"]))
    if "without" in params:
        choice = replace(choice, without=_taken_out(params["without"]))
    if is_old(params):
        return choice.with_complete(True)
    said = params.get("complete", AS_RECIPE)
    return choice if said == AS_RECIPE else choice.with_complete(said == "1")


def is_old(params: Mapping[str, str]) -> bool:
    """Whether an address is from when rows with missing cells were left out of every bundled
    table, and shall go on to open the rows that it was written for: it says where in a lesson it
    is, and nothing of such rows. Which step that is makes no difference."""
    entry = find(params.get("data", DEFAULT))
    gaps = entry is not None and bool(entry.missing)
    return gaps and "complete" not in params and any(pin in params for pin in PINS)


def _taken_out(text: str) -> tuple[int, ...]:
    """Rows by their numbers from 1."""
    if not re.fullmatch(r"[1-9]\d{0,6}(~[1-9]\d{0,6}){0,2999}", text):
        raise dt.LinkError("In this link “{name}” is not readable.", name="without")
    return tuple(sorted({int(number) - 1 for number in text.split("~")}))


def _held_out(text: str) -> tuple[float, int, bool]:
    """The share of rows held out, the seed, and ~0 where it is not done class by class."""
    said = re.fullmatch(r"(0\.\d{1,4})~(\d{1,6})(~0)?", text)
    if said is None or not LEAST_SHARE <= float(said[1]) <= MOST_SHARE:
        raise dt.LinkError("In this link “{name}” is not readable.", name="hold")
    return float(said[1]), int(said[2]), said[3] is None


def _plan_of(
    own: TableChoice, params: Mapping[str, str], dataset: Callable[[TableChoice], dt.Dataset]
) -> RecipeChoice:
    return _plan(own.key, params) if "recipe" in params else recipe_choice_for(dataset(own))


def _plan(key: str, params: Mapping[str, str]) -> RecipeChoice:
    if "recipe" not in params:
        return recipe_choice_of(key)
    name = dt.recipe(params["recipe"]).name
    turned = {
        setting.key: setting.parse(params[setting.key])
        for setting in SETTINGS
        if setting.key in params
    }
    return RecipeChoice.of(name, **turned)


def _whole(params: Mapping[str, str], name: str, otherwise: Any) -> Any:
    if name not in params:
        return otherwise
    if not re.fullmatch(r"\d{1,6}", params[name]):
        raise dt.LinkError("In this link “{name}” must be a whole number.", name=name)
    return int(params[name])
