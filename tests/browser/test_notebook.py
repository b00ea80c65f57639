"""A lesson in a cell of JupyterLab, stepped by its buttons, its keys and its kernel."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.processes import free_port, until_it_answers
from tests.browser.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.nightly]
ROOT = Path(__file__).resolve().parents[2]
CELLS = (
    f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
    "import pandas as pd, dttools as dt\nfrom dtshow.notebook import Stepper\n"
    f"frame = pd.read_csv({str(ROOT / 'datasets/golf.csv')!r})\n"
    "stepper = Stepper(frame, 'c45', target='play')\nstepper",
    "print('at', stepper.step, 'of', len(stepper.tree))\nstepper.candidates",
    "stepper.step = 1",
    "stepper.tree",
)


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[str]:
    for needed in ("jupyterlab", "anywidget"):
        pytest.importorskip(needed, reason=f"{needed} is not installed")
    cells = [
        {"cell_type": "code", "id": f"c{k}", "metadata": {}, "source": source, "outputs": []}
        | {"execution_count": None}
        for k, source in enumerate(CELLS)
    ]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = {"cells": cells, "metadata": {"kernelspec": kernel}}
    (tmp_path / "a.ipynb").write_text(json.dumps(notebook | {"nbformat": 4, "nbformat_minor": 5}))
    port, quiet = free_port(), subprocess.DEVNULL
    options = ["token=", "password=", f"root_dir={tmp_path}", f"port={port}", "open_browser=False"]
    command = [sys.executable, "-m", "jupyterlab", "--allow-root"]
    command += [f"--ServerApp.{option}" for option in options]
    own = {**os.environ, "JUPYTER_CONFIG_DIR": str(tmp_path / "settings")}
    server = subprocess.Popen(command, cwd=tmp_path, env=own, stdout=quiet, stderr=quiet)
    try:
        until_it_answers(f"http://127.0.0.1:{port}", server, "/api")
        yield f"http://127.0.0.1:{port}/lab/tree/a.ipynb"
    finally:
        server.terminate()
        server.wait()


def chosen(page: Page, *menu: str) -> None:
    for name in menu:
        page.locator(".lm-MenuBar-item, .lm-Menu-item").get_by_text(name, exact=True).click()


def printed(page: Page, cell: int) -> Locator:
    return page.locator(".jp-CodeCell").nth(cell).locator(".jp-OutputArea-output")


def run(page: Page, cell: int) -> None:
    page.locator(".jp-CodeCell").nth(cell).locator(".cm-content").click()
    page.keyboard.press("Shift+Enter")


def test_a_lesson_is_stepped_in_jupyterlab(visitor: Visitor, lab: str) -> None:
    page = visitor.page
    page.set_viewport_size({"width": 1366, "height": 1000})
    page.goto(lab)
    expect(page.locator("#jp-main-statusbar")).to_contain_text("| Idle", timeout=120_000)
    run(page, 0)
    said, label = page.locator(".notebook .said"), page.locator(".notebook .label")
    nodes = page.locator(".notebook g.node")
    expect(nodes).to_have_count(1, timeout=120_000)
    page.locator(".notebook button.next").click()
    expect(said).to_contain_text("outlook is best")
    page.keyboard.press("PageDown")  # the stage's, since it has the focus
    expect(nodes).to_have_count(4)
    page.keyboard.press("a")  # which would add a cell if it were the notebook's
    expect(page.locator(".jp-CodeCell")).to_have_count(len(CELLS))
    page.locator('.notebook g.node[data-id="1"]').click()
    expect(page.locator(".notebook .rowtable p.why")).to_contain_text("outlook = rain")
    page.locator(".notebook button.next").click()
    expect(said).to_contain_text("windy is best")
    page.get_by_role("button", name="Make this node a leaf").click()
    expect(label).to_have_text("step 2 of 6")
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(label).to_have_text("step 2 of 8")  # which is being weighed again
    run(page, 1)
    expect(printed(page, 1).first).to_contain_text("at 1 of 4")
    expect(printed(page, 1).last).to_contain_text("too few rows")
    page.locator(".notebook button[data-kind=last]").click()
    expect(nodes).to_have_count(8)
    run(page, 2)  # the kernel moves the stage
    expect(label).to_have_text("step 1 of 8")
    run(page, 3)
    expect(printed(page, 3).locator("img, svg")).to_be_visible()
    light = said.evaluate("node => getComputedStyle(node).color")
    chosen(page, "Settings", "Theme", "JupyterLab Dark")
    expect(page.locator("body[data-jp-theme-light=false]")).to_be_attached()
    expect(said).not_to_have_css("color", light)
    page.goto("about:blank")  # before its server goes
