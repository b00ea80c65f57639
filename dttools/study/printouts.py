"""A tree that another program printed, grown again by hand on our rows, and why it is not ours.

Read are scikit-learn's ``export_text`` and its ``tree_`` as JSON, rpart's print, J48's, C4.5's,
our text and our JSON. ``read`` takes a text apart, ``follow`` makes its moves: the tree is then one
of ours and can be asked whatever ours can. ``reason`` names what makes the two part; whatever can
be tried (limits, criteria, algorithms) is grown and must then be the same tree. Not done here:
linear splits, several printed trees at once, and no program is run.
"""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from dtcore import RECIPES
from dtcore.errors import DataError, DtError, MoveError, ReadingError
from dtcore.explain.scores import headline
from dtcore.growth.recipe import Recipe
from dtcore.model.columns import Schema
from dtcore.model.data import Dataset
from dtcore.model.nodes import ROOT, NodeId
from dtcore.model.splits import Multiway, Split, Subset, Threshold
from dtcore.model.tree import Tree
from dtcore.policies.classes import Balanced
from dtcore.policies.impurity import Entropy, Gini
from dtcore.policies.ordering import BestFirst
from dtcore.policies.selection import Gain, GainRatio, ties_with
from dtcore.policies.stopping import MaxLeaves, MinRows
from dtcore.stepping.evidence import judge
from dtcore.stepping.moves import Expand, MakeLeaf
from dtcore.stepping.problem import Prune, node_rows_of
from dtcore.stepping.timeline import Timeline, start
from dtcore.words import Sentence
from dttools.study.compare import Parting, compare

LONGEST: Final = 400_000
"""Characters of a printout."""


class Program(StrEnum):
    SKLEARN = "scikit-learn"
    RPART = "rpart"
    J48 = "J48"
    C45 = "C4.5"
    OURS = "Node by Node"


@dataclass(frozen=True)
class PrintedTest:
    """What a branch asks: ``operator`` is "<=", "<", ">", ">=" or "=" (one of ``values``)."""

    column: str
    operator: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class PrintedNode:
    """``answer``: what a leaf says; ``rows``: how many it has, as far as it is printed. ``cut``:
    whether the print breaks off here."""

    branches: tuple[tuple[PrintedTest, PrintedNode], ...] = ()
    answer: str = ""
    rows: float | None = None
    cut: bool = False


@dataclass(frozen=True)
class Printout:
    program: Program
    root: PrintedNode


def read(text: str) -> Printout:
    """A printed tree. Raises ReadingError if it is none that is known."""
    try:
        return _read(text)
    except RecursionError as error:
        raise ReadingError("This printed tree is too deep to be read.") from error


def _read(text: str) -> Printout:
    if len(text) > LONGEST:
        raise ReadingError("This is too long for a printed tree: at most {n} signs.", n=LONGEST)
    text = text.replace("\r\n", "\n").replace("\t", "    ")
    if text.lstrip().startswith("{"):
        return _of_json(text)
    if re.search(r"^\s*\|--- ", text, re.MULTILINE):
        return Printout(Program.SKLEARN, _nested([*_sklearn_lines(text)]))
    if re.search(r"^\s*\d+\) ", text, re.MULTILINE):
        return Printout(Program.RPART, _rpart(text))
    lines = [*_indented_lines(text)]
    if not lines:
        raise ReadingError(
            "No printed tree is found here. Paste what scikit-learn’s export_text, rpart, J48 or "
            "C4.5 prints, or a tree as JSON."
        )
    words = (("J48", Program.J48), ("Number of Leaves", Program.J48), ("C4.5", Program.C45),
             ("Decision Tree:", Program.C45))  # fmt: skip
    program = next((one for sign, one in words if sign in text), Program.OURS)
    return Printout(program, _nested(lines))


# --- The layouts


@dataclass(frozen=True)
class _Line:
    """One line of a print that is indented: a test with what is told of its branch, or a leaf."""

    depth: int
    test: PrintedTest | None
    leaf: PrintedNode | None = None


_SKLEARN: Final = re.compile(r"^((?:\|   )*)\|--- (.*)$")
_NUMBER: Final = r"-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|-?inf"
_COMPARED: Final = re.compile(rf"^(.+?)\s*(<=|>=|<|>|≤)\s*({_NUMBER})$")


def _sklearn_lines(text: str) -> Iterator[_Line]:
    for line in text.splitlines():
        found = _SKLEARN.match(line.rstrip())
        if not found:
            continue
        depth, said = len(found[1]) // 4, found[2].strip()
        if said.startswith("truncated"):
            yield _Line(depth, None, PrintedNode(cut=True))
        elif leaf := re.match(r"(?:weights: \[(.*?)\] )?class: (.*)$", said):
            rows = sum(map(float, re.findall(_NUMBER, leaf[1]))) if leaf[1] else None
            yield _Line(depth, None, PrintedNode(answer=leaf[2].strip(), rows=rows))
        elif leaf := re.match(r"value: \[(.*)\]", said):
            yield _Line(depth, None, PrintedNode(answer=leaf[1]))
        elif test := _test(said):
            yield _Line(depth, test)


def _test(said: str) -> PrintedTest | None:
    if found := _COMPARED.match(said):
        return PrintedTest(found[1].strip(), found[2].replace("≤", "<="), (found[3],))
    if found := re.match(r"^(.+?)\s*(?:∈|\bin\b)\s*\{(.*)\}$", said):
        return PrintedTest(found[1].strip(), "=", tuple(v.strip() for v in found[2].split(",")))
    found = re.match(r"^(.+?)\s*=\s*(.+)$", said)
    return PrintedTest(found[1].strip(), "=", (found[2].strip(),)) if found else None


_LEAF: Final = re.compile(
    r"^(?P<test>.+?)\s*:\s*(?P<answer>[^:]*?)\s*"
    r"(?:\((?P<rows>[\d.]+)(?:/(?P<wrong>[\d.]+))?\)(?:\s*\[.*\])?)\s*$"
)
_SUBTREE: Final = re.compile(r"^(?P<test>.+?)\s*:\s*\[?(?P<name>S\d+)\]?\s*$")


def _indented_lines(text: str) -> Iterator[_Line]:
    """As J48, C4.5 and we print: a subtree [S1] stands where it is named, printed further down."""
    head, *apart = re.split(r"^Subtree \[?(S\d+)\]?\s*$", text, flags=re.MULTILINE)
    subtrees = dict(zip(apart[::2], apart[1::2], strict=True))
    yield from _of_block(head, subtrees, 0)


def _of_block(text: str, subtrees: dict[str, str], deeper: int) -> Iterator[_Line]:
    for line in text.splitlines():
        bars = re.match(r"^((?:\|\s{1,4}|:\s{2,4})*)(.*)$", line)
        if bars is None or not bars[2].strip():
            continue
        depth = deeper + len(re.findall(r"[|:]", bars[1]))
        said = bars[2].strip()
        if (named := _SUBTREE.match(said)) and named["name"] in subtrees:
            if test := _test(named["test"]):
                yield _Line(depth, test)
                body = subtrees.pop(named["name"])
                yield from _of_block(body, subtrees, depth + 1)
        elif leaf := _LEAF.match(said):
            if test := _test(leaf["test"].strip()):
                rows = float(leaf["rows"])
                yield _Line(depth, test, PrintedNode(answer=leaf["answer"].strip(), rows=rows))
        elif test := _test(said.removesuffix(":").strip()):
            yield _Line(depth, test)


def _nested(lines: Sequence[_Line]) -> PrintedNode:
    """The tree of the lines. Raises ReadingError if they are not of one."""
    root, end = _below(lines, 0, 0)
    if end < len(lines) or not root.branches:
        raise ReadingError("The printed tree breaks off, or its lines are not indented as printed.")
    return root


def _below(lines: Sequence[_Line], at: int, depth: int) -> tuple[PrintedNode, int]:
    """The node whose branches stand at ``depth`` from line ``at`` on, and where it ends."""
    branches: list[tuple[PrintedTest, PrintedNode]] = []
    while at < len(lines) and lines[at].depth == depth:
        line = lines[at]
        if line.test is None:  # a leaf that stands by itself
            return line.leaf or PrintedNode(), at + 1
        if line.leaf is not None:
            branches.append((line.test, line.leaf))
            at += 1
            continue
        child, at = _below(lines, at + 1, depth + 1)
        branches.append((line.test, child))
        if len(branches) > 1 and branches[-1][0].column != branches[0][0].column:
            raise ReadingError("The printed tree has two columns at one node.")
    return PrintedNode(tuple(branches)), at


_RPART: Final = re.compile(
    rf"^\s*(\d+)\) (root|.+?(?:<|>=) *(?:{_NUMBER})|.+?=.+?)"  # the number of a node, its test
    r" +(\d+(?:\.\d+)?) +([-\d.e+]+) +(\S.*?) *\*?$"  # its rows, loss, and what it says
)


def _rpart(text: str) -> PrintedNode:
    """rpart's print: node 2k and 2k + 1 are the children of k."""
    found: dict[int, tuple[str, float, str]] = {}
    for line in text.splitlines():
        one = _RPART.match(line)
        if one:
            answer = re.split(r"\s+\(", one[5])[0]
            found[int(one[1])] = one[2], float(one[3]), answer
    if 1 not in found:
        raise ReadingError("The print of rpart has no line “1) root”.")

    def node(number: int) -> PrintedNode:
        _said, rows, answer = found[number]
        below = [k for k in (2 * number, 2 * number + 1) if k in found]
        tests = [_rpart_test(found[k][0]) for k in below]
        branches = tuple(zip(tests, map(node, below), strict=True))
        return PrintedNode(branches, answer, rows)

    return node(1)


def _rpart_test(said: str) -> PrintedTest:
    found = re.match(rf"^(.+?)(<=|>=|<|>)\s*({_NUMBER})$", said)
    if found:
        return PrintedTest(found[1].strip(), found[2], (found[3],))
    column, _equals, values = said.partition("=")
    return PrintedTest(column.strip(), "=", tuple(one.strip() for one in values.split(",")))


def _of_json(text: str) -> Printout:
    try:
        said = json.loads(text)
    except ValueError as error:
        raise ReadingError("This is no JSON: {what}.", what=str(error)) from error
    if not isinstance(said, dict):
        raise ReadingError("This JSON is no tree.")
    if "children_left" in said:
        try:
            below = [int(k) for side in ("left", "right") for k in said[f"children_{side}"]]
            once = [k for k in below if k >= 0]
            if 0 in once or len(once) > len({*once}):
                raise ReadingError("This JSON is no tree.")
            return Printout(Program.SKLEARN, _of_arrays(said, 0))
        except (LookupError, TypeError, ValueError, OverflowError, RecursionError) as error:
            raise ReadingError(
                "An array of tree_ is missing here: {what}.", what=str(error)
            ) from error
    return Printout(Program.OURS, _of_ours(Tree.from_json(text), ROOT))


def _of_arrays(said: dict[str, Any], at: int) -> PrintedNode:
    """scikit-learn's ``tree_``: children_left, children_right, feature and threshold."""
    left, right = int(said["children_left"][at]), int(said["children_right"][at])
    rows = said["n_node_samples"][at] if "n_node_samples" in said else None
    rows = None if rows is None else float(rows)
    if min(left, right) < 0:
        return PrintedNode((), "", rows)
    feature, cut = int(said["feature"][at]), repr(float(said["threshold"][at]))
    names = said.get("feature_names")
    name = str(names[feature]) if names else f"feature_{feature}"
    children = ((sign, _of_arrays(said, k)) for sign, k in (("<=", left), (">", right)))
    return PrintedNode(
        tuple((PrintedTest(name, sign, (cut,)), child) for sign, child in children), "", rows
    )


def _of_ours(tree: Tree, node: NodeId) -> PrintedNode:
    split, schema = tree[node].split, tree.schema
    if split is None:
        value = tree.prediction(node)
        answer = schema.classes[int(value)] if schema.classes else str(value)
        return PrintedNode((), answer, tree.rows(node))
    branches = []
    for child in tree.children(node):
        says = split.condition(schema, child[-1])
        operator = {"≤": "<=", ">": ">"}.get(says.operator, "=")
        values = (repr(split.cut),) if isinstance(split, Threshold) else says.values
        branches.append((PrintedTest(says.column, operator, values), _of_ours(tree, child)))
    return PrintedNode(tuple(branches), "", tree.rows(node))


# --- The same tree on our rows


@dataclass(frozen=True, eq=False)
class Followed:
    """A printed tree on our rows: the ``lesson`` that splits so, and by node what was printed."""

    printout: Printout
    lesson: Timeline
    nodes: Mapping[NodeId, PrintedNode]

    @property
    def tree(self) -> Tree:
        return self.lesson.state.tree

    @property
    def other_rows(self) -> NodeId | None:
        """The first node that is printed with another number of rows than ours come to it."""
        for node, printed in self.nodes.items():
            rows = _rows_printed(printed)
            if rows is not None and abs(rows - self.tree.rows(node)) > 0.6:  # 0.5 is rounded
                return node
        return None


def follow(
    printout: Printout,
    dataset: Dataset,
    recipe: Recipe,
    also: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> Followed:
    """A lesson that splits as the print does, by hand. ``also``: what columns and values of the
    dataset are called in other languages. Raises DataError if the print asks for a column or a
    value that the table has not, MoveError if a split does not fit the recipe."""
    lesson, nodes = start(dataset, recipe), {ROOT: printout.root}
    waiting, spelt = [ROOT], _Spelt(dataset.schema, also)
    while waiting:
        node = waiting.pop()
        printed = nodes[node]
        if printed.branches:
            off = _rounding(printout.program, printed.branches[0][0].values[0])
            split, places = _split(lesson, node, printed, spelt, off)
            lesson = lesson.do(Expand(node, split))
            below = {(*node, k): one for k, (_t, one) in zip(places, printed.branches, strict=True)}
            nodes |= below
            waiting += reversed(below)
    for node, printed in nodes.items():
        if not printed.branches and node in lesson.state.node_rows:
            lesson = lesson.do(MakeLeaf(node))
    return Followed(printout, lesson, nodes)


def _split(
    lesson: Timeline, node: NodeId, printed: PrintedNode, spelt: _Spelt, off: float
) -> tuple[Split, list[int]]:
    """The split of a node, and the branch of each of its printed ones."""
    dataset = lesson.problem.dataset
    tests = [test for test, _child in printed.branches]
    place, level = spelt.column(tests[0].column)
    column = dataset.columns[place]
    compared = tests[0].operator != "="
    if compared and column.levels is not None and level is None:
        raise DataError(
            "“{column}” has names here, and the printed tree compares it with {value}.",
            column=column.name,
            value=tests[0].values[0],
        )
    if level is not None:  # a 0/1 column of one level
        is_level = [(test.operator in (">", ">=")) for test in tests]
        others = tuple(k for k in range(len(column.levels or ())) if k != level)
        return _subset(lesson, node, place, (level,), others, is_level)
    if compared:
        cut = _cut(lesson, node, place, tests[0], off)
        return Threshold(place, cut), [int(test.operator in (">", ">=")) for test in tests]
    groups = [tuple(spelt.level(place, value) for value in test.values) for test in tests]
    if len(groups) == 2 and (max(map(len, groups)) > 1 or len(column.levels or ()) > 2):
        return _subset(lesson, node, place, groups[0], groups[1], [True, False])
    return Multiway(place), [codes[0] for codes in groups]


def _subset(
    lesson: Timeline,
    node: NodeId,
    place: int,
    one: tuple[int, ...],
    other: tuple[int, ...],
    is_one: list[bool],
) -> tuple[Split, list[int]]:
    """Groups of levels: on the left the one that has the lowest level at the node."""
    problem, state = lesson.problem, lesson.state
    rows = node_rows_of(problem, state, node).rows
    there = problem.dataset.columns[place].values[rows]
    lowest = min((int(code) for code in np.unique(there) if code >= 0), default=0)
    first = lowest in one
    left, right = (one, other) if first else (other, one)
    split = Subset(place, tuple(sorted(left)), tuple(sorted(right)))
    return split, [int(mine != first) for mine in is_one]


@dataclass(frozen=True)
class _Spelt:
    """The columns and the values of a table by the names that a print may have for them."""

    schema: Schema
    also: Mapping[str, Sequence[str]]

    def _names(self, name: str) -> list[str]:
        return [name, *self.also.get(name, ())]

    def _place(self, names: Sequence[str], printed: str) -> int | None:
        """That of the name that was printed: as it is, or but for capitals, or for signs."""
        for way in (str, str.casefold, _letters):
            for place, name in enumerate(names):
                if way(printed) in map(way, self._names(name)):
                    return place
        return None

    def column(self, printed: str) -> tuple[int, int | None]:
        """A column, and the level that a 0/1 column of it stands for. Raises DataError."""
        columns = self.schema.columns
        place = self._place([column.name for column in columns], printed)
        if place is not None:
            return place, None
        for place, column in enumerate(columns):
            for code, level in enumerate(column.levels or ()):
                both = (a + b for a in self._names(column.name) for b in self._names(level))
                if _letters(printed) in map(_letters, both):
                    return place, code
        number = re.fullmatch(r"(?:feature_|x|X|Column_)\[?(\d+)\]?", printed)
        if number is not None:
            return self._encoded(int(number[1]))
        raise DataError(
            "The printed tree asks about “{column}”, which this table has not.", column=printed
        )

    def _encoded(self, number: int) -> tuple[int, int | None]:
        """The column of this number after one-hot encoding, in the order of the table."""
        encoded = [
            (place, code)
            for place, column in enumerate(self.schema.columns)
            for code in (range(len(column.levels)) if column.levels else (None,))
        ]
        if number >= len(encoded):
            raise DataError("The printed tree asks about column {n}; there are fewer.", n=number)
        return encoded[number]

    def level(self, place: int, printed: str) -> int:
        column = self.schema.columns[place]
        code = self._place(column.levels or (), printed)
        if code is None:
            raise DataError(
                "“{value}” is no value of “{column}” here.", value=printed, column=column.name
            )
        return code


def _letters(name: str) -> str:
    """Without signs, and without the unit of “petal width (cm)”."""
    return re.sub(r"\s\([^()]*\)$|[\W_]", "", name).casefold()


def _cut(lesson: Timeline, node: NodeId, place: int, test: PrintedTest, off: float) -> float:
    """The cut that was printed, which may be ``off`` for rounding: then the middle of two values
    at the node that is printed so, if one is."""
    cut = float(test.values[0])
    rows = node_rows_of(lesson.problem, lesson.state, node).rows
    values = lesson.problem.dataset.columns[place].values[rows]
    values = np.unique(values[~np.isnan(values)])
    middles = (values[:-1] + values[1:]) / 2
    near = middles[np.abs(middles - cut) <= off * (1 + 1e-9)]
    if len(near):
        return float(near[np.argmin(np.abs(near - cut))])
    if test.operator in ("<", ">=") and cut in values:  # which goes to the upper branch
        return float(np.nextafter(cut, -np.inf))
    return cut


def _rounding(program: Program, text: str) -> float:
    """By how much a printed cut may be off: scikit-learn rounds to decimals, rpart to digits; C4.5
    and J48 print a value of the data."""
    match program:
        case Program.SKLEARN:
            return 0.5 * 10.0 ** -_decimals(text)
        case Program.RPART:
            return 1e-6 * abs(float(text))
    return 0.0


# --- Why it is not ours


class Cause(StrEnum):
    SAME = "same"
    ROWS = "rows"
    PRECISION = "precision"
    DATA_VALUE = "data_value"
    TIE = "tie"
    CUT_OFF = "cut_off"
    DEPTH = "depth"
    MIN_LEAF = "min_leaf"
    MIN_ROWS = "min_rows"
    MAX_LEAVES = "max_leaves"
    CRITERION = "criterion"
    RATIO = "ratio"
    BALANCED = "balanced"
    ONE_HOT = "one_hot"
    ALGORITHM = "algorithm"
    PRUNED = "pruned"
    GREW_ON = "grew_on"
    STOPPED = "stopped"
    ARITY = "arity"
    UNKNOWN = "unknown"


REASONS: Final = {
    Cause.SAME: Sentence("It is the same tree."),
    Cause.ROWS: Sentence(
        "It was grown on other rows, or on weighted ones: it counts {theirs} where ours has {ours}."
    ),
    Cause.PRECISION: Sentence(
        "It is the same tree. Its cuts are in single precision, as scikit-learn has them."
    ),
    Cause.DATA_VALUE: Sentence(
        "It is the same tree. Its cuts lie elsewhere between the same values: C4.5 and J48 print a "
        "value of the data, we the middle of two."
    ),
    Cause.TIE: Sentence(
        "Both splits score the same here, {score}: a tie, broken otherwise. In scikit-learn, "
        "another random_state may break it as we do."
    ),
    Cause.CUT_OFF: Sentence("The print breaks off here; the tree goes on below."),
    Cause.DEPTH: Sentence("With a limit ours is the same: at most {n} levels of questions."),
    Cause.MIN_LEAF: Sentence("With a limit ours is the same: at least {n} rows in a branch."),
    Cause.MIN_ROWS: Sentence("With a limit ours is the same: at least {n} rows to split a node."),
    Cause.MAX_LEAVES: Sentence(
        "With a limit ours is the same: at most {n} leaves, the best first."
    ),
    Cause.CRITERION: Sentence("It was grown by {criterion}, ours by {ours}."),
    Cause.RATIO: Sentence("It compares columns by another score: {score}."),
    Cause.BALANCED: Sentence("It was grown with weights that balance the classes."),
    Cause.ONE_HOT: Sentence(
        "It was grown on 0/1 columns, one for each value (one-hot), as scikit-learn needs them."
    ),
    Cause.ALGORITHM: Sentence("{algorithm} grows this very tree."),
    Cause.PRUNED: Sentence("It is ours, cut back: it stops where ours goes on, and parts nowhere."),
    Cause.GREW_ON: Sentence("It goes on where ours stops, by another limit: {rows} rows here."),
    Cause.STOPPED: Sentence("It stops where ours goes on, by a rule that none of ours is."),
    Cause.ARITY: Sentence("It splits into another number of branches, as another algorithm does."),
    Cause.UNKNOWN: Sentence(
        "None of the usual reasons makes our tree theirs: other rows, another version or another "
        "seed may. Here their split scores {theirs}, ours {ours}."
    ),
}


@dataclass(frozen=True)
class Reason:
    """Why a printed tree is not ours; ``parting`` is where they part, None if they do not."""

    cause: Cause
    said: Sentence
    parting: Parting | None = None


def reason(ours: Timeline, theirs: Followed) -> Reason:
    """``ours`` is whole, and of the table and the recipe by which ``theirs`` was followed."""
    mine, other = ours.state.tree, theirs.tree
    parting = compare(mine, other).parting
    if (place := theirs.other_rows) is not None:
        balanced = _tried(ours, theirs, parting, (Cause.BALANCED,)) if parting else None
        rows = _rows_printed(theirs.nodes[place]) or 0.0
        fields = {"theirs": f"{rows:g}", "ours": f"{other.rows(place):g}"}
        return balanced or _as(Cause.ROWS, parting, **fields)
    if parting is None:
        return _same(mine, theirs)
    printed = theirs.nodes.get(parting.there)
    if printed is None or printed.cut:
        return _as(Cause.CUT_OFF, parting)
    found = _tie(ours, parting) or _tried(ours, theirs, parting)
    return found or _left(ours, theirs, parting)


def _as(cause: Cause, parting: Parting | None, **fields: object) -> Reason:
    return Reason(cause, Sentence(REASONS[cause].template, **fields), parting)


def _same(mine: Tree, theirs: Followed) -> Reason:
    """They part the rows alike; their cuts may be written, or lie, otherwise."""
    ours = [s.cut for s in mine.splits if isinstance(s, Threshold)]
    tests = [node.branches[0][0] for node in theirs.nodes.values() if node.branches]
    cause = Cause.SAME
    for test in tests:
        if test.operator == "=" or not ours or _is_one_hot(test):
            continue
        cut, decimals = float(test.values[0]), _decimals(test.values[0])
        off = min(abs(cut - one) for one in ours)
        if off > 0.5000001 * 10.0**-decimals and off > 1e-12 * abs(cut):
            single = off <= 1e-6 * max(1.0, abs(cut))
            cause = Cause.PRECISION if single and cause is Cause.SAME else Cause.DATA_VALUE
    return _as(cause, None)


def _is_one_hot(test: PrintedTest) -> bool:
    return test.operator != "=" and float(test.values[0]) == 0.5


def _decimals(text: str) -> int:
    return len(text.partition(".")[2].partition("e")[0])


def _rows_printed(node: PrintedNode) -> float | None:
    if node.rows is not None or not node.branches:
        return node.rows
    below = [_rows_printed(child) for _test, child in node.branches]
    known = [rows for rows in below if rows is not None]
    return sum(known) if len(known) == len(below) else None


def _scores(ours: Timeline, parting: Parting) -> tuple[float, float] | None:
    """What their split scores at the node, and what ours does, by our recipe."""
    if parting.mine is None or parting.theirs is None:
        return None
    given = ours.problem, ours.state, parting.node
    score = headline(ours.problem.recipe)
    try:
        one, other = (judge(*given, split).scores for split in (parting.theirs, parting.mine))
    except MoveError:  # more branches than the criterion compares
        return None
    return (one[score], other[score]) if score in one and score in other else None


def _tie(ours: Timeline, parting: Parting) -> Reason | None:
    """Whether their split is as good as ours, at a node with the same rows."""
    scores, tree = _scores(ours, parting), ours.state.tree
    if scores is None:
        return None
    scale = tree.impurity(parting.node)
    if ours.problem.recipe.impurity.numeric:
        scale *= tree.weight(parting.node)
    if not bool(ties_with(np.array([scores[0]]), np.array([scores[1]]), np.array([scale]))[0]):
        return None
    return _as(Cause.TIE, parting, score=f"{scores[1]:.4f}")


def _left(ours: Timeline, theirs: Followed, parting: Parting) -> Reason:
    """What can be said where nothing that was tried makes the trees equal."""
    hot = any(_is_one_hot(node.branches[0][0]) for node in theirs.nodes.values() if node.branches)
    if hot and theirs.printout.program is Program.SKLEARN:
        return _as(Cause.ONE_HOT, parting)
    if _cut_back(ours, theirs.tree):
        return _as(Cause.PRUNED, parting)
    if parting.mine is None:
        return _as(Cause.GREW_ON, parting, rows=f"{ours.state.tree.rows(parting.node):g}")
    scores = _scores(ours, parting)
    if scores is None:
        return _as(Cause.STOPPED if parting.theirs is None else Cause.ARITY, parting)
    fields = {"theirs": f"{scores[0]:.4f}", "ours": f"{scores[1]:.4f}"}
    return _as(Cause.UNKNOWN, parting, **fields)


def _cut_back(ours: Timeline, theirs: Tree) -> bool:
    """Whether theirs is ours with leaves in the place of branches."""
    while (parting := compare(ours.state.tree, theirs).parting) is not None:
        if parting.theirs is not None or parting.mine is None:
            return False
        ours = ours.do(Prune(parting.node))
    return True


def _tried(
    ours: Timeline, theirs: Followed, parting: Parting, causes: Container[Cause] = tuple(Cause)
) -> Reason | None:
    """What makes our algorithm grow their tree, the likeliest first; else, since a tie may be
    broken otherwise on the way, what makes the most of it."""
    given = ours.problem.dataset
    best: tuple[int, Reason | None] = (0, None)
    dataset, depth = given.given or given, int(theirs.tree.depths.max())
    for cause, changed, fields in _changes(ours.problem.recipe, theirs):
        for recipe in (changed, changed.limited(depth=depth)) if cause in causes else ():
            with suppress(DtError):  # an algorithm that does not take the table
                lesson = start(dataset, recipe).finish()
                found = compare(lesson.state.tree, theirs.tree)
                if found.parting is None:
                    return _as(cause, parting, **fields)
                if found.alike > best[0] and _tie(lesson, found.parting):
                    best = found.alike, _as(cause, parting, **fields)
    enough = compare(ours.state.tree, theirs.tree).alike < best[0]
    return best[1] if enough and not _cut_back(ours, theirs.tree) else None


OF_PROGRAM: Final = {
    Program.SKLEARN: ("cart_sklearn",),
    Program.RPART: ("cart_rpart", "cart"),
    Program.J48: ("j48",),
    Program.C45: ("c45",),
    Program.OURS: (),
}
_Change = tuple[Cause, Recipe, dict[str, object]]


def _changes(recipe: Recipe, theirs: Followed) -> Iterator[_Change]:
    program = theirs.printout.program
    yield from _algorithms(recipe, OF_PROGRAM[program], theirs)
    yield from _limits(recipe, theirs.tree)
    yield from _measures(recipe, theirs.tree)
    yield from _algorithms(recipe, [*RECIPES], theirs)


def _limits(recipe: Recipe, theirs: Tree) -> Iterator[_Change]:
    inner = [theirs.rows(node.id) for node in theirs if node.split is not None]
    if not inner:
        return
    depth, least = int(theirs.depths.max()), min(theirs.rows(n.id) for n in theirs if not n.split)
    yield Cause.DEPTH, recipe.limited(depth=depth), {"n": depth}
    yield Cause.MIN_LEAF, recipe.limited(leaf=least), {"n": f"{least:g}"}
    yield Cause.MIN_ROWS, recipe.with_rule(MinRows(min(inner))), {"n": f"{min(inner):g}"}
    limited = replace(recipe, ordering=BestFirst()).with_rule(MaxLeaves(theirs.leaves))
    yield Cause.MAX_LEAVES, limited, {"n": theirs.leaves}


def _measures(recipe: Recipe, theirs: Tree) -> Iterator[_Change]:
    """By another criterion, another score, or other weights of the classes."""
    if not theirs.schema.classes:
        return
    if recipe.selection.score == "gain_ratio":
        yield Cause.RATIO, replace(recipe, selection=Gain()), {"score": Sentence("gain")}
        return
    other = Gini() if isinstance(recipe.impurity, Entropy) else Entropy()
    words: dict[str, object] = {"criterion": other.label, "ours": recipe.impurity.label}
    yield Cause.CRITERION, replace(recipe, impurity=other), words
    if isinstance(recipe.impurity, Entropy):
        ratio = replace(recipe, selection=GainRatio())
        yield Cause.RATIO, ratio, {"score": Sentence("gain ratio")}
    yield Cause.BALANCED, replace(recipe, classes=Balanced()), {}


def _algorithms(recipe: Recipe, names: Iterable[str], theirs: Followed) -> Iterator[_Change]:
    for name in names:
        algorithm = RECIPES[name]
        if algorithm.impurity.numeric == recipe.impurity.numeric and name != recipe.name:
            nominal = any(column.levels for column in theirs.tree.schema.columns)
            cause = Cause.ONE_HOT if name == "cart_sklearn" and nominal else Cause.ALGORITHM
            yield cause, algorithm, {"algorithm": algorithm.title or algorithm.name}
