"""The decisions of tasks.py. Nothing is installed here, no network is used."""

import ast
import os
import re
from pathlib import Path

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
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project in a folder of its own; pip and venv are pretended."""
    (tmp_path / "requirements.txt").write_text("# what running needs\nstreamlit>=1  # the app\n\n")
    (tmp_path / "pyproject.toml").write_text('[dependency-groups]\ndev = ["pytest>=9"]\n')
    for name, place in {
        "ROOT": tmp_path,
        "VENV": tmp_path / ".venv",
        "PYTHON": str(tmp_path / ".venv" / "python"),
        "STAMP": tmp_path / ".venv" / "stamp",
    }.items():
        monkeypatch.setattr(tasks, name, place)
    return tmp_path


@pytest.fixture
def work(project: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What prepare() does, as it does it."""
    done: list[str] = []

    def make_environment() -> None:
        done.append("make")
        (project / ".venv").mkdir(exist_ok=True)
        Path(tasks.PYTHON).touch()

    def install(wanted: list[str]) -> str:
        done.append(" ".join(wanted))
        return ""

    monkeypatch.setattr(tasks, "make_environment", make_environment)
    monkeypatch.setattr(tasks, "install", install)
    return done


def test_requirements_come_from_both_files(project: Path) -> None:
    assert tasks.requirements(dev=False) == ["streamlit>=1"]
    assert tasks.requirements(dev=True) == ["streamlit>=1", "pytest>=9"]


def test_the_second_time_is_at_once(work: list[str]) -> None:
    tasks.prepare(dev=False)
    tasks.prepare(dev=False)
    assert work == ["make", "streamlit>=1"]


def test_what_tests_need_holds_what_running_needs(work: list[str]) -> None:
    tasks.prepare(dev=True)
    tasks.prepare(dev=False)
    assert work == ["make", "streamlit>=1 pytest>=9"]


def test_changed_requirements_are_installed_into_the_same_environment(
    project: Path, work: list[str]
) -> None:
    tasks.prepare(dev=True)
    (project / "requirements.txt").write_text("streamlit>=2\n")
    tasks.prepare(dev=False)
    tasks.prepare(dev=True)
    assert work[1:] == ["streamlit>=1 pytest>=9", "streamlit>=2", "streamlit>=2 pytest>=9"]


def test_a_moved_folder_or_another_python_starts_anew(
    work: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks.prepare(dev=False)
    monkeypatch.setattr(tasks, "home", lambda: "elsewhere")
    tasks.prepare(dev=False)
    assert work.count("make") == 2


@pytest.mark.parametrize("lost", ["PYTHON", "STAMP"])
def test_a_half_made_environment_starts_anew(work: list[str], lost: str) -> None:
    tasks.prepare(dev=False)
    Path(getattr(tasks, lost)).unlink()
    tasks.prepare(dev=False)
    assert work == ["make", "streamlit>=1"] * 2


def test_an_interrupted_installation_starts_anew(
    work: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(wanted: list[str]) -> str:
        raise KeyboardInterrupt

    with monkeypatch.context() as context:
        context.setattr(tasks, "install", interrupted)
        with pytest.raises(KeyboardInterrupt):
            tasks.prepare(dev=False)
    tasks.prepare(dev=False)
    assert work == ["make", "make", "streamlit>=1"]


def test_a_failed_installation_keeps_what_was_there(
    work: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks.prepare(dev=False)
    with monkeypatch.context() as context:
        context.setattr(tasks, "install", lambda wanted: "no network")
        with pytest.raises(SystemExit, match="no network"):
            tasks.prepare(dev=True)
    tasks.prepare(dev=False)
    assert work == ["make", "streamlit>=1"]


def test_a_python_without_venv_gets_the_remedy(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match=r"without venv and ensurepip.*apt install python3\.\d+-"):
        tasks.prepare(dev=False)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("WARNING: Retrying (Retry(total=1)) after connection broken", "Is this computer online?"),
        ("ERROR: No matching distribution found for streamlit", "what pip says of it"),
    ],
)
def test_pip_fails_in_plain_words(
    words: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "attempt", lambda command: (False, words))
    assert sentence in tasks.install(["streamlit"])


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


def test_stages_stop_at_the_first_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[list[str]] = []

    def call(command: list[str], **environment: str) -> int:
        called.append(command[2:])
        return 5 if command[2] == "pytest" else 0

    monkeypatch.setattr(tasks, "prepare", lambda dev: None)
    monkeypatch.setattr(tasks, "call", call)
    assert tasks.test([]) == 5
    assert [command[0] for command in called] == ["ruff", "ruff", "mypy", "pytest"]


def test_arguments_go_to_pytest_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[list[str]] = []
    monkeypatch.setattr(tasks, "prepare", lambda dev: None)
    monkeypatch.setattr(tasks, "call", lambda command, **_: called.append(command[1:]) or 0)
    assert tasks.test(["tests/test_x.py", "-k", "a or b"]) == 0
    assert called == [["-m", "pytest", "tests/test_x.py", "-k", "a or b"]]


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
