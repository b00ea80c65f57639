"""α, the price of a leaf: its stops, the ruler that shows them, and on which scale it is."""

from __future__ import annotations

from typing import Any

import numpy as np
import streamlit as st

from dtcore.model import number
from dtcore.policies import Losses
from dtcore.pruning import PruningPath, Risk
from dtshow.lesson import narration
from dtshow.scene.blocks import Block
from dtshow.words import number_format
from dtshow.words.language import _, joined
from dttools.printing import Digits
from pages.ui.shell import session
from pages.ui.shell.places import StoryView
from pages.ui.trees import pruning_session as sessions
from pages.ui.trees.pruning_session import PruningSession
from pages.ui.trees.pruning_view import PruningView


def place_on(path: PruningPath, leaves: int) -> int:
    """The first subtree of the path that has no more leaves than that."""
    return int(np.flatnonzero(path.leaves <= leaves)[0])


def per_row(pruning_session: PruningSession) -> bool:
    return pruning_session.settings.method == "cost" and session.view(PruningView).per_row


def first_of(pruning_session: PruningSession) -> int:
    """The place on the path of the tree that one begins with."""
    return place_on(pruning_session.grown.path, pruning_session.grown.start.leaves)


def divisor_of(pruning_session: PruningSession) -> float:
    """What α on the total scale is divided by to be shown."""
    return pruning_session.grown.path.weight if per_row(pruning_session) else 1.0


def several(pruning_session: PruningSession) -> bool:
    """Whether there are trees to choose from by the price of a leaf."""
    trees = len(pruning_session.grown.path) - first_of(pruning_session)
    return pruning_session.settings.method == "cost" and trees > 1


def priced(pruning_session: PruningSession) -> bool:
    """Whether that price is shown. A guided lesson that shows overfitting or errors has not named
    it."""
    lesson, view = session.view(StoryView).key, session.view(PruningView).view
    return several(pruning_session) and not (lesson and view in ("growth", "errors"))


def ruler(pruning_session: PruningSession, digits: Digits) -> list[Block]:
    """The ruler of α as a part of the panel; nothing where no price is shown."""
    path, first = pruning_session.grown.path, first_of(pruning_session)
    if not priced(pruning_session):
        return []
    alphas = path.alphas[first:] / divisor_of(pruning_session)
    shown = [_price(alpha, digits) for alpha in alphas]
    stops = [_stop(int(leaves), shown[k : k + 2]) for k, leaves in enumerate(path.leaves[first:])]
    at = max(first, place_on(path, pruning_session.lesson.tree.leaves)) - first
    if (now := pruning_session.lesson.tree.leaves) != path.leaves[first + at]:
        for length in ("leaves", "short"):
            stops[at][length] = f"{now} → {stops[at][length]}"  # not all that tie are cut
    name = {"type": "ruler", "key": "alpha", "label": _("α, the price of a leaf (not to scale)")}
    return [name | {"stops": stops, "chosen": at}]


def _price(alpha: float, digits: Digits) -> str:
    """As the sums say it, without zeros at its end; never as a power of ten."""
    shown = digits.show(alpha)
    return shown.rstrip("0").rstrip(".") if "." in shown else shown


def _stop(leaves: int, prices: list[str]) -> dict[str, Any]:
    """``prices``: where the stretch begins, and where the next one does, if there is one."""
    said = (
        _("α from {alpha}: {leaves}") if len(prices) < 2 else _("α from {alpha} to {end}: {leaves}")
    )
    how = number_format.leaves(leaves)
    says = said.format(alpha=prices[0], end=prices[-1], leaves=how)
    return {"price": prices[0], "short": str(leaves), "leaves": how, "says": says}


def scale(pruning_session: PruningSession) -> None:
    """What α is counted in, and a word that changes it."""
    now = pruning_session
    with st.container(key="lab_scale", horizontal=True, gap="small", vertical_alignment="center"):
        said = scale_words(now, now.settings.risk, divisor_of(now))
        st.markdown(joined(said, _("Not to scale.")), width="content")
        each = per_row(now)
        st.button(
            _("in all") if each else _("per row"),
            key="per_row",
            type="tertiary",
            on_click=_count_per_row,
            args=(not each,),
        )
        if not now.numeric:
            other: Risk = "error" if now.settings.risk == "impurity" else "impurity"
            st.button(
                _("in errors") if other == "error" else _("in impurity"),
                key="risk",
                type="tertiary",
                on_click=sessions.turn,
                kwargs={"risk": other},
            )


def _count_per_row(on: bool) -> None:
    session.change(PruningView, per_row=on)


def scale_words(pruning_session: PruningSession, risk: Risk, divisor: float = 1.0) -> str:
    """What α is counted in. A risk in impurity is no multiple of one in errors: for two classes
    Gini is 2p(1 − p), and the share of errors min(p, 1 − p)."""
    unit = unit_of(pruning_session, risk)
    if divisor != 1:
        return _("α, the price of a leaf, in {unit} over {n} rows.").format(
            unit=unit, n=number(divisor)
        )
    return _("α, the price of a leaf, in {unit}.").format(unit=unit)


def unit_of(pruning_session: PruningSession, risk: Risk) -> str:
    recipe = pruning_session.lesson.recipe_choice.recipe
    if pruning_session.numeric:
        return _("squared error")
    if risk == "error":
        return _("cost of errors") if isinstance(recipe.classes, Losses) else _("errors")
    weighs = pruning_session.lesson.dataset.schema.weighs
    text = _("weight × {impurity}") if weighs else _("rows × {impurity}")
    return text.format(impurity=narration.impurity_name(recipe))
