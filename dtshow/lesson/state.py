"""What a page keeps of itself, declared: a frozen dataclass whose fields say how each is kept.

    @dataclass(frozen=True)
    class UseView:
        page: ClassVar = "use"
        tab: Tab = kept("predict", "tab", widget="use_tab")
        node: NodeId | None = kept(None, reset_by=("tab",))

Not done here: nothing is kept (``pages.ui.shell.session.state``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any, Generic, Literal, TypeVar, get_args, get_origin
from typing import get_type_hints as types_of

from dtshow.lesson.lesson import Lesson

T = TypeVar("T")
Names = str | tuple[str, ...]


@dataclass(frozen=True)
class Codec(Generic[T]):
    """How a value is written in an address; ``read`` returns None for what it cannot read.
    ``options``: all that can be written, where these are few."""

    read: Callable[[str], T | None]
    write: Callable[[T], str] = str
    options: tuple[str, ...] = ()


def whole(least: int, most: int, first: int = 0) -> Codec[int]:
    """A whole number from ``least`` to ``most`` as written; ``first`` is how 0 is written."""

    def read(text: str) -> int | None:
        if not (text.isascii() and text.isdigit() and len(text) <= len(str(most))):
            return None
        return int(text) - first if least <= int(text) <= most else None

    return Codec(read, lambda value: str(value + first))


def flag(on: str = "1", off: str = "0") -> Codec[bool]:
    return Codec({on: True, off: False}.get, lambda value: on if value else off, (on, off))


def text(longest: int) -> Codec[str]:
    return Codec(lambda said: said[:longest])


def one_of(*options: str) -> Codec[str]:
    return Codec(lambda said: said if said in options else None, options=options)


def _always(_view: object) -> bool:
    return True


@dataclass(frozen=True)
class Spec:
    """What a field declares: see ``kept``."""

    default: Any = None
    params: tuple[str, ...] = ()
    codec: Codec[Any] | None = None
    widget: str = ""
    reset_by: tuple[str, ...] = ()
    scope: Callable[[Lesson], object] | None = None
    when: Callable[[Any], bool] = _always
    lasts: bool = False


def kept(
    default: T,
    params: Names = (),
    codec: Codec[Any] | None = None,
    *,
    widget: str = "",
    reset_by: tuple[str, ...] = (),
    scope: Callable[[Lesson], object] | None = None,
    when: Callable[[Any], bool] = _always,
    lasts: bool = False,
) -> T:
    """A field of a page's state.

    ``params``: its parameter in an address, or those of its parts; ``codec``: how it is written
    there (a Literal: as it is); ``when``: of the state, whether the address says it. ``widget``:
    the key of the control that sets it. ``reset_by``: the fields whose change sets it back to its
    default; ``scope``: what of a lesson it belongs to, so that it is back at its default where that
    is another.
    ``lasts``: an address that opens the page does not set it back.
    """
    named = (params,) if isinstance(params, str) else params
    spec = Spec(default, named, codec, widget, reset_by, scope, when, lasts)
    return field(default=default, metadata={"spec": spec})


def declared(kind: Any) -> Mapping[str, Spec]:
    """What the fields of a state declare, by name."""
    return _declared(kind)


@cache
def _declared(kind: Any) -> Mapping[str, Spec]:
    specs = {f.name: f.metadata["spec"] for f in fields(kind) if "spec" in f.metadata}
    types = types_of(kind) if specs else {}
    for name, spec in specs.items():
        if spec.params and spec.codec is None and get_origin(types[name]) is Literal:
            specs[name] = replace(spec, codec=one_of(*get_args(types[name])))
    return specs
