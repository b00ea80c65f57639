"""The app in a frame of another site's page, as an LMS shows it: docs/embed.md."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FrameLocator, expect

from tests.browser.processes import end, free_port, started, until_it_answers

pytestmark = [pytest.mark.browser, pytest.mark.nightly]


@pytest.fixture(scope="module")
def lms(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """The folder of another site's pages, and its address: to a browser, localhost and 127.0.0.1
    are two sites."""
    folder = tmp_path_factory.mktemp("lms")
    handler = partial(SimpleHTTPRequestHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield folder, f"http://localhost:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def app(lms: tuple[Path, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder, port = tmp_path_factory.mktemp("app"), free_port()
    settings = folder / "settings.toml"
    settings.write_text(f"[server]\nframe_ancestors = \"'self' {lms[1]}\"\n", "utf-8")
    process = started(port, f"sqlite:///{folder}/store.db", NBN_SETTINGS=str(settings))
    try:
        until_it_answers(f"http://127.0.0.1:{port}", process)
        yield f"http://127.0.0.1:{port}"
    finally:
        end(process)


def framed(chromium: Browser, lms: tuple[Path, str], address: str) -> FrameLocator:
    text = f'<iframe title="tree" width=1000 height=700 src="{address}"></iframe>'
    (lms[0] / "course.html").write_text(f"<!doctype html><h1>Course</h1>{text}", "utf-8")
    page = chromium.new_context(
        viewport={"width": 1100, "height": 800},
        extra_http_headers={"X-Forwarded-Proto": "https"},  # as a proxy says it
    ).new_page()
    page.set_default_timeout(120_000)
    page.goto(f"{lms[1]}/course.html")
    return page.frame_locator("iframe")


def test_a_site_that_is_named_shows_a_step_and_steps_on(
    chromium: Browser, lms: tuple[Path, str], app: str
) -> None:
    frame = framed(chromium, lms, f"{app}/grow?data=playtennis&recipe=id3&step=1")
    expect(frame.locator(".stage [data-kind=next]")).to_be_enabled(timeout=120_000)
    before = frame.locator(".stage .said").inner_text()
    frame.locator(".stage [data-kind=next]").click()
    expect(frame.locator(".stage .said")).not_to_have_text(before)


def test_a_table_can_be_brought_within_the_frame(
    chromium: Browser, lms: tuple[Path, str], app: str
) -> None:
    frame = framed(chromium, lms, f"{app}/")
    small = {"name": "small.csv", "mimeType": "text/csv", "buffer": b"a,b\n1,x\n2,y\n3,x\n"}
    frame.locator("input[type=file]").set_input_files(small)
    expect(frame.get_by_text("3 rows, 2 columns")).to_be_visible(timeout=120_000)


def test_a_site_that_is_not_named_shows_nothing(
    chromium: Browser, lms: tuple[Path, str], app: str, tmp_path: Path
) -> None:
    handler = partial(SimpleHTTPRequestHandler, directory=str(lms[0]))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        frame = framed(chromium, (lms[0], f"http://localhost:{other.server_port}"), f"{app}/grow")
        expect(frame.locator("body")).not_to_be_empty()
        expect(frame.locator("[data-testid=stApp]")).to_have_count(0)
        other.shutdown()
