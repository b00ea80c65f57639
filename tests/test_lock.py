"""What deployments install is what development allows, to the last file."""

import re
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from itertools import chain
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.lock import ENTRY, LOCK, LOCKED, PLACES, PROJECT, ROOT, locked

NEEDED = PROJECT["project"]["dependencies"]


@pytest.mark.parametrize("place", PLACES, ids=lambda place: " ".join(place.values()))
def test_each_requirement_is_locked_within_its_range(place: dict[str, str]) -> None:
    versions = locked(place)
    for wanted in map(Requirement, NEEDED):
        if wanted.marker is None or wanted.marker.evaluate(place):
            assert wanted.specifier.contains(versions[wanted.name]), wanted


def test_both_lists_of_what_the_app_needs_agree() -> None:
    lines = (ROOT / "requirements.txt").read_text("utf-8").splitlines()
    listed = (line.partition("#")[0].strip() for line in lines)
    assert {*map(Requirement, filter(None, listed))} == {*map(Requirement, NEEDED)}


def test_each_line_has_hashes_and_a_version() -> None:
    named = [line for line in LOCK.splitlines() if line and line[0] not in "# "]
    assert len(named) == len(ENTRY.findall(LOCK)) >= 30
    assert all("==" in line for line in named)


def test_the_way_to_make_it_anew_is_said_once_and_the_same() -> None:
    command = re.search(r"uv pip compile .*", LOCK)
    assert command
    assert command[0] in (ROOT / "CONTRIBUTING.md").read_text("utf-8")


WITH_EXTRA = {"estimators.py": ["scikit-learn"], "notebook.py": ["anywidget", "traitlets"]}
"""What is imported by itself alone, with what its extra brings."""


def test_what_the_app_imports_at_its_start_is_installed_with_it() -> None:
    """And not by tests alone, as the driver of PostgreSQL is."""
    of = packages_distributions()
    own = {"dtcore", "dtshow", "dttools", "pages", "app", "node_by_node", *sys.stdlib_module_names}
    packages = (ROOT.glob(f"{name}/**/*.py") for name in ("dtcore", "dttools", "dtshow", "pages"))
    for file in (ROOT / "app.py", *chain(*packages)):
        for name in set(_imported(file)) - own:
            brought = {*LOCKED, *WITH_EXTRA.get(file.name, ())}
            origins = of.get(name, [name])  # of an extra that is not installed
            assert {one.lower().replace("_", "-") for one in origins} & brought, (file, name)


def _imported(file: Path) -> Iterator[str]:
    """The packages that lines import that are not set in; not those that a function does."""
    imports = r"^(?:import|from) (\w+)[\w.]*(?: import .*| as \w+)?$"
    yield from re.findall(imports, file.read_text("utf-8"), re.M)
