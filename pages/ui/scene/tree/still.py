"""A whole tree to be looked at: nothing in it is picked or folded, and several may stand on a
page."""

from __future__ import annotations

from pages.ui.figures.palette import in_both
from pages.ui.scene.parts import VERSION, Section, Sections
from pages.ui.scene.tree.records import name_of
from pages.ui.scene.tree.section import TreePart
from pages.ui.scene.words import words


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
