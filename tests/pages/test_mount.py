"""Components that are served as files: Streamlit is told of them, and again on a new server."""

import asyncio
import re

import pytest
from streamlit.components.v2.component_manager import BidiComponentManager

from pages.serving.while_served import while_served
from pages.streamlit_inside import components
from pages.streamlit_inside.early_script import SCRIPT
from pages.ui.components import mount
from tests.pages import visit
from tests.pages.stage import sent


@pytest.mark.parametrize("name", mount.NAMES)
def test_a_new_server_hears_where_the_files_are(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    for _server in range(2):
        manager = BidiComponentManager()
        monkeypatch.setattr(components.MANAGER, lambda new=manager: new)
        for _session in range(2):
            assert mount.served()
        root = manager.get_component_asset_root(f"nbn.{name}")
        assert root == mount.FILES


def test_the_files_are_served_before_anyone_has_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page's own script asks for them while Streamlit begins."""
    manager = BidiComponentManager()
    monkeypatch.setattr(components.MANAGER, lambda: manager)

    async def begun() -> None:
        async with while_served(None):
            assert manager.get_component_asset_root("nbn.stage") == mount.FILES

    asyncio.run(begun())
    for name in ("stage", "story"):
        assert b"nbn.${name}/${name}/streamlit.js" in SCRIPT
        assert (mount.FILES / name / "streamlit.js").exists()


def test_a_sum_is_mounted_on_every_run_of_every_session() -> None:
    for _session in range(2):
        at = visit.opened("impurity")
        for _rerun in range(2):
            at.run()
            assert not at.exception
            assert sent(at, "nbn.formula")["type"] == "sum"


def test_the_files_are_there() -> None:
    root = mount.FILES
    assert (root / "formula" / "streamlit.js").exists()
    assert (root / "stage" / "fonts" / "OFL.txt").exists()


def test_scripts_need_no_iterator_helpers() -> None:
    """Safari has them only from 18.4 on, Firefox only from 131 on."""
    helpers = "map|filter|reduce|forEach|some|every|find|toArray|take|drop|flatMap"
    chained = re.compile(
        rf"(?<!Object)\.(?:keys|values|entries|matchAll)\([^()]*\)\s*\.(?:{helpers})\("
    )
    assert chained.search("...stops.keys().map((i) => i)")
    scripts = [*(mount.FILES.parents[1] / "pages").rglob("*.js"), *mount.FILES.rglob("*.js")]
    assert len(scripts) > 50
    assert [script.name for script in scripts if chained.search(script.read_text("utf-8"))] == []
