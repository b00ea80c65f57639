"""What the figures were measured on, in a line, so that they can be read elsewhere."""

import os
import platform
from datetime import date
from importlib.metadata import version
from pathlib import Path

CPU = Path("/proc/cpuinfo")


def processor() -> str:
    """The model of the processor, as far as the system tells."""
    if CPU.exists():
        for line in CPU.read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def description() -> str:
    packages = ", ".join(f"{name} {version(name)}" for name in ("numpy", "scikit-learn"))
    return (
        f"{date.today().isoformat()}, {processor()}, {os.cpu_count()} cores shared, "
        f"{platform.system()}, Python {platform.python_version()}, {packages}."
    )
