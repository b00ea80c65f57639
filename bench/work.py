"""What ``bench.growth`` times, and a process that does it with any commit of the engine.

Run as a file, it answers each line on stdin, a work as JSON, with a line that holds what was
measured: seconds of CPU, or bytes. The engine is the one on the PYTHONPATH, so that the engines
of two commits can work in turns. Not done here: peers, and what is printed.
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from scipy.special import ndtr

COLUMNS, FOLDS, TREES, STEPS = 20, 10, 100, 20
GAPS = 0.1
"""This share of the cells is missing where there are gaps."""
Cells = np.ndarray


@dataclass(frozen=True)
class Job:
    """A tree on columns of ``values`` different values each: "2" to "4096", "all", "12 words".

    ``classes`` 0: a number; ``depth`` None: to the end; ``weights``: whole ones, 1 to 4.
    """

    values: str = "all"
    classes: int = 2
    criterion: str = "gini"
    depth: int | None = 10
    recipe: str = "cart"
    weights: bool = False
    gaps: bool = False

    @property
    def kind(self) -> str:
        """The work without its columns and its depth."""
        what = f"{self.classes} classes, {self.criterion}" if self.classes else "a number, squares"
        more = ["weights"] * self.weights + ["gaps"] * self.gaps
        return ", ".join([what, *more, *([] if self.recipe == "cart" else [f"`{self.recipe}`"])])

    @property
    def words(self) -> bool:
        return self.values.endswith("words")


@dataclass(frozen=True)
class Table:
    """``x`` (n, 20) float64, NaN where missing, words as codes; ``y``, ``weights`` (n,)."""

    x: Cells
    y: Cells
    weights: Cells


@lru_cache(1)
def _table(n: int, values: str, classes: int, weights: bool, gaps: bool) -> Table:
    random = np.random.default_rng(0)
    z = random.normal(size=(n, COLUMNS))
    y = z[:, 0] + z[:, 1] * z[:, 2] + 0.5 * random.normal(size=n)
    if classes:
        y = np.searchsorted(np.quantile(y, np.arange(1, classes) / classes), y)
    if values != "all":
        many = int(values.split()[0])
        z = np.minimum(np.floor(ndtr(z) * many), many - 1)
    if gaps:
        z[random.random(z.shape) < GAPS] = np.nan
    return Table(z, y, random.integers(1, 5, n) * 1.0 if weights else np.ones(n))


def table(job: Job, n: int) -> Table:
    """Normal columns, cut into as many values, each as frequent as the others; the target hangs
    on the first and on the product of the next two as they were before."""
    return _table(n, job.values, job.classes, job.weights, job.gaps)


# ------------------------------------------------------------------ the engine's works


@cache
def engine() -> object:
    """``dttools`` offers all of the engine; before there was such, ``dtcore`` did."""
    return import_module("dttools" if find_spec("dttools") else "dtcore")


def recipe(job: Job) -> object:
    dt = engine()
    impurities = {"gini": dt.Gini(), "entropy": dt.Entropy(), "squared_error": dt.Variance()}
    plain = replace(dt.recipe(job.recipe), impurity=impurities[job.criterion])
    return plain.limited(job.depth)


def dataset(job: Job, n: int) -> object:
    """A new dataset, nothing of which is sorted or coded yet."""
    dt, model, given = engine(), import_module("dtcore.model"), table(job, n)
    levels = tuple(f"v{i}" for i in range(int(job.values.split()[0]))) if job.words else None
    columns = []
    for j in range(COLUMNS):
        cells = np.ascontiguousarray(given.x[:, j])
        if job.words:
            cells = np.where(np.isnan(cells), -1, cells).astype(np.int64)
        columns.append(model.Column(model.Field(f"x{j}", levels), model.frozen(cells)))
    names = tuple(map(str, range(job.classes))) or None
    y = given.y.astype(np.int64 if job.classes else np.float64)
    target = model.Column(model.Field("y", names), model.frozen(y))
    weights = model.frozen(given.weights.copy())
    return dt.Dataset(tuple(columns), target, weights, model.frozen(np.arange(n)))


def seconds(work: Callable[[], object]) -> float:
    """Of CPU, since other work on the machine stretches the clock."""
    start = time.process_time()
    work()
    return time.process_time() - start


def grow(job: Job, n: int) -> float:
    data, chosen = dataset(job, n), recipe(job)
    return seconds(lambda: engine().grow(data, chosen))


def bootstrap(job: Job, n: int) -> float:
    """``TREES`` trees on samples of the rows."""
    data, chosen, evaluation = dataset(job, n), recipe(job), engine().evaluation
    return seconds(
        lambda: list(evaluation.resampled(data, chosen, evaluation.Bootstrap(), trees=TREES))
    )


def folds(job: Job, n: int) -> float:
    """A tree without each of ``FOLDS`` folds."""
    dt, fold = engine(), np.arange(n) % FOLDS
    problem = dt.Problem.of(dataset(job, n), recipe(job))
    rows = [np.flatnonzero(fold != number) for number in range(FOLDS)]
    model, forest = import_module("dtcore.model"), import_module("dtcore.growth.forest")
    parts = [model.NodeRows(some, problem.dataset.weights[some]) for some in rows]
    return seconds(lambda: forest.grow_each(problem.dataset, problem.recipe, parts))


def path(job: Job, n: int) -> float:
    """The cost-complexity path, and ten folds over every α."""
    data, chosen = dataset(job, n), recipe(job)
    return seconds(lambda: engine().pruning.cross_validate(data, chosen, FOLDS))


def steps(job: Job, n: int) -> float:
    """One of the first ``STEPS`` steps of a lesson with its evidence, on average."""
    lesson = engine().start(dataset(job, n), recipe(job))

    def on() -> None:
        here = lesson
        for _ in range(STEPS):
            here = here.step()

    lesson.step()
    lesson = engine().start(lesson.problem.dataset, lesson.problem.recipe)
    return seconds(on) / STEPS


def root(job: Job, n: int) -> float:
    """The root with all its candidates, on a table that was stepped on before."""
    dt = engine()
    lesson = dt.start(dataset(job, n), recipe(job))
    lesson.step()
    return seconds(lambda: dt.weigh(lesson.problem, lesson.state, ()))


def memory(job: Job, n: int) -> float:
    """Peak bytes a cell while a tree is grown, beyond the table itself."""
    data, chosen = dataset(job, n), recipe(job)
    tracemalloc.start()
    engine().grow(data, chosen)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / (n * COLUMNS)


WORKS = {work.__name__: work for work in (grow, bootstrap, folds, path, steps, root, memory)}

# ------------------------------------------------------------------ in another process

Ask = Callable[[str, Job, int], float]
"""What a work, a job and a number of rows took."""


@contextmanager
def worker(checkout: Path) -> Iterator[Ask]:
    """A process with the engine of ``checkout``, for as long as the block lasts."""
    settings = {**os.environ, "PYTHONPATH": str(checkout), "PYTHONDONTWRITEBYTECODE": "1"}
    pipe = subprocess.PIPE
    command = [sys.executable, "-P", __file__]
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, text=True, bufsize=1, env=settings
    ) as child:

        def ask(work: str, job: Job, n: int) -> float:
            child.stdin.write(json.dumps([work, asdict(job), n]) + "\n")
            if not (answer := child.stdout.readline()):
                raise RuntimeError(f"{work} failed in {checkout}: {job}, {n:,} rows")
            return float(answer)

        yield ask
        child.stdin.close()


def main() -> None:
    engine()
    gc.freeze()  # what is imported is not looked at again and again
    for line in sys.stdin:
        work, job, n = json.loads(line)
        print(WORKS[work](Job(**job), n), flush=True)


if __name__ == "__main__":
    main()
