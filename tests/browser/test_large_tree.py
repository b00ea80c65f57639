"""A tree that takes long to grow: its growth can be watched and stopped, and the page be used."""

import re

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import Page, expect

from tests.browser.stage import press, said, where
from tests.browser.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.nightly]  # on a push: pages/test_page_large


def large() -> bytes:
    """60,000 rows of noise with gaps, whose tree takes many seconds with its surrogates."""
    random = np.random.default_rng(1)
    cells = random.normal(size=(60_000, 10)).round(2)
    cells[random.random(cells.shape) < 0.02] = np.nan
    frame = pd.DataFrame(cells, columns=[f"c{i}" for i in range(10)])
    frame["y"] = np.where((cells[:, 0] > 0) ^ (random.random(len(frame)) < 0.3), "yes", "no")
    return frame.to_csv(index=False).encode()


def opened(server: str, page: Page) -> None:
    page.goto(server)
    page.locator("input[type=file]").set_input_files(
        {"name": "large.csv", "mimeType": "text/csv", "buffer": large()}
    )
    page.locator(".st-key-data_use button").click(timeout=120_000)
    expect(where(page)).to_contain_text("step 0 of …", timeout=120_000)


def test_growing_a_large_tree_can_be_watched_and_stopped(server: str, visitor: Visitor) -> None:
    page = visitor.page
    opened(server, page)
    press(page, "last")
    bar = page.locator(".st-key-waiting")
    expect(bar).to_contain_text(re.compile(r"Growing the tree: [\d,]+ nodes? so far"))
    # the page is there all the while
    press(page, "next")
    expect(said(page)).to_contain_text("each of 10 columns weighed")
    press(page, "next")
    expect(said(page)).to_contain_text("Split on")
    expect(bar).to_contain_text("Growing the tree")
    bar.get_by_role("button", name="Stop").click()
    expect(bar).to_have_count(0)
    page.wait_for_function("() => document.activeElement !== document.body")  # nor is one lost
    expect(where(page)).to_contain_text("step 1 of …")
    expect(page.locator(".stage [data-kind=last]")).not_to_have_attribute("aria-disabled", "true")
    # the switch that stood here before the node was weighed has no say any more
    expect(page.locator(".st-key-regions")).to_have_count(0)
