"""What gives way in a tree that has no room for all: law on trees drawn at random, in a browser.

No level loses what a deeper one keeps, the root and the way to what is selected are whole, a leaf
that says anything says its answer, what is folded says how much that is where the node says
anything, and no letter is smaller than twelve pixels. Unless every level is asked for, no node is
drawn that says nothing: what has no room for a word is folded away, and counted.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.alone import alone, scene_at
from tests.browser.letters import SIZES
from tests.browser.stage import asked
from tests.browser.visitor import Visitor
from tests.strategies import seeds

pytestmark = pytest.mark.browser

QUERY = "data=biopsy&recipe=cart&complete=1&step=63"
NAMES = ["age", "Uniformity of cell size", "Bare nuclei", "细胞大小均匀度", "x", "Normal nucleoli"]
CLASSES = ["benign", "malignant"]
LEVELS = 10
"""The deepest that is whole on a laptop, where a level of the way has one line of letters."""
MOST = 200
"""Nodes that ask."""
Record = dict[str, Any]

SEEN = """({ tree }) => [...tree.place.values()].map((p) => ({ id: p.id, depth: p.depth,
  kind: p.node.kind, head: p.node.head, said: p.said, beside: p.beside,
  label: Boolean(p.label), plot: p.inner.kind === "plot", hidden: p.node.hidden,
  pill: p.crowded ? "" : p.pill?.text ?? "" }))"""


def grown(draw: random.Random, plots: bool, levels: int = LEVELS) -> list[Record]:
    """The records of a tree in pre-order: wide, or long and thin; of few levels the full one."""
    nodes: list[Record] = []
    splits, folded = (draw.uniform(0.3, 0.95), 0.2) if levels == LEVELS else (1.0, 0.0)

    def grow(id: str, up: str, share: float) -> None:
        depth = 0 if id == "root" else id.count(".") + 1
        asks = depth < levels - 1 and (depth < 2 or draw.random() < splits) and len(nodes) < MOST
        hidden = draw.randrange(2, 99) if asks and depth > 1 and draw.random() < folded else 0
        cut, answer = round(draw.uniform(0, 90), 2), draw.randrange(2)
        head = draw.choice(NAMES) if asks else CLASSES[answer]
        node: Record = {
            "id": id, "up": up, "kind": "ask" if asks else "leaf",
            "answer": None if asks else answer,
            "marks": [], "head": head, "lines": ["3 · 4", "n = 7, Gini = 0.5"], "says": head,
            "bar": [[0, 0.5], [1, 0.5]], "thick": 4.0, "hidden": hidden, "w": 96.0,
        }  # fmt: skip
        if up:
            sign = "≤" if id.endswith("0") else ">"
            node["edge"] = {"text": f"{sign} {cut}", "share": round(share, 4)}
        if asks and plots:
            cells = [[[0, 0.5], [1, 0.5]]] * 8
            node["plot"] = {"cells": cells, "wedge": 0.5, "sides": []}
        node["n"] = "400" if asks else str(draw.randrange(1, 400))
        nodes.append(node)
        if asks and not hidden:
            for branch in range(draw.choice((2, 2, 2, 3)) if levels == LEVELS else 2):
                grow(str(branch) if id == "root" else f"{id}.{branch}", id, share / 2)

    grow("root", "", 1.0)
    return nodes


def drawn(
    page: Page, nodes: list[Record], selected: str, every: bool = False, current: str = ""
) -> list[Record]:
    """Each node as it is seen; ``way``: it is on that to what is selected, or comes next."""
    sent = json.loads(scene_at("grow", QUERY))
    sent["scene"] |= {"nodes": nodes, "marks": None}
    sent["scene"]["tree"] |= {"selected": selected, "current": current, "lit": {}, "values": {}}
    sent["scene"]["tree"]["levels"] = {"n": len(nodes), "all": every}
    page.evaluate("scene => show(scene)", json.dumps(sent))
    at = [] if selected == "root" else selected.split(".")
    way = {"root", *(".".join(at[: k + 1]) for k in range(len(at)))}
    seen: list[Record] = asked(page, SEEN)
    return [one | {"way": one["id"] in way | {current}} for one in seen]


def kept(node: Record) -> set[str]:
    """What a node says. A name is as long as it is: it is compared with itself alone."""
    counted = node["said"] == f"+{node['hidden']}"
    told = {f"{node['head']}: {k}" for k in range(len(node["said"]))} if not counted else {"folded"}
    told |= {"folded"} if node["pill"].startswith(f"+{node['hidden']}") else set()
    told |= {node["kind"]} if node["said"] and not counted else set()
    told |= {"condition"} if node["label"] else set()
    told |= {f"rows of {node['kind']}"} if node["beside"] else set()
    return told | ({"plot"} if node["plot"] else set())


def lost(node: Record) -> set[str]:
    could = {f"{node['head']}: {k}" for k in range(len(node["head"]))} | {node["kind"]}
    could |= {"condition"} if node["depth"] else set()
    could |= {f"rows of {node['kind']}"} | ({"plot"} if node["kind"] == "ask" else set())
    could |= {"folded"} if node["hidden"] else set()
    return could - kept(node)


@pytest.mark.on_push("True-1366-640")
@pytest.mark.parametrize(("width", "height"), [(1366, 640), (390, 844), (1440, 900), (1920, 1080)])
@pytest.mark.parametrize("plots", [False, True])
def test_no_level_loses_what_a_deeper_one_keeps(
    visitor: Visitor, width: int, height: int, plots: bool
) -> None:
    visitor.page.set_viewport_size({"width": width, "height": height})
    page, draw = alone(visitor, f"grow?{QUERY}"), random.Random(width)
    rungs = set()
    for _ in seeds(1):
        nodes = grown(draw, plots)
        selected = draw.choice(nodes)["id"]
        every = draw.random() < 0.4
        current = "" if every else draw.choice(nodes)["id"]
        seen = drawn(page, nodes, selected, every, current)
        rungs.add(page.locator("svg.canvas").get_attribute("data-rung"))
        folded = [sum(one["hidden"] for one in some) + len(some) for some in (nodes, seen)]
        assert folded[0] == folded[1], (selected, nodes)
        gone: set[str] = set()
        for depth in range(LEVELS):
            level = [one for one in seen if one["depth"] == depth and not one["way"]]
            still = set().union(*map(kept, level)) & gone
            assert not still, (depth, still, nodes)
            gone |= set().union(*map(lost, level))
        for one in seen:
            assert one["said"] or every, (selected, one, nodes)
            if one["depth"] < 3 and not every and width > 800:
                assert one["kind"] in kept(one), (selected, one, nodes)
                assert one["label"] or not one["depth"], (selected, one, nodes)
            assert "folded" in kept(one) or not one["hidden"] or not one["said"] or one["way"], one
            if one["way"]:
                assert one["said"] == one["head"], (selected, one)
                assert one["label"] or not one["depth"], (selected, one)
        [least, text], *_ = page.evaluate(SIZES)
        assert least >= 11.9, text
    assert len(rungs) > 1


def test_histograms_are_as_wide_as_they_are_read_where_few_nodes_are_shown(
    visitor: Visitor,
) -> None:
    page = alone(visitor, f"grow?{QUERY}")
    seen = drawn(page, grown(random.Random(2), True, levels=4), "root")
    sizes = asked(page, "({ tree }) => [...tree.place.values()].map(({ inner }) => inner)")
    plots = [one for one in sizes if one["kind"] == "plot"]
    assert len(seen) == 15
    assert len(plots) == 7
    assert all(one["w"] >= 64 and one["h"] >= 30 for one in plots)


def test_a_way_along_another_long_one_is_drawn(visitor: Visitor) -> None:
    visitor.page.set_viewport_size({"width": 1366, "height": 640})
    page, nodes = alone(visitor, f"grow?{QUERY}"), grown(random.Random(1), False, levels=2)
    at = nodes[-1]["id"]
    for _ in range(6):
        asks, leaf = dict(nodes[0]), dict(nodes[-1])
        nodes = [one for one in nodes if one["id"] != at]
        nodes.append(asks | {"id": at, "up": at.rpartition(".")[0] or "root", "edge": leaf["edge"]})
        nodes += [leaf | {"id": f"{at}.{k}", "up": at} for k in "01"]
        at = f"{at}.1"
    seen = drawn(page, nodes, at[:11], current=at[:13])
    assert {at[:11], at[:13]} <= {one["id"] for one in seen}


def test_a_chinese_name_in_two_lines_is_parted_between_words(visitor: Visitor) -> None:
    visitor.page.set_viewport_size({"width": 390, "height": 844})
    page, nodes = alone(visitor, f"grow?{QUERY}"), grown(random.Random(2), False, levels=4)
    name = "细胞大小均匀性"
    drawn(page, [one | {"head": name} if one["kind"] == "ask" else one for one in nodes], "root")
    lined = asked(page, "({ tree }) => [...tree.place.values()].map(({ lined }) => lined)")
    firsts = {one[0]["head"] for one in lined if one and one[-1]["head"] not in ("", name)}
    assert firsts & {"细胞", "细胞大小"}
    assert not any(name.startswith(one) for one in firsts - {"细胞", "细胞大小", name})
