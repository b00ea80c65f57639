"""What each sign on a tree means, for one who has never met a tree.

Not done here: which signs a tree has, and how they are drawn (``stage/signs.js``).
"""

from __future__ import annotations

from dtshow.words.language import _


def signs(numeric: bool) -> dict[str, str]:
    """By the names of ``stage/signs.js``; ``numeric``: of a tree that predicts a number."""
    return _always() | (_of_numbers() if numeric else _of_classes())


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
            "Where there is little room, names are shortened, a condition beside a "
            "name is the question (yes goes left), and a number above a leaf counts "
            "its rows. Point at a node to read its full text."
        ),
        "sign_wide": _("The wider a branch, the more rows take it."),
        "sign_plot": _(
            "How a node's rows lie along the column it tests; a triangle marks the cut."
        ),
        "sign_selected": _("The node you are looking at."),
        "sign_next": _("The node that comes next."),
        "sign_hand": _("Decided by you, not by the algorithm."),
        "sign_fold": _("Folds a subtree away; +3 means that three nodes are folded."),
        "sign_lit": _("The path of the row you chose."),
        "sign_pruned": _("A subtree was pruned here."),
        "sign_fallen": _("Pruned; drawn faintly for comparison."),
    }
