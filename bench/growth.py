"""How fast trees grow, beside scikit-learn on the same machine in the same minute.

Prints a table: medians of runs taken in turns, and ratios, since seconds say little of another
machine. All goes in one thread; the columns are sorted anew in every run. Not done here: the
pages, and anything that the tests check, such as whether the trees are right.

    python3 tasks.py bench             tables of 150 to 100,000 rows, a few minutes
    python3 tasks.py bench --large     and of a million
"""

import sys
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from statistics import median

import numpy as np
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import dtcore as dt
from dtcore.model.columns import Column, Field, frozen

COLUMNS = 20
CART, REGRESSION = dt.recipe("cart"), dt.recipe("regression")
RECIPES = {
    "gini": CART,
    "entropy": replace(CART, impurity=dt.Entropy()),
    "squared_error": REGRESSION,
}
WORK = [
    # classes (0: a number), criterion, depth (None: to the end)
    (2, "gini", None),
    (2, "gini", 10),
    (2, "entropy", None),
    (10, "gini", 10),
    (10, "entropy", 10),
    (0, "squared_error", 10),
]
Cells = np.ndarray


def table(n: int, classes: int) -> tuple[Cells, Cells]:
    """Normal columns; the target hangs on the first and on the product of the next two."""
    random = np.random.default_rng(0)
    x = random.normal(size=(n, COLUMNS))
    y = x[:, 0] + x[:, 1] * x[:, 2] + 0.5 * random.normal(size=n)
    if not classes:
        return x, y
    return x, np.searchsorted(np.quantile(y, np.arange(1, classes) / classes), y)


def dataset(x: Cells, y: Cells, classes: int) -> dt.Dataset:
    """A new dataset, nothing of which is sorted yet."""
    columns = tuple(Column(Field(f"x{j}"), frozen(x[:, j])) for j in range(COLUMNS))
    names = tuple(map(str, range(classes))) or None
    target = Column(Field("y", names), frozen(y.astype(np.int64 if classes else np.float64)))
    return dt.Dataset(columns, target, frozen(np.ones(len(y))), frozen(np.arange(len(y))))


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def in_turns(times: int, *works: Callable[[], Callable[[], object]]) -> list[float]:
    """The median seconds of each work; what makes a work ready is not timed."""
    runs = [[seconds(make()) for make in works] for _ in range(times)]
    return [median(column) for column in zip(*runs, strict=True)]


def growing(n: int, classes: int, criterion: str, depth: int | None) -> tuple[float, float]:
    """Median seconds of ours and of scikit-learn's."""
    x, y = table(n, classes)
    recipe = RECIPES[criterion].limited(depth)
    kind = DecisionTreeClassifier if classes else DecisionTreeRegressor
    peer = kind(criterion=criterion, max_depth=depth, random_state=0)

    def ours() -> Callable[[], object]:
        data = dataset(x, y, classes)
        return lambda: dt.grow(data, recipe)

    times = 15 if n <= 1000 else 5 if n <= 10_000 else 3
    mine, theirs = in_turns(times, ours, lambda: lambda: peer.fit(x, y))
    return mine, theirs


def stepping(n: int) -> tuple[float, float]:
    """Median seconds of weighing the root with all candidates, and of sorting the columns."""
    x, y = table(n, 2)
    lesson = dt.start(dataset(x, y, 2), CART)
    columns = frozen(x.T)
    lesson.step()  # sorts once
    return tuple(
        in_turns(
            3,
            lambda: lambda: dt.weigh(lesson.problem, lesson.state, ()),
            lambda: lambda: np.argsort(columns, axis=1),
        )
    )


def memory(n: int, classes: int, criterion: str) -> float:
    """Peak bytes a cell while growing, beyond the table itself."""
    data = dataset(*table(n, classes), classes)
    tracemalloc.start()
    dt.grow(data, RECIPES[criterion].limited(10))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / (n * COLUMNS)


def main(arguments: list[str]) -> None:
    sizes = [150, 1000, 10_000, 100_000] + [1_000_000] * ("--large" in arguments)
    print(f"growing on {COLUMNS} numeric columns: ours, scikit-learn, scikit-learn / ours")
    took: dict[tuple[object, ...], float] = {}
    for classes, criterion, depth in WORK:
        for n in sizes:
            mine, theirs = growing(n, classes, criterion, depth)
            took[classes, criterion, depth, n] = mine
            kind = f"{classes} classes" if classes else "a number"
            to = f"depth {depth}" if depth else "to the end"
            print(
                f"  {kind:10} {criterion:13} {to:10} n = {n:>9,}"
                f" {mine:9.4f} s {theirs:9.4f} s {theirs / mine:6.2f}",
                flush=True,
            )
    print("cost growth with n, as an exponent, from 10,000 rows on")
    for depth in (None, 10):
        rise = took[2, "gini", depth, sizes[-1]] / took[2, "gini", depth, 10_000]
        print(f"  {'to the end' if not depth else f'depth {depth}':10}", end="")
        print(f" {np.log(rise) / np.log(sizes[-1] / 10_000):.2f}")
    print("one step at the root with all candidates, against sorting the columns (argsort)")
    for n in sizes[2:]:
        step, sort = stepping(n)
        print(f"  n = {n:>9,} {step:9.4f} s {sort:9.4f} s {step / sort:6.2f}", flush=True)
    print("peak memory beyond the table, to depth 10, bytes a cell")
    for classes, criterion in ((2, "gini"), (10, "gini"), (0, "squared_error")):
        peak = memory(100_000, classes, criterion)
        print(f"  {classes or 'number':>6} {criterion:13} {peak:.1f}")


if __name__ == "__main__":
    main(sys.argv[1:])
