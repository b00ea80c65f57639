"""Five real exports on their way to the first weighed node, each click counted.

``python -m tests.browser.exports FOLDER`` starts the app, walks all five at the size of a laptop
and of a phone, puts pictures into FOLDER and says how many clicks each took. Choosing a file is
one click (the dialog of the system is not counted), pasting is one.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import openpyxl
from playwright.sync_api import Page, ViewportSize, expect, sync_playwright

from tests.browser.rest import at_rest
from tests.browser.stage import press, said
from tests.engine.file_corpus.case import csv_of
from tests.engine.file_corpus.formats import GOLF_ARFF, saved

FILES = Path(__file__).resolve().parents[1] / "engine" / "files"
SIZES: Mapping[str, ViewportSize] = {
    "laptop": {"width": 1366, "height": 640},
    "phone": {"width": 390, "height": 844},
}
PORT = 8747


@dataclass(frozen=True)
class Export:
    """A file, or a text that is pasted where ``name`` is empty."""

    name: str
    content: bytes


def excel() -> bytes:
    """A survey with a title over the table, a blank row and a total below."""
    book = openpyxl.Workbook()
    sheet = book.active
    for row in (("Survey 2024, class 8b",), (), ("age", "hours", "bus", "late")):
        sheet.append(row)
    for at in range(24):
        sheet.append(
            (13 + at % 3, at % 7, "yes" if at % 2 else "no", "yes" if at % 4 == 1 else "no")
        )
    sheet.append(("Total", sum(at % 7 for at in range(24))))
    sheet.merge_cells("A1:D1")
    return saved(book)


def exports() -> Mapping[str, Export]:
    rows = range(18)
    chinese = {
        "年龄": [("青年", "中年", "老年")[at % 3] for at in rows],
        "收入": [1.5 + at / 4 for at in rows],
        "信贷情况": [("一般", "好")[at % 2] for at in rows],
        "类别": [("否", "是")[at % 3 > 0] for at in rows],
    }
    gbk = csv_of(chinese, ";", ",", "\r\n").encode("gbk")
    tabs = csv_of({name: cells for name, cells in chinese.items() if name != "收入"}, "\t")
    golf = GOLF_ARFF + "sunny,72,95,FALSE,no\nrainy,65,70,TRUE,no\novercast,64,65,TRUE,yes\n"
    return {
        "excel": Export("survey.xlsx", excel()),
        "gbk": Export("贷款.csv", gbk),
        "r": Export("iris.csv", (FILES / "r_write_csv_iris.csv").read_bytes()),
        "arff": Export("weather.arff", golf.encode()),
        "pasted": Export("", tabs.encode()),
    }


def bring(page: Page, export: Export) -> int:
    """Choose the file, or paste it; the clicks that it took."""
    if export.name:
        file = {
            "name": export.name,
            "mimeType": "application/octet-stream",
            "buffer": export.content,
        }
        page.locator("input[type=file]").first.set_input_files([file])
        return 1
    page.get_by_role("button", name="Paste a table").first.click()
    page.locator("[role=dialog] textarea").fill(export.content.decode())
    page.locator("[role=dialog]").get_by_role("button", name="Read the table").click()
    return 3


def grow(page: Page) -> int:
    """From the table to its first weighed node; the clicks that it took."""
    page.get_by_role("button", name="Yes, predict").click()
    expect(said(page)).to_contain_text("all in one node")
    at_rest(page)
    press(page, "next")
    expect(said(page)).to_contain_text("weighed")
    at_rest(page)
    return 2


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    options = [f"--server.port={PORT}", "--server.headless=true", "--server.address=127.0.0.1"]
    command = [sys.executable, "-m", "streamlit", "run", "app.py", *options]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait()
        with sync_playwright() as play:
            path = shutil.which("chromium")
            browser = play.chromium.launch(executable_path=path, args=["--no-sandbox"])
            for size, view in SIZES.items():
                for name, export in exports().items():
                    page = browser.new_page(viewport=view)
                    print(size, name, _walked(page, export, folder / f"{name}_{size}"), "clicks")
                    page.close()
            browser.close()
    finally:
        server.terminate()


def _walked(page: Page, export: Export, path: Path) -> int:
    page.goto(f"http://127.0.0.1:{PORT}")
    at_rest(page)
    clicks = bring(page, export)
    expect(page.get_by_role("button", name="Yes, predict")).to_be_visible()
    at_rest(page)
    page.screenshot(path=f"{path}_data.png", full_page=True)
    clicks += grow(page)
    page.screenshot(path=f"{path}_grow.png")
    return clicks


def _wait() -> None:
    for _ in range(120):
        with suppress(OSError):
            urllib.request.urlopen(f"http://127.0.0.1:{PORT}/_stcore/health")
            return
        time.sleep(0.5)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
