"""What the stops of a slider over α are, and on which of its scales α is."""

from __future__ import annotations

import numpy as np
import streamlit as st

from dtcore.model import number
from dtcore.policies import ErrorRate, Losses
from dtcore.pruning import PruningPath, Risk
from pages.ui.pruning.pruning_session import PruningSession
from pages.ui.pruning.pruning_view import PruningView
from pages.ui.shell import session
from pages.ui.wording import narration
from pages.ui.wording.language import _, joined


def place_on(path: PruningPath, leaves: int) -> int:
    """The first subtree of the path that has no more leaves than that."""
    return int(np.flatnonzero(path.leaves <= leaves)[0])


def per_row(pruning_session: PruningSession) -> bool:
    return pruning_session.settings.method == "cost" and session.view(PruningView).per_row


def slides(pruning_session: PruningSession) -> bool:
    """Whether there is more than one subtree to slide between."""
    return (
        len(pruning_session.grown.path)
        - place_on(pruning_session.grown.path, pruning_session.grown.start.leaves)
        > 1
    )


def stops(pruning_session: PruningSession) -> None:
    """What the slider's stops are, and its scale."""
    if slides(pruning_session):
        with st.container(key="lab_scale"):
            st.caption(
                scale_words(
                    pruning_session, pruning_session.settings.risk, divisor_of(pruning_session)
                )
            )


def divisor_of(pruning_session: PruningSession) -> float:
    """What α on the total scale is divided by to be shown."""
    return pruning_session.grown.path.weight if per_row(pruning_session) else 1.0


def legend(each: bool = False) -> str:
    """What a stop of the slider says; ``each`` if α is per row."""
    if each:
        return _("α, the price of a leaf (per row) · size of the best tree")
    return _("α, the price of a leaf · size of the best tree")


def scale_words(pruning_session: PruningSession, risk: Risk, divisor: float = 1.0) -> str:
    """What the stops are, and on which of the two scales α is. A risk in impurity is no multiple
    of one in errors: for two classes Gini is 2p(1 − p), and the share of errors min(p, 1 − p)."""
    recipe = pruning_session.lesson.recipe_choice.recipe
    # by losses or an m-estimate a leaf may not say its largest class, so its errors are others
    largest = not (recipe.m or isinstance(recipe.classes, Losses))
    alike = pruning_session.numeric or (isinstance(recipe.impurity, ErrorRate) and largest)
    if pruning_session.numeric:
        text = _("α is measured in squared distances")
    elif risk == "error" and isinstance(recipe.classes, Losses):
        text = _("α is measured in what errors cost")
    elif risk == "error" or alike:
        text = _("α is measured in rows got wrong")
    else:
        text = _("α is measured in rows × {impurity}").format(
            impurity=narration.impurity_name(recipe)
        )
    if divisor != 1:
        text = _("{unit}, divided by {n} rows").format(unit=text, n=number(divisor))
    other = {
        "impurity": _("In errors it is on another scale, with no factor between the two."),
        "error": _("In impurity it is on another scale, with no factor between the two."),
    }
    return joined(
        _("At each stop of α the best tree becomes smaller."),
        _("{sentence}.").format(sentence=text),
        "" if alike else other[risk],
    )
