"""A tree as JSON, and back: schema, splits, statistics, and how rows without a branch are routed.

Nothing that is read is run: a policy is one of the classes that there are, with plain numbers,
words and truth values for its fields. Not done here: recipes, rows, and how a tree came about.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, fields, is_dataclass
from itertools import pairwise
from math import inf, isinf
from typing import Any, Final

import numpy as np

from dtcore.errors import ReadingError
from dtcore.model.columns import Field, FloatArray, LeafRule, Schema
from dtcore.model.nodes import Node
from dtcore.model.routing import Surrogate
from dtcore.model.splits import NOWHERE, Multiway, Split, Subset, Threshold, check_fits
from dtcore.policy import Policy

FORMAT: Final = 2
BROKEN: Final = ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError
"""What reading a text raises that is something else."""


# ------------------------------------------------------------------------------------ writing


def write(tree: Any, predictions: Iterable[str]) -> str:
    """All that the ``Tree`` is; ``predictions``, one of each node, are for other readers.

    Where a split says so, ``missing`` is the branch of missing cells; a cut without a number
    sets the known cells apart from them; ``gap`` is between which values a cut lies, None where
    no value is known. ``rows`` are given where weights are fractions.
    """
    schema, rows = tree.schema, tree.row_counts
    target = schema.target
    content = {
        "format": FORMAT,
        "target": {"name": target.name, "classes": target.levels, "centre": schema.centre},
        "leaf_rule": asdict(schema.leaf_rule),
        "impurity": _policy(tree.measure),
        "missing": _policy(tree.missing),
        "columns": [
            {"name": f.name, "levels": f.levels}
            | ({"cuts": f.cuts} if f.cuts is not None else {})
            | ({"single": True} if f.single else {})
            for f in schema.columns
        ],
        **({"grouped": True} if schema.grouped else {}),
        "nodes": [
            {"id": node.id, **_split(node.split), "stats": node.stats.tolist(), "prediction": name}
            | _surrogates(tree.surrogates.get(place, ()))
            | ({} if rows is None else {"rows": rows[place].tolist()})
            for place, (node, name) in enumerate(zip(tree, predictions, strict=True))
        ],
    }
    return json.dumps(content, ensure_ascii=False, indent=1, default=repr)


def _policy(policy: object) -> dict[str, object]:
    known = asdict(policy) if is_dataclass(policy) and not isinstance(policy, type) else {}
    return {"name": type(policy).__name__, **known}


def _split(split: Split | None) -> dict[str, object]:
    if split is None:
        return {"split": None}
    content: dict[str, object] = {"kind": type(split).__name__.lower(), "column": split.column}
    gap = {}
    if isinstance(split, Threshold):  # an infinite number is no JSON
        content["cut"] = None if isinf(split.cut) else split.cut
        gap = {"gap": [None if isinf(end) else end for end in split.gap]}
    elif isinstance(split, Subset):
        content |= {"left": split.left, "right": split.right}
    return {"split": content | ({"missing": split.missing} if split.missing >= 0 else {}), **gap}


def _surrogates(surrogates: Iterable[Surrogate]) -> dict[str, object]:
    """Who is asked where a cell is missing; nothing if nobody is."""
    numbers = ("turned", "agreement", "agree", "majority", "known")
    listed = [_split(s.split) | {name: getattr(s, name) for name in numbers} for s in surrogates]
    return {"surrogates": listed} if listed else {}


# ------------------------------------------------------------------------------------ reading


def read(text: str, make: Callable[..., Any]) -> Any:
    """What ``written`` wrote, now or in format 1, made by ``Tree.of``. Raises ReadingError for
    anything else."""
    try:
        content = json.loads(text)
        found = content["format"]
        if found in (1, FORMAT):
            return _tree(_of_format_1(content) if found == 1 else content, make)
    except BROKEN as error:
        what = f"{type(error).__name__}, {error}"[:120].rstrip(".")
        raise ReadingError(
            "This is no tree as Tree.to_json writes it: {what}.", what=what
        ) from None
    raise ReadingError(
        "This tree is written in format {found}, and format {known} is read here. Write it anew.",
        found=str(found)[:20],
        known=FORMAT,
    )


def _of_format_1(content: Any) -> Any:
    """With what format 1, of before 23 November 2026, did not say.

    Such a tree predicts as it did where cells are known, or surrogates tell. Its impurity is taken
    for CART's; of its surrogates only how often they agree is known.
    """
    surrogates = [each for node in content["nodes"] for each in node.get("surrogates", ())]
    for each in surrogates:
        each |= {"agree": each["agreement"], "majority": 0.0, "known": 1.0}
    added = {
        "leaf_rule": {},
        "impurity": {"name": "Gini" if content["target"]["classes"] else "Variance"},
        "missing": {"name": "Surrogates" if surrogates else "StopHere"},
    }
    return added | content


def _tree(content: Any, make: Callable[..., Any]) -> Any:
    given, schema = content["nodes"], _schema(content)
    nodes = tuple(_node(node, schema) for node in given)
    measure = _named(content["impurity"], "of")
    if measure.numeric == bool(schema.classes):
        raise ValueError("an impurity for another kind of target")
    if schema.classes:  # the rule fits the classes, or this raises ValueError
        schema.leaf_rule.prediction(np.array([node.stats for node in nodes]))
    surrogates = {
        place: tuple(_surrogate(each, schema) for each in node["surrogates"])
        for place, node in enumerate(given)
        if "surrogates" in node
    }
    rows = _rows(given, len(schema.classes) or 1) if "rows" in given[0] else None
    missing = _named(content["missing"], "shares")
    more = {"missing": missing, "surrogates": surrogates, "row_counts": rows}
    return make(nodes, schema, measure, **more)


def _rows(given: Any, width: int) -> FloatArray:
    """(n, width) the rows at each node, where weights are fractions."""
    rows = np.array([list(map(_number, node["rows"])) for node in given])
    if (rows < 0).any():
        raise ValueError("fewer rows than none")
    return rows.reshape(len(given), width)


def _schema(content: Any) -> Schema:
    columns = tuple(
        Field(
            _of(str, c["name"]),
            _levels(c["levels"]),
            _rising(c["cuts"]) if "cuts" in c else None,
            c.get("single") is True,
        )
        for c in content["columns"]
    )
    target = content["target"]
    rule = LeafRule(**{name: _frozen(value) for name, value in content["leaf_rule"].items()})
    field = Field(_of(str, target["name"]), _levels(target["classes"]))
    fractional, grouped = "rows" in content["nodes"][0], content.get("grouped") is True
    return Schema(columns, field, _number(target["centre"]), rule, fractional, grouped)


def _node(given: Any, schema: Schema) -> Node:
    split = None if given["split"] is None else _split_of(given, schema)
    stats = np.array(list(map(_number, given["stats"])), np.float64)
    if len(stats) != (len(schema.classes) or 3):
        raise ValueError("statistics of another length")
    return Node(_codes(given["id"]), stats, split, split.arity(schema) if split else 0)


def _split_of(given: Any, schema: Schema) -> Split:
    stored = given["split"]
    column, missing = _whole(stored["column"]), _whole(stored.get("missing", NOWHERE), NOWHERE)
    split: Split
    match stored["kind"]:
        case "threshold":
            known = inf if missing == 1 else -inf
            low, high = given.get("gap", (None, None))
            gap = _number(low, -inf), _number(high, inf)
            split = Threshold(column, _number(stored["cut"], known), missing, gap)
        case "subset":
            split = Subset(column, _codes(stored["left"]), _codes(stored["right"]), missing)
        case "multiway":
            split = Multiway(column, missing)
        case kind:
            raise ValueError(f"a split of kind {kind}")
    check_fits(split, schema)
    if missing >= split.arity(schema):
        raise ValueError("no such branch")
    return split


def _surrogate(given: Any, schema: Schema) -> Surrogate:
    split = _split_of(given, schema)
    if isinstance(split, Multiway):
        raise ValueError("a surrogate has two branches")
    counts = (_number(given[name]) for name in ("agree", "majority", "known"))
    return Surrogate(split, bool(given["turned"]), *counts)


def _named(given: Any, method: str) -> Any:
    """A policy by its name, which must be of the kind that has ``method``."""
    stored = dict(given)
    # a person's own class may have the name of one that is shipped, which then is meant
    kinds = sorted(Policy.every(), key=lambda kind: kind.__module__.startswith("dtcore."))
    policy = {kind.__name__: kind for kind in kinds}[stored.pop("name")]
    if not hasattr(policy, method) or not stored.keys() <= {f.name for f in fields(policy)}:
        raise ValueError("another policy")
    return policy(**{name: _frozen(value) for name, value in stored.items()})


def _frozen(value: Any) -> Any:
    """Lists as tuples, whatever is in them."""
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    if isinstance(value, dict):
        raise ValueError("a value of another kind")
    return value


def _levels(value: Any) -> tuple[str, ...] | None:
    levels = None if value is None else tuple(_of(str, level) for level in value)
    if levels is not None and len(set(levels)) < len(levels):
        raise ValueError("a level that comes twice")
    return levels


def _rising(value: Any) -> tuple[float, ...]:
    cuts = tuple(map(_number, value))
    if any(one >= other for one, other in pairwise(cuts)):
        raise ValueError("cuts that do not rise")
    return cuts


def _codes(value: Any) -> tuple[int, ...]:
    return tuple(map(_whole, value))


def _number(value: Any, unknown: float | None = None) -> float:
    """A finite number; ``unknown``, if given, where there is none."""
    if value is None and unknown is not None:
        return unknown
    if not abs(_of((int, float), value)) < inf:
        raise ValueError("a number that is none")
    return float(value)


def _whole(value: Any, least: int = 0) -> int:
    if _of(int, value) < least:
        raise ValueError("a number that is too small")
    return int(value)


def _of(kinds: type | tuple[type, ...], value: Any) -> Any:
    """``value``, which must be of one of these types; a truth value is no number."""
    if isinstance(value, bool) or not isinstance(value, kinds):
        raise ValueError("a value of another kind")
    return value
