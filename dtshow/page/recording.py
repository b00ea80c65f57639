"""Record a lesson: all the scenes that a page without a server can show, as plain JSON.

A recording is a list of beats. Each has the sections of its ``scene`` and the ``acts`` that change
it, by ``kind:value``. An act is either a look, ``[change, acts]``: the sections that it changes and
the acts within it; or the number of looks that it leaves, 0 for those within this one, 1 for this
one too. ``others`` are the looks at other nodes; they change the ``unweighed`` scene, in which no
split is looked at. The scenes are the app's, without the controls that could do nothing here.

Each row of the table is written once; a scene has a set of bits that says which are highlighted.
A guided lesson is recorded stop by stop, each a beat of a lesson of its own.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Set
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import takewhile
from typing import Any, Final

import numpy as np

from dtcore.errors import DtError
from dtcore.model import ROOT, NodeId
from dtshow.lesson import link
from dtshow.lesson.lesson import Lesson
from dtshow.scene import blocks
from dtshow.scene.grow.look import Bar, GrowLook, digits_of
from dtshow.scene.grow.panel import queries
from dtshow.scene.grow.scene import GrowScene
from dtshow.scene.parts import Sections
from dtshow.scene.sums import read_only
from dtshow.scene.tree.rows import MOST
from dtshow.scene.tree.tree_look import EVERY, Folding, limit, name_of
from dtshow.words.language import _

Json = dict[str, Any]
Acts = dict[str, Any]
Look = list[Json]
"""The sections that change, and the acts within it if there are any."""
MOST_BEATS: Final = 1000
MOST_BITS: Final = 5000
"""Rows; of a larger table each scene has the rows in sight."""
MOST_FOLLOWED: Final = 1500
"""Rows times beats; in a longer recording, rows can be followed at its last beat only."""
MOST_LOOKS: Final = 6000
"""Beats times nodes times columns; in a longer recording, only the node of the step has looks at
all its columns."""
STOPS: Final = 30
"""Of a guided lesson: among so many a page is divided, however few they are."""
NESTING: Final = ("anyway", "look", "view", "sent", "more", "count")
"""Kinds of looks: each may lie within those before it."""
SWITCHES: Final = ("anyway", "sent", "more")
LOOK_SECTIONS: Final = ("say", "opens", "panel", "rows")
"""The sections that a look changes, besides the tree's."""
PARTLY: Final = {"rows", "tree"}
"""Sections of which a change holds only the fields that differ."""
FIXED: Final = ("columns", "printed", "all", "spared", "aside", "about", "label", "says", "still")
"""Fields of the rows that no look changes."""
COUNT_PARTS: Final = ("cells", "lit", "here", "tested", "head", "counted", "opens")
"""Fields of the rows that a pressed count changes."""


def record(scene: GrowScene, most: int | None = None) -> Json:
    """The lesson of ``scene`` from its first step to its last, or to the step ``most``. Raises
    DtError if that is too long."""
    lesson = scene.lesson
    length = lesson.timeline.length
    last = length if most is None else min(most, length)
    if last * 2 > MOST_BEATS:
        raise DtError("This lesson is too long for one page. Limit how deep the tree may grow.")
    look = _recorded(GrowLook(one_click=scene.look.one_click, tree=scene.look.tree), lesson)
    begun = replace(scene, lesson=lesson.jump(0), look=look)
    document = _Recorder([*takewhile(partial(_within, last), _walk(begun))]).document()
    if last < length:  # the slider and the keys end there
        for beat in document["beats"]:
            beat["scene"]["step"]["far"] = last
        document["beats"][-1]["scene"]["step"]["end"] = True
    return document


def _within(last: int, scene: GrowScene) -> bool:
    """Whether it comes no later than what the step ``last`` made."""
    return (scene.lesson.timeline.cursor, scene.lesson.weighed is not None) <= (last, False)


def record_stop(scene: GrowScene) -> Json:
    """The beat that ``scene`` is, a stop of a guided lesson."""
    stop = replace(scene, look=replace(_recorded(scene.look, scene.lesson), guided=True))
    beat: Json = _Recorder([stop], share=STOPS).document()["beats"][0]
    return beat


def record_still(sections: Sections, **others: Any) -> Json:
    """A scene in which nothing can be pressed, as a beat; ``others``: sections in their places."""
    made = {name: section.make() for name, section in sections.items()}
    scene = usable({k: v for k, v in made.items() if v is not None}, frozenset()) | others
    scene["tree"] = scene["tree"] | {"still": True, "levels": None}
    return {"scene": scene, "acts": {}, "others": {}, "unweighed": {}, "fold": None}


def _recorded(look: GrowLook, lesson: Lesson) -> GrowLook:
    """What a page without a server shows of it."""
    tree = replace(look.tree, folding=Folding(EVERY), signs=True, held_out=False)
    return replace(look, bar=Bar(lesson.timeline.length, holds=""), tree=tree, lecture=True)


def _walk(scene: GrowScene) -> Iterator[GrowScene]:
    lesson = scene.lesson
    yield scene
    while (after := lesson.next(scene.look.one_click)) is not lesson:
        lesson = after
        yield replace(scene, lesson=lesson)


@dataclass(frozen=True)
class _Recorder:
    """``share``: among how many recordings a page is divided; ``node_looks`` and ``count_looks``
    are shared by the beats."""

    beats: list[GrowScene]
    share: int = 1
    node_looks: dict[tuple[object, ...], Look] = field(default_factory=dict)
    count_looks: dict[tuple[object, ...], Json] = field(default_factory=dict)

    def document(self) -> Json:
        return {"beats": [self._beat(scene) | {"table": self._table} for scene in self.beats]}

    def _beat(self, scene: GrowScene) -> Json:
        lesson, sections = scene.lesson, self._sections(scene)
        acts = self._acts(scene, sections, "", frozenset())
        acts |= _statement_act(scene, acts)
        acts |= self._row_looks(scene, sections, acts.keys()) if self._can_follow(scene) else {}
        others = [node.id for node in lesson.tree if node.id != lesson.node]
        said = {} if lesson.choice.uploaded else link.write(lesson)
        return {
            "scene": usable(sections, acts.keys()),
            "acts": acts,
            "others": {name_of(node): self._node_look(scene, node) for node in others},
            "unweighed": self._sections(_unweighed(scene), "nodes"),
            "over": lesson.over().timeline.cursor if "over" in sections["step"] else None,
            "fold": limit(lesson.tree, Folding()) if sections["tree"]["levels"] else None,
            "link": {name: said[name] for name in ("step", "weigh") if name in said},
        }

    def _node_look(self, scene: GrowScene, node: NodeId) -> Look:
        """The look at another node. Beats share it until the node changes; a finished tree is
        summed up at its root and at the node of the last step."""
        lesson = scene.lesson.select(node)
        last, step = lesson.timeline.last, lesson.step
        just = last is not None and step is not None and last.move == step.move
        ended = lesson.finished and (just or node == ROOT)
        key = node, id(step), node in lesson.timeline.state.node_rows, just, ended
        if key not in self.node_looks:
            there = replace(scene, lesson=lesson, look=scene.look.moved_on)
            found = self._look(there, "pick", frozenset(), {})
            found[0]["tree"] = {"selected": name_of(node)}
            self.node_looks[key] = found
        change, *acts = self.node_looks[key]
        if digits_of(lesson, scene.look) != digits_of(_unweighed(scene).lesson, scene.look):
            change = change | self._sections(replace(scene, lesson=lesson), "nodes")
        return [change, *acts]

    def _look(self, scene: GrowScene, kind: str, available: Set[str], before: Json) -> Look:
        """A look with those within it; ``available``: the acts of the looks around it; ``before``:
        the sections of the one that it lies in."""
        if kind == "count":
            return [{"rows": self._count_look(scene)}]
        open_here = kind == "look" and scene.lesson.node == scene.lesson.weighed
        sections = self._sections(scene, *LOOK_SECTIONS, *(["nodes"] if open_here else []))
        acts = self._acts(scene, sections, kind, available)
        shown = usable(sections, acts.keys() | available)
        return [changed(usable(before, available), shown), *([acts] if acts else [])]

    def _count_look(self, scene: GrowScene) -> Json:
        """What a pressed count changes of the rows, the same for all looks at its node."""
        query, tree = scene.look.highlighted, scene.lesson.tree
        assert query is not None
        above = tuple(tree[query.node[:depth]].split for depth in range(len(query.node)))
        if (query, above) not in self.count_looks:
            rows = scene.rows()
            rows |= {"cells": self._cells(rows)}
            self.count_looks[query, above] = {name: rows[name] for name in COUNT_PARTS}
        return self.count_looks[query, above]

    def _acts(self, scene: GrowScene, sections: Json, kind: str, available: Set[str]) -> Acts:
        offers = {
            key: to
            for key, to in _panel_acts(scene, sections["panel"], kind)
            if key not in available and self._keeps(key, kind)
        }
        inner = available | {key for key in offers if look_kind(key) != "count"}
        acts: Acts = {
            key: to if isinstance(to, int) else self._look(to, look_kind(key), inner, sections)
            for key, to in offers.items()
        }
        return acts | ({"opennode:null": acts["view:node"]} if "view:node" in acts else {})

    def _keeps(self, key: str, kind: str) -> bool:
        """Whether an act is recorded. In a large lesson, other nodes have no looks at columns, and
        a look at a column has no counts to press."""
        if self._small or key.endswith(":none"):
            return True
        return look_kind(key) != {"pick": "look", "look": "count"}.get(kind)

    @cached_property
    def _small(self) -> bool:
        end = self.beats[-1].lesson
        return len(self.beats) * len(end.tree) * len(end.dataset.columns) <= MOST_LOOKS / self.share

    def _can_follow(self, scene: GrowScene) -> bool:
        """Whether each row can be followed through the tree."""
        rows = len(scene.display)
        few = len(self.beats) * rows <= MOST_FOLLOWED / self.share
        return rows <= MOST and (few or (self.share == 1 and scene is self.beats[-1]))

    def _row_looks(self, scene: GrowScene, sections: Json, available: Set[str]) -> Acts:
        """Each row on its way through the tree; the panel is the same for all of them."""
        acts: Acts = {"row:-1": 0}
        before, panel = usable(sections, available), Json()
        for row, number in enumerate(scene.display.frame.index):
            seen = replace(scene, look=replace(scene.look, row=row, follows=True))
            panel = panel or self._sections(seen, "panel")
            shown = usable(self._sections(seen, "say", "rows", "tree") | panel, available)
            acts[f"row:{number}"] = [changed(before, shown)]
        return acts

    def _sections(self, scene: GrowScene, *names: str) -> Json:
        """Sections of a scene; without ``names`` all of them."""
        sections = scene.sections()
        found = {name: sections[name].make() for name in names or sections}
        if "rows" in found:
            found["rows"] |= {"cells": self._cells(found["rows"])}
        return found

    def _cells(self, rows: Json) -> Any:
        """A bit for each row of the table, set if it is highlighted, in base64. The cells unchanged
        if they are not the highlighted rows and the first others, both in the table's order."""
        places = self._places
        order = [places.get(cells[0], -1) for cells in rows["cells"]]
        lit, bits = order[: rows["lit"]], np.zeros(len(places), bool)
        bits[lit] = True
        shown = [*np.flatnonzero(bits), *np.flatnonzero(~bits[:MOST])][:MOST]
        return b64encode(np.packbits(bits).tobytes()).decode() if order == shown else rows["cells"]

    @cached_property
    def _table(self) -> list[list[str]]:
        display = self.beats[0].display
        return display.cells(np.arange(len(display) if len(display) <= MOST_BITS else 0))

    @cached_property
    def _places(self) -> dict[str, int]:
        return {row[0]: place for place, row in enumerate(self._table)}


def changed(before: Json, after: Json) -> Json:
    """The sections that differ from those ``before``; of ``PARTLY``, the fields that differ."""
    found = {name: value for name, value in after.items() if before.get(name) != value}
    for name in PARTLY & found.keys():
        was, now = before.get(name, {}), found[name].items()
        found[name] = {k: v for k, v in now if k not in FIXED and was.get(k) != v}
    return found


def look_kind(key: str) -> str:
    """The kind of look that an act begins: the act's own, or the name of its switch."""
    kind, _, value = key.partition(":")
    return value if kind == "do" else kind


def _unweighed(scene: GrowScene) -> GrowScene:
    """The scene with no split looked at."""
    lesson = replace(scene.lesson, weighed=None, column=None)
    return replace(scene, lesson=lesson, look=scene.look.moved_on)


def _panel_acts(scene: GrowScene, panel: list[Json], kind: str) -> Iterator[tuple[str, Any]]:
    """The acts of a panel's blocks that need no engine, each with the scene after it or the number
    of looks that it leaves."""

    def after(**look: Any) -> GrowScene:
        return replace(scene, look=replace(scene.look, **look))

    depth = NESTING.index(kind) if kind in NESTING else -1
    inner = {one: place > depth for place, one in enumerate(NESTING)}
    for block in panel:
        if block["type"] == "ranking" and inner["look"]:
            yield from _candidates(scene, block["chosen"])
        elif block["type"] == "views" and inner["view"]:
            yield from [("view:working", 0), ("view:node", after(numbers=True))]
        elif block["type"] == "switch" and block["do"] in SWITCHES:
            name = block["do"]
            if block["on"] and name == kind:
                yield f"do:{name}", 1
            elif not block["on"] and inner[name]:
                yield f"do:{name}", after(**{name: True})
        elif block["type"] == "sum":
            yield "count:none", 0
            for key, query in queries(scene.lesson, scene.look).items():
                yield f"count:{key}", after(highlighted=query)


def _candidates(scene: GrowScene, chosen: str | None) -> Iterator[tuple[str, Any]]:
    lesson = scene.lesson
    for candidate in lesson.evidence.candidates:
        name = lesson.dataset.columns[candidate.column].name
        if candidate.split is not None:
            seen = replace(scene, lesson=lesson.look_at(candidate.column))
            yield f"look:{name}", 0 if name == chosen else seen


def _statement_act(scene: GrowScene, acts: Acts) -> Acts:
    """What opens the number in the statement."""
    if scene.lesson.weighed is not None:
        return {"open:null": 0}
    return {"open:null": acts["view:node"]} if "view:node" in acts else {}


def usable(sections: Json, available: Set[str]) -> Json:
    """The sections without the controls whose acts are not ``available``."""
    found = dict(sections)
    if "panel" in found:
        found["panel"] = [*_usable_blocks(found["panel"], available)]
    if "step" in found and found["step"].get("onward"):
        step = {name: value for name, value in found["step"].items() if name != "onward"}
        found["step"] = step | {"next": _("Finished"), "icon": "check", "end": True}
    if "words" in found:  # no link is shown
        hint = _("Page Down: next. Page Up: back. Esc: leave. N: notes.")
        found["words"] = found["words"] | {"hint": hint}
    if "opens" in found and "open:null" not in available:
        found["opens"] = ""
    if "rows" in found:
        found["rows"] = found["rows"] | {"still": "row:-1" not in available}
        if "opennode:null" not in available:
            found["rows"]["opens"] = ""
    if found.get("lecture") and "count:none" not in available:
        found["lecture"] = found["lecture"] | {"sum": read_only_sum(found["lecture"].get("sum"))}
    return found


def _usable_blocks(panel: list[Json], available: Set[str]) -> Iterator[Json]:
    chooses = "do:weigh" in available
    for block in panel:
        match block["type"]:
            case "ranking":
                can = {row["name"]: f"look:{row['name']}" in available for row in block["rows"]}
                rows = [row | {"able": row["able"] and can[row["name"]]} for row in block["rows"]]
                yield block | {"rows": rows}
            case "views":
                options = [one for one in block["options"] if f"view:{one[0]}" in available]
                yield from [block | {"options": options}] if len(options) > 1 else []
            case "switch":
                yield from [block] if f"do:{block['do']}" in available else []
            case "list":
                able = available >= {f"look:{name}" for name in block["columns"]}
                yield block if able else block | {"columns": []}
            case "sum":
                yield block if "count:none" in available else read_only_sum(block)
            case "buttons":
                named = ((f"do:{one['do'].partition(':')[0]}", one) for one in block["items"])
                if items := [one for name, one in named if name in available]:
                    yield block | {"items": items}
            case "hole":
                pass
            case "say" if block["key"] == "unseen" and not chooses:
                text = _("Not weighed yet. Which question would you ask here?")
                yield blocks.say(block["key"], text, block["tone"])
            case _ if block["key"] not in ("onward", *([] if chooses else ["turn"])):
                yield block


def read_only_sum(block: Json) -> Json:
    """A sum whose counts cannot be pressed."""
    boxes = ("symbol", "general", "numbers", "terms")
    lines = [
        line | {name: read_only(line[name]) for name in boxes if name in line}
        for line in (block or {}).get("lines", ())
    ]
    return block and block | {"lines": lines}
