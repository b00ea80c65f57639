"""What the stage's own buttons are called, in the language that is spoken, and what each sign on a
tree means, for one who has never met a tree.

Not done here: which signs a tree has, and how they are drawn (``stage/signs.js``).
"""

from __future__ import annotations

from dtshow.figures.palette import REPEAT
from dtshow.scene.tree.node_marks import meanings
from dtshow.words.language import _


def words(keys: str) -> dict[str, str]:
    """``keys``: by what keys one goes on and back."""
    return _bar_words(keys) | _tree_words() | key_words()


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
        "unknown": _("The total appears after you go to the end once."),
        "close": _("Close"),
        "undo": _("Undo"),
        "undohelp": _("Undo the last change to the tree, the algorithm or the data"),
        "redo": _("Redo"),
        "noundo": _("Nothing to undo"),
        "noredo": _("Nothing to redo"),
        "keys": keys,
        "lecture": _("Lecture mode (L)"),
        "hint": _("Page Down: next. Page Up: back. Esc: leave. N: notes. Q: QR code."),
        "share": _("Share this step (Q)"),
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
        "graphviz": _("The tree as Graphviz draws it"),
        "signs": _("What the symbols mean"),
        "classes": _("Classes"),
        "moreclasses": _("… and {n} more"),
        "repeat": _(REPEAT),
        "fold": _("Fold or unfold the branch below"),
        "every": _("All {n} nodes (A)"),
        "nearer": _("Zoom in for more"),
        "top": _("First levels only (A)"),
        "current": _("comes next"),
        "below": _("+{n} below"),
        "tree": _("Tree"),
        "panel": _("At this node"),
        "rows": _("Rows"),
        "lit": _("on the row's path"),
        "comma": _(", "),
        "treekeys": _(
            "Arrow keys move to the parent, a child or a sibling. Enter selects. Plus and minus "
            "zoom, 0 fits the tree, F folds a branch, A shows all levels."
        ),
    }


def key_words() -> dict[str, str]:
    """What each key does, by what it means in ``stage/keys.js``; all in one window at "?". Some
    do what a button of the stage does, whose word is theirs too."""
    return {
        "key_keys": _("Keys"),
        "key_close": _("Close"),
        "key_next": _("One step forward; in a lesson, one sentence"),
        "key_back": _("One step back; in a lesson, one sentence"),
        "key_levels": _("All levels of the tree, or the first ones"),
        "key_glossary": _("Glossary"),
        "key_hide": _("Hide the answers, or show them"),
        "key_over": _("Skip steps undone later"),
        "key_lecture": _("Lecture mode, on and off"),
        "key_notes": _("Presenter's notes"),
        "key_code": _("Link and QR code of this step"),
        "key_across": _("Tree across the page, and back"),
        "key_walk": _("At a node: to its parent, a child or a sibling"),
        "key_select": _("Select the node"),
        "key_escape": _("Close what is open, or leave the lecture"),
    }


def lecture_words() -> dict[str, str]:
    """What only a lecture says, and the presenter's notes; they travel while one lectures."""
    return {
        "leave": _("Leave (Esc)"),
        "ended": _("This is the end. Esc: back to the page, which leads on."),
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


def signs(numeric: bool) -> dict[str, str]:
    """By the names of ``stage/signs.js``; ``numeric``: of a tree that predicts a number."""
    return _always() | meanings() | (_of_numbers() if numeric else _of_classes())


def _of_classes() -> dict[str, str]:
    return {
        "sign_row": _("One row. Its shape and colour show its class."),
        "sign_bar": _(
            "The classes of a node's rows. Each class has a pattern, too; the thicker the bar, "
            "the more rows."
        ),
        "sign_lines": _(
            "The rows of each class, in the order of the legend; below, n counts all rows, and "
            "the impurity follows."
        ),
        "sign_leaf": _("A leaf: the class it predicts, on that class's tint."),
    }


def _of_numbers() -> dict[str, str]:
    return {
        "sign_row": _("One row. The stronger the mark, the larger its target value."),
        "sign_bar": _(
            "The target values of a node's rows: the upright line is their mean, the band one "
            "standard deviation to each side, the thin line the range of the whole table."
        ),
        "sign_lines": _("ȳ is the mean, n the number of rows; the impurity follows."),
        "sign_leaf": _("A leaf, with the number it predicts."),
    }


def _always() -> dict[str, str]:
    return {
        "sign_part": _(
            "A row without the value asked for goes down every branch in part. The "
            "filled part of its mark is the share at this node."
        ),
        "sign_open": _("Not decided yet."),
        "sign_weighed": _("The split being weighed; it has not been made."),
        "sign_ghost": _("Hollow marks: where the rows would go if this split were made."),
        "sign_small": _(
            "Where there is little room, conditions stand beside names, and the lowest levels "
            "are shortened or folded away; a dotted branch passes over folded nodes. Where all "
            "levels are shown, a small square is a leaf in the colour of its answer. Point at a "
            "node to read its full text."
        ),
        "sign_wide": _("The wider a branch, the more rows take it."),
        "sign_plot": _(
            "How a node's rows lie along the column it tests; a triangle marks the cut."
        ),
        "sign_selected": _("The node you are looking at."),
        "sign_next": _("The node that comes next."),
        "sign_fold": _("Folds a subtree away; “+3 below” means that three nodes are folded."),
        "sign_lit": _("The path of the row you chose."),
    }
