"""Which cases of a test are tried on a push, and which at night alone.

``@pytest.mark.on_push(4)`` takes four cases of a parametrized test, spread evenly from the first to
the last; ``@pytest.mark.on_push("en", "zh-phone")`` those of these ids. The others are marked
``nightly``. A case that is nightly by itself is none to choose from.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import pytest


def spread(count: int, among: Sequence[str]) -> set[str]:
    """So many, from the first to the last as evenly as can be."""
    last = min(count, len(among)) - 1
    return {among[round(k * (len(among) - 1) / max(last, 1))] for k in range(last + 1)}


def case_of(item: pytest.Item) -> str:
    return item.nodeid.partition("[")[2].removesuffix("]")


def tests_with_a_choice(items: Iterable[pytest.Item]) -> Collection[list[pytest.Item]]:
    """Of each test that is marked, the cases to choose from."""
    found: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("on_push") and not item.get_closest_marker("nightly"):
            found.setdefault(item.nodeid.partition("[")[0], []).append(item)
    return found.values()


def left_to_the_night(cases: list[pytest.Item]) -> list[pytest.Item]:
    """What of a test a push leaves out: nothing, if none of the cases that it names are there."""
    wanted = cases[0].get_closest_marker("on_push").args
    names = [case_of(case) for case in cases]
    taken = spread(wanted[0], names) if isinstance(wanted[0], int) else {*wanted} & {*names}
    return [case for case in cases if taken and case_of(case) not in taken]


def misnamed(cases: list[pytest.Item]) -> set[str]:
    """Cases that a test names and that are not there to choose from."""
    wanted = cases[0].get_closest_marker("on_push").args
    return {name for name in wanted if isinstance(name, str)} - {case_of(case) for case in cases}
