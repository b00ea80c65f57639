"""Spreadsheets by two libraries that sleep since 2017 and 2020: xlwt for .xls, odfpy for .ods.

What they wrote is kept in ``files/written``, under a digest of what was asked for, so that no test
needs them. A new one is written where they are: ``uv run --with xlwt --with odfpy python -m pytest
-m "" tests/engine/test_formats_spreadsheets.py``, say; commit the file that comes.
"""

import gzip
from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from pathlib import Path
from typing import Any

WRITTEN = Path(__file__).parent / "files" / "written"


def written_once(write: Callable[..., bytes]) -> Callable[..., bytes]:
    """``write``, whose bytes for these arguments are kept."""

    @wraps(write)
    def content(*asked: Any) -> bytes:
        told = repr((write.__module__, write.__name__, asked))
        path = WRITTEN / f"{sha256(told.encode()).hexdigest()[:20]}.gz"
        if not path.exists():
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(gzip.compress(write(*asked), mtime=0))
        return gzip.decompress(path.read_bytes())

    return content
