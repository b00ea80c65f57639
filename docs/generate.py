"""Write the source of the documentation site: the guides, and pages made from the code itself.

``python -m docs.generate FOLDER``; ``tasks.py docs`` runs it. Not done here: the site's look, and
checking its links (``conf.py``).
"""

import importlib
import inspect
import re
import shutil
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import dttools as dt
from dtcore.policies import AXES
from dtshow.words.language import spoken
from pages.ui.story.shelf import aims
from tests.public_modules import PUBLIC

ROOT = Path(__file__).resolve().parents[1]
TEXTS = ROOT / "dtshow" / "words" / "text" / "en"
IN_ROOT = ("CONTRIBUTING", "BENCHMARKS", "CHANGELOG", "SECURITY", "PRIVACY", "PRIVACY.zh")
LINK = re.compile(r"(?<=\]\()([^)#:\s]+)(?=[)#])")


def main(folder: Path) -> None:
    """Write all pages and pictures into ``folder``, which is emptied first."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    update_lessons(ROOT / "docs" / "teach.md")
    guides = [*(ROOT / "docs").glob("*.md"), *(ROOT / f"{name}.md" for name in IN_ROOT)]
    texts = {path.name: relinked(path.read_text("utf-8"), path.parent, folder) for path in guides}
    texts |= {f"api/{name}.rst": module_page(name) for name in PUBLIC}
    texts |= {
        "api/index.rst": api_index(),
        "recipes.md": recipes(),
        "need.md": introduction(folder),
    }
    for name, text in texts.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    for picture in (ROOT / "docs").glob("*.png"):
        shutil.copy(picture, folder)


# ----------------------------------------------------------------------------------------- guides


def relinked(text: str, place: Path, folder: Path) -> str:
    """A guide that lies in ``place``, with its links as on the site, where all pages lie side by
    side. A file that it links to and that is no page is copied into ``folder / "files"``."""
    pages = {ROOT / "docs", *(ROOT / f"{name}.md" for name in IN_ROOT)}

    def on_site(link: re.Match[str]) -> str:
        target = (place / link[1]).resolve()
        if not target.is_file():
            return link[1]  # Sphinx reports it
        if not pages.isdisjoint({target, target.parent}):
            return target.name
        (folder / "files").mkdir(exist_ok=True)
        shutil.copy(target, folder / "files")
        return f"files/{target.name}"

    return LINK.sub(on_site, text)


def introduction(folder: Path) -> str:
    """The README between its title and its first section."""
    text = (ROOT / "README.md").read_text("utf-8").split("\n## ")[0]
    return relinked(text.partition("\n")[2], ROOT, folder)


def update_lessons(path: Path) -> None:
    """Write the list of lessons, as the app has it, between the two marks of a file."""
    head, mark, rest = path.read_text("utf-8").partition("writes -->\n")
    with spoken("en"):
        text = f"{head}{mark}\n{aims()}\n\n<!-- end{rest.partition('<!-- end')[2]}"
    path.write_text(text, "utf-8")


# ---------------------------------------------------------------------------------------- modules


def public_names(module: ModuleType) -> list[str]:
    """Its ``__all__``; without one, the names that it defines."""
    own = [
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", "") == module.__name__
    ]
    return sorted(getattr(module, "__all__", own), key=str.lower)


@cache
def documented_in() -> dict[int, str]:
    """By the ``id`` of a class or function, the innermost public module that offers it."""
    found: dict[int, str] = {}
    for name in sorted(PUBLIC, key=lambda name: (name.count("."), name)):
        module = importlib.import_module(name)
        for one in public_names(module):
            value = getattr(module, one)
            if inspect.isclass(value) or inspect.isroutine(value):
                found[id(value)] = name
    return found


def underlined(title: str, line: str) -> str:
    return f"{title}\n{line * len(title)}\n"


def module_page(name: str) -> str:
    """The module's docstring, then its functions, classes and values."""
    module, home = importlib.import_module(name), documented_in()
    here: dict[str, list[str]] = {"autofunction": [], "autoclass": []}
    there, values = [], []
    for one in public_names(module):
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
        parts += [underlined("Also available here", "-"), ", ".join(there) + "\n"]
    if values:
        parts += [underlined("Values and modules", "-"), ", ".join(f"``{v}``" for v in values)]
    return "\n".join(parts) + "\n"


def api_index() -> str:
    """The contents of the API: all public modules."""
    parts = [
        underlined("API", "="),
        "``import dttools as dt`` offers the names of the engine and of what is built on it. "
        "Written from the docstrings; what is not listed here is internal and may change.\n",
        ".. toctree::\n   :maxdepth: 1\n",
        *(f"   {name}" for name in sorted(PUBLIC)),
    ]
    return "\n".join(parts) + "\n"


# ---------------------------------------------------------------------------------------- recipes


def recipes() -> str:
    """Each algorithm: its text in the app, its source, its policies."""
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
    """Its policies by field, each as its ``repr``."""
    kinds = tuple(AXES)
    found = []
    for field, value in vars(recipe).items():
        each = value if isinstance(value, tuple) else (value,)
        if each and all(isinstance(one, kinds) for one in each):
            found.append((field, ", ".join(f"`{one!r}`" for one in each)))
    return found


if __name__ == "__main__":
    main(Path(sys.argv[1]))
