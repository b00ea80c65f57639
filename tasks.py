"""What one does with Node by Node; each task first sets up all that it needs.

    python3 tasks.py run        start the app; --help lists what it can be told
    python3 tasks.py test       check what must pass before a push: style, types, tests, tests in a
                                browser; with arguments, only run pytest with them;
                                --quick: style, types, and in about a minute the tests that
                                touch every module, each law tried on a few examples;
                                --nightly: every case of every test, each law tried on many
                                more examples, drawn anew each time;
                                --newest: everything on the newest release of Streamlit, in an
                                environment of its own (.venv-newest)
    python3 tasks.py bench      measure how fast trees grow, beside scikit-learn, and are pruned,
                                how fast the app answers, clicks on a node, frames of a split;
                                "growth", "pruning", "app", "clicks" or "motion" is only that;
                                --large for a million rows, --peer rpart or biosphere for those as
                                well, --base COMMIT for the engine of another commit in turns;
                                "counted" for a table larger than memory (--rows 1e7), and
                of a server on the open internet "class", "faults", "shares",
                                "attacks", "many", "soak", only if they are named
    python3 tasks.py docs       build the documentation site into build/docs; --pictures takes the
                                pictures in docs/ anew from the app
    python3 tasks.py messages   gather the sentences to translate, compile the translations;
                                a language code as argument starts a new translation

The first time makes a virtual environment in .venv, which takes a minute or two; after that a
task starts at once. Works on Linux, macOS and Windows with nothing but Python.
Not done here: nothing is installed outside .venv, save a browser for the tests if there is none.
"""

import hashlib
import importlib.util
import ntpath
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

OLDEST = (3, 11)


def too_old(version):
    """A sentence if this Python is too old, else "" (no annotations: old Pythons come here)."""
    if tuple(version[:2]) >= OLDEST:
        return ""
    wanted, found = (".".join(str(part) for part in parts[:2]) for parts in (OLDEST, version))
    return f"Node by Node needs Python {wanted} or newer, and this is Python {found}."


# Here and not in main(): an old Python cannot evaluate the annotations below.
if too_old(sys.version_info):
    sys.exit(too_old(sys.version_info))

Child = subprocess.Popen  # of bytes
ROOT = Path(__file__).resolve().parent
NEWEST = sys.argv[1:] == ["test", "--newest"]
VENV = ROOT / (".venv-newest" if NEWEST else ".venv")
PYTHON = str(VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
STAMP = VENV / "made_by_tasks.txt"
LOCALE = ROOT / "dtshow" / "words" / "text" / "locale"

EXTRACT = ["extract", "--no-default-keywords", "--no-location", "--sort-output"]
EXTRACT += ["--no-wrap", "--project=Node by Node", "--add-comments=Translators:", "--keywords"]
EXTRACT += [
    "_ N_ ngettext:1,2 Sentence ReadingError DataError RecipeError MoveError PruningError LinkError"
    " StoreError NoRoomError RoomEndedError NotAllowedError NotTakenError RefusedError"
    " FallbackError"
]
SAYING = ["pages", "dtshow", "dtcore", "dttools"]
BABEL = ["babel.messages.frontend", "--quiet"]
UPDATE = ["update", "--init-missing", "--no-fuzzy-matching", "--no-wrap", "--ignore-obsolete"]
UPDATE += ["--ignore-pot-creation-date"]
STAGES = {
    "ruff check": ["ruff", "check", "."],
    "ruff format": ["ruff", "format", "--check", "."],
    "mypy, strict": ["mypy"],
    "pytest": ["pytest", "-n", "2", "--dist=worksteal", "--ignore=tests/browser"],
    # Three on two cores: each now and then waits until a page has come to rest.
    "pytest in a browser": ["pytest", "-n", "3", "--dist=worksteal", "tests/browser"],
}
ASIDE = "mypy, strict"  # beside the stage after it: of two cores it can use one
FEW = ["-m", "not slow and not nightly", "--hypothesis-profile=quick"]
QUICK = {name: stage for name, stage in STAGES.items() if "browser" not in name}
QUICK["pytest"] = [*QUICK["pytest"], *FEW]
MANY = ["-m", "", "--hypothesis-profile=nightly"]  # pyproject.toml leaves "nightly" out
NIGHTLY = {
    name: [*stage, *MANY] if stage[0] == "pytest" else stage for name, stage in STAGES.items()
}
BENCHES = ("growth", "pruning", "app", "clicks", "motion")
IF_NAMED = (
    "counted",
    "class",
    "faults",
    "shares",
    "attacks",
    "many",
    "soak",
)  # long, not for every machine
MODULES = {"class": "classroom"}  # which may not be the name of a module
BROWSER_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSER_NAMES += ("chrome", "msedge", "microsoft-edge")
BROWSER_PLACES = (  # of browsers that are on no search path
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"%ProgramFiles%\Google\Chrome\Application\chrome.exe",
    r"%ProgramFiles(x86)%\Google\Chrome\Application\chrome.exe",
    r"%LocalAppData%\Google\Chrome\Application\chrome.exe",
    r"%ProgramFiles(x86)%\Microsoft\Edge\Application\msedge.exe",
)


def say(sentence: str) -> None:
    print(f"-- {sentence}", flush=True)  # flushed, to stand above what a child prints


def begun(command: list[str], output: IO[bytes] | None = None, **environment: str) -> Child:
    # Else pytest reads every test anew in each process, and each server all of its modules.
    written = {"PYTHONDONTWRITEBYTECODE": ""}
    settings = {**os.environ, **written, **environment}
    return subprocess.Popen(command, cwd=ROOT, env=settings, stdout=output, stderr=output)


class Aside:
    """Runs a command beside those in the foreground; what it prints waits until it is awaited."""

    def __init__(self, printed: IO[bytes]) -> None:
        self.printed, self.headline = printed, ""
        self.child: Child | None = None

    def begin(self, headline: str, command: list[str]) -> None:
        say(f"{headline}, beside what comes next")
        self.headline, self.child = headline, begun(command, self.printed)

    def awaited(self) -> list[int]:
        """The exit code, or nothing if nothing was begun."""
        if self.child is None:
            return []
        status, self.child = self.child.wait(), None
        say(self.headline)
        self.printed.seek(0)
        print(self.printed.read().decode("utf-8", "replace"), end="", flush=True)
        return [judged(self.headline, status)]

    def end(self) -> None:
        """Whatever it has got to."""
        if self.child is not None:
            self.child.terminate()
            self.child.wait()


@contextmanager
def aside() -> Iterator[Aside]:
    with tempfile.TemporaryFile() as printed:
        one = Aside(printed)
        try:
            yield one
        finally:
            one.end()


def call(command: list[str], **environment: str) -> int:
    """Run a command in the foreground; its exit code."""
    child = begun(command, **environment)
    try:
        return child.wait()
    except KeyboardInterrupt:
        try:
            child.wait(timeout=3)  # Ctrl-C reached it too: let it close down by itself
        except (KeyboardInterrupt, subprocess.TimeoutExpired):
            child.terminate()
        raise


def attempt(command: list[str]) -> tuple[bool, str]:
    """Run a command out of sight: whether it went well, and what it printed."""
    kept = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    try:
        done = subprocess.run(command, cwd=ROOT, encoding="utf-8", errors="replace", **kept)
    except OSError as trouble:  # there is no such program
        return False, str(trouble)
    return done.returncode == 0, done.stdout.strip()


def requirements(dev: bool, docs: bool = False) -> list[str]:
    """What is to be installed, by pyproject.toml: what the app needs, and the groups."""
    import tomllib  # here, since a Python that is too old has none and must get its sentence

    stated = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    groups = stated["dependency-groups"]
    wanted = [*stated["project"]["dependencies"], *groups["checkout"]]
    if NEWEST:
        wanted = [line.split(",")[0] if line.startswith("streamlit") else line for line in wanted]
    return [*wanted, *(groups["dev"] if dev else []), *(groups["docs"] if docs else [])]


def digest(wanted: list[str]) -> str:
    return hashlib.sha256("\n".join(wanted).encode()).hexdigest()


def home() -> str:
    """What an environment depends on: the Python, the kind of machine, its own folder."""
    return f"{sys.implementation.cache_tag} {sysconfig.get_platform()} {VENV}"


def prepare(dev: bool, docs: bool = False) -> None:
    """Make .venv hold the packages: at once if it does, from nothing if it is half made.

    The stamp holds the environment's home and a digest of each list of packages in it. It is
    away while pip works, so an environment whose making was cut short is made anew.
    """
    wanted, stamp = requirements(dev, docs), []
    if STAMP.exists() and os.path.exists(PYTHON):  # false for a link to a Python that is gone
        stamp = STAMP.read_text("utf-8", errors="replace").splitlines()
    if stamp[:1] != [home()]:
        make_environment()
        stamp = [home()]
    if digest(wanted) not in stamp:
        STAMP.unlink(missing_ok=True)
        complaint = install(wanted)
        if not complaint:
            held = [requirements(dev=False), *([requirements(dev=True)] if docs else []), wanted]
            stamp = [home(), *map(digest, held)]
        STAMP.write_text("\n".join(stamp), "utf-8")
        if complaint:
            sys.exit(complaint)
    compile_messages(PYTHON)


def compile_messages(python: str) -> int:
    """The translations, where a catalogue is newer than what was compiled of it; the exit code."""
    status = 0
    for catalogue in LOCALE.glob("*/*/messages.po"):
        made = catalogue.with_suffix(".mo")
        if not made.exists() or made.stat().st_mtime < catalogue.stat().st_mtime:
            files = ["--input-file", str(catalogue), "--output-file", str(made)]
            status = status or call([python, "-m", *BABEL, "compile", *files])
    return status


def make_environment() -> None:
    lacking = [name for name in ("venv", "ensurepip") if not importlib.util.find_spec(name)]
    if lacking and not uv():
        sys.exit(
            f"This Python comes without {' and '.join(lacking)}, needed for a virtual environment. "
            f"On Debian and Ubuntu: sudo apt install python3.{sys.version_info[1]}-venv"
        )
    if VENV.is_symlink():  # to clear it would clear what it leads to
        sys.exit(f"{VENV} is a link to another environment: delete the link and try again.")
    say("Making the environment .venv" + (" anew" if VENV.exists() else ""))
    # The base Python, since the running one may lie in the very .venv that is to be cleared.
    base = getattr(sys, "_base_executable", None) or sys.executable
    # With pip in it, for a later start without uv.
    fast = [uv(), "venv", "--quiet", "--seed", "--clear", "--python", base]
    good, words = attempt([*(fast if uv() else [base, "-m", "venv", "--clear"]), str(VENV)])
    if not good:
        sys.exit(f"{words}\nNo environment could be made: delete {VENV} and try again.")


def install(wanted: list[str]) -> str:
    """Install with uv or pip: "", or a sentence that says what went wrong."""
    long = "seconds" if uv() else "a minute or two"
    say(f"Installing {len(wanted)} packages and what they need: {long}, only this once")
    quietly = ["--quiet", "--no-input", "--disable-pip-version-check", "--retries=2"]
    pip = [PYTHON, "-m", "pip", "install", *quietly]
    fast = [uv(), "pip", "install", "--quiet", "--python", PYTHON]
    good, words = attempt([*(fast if uv() else pip), *wanted])
    if good:
        return ""
    if "Retrying (" in words or "Failed to fetch" in words:
        return "The packages could not be fetched. Is this computer online? Then try again."
    return f"{words}\nThe packages could not be installed; above is what the installer says."


def uv() -> str:
    """The program that installs in a tenth of the time, if it is on the path."""
    return shutil.which("uv") or ""


def find_chromium() -> str | None:
    """An installed Chromium, Chrome or Edge; the one that NBN_CHROMIUM names before all."""
    named = os.environ.get("NBN_CHROMIUM")
    if named and not os.path.isfile(named):
        sys.exit(f"NBN_CHROMIUM names {named}, and there is no such program.")
    programs = [named, *map(shutil.which, BROWSER_NAMES)]
    places = [ntpath.expandvars(place) for place in BROWSER_PLACES]
    found = [*filter(None, programs), *filter(os.path.isfile, places)]
    return found[0] if found else playwrights_own()


def playwrights_own() -> str | None:
    """The Chromium that Playwright has fetched at some time."""
    ask = "from playwright.sync_api import sync_playwright as start\n"
    ask += "with start() as playwright: print(playwright.chromium.executable_path)"
    good, path = attempt([PYTHON, "-c", ask])
    return path if good and os.path.isfile(path) else None


def provide_chromium() -> str:
    found = find_chromium() or fetch_chromium()
    if found:
        return found
    sys.exit(
        "The browser tests need Chromium, Chrome or Edge, and none could be fetched. "
        "Install one, or name its program in NBN_CHROMIUM; then try again."
    )


def fetch_chromium() -> str | None:
    say("There is no Chromium or Chrome: fetching one for the browser tests")
    apt = apt_get()
    # What Playwright fetches lacks system libraries, which it can add only where apt-get may run.
    playwright = [PYTHON, "-m", "playwright", "install", "chromium"]
    attempt([*playwright, "--with-deps"] if apt else playwright)
    if apt and not find_chromium():
        attempt([*apt, "update"])
        attempt([*apt, "install", "-y", "chromium", "fonts-noto-cjk"])  # a font for Chinese
    return find_chromium()


def apt_get() -> list[str]:
    """The start of a command of Debian's package manager; [] where it may not be used."""
    if not shutil.which("apt-get"):
        return []
    command = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
    if os.geteuid() == 0:
        return command
    return ["sudo", "-n", *command] if attempt(["sudo", "-n", "true"])[0] else []


def run(arguments: list[str]) -> int:
    prepare(dev=False)
    say("Starting Node by Node; Ctrl-C ends it")
    return call([PYTHON, "-m", "node_by_node", *arguments])


def stages(arguments: list[str]) -> dict[str, list[str]]:
    """What ``test`` runs in turn, by its headline."""
    known = {(): STAGES, ("--quick",): QUICK, ("--nightly",): NIGHTLY, ("--newest",): NIGHTLY}
    if tuple(arguments) in known:
        return known[tuple(arguments)]
    return {" ".join(["pytest", *arguments]): ["pytest", *arguments]}


def judged(headline: str, status: int) -> int:
    if status:
        say(f"FAILED: {headline}")
    return status


def stage(headline: str, command: list[str]) -> int:
    say(headline)
    browser = {"NBN_CHROMIUM": provide_chromium()} if "browser" in headline else {}
    return judged(headline, call([PYTHON, "-m", *command], **browser))


def test(arguments: list[str]) -> int:
    """All stages up to one that fails, on the newest Streamlit also those after it; "no test was
    run" (pytest's 5) fails like any other. A failing check of types is told of after the tests."""
    if NEWEST:
        STAMP.unlink(missing_ok=True)  # what was the newest the last time may be so no more
    prepare(dev=True)
    found: list[int] = []
    with aside() as beside:
        for headline, command in stages(arguments).items():
            if headline == ASIDE:
                beside.begin(headline, [PYTHON, "-m", *command])
                continue
            found += [stage(headline, command), *beside.awaited()]
            if any(found) and not NEWEST:
                break
    return next(filter(None, found), 0)


def bench(arguments: list[str]) -> int:
    """Further arguments go to the measuring of growth."""
    known = (*BENCHES, *IF_NAMED)
    parts = [part for part in known if part in arguments] or list(BENCHES)
    others = [argument for argument in arguments if argument not in (*known, "all")]
    prepare(dev=True)
    # One thread each, or the ratios would be of cores and not of programs.
    settings = {f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL")}
    status = 0
    for part in parts:
        if part in ("app", "clicks", "motion", "faults"):
            settings["NBN_CHROMIUM"] = provide_chromium()
        more = others if part in ("growth", *IF_NAMED) else []
        status = status or call(
            [PYTHON, "-m", f"bench.{MODULES.get(part, part)}", *more], **settings
        )
    return status


def docs(arguments: list[str]) -> int:
    """The site, of which every link on it leads somewhere and every function says its part."""
    prepare(dev=True, docs=True)
    shutil.rmtree(ROOT / "build" / "docs", ignore_errors=True)  # a page that went would be found
    pictures = [["docs.pictures"]] if "--pictures" in arguments else []
    build = ["sphinx", "--quiet", "-W", "--keep-going", "-E", "-b", "html", "-c", "docs"]
    steps = [
        ["pytest", "--quiet", "tests/engine/test_docstrings.py"],
        *pictures,
        ["docs.generate", "build/source"],
        [*build, "build/source", "build/docs"],
    ]
    for step in steps:
        browser = {"NBN_CHROMIUM": provide_chromium()} if step in pictures else {}
        status = call([PYTHON, "-m", *step], **browser)
        if status:
            return judged(step[0], status)
    say(f"The site is built: open {ROOT / 'build' / 'docs' / 'index.html'}")
    return 0


def messages(arguments: list[str]) -> int:
    """Update the catalogues; twice gives the same, for nothing in them changes by itself."""
    prepare(dev=True)
    babel = [PYTHON, "-m", *BABEL]
    languages = {folder.name for folder in LOCALE.glob("*") if folder.is_dir()}
    with tempfile.TemporaryDirectory() as folder:
        template = os.path.join(folder, "messages.pot")
        status = call([*babel, *EXTRACT, "--output", template, *SAYING])
        for language in sorted({*languages, *arguments}):
            files = ["--input-file", template, "--output-dir", str(LOCALE), "--locale", language]
            status = status or call([*babel, *UPDATE, *files])
    return status or compile_messages(PYTHON)


def main(arguments: list[str]) -> int:
    tasks = {"run": run, "test": test, "bench": bench, "docs": docs, "messages": messages}
    if not arguments or arguments[0] not in tasks:
        print(__doc__)
        return 0 if arguments[:1] in (["-h"], ["--help"]) else 2
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # an end from outside: as Ctrl-C
    try:
        return tasks[arguments[0]](arguments[1:])
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
