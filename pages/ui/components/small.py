"""Small trees side by side, or a single one, drawn by the stage's modules without words. Not done
here: what stands in them (``dtshow.scene.tree.small``)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from dtcore.model import Schema
from dtshow.figures.palette import COLOURS, in_both
from pages.ui.components.mount import mount


@dataclass(frozen=True)
class SmallTree:
    """``label``: what it shows, in words; ``below``: what stands below it; ``own``: it is the one
    with which the others are compared."""

    nodes: Sequence[dict[str, Any]]
    label: str
    below: str = ""
    own: bool = False


def small(
    key: str,
    trees: Sequence[SmallTree],
    schema: Schema,
    columns: Sequence[tuple[str, int]] = (),
) -> None:
    """``columns``: the names of columns with their signs."""
    data = {
        "trees": [asdict(tree) for tree in trees],
        "columns": columns,
        "classes": schema.classes[:COLOURS],
        "colours": in_both(max(len(schema.classes), 1)),
    }
    mount("small", key, json.dumps(data, ensure_ascii=False).encode())
