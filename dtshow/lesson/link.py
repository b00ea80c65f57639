"""A lesson as an address: written so that it can be read again, parsed with suspicion.

``data=playtennis&recipe=id3&step=3``: the table, the recipe with its changes, and how many
steps were taken. Moves made by hand are spelled out in ``moves`` (``dtshow.lesson.link_moves``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import dtcore as dt
from dtshow.lesson.choice import RecipeChoice, recipe_choice_for
from dtshow.lesson.lesson import Lesson, Start
from dtshow.lesson.link_moves import MOST_STEPS, decimal, node_of, read_moves, write_moves
from dtshow.lesson.settings import SETTINGS
from dtshow.lesson.step_budget import StepBudget
from dtshow.tables.find import entry_of, find
from dtshow.tables.table_choice import UPLOAD, TableChoice

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
