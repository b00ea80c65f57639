"""Where a finished tree leads: to be pruned, to be asked about a row, to be judged.

Not done here: what the buttons do (``pages.ui.grow.after_last_step``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dtshow.lesson.lesson import Lesson
from dtshow.scene import blocks
from dtshow.scene.blocks import Block, Button
from dtshow.scene.grow.look import GrowLook
from dtshow.words.language import _


def leads_on(lesson: Lesson, look: GrowLook) -> bool:
    """Whether the tree is finished, and nothing else is asked of the class."""
    return lesson.finished and look.mode == "grow" and not look.waiting and not look.guided


def prunable(lesson: Lesson) -> bool:
    """A tree of one leaf has nothing to lose."""
    return len(lesson.tree) > 1


def leading_on(step: Mapping[str, Any], lesson: Lesson, look: GrowLook) -> dict[str, Any]:
    """What the big button says at the end of the lesson, where it would else be dead."""
    if not leads_on(lesson, look):
        return dict(step)
    prune, another = (_("Prune this tree"), "cut"), (_("Another table"), "swap")
    label, icon = prune if prunable(lesson) else another
    return {**step, "next": label, "icon": icon, "onward": True}


def onward(lesson: Lesson, look: GrowLook) -> Iterator[Block]:
    """A sentence, and ways on from here; before the end, to ask about the row that is followed."""
    if not leads_on(lesson, look):
        if look.row is not None and look.mode == "grow" and prunable(lesson):
            yield blocks.buttons("ask_row", [_ask(look)])
        return
    yield blocks.say("onward", _("**The tree is finished.** What next?"))
    name = _("Follow a row to its leaf") if look.row is None else _("Follow the next row")
    items = [Button("follow", name, "place")]
    if prunable(lesson):
        items.append(_ask(look))
        items.append(Button("judge", _("Judge it on rows it has not seen"), "check"))
        items.append(Button("beside", _("Compare it with another tree"), "split"))
        items.append(Button("tables", _("Take another table"), "swap"))
    yield blocks.buttons("onward_to", items)


def _ask(look: GrowLook) -> Button:
    """To Use: about the row that is followed, if one is."""
    label = _("Ask it about a new case") if look.row is None else _("Ask about this row")
    return Button("ask", label, "hand")
