"""Why the candidate looked at won or did not; a tie can be decided the other way."""

from __future__ import annotations

from collections.abc import Iterator

import dtcore as dt
from dtcore.model import Split
from dtcore.stepping import Candidate
from dtshow.lesson import narration, verdicts
from dtshow.lesson.lesson import Lesson
from dtshow.scene.blocks import Block, Button, buttons, say
from dtshow.words import number_format
from dtshow.words.language import _, joined
from dtshow.words.markdown import literal, one_line
from dttools.printing import Digits

MOST_BUTTONS = 3
BEST = (dt.Verdict.WINS, dt.Verdict.TIED)


def by_hand(lesson: Lesson) -> Split | None:
    """The split in force at the selected node, if it is another than the algorithm's choice."""
    split, best = lesson.tree[lesson.node].split, lesson.evidence.best
    return None if best is not None and best.split == split else split


def _otherwise(lesson: Lesson) -> str:
    split = by_hand(lesson)
    if split is None:
        return ""
    return _("Here **{split}** was chosen instead, by hand.").format(
        split=literal(number_format.question(split, lesson.tree.schema), 60)
    )


def mark(lesson: Lesson, candidate: Candidate) -> str:
    """A few words for a table: the star is with what was done, not with what would have been."""
    taken = by_hand(lesson)
    if taken is not None and candidate.split == taken:
        return _("★ chosen")
    if taken is not None and candidate.verdict == dt.Verdict.WINS:
        return _("algorithm's choice")
    if lesson.unweighed and candidate.verdict in BEST:
        return _("best allowed") if candidate.gains else _("gains nothing")
    return narration.verdict(candidate)


def verdict(lesson: Lesson, candidate: Candidate, digits: Digits) -> Iterator[Block]:
    text = joined(verdicts.why(lesson, candidate, digits), _otherwise(lesson))
    yield say("verdict", text, "quiet")
    if lesson.unweighed:  # what is taken here is taken by hand, and not instead of anything
        return
    if verdicts.tied_with(lesson.evidence) and candidate.verdict in BEST:
        yield buttons("tied", list(_others(lesson))[:MOST_BUTTONS])


def _others(lesson: Lesson) -> Iterator[Button]:
    """What is as good as the rule's choice, and was not taken."""
    best = lesson.evidence.best
    # before anything is taken, the rule's choice needs no button: Next makes it
    done = lesson.tree[lesson.node].split or (best.split if best else None)
    for other in lesson.evidence.candidates:
        if other.verdict in BEST and other.split is not None and other.split != done:
            name = one_line(lesson.dataset.columns[other.column].name, 24)
            label = _("Take {column} instead").format(column=name)
            yield Button(f"take:{other.column}", label, "swap")
