"""What the browser gets of each node. User text travels as data and is set as text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from dtcore.model import ROOT, NodeId
from dtshow.scene.tree.layout import Layout
from dtshow.scene.tree.letters import EDGE_LETTERS, shortened
from dtshow.scene.tree.sketch import Box


def name_of(node: NodeId) -> str:
    """A node's name in the browser: its branches with dots between, or "root"."""
    return ".".join(map(str, node)) or "root"


def node_of(name: object) -> NodeId | None:
    """The node of a name; None if it is no name."""
    if name == "root":
        return ROOT
    if not isinstance(name, str) or not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6}){0,999}", name):
        return None
    return tuple(map(int, name.split(".")))


def records(
    boxes: Sequence[Box],
    ids: Sequence[str],
    layout: Layout | None,
    rooms: Sequence[Box] | None = None,
) -> list[dict[str, Any]]:
    """One record for each box, whose DOT id is in ``ids``; no places if there is no layout.
    ``rooms``: the boxes for which room is kept, if others."""
    triples = zip(boxes, rooms or boxes, ids, strict=True)
    return [_node(box, name, layout, room) for box, room, name in triples]


def shares_by_name(highlighted: Mapping[NodeId, float]) -> dict[str, float]:
    return {name_of(node): round(share, 4) for node, share in highlighted.items()}


def _node(box: Box, name: str, layout: Layout | None, room: Box) -> dict[str, Any]:
    record: dict[str, Any] = {
        "id": name_of(box.node),
        "up": name_of(box.node[:-1]) if box.node else "",
        "kind": box.kind,
        "answer": box.answer,
        "marks": box.marks,
        "head": box.head,
        "lines": box.lines,
        "bar": box.bar,
        "thick": box.thickness,
        "says": box.says,
        "hidden": box.hidden,
    }
    if box.node:
        record["edge"] = {
            "text": shortened(box.condition, EDGE_LETTERS),
            "share": round(box.share, 4),
        }
    if box.extra:
        record["extra"] = box.extra
    if box.cut:
        record["cut"] = shortened(box.cut, EDGE_LETTERS)
    if box.n:
        record["n"] = box.n
    if plot := box.plot:
        record["plot"] = {"cells": plot.cells, "wedge": plot.wedge, "sides": plot.sides}
    if box.tray:
        record["tray"] = box.tray.record
    if layout is not None:
        x, y = layout.nodes[name]
        record |= {"x": x, "y": y, "w": room.width, "h": box.height}
        if box.node:
            record["edge"]["at"] = layout.labels[name]
    return record
