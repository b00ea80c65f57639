"""The state of a page: one frozen dataclass, whose fields declare how each is kept
(``dtshow.lesson.state``).

``view(UseView).tab`` reads a field, ``change(UseView, tab="rules")`` sets it (and resets the node),
``st.radio(..., **bind(UseView, tab=now))`` lets a widget set it, ``params_of(UseView)`` is what the
address says of it. Addresses are pulled: ``open_views`` only puts the address down, and each class
reads it when it is next asked for. So there is no list of all classes, and a page leads to another
by its address alone. Not done here: the lesson and its own address (``lessons``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final, ParamSpec, TypeVar

from dtshow.lesson.state import Spec, declared
from pages.ui.shell.session.address_bar import opened_with
from pages.ui.shell.session.lessons import address_of_lesson, lesson
from pages.ui.shell.session.values import Key

T = TypeVar("T")
V = TypeVar("V")
P = ParamSpec("P")


@dataclass(frozen=True, eq=False)
class Opening:
    """An address that was opened on a ``page``; ``read``: who has read it."""

    page: str
    params: Mapping[str, str]
    read: set[str] = field(default_factory=set)


_OPENING: Final = Key[Opening | None]("opening", None)
_SCOPES: Final = Key[Mapping[tuple[str, str], object]]("scopes", {})
_NOTHING: Final = object()
_HEARD: Final = Key[tuple[str, Any] | None]("heard", None)


def view(kind: type[V]) -> V:
    """The session's state of this class, which must be of an imported module: the script of a page
    runs anew each time, and its classes with it."""
    place = Key[Any](kind.__name__, None)
    found = place.value
    value: V = found if isinstance(found, kind) else kind()
    if not declared(kind):
        return value
    now: V = _in_scope(kind, _as_opened(kind, value))
    if now is not value:
        place.set(now)
    return now


def keep(value: object) -> None:
    """Keep a page's value in place of the one before; gone with the session."""
    Key[Any](type(value).__name__, None).set(value)


def change(kind: Callable[P, Any], /, *_: P.args, **changes: P.kwargs) -> None:
    """For callbacks: set these fields, and reset those that they reset."""
    of: Any = kind
    specs = declared(of)
    now = replace(view(of), **_with_reset(specs, changes))
    scopes = {
        (of.__name__, n): s.scope(lesson()) for n, s in specs.items() if n in changes and s.scope
    }
    if scopes:
        _SCOPES.set({**_SCOPES.value, **scopes})
    keep(now)


def bind(kind: Callable[P, Any], /, *_: P.args, **shown: P.kwargs) -> dict[str, Any]:
    """Key and callback of the widget about to be made, which sets the one field named and shows
    the value given: ``st.radio(label, options, **bind(UseView, tab=now))``."""
    [name] = shown
    return bind_to(declared(kind)[name].widget, kind, *_, **shown)


def bind_to(key: str, kind: Callable[P, Any], /, *_: P.args, **shown: P.kwargs) -> dict[str, Any]:
    """Likewise, for one widget more of the same field."""
    of: Any = kind
    [(name, value)] = shown.items()
    return control(key, value, lambda chosen: change(of, **{name: chosen}))


def control(key: str, shown: T, take: Callable[[T], object]) -> dict[str, Any]:
    """Key and callback of the widget about to be made, which shows a value that is kept anywhere:
    ``take`` gets what is chosen.

    What a widget has just said itself it is not told again: a slider that is told its own place
    while a key is held down would fall back to it."""
    heard = _HEARD.value
    if heard is not None and heard[0] == key:
        _HEARD.set(None)
    if heard != (key, shown) or Key[Any](key, _NOTHING).value != shown:
        Key[Any](key, None).set(shown)
    return {"key": key, "on_change": _hear, "args": (key, take)}


def _hear(key: str, take: Callable[[Any], object]) -> None:
    value = Key[Any](key, None).value
    _HEARD.set((key, value))
    take(value)


def params_of(kind: type[V]) -> dict[str, str]:
    """What the address says of it: each field that is not at its default, where it matters."""
    now, found = view(kind), dict[str, str]()
    for name, spec in declared(kind).items():
        value = getattr(now, name)
        if spec.codec and value != spec.default and spec.when(now):
            parts = (value,) if len(spec.params) == 1 else value
            found |= zip(spec.params, map(spec.codec.write, parts), strict=False)
    return found


def lesson_address(*states: type) -> dict[str, str]:
    """What an address says of the lesson, and of these states of a page."""
    said = address_of_lesson()
    for state in states:
        said |= params_of(state)
    return said


def open_views(page: str, params: Mapping[str, str]) -> None:
    """Let all that pages keep be as an address says that is opened on ``page``."""
    _OPENING.set(Opening(page, params))


def unread(reader: str) -> Opening | None:
    """The address opened last, once for each ``reader``."""
    opening = _OPENING.value
    if opening is None:
        opening = Opening("", opened_with())
        _OPENING.set(opening)
    if reader in opening.read:
        return None
    opening.read.add(reader)
    return opening


def _with_reset(specs: Mapping[str, Spec], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The changes, and the fields that they reset."""
    reset = {n: s.default for n, s in specs.items() if not changes.keys().isdisjoint(s.reset_by)}
    return {**reset, **changes}


def _as_opened(kind: Any, value: Any) -> Any:
    """As the address opened last says, if it has not been read yet. One with a table, opened on the
    page of ``kind``, says all fields; any other changes only those that it names."""
    if (opening := unread(kind.__name__)) is None:
        return value
    specs, named = declared(kind), dict[str, Any]()
    for name, spec in specs.items():
        if (found := _read(spec, opening.params)) is not None:
            named[name] = found
    named = _with_reset(specs, named)
    if "data" in opening.params and opening.page == getattr(kind, "page", None):
        named = {n: s.default for n, s in specs.items() if not s.lasts} | named
    if not named:
        return value
    read = {(kind.__name__, name) for name in named}
    _SCOPES.set({key: scope for key, scope in _SCOPES.value.items() if key not in read})
    return replace(value, **named)


def _read(spec: Spec, params: Mapping[str, str]) -> Any:
    """The value of a field that an address names; None if it names none that can be read."""
    if spec.codec is None:
        return None
    read = (spec.codec.read(params[name]) for name in spec.params if name in params)
    values = [value for value in read if value is not None]
    if not values:
        return None
    return values[0] if len(spec.params) == 1 else tuple(values)


def _in_scope(kind: Any, value: Any) -> Any:
    """With fields reset that belong to something else."""
    owned = {n: s for n, s in _scoped(kind).items() if getattr(value, n) != s.default}
    if not owned:
        return value
    now = {
        (kind.__name__, name): spec.scope(lesson()) for name, spec in owned.items() if spec.scope
    }
    scopes = {**now, **_SCOPES.value}
    gone = {key[1]: owned[key[1]].default for key, scope in now.items() if scopes[key] != scope}
    if scopes | now != _SCOPES.value:
        _SCOPES.set(scopes | now)
    return replace(value, **gone) if gone else value


@cache
def _scoped(kind: Any) -> Mapping[str, Spec]:
    """The fields that belong to something."""
    return {name: spec for name, spec in declared(kind).items() if spec.scope}
