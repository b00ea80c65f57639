"""What the stage's own buttons are called, in the language that is spoken."""

from __future__ import annotations

from dtshow.figures.palette import REPEAT
from dtshow.words.language import _


def words(keys: str) -> dict[str, str]:
    """``keys``: by what keys one goes on and back."""
    return _bar_words(keys) | _tree_words()


def _bar_words(keys: str) -> dict[str, str]:
    """What stands on the bar of steps, and on the buttons beside it."""
    return {
        "first": _("To the start"),
        "back": _("Back"),
        "backhelp": _("One step back (Page Up)"),
        "last": _("To the end"),
        "firsthelp": _("To the start (Home)"),
        "lasthelp": _("To the end (End)"),
        "steps": _("Steps"),
        "step": _("step {k} of {n}"),
        "where": _("Jump to step"),
        "colon": _(": "),
        "unknown": _("The total number of steps appears after you go to the end once."),
        "close": _("Close"),
        "undo": _("Undo"),
        "undohelp": _("Undo the last change to the tree, the algorithm or the data"),
        "redo": _("Redo"),
        "noundo": _("Nothing to undo"),
        "noredo": _("Nothing to redo"),
        "keys": keys,
        "lecture": _("Lecture mode (L)"),
        "hint": _("Page Down: next. Page Up: back. Esc: leave. N: notes. Q: QR code."),
        "ended": _("This is the end. Esc: back to the page, which leads on."),
        "share": _("Share this step"),
    }


def _tree_words() -> dict[str, str]:
    """What is said around the tree, and of its parts to those who hear it."""
    return {
        "larger": _("Zoom in"),
        "smaller": _("Zoom out"),
        "fit": _("Whole tree"),
        "across": _("Tree across the page (T)"),
        "shows": _("Histograms in the nodes"),
        "outline": _("Tree as text"),
        "view": _("View of the tree"),
        "signs": _("What the symbols mean"),
        "classes": _("Classes"),
        "moreclasses": _("… and {n} more"),
        "repeat": _(REPEAT),
        "byhand": _("decided by hand"),
        "fold": _("Fold or unfold the branch below"),
        "current": _("comes next"),
        "holds": _("if true"),
        "fails": _("if false"),
        "tree": _("Tree"),
        "panel": _("At this node"),
        "rows": _("Rows"),
        "lit": _("on the row's path"),
        "comma": _(", "),
        "treekeys": _(
            "Arrow keys move to the parent, a child or a sibling. Enter selects. Plus and minus "
            "zoom, 0 shows the whole tree, F folds a branch."
        ),
    }


def lecture_words() -> dict[str, str]:
    """What only a lecture says, and the presenter's notes; they travel while one lectures."""
    return {
        "leave": _("Leave (Esc)"),
        "rest": _("{shown} of {all} shown"),
        "fewer": _("{shown} of {all} columns"),
        "go": _("Forward"),
        "notes": _("Notes (N)"),
        "notestitle": _("Presenter's notes"),
        "clock": _("Time since the start. Click to restart."),
        "blocked": _("The browser blocked the notes window. Allow pop-ups for this page."),
        "pressnext": _("Next press"),
        "pressguess": _("End the guessing and show the scores"),
        "presssum": _("Show the arithmetic"),
        "pressbest": _("Show the best splits and their arithmetic"),
        "sums": _("Numbers to say"),
        "why": _("To say"),
        "code": _("QR code (Q)"),
    }
