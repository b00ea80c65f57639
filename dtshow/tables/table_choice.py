"""Which table a lesson is about, and how its columns are taken."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

import dtcore as dt

UPLOAD = "upload"


@dataclass(frozen=True)
class TableChoice:
    """A table and how its columns are taken. ``key`` is a catalogue key or "upload:<digest>".

    ``complete``: rows with missing cells are left out; ``as_recipe``: whether that is for the
    recipe to say (``under``), and not for a person. ``hold``: the share of rows that is held out,
    the seed and whether that is done class by class; None if the tree grows on all rows.
    ``without``: rows that are taken out, by their places in the table as it was read.
    """

    key: str
    target: str
    roles: Mapping[str, str] = field(default_factory=dict)
    kinds: Mapping[str, str] = field(default_factory=dict)
    log: bool = False
    complete: bool = False
    costs: Mapping[str, float] = field(default_factory=dict)
    as_recipe: bool = False
    hold: tuple[float, int, bool] | None = None
    without: tuple[int, ...] = ()

    @property
    def uploaded(self) -> bool:
        return self.key.startswith(UPLOAD)

    def __hash__(self) -> int:
        return hash(repr(self))

    def role(self, name: str) -> str:
        """ "target", "input", "ignore" or "weight"."""
        return "target" if name == self.target else self.roles.get(name, "input")

    def with_target(self, name: str) -> TableChoice:
        """Predict another column; the old target becomes an input."""
        roles = {column: role for column, role in self.roles.items() if column != name}
        return replace(self, target=name, roles=roles, log=False)

    def with_role(self, names: Iterable[str], role: str) -> TableChoice:
        """Give columns a role; the target keeps its own, and one column at most is the weight."""
        names = [name for name in names if name != self.target]
        if role == "target":
            return self.with_target(names[0]) if names else self
        roles = {
            column: old
            for column, old in self.roles.items()
            if column not in names and not (role == old == "weight")
        }
        if role != "input":
            roles |= dict.fromkeys(names, role)
        return replace(self, roles=roles)

    def with_kind(self, names: Iterable[str], kind: str) -> TableChoice:
        """Take columns as "nominal" or "numeric"."""
        names = list(names)
        kinds = {**self.kinds, **dict.fromkeys(names, kind)}
        return replace(self, kinds=kinds, log=self.log and self.target not in names)

    def under(self, recipe: dt.Recipe) -> TableChoice:
        """The table as ``recipe`` gets it: without rows that have gaps only if it refuses gaps."""
        if not self.as_recipe:
            return self
        return replace(self, complete=isinstance(recipe.missing, dt.Reject))

    @property
    def whole(self) -> TableChoice:
        """The table with all rows that no person left out."""
        return replace(self, complete=False) if self.as_recipe else self

    @property
    def with_all(self) -> TableChoice:
        """The table with the rows that were taken out."""
        return replace(self, without=())

    def left(self, rows: dt.Dataset) -> dt.Dataset:
        """``rows`` of the table but for those that are taken out."""
        return rows.part(np.flatnonzero(~np.isin(rows.origin, self.without)))

    @property
    def all_rows(self) -> TableChoice:
        """The table with no rows held out."""
        return replace(self, hold=None)

    def with_complete(self, complete: bool) -> TableChoice:
        """Leave rows with missing cells out, or take them in, whatever the recipe is."""
        return replace(self, complete=complete, as_recipe=False)

    def with_cost(self, names: Iterable[str], cost: float) -> TableChoice:
        """Say what it costs to ask for columns; 1 is what everything costs at first."""
        costs = {**self.costs, **dict.fromkeys(names, cost)}
        return replace(self, costs={name: cost for name, cost in costs.items() if cost != 1})
