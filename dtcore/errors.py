"""What the engine says when it cannot go on: sentences for people, as values.

An error carries a template and the values that fill it, so that a page can show the same
sentence in another language: ``translate(error.template).format(**error.fields)``.
Not done here: no translation, no logging, and no error that a person could not act upon.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Final


class DtError(ValueError):
    """A sentence that says what is wrong and what to do about it.

    ``template`` is a ``str.format`` template in English; ``fields`` are plain values.
    """

    def __init__(self, template: str, **fields: object) -> None:
        self.template = template
        self.fields = fields
        super().__init__(template.format(**fields))

    def __reduce__(self) -> tuple[Callable[..., DtError], tuple[object, ...]]:
        """As an exception is copied and pickled: its arguments alone say too little."""
        return _again, (type(self), self.template, self.fields)


def _again(kind: type[DtError], template: str, fields: dict[str, object]) -> DtError:
    return kind(template, **fields)


class ReadingError(DtError):
    """A file cannot be read as a table."""


class DataError(DtError):
    """A table cannot be used as it is: its target, its kinds, its missing cells."""


class RecipeError(DtError):
    """Policies that cannot go together, or a recipe that does not fit the data."""


class MoveError(DtError):
    """A move that the present state does not allow."""


class PruningError(DtError):
    """What was asked of a pruner makes no sense, or not for this tree."""


class LinkError(DtError):
    """A share link that does not describe a lesson."""


RENAMED: Final = {
    "Close": "MakeLeaf",
    "Raise": "RaiseSubtree",
    "Opened": "Explanation",
    "along": "losses_along",
    "mapped": "replace_parts",
    "named": "named_parts",
    "reaching": "weight_reaching",
}
"""Names that the engine has offered, and what they are called now."""


def elsewhere(
    face: str, moved: Mapping[str, str], parts: Iterable[ModuleType] = ()
) -> Callable[[str], object]:
    """The ``__getattr__`` of a package: says what a name that it lacks is called now, where it has
    ``moved`` to, by module, or which of its ``parts`` has it, if one does.
    Called, it always raises AttributeError."""
    now_in = {name: module for module, names in moved.items() for name in names.split()}

    def no_such_name(name: str) -> object:
        message = f"module {face!r} has no attribute {name!r}"
        if (new := RENAMED.get(name)) and hasattr(sys.modules[face], new):
            message = f"{face}.{name} is called {new} now. Write {face}.{new}."
        elif name in now_in:
            message = (
                f"{name!r} has moved from {face} to {now_in[name]}. Write import dttools as dt, "
                "which offers the names of dtcore too."
            )
        else:
            for part in parts:
                if getattr(vars(part).get(name), "__module__", "").startswith(part.__name__):
                    message = f"{face} itself has no {name!r}. Write {part.__name__}.{name}."
                    break
        raise AttributeError(message)

    return no_such_name
