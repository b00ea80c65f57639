"""A whole lesson of PlayTennis as it is heard: the page by its roles, beat by beat."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.rest import at_rest
from tests.browser.stage import press, said
from tests.browser.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.nightly]  # on a push: test_access
KEPT = os.environ.get("NBN_READING")
"""Where to write what is heard, to be read by a person."""


def heard(page: Page) -> str:
    return page.locator("[data-testid=stMain]").aria_snapshot()


def test_a_lesson_makes_sense_to_those_who_hear_it(server: str, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{server}/grow?data=playtennis&recipe=id3&step=0")
    expect(said(page)).not_to_be_empty()
    at_rest(page)
    beats = [heard(page)]
    while page.locator(".stage [data-kind=next]").inner_text() != "Prune this tree":
        press(page, "next")
        at_rest(page)
        beats.append(heard(page))
    if KEPT:
        Path(KEPT).write_text("\n\n=====\n\n".join(beats), "utf-8")
    assert len(beats) == 12
    expect(page).to_have_title("Grow · Play tennis – Node by Node")
    assert page.locator("html").get_attribute("lang") == "en"
    for part in ('heading "Play tennis" [level=1]', 'heading "Tree" [level=2]', "Split on"):
        assert part in beats[2]
    assert "H(D) = −9/14 log2(9/14) − 5/14 log2(5/14) = 0.9403" in beats[1]
    ids = page.locator(".stage [role=treeitem]").evaluate_all("all => all.map(n => n.dataset.id)")
    assert ids == ["root", "0", "0.0", "0.1", "1", "2", "2.0", "2.1"]
    page.goto(f"{server}/grow?data=playtennis&recipe=id3&step=0&lang=zh")
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
