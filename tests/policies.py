"""The policies that ``dtcore`` ships, for the lists of laws: one that is added is among them."""

from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, replace
from typing import Any, TypeVar

from dtcore.policy import Control, Policy

P = TypeVar("P", bound=Policy)
NUMBERS = {"factors": (1.0, 2.0), "shares": (0.3, 0.7), "matrix": ((0.0, 1.0), (5.0, 0.0))}
"""Of two classes, for the fields of policies that have no usual value."""


def usual(axis: type[P]) -> list[P]:
    """Every policy with its usual numbers, and every choice that its class offers besides."""
    found = []
    for kind in axis.shipped():
        needed = {f.name: NUMBERS[f.name] for f in fields(kind) if f.default is MISSING}
        found += [kind(**needed, **given) for given in ({}, *kind.variants.values())]
    return found


def telling(axis: type[P]) -> list[P]:
    """The same with numbers that tell on tables of a dozen rows, and with each switch turned."""
    return [*dict.fromkeys(turned for policy in usual(axis) for turned in _turned(policy))]


def _turned(policy: P) -> Iterator[P]:
    small = {f.name: _small(f.metadata["control"]) for f in fields(policy) if _controlled(f)}
    yield (less := replace(policy, **small))
    switches = {
        f.name: not getattr(policy, f.name) for f in fields(policy) if isinstance(f.default, bool)
    }
    if switches:
        yield replace(less, **switches)


def _controlled(field: Field[Any]) -> bool:
    return field.metadata.get("control") is not None


def _small(control: Control) -> float:
    """A third of what the control goes through if that ends at 1, else its third value."""
    if control.high <= 1:
        return control.low + (control.high - control.low) / 3
    return control.low + 2 * control.step
