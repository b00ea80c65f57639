"""``node-by-node``: what it starts, and how it hands on what it is told."""

import subprocess
import sys
from pathlib import Path

import pytest

import tasks
from dtshow.page import command
from node_by_node import __main__ as launcher


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[str], dict[str, str]]]:
    """What would run, and where: nothing is started."""
    found: list[tuple[list[str], dict[str, str]]] = []

    def start(command: list[str], env: dict[str, str]) -> int:
        found.append((command, env))
        return 0

    monkeypatch.setattr(launcher.subprocess, "call", start)
    monkeypatch.setattr(launcher.os, "execve", lambda _python, *rest: start(*rest))
    return found


def test_it_starts_the_app_of_this_checkout(
    started: list[tuple[list[str], dict[str, str]]], tmp_path: Path
) -> None:
    told = ["--port", "9000", "--host", "127.0.0.1", "--no-browser", "--server.baseUrlPath=trees"]
    assert launcher.main([*told, "--settings", str(tmp_path / "mine.toml")]) == 0
    (command, environment) = started[0]
    assert command[:5] == [sys.executable, "-m", "streamlit", "run", str(tasks.ROOT / "app.py")]
    assert {*command[5:]} == {
        "--server.port=9000",
        "--server.address=127.0.0.1",
        "--server.headless=true",
        "--server.baseUrlPath=trees",
    }
    assert environment["NBN_SETTINGS"] == str(tmp_path / "mine.toml")
    assert environment["MALLOC_ARENA_MAX"] == "1"


def test_it_asks_nothing_of_streamlit_that_it_was_not_told(
    started: list[tuple[list[str], dict[str, str]]],
) -> None:
    launcher.main([])
    assert started[0][0][5:] == []


def test_it_maintains_the_store(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "node_by_node", "--store", "list"]
    store = {"NBN_STORE": f"sqlite:///{tmp_path}/store.db"}
    done = subprocess.run(
        command,
        cwd=tmp_path,
        env={**launcher.os.environ, **store, "PYTHONPATH": str(tasks.ROOT)},
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    assert "0 tables" in done.stdout


def test_a_python_without_streamlit_is_told_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(launcher.importlib.util, "find_spec", lambda name: None)
    assert launcher.main([]) == 2
    assert "Streamlit is not installed" in capsys.readouterr().err


def test_ctrl_c_ends_an_export_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    def ended(_given: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "main", ended)
    assert launcher.main(["export", "iris"]) == 130
