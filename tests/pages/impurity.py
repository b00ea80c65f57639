"""The Impurity page in memory, its topics and its working."""

from streamlit.testing.v1 import AppTest

from tests.pages import visit
from tests.pages.visit import checked


def page(**params: str) -> AppTest:
    return visit.opened("impurity", **params)


def pick(at: AppTest, key: str, value: str) -> AppTest:
    """Press one segment of a segmented control."""
    found = next(group for group in at.button_group if group.key == key)
    return checked(found.set_value(value).run())


def topic(at: AppTest, name: str) -> AppTest:
    return pick(at, "impurity_topic", name)


def working(at: AppTest) -> str:
    """All that the formulas on the page say, as sent to the browser."""
    return str([element.proto for element in at.get("bidi_component")])
