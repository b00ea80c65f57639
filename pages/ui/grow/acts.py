"""What the acts of the stage do to a lesson that grows a tree, and where its end leads on.

``ACTS`` names them all. Whatever else was sent, or makes no sense any more, does nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, get_args

from dtcore.model import NodeId
from dtshow.lesson.lesson import Lesson
from dtshow.scene.grow.acts import ended, opened, taken
from dtshow.scene.grow.look import GrowLook, View, candidates_seen
from dtshow.scene.grow.panel import queries
from dtshow.scene.grow.rows import row_at
from dtshow.scene.grow.scene import passed, prunable, step
from dtshow.scene.parts import whole
from pages.ui.components import graphviz
from pages.ui.components.stage import tree_acts
from pages.ui.grow import background, guess
from pages.ui.grow.grow_view import building, highlight, try_cut
from pages.ui.grow.left_out import leave_out, use_again
from pages.ui.grow.looking import choose_view, follow_row, look_of, open_node
from pages.ui.grow.trial import do
from pages.ui.shell import session
from pages.ui.shell.places import go_on, go_to
from pages.ui.trees.beside import without
from pages.ui.trees.held_out import give_back, hold_some, turn_on_grow
from pages.ui.trees.picture import choose_row, row_of
from pages.ui.trees.pruning_settings import show


def _go(move: Callable[[Lesson], Lesson]) -> Callable[[object], None]:
    """Another beat: what was pressed is let go."""

    def hear(_value: object) -> None:
        highlight(None)
        session.go(move)

    return hear


def _next(_value: object) -> None:
    """Who guesses, commits the guess; who builds, goes on by hand alone."""
    lesson = session.lesson()
    if building():
        return
    highlight(None)
    if guess.waiting(lesson):
        guess.commit(lesson)
        return
    # to guess is the first beat of two
    after = lesson.next(session.view(GrowLook).one_click and not guess.guessing())
    out_of_turn = lesson.follows and after.timeline is not lesson.timeline
    (session.edit if out_of_turn else session.go)(lambda _: after)


def _last(_value: object) -> None:
    if not building() and not guess.waiting(session.lesson()):
        highlight(None)
        background.to_the_end()


def _jump(value: object) -> None:
    """To a step that is known, as far as the slider goes."""
    lesson, k = session.lesson(), whole(value)
    if k is not None and 0 <= k <= step(lesson, look_of(lesson))["far"]:
        highlight(None)
        session.go(lambda now: now.jump(k))


def _over(_value: object) -> None:
    """Past the steps that come next and are taken back later."""
    lesson = session.lesson()
    if passed(lesson, look_of(lesson)):
        highlight(None)
        session.go(Lesson.over)


def _pick(node: NodeId) -> None:
    highlight(None)
    session.go(lambda now: now.select(node))


def _look(value: object) -> None:
    places = {column.name: i for i, column in enumerate(session.lesson().dataset.columns)}
    lesson = session.lesson()
    if value in look_of(lesson).left_out:
        session.change(GrowLook, aside=value)
        return
    if not isinstance(value, str) or value not in places:
        return
    session.change(GrowLook, aside="")
    if guess.waiting(lesson) and lesson.node == lesson.weighed:
        guess.pick(lesson, places[value])
    elif not building() and not lesson.seen:  # a question of a node that nobody has weighed
        session.go(lambda now: now.show_candidates(now.node))
        guess.pick(session.lesson(), places[value])
    else:
        try_cut(None)
        session.go(lambda now: now.look_at(places[value]))


def _view(value: object) -> None:
    if value in get_args(View):
        choose_view(value)  # type: ignore[arg-type]


def _count(value: object) -> None:
    lesson = session.lesson()
    highlight(queries(lesson, look_of(lesson)).get(str(value)))


def _row(value: object) -> None:
    """A place among the rows on show; -1 to let go."""
    lesson, place = session.lesson(), whole(value)
    if place is not None and -1 <= place < len(lesson.dataset):
        choose_row(lesson, row_at(lesson, look_of(lesson), place))


def _open(_value: object) -> None:
    """The number that the sentence names."""
    lesson = session.lesson()
    there = opened(lesson, look_of(lesson))
    if there is None:
        return
    session.go(lambda _now: there[0])
    if there[1]:
        open_node()
    else:
        choose_view("working")


def _press(value: object) -> None:
    """A button or a switch of the panel."""
    name, _, column = str(value).partition(":")
    press = PRESSES.get(name)
    if press is not None:
        press(session.lesson(), column)


def _take(lesson: Lesson, column: str) -> None:
    """Split by the candidate looked at, or by that of ``column``."""
    if (move := taken(lesson, look_of(lesson), column)) is not None:
        do(move)


def _out(lesson: Lesson, _column: str) -> None:
    """Leave the column of the candidate looked at out."""
    if candidates_seen(lesson, look_of(lesson)):
        leave_out(lesson)


def _leaf(lesson: Lesson, _column: str) -> None:
    if (move := ended(lesson)) is not None:
        do(move)


def _weigh(lesson: Lesson, _column: str) -> None:
    if not building() and not lesson.seen:
        session.go(lambda now: now.show_candidates(lesson.node))


def _regions(lesson: Lesson, _column: str) -> None:
    choose_view("working" if look_of(lesson).shown == "regions" else "regions")


def _without(lesson: Lesson, _column: str) -> None:
    """The tree without the rows that hold the split, beside the lesson's."""
    known = background.SUPPORT.result(lesson)
    if known is None or not known.rows:
        return
    word = without(lesson, known.rows)
    go_on("explore", {"tab": "compare", "beside1": word})


def _turn(name: str) -> Callable[[Lesson, str], None]:
    """A switch whose state is a field of the page's own."""

    def turn(_lesson: Lesson, _column: str) -> None:
        turned: dict[str, Any] = {name: not getattr(session.view(GrowLook), name)}
        session.change(GrowLook, **turned)

    return turn


def _onward(_value: object) -> None:
    """The big button, once there is no step left: this very tree is pruned, on all its rows."""
    lesson = session.lesson()
    if not lesson.finished:
        return
    if prunable(lesson):
        _prune(lesson)
    else:
        go_to("home")


def _prune(lesson: Lesson) -> None:
    """On Pruning, this very tree, on all its rows."""
    give_back(lesson)
    go_to("pruning")


def _follow(lesson: Lesson, _column: str) -> None:
    """The next row, the first one at first."""
    row = row_of(lesson)
    follow_row(lesson, 0 if row is None else (row + 1) % len(lesson.dataset.at_hand))


def _judge(lesson: Lesson, _column: str) -> None:
    """Pruning, with rows held out and the curves that tell how good the tree was as it grew."""
    show("growth")
    hold_some(lesson)
    go_to("pruning")


def _ask(lesson: Lesson, _column: str) -> None:
    """Use, with the tree as it stands and the row that is followed, if one is."""
    row = row_of(lesson)
    case = {} if row is None else {"case": f"row{row + 1}"}
    go_on("use", {"tree": "grown", "tab": "predict", "ask": "form", **case})


def _beside(_lesson: Lesson, _column: str) -> None:
    """Compare, with this tree and another one."""
    go_on("explore", {"tab": "compare"})


def _tables(_lesson: Lesson, _column: str) -> None:
    go_to("home")


PRESSES: Final[dict[str, Callable[[Lesson, str], None]]] = {
    "take": _take,
    "out": _out,
    "again": lambda lesson, _column: use_again(lesson),
    "leaf": _leaf,
    "weigh": _weigh,
    "regions": _regions,
    "anyway": _turn("anyway"),
    "holding": _turn("holding"),
    "exactly": _turn("exactly"),
    "without": _without,
    "follow": _follow,
    "judge": _judge,
    "ask": _ask,
    "beside": _beside,
    "tables": _tables,
    "sent": _turn("sent"),
    "exact": _turn("exact"),
    "more": _turn("more"),
}
ACTS: Final[dict[str, Callable[[Any], None]]] = {
    "first": _go(lambda now: now.jump(0)),
    "back": _go(Lesson.back),
    "next": _next,
    "last": _last,
    "onward": _onward,
    "jump": _jump,
    "over": _over,
    "undo": lambda _value: session.undo(),
    "redo": lambda _value: session.redo(),
    "hold": lambda on: turn_on_grow(on is True),
    "look": _look,
    "view": _view,
    "count": _count,
    "row": _row,
    "open": _open,
    "opennode": lambda _value: open_node(),
    **tree_acts(lambda: (session.lesson().tree, session.lesson().node), _pick),
    "hide": lambda _value: guess.hide(not guess.guessing()),
    "graphviz": graphviz.look,
    "do": _press,
    "reveal": lambda _value: guess.reveal(session.lesson()),
}
