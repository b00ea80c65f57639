"""Reference: how the algorithms differ, what the words mean, and what the course texts print beside
what we compute."""

from collections.abc import Callable
from typing import Final

from dtshow.words.language import _
from pages.ui.reference import algorithms, glossary, textbook
from pages.ui.reference.head import head
from pages.ui.reference.reference_view import ReferenceView, Tab
from pages.ui.shell import session
from pages.ui.shell.frame import next_step
from pages.ui.shell.places import depart

PANELS: Final[dict[Tab, Callable[[], None]]] = {
    "algorithms": algorithms.panel,
    "glossary": glossary.panel,
    "textbook": textbook.panel,
}


def page() -> None:
    depart()
    session.write_address(session.lesson_address(ReferenceView))
    head()
    PANELS[session.view(ReferenceView).tab]()


page()
next_step(_("Now see your own algorithm at work."), _("Grow the tree"), "grow")
