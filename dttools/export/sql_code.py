"""A tree as a query in SQL: every row of a table with what the tree tells of it, by CASE.

Missing cells are NULL. Where the tree divides a row among branches, SQL has no short way to say
so: the prediction is NULL there, and a comment at the top says so. Names stand in double quotes
and levels in single ones, so that none can be taken for code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from dtcore.model.columns import Field
from dtcore.model.tree import Tree
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

TAB: Final = "  "
NESTED: Final = 10
"""Levels of CASE within CASE: before 3.46 SQLite reads no more than about 20."""


def sql(tree: Tree, table: str = "rows") -> str:
    """A statement over ``table``, whose columns have the tree's names: numbers as numbers,
    levels as text. Raises DataError if the tree is too deep."""
    check_depth(tree)
    lines = [
        *(f"-- {line}" for line in _notes(tree)),
        "SELECT *,",
        *_whole(tree),
        f"{TAB}AS prediction",
        f"FROM {_quoted(table)};",
    ]
    return "\n".join(lines) + "\n"


def _notes(tree: Tree) -> Iterator[str]:
    fields = [tree.schema.columns[place] for place in tree.columns_used]
    yield f"Predicts {tree.schema.target.name!r}. Written by Node by Node."
    yield "It takes for granted: a column of numbers has a type of numbers; a missing cell is NULL,"
    yield "not NaN or ''; levels are text, compared byte by byte, so that 'a' is not 'A' or 'a ';"
    yield "booleans, and numbers that the tree takes as levels, are text too: 'True', 'False', '1'."
    yield f"Rows whose cell is missing or has no branch: {tree.missing.reason}"
    yield from about_cuts(tree)
    if divides(tree):
        yield "SQL does not say that here: the prediction of such a row is NULL."
    names = Counter(field.name.casefold() for field in fields)
    if twice := [field.name for field in fields if names[field.name.casefold()] > 1]:
        yield f"SQL takes these columns for the same: {twice!r}."
    said = [*(field.name for field in fields), *tree.schema.classes]
    said += [level for field in fields if field.cuts is None for level in field.levels or ()]
    if strange := sorted({text for text in said if not _sayable(text)}):
        yield f"SQL cannot say these names, and rows with them are not told right: {strange!r}."


def _whole(tree: Tree) -> Iterator[str]:
    """CASE within CASE; of a deep tree one CASE of its upper levels, with such below them."""
    if _levels(tree, 0) <= NESTED:
        yield from _below(tree, 0, TAB)
    else:
        yield f"{TAB}CASE"
        yield from _upper(tree, 0, ())
        yield f"{TAB}END"


def _levels(tree: Tree, place: int) -> int:
    """How many questions are asked one after the other from ``place`` down."""
    below = tree.depths[place : tree.end(place)]
    return int(below.max() - below[0])


def _upper(tree: Tree, place: int, way: Sequence[str]) -> Iterator[str]:
    """The parts below ``place``, each after the conditions on its ``way``. The branch of all other
    rows comes last and adds no condition: the rows of its siblings are told before."""
    when = f"WHEN {' AND '.join(way)} THEN " if way else "ELSE "
    if _levels(tree, place) <= NESTED:
        yield from _below(tree, place, TAB * 2, when)
        return
    here, children = question(tree, place), tree.child_places(place).tolist()
    for branch, condition in _conditions(tree, here):
        if branch != here.otherwise:
            asked = f"{_selector(tree, here)} = {condition}" if here.stood_in else f"({condition})"
            yield from _upper(tree, children[branch], (*way, asked.strip()))
    if here.otherwise in (STAYS, DIVIDED):
        yield f"{TAB * 2}{when}{_said(tree, place) if here.otherwise == STAYS else 'NULL'}"
    else:
        yield from _upper(tree, children[here.otherwise], way)


def _below(tree: Tree, place: int, tab: str, first: str = "") -> Iterator[str]:
    """The node at ``place``; ``first`` is what its first line begins with."""
    if tree.splits[place] is None:
        yield f"{tab}{first}{_said(tree, place)}"
        return
    here, children = question(tree, place), tree.child_places(place).tolist()
    yield f"{tab}{first}CASE{_selector(tree, here) if here.stood_in else ''}"
    inner = tab + TAB
    for branch, condition in _conditions(tree, here):
        yield from _below(tree, children[branch], inner, f"WHEN {condition} THEN ")
    if here.otherwise in (STAYS, DIVIDED):
        yield f"{inner}ELSE {_said(tree, place) if here.otherwise == STAYS else 'NULL'}"
    else:
        yield from _below(tree, children[here.otherwise], inner, "ELSE ")
    yield f"{tab}END"


def _conditions(tree: Tree, here: Question) -> Iterator[tuple[int, str]]:
    """Branches that are asked about, each with its condition, or with its number where the order
    of tests counts."""
    if here.stood_in:
        numbers = (branch for branch in range(len(here.shares)) if branch != here.otherwise)
        yield from ((branch, str(branch)) for branch in numbers)
        return
    groups = here.groups or [(0, [])]  # CASE needs a condition
    for branch, tests in groups:
        yield branch, " OR ".join(_test(tree, test) for test in tests) or "1 = 0"


def _selector(tree: Tree, here: Question) -> str:
    """The number of the branch, by the first test that holds."""
    asked = (f" WHEN {_test(tree, test)} THEN {branch}" for test, branch in here.tests)
    return f" (CASE{''.join(asked)} ELSE {here.otherwise} END)"


def _test(tree: Tree, test: Test) -> str:
    field = tree.schema.columns[test.column]
    name = _quoted(field.name)
    match test.kind:
        case "up to":
            return f"{name} <= {test.cut!r}"
        case "above":
            return f"{name} > {test.cut!r}"
        case "known":
            return f"{name} IS NOT NULL"
        case "missing":
            return f"{name} IS NULL"
    if field.cuts is not None:
        return " OR ".join(_interval(field, code) for code in test.codes) or "1 = 0"
    levels = [(field.levels or ())[code] for code in test.codes]
    literals = [_text(level) for level in levels if _sayable(level)]
    if len(literals) == 1:
        return f"{name} = {literals[0]}"
    return f"{name} IN ({', '.join(literals)})" if literals else "1 = 0"


def _interval(field: Field, code: int) -> str:
    """A number in the interval with this code."""
    cuts, name = field.cuts or (), _quoted(field.name)
    low = [f"{name} > {cuts[code - 1]!r}"] if code else []
    high = [f"{name} <= {cuts[code]!r}"] if code < len(cuts) else []
    return f"({' AND '.join([*low, *high]) or f'{name} IS NOT NULL'})"


def _said(tree: Tree, place: int) -> str:
    value = tree.prediction(tree.id_at(place))
    return _text(tree.schema.classes[int(value)]) if tree.schema.classes else repr(value)


def _sayable(text: str) -> bool:
    """Neither a NUL, at which a statement ends, nor half a sign, which no file can hold."""
    return "\0" not in text and not any("\ud800" <= sign <= "\udfff" for sign in text)


def _quoted(name: str) -> str:
    return '"' + _plain(name).replace('"', '""') + '"'


def _text(level: str) -> str:
    return "'" + _plain(level).replace("'", "''") + "'"


def _plain(text: str) -> str:
    return text if _sayable(text) else ascii(text)
