"""What a page keeps of itself: one frozen dataclass, whose fields say all about themselves.

    @dataclass(frozen=True)
    class UseView:
        page: ClassVar = "use"
        tab: Tab = kept("predict", "tab", widget="use_tab")
        node: NodeId | None = kept(None, lapses=("tab",))

``view(UseView).tab`` is its value, ``change(UseView, tab="rules")`` sets it (and ends the node),
``st.radio(..., **bind(UseView, tab=now))`` lets a widget set it, ``said(UseView)`` is what the
address says of it. An address that is opened is read by each kind when it is next asked for, so
nobody needs a list of all kinds, and a page leads to another by its address alone.
Not done here: the lesson, which has an address of its own (``lessons``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any, Final, Generic, Literal, ParamSpec, TypeVar, get_args, get_origin
from typing import get_type_hints as types_of

from pages.ui.shell.session.address_bar import opened_with
from pages.ui.shell.session.values import Key

T = TypeVar("T")
V = TypeVar("V")
P = ParamSpec("P")
Names = str | tuple[str, ...]


@dataclass(frozen=True)
class Form(Generic[T]):
    """How an address has a value; ``read`` gives None for what it cannot read."""

    read: Callable[[str], T | None]
    write: Callable[[T], str] = str


def whole(least: int, most: int, first: int = 0) -> Form[int]:
    """A whole number from ``least`` to ``most`` as it is written; ``first``: what 0 is there."""

    def read(text: str) -> int | None:
        if not (text.isascii() and text.isdigit() and len(text) <= len(str(most))):
            return None
        return int(text) - first if least <= int(text) <= most else None

    return Form(read, lambda value: str(value + first))


def flag(on: str = "1", off: str = "0") -> Form[bool]:
    return Form({on: True, off: False}.get, lambda value: on if value else off)


def text(longest: int) -> Form[str]:
    return Form(lambda said: said[:longest])


def one_of(*options: str) -> Form[str]:
    return Form(lambda said: said if said in options else None)


@dataclass(frozen=True)
class Spec:
    """What a field says of itself: see ``kept``."""

    usual: Any = None
    names: tuple[str, ...] = ()
    form: Form[Any] | None = None
    widget: str = ""
    lapses: tuple[str, ...] = ()
    of: Callable[[], object] | None = None
    when: Callable[[Any], bool] = lambda view: True
    lasts: bool = False


def kept(
    usual: T,
    names: Names = (),
    form: Form[Any] | None = None,
    *,
    widget: str = "",
    lapses: tuple[str, ...] = (),
    of: Callable[[], object] | None = None,
    when: Callable[[Any], bool] = lambda view: True,
    lasts: bool = False,
) -> T:
    """A field that is ``usual`` at first.

    ``names``: its name in an address, or those of its parts; ``form``: how it is written there
    (of a Literal: as it is); ``when``: of the view, whether the address says it. ``widget``: the
    key of the control that sets it. ``lapses``: the fields whose change makes it usual again;
    ``of``: what it is about, so that it is usual about another. ``lasts``: an address that opens
    the page does not make it usual.
    """
    said = (names,) if isinstance(names, str) else names
    spec = Spec(usual, said, form, widget, lapses, of, when, lasts)
    return field(default=usual, metadata={"spec": spec})


@dataclass(frozen=True, eq=False)
class Opening:
    """An address that was opened on a ``page``; ``read``: who has read it."""

    page: str
    params: Mapping[str, str]
    read: set[str] = field(default_factory=set)


_OPENING: Final = Key[Opening | None]("opening", None)
_ABOUT: Final = Key[Mapping[tuple[str, str], object]]("about", {})
_NOTHING: Final = object()
_HEARD: Final = Key[tuple[str, Any] | None]("heard", None)


def view(kind: type[V]) -> V:
    """What the session keeps of this ``kind``, which is a class of an imported module."""
    place = Key[Any](kind.__name__, None)
    found = place.value
    value: V = found if isinstance(found, kind) else kind()
    if not _specs(kind):
        return value
    now: V = _still(kind, _as_opened(kind, value))
    if now is not value:
        place.set(now)
    return now


def keep(value: object) -> None:
    """Keep a page's value in place of the one before; gone with the session."""
    Key[Any](type(value).__name__, None).set(value)


def change(kind: Callable[P, Any], /, *_: P.args, **changes: P.kwargs) -> None:
    """For callbacks: other values of these fields; what lapses with them is as usual again."""
    _change(kind, changes)


def _change(kind: Any, changes: Mapping[str, Any]) -> None:
    specs = _specs(kind)
    now = replace(view(kind), **_with_lapsed(specs, changes))
    about = {(kind.__name__, n): s.of() for n, s in specs.items() if n in changes and s.of}
    if about:
        _ABOUT.set({**_ABOUT.value, **about})
    keep(now)


def bind(kind: Callable[P, Any], /, *_: P.args, **shown: P.kwargs) -> dict[str, Any]:
    """Key and callback of the widget about to be made, which sets the one field named and shows
    the value given: ``st.radio(label, options, **bind(UseView, tab=now))``."""
    [name] = shown
    return bind_to(_specs(kind)[name].widget, kind, *_, **shown)


def bind_to(key: str, kind: Callable[P, Any], /, *_: P.args, **shown: P.kwargs) -> dict[str, Any]:
    """Likewise, for one widget more of the same field."""
    [(name, value)] = shown.items()
    return control(key, value, lambda chosen: _change(kind, {name: chosen}))


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


def said(kind: type[V]) -> dict[str, str]:
    """What the address says of it: what is not as usual, where it matters."""
    now, found = view(kind), dict[str, str]()
    for name, spec in _specs(kind).items():
        value = getattr(now, name)
        if spec.form and value != spec.usual and spec.when(now):
            parts = (value,) if len(spec.names) == 1 else value
            found |= zip(spec.names, map(spec.form.write, parts), strict=False)
    return found


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


def _specs(kind: Any) -> Mapping[str, Spec]:
    """What its fields say of themselves, by name."""
    return _specs_of(kind)


@cache
def _specs_of(kind: Any) -> Mapping[str, Spec]:
    specs = {f.name: f.metadata["spec"] for f in fields(kind) if "spec" in f.metadata}
    types = types_of(kind) if specs else {}
    for name, spec in specs.items():
        if spec.names and spec.form is None and get_origin(types[name]) is Literal:
            specs[name] = replace(spec, form=one_of(*get_args(types[name])))
    return specs


def _with_lapsed(specs: Mapping[str, Spec], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The changes, and what they end."""
    ended = {n: s.usual for n, s in specs.items() if not changes.keys().isdisjoint(s.lapses)}
    return {**ended, **changes}


def _as_opened(kind: Any, value: Any) -> Any:
    """With a table, an address opened on its page says all of a kind; else only what it names."""
    if (opening := unread(kind.__name__)) is None:
        return value
    specs, named = _specs(kind), dict[str, Any]()
    for name, spec in specs.items():
        words = [opening.params[n] for n in spec.names if n in opening.params]
        values = [found for w in words if spec.form and (found := spec.form.read(w)) is not None]
        if values:
            named[name] = values[0] if len(spec.names) == 1 else tuple(values)
    named = _with_lapsed(specs, named)
    if "data" in opening.params and opening.page == getattr(kind, "page", None):
        named = {n: s.usual for n, s in specs.items() if not s.lasts} | named
    if not named:
        return value
    read = {(kind.__name__, name) for name in named}
    _ABOUT.set({key: of for key, of in _ABOUT.value.items() if key not in read})
    return replace(value, **named)


def _still(kind: Any, value: Any) -> Any:
    """Without what was about something else."""
    owned = {n: s for n, s in _specs(kind).items() if s.of and getattr(value, n) != s.usual}
    if not owned:
        return value
    now = {(kind.__name__, name): spec.of() for name, spec in owned.items() if spec.of}
    about = {**now, **_ABOUT.value}
    gone = {key[1]: owned[key[1]].usual for key, of in now.items() if about[key] != of}
    if about | now != _ABOUT.value:
        _ABOUT.set(about | now)
    return replace(value, **gone) if gone else value
