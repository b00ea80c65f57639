"""How a table larger than memory is prepared and stepped, beside scikit-learn's histogram trees.

Prints a Markdown table: seconds of CPU and of the clock, and the peak of memory, each in a process
of its own (Linux). Not done here: whether the trees are right, which the tests say.

    python3 tasks.py bench counted                       a million rows
    python3 tasks.py bench counted --rows 1e7            more; --folder says where they are kept
    python3 tasks.py bench counted --students 30         beside it, a class that clicks in the app
"""

import argparse
import asyncio
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

import dttools as dt
from bench import machine
from bench.app import SECONDS, THINK, on, quantile, query
from bench.server import Server, load, serving
from bench.students import Student, thinking

Cost = tuple[float, float, float]
WORDS, NUMBERS, DEPTH = 10, 10, 5
LOOK, ROUNDS = 0.2, 3
FITS = 2e7
"""More rows would need more than 8 GB as a data frame, which scikit-learn is given."""


def write(file: Path, rows: int) -> None:
    """Ten columns of words, five of whole numbers, five of as many numbers as rows; two classes."""
    import duckdb

    words = [f"'v' || (hash(i * {k + 7}) % {3 + 2 * k}) AS n{k}" for k in range(WORDS)]
    cells = "(hash(i * {}) / 18446744073709551615.0)"
    whole = [f"floor({cells.format(k + 101)} * {10 ** (2 + k % 3)}) AS x{k}" for k in range(5)]
    real = [f"{cells.format(k + 101)} AS x{k}" for k in range(5, NUMBERS)]
    inner = f"SELECT {', '.join([*words, *whole, *real])}, i FROM range({rows}) t(i)"
    label = "CASE WHEN (x0 > 40) <> (n2 = 'v1') OR hash(i * 13) % 10 < 2 THEN 'yes' ELSE 'no' END"
    query = f"SELECT * EXCLUDE (i), {label} AS y FROM ({inner})"
    duckdb.sql(f"COPY ({query}) TO '{file}' (FORMAT parquet, ROW_GROUP_SIZE 500000)")


def prepare(file: Path) -> Cost:
    return cost(lambda: dt.open(file, "y"))


def step(file: Path) -> Cost:
    lesson = dt.start(dt.open(file, "y"), dt.recipe("cart"))
    return cost(lesson.propose)


def step_below(file: Path) -> Cost:
    lesson = dt.start(dt.open(file, "y"), dt.recipe("cart")).step().step()
    return cost(lesson.propose)


def grow(file: Path) -> Cost:
    table = dt.open(file, "y")
    return cost(lambda: dt.grow(table, dt.recipe("cart").limited(DEPTH)))


def scikit(file: Path) -> Cost:
    """One tree of the same depth; the table is read first, as integers and doubles."""
    import pandas as pd
    from sklearn.ensemble import HistGradientBoostingClassifier

    frame = pd.read_parquet(file)
    for k in range(WORDS):
        frame[f"n{k}"] = frame[f"n{k}"].str[1:].astype("uint8")
    tree = HistGradientBoostingClassifier(
        max_iter=1, max_depth=DEPTH, max_leaf_nodes=None, max_bins=255, early_stopping=False,
        categorical_features=[*range(WORDS)],
    )  # fmt: skip
    inputs, target = frame.drop(columns="y"), frame["y"]
    return cost(lambda: tree.fit(inputs, target))


def cost(work: Callable[[], object]) -> Cost:
    """Seconds of CPU and of the clock, and the peak of this process in MB, reading included."""
    cpu, clock = time.process_time(), time.perf_counter()
    work()
    cpu, clock = time.process_time() - cpu, time.perf_counter() - clock
    # what the system tells of a child's peak (ru_maxrss) would be no less than its parent's
    status = Path("/proc/self/status").read_text("utf-8").split("VmHWM:")[1]
    return cpu, clock, int(status.split()[0]) / 2**10


async def _stepping(student: Student, ended: asyncio.Event) -> list[float]:
    """The seconds of each beat of a lesson on the large table, one after the other until the
    event; the last is seen to its end."""
    waits = list[float]()
    while not ended.is_set():
        begun = time.perf_counter()
        await student.click("next", "first")
        while not student.can("next"):
            await asyncio.sleep(LOOK)
            await student.look()
        waits.append(time.perf_counter() - begun)
    return waits


async def beside(server: Server, file: Path, students: int) -> None:
    """Lines of a table: what a class waits alone, and while one of them steps the large table."""
    everyone = [Student(server.address, query(7)) for _ in range(students)]
    one = Student(server.address, urlencode({"data": f"large~{file.name}", "recipe": "cart"}))
    await asyncio.gather(*(student.open() for student in everyone))
    await one.open()
    while not one.can("next"):  # prepared in sight
        await asyncio.sleep(LOOK)
        await one.look()
    await thinking(everyone, on, THINK, SECONDS / 2)
    for turn in range(2 * ROUNDS):
        ended = asyncio.Event()
        steps = asyncio.create_task(_stepping(one, ended)) if turn % 2 else None
        before, start = server.cpu(), time.perf_counter()
        waits = await thinking(everyone, on, THINK, SECONDS)
        busy = (server.cpu() - before) / (time.perf_counter() - start)
        ended.set()
        beats = await steps if steps else []
        told = f"{len(beats)}, longest {max(beats):.1f} s" if beats else "none"
        failed = sum(wait == float("inf") for wait in waits)
        print(
            f"| {told} | {quantile(waits, 0.5):.0f} | {quantile(waits, 0.95):.0f} "
            f"| {1000 * max(waits):.0f} | {failed} | {100 * busy:.0f}% | {load()} |",
            flush=True,
        )


def class_beside(file: Path, students: int) -> None:
    """The app with the table's folder on offer, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Path(folder) / "settings.toml"
        settings.write_text(f"[large]\nfolder = '{file.parent}'\n", "utf-8")
        print(f"\n{students} students click, {THINK:.0f} s apart; one more steps the large table\n")
        print("| beats of the large lesson | median ms | 95% | longest | failed | CPU | load |")
        print("|---|---|---|---|---|---|---|", flush=True)
        store = f"sqlite:///{folder}/store.db"
        variables = {"NBN_SETTINGS": str(settings), "NBN_STORE": store}
        with serving(variables=variables) as server:
            asyncio.run(beside(server, file, students))


LINES = {
    "prepared, once": prepare,
    "a step at the root": step,
    "a step two levels below": step_below,
    f"a tree to depth {DEPTH}": grow,
    f"scikit-learn's histogram tree to depth {DEPTH}, 255 bins": scikit,
}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=float, default=1e6)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--students", type=int, default=0)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        file = (options.folder or Path(folder)).resolve() / f"{options.rows:.0e}.parquet"
        if not file.exists():
            write(file, int(options.rows))
        file.with_name(file.name + ".coded").unlink(missing_ok=True)
        print(f"{options.rows:,.0f} rows of 20 columns, {machine.description()}\n")
        print("| work | CPU s | wall s | peak MB |\n|---|---|---|---|")
        for name, work in LINES.items():
            if work is scikit and options.rows > FITS:
                continue
            with multiprocessing.get_context("spawn").Pool(1) as pool:
                cpu, clock, peak = pool.apply(work, (file,))
            print(f"| {name} | {cpu:.1f} | {clock:.1f} | {peak:.0f} |", flush=True)
        if options.students:
            class_beside(file, options.students)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
