"""How fast trees grow, beside scikit-learn, biosphere or R's rpart in the same minutes.

Prints Markdown tables, as they stand in BENCHMARKS.md: the least CPU time of several runs taken
in turns, and ratios, since seconds say little of another machine. All goes in one thread; columns
are coded and sorted anew in every run. Not done here: the pages, and anything that the tests
check, such as whether the trees are right.

    python3 tasks.py bench growth                   150 to 100,000 rows, a quarter of an hour
    python3 tasks.py bench growth --large           and a million
    python3 tasks.py bench growth --base COMMIT     and another commit, or a checkout, in turns
    python3 tasks.py bench growth --peer biosphere --peer rpart
    python3 tasks.py bench growth --only few --rows 150,1000
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from bench import machine, peers, rpart
from bench.work import Ask, Job, table, worker

FEWEST, MOST, PATIENCE, LONGEST = 3, 25, 2.0, 30.0
"""Turns; after so many seconds there are no more, and no more than the fewest."""
HERE = Path(__file__).resolve().parents[1]
ROWS = (150, 1_000, 10_000, 100_000)
COLUMNS = ("2", "12", "256", "4096", "all")
FEW = ("2", "12", "256", "all")
OTHERS = (
    Job(criterion="entropy"),
    Job(classes=10),
    Job(classes=10, criterion="entropy"),
    Job(classes=0, criterion="squared_error"),
    Job(weights=True),
    Job(classes=0, criterion="squared_error", weights=True),
    Job(recipe="cart_sklearn"),
    Job(gaps=True),
    Job(gaps=True, recipe="cart_sklearn"),
)
WORDS = tuple(
    Job(values, criterion=criterion, recipe=name)
    for values in ("4 words", "12 words")
    for name, criterion in (("cart", "gini"), ("c45", "entropy"))
)
BESIDE_RPART = (Job(), Job(depth=rpart.DEEPEST), Job(classes=0, criterion="squared_error"))
STEPPING = (
    ("steps", "a step"),
    ("root", "the root with all candidates"),
    ("path", "path, ten folds"),
)
PARTS = ("few", "others", "words", "trees", "steps", "memory", "rpart")


@dataclass(frozen=True)
class Bench:
    """Who works in turns: ``engines`` by name, "ours" among them, and ``others``, the peers."""

    engines: dict[str, Ask]
    others: dict[str, peers.Work]
    rows: Sequence[int]

    def least(self, work: str, job: Job, n: int) -> dict[str, float]:
        """The least that each needed, those that can do the work, in several turns."""
        asks = {**self.engines, **self.others}
        least: dict[str, float] = {}
        turns, spent = 0, 0.0
        while turns < MOST and spent < (PATIENCE if turns >= FEWEST else LONGEST):
            for name in [*asks]:
                if (took := asks[name](work, job, n)) is None:
                    del asks[name]
                else:
                    least[name] = min(took, least.get(name, took))
                    spent += took
            turns += 1
        told = ", ".join(f"{name} {in_words(took)}" for name, took in least.items())
        print(f"{work}: {job.values}, {job.kind}, depth {job.depth}, {n:,} rows: {told}",
              file=sys.stderr, flush=True)  # fmt: skip
        return least

    def table(self, title: str, work: str, jobs: dict[str, Job], rows: Sequence[int]) -> None:
        """A Markdown table for each but ours: their time / ours, and ours."""
        found = {(label, n): self.least(work, job, n) for label, job in jobs.items() for n in rows}
        for name in [name for name in (*self.engines, *self.others) if name != "ours"]:
            lines = [
                [label, *(_cell(found[label, n], name) for n in rows)]
                for label in jobs
                if any(name in found[label, n] for n in rows)
            ]
            if lines:
                print_table(f"{name}'s time / ours (ours), {title}", _head(rows), lines)
        if len({*self.engines, *self.others}) == 1:
            lines = [[label, *(in_words(found[label, n]["ours"]) for n in rows)] for label in jobs]
            print_table(title, _head(rows), lines)


def _cell(least: dict[str, float], name: str) -> str:
    if name not in least:
        return ""
    return f"{least[name] / least['ours']:.2f} ({in_words(least['ours'])})"


def _head(rows: Sequence[int]) -> list[str]:
    return ["work", *(f"n = {n:,}" for n in rows)]


def print_table(title: str, head: list[str], rows: list[list[str]]) -> None:
    print(f"\n{title}\n\n| {' | '.join(head)} |\n|{'---|' * len(head)}")
    for row in rows:
        print(f"| {' | '.join(row)} |", flush=True)


def in_words(time: float) -> str:
    return f"{time:.2f} s" if time >= 1 else f"{time * 1000:.4g} ms"


# ------------------------------------------------------------------ the parts


def few(bench: Bench) -> None:
    """Two classes by the Gini index, by how many values the columns have."""
    jobs = {
        f"{values}{' values' * (values != 'all')}, {end}": Job(values, depth=depth)
        for depth, end in ((10, "to depth 10"), (None, "to the end"))
        for values in COLUMNS
    }
    bench.table("two classes, Gini", "grow", jobs, bench.rows)


def others(bench: Bench) -> None:
    jobs = {
        f"{job.kind}, {values}": replace(job, values=values) for job in OTHERS for values in FEW
    }
    gaps = {label: job for label, job in jobs.items() if job.gaps}
    plain = {label: job for label, job in jobs.items() if not job.gaps}
    bench.table("to depth 10", "grow", plain, [n for n in bench.rows if n <= 100_000])
    rows = [n for n in bench.rows if n <= 10_000]  # surrogates are looked for at every node
    bench.table("a tenth of the cells missing, to depth 10", "grow", gaps, rows)


def words(bench: Bench) -> None:
    """Columns of words; the peers take the codes of the words as numbers."""
    jobs = {f"{job.values}, {job.kind}": job for job in WORDS}
    rows = [n for n in bench.rows if n <= 100_000]
    bench.table("columns of words (in others codes as numbers), to depth 10", "grow", jobs, rows)


def trees(bench: Bench) -> None:
    """Many trees of one table, to the end."""
    rows = [n for n in bench.rows if n <= 10_000]
    jobs = {f"{values}": Job(values, depth=None) for values in ("2", "12", "all")}
    bench.table(
        "100 bootstrap trees to the end", "bootstrap", jobs, [n for n in rows if n <= 1_000]
    )
    bench.table("ten folds to the end", "folds", jobs, rows)


def steps(bench: Bench) -> None:
    rows = [n for n in bench.rows if n <= 100_000]
    for work, title in STEPPING:
        jobs = {f"{title}, {values}": Job(values, depth=None) for values in FEW}
        some = [n for n in rows if n <= 10_000] if work == "path" else rows
        bench.table(title, work, jobs, some)


def memory(bench: Bench) -> None:
    """Peak bytes a cell beyond the table, of ours and of the other commit."""
    jobs = {values: Job(values) for values in COLUMNS}
    jobs |= {f"{job.kind}, {v}": replace(job, values=v) for job in OTHERS[1:6:2] for v in FEW}
    jobs |= {"gaps, all": Job(gaps=True), "12 words": Job("12 words")}
    rows = [n for n in bench.rows if n >= 10_000]
    for name, ask in bench.engines.items():
        lines = [[k, *(f"{ask('memory', job, n):.1f}" for n in rows)] for k, job in jobs.items()]
        print_table(f"Peak bytes a cell (of 8) beyond the table, {name}", _head(rows), lines)


def beside_rpart(bench: Bench) -> None:
    """On columns that are all different; rpart's time is that of the clock."""
    if reason := rpart.missing():
        print(f"\n{reason}")
        return
    rows, lines = [n for n in bench.rows if n >= 10_000], []
    for job in BESIDE_RPART:
        line = [f"{job.kind}, to depth {job.depth}"]
        for n in rows:
            given = table(job, n)
            with rpart.grower(given.x, given.y, job.classes, job.depth) as grow:
                pair = Bench(bench.engines, {"rpart": lambda *_, grow=grow: grow()}, rows)
                line.append(_cell(pair.least("grow", job, n), "rpart"))
        lines.append(line)
    print_table(f"rpart's time / ours (ours), {rpart.version()}", _head(rows), lines)


# ------------------------------------------------------------------ the command


@contextmanager
def checkout(base: str) -> Iterator[Path]:
    """The files of a commit, or of a folder that holds a checkout already."""
    if Path(base).is_dir():
        yield Path(base).resolve()
        return
    with tempfile.TemporaryDirectory() as folder:
        git = ["git", "-C", str(HERE), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", folder, base], check=True)
        try:
            yield Path(folder)
        finally:
            subprocess.run([*git, "remove", "--force", folder], check=True)


def _asked(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tasks.py bench growth")
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--base")
    parser.add_argument("--peer", action="append", choices=("biosphere", "rpart"), default=[])
    parser.add_argument("--only", action="append", choices=PARTS)
    parser.add_argument("--rows", type=lambda text: tuple(map(int, text.split(","))))
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> None:
    asked = _asked(arguments)
    rows = asked.rows or (*ROWS, *([1_000_000] if asked.large else []))
    print(machine.description())
    with ExitStack() as stack:
        engines = {"ours": stack.enter_context(worker(HERE))}
        if asked.base:
            there = stack.enter_context(checkout(asked.base))
            engines["the commit before"] = stack.enter_context(worker(there))
        beside: dict[str, peers.Work] = {"scikit-learn": peers.sklearn}
        if "biosphere" in asked.peer:
            if reason := peers.missing():
                print(f"\n{reason}")
            else:
                print(f"\n{peers.title()}")
                beside["biosphere"] = peers.biosphere
        bench = Bench(engines, beside, rows)
        known = {work.__name__: work for work in (few, others, words, trees, steps, memory)}
        known["rpart"] = beside_rpart
        usual = [part for part in PARTS if part != "rpart" or "rpart" in asked.peer]
        for part in asked.only or usual:
            known[part](bench)


if __name__ == "__main__":
    main(sys.argv[1:])
