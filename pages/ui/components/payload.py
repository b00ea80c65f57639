"""What a component of ours gets from the server, as bytes.

Streamlit writes a dictionary twice, once to send it and once to name it, and looks into each
value for a table; bytes it passes on.
"""

import json
from collections.abc import Mapping
from typing import Any


def payload(data: Mapping[str, Any]) -> bytes:
    """``data`` as JSON; ``read`` in a component's script is the way back."""
    return json.dumps(data, separators=(",", ":")).encode()


READ = "const read = (data) => JSON.parse(new TextDecoder().decode(data));\n"
"""To be put before a component's script."""
