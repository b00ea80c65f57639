"""What may be set in the lab, as a value that a link can carry, and what the page shows of it.

Not done here: the grown tree and how far it is pruned (``pages.ui.trees.pruning_session``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import ClassVar, Final, Literal, get_args

import dtcore as dt
from dtcore.formula import Query
from dtcore.pruning import Limit, MinimumError, Pessimistic, ReducedError, WeakestLink
from dtcore.stepping import Pruner
from dtshow.lesson.state import Codec, kept
from pages.ui.shell import session

Method = Literal["cost", "reduced", "pessimistic", "minimum", "rules", "early", "compare"]
METHODS: Final = ("cost", "reduced", "pessimistic", "minimum", "rules", "early", "compare")
STEPPED: Final = ("cost", "reduced", "pessimistic", "minimum")
"""Those that prune node by node."""
FOR_CLASSES: Final = ("pessimistic", "minimum", "rules")
"""Those that count errors, so that the target must have classes."""
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "method": METHODS,
    "risk": ("impurity", "error"),
    "z": ("interpolated", "exact"),
    "judge": ("training", "held_out"),
}
RANGES: Final[Mapping[str, tuple[float, float]]] = {
    "share": (0, 0.9),
    "seed": (0, 999_999),
    "folds": (2, 20),
    "foldseed": (0, 999_999),
    "cf": (0.001, 0.5),
    "m": (0, 100),
    "eps": (0, 1e6),
    "depth": (1, 30),
    "rows": (1, 100_000),
    "drops": (0, 100_000),
}


@dataclass(frozen=True)
class PruningSettings:
    """``share``, ``seed`` and ``stratified`` say which rows are held out from growing; of a share
    of 0 none are, and the tree is the lesson's own.

    ``eps``, ``depth`` and ``rows`` are the limits of a tree that stops early; an ``eps`` below 0 is
    one that stops it somewhere. ``drops``: so many conditions of the rules have been dropped.
    """

    method: Method = "cost"
    risk: Literal["impurity", "error"] = "impurity"
    share: float = 0.3
    seed: int = 0
    stratified: bool = True
    folds: int = 10
    foldseed: int = 0
    cf: float = 0.25
    z: Literal["interpolated", "exact"] = "interpolated"
    raising: bool = True
    m: float = 2.0
    judge: Literal["training", "held_out"] = "training"
    eps: float = -1.0
    depth: int = 30
    rows: int = 2
    drops: int = 0

    @property
    def split(self) -> tuple[float, int, bool]:
        return self.share, self.seed, self.stratified

    @property
    def asks_held_out(self) -> bool:
        """Whether the method cannot do without rows that are held out."""
        return self.method == "reduced"

    @property
    def sound(self) -> PruningSettings:
        """With rows held out, if the method asks for them."""
        return replace(self, share=USUAL.share) if self.asks_held_out and not self.share else self

    def folds_of(self, data: dt.Dataset) -> int:
        """As many folds as were asked for, if there are so many rows."""
        return min(self.folds, len(data))

    @property
    def pruner(self) -> Pruner:
        """What proposes the next subtree to fall."""
        match self.method:
            case "reduced":
                return ReducedError()
            case "pessimistic":
                return Pessimistic(Limit(self.cf, self.z), self.raising)
            case "minimum":
                return MinimumError(self.m)
            case _:
                return WeakestLink(self.risk)


USUAL: Final = PruningSettings()
PREFIX: Final = "lab_"
"""Before each name in a link, since the recipe has a depth and rows, too."""
SHARE: Final = PREFIX + "share"
NAMES: Final = tuple(PREFIX + field.name for field in fields(PruningSettings))
"""Of settings in a link."""


def beginning(recipe: dt.Recipe) -> PruningSettings:
    """Where nothing has been set: the tree is the lesson's own until a person holds rows out, and
    the method is that of the recipe's authors: Quinlan's estimate for C4.5, which collapses
    subtrees by their errors, and m-estimates for ASSISTANT, which has an m."""
    if recipe.collapse is not None:
        return replace(USUAL, method="pessimistic", share=0.0)
    if recipe.m:
        return replace(USUAL, method="minimum", m=recipe.m, share=0.0)
    return replace(USUAL, share=0.0)


def carried(settings: PruningSettings, before: dt.Recipe, now: dt.Recipe) -> PruningSettings:
    """What was set for the tree of another recipe; if nothing was, where this one begins."""
    return beginning(now) if settings == beginning(before) else settings


def write(settings: PruningSettings) -> dict[str, str]:
    """The query parameters of what is not as usual, and always of the share: an address says
    whether rows are held out."""
    now = {f.name: getattr(settings, f.name) for f in fields(PruningSettings)}
    return {
        PREFIX + name: str(int(value) if isinstance(value, bool) or not value else value)
        for name, value in now.items()
        if name == "share" or value != getattr(USUAL, name)
    }


def read(params: Mapping[str, str], recipe: dt.Recipe) -> PruningSettings:
    """The ``beginning`` where the link says nothing of pruning; links that do, but name no share,
    are older than a share of 0; rules need none of the rows unless those held out judge them.
    Raises LinkError if a value cannot be."""
    named = {
        f.name: params[PREFIX + f.name]
        for f in fields(PruningSettings)
        if PREFIX + f.name in params
    }
    if not any(name.startswith(PREFIX) or name == "cuts" for name in params):
        return beginning(recipe)
    if named.get("method") == "rules" and named.get("judge") != "held_out":
        named.setdefault("share", "0")
    return PruningSettings(**{name: _value(name, text) for name, text in named.items()}).sound  # type: ignore[arg-type]


def _value(name: str, text: str) -> str | float | int | bool:
    if name in CHOICES:
        if text not in CHOICES[name]:
            raise dt.LinkError(
                "This link asks for “{value}”, which is not available here.", value=text
            )
        return text
    kind = type(getattr(USUAL, name))
    low, high = RANGES.get(name, (0, 1))
    if not re.fullmatch(r"\d{1,9}(\.\d{1,12})?", text) or not low <= float(text) <= high:
        raise dt.LinkError(
            "In this link “{name}” must be a number from {low} to {high}.",
            name=name,
            low=low,
            high=high,
        )
    number = float(text)
    return number if kind is float else kind(int(number))


View = Literal["path", "table", "prices", "errors", "growth"]
VIEWS: Final[tuple[View, ...]] = get_args(View)
"""What the right half shows of a way that is stepped."""
WITH_FOLDS: Final = "risk"
"""How an address calls the path with its folds asked for."""


READ_VIEW: Final[Mapping[str, View]] = {view: view for view in VIEWS} | {WITH_FOLDS: "path"}


@dataclass(frozen=True)
class PruningView:
    """``highlighted``: the pressed count whose rows are listed; ``faint``: whether what has been
    cut is drawn; ``rule``: the number of the chosen one, if it is not that of the step.

    ``folds_asked``: the path of a large table is cross-validated, too. ``lent``: rows are held out
    only because the method needs some. ``late``: the trees that one path is drawn for, and the
    subtree of it that was chosen.
    """

    page: ClassVar = "pruning"
    view: View = kept("path", "lab_view", Codec(READ_VIEW.get, options=VIEWS))
    folds_asked: bool = kept(
        False,
        "lab_view",
        Codec({WITH_FOLDS: True}.get, lambda _asked: WITH_FOLDS, (WITH_FOLDS,)),
        when=lambda now: now.view == "path",
    )
    highlighted: Query | None = kept(None, reset_by=("rule",))
    faint: bool = kept(True, widget="fallen")
    per_row: bool = kept(False)
    each_fold: bool = kept(False, widget="folds_shown")
    rule: int | None = kept(None)
    lent: bool = kept(False)
    late: tuple[object, int] | None = kept(None)


def highlight(query: Query | None) -> None:
    """For callbacks: list the rows that ``query`` counts; None: none."""
    session.change(PruningView, highlighted=query)


def show(view: View, folds_asked: bool = False) -> None:
    """For callbacks: show this view of the tree that is pruned."""
    session.change(PruningView, view=view, folds_asked=folds_asked)
