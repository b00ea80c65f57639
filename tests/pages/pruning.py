"""The Pruning page in memory: its session, its buttons, what it says."""

from streamlit.testing.v1 import AppTest

from pages.ui.trees.pruning_session import PRUNING, PruningSession
from tests.pages import stage, visit
from tests.pages.visit import checked, clicked, unfolded


def page(**params: str) -> AppTest:
    return visit.opened("pruning", **params)


def pruned(at: AppTest) -> PruningSession | None:
    """The session's pruning, if it has begun."""
    begun = PRUNING.name in at.session_state
    found: PruningSession | None = at.session_state[PRUNING.name] if begun else None
    return found


def pruning_session(at: AppTest) -> PruningSession:
    result = pruned(at)
    assert result is not None
    return result


def pruned_by(at: AppTest, method: str) -> AppTest:
    """By the choice of a method, or from behind the place of the rare ones."""
    choice = at.segmented_control(key="lab_method")
    if method in ("cost", "reduced"):
        return checked(choice.set_value(method).run())
    return clicked(unfolded(at, "lab_more"), f"method_{method}")


def folded(at: AppTest) -> AppTest:
    """With the curves cross-validated, which is done while the page can be used."""
    for _look in range(60):
        if "Cross-validating" not in said(at):
            return at
        at = checked(at.run())
    raise AssertionError("the folds are never there")


def said(at: AppTest) -> str:
    """What the page says, and what is said above the tree, where one is pruned step by step."""
    return stage.said(at)
