"""The walls of the house: who may import whom, what has one place only, how long a body may be.

Each rule reads one source file as a syntax tree and yields what is wrong with it. The rules
are themselves tested, on small sources that break them. Not done here: nothing is imported
or run, and names that are put together at run time are not seen.
"""

import ast
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from graphlib import TopologicalSorter
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.public_modules import PUBLIC

ROOT = Path(__file__).resolve().parent.parent
FLOORS = ("model", "policies", "kernel", "growth", "stepping")
"""Of the engine, from the ground: each may import what is below it, errors, words,
what is a policy, progress and formulas."""
SHOWN = ("web", "words", "tables", "lesson", "figures", "scene", "worksheet", "page", "notebook")
"""Of what shows lessons, from the ground: each may import what is below it."""
ENGINE = "dtcore/", "dttools/"
"""The engine, and what is built on it: a library that any program may use."""
LIBRARIES = (*ENGINE, "dtshow/")
"""In which nothing is in a circle."""
LONGEST = 40
"""Lines of a function's body, from its first statement to its last."""
STATE = {
    "session_state": "pages/ui/shell/session/values.py",
    "query_params": "pages/ui/shell/session/address_bar.py",
}
"""What one file names alone."""
INSIDES = {"components", "file_util", "proto", "runtime", "web"}
"""Packages of Streamlit's that are no part of its public face."""
TYPES = {"streamlit.runtime.uploaded_file_manager.UploadedFile"}
"""What its documentation names all the same."""
FREE = {"serving", "store", "streamlit_inside", "ui", "work"}
"""Folders below ``pages`` that hold no page."""
HOUSE = (
    ("dtcore",),
    ("dttools",),
    *((f"dtshow/{floor}",) for floor in SHOWN),
    ("pages/streamlit_inside", "pages/work"),
    ("pages/store",),
    ("pages/ui/tables",),
    ("pages/ui/shell",),  # a page's state, the address bar, what is around every page
    ("pages/ui/classroom",),
    ("pages/ui/share",),
    ("pages/ui/components",),
    ("pages/ui/bring", "pages/ui/textbook", "pages/ui/trees"),
    ("pages/ui/practice",),
    *(
        tuple(f"pages/ui/{page}" for page in kind)
        for kind in (
            ("data", "explore", "grow", "impurity", "pruning", "reference", "use"),
            ("story",),
            ("home",),
        )
    ),
    ("pages",),  # thin: each asks, draws and dispatches
    ("pages/serving",),
)
"""All floors, from the ground: what is in a room imports from below, and from its own room."""
UNPICKLERS = {"pickle", "cPickle", "cloudpickle", "dill", "marshal", "shelve", "joblib"}
PAGES = {path.stem for path in (ROOT / "pages").glob("*.py")} - {"__init__"}
WITH_EACH_OTHER = {"pages/work/own_process.py", "pages/work/own_process_child.py"}
"""Both ends of a pipe that nobody else has: what one pickles the other made."""


def sources() -> list[str]:
    """Paths, from the root, of the Python files outside the tests."""
    folders = [ROOT / "dtcore", ROOT / "dttools", ROOT / "dtshow", ROOT / "pages"]
    files = [path for folder in folders for path in folder.rglob("*.py")]
    files += ROOT.glob("*.py")
    return sorted(path.relative_to(ROOT).as_posix() for path in files)


@lru_cache(maxsize=2)
def nodes(tree: ast.AST) -> Mapping[type[ast.AST], list[Any]]:
    """All of one file by what they are, walked once for all rules."""
    found: dict[type[ast.AST], list[Any]] = defaultdict(list)
    left: list[Any] = [tree]
    while left:
        node = left.pop()
        if isinstance(node, list):
            left += node
        elif isinstance(node, ast.AST):
            found[type(node)].append(node)
            left += vars(node).values()
    return found


@lru_cache(maxsize=2)
def imports(path: str, tree: ast.AST) -> set[str]:
    """All that a file imports, as absolute dotted names; of ``from a import b``, ``a.b``."""
    package = path.split("/")[:-1]
    names = set()
    for node in nodes(tree)[ast.Import]:
        names |= {alias.name for alias in node.names}
    for node in nodes(tree)[ast.ImportFrom]:
        parent = package[: len(package) - node.level + 1] if node.level else []
        origin = ".".join([*parent, *filter(None, [node.module])])
        names |= {f"{origin}.{alias.name}" for alias in node.names}
    return names


@cache
def imports_of(path: str) -> set[str]:
    """Of a file of ours."""
    return imports(path, ast.parse((ROOT / path).read_text("utf-8")))


def part(name: str, place: int) -> str:
    """One part of a dotted name, "" if it is shorter."""
    return [*name.split("."), "", ""][place]


@lru_cache(maxsize=2)
def words(tree: ast.AST) -> set[str]:
    """All names that a file uses: plain, as attributes, and imported."""
    used = {node.id for node in nodes(tree)[ast.Name]}
    used |= {node.attr for node in nodes(tree)[ast.Attribute]}
    return used | {name.rpartition(".")[2] for name in imports("", tree)}


def engine_knows_no_page(path: str, tree: ast.AST) -> Iterator[str]:
    if not path.startswith(ENGINE):
        return
    forbidden = {"pages", "streamlit", "plotly"}
    if path.startswith("dtcore/"):
        forbidden.add("dttools")
    if path != "dttools/export/drawing.py":
        forbidden.add("graphviz")
    for name in imports(path, tree):
        if part(name, 0) in forbidden:
            yield f"the engine imports {name}"


def floors_of_the_engine(path: str, tree: ast.AST) -> Iterator[str]:
    """What ``dtcore`` itself offers comes from all floors, so it counts as the highest."""
    for number, floor in enumerate(FLOORS, 1):
        if not path.startswith(f"dtcore/{floor}/"):
            continue
        free = ["errors", "policy", "progress", "words", *(["formula"] if floor != "model" else [])]
        allowed = {*free, *FLOORS[:number]}
        for name in imports(path, tree):
            if part(name, 0) == "dtcore" and part(name, 1) not in allowed:
                yield f"{floor} imports {name}"


def pages_use_the_public_face(path: str, tree: ast.AST) -> Iterator[str]:
    """Of ``from a import b``, a must be public, and b may be a public module."""
    if path.startswith(ENGINE):
        return
    for name in imports(path, tree):
        if part(name, 0) in {"dtcore", "dttools"} and name not in PUBLIC and not is_offered(name):
            yield f"{name} is no part of the engine's public face"


def is_offered(name: str) -> bool:
    """Whether the module that ``name`` is of offers it, in its ``__all__`` if it has one."""
    module, _, last = name.rpartition(".")
    if module not in PUBLIC:
        return False
    offered = getattr(import_module(module), "__all__", None)
    return not last.startswith("_") if offered is None else last in offered


def pages_stand_alone(path: str, tree: ast.AST) -> Iterator[str]:
    if path.startswith("pages/"):
        for name in imports(path, tree):
            if part(name, 0) == "pages" and part(name, 1) not in FREE:
                yield f"a page is imported: {name}"


def page_of(place: list[str]) -> str:
    """The page that a file or a module is of, by the folders on the way; "" if of none."""
    inner = place[2:] if place[1:2] == ["ui"] else place[1:]
    return inner[0] if place[0] == "pages" and inner and inner[0] in PAGES else ""


def pages_share_rooms(path: str, tree: ast.AST) -> Iterator[str]:
    """What two pages need is in a room of its own; one leads to another by its address."""
    page = page_of(path.removesuffix(".py").split("/"))
    for name in imports(path, tree) if page else ():
        if name.startswith("pages.ui.") and page_of(name.split(".")) not in {"", page}:
            yield f"{page} imports {name}"


def the_store_knows_no_page(path: str, tree: ast.AST) -> Iterator[str]:
    if path.startswith("pages/store/") and not path.endswith("__main__.py"):
        for name in imports(path, tree):
            if part(name, 0) == "streamlit" or name.startswith("pages.ui"):
                yield f"the store imports {name}"


def lessons_are_shown_by_anybody(path: str, tree: ast.AST) -> Iterator[str]:
    """A page of Streamlit's, a file, a notebook, a class: each takes a scene as it is."""
    if not path.startswith("dtshow/"):
        return
    floor = path.split("/")[1]
    allowed = SHOWN[: SHOWN.index(floor) + 1] if floor in SHOWN else SHOWN
    for name in imports(path, tree):
        if part(name, 0) in {"streamlit", "pages"}:
            yield f"what is shown imports {name}"
        if part(name, 0) == "dtshow" and part(name, 1) not in allowed:
            yield f"{floor} imports {name}"


def one_place_for_the_insides_of_streamlit(path: str, tree: ast.AST) -> Iterator[str]:
    """Each stands there with its guard."""
    if not path.startswith("pages/streamlit_inside/"):
        for name in imports(path, tree):
            if part(name, 0) == "streamlit" and part(name, 1) in INSIDES and name not in TYPES:
                yield f"{name} is an inside of Streamlit"


def one_place_for_state(path: str, tree: ast.AST) -> Iterator[str]:
    for word, place in STATE.items():
        if path != place and word in words(tree):
            yield f"{word} belongs in {place}"


def one_place_for_caches(path: str, tree: ast.AST) -> Iterator[str]:
    if path != "pages/ui/shell/cache.py":
        for word in words(tree) & {"cache_data", "cache_resource"}:
            yield f"{word} belongs in pages/ui/shell/cache.py"


def language_is_a_leaf(path: str, tree: ast.AST) -> Iterator[str]:
    """Whatever has a sentence imports it, so it stands on nothing but what stands on nothing."""
    leaves = {"dtshow.words.markdown"}
    if path in {"dtshow/words/language.py", "dtshow/words/markdown.py"}:
        for name in imports(path, tree):
            if (
                part(name, 0) in {"pages", "dtcore", "dtshow", "dttools"}
                and name.rpartition(".")[0] not in leaves
            ):
                yield f"a leaf imports {name}"


def nothing_runs_data(path: str, tree: ast.AST) -> Iterator[str]:
    for node in nodes(tree)[ast.Call]:
        called = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if called in {"eval", "exec"}:
            yield f"{called}() in line {node.lineno}"
    for name in imports(path, tree):
        if part(name, 0) in UNPICKLERS and path not in WITH_EACH_OTHER:
            yield f"{name} can run what it reads"


def bodies_are_short(path: str, tree: ast.AST) -> Iterator[str]:
    for node in (*nodes(tree)[ast.FunctionDef], *nodes(tree)[ast.AsyncFunctionDef]):
        told = ast.get_docstring(node, clean=False) is not None
        first = node.body[min(told, len(node.body) - 1)]
        lines = (node.body[-1].end_lineno or 0) - first.lineno + 1
        if lines > LONGEST:
            yield f"{node.name} has {lines} lines"


RULES = (
    engine_knows_no_page,
    floors_of_the_engine,
    pages_use_the_public_face,
    pages_stand_alone,
    pages_share_rooms,
    the_store_knows_no_page,
    lessons_are_shown_by_anybody,
    one_place_for_state,
    one_place_for_the_insides_of_streamlit,
    one_place_for_caches,
    language_is_a_leaf,
    nothing_runs_data,
    bodies_are_short,
)


def complaints(path: str, source: str) -> list[str]:
    tree = ast.parse(source)
    return [complaint for rule in RULES for complaint in rule(path, tree)]


def test_the_walls_stand() -> None:
    found = {path: complaints(path, (ROOT / path).read_text("utf-8")) for path in sources()}
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


def complaints_of_test(path: str) -> list[str]:
    """What several test files need is a module of its own in their folder."""
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    shared = [name for name in imports(path, tree) if ".test_" in name]
    return [*bodies_are_short(path, tree), *shared]


def test_files_of_tests_are_short_and_import_no_other() -> None:
    paths = [file.relative_to(ROOT).as_posix() for file in (ROOT / "tests").rglob("*.py")]
    found = {path: complaints_of_test(path) for path in paths}
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


def room(path: str) -> str:
    """The folder below a package that a file is in; what lies in the package itself, such as its
    face, which knows all of it, stands by itself."""
    return "/".join(path.split("/")[:2])


def imported(path: str) -> set[str]:
    """The files of the libraries that a file imports."""
    found = set()
    for name in imports_of(path):
        parts = name.split(".")
        candidates = [
            f"{'/'.join(parts[:n])}{end}"
            for n in (len(parts), len(parts) - 1)
            for end in (".py", "/__init__.py")
        ]
        there = (file for file in candidates if (ROOT / file).exists())
        found |= {file for file in islice(there, 1) if file.startswith(LIBRARIES)} - {path}
    return found


@pytest.mark.parametrize("of", [room, str])
def test_nothing_of_the_libraries_is_in_a_circle(of: Callable[[str], str]) -> None:
    """Neither its folders nor its files."""
    graph: dict[str, set[str]] = {}
    for path in filter(lambda path: path.startswith(LIBRARIES), sources()):
        graph.setdefault(of(path), set()).update(of(other) for other in imported(path))
    for place, others in graph.items():
        others.discard(place)
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the circle


def place(name: str) -> str:
    """The room of a file or of what is imported, as ``HOUSE`` has it."""
    parts = name.removesuffix(".py").replace("/", ".").split(".")
    rooms = ("/".join(parts[:n]) for n in (3, 2, 1))
    return next((room for room in rooms if room in FLOOR_OF), "")


FLOOR_OF = {room: number for number, rooms in enumerate(HOUSE) for room in rooms}


def test_no_import_runs_up() -> None:
    wrong = []
    for path in sources():
        here = place(path)
        for name in imports_of(path):
            there = place(name)
            if here and there and there != here and FLOOR_OF[there] >= FLOOR_OF[here]:
                wrong.append(f"{path} imports {name}")
    assert wrong == []


def test_every_room_has_a_floor() -> None:
    """A folder of code that has none would be held by no wall."""
    rooms = {place(path) for path in sources() if "/" in path}
    assert rooms >= FLOOR_OF.keys() - {"dtcore", "dttools", "pages"}
    lost = [path for path in sources() if path.startswith("pages/ui/") and path.count("/") > 2]
    assert [path for path in lost if place(path) == "pages"] == []


def test_the_walk_finds_the_house() -> None:
    found = sources()
    assert {"app.py", "tasks.py", "dtcore/__init__.py", "pages/ui/__init__.py"} <= set(found)
    assert not any(path.startswith(("tests", ".venv", "venv")) for path in found)


BROKEN = [
    ("dtcore/model/tree.py", "import dtcore.policies.impurity", "model imports"),
    ("dtcore/model/tree.py", "from ..policies import impurity", "model imports"),
    ("dtcore/model/tree.py", "from .. import growth", "model imports dtcore.growth"),
    ("dtcore/model/tree.py", "import dtcore as dt", "model imports dtcore"),
    ("dtcore/model/tree.py", "from dtcore import Dataset", "model imports"),
    ("dtcore/model/__init__.py", "from ..explain import explain", "model imports dtcore.explain"),
    ("dtcore/policies/selection.py", "from ..growth.moves import Move", "policies imports"),
    ("dtcore/policies/selection.py", "from dtcore.pruning import at", "policies imports"),
    ("dtcore/policies/selection.py", "def f():\n    import dtcore.growth", "policies imports"),
    ("dtcore/kernel/counting.py", "from dtcore.growth import scoring", "kernel imports"),
    ("dtcore/growth/levels.py", "from dtcore.stepping.moves import apply", "growth imports"),
    ("dtcore/stepping/moves.py", "from dtcore import pruning", "stepping imports dtcore.pruning"),
    ("dttools/files/text.py", "import streamlit as st", "the engine imports streamlit"),
    ("dtcore/model/tree.py", "from plotly import express", "the engine imports plotly"),
    ("dttools/rules/rule.py", "from pages.ui import state", "the engine imports pages"),
    ("dtcore/growth/levels.py", "from dttools import evaluate", "the engine imports dttools"),
    ("dtcore/__init__.py", "import dttools.export", "the engine imports dttools"),
    (
        "pages/grow.py",
        "from dttools.teach.quiz_inside import ask",
        "no part of the engine's public",
    ),
    ("dttools/rules/rule.py", "import graphviz", "the engine imports graphviz"),
    ("dtcore/model/tree.py", "import graphviz", "the engine imports graphviz"),
    ("pages/grow.py", "from dtcore.model.tree import Tree", "no part of the engine's public"),
    ("pages/grow.py", "from dtcore.policies import stopping", "no part of the engine's public"),
    ("dtshow/lesson/lesson.py", "import dtcore.model.data", "no part of the engine's public"),
    ("pages/grow.py", "import pages.data", "a page is imported: pages.data"),
    ("pages/grow.py", "from . import data", "a page is imported: pages.data"),
    ("pages/grow.py", "from .data import upload", "a page is imported: pages.data.upload"),
    ("pages/ui/controls.py", "from ..data import upload", "a page is imported"),
    ("pages/grow.py", "from pages.ui.data import draft", "grow imports pages.ui.data.draft"),
    ("pages/ui/use/take.py", "from ..grow.acts import ACTS", "use imports pages.ui.grow.acts"),
    ("dtshow/figures/bars.py", "import streamlit as st", "is shown imports streamlit"),
    ("dtshow/scene/words.py", "from streamlit import elements", "is shown imports streamlit"),
    ("dtshow/scene/grow/panel.py", "from pages.ui.shell import cache", "is shown imports pages"),
    ("dtshow/scene/parts.py", "def f():\n    import pages.ui.components", "is shown imports"),
    ("dtshow/lesson/link.py", "from dtshow.scene import parts", "lesson imports dtshow.scene"),
    ("dtshow/words/number_format.py", "from ..lesson import lesson", "words imports"),
    ("pages/grow.py", "import streamlit as st\nst.session_state.x = 1", "session_state belongs"),
    ("pages/grow.py", "from streamlit import session_state as kept", "session_state belongs"),
    ("pages/ui/controls.py", "x = st.query_params['data']", "query_params belongs"),
    ("pages/ui/shell/session/own_tables.py", "st.session_state.x = 1", "session_state belongs"),
    ("pages/ui/shell/session/values.py", "@st.cache_data\ndef f(): ...", "cache_data belongs"),
    ("pages/data.py", "from streamlit import cache_resource", "cache_resource belongs"),
    ("pages/work/jobs.py", "from streamlit.runtime import Runtime", "an inside of Streamlit"),
    ("dtshow/words/language.py", "from dttools import printing", "a leaf imports"),
    ("dtshow/words/language.py", "from . import number_format", "a leaf imports"),
    ("dtshow/words/markdown.py", "import dtcore as dt", "a leaf imports dtcore"),
    ("dtcore/formula.py", "eval('1')", "eval() in line 1"),
    ("dtcore/formula.py", "import builtins\nbuiltins.exec('1')", "exec() in line 2"),
    ("app.py", "import pickle", "pickle can run"),
    ("pages/ui/shell/session/values.py", "from pickle import loads", "pickle.loads can run"),
]

LINES = "\n".join(f"    x = {n}" for n in range(LONGEST))
BROKEN += [
    ("pages/grow.py", f"def f():\n{LINES}\n    return x", "f has 41 lines"),
    ("tests/by_hand.py", f'async def f():\n    """F."""\n\n{LINES}\n    return x', "has 41"),
]

SOUND = [
    ("pages/grow.py", f'def f():\n    """F.\n\n    And so on."""\n{LINES}'),
    ("pages/grow.py", 'def f():\n    """F."""'),
    ("dtcore/model/tree.py", "from . import data\nfrom ..errors import DataError"),
    ("dtcore/model/__init__.py", "from .tree import Tree\nfrom dtcore.model.data import Dataset"),
    ("dtcore/policies/selection.py", "from ..model.data import Bag\nfrom dtcore import formula"),
    ("dtcore/stepping/moves.py", "from ..policies.impurity import Gini\nfrom dtcore import model"),
    ("dttools/export/drawing.py", "import graphviz"),
    ("pages/grow.py", "from dtcore.model import Tree\nfrom dttools.study.regions import shares"),
    ("pages/grow.py", "from dtcore import explain, grow\nfrom dttools.teach import pick, quiz"),
    ("pages/grow.py", "import dtcore as dt\nfrom .ui.shell import cache, session"),
    ("pages/grow.py", "from pages.ui.grow import acts\nfrom pages.ui.trees import tried"),
    ("pages/ui/use/take.py", "from .rules import listed\nfrom pages.ui.use import tree"),
    ("pages/ui/components/tree/draw.py", "import streamlit\nfrom ..figures import bars"),
    ("dtshow/scene/trees.py", "from dtshow.scene.words import words\nimport graphviz"),
    ("dtshow/scene/grow/panel.py", "from ...lesson.lesson import Lesson\nimport dtcore as dt"),
    ("pages/ui/components/stage.py", "import streamlit\nfrom ..mount import mount"),
    ("pages/ui/shell/session/values.py", "import streamlit as st\nst.session_state.x = 1"),
    ("pages/ui/shell/session/address_bar.py", "import streamlit as st\nst.query_params.clear()"),
    ("pages/ui/shell/cache.py", "import streamlit as st\nst.cache_data(max_entries=2)"),
    ("dtshow/words/language.py", "from dtshow.words.markdown import literal"),
    ("pages/streamlit_inside/theme.py", "from streamlit.runtime import app_session"),
    ("dtcore/formula.py", "def evaluate(): ...\nevaluate()  # not eval()"),
]


@pytest.mark.parametrize(("path", "source", "expected"), BROKEN)
def test_each_rule_can_fail(path: str, source: str, expected: str) -> None:
    assert len(found := complaints(path, source)) == 1
    assert expected in found[0]


@pytest.mark.parametrize(("path", "source"), SOUND)
def test_sound_sources_pass(path: str, source: str) -> None:
    assert complaints(path, source) == []
