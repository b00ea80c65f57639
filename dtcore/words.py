"""Sentences as values: what a policy, a verdict or a stop reason says of itself, once.

``str(sentence)`` is English, for worksheets and the command line; pages look the template up in
another language (``dtshow.words.language.sentence``). Not done here: no sentence is written
and none is translated; ``dtcore.errors`` has those that are raised.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from string import Formatter


class Figure(float):
    """A number that a sentence writes as ``number`` does, unless its template says how."""

    def __format__(self, spec: str) -> str:
        return format(float(self), spec) if spec else number(self)


class Listed(tuple[str, ...]):
    """Names in a sentence, one after the other; a page joins them as its language does."""

    __slots__ = ()

    def __str__(self) -> str:
        return ", ".join(self)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


@dataclass(frozen=True, init=False)
class Sentence:
    """A template in English and the values that fill it, which may be sentences themselves.

    A field that is not given stays open, for whoever shows the sentence to fill:
    ``sentence.with_fields(gain="0.25")``. Declared in a class and read from an object, a sentence
    is filled from what the object has of the same names.
    """

    template: str
    fields: Mapping[str, object]

    def __init__(self, template: str, /, **fields: object) -> None:
        short = {n: Figure(v) if isinstance(v, float) else v for n, v in fields.items()}
        object.__setattr__(self, "template", template)
        object.__setattr__(self, "fields", short)

    def __hash__(self) -> int:
        return hash(self.template)

    def __str__(self) -> str:
        return self.template.format(**self.fields)

    def __get__(self, owner: object, kind: type | None = None) -> Sentence:
        if owner is None or "{" not in self.template:
            return self
        known = {name: getattr(owner, name) for name in self.open if hasattr(owner, name)}
        return self.with_fields(**known)

    @property
    def open(self) -> set[str]:
        """The fields that are not given."""
        names = {name for _, name, _, _ in Formatter().parse(self.template) if name}
        return names - self.fields.keys()

    def with_fields(self, **fields: object) -> Sentence:
        return Sentence(self.template, **self.fields, **fields)


def as_written(value: object) -> Sentence:
    """Whatever has no words of its own, as code and the same in every language:
    ``MinRows(rows=5)``."""
    return Sentence(repr(value).replace("{", "{{").replace("}", "}}"))


def number(value: float) -> str:
    """A number as short as it can be written without the noise of binary fractions, and without a
    power of ten up to 15 digits.

    The noise of a fraction in single precision goes too (2.44999998808 is 2.45). Cuts have a
    rule of their own (``dtcore.model.cut``).
    """
    noise = min(6e-8 * abs(value), 1e-5)
    for digits in range(7, 16):
        text = f"{value + 0.0:.{digits}g}"
        if abs(float(text) - value) <= noise:
            return f"{float(text):.15g}" if "e+" in text else text
    return f"{value:.17g}"
