"""The Data page in memory: a file just uploaded, and what the page says of it."""

from streamlit.testing.v1 import AppTest

from tests.pages import visit
from tests.pages.visit import checked


def drafted(content: bytes, name: str = "mine.csv") -> AppTest:
    """The page of a file just uploaded."""
    at = visit.opened()
    return checked(at.file_uploader[0].set_value((name, content, "text/csv")).run())


def said(at: AppTest) -> str:
    places = (at.markdown, at.info, at.warning, at.error, at.caption)
    return "\n".join(one.value for place in places for one in place).replace("\\", "")


def set_target(at: AppTest, column: str) -> AppTest:
    return checked(at.button_group(key="data_target").set_value(column).run())
