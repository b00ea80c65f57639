"""The decisions of ``tasks.py``: which Python, which browser, which stages and arguments.

Nothing is installed here, no network is used.
"""

import ast
import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO
from unittest.mock import Mock

import pytest

import tasks

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("version", [(3, 11, 0), (3, 14, 1, "final", 0), (4, 0, 0)])
def test_a_python_that_will_do(version: tuple) -> None:
    assert tasks.too_old(version) == ""


@pytest.mark.parametrize("version", [(3, 6, 15), (3, 10, 13, "final", 0)])
def test_an_old_python_gets_one_sentence(version: tuple) -> None:
    sentence = tasks.too_old(version)
    assert "needs Python 3.11 or newer" in sentence
    assert f"this is Python {version[0]}.{version[1]}." in sentence


def test_an_old_python_can_read_the_file_up_to_its_sentence() -> None:
    ast.parse((ROOT / "tasks.py").read_text("utf-8"), feature_version=(3, 6))


@pytest.fixture
def browsers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The programs on the search path; at first none, and no browser anywhere else."""
    programs: dict[str, str] = {}
    monkeypatch.delenv("NBN_CHROMIUM", raising=False)
    monkeypatch.setattr(tasks.shutil, "which", programs.get)
    monkeypatch.setattr(tasks, "BROWSER_PLACES", ())
    monkeypatch.setattr(tasks, "playwrights_own", lambda: None)
    return programs


def test_the_named_browser_comes_first(
    browsers: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = tmp_path / "mine"
    mine.touch()
    browsers["chromium"] = "/bin/chromium"
    monkeypatch.setenv("NBN_CHROMIUM", str(mine))
    assert tasks.find_chromium() == str(mine)


def test_a_named_browser_must_exist(
    browsers: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NBN_CHROMIUM", str(tmp_path / "gone"))
    with pytest.raises(SystemExit, match="no such program"):
        tasks.find_chromium()


def test_browsers_are_looked_for_in_order(
    browsers: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert tasks.find_chromium() is None
    monkeypatch.setattr(tasks, "playwrights_own", lambda: "/cache/chrome")
    assert tasks.find_chromium() == "/cache/chrome"

    (tmp_path / "chrome.exe").touch()
    monkeypatch.setenv("NBN_TEST_FOLDER", str(tmp_path))
    monkeypatch.setattr(
        tasks, "BROWSER_PLACES", ("/nowhere/chrome", "%NBN_TEST_FOLDER%/chrome.exe")
    )
    assert tasks.find_chromium() == os.path.join(str(tmp_path), "chrome.exe")

    for name in ("msedge", "google-chrome", "chromium"):
        browsers[name] = f"/bin/{name}"
        assert tasks.find_chromium() == f"/bin/{name}"


def test_no_browser_at_all_gets_one_sentence(
    browsers: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []
    monkeypatch.setattr(tasks, "apt_get", lambda: ["apt-get"])
    monkeypatch.setattr(
        tasks, "attempt", lambda command: (tried.append(" ".join(command[-4:])), (False, ""))[1]
    )
    with pytest.raises(SystemExit, match="NBN_CHROMIUM"):
        tasks.provide_chromium()
    assert [line.split()[0] for line in tried] == ["playwright", "apt-get", "install"]


@dataclass
class Stages:
    """Stages that are not run: what was begun, in turn, and the code that each is to end with."""

    codes: dict[str, int] = field(default_factory=dict)
    called: list[list[str]] = field(default_factory=list)

    def begun(self, command: list[str], output: IO[bytes] | None = None, **_: str) -> Mock:
        self.called.append(command[2:])
        if output is not None:
            output.write(b"as it was printed\n")
        return Mock(wait=Mock(return_value=self.codes.get(command[2], 0)))

    @property
    def programs(self) -> list[str]:
        return [command[0] for command in self.called]


@pytest.fixture
def stages(monkeypatch: pytest.MonkeyPatch) -> Stages:
    noted = Stages()
    monkeypatch.setattr(tasks, "prepare", lambda dev: None)
    monkeypatch.setattr(tasks, "provide_chromium", lambda: "/bin/chromium")
    monkeypatch.setattr(tasks, "begun", noted.begun)
    return noted


ALL = ["ruff", "ruff", "mypy", "pytest", "pytest"]


def test_stages_stop_at_the_first_failure(stages: Stages) -> None:
    stages.codes["ruff"] = 1
    assert tasks.test([]) == 1
    assert stages.programs == ALL[:1]
    stages.called.clear()
    stages.codes = {"pytest": 5}
    assert tasks.test([]) == 5
    assert stages.programs == ALL[:4]


def test_types_are_checked_beside_the_tests_and_told_of_after_them(
    stages: Stages, capsys: pytest.CaptureFixture[str]
) -> None:
    stages.codes["mypy"] = 2
    assert tasks.test([]) == 2
    assert stages.programs == ALL[:4]
    end = capsys.readouterr().out.partition("-- pytest\n")[2]
    assert end == "-- mypy, strict\nas it was printed\n-- FAILED: mypy, strict\n"


def test_what_goes_on_beside_ends_with_the_rest(stages: Stages) -> None:
    with tasks.aside() as beside:
        beside.begin("types", ["python", "-m", "mypy"])
        child = beside.child
    child.terminate.assert_called_once()


def test_arguments_go_to_pytest_alone(stages: Stages) -> None:
    assert tasks.test(["tests/test_x.py", "-k", "a or b"]) == 0
    assert stages.called == [["pytest", "tests/test_x.py", "-k", "a or b"]]


def test_quick_is_everything_but_browsers_and_what_is_slow(stages: Stages) -> None:
    assert tasks.test(["--quick"]) == 0
    assert stages.programs == ALL[:4]
    assert stages.called[:3] == [*tasks.STAGES.values()][:3]
    few = ["-m", "not slow and not nightly", "--hypothesis-profile=quick"]
    assert stages.called[3][-3:] == few


def test_nightly_is_everything_whatever_its_marks(stages: Stages) -> None:
    assert tasks.test(["--nightly"]) == 0
    usual, more = [*tasks.STAGES.values()], ["-m", "", "--hypothesis-profile=nightly"]
    assert stages.called == [*usual[:3], *([*stage, *more] for stage in usual[3:])]


def test_the_newest_streamlit_has_an_environment_and_hears_all_that_breaks(
    stages: Stages, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stages.codes = {"mypy": 1, "pytest": 1}
    monkeypatch.setattr(tasks, "NEWEST", True)
    monkeypatch.setattr(tasks, "STAMP", tmp_path / "stamp")
    assert tasks.test(["--newest"]) == 1
    assert stages.called == [*tasks.NIGHTLY.values()]
    bounds = [line for line in tasks.requirements(dev=False) if line.startswith("streamlit")]
    assert len(bounds) == 1
    assert "<" not in bounds[0]


@pytest.mark.parametrize(("arguments", "status"), [(["--help"], 0), ([], 2), (["dance"], 2)])
def test_what_is_offered(
    arguments: list[str], status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tasks.main(arguments) == status
    assert "tasks.py run" in capsys.readouterr().out


def test_ctrl_c_ends_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(dev: bool) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(tasks, "prepare", interrupted)
    monkeypatch.setattr(tasks.signal, "signal", lambda *_: None)
    assert tasks.main(["run"]) == 130


def test_continuous_integration_runs_what_the_readme_says() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    script = (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
    commands = re.findall(r"^python3 tasks\.py .*$", readme, re.MULTILINE)
    assert "python3 tasks.py test" in [command.partition("#")[0].strip() for command in commands]
    assert script[-1] == "python3 tasks.py test"
