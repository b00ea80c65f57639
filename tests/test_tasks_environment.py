"""``tasks.py`` makes an environment: once, anew where it must be, and with a remedy.

Nothing is installed here, no network is used.
"""

from pathlib import Path

import pytest

import tasks


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
