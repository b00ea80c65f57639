"""``node-by-node``, or ``python -m node_by_node``: starts the app and opens it in a browser."""

from __future__ import annotations

import argparse
import importlib.util
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

HERE = Path(__file__).resolve().parent
APP = HERE / "app" if (HERE / "app").is_dir() else HERE.parent
"""The folder of ``app.py``: of an install, or of a checkout."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the server until Ctrl-C ends it, or writes a file; its exit code."""
    given = sys.argv[1:] if arguments is None else [*arguments]
    if given[:1] == ["export"] and any(one.startswith("--lesson") for one in given):
        command = [sys.executable, "-m", "pages.ui.story", *given[1:]]
        return subprocess.call(command, env=_with_the_app({**os.environ}))
    if given[:1] == ["export"]:
        with suppress(KeyboardInterrupt):  # a search for variants may take minutes
            from dtshow.page import command as show  # takes a second, and the app needs none of it

            return show.main(given[1:])
        return 130
    if given[:1] == ["check"]:
        from dtshow.page.command import check

        return check(given[1:])
    options, more = _parser().parse_known_args(given)
    command = _command(options, more)
    if not importlib.util.find_spec("streamlit"):
        print("node-by-node: Streamlit is not installed in this Python.", file=sys.stderr)
        return 2
    if os.name == "posix":  # the server takes this process's place, and hears its signals
        os.execve(sys.executable, command, _environment(options))
    with suppress(KeyboardInterrupt):  # it reaches the server too, which closes down by itself
        return subprocess.call(command, env=_environment(options))
    return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="node-by-node",
        description="Learn decision trees by growing them, one node at a time. Ctrl-C ends it.",
        epilog="What else is given goes to Streamlit, as --server.baseUrlPath=trees. "
        "“node-by-node export TABLE” writes a lesson as one HTML file (export --help); "
        "“node-by-node check TABLE --check ANSWERS --lang zh” marks workings.",
    )
    parser.add_argument("--port", type=int, help="the first free one from 8501 if absent")
    parser.add_argument("--host", help="listen at this address alone, as 127.0.0.1")
    parser.add_argument("--settings", type=Path, help="a file like settings.example.toml")
    parser.add_argument("--no-browser", action="store_true", help="only say the address")
    parser.add_argument(
        "--store",
        nargs=argparse.REMAINDER,
        metavar="TASK",
        help="maintain the tables that are kept: list, expire or backup FILE",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {_version()}")
    return parser


def _command(options: argparse.Namespace, more: list[str]) -> list[str]:
    if options.store is not None:
        return [sys.executable, "-m", "pages.store", *options.store]
    command = [sys.executable, "-m", "streamlit", "run", str(APP / "app.py")]
    command += [f"--server.address={options.host}"] if options.host else []
    command += [f"--server.port={options.port}"] if options.port else []
    return [*command, *(["--server.headless=true"] if options.no_browser else []), *more]


def _environment(options: argparse.Namespace) -> dict[str, str]:
    # Each click is answered in a new thread; with a heap for each of sixteen, free pieces among
    # what is used grow.
    given = {"MALLOC_ARENA_MAX": "1", **os.environ}
    given = given if options.store is None else _with_the_app(given)
    if options.settings is not None:
        given["NBN_SETTINGS"] = str(options.settings.resolve())
    return given


def _with_the_app(given: dict[str, str]) -> dict[str, str]:
    """For a module of the app that runs by itself."""
    path = os.pathsep.join([str(APP), *filter(None, [given.get("PYTHONPATH")])])
    return given | {"PYTHONPATH": path}


def _version() -> str:
    try:
        return version("node-by-node")
    except PackageNotFoundError:  # a checkout that nobody has installed
        return "of this checkout"


if __name__ == "__main__":
    sys.exit(main())
