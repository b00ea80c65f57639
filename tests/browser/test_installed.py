"""The wheel in an empty environment, used from an empty folder, as whoever installs it does."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import expect

import tasks
from tests.browser.processes import free_port, until_it_answers
from tests.browser.visitor import Visitor
from tests.lock import LOCKED

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

ROOT = Path(__file__).resolve().parents[2]
OFFLINE = ("Retrying (", "Failed to fetch", "Could not find a version", "No solution found")


def ran(*command: str | Path, folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8")
    if done.returncode and any(sign in done.stderr + done.stdout for sign in OFFLINE):
        pytest.skip("no packages can be fetched here")
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    uv = tasks.uv()
    build = [uv, "build", "--wheel", "-o"] if uv else [sys.executable, "-m", "pip", "wheel", "-w"]
    ran(*build, folder, *([] if uv else ["--no-deps"]), str(ROOT), folder=folder)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the two commands and Python."""
    folder = tmp_path_factory.mktemp("environment")
    uv = tasks.uv()
    places = folder / ("Scripts" if os.name == "nt" else "bin")
    if uv:
        ran(uv, "venv", "--clear", "--python", sys.executable, folder, folder=folder)
        ran(uv, "pip", "install", "--python", places / "python", wheel, folder=folder)
    else:
        ran(sys.executable, "-m", "venv", "--clear", folder, folder=folder)
        ran(places / "python", "-m", "pip", "install", wheel, folder=folder)
    return places


@pytest.fixture
def app(programs: Path, tmp_path: Path) -> Iterator[str]:
    """The address of the app, with a store of its own."""
    port = free_port()
    process = subprocess.Popen(
        [programs / "node-by-node", "--no-browser", "--host=127.0.0.1", f"--port={port}"],
        cwd=tmp_path,
        env={**os.environ, "NBN_STORE": f"sqlite:///{tmp_path}/store.db"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}"
    try:
        until_it_answers(address, process)
        yield address
    finally:
        process.terminate()
        process.wait(20)


def test_no_package_of_a_common_name_lands_in_anybodys_environment(wheel: Path) -> None:
    with ZipFile(wheel) as packed:
        names = packed.namelist()
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {
        "dtcore",
        "dttools",
        "dtshow",
        "node_by_node",
    }
    assert any(name.endswith("zh/LC_MESSAGES/messages.mo") for name in names)
    assert not [name for name in names if "__pycache__" in name]


def test_only_what_the_lock_names_is_installed(programs: Path, tmp_path: Path) -> None:
    ask = "from importlib.metadata import distributions as of\n"
    ask += "print(*(one.name.lower().replace('_', '-') for one in of()))"
    found = {*ran(programs / "python", "-c", ask, folder=tmp_path).split()}
    assert found - {"pip", "setuptools"} == {*LOCKED, "node-by-node"}


def test_the_command_grows_a_tree(programs: Path, tmp_path: Path) -> None:
    printed = ran(programs / "dtcore", "playtennis", folder=tmp_path)
    assert printed == ran(sys.executable, "-m", "dtcore", "playtennis", folder=ROOT)


def test_the_app_opens_and_keeps_a_table(app: str, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{app}/?lang=zh")
    expect(page.get_by_role("link", name="数据", exact=True)).to_be_visible()
    page.goto(f"{app}/")
    small = {"name": "small.csv", "mimeType": "text/csv", "buffer": b"a,b\n1,x\n2,y\n3,x\n"}
    page.locator("input[type=file]").set_input_files(small)
    expect(page.get_by_text("3 rows, 2 columns")).to_be_visible()
    page.reload()
    expect(page.get_by_text("3 rows, 2 columns")).to_be_visible()
