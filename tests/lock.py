"""``requirements.lock``, and the places where it is installed."""

import re
import tomllib
from pathlib import Path

from packaging.markers import Marker

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LOCK = (ROOT / "requirements.lock").read_text("utf-8")
ENTRY = re.compile(
    r"^([\w.-]+)==(\S+)(?: ; (.+))? \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.M
)
PLACES = [
    {
        "platform_system": system,
        "sys_platform": platform,
        "platform_machine": machine,
        "platform_python_implementation": "CPython",
        "implementation_name": "cpython",
        "os_name": "nt" if platform == "win32" else "posix",
        "python_version": f"3.{minor}",
        "python_full_version": f"3.{minor}.4",
    }
    for system, platform, machine in (
        ("Linux", "linux", "x86_64"),
        ("Linux", "linux", "aarch64"),
        ("Darwin", "darwin", "arm64"),
        ("Windows", "win32", "AMD64"),
    )
    for minor in (11, 12, 13)
]


def locked(place: dict[str, str]) -> dict[str, str]:
    """The version of each package that is installed at a place."""
    here: dict[str, str] = {}
    for name, version, marker, _hashes in ENTRY.findall(LOCK):
        if not marker or Marker(marker).evaluate(place):
            assert name not in here, f"two versions of {name}"
            here[name] = version
    return here


LOCKED = locked(PLACES[0])
