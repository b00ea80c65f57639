"""What an address says of the Stability tab: ``sample=leave``, ``sample_percent=20``,
``sample_seed=3``, ``sample_run=1`` once the trees are asked for, ``sample_row=17`` of the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pages.ui.explore.stability.stability_view import (
    LAST_SEED,
    LEAST,
    MOST,
    WAYS,
    StabilityView,
)
from pages.ui.shell import session


def address() -> dict[str, str]:
    """What is not as usual."""
    view, usual = session.view(StabilityView), StabilityView()
    said: dict[str, str] = {"sample": view.way} if view.way != usual.way else {}
    if view.way != "bootstrap":
        said["sample_percent"] = str(view.percent)
    if view.seed != usual.seed:
        said["sample_seed"] = str(view.seed)
    if view.run:
        said["sample_run"] = "1"
    if view.run and view.row is not None:
        said["sample_row"] = str(view.row + 1)
    return said


def open_address(params: Mapping[str, str]) -> None:
    """Whatever cannot be read is as usual; an address that says nothing of it changes nothing."""
    if not any(name.startswith("sample") for name in params):
        return
    view = StabilityView(run=params.get("sample_run") == "1")
    for way in WAYS:
        if params.get("sample") == way:
            view = replace(view, way=way)
    percent = _whole(params.get("sample_percent", ""), LEAST, MOST)
    seed = _whole(params.get("sample_seed", ""), 0, LAST_SEED)
    row = _whole(params.get("sample_row", ""), 1, 10**9)
    view = replace(view, percent=view.percent if percent is None else percent, seed=seed or 0)
    session.keep(replace(view, row=None if row is None else row - 1))


def _whole(text: str, least: int, most: int) -> int | None:
    """A whole number from ``least`` to ``most``."""
    if not (text.isascii() and text.isdigit() and len(text) < 12):
        return None
    return int(text) if least <= int(text) <= most else None
