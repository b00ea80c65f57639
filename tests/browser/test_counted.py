"""A table larger than memory: opened from the folder that the server's settings name."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import Browser, expect

from tests.browser.processes import end, free_port, started, until_it_answers
from tests.browser.rest import at_rest
from tests.browser.stage import do, panel, press, rows, said, where
from tests.browser.visitor import LAPTOP

pytest.importorskip("ibis", reason="the extra “large” is not installed")
pytest.importorskip("duckdb", reason="the extra “large” is not installed")

pytestmark = [pytest.mark.browser, pytest.mark.nightly]  # on a push: pages/test_page_counted


@pytest.fixture
def offering(tmp_path: Path) -> Iterator[str]:
    """A server with a folder of one large table in two files."""
    random = np.random.default_rng(3)
    x = random.normal(size=3000)
    y = (x > 0.3) ^ (random.random(3000) < 0.3)
    frame = pd.DataFrame({"x": x, "n": random.choice(["a", "b"], 3000), "y": y})
    folder = tmp_path / "large" / "parts"
    folder.mkdir(parents=True)
    frame[:900].to_parquet(folder / "a.parquet")
    frame[900:].to_parquet(folder / "b.parquet")
    settings = tmp_path / "settings.toml"
    settings.write_text(f'[large]\nfolder = "{tmp_path / "large"}"\n')
    port = free_port()
    process = started(port, f"sqlite:///{tmp_path}/store.db", NBN_SETTINGS=str(settings))
    address = f"http://127.0.0.1:{port}"
    try:
        until_it_answers(address, process)
        yield address
    finally:
        end(process)


def test_a_large_table_is_opened_stepped_and_opened_again(chromium: Browser, offering: str) -> None:
    context = chromium.new_context(viewport=LAPTOP)
    page = context.new_page()
    page.goto(offering)
    page.get_by_text("Or open a large table that stays on the server").click()
    table = page.get_by_role("combobox", name="Table")
    expect(table).to_be_visible()
    at_rest(page)
    table.click()
    table.press_sequentially("parts")
    expect(page.get_by_role("option", name="parts")).to_be_visible()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Open this table").click()
    # A process of its own, which now imports DuckDB and Ibis for the first time.
    expect(page.locator("g.node").first).to_be_visible(timeout=60_000)
    expect(rows(page)).to_contain_text("3,000 rows")
    expect(rows(page)).to_contain_text("A sample of 200 of 3,000 rows")
    press(page, "next")
    expect(panel(page)).to_contain_text("groups of values only")
    do(page, "exactly")
    expect(panel(page).filter(has_text="the exact cut is x ≤")).to_have_count(1)
    press(page, "next")
    expect(said(page)).to_contain_text("Split on x: 3,000 rows go to 2 branches.")
    expect(page.locator("g.node")).to_have_count(3)
    at_rest(page)
    told, address = where(page).inner_text(), page.url
    assert "data=large~parts" in address
    page.goto("about:blank")
    page.goto(address)
    expect(page.locator("g.node")).to_have_count(3)
    expect(where(page)).to_have_text(told)
    context.close()
