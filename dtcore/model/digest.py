"""A name for content: equal content, equal name, in any process."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Any

from numpy.typing import NDArray


def digest_of(parts: Iterable[bytes | NDArray[Any]]) -> str:
    """128 bits as 32 hexadecimal digits. Each part comes with its length, so that no two
    sequences of parts run together into the same."""
    total = blake2b(digest_size=16)
    for part in parts:
        content = part if isinstance(part, bytes) else part.tobytes()
        total.update(len(content).to_bytes(8, "big"))
        total.update(content)
    return total.hexdigest()
