"""How long pruning takes, in fits: the time of growing one tree on the same table.

Prints a Markdown table. Medians of runs taken in turns, in CPU seconds, since other work on the
machine stretches the clock; the columns are sorted anew in every run. Not done here: whether the
numbers are right, which the tests check.

    python3 -m bench.pruning
"""

import time
from collections.abc import Callable
from statistics import median

import dtcore as dt
from bench.work import Job, dataset

CART, REGRESSION = dt.recipe("cart"), dt.recipe("regression")
WORK = [(1_000, 2), (10_000, 2), (10_000, 10), (10_000, 0), (100_000, 2)]
"""Rows, and classes (0: a number); 20 numeric columns, grown to the end."""


def seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def measured(n: int, classes: int) -> tuple[float, float, float]:
    """Median seconds of a fit, of a tree's whole path, and of ten folds over every α."""
    job = Job(classes=classes)
    recipe = CART if classes else REGRESSION
    tree = dt.grow(dataset(job, n), recipe)
    runs = []
    for _ in range(9 if n <= 1_000 else 5 if n <= 10_000 else 3):
        fresh, other = dataset(job, n), dataset(job, n)
        runs.append(
            (
                seconds(lambda data=fresh: dt.grow(data, recipe)),
                seconds(lambda: dt.pruning.cost_complexity(tree)),
                seconds(lambda data=other: dt.pruning.cross_validate(data, recipe, 10)),
            )
        )
    fit, path, folds = (median(column) for column in zip(*runs, strict=True))
    return fit, path, folds


def main() -> None:
    print("| rows | target | fit | path, in fits | path and 10 folds over every α, in fits |")
    print("|---|---|---|---|---|")
    for n, classes in WORK:
        fit, path, folds = measured(n, classes)
        target = f"{classes} classes" if classes else "a number"
        print(
            f"| {n:,} | {target} | {fit:.3f} s | {path / fit:.2f} | {folds / fit:.1f} |", flush=True
        )


if __name__ == "__main__":
    main()
