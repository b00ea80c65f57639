"""What is done once, and not at each click."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = """
import gc, pkgutil, sys
sys.path.insert(0, ".")
from importlib import import_module
from pages.serving import tuning
tuning.ready_for_many()
import pages.ui
for found in pkgutil.walk_packages(pages.ui.__path__, "pages.ui."):
    if not found.name.endswith("navigation"):  # it draws when it is imported
        import_module(found.name)
gc.collect()
print(gc.get_freeze_count(), len(gc.get_objects()), gc.get_threshold() == tuning.YOUNG)
"""


@pytest.mark.nightly  # it imports all pages in a process of its own
def test_what_stays_is_not_looked_at_again() -> None:
    """All that any page needs is there before the collector is told to pass it by."""
    command = [sys.executable, "-W", "ignore", "-c", PAGES]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    frozen, left, young = told.split()
    assert int(left) < int(frozen) / 20
    assert young == "True"
