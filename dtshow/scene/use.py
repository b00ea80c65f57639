"""A grown tree that is asked, as a scene: nothing but the tree, in which a node can be touched.

What stands beside the tree its page draws. Not done here: what is lit, which the page finds.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from dtshow.figures.palette import in_both
from dtshow.scene.lesson_key import lesson_key
from dtshow.scene.parts import VERSION, Section, Sections
from dtshow.scene.tree.section import TreePart
from dtshow.scene.words import words


@dataclass(frozen=True, eq=False)
class UseScene:
    """``tree``: its overlay's path is lit, with the share of the row that goes that way.
    ``picked``: a node was touched; none is framed otherwise."""

    tree: TreePart
    picked: bool = True

    def sections(self) -> Sections:
        tree = self.tree
        classes = tree.lesson.tree.schema.classes
        seen = {"current": "", "unpicked": not self.picked}
        return {
            "version": Section(lambda: VERSION),
            "page": Section(lambda: "use"),
            "classes": Section(lambda: classes),
            "colours": Section(lambda: in_both(len(classes))),
            "tree": Section(lambda: tree.section() | seen),
            "nodes": Section(tree.nodes, (*lesson_key(tree.lesson), *tree.by)),
            "marks": Section(tree.marks, lesson_key(tree.lesson)),
            "words": Section(lambda: words("")),
        }

    @property
    def by(self) -> tuple[Hashable, ...]:
        """All that the scene depends on."""
        path = tuple(sorted(self.tree.overlay.path.items()))
        values = tuple(sorted(self.tree.overlay.values.items()))
        lesson = self.tree.lesson
        here = *lesson_key(lesson), lesson.node, self.picked
        return *here, *self.tree.by, self.tree.look, path, values
