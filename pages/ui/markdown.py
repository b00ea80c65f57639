"""User text in Streamlit's Markdown, shown as it was typed."""

import re
from typing import Final

# everything that can begin markup, Streamlit's own :red[...] and $...$ included
_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~$:\"'&=^])")


def literal(text: object, limit: int = 80) -> str:
    """``text`` on one line with all markup disarmed, cut to ``limit`` characters."""
    line = " ".join(str(text).split())
    if len(line) > limit:
        line = line[: limit - 1] + "…"
    return _SPECIAL.sub(r"\\\1", line)
