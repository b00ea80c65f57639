"""``tasks.py`` makes an environment: once, anew where it must be, and with a remedy.

Nothing is installed here, no network is used.
"""

import sys
from gettext import GNUTranslations
from pathlib import Path

import pytest

import tasks


def write(folder: Path, needed: str) -> None:
    groups = '[dependency-groups]\ncheckout = []\ndev = ["pytest>=9"]\ndocs = ["sphinx>=9"]'
    stated = f'[project]\ndependencies = ["{needed}"]\n{groups}\n'
    (folder / "pyproject.toml").write_text(stated)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project in a folder of its own; pip and venv are pretended."""
    write(tmp_path, "streamlit>=1")
    for name, place in {
        "ROOT": tmp_path,
        "LOCALE": tmp_path,
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


def test_requirements_are_the_app_s_and_the_group_s(project: Path) -> None:
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


def test_what_the_site_needs_comes_when_it_is_built_and_holds_the_rest(work: list[str]) -> None:
    tasks.prepare(dev=True)
    tasks.prepare(dev=True, docs=True)
    tasks.prepare(dev=True)
    tasks.prepare(dev=False)
    assert work == ["make", "streamlit>=1 pytest>=9", "streamlit>=1 pytest>=9 sphinx>=9"]


def test_changed_requirements_are_installed_into_the_same_environment(
    project: Path, work: list[str]
) -> None:
    tasks.prepare(dev=True)
    write(project, "streamlit>=2")
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
    monkeypatch.setattr(tasks, "uv", str)
    with pytest.raises(SystemExit, match=r"without venv and ensurepip.*apt install python3\.\d+-"):
        tasks.prepare(dev=False)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("WARNING: Retrying (Retry(total=1)) after connection broken", "Is this computer online?"),
        ("ERROR: No matching distribution found for streamlit", "what the installer says"),
    ],
)
def test_pip_fails_in_plain_words(
    words: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "attempt", lambda command: (False, words))
    assert sentence in tasks.install(["streamlit"])


@pytest.mark.parametrize(("program", "begins"), [("/bin/uv", "/bin/uv pip"), ("", "python -m pip")])
def test_uv_installs_where_it_is_on_the_path(
    program: str, begins: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[str] = []

    def attempt(command: list[str]) -> tuple[bool, str]:
        ran.append(" ".join(command))
        return True, ""

    monkeypatch.setattr(tasks, "PYTHON", "python")
    monkeypatch.setattr(tasks, "attempt", attempt)
    monkeypatch.setattr(tasks.shutil, "which", {"uv": program}.get)
    assert tasks.install(["streamlit"]) == ""
    assert len(ran) == 1
    assert ran[0].startswith(begins)
    assert ran[0].endswith("streamlit")


def test_a_catalogue_is_compiled_where_it_is_newer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalogue = tmp_path / "locale" / "zh" / "LC_MESSAGES" / "messages.po"
    catalogue.parent.mkdir(parents=True)
    catalogue.write_text('msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n')
    with catalogue.open("a", encoding="utf-8") as file:
        file.write('msgid "tree"\nmsgstr "树"\n')
    monkeypatch.setattr(tasks, "LOCALE", tmp_path / "locale")
    tasks.compile_messages(sys.executable)
    made = catalogue.with_suffix(".mo")
    with made.open("rb") as compiled:
        assert GNUTranslations(compiled).gettext("tree") == "树"
    first = made.stat().st_mtime_ns
    tasks.compile_messages(sys.executable)
    assert made.stat().st_mtime_ns == first
