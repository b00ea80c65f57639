"""Lessons to draw, and the boxes of their trees."""

from dtcore.formula import Digits
from dtcore.model.tree import NodeId
from pages.ui import compute, link
from pages.ui.lesson import Lesson
from pages.ui.tree_view.question import Questions
from pages.ui.tree_view.sketch import Box, Sketch


def lesson(**params: str) -> Lesson:
    return link.read(params, lambda choice: compute.dataset(choice, "en"))


def boxes(of: Lesson) -> dict[NodeId, Box]:
    made = Sketch(of, Digits()).boxes(range(len(of.tree)), {})
    return {box.node: box for box in made}


def asked(of: Lesson) -> Questions:
    return Questions(of.dataset, of.tree, {})


def plotted(of: Lesson) -> dict[NodeId, Box]:
    made = Sketch(of, Digits(), {}, asked(of)).boxes(range(len(of.tree)), {})
    return {box.node: box for box in made}
