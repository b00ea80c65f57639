"""The style sheet of what Streamlit draws on Home."""

from pathlib import Path

from pages.ui.shell.frame import sheet


def style() -> None:
    sheet(Path(__file__).with_name("home.css"))
