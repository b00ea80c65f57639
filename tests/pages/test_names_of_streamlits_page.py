"""Each name of Streamlit's page that style sheets and scripts of ours use is in its bundle still.

If this fails after an update of Streamlit: the element has another name, and whatever our rule did
is done no more.
"""

import re
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Final

import pytest
from streamlit.file_util import get_static_dir

ROOT: Final = Path(__file__).parents[2]
NAME: Final = re.compile(r"(?<![\w-])st[A-Z]\w+")
USED_IN: Final = {".css", ".js", ".py"}


def used() -> dict[str, list[str]]:
    """Names, and the files that use them."""
    found: dict[str, list[str]] = {}
    for path in sorted(chain((ROOT / "pages").rglob("*"), (ROOT / "dtshow").rglob("*"))):
        if path.suffix in USED_IN:
            for name in NAME.findall(path.read_text("utf-8")):
                found.setdefault(name, []).append(path.relative_to(ROOT).as_posix())
    return found


@cache
def names() -> set[str]:
    """All of Streamlit's bundle that look like such a name."""
    folder = Path(get_static_dir()) / "static" / "js"
    return {name for path in folder.glob("*.js") for name in NAME.findall(path.read_text("utf-8"))}


USED: Final = used()


@pytest.mark.parametrize("name", USED)
def test_streamlit_still_has_the_name(name: str) -> None:
    assert name in names(), USED[name]
