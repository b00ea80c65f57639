"""Lessons to draw, and the boxes of their trees."""

from dtcore.model.nodes import NodeId
from dtshow.lesson import link
from dtshow.lesson.lesson import Lesson
from dtshow.scene.tree.rows import Questions
from dtshow.scene.tree.sketch import Box, Sketch
from dtshow.scene.tree.tree_look import TreeLook
from dttools.printing import Digits
from pages.ui.shell import cache


def lesson(**params: str) -> Lesson:
    return link.read(params, lambda choice: cache.dataset(choice, "en"))


def boxes(of: Lesson, look: TreeLook = TreeLook(), told: NodeId | None = None) -> dict[NodeId, Box]:
    made = Sketch(of, Digits(), look=look, told=told).boxes(range(len(of.tree)), {})
    return {box.node: box for box in made}


def asked(of: Lesson) -> Questions:
    return Questions(of.dataset, of.tree, {})


def plotted(of: Lesson) -> dict[NodeId, Box]:
    made = Sketch(of, Digits(), {}, asked(of)).boxes(range(len(of.tree)), {})
    return {box.node: box for box in made}
