"""One way to a style sheet: the page has those that it asks for, in their order."""

import re

from streamlit.testing.v1 import AppTest

from pages.ui.shell.frame import SCRIPT


def test_sheets_come_in_order_and_as_they_are_written() -> None:
    def page() -> None:
        from pathlib import Path

        from pages.ui.shell.frame import sheet

        sheet(Path("dtshow/web/tokens.css"), Path("pages/ui/shell/style.css"))

    (html,) = AppTest.from_function(page, default_timeout=120).run().get("html")
    body = html.proto.body
    assert body.startswith("<style>")
    assert 0 < body.index("--paper: light-dark(") < body.index("stMainBlockContainer")


def test_the_script_of_the_root_has_nothing_that_looks_like_a_tag() -> None:
    """Else the browser's cleaner of HTML takes it away, and no page has its language."""
    assert re.findall(r".{12}<[/\w!]", SCRIPT) == []
