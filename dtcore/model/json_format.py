"""A tree as JSON, and back: schema, splits, statistics, and how rows without a branch are routed.

Nothing that is read is run: a policy is one of the classes that ``dtcore.policies`` names here
(``in_files``), with plain numbers, words and truth values for its fields. Format 1 had neither
impurity nor missing policy and is not read. Not done here: recipes, rows, and how a tree came
about.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, is_dataclass
from itertools import pairwise
from math import inf, isinf
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from dtcore.errors import ReadingError
from dtcore.model.columns import Field, FloatArray, LeafRule, Schema
from dtcore.model.node import Node
from dtcore.model.node_id import NodeId
from dtcore.model.plain_text import prediction
from dtcore.model.routing import Routing, StopHere, Surrogate
from dtcore.model.splits import NOWHERE, Multiway, Split, Subset, Threshold, check_fits
from dtcore.model.statistics import Measure

if TYPE_CHECKING:
    from dtcore.model.tree import Tree

FORMAT: Final = 2
BROKEN: Final = (
    ValueError,
    TypeError,
    KeyError,
    IndexError,
    AttributeError,
    OverflowError,
    RecursionError,
)
"""What reading a text raises that is something else."""
_NAMED: Final[dict[str, type]] = {"StopHere": StopHere}


def in_files(*classes: type) -> None:
    """Policies that a file may name."""
    _NAMED.update({each.__name__: each for each in classes})


# ------------------------------------------------------------------------------------ writing


def written(tree: Tree) -> str:
    """All that the tree is, its nodes in pre-order.

    Where a split says so, ``missing`` is the branch of missing cells; a cut without a number
    sets the known cells apart from them. ``prediction`` is for other readers. ``rows`` are told
    where weights are fractions.
    """
    schema = tree.schema
    columns = [
        {"name": f.name, "levels": f.levels}
        | ({"cuts": f.cuts} if f.cuts is not None else {})
        | ({"single": True} if f.single else {})
        for f in schema.columns
    ]
    content = {
        "format": FORMAT,
        "target": {
            "name": schema.target.name,
            "classes": schema.target.levels,
            "centre": schema.centre,
        },
        "leaf_rule": asdict(schema.leaf_rule),
        "impurity": _policy(tree.measure),
        "missing": _policy(tree.missing),
        "columns": columns,
        **({"grouped": True} if schema.grouped else {}),
        "nodes": [
            {
                "id": list(node.id),
                "split": _split(node.split),
                "stats": node.stats.tolist(),
                "prediction": prediction(tree, node.id),
                **_gap(node.split),
                **_surrogates(tree, place),
                **({} if tree.row_counts is None else {"rows": tree.row_counts[place].tolist()}),
            }
            for place, node in enumerate(tree)
        ],
    }
    return json.dumps(content, ensure_ascii=False, indent=1, default=repr)


def _policy(policy: object) -> dict[str, object]:
    known = asdict(policy) if is_dataclass(policy) and not isinstance(policy, type) else {}
    return {"name": type(policy).__name__, **known}


def _split(split: Split | None) -> dict[str, object] | None:
    match split:
        case None:
            return None
        case Threshold(column=column, cut=cut):  # an infinite one is no JSON
            result = {"kind": "threshold", "column": column, "cut": None if isinf(cut) else cut}
        case Subset(column=column, left=left, right=right):
            result = {"kind": "subset", "column": column, "left": left, "right": right}
        case _:
            result = {"kind": "multiway", "column": split.column}
    return result | ({"missing": split.missing} if split.missing >= 0 else {})


def _gap(split: Split | None) -> dict[str, object]:
    """Between which values a cut lies, None where no value is known: its text needs them."""
    if not isinstance(split, Threshold):
        return {}
    return {"gap": [None if isinf(end) else end for end in split.gap]}


def _surrogates(tree: Tree, place: int) -> dict[str, object]:
    """Who is asked where a cell is missing; nothing if nobody is."""
    asked = [
        {
            "split": _split(kept.split),
            **_gap(kept.split),
            "turned": kept.turned,
            "agreement": kept.agreement,
            "agree": kept.agree,
            "majority": kept.majority,
            "known": kept.known,
        }
        for kept in tree.surrogates.get(place, ())
    ]
    return {"surrogates": asked} if asked else {}


# ------------------------------------------------------------------------------------ reading


@dataclass(frozen=True, eq=False)
class TreeParts:
    """What a file holds: ``surrogates`` by the place of their node."""

    nodes: tuple[Node, ...]
    schema: Schema
    measure: Measure
    missing: Routing
    surrogates: Mapping[int, tuple[Surrogate, ...]]
    row_counts: FloatArray | None


def read(text: str) -> TreeParts:
    """What ``written`` wrote. Raises ReadingError for anything else."""
    try:
        content = json.loads(text)
        found = content["format"]
        if found == FORMAT:
            return _parts(content)
    except BROKEN as error:
        raise ReadingError(
            "This is no tree as Tree.to_json writes it: {what}.", what=_short(error)
        ) from None
    raise ReadingError(
        "This tree is written in format {found}, and format {known} is read here. Write it anew.",
        found=str(found)[:20],
        known=FORMAT,
    )


def _short(error: BaseException) -> str:
    return f"{type(error).__name__}, {error}"[:120].rstrip(".")


def _parts(content: Any) -> TreeParts:
    schema = _schema(content)
    nodes = tuple(_node(given, schema) for given in content["nodes"])
    arity = {node.id: 0 for node in nodes}
    for node in nodes[1:]:
        arity[node.id[:-1]] += 1
    if any(n.split is not None and n.split.arity(schema) != arity[n.id] for n in nodes):
        raise ValueError("a split has other branches")
    if any(n.split is None and arity[n.id] for n in nodes) or not nodes or nodes[0].id:
        raise ValueError("a node is missing")
    surrogates = {
        place: tuple(_surrogate(kept, schema) for kept in given["surrogates"])
        for place, given in enumerate(content["nodes"])
        if "surrogates" in given
    }
    measure = _named(content["impurity"], "of")
    if measure.numeric == bool(schema.classes):
        raise ValueError("an impurity for another kind of target")
    if schema.classes:  # the rule fits the classes, or this raises ValueError
        schema.leaf_rule.prediction(np.array([node.stats for node in nodes]))
    return TreeParts(
        tuple(Node(n.id, n.stats, n.split, arity[n.id]) for n in nodes),
        schema,
        measure,
        _named(content["missing"], "shares"),
        surrogates,
        _rows(content["nodes"], len(schema.classes) or 1),
    )


def _rows(given: Any, width: int) -> FloatArray | None:
    """The rows at each node, where weights are fractions."""
    if "rows" not in given[0]:
        return None
    rows = np.array([[_number(row) for row in node["rows"]] for node in given])
    if (rows < 0).any():
        raise ValueError("fewer rows than none")
    return rows.reshape(len(given), width)


def _schema(content: Any) -> Schema:
    columns = tuple(
        Field(
            _text(c["name"]),
            _levels(c["levels"]),
            _rising(c["cuts"]) if "cuts" in c else None,
            c.get("single") is True,
        )
        for c in content["columns"]
    )
    target = content["target"]
    rule = LeafRule(**{name: _frozen(value) for name, value in content["leaf_rule"].items()})
    field = Field(_text(target["name"]), _levels(target["classes"]))
    fractional, grouped = "rows" in content["nodes"][0], content.get("grouped") is True
    return Schema(columns, field, _number(target["centre"]), rule, fractional, grouped)


def _node(given: Any, schema: Schema) -> Node:
    node: NodeId = tuple(map(_whole, given["id"]))
    stats = np.array([_number(value) for value in given["stats"]], np.float64)
    if len(stats) != (len(schema.classes) or 3):
        raise ValueError("statistics of another length")
    if given["split"] is None:
        return Node(node, stats)
    return Node(node, stats, _split_of(given, schema))


def _split_of(given: Any, schema: Schema) -> Split:
    said = given["split"]
    column, missing = _whole(said["column"]), _whole(said.get("missing", NOWHERE), NOWHERE)
    split: Split
    match said["kind"]:
        case "threshold":
            known = inf if missing == 1 else -inf
            cut = known if said["cut"] is None else _number(said["cut"])
            split = Threshold(column, cut, missing, _ends(given.get("gap", (None, None))))
        case "subset":
            left, right = (tuple(map(_whole, said[side])) for side in ("left", "right"))
            split = Subset(column, left, right, missing)
        case "multiway":
            split = Multiway(column, missing)
        case kind:
            raise ValueError(f"a split of kind {kind}")
    check_fits(split, schema)
    if missing >= split.arity(schema):
        raise ValueError("no such branch")
    return split


def _ends(gap: Any) -> tuple[float, float]:
    low, high = gap
    return -inf if low is None else _number(low), inf if high is None else _number(high)


def _surrogate(given: Any, schema: Schema) -> Surrogate:
    split = _split_of(given, schema)
    if isinstance(split, Multiway):
        raise ValueError("a surrogate has two branches")
    counts = (_number(given[name]) for name in ("agree", "majority", "known"))
    return Surrogate(split, bool(given["turned"]), *counts)


def _named(given: Any, method: str) -> Any:
    """A policy by its name, which must be of the kind that has ``method``."""
    said = dict(given)
    policy = _NAMED[said.pop("name")]
    if not hasattr(policy, method) or not said.keys() <= {f.name for f in fields(policy)}:
        raise ValueError("another policy")
    return policy(**{name: _frozen(value) for name, value in said.items()})


def _frozen(value: Any) -> Any:
    """Lists as tuples, whatever is in them."""
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise ValueError("a value of another kind")


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("a name that is no text")
    return value


def _levels(value: Any) -> tuple[str, ...] | None:
    levels = None if value is None else tuple(map(_text, value))
    if levels is not None and len(set(levels)) < len(levels):
        raise ValueError("a level that comes twice")
    return levels


def _rising(value: Any) -> tuple[float, ...]:
    cuts = tuple(map(_number, value))
    if any(one >= other for one, other in pairwise(cuts)):
        raise ValueError("cuts that do not rise")
    return cuts


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < inf:
        raise ValueError("a number is missing")
    return float(value)


def _whole(value: Any, least: int = 0) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise ValueError("a whole number is missing")
    return value
