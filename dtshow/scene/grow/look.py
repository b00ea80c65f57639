"""What is looked at of a lesson that grows a tree, and what may be seen of it, as a value; how many
decimals its numbers have."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, get_args

from dtcore import explain
from dtcore.formula import Query
from dtcore.model import Split, path
from dtshow.lesson.lesson import Lesson
from dtshow.lesson.state import flag, kept
from dtshow.scene.blocks import Tone
from dtshow.scene.tree.tree_look import TreeLook
from dttools.printing import Digits
from dttools.study.plane import able
from dttools.teach import SplitSupport

View = Literal["working", "curve", "drop", "node", "regions"]
DRAWN_BY_HOST: tuple[View, ...] = ("curve", "drop", "regions")
"""What shows curves that one may touch, which the stage leaves to its host."""
Mode = Literal["grow", "guess", "build"]
NewRow = tuple[float, ...]
"""A value for each column, in their order; a level by its place from 0."""
assert set(DRAWN_BY_HOST) < set(get_args(View))


@dataclass(frozen=True)
class ExactlyCut:
    """What is known of the exact cut: nothing while it is looked for; ``trouble`` says why it
    cannot be found."""

    cut: str = ""
    score: float = 0.0
    trouble: str = ""

    @property
    def known(self) -> bool:
        return bool(self.cut or self.trouble)


@dataclass(frozen=True)
class Held:
    """What is known of the rows that hold a split: nothing while they are looked for; ``trouble``
    says why they cannot be found."""

    found: SplitSupport | None = None
    trouble: str = ""

    @property
    def rows(self) -> tuple[int, ...]:
        return self.found.rows if self.found else ()

    @property
    def known(self) -> bool:
        return self.found is not None or bool(self.trouble)


@dataclass(frozen=True)
class Guessing:
    """``on``: one guesses first, so nothing is told ahead; ``waiting``: what is to be guessed is of
    the node that is weighed, whichever is selected; ``column``: what the guess to commit is about;
    ``given``: what was guessed of the selected node; ``feedback``: what that was worth."""

    on: bool = False
    waiting: bool = False
    column: int | None = None
    given: int | None = None
    feedback: tuple[tuple[Tone, str], ...] = ()


@dataclass(frozen=True)
class Bar:
    """What the bar of steps shows besides where the lesson is. ``total``: how many steps there are,
    None while nobody knows; ``busy``: the end has been asked for; ``history``: whether there is
    something to undo and to redo; ``holds``: what the switch that holds rows out is called, empty
    where none can be; None where nobody says how good the tree is."""

    total: int | None = None
    busy: bool = False
    history: tuple[bool, bool] = (False, False)
    holds: str | None = None


def beat(lesson: Lesson) -> tuple[object, ...]:
    """Where the lesson stands, and the node that is looked at."""
    return (lesson.timeline.cursor, lesson.weighed, lesson.node)


def candidate_at(lesson: Lesson) -> tuple[object, ...]:
    """Likewise, and the column of the candidate."""
    return (*beat(lesson), lesson.candidate.column if lesson.candidate else None)


@dataclass(frozen=True)
class GrowLook:
    """What a session keeps, and below it what goes with it at one beat and is kept nowhere.

    ``view``: of the selected node; ``numbers``: the node's own numbers are open instead, until the
    lesson moves on. ``highlighted``: the pressed count whose rows stand out. ``anyway``: what could
    be asked of a leaf that came about unweighed is to be seen. ``holding``: how many rows hold the
    split is asked, and ``exactly``: the exact cut of the candidate; ``held`` and ``exact_cut``:
    what is known of them. ``exact``: results are fractions. ``sent``: the list of rows with missing
    cells is open. ``more``: all numbers of a node are on show, and not its impurity alone.
    ``counts_only``: nothing that was worked out is shown here, for no word for it has been said.
    ``aside``: the column looked at, if it is one of those ``left_out``.

    ``tried``: the cut of the candidate's column that is tried. ``mode``: what stands in the place
    of the candidates while one guesses or builds a tree of one's own.
    ``row`` is lit, and ``follows``: chosen here, so that what is said is about it;
    ``new``: a row that is not in the table, in its place.
    ``guided``: a lesson runs, which says itself where it goes on.
    """

    page: ClassVar = "grow"
    view: View = kept("working")
    numbers: bool = kept(False, reset_by=("view",), scope=beat)
    highlighted: Query | None = kept(None)
    one_click: bool = kept(False, widget="both", lasts=True)
    anyway: bool = kept(False, scope=beat)
    holding: bool = kept(False, scope=beat)
    exactly: bool = kept(False, scope=candidate_at)
    exact: bool = kept(False, widget="exact_control", lasts=True)
    sent: bool = kept(False)
    more: bool = kept(False)
    counts_only: bool = kept(False, "scores", flag("0", "1"), scope=beat)
    aside: str = kept("", scope=beat)

    left_out: tuple[str, ...] = ()
    tried: Split | None = None
    mode: Mode = "grow"
    guess: Guessing = Guessing()
    held: Held = Held()
    exact_cut: ExactlyCut = ExactlyCut()
    row: int | None = None
    follows: bool = False
    new: NewRow | None = None
    bar: Bar = Bar()
    tree: TreeLook = TreeLook()
    lecture: bool = False
    guided: bool = False

    @property
    def shown(self) -> View:
        """The view on show."""
        return "node" if self.numbers else self.view

    @property
    def lit(self) -> Held:
        """What is known of the rows that hold the split, where it is on show."""
        return self.held if self.holding and self.shown == "node" else Held()

    @property
    def panel(self) -> GrowLook:
        """What of it the panel depends on."""
        return replace(self, bar=Bar(), tree=TreeLook(), lecture=False)

    @property
    def rows(self) -> tuple[Hashable, ...]:
        """What of it the rows depend on."""
        return self.highlighted, self.row, self.new, self.counts_only, self.lit

    @property
    def moved_on(self) -> GrowLook:
        """After the next beat: nothing is pressed any more, and a node's own numbers close."""
        still = replace(self, numbers=False, highlighted=None, anyway=False, counts_only=False)
        still = replace(
            still,
            tried=None,
            aside="",
            holding=False,
            held=Held(),
            exactly=False,
            exact_cut=ExactlyCut(),
        )
        return replace(still, guess=replace(self.guess, feedback=()), follows=False, new=None)


def on_way(lesson: Lesson, row: int) -> bool:
    """Whether the step on show is about a node that the row passes."""
    return lesson.stands in path(lesson.tree, lesson.dataset.at_hand, row)


def followed(lesson: Lesson, look: GrowLook) -> bool:
    """Whether the sentence is about the row that is followed."""
    return (look.follows or look.new is not None) and lesson.weighed is None and look.mode == "grow"


def unasked(lesson: Lesson, look: GrowLook) -> bool:
    """Whether the node is a leaf that came about unweighed, and nobody wants to weigh it now."""
    return lesson.unweighed and not look.anyway


def pictured(lesson: Lesson, look: GrowLook) -> bool:
    """Whether the regions of the plane are on show."""
    return look.shown == "regions" and bool(able(lesson.dataset))


def candidates_seen(lesson: Lesson, look: GrowLook) -> bool:
    """Whether the candidates of the selected node are on show."""
    return (
        look.mode == "grow" and lesson.seen and not look.counts_only and not unasked(lesson, look)
    )


def digits_of(lesson: Lesson, look: GrowLook) -> Digits:
    """Decimals by the scale of the root, so that numbers are rounded alike at every node."""
    return digits_at_root(lesson).down_to(_least_score(lesson, look))


def digits_at_root(lesson: Lesson) -> Digits:
    """By the impurity there; of a number, by its sum of squares."""
    impurity = lesson.tree.impurity(())
    scale = impurity * lesson.tree.weight(()) if lesson.recipe.impurity.numeric else impurity
    return Digits.for_scale(scale)


def _least_score(lesson: Lesson, look: GrowLook) -> float:
    """The score of the best candidate on show, which is to be told from 0; 0 if it gains nothing.

    On a million rows XOR gains some millionths.
    """
    best = lesson.evidence.best if candidates_seen(lesson, look) else None
    return best.scores[explain.headline(lesson.recipe)] if best and best.gains else 0.0
