"""A tree as a Python function that predicts as ``dt.predict`` does, and needs no package.

Names and levels are literals, so that none can be taken for code. Not done here: the code is not
run.
"""

from __future__ import annotations

import keyword
import unicodedata
from collections.abc import Iterator
from math import isnan
from typing import Final

import numpy as np

from dtcore.model.columns import Field
from dtcore.model.tree import Tree
from dttools.export.python_main import IMPORTS, main_part
from dttools.export.questions import (
    DIVIDED,
    STAYS,
    Question,
    Test,
    about_cuts,
    check_depth,
    divides,
    question,
)
from dttools.files.table import Table

NUMBER: Final = '''

def number(cell):
    """A cell as a number; nan, which no comparison takes, if it is missing or no number."""
    try:
        return float(cell)
    except (TypeError, ValueError):
        return float("nan")
'''
LEVEL: Final = '''

def level(cell):
    """A cell as the text of a level; None if it is missing."""
    if cell is None or cell != cell:
        return None
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)
'''
INTERVAL: Final = '''

def interval(cell, cuts):
    """Between which cuts a number lies, counted from 0; None if it is missing."""
    value = number(cell)
    return None if value != value else bisect.bisect_left(cuts, value)
'''
MIXED: Final = '''

def mixed(*parts):
    """Shares of several branches, by the part of the row that goes down each."""
    sums = zip(*[[part * share for share in shares] for part, shares in parts])
    return [sum(terms) for terms in sums]
'''
CHOSEN: Final = '''

def chosen(shares):
    """The class with the largest share, the first of equal ones."""
    most = max(shares)
    return next(name for name, share in zip(CLASSES, shares) if share >= (1 - 1e-12) * most)
'''
CHEAPEST: Final = '''

def chosen(shares):
    """The class that costs least, the first of equal ones; LOSSES[i][k]: to say k where i is."""
    costs = [sum(p * row[k] for p, row in zip(shares, LOSSES)) for k in range(len(CLASSES))]
    least = min(costs)
    return next(name for name, cost in zip(CLASSES, costs) if cost <= least * (1 + 1e-12))
'''
TAKEN: Final = {"row", "branch", "root", "number", "level", "interval", "mixed", "chosen"}
"""Names in the code, beside those of the constants and of the nodes."""
TAB: Final = "    "


def python(tree: Tree, table: Table | None = None) -> str:
    """The source of ``predict(row)``, which takes a dict of columns; None, nan or no entry is a
    missing cell. Run as a program, it predicts the rows of a text on standard input: written as
    that of ``table`` is, or with commas in UTF-8. Raises DataError if the tree is too deep."""
    check_depth(tree)
    names = _names(tree)
    body = _divided(tree, names) if divides(tree) else [*_below(tree, 0, names, TAB)]
    cells = [f"{TAB}{name} = {_cell(tree.schema.columns[p], name)}" for p, name in names.items()]
    told = repr(tree.schema.target.name)
    parts = [
        f"# Predicts {told}. Written by Node by Node.",
        f"# Rows whose cell is missing or has no branch: {tree.missing.reason}",
        *(f"# {note}" for note in about_cuts(tree)),
        *(["import bisect"] if _binned(tree, names) else []),
        *IMPORTS,
        *_helpers(tree, names),
        "",
        "",
        "def predict(row):",
        f'{TAB}"""What the tree tells of a row, a dict of columns."""',
        *cells,
        *body,
        *main_part(tree, table),
    ]
    return "\n".join(parts) + "\n"


def _names(tree: Tree) -> dict[int, str]:
    """What the columns that are asked are called: by their own name, if it can be a name."""
    result: dict[int, str] = {}
    for place in tree.columns_used:
        name = tree.schema.columns[place].name
        fits = name.isidentifier() and not keyword.iskeyword(name)
        plain = unicodedata.normalize("NFKC", name) == name  # or Python would take it for another
        free = plain and name not in TAKEN and not name.startswith(("x_", "node_"))
        result[place] = name if fits and free else f"x_{place}"
    return result


def _binned(tree: Tree, names: dict[int, str]) -> bool:
    return any(tree.schema.columns[place].cuts is not None for place in names)


def _helpers(tree: Tree, names: dict[int, str]) -> Iterator[str]:
    fields = [tree.schema.columns[place] for place in names]
    binned = _binned(tree, names)
    if divides(tree) and tree.schema.classes:
        rule = tree.schema.leaf_rule
        yield f"CLASSES = {tree.schema.classes!r}"
        if rule.loss:
            yield f"LOSSES = {rule.loss!r}"
    if binned or any(field.numeric for field in fields):
        yield NUMBER.rstrip("\n")
    if any(not field.numeric and field.cuts is None for field in fields):
        yield LEVEL.rstrip("\n")
    if binned:
        yield INTERVAL.rstrip("\n")
    if divides(tree):
        yield MIXED.rstrip("\n")
        if tree.schema.classes:
            yield (CHEAPEST if tree.schema.leaf_rule.loss else CHOSEN).rstrip("\n")


def _cell(field: Field, name: str) -> str:
    given = f"row.get({field.name!r})"
    if field.cuts is not None:
        return f"interval({given}, {field.cuts!r})"
    return f"number({given})" if field.numeric else f"level({given})"


def _said(tree: Tree, place: int) -> str:
    """What a node tells, as a literal."""
    value = tree.prediction(tree.id_at(place))
    return repr(tree.schema.classes[int(value)]) if tree.schema.classes else repr(value)


def _below(tree: Tree, place: int, names: dict[int, str], tab: str) -> Iterator[str]:
    """The node at ``place`` and all below it, for trees that divide no row."""
    if tree.splits[place] is None:
        yield f"{tab}return {_said(tree, place)}"
        return
    here, children = question(tree, place), tree.child_places(place).tolist()
    for branch, condition in _conditions(tree, here, names):
        if not condition:
            yield f"{tab}branch = {_selector(tree, here, names)}"
        else:
            yield f"{tab}if {condition}:"
            yield from _below(tree, children[branch], names, tab + TAB)
    if here.otherwise == STAYS:
        yield f"{tab}return {_said(tree, place)}"
    else:
        yield from _below(tree, children[here.otherwise], names, tab)


def _conditions(tree: Tree, here: Question, names: dict[int, str]) -> Iterator[tuple[int, str]]:
    """Branches that are asked about, each with its condition; "" where the order of tests
    counts, and a line before must say the branch."""
    if here.stood_in:
        yield -1, ""
        for branch in range(len(here.shares)):
            if branch != here.otherwise:
                yield branch, f"branch == {branch}"
        return
    for branch, tests in here.groups:
        yield branch, " or ".join(_test(tree, test, names) for test in tests)


def _selector(tree: Tree, here: Question, names: dict[int, str]) -> str:
    asked = (f"{branch} if {_test(tree, test, names)} else " for test, branch in here.tests)
    return "".join(asked) + str(here.otherwise)


def _test(tree: Tree, test: Test, names: dict[int, str]) -> str:
    name, field = names[test.column], tree.schema.columns[test.column]
    match test.kind:
        case "up to":
            return f"{name} <= {test.cut!r}"
        case "above":
            return f"{name} > {test.cut!r}"
        case "known":
            return f"{name} == {name}"
        case "missing":
            return f"{name} != {name}" if field.numeric else f"{name} is None"
    cells = test.codes if field.cuts is not None else [(field.levels or ())[c] for c in test.codes]
    if len(cells) == 1:
        return f"{name} == {cells[0]!r}"
    return f"{name} in {tuple(cells)!r}"


def _divided(tree: Tree, names: dict[int, str]) -> Iterator[str]:
    """A function for each inner node, since a divided row goes down several."""
    for place, split in enumerate(tree.splits):
        if split is not None:
            yield ""
            yield f"{TAB}def {_function(tree, place)}():"
            yield from _function_body(tree, place, names)
    yield ""
    root = _shares(tree, 0)
    yield f"{TAB}return {f'chosen({root})' if tree.schema.classes else f'{root}[0]'}"


def _function_body(tree: Tree, place: int, names: dict[int, str]) -> Iterator[str]:
    here, children = question(tree, place), tree.child_places(place).tolist()
    tab = TAB * 2
    for branch, condition in _conditions(tree, here, names):
        if not condition:
            yield f"{tab}branch = {_selector(tree, here, names)}"
        else:
            yield f"{tab}if {condition}:"
            yield f"{tab}{TAB}return {_shares(tree, children[branch])}"
    if here.otherwise == DIVIDED:
        pairs = zip(here.shares, children, strict=True)
        parts = [f"({part!r}, {_shares(tree, child)})" for part, child in pairs if part]
        yield f"{tab}return mixed({', '.join(parts)})"
    else:
        after = _leaf(tree, place) if here.otherwise == STAYS else None
        yield f"{tab}return {after or _shares(tree, children[here.otherwise])}"


def _shares(tree: Tree, place: int) -> str:
    inner = tree.splits[place] is not None
    return f"{_function(tree, place)}()" if inner else _leaf(tree, place)


def _leaf(tree: Tree, place: int) -> str:
    """The class shares of a node, or its mean."""
    if not tree.schema.classes:
        return repr([tree.prediction(tree.id_at(place))])
    told = tree.schema.leaf_rule.adjusted_weights(tree.effective_stats[place])
    shares: list[float] = np.asarray(told / told.sum()).tolist()
    return repr([share if not isnan(share) else 0.0 for share in shares])


def _function(tree: Tree, place: int) -> str:
    return "_".join(["node", *map(str, tree.id_at(place))]) if place else "root"
