"""The app as ``streamlit run`` serves it, with a gate before long work.

While the file that ``NBN_GATE`` names is there, reading a file and generating a table say again
and again that nothing is done yet, as on a machine of any slowness: so a test can press Stop at
leisure. The work itself is the product's own, which knows nothing of the gate.
"""

import os
import sys
import time
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

from streamlit.web.cli import main

from dttools import files as reading
from dttools.teach import Practice
from pages.work import own_process

GATE = Path(os.environ["NBN_GATE"])


def held(work: Callable[..., Any]) -> Callable[..., Any]:
    """``work``, whose last argument hears the share that is done, begun when the gate is open."""

    @wraps(work)
    def when_open(*given: Any, **more: Any) -> Any:
        while GATE.exists() and callable(given[-1]):
            given[-1](0.0)
            time.sleep(0.05)
        return work(*given, **more)

    return when_open


if __name__ == "__main__":
    reading.read = reading.table.read = held(reading.read)  # is known elsewhere by its module
    own_process.in_own_process = held(own_process.in_own_process)
    Practice.make = held(Practice.make)  # type: ignore[method-assign]
    sys.exit(main(prog_name="streamlit"))
