"""The app's entry: the pages, the language switch, and what every page has around it."""

import sys
from contextlib import suppress
from pathlib import Path
from urllib.parse import urljoin

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:  # run from another folder, or by a test
    sys.path.insert(0, str(ROOT))

import streamlit as st  # noqa: E402
from streamlit.navigation.page import StreamlitPage  # noqa: E402

from dtshow.words.language import _, spoken  # noqa: E402
from pages.streamlit_inside.clicks import pressed  # noqa: E402
from pages.ui.bring import draft  # noqa: E402
from pages.ui.practice import generating  # noqa: E402
from pages.ui.reference.reference_view import ReferenceView  # noqa: E402
from pages.ui.share import sharing  # noqa: E402
from pages.ui.shell import frame, session  # noqa: E402
from pages.ui.shell.links import fetch_own_table, read_in_sight  # noqa: E402
from pages.ui.shell.places import depart, open_page, title_of  # noqa: E402
from pages.ui.shell.progress import UnfinishedError  # noqa: E402
from pages.ui.story import runner  # noqa: E402
from pages.work.draw_limit import drawing  # noqa: E402

PAGES = ROOT / "pages"
NAME = "Node by Node"
OF_A_TABLE = ("data", "impurity", "grow", "pruning", "use", "explore")


def main() -> None:
    st.set_page_config(page_title=NAME, page_icon="🌳", layout="wide")
    late = pressed()
    page = st.navigation(_places(), position="top")
    if page.url_path == "glossary":  # a tab that the menu leads to at once
        session.change(ReferenceView, tab="glossary", find="")
        open_page("reference")
    depart(page.url_path or "home", late)
    session.stay()
    generating.leave(page.url_path or "home")
    sharing.arrive(page.url_path)
    runner.meet_address(page.url_path or "home")
    frame.draw(page.url_path or "home")
    runner.draw_band(page.url_path or "home")
    if page.url_path:  # every page but Home is about a lesson
        with suppress(UnfinishedError):
            if not session.has_lesson():
                _read_address()
            st.set_page_config(page_title=_title(page))
            page.run()
    else:
        page.run()


def _places() -> dict[str, list[StreamlitPage]]:
    """Six places in the bar: those of every day, and one that opens onto the others."""
    often = [
        st.Page(PAGES / "home.py", title=_("Home"), url_path="home", default=True),
        st.Page(PAGES / "data.py", title=_("Data"), url_path="data"),
        st.Page(PAGES / "grow.py", title=_("Grow"), url_path="grow"),
        st.Page(PAGES / "pruning.py", title=_("Pruning"), url_path="pruning"),
        st.Page(PAGES / "use.py", title=_("Use"), url_path="use"),
    ]
    more = [
        st.Page(PAGES / "impurity.py", title=_("Impurity"), url_path="impurity"),
        st.Page(PAGES / "explore.py", title=_("Explore"), url_path="explore"),
        st.Page(PAGES / "lessons.py", title=_("Lessons"), url_path="lessons"),
        st.Page(PAGES / "reference.py", title=_("Reference"), url_path="reference"),
        st.Page(PAGES / "reference.py", title=_("Glossary"), url_path="glossary"),
        st.Page(PAGES / "reference.py", url_path="algorithms", visibility="hidden"),  # old
    ]
    if st.context.url:  # a class is no page of Streamlit's, and is named in full
        url = urljoin(st.context.url, f"class/open?lang={session.language()}")
        more.append(st.Page(url, title=_("Class")))
    return {"": often, _("More"): more}


def _read_address() -> None:
    """What the address asks for that takes long, before the page asks for its lesson. Raises
    UnfinishedError as long as it is not there."""
    fetch_own_table()
    draft.open_address()
    generating.open_address()
    read_in_sight()


def _title(page: StreamlitPage) -> str:
    """What the browser calls the page: what it is, of which table, and whose."""
    about = [page.title]
    begun = page.url_path != "impurity" or session.has_lesson()  # which needs none
    if page.url_path in OF_A_TABLE and begun:
        about.append(title_of(session.lesson().choice))
    return f"{' · '.join(about)} – {NAME}"


# The language is asked for each sentence; and choosing a page empties the address that says it.
with drawing.turn(whole_page=True), spoken(session.language()):
    main()
