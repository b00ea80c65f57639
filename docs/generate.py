"""What Sphinx reads: the guides of the repository, and pages written from what they tell of.

``python -m docs.generate FOLDER``; ``tasks.py docs`` does. Not done here: how it looks, and whether
all links lead somewhere (``conf.py``).
"""

import importlib
import inspect
import re
import shutil
import sys
from pathlib import Path
from types import ModuleType

import dttools as dt
from dtcore.policies import AXES
from dtshow.words.language import spoken
from pages.ui.story.shelf import aims
from tests.public_modules import PUBLIC

ROOT = Path(__file__).resolve().parents[1]
TEXTS = ROOT / "dtshow" / "words" / "text" / "en"
AT_THE_TOP = ("CONTRIBUTING", "BENCHMARKS", "CHANGELOG", "SECURITY", "PRIVACY", "PRIVACY.zh")
LINK = re.compile(r"(?<=\]\()([^)#:\s]+)(?=[)#])")


def main(folder: Path) -> None:
    """Lay what Sphinx reads into ``folder``: guides and pictures, and what is written here."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with_lessons(ROOT / "docs" / "teach.md")
    guides = [*(ROOT / "docs").glob("*.md"), *(ROOT / f"{name}.md" for name in AT_THE_TOP)]
    texts = {path.name: moved(path.read_text("utf-8"), path.parent, folder) for path in guides}
    texts |= {f"api/{name}.rst": module_page(name) for name in PUBLIC}
    texts |= {"api/index.rst": overview(), "recipes.md": recipes(), "need.md": need(folder)}
    for name, text in texts.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    for picture in (ROOT / "docs").glob("*.png"):
        shutil.copy(picture, folder)


# ----------------------------------------------------------------------------------------- guides


def moved(text: str, place: Path, folder: Path) -> str:
    """A guide of the repository as a page of the site, where all pages lie side by side.

    What it links to that is no page, such as a file of settings, goes along into ``files``.
    """

    def there(link: re.Match[str]) -> str:
        to = (place / link[1]).resolve()
        pages = {ROOT / "docs", *(ROOT / f"{name}.md" for name in AT_THE_TOP)}
        if not to.is_file() or not pages.isdisjoint({to, to.parent}):
            return to.name if to.is_file() else link[1]  # what is not there is told by Sphinx
        (folder / "files").mkdir(exist_ok=True)
        shutil.copy(to, folder / "files")
        return f"files/{to.name}"

    return LINK.sub(there, text)


def need(folder: Path) -> str:
    """What README says before it says how to start."""
    told = (ROOT / "README.md").read_text("utf-8").split("\n## ")[0]
    return moved(told.partition("\n")[2], ROOT, folder)


def with_lessons(path: Path) -> None:
    """Put the list of lessons, as the app has it, between the two marks of a file."""
    head, mark, rest = path.read_text("utf-8").partition("writes -->\n")
    with spoken("en"):
        text = f"{head}{mark}\n{aims()}\n\n<!-- end{rest.partition('<!-- end')[2]}"
    path.write_text(text, "utf-8")


# ---------------------------------------------------------------------------------------- modules


def offered(module: ModuleType) -> list[str]:
    """The names that a public module offers; without a list, those that it defines."""
    own = [
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", "") == module.__name__
    ]
    return sorted(getattr(module, "__all__", own), key=str.lower)


def homes() -> dict[int, str]:
    """By the identity of a thing, the innermost module that offers it: where it is described."""
    found: dict[int, str] = {}
    for name in sorted(PUBLIC, key=lambda name: (name.count("."), name)):
        module = importlib.import_module(name)
        for one in offered(module):
            value = getattr(module, one)
            if inspect.isclass(value) or inspect.isroutine(value):
                found[id(value)] = name
    return found


def underlined(title: str, line: str) -> str:
    return f"{title}\n{line * len(title)}\n"


def module_page(name: str) -> str:
    """What a module says of itself, then what it offers."""
    module, home = importlib.import_module(name), homes()
    here: dict[str, list[str]] = {"autofunction": [], "autoclass": []}
    there, values = [], []
    for one in offered(module):
        value = getattr(module, one)
        if inspect.ismodule(value) or not (inspect.isclass(value) or inspect.isroutine(value)):
            values.append(one)
        elif home[id(value)] == name:
            here["autoclass" if inspect.isclass(value) else "autofunction"].append(one)
        else:
            kind = "class" if inspect.isclass(value) else "func"
            there.append(f":py:{kind}:`{one} <{home[id(value)]}.{one}>`")
    parts = [underlined(name, "="), f".. automodule:: {name}\n   :no-members:\n"]
    for title, directive in (("Functions", "autofunction"), ("Classes", "autoclass")):
        if here[directive]:
            more = "   :members:\n   :show-inheritance:\n" if directive == "autoclass" else ""
            parts.append(underlined(title, "-"))
            parts += [f".. {directive}:: {name}.{one}\n{more}" for one in here[directive]]
    if there:
        parts += [underlined("Offered here too", "-"), ", ".join(there) + "\n"]
    if values:
        parts += [underlined("Values and modules", "-"), ", ".join(f"``{v}``" for v in values)]
    return "\n".join(parts) + "\n"


def overview() -> str:
    """The public modules, each with the first sentence that it says of itself."""
    parts = [
        underlined("API", "="),
        "``import dttools as dt`` offers the names of the engine and of what is built on it. "
        "Written from the docstrings; what is not here is inner and may change.\n",
        ".. toctree::\n   :maxdepth: 1\n",
        *(f"   {name}" for name in sorted(PUBLIC)),
    ]
    return "\n".join(parts) + "\n"


# ---------------------------------------------------------------------------------------- recipes


def recipes() -> str:
    """Each algorithm: its source, its text on the page, its policies."""
    parts = [
        "# Recipes\n",
        "An algorithm is a recipe: a constant that names its policies and its source "
        '(`dt.recipe("id3")`, `dt.RECIPES`). This page is written from the recipes themselves; '
        "[how to add one](CONTRIBUTING.md).\n",
    ]
    for name, recipe in dt.RECIPES.items():
        text = (TEXTS / f"recipe_{name}.md").read_text("utf-8").strip()
        parts += [f"## {recipe.title}\n", text, ""]
        rows = [("name", f"`{name}`"), ("source", str(recipe.source)), *policies(recipe)]
        parts += ["| | |", "|---|---|", *(f"| {key} | {value} |" for key, value in rows), ""]
    return "\n".join(parts)


def policies(recipe: dt.Recipe) -> list[tuple[str, str]]:
    """Its policies by the field that holds them, as the code writes them."""
    kinds = tuple(AXES)
    found = []
    for field, value in vars(recipe).items():
        each = value if isinstance(value, tuple) else (value,)
        if each and all(isinstance(one, kinds) for one in each):
            found.append((field, ", ".join(f"`{one!r}`" for one in each)))
    return found


if __name__ == "__main__":
    main(Path(sys.argv[1]))
