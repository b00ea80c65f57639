"""The generator of tables to practise on, in memory."""

from streamlit.testing.v1 import AppTest

from tests.pages.visit import checked


def generator(at: AppTest, where: str = "home") -> AppTest:
    at.session_state[f"{where}_practice"] = True
    return checked(at.run())


def said(at: AppTest) -> str:
    return " ".join(m.value for m in (*at.markdown, *at.caption, *at.title))
