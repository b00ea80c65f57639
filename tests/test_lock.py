"""What deployments install is what development allows, to the last file."""

import ast
import re
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from itertools import chain
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import tasks

ROOT = Path(__file__).resolve().parent.parent
SERVER = {
    "platform_system": "Linux",
    "platform_machine": "x86_64",
    "platform_python_implementation": "CPython",
    "python_version": "3.11",
}
LOCK = (ROOT / "requirements.lock").read_text("utf-8")
ENTRY = re.compile(r"^([\w.-]+)==(\S+) \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.M)
LOCKED = {name: version for name, version, _hashes in ENTRY.findall(LOCK)}


@pytest.mark.parametrize("line", tasks.requirements(dev=False))
def test_each_requirement_is_locked_within_its_range(line: str) -> None:
    wanted = Requirement(line)
    if wanted.marker is None or wanted.marker.evaluate(SERVER):
        assert wanted.specifier.contains(LOCKED[wanted.name])


def test_each_line_has_hashes_and_names_one_version() -> None:
    named = [line for line in LOCK.splitlines() if line and line[0] not in "# "]
    assert len(named) == len(LOCKED) >= 30
    assert all("==" in line for line in named)


def test_the_way_to_make_it_anew_is_said_once_and_the_same() -> None:
    command = re.search(r"uv pip compile .*", LOCK)
    assert command
    assert command[0] in (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def test_what_the_app_imports_at_its_start_is_installed_with_it() -> None:
    """And not by tests alone, as the driver of PostgreSQL is."""
    of = packages_distributions()
    own = {"dtcore", "dtshow", "dttools", "pages", "app", *sys.stdlib_module_names}
    packages = (ROOT.glob(f"{name}/**/*.py") for name in ("dtcore", "dttools", "dtshow", "pages"))
    for file in (ROOT / "app.py", *chain(*packages)):
        for name in set(_imported(file)) - own:
            assert {one.lower().replace("_", "-") for one in of[name]} & {*LOCKED}, (file, name)


def _imported(file: Path) -> Iterator[str]:
    """The packages that its first lines import; not those that a function does."""
    for line in ast.parse(file.read_text("utf-8")).body:
        if isinstance(line, ast.Import):
            yield from (alias.name.split(".")[0] for alias in line.names)
        elif isinstance(line, ast.ImportFrom) and line.module:
            yield line.module.split(".")[0]
