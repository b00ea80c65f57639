"""The address that is written is where one is, whatever the browser says of the one before."""

import pytest
from streamlit.runtime.state.query_params import QueryParams

from tests.pages.stage import acted, page


def test_an_address_on_its_way_is_overtaken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Next and Back in a moment: both come with the address from before the first."""
    written: list[str] = []
    monkeypatch.setattr(
        QueryParams, "_send_query_param_msg", lambda self: written.append(self.get("step"))
    )
    at = page(data="playtennis", recipe="id3", step="3", lang="en")
    written.clear()
    acted(at, "next")
    assert at.query_params["step"] == "3"
    acted(at, "back")
    assert written == ["4", "3"]
