"""All scenes of a lesson that a page without a server can show.

A lesson is a list of beats. Each has the sections of its scene, and acts that change it: by
``kind:value``, either a look, which says what changes and which acts it has in turn, or how many
looks are left by it: 0, those within this one; 1, this one too. ``picks`` are the looks at other
nodes; they begin with what is ``calm``, for no split is looked at then. Scenes are those of the
app; only what could do nothing here is taken out of them.

Rows of the table are written once: which of them come first is a set of bits.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

import numpy as np

from dtcore.errors import DtError
from dtcore.model import ROOT, NodeId
from dtshow.lesson import link
from dtshow.scene import blocks
from dtshow.scene.grow.look import Bar, GrowLook, digits_of
from dtshow.scene.grow.panel import queries
from dtshow.scene.grow.scene import GrowScene
from dtshow.scene.sums import read_only
from dtshow.scene.tree.rows import MOST
from dtshow.scene.tree.tree_look import EVERY, Folding, limit, name_of
from dtshow.words.language import _

Json = dict[str, Any]
Acts = dict[str, Any]
Look = list[Json]
"""What changes, and which acts it has, if any."""
MOST_BEATS: Final = 1000
MOST_BITS: Final = 5000
"""Rows; of a larger table those are written that are in sight."""
MOST_FOLLOWED: Final = 1500
"""Rows times beats, up to which a row can be followed at each beat; else at the last."""
MOST_LOOKS: Final = 6000
"""Beats, nodes and columns multiplied, up to which all that was asked can be looked at from
everywhere; else where the lesson stands."""
ORDER: Final = ("anyway", "look", "view", "sent", "more", "count")
"""What is looked at within what: each within those before it."""
SWITCHES: Final = ("anyway", "sent", "more")
LOOKED: Final = ("say", "opens", "panel", "rows")
"""The sections that a look at something else changes, besides the tree's."""
PARTLY: Final = {"rows", "tree"}
"""Sections of which a look says only what differs."""
SAME: Final = ("columns", "printed", "all", "spared", "aside", "about", "label", "says", "still")
"""What all rows of a beat have alike."""
LIT: Final = ("cells", "lit", "here", "tested", "head", "counted", "opens")
"""What a pressed count changes of them."""


def ahead(scene: GrowScene) -> Json:
    """The lesson of ``scene`` from its first step to its last, as far as it is looked at so.

    Raises DtError if it is too long to be written down."""
    lesson = scene.lesson
    if lesson.dataset.counted or lesson.timeline.length * 2 > MOST_BEATS:
        raise DtError("This lesson is too long for one page. Limit how deep the tree may grow.")
    tree = replace(scene.look.tree, folding=Folding(EVERY), signs=True, held_out=False)
    bar = Bar(lesson.timeline.length, holds="")
    look = GrowLook(one_click=scene.look.one_click, bar=bar, tree=tree, lecture=True)
    begun = replace(scene, lesson=lesson.jump(0), look=look)
    return _Written([*_walk(begun)]).document()


def _walk(scene: GrowScene) -> Iterator[GrowScene]:
    lesson = scene.lesson
    yield scene
    while (after := lesson.next(scene.look.one_click)) is not lesson:
        lesson = after
        yield replace(scene, lesson=lesson)


@dataclass(frozen=True)
class _Written:
    """``known``: looks at nodes that several beats share; ``lit``: rows that counts count."""

    beats: list[GrowScene]
    known: dict[tuple[object, ...], Look] = field(default_factory=dict)
    lit: dict[tuple[object, ...], Json] = field(default_factory=dict)

    def document(self) -> Json:
        beats = [self._beat(scene) for scene in self.beats]
        return {"beats": beats, "table": self._table, "most": MOST}

    def _beat(self, scene: GrowScene) -> Json:
        lesson, sections = scene.lesson, self._made(scene)
        acts = self._acts(scene, sections, "", frozenset())
        acts |= _opened(scene, acts)
        acts |= self._followed(scene, sections, acts.keys()) if self._follows(scene) else {}
        picks = [node.id for node in lesson.tree if node.id != lesson.node]
        said = {} if lesson.choice.uploaded else link.write(lesson)
        return {
            "scene": able(sections, acts.keys()),
            "acts": acts,
            "picks": {name_of(node): self._pick(scene, node) for node in picks},
            "calm": self._made(_calm(scene), "nodes"),
            "over": lesson.over().timeline.cursor if "over" in sections["step"] else None,
            "fold": limit(lesson.tree, Folding()) if sections["tree"]["levels"] else None,
            "link": {name: said[name] for name in ("step", "weigh") if name in said},
        }

    def _pick(self, scene: GrowScene, node: NodeId) -> Look:
        """Another node, which later beats show alike until something becomes of it; what the whole
        tree comes to is said at its root, and where the last step was."""
        lesson = scene.lesson.select(node)
        last, step = lesson.timeline.last, lesson.step
        just = last is not None and step is not None and last.move == step.move
        ended = lesson.finished and (just or node == ROOT)
        key = node, id(step), node in lesson.timeline.state.node_rows, just, ended
        if key not in self.known:
            found = self._look(replace(scene, lesson=lesson), "pick", frozenset(), {})
            found[0]["tree"] = {"selected": name_of(node)}
            self.known[key] = found
        change, *acts = self.known[key]
        if digits_of(lesson, scene.look) != digits_of(_calm(scene).lesson, scene.look):
            change = change | self._made(replace(scene, lesson=lesson), "nodes")
        return [change, *acts]

    def _look(self, scene: GrowScene, kind: str, at_hand: Set[str], before: Json) -> Look:
        """A look, and what one may look at within it; ``at_hand``: what else can be pressed;
        ``before``: the sections within which it is."""
        if kind == "count":
            return [{"rows": self._lit(scene)}]
        open_here = kind == "look" and scene.lesson.node == scene.lesson.weighed
        sections = self._made(scene, *LOOKED, *(["nodes"] if open_here else []))
        acts = self._acts(scene, sections, kind, at_hand)
        shown = able(sections, acts.keys() | at_hand)
        return [changed(able(before, at_hand), shown), *([acts] if acts else [])]

    def _lit(self, scene: GrowScene) -> Json:
        """What a pressed count changes of the rows, whatever is looked at of its node."""
        query, tree = scene.look.highlighted, scene.lesson.tree
        assert query is not None
        above = tuple(tree[query.node[:depth]].split for depth in range(len(query.node)))
        if (query, above) not in self.lit:
            rows = scene.rows()
            rows |= {"cells": self._cells(rows)}
            self.lit[query, above] = {name: rows[name] for name in LIT}
        return self.lit[query, above]

    def _acts(self, scene: GrowScene, sections: Json, kind: str, at_hand: Set[str]) -> Acts:
        offers = {
            key: to
            for key, to in _offers(scene, sections["panel"], kind)
            if key not in at_hand and self._worth(key, kind)
        }
        hand = at_hand | {key for key in offers if kind_of(key) != "count"}
        acts: Acts = {
            key: to if isinstance(to, int) else self._look(to, kind_of(key), hand, sections)
            for key, to in offers.items()
        }
        return acts | ({"opennode:null": acts["view:node"]} if "view:node" in acts else {})

    def _worth(self, key: str, kind: str) -> bool:
        """Of a large lesson: what is asked where it stands, and of other nodes what was decided
        there; rows light up for what was decided."""
        if self._small or key.endswith(":none"):
            return True
        return kind_of(key) != {"pick": "look", "look": "count"}.get(kind)

    @cached_property
    def _small(self) -> bool:
        end = self.beats[-1].lesson
        return len(self.beats) * len(end.tree) * len(end.dataset.columns) <= MOST_LOOKS

    def _follows(self, scene: GrowScene) -> bool:
        """Whether rows can be followed."""
        rows = len(scene.display)
        few = len(self.beats) * rows <= MOST_FOLLOWED or scene is self.beats[-1]
        return rows <= MOST and few

    def _followed(self, scene: GrowScene, sections: Json, at_hand: Set[str]) -> Acts:
        """Each row on its way through the tree; to the panel they are alike."""
        acts: Acts = {"row:-1": 0}
        before, panel = able(sections, at_hand), Json()
        for row, number in enumerate(scene.display.frame.index):
            seen = replace(scene, look=replace(scene.look, row=row, follows=True))
            panel = panel or self._made(seen, "panel")
            shown = able(self._made(seen, "say", "rows", "tree") | panel, at_hand)
            acts[f"row:{number}"] = [changed(before, shown)]
        return acts

    def _made(self, scene: GrowScene, *names: str) -> Json:
        """Sections of a scene; without ``names`` all of them."""
        sections = scene.sections()
        found = {name: sections[name].make() for name in names or sections}
        if "rows" in found:
            found["rows"] |= {"cells": self._cells(found["rows"])}
        return found

    def _cells(self, rows: Json) -> Any:
        """Where they come in the order of the table, those that are lit first, a bit for each that
        is lit."""
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
    """The sections that differ, of ``PARTLY`` what differs in them; without anything ``before``
    all that is not the same in the whole lesson."""
    found = {name: value for name, value in after.items() if before.get(name) != value}
    for name in PARTLY & found.keys():
        was = before.get(name, {})
        part = {k: v for k, v in found[name].items() if k not in SAME and was.get(k) != v}
        found[name] = part
    return found


def kind_of(key: str) -> str:
    """Of an act: what kind of look it begins; of a switch, which."""
    kind, _, value = key.partition(":")
    return value if kind == "do" else kind


def _calm(scene: GrowScene) -> GrowScene:
    """The scene without the split that is looked at."""
    return replace(scene, lesson=replace(scene.lesson, weighed=None, column=None))


def _offers(scene: GrowScene, panel: list[Json], kind: str) -> Iterator[tuple[str, Any]]:
    """What the blocks of a panel can do without the engine: the scene after it, or how many looks
    are left by it."""

    def after(**look: Any) -> GrowScene:
        return replace(scene, look=replace(scene.look, **look))

    inner = {one: kind not in ORDER or ORDER.index(kind) < ORDER.index(one) for one in ORDER}
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


def _opened(scene: GrowScene, acts: Acts) -> Acts:
    """The number that the sentence names."""
    if scene.lesson.weighed is not None:
        return {"open:null": 0}
    return {"open:null": acts["view:node"]} if "view:node" in acts else {}


def able(sections: Json, at_hand: Set[str]) -> Json:
    """The sections without what could do nothing: ``at_hand`` are the acts that do something."""
    found = dict(sections)
    if "panel" in found:
        found["panel"] = [*_blocks(found["panel"], at_hand)]
    if "step" in found and found["step"].get("onward"):
        step = {name: value for name, value in found["step"].items() if name != "onward"}
        found["step"] = step | {"next": _("Finished"), "icon": "check", "end": True}
    if "words" in found:  # no link is shown
        hint = _("Page Down: next. Page Up: back. Esc: leave. N: notes.")
        found["words"] = found["words"] | {"hint": hint}
    if "opens" in found and "open:null" not in at_hand:
        found["opens"] = ""
    if "rows" in found:
        found["rows"] = found["rows"] | {"still": "row:-1" not in at_hand}
        if "opennode:null" not in at_hand:
            found["rows"]["opens"] = ""
    if found.get("lecture") and "count:none" not in at_hand:
        found["lecture"] = found["lecture"] | {"sum": _read(found["lecture"].get("sum"))}
    return found


def _blocks(panel: list[Json], at_hand: Set[str]) -> Iterator[Json]:
    for block in panel:
        match block["type"]:
            case "ranking":
                rows = [row | {"able": f"look:{row['name']}" in at_hand} for row in block["rows"]]
                yield block | {"rows": rows}
            case "views":
                options = [one for one in block["options"] if f"view:{one[0]}" in at_hand]
                yield from [block | {"options": options}] if len(options) > 1 else []
            case "switch":
                yield from [block] if f"do:{block['do']}" in at_hand else []
            case "list":
                yield block | {"columns": []}
            case "sum":
                yield block if "count:none" in at_hand else _read(block)
            case "buttons" | "hole":  # all of them need the engine
                pass
            case "say" if block["key"] == "unseen":  # nothing is chosen here
                text = _("Not weighed yet. Which question would you ask here?")
                yield blocks.say(block["key"], text, block["tone"])
            case _ if block["key"] not in ("turn", "onward"):
                yield block


def _read(block: Json) -> Json:
    """A sum whose counts are only read."""
    boxes = ("symbol", "general", "numbers", "terms")
    lines = [
        line | {name: read_only(line[name]) for name in boxes if name in line}
        for line in (block or {}).get("lines", ())
    ]
    return block and block | {"lines": lines}
