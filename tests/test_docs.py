"""The guides say what is so, and the site of them builds with no link that leads nowhere."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tasks
from dtshow.words.language import spoken
from pages.ui.story.runner import LESSONS
from pages.ui.story.shelf import AIMS, aims

DOCS = tasks.ROOT / "docs"


def test_each_lesson_says_what_it_is_for_in_both_languages() -> None:
    assert set(AIMS) == set(LESSONS)
    for key, aim in AIMS.items():
        assert aim["level"] in (1, 2, 3)
        assert all(AIMS[one]["level"] <= aim["level"] for one in aim["before"]), key
        assert aim["en"]
        assert re.search("[\u4e00-\u9fff]", aim["zh"])


def test_the_guide_for_teachers_lists_the_lessons_as_the_app_does() -> None:
    """``tasks.py docs`` writes them there."""
    with spoken("en"):
        assert aims() in (DOCS / "teach.md").read_text("utf-8")


def test_no_guide_links_to_a_file_that_is_not_there_or_ends_within_code() -> None:
    found = []
    for path in (*DOCS.glob("*.md"), *tasks.ROOT.glob("*.md")):
        assert path.read_text("utf-8").count("\n```") % 2 == 0, path
        for link in re.findall(r"\]\(([^)#:\s]+)[)#]", path.read_text("utf-8")):
            if not link.startswith("/") and not (path.parent / link).exists():
                found.append(f"{path.name}: {link}")
    assert not found


@pytest.mark.nightly
def test_the_site_builds(tmp_path: Path) -> None:
    pytest.importorskip("sphinx", reason="python3 tasks.py docs installs it")
    build = ["sphinx", "-q", "-W", "--keep-going", "-c", "docs", tmp_path / "a", tmp_path / "b"]
    environment = {**os.environ, "PYTHONPATH": str(tasks.ROOT)}
    for step in (["docs.generate", tmp_path / "a"], build):
        done = subprocess.run(
            [sys.executable, "-m", *step],
            cwd=tasks.ROOT,
            env=environment,
            capture_output=True,
            encoding="utf-8",
        )
        assert done.returncode == 0, done.stderr
    assert "predict_proba" in (tmp_path / "b" / "api" / "dtcore.model.html").read_text("utf-8")
    assert "Quinlan" in (tmp_path / "b" / "recipes.html").read_text("utf-8")
