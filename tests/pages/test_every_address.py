"""The address that a page writes opens what is on show, whatever of it has been chosen.

What can be chosen and how it is written, the states of the pages declare themselves, and so do the
settings of pruning and of trees. Not here: what an address says of the lesson (``test_link_fuzz``).
"""

import random
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from importlib import import_module
from itertools import chain
from typing import Any, Final

import pytest
from streamlit.testing.v1 import AppTest

from dtshow.lesson.state import Spec, declared
from pages.ui.grow.looking import SHOWN
from pages.ui.trees.pruning_settings import CHOICES, PREFIX, RANGES, SHARE, PruningSettings
from tests.pages.visit import PAGES, opened, waited

LESSON: Final = {"data": "playtennis", "recipe": "cart", "step": "3", "lang": "en"}
TEXTS: Final = ("row3", "9, 5", "1,2,1,2", "recipe=id3", "0.25", "root", "0", "1", "2")
"""Written where not all that can be written is listed."""
EVERY_TREE: Final = ""
"""In the place of a page: all that draw trees."""
MOST: Final = 1000
"""Addresses of a page drawn until each parameter has been written, if that takes so many."""
Choices = dict[str, tuple[str, ...]]


@cache
def of_states() -> dict[str, Choices]:
    """By page, what may be written of the fields of its states that an address names."""
    found: dict[str, Choices] = {}
    every = chain(PAGES.rglob("*.py"), (PAGES.parent / "dtshow").rglob("*.py"))
    files = (path for path in every if " = kept(" in path.read_text("utf-8"))
    names = (".".join(path.relative_to(PAGES.parent).with_suffix("").parts) for path in files)
    for name in names:
        for kind in vars(import_module(name)).values():
            if isinstance(kind, type) and is_dataclass(kind) and kind.__module__ == name:
                for spec in declared(kind).values():
                    if spec.params:
                        page = getattr(kind, "page", EVERY_TREE)
                        found.setdefault(page, {}).update(dict.fromkeys(spec.params, some(spec)))
    return found


def some(spec: Spec) -> tuple[str, ...]:
    assert spec.codec is not None
    return spec.codec.options or tuple(t for t in TEXTS if spec.codec.read(t) is not None)


def of_pruning() -> Choices:
    found: Choices = {}
    for field in fields(PruningSettings):
        low, high = RANGES.get(field.name, (0, 1))
        few = tuple(f"{low + (high - low) * part:g}" for part in (0.1, 0.25))
        if isinstance(field.default, int):
            few = str(int(low)), str(int(low) + 1)
        found[PREFIX + field.name] = CHOICES.get(field.name, few)
    return found


def choices() -> dict[str, Choices]:
    """By page, what may be written of each parameter of its address."""
    found = dict(of_states())
    trees = found.pop(EVERY_TREE)
    beside = {"grow": dict.fromkeys((*SHOWN, "node"), TEXTS), "pruning": of_pruning()}
    for page in ("grow", "pruning", "use", "explore"):
        found[page] = found.get(page, {}) | beside.get(page, {}) | trees
    return found


def addresses(page: str) -> Iterator[dict[str, str]]:
    for seed in range(MOST):
        draw = random.Random(seed)
        named = {n: draw.choice(of) for n, of in choices()[page].items() if draw.random() < 0.6}
        share = {SHARE: "0.3"} if page == "pruning" else {}  # without, it is an old address
        yield LESSON | share | named


def screen(at: AppTest) -> list[tuple[Any, ...]]:
    """All that is on show: words, the values of controls, and what draws trees and charts."""
    found: list[tuple[Any, ...]] = []
    for block in at.main:
        key, value = getattr(block, "key", None), getattr(block, "value", None)
        found.append((block.type, key, str(value)))
    found += [(part.proto.component_name, part.proto.bytes) for part in at.get("bidi_component")]
    found += [("chart", chart.proto.spec) for chart in at.get("plotly_chart")]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("least", [1, pytest.param(60, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("page", sorted(choices()))
def test_the_address_written_opens_what_is_on_show(page: str, least: int) -> None:
    """Of ``least`` addresses, and of as many more as it takes to write each parameter once."""
    written: set[str] = set()
    for number, params in enumerate(addresses(page)):
        if number >= least and choices()[page].keys() <= written:
            return
        first = waited(opened(page, **params))
        said = dict(first.query_params)
        if said.keys() <= written:
            continue
        again = waited(opened(page, **said))
        assert dict(again.query_params) == said
        assert screen(again) == screen(first)
        written |= said.keys()
    pytest.fail(f"never written in {MOST} addresses: {choices()[page].keys() - written}")
