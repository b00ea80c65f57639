"""What a type cannot say stands in the docstring of each public function: shapes, units, errors;
and of each method of the literature, its source."""

import ast
import importlib
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from typing import Any

from dtcore.algorithms import RECIPES
from dtcore.policies import AXES
from tests.public_modules import PUBLIC

ARRAY = re.compile(r"FloatArray|IntArray|BoolArray|NDArray|ndarray")
SHAPE = re.compile(r"\(\.\.\.\)|\(([a-z]\w*|\.\.\.)( [-+] \d)?,( ?(\w+|\.\.\.)( [-+] \d)?,?)*\)")
NUMBER = re.compile(r"\bfloat\b|FloatArray")
UNIT = re.compile(
    r"\b(bits?|nats?|rows?|weights?|shares?|units?|seconds?|0 to 1|costs?|errors|loss(es)?|risks?"
    r"|impurity|variance|squares?|probabilit(y|ies)|numbers?|target|fractions?|per cent|levels?"
    r"|values?|degrees|times)\b"
)
SOURCE = re.compile(r"\b(1[89]|20)\d\d\b|Release 8|scikit-learn|rpart|Weka|Orange|§|partykit|ch\.")


def public_functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Each once, by the first module that offers it."""
    met: set[int] = set()
    for name in sorted(PUBLIC, key=lambda module: (module.count("."), module)):
        module = importlib.import_module(name)
        offered = getattr(module, "__all__", None) or [
            key
            for key, value in vars(module).items()
            if not key.startswith("_") and getattr(value, "__module__", "") == name
        ]
        for key in offered:
            value = inspect.unwrap(getattr(module, key)) if callable(getattr(module, key)) else None
            if inspect.isfunction(value) and id(value) not in met:
                met.add(id(value))
                yield f"{name}.{key}", value


def raised(function: Callable[..., Any], met: frozenset[str] = frozenset()) -> set[str]:
    """The errors that it raises itself, or in a helper of its module."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            name = ast.unparse(node.exc.func)
            made = getattr(function.__globals__.get(name), "__annotations__", {}).get(
                "return", name
            )
            found.add(str(made).rpartition(".")[2])
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            helper = inspect.unwrap(function).__globals__.get(node.func.id)
            helper = inspect.unwrap(helper) if callable(helper) else None
            if (
                inspect.isfunction(helper)
                and helper.__module__ == function.__module__
                and helper.__name__.startswith("_")
                and helper.__name__ not in met
            ):
                found |= raised(helper, met | {helper.__name__})
    return found - {"AssertionError", "NotImplementedError"}


def lacking(function: Callable[..., Any]) -> list[str]:
    """Which parts its docstring lacks."""
    said = " ".join((function.__doc__ or "").split())
    if not said:
        return ["docstring"]
    annotations = {key: str(value) for key, value in function.__annotations__.items()}
    parts = []
    if ARRAY.search(" ".join(annotations.values())) and not SHAPE.search(said):
        parts.append("shapes")
    if NUMBER.search(annotations.get("return", "")) and not UNIT.search(said):
        parts.append("units")
    errors = [one for one in sorted(raised(function)) if one not in said]
    return parts + [f"Raises {one}" for one in errors]


def test_each_public_function_says_what_its_types_cannot() -> None:
    found = {name: parts for name, one in public_functions() if (parts := lacking(one))}
    assert not found, "\n".join(f"{name}: {', '.join(parts)}" for name, parts in found.items())


def test_each_method_of_the_literature_names_its_source() -> None:
    shipped = [kind for axis in AXES for kind in axis.shipped()]
    found = [kind.__name__ for kind in shipped if not SOURCE.search(kind.__doc__ or "")]
    assert not found
    assert all(recipe.source for recipe in RECIPES.values())
