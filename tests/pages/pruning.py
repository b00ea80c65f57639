"""The Pruning page in memory: its session, its buttons, what it says."""

from streamlit.testing.v1 import AppTest

from pages.ui.trees.pruning_session import PruningMemory, PruningSession
from tests.pages import stage, visit
from tests.pages.visit import checked, kept


def page(**params: str) -> AppTest:
    return visit.opened("pruning", **params)


def pruning_session(at: AppTest) -> PruningSession:
    result = kept(at, PruningMemory).now
    assert result is not None
    return result


def viewed(at: AppTest, view: str) -> AppTest:
    return checked(at.segmented_control(key="lab_view_control").set_value(view).run())


def said(at: AppTest) -> str:
    """What the page says, and what is said above the tree, where one is pruned step by step."""
    return stage.said(at)
