"""How fast trees grow, beside scikit-learn or R's rpart on the same machine in the same minute.

Prints Markdown tables, as they stand in BENCHMARKS.md: medians of runs taken in turns, and
ratios, since seconds say little of another machine. All goes in one thread; the columns are
sorted anew in every run. Not done here: the pages, and anything that the tests check, such as
whether the trees are right.

    python3 tasks.py bench                  tables of 150 to 100,000 rows, a few minutes
    python3 tasks.py bench --large          and of a million
    python3 tasks.py bench --peer rpart     and R's rpart, where R is installed
"""

import sys
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass, replace
from statistics import median

import numpy as np
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import dtcore as dt
from bench import machine, rpart
from dtcore.model.columns import Column, Field, frozen

COLUMNS = 20
CART = dt.recipe("cart")
IMPURITIES = {"gini": dt.Gini(), "entropy": dt.Entropy(), "squared_error": dt.Variance()}
Cells = np.ndarray


@dataclass(frozen=True)
class Job:
    """What is grown: ``classes`` (0: a number), criterion, depth (None: to the end), recipe."""

    classes: int
    criterion: str
    depth: int | None
    name: str = "cart"

    def __str__(self) -> str:
        what = f"{self.classes} classes, {self.criterion}" if self.classes else "a number, squares"
        end = f"to depth {self.depth}" if self.depth else "to the end"
        return ", ".join([what, end, *([] if self.name == CART.name else [f"`{self.name}`"])])

    @property
    def recipe(self) -> dt.Recipe:
        plain = replace(dt.recipe(self.name), impurity=IMPURITIES[self.criterion])
        return plain.limited(self.depth)


WORK = [
    Job(2, "gini", None),
    Job(2, "gini", 10),
    Job(2, "entropy", None),
    Job(10, "gini", 10),
    Job(10, "entropy", 10),
    Job(0, "squared_error", 10),
]
AS_SKLEARN = [
    Job(2, "gini", None, "cart_sklearn"),
    Job(2, "gini", 10, "cart_sklearn"),
    Job(10, "gini", 10, "cart_sklearn"),
    Job(0, "squared_error", 10, "cart_sklearn"),
]
BESIDE_RPART = [Job(2, "gini", 10), Job(2, "gini", rpart.DEEPEST), Job(0, "squared_error", 10)]


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


def in_turns(n: int, *works: Callable[[], float]) -> list[float]:
    """The median of what each work returns, over more runs where tables of ``n`` rows are few."""
    times = 25 if n <= 1000 else 7 if n <= 10_000 else 3 if n <= 100_000 else 1
    runs = [[work() for work in works] for _ in range(times)]
    return [median(column) for column in zip(*runs, strict=True)]


def ours(work: Job, x: Cells, y: Cells) -> float:
    """Seconds of one growth on a dataset that nothing is known of."""
    data = dataset(x, y, work.classes)
    return seconds(lambda: dt.grow(data, work.recipe))


def beside_sklearn(work: Job, n: int) -> list[float]:
    """Median seconds of ours and of scikit-learn's."""
    x, y = table(n, work.classes)
    kind = DecisionTreeClassifier if work.classes else DecisionTreeRegressor
    peer = kind(criterion=work.criterion, max_depth=work.depth, random_state=0)
    return in_turns(n, lambda: ours(work, x, y), lambda: seconds(lambda: peer.fit(x, y)))


def beside_cart(work: Job, n: int) -> list[float]:
    """Median seconds of ours by the work's recipe and by ``cart``."""
    x, y = table(n, work.classes)
    plain = replace(work, name=CART.name)
    return in_turns(n, lambda: ours(work, x, y), lambda: ours(plain, x, y))


def beside_rpart(work: Job, n: int) -> list[float]:
    x, y = table(n, work.classes)
    with rpart.grower(x, y, work.classes, work.depth or rpart.DEEPEST) as grow:
        return in_turns(n, lambda: ours(work, x, y), grow)


def stepping(n: int) -> list[float]:
    """Median seconds of weighing the root with all candidates, and of sorting the columns."""
    x, y = table(n, 2)
    lesson = dt.start(dataset(x, y, 2), CART)
    columns = frozen(x.T)
    lesson.step()  # sorts once
    return in_turns(
        n,
        lambda: seconds(lambda: dt.weigh(lesson.problem, lesson.state, ())),
        lambda: seconds(lambda: np.argsort(columns, axis=1)),
    )


def memory(work: Job, n: int) -> float:
    """Peak bytes a cell while growing, beyond the table itself."""
    data = dataset(*table(n, work.classes), work.classes)
    tracemalloc.start()
    dt.grow(data, work.recipe)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / (n * COLUMNS)


def print_table(title: str, head: list[str], rows: list[list[str]]) -> None:
    print(f"\n{title}\n\n| {' | '.join(head)} |\n|{'---|' * len(head)}")
    for row in rows:
        print(f"| {' | '.join(row)} |", flush=True)


def comparison(
    measure: Callable[[Job, int], list[float]], works: list[Job], sizes: list[int]
) -> tuple[list[list[str]], dict[tuple[Job, int], float]]:
    """A row for each work, its ratios by size; and our seconds."""
    rows, took = [], {}
    for work in works:
        row = [str(work)]
        for n in sizes:
            mine, theirs = measure(work, n)
            took[work, n] = mine
            row.append(f"{theirs / mine:.2f} ({in_words(mine)})")
            print(f"{work}, n = {n:,}: {row[-1]}", file=sys.stderr, flush=True)
        rows.append(row)
    return rows, took


def in_words(time: float) -> str:
    return f"{time:.2f} s" if time >= 1 else f"{time * 1000:.1f} ms"


def main(arguments: list[str]) -> None:
    sizes = [150, 1000, 10_000, 100_000] + [1_000_000] * ("--large" in arguments)
    print(machine.description())
    head = [f"n = {n:,}" for n in sizes]
    rows, took = comparison(beside_sklearn, [*WORK, *AS_SKLEARN], sizes)
    print_table(
        f"scikit-learn's time / ours (ours), growing on {COLUMNS} numeric columns",
        ["work", *head],
        rows,
    )
    rows, _ = comparison(beside_cart, AS_SKLEARN, sizes)
    print_table("cart's time / cart_sklearn's (cart_sklearn's)", ["work", *head], rows)
    if "rpart" in arguments:
        if missing := rpart.missing():
            print(f"\n{missing}")
        else:
            rows, _ = comparison(beside_rpart, BESIDE_RPART, sizes[2:])
            print_table(f"rpart's time / ours (ours), {rpart.version()}", ["work", *head[2:]], rows)
    rises = [took[work, sizes[-1]] / took[work, 10_000] for work in WORK[:2]]
    span = np.log(sizes[-1] / 10_000)
    print_table(
        f"Cost growth, as an exponent of n, from 10,000 rows to {sizes[-1]:,}",
        ["work", "exponent"],
        [[str(w), f"{np.log(rise) / span:.2f}"] for w, rise in zip(WORK, rises, strict=False)],
    )
    steps = [stepping(n) for n in sizes[2:]]
    print_table(
        "One step at the root with all candidates, columns sorted before, / sorting them (argsort)",
        head[2:],
        [[f"{step / sort:.2f} ({in_words(step)})" for step, sort in steps]],
    )
    few = [Job(2, "gini", 10), Job(10, "gini", 10), Job(0, "squared_error", 10)]
    print_table(
        "Peak memory beyond the table, bytes a cell (of 8)",
        ["work", *head[3:]],
        [[str(work), *(f"{memory(work, n):.1f}" for n in sizes[3:])] for work in few],
    )


if __name__ == "__main__":
    main(sys.argv[1:])
