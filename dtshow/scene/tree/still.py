"""A whole tree to be looked at: nothing in it is picked or folded, and several may stand on a
page."""

from __future__ import annotations

from dtshow.figures.palette import in_both
from dtshow.scene.parts import VERSION, Section, Sections
from dtshow.scene.tree.records import name_of
from dtshow.scene.tree.section import TreePart
from dtshow.scene.words import words


def still(tree: TreePart, marked: tuple[int, ...] | None = None) -> Sections:
    """A scene of nothing but a tree, with one node ``marked``."""
    seen = {"selected": name_of(marked or ()), "current": "", "still": True}
    return {
        "version": Section(lambda: VERSION),
        "page": Section(lambda: "still"),
        "classes": Section(lambda: tree.lesson.tree.schema.classes),
        "colours": Section(lambda: in_both(len(tree.lesson.tree.schema.classes))),
        "tree": Section(lambda: tree.section() | seen),
        "nodes": Section(tree.nodes),
        "marks": Section(tree.marks),
        "words": Section(lambda: words("")),
    }
