"""The app as ``streamlit run`` serves it, to which Streamlit has no more the inside that
``NBN_WITHOUT`` names."""

import os
import sys
from typing import Any

from streamlit.web.cli import main

from pages import streamlit_inside

GONE = os.environ["NBN_WITHOUT"]
there = streamlit_inside.inside


def inside(place: str, without: str) -> Any:
    return there(f"{place}_of_another_version" if place == GONE else place, without)


if __name__ == "__main__":
    streamlit_inside.inside = inside
    sys.exit(main(prog_name="streamlit"))
