"""The app as ``streamlit run`` serves it, with what a measurement asks for beside it.

``NBN_BENCH_READS`` names a file that gets a letter for each file of a table that is read;
``NBN_BENCH_HANG`` says for how many seconds nobody answers who is asked for this machine's own
address, as where packets to the outside are dropped. ``bench.server`` starts it.
"""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from streamlit import net_util
from streamlit.web.cli import main

from pages.ui.tables import kept_form

READS, HANG = "NBN_BENCH_READS", "NBN_BENCH_HANG"


def counted(take: Callable[..., Any], file: Path) -> Callable[..., Any]:
    def taken(*given: Any, **more: Any) -> Any:
        with file.open("a") as out:
            out.write("r")
        return take(*given, **more)

    return taken


def unanswered(seconds: float) -> None:
    """As Streamlit's own, which then takes it that there is no such address."""
    time.sleep(seconds)


if __name__ == "__main__":
    if READS in os.environ:
        kept_form.take = counted(kept_form.take, Path(os.environ[READS]))
    if HANG in os.environ:
        seconds = float(os.environ[HANG])
        net_util.get_external_ip = lambda: unanswered(seconds)
    sys.exit(main(prog_name="streamlit"))
