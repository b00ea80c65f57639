"""The stage: one component that draws scenes and sends back acts.

How a click goes and comes back stands in ``stage.js``. Not done here: what is in a scene
(``dtshow.scene``), and what an act does, which each page says.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from dtcore.errors import DtError
from dtcore.model import NodeId
from dtshow.lesson.lesson import Lesson
from dtshow.scene.acts import Act, new_acts
from dtshow.scene.lesson_key import lesson_key
from dtshow.scene.parts import payload
from dtshow.scene.tree.section import TreePart
from dtshow.scene.tree.still import still
from dtshow.scene.tree.worker import PictureError
from dttools.printing import Digits
from pages.ui.components.mount import mount
from pages.ui.share.lecturing import turn_lecture
from pages.ui.share.sharing import share, shared
from pages.ui.shell import cache, session

KEY: Final = "stage"
Acts = Mapping[str, Callable[[Any], None]]
"""What each kind of act does on a page, told the act's value."""


@dataclass(frozen=True)
class StageView:
    """``done``: the number of the last act of the browser's that has been carried out. ``drawn``:
    the browser has drawn a tree in this session."""

    done: int = 0
    drawn: bool = False


def drawn() -> bool:
    """Whether a tree has been drawn: what loads for long on a cold page waits until then."""
    return session.view(StageView).drawn


def _note_drawn(_value: object) -> None:
    session.keep(replace(session.view(StageView), drawn=True))


OF_ALL: Final[Acts] = {"lecture": turn_lecture, "share": share, "drawn": _note_drawn}


def stage(
    written: str, acts: Acts, key: str = KEY, tells: bool = False, linked: str = "null"
) -> None:
    """Draw a payload of ``dtshow.scene.parts``; each act is carried out once, in order.
    ``tells``: the browser is to say when the first tree is ``drawn``. ``linked``: JSON of what is
    lit here when a node is touched in a stage beside this one (``linked.js``)."""
    done, link = session.view(StageView).done, json.dumps(shared(), ensure_ascii=False)
    asked = json.dumps(tells and not drawn())
    page = f'"done":{done},"tells":{asked},"share":{link},"linked":{linked}'
    data = f"{{{page},{written[1:]}".encode()
    mount("stage", key, data, on_act_change=lambda: _hear(key, {**acts, **OF_ALL}))


def answering_the_stage() -> bool:
    """Whether the stage has sent what is being answered. What a table beside it is said to have
    chosen is then what it had when it was drawn: acts may be sent twice, and the second sending
    knows nothing of the answer to the first."""
    return session.reported(KEY, "act") is not None


def _hear(key: str, acts: Acts) -> None:
    """Do what the browser has sent and what was not done yet."""
    for act in new_acts(session.reported(key, "act"), session.view(StageView).done):
        session.keep(replace(session.view(StageView), done=act.number))
        carry_out(acts, act)


def carry_out(acts: Acts, act: Act) -> None:
    """What is unknown does nothing; what cannot be done is said, and changes nothing."""
    hear = acts.get(act.kind)
    if hear is None:
        return
    try:
        hear(act.value)
    except DtError as problem:
        session.say_trouble(problem)


def still_tree(lesson: Lesson, digits: Digits, key: str, marked: NodeId | None = None) -> None:
    """Draw the whole tree of ``lesson`` to be looked at, with one node outlined."""
    try:
        data = _still(lesson, digits, marked)
    except PictureError:  # not kept: the next picture may do well
        data = _sent(TreePart(lesson, digits, placed=False), marked)
    mount("stage", key, data)


def _by(lesson: Lesson, digits: Digits, marked: NodeId | None) -> tuple[Hashable, ...]:
    return lesson_key(lesson), digits, marked


@cache.shared(cache.PICTURES, by=_by)
def _still(lesson: Lesson, digits: Digits, marked: NodeId | None) -> bytes:
    return _sent(TreePart(lesson, digits), marked)


def _sent(tree: TreePart, marked: NodeId | None) -> bytes:
    written = payload(still(tree, marked), None)
    return f'{{"done":0,{written[1:]}'.encode()
