"""Two hundred random frames, the recipes that fit them, and when two trees are the same."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

import numpy as np
import pandas as pd
from hypothesis import strategies as st

import dtcore as dt
from tests.strategies import Table, fitting

CART = dt.recipe("cart")
RECIPES = (
    *dt.RECIPES.values(),
    *(
        replace(CART, name=f"cart {key}", impurity=criterion)
        for key, criterion in dt.ImpurityCriterion.choices().items()
    ),
    replace(CART, name="cart large leaves", stopping=(dt.Pure(), dt.MinLeaf(5), dt.SomeGain())),
    replace(CART, name="cart few leaves", stopping=(dt.Pure(), dt.MaxLeaves(5))),
    replace(
        dt.recipe("cart_sklearn"),
        name="cart best first",
        stopping=(dt.Pure(), dt.MaxLeaves(6), dt.MinDecrease(0.01), dt.MinLeaf(2, weighted=False)),
        ordering=dt.BestFirst(),
    ),
    replace(dt.recipe("c45"), name="c45 shallow", stopping=(dt.Pure(), dt.MaxDepth(2))),
)


def cells(random: np.random.Generator, n: int) -> np.ndarray:
    """A numeric column: distinct values, a few integers, rounded values, or nearly equal ones."""
    return (
        random.normal(size=n),
        random.integers(0, 4, n).astype(float),
        random.normal(size=n).round(1),
        random.integers(0, 3, n) * 6e-6 + random.integers(0, 3, n),
    )[random.integers(4)]


def frame_of(seed: int) -> pd.DataFrame:
    """A random table: nominal if ``seed`` is 0 modulo 3, numeric if 1, mixed if 2."""
    random = np.random.default_rng(seed)
    n = int(random.choice([4, 12, 25, 60]))
    frame = pd.DataFrame(index=range(n))
    for number in range(random.integers(1, 5)):
        if seed % 3 == 0 or (seed % 3 == 2 and random.random() < 0.5):
            levels = [f"v{i}" for i in range(random.integers(2, 6))]
            frame[f"n{number}"] = pd.Categorical(random.choice(levels, n), levels, ordered=True)
        else:
            frame[f"x{number}"] = cells(random, n)
    plain = [c.cat.codes if seed % 3 == 0 or c.name[0] == "n" else c for _, c in frame.items()]
    noisy = sum(column * random.normal() for column in plain) + random.normal(size=n) * 0.5
    classes = random.integers(2, 5)
    codes = np.searchsorted(np.quantile(noisy, np.arange(1, classes) / classes), noisy)
    codes[:2] = 0, 1
    names = [f"k{i}" for i in range(classes)]
    frame["class"] = pd.Categorical.from_codes(codes, names, ordered=True)
    frame["number"] = noisy.round(2)
    frame["w"] = random.integers(1, 4, n)
    return frame


def data_of(frame: pd.DataFrame, target: str, weights: str | None = None) -> dt.Dataset:
    others = {"class", "number", "w"} - {target, weights}
    kind = {target: "nominal" if target == "class" else "numeric"}
    roles = dict.fromkeys(others, "ignore")
    return dt.Dataset.from_frame(frame, target=target, weights=weights, kinds=kind, roles=roles)


@st.composite
def framed(draw: st.DrawFn, *, targets: Sequence[str] = ("class", "number")) -> Table:
    """Such a table; its rows weigh 1, or 1 to 3."""
    frame = frame_of(draw(st.integers(0, 10_000)))
    y, w = frame[draw(st.sampled_from(targets))], frame["w"] if draw(st.booleans()) else 1
    return Table(frame.drop(columns=["class", "number", "w"]).assign(y=y, w=w))


def cases(
    frame: pd.DataFrame, weights: str | None = None
) -> Iterator[tuple[dt.Dataset, dt.Recipe]]:
    """Both targets, and the recipes that fit."""
    for target in ("class", "number"):
        data = data_of(frame, target, weights)
        for recipe in fitting(data, RECIPES):
            yield data, recipe


def some_cases(
    frame: pd.DataFrame, seed: int, weights: str | None = None, every: int = 4
) -> Iterator[tuple[dt.Dataset, dt.Recipe]]:
    """One of ``every`` so many of the cases; neighbouring seeds take others."""
    return islice(cases(frame, weights), seed % every, None, every)


def same(one: dt.Tree, other: dt.Tree, tolerance: float = 1e-12) -> None:
    """Equal ids and splits; class counts equal, sums to 1e-12 of the root's."""
    assert one.splits == other.splits
    np.testing.assert_array_equal(one.parent, other.parent)
    np.testing.assert_array_equal(one.branch, other.branch)
    if one.schema.classes:
        np.testing.assert_array_equal(one.stats, other.stats)
        return
    weight, _, squares = one.stats[0]
    scale = np.array([weight, (weight * squares) ** 0.5, squares])  # Σ|d| <= √(n Σd²)
    assert (np.abs(one.stats - other.stats) <= tolerance * scale).all()
