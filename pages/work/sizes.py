"""How many bytes a value holds: counted where there are few parts, estimated where there are many.

Arrays and texts are counted in full and shared ones once; of a long list, a dictionary or a column
of texts some parts are looked at and stand for all. Not done here: tables (``apart``), which many
values share and which are counted by whoever keeps them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

ObjectArray = NDArray[np.object_]
SAMPLE: Final = 100
"""Parts of a long list that are looked at."""
_LEAVES: Final = (type, ModuleType, FunctionType, BuiltinFunctionType, MethodType)
_PLAIN: Final = (str, bytes, bytearray, int, float, complex, bool, type(None))


def size_of(value: object, apart: tuple[type, ...] = (), seen: set[int] | None = None) -> int:
    """Bytes of ``value`` and all that it refers to, but for objects of types ``apart`` below it.

    What is in ``seen`` counts nothing, and what is counted is put there.
    """
    seen = set() if seen is None else seen
    total, todo = 0.0, [(value, 1.0)]
    while todo:
        here, times = todo.pop()
        if id(here) in seen or isinstance(here, _LEAVES):
            continue
        if here is not value and isinstance(here, apart):
            continue
        seen.add(id(here))
        total += times * _own(here)
        if isinstance(here, np.ndarray):
            if here.base is not None:
                todo.append((here.base, times))
            continue
        few, scale = _parts(here)
        todo += ((part, times * scale) for part in few)
    return round(total)


def _own(here: object) -> float:
    if isinstance(here, pd.DataFrame):
        return _own(here.index) + sum(_cells(column) for _, column in here.items())
    if isinstance(here, pd.Series):
        return _own(here.index) + _cells(here)
    if isinstance(here, pd.Index):
        return here.memory_usage(deep=True)
    return sys.getsizeof(here, 64)  # of an array that is no view, its cells as well


def _cells(column: pd.Series[Any]) -> float:
    if column.dtype != object:
        return column.memory_usage(index=False, deep=True)
    few, scale = _sample(column.to_numpy())
    return column.memory_usage(index=False) + scale * sum(map(sys.getsizeof, few))


def _parts(here: object) -> tuple[Iterable[object], float]:
    """Some of what ``here`` refers to, and for how many each stands."""
    if isinstance(here, (*_PLAIN, pd.DataFrame, pd.Series, pd.Index)):
        return (), 1
    if isinstance(here, dict):
        both = list(here.items())  # at once: others may write meanwhile
        return _sample([part for pair in both for part in pair])
    if isinstance(here, list | tuple | set | frozenset):
        return _sample(list(here))
    return list(_fields(here)), 1


def _sample(parts: Sequence[object] | ObjectArray) -> tuple[Sequence[object], float]:
    step = max(1, len(parts) // SAMPLE | 1)  # odd: keys and values in turns
    few = list(parts[::step])
    return few, len(parts) / max(len(few), 1)


def _fields(here: object) -> Iterator[Any]:
    own = getattr(here, "__dict__", None)
    if isinstance(own, dict):
        yield own
    for kind in type(here).__mro__:
        slots = getattr(kind, "__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name not in ("__dict__", "__weakref__") and hasattr(here, name):
                yield getattr(here, name)
