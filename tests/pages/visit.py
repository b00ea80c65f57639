"""The app in memory, as a browser would open it: at an address, on a page, without a fault."""

from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from streamlit.testing.v1 import AppTest

from dtshow.lesson.lesson import Lesson
from pages.ui.components.stage import StageView

PAGES = Path(__file__).resolve().parents[2] / "pages"


def opened(page: str = "home", **params: str) -> AppTest:
    """The app at an address with ``params``, then on ``page``."""
    at = AppTest.from_file(PAGES / "serving" / "navigation.py", default_timeout=120)
    at.query_params.update(params)
    keep(at, StageView, drawn=True)  # as the browser says after its first tree
    return checked(at.run()) if page == "home" else turned(at, page)


def turned(at: AppTest, page: str) -> AppTest:
    """The same session on another page."""
    return checked(at.switch_page(str(PAGES / f"{page}.py")).run())


def checked(at: AppTest) -> AppTest:
    assert not at.exception, at.exception
    return at


V = TypeVar("V")


def kept(at: AppTest, kind: type[V]) -> V:
    """What the session keeps for a page, as ``session.view`` gives it."""
    return at.session_state[kind.__name__] if kind.__name__ in at.session_state else kind()


def keep(at: AppTest, kind: type[Any], /, **changes: Any) -> None:
    """Let the session keep the page's value with these ``changes``."""
    at.session_state[kind.__name__] = replace(kept(at, kind), **changes)


def lesson(at: AppTest) -> Lesson:
    found = at.session_state["lesson"]
    assert isinstance(found, Lesson)
    return found


def clicked(at: AppTest, key: str) -> AppTest:
    return checked(at.button(key=key).click().run())


def unfolded(at: AppTest, popover: str, **tabs: str) -> AppTest:
    """With a popover open, whose content is drawn only then, and ``tabs`` of it at a name."""
    for key, value in {popover: True, **tabs}.items():
        at.session_state[key] = value
    return checked(at.run())


def captions(at: AppTest) -> str:
    return " ".join(c.value for c in at.caption)


def keys(at: AppTest) -> set[str]:
    """Of the buttons."""
    return {button.key for button in at.button}


def waited(at: AppTest) -> AppTest:
    """Until the bar of long work has gone, as the browser asks for the page again and again."""
    while "stop_work" in keys(at):
        at = checked(at.run())
    return at
